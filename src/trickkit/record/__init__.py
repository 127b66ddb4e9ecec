"""Games as readable text files that are only ever appended to: write, load, replay, verify and redact them.

A record is JSON Lines in UTF-8: a header; for every deal what was dealt; every move with its seat; what was scored; and
the end.

```text
{"trickkit": 1, "game": "pikoko", "options": {"players": 3, ...}, "players": ["Ada", "Ben", "Cyd"]}
{"deal": 0, "starter": 0, "hands": [["R2", ...], ...], "stock": ["W5", ...]}
{"seat": 1, "play": "3"}
{"scored": [[0, 3, "bid 2 on seat 1, took 2: exact"], ...], "totals": [3, 0, 5], "ends": 0}
{"over": "3 deals are played", "ranking": [[2], [0], [1]]}
```

>>> import trickkit
>>> from trickkit import record
>>> game = record.loads(str(record.of(trickkit.playout(trickkit.load("pikoko", players=3), seed=7))))
>>> game.verify()
>>> game.replay(upto=3).actors
(2,)
"""

from trickkit.record.entries import Dealt, Entry, Moved, Over, Scored
from trickkit.record.files import Recorder, load, write
from trickkit.record.game import Game, loads, of
from trickkit.record.header import Header

__all__ = ["Dealt", "Entry", "Game", "Header", "Moved", "Over", "Recorder", "Scored", "load", "loads", "of", "write"]
