"""Splash & Bash's controls: the die, the lanes with where each leads, and the private pages for cards, targets and orders.

Owns which buttons a decision has. Public controls are made of what a spectator knows, private pages of what their own seat knows:
both go through a position that holds nothing else, so a hand cannot show in a label.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.engine.core import AnyGame, Choice, Code, Seat, Text
from bot.engine.games.splash.actions import REACTION_NAMES
from bot.engine.games.splash.choices import card_name, choices, lane_name
from bot.engine.games.splash.course import LANES, courses
from bot.engine.games.splash.position import DONE, HELM, LETTERS, NUMBERS, USUAL, WAITING, State
from bot.engine.games.splash.view import PieceView, View
from bot.ui import limits
from bot.ui.controls import Button, Pick, Row, Select, rows_of
from bot.ui.games.base import Form, GameUi, Prepared
from bot.words.splash import effect, held

UNKNOWN: Final = "--"  # stands in a hand for a card that is not known: only their number counts
PLAYING: Final = ("D3", "D4", "D6")


class SplashUi(GameUi):
    """The decision's own buttons in the first row, the way to the private pages in the second."""

    def controls(self, game: AnyGame, state: Any, due: Sequence[Seat]) -> tuple[Row, ...]:
        """Offer the decision to whom it is due, and everybody the own hand and orders."""
        view: View = game.view(state, None)
        private: tuple[Button, ...] = (
            Button(Text("ui.button.hand"), "hand", emoji="🃏"),
            Button(_text("button.orders"), "form", "orders", emoji="🛟"),
        )
        first = tuple(_decision(view, due))
        if view.decision in PLAYING and view.piece is not None and due == [view.pieces[NUMBERS[view.piece]].seat]:
            private = (Button(_text("button.play"), "form", "play", look="primary", emoji="🌊"), *private)
        return tuple(row for row in (first, private) if row)

    def form(self, view: Any, prepared: Prepared, page: str) -> Form | None:
        """Build a private page: `orders`, or the beginning of a notation whose next parts it offers."""
        what, _, _ = page.partition(" ")
        acts = view.seat in view.acting
        match what, view.decision:
            case "orders", _:
                return _orders(view)
            case "lineup", "D0" if acts:
                return _lineup(view, page)
            case "obs", "D1" if acts:
                return _squares(view, page)
            case "disc", "D2" if acts and view.drawn is not None:
                return _discard(view)
            case "play", "D3" | "D4" | "D6" if acts:
                return _cards(view, page)
            case _:
                return None


def _text(name: str, /, **params: Any) -> Text:
    return Text(f"splash.{name}", params)


def known(view: View) -> State:
    """Put a position together from what a view holds and nothing else: unknown decks are empty, unknown hands count only."""
    course = courses()[view.options.course]
    numbers = {piece.code: number for number, piece in enumerate(view.pieces)}

    def place(piece: PieceView) -> int:
        if piece.status != "on":
            return DONE if piece.status == "done" else WAITING
        return course.place(piece.lap, LANES.index(piece.lane), piece.square)

    def bits(flags: Iterator[bool]) -> int:
        return sum(1 << number for number, flag in enumerate(flags) if flag)

    own = None if view.seat is None else view.teams[view.seat]
    standing = [(True, True)] * len(view.teams)
    if own is not None:
        standing[own.seat] = (bool(own.salvagente), bool(own.alt))
    return State(
        view.options,
        view.decision,
        view.round,
        slot=0,
        piece=numbers.get(view.piece or "", 0),
        at=tuple(map(place, view.pieces)),
        anchors=bits(piece.anchored for piece in view.pieces),
        obstacles=sum(1 << course.cell_names.index(square) for square in view.obstacles),
        low=(),
        low_spent=view.low_spent,
        high=(),
        high_spent=view.high_spent,
        hands=tuple((UNKNOWN,) * team.cards if team.hand is None else team.hand for team in view.teams),
        standing=tuple(standing),
        gone=bits(team.left for team in view.teams),
        used=bits(team.spent for team in view.teams),
        modifier=view.modifier,
        wind=view.wind,
        free=view.free,
        die=view.die,
        drawn=view.drawn or "",
        again=view.again,
        lineups=tuple(team.lineup or (USUAL if team.given else None) for team in view.teams) if view.decision == "D0" else (),
        places=view.places,
    )


def _decision(view: View, due: Sequence[Seat]) -> Iterator[Button]:
    """Give the public buttons of what is due."""
    state = known(view)
    if not due:
        return  # the table itself goes on: a roll by itself, a forced pass
    if view.decision == "D0":
        yield Button(_text("button.lineup"), "form", "lineup", look="primary", emoji="🏁")
        yield Button(_text("button.usual"), "play", f"lineup {USUAL}")
        return
    if view.decision == "start" or list(due) != [state.mover]:
        yield Button(_text("choice.go_on"), "play", "pass", look="success", emoji="▶️")
        return
    match view.decision:
        case "D1":
            for choice in choices(state, state.mover, ""):
                yield _step(
                    choice, Button(_text("button.obstacle", lane=lane_name(choice.text[-1:])), "form", choice.text, emoji="🐟")
                )
        case "D2":
            yield Button(_text("button.discard"), "form", "disc", look="primary", emoji="🗑️")
        case "D3":
            yield Button(_text("choice.roll"), "play", "roll", look="success", emoji="🎲")
        case "D4":
            yield from map(_lane, choices(state, state.mover, ""))
        case "D6":
            yield Button(_text("choice.pass"), "play", "pass", emoji="✋")


def _step(choice: Choice, onward: Button) -> Button:
    return Button(choice.label, "play", choice.text) if choice.complete else onward


def _lane(choice: Choice) -> Button:
    wet = choice.label.id.rpartition("_")[2] in ("splash", "slip")
    return Button(choice.label, "play", choice.text, look="danger" if wet else "primary")


def _lineup(view: View, page: str) -> Form:
    """Ask for one lane after the other."""
    assert view.seat is not None  # noqa: S101 - a form is built for a seat alone
    given = page[len("lineup ") :]
    prefix = f"lineup {given}" if given else ""
    pawn = Code(f"{LETTERS[view.seat]}{min(len(given) + 1, HELM)}")
    buttons = [
        Button(
            _text("button.lane", pawn=pawn, lane=lane_name(choice.text[-1:])),
            "play" if choice.complete else "form",
            choice.text,
            look="primary",
        )
        for choice in choices(known(view), view.seat, prefix)
    ]
    again = [Button(_text("button.back"), "form", "lineup")] if given else []
    line = _text("form.lineup", pawn=pawn, lineup=Code(given)) if given else _text("form.lineup_first", pawn=pawn)
    return Form((line,), rows_of([*buttons, *again]))


def _squares(view: View, page: str) -> Form:
    """Offer the legal squares of a lane; a long lane takes two selects."""
    assert view.seat is not None  # noqa: S101 - a form is built for a seat alone
    squares = choices(known(view), view.seat, page)
    rows: list[Row] = []
    for start in range(0, len(squares), limits.SELECT_OPTIONS):
        part = squares[start : start + limits.SELECT_OPTIONS]
        first, last = (Code(choice.text[4:]) for choice in (part[0], part[-1]))
        picks = tuple(Pick(choice.label, choice.text) for choice in part)
        rows.append(Select(_text("form.squares", first=first, last=last), "play", picks, arg=str(start)))
    none = Button(_text("choice.no_obstacle"), "play", "obs -")
    return Form((_text("form.obstacle", lane=lane_name(page[4:5] if page[4:5] in LANES else LANES[0])),), (*rows, (none,)))


def _discard(view: View) -> Form:
    assert view.seat is not None  # noqa: S101 - a form is built for a seat alone
    hand = view.teams[view.seat].hand or ()
    buttons = [Button(choice.label, "play", choice.text, look="primary") for choice in choices(known(view), view.seat, "")]
    return Form((_text("form.discard", card=card_name(view.drawn or "")), *map(held, hand)), rows_of(buttons))


def _cards(view: View, page: str) -> Form:
    """Offer the cards that may be played now, or the targets of one."""
    assert view.seat is not None  # noqa: S101 - a form is built for a seat alone
    state, piece = known(view), Code(view.piece or "")
    card = page[len("play ") :].strip()
    aimed = choices(state, view.seat, f"play {card} ") if card else []
    if aimed:
        picks = tuple(Pick(choice.label, choice.text) for choice in aimed[: limits.SELECT_OPTIONS])
        rows = (Select(_text("form.choose"), "play", picks), (Button(_text("button.back"), "form", "play"),))
        return Form((_text("form.target", piece=piece, card=card_name(card), effect=effect(card)),), rows)
    offered = [choice for choice in choices(state, view.seat, "") if choice.text.startswith("play ")]
    buttons = [
        Button(choice.label, "play" if choice.complete else "form", choice.text.strip(), look="primary") for choice in offered
    ]
    hand = view.teams[view.seat].hand or ()
    lines = [_text("form.play", piece=piece), *map(held, hand)] if hand else [_text("hand.empty")]
    return Form((*lines, *([] if buttons else [_text("form.no_card")])), rows_of(buttons))


def _orders(view: View) -> Form:
    """Show the standing orders, each with the button that turns it over, and the order of the hand."""
    assert view.seat is not None  # noqa: S101 - a form is built for a seat alone
    team = view.teams[view.seat]
    lines, buttons = [_text("form.orders")], []
    for name, on in zip(REACTION_NAMES, (team.salvagente, team.alt), strict=True):
        card = REACTION_NAMES[name]
        lines += [_text("hand.order_on" if on else "hand.order_off", card=card_name(card)), held(card)]
        label = _text("button.off" if on else "button.on", card=card_name(card))
        buttons.append(Button(label, "play", f"order {name} {'off' if on else 'on'}", look="primary"))
    hand = team.hand or ()
    if len(set(hand)) > 1:
        lines.append(_text("hand.outer", card=card_name(hand[-1])))
        label = _text("button.last", card=card_name(hand[0]))
        buttons.append(Button(label, "play", " ".join(("hand order", *reversed(hand)))))
    return Form(tuple(lines), rows_of(buttons))


def orders(view: View) -> Iterator[tuple[str, Text]]:
    """Give what a seat may order at any time, as `order` takes it, with what it means."""
    for name, card in REACTION_NAMES.items():
        yield f"{name} on", _text("hand.order_on", card=card_name(card))
        yield f"{name} off", _text("hand.order_off", card=card_name(card))
    hand = () if view.seat is None else view.teams[view.seat].hand or ()
    if len(set(hand)) > 1:
        for cards in (hand, hand[::-1]):
            yield " ".join(("hand", *cards)), _text("hand.outer", card=card_name(cards[-1]))


UI = SplashUi()
