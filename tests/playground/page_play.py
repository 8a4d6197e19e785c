"""Playing any game in the page as a newcomer does: what a board offers is pressed, what a private page asks is filled in.

Knows the verbs of the bot's controls and no game: a fifth game is played without a change here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from selenium.webdriver.common.keys import Keys

from tests.playground.page_browser import Browser

PLAYING = ("play", "form", "plan")  # what on a board belongs to the game itself
ENDING = ("play", "seal", "commit")  # what on a private page is the decision
PAGES = ("form",)
STEPS = ("plan",)
MOST = 40  # presses on private pages until a turn must be over

READ = """
const read = (message) => message && {
  id: message.dataset.message,
  text: message.innerText,
  named: [...message.querySelectorAll(".content .mention")].map((mention) => mention.textContent),
  controls: [...message.querySelectorAll('[data-custom-id^="t1"]:enabled')].map((control) => {
    const [kind, , version, verb, ...rest] = control.dataset.customId.split(":");
    return { id: control.dataset.customId, select: kind === "t1s", version: Number(version), verb, arg: rest.join(":") };
  }),
};
const all = [...document.querySelectorAll(".message[data-message]")];
const used = all.filter((message) => message.querySelector('[data-custom-id^="t1"]'));
const board = read(used.filter((message) => !message.classList.contains("private")).at(-1));
const pages = all.filter((message) => message.classList.contains("private")).map(read);
return { board, pages, busy: Boolean(document.querySelector('[aria-busy="true"]')) };
"""


@dataclass(frozen=True, slots=True)
class Control:
    """An enabled button or select of the bot."""

    id: str
    select: bool
    version: int
    verb: str
    arg: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A message with what can be used under it."""

    id: str
    text: str
    named: tuple[str, ...]
    controls: tuple[Control, ...]

    @property
    def version(self) -> int:
        """The match's version that the controls were made for."""
        return max((control.version for control in self.controls), default=-1)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a pane shows at one moment: the newest board, the private pages, and whether it waits for an answer."""

    board: Sheet
    pages: tuple[Sheet, ...]
    busy: bool

    def answer(self, before: Shown, used: Sheet) -> Sheet | None:
        """Give the page that answers what was used: a new one, else the used one if it has changed, else the changed board."""
        known = {page.id for page in before.pages}
        for page in reversed(self.pages):
            if page.id not in known or (page.id == used.id and page != used):
                return page
        return self.board if self.board.version > before.board.version else None


def shown(browser: Browser) -> Shown:
    """Read the pane in one piece."""
    read = browser.driver.execute_script(READ)
    return Shown(_sheet(read["board"]), tuple(map(_sheet, read["pages"])), bool(read["busy"]))


def _sheet(read: dict[str, Any] | None) -> Sheet:
    if read is None:
        return Sheet("", "", (), ())
    controls = tuple(Control(**control) for control in read["controls"])
    return Sheet(str(read["id"]), str(read["text"]), tuple(read["named"]), controls)


def due(browser: Browser, players: Sequence[str]) -> str:
    """Go into the pane of a player whom the newest board mentions, once both panes show it, and give the name."""

    def look() -> str | None:
        browser.pane(players[0])
        board = shown(browser).board
        name = next((player for player in players if f"@{player}" in board.named), None)
        if name is None:
            return None
        browser.pane(name)
        return name if shown(browser).board.controls == board.controls else None

    return str(browser.until(look, "somebody to be due"))


def play_by_pressing(browser: Browser, opened: Callable[[Sheet], None]) -> None:
    """Play what the board asks for by pressing alone; `opened` is shown every private page on the way."""
    begun = shown(browser).board
    seen: set[str] = set()
    path = []
    page = begun
    control = next((one for one in begun.controls if one.verb in PLAYING), None)
    for _ in range(MOST):
        assert control is not None, f"nowhere to go from\n{page.text}"
        seen.add(control.id)
        path.append(f"{control.id} in {page.id}")
        page = _used(browser, control, page)
        if control.verb in ENDING:
            break
        opened(page)
        control = _next(page, seen)
    browser.until(lambda: shown(browser).board.version > begun.version, f"the turn to be shown after {path}:\n{page.text}")


def _next(page: Sheet, seen: set[str]) -> Control | None:
    """Choose something once in a page's first select, look at all its pages, then decide, or take a step towards it."""
    drafts = [one for one in page.controls if one.select and one.verb not in (*ENDING, *STEPS)]
    fresh = [one for one in page.controls if one.id not in seen]
    if drafts and drafts[0].id not in seen:
        return drafts[0]
    for verbs in (PAGES, ENDING, STEPS):
        for control in fresh:
            if control.verb in verbs:
                return control
    return None


def _used(browser: Browser, control: Control, sheet: Sheet) -> Sheet:
    """Use a control, wait until it is answered, and give the page that answers it."""
    before = shown(browser)
    if control.select:
        browser.until(lambda: _chosen(browser, control), f"something to choose in {control.id} on\n{sheet.text}")
    else:
        browser.click(_selector(control), f"{control.id} to be pressed on\n{sheet.text}")

    def answered() -> Sheet | None:
        now = shown(browser)
        return None if now.busy else now.answer(before, sheet)

    answer = browser.until(answered, f"an answer to {control.id} on\n{sheet.text}")
    assert answer is not None
    return answer


def _selector(control: Control) -> str:
    return f'[data-custom-id="{control.id}"]'


def _chosen(browser: Browser, control: Control) -> bool:
    """Choose what a select does not have yet, or take away its first choice; False when its list is not open yet."""
    opener = browser.find(_selector(control))
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    options = browser.all('.menu .listbox:not([hidden]) li[role="option"]')
    if not options:
        return False
    next((one for one in options if one.get_attribute("aria-selected") == "false"), options[0]).click()
    if browser.all('.menu .listbox[aria-multiselectable="true"]:not([hidden])'):
        browser.type(Keys.TAB)
    return True


def play_by_typing(browser: Browser, game: str) -> None:
    """Send the first notation that is offered, typed part by part."""
    before = shown(browser).board.version
    typed = browser.step_by_step(f"{game} move", "action")
    browser.until(lambda: shown(browser).board.version > before, f"the typed {typed!r} to be shown")
