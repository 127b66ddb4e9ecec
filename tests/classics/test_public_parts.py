"""The classic games and house rules import nothing but what anybody may."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

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


def test_they_import_public_names_of_the_package_only() -> None:
    assert len(FILES) > 30
    for path in FILES:
        for module, name in imported(path):
            top = module.partition(".")[0]
            assert top in {"trickkit", "trickkit_classics", "attrs", "__future__"} | sys.stdlib_module_names, (
                path,
                module,
            )
            if top in {"trickkit", "trickkit_classics"}:
                assert not any(part.startswith("_") for part in module.split(".")), path
                public = getattr(import_module(module), "__all__", [])
                assert name in public or import_module(f"{module}.{name}"), f"{path}: {name} of {module}"


def test_each_is_about_a_page() -> None:
    for path in FILES:
        # A notation is not a game.
        assert path.stem == "pbn" or len(path.read_text(encoding="utf-8").splitlines()) <= 250, path
