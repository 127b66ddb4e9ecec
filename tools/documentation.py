"""What the build of the site needs to know: where the code of its pages is, and how the sources are written.

It is a hook of mkdocs, and an extension of griffe, which reads the sources for the reference.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import attrs
import griffe

SESSION = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Let the blocks that pages execute find what they share."""
    sys.path.insert(0, str(Path(__file__).parent))
    return config


def fenced(docstring: str) -> str:
    """A docstring with its sessions as blocks of code; without fences they would be quotations."""
    return SESSION.sub(lambda found: f"```pycon\n{found.group().rstrip()}\n```", docstring)


class Sources(griffe.Extension):
    """Reads docstrings as the project writes them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a module, class or function."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Give a class of attrs the signature with which it is called."""
        if "__init__" in cls.members:
            return
        kind = getattr(importlib.import_module(cls.module.path), cls.name, None)
        if isinstance(kind, type) and attrs.has(kind):
            cls["__init__"] = _init(cls, kind)


def _init(cls: griffe.Class, kind: type[Any]) -> griffe.Function:
    """The function that attrs makes."""
    parameters = [griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)]
    for one in attrs.fields(kind):
        if one.init:
            only = griffe.ParameterKind.keyword_only if one.kw_only else griffe.ParameterKind.positional_or_keyword
            default = None if one.default is attrs.NOTHING else _default(one.default)
            parameters.append(griffe.Parameter(one.alias, kind=only, default=default, annotation=_type(kind, one.name)))
    made = griffe.Function("__init__", parameters=griffe.Parameters(*parameters), parent=cls)
    made.labels |= {"attrs-generated"}
    return made


def _default(value: Any) -> str:
    return "..." if isinstance(value, attrs.Factory) else repr(value)  # type: ignore[arg-type]


def _type(kind: type[Any], name: str) -> str | None:
    """The type of a field, as it stands in the class that declares it."""
    for owner in kind.__mro__:
        declared = vars(owner).get("__annotations__", {}).get(name)
        if declared is not None:
            return declared if isinstance(declared, str) else getattr(declared, "__name__", str(declared))
    return None
