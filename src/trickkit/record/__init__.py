"""Games as readable, append-only text files: write, load, replay, verify and redact them.

A record is JSON Lines in UTF-8: a header; the cards of every deal; every move with its seat; the scores; and the end of
the game.

>>> import trickkit
>>> from trickkit import record
>>> text = str(record.of(trickkit.playout(trickkit.load("pikoko", players=3), seed=7)))
>>> for line in [*text.splitlines()[:3], text.splitlines()[-1]]:
...     print(line[:50])
{"trickkit": 1, "game": "pikoko", "options": {"pla
{"deal": 0, "starter": 2, "hands": [["R2", "M7", "
{"seat": 0, "play": "8", "sum": "a6fa9b55"}
{"over": "3 deals are played", "ranking": [[0], [1
>>> game = record.loads(text)
>>> game.verify()
>>> game.replay(upto=3).actors
(2,)

**Writing.** `Log` derives the entries that each state adds to the record, and the recorder writes them at once: the
file contains a move with all its consequences, or ends before or within it. The line of a move includes the random
outcomes that it caused in the middle of a deal. The next deal has a line of its own; a record that ends between the two
is read up to the previous move.

**Reading.** Loading checks the form of every line. Replaying is `rules.start` with the recorded deals, and `play`; it
refuses a record that lacks some cards of a deal. Verifying compares everything that the replayed game would record,
line by line, with scores and their reasons. A replayed state has no seed, only the chance outcomes in the record, so
that a game never goes on with cards that nobody recorded. Pass the seed to play on.

**Safety.** Nothing in a record is run. Rules are found by key and options, or built from the sheet in the header. Rules
from a Python file, or changed in Python, are only described in the header, and the reader passes them.

**Damage** may happen to result in another valid game, for example if two moves are exchanged. A checksum in every line,
of that line and all lines before it, detects this; the lines before the first wrong one are intact. A redacted record
has checksums of its own text. Older records have none, or only at the ends of deals and of the game.

**Undo.** Moves that were taken back stay in the record, followed by a line that says so. Verifying checks every line of
play, including those that were taken back.
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
