"""The one path of every interaction: asked, done, answered in time, delivered.

    work (a task) ── done within limits.DEFER_SECONDS ──────────────► answer ──► delivery, if something changed
                  └─ not yet ──► acknowledged first ──► done ───────► answer ──► delivery

Owns the deadline and the only place where a refusal or anything unexpected ends: nothing that happens in a command, a press or a
completion goes further than here. Refuses to know what is asked (`bot.ui.verbs`) and how an answer is sent (`bot.ui.answer`).
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import discord
import structlog
from discord import app_commands
from structlog.contextvars import get_contextvars

from bot.engine.core import Code, Text
from bot.errors import Refusal, StalePress, StoreFault
from bot.log import blanked
from bot.ui import access, components, limits, pages, refusals, verbs
from bot.ui.answer import Answer
from bot.ui.ask import Ask, Done, Incident, Page, Reply, Services, Work, ask_of, personal
from bot.ui.components import NO_MATCH
from bot.ui.ids import Press

log = structlog.get_logger(__name__)

Completion: TypeAlias = tuple[str | int, Text]  # the value, and how it is called
Completing: TypeAlias = Callable[[Ask], Awaitable[Sequence[Completion]]]

COMPLETE_SECONDS = 2.0  # a completion that takes longer is of no use any more
INCIDENT_SIGNS = "23456789CDFGHJKMNPQRTVWXY"


class Flow:
    """Answers interactions; one for the whole client."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._under_way: set[asyncio.Task[Any]] = set()

    async def settled(self, *, timeout: float) -> None:
        """Wait until everything that was asked is answered and delivered, for so many seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while self._under_way:
                    await asyncio.wait(set(self._under_way))

    async def command(self, interaction: discord.Interaction[Any], work: Work) -> None:
        """Answer a command; never raises."""
        await self._run(interaction, ask_of(self.services, interaction, where=_name(interaction)), work)

    async def on_match(
        self,
        interaction: discord.Interaction[Any],
        verb: str,
        arg: str = "",
        *,
        match: str | None = None,
        game: str | None = None,
    ) -> None:
        """Answer a command on a match: the typed one or the one of this thread or channel; asks when several may be meant.

        With a game's key, only a match of that game can be meant.
        """

        async def work(ask: Ask) -> Reply:
            found = await access.which(ask, match, game)
            if isinstance(found, str):
                return await self._attempt(ask, _running(Press(found, 0, verb, arg)), found)
            return await pages.ask_which(ask, found, verb, arg)

        await self.command(interaction, work)

    async def on_found(
        self, interaction: discord.Interaction[Any], match: str | None, work: Callable[[Ask, str], Awaitable[Reply]]
    ) -> None:
        """Answer a command on one match: the typed one or the one of this thread or channel; of several the code is wanted."""

        async def found(ask: Ask) -> Reply:
            code = await access.which(ask, match)
            if not isinstance(code, str):
                raise Refusal("ui.which.typed", codes=tuple(map(Code, code)), option=Code("match:"))
            return await self._attempt(ask, lambda ask: work(ask, code), code)

        await self.command(interaction, found)

    async def press(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answer a press; never raises."""
        ask = ask_of(self.services, interaction, where=press.verb, version=press.version)
        code = None if press.code == NO_MATCH else press.code
        await self._run(interaction, ask, _running(press), code)

    async def complete(self, interaction: discord.Interaction[Any], work: Completing) -> None:
        """Answer a request for completions; with none, and a line in the log, when it fails or takes too long."""
        ask = ask_of(self.services, interaction, where=_name(interaction))
        found: Sequence[Completion] = ()
        reader = ask

        async def suggest(ask: Ask) -> Reply:
            nonlocal found, reader
            async with asyncio.timeout(COMPLETE_SECONDS):
                reader = await personal(ask)
                found = await work(reader)
            return Page("")

        await self._attempt(ask, suggest, look_up=False)
        say = components.labels(reader.lang)
        fitting = [(value, text) for value, text in found if not isinstance(value, str) or 1 <= len(value) <= limits.CHOICE_TEXT]
        choices = [
            app_commands.Choice(name=limits.clip(say(text), limits.CHOICE_TEXT), value=value)
            for value, text in fitting[: limits.COMMAND_CHOICES]
        ]
        await Answer(interaction).suggest(choices)

    async def error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer what discord.py itself raised on the way to a command, or what a command let through; never raises."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("completion_failed", where=_name(interaction), error=type(error).__name__)
            await Answer(interaction).suggest([])
            return

        async def work(ask: Ask) -> Reply:
            raise refusals.from_library(error)

        await self.command(interaction, work)

    async def _run(self, interaction: discord.Interaction[Any], ask: Ask, work: Work, code: str | None = None) -> None:
        task = asyncio.create_task(self._answered(interaction, ask, work, code), name=f"answer-{ask.where}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await task

    async def _answered(self, interaction: discord.Interaction[Any], ask: Ask, work: Work, code: str | None) -> None:
        answer = Answer(interaction)
        task = asyncio.create_task(self._attempt(ask, work, code), name=f"work-{ask.where}")
        done, _ = await asyncio.wait({task}, timeout=limits.DEFER_SECONDS)
        if not done:
            await answer.announce()
        reply = await task
        if not await self._given(interaction, ask, answer, reply):
            await answer.give(await self._attempt(ask, _badly_made))
        if isinstance(reply, Done | Incident):
            await self._attempt(ask, self._delivering(reply))

    async def _given(self, interaction: discord.Interaction[Any], ask: Ask, answer: Answer, reply: Reply) -> bool:
        """Give the answer; one that takes a message's controls away never after the message was drawn anew with fresh ones."""
        message = interaction.message
        if not isinstance(reply, Done) or reply.keeps or message is None or ask.version is None:
            return await answer.give(reply)
        async with self.services.deliver.stripping(reply.code, message.id, ask.version) as bare:
            return await answer.give(reply if bare else replace(reply, keeps=True))

    async def _attempt(self, ask: Ask, work: Work, code: str | None = None, *, look_up: bool = True) -> Reply:
        """Do something: the one place where a refusal becomes a sentence and anything unexpected an incident."""
        try:
            try:
                ask = await personal(ask) if look_up else ask
                return await work(ask)
            except StalePress:
                if code is None:
                    raise
                return await pages.stale(ask, code)
            except Refusal as refusal:
                return await refusals.page_for(ask, refusal, code)
        except Exception as error:  # noqa: BLE001 - the end of the line for what nobody expected: logged, and the user is told
            return await self._incident(ask, error, code)

    async def _incident(self, ask: Ask, error: Exception, code: str | None) -> Page:
        """Log a fault, note it in the store if that still works, and tell the user its number."""
        try:
            now = self.services.clock.now()
            incident = await self.services.store.notes.incident(where=ask.where, error=_described(error), code=code, at=now)
        except StoreFault:
            incident = "".join(secrets.choice(INCIDENT_SIGNS) for _ in range(8))
            log.warning("incident_not_noted", incident=incident)
        log.error("fault", incident=incident, where=ask.where, **{"match": code, **get_contextvars()}, exc_info=error)
        return Incident(ask.say(Text("ui.fault", {"incident": Code(incident)})), fresh=True)

    def _delivering(self, reply: Done | Incident) -> Work:
        """Send what a change has to tell; after a fault, that of a change that was committed before things broke."""

        async def work(ask: Ask) -> Reply:
            receipt = await self.services.store.receipt(ask.request) if isinstance(reply, Incident) else None
            code = reply.code if isinstance(reply, Done) else None if receipt is None else receipt.code
            if code is not None:
                await self.services.deliver.deliver(code, fresh=True)
            return reply

        return work


def _running(press: Press) -> Work:
    async def work(ask: Ask) -> Reply:
        return await verbs.run(ask, press)

    return work


async def _badly_made(ask: Ask) -> Reply:
    raise RuntimeError("Discord refused the answer; the line before says why")


def _name(interaction: discord.Interaction[Any]) -> str:
    """Name the command for the log; from the data alone, so that it works for commands that are not known."""
    data: dict[str, Any] = dict(interaction.data or {})
    names = [str(data.get("name", "?"))]
    while options := [option for option in data.get("options", []) if option.get("type") in (1, 2)]:
        data = options[0]
        names.append(str(data.get("name", "?")))
    return " ".join(names)


def _described(error: Exception) -> str:
    """Describe an error in a line for the incident's note, which holds no ids of people either."""
    return limits.clip(blanked(f"{type(error).__name__}: {error}"), 400)
