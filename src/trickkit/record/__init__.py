"""Games as readable text files that are only ever appended to: write, load, replay, verify and redact them.

A record is JSON Lines in UTF-8: a header; for every deal what was dealt; every move with its seat; what was scored; and
the end.

>>> import trickkit
>>> from trickkit import record
>>> text = str(record.of(trickkit.playout(trickkit.load("pikoko", players=3), seed=7)))
>>> for line in [*text.splitlines()[:3], text.splitlines()[-1]]:
...     print(line[:50])
{"trickkit": 1, "game": "pikoko", "options": {"pla
{"deal": 0, "starter": 2, "hands": [["R2", "M7", "
{"seat": 0, "play": "8"}
{"over": "3 deals are played", "ranking": [[0], [1
>>> game = record.loads(text)
>>> game.verify()
>>> game.replay(upto=3).actors
(2,)
"""

from trickkit.record.entries import Dealt, Entry, Moved, Over, Scored, Undone
from trickkit.record.files import Recorder, load, write
from trickkit.record.game import Game, GameRecord, loads, of
from trickkit.record.header import Header
from trickkit.record.seeds import keep_seed, kept_seed, seed_file

__all__ = [
    "Dealt",
    "Entry",
    "Game",
    "GameRecord",
    "Header",
    "Moved",
    "Over",
    "Recorder",
    "Scored",
    "Undone",
    "keep_seed",
    "kept_seed",
    "load",
    "loads",
    "of",
    "seed_file",
    "write",
]
