"""What the open window asks for, and how far it is; said from what everybody sees.

Owns these two sentences. Refuses to know anybody's cards and answers.
"""

from bot.engine.core import Seat, Text, Who
from bot.engine.games.hippo.cards import TARGETED
from bot.engine.games.hippo.view import View
from bot.words.hippo.parts import card, people, phrase


def turn(view: View, seat: Seat) -> Text:
    """Say what a seat has to do now."""
    who = Who(seat)
    if seat not in view.to_act:
        return phrase("turn.none", who=who)
    if view.closing:
        return phrase("turn.go", who=who)
    if view.window == "rumour":
        waiting = [rumour.card for rumour in view.rumours if rumour.holder == seat and rumour.card in TARGETED]
        return phrase("turn.rumour", who=who, rumour=card(waiting[0]))
    if view.window != "lap":
        return phrase(f"turn.{view.window}", who=who)
    if view.options.tempo == "phase":
        return phrase("turn.phase", who=who, lap=view.lap, phase=phrase(f"phase.{view.phases[0]}"))
    return phrase("turn.lap", who=who, lap=view.lap)


def progress(view: View) -> Text | None:
    """Say who has answered where several are asked at once; None while nobody has."""
    asked = [seat for seat in view.asked if not view.seats[seat].left]
    answered = sorted(seat for seat in asked if view.seats[seat].answered)
    if len(asked) < 2 or not answered:
        return None
    return phrase("progress", n=len(answered), all=len(asked), who=people(answered))
