"""The `new` command of every game, made from the game's own facts and options.

Owns which options Discord offers for it. Refuses to check them (the game's pydantic model does) and to open the lobby by itself.
"""

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.engine.core import AnyGame, Code, Text
from bot.errors import Fault, LobbyRefusal, NotAllowed
from bot.i18n import LANGS
from bot.match.model import Late, Pace
from bot.ui import access, settings
from bot.ui.ask import Ask, Done, Reply, page
from bot.ui.translator import choice, describe, words_for
from bot.words.base import words_of

if TYPE_CHECKING:
    from bot.client import TavoliereClient

INVITED: Final = 3  # opponents named by option at most; more join by the lobby's button


def new_command(game: AnyGame) -> app_commands.Command[Any, ..., None]:
    """Make the command; raises Fault for an option of a kind that Discord does not have, MissingWords for one without words."""
    own = own_options(game)

    async def new(interaction: "discord.Interaction[TavoliereClient]", **given: Any) -> None:
        await interaction.client.flow.command(interaction, lambda ask: opened(ask, interaction, game, given))

    parameters = [_parameter("interaction", discord.Interaction[Any], required=True)]
    parameters += [_parameter(name, annotation) for name, annotation in (_common(game) | own).items()]
    new.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined] # discord.py reads the options off it
    described = {name: describe(f"command.new.{name.rstrip('123')}") for name in _common(game)}
    described |= {name: words_for(words_of(game.info.key).option_label(name)) for name in own}
    app_commands.describe(**described)(new)
    app_commands.choices(**_choices(game))(new)
    return app_commands.Command(name="new", description=describe("command.new"), callback=new)


async def opened(ask: Ask, interaction: discord.Interaction[Any], game: AnyGame, given: Mapping[str, Any]) -> Reply:
    """Open the lobby: the bot's permissions first, so that nothing starts that cannot be shown."""
    if not ask.channel_id:
        raise NotAllowed("ui.not_here")
    rules = await settings.demand_channel(ask, _places(interaction))
    access.demand_permissions(interaction)
    opponents = [given[name] for name in _opponents(game) if given.get(name) is not None]
    if any(user.bot for user in opponents):
        raise LobbyRefusal("ui.opponent_is_bot", option=Code("bots:"))
    names = game.options.model_fields
    receipt = await ask.services.lobby.open(
        ask.actor,
        game=game.info.key,
        options={name: value for name, value in given.items() if name in names and value is not None},
        guild_id=ask.guild_id,
        channel_id=ask.channel_id,
        lang=given.get("language") or rules.lang or ask.guild_lang or ask.services.settings.language,
        pace=Pace(given.get("pace") or rules.pace or Pace.THREE_DAYS),
        late=Late(given.get("late") or Late.BOT),
        opponents=[user.id for user in opponents],
        bots=given.get("bots") or 0,
        capacity=given.get("players"),
        request=ask.request,
    )
    return Done(receipt.code, page(ask.say(receipt.said)))


def _places(interaction: discord.Interaction[Any]) -> tuple[int, ...]:
    """Name the channel, and of a thread its parent."""
    parent = getattr(interaction.channel, "parent_id", None)
    return tuple(place for place in (interaction.channel_id, parent) if place is not None)


def own_options(game: AnyGame) -> dict[str, Any]:
    """Give the game's own options with what annotates them for discord.py, read off the model's JSON schema."""
    properties: dict[str, dict[str, Any]] = game.options.model_json_schema().get("properties", {})
    return {name: _annotation(game, name, schema) for name, schema in properties.items()}


def _annotation(game: AnyGame, name: str, schema: Mapping[str, Any]) -> Any:
    match schema:
        case {"type": "boolean"}:
            return bool | None
        case {"enum": [*_]}:
            return str | None
        case {"type": "integer", "minimum": int(low), "maximum": int(high)}:
            return app_commands.Range[int, low, high] | None
        case _:
            raise Fault(f"{game.info.key}: Discord has no option for {name}: {dict(schema)}")


def _common(game: AnyGame) -> dict[str, Any]:
    most = max(game.info.seats)
    common: dict[str, Any] = dict.fromkeys(_opponents(game), discord.User | None)
    common |= {"bots": app_commands.Range[int, 0, most - 1] | None, "players": int | None, "pace": str | None, "late": str | None}
    return common | {"language": str | None}


def _opponents(game: AnyGame) -> list[str]:
    return [f"opponent{number}" for number in range(1, min(INVITED, max(game.info.seats) - 1) + 1)]


def _choices(game: AnyGame) -> dict[str, list[app_commands.Choice[Any]]]:
    found: dict[str, list[app_commands.Choice[Any]]] = {
        "players": [app_commands.Choice(name=str(count), value=count) for count in game.info.seats],
        "pace": [choice(Text(f"board.pace.{pace.value}"), pace.value) for pace in Pace],
        "late": [choice(Text(f"clock.late.{late.value}"), late.value) for late in Late],
        "language": [choice(Text(f"board.language.{lang}"), lang) for lang in LANGS],
    }
    for name, schema in game.options.model_json_schema().get("properties", {}).items():
        if "enum" in schema:
            label = words_of(game.info.key).option_label
            found[name] = [choice(label(f"{name}.{value}"), value) for value in schema["enum"]]
    return found


def _parameter(name: str, annotation: Any, *, required: bool = False) -> inspect.Parameter:
    default = inspect.Parameter.empty if required else None
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)
