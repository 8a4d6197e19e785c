"""The project's own files, read once for the tests of its architecture."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def sources(*folders: str) -> tuple[tuple[Path, ast.Module], ...]:
    """Parse every Python file below the folders, as (path from the root, syntax tree)."""
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return tuple((file.relative_to(ROOT), ast.parse(file.read_text("utf-8"), str(file))) for file in files)


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, full module name) of every import, those inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.lineno, node.module


def exists(module: str) -> bool:
    """Tell whether a dotted name is a module or a package of the project."""
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or any(path.glob("*.py"))
