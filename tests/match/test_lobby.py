"""The lobby: places, consent, seats, starting exactly once, ending, and meeting again."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.chance import verify
from bot.engine.core import Code, Seat, Text
from bot.engine.records import Started
from bot.errors import LobbyRefusal, NotAllowed, NotSeated, Refusal, StoreFault
from bot.match.codes import ALPHABET, make_code, read_code
from bot.match.folded import Match
from bot.match.lobby import LIFETIME
from bot.match.model import Actor, Commit, Gone, HouseBot, Human, Pace, Receipt, SeatHolder, Status, Timer
from bot.match.seating import capacity_of
from tests.match.conftest import ANNA, BRUNO, CARLA, DARIO, EVA, World
from tests.match.pebbles import GAMES, PebblesOptions

pytestmark = pytest.mark.asyncio

A, B, C, D = map(Seat, range(4))


def users(match: Match) -> list[int]:
    """The people of a match in the order of their places."""
    return [taken.holder.user_id for taken in match.holders if isinstance(taken.holder, Human)]


async def test_opening_tells_everything_there_is_to_know(world: World) -> None:
    code = await world.open(options={"rounds": 3}, pace=Pace.DAY, wanted=B)
    match = await world.load(code)
    header = match.header
    assert (header.status, header.version, header.capacity, header.host) == (Status.LOBBY, 1, 4, ANNA.user_id)
    assert (header.pace, header.lang, header.rules_version) == (Pace.DAY, "it", 1)
    assert len(header.seed) == 32
    assert match.options == PebblesOptions(rounds=3)
    assert match.holders == (SeatHolder(0, Human(ANNA.user_id, "Anna"), B),)
    assert [row.kind for row in await world.rows(code)] == ["lobby"]
    assert await world.timers(code) == {"lobby": Timer(code, "lobby", world.clock.now() + LIFETIME, 1)}
    assert (await world.load(await world.open(options=PebblesOptions(rounds=2)))).options == PebblesOptions(rounds=2)


async def test_what_cannot_be_opened_is_refused_with_what_can(world: World) -> None:
    for given, code in (
        ({"game": "chess"}, "engine.unknown_game"),
        ({"options": {"rounds": 0}}, "pebbles.rounds"),
        ({"options": {"rounds": "many"}}, "engine.bad_options"),
        ({"opponents": [ANNA.user_id]}, "match.invited_self"),
        ({"bots": ["genius"]}, "match.bot_unknown"),
        ({"bots": 4}, "match.too_many_named"),
        ({"capacity": 5}, "match.capacity_wrong"),
        ({"capacity": 2, "opponents": [1, 2]}, "match.too_many_named"),
        ({"wanted": Seat(4)}, "match.seat_unknown"),
    ):
        with pytest.raises(Refusal) as refused:
            await world.open(**given)
        assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        await world.open(options={"rounds": 0})
    assert refused.value.params == {"least": 1}


async def test_capacity_follows_those_who_are_named(world: World) -> None:
    info = GAMES["pebbles"].info
    assert [capacity_of(info, chosen=None, named=named) for named in range(4)] == [4, 2, 3, 4]
    assert capacity_of(info, chosen=3, named=1) == 3


async def test_a_lobby_for_its_bots_alone_starts_as_it_opens(world: World) -> None:
    code = await world.open(bots=1, wanted=A)
    match = await world.load(code)
    assert (match.header.status, match.version) == (Status.PLAYING, 1)
    assert match.holders == (SeatHolder(0, Human(ANNA.user_id, "Anna"), A), SeatHolder(1, HouseBot("steady")))
    assert await world.kinds(code) == ["lobby", "open", "board"]
    assert set(await world.timers(code)) == {"next"}


async def test_opening_twice_with_one_request_opens_once(world: World) -> None:
    codes = await asyncio.gather(*(world.open(request="one") for _ in range(20)))
    assert len(set(codes)) == 1
    assert await world.store.at_home(900_000_000_000_000_001) == [codes[0]]


async def test_a_code_that_is_taken_is_drawn_again(world: World) -> None:
    first = bytes(range(12))
    world.entropy.script = [bytes(32), first, bytes(32), first, bytes(range(1, 13))]
    assert {await world.open(), await world.open()} == {make_code(lambda _: first), make_code(lambda _: bytes(range(1, 13)))}


async def test_codes_hold_no_characters_that_look_alike() -> None:
    for pair in ("0O", "1IL", "5S", "2Z", "8B", "UV", "OQ"):
        assert len(set(pair) & set(ALPHABET)) <= 1
    made = make_code(lambda size: bytes([255] * (size - 1) + [0]))
    assert made == ALPHABET[0] * 6
    assert read_code("zSbu0o") == "258VQQ"
    assert read_code("258VQ") is None
    assert read_code("1258VQ") is None


async def test_joining_fills_the_lobby_and_starts_it_once(world: World) -> None:
    code = await world.open()
    everybody = [Actor(1000 + n, f"Player {n}") for n in range(100)]
    done = await asyncio.gather(
        *(world.lobby.join(code, actor, request=f"join {actor.user_id}") for actor in everybody), return_exceptions=True
    )
    assert sum(isinstance(one, Receipt) for one in done) == 3  # the host holds the fourth
    assert sum(isinstance(one, LobbyRefusal) for one in done) == 97
    match = await world.load(code)
    assert match.header.status is Status.PLAYING
    assert [one.record.kind for one in match.records] == ["started"]
    assert [row.kind for row in await world.rows(code)].count("open") == 1
    assert len({taken.place for taken in match.holders}) == len(users(match)) == 4


async def test_a_full_lobby_refuses_and_says_for_whom_places_are_kept(world: World) -> None:
    code = await world.open(opponents=[BRUNO.user_id, CARLA.user_id])
    match = await world.load(code)
    assert (match.header.capacity, match.header.invited) == (3, (BRUNO.user_id, CARLA.user_id))
    with pytest.raises(LobbyRefusal) as kept:
        await world.lobby.join(code, EVA, request=None)
    assert (kept.value.code, kept.value.params) == ("match.lobby_kept", {"n": 2})
    with pytest.raises(LobbyRefusal, match=r"match\.lobby_kept"):
        await world.lobby.add_bot(code, ANNA, request=None)
    await world.lobby.decline(code, CARLA, request=world.request())
    with pytest.raises(LobbyRefusal, match=r"match\.not_invited"):
        await world.lobby.decline(code, CARLA, request=None)
    await world.lobby.join(code, EVA, request=world.request())
    await world.lobby.join(code, BRUNO, request=world.request())
    assert (await world.load(code)).header.status is Status.PLAYING
    for attempt in (
        world.lobby.join(code, CARLA, request=None),
        world.lobby.cancel(code, ANNA, request=None),
        world.lobby.leave(code, ANNA, request=None),
    ):
        with pytest.raises(LobbyRefusal, match=r"match\.lobby_started"):
            await attempt


async def test_nobody_joins_twice(world: World) -> None:
    code = await world.open()
    with pytest.raises(LobbyRefusal, match=r"match\.already_joined"):
        await world.lobby.join(code, ANNA, request=None)


async def test_nobody_is_seated_without_having_asked(world: World) -> None:
    code = await world.open(opponents=[BRUNO.user_id, CARLA.user_id])
    await world.lobby.join(code, BRUNO, request=None)
    with pytest.raises(LobbyRefusal) as waiting:
        await world.lobby.start(code, BRUNO, request=None)
    assert waiting.value.code == "match.invitations_open"
    await world.lobby.start(code, ANNA, request=None)
    match = await world.load(code)
    assert sorted(users(match)) == [ANNA.user_id, BRUNO.user_id]
    assert match.header.invited == ()
    assert match.header.capacity == 2


async def test_the_host_may_take_an_invitation_back(world: World) -> None:
    code = await world.open(opponents=[BRUNO.user_id, CARLA.user_id])
    await world.lobby.join(code, BRUNO, request=None)
    with pytest.raises(NotAllowed):
        await world.lobby.drop(code, BRUNO, CARLA.user_id, request=None)
    await world.lobby.drop(code, ANNA, CARLA.user_id, request=None)
    assert (await world.load(code)).header.invited == ()
    with pytest.raises(LobbyRefusal):
        await world.lobby.drop(code, ANNA, CARLA.user_id, request=None)


async def test_seats_are_asked_for_and_refused_when_taken(world: World) -> None:
    code = await world.open(wanted=A)
    with pytest.raises(LobbyRefusal) as taken:
        await world.lobby.join(code, BRUNO, A, request=None)
    assert taken.value.params == {"seat": Code("A"), "free": (Code("B"), Code("D"), Code("C"))}
    await world.lobby.join(code, BRUNO, B, request=None)
    with pytest.raises(LobbyRefusal, match=r"match\.seat_taken"):
        await world.lobby.choose(code, BRUNO, A, request=None)
    chosen = await world.lobby.choose(code, BRUNO, C, request=None)
    assert chosen.said.params == {"seat": Code("D")}
    await world.lobby.choose(code, ANNA, B, request=None)
    assert (await world.lobby.choose(code, ANNA, None, request=None)).said.id == "match.receipt.chose_any"
    await world.lobby.choose(code, ANNA, D, request=None)
    match = await world.load(code)
    assert [taken.wanted for taken in match.holders] == [D, C]
    with pytest.raises(NotSeated):
        await world.lobby.choose(code, EVA, A, request=None)


async def test_the_last_one_in_learns_which_seat_is_left(world: World) -> None:
    code = await world.open(capacity=3, wanted=A)
    await world.lobby.join(code, BRUNO, B, request=None)
    with pytest.raises(LobbyRefusal) as one_left:
        await world.lobby.join(code, CARLA, B, request=None)
    assert one_left.value.params["free"] == (Code("C"),)


async def test_a_start_with_fewer_keeps_the_letter_asked_for(world: World) -> None:
    code = await world.open(wanted=C)  # the fourth letter: D of "ABDC"
    await world.lobby.join(code, BRUNO, D, request=None)  # C
    await world.lobby.join(code, CARLA, request=None)
    await world.lobby.start(code, CARLA, request=None)
    match = await world.load(code)
    assert match.header.capacity == 3
    seat = match.seat_of(BRUNO.user_id)
    assert seat == C  # of "ABC"
    assert {match.seat_of(ANNA.user_id), match.seat_of(CARLA.user_id)} == {A, B}


async def test_the_undecided_are_seated_by_recorded_draws(world: World) -> None:
    seatings = set()
    for _ in range(12):
        code = await world.open(wanted=B)
        for actor in (BRUNO, CARLA, DARIO):
            await world.lobby.join(code, actor, request=None)
        match = await world.load(code)
        assert match.seat_of(ANNA.user_id) == B
        record = match.records[0].record
        assert isinstance(record, Started)
        assert [(draw.label, draw.bound) for draw in record.draws] == [("table.seats", 3), ("table.seats", 2)]
        assert verify(match.header.seed, record.draws) is None
        seatings.add(tuple(users(match)))
    assert len(seatings) > 1


async def test_start_needs_the_least_number_and_somebody_who_joined(world: World) -> None:
    code = await world.open()
    with pytest.raises(LobbyRefusal) as few:
        await world.lobby.start(code, ANNA, request=None)
    assert few.value.params == {"n": 1, "allowed": (2, 3, 4)}
    with pytest.raises(NotSeated):
        await world.lobby.start(code, EVA, request=None)
    await world.lobby.join(code, BRUNO, request=None)
    receipts = await asyncio.gather(
        *(world.lobby.start(code, BRUNO, request=f"start {n}") for n in range(10)), return_exceptions=True
    )
    assert sum(isinstance(one, Receipt) for one in receipts) == 1
    assert len((await world.load(code)).records) == 1


async def test_a_game_that_fills_with_bots_starts_short_handed(world: World) -> None:
    code = await world.open(game="filling", wanted=C)
    await world.lobby.start(code, ANNA, request=None)
    match = await world.load(code)
    assert match.header.capacity == 4
    assert match.seat_of(ANNA.user_id) == C
    assert [taken.holder for taken in match.holders if taken.place != C] == [HouseBot("steady")] * 3


async def test_bots_come_and_go(world: World) -> None:
    code = await world.open(capacity=3)
    with pytest.raises(LobbyRefusal, match=r"match\.no_bot"):
        await world.lobby.remove_bot(code, ANNA, request=None)
    added = await world.lobby.add_bot(code, ANNA, "random", request=None)
    assert added.said.params == {"level": "random"}
    with pytest.raises(LobbyRefusal) as unknown:
        await world.lobby.add_bot(code, ANNA, "genius", request=None)
    assert unknown.value.params == {"level": "genius", "levels": ("steady", "random", "broken", "wrong")}
    for attempt in (world.lobby.add_bot(code, EVA, request=None), world.lobby.remove_bot(code, EVA, request=None)):
        with pytest.raises(NotSeated):
            await attempt
    await world.lobby.remove_bot(code, ANNA, request=None)
    assert len((await world.load(code)).holders) == 1
    await world.lobby.add_bot(code, ANNA, request=None)
    await world.lobby.add_bot(code, ANNA, request=None)
    assert (await world.load(code)).header.status is Status.PLAYING


async def test_every_change_of_a_lobby_redraws_it(world: World) -> None:
    code = await world.open()
    await world.lobby.join(code, BRUNO, request=None)
    await world.lobby.choose(code, BRUNO, A, request=None)
    await world.lobby.add_bot(code, BRUNO, request=None)
    await world.lobby.remove_bot(code, BRUNO, request=None)
    await world.lobby.leave(code, BRUNO, request=None)
    await world.lobby.cancel(code, ANNA, request=None)
    assert [(row.kind, row.version) for row in await world.rows(code)] == [("lobby", version) for version in range(1, 8)]


async def test_leaving_passes_the_hosts_part_on_and_the_last_one_closes(world: World) -> None:
    code = await world.open()
    await world.lobby.add_bot(code, ANNA, request=None)
    await world.lobby.join(code, BRUNO, request=None)
    with pytest.raises(NotAllowed):
        await world.lobby.cancel(code, BRUNO, request=None)
    with pytest.raises(NotSeated):
        await world.lobby.leave(code, EVA, request=None)
    await world.lobby.leave(code, ANNA, request=None)
    match = await world.load(code)
    assert (match.header.host, match.header.status) == (BRUNO.user_id, Status.LOBBY)
    await world.lobby.join(code, ANNA, request=None)
    assert [taken.place for taken in (await world.load(code)).holders] == [1, 2, 3]
    await world.lobby.leave(code, ANNA, request=None)
    await world.lobby.leave(code, BRUNO, request=None)
    match = await world.load(code)
    assert (match.header.status, match.header.ended_at) == (Status.CLOSED, world.clock.now())
    assert await world.timers(code) == {}
    with pytest.raises(LobbyRefusal, match=r"match\.lobby_closed"):
        await world.lobby.join(code, ANNA, request=None)


async def test_a_lobby_expires_after_seven_days(world: World) -> None:
    code = await world.open()
    timer = (await world.timers(code))["lobby"]
    await world.lobby.expire(timer)  # before its time: void
    assert (await world.load(code)).header.status is Status.LOBBY
    other = await world.open()
    timer = (await world.timers(other))["lobby"]
    world.clock.pass_(timedelta(days=7))
    await world.lobby.expire(timer)
    assert (await world.load(other)).header.status is Status.CLOSED
    await world.lobby.expire(timer)
    assert (await world.load(other)).version == 2
    assert await world.timers(other) == {}


async def test_a_start_that_comes_first_saves_a_lobby_from_expiry(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await world.open(capacity=2)
    timer = (await world.timers(code))["lobby"]
    world.clock.pass_(timedelta(days=7))
    change = world.table.change

    async def overtaken(*arguments: Any) -> Receipt:
        monkeypatch.undo()
        await world.lobby.join(code, BRUNO, request=None)
        return await change(*arguments)

    monkeypatch.setattr(world.table, "change", overtaken)
    with pytest.raises(LobbyRefusal):
        await world.lobby.expire(timer)
    assert (await world.load(code)).header.status is Status.PLAYING
    assert set(await world.timers(code)) == set()


async def forget_host(world: World, code: str, place: int) -> None:
    """Do to a lobby what forgetting its host does."""
    match = await world.load(code)
    header = replace(match.header, version=match.version + 1, host=None)
    holders = tuple(replace(taken, holder=Gone()) if taken.place == place else taken for taken in match.holders)
    receipt = Receipt(code=code, version=header.version, said=Text("match.receipt.left"))
    await world.store.commit(Commit(header=header, expected=match.version, receipt=receipt, holders=holders))


async def test_a_lobby_whose_host_was_forgotten_is_everybodys(world: World) -> None:
    code = await world.open(capacity=3, wanted=A)
    await world.lobby.join(code, BRUNO, request=None)
    await forget_host(world, code, 0)
    with pytest.raises(NotAllowed):
        await world.lobby.cancel(code, EVA, request=None)
    await world.lobby.join(code, CARLA, A, request=None)
    await world.lobby.cancel(code, CARLA, request=None)
    assert (await world.load(code)).header.status is Status.CLOSED


async def finished(world: World, people: int = 2, bots: int = 0) -> str:
    """Play a match to its end; returns its code."""
    code = await world.begin(people, bots=bots, windows=False)
    for actor in (ANNA, BRUNO, CARLA)[:people]:
        await world.act(code, actor, "end")
    await world.settle(code)
    assert (await world.load(code)).header.status is Status.OVER
    return code


async def test_a_rematch_moves_everybody_one_seat_on(world: World) -> None:
    old = await finished(world, 3)
    await world.open(BRUNO)  # another lobby of the same player is no matter
    receipt = await world.lobby.rematch(old, BRUNO, request="again")
    code = receipt.code
    assert await world.lobby.rematch(old, BRUNO, request="again") == receipt
    match = await world.load(code)
    assert match.header.invited == (ANNA.user_id, CARLA.user_id)
    assert (match.header.capacity, match.header.host, match.header.rematch_of) == (3, BRUNO.user_id, old)
    assert match.options == (await world.load(old)).options
    assert match.header.seed != (await world.load(old)).header.seed
    # Another player's Rematch joins the one that is open.
    await world.open(ANNA)
    assert (await world.lobby.rematch(old, ANNA, request=None)).code == code
    await world.lobby.join(code, CARLA, request=None)
    match = await world.load(code)
    assert [match.seat_of(actor.user_id) for actor in (ANNA, BRUNO, CARLA)] == [B, C, A]


async def test_a_rematch_against_bots_starts_at_once_with_seats_turned(world: World) -> None:
    old = await finished(world, 1, bots=1)
    receipt = await world.lobby.rematch(old, ANNA, request=None)
    match = await world.load(receipt.code)
    assert match.header.status is Status.PLAYING
    assert match.seat_of(ANNA.user_id) == B


async def test_a_rematch_that_has_begun_is_named(world: World) -> None:
    old = await finished(world, 1, bots=1)
    code = (await world.lobby.rematch(old, ANNA, request=None)).code
    with pytest.raises(LobbyRefusal, match=r"match\.rematch_begun") as refused:
        await world.lobby.rematch(old, ANNA, request=None)
    assert refused.value.params["code"] == Code(code)


async def test_a_wish_and_a_stranger_are_heard_in_a_rematch_too(world: World) -> None:
    old = await finished(world, 2)
    code = (await world.lobby.rematch(old, ANNA, request=None)).code
    await world.lobby.decline(code, BRUNO, request=None)
    await world.lobby.join(code, EVA, request=None)
    assert (await world.load(code)).seat_of(EVA.user_id) == A
    old = await finished(world, 3)
    code = (await world.lobby.rematch(old, ANNA, request=None)).code
    await world.lobby.join(code, BRUNO, A, request=None)
    # Carla's turn would be A's, which Bruno has asked for: she takes what is left.
    await world.lobby.join(code, CARLA, request=None)
    match = await world.load(code)
    assert [match.seat_of(actor.user_id) for actor in (ANNA, BRUNO, CARLA)] == [B, A, C]


async def test_only_who_played_may_ask_for_a_rematch_and_only_after_the_end(world: World) -> None:
    code = await world.begin(2, windows=False)
    with pytest.raises(LobbyRefusal, match=r"match\.rematch_unfinished"):
        await world.lobby.rematch(code, ANNA, request=None)
    old = await finished(world, 2)
    with pytest.raises(NotSeated):
        await world.lobby.rematch(old, EVA, request=None)
    both = await asyncio.gather(world.lobby.rematch(old, ANNA, request="anna"), world.lobby.rematch(old, BRUNO, request="bruno"))
    assert len({receipt.code for receipt in both}) == 1


async def test_a_failing_store_is_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(code: str, *, have: int = 0) -> None:
        raise StoreFault("the disk is gone")

    code = await world.open()
    monkeypatch.setattr(world.store, "load", failing)
    with pytest.raises(StoreFault):
        await world.lobby.join(code, BRUNO, request=None)
