"""The starting gate of Hippo: sprints, collisions, Caesar's restart, safe starters, the first running order (section 6).

Owns one run of the gate. Refuses to know when it is run.
"""

from bot.engine.core import Seat
from bot.engine.games.hippo.actions import Start
from bot.engine.games.hippo.cards import SPEED
from bot.engine.games.hippo.course import Course
from bot.engine.games.hippo.events import Collided, Followed, Gated, Lined, Restarted, Sprinted
from bot.engine.games.hippo.position import BOX_BONUS, GATE, GREEN, SEATS, favourite


def run(course: Course, starts: tuple[Start, ...]) -> bool:
    """Run the gate with everybody's choice; false when the start has to be run again."""
    boxes = course.state.boxes
    course.where = GATE
    course.events.append(Gated(tuple([start.sprint for start in starts])))
    by_box = sorted(SEATS, key=boxes.__getitem__)
    totals = _sprint(course, [seat for seat in by_box if starts[seat].sprint])
    wrecked = _collide(course, totals)
    caesar = favourite(course.rumours)
    if GREEN in wrecked and caesar is not None:
        course.use(caesar)
        course.events.append(Restarted(caesar.holder))
        return False
    safe = _follow(course, [seat for seat in by_box if not starts[seat].sprint])
    course.order = sorted(totals, key=lambda seat: (-totals[seat], boxes[seat])) + safe
    if wrecked:
        course.remove(wrecked, "collision")
        for seat in wrecked:
            course.fates(seat)
    course.events.append(Lined(tuple(course.order)))
    course.over = len(course.order) <= 1
    return True


def _sprint(course: Course, sprinters: list[Seat]) -> dict[Seat, int]:
    """Roll for every sprinter, in box order."""
    totals = {}
    for seat in sprinters:
        box = course.state.boxes[seat]
        roll = course.roll(seat, course.state.sums[seat][SPEED] + BOX_BONUS[box], None)
        totals[seat] = roll.total
        course.events.append(Sprinted(box, roll))
    return totals


def _collide(course: Course, totals: dict[Seat, int]) -> tuple[Seat, ...]:
    """Let equal totals collide and give who is wrecked, both in box order; each member of a group saves once."""
    groups: dict[int, list[Seat]] = {}
    for seat, total in totals.items():
        groups.setdefault(total, []).append(seat)
    for total, seats in groups.items():
        if len(seats) > 1:
            course.events.append(Collided(tuple(seats), total))
    wrecked = []
    for seat, total in totals.items():
        others = [other for other in groups[total] if other != seat]
        if others and not course.save(seat, "r", "collision", others[0]):
            wrecked.append(seat)
    return tuple(wrecked)


def _follow(course: Course, safe: list[Seat]) -> list[Seat]:
    """Order the safe starters by a bare die each, the lower box first among equals; a lone one does not roll."""
    dice = {seat: course.die() for seat in safe} if len(safe) > 1 else {}
    course.events += [Followed(seat, course.state.boxes[seat], dice.get(seat)) for seat in safe]
    return sorted(safe, key=lambda seat: (-dice.get(seat, 0), course.state.boxes[seat]))
