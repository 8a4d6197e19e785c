"""Settings, `.env.example` and their errors."""

import os
from pathlib import Path

import pytest

from bot.settings import BadSettings, Settings, load_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("TAVOLIERE_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def _variable(name: str) -> str:
    alias = Settings.model_fields[name].validation_alias
    return str(alias) if alias else f"TAVOLIERE_{name.upper()}"


def test_env_example_lists_every_setting_with_its_default_and_description() -> None:
    blocks = (ROOT / ".env.example").read_text().strip().split("\n\n")[1:]
    listed = {}
    for block in blocks:
        comment, assignment = block.split("\n")
        name, _, value = assignment.partition("=")
        listed[name] = (comment.removeprefix("# "), value)
    expected = {}
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else str(field.default)
        expected[_variable(name)] = (field.description, default)
    assert listed == expected


def test_defaults_need_no_environment() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database == Path("tavoliere.db")


def test_dotenv_file_is_read_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("TAVOLIERE_LANGUAGE=it\nTAVOLIERE_BOT_WORKERS=2\nDISCORD_TOKEN=abc\n")
    monkeypatch.setenv("TAVOLIERE_LANGUAGE", "pt_BR")
    settings = load_settings()
    assert (settings.language, settings.bot_workers) == ("pt_BR", 2)
    assert settings.discord_token is not None
    assert "abc" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAVOLIERE_LANGUAGE", "fr"),
        ("TAVOLIERE_BOT_WORKERS", "0"),
        ("TAVOLIERE_BOT_SECONDS", "fast"),
        ("TAVOLIERE_LOG_LEVEL", "LOUD"),
        ("TAVOLIERE_LOCAL_DISCORD", "http://example.org"),
        ("TAVOLIERE_LOCAL_DISCORD", "not an address"),
    ],
)
def test_a_bad_setting_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings, match=name):
        load_settings()


@pytest.mark.parametrize("address", ["http://127.0.0.1:8123", "http://localhost:1", "http://[::1]:9/"])
def test_a_local_discord_is_on_this_machine(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLIERE_LOCAL_DISCORD", address)
    assert load_settings().local_discord is not None
