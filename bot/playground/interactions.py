"""The life of an interaction: delivery, the one answer in 3 s, deferral, followups, the 15 minutes of its token.

Owns those rules. Bodies are checked by message_rules; the world's messages are written by messages.
"""

import secrets
from typing import Any

from bot.playground import messages, objects, threads
from bot.playground.api_errors import ApiError, Form, fail
from bot.playground.message_rules import Draft, Upload, check_body
from bot.playground.world import EPHEMERAL, Channel, Interaction, Message, User, World

Json = dict[str, Any]

ACK_SECONDS, TOKEN_SECONDS = 3.0, 15 * 60.0
COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
MESSAGE, DEFER_MESSAGE, DEFER_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8
FITTING = {COMMAND: (4, 5, 9, 10, 12), COMPONENT: (4, 5, 6, 7, 9, 10, 12), AUTOCOMPLETE: (8,)}


def start(world: World, kind: int, user: User, channel: Channel, data: Json, message: Message | None = None) -> Interaction:
    """Create an interaction; `deliver` sends it."""
    token = secrets.token_urlsafe(32)
    interaction = Interaction(world.new_id(), token, kind, user, channel, data, world.clock.monotonic(), message)
    world.interactions[token] = interaction
    return interaction


def deliver(interaction: Interaction) -> None:
    """Send the interaction to the bot, again if called again."""
    interaction.delivered += 1
    world = interaction.channel.world
    world.log.happened("interaction", interaction=interaction)
    world.dispatch("INTERACTION_CREATE", objects.interaction_create(interaction))


def respond(world: World, interaction_id: int, token: str, body: Json, files: list[Upload]) -> Interaction:
    """Take the bot's answer to an interaction.

    Raises 10062 for an unknown or too old one, 40060 for a second answer, 50035 for a type that does not fit.
    """
    interaction = world.interactions.get(token)
    if interaction is None or interaction.id != interaction_id:
        fail(10062)
    now = world.clock.monotonic()
    if interaction.acknowledged_at is not None:
        fail(40060)
    if now - interaction.created > ACK_SECONDS:
        fail(10062)
    kind = body.get("type")
    if kind not in FITTING[interaction.type]:
        allowed = ", ".join(str(choice) for choice in FITTING[interaction.type])
        form = Form()
        form.add("type", "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")
        form.check()
    _apply(interaction, int(str(kind)), body.get("data") or {}, files)
    interaction.callback_type = kind
    interaction.acknowledged_at = now
    interaction.acknowledged.set()
    world.log.happened("interaction_acknowledged", interaction=interaction)
    return interaction


def _apply(interaction: Interaction, kind: int, data: Json, files: list[Upload]) -> None:
    if kind == CHOICES:
        interaction.choices = _check_choices(interaction, data)
    elif kind == MESSAGE:
        interaction.response = _write(interaction, _nested_check(data, files))
    elif kind == DEFER_MESSAGE:
        interaction.response = _write(interaction, Draft(frozenset(), flags=int(data.get("flags") or 0)), thinking=True)
    elif kind == DEFER_UPDATE:
        interaction.response = interaction.message
    elif kind == UPDATE:
        source = _source(interaction)
        threads.refuse_archived(source.channel)
        interaction.response = messages.edit(source, _nested_check(data, files, editing=True))
    else:
        raise ApiError(400, 50035, f"the local Discord has no interaction answer of type {kind}")
    interaction.ephemeral = interaction.response is not None and interaction.response.ephemeral


def _nested_check(data: Json, files: list[Upload], *, editing: bool = False) -> Draft:
    """Check a body that sits under `data`, so that its errors do too."""
    try:
        return check_body(data, files, editing=editing)
    except ApiError as error:
        if error.errors is None:
            raise
        raise ApiError(error.status, error.code, error.message, {"data": error.errors}) from None


def _source(interaction: Interaction) -> Message:
    message = interaction.message
    if message is None or message.deleted:
        fail(10008)
    return message


def _write(interaction: Interaction, draft: Draft, *, thinking: bool = False) -> Message:
    channel = interaction.channel
    if channel.deleted:
        fail(10003)
    if not draft.flags & EPHEMERAL:
        threads.wake_for_message(channel, interaction.user)
    kind = 20 if interaction.type == COMMAND else 0
    return messages.create(channel, channel.world.bot, draft, interaction=interaction, kind=kind, thinking=thinking)


def focused_option(interaction: Interaction) -> Json:
    """Give the option an autocomplete is about."""
    options: list[Json] = list(interaction.data.get("options") or [])
    while options:
        option = options.pop()
        if option.get("focused"):
            return option
        options.extend(option.get("options") or [])
    raise ValueError("no option is focused")


def _check_choices(interaction: Interaction, data: Json) -> list[Json]:
    choices: list[Json] = data.get("choices") or []
    types: tuple[type, ...] = {3: (str,), 4: (int,), 10: (int, float)}[focused_option(interaction)["type"]]
    form = Form()
    form.count("data.choices", choices, most=25)
    for number, choice in enumerate(choices):
        path = f"data.choices.{number}"
        form.length(f"{path}.name", choice.get("name"), least=1, most=100)
        value = choice.get("value")
        if isinstance(value, bool) or not isinstance(value, types):
            form.add(f"{path}.value", "UNION_TYPE_CHOICES", f"Value {value!r} does not fit the option's type")
        elif isinstance(value, str):
            form.length(f"{path}.value", value, least=1, most=100)
    form.check()
    return choices


def by_token(world: World, application_id: int, token: str) -> Interaction:
    """Find the interaction of a token that may still be used.

    Raises 50027 for an unknown or too old token, 10015 before the interaction was answered or for another application.
    """
    interaction = world.interactions.get(token)
    if interaction is None or world.clock.monotonic() - interaction.created > TOKEN_SECONDS:
        fail(50027)
    if interaction.acknowledged_at is None or application_id != world.application_id or interaction.type == AUTOCOMPLETE:
        fail(10015)
    return interaction


def follow_up(interaction: Interaction, body: Json, files: list[Upload]) -> Message:
    """Add a message to an answered interaction; the first after a deferral becomes the deferred message itself."""
    draft = check_body(body, files)
    waiting = interaction.response
    if interaction.callback_type == DEFER_MESSAGE and waiting is not None and waiting.deferred:
        if draft.is_empty:
            fail(50006)
        messages.fill(waiting, draft)
        interaction.channel.world.log.happened("interaction_filled", interaction=interaction, message=waiting)
        return waiting
    message = _write(interaction, draft)
    interaction.followups.append(message)
    interaction.channel.world.log.happened("interaction_followup", interaction=interaction, message=message)
    return message


def own_message(interaction: Interaction, which: str) -> Message:
    """Find a message of an interaction by `@original` or id; 10008 when it is gone or not its own."""
    original = interaction.response
    known = {str(m.id): m for m in interaction.followups}
    if original is not None:
        known |= {"@original": original, str(original.id): original}
    message = known.get(which)
    if message is None or message.deleted:
        fail(10008)
    return message


def edit_own(interaction: Interaction, which: str, body: Json, files: list[Upload]) -> Message:
    """Edit a message of an interaction; editing the deferred one ends its thinking."""
    message = own_message(interaction, which)
    draft = check_body(body, files, editing=True)
    if not message.ephemeral:
        threads.refuse_archived(message.channel)
    was_waiting = message.deferred
    messages.edit(message, draft)
    if was_waiting:
        interaction.channel.world.log.happened("interaction_filled", interaction=interaction, message=message)
    return message


def callback_answer(interaction: Interaction) -> Json:
    """Give what `?with_response=1` answers."""
    about: Json = {"id": str(interaction.id), "type": interaction.type, "channel_id": str(interaction.channel.id)}
    if interaction.guild is not None:
        about["guild_id"] = str(interaction.guild.id)
    if interaction.type == AUTOCOMPLETE or interaction.response is None:
        return {"interaction": about}
    message = interaction.response
    about |= {
        "response_message_id": str(message.id),
        "response_message_loading": message.deferred,
        "response_message_ephemeral": message.ephemeral,
    }
    if interaction.callback_type in (DEFER_MESSAGE, DEFER_UPDATE):
        return {"interaction": about}
    return {"interaction": about, "resource": {"type": interaction.callback_type, "message": objects.message(message)}}
