"""The pictures shown in the README, drawn by the bot itself.

Owns which positions they show. To draw them anew: python -m tests.render.gallery
"""

from pathlib import Path

from bot.engine.games.controcorrente.events import Docked, Moved, Surged
from bot.render.base import renderer_of
from tests.render.arenas import played
from tests.render.circuses import match
from tests.render.pools import LAP
from tests.render.rivers import A, River, sayer

FOLDER = Path(__file__).parent / "gallery"
RACE = River(
    "a race",
    "7;B;S5W8;A2,9,h10;B3,h12,h11;C5,6,6;D4,7,x;-",
    (Moved(A, 7, (8, 9, 10, 11)), Surged(A, 8, 11), Docked(A, 10)),
)
FIGHT = played("a fight", "o/1GdGs/Gt4/Ys2o1Bt1/1Yd1Rto1Bd1o/Yt6/1RsRd2/1Bs1/1 R 21 3 - -", "Sn~e6,Dn,Te*s")


def pictures() -> dict[str, bytes]:
    """Draw every picture, by file name."""
    say = sayer("en")
    circus = next(circus for circus in match(43, house=True) if circus.state.stage == "L6.E")
    return {
        "controcorrente.png": renderer_of("controcorrente").picture(RACE.view, RACE.last, say=say),
        "splash.png": renderer_of("splash").picture(LAP.view, LAP.last, say=say),
        "splut.png": renderer_of("splut").picture(FIGHT.view, FIGHT.last, say=say),
        "hippo.png": renderer_of("hippo").picture(circus.view, circus.last, say=say),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, data in pictures().items():
        (FOLDER / name).write_bytes(data)
