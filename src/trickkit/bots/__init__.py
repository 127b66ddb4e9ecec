"""Players that decide from a view alone, in any game.

A bot sees what a seat may know and nothing else: it is given a view. `Random` takes any legal action. `Greedy` bids
what its cards are worth and plays to its need, and does not look beyond the next trick. `Flat` looks at worlds that
agree with the view, plays each action on to the end of the deal many times in each of them, and takes the one that
served its seat best on average. `ISMCTS` searches one tree over many worlds. `Solver` solves worlds near the end of a
deal, as `solve` does. `best` chooses one for rules, at a level of play. What serves a seat the rules say themselves
(`Utility`). `read` makes bots of texts such as `flat:64`, also those that other distributions register under the entry
point `trickkit.bots`.

>>> from trickkit import bots, load
>>> view = load("pikoko", players=3).start(seed=7).view(1)
>>> bots.Flat(16).act(view) in view.legal()
True
"""

from trickkit.bots.analysis import Analysis, Decision, analyze
from trickkit.bots.base import Bot, Choice, Explanation
from trickkit.bots.calls import Calls
from trickkit.bots.flat import Flat
from trickkit.bots.greedy import Greedy
from trickkit.bots.ismcts import ISMCTS
from trickkit.bots.levels import LEVELS, Best, best
from trickkit.bots.match import Match, match
from trickkit.bots.playing import game, states
from trickkit.bots.reasons import Outlook, outlook
from trickkit.bots.registry import ENTRY_POINTS, read
from trickkit.bots.solver import Solver
from trickkit.bots.solving import Solution, solve
from trickkit.bots.uniform import Random
from trickkit.bots.utility import Utility

__all__ = [
    "ENTRY_POINTS",
    "ISMCTS",
    "LEVELS",
    "Analysis",
    "Best",
    "Bot",
    "Calls",
    "Choice",
    "Decision",
    "Explanation",
    "Flat",
    "Greedy",
    "Match",
    "Outlook",
    "Random",
    "Solution",
    "Solver",
    "Utility",
    "analyze",
    "best",
    "game",
    "match",
    "outlook",
    "read",
    "solve",
    "states",
]
