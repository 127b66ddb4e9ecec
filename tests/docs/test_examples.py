"""The programs in `examples/` run as they stand, and print what stands beside them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import ROOT
from processes import PATIENCE

from trickkit import load, testing

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
RUN = [path for path in EXAMPLES if path.stem != "maskable_ppo"]
"""Those that are run; the other one trains for minutes with a library that the tests do not install."""
VARIANT = str(ROOT / "examples" / "custom_variant.py")


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_an_example_prints_what_stands_beside_it(path: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error"}
    pipes = {"capture_output": True, "encoding": "utf-8", "timeout": PATIENCE}
    done = subprocess.run([sys.executable, path], cwd=tmp_path, env=environment, **pipes)
    assert done.stderr == ""
    assert done.stdout == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert not list(tmp_path.iterdir())


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
