"""A position as one team knows it, made from its view: other teams' hands and the decks are empty.

Owns the way back from a view. Refuses to guess what the view does not show.
"""

from bot.engine.games.splash.course import courses
from bot.engine.games.splash.position import DONE, NUMBERS, WAITING, State, lane_number
from bot.engine.games.splash.view import PieceView, View


def position_of(view: View) -> State:
    """Make the position."""
    course = courses()[view.options.course]

    def place(piece: PieceView) -> int:
        if piece.status != "on":
            return DONE if piece.status == "done" else WAITING
        return course.place(piece.lap, lane_number(piece.lane), piece.square)

    return State(
        view.options,
        view.decision,
        view.round,
        slot=0,
        piece=NUMBERS[view.piece] if view.piece else 0,
        at=tuple(map(place, view.pieces)),
        anchors=sum(piece.anchored << number for number, piece in enumerate(view.pieces)),
        obstacles=sum(1 << course.cell_names.index(name) for name in view.obstacles),
        low=(),
        low_spent=view.low_spent,
        high=(),
        high_spent=view.high_spent,
        hands=tuple(team.hand or () for team in view.teams),
        standing=tuple((bool(team.salvagente), bool(team.alt)) for team in view.teams),
        gone=sum(team.left << team.seat for team in view.teams),
        used=sum(team.spent << team.seat for team in view.teams),
        modifier=view.modifier,
        wind=view.wind,
        free=view.free,
        die=view.die,
        drawn=view.drawn or "",
        again=view.again,
    )
