"""What deals are worth: scorings asked once for every case that occurs, and remembered.

A scoring that is not known here is asked deal by deal, unless it has a method `points_of(deals)`, which is given the
arrays of all deals and returns the points by deal and seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen

from trickkit.actions import Back
from trickkit.batch.asked import signed
from trickkit.batch.finished import Array, Deals, nobody
from trickkit.deal import Deal
from trickkit.errors import InvalidRules
from trickkit.phases.calls import TrumpBought
from trickkit.phases.estimates import Estimated
from trickkit.phases.trick_table import Trick, TrickTable
from trickkit.phases.tricks import Tricks
from trickkit.rules import Rules
from trickkit.scoring import (
    Doubled,
    ScoreBids,
    ScoreBoughtTrump,
    ScoreCards,
    ScoreConfidence,
    ScoreEstimates,
    ScoreNil,
    ScoreNoTricks,
    ScoreSides,
    Scoring,
    ShootTheMoon,
)
from trickkit.scoring.sides import ScoreBags

UNASKED = np.iinfo(np.int64).min
LARGEST = 2**22
"""How many cases a table of answers has at most."""


@frozen(eq=False)
class Asked:
    """A function of a few small numbers, asked once for every case that occurs.

    Args:
        ranges: how many values each number has: 0 up to one less.
        ask: the function.
    """

    ranges: tuple[int, ...]
    ask: Callable[..., int]
    table: Array = field(init=False)

    @table.default
    def _unasked(self) -> Array:
        return np.full(int(np.prod(self.ranges)), UNASKED, np.int64)

    def __call__(self, *numbers: Array) -> Array:
        """What the function gives for arrays of numbers."""
        cases = np.zeros((), np.int64)
        for number, values in zip(numbers, self.ranges, strict=True):
            cases = cases * np.int64(values) + number
        found = self.table[cases]
        new = found == UNASKED
        if new.any():
            for case in np.unique(cases[new]):
                self.table[case] = self.ask(*(int(one) for one in np.unravel_index(case, self.ranges)))
            found = self.table[cases]
        return found


@frozen(eq=False)
class Scorer:
    """The scorings of rules.

    Args:
        rules: the rules.
        size: of the largest hand.
    """

    rules: Rules
    size: int
    asked: dict[tuple[Scoring, str], Asked] = field(init=False, factory=dict)

    def points(self, deals: Deals, only_tricks: bool = False) -> Array:
        """(deals, seats), int64: the points that the scorings give, without what was scored before the end.

        Args:
            deals: the deals, with the points that were scored before the end.
            only_tricks: whether nothing is known of them but their tricks.
        """
        if self.asks_deals(only_tricks):
            return self.played_again(deals) - deals.points
        found = np.zeros((len(deals), self.rules.players), np.int64)
        for part in self.rules.scoring:
            found += self.of(part, deals)
        return found

    def asks_deals(self, only_tricks: bool = False) -> bool:
        """Whether a scoring is asked deal by deal, for which the deals must be played again."""
        return any(not self.is_known(part, only_tricks) for part in self.rules.scoring)

    @property
    def needs_cards(self) -> bool:
        """Whether a scoring may look at which cards were taken."""
        return any(
            hasattr(part, "points_of") or isinstance(part, Doubled | ScoreCards | ShootTheMoon)
            for part in self.rules.scoring
        )

    def is_known(self, part: Scoring, only_tricks: bool = False) -> bool:
        """Whether a scoring can be asked by case, or about all deals at once."""
        if only_tricks and set(part.reads) != {Tricks}:
            return False
        if type(part) is Doubled:
            return self.is_known(part.scoring)
        if isinstance(part, ScoreSides | ScoreNil | ScoreBags) and not self.has_room(part):
            return False
        if type(part) is ShootTheMoon:
            return all(self.is_known(one) for one in part.besides)
        return type(part) in _KNOWN or hasattr(part, "points_of")

    def has_room(self, part: Any) -> bool:
        """Whether the sides are small enough to be asked for every case."""
        partners = part.sides.partners if isinstance(part, ScoreBags) else part.partners
        every = (part.every or 1) if isinstance(part, ScoreBags) else 1
        return all(every * (self.size + 1) ** (2 * len(side)) <= LARGEST for side in partners.sides(self.rules.players))

    def of(self, part: Scoring, deals: Deals) -> Array:
        """The points that one scoring gives."""
        if hasattr(part, "points_of"):
            points = np.asarray(part.points_of(deals))
            if points.shape != (len(deals), self.rules.players) or points.dtype.kind not in "iu":
                raise InvalidRules(
                    f"{type(part).__name__}.points_of gave {points.dtype} of shape {points.shape}; it gives whole "
                    f"numbers by deal and seat, here of shape {(len(deals), self.rules.players)}"
                )
            return points
        return _KNOWN[type(part)](self, part, deals)

    def played_again(self, deals: Deals) -> Array:
        """The scores of deals that are played again one by one; of those that the scoring sees alike, of one."""
        chosen = inverse = np.arange(len(deals))
        if all(part.counts_only or type(part) in _COUNTING for part in self.rules.scoring):
            _, chosen, inverse = np.unique(deals.told_apart(), axis=0, return_index=True, return_inverse=True)
        found = np.zeros((len(chosen), self.rules.players), np.int64)
        for place, deal in enumerate(chosen):
            found[place] = deals.result(int(deal)).scores
        return found[inverse.ravel()]

    def table(self, part: Scoring, name: str, ranges: Sequence[int], ask: Callable[..., int]) -> Asked:
        """The answers of a scoring to one question, remembered."""
        key = part, name
        if key not in self.asked:
            self.asked[key] = Asked(tuple(ranges), ask)
        return self.asked[key]

    # The scorings

    def bids(self, part: ScoreBids, deals: Deals) -> Array:
        most = 62
        table = self.table(part, "bid", (most, self.size + 1), lambda bid, tricks: part.line(0, 0, bid, tricks).points)
        points = table(np.maximum(deals.bids, 0), deals.tricks[:, None, :])
        return np.where(deals.bids >= 0, points, 0).sum(axis=2)

    def confidence(self, part: ScoreConfidence, deals: Deals) -> Array:
        players = self.rules.players

        def ask(case: int) -> int:
            # A bid that is right, one that is not, no trust, and trust in a seat that does not play.
            back = (Back(0), Back(0), Back(None), Back(1))[case]
            return part.line(0, back, bids=(1 if case == 0 else 0,), taken=(1,)).points

        table = self.table(part, "back", (4,), ask)
        # Where the bid on the trusted seat stands among all bids, and the tricks of that seat among all.
        deal = np.arange(len(deals))[:, None]
        trusted = np.minimum(deals.backs, players - 1)
        bid = deals.bids.reshape(-1)[(deal * players + np.arange(players)) * players + trusted]
        right = bid == deals.tricks.reshape(-1)[deal * players + trusted]
        case = np.where(right, 0, 1)
        no_trust = deals.backs == nobody(self.rules)
        case[no_trust] = 2
        case[(deals.backs >= players) & ~no_trust] = 3
        return table(case)

    def estimates(self, part: ScoreEstimates, deals: Deals) -> Array:
        most = self.size + 1
        table = self.table(part, "estimate", (most, most, most), part.points)
        return table(deals.estimates, deals.tricks, deals.size[:, None])

    def doubled(self, part: Doubled, deals: Deals) -> Array:
        table = self.table(part, "doubles", (64,), part.factor)
        return self.of(part.scoring, deals) * table(deals.doubles)[:, None]

    def bought(self, part: ScoreBoughtTrump, deals: Deals) -> Array:
        fresh = Deal.fresh(self.rules.deck, players=self.rules.players)
        bought = fresh.having(TrumpBought(0, self.rules.deck.suits[0]))
        table = self.table(part, "bought", (1,), lambda _: sum(line.points for line in part.lines(bought)))
        buyers = deals.buyer[:, None] == np.arange(self.rules.players)
        return np.where(buyers, table(np.zeros(1, np.int64)), 0)

    def values(self, part: ScoreCards) -> list[tuple[int, int]]:
        """The first faces of the cards that score, as places of bits, and the points of each."""
        worth = part.worth(self.rules.deck)
        pairs = zip(self.rules.deck.cards, self.rules.deck.masks, strict=True)
        return [((mask & -mask).bit_length() - 1, worth[card.text]) for card, mask in pairs if card.text in worth]

    def cards(self, part: ScoreCards, deals: Deals) -> Array:
        found = np.zeros(deals.cards.shape, np.int64)
        for place, points in self.values(part):
            found += ((deals.cards >> place) & 1).astype(np.int64) * np.int64(points)
        return found

    def no_tricks(self, part: ScoreNoTricks, deals: Deals) -> Array:
        return np.where(deals.tricks == 0, part.points, 0)

    def moon(self, part: ShootTheMoon, deals: Deals) -> Array:
        scoring = np.int64(signed(sum(1 << place for place, _ in self.values(part.cards))))
        takers = (deals.cards & scoring) != 0
        shot = takers.sum(axis=1, keepdims=True) == 1
        usual = self.cards(part.cards, deals)
        for one in part.besides:
            usual = usual + self.of(one, deals)
        return np.where(shot, np.where(takers, part.shooter, part.others), usual)

    def sides(self, part: ScoreSides | ScoreNil, deals: Deals) -> Array:
        return self.by_side(part, deals, None)

    def bags(self, part: ScoreBags, deals: Deals) -> Array:
        # Of the totals only what is left when the bags are divided is looked at.
        return self.by_side(part, deals, part.every or 1)

    def by_side(self, part: Any, deals: Deals, modulo: int | None) -> Array:
        """A scoring that looks at a side for itself: its estimates, its tricks, and the rest of its total."""
        players = self.rules.players
        partners = part.sides.partners if isinstance(part, ScoreBags) else part.partners
        found = np.zeros((len(deals), players), np.int64)
        blank = Deal.fresh(self.rules.deck, players=players, size=self.size)
        for side in partners.sides(players):
            ranges = [self.size + 1] * (2 * len(side)) + [modulo or 1]

            def ask(*numbers: int, side: tuple[int, ...] = side) -> int:
                bids, taken = [0] * players, [0] * players
                for place, seat in enumerate(side):
                    bids[seat], taken[seat] = numbers[place], numbers[len(side) + place]
                totals = tuple([numbers[-1] if seat in side else 0 for seat in range(players)])
                # What the others said and took makes no difference to this side.
                deal = blank.having(Estimated(tuple(bids)), totals=totals)
                deal = deal.having(TrickTable((), Trick(()), tuple(taken)))
                return sum(line.points for line in part.lines(deal) if line.seat == side[0])

            # Sides of as many seats are treated alike.
            table = self.table(part, f"side of {len(side)}", ranges, ask)
            before = deals.totals[:, side[0]] % modulo if modulo else np.zeros(1, np.int64)
            columns = [*(deals.estimates[:, seat] for seat in side), *(deals.tricks[:, seat] for seat in side)]
            found[:, list(side)] = table(*columns, before)[:, None]
        return found


_KNOWN: dict[type[Scoring], Callable[[Scorer, Any, Deals], Array]] = {
    ScoreBids: Scorer.bids,
    ScoreConfidence: Scorer.confidence,
    ScoreEstimates: Scorer.estimates,
    Doubled: Scorer.doubled,
    ScoreBoughtTrump: Scorer.bought,
    ScoreCards: Scorer.cards,
    ScoreNoTricks: Scorer.no_tricks,
    ShootTheMoon: Scorer.moon,
    ScoreSides: Scorer.sides,
    ScoreNil: Scorer.sides,
    ScoreBags: Scorer.bags,
}

_COUNTING = (
    ScoreBids,
    ScoreConfidence,
    ScoreEstimates,
    ScoreBoughtTrump,
    ScoreNoTricks,
    ScoreSides,
    ScoreNil,
    ScoreBags,
)
"""Scorings that look at bids, calls and numbers of tricks alone."""
