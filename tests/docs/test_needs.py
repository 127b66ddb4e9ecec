"""Every page says in one line what its code needs, and one page how to install each of it."""

from __future__ import annotations

import re
import tomllib

import pytest
from blocks import ROOT, blocks

DOCS = ROOT / "docs"
INSTALL = DOCS / "install.md"
PAGES = sorted({*DOCS.rglob("*.md")} - {INSTALL})
CLASSICS = sorted(path.stem for path in (ROOT / "variants" / "trickkit_classics").glob("[a-z]*.py"))
SIGNS = {
    "`cli`": r"^\$ .*\btrickkit (?!serve|compare|study|sweep|balance)\w|\btrickkit simulate|commands\(\)",
    "`serve`": r"\btrickkit serve\b|trickkit\.table\b",
    "`fast`": r"\btrickkit\.(batch|learn)\b|\bimport .*\b(batch|learn)\b",
    "`lab`": r"\btrickkit\.lab\b|\bimport .*\blab\b|^\$ .*\btrickkit (compare|study|sweep|balance)\b",
    "`gymnasium`": r"\btrickkit\.learn\.gymnasium\b|^from trickkit\.learn import .*\bgymnasium\b",
    "`openspiel`": r"\btrickkit\.learn\.openspiel\b|^from trickkit\.learn import .*\bopenspiel\b",
    "`pettingzoo`": r"\btrickkit\.learn\.pettingzoo\b|^from trickkit\.learn import .*\bpettingzoo\b",
    "`sb3`": r"\b(sb3_contrib|stable_baselines3)\b",
    "`testing`": r"\btrickkit\.testing\b|^from trickkit import .*\btesting\b|\btrickkit check\b",
    "matplotlib": r"\bmatplotlib\b",
    "classics": rf"\btrickkit_classics\b|\bload\(\"({'|'.join(CLASSICS)})\"|\btrickkit \w+ ({'|'.join(CLASSICS)})\b",
}
"""What shows in code that something is needed besides the package."""
MENTIONED = re.compile(r"`(?:cli|fast|lab|serve|testing|gymnasium|openspiel|pettingzoo|sb3)`|matplotlib|classics")


def needed(text: str) -> set[str]:
    """What the code of a page needs besides the package."""
    shown = [block.text for block in blocks(text) if block.language in ("python", "console", "sh")]
    programs = [
        (ROOT / "examples" / f"{name}.py").read_text("utf-8") for name in re.findall(r'example\("(\w+)"\)', text)
    ]
    code = "\n".join([*shown, *programs, *re.findall(r"^::: .*", text, re.MULTILINE)])
    return {name for name, sign in SIGNS.items() if re.search(sign, code, re.MULTILINE)}


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("```python\n>>> import trickkit\n\n```", set()),
        ("```console\n$ trickkit list\n```", {"`cli`"}),
        ("```console\n$ trickkit check hearts\n```", {"`cli`", "`testing`", "classics"}),
        ('```python\nfrom trickkit import batch, load\nbatch.deals(load("skat"), 3)\n```', {"`fast`", "classics"}),
        ("```python\nfrom trickkit import Rules, batch\n```", {"`fast`"}),
        ("::: trickkit.learn", {"`fast`"}),
        ("```python\nfrom trickkit import Rules, testing\n```", {"`testing`"}),
        ("::: trickkit.testing.law", {"`testing`"}),
        ("```python\nfrom trickkit import lab, load\n```", {"`lab`"}),
        ("```console\n$ trickkit study hearts\n```", {"`lab`", "classics"}),
        ("```python\nfrom matplotlib.figure import Figure\n```", {"matplotlib"}),
    ],
)
def test_needs_are_seen_in_code(text: str, needs: set[str]) -> None:
    assert needed(text) == needs


def test_every_page_says_what_it_needs() -> None:
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        lines = re.findall(r"^Needs: .*", text, re.MULTILINE)
        assert len(lines) == 1, path
        assert set(MENTIONED.findall(lines[0])) == needed(text), path
        assert "install.md)" in lines[0], path


def test_the_page_on_installing_has_every_extra_and_the_classics() -> None:
    text = INSTALL.read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)) == {*extras}
    assert "pip install ./variants" in text
