"""Plays many deals at once, by compiled code that reads the tables of a game.

`deals` plays whole deals, `playouts` plays the current deal of a game out many times, `evaluate` estimates what the
actions of a seat are worth, `lanes` holds deals that you step together, `games` plays whole games, and `start` begins
one mutable game. They take the same rules as everything else; `supports` says whether the compiled engine can run them,
and if not, which phase or policy prevents it. In that case the same calls run on the reference engine, in several
processes. All this needs the extra `fast`.

The first call on a machine spends half a minute on compiling; the code is stored for later. `compile` does this in
advance. If several processes need the code, one compiles it and the others wait.

The compiled engine has no rules of its own. Lowering calls the policies for every case, through the tables that the
reference engine uses too, and writes the answers into one array; a deal is a row of numbers. Compiled code begins a
deal and makes decisions on many rows: at random to the end, on from a position, or one step at a time. A phase that
cannot be called in advance runs in Python: rows stop there, and continue after it (`run.mixed_deals`). A phase in which
no cards move, or only cards off the stock, is explored: it is played through all legal actions on symbolic deals, of
which only the facts are known that the phase reads, including cards in hands. The result is a decision diagram that
compiled code walks. Tricks are explored in the same way, for everything in them that depends on the deal, and for the
calls that seats may make. A policy may declare the few facts that it reads, which reduces the number of cases:
`Follow.reads`, `Limit.reads`, `Evaluation.looks_at`.

Scorings are called once for each case that occurs. The deal that a scoring receives records what the scoring reads;
this trace becomes a path in a decision diagram, which compiled code walks until a deal gives a new answer
(`points.diagram`). If only a few small numbers are read, their values index a table of points in front of the diagram
(`points.diagram.memos`). Summands that a scoring names are traced one by one. If a scoring reads tricks or calls one by
one, rows record them; fictitious deals reveal in advance whether it does. A scoring that reads something unrecorded,
such as the order of cards, is called deal by deal, with deals that the reference engine replays; alternatively it
offers `points_of(deals)` for the arrays of all deals.

The calls stand on top. `search` solves positions with open cards and grows trees over worlds, `evaluating` tries
actions in the worlds of a view, `worlds` deals the unseen cards of a view into rows, and `rollouts` decides by a
policy; `printing` prints decision diagrams; `run` runs a program in chunks, from a state on, or on the reference engine
instead; `machine` is the program and the loop that executes it; `lowering` turns rules into tables; `steps` has a
package for each kind of step, with its lowering next to its compiled code; `points` scores whole arrays of deals;
`kernel` is what all compiled code shares.

All random outcomes of a deal are a function of the seed and the number of the deal, and the cards are drawn before any
decision. Any deal can therefore be reproduced, the number of threads changes nothing, and lanes that decide differently
get the same cards. Compiled code does no reference counting, which took three quarters of the time, and inlines what
runs at every decision. It stays on disk until any of its sources changes (`kernel.cache`).
"""

from __future__ import annotations

from trickkit.errors import MissingExtra

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    raise MissingExtra("trickkit.batch needs NumPy and Numba: pip install 'trickkit[fast]'") from error

from trickkit.batch import rollouts
from trickkit.batch.api import deals, lanes, playouts, stream
from trickkit.batch.evaluating import Evaluation, evaluate
from trickkit.batch.printing.call import Diagram, diagram
from trickkit.batch.results import Deals, Moves
from trickkit.batch.run.compiling import compile  # noqa: A004
from trickkit.batch.seen import Seen
from trickkit.batch.single_game import Game, start
from trickkit.batch.stepping import Lanes
from trickkit.batch.support import Support, supports
from trickkit.batch.whole_games import Games, games
from trickkit.batch.worlds import Dealer

__all__ = [
    "Dealer",
    "Deals",
    "Diagram",
    "Evaluation",
    "Game",
    "Games",
    "Lanes",
    "Moves",
    "Seen",
    "Support",
    "compile",
    "deals",
    "diagram",
    "evaluate",
    "games",
    "lanes",
    "playouts",
    "rollouts",
    "start",
    "stream",
    "supports",
]
