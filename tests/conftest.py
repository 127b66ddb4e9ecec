"""Hypothesis: the same effort everywhere, and a failure that can be repeated from what it prints."""

import os

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
