"""Many deals at once: the tables of a game, run by compiled code.

`deals` plays whole deals, `playouts` plays the current deal of a game on again and again, `lanes` are deals that are
stepped together from outside, and `games` are whole games. They take the same rules as everything else; `supports` says
whether the compiled engine runs them, and if not, which phase or policy prevents it: then the same calls run the
reference engine, on several processes. It is the extra `fast`.

The first call on a machine compiles, which takes some seconds; the code is kept for the next time. `compile` does it
beforehand; of several processes one compiles, and the others wait.
"""

from __future__ import annotations

from trickkit.errors import MissingExtra

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    raise MissingExtra("trickkit.batch needs NumPy and Numba: pip install 'trickkit[fast]'") from error

import sys
from pathlib import Path

from trickkit.batch.api import Support, deals, lanes, playouts, stream, supports
from trickkit.batch.kernel.cache import compiled_functions, sources, throw_away_stale
from trickkit.batch.results import Deals, Moves
from trickkit.batch.run.compiling import compile  # noqa: A004
from trickkit.batch.stepping import Lanes, Seen
from trickkit.batch.whole_games import Games, games

__all__ = [
    "Deals",
    "Games",
    "Lanes",
    "Moves",
    "Seen",
    "Support",
    "compile",
    "deals",
    "games",
    "lanes",
    "playouts",
    "stream",
    "supports",
]

_functions = list(compiled_functions(module for name, module in sys.modules.items() if name.startswith(f"{__name__}.")))
throw_away_stale(sources(_functions), {Path(one.stats.cache_path) for one in _functions})
