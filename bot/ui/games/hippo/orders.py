"""The private pages *Sealed orders*: straight and curve 1, straight and curve 2, cards and saves; and the standing orders.

Owns their selects and what orders begin as: the draft, else the answer given, else the standing orders, else to hold. Refuses to
judge orders; the engine does when they are sealed.
"""

from bot.engine.core import Code, Seat, Text, Who
from bot.engine.games.hippo.actions import ADDING, ATTACK, HOLD, LOCKS, ONLY_WITH, PARTS, Lap, Part
from bot.engine.games.hippo.notation import LONGEST, allowed, meant, read_action, write_action
from bot.engine.games.hippo.offers import card_name
from bot.engine.games.hippo.position import PHASES
from bot.engine.games.hippo.view import Own, View
from bot.errors import ParseError
from bot.ui.controls import Button, Pick, Row, Select
from bot.ui.games.base import Form, Prepared
from bot.ui.games.hippo.drafts import read, refuse, write
from bot.words.hippo.parts import phrase
from bot.words.hippo.secrets import KINDS, held, orders

FIRST, SECOND, CARDS = "1", "2", "3"  # pages
_HOLDING = PARTS["h/+"]
_NAMES = {ATTACK: "attack", ADDING: "adding", ONLY_WITH: "only_with"}


def form(view: View, prepared: Prepared, page: str) -> Form:
    """Build a page; one that is not there is the first."""
    own = _own(view)
    lap = chosen(view, prepared)
    single = len(view.phases) == 1
    page = page if page in ((FIRST, CARDS) if single else (FIRST, SECOND, CARDS)) else FIRST
    selects = _cards(own, lap) if page == CARDS else _phases(view, lap, page)
    return Form(tuple(_lines(view, own, lap, prepared)), (*selects, _buttons(view, lap, prepared, page)))


def edited(view: View, prepared: Prepared, field: str, values: tuple[str, ...]) -> str:
    """Give the draft with one field set: `a0`.. an attack, `d0`.. a defence, `save`, `lock` or `drop`."""
    own = _own(view)
    lap = chosen(view, prepared)
    parts, save, lock, drop = list(lap.parts), lap.save, lap.lock, lap.drop
    value = values[0] if values else ""
    if field[:1] in ("a", "d") and field[1:].isdecimal() and int(field[1:]) < len(parts):
        parts[int(field[1:])] = _part(view, parts[int(field[1:])], field[0], value)
    elif field == "save" and set(values) <= set("rta"):
        save = "".join([kind for kind in "rta" if kind in values]) or "-"
    elif field == "lock" and value in LOCKS:
        lock = value
    elif field == "drop" and set(values) <= set(own.hand) and len(values) <= own.over:
        drop = tuple([card for card in own.hand if card in values]) or None
    else:
        refuse()
    return write(view, Lap(tuple(parts), save, lock, drop))


def answer(view: View, prepared: Prepared) -> str:
    """Write the orders that the pages show."""
    return write_action(chosen(view, prepared))


def standing(view: View, text: str) -> str:
    """Write orders that stand; raises ParseError where they are not orders for all that the tempo asks, or name cards."""
    wanted = len(PHASES) if view.options.tempo == "lap" else 1
    action = read_action(text if text.casefold().lstrip().startswith("lap") else f"lap {text}")
    if isinstance(action, Lap) and action.drop is not None and len(action.parts) == wanted:
        action = Lap(action.parts, action.save, action.lock)
    if not isinstance(action, Lap) or len(action.parts) != wanted:
        example = f"lap {' '.join(['A+/+'] * wanted)} save:rta lock:lt"
        raise ParseError("hippo.form.bad_standing", near=(example,), text=text[:LONGEST])
    return write_action(action)


def chosen(view: View, prepared: Prepared) -> Lap:
    """Give the orders as they stand on the pages."""
    own = _own(view)
    for found in (read(view, prepared.draft), own.answer, _standing(view, prepared.standing)):
        if isinstance(found, Lap) and len(found.parts) == len(view.phases):
            return found
    save, lock = own.last or ("rta", "lt")
    return Lap((_HOLDING,) * len(view.phases), save, lock)


def _standing(view: View, text: str | None) -> Lap | None:
    """Read standing orders as they are meant among those who run now."""
    action = None if text is None else read_action(text)
    if not isinstance(action, Lap):
        return None
    return Lap(tuple([meant(part, _rivals(view)) for part in action.parts]), action.save, action.lock)


def _own(view: View) -> Own:
    assert view.own is not None  # noqa: S101 - a form is made for a seat
    return view.own


def _rivals(view: View) -> frozenset[Seat]:
    return frozenset(view.order) - {_own(view).seat}


def _part(view: View, part: Part, side: str, value: str) -> Part:
    attack, defence = part.text.split("/")
    wanted = f"{value}/{defence}" if side == "a" else f"{attack}/{value}"
    if wanted not in allowed(_rivals(view)):
        refuse()
    return PARTS[wanted.casefold()]


def _lines(view: View, own: Own, lap: Lap, prepared: Prepared) -> list[Text]:
    place = view.order.index(own.seat)
    lines = [phrase("form.orders", who=Who(own.seat), lap=view.lap)]
    if place:
        lines.append(phrase("form.place", place=place + 1, n=len(view.order), ahead=Who(view.order[place - 1])))
    else:
        lines.append(phrase("form.leading"))
    if own.hand:
        lines.append(held(own))
    state = "form.draft" if own.answer is None else "form.sealed" if lap == own.answer else "form.changed"
    lines += [phrase(state), *orders(view, lap)]
    missing = own.over - len(lap.drop or ())
    if lap.drop and missing:
        lines.append(phrase("form.drop_more", n=missing))
    if prepared.standing is not None:
        lines.append(phrase("form.standing", code=Code(prepared.standing)))
    return lines


def _phases(view: View, lap: Lap, page: str) -> list[Row]:
    at = 2 if page == SECOND else 0
    rows: list[Row] = []
    for index in range(at, min(at + 2, len(view.phases))):
        phase, part = view.phases[index], lap.parts[index]
        rows += [_attack(view, phase, part, f"{page}:a{index}"), _defence(phase, part, f"{page}:d{index}")]
    return rows


def _attack(view: View, phase: str, part: Part, arg: str) -> Select:
    """Offer to hold, and each way to attack, against anybody or certain colours alone."""
    named = phrase(f"phase.{phase}")
    texts = dict.fromkeys(text.split("/")[0] for text in sorted(allowed(_rivals(view)), key=_rank))
    picks = [Pick(_attack_label(phase, attack), attack, chosen=attack == part.text.split("/")[0]) for attack in texts]
    return Select(phrase("pick.attack", phase=named), "draft", tuple(picks), arg=arg)


def _rank(text: str) -> tuple[int, int, str]:
    attack, _, colours = text.split("/")[0].partition("@")
    return (HOLD, ADDING, ONLY_WITH, ATTACK).index(attack), len(colours), colours


def _attack_label(phase: str, text: str) -> Text:
    attack, _, colours = text.partition("@")
    if attack == HOLD:
        return phrase("pick.way", phase=phrase(f"phase.{phase}"), way=phrase("plan.hold"))
    way = phrase(f"plan.{_NAMES[attack]}", kind=phrase(f"stat.{KINDS[phase[0]][0]}"))
    if colours:
        way = phrase("plan.against", attack=way, who=tuple(colours))
    return phrase("pick.way", phase=phrase(f"phase.{phase}"), way=way)


def _defence(phase: str, part: Part, arg: str) -> Select:
    kind = phrase(f"stat.{KINDS[phase[0]][1]}")
    named = phrase(f"phase.{phase}")
    picks = [
        Pick(phrase("pick.way", phase=named, way=phrase(f"plan.{name}", kind=kind)), sign, chosen=part.defend == (sign == "+"))
        for sign, name in (("+", "defend_adding"), ("-", "defend"))
    ]
    return Select(phrase("pick.defence", phase=named), "draft", tuple(picks), arg=arg)


def _cards(own: Own, lap: Lap) -> list[Row]:
    saves = [Pick(phrase("pick.save", stat=phrase(f"stat.{kind}")), kind, chosen=kind in lap.save) for kind in "rta"]
    locks = [Pick(phrase(f"choice.lock.{kinds if kinds != '-' else 'none'}"), kinds, chosen=kinds == lap.lock) for kinds in LOCKS]
    rows: list[Row] = [
        Select(phrase("pick.saves"), "draft", tuple(saves), arg=f"{CARDS}:save", least=0, most=3),
        Select(phrase("pick.lock"), "draft", tuple(locks), arg=f"{CARDS}:lock"),
    ]
    if own.over:
        names = [
            Pick(
                phrase("pick.event", card=card_name(card), kind=phrase(f"stat.{card[0]}")), card, chosen=card in (lap.drop or ())
            )
            for card in own.hand
        ]
        rows.append(Select(phrase("pick.drop"), "draft", tuple(names), arg=f"{CARDS}:drop", least=0, most=own.over))
    return rows


def _buttons(view: View, lap: Lap, prepared: Prepared, page: str) -> tuple[Button, ...]:
    if len(view.phases) == 1:
        names = {FIRST: "button.phase", CARDS: "button.cards"}
    else:
        names = {FIRST: "button.first", SECOND: "button.second", CARDS: "button.cards"}
    turning = [Button(phrase(name), "form", number, disabled=number == page) for number, name in names.items()]
    stands = prepared.standing == write_action(Lap(lap.parts, lap.save, lap.lock))
    keeping = Button(phrase("button.unstand" if stands else "button.stand"), "standing", f"{'drop' if stands else 'form'}:{page}")
    return (*turning, Button(phrase("button.seal"), "seal", page, look="success", emoji="🔏"), keeping)
