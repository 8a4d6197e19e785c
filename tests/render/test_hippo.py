"""Hippo's boards: their bounds over whole races, that every chariot is seen where it is, and what marks the last lap."""

from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops

from bot.engine.core import Text, Who
from bot.engine.games.hippo.events import PhaseBegan
from bot.engine.games.hippo.position import SEATS
from bot.i18n import LANGS
from bot.render.base import ALT_LENGTH, PICTURE_BYTES, PICTURE_WIDTH, TEXT_COLUMNS, PaletteName, Say
from bot.render.hippo import RENDERER
from bot.render.hippo.chariots import car_at, seat_paint
from bot.render.hippo.layout import GAP, HEIGHT, LEADER, PLAQUE_TOP, card_corner, gate_middle, on_track
from bot.render.hippo.trail import trail_of
from bot.render.text import width
from tests.golden import compare
from tests.render.circuses import Circus, match
from tests.render.colour_vision import distance
from tests.render.rivers import sayer, shouting, silent

GOLDEN = Path(__file__).parent / "golden"
PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)
ENGLISH = sayer("en")


def drawn(circus: Circus, *, palette: PaletteName = "plain", say: Say = ENGLISH, bare: bool = False) -> Image.Image:
    data = RENDERER.picture(circus.view, () if bare else circus.last, say=say, palette=palette)
    return Image.open(BytesIO(data)).convert("RGB")


def opened(seed: int, tempo: str = "lap") -> dict[str, Circus]:
    """Give the first position of each window of a race."""
    found: dict[str, Circus] = {}
    for circus in match(seed, tempo=tempo, reckless=seed > 20):
        found.setdefault(circus.state.stage, circus)
    return found


def test_whole_races_stay_within_the_bounds() -> None:
    windows = list(
        chain.from_iterable(opened(seed, tempo).values() for seed, tempo in [*((n, "lap") for n in range(18, 26)), (1, "phase")])
    )
    assert len(windows) > 60
    for number, circus in enumerate(windows):
        say, palette = sayer(LANGS[number % 3]), PALETTES[number % 4]
        data = RENDERER.picture(circus.view, circus.last, say=say, palette=palette)
        assert len(data) <= PICTURE_BYTES
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (PICTURE_WIDTH, HEIGHT))


@pytest.mark.parametrize("say", [ENGLISH, sayer("it"), sayer("pt_BR"), shouting, silent])
def test_text_boards_and_descriptions_stay_within_the_bounds(say: Say) -> None:
    for circus in chain(match(2), match(3, tempo="phase"), match(21, reckless=True)):
        board = RENDERER.text(circus.view, circus.last, say=say)
        assert max(map(width, board.split("\n"))) <= TEXT_COLUMNS
        assert "`" not in board
        assert len(RENDERER.alt(circus.view, circus.last, say=say)) <= ALT_LENGTH


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_picture(say: Say) -> None:
    for circus in opened(2).values():
        difference = ImageChops.difference(drawn(circus, say=say), drawn(circus)).getbbox()
        assert difference is None or difference[1] >= PLAQUE_TOP  # words stand on the panel alone


def test_no_name_is_ever_asked_for() -> None:
    def nameless(value: Any) -> None:
        assert not isinstance(value, Who)
        for inner in value.params.values() if isinstance(value, Text) else value if isinstance(value, tuple) else ():
            nameless(inner)

    def say(text: Text) -> str:
        nameless(text)
        return ENGLISH(text)

    for circus in opened(2).values():
        for write in (RENDERER.picture, RENDERER.text, RENDERER.alt):
            write(circus.view, circus.last, say=say)


def test_the_same_view_gives_the_same_bytes() -> None:
    circus = opened(1)["L2.E"]
    first, second = (RENDERER.picture(circus.view, circus.last, say=ENGLISH) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("palette", PALETTES)
def test_every_running_chariot_stands_in_its_place(palette: PaletteName) -> None:
    for circus in opened(1).values():
        if not circus.view.order or circus.view.window is None:
            continue
        image = drawn(circus, palette=palette)
        for place, seat in enumerate(circus.view.order):
            x, y, heading = on_track(LEADER["E"] - place * GAP)
            dx, dy = car_at(round(heading / 5) * 5 % 360)
            assert near(image, x + dx, y + dy, seat_paint(palette, seat).fill), (circus.state.stage, seat)


def near(image: Image.Image, x: float, y: float, colour: tuple[int, int, int]) -> bool:
    """Find a colour within a few pixels, the letter beside it."""
    box = (round(x) - 9, round(y) - 9, round(x) + 10, round(y) + 10)
    apart = ImageChops.difference(image.crop(box), Image.new("RGB", (19, 19), colour))
    return sum(count for count, by in apart.getcolors(361) or [] if isinstance(by, tuple) and max(by) <= 20) > 20


def test_before_the_start_chariots_stand_in_their_boxes() -> None:
    circus = opened(1)["G"]
    image = drawn(circus)
    for seat in circus.view.seats:
        assert seat.box is not None
        x, y = gate_middle(seat.box)
        assert near(image, x + 46 + car_at(0)[0], y, seat_paint("plain", seat.seat).fill)


@pytest.mark.parametrize("palette", PALETTES)
def test_seats_are_told_apart_by_colour_and_shape(palette: PaletteName) -> None:
    looks = [seat_paint(palette, seat) for seat in SEATS]
    assert len({look.shape for look in looks}) == 4
    assert min(distance(one.fill, other.fill, palette) for one in looks for other in looks if one is not other) > 10


def test_the_last_lap_is_marked() -> None:
    for circus in opened(22).values():
        trail = trail_of(circus.last)
        if not any(trail.gained(seat, circus.view.order) for seat in SEATS) and not trail.wrecks:
            continue
        box = ImageChops.difference(drawn(circus), drawn(circus, bare=True)).getbbox()
        assert box is not None
        assert box[1] < PLAQUE_TOP
        return
    raise AssertionError("nothing moved")


def test_who_has_answered_is_sealed_and_who_is_due_is_golden() -> None:
    first, second = list(match(1))[:2]
    box = ImageChops.difference(drawn(first), drawn(second)).getbbox()
    assert box is not None
    answered = next(seat.seat for seat in second.view.seats if seat.answered)
    left, top = card_corner(answered)
    assert left - 6 <= box[0]
    assert top - 6 <= box[1]


def test_the_trail_reads_the_order_off_either_phase() -> None:
    order = tuple(SEATS)
    assert trail_of((PhaseBegan(1, "S1", (order[3], *order[:3])),)).before == order
    assert trail_of((PhaseBegan(1, "C1", order[::-1]),)).before == order
    assert trail_of(()).gained(order[0], order) == 0


@pytest.mark.parametrize("lang", LANGS)
def test_text_boards_read_like_this(lang: str) -> None:
    say = sayer(next(one for one in LANGS if one == lang))
    parts = []
    for seed in (1, 22):
        for stage, circus in opened(seed).items():
            parts += [
                f"# {seed} {stage}",
                RENDERER.text(circus.view, circus.last, say=say),
                RENDERER.alt(circus.view, circus.last, say=say),
            ]
    compare(GOLDEN / f"hippo.{lang}.txt", "\n".join(parts) + "\n")


def test_a_hidden_team_is_not_on_the_picture() -> None:
    first, *_ = match(1)
    *_, other = (circus for circus in match(2) if circus.state.stage == "T" and not any(circus.state.answers))
    assert first.state.deals != other.state.deals
    assert drawn(first).tobytes() == drawn(other).tobytes()
