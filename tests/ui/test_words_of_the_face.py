"""Every catalog id that the face's code names stands in all three catalogs, and the verbs of all controls are known."""

import re
from importlib import resources
from itertools import chain

import pytest

from bot.i18n import LANGS, Lang, words
from bot.match.model import Status
from bot.ui.refusals import NAMED
from bot.ui.verbs import VERBS

ID = re.compile(r'"((?:ui|command|board)(?:\.[a-z_0-9]+)+)"')
VERB = re.compile(r'Button\(Text\("[^"]+"\), "([a-z_]+)"')


def sources() -> list[str]:
    folders = (resources.files("bot.ui"), resources.files("cogs"))
    files = chain.from_iterable(folder.iterdir() for folder in folders)
    return [file.read_text(encoding="utf-8") for file in files if file.name.endswith(".py")]


@pytest.mark.parametrize("lang", LANGS)
def test_every_named_sentence_exists(lang: Lang) -> None:
    named = {found for source in sources() for found in ID.findall(source)}
    named |= {f"ui.permission.{name}" for name in NAMED}
    named |= {f"ui.status.{status.value}" for status in Status}
    named |= {f"ui.info.offer.{what}" for what in ("undo", "abort")}
    named |= {f"ui.list.{state}" for state in ("invited", "waits", "lobby", "playing")}
    assert len(named) > 100
    assert sorted(named - words(lang).ids) == []


@pytest.mark.parametrize("lang", LANGS)
def test_the_domains_hold_nothing_that_one_language_lacks(lang: Lang) -> None:
    own = {found for found in words("en").ids if found.startswith(("ui.", "command."))}
    assert own == {found for found in words(lang).ids if found.startswith(("ui.", "command."))}


def test_every_button_has_a_verb_that_is_known() -> None:
    pressed = {found for source in sources() for found in VERB.findall(source)}
    assert {"join", "resign_yes", "text"} <= pressed
    assert pressed <= set(VERBS)
