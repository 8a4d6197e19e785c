"""Keeps the local Discord's world in an SQLite file, so that yesterday's channels are there today.

Owns the file: one row a thing, written within the event that changed it, before whoever caused the event hears of success. A
process that is killed at any instant leaves a world that holds all it has confirmed. What the bodies mean is for `keep_rows`.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.playground import keep_rows
from bot.playground.clock import Clock
from bot.playground.commands import CommandStore
from bot.playground.events import Event
from bot.playground.keep_world import restore
from bot.playground.server import LocalDiscord
from bot.playground.world import SYSTEM_TYPES, Channel, Guild, Message, User, World

Json = dict[str, Any]

_FORM = 1  # of the rows; another one is refused
_TABLES = """
CREATE TABLE IF NOT EXISTS thing (
    kind TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (id INTEGER PRIMARY KEY, message INTEGER NOT NULL, content BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS file_message ON file (message);
"""


class CannotKeep(Exception):
    """The file of the world cannot be used; the message says why."""


class Keeper:
    """The file of one world. `secret` (32 bytes) and the reading marks are kept beside the world, and live as long."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.touch(mode=0o600)
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; {_TABLES}")
            self._about = self._body("about", 0) or {"form": _FORM, "secret": secrets.token_hex(32), "shift": 0.0}
        except (OSError, sqlite3.Error, ValueError) as error:
            raise CannotKeep(f"{path} cannot be used for the playground's Discord: {error}") from error
        if self._about["form"] != _FORM:
            self._database.close()
            raise CannotKeep(f"{path} was written by another version of the playground")
        self._local: LocalDiscord | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._local is not None:
            self._local.world.log.heard_by.remove(self._hear)
            self._local = None
        self._database.close()

    @property
    def secret(self) -> bytes:
        """What sessions are made from."""
        return bytes.fromhex(self._about["secret"])

    @property
    def shift(self) -> float:
        """How far the clock was turned on, in seconds."""
        return float(self._about["shift"])

    def world(self, clock: Clock) -> World | None:
        """Make the kept world again, None when there is none yet; `settle` gives its files their addresses later."""
        if "last_id" not in self._about:
            return None
        users, guilds, channels, messages = (self._bodies(kind) for kind in ("user", "guild", "channel", "message"))
        return restore(clock, self._about, users, guilds, channels, messages, self._content)

    def restore_commands(self, commands: CommandStore) -> None:
        """Give the commands back that the bot had registered: it does not send unchanged ones again."""
        for scope, body in self._bodies("commands").items():
            commands.restore(scope or None, body["commands"])

    def follow(self, local: LocalDiscord) -> None:
        """Write all there is now, and from now on whatever changes."""
        self._local = local
        world = local.world
        self._write(
            [
                *(("user", who.id, keep_rows.user(who)) for who in world.users.values()),
                *(("guild", guild.id, keep_rows.guild(guild)) for guild in world.guilds.values()),
                *(("channel", channel.id, keep_rows.channel(channel)) for channel in world.channels.values()),
            ]
        )
        world.log.heard_by.append(self._hear)

    def read_marks(self) -> dict[tuple[int, int], int]:
        """Give the newest message each (user, channel) has seen."""
        return {(who, where): mark for who, body in self._bodies("read").items() for where, mark in body["marks"]}

    def _hear(self, event: Event) -> None:
        match event.kind:
            case "message_create" | "message_edit":
                self._keep_message(event.message)
            case "notification":
                self._write([("message", event.message.id, keep_rows.message(event.message))])
            case "message_delete":
                self._forget_messages([event.message.id])
            case "thread_create" | "thread_update":
                self._keep_thread(event.thread)
            case "channel_delete":
                self._forget_channels([event.channel])
            case "guild_delete":
                self._forget_guild(event.guild)
            case "member_remove" | "permissions_changed" | "member_join":
                self._keep_places(event.facts.get("guild"), event.facts.get("channel"), event.facts.get("user"))
            case "language":
                self._keep_places(None, None, event.user)
            case "commands_synced":
                self._keep_commands(event.guild_id)
            case "clock_turned":
                self._about["shift"] = event.shift
                self._write([])
            case "read":
                self._write([("read", event.user.id, {"marks": event.marks})])

    def _keep_message(self, message: Message) -> None:
        if message.ephemeral:
            self._write([])  # it has used up an id
            return
        files = [(file.id, message.id, file.content) for file in message.attachments]
        bodies = [("channel", message.channel.id, keep_rows.channel(message.channel))]
        self._write([("message", message.id, keep_rows.message(message)), *bodies], files=files, of_message=message.id)

    def _keep_thread(self, thread: Channel) -> None:
        around = [*thread.all_messages.values()]
        if thread.parent is not None:
            around += [m for m in thread.parent.all_messages.values() if m.thread is thread or m.type in SYSTEM_TYPES]
        bodies = [
            ("message", m.id, keep_rows.message(m))
            for m in around
            if m.type in SYSTEM_TYPES or (m.thread is thread and not m.ephemeral)
        ]
        self._write([("channel", thread.id, keep_rows.channel(thread)), *bodies])

    def _keep_places(self, guild: Guild | None, channel: Channel | None, user: User | None) -> None:
        rows: list[tuple[str, int, Json]] = []
        if guild is not None:
            rows.append(("guild", guild.id, keep_rows.guild(guild)))
        if channel is not None:
            rows.append(("channel", channel.id, keep_rows.channel(channel)))
        if user is not None:
            rows.append(("user", user.id, keep_rows.user(user)))
        self._write(rows)

    def _keep_commands(self, scope: int | None) -> None:
        if self._local is not None:
            self._write([("commands", scope or 0, {"commands": self._local.commands.listed(scope)})])

    def _forget_guild(self, guild: Guild) -> None:
        self._database.execute("DELETE FROM thing WHERE kind = 'guild' AND id = ?", (guild.id,))
        gone = [c for c, body in self._bodies("channel").items() if body["guild"] == guild.id]
        self._drop_channels(gone)

    def _forget_channels(self, channels: Iterable[Channel]) -> None:
        lost = {channel.id for channel in channels}
        self._drop_channels([c for c, body in self._bodies("channel").items() if c in lost or body["parent"] in lost])

    def _drop_channels(self, ids: list[int]) -> None:
        lost = set(ids)
        self._forget_messages([m for m, body in self._bodies("message").items() if body["channel"] in lost])
        self._database.executemany("DELETE FROM thing WHERE kind = 'channel' AND id = ?", [(c,) for c in ids])

    def _forget_messages(self, ids: list[int]) -> None:
        with self._transaction():
            self._database.executemany("DELETE FROM thing WHERE kind = 'message' AND id = ?", [(m,) for m in ids])
            self._database.executemany("DELETE FROM file WHERE message = ?", [(m,) for m in ids])

    def _write(
        self, rows: list[tuple[str, int, Json]], *, files: list[tuple[int, int, bytes]] | None = None, of_message: int = 0
    ) -> None:
        """Write rows and the world's own facts in one transaction; a message's files replace those it had."""
        if self._local is not None:
            world = self._local.world
            self._about |= {"last_id": world.last_id, "bot": world.bot.id, "owner": world.owner.id}
        texts = [(kind, identity, json.dumps(body, ensure_ascii=False)) for kind, identity, body in rows]
        texts.append(("about", 0, json.dumps(self._about)))
        with self._transaction():
            self._database.executemany("INSERT OR REPLACE INTO thing VALUES (?, ?, ?)", texts)
            if files is not None:
                marks = ",".join("?" * len(files))
                keep = [file[0] for file in files]
                self._database.execute(f"DELETE FROM file WHERE message = ? AND id NOT IN ({marks})", (of_message, *keep))  # noqa: S608 - question marks alone
                self._database.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", files)

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._database)

    def _bodies(self, kind: str) -> dict[int, Json]:
        with closing(self._database.execute("SELECT id, body FROM thing WHERE kind = ? ORDER BY id", (kind,))) as rows:
            return {identity: json.loads(body) for identity, body in rows}

    def _body(self, kind: str, identity: int) -> Json | None:
        with closing(self._database.execute("SELECT body FROM thing WHERE kind = ? AND id = ?", (kind, identity))) as rows:
            row = rows.fetchone()
        found: Json | None = None if row is None else json.loads(row[0])
        return found

    def _content(self, identity: int) -> bytes:
        with closing(self._database.execute("SELECT content FROM file WHERE id = ?", (identity,))) as rows:
            row = rows.fetchone()
        return b"" if row is None else bytes(row[0])


class _Transaction:
    """All or nothing, and written before the end of the block."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._database.execute("COMMIT" if error is None else "ROLLBACK")


def world_file(database: Path) -> Path:
    """Name the file of the world that belongs to a bot's database: beside it, with `.discord` before its ending."""
    return database.with_name(f"{database.stem}.discord{database.suffix or os.extsep + 'db'}")
