"""Whether the players of a study play the game sensibly: what they bid, and how successfully."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from trickkit.lab.evidence import Counts
from trickkit.phases.kinds.bidding import Bidding
from trickkit.phases.naming import NameTrump
from trickkit.phases.reservations import AskReservations
from trickkit.play.rules import Rules

__all__ = ["Certificate"]

LEAST = 10
"""With fewer deals or contracts there are no warnings."""
MOSTLY, HARDLY = 0.9, 0.1
"""Shares above or below which there is a warning about the players."""
PASSED = 0.5
"""The same for deals without a contract."""


@frozen
class Certificate:
    """How the players of a study play under one of its rules.

    Args:
        played: the number of deals, each repetition with other seats counted.
        contracts: how many of them have a declarer; None if the game has no declarer.
        passed: how many of them are passed out, without a declarer and without play.
        won: how many contracts end with the declarer above the average.
        bids: how many bids on numbers of tricks were made.
        exact: how many of these bids were exactly right.
        alike: how many deals give all seats the same score, if there is more than one side.

    >>> Certificate(played=100, contracts=20, passed=80, won=1, bids=0, exact=0, alike=80).warnings
    ('80 % of the deals are passed out', 'declarers win 5 % of their contracts')
    """

    played: int
    contracts: int | None
    passed: int
    won: int
    bids: int
    exact: int
    alike: int

    @classmethod
    def of(cls, rules: Rules, place: int, counts: Counts) -> Certificate:
        """The certificate of one of the rules of a study, from the study's counts.

        Args:
            rules: the rules.
            place: their index.
            counts: of the study.
        """
        contracts = counts[place, "contracts"]
        names = ("passed", "won", "bids", "exact", "alike")
        may = contracts > 0 or any(isinstance(phase, Bidding | NameTrump | AskReservations) for phase in rules.phases)
        numbers = {name: counts[place, name] for name in names}
        return cls(played=counts[place, "played"], contracts=contracts if may else None, **numbers)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Reasons to doubt that these players play the game sensibly; () if there are none."""
        return tuple(self._warnings())

    def _warnings(self) -> Iterator[str]:
        if self.played < LEAST:
            return
        if self.contracts is not None and _share(self.passed, self.played) >= PASSED:
            yield f"{_percent(self.passed, self.played)} of the deals are passed out"
        elif _share(self.alike, self.played) >= MOSTLY:
            yield f"all seats score alike in {_percent(self.alike, self.played)} of the deals"
        if (self.contracts or 0) >= LEAST and not HARDLY < _share(self.won, self.contracts or 0) < 1 - HARDLY / 10:
            yield f"declarers win {_percent(self.won, self.contracts or 0)} of their contracts"
        if self.bids >= LEAST and _share(self.exact, self.bids) <= HARDLY:
            yield f"{_percent(self.exact, self.bids)} of the bids are exact"

    def __str__(self) -> str:
        parts = []
        if self.contracts is not None and self.played:
            parts.append(f"{_percent(self.passed, self.played)} of the deals passed out")
        if self.contracts:
            parts.append(f"{_percent(self.won, self.contracts)} of the contracts won by the declarer")
        if self.bids:
            parts.append(f"{_percent(self.exact, self.bids)} of the bids exact")
        return ", ".join(parts)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _percent(part: int, whole: int) -> str:
    return f"{100 * _share(part, whole):.0f} %"
