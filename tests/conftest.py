"""Hypothesis, with the same effort everywhere and failures that can be repeated; and the site, built once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import ROOT
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "trickkit", deadline=None, print_blob=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
# One of very many runs, in which nobody looks at a failure: `tools/mutation.py`.
settings.register_profile(
    "mutation",
    parent=settings.get_profile("trickkit"),
    max_examples=12,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
# A second look, as on other Pythons, where the first one has been thorough.
settings.register_profile("quick", parent=settings.get_profile("trickkit"), max_examples=8)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "trickkit"))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The site, and what its build said."""
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return site, done.stderr


@pytest.fixture(scope="session")
def site(built: tuple[Path, str]) -> Path:
    """The site."""
    return built[0]
