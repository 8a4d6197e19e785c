"""What the lobby message says, as message ids: the game and its options, who is in, who is asked, what happens next."""

from bot.engine.core import Code, Seat, Text, Who, letter
from bot.match.folded import Match
from bot.match.model import HouseBot, Human, SeatHolder, Status
from bot.words.base import words_of


def lines(match: Match) -> list[Text]:
    """Describe the lobby as it stands; once it has ended, say how."""
    header = match.header
    title = Text("board.lobby.title", {"game": match.game.info.title, "code": Code(header.code)})
    match header.status:
        case Status.LOBBY:
            return [title, *_facts(match), *_players(match), _next(match)]
        case Status.CLOSED:
            return [title, Text("board.lobby.closed")]
        case _:
            return [title, *_facts(match), Text("board.lobby.started"), *_seated(match)]


def _facts(match: Match) -> list[Text]:
    header = match.header
    facts = [
        Text(
            "board.lobby.facts",
            {"pace": Text(f"board.pace.{header.pace.value}"), "language": Text(f"board.language.{header.lang}")},
        )
    ]
    chosen = words_of(header.game).options(match.options)
    if chosen:
        facts.append(Text("board.lobby.options", {"options": tuple(chosen)}))
    return facts


def _players(match: Match) -> list[Text]:
    taken = [_place(match, holder) for holder in match.holders]
    asked = len(match.header.invited)
    free = match.header.capacity - len(taken) - asked
    told = [Text("board.lobby.players", {"n": len(taken), "capacity": match.header.capacity}), *taken]
    if asked:
        told.append(Text("board.lobby.asked", {"n": asked}))
    if free:
        told.append(Text("board.lobby.free", {"n": free}))
    return told


def _place(match: Match, holder: SeatHolder) -> Text:
    name: Text | str
    match holder.holder:
        case Human(name=shown):
            name = shown
        case HouseBot(level=level):
            name = Text("board.lobby.bot", {"level": Text(f"board.level.{level}")})
        case _:
            name = Text("ui.gone")
    if holder.wanted is None:
        return Text("board.lobby.place_any", {"name": name})
    mark = letter(match.game.info, match.header.capacity, Seat(holder.wanted))
    return Text("board.lobby.place", {"name": name, "seat": mark})


def _next(match: Match) -> Text:
    least = min(match.game.info.seats)
    return Text("board.lobby.next", {"n": least})


def _seated(match: Match) -> list[Text]:
    return [Text("board.lobby.seated", {"who": Who(Seat(holder.place))}) for holder in match.holders]
