"""One interaction as data: what the verbs get, and what they give back.

Owns `Services` (what the face works with), `Ask` (who asks, where, in which language) and the replies. Refuses to know how a
reply is sent (`bot.ui.answer`).
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import discord

from bot.engine.core import Text
from bot.i18n import Lang, words
from bot.match.model import Actor
from bot.match.people import People, Profile
from bot.match.ports import Clock, Deliver, Store
from bot.settings import Settings
from bot.ui import components, limits, speech
from bot.ui.components import NO_MATCH
from bot.ui.controls import Row

if TYPE_CHECKING:
    from bot.match.deadlines import Deadlines
    from bot.match.folded import Match
    from bot.match.lobby import Lobby
    from bot.match.meta import Meta
    from bot.match.table import Table
    from bot.ui.board import Boards, Payload


class Delivers(Deliver, Protocol):
    """Delivery as the face needs it: what a press does to its message must not cross what is being sent."""

    def stripping(self, code: str, message_id: int, version: int) -> AbstractAsyncContextManager[bool]:
        """Hold a match's messages back while a press of that version strips its message; False when the controls must stay."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """What the face works with, made once by the composition root."""

    settings: Settings
    store: Store
    table: "Table"
    lobby: "Lobby"
    meta: "Meta"
    deliver: Delivers
    boards: "Boards"
    clock: Clock
    deadlines: "Deadlines"
    people: People


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks for what, and where.

    lang: the reader's; discord_lang: the one Discord's own setting means. profile: what the reader has chosen, None until it is
    looked up. manager: may manage the server. request: the interaction's id, unique, handed to every change. version: that of
    the pressed control, None for a command. where: the command's or the verb's name, for the log.
    """

    services: Services
    actor: Actor
    lang: Lang
    request: str
    where: str
    channel_id: int
    guild_id: int | None = None
    guild_lang: Lang | None = None
    version: int | None = None
    discord_lang: Lang | None = None
    profile: Profile | None = None
    manager: bool = False

    def say(self, text: Text, match: "Match | None" = None) -> str:
        """Make a sentence in the reader's language, seats named as the match names them; raises MissingWords."""
        return words(self.lang).say(text, speech.PLAIN if match is None else style_of(match, self.lang))


def ask_of(services: Services, interaction: discord.Interaction[Any], *, where: str, version: int | None = None) -> Ask:
    """Read an interaction; a member's shown name is the one of the server."""
    guild_locale = interaction.guild_locale
    return Ask(
        services=services,
        actor=Actor(interaction.user.id, interaction.user.display_name),
        lang=speech.lang_of(interaction.locale),
        request=str(interaction.id),
        where=where,
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        guild_lang=None if guild_locale is None else speech.lang_of(guild_locale),
        version=version,
        discord_lang=speech.lang_of(interaction.locale),
        manager=interaction.guild_id is not None and interaction.permissions.manage_guild,
    )


async def personal(ask: Ask) -> Ask:
    """Look up what the reader has chosen, once; raises StoreFault."""
    if ask.profile is not None:
        return ask
    profile = await ask.services.people.profile(ask.actor.user_id)
    return replace(ask, profile=profile, lang=profile.lang or ask.lang)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to show or to carry away; the description is a picture's alt text."""

    name: str
    content: bytes
    description: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Something private to read, ready to send; a fresh one never replaces the private message whose control was used."""

    content: str
    view: discord.ui.View | None = None
    attachment: Attachment | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Incident(Page):
    """The page that tells of a fault; whether something was changed before it is not known yet."""


@dataclass(frozen=True, slots=True)
class Done:
    """A change that was accepted; the match's messages are sent after the answer.

    page: what the asker is told after a command or a press on a private message. keeps: the pressed public message keeps its
    controls, because it is edited next or others may still use them; otherwise they go away.
    """

    code: str
    page: Page
    keeps: bool = False


Reply: TypeAlias = Page | Done
Work: TypeAlias = Callable[[Ask], Awaitable[Reply]]


def page(
    content: str,
    *,
    rows: tuple[Row, ...] = (),
    code: str = NO_MATCH,
    version: int = 0,
    say: components.Say | None = None,
    attachment: Attachment | None = None,
    fresh: bool = False,
) -> Page:
    """Make a page; `say` is needed when there are rows. Raises Fault for controls that Discord would not take."""
    view = components.view(rows, code=code, version=version, say=say) if say is not None else None
    return Page(limits.clip(content, limits.CONTENT), view, attachment, fresh)


def page_of(payload: "Payload", match: "Match", lang: Lang) -> Page:
    """Make a private page of a message that was composed for a match."""
    picture = None if payload.png is None else Attachment(payload.filename, payload.png, payload.alt)
    return page(
        payload.content,
        rows=payload.rows,
        code=payload.code,
        version=payload.version,
        say=labels_of(match, lang),
        attachment=picture,
    )


def style_of(match: "Match", lang: Lang) -> Any:
    """Give the way to show a match's sentences."""
    return speech.style(match.header.game, match.header.capacity, match.holders, lang)


def labels_of(match: "Match", lang: Lang) -> components.Say:
    """Give the way to say a match's labels."""
    return components.labels(lang, game_key=match.header.game, seats=match.header.capacity, holders=match.holders)
