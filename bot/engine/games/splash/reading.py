"""Reading the one-line position of Splash & Bash strictly (section 13).

Owns the checks that make a text a position that play could reach or go on from. Refuses to know how it is written (`notation`).
"""

import re
from collections import Counter
from typing import NoReturn, cast

from bot.engine.core import Text
from bot.engine.games.splash.actions import STANDING
from bot.engine.games.splash.cards import AT_ONCE, HIGH_PACK, LOW_PACK, RULES
from bot.engine.games.splash.course import FREE, HIGH, Course, courses
from bot.engine.games.splash.effects import CROWD
from bot.engine.games.splash.position import (
    CREW,
    DONE,
    HELM,
    LETTERS,
    NUMBERS,
    ORDERS,
    WAITING,
    Decision,
    SplashOptions,
    State,
    lane_number,
)
from bot.errors import ParseError

_CARDS = r"(?:[A-Z]{2}(?:,[A-Z]{2})*)?"
_HEAD = re.compile(r"SB1 (?P<course>[a-z]+) (?P<teams>[234]) r(?P<round>[1-9]\d{0,3}) >(?P<piece>[RBGY][123H]|-)", re.ASCII)
_TEAM = re.compile(r"([RBGY])((?: (?:-|F|[1-9][ECA](?:0|[1-9]\d?)!?)){4})", re.ASCII)
_PLACE = re.compile(r"([1-9])([ECA])(\d+)(!?)", re.ASCII)
_DECK = re.compile(rf"(?P<deck>{_CARDS})/(?P<spent>{_CARDS})", re.ASCII)
_HAND = re.compile(r"([RBGY]):([A-Z]{2}(?:,[A-Z]{2})?)", re.ASCII)
_TURN = re.compile(
    r"m(?P<modifier>0|-?[1-9]\d?) w(?P<wind>[01]) f(?P<free>\d) u(?P<used>[RBGY]+|-) @(?P<decision>D[012346]|start|over)"
    r"(?: d(?P<die>[1-9]\d?))?(?: c(?P<drawn>[A-Z]{2}))?(?P<again> 2)?",
    re.ASCII,
)
_LINEUP = re.compile(r"([RBGY]):([ECA]{3}|\?)", re.ASCII)
_ORDER = "xhLHsotlqp"
_FULL = "LHsot"


def read_position(text: str, options: SplashOptions) -> State:
    """Read a full save, or the short form: then the decks lie in their files' order and the turn is about to start."""
    head, *sections = text.split(" | ")
    found = _HEAD.fullmatch(head)
    if found is None or not text.isascii():
        raise ParseError("splash.load.fields")
    if found["course"] != options.course:
        raise ParseError("splash.load.course", text=found["course"], course=options.course)
    return _Reader(options, int(found["teams"]), sections).read(int(found["round"]), found["piece"])


def _wrong(section: str, reason: str) -> NoReturn:
    # The names of the sections are notation, the reasons have their words: splash.load.why.*
    raise ParseError("splash.load.section", text=section[:24], reason=Text(f"splash.load.why.{reason}"))


class _Reader:
    """Reads the sections after the head."""

    def __init__(self, options: SplashOptions, teams: int, sections: list[str]) -> None:
        self.options = options
        self.course: Course = courses()[options.course]
        self.teams = teams
        self.letters = LETTERS[:teams]
        self.rows = sections[:teams]
        self.more = {section[0]: section[2:] for section in sections[teams:] if section[1:2] == " "}
        kinds = "".join(self.more)
        listed = "".join(section[:1] for section in sections[teams:])
        ordered = "".join(kind for kind in _ORDER if kind in kinds)
        if len(self.rows) < teams or not kinds == listed == ordered or len({kind in kinds for kind in _FULL}) > 1:
            raise ParseError("splash.load.fields")

    def read(self, round_number: int, mover: str) -> State:
        """Give the position."""
        at, anchors = self.pieces()
        obstacles = self.obstacles(at)
        hands = self.hands()
        turn = self.turn()
        decision = cast(Decision, turn["decision"])
        drawn = turn["drawn"] or ""
        low, low_spent, high, high_spent = self.decks(hands, drawn)
        order = ORDERS[self.options.order, self.teams][round_number > 1]
        piece = NUMBERS.get(mover, 0)
        state = State(
            self.options,
            decision,
            round_number,
            order.index(piece) if piece in order and mover != "-" else 0,
            piece,
            at,
            anchors,
            obstacles,
            low,
            low_spent,
            high,
            high_spent,
            hands,
            self.standing(),
            gone=self.bits("q"),
            used=self.flags(turn["used"] or "-", "t"),
            modifier=int(turn["modifier"] or 0),
            wind=turn["wind"] != "0",
            free=int(turn["free"] or 0),
            die=int(turn["die"] or 0),
            drawn=drawn,
            again=turn["again"] is not None,
            lineups=self.lineups(decision),
            places=self.places(decision),
        )
        _check_mover(state, mover)
        _check_turn(state)
        return state

    def pieces(self) -> tuple[tuple[int, ...], int]:
        """Read where the pieces are."""
        at: list[int] = []
        anchors = 0
        for team, row in enumerate(self.rows):
            found = _TEAM.fullmatch(row)
            if found is None or found[1] != self.letters[team]:
                _wrong(row, "team")
            for token in found[2].split():
                anchors |= token.endswith("!") << len(at)
                at.append(self.place(token))
            self.helm(at[-CREW:], row)
        standing = [self.course.cell[place] for place in at if place >= 0 and self.course.cell[place] != FREE]
        if len(set(standing)) < len(standing):
            _wrong(self.rows[0], "crowded")
        return tuple(at), anchors

    def place(self, token: str) -> int:
        """Read a place."""
        found = _PLACE.fullmatch(token)
        if found is None:
            return DONE if token == "F" else WAITING  # noqa: S105 - a mark of the notation
        lap, lane, square = int(found[1]), lane_number(found[2]), int(found[3])
        if lap > self.course.laps or square >= self.course.lengths[lane]:
            _wrong(token, "place")
        return self.course.place(lap, lane, square)

    def helm(self, crew: list[int], row: str) -> None:
        """Check that Pawns wait only before the start and that a Helmsman waits for his Pawns (INV8)."""
        pawns, helm = crew[:HELM], crew[HELM]
        waiting = pawns.count(WAITING)
        if waiting not in (0, HELM) or (helm != WAITING and pawns.count(DONE) < HELM):
            _wrong(row, "helm")

    def obstacles(self, at: tuple[int, ...]) -> int:
        """Read the obstacles."""
        names = self.more["x"].split(" ") if "x" in self.more else []
        known = [name for name in self.course.cell_names[1:] if name in names]
        bits = sum(1 << self.course.cell_names.index(name) for name in known)
        taken = sum({1 << self.course.cell[place] for place in at if place >= 0})
        crowded = any((bits & ground).bit_count() > most for ground, most in zip(self.course.ground, CROWD, strict=True))
        if known != names or bits & taken or bits & ~sum(self.course.ground) or crowded:
            _wrong(f"x {self.more['x']}", "obstacles")
        return bits

    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Read the hands."""
        hands: dict[str, tuple[str, ...]] = {}
        for part in self.more["h"].split(" ") if "h" in self.more else ():
            found = _HAND.fullmatch(part)
            if found is None or found[1] in hands or any(card in AT_ONCE for card in found[2].split(",")):
                _wrong(part, "hand")
            hands[found[1]] = tuple(found[2].split(","))
        if list(hands) != [letter for letter in self.letters if letter in hands]:
            _wrong(f"h {self.more['h']}", "hand")
        return tuple(hands.get(letter, ()) for letter in self.letters)

    def decks(self, hands: tuple[tuple[str, ...], ...], drawn: str) -> tuple[tuple[str, ...], ...]:
        """Read the decks; in the short form they are made of the cards that no hand holds."""
        held = [card for hand in hands for card in hand] + [drawn] * bool(drawn)
        if "L" not in self.more:
            rest = list(HIGH_PACK)
            for card in held:
                if card not in rest:
                    _wrong(f"h {self.more['h']}", "cards")
                rest.remove(card)
            return LOW_PACK, (), tuple(rest), ()
        low, low_spent = self.deck("L", LOW_PACK, [])
        high, high_spent = self.deck("H", HIGH_PACK, held)
        return low, low_spent, high, high_spent

    def deck(self, kind: str, pack: tuple[str, ...], held: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Read one deck with its discards; every card of the pack is accounted for (INV4)."""
        found = _DECK.fullmatch(self.more[kind])
        if found is None:
            _wrong(f"{kind} {self.more[kind]}", "deck")
        deck, spent = (tuple(filter(None, found[part].split(","))) for part in ("deck", "spent"))
        if Counter([*deck, *spent, *held]) != Counter(pack):
            _wrong(f"{kind} {self.more[kind]}", "cards")
        return deck, spent

    def standing(self) -> tuple[tuple[bool, bool], ...]:
        """Read the standing orders; in the short form all are on."""
        if "s" not in self.more:
            return ((True, True),) * self.teams
        found: list[tuple[bool, bool]] = []
        for letter, part in zip(self.letters, [*self.more["s"].split(" "), *self.letters], strict=False):
            on = (STANDING[0] in part[2:], STANDING[1] in part[2:])
            if part != f"{letter}:{','.join(card for card, kept in zip(STANDING, on, strict=True) if kept) or '-'}":
                _wrong(part, "standing")
            found.append(on)
        if self.more["s"].count(" ") >= self.teams:
            _wrong(f"s {self.more['s']}", "standing")
        return tuple(found)

    def turn(self) -> dict[str, str | None]:
        """Read the turn's part; in the short form a turn is about to start."""
        if "t" not in self.more:
            return {**dict.fromkeys(("modifier", "wind", "free", "used", "die", "drawn", "again")), "decision": "start"}
        options = self.options
        if self.more["o"] != options.order + ",sudden" * options.sudden + ",noautoroll" * (not options.autoroll):
            _wrong(f"o {self.more['o']}", "options")
        found = _TURN.fullmatch(self.more["t"])
        if found is None:
            _wrong(f"t {self.more['t']}", "turn")
        return found.groupdict()

    def bits(self, kind: str) -> int:
        """Read the teams of an optional section, as bits."""
        return self.flags(self.more[kind], kind) if kind in self.more else 0

    def flags(self, letters: str, kind: str) -> int:
        """Read letters in seat order as bits; - for none."""
        known = [letter for letter in self.letters if letter in letters]
        if "".join(known) != letters.removeprefix("-"):
            _wrong(f"{kind} {letters}", "letters")
        return sum(1 << LETTERS.index(letter) for letter in known)

    def lineups(self, decision: str) -> tuple[str | None, ...]:
        """Read the lineups, which stand at D0 alone."""
        if (decision == "D0") != ("l" in self.more):
            _wrong(f"@{decision}", "lineups")
        if decision != "D0":
            return ()
        found = [_LINEUP.fullmatch(part) for part in self.more["l"].split(" ")]
        given = {part[1]: part[2] for part in found if part is not None}
        if list(given) != list(self.letters) or len(found) != self.teams or "?" not in given.values():
            _wrong(f"l {self.more['l']}", "lineups")
        return tuple(None if lineup == "?" else lineup for lineup in given.values())

    def places(self, decision: str) -> tuple[int, ...] | None:
        """Read the places, which stand at the end alone."""
        if (decision == "over") != ("p" in self.more):
            _wrong(f"@{decision}", "places")
        if decision != "over":
            return None
        places = tuple(int(part) if part in "1234" else 0 for part in self.more["p"].split(" "))
        ranks = tuple(1 + sum(other < own for other in places) for own in places)
        if len(places) != self.teams or places != ranks:
            _wrong(f"p {self.more['p']}", "places")
        return places


def _check_mover(state: State, mover: str) -> None:
    """Check that the piece on turn can be on turn."""
    if state.decision in ("D0", "over"):
        started = any(at != WAITING for at in state.at)
        if mover != "-" or (state.decision == "D0") == started:
            _wrong(f">{mover}", "mover")
        return
    if mover == "-" or state.piece >= len(state.at):
        _wrong(f">{mover}", "mover")
    at = state.at[state.piece]
    pawns = state.at[state.piece // CREW * CREW :][:HELM]
    entering = state.decision == "start" and state.piece % CREW == HELM and at == WAITING and pawns.count(DONE) == HELM
    if at < 0 and not entering:
        _wrong(f">{mover}", "mover")
    if state.gone.bit_count() >= state.teams - 1:
        _wrong(f"@{state.decision}", "letters")


def _check_turn(state: State) -> None:
    """Check that die and cards fit the decision."""
    decision, rolled, helm = state.decision, state.die > 0, state.piece % CREW == HELM
    hand = state.hands[state.piece // CREW]
    lane = state.course.lane[state.at[state.piece]]
    fits = {
        "D1": not rolled and not helm and lane != HIGH,
        "D2": rolled == helm and len(set(hand)) == RULES.hand_max and bool(state.drawn),
        "D3": not rolled,
        "D4": rolled,
        "D6": rolled,
    }
    if not fits.get(decision, not rolled) or state.die > RULES.die or (bool(state.drawn) and decision != "D2"):
        _wrong(f"@{decision}", "turn")
    if state.drawn in AT_ONCE or (state.again and not (decision == "D4" or (decision == "D2" and helm))):
        _wrong(f"@{decision}", "turn")
