"""What hostile people put in: names that try to mention, to break out of code, to fake; input that is no input."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot.engine.core import Seat, Text, Who
from bot.match.model import Human, SeatHolder
from bot.playground.errors import CannotDo
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from bot.ui.components import labels
from tests.flows.house import House

pytestmark = pytest.mark.asyncio

NAMES = {
    "back-ticks": "`a``b```c",
    "everyone": "@everyone @here",
    "a role": "<@&1> <@1> <#1>",
    "markdown": "**x** __y__ ~~z~~ ||w|| *v*",
    "a link": "[free](https://evil.example/a_b_c)",
    "a back-tick in a link": "https://evil.example/`**x",
    "an address in angle brackets": "<a:/**`x>",
    "a moment": "<t:1:R> </help:1>",
    "right to left": "\u202eesrever\u202c\u2066x\u2069",
    "zero width": "a\u200b\u200c\u200d\ufeffb@\u200beveryone",
    "lines": "one\n# two\r\n> three\u2028four",
    "emoji": "🧜‍♀️" * 8,
    "a custom emoji": "<:x:1> <a:y:2>",
    "nothing to see": "\u200b\u200b",
    "heading": "# big\n-# small",
    "braces": "{who} {0} %s {",
    "long": "w" * 32,
}
MENTION = re.compile(r"<(@[!&]?|#|t:|/|a?:)[^>]*>|@everyone|@here")
CODE = re.compile(r"`[^`\n]*`")
NOT_PLAIN = re.compile("[\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufeff\r\u2028]")  # \u200b is what the escaping itself puts in


def spoken(*messages: Message) -> Iterator[str]:
    """Give every text of messages: words, picture descriptions, labels, options."""
    for message in messages:
        yield message.content
        yield from (file.description or "" for file in message.attachments)
        for control in message.controls:
            yield control.get("label") or control.get("placeholder") or ""
            yield from (option["label"] + (option.get("description") or "") for option in control.get("options", []))


def check_words(message: Message, intended: set[int], name: str) -> None:
    """Hold that a message mentions the intended ids alone, and that no name has broken out of its place."""
    content = message.content
    for found in MENTION.finditer(CODE.sub("", content)):
        if found[0].startswith("<#") and found[0] != "<#1>":
            continue  # the bot's own way to name a channel
        if re.fullmatch(r"<t:\d+:R>", found[0]) and found[0] != "<t:1:R>":
            continue  # a deadline
        assert re.fullmatch(r"<@\d+>", found[0]), (found[0], content)
        assert int(found[0][2:-1]) in intended, content
    assert not NOT_PLAIN.search(content), content
    assert {user.id for user in message.mentions} <= intended
    assert not message.mention_everyone
    assert message.mention_roles == []
    if "`" in name:
        outside = CODE.sub("", re.sub(r"```.*?```", "", content, flags=re.DOTALL))
        assert not re.search(r"(?<!\\)`", outside), content
    assert "https://evil" not in content


def public(house: House, *places: Channel) -> list[Message]:
    return [message for place in places for message in house.said(place)]


@pytest.mark.parametrize("kind", NAMES)
async def test_no_name_breaks_out_of_any_sentence(house: House, anna: Player, kind: str) -> None:
    name = NAMES[kind]
    dora = house.local.player("dora", nick=name)
    carla = house.local.player("carla")
    lobby = await house.lobby(dora, players=3, opponent1=anna)
    check_words(lobby, {anna.id}, name)
    private = [await anna.slash(house.channel, "match info"), await anna.slash(house.channel, "match list")]
    for player in (anna, carla):
        await player.click(lobby, label="Join")
    await house.settled()
    thread = house.local.channel(f"Controcorrente · {house.code(lobby)}")
    people = {dora.id, anna.id, carla.id}
    for _ in range(5):
        board, mover = house.board(thread), await house.mover(thread, dora, anna, carla)
        private.append(await mover.autocomplete(thread, "controcorrente move", focused="action"))
        await mover.click(board, label=board.labels[0])
        await house.settled()
    waiting = next(player for player in (anna, carla) if player is not mover)
    private += [
        await anna.slash(thread, "match info"),
        await anna.slash(thread, "match log"),
        await anna.slash(thread, "match board"),
        await anna.slash(thread, "match board", form="text"),
        await anna.autocomplete(thread, "match info", focused="match"),
        await waiting.slash(thread, "controcorrente roll"),
        await dora.slash(thread, "match abort"),
    ]
    await house.settled()
    private.append(await carla.slash(thread, "match undo"))
    await dora.slash(thread, "match resign", sure=True)
    await house.settled()
    for player in (anna, carla):
        await player.slash(thread, "match resign", sure=True)
        await house.settled()
    private.append(await anna.slash(thread, "match info"))
    for message in public(house, house.channel, thread):
        check_words(message, people, name)
        assert all("\n" not in text or text == message.content for text in spoken(message))
        assert all(name not in (file.description or "") for file in message.attachments)
    for reply in private:
        for choice in reply.choices:
            assert not NOT_PLAIN.search(choice["name"])
            assert "\n" not in choice["name"]
        if reply.message is not None:
            check_words(reply.message, set(), name)
            assert all(not NOT_PLAIN.search(text) for text in spoken(reply.message))
    rung = [n for n in house.local.world.notifications if n.reason != "mention"]
    assert rung == []


async def test_a_name_stands_in_labels_as_it_is_but_in_one_line() -> None:
    """Contrary wind names the opponent on its button, where nothing is markdown."""
    for name in NAMES.values():
        say = labels("en", game_key="controcorrente", seats=2, holders=(SeatHolder(0, Human(1, name)),))
        label = say(Text("controcorrente.choice.contrary", {"who": Who(Seat(0)), "from": 3, "to": 1}))
        assert len(label) <= 80
        assert not NOT_PLAIN.search(label)
        assert "\u200b" not in label
        assert "\n" not in label


WRONG_ACTIONS = [
    "hello",
    "R R",
    "M",
    "M99",
    "M3; DROP TABLE matches",
    "CZ9",
    "CA3",
    "F3",
    "P",
    "-1",
    "٣",
    "M٣",
    "\u202eR",
    "R" * 6000,
    "`" * 200,
    "@everyone",
    "{who}",
    "\n\n",
    " ",
]


@pytest.mark.parametrize("action", WRONG_ACTIONS, ids=[repr(text[:12]) for text in WRONG_ACTIONS])
async def test_bad_notation_is_answered_with_what_would_fit(house: House, anna: Player, action: str) -> None:
    carla = house.local.player("carla")
    thread = await house.started(anna, carla)
    mover = await house.mover(thread, anna, carla)
    other = carla if mover is anna else anna
    with structlog.testing.capture_logs() as logs:
        reply = await mover.slash(thread, "controcorrente move", action=action)
        out_of_turn = await other.slash(thread, "controcorrente move", action=action)
        await house.settled()
    assert reply.ephemeral
    assert "`R`" in reply.text, "what would fit is named"
    assert len(reply.text) <= 600
    assert reply.text.count("\n") <= 3
    assert out_of_turn.ephemeral
    assert "not your turn" in out_of_turn.text
    for told in (reply, out_of_turn):
        assert told.message is not None
        check_words(told.message, set(), "")
    assert (await house.match(thread)).version == 2
    assert [log for log in logs if log["log_level"] in ("warning", "error")] == []


@pytest.mark.parametrize(
    "code", ["ZZZZZZ", "K7QH3D", "x", "K7QH3D extra words", "`@everyone`", "K" * 6000, "\u202e", " ", "%s{}", "0", "III111"]
)
async def test_an_unknown_match_is_named_back_in_one_private_sentence(house: House, anna: Player, code: str) -> None:
    for command in ("match board", "match info", "match log", "match export", "match leave", "lobby join", "controcorrente roll"):
        reply = await anna.slash(house.channel, command, match=code)
        assert reply.ephemeral
        assert len(reply.text) < 250
        assert "\n" not in reply.text
        assert reply.message is not None
        check_words(reply.message, set(), "")
    assert house.channel.messages == []


async def test_options_out_of_range_are_refused_with_the_range(house: House, anna: Player) -> None:
    wrong: list[dict[str, Any]] = [
        {"start": 1},
        {"start": 10},
        {"wave": 1},
        {"wave": 11},
        {"bots": 4},
        {"players": 5},
        {"pace": "never"},
    ]
    for options in wrong:
        with pytest.raises(CannotDo):  # a client would not even send these
            await anna.slash(house.channel, "controcorrente new", **options)
    assert "room for 2" in (await anna.slash(house.channel, "controcorrente new", players=2, bots=2)).text
    assert "cannot lie on tile 5" in (await anna.slash(house.channel, "controcorrente new", start=5, wave=5)).text
    assert "invite yourself" in (await anna.slash(house.channel, "controcorrente new", opponent1=anna)).text
    assert (
        "Other bots cannot play" in (await anna.slash(house.channel, "controcorrente new", opponent1=house.local.world.bot)).text
    )
    assert house.channel.messages == []


async def test_a_wrong_seat_and_a_wrong_level_are_refused_by_name(house: House, anna: Player) -> None:
    carla = house.local.player("carla")
    await house.lobby(anna, players=3)
    assert "There is no seat" in (await carla.slash(house.channel, "lobby join", seat="D")).text
    assert "A, B" in (await carla.slash(house.channel, "lobby join", seat="@everyone" * 100)).text
    assert "There is no house bot" in (await anna.slash(house.channel, "lobby addbot", level="godlike")).text
    await anna.slash(house.channel, "lobby seat", seat="A")
    late = await house.local.player("late").slash(house.channel, "lobby join", seat="A")
    assert "Seat `A` is taken" in late.text
    assert "Only the host" in (await carla.slash(house.channel, "lobby cancel")).text


async def test_a_person_who_is_not_seated_gets_one_sentence_for_every_verb(house: House, anna: Player) -> None:
    carla, dora = house.local.player("carla"), house.local.player("dora")
    thread = await house.started(anna, carla)
    typed: list[tuple[str, dict[str, Any]]] = [
        ("controcorrente roll", {}),
        ("controcorrente boat", {"tile": 3}),
        ("controcorrente wind", {"action": "CA3"}),
        ("match undo", {}),
        ("match abort", {}),
        ("match answer", {"agree": True}),
        ("match resign", {"sure": True}),
        ("match leave", {}),
        ("match rematch", {}),
        ("lobby join", {}),
        ("lobby start", {}),
        ("lobby cancel", {}),
        ("lobby addbot", {}),
        ("lobby dropbot", {}),
        ("lobby seat", {"seat": "A"}),
        ("lobby leave", {}),
    ]
    for command, options in typed:
        reply = await dora.slash(thread, command, **options)
        assert reply.ephemeral, command
        assert reply.text.endswith("."), command
        assert "went wrong" not in reply.text, command
    await house.settled()
    assert (await house.match(thread)).version == 2


async def test_no_person_is_named_in_a_file_or_its_name(house: House, anna: Player) -> None:
    dora = house.local.player("dora", nick="evil</name>")
    thread = await house.started(dora, anna)
    exported = (await dora.slash(thread, "match export")).message
    assert exported is not None
    content = exported.attachments[0].content.decode()
    assert "evil" not in content
    assert str(dora.id) not in content
    assert {file.filename for m in house.said(thread) for file in m.attachments} == {
        f"{(await house.match(thread)).code.lower()}-2.png"
    }
