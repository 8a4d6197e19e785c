"""The life of an interaction by plain requests: one answer, in time, of a fitting type; the token; whose message it is."""

from typing import Any

import pytest

from bot.playground import LocalDiscord, ManualClock, interactions
from bot.playground.world import Interaction, Message
from tests.playground.raw import RawBot
from tests.playground.test_message_rules import button, first_error, rows

pytestmark = pytest.mark.asyncio

Json = dict[str, Any]
OPTION = {"name": "o", "type": 3, "value": "v", "focused": True}


def begin(local: LocalDiscord, kind: int, message: Message | None = None) -> Interaction:
    data: Json = {"id": "1", "name": "c", "type": 1, "options": [OPTION] if kind == 4 else []}
    if kind == 3:
        data = {"component_type": 2, "custom_id": "b0", "id": 2}
    interaction = interactions.start(local.world, kind, local.player("anna").user, local.channel(), data, message)
    interactions.deliver(interaction)
    return interaction


async def answer(raw: RawBot, interaction: Interaction, kind: int, data: Json | None = None) -> tuple[int, Any]:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
    return await raw.ask("POST", path, {"type": kind, "data": data or {}})


def hook(local: LocalDiscord, interaction: Interaction, rest: str = "") -> str:
    return f"/webhooks/{local.world.application_id}/{interaction.token}{rest}"


@pytest.mark.parametrize(("kind", "callback"), [(2, 6), (2, 7), (2, 8), (2, 1), (3, 8), (4, 4), (4, 5)])
async def test_the_callback_must_fit_the_interaction(timed: LocalDiscord, raw: RawBot, kind: int, callback: int) -> None:
    interaction = begin(timed, kind, (await _board(timed, raw)) if kind == 3 else None)
    status, refused = await answer(raw, interaction, callback, {"content": "x"})
    assert (status, refused["code"], first_error(refused["errors"])) == (400, 50035, ("type", "BASE_TYPE_CHOICES"))
    assert interaction.acknowledged_at is None


async def _board(timed: LocalDiscord, raw: RawBot) -> Message:
    await raw.say(rows([button()]))
    return timed.channel().last_message


async def test_an_answer_after_three_seconds_is_unknown(timed: LocalDiscord, raw: RawBot, clock: ManualClock) -> None:
    early, late = begin(timed, 2), begin(timed, 2)
    clock.advance(2.9)
    assert (await answer(raw, early, 4, {"content": "x"}))[0] == 200
    clock.advance(0.2)
    status, refused = await answer(raw, late, 4, {"content": "x"})
    assert (status, refused["code"]) == (404, 10062)


async def test_a_second_answer_is_refused(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    await answer(raw, interaction, 5)
    status, refused = await answer(raw, interaction, 4, {"content": "x"})
    assert (status, refused["code"]) == (400, 40060)


async def test_a_wrong_token_or_id_is_unknown(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    assert await raw.code("POST", f"/interactions/{interaction.id}/nothing/callback", {"type": 5}) == 10062
    assert await raw.code("POST", f"/interactions/5/{interaction.token}/callback", {"type": 5}) == 10062


async def test_a_refused_body_leaves_the_interaction_open(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    status, refused = await answer(raw, interaction, 4, {"content": "x" * 2001})
    assert (status, first_error(refused["errors"])) == (400, ("data.content", "BASE_TYPE_MAX_LENGTH"))
    assert (await answer(raw, interaction, 4, {}))[1]["code"] == 50006
    assert (await answer(raw, interaction, 4, {"content": "x"}))[0] == 200


async def test_the_token_lives_fifteen_minutes(timed: LocalDiscord, raw: RawBot, clock: ManualClock) -> None:
    interaction = begin(timed, 2)
    assert await raw.code("POST", hook(timed, interaction), {"content": "too early"}) == 10015
    await answer(raw, interaction, 4, {"content": "x"})
    clock.advance(15 * 60 - 1)
    assert await raw.code("POST", hook(timed, interaction), {"content": "in time"}) == 0
    clock.advance(2)
    for method, rest in [("POST", ""), ("PATCH", "/messages/@original"), ("DELETE", "/messages/@original")]:
        assert await raw.code(method, hook(timed, interaction, rest), {"content": "late"}) == 50027


async def test_the_original_can_be_read_edited_and_deleted(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    _, given = await answer(raw, interaction, 4, {"content": "x", "flags": 64})
    identity = given["resource"]["message"]["id"]
    original = hook(timed, interaction, "/messages/@original")
    assert (await raw.ask("GET", original))[1]["id"] == identity
    assert (await raw.ask("PATCH", hook(timed, interaction, f"/messages/{identity}"), {"content": "y"}))[1]["content"] == "y"
    assert await raw.code("GET", f"/channels/{timed.channel().id}/messages/{identity}") == 10008
    assert await raw.code("DELETE", original) == 0
    assert await raw.code("GET", original) == 10008
    assert await raw.code("PATCH", hook(timed, interaction, "/messages/5"), {"content": "y"}) == 10008


async def test_deferral_thinks_until_the_first_followup(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    _, given = await answer(raw, interaction, 5, {"flags": 64})
    assert given["interaction"]["response_message_loading"] is True
    assert await raw.code("POST", hook(timed, interaction), {}) == 50006
    _, filled = await raw.ask("POST", hook(timed, interaction), {"content": "done"})
    assert filled["id"] == given["interaction"]["response_message_id"]
    assert filled["flags"] & 64
    assert not filled["flags"] & 128
    _, second = await raw.ask("POST", hook(timed, interaction), {"content": "public"})
    assert second["id"] != filled["id"]
    assert [m.content for m in timed.channel().messages] == ["public"]


async def test_deferral_ends_with_an_edit_of_the_original(timed: LocalDiscord, raw: RawBot) -> None:
    interaction = begin(timed, 2)
    await answer(raw, interaction, 5)
    _, filled = await raw.ask("PATCH", hook(timed, interaction, "/messages/@original"), {"content": "done"})
    assert not filled["flags"] & 128
    _, second = await raw.ask("POST", hook(timed, interaction), {"content": "more"})
    assert second["id"] != filled["id"]


async def test_a_press_updates_its_message_and_defers_without_a_trace(timed: LocalDiscord, raw: RawBot) -> None:
    board = await _board(timed, raw)
    _, given = await answer(raw, begin(timed, 3, board), 7, {"content": "new", "components": []})
    assert (given["resource"]["type"], given["resource"]["message"]["content"]) == (7, "new")
    deferred = begin(timed, 3, board)
    _, given = await answer(raw, deferred, 6)
    assert "resource" not in given
    assert (await raw.ask("GET", hook(timed, deferred, "/messages/@original")))[1]["id"] == str(board.id)
    assert board.content == "new"


async def test_a_press_on_a_deleted_message_can_not_update_it(timed: LocalDiscord, raw: RawBot) -> None:
    board = await _board(timed, raw)
    interaction = begin(timed, 3, board)
    await raw.ask("DELETE", f"/channels/{timed.channel().id}/messages/{board.id}")
    assert (await answer(raw, interaction, 7, {"content": "new"}))[1]["code"] == 10008
    assert (await answer(raw, interaction, 4, {"content": "gone", "flags": 64}))[0] == 200


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        ([{"name": "n", "value": "v"}] * 26, "data.choices"),
        ([{"name": "", "value": "v"}], "data.choices.0.name"),
        ([{"name": "n" * 101, "value": "v"}], "data.choices.0.name"),
        ([{"name": "n", "value": ""}], "data.choices.0.value"),
        ([{"name": "n", "value": "v" * 101}], "data.choices.0.value"),
        ([{"name": "n", "value": 5}], "data.choices.0.value"),
    ],
)
async def test_choices_have_their_limits(timed: LocalDiscord, raw: RawBot, choices: list[Json], path: str) -> None:
    interaction = begin(timed, 4)
    status, refused = await answer(raw, interaction, 8, {"choices": choices})
    assert (status, first_error(refused["errors"])[0]) == (400, path)
    assert (await answer(raw, interaction, 8, {"choices": choices[:0]}))[1] == {
        "interaction": {
            "id": str(interaction.id),
            "type": 4,
            "channel_id": str(timed.channel().id),
            "guild_id": str(timed.guild.id),
        }
    }
