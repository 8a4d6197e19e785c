"""What one player sees of the world, as JSON for the page.

Owns the filter: nothing reaches a player's page but through `Eyes`. Ephemeral messages of others, DMs of others, channels without
the permission to view them and commands that are not offered do not exist here.
"""

from typing import Any

from bot.playground import permissions
from bot.playground.command_input import check_access
from bot.playground.command_rules import GROUP, SUBCOMMAND
from bot.playground.errors import CannotDo
from bot.playground.server import LocalDiscord
from bot.playground.system_messages import THREAD_STARTER
from bot.playground.web_marks import Marks
from bot.playground.web_sessions import Sessions
from bot.playground.world import DM, Attachment, Channel, Guild, Message, User

Json = dict[str, Any]


class Eyes:
    """One player's sight. Every answer is complete and made anew."""

    def __init__(self, local: LocalDiscord, sessions: Sessions, marks: Marks, user: User) -> None:
        self._local = local
        self._sessions = sessions
        self._marks = marks
        self.user = user

    def sees_channel(self, channel: Channel) -> bool:
        """Say whether the channel is shown."""
        if channel.deleted:
            return False
        if channel.guild is None:
            return channel.recipient is self.user
        return bool(permissions.in_channel(channel.guild.members.get(self.user.id), channel) & permissions.VIEW_CHANNEL)

    def sees_message(self, message: Message) -> bool:
        """Say whether the message is shown."""
        return not message.deleted and message.ephemeral_for in (None, self.user.id) and self.sees_channel(message.channel)

    def file(self, file_id: int) -> Attachment | None:
        """Find a file of a message that is shown."""
        for channel in self._local.world.channels.values():
            for message in channel.all_messages.values():
                for file in message.attachments:
                    if file.id == file_id:
                        return file if self.sees_message(message) else None
        return None

    def places(self) -> Json:
        """Give who the player is, the servers with their channels and members, the DMs and the commands."""
        world = self._local.world
        guilds = [guild for guild in world.guilds.values() if self.user.id in guild.members]
        direct = [c for c in world.channels.values() if c.type == DM and self.sees_channel(c)]
        return {
            "me": self._person(self.user, None) | {"locale": self.user.locale},
            "bot": self._person(world.bot, None) | {"online": bool(self._local.gateway.live)},
            "guilds": [self._guild(guild) for guild in guilds],
            "direct": [self.channel(channel) for channel in direct],
            "shift": world.clock.now().timestamp() * 1000,
        }

    def _guild(self, guild: Guild) -> Json:
        channels = [c for c in guild.channels.values() if self.sees_channel(c)]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "members": [self._person(m.user, guild) for m in guild.members.values() if m.user is not self._local.world.owner],
            "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
            "channels": [self.channel(channel) for channel in channels],
        }

    def channel(self, channel: Channel) -> Json:
        """Give a channel or thread with what is new in it."""
        member = channel.guild.members.get(self.user.id) if channel.guild is not None else None
        may = permissions.in_channel(member, channel)
        state = channel.thread
        locked = state is not None and state.locked and not may & permissions.MANAGE_THREADS
        return {
            "id": str(channel.id),
            "name": self._local.world.bot.name if channel.guild is None else channel.name,
            "guild": str(channel.guild.id) if channel.guild is not None else None,
            "parent": str(channel.parent.id) if channel.parent is not None else None,
            "thread": state is not None,
            "archived": state is not None and state.archived,
            "locked": locked,
            "may_say": bool(may & permissions.send_bit(channel)) and not locked,
            "commands": self.commands(channel) if state is None else None,  # a thread has its parent's
            **self.news(channel),
        }

    def news(self, channel: Channel) -> Json:
        """Give what is new in a channel: whether anything is, and how many mentions wait."""
        return {
            "new": self._marks.has_new(self.user, channel),
            "mentions": self._marks.mentions(self.user, channel),
            "seen": str(self._marks.mark(self.user, channel)),
        }

    def messages(self, channel: Channel, *, before: int | None, limit: int) -> list[Json]:
        """Give the newest messages shown in a channel, before an id if asked, oldest first."""
        if not self.sees_channel(channel):
            return []
        found = [m for m in channel.all_messages.values() if self.sees_message(m) and (before is None or m.id < before)]
        return [self.message(m) for m in sorted(found, key=lambda m: m.id)[-limit:]]

    def message(self, message: Message) -> Json:
        """Give a message that is shown; a thread's first tells what the message it was opened from says, without controls."""
        guild = message.channel.guild
        source = message
        if message.type == THREAD_STARTER and message.refers_to is not None and self.sees_message(message.refers_to):
            source = message.refers_to
        return {
            "id": str(message.id),
            "channel": str(message.channel.id),
            "type": message.type,
            "author": self._person(source.author, guild),
            "content": source.content,
            "at": message.created.timestamp() * 1000,
            "edited": source.edited is not None,
            "thinking": message.deferred,
            "private": message.ephemeral,
            "mentioned": self._is_mentioned(message),
            "embeds": [self._embed(embed, source) for embed in source.embeds],
            "rows": [row["components"] for row in message.components],
            "files": [self._file(file) for file in source.attachments if not file.shown_in_embed],
            "used": self._used(message),
            "answers": self._answered(message),
            "thread": self._thread_card(message),
        }

    def _is_mentioned(self, message: Message) -> bool:
        member = message.channel.guild.members.get(self.user.id) if message.channel.guild is not None else None
        roles = set(member.roles) if member is not None else set()
        return self.user in message.mentions or message.mention_everyone or bool(roles & set(message.mention_roles))

    def _used(self, message: Message) -> Json | None:
        """Say which command brought the message, and by whom."""
        cause = message.interaction
        if cause is None or cause.message is not None or message.type != 20:
            return None
        return {"by": self._person(cause.user, message.channel.guild), "command": cause.name}

    def _answered(self, message: Message) -> Json | None:
        target = message.refers_to
        if target is None or message.type == THREAD_STARTER:
            return None
        if not self.sees_message(target):
            return {"author": None, "content": ""}
        return {"author": self._person(target.author, message.channel.guild), "content": target.content}

    def _thread_card(self, message: Message) -> Json | None:
        thread = message.thread
        if thread is None or not self.sees_channel(thread):
            return None
        return {"id": str(thread.id), "name": thread.name, "count": len(thread.messages)}

    def _person(self, who: User, guild: Guild | None) -> Json:
        member = guild.members.get(who.id) if guild is not None else None
        return {"id": str(who.id), "name": member.display_name if member else who.global_name or who.name, "bot": who.bot}

    def _file(self, file: Attachment) -> Json:
        return {
            "name": file.filename,
            "url": self._address(file),
            "alt": file.description,
            "picture": file.content_type.startswith("image/"),
            "width": file.width,
            "height": file.height,
            "size": len(file.content),
        }

    def _address(self, file: Attachment) -> str:
        key = self._sessions.file_key(self.user.id, file.id)
        return f"/files/{self.user.id}/{file.id}/{key}/{file.filename}"

    def _embed(self, embed: Json, message: Message) -> Json:
        """Give an embed; of its pictures only those that are files of the message, for nothing else is ever loaded."""
        files = {file.url: file for file in message.attachments}
        shown: Json = {
            key: embed[key] for key in ("title", "description", "color", "author", "footer", "timestamp") if key in embed
        }
        shown["fields"] = embed.get("fields") or []
        for place in ("image", "thumbnail"):
            file = files.get((embed.get(place) or {}).get("url", ""))
            shown[place] = None if file is None else self._file(file)
        return shown

    def commands(self, channel: Channel) -> list[Json]:
        """Give the commands offered in a channel, one entry for each that can be sent, in the player's language."""
        guild = channel.guild
        member = guild.members.get(self.user.id) if guild is not None else None
        found: list[Json] = []
        for command in self._local.commands.available(guild.id if guild is not None else None):
            try:
                check_access(command, channel, member)
            except CannotDo:
                continue
            self._add_command(found, command["name"], command)
        return sorted(found, key=lambda item: str(item["name"]))

    def _add_command(self, found: list[Json], path: str, node: Json) -> None:
        options = node.get("options") or []
        inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
        for child in inner:
            self._add_command(found, f"{path} {child['name']}", child)
        if not inner:
            entry = {"name": path, "description": self._said(node, "description")}
            found.append({**entry, "options": [self._option(option) for option in options]})

    def _option(self, option: Json) -> Json:
        shown: Json = {
            key: option[key] for key in ("name", "type", "min_value", "max_value", "min_length", "max_length") if key in option
        }
        shown |= {"required": bool(option.get("required")), "description": self._said(option, "description")}
        shown["autocomplete"] = bool(option.get("autocomplete"))
        shown["choices"] = [
            {"name": self._said(choice, "name"), "value": choice["value"]} for choice in option.get("choices") or []
        ]
        return shown

    def _said(self, node: Json, key: str) -> str:
        localized: Json = node.get(f"{key}_localizations") or {}
        return str(localized.get(self.user.locale) or node[key])
