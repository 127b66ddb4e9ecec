"""Tricks that are resumed in the middle of one because the deal has changed since the last card."""

from __future__ import annotations

from attrs import frozen

from trickkit.model.tricks import Played, Trick
from trickkit.phases.tricks.record import TrickTable
from trickkit.phases.tricks.run import TricksAt, TricksRun, winner

__all__: list[str] = []


@frozen(slots=False)
class ResumedTricks(TricksRun):
    """The rest of the tricks of a deal, from a card of the current trick on.

    A trick to which all cards have been played is resolved at once, under the current deal.

    Args:
        since: the number of the first trick of the phase.
    """

    since: int

    def __attrs_post_init__(self) -> None:
        # `Until.over` reads only the numbers of tricks, and would be given those since the resumption; `_ended` counts
        # all tricks of the phase.
        between = self._fixed.between._replace(counts=False)
        object.__setattr__(self, "_fixed", self._fixed._replace(between=between))

    @property
    def plays(self) -> tuple[Played, ...]:
        """The plays to the current trick before the resumption."""
        table: TrickTable = self.deal[TrickTable]
        return table.current.plays

    @property
    def _logged_plays(self) -> int:
        """The number of plays to the first trick that are already in the log."""
        return len(self.plays)

    def _first_leader(self) -> int:
        """The hand that led the first trick, which is the current one."""
        return self.plays[0].hand

    def start(self) -> TricksAt:
        hands, breakers, tells_first, tells_winner, declarer, between = self._fixed
        plays, node, left, taken = self.plays, between.root, sum(self._fixed.hands), (0,) * len(hands)
        kinds = self.deal.deck.kinds
        for play in plays:
            face = kinds[play.action.face]
            node = node[face & -face]
        seen = (play for trick in (*self.earlier, Trick(plays)) for play in trick.plays)
        broken = any(kinds[play.action.face] & breakers for play in seen)
        idle = self._idle(left) if between.differ else 0
        idle &= ~sum([1 << play.hand for play in plays])
        seating = self._without(idle) if idle else self.seating
        if len(plays) == seating.hands:
            return self._complete(plays, node, left, broken, (), taken)
        hand = seating.after[plays[-1].hand]
        wins = winner(node, plays, hand, len(hands)) if tells_winner else 0
        steps, legal = node.cascades[wins, tells_first, broken, hand == declarer], hands[hand] & left
        for binds, allowed, at_least in steps:
            if (legal & binds).bit_count() >= at_least:
                legal &= allowed
                break
        actors = seating.acting[hand] if legal else ()
        return TricksAt(actors, hand, legal, left, plays, node, steps, broken, (), taken, idle)

    def _ended(self, tricks: tuple[Trick, ...], taken: tuple[int, ...]) -> bool:
        """Whether the tricks are over, counted from the beginning of the phase."""
        whole = [*self.deal[TrickTable].taken]
        whole = [before + now for before, now in zip(whole, taken, strict=True)]
        table = TrickTable(self.earlier + tricks, Trick(()), tuple(whole))
        return self._fixed.between.until.ended(self.deal, table, self.since)
