"""Splut!'s picture: its bounds, that every piece is there and seen, what marks the last turn and a plan."""

import subprocess
import sys
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import chain, combinations, islice
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.engine.chance import NoChance
from bot.engine.core import Text, Who
from bot.engine.games.splut.game import SPLUT
from bot.i18n import LANGS, Lang
from bot.render import sprites
from bot.render.base import PICTURE_BYTES, PICTURE_WIDTH, PaletteName, Say
from bot.render.splut import RENDERER, marks, panel, picture, pieces
from bot.render.splut import arena as ground
from bot.render.splut.layout import ARENA_LEFT, ARENA_TOP, CARD_HEIGHT, CARD_WIDTH, CELL, CORNERS, HEADER, HEIGHT, WIDTH, middle
from bot.render.splut.pieces import COLOURS, KINDS, piece, rock, side_paint
from bot.render.sprites import SCALE, SMALLEST
from bot.render.theme import GOLD
from tests.render.arenas import PLAIN, Arena, R, arenas, match, sayer, shouting, silent
from tests.render.colour_vision import distance

PALETTES: tuple[PaletteName, ...] = get_args(PaletteName)
BY_NAME = {one.name: one for one in arenas()}
ENGLISH = sayer("en")
Box = tuple[int, int, int, int]


def drawn(one: Arena, *, palette: PaletteName = "plain", say: Say = ENGLISH, bare: bool = False) -> Image.Image:
    data = RENDERER.picture(one.view, () if bare else one.last, say=say, palette=palette)
    return Image.open(BytesIO(data)).convert("RGB")


def square(name: str, grow: int = 0) -> Box:
    x, y = middle(name)
    half = CELL // 2 + grow
    return x - half, y - half, x + half, y + half


def amount(image: Image.Image, box: Box, tone: tuple[int, int, int]) -> int:
    """Count the pixels of a box that look like a colour."""
    colours: list[Any] = image.crop(box).getcolors(1 << 20) or []
    return sum(count for count, colour in colours if alike(colour, tone))


@cache
def alike(first: tuple[int, int, int], second: tuple[int, int, int]) -> bool:
    return distance(first, second, "plain") < 5


def changed(first: Image.Image, second: Image.Image) -> Box | None:
    return ImageChops.difference(first, second).getbbox()


# Bounds


def test_hundreds_of_positions_stay_within_the_bounds() -> None:
    shown = list(chain(arenas(), *(match(seed, 2 + seed % 3) for seed in range(9))))
    assert len(shown) > 200
    for number, one in enumerate(shown):
        say, palette = sayer(LANGS[number % 3]), PALETTES[number % 4]
        data = RENDERER.picture(one.view, one.last, say=say, palette=palette)
        assert len(data) <= PICTURE_BYTES, one
        image = Image.open(BytesIO(data))
        assert (image.format, image.mode, image.size) == ("PNG", "P", (PICTURE_WIDTH, HEIGHT))


def test_the_same_view_gives_the_same_bytes_in_another_process() -> None:
    one = BY_NAME["crushed"]
    here = RENDERER.picture(one.view, one.last, say=sayer("it"), palette="tritanopia")
    script = (
        "import sys, hashlib; from tests.render.arenas import arenas, sayer; from bot.render.splut import RENDERER\n"
        "one = next(one for one in arenas() if one.name == 'crushed')\n"
        "data = RENDERER.picture(one.view, one.last, say=sayer('it'), palette='tritanopia')\n"
        "sys.stdout.write(hashlib.sha256(data).hexdigest())"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert there.stdout == sha256(here).hexdigest()


@pytest.mark.parametrize("say", [shouting, silent])
def test_no_saying_breaks_a_picture(say: Say) -> None:
    for one in arenas():
        box = changed(drawn(one, say=say), drawn(one))
        assert box is not None
        arena = drawn(one, say=say).crop(
            (ARENA_LEFT + 2 * CELL, ARENA_TOP + 2 * CELL, WIDTH - ARENA_LEFT - 2 * CELL, HEIGHT - 110)
        )
        plain = drawn(one).crop((ARENA_LEFT + 2 * CELL, ARENA_TOP + 2 * CELL, WIDTH - ARENA_LEFT - 2 * CELL, HEIGHT - 110))
        assert changed(arena, plain) is None  # words stand in the header and on the cards alone


def test_no_name_is_ever_asked_for() -> None:
    def nameless(value: Any) -> None:
        assert not isinstance(value, Who)
        for inner in value.params.values() if isinstance(value, Text) else value if isinstance(value, tuple) else ():
            nameless(inner)

    def say(text: Text) -> str:
        nameless(text)
        return ENGLISH(text)

    for one in arenas():
        for write in (RENDERER.picture, RENDERER.text, RENDERER.alt):
            write(one.view, one.last, say=say)


def test_no_letter_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[float] = set()
    real = ImageDraw.ImageDraw.text

    def spy(self: ImageDraw.ImageDraw, *args: Any, **kwargs: Any) -> None:
        sizes.add(kwargs["font"].size / (1 if self.im.size == (WIDTH, HEIGHT) else SCALE))
        real(self, *args, **kwargs)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", spy)
    for module in (ground, marks, panel, pieces, picture):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    for one in arenas():
        picture.draw(one.view, one.last, say=shouting, palette="plain")
    assert min(sizes) >= SMALLEST


@pytest.mark.parametrize("lang", LANGS)
def test_the_catalogs_words_fit_without_being_cut(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    real = sprites.fitting

    def spy(text: str, room: int, size: int, *, bold: bool = True) -> tuple[str, int]:
        fitted, chosen = real(text, room, size, bold=bold)
        shown.append(fitted)
        return fitted, chosen

    monkeypatch.setattr(panel, "fitting", spy)
    for one in arenas():
        picture.draw(one.view, one.last, say=sayer(lang), palette="plain")
    assert len(shown) > 3 * len(arenas())
    assert [text for text in shown if "…" in text] == []


def test_cards_cover_no_square() -> None:
    for left, top in CORNERS.values():
        card = (left, top, left + CARD_WIDTH + 4, top + CARD_HEIGHT + 4)
        for name in ("b6", "b4", "c7", "c3", "d8", "d2", "f8", "f2", "g7", "g3", "h6", "h4"):
            x0, y0, x1, y1 = square(name, grow=8)
            assert card[2] <= x0 or card[0] >= x1 or card[3] <= y0 or card[1] >= y1
        assert top > HEADER
        assert card[3] <= HEIGHT


# What is to be seen


@pytest.mark.parametrize("palette", PALETTES)
def test_every_piece_is_seen_in_its_colour_and_no_other_square_is_coloured(palette: PaletteName) -> None:
    for one in chain(arenas(), islice(match(11, 4), 0, None, 4)):
        image = drawn(one, palette=palette, bare=True)
        owners = {standing.square: one.view.letters[standing.owner or 0] for standing in one.view.pieces}
        for name, letter in owners.items():
            assert amount(image, square(name), side_paint(palette, letter).fill) > 250, (one.name, name)
        loose = {found.square for found in one.view.rocks if not found.locked}  # a padlock is golden
        for name in loose - {"e1", "a5", "e9", "i5"}:
            assert all(amount(image, square(name), side_paint(palette, letter).fill) < 40 for letter in COLOURS)


@pytest.mark.parametrize("palette", PALETTES)
def test_teams_are_told_apart_by_the_eyes_a_palette_is_made_for(palette: PaletteName) -> None:
    fills = [side_paint(palette, letter).fill for letter in COLOURS]
    assert min(distance(a, b, palette) for a, b in combinations(fills, 2)) >= 35


def test_kinds_and_teams_are_told_apart_without_any_colour() -> None:
    def outline(letter: str, kind: str) -> Image.Image:
        return piece("plain", letter, kind).getchannel("A").point([0] * 200 + [255] * 56)

    for first, second in combinations(KINDS, 2):
        assert ImageChops.difference(outline("R", first), outline("R", second)).histogram()[255] > 300
    for one, other in combinations(COLOURS, 2):
        grey = [piece("plain", letter, "dwarf").convert("L").crop((38, 0, 64, 26)) for letter in (one, other)]
        assert sum(ImageChops.difference(*grey).histogram()[60:]) > 60  # the badges


def test_a_locked_rock_is_marked_until_the_game_is_over() -> None:
    assert rock().tobytes() != rock(locked=True).tobytes()
    one, over = BY_NAME["thrown to the edge"], BY_NAME["won"]
    (locked,) = [found.square for found in one.view.rocks if found.locked]
    assert amount(drawn(one, bare=True), square(locked), GOLD) > 120
    assert any(found.locked for found in over.view.rocks)
    for found in over.view.rocks:
        assert amount(drawn(over, bare=True), square(found.square), GOLD) < 40


def test_the_mover_the_fallen_and_the_winner_are_told_by_their_cards() -> None:
    def card(one: Arena, letter: str) -> Image.Image:
        left, top = CORNERS[letter]
        return drawn(one, bare=True).crop((left, top, left + CARD_WIDTH, top + CARD_HEIGHT))

    whole = (0, 0, CARD_WIDTH, CARD_HEIGHT)
    begin, left, won = BY_NAME["start of four"], BY_NAME["left"], BY_NAME["won"]
    golden = {letter: amount(card(begin, letter), whole, GOLD) for letter in "RYGB"}
    assert max(golden, key=lambda letter: golden[letter]) == "B"
    assert golden["B"] > 500
    assert changed(card(begin, "Y"), card(left, "Y")) is not None
    assert amount(card(begin, "Y"), whole, side_paint("plain", "Y").fill) > amount(
        card(left, "Y"), whole, side_paint("plain", "Y").fill
    )
    assert amount(card(won, "R"), whole, GOLD) > 2_000


def test_a_crushed_dwarf_is_crossed_out_on_the_card() -> None:
    left, top = CORNERS["G"]
    box = (left, top + 48, left + CARD_WIDTH, top + CARD_HEIGHT)
    before, after = BY_NAME["thrown to the edge"], BY_NAME["crushed"]
    assert amount(drawn(after, bare=True), box, (150, 34, 34)) > 20
    assert amount(drawn(before, bare=True), box, (150, 34, 34)) > 20  # that team has a sorcerer alone
    assert amount(drawn(BY_NAME["start of two"]), box, (150, 34, 34)) == 0


# The last turn and a plan


@pytest.mark.parametrize(
    ("name", "squares"),
    [
        ("one step", ("d2", "d3")),
        ("levitated far and on", ("d5", "e5", "f5", "f6", "d3", "e3", "f3", "f4")),
        ("pulled", ("c5", "d5", "e5", "e6", "e7")),
        ("pushed a row", ("c5", "d5", "e5", "f5", "g5", "d2", "d3")),
        ("thrown to the edge", ("c5", "d5", "e5", "f5", "g5", "h5")),
        ("left", ("b4", "b5", "b6")),
    ],
)
def test_a_turn_is_marked_on_every_square_it_touched(name: str, squares: tuple[str, ...]) -> None:
    one = BY_NAME[name]
    image, bare = drawn(one), drawn(one, bare=True)
    for touched in squares:
        assert changed(image.crop(square(touched)), bare.crop(square(touched))) is not None, touched
    assert changed(image.crop(square("f8")), bare.crop(square("f8"))) is None


def test_a_hit_says_splut_and_a_crush_burns() -> None:
    for name, at, word in (("hit, two left", "f5", True), ("crushed", "g5", False)):
        image = drawn(BY_NAME[name])
        assert amount(image, square(at, grow=16), marks.FIRE) > 300
        assert (amount(image, square(at, grow=24), marks.BANNER) > 400) == word


def test_a_plan_shows_what_it_comes_to_and_what_may_follow() -> None:
    state = SPLUT.load("1/GtGd1/1Gs3/Ys6/o1RtooYd2o/Yt6/5/RsRd1/1 R 9 3 - -", PLAIN)
    step = SPLUT.preview(state, "Sn~e5,De,")
    before, after = SPLUT.view(state, R), SPLUT.view(step.state, R)

    def plan(*ahead: str) -> Image.Image:
        data = RENDERER.plan_picture(before, after, step.events, ahead, say=ENGLISH)
        assert len(data) <= PICTURE_BYTES
        return Image.open(BytesIO(data)).convert("RGB")

    nothing, ways, throws, rocks = plan(), plan("Te*n", "Te*w", "Tn"), plan("Te*n", "Te*w"), plan("Sn", "Sn~a5")
    assert changed(nothing.crop(square("c5")), ways.crop(square("c5"))) is not None  # the troll in hand
    assert changed(nothing.crop(square("c6")), ways.crop(square("c6"))) is not None  # a square it may reach
    assert changed(nothing.crop(square("c6")), throws.crop(square("c6"))) is None
    assert changed(nothing.crop(square("d6")), throws.crop(square("d6"))) is not None  # a way to throw
    assert changed(nothing.crop(square("a5")), rocks.crop(square("a5"))) is not None
    assert amount(nothing, (WIDTH // 2 - 125, 0, WIDTH // 2 + 125, HEADER), GOLD) > 400
    unknown = plan("--")
    assert changed(nothing, unknown) is None


def test_a_complete_plan_is_still_headed_by_its_own_turn() -> None:
    state = SPLUT.load("1/GtGd1/1Gs3/Ys6/o1RtooYd2o/Yt6/5/RsRd1/1 R 9 3 - -", PLAIN)
    said: list[str] = []

    def say(text: Text) -> str:
        said.append(ENGLISH(text))
        return said[-1]

    step = SPLUT.apply(state, R, SPLUT.parse(state, R, "Sn~e5,De,Te*n"), NoChance())
    RENDERER.plan_picture(SPLUT.view(state, R), SPLUT.view(step.state, R), step.events, (), say=say)
    assert said[:2] == ["Turn 9", "Plan of R"]
