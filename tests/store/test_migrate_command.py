"""`tavoliere migrate` makes, leaves or upgrades a database and says which; a fault goes up to the command line."""

from functools import partial
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.cli.migrate import migrate
from bot.errors import StoreFault
from bot.store import migrate as engine
from tests.store.damage import migrations, newest_here


def run(*arguments: str) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(migrate)
    return CliRunner().invoke(app, arguments)


def test_a_database_is_made_and_then_up_to_date(path: Path) -> None:
    assert run(str(path)).output == f"{path} was made (schema {newest_here()}).\n"
    assert run(str(path)).output == f"{path} is up to date (schema {newest_here()}).\n"


def test_the_settings_name_the_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLIERE_DATABASE", str(path))
    assert run().output == f"{path} was made (schema {newest_here()}).\n"


def test_an_upgrade_names_the_copy(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(str(path))
    newer = migrations(tmp_path, "    op.add_column('meta', sa.Column('more', sa.Text()))\n")
    monkeypatch.setattr("bot.store.database.migrate", partial(engine.migrate, folder=newer))
    told = f"{path} went from schema {newest_here()} to 9999; the old one is kept as {path}.before-9999-1.\n"
    assert run(str(path)).output == told


def test_a_fault_is_left_to_the_command_line(tmp_path: Path) -> None:
    result = run(str(tmp_path / "none" / "tavoliere.db"))
    assert isinstance(result.exception, StoreFault)
    assert "folder does not exist" in str(result.exception)
