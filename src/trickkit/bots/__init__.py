"""Bots: players that decide from a view alone, in any game.

A bot receives a view: it sees what a seat may know and nothing else. `Random` takes any legal action. `Greedy` bids
what its cards are worth, plays for the tricks it still needs, and does not look beyond the next trick; `Beginner`
overlooks some of its legal actions, and `Forgetful` forgets which cards are gone. `Flat` samples worlds that agree with
the view, plays each action out many times in each of them, and takes the one that is best for its seat on average.
`ISMCTS` searches one tree over many worlds. `Solver` solves worlds near the end of a deal, using `solve`. `best`
chooses a bot for given rules and a level of play. The rules themselves say what is good for a seat (`Utility`). `read`
makes bots from texts such as `flat:64`, including bots that other distributions register under the entry point
`trickkit.bots`.

>>> from trickkit import bots, load
>>> view = load("pikoko", players=3).start(seed=7).view(1)
>>> bots.Flat(16).act(view) in view.legal()
True
"""

from typing import TYPE_CHECKING

from trickkit.bots.analysis import Analysis, Decision, analyze
from trickkit.bots.base import Bot, Choice, Explanation
from trickkit.bots.baselines import Baseline, baselines
from trickkit.bots.beginner import Beginner, Forgetful
from trickkit.bots.calls import CallModel
from trickkit.bots.flat import Flat
from trickkit.bots.greedy import Greedy
from trickkit.bots.ismcts import ISMCTS
from trickkit.bots.learned import Learned
from trickkit.bots.levels import LEVELS, Best, best
from trickkit.bots.match import Match, match
from trickkit.bots.playing import game, states
from trickkit.bots.reasons import Expectation, expectations
from trickkit.bots.registry import ENTRY_POINTS, read
from trickkit.bots.solver import Solver
from trickkit.bots.solving import Solution, solve
from trickkit.bots.uniform import Random
from trickkit.bots.utility import Utility
from trickkit.lazy import lazily

if TYPE_CHECKING:
    from trickkit.bots.training.schedule import Progress, train

__all__ = [
    "ENTRY_POINTS",
    "ISMCTS",
    "LEVELS",
    "Analysis",
    "Baseline",
    "Beginner",
    "Best",
    "Bot",
    "CallModel",
    "Choice",
    "Decision",
    "Expectation",
    "Explanation",
    "Flat",
    "Forgetful",
    "Greedy",
    "Learned",
    "Match",
    "Progress",
    "Random",
    "Solution",
    "Solver",
    "Utility",
    "analyze",
    "baselines",
    "best",
    "expectations",
    "game",
    "match",
    "read",
    "solve",
    "states",
    "train",
]

__getattr__ = lazily(__name__, {"Progress": "training.schedule", "train": "training.schedule"})
