"""The conformance suite: every registered game keeps the contract, and a game that breaks one promise is caught."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from bot.engine.chance import Seeded
from bot.engine.conform import Limits, Nonconforming, conform
from bot.engine.core import AnyGame, Chance, Choice, Event, GameInfo, Options, Outcome, Seat, Step, Text
from bot.engine.registry import games
from bot.errors import IllegalAction, ParseError
from bot.i18n import LANGS, MissingWords, words
from tests.engine.toy import TOY, Act, Named, Took, Toy, ToyOptions, ToyState, ToyView

SEED = b"\x05"
SMALL = Limits(legal=40, remembered=40, every=10)  # the gate's form; the slow one looks everywhere


def variants(game: AnyGame) -> Iterator[Options]:
    """Give a game's default options, and one set for each flag turned over."""
    default = game.options()
    yield default
    for name, value in default:
        if isinstance(value, bool):
            yield game.options.model_validate({name: not value})


def all_matches() -> Iterator[Any]:
    """Give every registered game with every number of seats and each option."""
    for key, game in games().items():
        for seats in game.info.seats:
            for options in variants(game):
                changed = ", ".join(sorted(options.model_dump(exclude_defaults=True)))
                yield pytest.param(game, options, seats, id=f"{key}-{seats}-{changed or 'default'}")


def has_words(text: Text) -> None:
    """Find a label's words in every language."""
    for lang in LANGS:
        words(lang).template(text.id, n=1)


@pytest.mark.parametrize(("game", "options", "seats"), list(all_matches()))
def test_every_game_conforms(game: AnyGame, options: Options, seats: int) -> None:
    outcome = conform(game, options, seats, b"\x01", limits=SMALL, say=has_words)
    if options == game.options():
        assert outcome == conform(game, options, seats, b"\x01", limits=SMALL), "the same seed is the same match"
        conform(game, options, seats, b"\x02", limits=SMALL)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "seats"), list(all_matches()))
def test_every_game_conforms_wherever_one_looks(game: AnyGame, options: Options, seats: int) -> None:
    for seed in (b"\x01", b"\x02"):
        outcome = conform(game, options, seats, seed, say=has_words)
        assert outcome == conform(game, options, seats, seed), "the same seed is the same match"


@pytest.mark.parametrize("game", list(games().values()), ids=list(games()))
def test_the_rarer_numbers_and_tiles_conform_too(game: AnyGame) -> None:
    if game.info.key == "controcorrente":
        for given in ({"start": 9, "wave": 10}, {"start": 2, "wave": 9}, {"start": 5, "wave": 2}):
            conform(game, game.options.model_validate(given), 3, SEED)
        conform(game, game.options(), 1, SEED)


def toy_twin(state: ToyState, seat: Seat | None) -> ToyState:
    """Change what a seat may not see."""
    secrets = [secret if index == seat else {"": "", "r": "b", "b": "r"}[secret] for index, secret in enumerate(state.secrets)]
    return replace(state, secrets=(secrets[0], secrets[1]))


def test_the_toy_conforms() -> None:
    for seed in range(1, 6):
        assert sorted(conform(TOY, ToyOptions(), 2, bytes([seed]), twin=toy_twin).places) == [1, 2]
    conform(TOY, ToyOptions(), 2, SEED, limits=Limits(legal=2))
    conform(TOY, ToyOptions(), 2, SEED)


# One promise broken at a time


@dataclass(frozen=True)
class LooseState(ToyState):
    """A state without slots."""


@dataclass(frozen=True)
class HeavyView:
    """A view without slots."""

    heap: int


@dataclass(frozen=True, slots=True)
class Plain:
    """An event that is none."""

    audience: None = None


class Broken(Toy):
    """The toy, to be broken by the mutations below."""

    ticks = count()


def outcome_too_early(self: Toy, state: ToyState) -> Outcome | None:
    return Outcome((1, 2), None, "toy.over") if state.heap < 6 else Toy.outcome(self, state)


def no_outcome(self: Toy, state: ToyState) -> Outcome | None:
    return None if state.left is None else Toy.outcome(self, state)


def acting_out_of_turn(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    if not prefix and seat not in self.to_act(state):
        return [Choice("r", Text("toy.colour"), True)]
    return Toy.choices(self, state, seat, prefix)


def no_choices(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    return []


def legal_nothing(self: Toy, state: ToyState, seat: Seat) -> Iterator[Act]:
    return iter(())


def legal_twice(self: Toy, state: ToyState, seat: Seat) -> Iterator[Act]:
    found = list(Toy.legal(self, state, seat))
    return iter(found + found)


def choices_and_legal_twice(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    found = Toy.choices(self, state, seat, prefix)
    return [*found, *(replace(choice, text=choice.text + " ") for choice in found if choice.complete)]


def legal_backwards(self: Toy, state: ToyState, seat: Seat) -> Iterator[Act]:
    return iter(list(Toy.legal(self, state, seat))[::-1])


def any_prefix(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    return Toy.choices(self, state, seat, prefix if prefix.startswith("take") else "")


def dead_end(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    return [] if prefix == "take " else Toy.choices(self, state, seat, prefix)


def doubled(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    return Toy.choices(self, state, seat, prefix) * 2


def other_prefix(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    return [
        replace(choice, text=choice.text.replace("take", "Take")) if prefix else choice
        for choice in Toy.choices(self, state, seat, prefix)
    ]


def strict_case(self: Toy, state: ToyState, seat: Seat, text: str) -> Act:
    return Toy.parse(self, state, seat, text) if text.strip() == text.lower().strip() else Act(3)


def reads_anything(self: Toy, state: ToyState, seat: Seat, text: str) -> Act:
    try:
        return Toy.parse(self, state, seat, text)
    except ParseError:
        return Act(1)


def accepts_anything(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    if seat in self.to_act(state) and action not in list(self.legal(state, seat)):
        return Step(state, ())
    return Toy.apply(self, state, seat, action, chance)


def out_of_turn_accepted(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return Toy.apply(self, state, seat, action, chance) if seat in self.to_act(state) else Step(state, ())


def accepts_after_the_end(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return Toy.apply(self, state, seat, action, chance) if self.to_act(state) else Step(state, ())


def refuses_a_legal_one(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    if action.stones == 2:
        raise IllegalAction("toy.illegal", rule="toy")
    return Toy.apply(self, state, seat, action, chance)


def moody(self: Broken, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    step = Toy.apply(self, state, seat, action, chance)
    return replace(step, events=(Took(next(self.ticks)),))


def changing_in_place(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    step = Toy.apply(self, state, seat, action, chance)
    if all(state.secrets):
        object.__setattr__(step.state, "secrets", ("r", "b"))
        object.__setattr__(state, "secrets", ("b", "r"))
    return step


def silent_draw(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return replace(Toy.apply(self, state, seat, action, chance), reveals=False)


def loose_state(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    step = Toy.apply(self, state, seat, action, chance)
    after = step.state
    return replace(step, state=LooseState(after.options, after.heap, after.to_move, after.secrets, after.left))


def no_event(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return replace(Toy.apply(self, state, seat, action, chance), events=(Plain(),))  # type: ignore[arg-type]  # the point


def for_strangers(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return replace(Toy.apply(self, state, seat, action, chance), events=(Named("r", audience=frozenset({Seat(2)})),))


def resigning_changes_nothing(self: Toy, state: ToyState, seat: Seat) -> Step[ToyState, Event]:
    return Step(state, ())


def resigning_without_an_end(self: Toy, state: ToyState) -> Outcome | None:
    return None if state.left is not None else Toy.outcome(self, state)


def resigning_twice(self: Toy, state: ToyState, seat: Seat) -> Step[ToyState, Event]:
    return Step(replace(state, left=seat), ())


def two_lines(self: Toy, state: ToyState) -> str:
    return Toy.dump(self, state) + "\n"


def forgetful(self: Toy, text: str, options: ToyOptions) -> ToyState:
    return replace(Toy.load(self, text, options), heap=6)


def outcome_of_the_moment(self: Broken, state: ToyState) -> Outcome | None:
    found = Toy.outcome(self, state)
    return found and replace(found, scores=(next(self.ticks), 0))


def other_seats_when_loaded(self: Toy, text: str, options: ToyOptions) -> ToyState:
    state = Toy.load(self, text, options)
    return LoadedElsewhere(options, state.heap, state.to_move, state.secrets, state.left)


@dataclass(frozen=True, slots=True)
class LoadedElsewhere(ToyState):
    """A loaded state that behaves otherwise."""


def nobody_when_loaded(self: Toy, state: ToyState) -> frozenset[Seat]:
    due = Toy.to_act(self, state)
    return frozenset({Seat(1)}) if isinstance(state, LoadedElsewhere) and due == {0} else due


def other_actions_when_loaded(self: Toy, state: ToyState, seat: Seat, prefix: str) -> list[Choice]:
    found = Toy.choices(self, state, seat, prefix)
    return [choice for choice in found if choice.text != "gamble"] if isinstance(state, LoadedElsewhere) else found


def state_as_view(self: Toy, state: ToyState, seat: Seat | None) -> Any:
    return state


def heavy_view(self: Toy, state: ToyState, seat: Seat | None) -> Any:
    return HeavyView(state.heap)


def seeing_all(self: Toy, state: ToyState, seat: Seat | None) -> ToyView:
    return ToyView(state.heap, state.secrets)


def false_force(self: Toy, state: ToyState) -> tuple[Seat, Act] | None:
    return state.to_move, Act(1)


def false_automatic(self: Toy, state: ToyState) -> tuple[Seat, Act] | None:
    return state.to_move, Act(9)


def no_places(self: Toy, state: ToyState) -> Outcome | None:
    found = Toy.outcome(self, state)
    return found and replace(found, places=(1,))


def place_nought(self: Toy, state: ToyState) -> Outcome | None:
    found = Toy.outcome(self, state)
    return found and replace(found, places=(0, 1))


def few_scores(self: Toy, state: ToyState) -> Outcome | None:
    found = Toy.outcome(self, state)
    return found and replace(found, scores=(1,))


def legal_after_the_end(self: Toy, state: ToyState, seat: Seat) -> Iterator[Act]:
    return Toy.legal(self, state, seat) if self.to_act(state) else iter([Act(1)])


def moody_setup(self: Broken, options: ToyOptions, seats: int, chance: Chance) -> Step[ToyState, Event]:
    step = Toy.setup(self, options, seats, chance)
    return replace(step, events=(Took(next(self.ticks)),))


def other_in_a_replay(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    """Go on otherwise in a replay than in play."""
    if not isinstance(chance, Seeded):
        step = Toy.apply(self, state, seat, action, chance)
        return replace(step, state=replace(step.state, to_move=seat))
    return Toy.apply(self, state, seat, action, chance)


def endless(self: Toy, state: ToyState, seat: Seat, action: Act, chance: Chance) -> Step[ToyState, Event]:
    return replace(Toy.apply(self, state, seat, action, chance), state=replace(state, to_move=Seat(1 - seat)))


MUTATIONS: list[tuple[str, dict[str, Any]]] = [
    ("decisions are due and there is an outcome", {"outcome": outcome_too_early}),
    ("nobody is to act and there is no outcome", {"outcome": no_outcome}),
    ("has choices out of turn", {"choices": acting_out_of_turn}),
    ("has no legal action", {"choices": no_choices}),
    ("has no legal action", {"legal": legal_nothing}),
    ("the parts lead to", {"legal": legal_twice}),
    ("the parts lead to", {"legal": legal_backwards}),
    ("legal\\(\\) repeats an action", {"choices": choices_and_legal_twice}),
    ("a nonsensical prefix leads somewhere", {"choices": any_prefix, "legal": Toy.legal}),
    ("leads nowhere", {"choices": dead_end}),
    ("doubled choices", {"choices": doubled, "legal": Toy.legal}),
    ("does not go on from", {"choices": other_prefix}),
    ("is not read as", {"parse": strict_case}),
    ("a nonsensical notation is read", {"parse": reads_anything}),
    ("is not in legal\\(\\) and yet accepted", {"apply": accepts_anything}),
    ("may act out of turn", {"apply": out_of_turn_accepted}),
    ("goes on after its end", {"apply": accepts_after_the_end}),
    ("is in legal\\(\\) and refused", {"apply": refuses_a_legal_one}),
    ("two different steps", {"apply": moody}),
    ("changed the position in place", {"apply": changing_in_place}),
    ("draws and reveals nothing", {"apply": silent_draw}),
    ("a state is a frozen slotted dataclass", {"apply": loose_state}),
    ("is no frozen slotted Event", {"apply": no_event}),
    ("seats that do not exist", {"apply": for_strangers}),
    ("resigned and is to act", {"resign": resigning_changes_nothing}),
    ("nobody acts without an outcome", {"outcome": resigning_without_an_end}),
    ("may resign twice", {"resign": resigning_twice}),
    ("is not one line", {"dump": two_lines}),
    ("when read again", {"load": forgetful}),
    ("the outcome changes", {"outcome": outcome_of_the_moment}),
    ("other seats are to act", {"load": other_seats_when_loaded, "to_act": nobody_when_loaded}),
    ("other actions are legal", {"load": other_seats_when_loaded, "choices": other_actions_when_loaded}),
    ("of its own type", {"view": state_as_view}),
    ("of its own type", {"view": heavy_view}),
    ("sees what is hidden", {"view": seeing_all}),
    ("nothing is hidden and yet views differ", {"info": replace(TOY.info, hidden=False)}),
    ("the game says it has no chance", {"info": replace(TOY.info, chance=False)}),
    ("is called forced", {"forced": false_force}),
    ("is called automatic", {"automatic": false_automatic}),
    ("one positive number per seat", {"outcome": no_places}),
    ("one positive number per seat", {"outcome": place_nought}),
    ("scores are not one per seat", {"outcome": few_scores}),
    ("after the end", {"legal": legal_after_the_end}),
    ("two setups from one seed differ", {"setup": moody_setup}),
    ("do not fold into the match", {"apply": other_in_a_replay}),
    ("the match is not over", {"apply": endless}),
]


@pytest.mark.parametrize(
    ("message", "mutation"), MUTATIONS, ids=[next(iter(mutation)) + ": " + message for message, mutation in MUTATIONS]
)
def test_a_broken_promise_is_caught(message: str, mutation: dict[str, Any]) -> None:
    broken: AnyGame = type("Mutant", (Broken,), mutation)()

    def several_matches() -> None:
        for seed in range(1, 12):
            conform(broken, ToyOptions(), 2, bytes([seed]), twin=toy_twin, limits=Limits(actions=60, every=1))

    with pytest.raises(Nonconforming, match=message) as found:
        several_matches()
    assert str(found.value).startswith("toy (ToyOptions(heap=6), 2 seats, seed ")


def test_a_label_without_words_is_caught() -> None:
    with pytest.raises(MissingWords):
        conform(TOY, ToyOptions(), 2, SEED, say=has_words)


def test_facts_of_games() -> None:
    for key, game in games().items():
        info: GameInfo = game.info
        assert key == info.key
        assert key.isascii()
        assert key.islower()
        assert all(len(letters) == seats == len(set(letters)) for seats, letters in info.letters.items())
        assert info.rules_version >= 1
