"""Arrays for learning and search: one encoding of a seat's knowledge, for any rules.

`encoding` numbers the actions of rules and says which blocks an observation has, before a game is played; it creates
the same blocks for a view and for many lanes of `trickkit.batch`. It needs the extra `fast`.

>>> from trickkit import learn, load
>>> rules = load("pikinni", players=3)
>>> code = learn.encoding(rules)
>>> view = rules.start(seed=7).view(1)
>>> arrays = code.observe(view)
>>> arrays["hands"].shape, int(arrays["hands"][0].sum()) == len(view.deal.hands[1])
((3, 32), True)
"""

import trickkit.batch  # noqa: F401  (it says which extra is missing)
from trickkit.encoding.blocks import Block
from trickkit.encoding.features import Features
from trickkit.encoding.observing import Encoding, encoding
from trickkit.learn.episodes import Episodes, Step, episodes
from trickkit.learn.trajectories import Trajectories

__all__ = ["Block", "Encoding", "Episodes", "Features", "Step", "Trajectories", "encoding", "episodes"]
