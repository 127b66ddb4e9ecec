"""How a trick of Skull King is resolved: mermaid beats Skull King beats pirate beats mermaid, and two beasts."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from trickkit.model.cards import Face, Suit
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Resolution, SeveralAtOnce

__all__ = [
    *("BLACK", "ESCAPE", "KING", "KRAKEN", "MERMAID", "PIRATE", "PIRATE_TEXTS", "PLAIN", "SPECIAL", "TIGRESS", "WHALE"),
    *("HighestNumber", "LastBeast", "SkullKingTrick", "Standing", "WithBeasts"),
]

PLAIN = (Suit("green", "G"), Suit("yellow", "Y"), Suit("violet", "V"))
BLACK, SPECIAL = Suit("black", "B"), Suit("special", "S")
ESCAPE, PIRATE, MERMAID, KING = (Face(SPECIAL, rank, text) for rank, text in enumerate("EPMK"))
TIGRESS = Face(SPECIAL, 4, "TE"), Face(SPECIAL, 5, "TP")
KRAKEN, WHALE = Face(SPECIAL, 6, "KR"), Face(SPECIAL, 7, "WW")
ESCAPES, PIRATES, BEASTS = (ESCAPE, TIGRESS[0]), (PIRATE, TIGRESS[1]), (KRAKEN, WHALE)
PIRATE_TEXTS = tuple([face.text for face in PIRATES])


@frozen
class Standing:
    """The state of a trick, as far as it still matters; None for anything absent.

    Args:
        led: the suit to be followed.
        open: whether the next card may still set it.
        best: the character or number that is winning.
        mermaid: the place of the first mermaid, who wins if the Skull King comes; None once she has caught him.
    """

    led: Suit | None = None
    open: bool = True
    best: tuple[Face, int] | None = None
    mermaid: int | None = None


@frozen
class SkullKingTrick(Resolution):
    """Mermaid beats Skull King beats pirate beats mermaid; if all three are played, the mermaid wins.

    Beasts count for nothing here; a trick with them is resolved by `WithBeasts`.

    >>> from trickkit.policies.ranking import HighCard
    >>> trick, ranked, value = SkullKingTrick(), Ranked(HighCard(), trump=BLACK), None
    >>> for place, face in enumerate([PIRATE, KING, MERMAID]):
    ...     value = trick.fold(value, face, place, ranked)
    ...     print(trick.winner(value), end=" ")
    0 1 2
    """

    def fold(self, value: Standing | None, face: Face, place: int, ranked: Ranked) -> Standing:
        """The state after another card."""
        value = value or Standing()
        if face in ESCAPES or face in BEASTS:
            return value
        if face.suit == SPECIAL:
            return self.character(value, PIRATE if face in PIRATES else face, place)
        led, best = face.suit if value.open else value.led, value.best
        strength = 0 if led is None else ranked.strength(face, led)
        if led and (best is None or (best[0].suit != SPECIAL and strength > ranked.strength(best[0], led))):
            best = face, place
        same = (led, best) == (value.led, value.best)
        return value if same else evolve(value, led=led, open=False, best=best)

    def character(self, value: Standing, kind: Face, place: int) -> Standing:
        """The state after another character; once a mermaid has caught the Skull King, nothing changes."""
        before, mermaid = value.best and value.best[0], value.mermaid
        if before == MERMAID and mermaid is None:
            return value
        mermaid = place if kind == MERMAID and mermaid is None else mermaid
        if mermaid is not None and KING in (kind, before):
            return evolve(value, open=False, best=(MERMAID, mermaid), mermaid=None)
        beats = before not in (PIRATE, MERMAID, KING) or (kind, before) in ((PIRATE, MERMAID), (KING, PIRATE))
        return evolve(value, open=False, best=(kind, place) if beats else value.best, mermaid=mermaid)

    def led(self, value: Standing) -> Suit | None:
        """The led suit: that of the first card besides escapes and beasts; None if that is a character."""
        return value.led

    def winner(self, value: Standing) -> int | None:
        """The index of the winning character or number; among escapes alone, the first card."""
        return 0 if value.best is None else value.best[1]


@frozen
class HighestNumber(Resolution):
    """The highest number of any suit wins, the first of equal ones; without a number, nobody wins.

    >>> HighestNumber().winner((14, 2)), HighestNumber().winner(None)
    (2, None)
    """

    def fold(self, value: tuple[int, int] | None, face: Face, place: int, ranked: Ranked) -> tuple[int, int] | None:
        """The highest number so far and its index."""
        higher = face.suit != SPECIAL and (value is None or face.rank > value[0])
        return (face.rank, place) if higher else value

    def winner(self, value: tuple[int, int] | None) -> int | None:
        """The index of the highest number; None without one."""
        return value and value[1]


@frozen
class LastBeast(Resolution):
    """Which beast was played last, and the place of the White Whale; it only reports these, and nobody wins.

    >>> LastBeast().winner((WHALE, 2)), LastBeast().tells((WHALE, 2))[1]
    (None, 2)
    """

    def fold(self, value: tuple[Face, int] | None, face: Face, place: int, ranked: Ranked) -> tuple[Face, int] | None:
        """The last beast so far, and the index of the White Whale."""
        return (face, place if face == WHALE else 0) if face in BEASTS else value

    def winner(self, value: tuple[Face, int] | None) -> int | None:
        """Always None."""
        return None

    def tells(self, value: tuple[Face, int] | None) -> tuple[Face, int] | None:
        """The last beast, with the index of the White Whale."""
        return value


@frozen
class WithBeasts(SeveralAtOnce):
    """Nobody takes a trick with the Kraken; with the White Whale the highest number does; the last beast counts.

    After the Kraken, the hand leads that would have won without it; if nobody takes a trick with the whale, the hand
    that played it.

    >>> from trickkit.policies.ranking import HighCard
    >>> trick, ranked = WithBeasts(), Ranked(HighCard(), trump=BLACK)
    >>> value = trick.start(ranked)
    >>> for place, face in enumerate([PIRATE, WHALE, Face(PLAIN[0], 3, "G3"), KRAKEN]):
    ...     value = trick.fold(value, face, place, ranked)
    ...     print(trick.winner(value), end=" ")
    0 None 2 None
    """

    parts = SkullKingTrick(), HighestNumber(), LastBeast()

    def decided(self, told: tuple[Any, ...]) -> tuple[int | None, int]:
        """The winner by the last beast; without beasts, the usual one."""
        (winner, _), (highest, _), beast = told
        if beast is None:
            return winner, winner
        face, play_index = beast
        return (None, winner) if face == KRAKEN else (highest, play_index)
