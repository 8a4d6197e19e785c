"""The private page *My team*: which of the dealt cards are kept, and the six sums as they will be.

Owns its selects. Where all five types were dealt, hitch and rumour share a select, so that four selects and a row of buttons are
enough. Refuses to know what a card is worth; as long as nothing is chosen, it shows the house's own choice.
"""

from itertools import product

from bot.engine.core import Text, Who
from bot.engine.games.hippo import driver
from bot.engine.games.hippo.actions import Keep
from bot.engine.games.hippo.cards import LIMITS, in_order
from bot.engine.games.hippo.notation import write_action
from bot.engine.games.hippo.offers import card_name, gains
from bot.engine.games.hippo.view import Own, View
from bot.ui.controls import Button, Pick, Row, Select
from bot.ui.games.base import Form, Prepared
from bot.ui.games.hippo.drafts import read, refuse, write
from bot.words.hippo.secrets import read_out

PAGE = "team"
SHARED = "ku"  # the field of the two types that share a select


def form(view: View, prepared: Prepared) -> Form:
    """Build the page."""
    own = _own(view)
    keep, fresh = _chosen(view, prepared)
    state = "form.suggested" if fresh else "form.draft"
    if own.answer is not None:
        state = "form.sealed" if keep == own.answer else "form.changed"
    lines = (Text("hippo.form.team", {"who": Who(own.seat)}), Text(f"hippo.{state}"), *read_out(view, keep))
    buttons = (
        Button(Text("hippo.button.seal"), "seal", PAGE, look="success", emoji="🔏"),
        Button(Text("hippo.button.hand"), "hand", emoji="🃏"),
    )
    return Form(lines, (*_selects(own, keep), buttons))


def edited(view: View, prepared: Prepared, field: str, values: tuple[str, ...]) -> str:
    """Give the draft with the cards of one type, or of the two that share a select, chosen anew."""
    own = _own(view)
    cards = [card for value in values for card in value.split(",")]
    if field not in (*LIMITS, SHARED) or any(card not in own.deal or card[0] not in field for card in cards):
        refuse()
    keep, _ = _chosen(view, prepared)
    return write(view, Keep(in_order({*cards, *(card for card in keep.cards if card[0] not in field)})))


def answer(view: View, prepared: Prepared) -> str:
    """Write the team that the page shows."""
    return write_action(_chosen(view, prepared)[0])


def _own(view: View) -> Own:
    assert view.own is not None  # noqa: S101 - a form is made for a seat
    return view.own


def _chosen(view: View, prepared: Prepared) -> tuple[Keep, bool]:
    """Give what is chosen, and whether that is still the house's choice."""
    own = _own(view)
    draft = read(view, prepared.draft)
    if isinstance(draft, Keep):
        return draft, False
    if isinstance(own.answer, Keep):
        return own.answer, False
    return driver.keep(own), True


def _selects(own: Own, keep: Keep) -> list[Row]:
    kinds = [kind for kind in LIMITS if any(card[0] == kind for card in own.deal)]
    apart = kinds if len(kinds) < len(LIMITS) else [kind for kind in kinds if kind not in SHARED]
    rows: list[Row] = [_select(kind, own, keep) for kind in apart]
    return rows if apart == kinds else [*rows, _shared(own, keep)]


def _select(kind: str, own: Own, keep: Keep) -> Select:
    cards = [card for card in own.deal if card[0] == kind]
    picks = tuple([Pick(card_name(card), card, _effect(card), chosen=card in keep.cards) for card in cards])
    most = min(LIMITS[kind], len(cards))
    return Select(Text(f"hippo.pick.{kind}"), "draft", picks, arg=f"{PAGE}:{kind}", least=0, most=most)


def _effect(card: str) -> Text:
    if card[0] == "u":
        return Text(f"hippo.rumour.{card}")
    return Text("hippo.pick.gains", {"gains": gains(card)})


def _shared(own: Own, keep: Keep) -> Select:
    """Offer each hitch and each rumour alone and every pair of them: at most one of either is kept."""
    groups = [("", *(card for card in own.deal if card[0] == kind)) for kind in SHARED]
    picks = []
    for pair in product(*groups):
        cards = [card for card in pair if card]
        if cards:
            chosen = cards == [card for card in keep.cards if card[0] in SHARED]
            picks.append(Pick(Text("hippo.pick.pair", {"cards": tuple(map(card_name, cards))}), ",".join(cards), chosen=chosen))
    return Select(Text("hippo.pick.ku"), "draft", tuple(picks), arg=f"{PAGE}:{SHARED}", least=0, most=1)
