"""Every block of code on a page is run: what stands there works, and prints what is printed there.

The language of a block says how it is run, in the order of the page and in a temporary folder of its own:

- `python` with `>>>` is a session, and its output is compared. Without, it is executed; what it prints stands right
  below in a block `text`, unless the build of the site shows it (`exec="on"`). With `title="house.py"` it is written
  to that file and run from there; where the file is a game, its rules are started.
- `console` has commands after `$ `, each followed by what it prints.
- `toml` with a base is a house-rule sheet, and its rules are started; any other must be TOML. `title` writes the file.
- `json` and `jsonl` must be that; `jsonl` is a record, which is loaded and verified.
- `sh` has commands for the source tree, those of the README and of CONTRIBUTING: `.ci/run` runs them.

There is no other language, and no block without one.
"""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, redirect_stdout
from doctest import ELLIPSIS, REPORT_NDIFF, DocTestParser, DocTestRunner, OutputChecker
from doctest import Example as Printed
from io import StringIO
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import mkdtemp
from textwrap import dedent

from processes import PATIENCE
from sybil import Document, Example, Region
from sybil.document import PythonDocument
from sybil.evaluators.doctest import OutputChecker as LineChecker

from trickkit import load, record

__all__ = ["ROOT", "RUNNERS", "Docstrings", "blocks", "parse", "sessions"]

ROOT = Path(__file__).parents[1]
FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>```+) *(?P<language>[\w+-]*)(?P<rest>[^\n`]*)\n(?P<body>.*?)^(?P=indent)(?P=fence) *$",
    re.MULTILINE | re.DOTALL,
)
FOLDER = "_folder"
KEPT = ("HOME", "PATH", "TMPDIR", "NUMBA_CACHE_DIR", "PYTHONPYCACHEPREFIX")
"""What the commands of a page take from the environment of whoever runs the tests: where things are, no more."""
SAME = {
    "COLUMNS": "90",
    "LANG": "C.UTF-8",
    "NO_COLOR": "1",
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INDEX": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "TERM": "dumb",
    "TZ": "UTC",
}
"""What they find everywhere."""


class Block:
    """A fenced block of a page.

    Args:
        found: where it stands.
        output: the block `text` right below it; None where there is none.
    """

    def __init__(self, found: re.Match[str], output: Block | None = None) -> None:
        self.start, self.end, self.inside = found.start(), found.end(), found.start("body")
        self.language: str = found["language"]
        self.options = dict(re.findall(r'(\w+)="([^"]*)"', found["rest"]))
        self.raw: str = found["body"]
        self.text = dedent(self.raw)
        self.output = output


def blocks(text: str) -> list[Block]:
    """The blocks of a page, in order."""
    found = [Block(one) for one in FENCE.finditer(text)]
    for block, after in pairwise(found):
        if after.language == "text" and not text[block.end : after.start].strip():
            block.output = after
    return found


def parse(document: Document) -> Iterable[Region]:
    """What there is to run on a page."""
    found = blocks(document.text) if "```" in document.text else []
    outputs = {id(block.output) for block in found if block.language == "python"}
    for block in found:
        if block.language == "python" and block.text.startswith(">>>"):
            yield Region(block.start, block.end, block.text, _inside(session))
        elif id(block) not in outputs:
            yield Region(block.start, block.end, block, _inside(RUNNERS.get(block.language, _nobody)))


def sessions(document: Document) -> Iterator[Region]:
    """What there is to run in a docstring, its session as a whole: a test costs more than most lines do."""
    first = re.search(r"^ *>>>", document.text, re.MULTILINE)
    if first:
        yield Region(first.start(), first.end(), document.text[first.start() :], session)


class Docstrings(PythonDocument):
    """The docstrings of a module, of which most are looked at no closer: they show no code."""

    @classmethod
    def parse(cls, path: str, *parsers: Callable[[Document], Iterable[Region]], encoding: str = "utf-8") -> Document:
        """Read a module."""
        document = cls(Path(path).read_text(encoding), path)
        if ">>>" not in document.text and "```" not in document.text:
            return document
        lines = [0, *accumulate(len(line) for line in document.text.splitlines(keepends=True))]
        for text in _docstrings(ast.parse(document.text)):
            start = lines[text.lineno - 1] + text.col_offset + len('"""')
            for parser in parsers:
                for region in parser(Document(text.value, path)):
                    region.start, region.end = region.start + start, region.end + start
                    document.add(region)
        return document


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> Iterator[ast.Constant]:
    """The docstrings of a module, class or function and of all that stands in it."""
    match node.body[0] if node.body else None:
        case ast.Expr(ast.Constant(str()) as text):
            yield text
    for part in node.body:
        if isinstance(part, ast.ClassDef | ast.FunctionDef):
            yield from _docstrings(part)


def _inside(run: Callable[[Example], str | None]) -> Callable[[Example], str | None]:
    """Run in the folder of the page."""

    def evaluate(example: Example) -> str | None:
        if FOLDER not in example.namespace:
            example.namespace[FOLDER] = mkdtemp()
            weakref.finalize(example.document, shutil.rmtree, example.namespace[FOLDER], ignore_errors=True)
        with chdir(example.namespace[FOLDER]):
            return run(example)

    return evaluate


def _nobody(example: Example) -> str:
    return f"nobody runs a block {example.parsed.language!r}; those that are run: {', '.join(RUNNERS)}"


def _compared(want: str, got: str) -> str | None:
    """What is wrong with an output; None where nothing is."""
    want, got = (
        "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).strip("\n") + "\n" for text in (want, got)
    )
    checker = OutputChecker()
    if checker.check_output(want, got, ELLIPSIS):
        return None
    return checker.output_difference(Printed("", want), got, ELLIPSIS | REPORT_NDIFF)


def session(example: Example) -> str | None:
    """Run a session, and compare what each line prints."""
    example.namespace.setdefault("__name__", "__test__")
    lines = DocTestParser().get_doctest(example.parsed, {}, example.path, example.path, example.line - 1)
    lines.globs = example.namespace
    report: list[str] = []
    DocTestRunner(LineChecker(), verbose=False, optionflags=ELLIPSIS).run(lines, out=report.append, clear_globs=False)
    return "".join(report) or None


def python(example: Example) -> str | None:
    """Execute a block, and compare what it prints."""
    block: Block = example.parsed
    printed = StringIO()
    with redirect_stdout(printed):
        if "title" in block.options:
            _file(block)
        else:
            source = "\n" * example.line + block.text
            exec(compile(source, example.path, "exec", dont_inherit=True), example.namespace)
    if "exec" in block.options or (block.output is None and not printed.getvalue()):
        return None
    return _compared(block.output.text if block.output else "", printed.getvalue())


def _file(block: Block) -> None:
    """Write a block to its file and run that; a game is started."""
    path = Path(block.options["title"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    if path.suffix == ".py" and callable(runpy.run_path(str(path)).get("rules")):
        load(str(path)).start(seed=7)


def toml(example: Example) -> None:
    """Read a block; a house-rule sheet is started."""
    block: Block = example.parsed
    if "title" in block.options:
        _file(block)
    if "base" in tomllib.loads(block.text):
        path = Path(block.options.get("title", "sheet.toml"))
        path.write_text(block.text, encoding="utf-8")
        load(str(path)).start(seed=7)


def text(_example: Example) -> str:
    """Say that nothing prints it."""
    return "a block 'text' is what the block 'python' right above it prints; there is none"


def console(example: Example) -> str | None:
    """Run commands, and compare what each prints."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | SAME
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    first, *parts = re.split(r"^\$ ", example.parsed.text, flags=re.MULTILINE)
    if first.strip() or not parts:
        return "a block 'console' begins with a command: $ trickkit list"
    for part in parts:
        command, _, want = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env=environment,
            timeout=PATIENCE,
        )
        if done.returncode and not want.strip():
            return f"$ {command}\nfails with {done.returncode}:\n{done.stdout}"
        if wrong := _compared(want, done.stdout):
            return f"$ {command}\n{wrong}"
    return None


def json_lines(example: Example) -> None:
    """Load a record and verify it."""
    block: Block = example.parsed
    if "title" in block.options:
        _file(block)
    record.loads(block.text).verify()


def json_text(example: Example) -> None:
    """Read JSON."""
    json.loads(example.parsed.text)


def sh(example: Example) -> str | None:
    """Look whether a command is one of those that `.ci/run` runs, perhaps written on several lines."""
    pages = "".join((ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md"))
    known = [block.text.split() for block in blocks(pages) if block.language == "sh"]
    is_known = example.parsed.text.split() in known
    return None if is_known else "a block 'sh' stands in README or CONTRIBUTING, which .ci/run runs"


RUNNERS: dict[str, Callable[[Example], str | None]] = {
    "python": python,
    "text": text,
    "console": console,
    "toml": toml,  # type: ignore[dict-item]
    "json": json_text,  # type: ignore[dict-item]
    "jsonl": json_lines,  # type: ignore[dict-item]
    "sh": sh,
}
"""By language, what runs a block; it gives what is wrong, or None."""
