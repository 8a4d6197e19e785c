"""The private page *My start*: sprint or safe, one press each; the answer may be changed until everybody has given one."""

from bot.engine.core import Param, Text, Who
from bot.engine.games.hippo.cards import SPEED
from bot.engine.games.hippo.position import BOX_BONUS
from bot.engine.games.hippo.view import View
from bot.ui.controls import Button
from bot.ui.games.base import Form
from bot.words.hippo.parts import signed
from bot.words.hippo.secrets import read_out


def form(view: View) -> Form:
    """Build the page."""
    own = view.own
    assert own is not None  # noqa: S101 - a form is made for a seat
    seat = view.seats[own.seat]
    assert seat.box is not None  # noqa: S101 - boxes are drawn before the start
    assert seat.sums is not None  # noqa: S101 - and teams are known before the boxes
    bonus, speed = BOX_BONUS[seat.box], seat.sums[SPEED]
    params: dict[str, Param] = {"box": seat.box, "bonus": signed(bonus), "speed": signed(speed)}
    lines = [
        Text("hippo.form.start", {"who": Who(own.seat), **params}),
        Text("hippo.form.start_how", {"sum": signed(bonus + speed)}),
    ]
    if own.answer is not None:
        lines += [Text("hippo.form.sealed"), *read_out(view, own.answer)]
    sprint = Button(Text("hippo.button.sprint"), "play", "start sprint", look="success", emoji="💨")
    safe = Button(Text("hippo.button.safe"), "play", "start safe", look="primary", emoji="🛡️")
    return Form(tuple(lines), ((sprint, safe),))
