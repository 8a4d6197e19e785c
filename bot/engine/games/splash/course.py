"""The courses of Splash & Bash: what a course file holds, and the tables made from it (sections 2.2 to 2.7).

Owns where a place lies and where a step, a jump, a sideways move and a fall lead. Refuses to know what stands there.

A *place* is a lane and a square counted over all laps, as one number; the places of a lane follow each other, ending with the
finish and some beyond it for pushes. A *cell* is a physical square, whatever the lap, as a number from 1; all squares of the
Start/Finish line are cell 0, the free zone, where nothing stands in anybody's way.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot.engine.games.splash.cards import RULES

LANES = "ECA"
OUTER, CENTRE, HIGH = range(3)
BEYOND = 16  # places kept beyond the finish: no jump is longer
ENDLESS = 1 << 20
FREE = 0

Count = Annotated[int, Field(ge=1, le=20)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Corner(_Closed):
    """The squares of a corner, by lane."""

    E: Count
    C: Count
    A: Count


class Side(_Closed):
    """A straight, as long in every lane, and the corner after it."""

    straight: Count
    corner: Corner


class CourseFile(_Closed):
    """A course as written; `entry` is the line on which a Helmsman enters, on the last lap."""

    id: Annotated[str, Field(pattern=r"^[a-z]+$")]
    laps: Annotated[int, Field(ge=1, le=9)]
    entry: Annotated[int, Field(ge=0)]
    sides: Annotated[tuple[Side, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _fits(self) -> "CourseFile":
        if self.entry >= len(self.sides):
            raise ValueError(f"line {self.entry} is not on a course of {len(self.sides)} sides")
        if any(not side.corner.E >= side.corner.C >= side.corner.A for side in self.sides):
            raise ValueError("no corner is longer further in")
        return self


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in words: lane E, C or A, lap from 1, square from 0 within the lap."""

    lap: int
    lane: str
    square: int

    def __str__(self) -> str:
        return f"{self.lap}{self.lane}{self.square}"


@dataclass(frozen=True, slots=True)
class Course:
    """A course's tables; where nothing else is said, lists are indexed by place.

    lengths, lines: by lane. inward, outward: the level place of the next lane, -1 without one. restart: where a fall leads.
    stretch: the lap and line at or behind, as one number; side: the line alone. level: the level square in the Centre over all
    laps. shadow: the cells that a piece there keeps free of obstacles, as bits; ground: by lane, the cells that may hold one.
    """

    id: str
    laps: int
    entry: int
    lengths: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    levels: dict[str, tuple[int, ...]]
    base: tuple[int, ...]
    finish: tuple[int, ...]
    lane: tuple[int, ...]
    names: tuple[str, ...]
    spots: tuple[Spot, ...]
    cell: tuple[int, ...]
    lap_start: tuple[int, ...]
    lap_end: tuple[int, ...]
    inward: tuple[int, ...]
    outward: tuple[int, ...]
    restart: tuple[int, ...]
    stretch: tuple[int, ...]
    side: tuple[int, ...]
    level: tuple[int, ...]
    shadow: tuple[int, ...]
    ground: tuple[int, ...]
    cell_names: tuple[str, ...]
    cell_lanes: tuple[int, ...]
    lane_cells: tuple[tuple[int, ...], ...]

    def place(self, lap: int, lane: int, square: int) -> int:
        """Find a place; the lap counts from 1."""
        return self.base[lane] + (lap - 1) * self.lengths[lane] + square

    def jump(self, place: int, delta: int) -> int:
        """Find where a push or jump leads: over no line between two laps and not behind the start (section 7.2)."""
        if delta < 0:
            return max(place + delta, self.lap_start[place])
        return min(place + delta, self.lap_end[place])


@cache
def courses() -> dict[str, Course]:
    """Give every course by id: those of the files in `data/courses`, sorted."""
    folder = resources.files("bot.engine.games.splash") / "data" / "courses"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    read = [CourseFile.model_validate_json(file.read_bytes()) for file in files]
    return {course.id: build(course) for course in read}


def build(file: CourseFile) -> Course:
    """Make a course's tables."""
    corners = [[getattr(side.corner, lane) for side in file.sides] for lane in LANES]
    straights = [side.straight for side in file.sides]
    lines = tuple(_lines(straights, corner) for corner in corners)
    coordinates = [_coordinates(straights, corner) for corner in corners]
    lengths = tuple(map(len, coordinates))
    levels = {
        LANES[own] + LANES[other]: _level(coordinates[own], coordinates[other])
        for own, other in ((OUTER, CENTRE), (CENTRE, OUTER), (CENTRE, HIGH), (HIGH, CENTRE))
    }
    return _Builder(file, lengths, lines, levels).build()


def _lines(straights: list[int], corners: list[int]) -> tuple[int, ...]:
    found = [0]
    for straight, corner in zip(straights, corners, strict=True):
        found.append(found[-1] + straight + corner)
    return tuple(found[:-1])


def _coordinates(straights: list[int], corners: list[int]) -> list[tuple[int, int, float]]:
    """Give each square's side, part (0 straight, 1 corner) and how far into it."""
    found: list[tuple[int, int, float]] = []
    for side, (straight, corner) in enumerate(zip(straights, corners, strict=True)):
        found += [(side, 0, float(step)) for step in range(straight)]
        found += [(side, 1, step / corner) for step in range(corner)]
    return found


def _level(own: list[tuple[int, int, float]], other: list[tuple[int, int, float]]) -> tuple[int, ...]:
    """Find for each square the last one of the other lane that is not ahead of it (section 2.3)."""
    return tuple(max(index for index, there in enumerate(other) if there <= here) for here in own)


class _Builder:
    """Puts the tables of one course together."""

    def __init__(
        self, file: CourseFile, lengths: tuple[int, ...], lines: tuple[tuple[int, ...], ...], levels: dict[str, tuple[int, ...]]
    ) -> None:
        self.file = file
        self.lengths = lengths
        self.lines = lines
        self.levels = levels
        self.spans = [length * file.laps for length in lengths]
        self.base = tuple(sum(span + BEYOND for span in self.spans[:lane]) for lane in range(3))
        self.cells = tuple(sum(length - 1 for length in lengths[:lane]) for lane in range(3))
        self.rows = [
            (lane, lap, square)
            for lane, span in enumerate(self.spans)
            for lap, square in (divmod(p, lengths[lane]) for p in range(span + BEYOND))
        ]

    def build(self) -> Course:
        """Give the course."""
        file, last = self.file, self.file.laps - 1
        sides = [
            [sum(line <= square for line in lines) - 1 for square in range(length)]
            for lines, length in zip(self.lines, self.lengths, strict=True)
        ]
        cells = [(lane, square) for lane, length in enumerate(self.lengths) for square in range(1, length)]
        return Course(
            id=file.id,
            laps=file.laps,
            entry=file.entry,
            lengths=self.lengths,
            lines=self.lines,
            levels=self.levels,
            base=self.base,
            finish=tuple(self.base[lane] + self.spans[lane] for lane, _, _ in self.rows),
            lane=tuple(lane for lane, _, _ in self.rows),
            names=tuple(str(Spot(lap + 1, LANES[lane], square)) if lap <= last else "F" for lane, lap, square in self.rows),
            spots=tuple(Spot(lap + 1, LANES[lane], square) for lane, lap, square in self.rows),
            cell=tuple(self.cell(lane, square) for lane, _, square in self.rows),
            lap_start=tuple(self.at(lane, lap, 0) for lane, lap, _ in self.rows),
            lap_end=tuple(self.at(lane, lap + 1, 0) if lap < last else ENDLESS for lane, lap, _ in self.rows),
            inward=tuple(self.beside(lane, lap, square, 1) for lane, lap, square in self.rows),
            outward=tuple(self.beside(lane, lap, square, -1) for lane, lap, square in self.rows),
            restart=tuple(self.at(CENTRE, lap, self.lines[CENTRE][sides[lane][square]]) for lane, lap, square in self.rows),
            stretch=tuple(lap * len(file.sides) + sides[lane][square] for lane, lap, square in self.rows),
            side=tuple(sides[lane][square] for lane, _, square in self.rows),
            level=tuple(lap * self.lengths[CENTRE] + self.centre(lane, square) for lane, lap, square in self.rows),
            shadow=tuple(self.shadow(lane, square) for lane, _, square in self.rows),
            ground=tuple(
                sum(1 << self.cell(lane, square) for square in range(self.lengths[lane]) if square not in self.lines[lane])
                for lane in range(3)
            ),
            cell_names=("", *(f"{LANES[lane]}{square}" for lane, square in cells)),
            cell_lanes=(-1, *(lane for lane, _ in cells)),
            lane_cells=tuple(
                tuple(self.cell(lane, square) for square in range(length)) for lane, length in enumerate(self.lengths)
            ),
        )

    def at(self, lane: int, lap: int, square: int) -> int:
        """Find a place; the lap counts from 0."""
        return self.base[lane] + lap * self.lengths[lane] + square

    def cell(self, lane: int, square: int) -> int:
        """Find a cell."""
        return self.cells[lane] + square if square else FREE

    def beside(self, lane: int, lap: int, square: int, step: int) -> int:
        """Find the level place one lane further in (1) or out (-1)."""
        other = lane + step
        if not 0 <= other < len(LANES):
            return -1
        return self.at(other, lap, self.levels[LANES[lane] + LANES[other]][square])

    def centre(self, lane: int, square: int) -> int:
        """Find the level square in the Centre."""
        return square if lane == CENTRE else self.levels[LANES[lane] + LANES[CENTRE]][square]

    def shadow(self, lane: int, square: int) -> int:
        """Find the cells from a square on that must stay clear of obstacles, as bits."""
        ahead = (square + step for step in range(RULES.obstacle_gap + 1))
        return sum({1 << self.cell(lane, here % self.lengths[lane]) for here in ahead})
