"""A headless Chromium on a playground that runs in a process of its own, as a newcomer starts it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

T = TypeVar("T")

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=en-US",
)
PATIENCE = 60  # seconds; only a failing test waits so long


class Server:
    """`tavoliere playground` in a process of its own; the port stays the same over a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._complaints = folder / "stderr.txt"
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it says where it is."""
        # A token is set on purpose: the playground must work beside it, and never use it.
        environment = {**os.environ, "DISCORD_TOKEN": "never-to-be-used", "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-m", "bot", "playground", "--no-browser", "--port", str(self.port)]
        command += ["--db", str(self._folder / "playground.db"), "--players", "anna,bruno"]
        with self._complaints.open("ab") as complaints:
            self._process = subprocess.Popen(
                command, cwd=self._folder, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True
            )
        out: IO[str] | None = self._process.stdout
        assert out is not None
        for line in out:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port, self.url = int(found[1]), found[0]
                return
        self._process.wait(timeout=30)
        self.check()

    def check(self) -> None:
        """Fail with what it said last, if it has ended by itself."""
        if self._process is not None and self._process.poll() is not None:
            said = self._complaints.read_text("utf-8")[-3000:]
            raise AssertionError(f"the playground ended with {self._process.returncode}:\n{said}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it and give its exit code."""
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(number)
        code = process.wait(timeout=30)
        if process.stdout is not None:
            process.stdout.close()
        return code


class Browser:
    """The page in a window, with a pane a player."""

    def __init__(self, driver: webdriver.Chrome, server: Server) -> None:
        self.driver = driver
        self.server = server

    def open(self, width: int, height: int, *, dark: bool) -> None:
        """Open the page in a window of that size, in px, and that light."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        light = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": light})
        try:
            self.driver.get(self.server.url)
        except WebDriverException:
            self.server.check()
            raise

    def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait until the condition gives something true; a part of the page that was just replaced is looked up again."""
        wait = WebDriverWait(self.driver, PATIENCE, 0.05, [NoSuchElementException, StaleElementReferenceException])
        return wait.until(lambda _: condition(), what)

    def pane(self, player: str) -> None:
        """Go into a player's pane, once it is drawn."""
        self.driver.switch_to.default_content()
        frame = self.until(lambda: self.find(f'iframe[data-name="{player}"]'), f"a pane of {player}")
        self.driver.switch_to.frame(frame)
        self.until(lambda: self.find("#places .channel"), f"channels of {player}")

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.driver.switch_to.active_element.send_keys(text)

    def command(self, name: str, **options: str) -> None:
        """Send a slash command by the keyboard alone."""
        self.until(lambda: self.find("textarea"), "the composer").send_keys(f"/{name} ")
        self.until(lambda: self.find(".command"), f"the form of /{name}")
        for option, value in options.items():
            if not self.all(f'input[data-option="{option}"]'):
                self.find("input.seek").send_keys(f"{option}:")
            field = self.until(partial(self.find, f'input[data-option="{option}"]'), f"the field {option}")
            field.send_keys(value)
            self.until(partial(self._active, value), f"{value} among the choices of {option}")
            self.type(Keys.ENTER)
        self.type(Keys.ENTER)
        self.until(lambda: not self.all(".command"), f"/{name} to be sent")

    def step_by_step(self, name: str, option: str) -> str:
        """Fill an option by the first completion, again and again until it is complete, send it and give what was sent."""
        self.until(lambda: self.find("textarea"), "the composer").send_keys(f"/{name} ")
        typed = ""
        while True:
            field = self.until(lambda: self.find(f'input[data-option="{option}"]'), f"the field {option}")
            field.send_keys(Keys.CONTROL, "a")
            field.send_keys(Keys.DELETE)
            if typed:
                field.send_keys(typed)
            offered = self.until(partial(self._offered, typed), f"completions of {typed!r}")
            following = [value for value in offered if value != typed]
            if typed and (typed in offered or not following):
                break
            typed = following[0]
        self.type(Keys.ESCAPE)
        self.type(Keys.ENTER)
        self.until(lambda: not self.all(".command"), f"/{name} to be sent")
        return typed

    def _active(self, text: str) -> list[WebElement]:
        return [item for item in self.all(".fields .listbox:not([hidden]) li.active") if text in item.text]

    def _offered(self, typed: str) -> list[str]:
        values = [str(item.get_attribute("data-value")) for item in self.all(".fields .listbox:not([hidden]) li[role=option]")]
        return [value for value in values if value.startswith(typed)]

    def go(self, name: str) -> None:
        """Open a channel or thread whose name contains this, the newest that does."""
        self._press(lambda: next((c for c in self.all("button.channel") if name in c.text), None), f"a channel {name}")
        self.until(lambda: name in self.find("#room-head h2").text, f"{name} to be open")

    def click(self, selector: str, what: str) -> None:
        """Press the first element found, looked up again when it was just drawn anew."""

        self._press(lambda: self.find(selector), what)

    def _press(self, look: Callable[[], WebElement | None], what: str) -> None:
        """Press what is looked for, once it is there; one that is drawn anew in that moment is looked up again."""

        def pressed() -> bool:
            found = look()
            if found is not None:
                found.click()
            return found is not None

        self.until(pressed, what)

    def press(self, label: str) -> None:
        """Press the last enabled button with that label."""
        shown = "button.control:enabled"
        self._press(lambda: next((b for b in reversed(self.all(shown)) if b.text.strip() == label), None), f"a button {label}")

    def public(self) -> list[WebElement]:
        """Give the public messages shown."""
        return self.all(".message[data-message]:not(.private)")

    def private(self) -> list[WebElement]:
        """Give the messages only this pane's player sees."""
        return self.all(".message.private")

    def requests(self) -> set[str]:
        """Give the addresses asked for since the last call."""
        logged = self._log("performance")
        events = [json.loads(entry["message"])["message"] for entry in logged]
        urls = {e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"}
        return urls | {e["params"]["url"] for e in events if e["method"] == "Network.webSocketCreated"}

    def complaints(self) -> list[str]:
        """Give what the console has said since the last call."""
        return [str(entry["message"]) for entry in self._log("browser")]

    def _log(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call] # selenium has no types here
        return found


@contextmanager
def chromium(folder: Path, server: Server) -> Iterator[Browser]:
    """Run a Chromium with a profile of its own that can reach nothing but this machine."""
    options = Options()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={folder}", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    try:
        yield Browser(driver, server)
    finally:
        driver.quit()
