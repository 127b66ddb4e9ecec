"""Mutation testing by hand: `python tools/mutation.py --sample 300 --seed 1`, with the extra `mutation`.

It makes one small change at a time in a copy of the tree, and runs the tests against it. It prints file, line and text
of each change that no test notices: either a test is missing, or the change changes nothing.

Cosmic Ray finds the changes, also in class bodies, in defaults and in decorated methods, which contain much of a rule.
Its own runner tries one change after the other, each with all tests. This one notes first which tests execute which
lines; against a change it runs those that execute its line, the quickest first, and only then the others.
`tools/mutation.toml` says which changes and which tests.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from difflib import unified_diff
from functools import cache
from itertools import accumulate
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "tools/mutation.toml").read_text())
MODULES = CONFIG["cosmic-ray"]["module-path"]
STAGES = ["quick", "slow", *CONFIG["rest"]]
PRELOADED = ["click", "numba", "numpy", "rich.console", "sybil.parsers.rest"]
FILES = 6
OPTIONS = ["-x", "-q", "--tb=no"]
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


class Executed(NamedTuple):
    """Which tests execute a line, and how long they take.

    Args:
        units: by file and line, what executes it (`unit`).
        seconds: of processor time that a unit takes, measured while lines are noted.
    """

    units: dict[str, dict[str, list[str]]]
    seconds: dict[str, float]

    def by(self, path: str, line: int) -> list[str]:
        """What executes the statement in a line, the quickest first.

        A statement that runs on import is tested by what looks at all classes, and by what executes anything of its
        function, class or file.
        """
        nodes = [node for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.stmt)]
        around = [range(node.lineno, node.end_lineno + 1) for node in nodes if node.lineno <= line <= node.end_lineno]
        lines = self.units.get(path, {})
        units = {*lines.get(str(line), ())}
        for part in (*sorted(around, key=len), lines) if not units else ():
            units = {unit for number in part for unit in lines.get(str(number), ())}
            if units:
                units |= {unit for unit in self.seconds if unit.partition("::")[0] in CONFIG["classes"]}
                break
        return sorted(units, key=self.seconds.__getitem__)


class Measuring:
    """A plugin of pytest that writes down what executes each line."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.coverage = Coverage(data_file=None, config_file=False, include=["src/trickkit/*"])

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        begun = time.process_time()
        self.coverage.switch_context(unit(item))
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")
            self.seconds[unit(item)] += time.process_time() - begun

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out laws, which play whole games: they would execute almost every line."""
        items[:] = [item for item in items if getattr(getattr(item, "cls", None), "__name__", "") != "Laws"]

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        units = {
            os.path.relpath(path): {
                str(line): [name for name in names if name] for line, names in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
            if any(Path(path).is_relative_to(Path(name).absolute()) for name in MODULES)
        }
        self.output.write_text(json.dumps({"units": units, "seconds": self.seconds}))


class Chosen:
    """A plugin of pytest that runs only these units, in their order."""

    def __init__(self, units: list[str]) -> None:
        self.ranks = {unit: rank for rank, unit in enumerate(units)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if unit(item) in self.ranks), key=lambda item: self.ranks[unit(item)])


def unit(item: pytest.Item) -> str:
    """What runs as a whole: a test, or the examples of a file, each of which needs those above it."""
    return item.nodeid if isinstance(item, pytest.Function) else item.nodeid.partition("::")[0]


def tests(mutant: Mutant, executed: Executed, stage: str) -> tuple[list[str], list[object], float]:
    """What a stage runs against a change: files, plugins, and seconds of processor time that are enough."""
    if stage in CONFIG["rest"]:
        return CONFIG["rest"][stage], [], CONFIG["cosmic-ray"]["timeout"]
    units = executed.by(mutant.path, mutant.line)
    files = Counter(unit.partition("::")[0] for unit in units)
    likeliest = {file for file, _ in files.most_common(FILES)}  # collecting many files takes longer than their tests
    near = [unit for unit in units if unit.partition("::")[0] in likeliest]
    spent = [*accumulate(executed.seconds[unit] for unit in near)]
    first = near[: max(1, bisect(spent, CONFIG["cosmic-ray"]["quick"]))]
    part = first if stage == "quick" else [unit for unit in units if unit not in {*first}]
    expected = sum(executed.seconds[unit] for unit in part)
    return sorted({unit.partition("::")[0] for unit in part}), [Chosen(part)], 60 + 4 * expected


@cache
def read(path: Path) -> Executed:
    """What was measured."""
    return Executed(**json.loads(path.read_text()))


def verdict(mutant: Mutant, executed: Path, stage: str) -> tuple[str, int, float]:
    """Whether the tests of a stage notice a change, the exit status of pytest, and after how many seconds."""
    begun = time.monotonic()
    arguments, plugins, seconds = tests(mutant, read(executed), stage)
    if not arguments:
        return SURVIVED, 0, 0.0
    module = Path(mutant.path)
    original, times = module.read_text(), module.stat()
    try:
        module.write_text(changed(mutant, original))
        status = pytest_status(arguments, plugins, seconds)
    finally:  # as it was, with the time of its bytecode
        module.write_text(original)
        os.utime(module, ns=(times.st_atime_ns, times.st_mtime_ns))
    passed = status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return TIMEOUT if status < 0 else SURVIVED if passed else KILLED, status, time.monotonic() - begun


def enter(tree: str) -> None:
    """Work in a copy of the tree, which lasts, so that what is compiled in it is compiled once."""
    copy = Path(tempfile.mkdtemp(prefix="worker-", dir=Path(tree).parent)) / "tree"
    shutil.copytree(tree, copy)
    os.chdir(copy)


def pytest_status(arguments: list[str], plugins: list[object], seconds: float, *, output: str = os.devnull) -> int:
    """The exit status of pytest in the copy of the tree in which we are; less than 0 if it took too long."""
    sys.stdout.flush()
    child = os.fork()  # the child has imported already what pytest needs
    if child == 0:
        os.setsid()
        run(arguments, plugins, seconds, output)
    begun = time.monotonic()
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() - begun > 10 * seconds:  # it waits for something
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)


def run(arguments: list[str], plugins: list[object], seconds: float, output: str) -> None:
    """Run pytest in this process, and end it."""
    status = 70
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        stream = os.open(output, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        for number in range(3):
            os.dup2(stream, number)
        tree = Path.cwd()
        os.environ["PYTHONPATH"] = str(tree / "src")
        os.environ["HYPOTHESIS_PROFILE"] = "mutation"
        sys.path.insert(0, str(tree / "src"))
        found = importlib.util.find_spec("trickkit")
        assert found is not None
        assert str(found.origin).startswith(str(tree)), "the copy is what must be tested"
        options = [argument for argument in arguments if argument.startswith("--")]
        patterns = [argument for argument in arguments if argument not in options]
        paths = [str(path.relative_to(tree)) for pattern in patterns for path in sorted(tree.glob(pattern))]
        status = int(pytest.main([*OPTIONS, *options, *dict.fromkeys(paths)], plugins=plugins))
    finally:
        os._exit(status)


def measure(output: Path) -> None:
    """Run the tests without any change, and write down what executes each line."""
    log = output.with_suffix(".log")
    if pytest_status(CONFIG["measured"], [Measuring(output)], 3600, output=str(log)):
        sys.exit(f"{log.read_text()}\nThe tests fail without any change.")


def check_patterns() -> None:
    """Refuse patterns of `tools/mutation.toml` that match nothing: their tests would be left out without notice."""
    for pattern in [*CONFIG["measured"], *(pattern for patterns in CONFIG["rest"].values() for pattern in patterns)]:
        if not any(ROOT.glob(pattern)):
            sys.exit(f"{pattern} in tools/mutation.toml matches nothing")


def main() -> None:
    """Draw a sample of changes, try them, and print those that survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=MODULES, help="files or folders")
    parser.add_argument("--sample", type=int, default=300, help="how many changes are tried (300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many are tried at the same time")
    parser.add_argument("--executed", type=Path, help="a file that keeps which tests execute which lines")
    parser.add_argument("--report", type=Path, help="a file that gets a line of JSON for every change and stage")
    parser.add_argument("--again", type=Path, help="such a file: try only the changes that survived in it")
    parser.add_argument("--stages", nargs="+", default=STAGES, choices=STAGES, help="which tests (all)")
    given = parser.parse_args()
    check_patterns()
    for name in PRELOADED:
        importlib.import_module(name)
    every = list(mutants(given.paths))
    sample = Random(given.seed).sample(every, min(given.sample, len(every)))
    if given.again:
        lines = [json.loads(line) for line in given.again.read_text().splitlines()]
        last = {tuple(line[name] for name in Mutant._fields): line["verdict"] for line in lines}
        sample = [mutant for mutant in every if last.get(tuple(mutant)) == SURVIVED]
    print(f"{len(sample)} of {len(every)} changes, seed {given.seed}")
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "dist"))
        context = get_context("fork")
        with ProcessPoolExecutor(given.jobs, mp_context=context, initializer=enter, initargs=(str(tree),)) as pool:
            executed = given.executed or Path(folder) / "executed.json"
            if not executed.exists():
                pool.submit(measure, executed.absolute()).result()
            found = try_all(sample, pool, executed.absolute(), given.stages, given.report)
    tell(sample, found)


def try_all(
    sample: list[Mutant], pool: ProcessPoolExecutor, executed: Path, stages: list[str], report: Path | None
) -> dict[Mutant, str]:
    """By change, its verdict: all are tried with the tests of a stage before those of the next."""
    found = dict.fromkeys(sample, SURVIVED)
    for stage in stages:
        alive = [mutant for mutant in sample if found[mutant] == SURVIVED]
        waiting = {pool.submit(verdict, mutant, executed, stage): mutant for mutant in alive}
        for count, future in enumerate(as_completed(waiting)):
            mutant, (result, status, seconds) = waiting[future], future.result()
            found[mutant] = result
            left = len(alive) - count - 1
            print(f"{left:4} {result:8} {stage:8} {seconds:4.0f} s  {mutant.path}:{mutant.line}", flush=True)
            if report:
                line = {
                    **mutant._asdict(),
                    "change": change(mutant),
                    "verdict": result,
                    "stage": stage,
                    "status": status,
                }
                with report.open("a") as file:
                    file.write(json.dumps(line) + "\n")
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
