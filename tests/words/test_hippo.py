"""What Hippo says: golden sentences in three languages, no event without words, and reports that fit a message."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from bot.engine.core import Event, Seat, Text
from bot.engine.games.hippo import events as told
from bot.engine.games.hippo.actions import PARTS, Keep, Lap, Start
from bot.engine.games.hippo.events import Roll
from bot.engine.games.hippo.game import HIPPO
from bot.engine.games.hippo.log import roll as written
from bot.engine.games.hippo.position import SEATS, HippoOptions
from bot.i18n import LANGS, Lang, Style, words
from bot.words.base import words_of
from bot.words.hippo import WORDS
from tests.golden import compare
from tests.render.circuses import Circus, match
from tests.render.rivers import sayer

GOLDEN = Path(__file__).parent / "golden"
R, B, Y, G = SEATS
NEUTRAL = (0, 0, 0, 0, 0, 0)
HOLD, HARD = PARTS["h/-"], PARTS["a!@by/+"]
ORDER = (R, B, Y, G)


def roll(seat: Seat, die: int, modifier: int = 0, card: str | None = None, fatigue: int = 0) -> Roll:
    return Roll(seat, die, modifier, card, fatigue, die + modifier + fatigue + 2 * (card is not None))


def attack(result: str, phase: str = "S1") -> told.Attempted:
    return told.Attempted(phase, roll(Y, 4, 1, "v2"), roll(B, 5, -1, None, -1), result, ORDER)


LOCK = told.Unlocked(roll(Y, 3, 1), roll(B, 2, 2, "t1"), (Y,))
FATES = (told.Fate("d1", False, 5, 3, True), told.Fate("h02", True, 1, 3, False), told.Fate(None, True, 1, 6, False))
TALES: dict[str, Sequence[Event]] = {
    "dealt": (told.Dealt(R, ("c1", "h02"), audience=frozenset({R})),),
    "sealed": (told.Sealed(R, Start(sprint=True), audience=frozenset({R})), told.Answered(R, "start")),
    "sealed again": (told.Sealed(R, Keep(("c1",), again=True), audience=frozenset({R})),),
    "revealed": (
        told.Revealed((("c1", "d1", "u2"), (), ("h11",), ("k1",)), ((0, 0, 2, 1, 1, 0), NEUTRAL, (1, 0, 0, 0, -1, 0), NEUTRAL)),
    ),
    "rumours": tuple(told.Spread(R, rumour, Y, NEUTRAL) for rumour in ("u1", "u2", "u3", "u5")),
    "boxes": (told.Boxed((2, 1, 4, 3)),),
    "a start of both kinds": (
        told.Gated((True, False, True, False)),
        told.Sprinted(2, roll(R, 3, 4)),
        told.Sprinted(4, roll(Y, 6, 1)),
        told.Collided((R, Y), 7),
        told.Saved("r", "collision", roll(R, 4, 1), 2, Y, True),
        told.Saved("r", "collision", roll(Y, 1, 1), 6, R, False),
        told.Followed(B, 1, 5),
        told.Followed(G, 3, 5),
        told.Wrecked((Y,), "collision", (R, B, G), ((),)),
        told.Fates(Y, False, FATES),
        told.Lined((R, B, G)),
    ),
    "one sprints": (told.Gated((False, True, False, False)),),
    "all sprint": (told.Gated((True,) * 4),),
    "all are careful": (told.Gated((False,) * 4), told.Followed(R, 1, 5)),
    "one alone is careful": (told.Followed(R, 1, None),),
    "Caesar's favourite": (told.Restarted(B),),
    "nobody is left at the gate": (told.Lined(()),),
    "a lap": (told.LapBegan(3, ORDER, (0, 0, 0, 0)), told.HandsGrew((2, 2, 2, 2), 22, 0, 0)),
    "a tired lap and a new deck": (told.LapBegan(5, (G, R), (-1, 0)), told.HandsGrew((5, 0, 0, 6), 3, 0, 1)),
    "drawn": (told.Drew(R, ("v1", "l1"), audience=frozenset({R})),),
    "dropped": (told.Dropped(2, R, ("b1", "b2"), False), told.Dropped(2, G, ("v6",), True)),
    "a quiet phase and an attack": (
        told.PhaseBegan(1, "S1", ORDER),
        told.PhaseBegan(1, "C1", ORDER),
        attack("pass", "C1"),
        attack("held", "C1"),
    ),
    "a lock": (told.PhaseBegan(1, "S2", ORDER), attack("lock"), LOCK, told.Saved("r", "lock", roll(Y, 5, 1), 6, B, True)),
    "a lock told apart": (attack("lock"),),
    "an unlocking told apart": (LOCK,),
    "a wreck and its debris": (
        told.PhaseBegan(1, "C2", ORDER),
        attack("lock", "C2"),
        LOCK,
        told.Saved("r", "lock", roll(Y, 1, 1), 6, B, False),
        told.Wrecked((Y,), "lock", (R, B, G), (("v1", "t2"),)),
        told.Fates(Y, False, FATES),
        told.Saved("t", "debris", roll(G, 1, 0), 6, Y, False),
        told.Fates(Y, True, FATES[:1]),
        told.Saved("a", "debris", roll(G, 1, 0, "a1"), 6, Y, False),
        told.Wrecked((G,), "debris", (R, B), ((),)),
    ),
    "clear of the debris": (
        told.Saved("t", "debris", roll(G, 6, 0), 6, Y, True),
        told.Saved("a", "debris", roll(G, 6, 0), 6, Y, True),
    ),
    "left": (told.Left(B),),
    "won": (told.Finished(G, 4000, (G, R), (2, 3, 4, 1), "hippo.over.finish"),),
    "nobody": (told.Finished(None, 0, (), (2, 2, 3, 4), "hippo.over.nobody"),),
}


def everything(lang: Lang) -> list[str]:
    say = sayer(lang)
    lines: list[str] = []
    for name, events in TALES.items():
        lines += [f"# {name}", *map(say, WORDS.tell(events))]
        brief = list(map(say, WORDS.brief([event for event in events if event.audience is None])))
        lines += ["## briefly", *brief] if brief != lines[-len(brief) :] else []
    for circus in windows(3):
        view = circus.view
        lines += [f"# {view.stage}", *(say(WORDS.turn(HIPPO, circus.state, seat)) for seat in view.to_act[:1])]
        lines += [say(text) for text in WORDS.hand(HIPPO.view(circus.state, view.to_act[-1] if view.to_act else R))]
    lines += ["# options", *map(say, WORDS.options(HippoOptions(tempo="phase")))]
    lines += [say(WORDS.option_label(name)) for name in ("tempo", "tempo.lap", "tempo.phase")]
    return lines


def windows(seed: int) -> list[Circus]:
    """Give the first position of each window of a match."""
    found: dict[str, Circus] = {}
    for circus in match(seed):
        found.setdefault(circus.state.stage, circus)
    return list(found.values())


@pytest.mark.parametrize("lang", LANGS)
def test_sentences(lang: Lang) -> None:
    compare(GOLDEN / f"hippo.{lang}.txt", "\n".join(everything(lang)) + "\n")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seed", "tempo"), [(1, "lap"), (2, "phase"), (3, "lap")])
def test_everything_of_random_matches_has_words(lang: Lang, seed: int, tempo: str) -> None:
    say = sayer(lang)
    for circus in match(seed, tempo=tempo):
        said = [say(text) for text in [*WORDS.tell(circus.events), *WORDS.brief(public(circus.events))]]
        assert all(sentence.endswith(".") for sentence in said)
        for seat in SEATS:
            assert say(WORDS.turn(HIPPO, circus.state, seat)).endswith(".")
            assert all(map(say, WORDS.hand(HIPPO.view(circus.state, seat))))
        progress = WORDS.progress(HIPPO, circus.state)
        assert progress is None or say(progress).endswith(".")


def public(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.audience is None]


@pytest.mark.parametrize("lang", LANGS)
def test_a_lap_of_the_wildest_races_fits_a_message_with_every_die_of_the_race(lang: Lang) -> None:
    style = Style(name=lambda seat: f"**{'RBYG'[seat]}** {'W' * 32}", code=lambda code: f"`{code}`")
    for circus in chain.from_iterable(match(seed, reckless=True) for seed in range(12)):
        events = public(circus.events)
        said = "\n".join(words(lang).say(text, style) for text in WORDS.brief(events))
        assert len(said) <= 1650, circus.state.stage
        dice = set(re.findall(r"`([^`]*)`", said))
        assert {written for written in rolled(events) if not any(one.startswith(written) for one in dice)} == set()


def rolled(events: Sequence[Event]) -> set[str]:
    found: set[str] = set()
    for event in events:
        match event:
            case told.Attempted(attack=first, defence=second) | told.Unlocked(attack=first, defence=second):
                found |= {written(first), written(second)}
            case told.Saved(roll=made) | told.Sprinted(roll=made):
                found.add(written(made))
            case _:
                pass
    return found


def test_orders_are_read_out_in_plain_words() -> None:
    circus = next(circus for circus in match(1) if circus.state.stage == "L1.E")
    order = Lap((HARD, HOLD, HOLD, HOLD), "rt", "l")
    answers = (order, None, None, None)
    said = [sayer("en")(text) for text in WORDS.hand(HIPPO.view(replace(circus.state, answers=answers), R))]
    assert (
        "· First straight: attack only with a Speed card, only against Bruno and Carla; defend with a Block card if one is left."
        in said
    )
    assert "· First curve: hold; defend without a card." in said
    assert said[-1] == "· Saves: a card on Cool and Turn. Wheel lock: only the Lock card."


def test_progress_names_who_has_answered_and_nothing_else() -> None:
    circus = list(match(1))[2]
    assert circus.state.stage == "T"
    said = WORDS.progress(HIPPO, circus.state)
    assert said is not None
    assert sayer("en")(said) == "2 of 4 have answered: Anna and Bruno."
    first = next(match(1))
    assert WORDS.progress(HIPPO, first.state) is None


def test_an_unknown_event_is_no_silence() -> None:
    with pytest.raises(AssertionError, match="no words for Event"):
        WORDS.tell((Event(),))


def test_words_are_found_by_the_games_key() -> None:
    assert words_of("hippo") is WORDS
    nothing: list[Text] = WORDS.tell(())
    assert nothing == WORDS.brief(()) == []
    assert sayer("it")(WORDS.seat("R") or Text("ui.nothing")) == "Rossa (R)"
