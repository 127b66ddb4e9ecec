"""The programs in `examples/` run as they stand, and print what stands beside them."""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from blocks import ROOT
from processes import PATIENCE

from trickkit import load, testing

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
RUN = [path for path in EXAMPLES if path.stem != "maskable_ppo"]
"""Those that are run; the other one trains for minutes with a library that the tests do not install."""
VARIANT = str(ROOT / "examples" / "custom_variant.py")


@pytest.mark.sample(0)
@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_an_example_prints_what_stands_beside_it(path: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"}
    pipes = {"capture_output": True, "encoding": "utf-8", "timeout": PATIENCE}
    done = subprocess.run([sys.executable, path], cwd=tmp_path, env=environment, **pipes)
    assert done.stderr == ""
    assert done.stdout == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert not list(tmp_path.iterdir())


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and the value of the expression at its end, as a notebook runs it."""
    body, value, printed = ast.parse(source).body, None, io.StringIO()
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


@pytest.mark.sample(0)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_stands_in_it(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = run_cell("".join(cell["source"]), names)
        shown = {"".join(one["text"]) for one in cell["outputs"] if "text" in one}
        assert shown == ({printed} if printed else set())
        for data in (one["data"] for one in cell["outputs"] if "data" in one):
            if "text/html" in data:
                # What a network decided is the same on machines of one kind alone.
                assert value._repr_html_().startswith("<svg")
            else:
                assert "".join(data["text/plain"]) == repr(value)
    assert f'notebook("{path.stem}")' in (ROOT / "docs" / "how-to" / "examples.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_what_it_shows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert (ast.get_docstring(ast.parse(text)) or "").count("\n") >= 1
    assert f'example("{path.stem}")' in (ROOT / "docs" / "how-to" / "examples.md").read_text(encoding="utf-8")


def test_there_is_something_for_everybody() -> None:
    assert len(EXAMPLES) >= 6
    assert {path.stem for path in EXAMPLES} == {path.stem for path in (ROOT / "examples").glob("*.txt")}


TestCustomVariant = testing.laws(VARIANT, examples=10)


def test_the_custom_variant_has_its_options() -> None:
    assert load(VARIANT, players=2, must_trump=True).players == 2
