"""Tables of what modules of the library have: each public name, and its first sentence."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

from pages import table


def listing(*modules: str) -> str:
    """A table of the public names that some modules define, in the order of the modules, with links to the reference.

    Args:
        modules: below `trickkit`, as `policies.follow`.

    >>> print(listing("policies.portion").splitlines()[2][:60])
    | [`EvenHalf`][trickkit.policies.portion.EvenHalf] | Half
    """
    rows = []
    for name in modules:
        module = importlib.import_module(f"trickkit.{name}")
        for public, said in sorted(_defined(module)):
            if public in module.__all__:
                rows.append((f"[`{public}`][{module.__name__}.{public}]", _first_sentence(said)))
    return table(["Name", "What it is"], rows)


def _defined(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Names that a module itself defines, with their docstrings; a value has its docstring below it."""
    for statement, below in pairwise([*ast.parse(inspect.getsource(module)).body, ast.Pass()]):
        match statement, below:
            case ((ast.ClassDef() | ast.FunctionDef()), _):
                yield statement.name, ast.get_docstring(statement) or ""
            case (
                (ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name))),
                ast.Expr(value=ast.Constant(value=str(said))),
            ):
                yield name, said


def _first_sentence(docstring: str) -> str:
    text = " ".join(docstring.partition("\n\n")[0].split())
    return re.split(r"(?<=[.;])\s", text)[0].rstrip(";.") + "."
