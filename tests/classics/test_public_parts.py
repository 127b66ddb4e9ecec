"""The classic games and house rules import nothing but what anybody may."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

VARIANTS = Path(__file__).parents[2] / "variants"
FILES = sorted([*VARIANTS.glob("trickkit_classics/*.py"), *VARIANTS.glob("house/*.py")])


def imported(path: Path) -> list[tuple[str, str]]:
    """The modules that a file imports, each with a name that it takes from there, or none."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_imports_public_names_of_the_package_only(path: Path) -> None:
    for module, name in imported(path):
        top = module.partition(".")[0]
        assert top in {"trickkit", "trickkit_classics", "attrs", "__future__"} or top in sys.stdlib_module_names, module
        if top in {"trickkit", "trickkit_classics"}:
            assert not any(part.startswith("_") for part in module.split("."))
            public = getattr(import_module(module), "__all__", [])
            assert name in public or import_module(f"{module}.{name}"), f"{name} of {module}"


# A notation is not a game.
@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "pbn"], ids=lambda path: path.stem)
def test_it_is_about_a_page(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 250
