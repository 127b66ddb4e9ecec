"""Hypothesis: the same effort everywhere, and a failure that can be repeated from what it prints."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "trickkit", deadline=None, print_blob=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("trickkit")
