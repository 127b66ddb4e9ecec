"""Hypothesis, with the same effort everywhere and failures that can be repeated; samples; and the site, built once.

The whole suite is to take four minutes on two processors. It therefore takes samples (`samples.py`). What fails every
time, but is not in the sample, would come up later and elsewhere: run all cases before a change lands, with
`TRICKKIT_SAMPLE=all` or `nox -s cases`. `nox -s deep` runs all examples, too. Tests say in three ways how many there
are of a kind:

- `@pytest.mark.sample(5)` at a parametrized test: five of its cases, whichever they are. For cases that are alike:
  every game, every option, every law. A test that is named on the command line with `::` is run in any case.
- `sampled(cases, 30)` for cases that are too many to be collected, as seeds of whole games, or that one test goes
  through in a loop. The first one always is in it; only the profile `deep` takes all.
- `@settings(max_examples=effort(12))` for a property whose examples take long; where nothing is said, the profile below
  says it.

Cases that differ in what they show, as the rows of a table of refusals, are all run. Of each class that
`trickkit.testing.laws` makes a few laws are a sample, and of the documentation some pages, each as a whole. The site is
built by `.ci/run` and `nox -s deep`.
"""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import ROOT
from hypothesis import HealthCheck, Phase, settings
from samples import DEEP, PROFILE, SAMPLE, left_out

# Not derandomized, which hypothesis is by default where an environment says that it is that of continuous integration.
settings.register_profile(
    "trickkit",
    deadline=None,
    print_blob=True,
    max_examples=12,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow],
)
# One of very many runs, in which nobody looks at a failure: `tools/mutation.py`.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("trickkit"),
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
# All examples and cases, of which the suite takes samples: `nox -s deep`.
settings.register_profile("deep", parent=settings.get_profile("trickkit"), max_examples=400)
# A second look, as on other Pythons, where the first one has been thorough.
settings.register_profile("quick", parent=settings.get_profile("trickkit"), max_examples=8)
settings.load_profile(PROFILE)


FIRST = (
    *("batch/test_lockstep.py", "testing/", "conformance/", "record/", "worlds/"),
    *("bots/test_ismcts.py", "phases/", "properties/", "rules/"),
    *("batch/test_large_decks.py", "policies/", "model/", "scoring/", "catalog/", "play/", "cli/test_records.py"),
)
"""What several workers begin with, in `tests`. In each line the first file compiles what many others need; meanwhile
another worker runs the rest of the line, which needs nothing compiled, since it would wait. These files take long, too:
no worker is left with one of them at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is no part of the sample, unless a test is named or all of them are asked for."""
    if hasattr(config, "workerinput"):
        items.sort(
            key=lambda item: next((at for at, path in enumerate(FIRST) if item.nodeid.startswith(f"tests/{path}")), 99)
        )
    if DEEP or any("::" in argument for argument in config.args):
        return
    out = left_out(items)
    config.hook.pytest_deselected(items=[item for item in items if item in out])
    items[:] = [item for item in items if item not in out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how the same samples are taken again, where something failed."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"samples were taken with TRICKKIT_SAMPLE={SAMPLE}")


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
