"""The page's files by themselves: nothing comes from elsewhere, nothing is markup but what we wrote, no word is missing."""

import re
from pathlib import Path

import pytest

from bot.cli.playground import page_words
from bot.playground.web import FILES, FOLDER
from bot.playground.web_words import IDS

SCRIPTS = [name for name in FILES if name.endswith(".js")]
PAGES = [name for name in FILES if name.endswith(".html")]
STYLES = [name for name in FILES if name.endswith(".css")]
LONGEST = 250  # lines
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|eval\(|new Function|setAttribute\(\"(on|style)"
)
SAID = re.compile(r"say\(\s*\"(\w+)\"")


def text(name: str) -> str:
    return FILES[name].read_text("utf-8")


def test_every_file_of_the_folder_is_served() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted(FILES)
    assert {"desk.html", "seat.html", "desk.js", "seat.js"} <= set(FILES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_files_name_no_other_place(name: str) -> None:
    known = {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"(?:https?|wss?):/?/?[\w./-]+", text(name))) - known - {"ws://", "https:"} == set()
    assert "url(//" not in text(name)
    assert "@import" not in text(name)


@pytest.mark.parametrize("name", sorted(FILES))
def test_files_stay_short(name: str) -> None:
    assert len(text(name).splitlines()) <= LONGEST


@pytest.mark.parametrize("name", PAGES)
def test_pages_hold_no_inline_script_or_style(name: str) -> None:
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", text(name)) == []
    for source in re.findall(r'(?:src|href)="([^"]+)"', text(name)):
        assert Path(source).name in FILES, source


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_make_no_markup_and_import_files_that_exist(name: str) -> None:
    assert MARKUP.findall(text(name)) == []
    for source in re.findall(r'(?:from|import) "([^"]+)"', text(name)):
        assert source.startswith("./")
        assert source[2:] in FILES


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_imported_is_exported_and_used(name: str) -> None:
    for names, source in re.findall(r'import \{([^}]+)\} from "\./([^"]+)"', text(name)):
        for imported in (part.strip() for part in names.split(",")):
            assert re.search(rf"export (async )?(function|const|class|let) {imported}\b", text(source)), (name, imported)
            assert len(re.findall(rf"\b{imported}\b", text(name))) > 1, f"{name} does not use {imported}"


def test_words_are_those_that_are_said() -> None:
    said = {word for name in SCRIPTS for word in SAID.findall(text(name))}
    said |= {
        word
        for name in SCRIPTS
        for chosen in re.findall(r"say\(([^()]*\?[^()]*)", text(name))
        for word in re.findall(r'"(\w+)"', chosen)
    }
    said |= {word for name in SCRIPTS for word in re.findall(r'const id = .*\? "(\w+)" : "(\w+)"', text(name)) for word in word}
    assert set(IDS) - said == set()
    assert said - set(IDS) - {"lost", "refused"} == set()


def test_every_language_has_every_word() -> None:
    words = page_words()
    assert {locale: len(said) for locale, said in words.items()} == dict.fromkeys(("en-US", "it", "pt-BR"), len(IDS))
    assert words["pt-BR"]["yes"] == "Sim"


def contrast(one: str, other: str) -> float:
    """Give the contrast of two #rrggbb colours as WCAG defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("light", "selector"), [("light", ":root {"), ("dark", ':root[data-theme="dark"] {')])
def test_text_stands_out_in_both_lights(light: str, selector: str) -> None:
    block = text("theme.css").split(selector, 1)[1].split("}", 1)[0]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    for ink in ("text", "soft", "faint", "strong", "mention"):
        for ground in ("room", "side", "field", "raised", "private", "hit", "hover"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, f"{light}: {ink} on {ground}"
    for ground in ("accent", "green", "red", "grey"):
        assert contrast("#ffffff", colours[ground]) >= 4.4, f"{light}: white on {ground}"
    assert contrast(colours["mention"], colours["mention-back"]) >= 4.5
