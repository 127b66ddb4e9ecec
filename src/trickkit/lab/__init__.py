"""The lab: what does this rule do to my game?

`compare` plays the same deals under two rules and says what changed and how sure that is; `profile` is the portrait of
one game; `sweep` tries one value after another. `page` makes a page of HTML of what was found. Bots play, or random
players, of which the batch engine plays some ten thousand deals in a second.

A study is a value (`Study`): rules, players, numbered deals, metrics. Deals are played in blocks, each a function of
the study and its number alone; what a block comes to are sums of whole numbers, which merge exactly, so that one
process, several, and a study that was broken off and goes on give the same bytes. From the sums follow ratios, paired
differences and intervals (`Moments`).

It needs the extra `lab`.

>>> from trickkit import lab
>>> found = lab.profile("pikoko", bots="random", deals=1000, metrics=["wins"])
>>> found.deals
1000
"""

from trickkit.errors import MissingExtra

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    raise MissingExtra("trickkit.lab needs more: pip install 'trickkit[lab]'") from error

from trickkit.lab import conditions
from trickkit.lab.calls import compare, load, profile, sweep
from trickkit.lab.files import read
from trickkit.lab.metrics import METRICS, Column, Metric
from trickkit.lab.moments import Estimate, Moments
from trickkit.lab.observed import Observed, Trace
from trickkit.lab.report import page
from trickkit.lab.results import Found, Row
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums

__all__ = [
    "METRICS",
    "Column",
    "Estimate",
    "Found",
    "Metric",
    "Moments",
    "Observed",
    "Row",
    "Study",
    "Sums",
    "Trace",
    "compare",
    "conditions",
    "load",
    "page",
    "profile",
    "read",
    "sweep",
]
