"""The code blocks of a page, run in order in one namespace."""

from __future__ import annotations

import ast
import traceback
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from attrs import define, field

__all__ = ["Blocks"]

NAME = "the block"
"""The name of the code in tracebacks."""
LONGEST = 20_000
"""In characters: more of an output is cut off."""


@define(eq=False)
class Blocks:
    """Runs code as an interactive prompt does: the value of each expression is shown.

    >>> blocks = Blocks()
    >>> blocks.hear({"code": "x = 6"})["text"], blocks.hear({"code": "x * 7"})["text"]
    ('', '42\\n')
    >>> blocks.hear({"code": "x * y"})["text"]
    "NameError: name 'y' is not defined\\n"
    """

    _names: dict[str, Any] = field(factory=lambda: {"__name__": "__main__"}, init=False)

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Run the code in a message; return the output.

        Args:
            message: `code`; where it is the text of a file that other blocks need, its `file` as well. Of files only
                those in Python are run.

        Returns:
            What it printed, with the last line of an error as Python tells it.
        """
        code, file = message["code"], message.get("file")
        if file:
            with open(file, "w", encoding="utf-8") as written:
                written.write(code)
            if not file.endswith(".py"):
                return {"kind": "ran", "text": ""}
        shown = StringIO()
        with redirect_stdout(shown):
            try:
                for statement in ast.parse(code, NAME).body:
                    exec(compile(ast.Interactive([statement]), NAME, "single"), self._names)
            except BaseException as error:
                shown.write("".join(traceback.format_exception_only(error)))
        text = shown.getvalue()
        return {"kind": "ran", "text": text if len(text) <= LONGEST else f"{text[:LONGEST]} …\n"}
