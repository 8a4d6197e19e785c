"""Who won: the photo finish and the ranking of all teams (section 10).

Owns the order of the teams at the end. Refuses to know when the end is (`turn`).
"""

from bot.engine.chance import roll
from bot.engine.games.splash import events
from bot.engine.games.splash.cards import RULES
from bot.engine.games.splash.course import CENTRE
from bot.engine.games.splash.position import CREW, DONE, HELM, LETTERS
from bot.engine.games.splash.race import Race

Key = tuple[int, ...]


def settle(race: Race) -> None:
    """End the race: rank the teams, by the die where a photo finish needs it."""
    closed = [team for team in range(race.teams) if race.at[team * CREW + HELM] == DONE and not race.gone >> team & 1]
    finish = race.closers if race.options.sudden else _photo_finish(race, closed)
    keys = [_standing(race, team, -finish.index(team) if team in finish else -race.teams) for team in range(race.teams)]
    race.places = tuple(1 + sum(other > own for other in keys) for own in keys)
    race.decision = "over"
    race.piece = race.slot = 0
    race.die = race.modifier = race.free = race.used = 0
    race.wind, race.again = True, False
    race.tell(events.Over(race.places))


def _photo_finish(race: Race, closed: list[int]) -> list[int]:
    """Order the teams that closed: most cards in hand, then the die."""
    order: list[int] = []
    rolls: list[tuple[str, int]] = []
    for cards in range(RULES.hand_max, -1, -1):
        tied = [team for team in closed if len(race.hands[team]) == cards]
        order += _rolled_off(race, tied, rolls)
    if rolls:
        race.tell(events.RollOff(tuple(rolls)))
    return order


def _rolled_off(race: Race, tied: list[int], rolls: list[tuple[str, int]]) -> list[int]:
    """Roll in seat order, the highest first; equal rolls roll again among themselves."""
    if len(tied) < 2:
        return tied
    dice: dict[int, list[int]] = {}
    for team in tied:
        die = roll(race.chance, "rolloff", RULES.die)
        rolls.append((LETTERS[team], die))
        dice.setdefault(die, []).append(team)
    return [team for die in sorted(dice, reverse=True) for team in _rolled_off(race, dice[die], rolls)]


def _standing(race: Race, team: int, photo: int) -> Key:
    """Give what ranks a team; who left is behind everybody who stayed (10.2)."""
    first = team * CREW
    pawns, helm = race.at[first : first + HELM], race.at[first + HELM]
    levels = race.course.level
    home = race.course.lengths[CENTRE] * race.course.laps
    return (
        not race.gone >> team & 1,
        helm == DONE,
        photo,
        helm >= 0,
        levels[helm] if helm >= 0 else 0,
        pawns.count(DONE),
        sum(home if at == DONE else levels[at] for at in pawns),
        len(race.hands[team]),
    )


def reason(gone: int, teams: int, closed: int) -> str:
    """Say how the race ended."""
    if teams - gone.bit_count() == 1:
        return "splash.over.left"
    return "splash.over.closed" if closed == 1 else "splash.over.photo_finish"
