"""The catalogs against each other and against the code: nothing differs, nothing is empty, unknown or unused."""

import ast
import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import bot.errors
from bot.engine.registry import games
from bot.i18n import LANGS, PLURALS
from tests.arch.tree import ROOT, sources

LOCALES = ROOT / "bot/locales"
ENGLISH = "en"
DOMAINS = sorted(file.stem for file in (LOCALES / ENGLISH / "LC_MESSAGES").glob("*.po"))
REFUSALS = {name for name, thing in vars(bot.errors).items() if isinstance(thing, type) and issubclass(thing, bot.errors.Refusal)}
ID = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)+")
ANY = "[A-Za-z0-9_.]*"
FILES = (".bin", ".db", ".gz", ".json", ".md", ".po", ".png", ".py", ".toml", ".txt")


def file_of(language: str, domain: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def catalog(language: str, domain: str) -> Catalog:
    return read_po(io.BytesIO(file_of(language, domain).read_bytes()), locale=language)


def id_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def messages(language: str, domain: str) -> dict[str, Message]:
    return {id_of(message): message for message in catalog(language, domain) if message.id}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def every_message() -> Iterator[tuple[str, Message]]:
    for language in LANGS:
        for domain in DOMAINS:
            yield from ((f"{language} {name}", message) for name, message in messages(language, domain).items())


@cache
def known() -> dict[str, Message]:
    """Every English message by id."""
    return {name: message for domain in DOMAINS for name, message in messages(ENGLISH, domain).items()}


# The catalogs among themselves


@pytest.mark.parametrize("language", LANGS)
def test_every_language_has_the_same_domains(language: str) -> None:
    assert sorted(file.stem for file in (LOCALES / language / "LC_MESSAGES").glob("*.po")) == DOMAINS


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGS)
class TestDomain:
    def test_it_has_the_same_ids_as_english(self, language: str, domain: str) -> None:
        assert set(messages(language, domain)) ^ set(messages(ENGLISH, domain)) == set()

    def test_its_ids_start_with_the_domain_and_stand_once(self, language: str, domain: str) -> None:
        ids = re.findall(r'^msgid "(.+)"$', file_of(language, domain).read_text("utf-8"), re.MULTILINE)
        assert [name for name in ids if not (name.startswith(f"{domain}.") and ID.fullmatch(name))] == []
        assert [name for name, count in Counter(ids).items() if count > 1] == []

    def test_a_plural_repeats_its_id_and_has_every_form_of_the_language(self, language: str, domain: str) -> None:
        # The catalogs are merged under one plural rule for each language, so every file has to say the same.
        lang = next(lang for lang in LANGS if lang == language)
        assert f'"Plural-Forms: {PLURALS[lang]}\\n"' in file_of(language, domain).read_text("utf-8")
        wanted = 2
        wrong = {
            name: f"{len(forms(message))} forms, {language} has {wanted}"
            for name, message in messages(language, domain).items()
            if message.pluralizable and (message.id[1] != name or len(forms(message)) != wanted)
        }
        assert wrong == {}

    def test_plurals_are_plurals_in_english_too(self, language: str, domain: str) -> None:
        english = messages(ENGLISH, domain)
        here = messages(language, domain)
        assert [name for name in here.keys() & english.keys() if here[name].pluralizable != english[name].pluralizable] == []

    def test_nothing_is_empty_fuzzy_or_obsolete(self, language: str, domain: str) -> None:
        read = messages(language, domain)
        assert [name for name, message in read.items() if not all(form.strip() for form in forms(message))] == []
        assert [name for name, message in read.items() if message.fuzzy] == []
        assert list(catalog(language, domain).obsolete) == []

    def test_its_placeholders_are_those_of_english(self, language: str, domain: str) -> None:
        english = messages(ENGLISH, domain)
        wrong = {}
        for name, message in messages(language, domain).items():
            if name not in english:
                continue  # told by the test of the ids
            wanted = set().union(*(placeholders(form) for form in forms(english[name])))
            counted = {"n"} if message.pluralizable else set()  # "one boat" needs no number
            odd = [form for form in forms(message) if placeholders(form) - counted != wanted - counted]
            if odd:
                wrong[name] = f"{odd} for {sorted(wanted)}"
        assert wrong == {}


def test_placeholders_are_plain_names() -> None:
    wrong = [
        name
        for name, message in every_message()
        for form in forms(message)
        for _, field, spec, conversion in Formatter().parse(form)
        if field is not None and (not field.isidentifier() or spec or conversion)
    ]
    assert wrong == []


def test_nobody_is_shouted_at() -> None:
    titles = {game.info.title for game in games().values() if "!" in game.info.title}
    wrong = []
    for name, message in every_message():
        for form in forms(message):
            rest = form
            for title in titles:
                rest = rest.replace(title, "")
            if "!" in rest or "¡" in rest:
                wrong.append(f"{name}: {form}")
    assert wrong == []


# The catalogs and the code


@cache
def calls() -> tuple[tuple[str, ast.Call, ast.expr], ...]:
    """Every call that names a sentence, as (place, call, the argument that names it)."""
    found = []
    for path, tree in sources("bot", "cogs"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _names_a_sentence(node, in_engine=path.is_relative_to("bot/engine")):
                first = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg in {"id", "code"}), None)
                if first is not None:
                    found.append((f"{path}:{node.lineno}", node, first))
    return tuple(found)


def _names_a_sentence(call: ast.Call, *, in_engine: bool) -> bool:
    match call.func:
        case ast.Name("Text") | ast.Attribute(attr="template"):
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            # Options say what is wrong with them by a catalog id; other models speak English to whoever runs the bot.
            return name in REFUSALS or (in_engine and name == "PydanticCustomError")
    return False


def literals(expression: ast.expr) -> Iterator[str]:
    """Yield what an argument may be, as far as it is written out: a literal, or the literals of a choice."""
    match expression:
        case ast.Constant(str(value)):
            yield value
        case ast.IfExp(body=body, orelse=orelse):
            yield from literals(body)
            yield from literals(orelse)


def formatted(expression: ast.expr) -> Iterator[ast.JoinedStr]:
    match expression:
        case ast.JoinedStr():
            yield expression
        case ast.IfExp(body=body, orelse=orelse):
            yield from formatted(body)
            yield from formatted(orelse)


def pattern(joined: ast.JoinedStr) -> str:
    """Turn an f-string into a regular expression of what it may give; what comes before a first point is some game's key."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY for part in joined.values]
    if parts[:1] == [ANY] and "".join(parts[1:]).startswith(r"\."):
        parts[0] = f"(?:{'|'.join(games())})"
    return "".join(parts)


def start(joined: ast.JoinedStr) -> str:
    first = joined.values[0] if joined.values else None
    return str(first.value) if isinstance(first, ast.Constant) else ""


@cache
def written() -> tuple[frozenset[str], frozenset[str]]:
    """Every literal of the code, and every f-string as a pattern, both that of names built from parts and of whole ids."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for _, tree in sources("bot", "cogs"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr) and re.match(r"[a-z][a-z0-9_]*(\\\.|_)|\(\?:", pattern(node)):
                patterns.add(pattern(node))
    return frozenset(texts), frozenset(patterns)


def is_used(name: str) -> bool:
    """Tell whether the code can say an id: whole, or as a domain's rest where it puts the domain before a name by itself."""
    texts, patterns = written()
    domain, _, rest = name.partition(".")
    whole = re.escape(f"{domain}.") + ANY
    if name in texts or any(re.fullmatch(one, name) for one in patterns - {whole}):
        return True
    return whole in patterns and (rest in texts or any(re.fullmatch(one, rest) for one in patterns))


def test_every_id_in_the_code_has_its_sentence() -> None:
    assert calls()
    assert [f"{place} {name}" for place, _, first in calls() for name in literals(first) if name not in known()] == []


def test_every_literal_that_looks_like_an_id_is_one() -> None:
    english = {node.value for _, call in _english_codes() for node in call.args[:1] if isinstance(node, ast.Constant)}
    wrong = [
        f"{path}:{node.lineno} {node.value}"
        for path, tree in sources("bot", "cogs")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value)
        if node.value.partition(".")[0] in DOMAINS and not node.value.endswith(FILES)
        if node.value not in known() and node.value not in english and "migrations" not in path.parts
    ]
    assert wrong == []


def _english_codes() -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in sources("bot"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "PydanticCustomError":
                yield path, node


def test_an_id_put_together_starts_like_a_known_one() -> None:
    assert [f"{place} {wrong}" for place, _, first in calls() for joined in formatted(first) for wrong in unknown(joined)] == []


def unknown(joined: ast.JoinedStr) -> Iterator[str]:
    """Name what an f-string may not say: a start that no id has, or a game's sentence that a game lacks."""
    said = pattern(joined)
    if said.startswith("(?:"):
        endings = said.partition(")")[2]
        yield from (f"{game}{endings}" for game in games() if not any(re.fullmatch(game + endings, name) for name in known()))
    elif "." not in start(joined) or not any(re.fullmatch(said, name) for name in known()):
        yield f"f-string {start(joined)!r}…"


def test_every_sentence_gets_its_parameters() -> None:
    wrong = []
    for place, call, first in calls():
        given = _given(call)
        for name in literals(first):
            if given is not None and name in known():
                needed = set().union(*(placeholders(form) for form in forms(known()[name])))
                needed |= {"n"} if known()[name].pluralizable else set()
                if not needed <= given:
                    wrong.append(f"{place} {name} lacks {sorted(needed - given)}")
    assert wrong == []


def _given(call: ast.Call) -> set[str] | None:
    """Name the parameters of a call, None where they are not written out."""
    if isinstance(call.func, ast.Attribute) or (isinstance(call.func, ast.Name) and call.func.id == "PydanticCustomError"):
        return None
    if isinstance(call.func, ast.Name) and call.func.id == "Text":
        params = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "params"), None)
        if params is None:
            return set()
        if not isinstance(params, ast.Dict) or not all(isinstance(key, ast.Constant) for key in params.keys):
            return None
        return {str(key.value) for key in params.keys if isinstance(key, ast.Constant)}
    names = {keyword.arg for keyword in call.keywords}
    return None if None in names else {name for name in names if name is not None}


def test_every_sentence_is_said_somewhere() -> None:
    assert [name for name in known() if not is_used(name)] == []
