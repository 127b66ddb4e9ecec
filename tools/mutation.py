"""Mutation testing by hand: `python tools/mutation.py --sample 300 --seed 1`, with the extra `mutation`.

It makes one small change at a time in a copy of the tree, and runs the tests against it. It prints file, line and text
of each change that no test notices: either a test is missing, or the change changes nothing.

Cosmic Ray finds the changes, also in class bodies, in defaults and in decorated methods, which contain much of a rule.
Its own runner tries one change after the other, each with all tests; this one runs several at a time, each with the
likeliest tests first. `tools/mutation.toml` says which changes and which tests.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import importlib.util
import json
import os
import re
import resource
import shutil
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from difflib import unified_diff
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "tools/mutation.toml").read_text())
OPTIONS = ["-x", "-q", "--hypothesis-profile=mutation", "--tb=no"]
SURVIVED, KILLED, TIMEOUT = "survived", "killed", "timeout"


class Mutant(NamedTuple):
    """A small change.

    Args:
        path: the file, from the root of the tree.
        operator: of Cosmic Ray, which makes the change.
        occurrence: the number of the change, from 0, among those that the operator can make in the file.
        line: of the change.
    """

    path: str
    operator: str
    occurrence: int
    line: int


Place = tuple[tuple[int, int], tuple[int, int]]


def mutants(paths: list[str]) -> Iterator[Mutant]:
    """Every change to the files that can have an effect."""
    excluded = re.compile("|".join(CONFIG["cosmic-ray"]["filters"]["operators-filter"]["exclude-operators"]))
    names = [name for name in operator_names() if not excluded.match(name) and not get_operator(name).arguments()]
    for path in sorted(file for name in paths for file in modules(name)):
        code = (ROOT / path).read_text()
        tree, idle = get_ast(code), without_effect(code)
        for name in names:
            operator = get_operator(name)()
            places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
            for occurrence, (start, end) in enumerate(places):
                if any(first <= start and end <= last for first, last in idle(name)):
                    continue
                yield Mutant(path, name.removeprefix("core/"), occurrence, start[0])


def change(mutant: Mutant) -> str:
    """The lines before and after a change."""
    code = (ROOT / mutant.path).read_text()
    lines = [text.splitlines() for text in (code, changed(mutant, code))]
    return "\n".join([*unified_diff(*lines, n=0, lineterm="")][3:])


def changed(mutant: Mutant, code: str) -> str:
    """The text of the file, when it is changed."""
    return str(mutate_code(code, get_operator(f"core/{mutant.operator}")(), mutant.occurrence))


def modules(name: str) -> list[str]:
    """A file, or the modules of a folder."""
    found = [ROOT / name] if name.endswith(".py") else (ROOT / name).glob("**/*.py")
    return [str(path.relative_to(ROOT)) for path in found]


def without_effect(code: str) -> Callable[[str], list[Place]]:
    """By operator, the places in which no test can notice a change: imports for types only, decorators of classes,
    checks that lengths agree which always do, and the bars between types."""
    nodes = list(ast.walk(ast.parse(code)))
    types = [node for node in nodes if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    calls = [call for node in nodes for call in getattr(node, "decorator_list", ()) if isinstance(call, ast.Call)]
    lengths = [word for node in nodes for word in getattr(node, "keywords", ()) if word.arg == "strict"]
    hints = [getattr(node, name, None) for node in nodes for name in ("annotation", "returns")]
    always = [place(node) for node in (*types, *calls, *lengths)]
    bars = [*always, *(place(hint) for hint in hints if hint)]
    return lambda operator: bars if "BitOr" in operator else always


def place(node: ast.AST) -> Place:
    """Where a node begins and ends: lines and columns."""
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def runs(path: str) -> Iterator[tuple[str, list[str]]]:
    """The runs of tests for a changed file, the one that most likely fails first."""
    for pattern, arguments in CONFIG["first"].items():
        if fnmatch.fnmatch(path, pattern):
            yield "first", [argument.replace("{file}", path) for argument in arguments]
            break
    yield from CONFIG["runs"].items()


def verdict(mutant: Mutant, tree: str) -> tuple[str, str, float]:
    """Whether the tests notice a change, in which run, and after how many seconds."""
    begun = time.monotonic()
    with TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(tree, copy)
        module = copy / mutant.path
        module.write_text(changed(mutant, module.read_text()))
        for name, arguments in runs(mutant.path):
            status = pytest_status(copy, arguments)
            if status != 0:
                return KILLED if status > 0 else TIMEOUT, name, time.monotonic() - begun
    return SURVIVED, "all", time.monotonic() - begun


def pytest_status(tree: Path, arguments: list[str], *, output: Path = Path(os.devnull)) -> int:
    """The exit status of pytest in a copy of the tree; less than 0 if it took too long."""
    sys.stdout.flush()
    child = os.fork()  # the child has imported already what pytest needs
    if child == 0:
        os.setsid()
        run(tree, arguments, output)
    begun = time.monotonic()
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() - begun > 10 * CONFIG["cosmic-ray"]["timeout"]:  # it waits for something
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)


def run(tree: Path, arguments: list[str], output: Path) -> None:
    """Run pytest in this process, and end it."""
    status = 70
    try:
        seconds = int(CONFIG["cosmic-ray"]["timeout"])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        stream = os.open(output, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        for number in range(3):
            os.dup2(stream, number)
        os.chdir(tree)
        os.environ["PYTHONPATH"] = str(tree / "src")
        os.environ["TRICKKIT_SAMPLE"] = "1"  # the same tests against every change
        sys.path.insert(0, str(tree / "src"))
        found = importlib.util.find_spec("trickkit")
        assert found is not None
        assert str(found.origin).startswith(str(tree)), "the copy is what must be tested"
        options = [argument for argument in arguments if argument.startswith("--")]
        patterns = [argument for argument in arguments if argument not in options]
        paths = [str(path.relative_to(tree)) for pattern in patterns for path in sorted(tree.glob(pattern))]
        status = int(pytest.main([*OPTIONS, *options, *dict.fromkeys(paths)]))
    finally:
        os._exit(status)


def check_patterns() -> None:
    """Refuse patterns of `tools/mutation.toml` that match nothing: their tests would be left out without notice."""
    for arguments in [*CONFIG["runs"].values(), *CONFIG["first"].values()]:
        for pattern in arguments:
            if pattern != "{file}" and not pattern.startswith("--") and not any(ROOT.glob(pattern)):
                sys.exit(f"{pattern} in tools/mutation.toml matches nothing")


def main() -> None:
    """Draw a sample of changes, try them, and print those that survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=CONFIG["cosmic-ray"]["module-path"], help="files or folders")
    parser.add_argument("--sample", type=int, default=300, help="how many changes are tried (300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many are tried at the same time")
    parser.add_argument("--report", type=Path, help="a file that gets a line of JSON for every change")
    parser.add_argument("--again", type=Path, help="such a file: try only the changes that survived in it")
    given = parser.parse_args()
    check_patterns()
    every = list(mutants(given.paths))
    sample = Random(given.seed).sample(every, min(given.sample, len(every)))
    if given.again:
        lines = [json.loads(line) for line in given.again.read_text().splitlines()]
        left = {tuple(line[name] for name in Mutant._fields) for line in lines if line["verdict"] == SURVIVED}
        sample = [mutant for mutant in every if tuple(mutant) in left]
    print(f"{len(sample)} of {len(every)} changes, seed {given.seed}")
    with TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "dist"))
        for name, arguments in CONFIG["runs"].items():
            output = Path(folder) / name
            if pytest_status(tree, arguments, output=output):
                sys.exit(f"{output.read_text()}\nThe tests fail without any change.")
        found = try_all(sample, str(tree), given.jobs, given.report)
    tell(sample, found)


def try_all(sample: list[Mutant], tree: str, jobs: int, report: Path | None) -> dict[Mutant, str]:
    """By change, its verdict."""
    found: dict[Mutant, str] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        waiting = {pool.submit(verdict, mutant, tree): mutant for mutant in sample}
        for future in as_completed(waiting):
            mutant, (result, name, seconds) = waiting[future], future.result()
            found[mutant] = result
            print(f"{len(found):4} {result:8} {name:10} {seconds:4.0f} s  {mutant.path}:{mutant.line}", flush=True)
            if report:
                with report.open("a") as file:
                    file.write(
                        json.dumps({**mutant._asdict(), "change": change(mutant), "verdict": result, "run": name})
                        + "\n"
                    )
    return found


def tell(sample: list[Mutant], found: dict[Mutant, str]) -> None:
    """Print the changes that survived, and the figures."""
    for mutant in sorted(sample):
        if found[mutant] == SURVIVED:
            print(f"\n{mutant.path}:{mutant.line} {mutant.operator}\n{change(mutant)}")
    count = Counter(found.values())
    share = 1 - count[SURVIVED] / max(1, len(found))
    print(f"\n{count[KILLED]} killed, {count[TIMEOUT]} out of time, {count[SURVIVED]} survived: {share:.1%} noticed")


if __name__ == "__main__":
    main()
