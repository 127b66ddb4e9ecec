"""The lab: what does this rule do to my game?

`compare` plays the same deals under two rules and says what changed and how certain that is; `profile` is the portrait
of one game; `sweep` tries one value after another. `page` writes the results as a page of HTML. The players are bots,
or random players, for whom the batch engine plays some ten thousand deals a second.

A study is a value (`Study`): rules, players, numbered deals, metrics. Deals are played in blocks; each block is a
function of the study and its number alone. A block yields integer sums, which merge exactly. Therefore one process,
several processes, and a study that was interrupted and continued give the same bytes. The sums give ratios, paired
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
from trickkit.lab.alone import each_alone
from trickkit.lab.balancing import Balance
from trickkit.lab.calls import balance, compare, games, load, profile, sweep
from trickkit.lab.files import read
from trickkit.lab.metrics import METRICS, Column, Metric
from trickkit.lab.moments import Estimate, Moments
from trickkit.lab.observed import Observed
from trickkit.lab.players import taught
from trickkit.lab.report import page
from trickkit.lab.results import Found
from trickkit.lab.rows import Row
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.lab.trace import Trace

__all__ = [
    "METRICS",
    "Balance",
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
    "balance",
    "compare",
    "conditions",
    "each_alone",
    "games",
    "load",
    "page",
    "profile",
    "read",
    "sweep",
    "taught",
]
