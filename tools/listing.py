"""Tables of what modules of the library have: each public name, and its first sentence."""

from __future__ import annotations

import importlib
import inspect
import re

from pages import table


def listing(*modules: str) -> str:
    """A table of the public names of some modules, in the order of the modules, with links to the reference.

    Args:
        modules: below `trickkit`, as `policies.follow`.

    >>> print(listing("policies.portion").splitlines()[2][:60])
    | [`EvenHalf`][trickkit.policies.portion.EvenHalf] | Half
    """
    rows = []
    for name in modules:
        module = importlib.import_module(f"trickkit.{name}")
        for public in sorted(module.__all__):
            said = inspect.getdoc(getattr(module, public)) or ""
            rows.append((f"[`{public}`][{module.__name__}.{public}]", _first_sentence(said)))
    return table(["Name", "What it is"], rows)


def _first_sentence(docstring: str) -> str:
    text = " ".join(docstring.partition("\n\n")[0].split())
    return re.split(r"(?<=[.;])\s", text)[0].rstrip(";.") + "."
