"""Beside the board: undo, offers, abort, resigning and leaving."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.core import Seat, Who
from bot.engine.records import Played, TookBack
from bot.errors import IllegalAction, LobbyRefusal, MatchOver, NotAllowed, NotSeated, Refusal, StalePress
from bot.match.meta import OFFER_LIFETIME
from bot.match.model import Aborted, Answered, Offered, Outgoing, Receipt, Status, Timer
from bot.match.sequel import Saying, sequel
from tests.match.conftest import ANNA, BRUNO, CARLA, EVA, World

pytestmark = pytest.mark.asyncio

A, B, C = Seat(0), Seat(1), Seat(2)


async def kinds(world: World, code: str, after: int) -> list[str]:
    """Give the kinds of the records of a match after the first so many."""
    return [one.record.kind for one in (await world.load(code)).records[after:]]


class TestUndo:
    """Fairness: free for one's own last action, otherwise by consent, never past a reveal."""

    async def test_the_own_last_action_is_taken_back_at_once(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        before = (await world.load(code)).state
        await world.act(code, ANNA, "step")
        receipt = await world.meta.undo(code, ANNA, request=None)
        assert receipt.said.id == "match.receipt.took_back"
        match = await world.load(code)
        assert match.state == before
        assert match.records[-1].record == TookBack(seat=0, to=1)
        assert await world.kinds(code) == ["edit"]
        assert match.since(A) == match.version

    async def test_taking_the_turn_back_calls_its_player_with_a_new_board(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.meta.undo(code, ANNA, request=None)
        match = await world.load(code)
        assert match.header.due == (A,)
        assert await world.kinds(code) == ["board"]

    async def test_one_undo_takes_back_one_action(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        for text in ("step", "step"):
            await world.act(code, ANNA, text)
        await world.meta.undo(code, ANNA, request=None)
        assert (await world.load(code)).state.steps == 1
        await world.meta.undo(code, ANNA, request=None)
        assert (await world.load(code)).state.steps == 0
        with pytest.raises(Refusal, match=r"match\.undo_nothing"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_a_double_click_takes_back_one(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "step")
        version = (await world.act(code, ANNA, "step")).version
        done = await asyncio.gather(
            *(world.meta.undo(code, ANNA, request=f"undo {n}", version=version) for n in range(10)), return_exceptions=True
        )
        assert sum(isinstance(one, Receipt) for one in done) == 1
        assert sum(isinstance(one, StalePress) for one in done) == 9
        again = [await world.meta.undo(code, ANNA, request="undo again", version=None) for _ in range(2)]
        assert again[0] == again[1]
        assert (await world.load(code)).state.steps == 0

    async def test_actions_after_an_undo_form_a_new_line(self, world: World) -> None:
        code = await world.begin(2, windows=False, rounds=2)
        await world.act(code, ANNA, "end")
        await world.meta.undo(code, ANNA, request=None)
        await world.act(code, ANNA, "step")
        await world.meta.undo(code, ANNA, request=None)
        with pytest.raises(Refusal, match=r"match\.undo_nothing"):
            await world.meta.undo(code, ANNA, request=None)

    @pytest.mark.parametrize("then", [(), ("keep",)])
    async def test_never_past_a_roll(self, world: World, then: tuple[str, ...]) -> None:
        code = await world.begin(2, windows=False, rounds=2)
        await world.act(code, ANNA, "roll")
        for text in then:
            await world.act(code, ANNA, text)
            await world.meta.undo(code, ANNA, request=None)  # keeping is free to take back, the roll is not
        with pytest.raises(Refusal, match=r"match\.undo_revealed"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_never_past_somebody_elses_roll_even_by_consent(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "roll")
        with pytest.raises(Refusal, match=r"match\.undo_revealed"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_dice_known_before_an_undo_are_never_rolled_again(self, world: World) -> None:
        code = await world.begin(2, windows=False, rounds=3)
        for actor in (ANNA, BRUNO):
            await world.act(code, actor, "roll")
            await world.act(code, actor, "drop")
        draws = [draw for one in (await world.load(code)).records for draw in getattr(one.record, "draws", ())]
        assert [draw.n for draw in draws if draw.label == "pebbles"] == [0, 1]
        # A rewind by force (a moderator's) keeps counting.
        match = await world.load(code)
        after = match.extended([TookBack(seat=0, to=1)], at=world.clock.now(), actor=None)
        assert after.trace.counts == match.trace.counts

    async def test_bots_that_drew_nothing_and_forced_passes_consent(self, world: World) -> None:
        code = await world.open(options={"windows": False, "rounds": 2, "idle": (1,)}, bots=1, capacity=3, wanted=A)
        await world.lobby.join(code, BRUNO, C, request=None)
        assert [taken.place for taken in (await world.load(code)).holders] == [A, B, C]
        await world.act(code, ANNA, "end")
        await world.settle(code)
        assert (await world.load(code)).header.due == (C,)
        assert (await world.meta.undo(code, ANNA, request=None)).said.id == "match.receipt.took_back"
        assert (await world.load(code)).header.due == (A,)
        await world.act(code, ANNA, "end")
        assert set(await world.timers(code)) == {"next"}
        await world.meta.undo(code, ANNA, request=None)  # before the forced pass was played
        assert await world.timers(code) == {}

    async def test_a_turn_taken_back_before_the_bot_played_redraws_the_board_on_show(self, world: World) -> None:
        code = await world.begin(2, bots=1, windows=False, rounds=2)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "end")
        await world.act(code, ANNA, "flag on")
        await world.meta.undo(code, BRUNO, request=None)
        assert (await world.load(code)).header.due == (B,)
        assert (await world.load(code)).state.flags == (True, False, False)
        assert await world.kinds(code) == ["edit"]

    async def test_a_bot_that_drew_bars_the_way(self, world: World) -> None:
        code = await world.begin(1, bots=["random"], windows=False, rounds=9)
        await world.act(code, ANNA, "end")
        await world.settle(code)
        with pytest.raises(Refusal, match=r"match\.undo_revealed"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_others_who_acted_must_all_agree(self, world: World) -> None:
        code = await world.begin(3, windows=False, rounds=2)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "end")
        receipt = await world.meta.undo(code, ANNA, request=None)
        assert receipt.said.id == "match.receipt.offered_undo"
        match = await world.load(code)
        assert match.records[-1].record == Offered(seat=0, what="undo", to=1)
        assert match.header.due == (C,)
        assert match.since(C) < match.version
        version = match.version
        assert await world.rows(code, version) == [Outgoing(code, version, "notice", version - 1)]
        timer = Timer(code, "offer", world.clock.now() + OFFER_LIFETIME, version)
        assert await world.timers(code) == {"offer": timer}
        with pytest.raises(Refusal) as open_:
            await world.meta.undo(code, ANNA, request=None)
        assert (open_.value.code, open_.value.params) == ("match.offer_open", {"who": Who(A)})
        agreed = await world.meta.answer(code, BRUNO, yes=True, version=version, request=None)
        assert agreed.said.id == "match.receipt.agreed"
        assert await world.kinds(code) == []
        with pytest.raises(Refusal, match=r"match\.offer_answered"):
            await world.meta.answer(code, BRUNO, yes=True, request=None)
        with pytest.raises(NotAllowed, match=r"match\.offer_own"):
            await world.meta.answer(code, ANNA, yes=True, request=None)
        with pytest.raises(StalePress, match=r"match\.offer_other"):
            await world.meta.answer(code, CARLA, yes=True, version=version - 1, request=None)
        last = await world.meta.answer(code, CARLA, yes=True, version=version, request=None)
        assert last.said.id == "match.receipt.agreed_last"
        match = await world.load(code)
        assert [one.record for one in match.records[-2:]] == [Answered(seat=2, yes=True), TookBack(seat=0, to=1)]
        assert match.header.due == (A,)
        assert match.offer is None
        assert await world.timers(code) == {}
        assert await world.kinds(code) == ["board"]

    @pytest.mark.parametrize(("actor", "said"), [(BRUNO, "match.receipt.refused"), (ANNA, "match.receipt.withdrew")])
    async def test_one_no_closes_an_offer(self, world: World, actor: Any, said: str) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "step")
        await world.meta.undo(code, ANNA, request=None)
        receipt = await world.meta.answer(code, actor, yes=False, request=None)
        assert receipt.said.id == said
        assert await world.kinds(code) == ["notice"]
        assert await world.timers(code) == {}
        with pytest.raises(Refusal, match=r"match\.offer_none"):
            await world.meta.answer(code, BRUNO, yes=True, request=None)

    async def test_going_on_closes_an_offer(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "step")
        await world.meta.undo(code, ANNA, request=None)
        await world.act(code, BRUNO, "step")
        assert (await world.load(code)).offer is None
        assert await world.timers(code) == {}

    async def test_an_offer_expires_after_two_days(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "step")
        await world.meta.undo(code, ANNA, request=None)
        timer = (await world.timers(code))["offer"]
        world.clock.pass_(timedelta(hours=48))
        await world.meta.expire_offer(timer)
        match = await world.load(code)
        assert match.records[-1].record == Answered(seat=0, yes=False)
        assert match.records[-1].actor is None
        assert match.offer is None
        assert await world.kinds(code) == ["notice"]
        await world.meta.expire_offer(timer)
        assert (await world.load(code)).version == match.version

    async def test_a_void_offer_timer_is_dropped(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.meta.abort(code, ANNA, request=None)
        timer = (await world.timers(code))["offer"]
        await world.meta.expire_offer(timer)
        assert (await world.load(code)).offer is not None
        assert await world.timers(code) == {}

    async def test_an_answer_that_comes_first_saves_an_offer_from_expiry(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = await world.begin(2, windows=False)
        await world.meta.abort(code, ANNA, request=None)
        timer = (await world.timers(code))["offer"]
        world.clock.pass_(timedelta(hours=48))
        change = world.table.change

        async def overtaken(*arguments: Any) -> Receipt:
            monkeypatch.undo()
            await world.meta.answer(code, BRUNO, yes=False, request=None)
            return await change(*arguments)

        monkeypatch.setattr(world.table, "change", overtaken)
        with pytest.raises(Refusal, match=r"match\.offer_none"):
            await world.meta.expire_offer(timer)


class TestUndoInAWindow:
    """In a simultaneous window "acted since" means that the window closed."""

    async def test_an_answer_is_taken_back_while_the_others_answers_stay(self, world: World) -> None:
        code = await world.begin(3)
        start = (await world.load(code)).version
        await world.act(code, ANNA, "hide 3")
        await world.act(code, BRUNO, "hide 2")
        await world.meta.undo(code, ANNA, request=None)
        match = await world.load(code)
        assert match.state.hidden == (None, 2, None)
        assert await kinds(world, code, 3) == ["took_back", "played"]
        assert match.header.due == (A, C)
        assert (match.since(A), match.since(B), match.since(C)) == (match.version, start, start)
        await world.act(code, CARLA, "hide 1", version=start)
        assert await world.kinds(code) == ["edit"]

    async def test_and_again_after_another_took_back_too(self, world: World) -> None:
        code = await world.begin(3)
        start = (await world.load(code)).version
        await world.act(code, ANNA, "hide 3")
        await world.act(code, BRUNO, "hide 2")
        await world.meta.undo(code, BRUNO, request=None)
        await world.act(code, BRUNO, "hide 1")
        await world.meta.undo(code, ANNA, request=None)
        match = await world.load(code)
        assert match.state.hidden == (None, 1, None)
        assert match.since(C) == start

    async def test_a_closed_window_is_a_reveal(self, world: World) -> None:
        code = await world.begin(2)
        await world.act(code, ANNA, "hide 3")
        await world.act(code, BRUNO, "hide 2")
        with pytest.raises(Refusal, match=r"match\.undo_revealed"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_standing_actions_stay_when_others_agree_to_an_undo(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, CARLA, "flag on")
        await world.act(code, BRUNO, "end")
        await world.meta.undo(code, ANNA, request=None)
        for actor in (BRUNO, CARLA):
            await world.meta.answer(code, actor, yes=True, request=None)
        match = await world.load(code)
        assert match.header.due == (A,)
        assert match.state.flags == (False, False, True)

    async def test_what_cannot_be_played_again_bars_the_way(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        code = await world.begin(3, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, CARLA, "flag on")
        game = (await world.load(code)).game
        apply = game.apply

        def only_after(state: Any, seat: Seat, action: str, chance: Any) -> Any:
            if state.turn == 0:
                raise IllegalAction("pebbles.not_yet", rule="flags")
            return apply(state, seat, action, chance)

        monkeypatch.setattr(game, "apply", only_after)
        with pytest.raises(IllegalAction):
            await world.meta.undo(code, ANNA, request=None)

    async def test_an_action_that_opened_a_window_is_no_answer_in_it(self, world: World) -> None:
        code = await world.begin(3, rounds=2)
        for text in ("hide 1", "guess 1", "end"):
            for actor in (ANNA, BRUNO, CARLA):
                await world.act(code, actor, text)
        await world.act(code, ANNA, "hide 2")
        assert (await world.meta.undo(code, CARLA, request=None)).said.id == "match.receipt.offered_undo"

    async def test_a_closed_window_that_revealed_nothing_needs_consent(self, world: World) -> None:
        code = await world.begin(2)
        for actor in (ANNA, BRUNO):
            await world.act(code, actor, "hide 1")
        await world.act(code, ANNA, "guess 1")
        start = (await world.load(code)).since(B)
        await world.act(code, BRUNO, "guess 2")
        assert (await world.meta.undo(code, ANNA, request=None)).said.id == "match.receipt.offered_undo"
        await world.meta.answer(code, BRUNO, yes=True, request=None)
        match = await world.load(code)
        assert match.state.guesses == (None, None)
        assert match.header.due == (A, B)
        assert match.since(A) == match.version
        assert match.since(B) == start  # the very decision Bruno had before

    async def test_a_standing_action_is_taken_back_alone(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, BRUNO, "flag on")
        await world.act(code, ANNA, "flag on")
        await world.meta.undo(code, BRUNO, request=None)
        match = await world.load(code)
        assert match.state.flags == (True, False)
        assert match.header.due == (A,)


class TestAbort:
    """Ending without a result."""

    async def test_the_only_person_ends_it_at_once(self, world: World) -> None:
        code = await world.begin(1, bots=1, windows=False)
        await world.meta.abort(code, ANNA, request=None)
        match = await world.load(code)
        assert match.header.status is Status.ABORTED
        assert match.header.outcome is None
        assert match.header.ended_at == world.clock.now()
        assert match.records[-1].record == Aborted(reason="alone")
        assert await world.kinds(code) == ["result"]
        with pytest.raises(MatchOver):
            await world.act(code, ANNA, "end")

    async def test_among_people_all_must_agree(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.meta.abort(code, BRUNO, request=None)
        with pytest.raises(Refusal, match=r"match\.offer_open"):
            await world.meta.abort(code, BRUNO, request=None)
        # Asking for the same is agreeing to it.
        assert (await world.meta.abort(code, ANNA, request=None)).said.id == "match.receipt.agreed"
        await world.meta.answer(code, CARLA, yes=True, request=None)
        match = await world.load(code)
        assert match.header.status is Status.ABORTED
        assert match.records[-1].record == Aborted(reason="agreed")
        assert await world.timers(code) == {}

    async def test_an_abort_is_no_answer_to_an_undo(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "step")
        await world.meta.undo(code, ANNA, request=None)
        with pytest.raises(Refusal, match=r"match\.offer_open"):
            await world.meta.abort(code, BRUNO, request=None)


class TestResign:
    """Leaving the game for good."""

    async def test_two_play_the_other_wins(self, world: World) -> None:
        code = await world.begin(2, windows=False)
        await world.meta.resign(code, BRUNO, request=None)
        match = await world.load(code)
        assert match.header.status is Status.OVER
        assert match.header.outcome is not None
        assert match.header.outcome.places == (1, 2)
        assert await world.kinds(code) == ["result"]

    async def test_whose_turn_it_was_passes_it_on_with_a_board(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.meta.resign(code, ANNA, request=None)
        match = await world.load(code)
        assert match.header.due == (B,)
        assert match.resigned == {A}
        assert await world.kinds(code) == ["board"]
        for attempt in (
            world.act(code, ANNA, "end"),
            world.meta.resign(code, ANNA, request=None),
            world.meta.undo(code, ANNA, request=None),
            world.meta.answer(code, ANNA, yes=True, request=None),
        ):
            with pytest.raises(NotSeated, match=r"match\.resigned"):
                await attempt

    async def test_somebody_waiting_leaves_with_a_notice_and_the_board_is_redrawn(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.meta.resign(code, CARLA, request=None)
        match = await world.load(code)
        assert await world.kinds(code) == ["notice", "edit"]
        assert match.since(A) == match.version

    async def test_a_resignation_while_a_bot_is_due_is_noticed(self, world: World) -> None:
        code = await world.begin(2, bots=1, windows=False)
        await world.act(code, ANNA, "end")
        await world.act(code, BRUNO, "end")
        await world.meta.resign(code, ANNA, request=None)
        assert await world.kinds(code) == ["notice"]
        await world.settle(code)
        assert (await world.load(code)).header.status is Status.OVER

    async def test_bots_do_not_play_on_for_nobody(self, world: World) -> None:
        code = await world.begin(1, bots=2, windows=False)
        await world.meta.resign(code, ANNA, request=None)
        match = await world.load(code)
        assert match.header.status is Status.ABORTED
        assert match.records[-1].record == Aborted(reason="alone")
        assert await world.timers(code) == {}
        assert await world.kinds(code) == ["result"]

    async def test_leaving_one_bot_alone_ends_with_the_games_result(self, world: World) -> None:
        code = await world.begin(1, bots=1, windows=False)
        await world.meta.resign(code, ANNA, request=None)
        match = await world.load(code)
        assert match.header.status is Status.OVER
        assert match.header.outcome is not None
        assert match.header.outcome.places == (2, 1)

    async def test_an_undo_never_goes_past_a_resignation(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.act(code, ANNA, "end")
        await world.meta.resign(code, BRUNO, request=None)
        with pytest.raises(Refusal, match=r"match\.undo_resigned"):
            await world.meta.undo(code, ANNA, request=None)

    async def test_who_resigned_is_not_asked_any_more(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        await world.meta.resign(code, CARLA, request=None)
        await world.meta.abort(code, ANNA, request=None)
        await world.meta.answer(code, BRUNO, yes=True, request=None)
        assert (await world.load(code)).header.status is Status.ABORTED

    async def test_what_the_game_has_against_it_is_heard(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        code = await world.begin(2, windows=False)
        match = await world.load(code)

        def stay(state: Any, seat: Seat) -> Any:
            raise IllegalAction("pebbles.stay", rule="leaving")

        monkeypatch.setattr(match.game, "resign", stay)
        with pytest.raises(IllegalAction):
            await world.meta.resign(code, ANNA, request=None)

    async def test_pressing_twice_resigns_once(self, world: World) -> None:
        code = await world.begin(3, windows=False)
        done = await asyncio.gather(
            *(world.meta.resign(code, BRUNO, request=f"resign {n}") for n in range(10)), return_exceptions=True
        )
        assert sum(isinstance(one, Receipt) for one in done) == 1
        assert (await kinds(world, code, 1)) == ["resigned"]


class TestLeave:
    """From any state a player can get out."""

    async def test_it_leaves_a_lobby_declines_an_invitation_and_resigns_a_match(self, world: World) -> None:
        code = await world.open(opponents=[BRUNO.user_id])
        with pytest.raises(NotSeated):
            await world.meta.leave(code, EVA, request=None)
        assert (await world.meta.leave(code, BRUNO, request=None)).said.id == "match.receipt.declined"
        assert (await world.meta.leave(code, ANNA, request=None)).said.id == "match.receipt.left"
        with pytest.raises(LobbyRefusal, match=r"match\.lobby_closed"):
            await world.meta.leave(code, ANNA, request=None)
        playing = await world.begin(2, windows=False)
        with pytest.raises(NotSeated):
            await world.meta.leave(playing, EVA, request=None)
        assert (await world.meta.leave(playing, ANNA, request=None)).said.id == "match.receipt.resigned"
        with pytest.raises(MatchOver):
            await world.meta.leave(playing, BRUNO, request=None)

    async def test_nothing_is_offered_before_the_start(self, world: World) -> None:
        code = await world.open()
        for attempt in (
            world.meta.undo(code, ANNA, request=None),
            world.meta.abort(code, ANNA, request=None),
            world.meta.resign(code, ANNA, request=None),
            world.meta.answer(code, ANNA, yes=True, request=None),
        ):
            with pytest.raises(LobbyRefusal, match=r"match\.not_started"):
                await attempt


async def test_a_moderators_rewind_revives_what_an_abort_ended(world: World) -> None:
    code = await world.begin(2, windows=False)
    match = await world.load(code)
    aborted = match.extended([Aborted(reason="moderator")], at=world.clock.now(), actor=None)
    assert aborted.trace.aborted is not None
    revived = aborted.extended([TookBack(seat=0, to=1)], at=world.clock.now(), actor=None)
    assert revived.trace.aborted is None
    assert revived.to_act == {A}


async def test_a_rewind_to_a_record_beside_the_game_finds_the_line(world: World) -> None:
    code = await world.begin(2, windows=False, rounds=2)
    await world.act(code, ANNA, "end")
    await world.meta.abort(code, BRUNO, request=None)
    await world.act(code, BRUNO, "end")
    match = await world.load(code)
    rewound = match.extended([TookBack(seat=1, to=3)], at=world.clock.now(), actor=None)
    own = rewound.last_own(A)
    assert own is not None
    assert own.seq == 2
    assert rewound.last_own(B) is None
    assert [frame.seq for frame in rewound.trace.line()] == [2, 1]


async def test_what_a_moderator_played_needs_consent_to_cross(world: World) -> None:
    code = await world.begin(2, windows=False, rounds=2)
    await world.act(code, ANNA, "end")
    match = await world.load(code)
    forced = match.extended([Played(seat=1, action="end", by="moderator")], at=world.clock.now(), actor=None)
    commit = sequel(forced, now=world.clock.now(), saying=Saying((await world.meta.abort(code, ANNA, request=None)).said))
    assert commit.header.due == (A,)
    await world.meta.answer(code, ANNA, yes=False, request=None)
    match = await world.load(code)
    forced = match.extended([Played(seat=1, action="end", by="moderator")], at=world.clock.now(), actor=None)
    await world.store.commit(sequel(forced, now=world.clock.now(), saying=Saying(commit.receipt.said)))
    assert (await world.meta.undo(code, ANNA, request=None)).said.id == "match.receipt.offered_undo"
