"""Many deals at once: the tables of a game, run by compiled code.

`deals` plays whole deals, `playouts` plays the current deal of a game on again and again, `evaluate` tries out what the
actions of a seat are worth, `lanes` are deals that are stepped together from outside, `games` are whole games, and
`start` begins one game that changes in place. They take the same rules as everything else; `supports` says whether the
compiled engine runs them, and if not, which phase or policy prevents it: then the same calls run the reference engine,
on several processes. It is the extra `fast`.

The first call on a machine compiles, which takes some seconds; the code is kept for the next time. `compile` does it
beforehand; of several processes one compiles, and the others wait.

The compiled engine has no rule of its own. Lowering asks the policies for every case, through the tables that the
reference engine uses too, and writes the answers into one array; a deal is a row of numbers. Compiled code begins a
deal and makes decisions on many rows: at random to the end, on from a position, or one step at a time. What cannot be
asked beforehand runs on the reference engine. A phase in which no card moves, or those that come off the stock, is
explored: it is played through all legal actions on deals of which nothing is known but what it looks at, cards of hands
included, and becomes a diagram along which compiled code walks. Tricks are asked likewise for what depends on a deal,
and for what may be called in them. A policy may declare what little it looks at, so that there are fewer cases:
`Follow.reads`, `Limit.reads`, `Evaluation.looks_at`.

Scorings are asked once for each case that occurs. Those of the library that depend on a few small numbers are sums of
tables. Every other one, also of your own, is traced: it is asked about a deal that notes what is looked at, which
becomes a path in a decision diagram, and compiled code walks along it until a deal answers otherwise than all before
(`points.diagram`). Where it looks at tricks or calls one by one, rows note them; deals that never were tell beforehand
whether it does. One that looks at what is not written down, such as the order of cards, is asked once for each
outcome where it only counts tricks (`Scoring.counts_only`), and else deal by deal, about deals that the reference
engine plays again; or it gives `points_of(deals)` for the arrays of all deals.

The calls stand on top. `search` solves positions that lie open and grows trees over worlds, `evaluating` tries actions
out in the worlds of a view, `worlds` deals the unseen cards of a view into rows, and `rollouts` decides by a policy;
`run` runs a program in chunks, from a state on, or on the reference engine instead; `machine` is the program and the
loop that executes it; `lowering` turns rules into tables; `steps` has a package for each kind of step, with its
lowering beside its compiled code; `points` scores by arrays; `kernel` is what all compiled code shares.

All that is drawn for a deal is a function of the seed and the number of the deal, cards before decisions. Any deal can
therefore be found again, the number of threads changes nothing, and lanes that decide differently get the same cards.
Compiled code counts no references, which took three quarters of the time, and inlines what runs at every decision;
what is large and called from many places is compiled once for all of them (`kernel.shared`). What is compiled stays on
disk until any of its sources changes (`kernel.cache`).
"""

from __future__ import annotations

from trickkit.errors import MissingExtra

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    raise MissingExtra("trickkit.batch needs NumPy and Numba: pip install 'trickkit[fast]'") from error

from trickkit.batch import rollouts
from trickkit.batch.api import Support, deals, lanes, playouts, stream, supports
from trickkit.batch.evaluating import Evaluation, evaluate
from trickkit.batch.results import Deals, Moves
from trickkit.batch.run.compiling import compile  # noqa: A004
from trickkit.batch.seen import Seen
from trickkit.batch.single_game import Game, start
from trickkit.batch.stepping import Lanes
from trickkit.batch.whole_games import Games, games
from trickkit.batch.worlds import Dealer

__all__ = [
    "Dealer",
    "Deals",
    "Evaluation",
    "Game",
    "Games",
    "Lanes",
    "Moves",
    "Seen",
    "Support",
    "compile",
    "deals",
    "evaluate",
    "games",
    "lanes",
    "playouts",
    "rollouts",
    "start",
    "stream",
    "supports",
]
