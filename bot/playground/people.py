"""Players of the local Discord, as a Discord client would let them act: slash commands, buttons, selects, autocomplete.

Owns what a client checks before anything is sent (the command exists, the button is there and enabled) and the waiting for
the bot's answer. It sees only what its user may see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.playground import interactions, messages, permissions, threads
from bot.playground.clock import Clock
from bot.playground.command_input import Given, build_data, resolved_users
from bot.playground.errors import CannotDo
from bot.playground.message_rules import check_body
from bot.playground.world import DM, Channel, Guild, Interaction, Member, Message, User

if TYPE_CHECKING:
    from bot.playground.server import LocalDiscord

Json = dict[str, Any]

ANSWER_TIMEOUT = 10.0  # real seconds a player waits at most, whatever the world's clock does


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one interaction. `latency` is the world's seconds to the first answer, None when it failed."""

    player: Player
    interaction: Interaction

    @property
    def acknowledged(self) -> bool:
        return self.interaction.acknowledged_at is not None

    @property
    def failed(self) -> bool:
        """Whether the player read "interaction failed"."""
        return not self.acknowledged

    @property
    def latency(self) -> float | None:
        at = self.interaction.acknowledged_at
        return None if at is None else at - self.interaction.created

    @property
    def type(self) -> int | None:
        """The type of the callback: 4 message, 5 deferred, 6 deferred update, 7 update, 8 choices."""
        return self.interaction.callback_type

    @property
    def message(self) -> Message | None:
        """The message that is the answer: sent, deferred and filled, or the updated one. None when there is none."""
        return self.interaction.response

    @property
    def ephemeral(self) -> bool:
        return self.interaction.ephemeral

    @property
    def text(self) -> str:
        """The words of the last thing the bot told: the newest followup, otherwise the answer."""
        last = self.interaction.followups[-1] if self.interaction.followups else self.message
        if last is None:
            raise AssertionError(f"{self.interaction.name} got no message\n{self.player.local.describe()}")
        return last.content

    @property
    def followups(self) -> list[Message]:
        return self.interaction.followups

    @property
    def choices(self) -> list[Json]:
        """The choices of an autocomplete."""
        return self.interaction.choices or []

    async def filled(self, *, timeout: float = ANSWER_TIMEOUT) -> Message:
        """Wait until a deferred answer has its content."""
        await self.player.local.until(
            lambda: self.message is not None and not self.message.deferred, timeout=timeout, what="the deferred answer"
        )
        if self.message is None:
            raise AssertionError("the deferred answer is gone")
        return self.message

    async def followup(self, number: int = 1, *, timeout: float = ANSWER_TIMEOUT) -> Message:
        """Wait for the n-th followup beyond the answer itself."""
        await self.player.local.until(lambda: len(self.followups) >= number, timeout=timeout, what=f"followup {number}")
        return self.followups[number - 1]


class Player:
    """One user at a client."""

    def __init__(self, local: LocalDiscord, user: User) -> None:
        self.local = local
        self.user = user

    def __repr__(self) -> str:
        return f"<Player {self.user.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    @property
    def notifications(self) -> list[Message]:
        """The messages that made this user's device ring, oldest first."""
        return [n.message for n in self.local.world.notifications if n.user is self.user]

    def member(self, guild: Guild | None = None) -> Member:
        """Give the membership in a guild, the first unless told otherwise."""
        return (guild or self.local.guild).members[self.user.id]

    def dm(self) -> Channel:
        """Give the DM with the bot, opened now if it was not."""
        world = self.local.world
        for channel in world.channels.values():
            if channel.type == DM and channel.recipient is self.user:
                return channel
        channel = Channel(world.new_id(), world, DM, f"dm-{self.user.name}", recipient=self.user)
        world.channels[channel.id] = channel
        return channel

    def can_see(self, channel: Channel) -> bool:
        """Say whether the client shows the channel."""
        if channel.guild is None:
            return channel.recipient is self.user
        member = channel.guild.members.get(self.user.id)
        return not channel.deleted and bool(permissions.in_channel(member, channel) & permissions.VIEW_CHANNEL)

    def sees(self, channel: Channel) -> list[Message]:
        """Give the messages this user sees in a channel, own ephemeral ones included, oldest first."""
        if not self.can_see(channel):
            return []
        return [m for m in channel.all_messages.values() if m.ephemeral_for in (None, self.user.id)]

    async def say(self, channel: Channel, text: str) -> Message:
        """Write a plain message."""
        self._enter(channel)
        threads.wake_for_message(channel, self.user)
        return messages.create(channel, self.user, check_body({"content": text}))

    async def slash(
        self, channel: Channel, command: str, *, wait: bool = True, timeout: float = ANSWER_TIMEOUT, **options: Given
    ) -> Reply:
        """Send a slash command, such as `slash(channel, "match board", as_text=True)`.

        Values may be players, channels, roles, texts, numbers; a choice by its value or name. Waits for the first answer and,
        with `wait`, for the content of a deferred one. Raises CannotDo for what a client would not let one send.
        """
        member = self._enter(channel)
        data = build_data(self.local, channel, member, command.split(), options, focused=None)
        interaction = interactions.start(self.local.world, interactions.COMMAND, self.user, channel, data)
        return await self._send(interaction, wait=wait, timeout=timeout)

    async def autocomplete(
        self, channel: Channel, command: str, *, focused: str, value: str = "", timeout: float = ANSWER_TIMEOUT, **options: Given
    ) -> Reply:
        """Ask for the choices of one option while it is typed; `options` are those filled in so far."""
        member = self._enter(channel)
        data = build_data(self.local, channel, member, command.split(), {**options, focused: value}, focused=focused)
        interaction = interactions.start(self.local.world, interactions.AUTOCOMPLETE, self.user, channel, data)
        return await self._send(interaction, wait=False, timeout=timeout)

    async def click(
        self,
        message: Message,
        *,
        label: str | None = None,
        custom_id: str | None = None,
        wait: bool = True,
        timeout: float = ANSWER_TIMEOUT,
    ) -> Reply:
        """Press the one button that has the label or custom id."""
        self._look_at(message)
        button = _only(
            [c for c in message.controls if c["type"] == 2],
            lambda c: (label is None or c.get("label") == label) and (custom_id is None or c.get("custom_id") == custom_id),
            f"button {label or custom_id!r}",
            lambda c: f"{c.get('label')!r} {c.get('custom_id')!r}",
        )
        if "custom_id" not in button:
            raise CannotDo(f"the button {button.get('label')!r} is a link")
        data = {"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]}
        interaction = interactions.start(self.local.world, interactions.COMPONENT, self.user, message.channel, data, message)
        return await self._send(interaction, wait=wait, timeout=timeout)

    async def select(
        self,
        message: Message,
        which: str,
        values: str | Sequence[str | Player],
        *,
        wait: bool = True,
        timeout: float = ANSWER_TIMEOUT,
    ) -> Reply:
        """Choose in the select whose custom id or placeholder is `which`; options by value or label, users as players."""
        self._look_at(message)
        menu = _only(
            [c for c in message.controls if c["type"] != 2],
            lambda c: which in (c["custom_id"], c.get("placeholder")),
            f"select {which!r}",
            lambda c: f"{c.get('placeholder')!r} {c['custom_id']!r}",
        )
        wanted = [values] if isinstance(values, str) else list(values)
        data: Json = {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"]}
        data |= _chosen(menu, wanted, message.channel)
        interaction = interactions.start(self.local.world, interactions.COMPONENT, self.user, message.channel, data, message)
        return await self._send(interaction, wait=wait, timeout=timeout)

    def _enter(self, channel: Channel) -> Member | None:
        if not self.can_see(channel):
            raise CannotDo(f"{self.user.name} does not see {channel.name}")
        return channel.guild.members[self.user.id] if channel.guild is not None else None

    def _look_at(self, message: Message) -> None:
        """Look at a message to press something: a client opens an archived thread first and greys a locked one out."""
        member = self._enter(message.channel)
        if message.deleted or message.ephemeral_for not in (None, self.user.id):
            raise CannotDo(f"{self.user.name} does not see the message {message.content!r}")
        state = message.channel.thread
        if (
            state is not None
            and state.locked
            and not permissions.in_channel(member, message.channel) & permissions.MANAGE_THREADS
        ):
            raise CannotDo(f"{message.channel.name} is locked, its controls are greyed out for {self.user.name}")
        if state is not None and state.archived:
            threads.change(message.channel, archived=False)

    async def _send(self, interaction: Interaction, *, wait: bool, timeout: float) -> Reply:
        reply = Reply(self, interaction)
        self.local.transcript.add("☝", f"{self.user.name}: {interaction.name}", interaction.data)
        interactions.deliver(interaction)
        await self._answered(interaction, timeout)
        if wait and interaction.callback_type == interactions.DEFER_MESSAGE:
            await reply.filled(timeout=timeout)
        return reply

    async def _answered(self, interaction: Interaction, timeout: float) -> None:
        """Wait for the first answer or the end of its 3 seconds on the world's clock."""
        clock = self.local.clock
        late = asyncio.ensure_future(_sleep_until(clock, interaction.created + interactions.ACK_SECONDS))
        answered = asyncio.ensure_future(interaction.acknowledged.wait())
        try:
            done, _ = await asyncio.wait({late, answered}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            answered.cancel()
            await asyncio.gather(late, answered, return_exceptions=True)
        if not done:
            raise AssertionError(f"no answer to {interaction.name!r} within {timeout} s\n{self.local.describe()}")
        if interaction.acknowledged_at is None:
            self.local.transcript.add("☝", f"{self.user.name} reads: interaction failed ({interaction.name})")
            self.local.world.log.happened("interaction_failed", interaction=interaction)


async def _sleep_until(clock: Clock, moment: float) -> None:
    await clock.sleep(moment - clock.monotonic())


def _only(items: list[Json], fits: Callable[[Json], bool], what: str, describe: Callable[[Json], str]) -> Json:
    found = [item for item in items if fits(item)]
    if len(found) != 1:
        raise CannotDo(
            f"{len(found)} controls fit {what}; the message has: {', '.join(describe(item) for item in items) or 'none'}"
        )
    if found[0].get("disabled"):
        raise CannotDo(f"{what} is disabled")
    return found[0]


def _chosen(menu: Json, wanted: list[Any], channel: Channel) -> Json:
    if not menu["min_values"] <= len(wanted) <= menu["max_values"]:
        raise CannotDo(f"{menu['custom_id']!r} takes {menu['min_values']} to {menu['max_values']} values, not {len(wanted)}")
    if menu["type"] == 3:
        options = {option["value"]: option["value"] for option in menu["options"]}
        options |= {option["label"]: option["value"] for option in menu["options"] if option["label"] not in options}
        missing = [value for value in wanted if value not in options]
        if missing:
            raise CannotDo(f"{menu['custom_id']!r} has no {missing}, only {[option['value'] for option in menu['options']]}")
        return {"values": [options[value] for value in wanted]}
    if menu["type"] == 5 and channel.guild is not None:
        return {
            "values": [str(who.id) for who in wanted],
            "resolved": resolved_users([who.user for who in wanted], channel.guild),
        }
    raise CannotDo(f"players of the local Discord can not use a select of type {menu['type']}")
