"""The page in a real browser: every game that exists is begun, joined and played by buttons and by typing, over a restart."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from bot.engine.registry import games
from tests.playground.page_browser import CHROMIUM, DRIVER, Browser, Server, chromium
from tests.playground.page_play import Sheet, due, play_by_pressing, play_by_typing

pytestmark = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="needs the system's packages chromium and chromium-driver"
)

# What the pane's own session is told when its script asks for the channel's messages once more.
ASK_AGAIN = """
const done = arguments[arguments.length - 1];
const session = location.hash.slice(1);
const place = sessionStorage.getItem(`tavoliere-place-${session.split(".")[0]}`);
fetch(`/api/messages/${place}`, { headers: { Authorization: `Bearer ${session}` } }).then((answer) => answer.text()).then(done);
"""


TURNS = 8
PLAYERS = ("Anna", "Bruno")
SIZES = (
    ("desktop-dark", (1280, 800), True),
    ("desktop-light", (1280, 800), False),
    ("phone", (360, 740), False),
    ("phone-dark", (360, 740), True),
)
# The console may speak of the connection that a restart breaks. A picture that an edit replaces while it is fetched is gone too.
MEANT = ("ERR_CONNECTION_REFUSED", "WebSocket")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("playground"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def window(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile"), server) as browser:
        yield browser


@pytest.fixture
def browser(window: Browser) -> Iterator[Browser]:
    """The window, watched: it may ask for nothing from elsewhere and complain of nothing."""
    window.driver.switch_to.default_content()
    yield window
    own = (window.server.url, window.server.url.replace("http", "ws"))
    foreign = {url for url in window.requests() if url.startswith(("http", "ws", "ftp")) and not url.startswith(own)}
    assert foreign == set()
    complaints = [line for line in window.complaints() if not any(meant in line for meant in MEANT)]
    complaints = [line for line in complaints if not ("/files/" in line and "404" in line)]
    assert complaints == []


def begin(browser: Browser, game: str, title: str) -> None:
    """Open a lobby as Anna, join as Bruno, start if it has not by itself, and open the thread in both panes."""
    for player in PLAYERS:
        show(browser, player)
    browser.pane("Anna")
    browser.go("tavolo")
    browser.command(f"{game} new", opponent1="Bruno")
    browser.pane("Bruno")
    browser.go("tavolo")
    before = len(browser.all(".threads .channel"))
    browser.press("Join")
    browser.until(lambda: _started(browser, before), "the lobby to start")
    for player in ("Anna", "Bruno"):
        browser.pane(player)
        browser.until(lambda: len(browser.all(".threads .channel")) > before, "the match's thread")
        browser.click(".threads .channel", "the thread to be chosen")
        browser.until(lambda: title in browser.find("#room-head h2").text, "the thread to be open")
        browser.until(lambda: browser.all(".message button.control"), "the first board")


def _started(browser: Browser, before: int) -> bool:
    """Look for the new thread; a lobby in which both sit and that waits is started."""
    if len(browser.all(".threads .channel")) > before:
        return True
    lobby = browser.public()[-1]
    seated = [line for line in lobby.text.splitlines() if line.startswith("·") and "Bruno" in line and "invited" not in line]
    start = [b for b in lobby.find_elements("css selector", "button.control:enabled") if b.text.strip() == "Start"]
    if seated and start:
        start[0].click()
    return False


@pytest.mark.parametrize("game", sorted(games()))
def test_a_match_is_begun_and_played_over_a_restart(browser: Browser, game: str, tmp_path: Path) -> None:
    browser.open(1280, 800, dark=True)
    begin(browser, game, games()[game].info.title)
    pages: list[Sheet] = []

    def opened(page: Sheet) -> None:
        if page.id not in [one.id for one in pages]:
            picture(browser, tmp_path / f"{game}-page-{len(pages)}.png")
        pages.append(page)

    for turn in range(TURNS):
        player = due(browser, PLAYERS)
        if turn % 3 == 2:
            play_by_typing(browser, game)
        else:
            play_by_pressing(browser, opened)
        if turn == 1:
            no_private_word_reaches_the_other(browser, player)
            restart(browser)
    for name, size, dark in SIZES:
        browser.open(*size, dark=dark)
        show(browser, "Anna")
        browser.until(lambda: browser.all(".picture img"), "the board's picture")
        assert browser.driver.execute_script("return document.documentElement.scrollWidth <= innerWidth") is True
        picture(browser, tmp_path / f"{game}-{name}.png")


def picture(browser: Browser, path: Path) -> None:
    """Keep what the window shows, beside the test's other files."""
    assert browser.driver.save_screenshot(str(path))


def show(browser: Browser, player: str) -> None:
    """Go into a player's pane, after pressing the player's tab where the window has room for one pane alone."""
    browser.driver.switch_to.default_content()
    tab = f'.tab[data-player="{player}"]'
    if browser.until(lambda: browser.find(tab).get_attribute("aria-pressed"), "the tabs") == "false":
        browser.click(tab, f"the tab of {player}")
    browser.pane(player)


def no_private_word_reaches_the_other(browser: Browser, player: str) -> None:
    """Open one more private page in a player's pane and look for all of them in the other's whole document."""
    known = {str(m.get_attribute("data-message")) for m in browser.private()}
    browser.press("Menu")
    browser.until(lambda: {str(m.get_attribute("data-message")) for m in browser.private()} - known, "a private page")
    assert "Only you can see this" in browser.private()[-1].text
    private = [str(m.get_attribute("data-message")) for m in browser.private()]
    browser.pane(next(other for other in PLAYERS if other != player))
    source = browser.driver.page_source
    told = str(browser.driver.execute_async_script(ASK_AGAIN))
    assert '"messages"' in told
    assert [identity for identity in private if identity in source or identity in told] == []


def restart(browser: Browser) -> None:
    """Kill the whole playground, start it again, and wait until both panes have come back by themselves."""
    for player in ("Anna", "Bruno"):
        browser.pane(player)
        browser.driver.execute_script("document.body.dataset.old = 'yes'")
    assert browser.server.stop(signal.SIGKILL) == -signal.SIGKILL
    browser.pane("Bruno")
    browser.until(lambda: browser.find("#notice").is_displayed(), "the loss to be noticed")
    browser.server.start()
    for player in ("Anna", "Bruno"):
        browser.pane(player)
        browser.until(lambda: not browser.find("#notice").is_displayed(), "the connection to be back")
        assert browser.find("body").get_attribute("data-old") == "yes"


def test_the_keyboard_alone_is_enough(browser: Browser) -> None:
    browser.open(1280, 800, dark=False)
    show(browser, "Anna")
    browser.go("veranda")
    area = browser.find("textarea")
    area.send_keys("/he")
    browser.until(lambda: browser.all("#composer .listbox li.active"), "the picker")
    active = area.get_attribute("aria-activedescendant")
    assert "/help" in browser.find(f"#{active}").text
    area.send_keys(Keys.TAB)
    browser.until(lambda: browser.find(".command-head").text, "the form")
    browser.type(Keys.ENTER)
    browser.until(browser.private, "the answer")
    assert browser.until(lambda: "Only you" in str(browser.find("#announcer").get_attribute("textContent")), "the announcement")
    browser.type("**hello** <b>&amp;</b> ||hidden||" + Keys.ENTER)
    said = browser.until(lambda: [m for m in browser.public() if "hello" in m.text], "the own message")[-1]
    assert said.find_element("css selector", "strong").text == "hello"
    assert "<b>&amp;</b>" in said.text
    assert "hidden" not in said.text


MARKDOWN = (
    "# Heading",
    "-# small print",
    "> quoted **bold** and *slanted* and __under__ and ~~gone~~",
    "- one",
    "  - inner",
    "1. first",
    "snake_case_name and \\*stars\\* and `co*de*` [here](https://example.org/x)",
    "<t:0:D> <@1> ||secret|| @everyone",
    "```",
    "*as it is* <@2>",
    "```",
)
DRAWN = {
    "h3.heading-1": "Heading",
    ".subtext": "small print",
    "blockquote strong": "bold",
    "blockquote em": "slanted",
    "blockquote u": "under",
    "blockquote s": "gone",
    "ul > li > ul > li": "inner",
    "ol > li": "first",
    "code.short": "co*de*",
    ".link": "here",
    "time.timestamp": "January 1, 1970",
    ".mention": "@unknown user",
    "pre code": "*as it is* <@2>",
}


def test_markdown_is_drawn_as_discord_draws_it(browser: Browser) -> None:
    browser.open(1280, 800, dark=True)
    show(browser, "Anna")
    browser.go("veranda")
    area = browser.find("textarea")
    for number, line in enumerate(MARKDOWN):
        area.send_keys(*((Keys.SHIFT, Keys.ENTER, Keys.NULL) if number else ()), line)
    area.send_keys(Keys.ENTER)
    said = browser.until(lambda: [m for m in browser.public() if "small print" in m.text], "the message")[-1]
    assert {selector: said.find_element("css selector", selector).text for selector in DRAWN} == DRAWN
    assert "snake_case_name and *stars*" in said.text
    assert said.find_elements("css selector", "a, img, iframe") == []
    spoiler = said.find_element("css selector", ".spoiler")
    assert "secret" not in said.text
    spoiler.send_keys(Keys.ENTER)
    assert "secret" in said.text


def test_the_language_changes_the_pane(browser: Browser) -> None:
    browser.open(1280, 800, dark=False)
    show(browser, "Bruno")
    browser.go("veranda")
    browser.click('.me option[value="it"]', "Italian among the languages")
    browser.until(lambda: "Messaggio" in str(browser.find("textarea").get_attribute("placeholder")), "Italian")
    assert browser.find("html").get_attribute("lang") == "it"
    show(browser, "Anna")
    assert browser.find("html").get_attribute("lang") == "en-US"
    show(browser, "Bruno")
    browser.click('.me option[value="en-US"]', "English among the languages")
    browser.until(lambda: "Message" in str(browser.find("textarea").get_attribute("placeholder")), "English")


def test_the_desk_turns_the_clock_and_shows_the_wire(browser: Browser) -> None:
    browser.open(1280, 800, dark=False)
    browser.click('[data-key="day"]', "the clock")
    browser.until(lambda: "1 d" in browser.find(".clock small").text, "the turn")
    browser.click('[data-key="wire"]', "the wire's button")
    browser.until(lambda: browser.all("#wire li"), "the wire")
    browser.click('[data-key="theme"]', "the light's button")
    browser.until(lambda: browser.find("html").get_attribute("data-theme") == "dark", "the dark")
    show(browser, "Anna")
    browser.until(lambda: browser.find("html").get_attribute("data-theme") == "dark", "the dark in the pane")
    browser.driver.execute_script("localStorage.clear()")


def test_it_ends_cleanly_when_asked(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    assert server.stop() == 0
    server.start()
    assert server.stop(signal.SIGINT) == 0
