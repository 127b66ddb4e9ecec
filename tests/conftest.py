"""Hypothesis: the same effort everywhere, and a failure that can be repeated from what it prints."""

import os
import secrets

import pytest
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
# All examples and cases, of which the suite takes samples: `nox -s deep`.
settings.register_profile("deep", parent=settings.get_profile("trickkit"), max_examples=400)
# A second look, as on other Pythons, where the first one has been thorough.
settings.register_profile("quick", parent=settings.get_profile("trickkit"), max_examples=8)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "trickkit"))

# Workers inherit it, so that all of them take the same samples.
SAMPLE = os.environ.setdefault("TRICKKIT_SAMPLE", str(secrets.randbits(32)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how the same samples are taken again, where something failed."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"samples were taken with TRICKKIT_SAMPLE={SAMPLE}")
