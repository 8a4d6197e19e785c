"""Reading the tables kept beside the tests: one row a line, cells between bars, `#` for comments."""

from pathlib import Path

HERE = Path(__file__).parent / "tables"


def table(name: str) -> list[list[str]]:
    """Give a table's rows as lists of stripped cells."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]
