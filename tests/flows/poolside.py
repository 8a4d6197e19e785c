"""Playing Splash & Bash in a local Discord: by buttons, private pages included, or by its typed commands.

Owns how a whole match is played so that much happens (whoever can bumps, slips and plays cards). Refuses to judge what is shown.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.engine.core import Event, Seat
from bot.engine.games.splash import events as ev
from bot.match.folded import Match
from bot.playground.people import Player
from bot.playground.world import Channel, Message
from tests.flows.house import House, counted

MOST = 600  # presses of a match at most
WILD = ("go_bounce", "go_bump", "go_slip", "go_splash")  # lanes that lead to something, the rarest first


def entropy(start: int) -> Callable[[int], bytes]:
    """Give repeatable secret bytes, other ones for every start."""
    source = counted()
    for _ in range(start):
        source(1)
    return source


async def begun(house: House, host: Player, *others: Player, bots: int = 0, seed: int = 0, **options: object) -> Channel:
    """Start a match; gives its thread."""
    house.app.services.table.entropy = entropy(seed)
    known = set(house.channel.all_messages)
    given = {"course": "corta", "players": 1 + len(others) + bots, "bots": bots, **options}
    reply = await host.slash(house.channel, "splash new", **given)  # type: ignore[arg-type] # texts, numbers and flags alone
    assert reply.ephemeral, reply.text
    await house.settled()
    (lobby,) = [m for key, m in house.channel.all_messages.items() if key not in known and not m.ephemeral]
    for player in others:
        assert (await player.click(lobby, label=house.label("join", lobby))).acknowledged
    await house.settled()
    return house.local.channel(f"Splash & Bash · {house.code(lobby)}")


@dataclass
class Presser:
    """Plays for its people by pressing buttons; `pages` holds the private messages, `shown` what stood on them."""

    house: House
    thread: Channel
    people: tuple[Player, ...]
    pages: list[Message] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    cards: int = 0

    async def play(self, *, until: Callable[[Match], bool] = lambda match: False) -> None:
        """Press until the match is over or something has come about."""
        for _ in range(MOST):
            match = await self.house.match(self.thread)
            if not match.to_act or until(match):
                return
            await self.press(match)
            await self.house.settled()
        raise AssertionError(f"no end after {MOST} presses")

    async def press(self, match: Match) -> None:
        """Make one decision of whoever is due."""
        seat, player = next((match.seat_of(one.id), one) for one in self.people if match.seat_of(one.id) in match.to_act)
        assert seat is not None
        board = self.house.board(self.thread)
        form = {"D0": "lineup", "D2": "disc", "D3": "play", "D6": "play"}.get(match.state.decision)
        if match.state.decision == "D1":
            lanes = [arg for arg in args(board, "form") if arg.startswith("obs")]
            await self.follow(player, board, lanes[-1])
        elif match.state.decision == "D4":
            await self.click(player, board, "play", wildest(match, seat))
        elif form == "play" and not self.wants_card(match, seat):
            await self.click(player, board, "play", "roll" if match.state.decision == "D3" else "pass")
        elif form is not None:
            await self.follow(player, board, form)
        else:
            await self.click(player, board, "play", "pass")

    def wants_card(self, match: Match, seat: Seat) -> bool:
        """Let two cards of three be played."""
        self.cards += 1
        return (
            any(choice.text.startswith("play ") for choice in match.game.choices(match.state, seat, "")) and self.cards % 3 != 0
        )

    async def follow(self, player: Player, board: Message, form: str) -> None:
        """Open a private page and press on it until something is played."""
        before = (await self.house.match(self.thread)).version
        page = board
        verb, arg = "form", form
        while (await self.house.match(self.thread)).version == before:
            shown = await self.click(player, page, verb, arg)
            if (await self.house.match(self.thread)).version != before:
                return
            page = shown
            self.pages.append(page)
            self.shown.append(page.content)
            menus = [control for control in page.controls if control["type"] == 3]
            if menus:
                value = menus[0]["options"][0]["value"]
                answer = await self.house.forge(player, page, menus[0]["custom_id"], values=[value])
                assert answer.acknowledged
                return
            (verb, arg), *_ = [(one, what) for one in ("play", "form") for what in args(page, one)]

    async def click(self, player: Player, message: Message, verb: str, arg: str) -> Message:
        """Press a button by what it sends; gives the private page it leads to."""
        ending = f":{verb}:{arg.replace(' ', '_')}"
        (custom_id,) = [c["custom_id"] for c in message.controls if c["custom_id"].endswith(ending)]
        reply = await player.click(message, custom_id=custom_id)
        assert reply.acknowledged
        return reply.message if reply.message is not None else message


def args(message: Message, verb: str) -> list[str]:
    """List what a message's buttons of a verb send."""
    parts = [control["custom_id"].split(":", 4) for control in message.controls if control["type"] == 2]
    return [part[4].replace("_", " ") for part in parts if part[3] == verb and len(part) > 4]


def wildest(match: Match, seat: Seat) -> str:
    """Choose the lane that leads to the most."""
    lanes = [choice for choice in match.game.choices(match.state, seat, "") if choice.text.startswith("go ")]
    kinds = {choice.label.id.rpartition(".")[2]: choice.text for choice in lanes}
    return next((kinds[kind] for kind in WILD if kind in kinds), lanes[-1].text)


def happened(match: Match) -> list[tuple[Event, ...]]:
    """List the public events of each record."""
    return [tuple(event for event in frame.events if event.audience is None) for frame in match.frames]


def longest_chain(match: Match) -> int:
    """Count the bumps of the longest chain."""
    return max((longest(record) for record in happened(match)), default=0)


def longest(events: tuple[Event, ...]) -> int:
    """Count the bumps that follow from one another."""
    best = run = 0
    struck = ""
    for event in events:
        match event:
            case ev.Bumped(_, by, whom):
                run = run + 1 if by == struck else 1
                struck, best = whom, max(best, run)
            case ev.Turn():
                struck = ""
    return best


def kinds(match: Match) -> set[str]:
    """Name the kinds of events that happened."""
    return {type(event).__name__ for record in happened(match) for event in record}
