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

**Writing.** `Log` says which entries each state adds to the record, and the recorder writes them at once: a move and
all that it led to is in the file, or the file ends before it or within it. What chance did because of a move in the
middle of a deal is part of the move's line. The next deal has a line of its own; a record that ends between the two is
read up to the move before.

**Reading.** Loading checks the form of every line. Replaying is `rules.start` with the recorded deals, and `play`; it
refuses a record that does not tell all cards of a deal. Verifying compares everything that the replayed game would
record, line by line, with scores and their reasons. A replayed state has no seed: chance then has what the record fixes
and draws nothing, so that a game never goes on with cards that nobody recorded. Give the seed to play on.

**Safety.** Nothing in a record is run. Rules are found by key and options, or built from the sheet in the header. For
rules from a Python file, or changed in Python, the header has a description, and the reader gives the rules.

**Damage** that happens to make another lawful game, such as two exchanged moves, is found by a checksum of all lines
before it, which stands where a deal or the game is over. A redacted record has checksums of its own text.

**Undo.** Moves that were taken back stay in the record, followed by a line that says so. Verifying checks each line of
play, those that were taken back as well.
"""

from trickkit.record.entries import Dealt, Entry, Moved, Over, Scored, Undone
from trickkit.record.files import Recorder, load, write
from trickkit.record.game import GameRecord, loads, of
from trickkit.record.header import Header
from trickkit.record.seeds import keep_seed, kept_seed, seed_file

__all__ = [
    "Dealt",
    "Entry",
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
