"""Whole races around the pool in the local Discord: buttons, private pages, typed commands, three languages, a restart."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.folded import Match
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from tests.flows.house import House, living, running_house
from tests.flows.language import leftovers
from tests.flows.poolside import Presser, args, begun, happened, kinds, longest_chain
from tests.playground.fixtures import local_discord

pytestmark = pytest.mark.asyncio

EVENTFUL = 6  # a seed with which everything below happens
NAMES = ("anna", "bruno")


def check_boards(house: House, thread: Channel) -> None:
    """Hold what is true of every board message: a described picture of bounded size, controls on the newest alone."""
    boards = house.said(thread)
    assert len(boards) > 10
    for board in boards:
        (picture,) = board.attachments
        assert picture.content_type == "image/png"
        assert len(picture.content) <= 60_000
        assert 20 < len(picture.description or "") <= 1024
        assert len(board.content) <= 2_000
    assert [bool(board.controls) for board in boards] == [False] * (len(boards) - 1) + [True]


def check_secrets(house: House, thread: Channel, match: Match) -> None:
    """Hold that a card in a hand was never named in public before it was played, discarded or revealed."""
    for message in house.said(thread):
        assert "hand:" not in message.content.casefold()
    private = {"Took", "StolenCard", "Lined", "Ordered", "HandOrdered"}
    assert private & {type(event).__name__ for frame in match.frames for event in frame.events}
    assert not private & kinds(match)


async def test_a_whole_race_by_buttons_over_a_restart(tmp_path: Path) -> None:
    """Two people and a house bot: a chain of three bumps, a fall, an obstacle, a Helmsman's bounce, and a new process."""
    async with local_discord() as local:
        anna, bruno = (local.player(name) for name in NAMES)
        async with living(local, tmp_path / "tavoliere.db") as house:
            thread = await begun(house, anna, bruno, bots=1, seed=EVENTFUL)
            first = Presser(house, thread, (anna, bruno))
            await first.play(until=lambda match: match.state.round == 4)
            before = await house.match(thread)
            assert before.state.round == 4
        async with living(local, tmp_path / "tavoliere.db") as house:
            after = await house.match(thread)
            assert (after.state, after.version) == (before.state, before.version)
            await replace(first, house=house).play()
            match = await house.match(thread)
            assert match.outcome is not None
            assert longest_chain(match) >= 3
            assert kinds(match) >= {
                "Splash",
                "Obstacle",
                "Slipped",
                "Bounced",
                "Played",
                "Finished",
                "HelmEntered",
                "Closed",
                "Over",
            }
            check_boards(house, thread)
            check_secrets(house, thread, match)
            assert any("wins the race" in message.content for message in house.said(thread)[-1:])
            for page in first.pages:
                assert page.ephemeral_for in (anna.id, bruno.id)
            for opening in ("Where does ", "On which square of the lane ", "Which card does ", "On whom does "):
                assert any(text.startswith(opening) for text in first.shown), opening


def sought(legal: list[str], number: int) -> str:
    """Choose a verb: now and then a card, so that hands fill up and cards are played all the same."""
    verbs = list(dict.fromkeys(text.split()[0] for text in legal))
    return "play" if "play" in verbs and number % 4 == 0 else verbs[0]


async def test_a_whole_race_by_typing(tmp_path: Path) -> None:
    """Every verb is typed, each taken from what its own autocomplete offers."""
    typed: set[str] = set()
    options = {"lineup": "lanes", "obs": "square", "disc": "card", "play": "card", "go": "lane"}
    async with running_house(tmp_path / "tavoliere.db", guild_locale="it") as house:
        anna, bruno = house.local.player("anna", locale="it"), house.local.player("bruno", locale="it")
        thread = await begun(house, anna, bruno, seed=5, autoroll=False)
        while (match := await house.match(thread)).to_act:
            mover = await house.mover(thread, anna, bruno)
            seat = match.seat_of(mover.id)
            assert seat is not None
            legal = [match.game.write(match.state, action) for action in match.game.legal(match.state, seat)]
            verb = sought(legal, len(match.records))
            if verb not in options:
                reply = await mover.slash(thread, f"splash {verb}")
                assert reply.text == f"Giocato: `{verb}`."
            else:
                value = ""
                while value not in legal:
                    offered = await mover.autocomplete(thread, f"splash {verb}", focused=options[verb], value=value)
                    assert offered.choices, (verb, value)
                    value = offered.choices[-1 if verb == "go" else len(match.records) % len(offered.choices)]["value"]
                short = value.removeprefix(f"{verb} ")  # the verb need not be typed again
                given: dict[str, Any] = {options[verb]: short}
                reply = await mover.slash(thread, f"splash {verb}", **given)
                assert reply.text == f"Giocato: `{value}`."
            typed.add(verb)
            await house.settled()
        assert typed == {"lineup", "obs", "disc", "play", "roll", "go", "pass"}
        check_boards(house, thread)
        assert [leftovers(message, "it") for message in house.said(thread)] == [[]] * len(house.said(thread))


async def test_a_race_in_portuguese(tmp_path: Path) -> None:
    async with running_house(tmp_path / "tavoliere.db") as house:
        anna = house.local.player("anna", locale="pt-BR")
        thread = await begun(house, anna, bots=1, seed=9, language="pt_BR")
        presser = Presser(house, thread, (anna,))
        await presser.play(until=lambda match: match.state.round == 6)
        for message in [*house.said(thread), *presser.pages]:
            assert leftovers(message, "pt_BR") == []


async def private(player: Player, board: Message, verb: str, arg: str = "") -> Message:
    """Press a button that opens a private page."""
    ending = f":{verb}" + (f":{arg}" if arg else "")
    (custom_id,) = [control["custom_id"] for control in board.controls if control["custom_id"].endswith(ending)]
    reply = await player.click(board, custom_id=custom_id)
    assert reply.message is not None
    assert reply.ephemeral
    return reply.message


async def test_hand_and_orders_are_everybodys_own_at_any_time(tmp_path: Path) -> None:
    async with running_house(tmp_path / "tavoliere.db") as house:
        anna, bruno = house.local.player("anna"), house.local.player("bruno", locale="it")
        carla = house.local.player("carla")
        thread = await begun(house, anna, bruno, seed=2)
        await Presser(house, thread, (anna, bruno)).play(until=lambda match: match.state.round == 3)
        match = await house.match(thread)
        board = house.board(thread)
        mover = await house.mover(thread, anna, bruno)
        other = bruno if mover is anna else anna
        for player in (mover, other):
            seat = match.seat_of(player.id)
            assert seat is not None
            page = await private(player, board, "hand")
            assert all(f"(`{card}`)" in page.content for card in match.state.hands[seat])
            typed = await player.slash(thread, "match hand")
            assert (typed.ephemeral, typed.text) == (True, page.content)
        refused = await carla.slash(thread, "match hand")
        assert refused.ephemeral
        assert not any(card in refused.text for card in ("`SA`", "`TB`", "`MO`"))
        orders = await private(other, board, "form", "orders")
        assert "order salvagente off" in args(orders, "play")
        public = len(house.said(thread))
        await other.click(orders, custom_id=next(c["custom_id"] for c in orders.controls if "salvagente" in c["custom_id"]))
        await house.settled()
        offered = await mover.autocomplete(thread, "splash order", focused="what", value="alt")
        assert [choice["value"] for choice in offered.choices] == ["alt on", "alt off"]
        reply = await mover.slash(thread, "splash order", what="alt off")
        assert reply.text.count("order alt off") == 1
        await house.settled()
        after = await house.match(thread)
        theirs, ours = after.seat_of(other.id), after.seat_of(mover.id)
        assert theirs is not None
        assert ours is not None
        assert after.state.standing[theirs] == (False, True)
        assert after.state.standing[ours] == (True, False)
        assert after.state.decision == match.state.decision
        assert len(house.said(thread)) == public
        told = [message.content for message in house.said(thread)]
        assert not any(word in text for text in told for word in ("Standing order", "salvagente", "Salvagente", "holds"))


async def test_lanes_are_revealed_together(tmp_path: Path) -> None:
    async with running_house(tmp_path / "tavoliere.db") as house:
        anna, bruno = house.local.player("anna"), house.local.player("bruno")
        thread = await begun(house, anna, bruno)
        await anna.slash(thread, "splash lineup", lanes="AAE")
        await house.settled()
        match = await house.match(thread)
        seat = match.seat_of(anna.id)
        assert seat is not None
        assert "AAE" not in "".join(m.content + "".join(a.description or "" for a in m.attachments) for m in house.said(thread))
        assert "AAE" in (await anna.slash(thread, "match hand")).text
        assert "AAE" not in (await bruno.slash(thread, "match hand")).text
        assert "One of 2 teams has chosen its lanes." in house.board(thread).content
        await bruno.click(house.board(thread), label="Usual lanes: E, C, A")
        await house.settled()
        told = "".join(message.content for message in house.said(thread))
        assert "`AAE`" in told
        assert "`ECA`" in told
        assert [event for record in happened(await house.match(thread)) for event in record]
