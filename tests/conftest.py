"""How much is run, with failures that can be repeated; and the site, built once.

The fast tier is to take four minutes on two processors. It runs the same cases and the same examples every time and
everywhere: what passed on one machine passes on the next, and no change meets a case for the first time when it lands.
It asks what nothing else asks: each clause of a rulebook, each law, command and message, each docstring of the
library. `nox -s cases` runs every case once, with examples drawn at random; `nox -s deep` draws more of them. What
looks a second time at the same thing is for these two:

- engines compared over more games, deals and seeds that take the same phases and the same compiled code;
- how many deals show what shares they come to, who plays better, and what training comes to;
- rules that take seconds to compile or to get ready, where smaller ones take the same way;
- a command with one more option, or in a process of its own where a call shows the same;
- decks of more than 64 faces, for which everything is compiled anew;
- guides whose commands take long (`tiers.py`);
- in a browser all but a whole game, what a seat may see, and whether everybody can read and use the page. Browsers are
  asked for by `TRICKKIT_BROWSER`, as in `.ci/run`; the site is built there and by `nox -s deep`.

Tests say in three ways how many there are of a kind:

- `@pytest.mark.sample(5)` at a parametrized test: five of its cases, whichever they are. `sample(0)` is for a test that
  is a second look as a whole. A test that is named on the command line with `::` is run in any case.
- `sampled(cases, 30)` for cases that are too many to be collected, as seeds of whole games, or that one test goes
  through in a loop.
- `@settings(max_examples=effort(12))` for a property whose examples take long; where nothing is said, the profile below
  says it: 4 here, 12 with all cases.

Cases that differ in what they show, as the rows of a table of refusals, are all run. Of each class that
`trickkit.testing.laws` makes two laws are run.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from blocks import ROOT
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from tiers import DEEP, EVERY, PROFILE, left_out

# Every case, with other examples every time, also where hypothesis by default draws the same: `nox -s cases`.
settings.register_profile(
    "cases",
    deadline=None,
    print_blob=True,
    max_examples=12,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow],
)
# More examples, too: `nox -s deep`.
settings.register_profile("deep", parent=settings.get_profile("cases"), max_examples=400)
# Examples are a function of the test alone, which passes or fails here as elsewhere until somebody changes it.
settings.register_profile("fast", parent=settings.get_profile("cases"), derandomize=True, max_examples=4)
# One of very many runs, in which nobody looks at a failure: `tools/mutation.py`.
settings.register_profile(
    "mutation", parent=settings.get_profile("fast"), max_examples=12, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(PROFILE)

if not EVERY:
    # Now and then hypothesis draws a number that it has read in an imported module: what is imported, and any number in
    # the library, would decide which examples there are.
    providers._get_local_constants = Constants


FIRST = (
    "batch/test_compiling.py",
    *("record/", "rules/", "model/", "catalog/", "testing/", "conformance/", "properties/", "pictures/", "docs/"),
    *("classics/", "scoring/", "policies/", "phases/"),
    *("batch/test_lockstep.py", "bots/test_ismcts.py", "worlds/", "bots/", "batch/"),
)
"""What several workers begin with, in `tests`. One compiles what nearly all need; meanwhile the others run what needs
little compiled, and would wait for it. What takes long comes next: no worker is left with it at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out cases beyond those that are run, unless a test is named."""
    if hasattr(config, "workerinput"):
        items.sort(
            key=lambda item: next((at for at, path in enumerate(FIRST) if item.nodeid.startswith(f"tests/{path}")), 99)
        )
    if EVERY or any("::" in argument for argument in config.args):
        return
    out = left_out(items)
    config.hook.pytest_deselected(items=[item for item in items if item in out])
    items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session", autouse=True)
def clock() -> Iterator[None]:
    """Getting rules ready is ended by the count alone: how busy a machine is decides about no test."""
    with pytest.MonkeyPatch.context() as patched:
        # In a browser nothing is compiled.
        if sys.platform != "emscripten":
            patched.setattr("trickkit.batch.lowering.budget.SECONDS", 60)
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site: that of the folder TRICKKIT_SITE; among all tests, one that is built here."""
    given = os.environ.get("TRICKKIT_SITE")
    if given:
        return Path(given).resolve()
    if not DEEP:
        pytest.skip("building the site takes long: TRICKKIT_SITE may name the folder of one, as in .ci/run")
    # Workers have folders side by side; the first that asks builds the site for all of them.
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with open(shared / "site.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "site").exists():
            _build(shared / "site")
    return shared / "site"


def _build(site: Path) -> None:
    """Build the site; any warning is an error."""
    command = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
