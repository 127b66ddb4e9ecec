"""That every block of code on a page is run, and that a wrong one fails."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from blocks import KEPT, ROOT, RUNNERS, SAME, blocks, parse
from sybil import Document
from sybil.example import SybilFailure

from trickkit import load, playout, record

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "variants" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
GAME = str(record.of(playout(load("pikoko", players=3), seed=7)))


def run(text: str, folder: Path) -> None:
    """Run the blocks of a page."""
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    for example in Document.parse(str(page), parse).examples():
        example.evaluate()


def test_every_block_is_one_that_is_run() -> None:
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert {block.language for block in blocks(text)} <= set(RUNNERS), path
        assert text.count("```") == 2 * len(blocks(text)), f"{path}: a fence is not closed, or stands within a line"
        assert not re.search(r"^(~~~| *<pre)", text, re.MULTILINE), path


def test_every_block_is_taken() -> None:
    for path in PAGES:
        shown = blocks(path.read_text(encoding="utf-8"))
        regions = [(region.start, region.end) for _, region in Document.parse(str(path), parse).regions]
        outputs = [block.output for block in shown if block.output]
        taken = [block for block in shown if any(block.start <= start and end <= block.end for start, end in regions)]
        assert len(taken) + len(outputs) == len(shown), path


def test_the_pages_use_every_kind_of_block() -> None:
    used = Counter(block.language for path in PAGES for block in blocks(path.read_text(encoding="utf-8")))
    assert used["python"] > 100
    assert used["console"] > 10


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n2\n\n```",
        "```python\nx = 1\n```\n\n```python\n>>> x\n1\n\n```",
        "```python\nprint(1)\n```\n\n```text\n1\n```",
        '```python exec="on"\nprint(1)\n```',
        "    ```python\n    >>> 1\n    1\n\n    ```",
        '```python title="one.py"\nONE = 1\n```\n\n```console\n$ python -c "import one; print(one.ONE)"\n1\n```',
        '```toml title="house.toml"\nbase = "pikoko"\n```\n\n```python\n>>> from trickkit import load\n'
        ">>> load('house.toml').key\n'house'\n\n```",
        "```console\n$ echo one; echo two\none\n...\n$ true\n```",
        "```json\n[1]\n```",
        f"```jsonl\n{GAME}```",
    ],
)
def test_right_blocks_pass(text: str, tmp_path: Path) -> None:
    run(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n3\n\n```",
        "```python\nprint(1)\n```",
        "```python\nprint(1)\n```\n\n```text\n2\n```",
        "```python\n1 / 0\n```",
        '```python exec="on"\n1 / 0\n```',
        "```text\nnobody prints this\n```",
        "```python\nx = 1\n```\n\nin between\n\n```text\n1\n```",
        '```python title="house.py"\ndef rules():\n    return 3\n```',
        '```toml\nbase = "pikokko"\n```',
        '```toml\nbase = "pikoko"\nwithout = "DealOut"\n```',
        "```toml\nbase = \n```",
        "```console\n$ echo one\ntwo\n```",
        "```console\n$ false\n```",
        "```console\necho one\n```",
        "```json\n[1\n```",
        "```jsonl\n" + GAME.replace('"totals": [', '"totals": [9', 1) + "```",
        "```sh\ncurl example.org\n```",
        "```ruby\nputs 1\n```",
        "```\nnothing\n```",
    ],
)
def test_wrong_blocks_fail(text: str, tmp_path: Path) -> None:
    with pytest.raises((SybilFailure, ValueError, ArithmeticError, json.JSONDecodeError)):
        run(text, tmp_path)


def test_commands_find_the_same_environment_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a page shows neither a notice of pip nor lines as long as somebody's terminal is wide."""
    for name in ("COLUMNS", "FORCE_COLOR", "LC_ALL", "PIP_VERBOSE", "PYTHONPATH", "PYTHONIOENCODING", "TTY_COMPATIBLE"):
        monkeypatch.setenv(name, "1")
    program = "import os; print(*sorted(os.environ), os.environ['COLUMNS'], os.environ['TERM'])"
    names = {*SAME, "HOME", "PATH"} | {name for name in KEPT if name in os.environ} | {"PWD", "SHLVL", "_"}
    printed = " ".join(sorted(names))
    run(f'```console\n$ python -c "{program}"\n{printed} 90 dumb\n```', tmp_path)


def test_blocks_in_docstrings_are_those_that_are_run() -> None:
    sources = [path for folder in ("src", "variants") for path in (ROOT / folder).rglob("*.py")]
    used = {block.language for path in sources for block in blocks(path.read_text(encoding="utf-8"))}
    assert used <= set(RUNNERS)
    assert "toml" in used
