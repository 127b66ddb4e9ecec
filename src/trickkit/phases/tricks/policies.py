"""The policies of tricks, and their cached tables."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any, Self

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.tricks.seating import Plays, Seating
from trickkit.phases.tricks.tables import TrickTables
from trickkit.policies.breaking import Breaking, NothingBreaks
from trickkit.policies.capture import BestCard, Capture
from trickkit.policies.control import Control, Owner
from trickkit.policies.exposing import Exposing, NothingExposed
from trickkit.policies.follow import Follow, MustFollow
from trickkit.policies.lead import Lead, Opening, StarterOpens, WinningHand
from trickkit.policies.ranking import HighCard, Ranking
from trickkit.policies.resolution import Resolution, StrongestWins
from trickkit.policies.until import HandsEmpty, Until

__all__: list[str] = []


CHOSEN: dict[str, Any] = {
    "ranking": Ranking,
    "resolution": Resolution,
    "capture": Capture,
    "lead": Lead,
    "breaking": Breaking,
}
"""The policies that may differ from deal to deal, besides those that receive the deal with every call."""


@frozen(kw_only=True)
class TrickPolicies(Phase):
    """The policies of `Tricks`, which documents them."""

    control: Control = field(default=Owner(), validator=is_a(Control))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))
    ranking: Ranking = field(default=HighCard(), validator=is_a(Ranking))
    capture: Capture = field(default=BestCard(), validator=is_a(Capture))
    opening: Opening = field(default=StarterOpens(), validator=is_a(Opening))
    lead: Lead = field(default=WinningHand(), validator=is_a(Lead))
    breaking: Breaking = field(default=NothingBreaks(), validator=is_a(Breaking))
    until: Until = field(default=HandsEmpty(), validator=is_a(Until))
    exposing: Exposing = field(default=NothingExposed(), validator=is_a(Exposing))
    resolution: Resolution = field(default=StrongestWins(), validator=is_a(Resolution))
    may_differ: bool = field(default=False, validator=is_a(bool))

    def lacks(self, before: tuple[Phase, ...], after: tuple[Phase, ...]) -> str:
        return self.follow.lacks(self.breaking)

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """The names of the policies that may differ from deal to deal; () after `of` has chosen them."""
        return tuple([name for name, kind in CHOSEN.items() if type(getattr(self, name)).of is not kind.of])

    @cached_property
    def _of_deals(self) -> dict[tuple[Any, ...], Self]:
        return {}

    def of(self, deal: Deal) -> Self:
        """The phase with the policies that apply in a deal, cached.

        Raises:
            InvalidRules: a policy names one of another kind.

        >>> from trickkit.model.cards import french
        >>> from trickkit.model.deal import Deal
        >>> from trickkit.phases import Tricks
        >>> phase = Tricks()
        >>> phase.of(Deal.fresh(french(), players=3)) is phase
        True
        """
        if not self.varying:
            return self
        key = tuple([getattr(self, name).of(deal) for name in self.varying])
        if key not in self._of_deals:
            chosen = evolve(self, **dict(zip(self.varying, key, strict=True)))
            # The chosen policies may read deals as well, but only this one.
            object.__setattr__(chosen, "varying", ())
            self._of_deals[key] = chosen
        return self._of_deals[key]

    @cached_property
    def _reads_stock(self) -> bool:
        return "stock" in self.follow.reads

    @cached_property
    def _tables(self) -> dict[tuple[Deck, Suit | None, bool, Follow | None], TrickTables]:
        return {}

    @cached_property
    def _beating(self) -> dict[tuple[Deck, Suit | None], dict[tuple[int, Hashable], int]]:
        return {}

    @cached_property
    def _seatings(self) -> dict[tuple[Deck, tuple[int, ...], tuple[int, ...]], Seating]:
        return {}

    @cached_property
    def _plays(self) -> dict[Deck, Plays]:
        return {}

    @cached_property
    def _breakers(self) -> dict[tuple[Deck, Suit | None], int]:
        return {}

    def breakers(self, deck: Deck, trump: Suit | None) -> int:
        """The faces that break a suit under a trump, as a mask; cached."""
        key = deck, trump
        if key not in self._breakers:
            self._breakers[key] = deck.where(lambda face: self.breaking.breaks(face, trump))
        return self._breakers[key]

    def tables_of(self, deal: Deal, stock: bool = False) -> TrickTables:
        """The tables of the policies in a deal, cached.

        Args:
            deal: before a trick.
            stock: as in `tables`.
        """
        follow = self.follow.of(deal)
        return self.of(deal).tables(deal.deck, deal.trump, stock, None if follow is self.follow else follow)

    def tables(self, deck: Deck, trump: Suit | None, stock: bool = False, follow: Follow | None = None) -> TrickTables:
        """The tables of resolution, ranking and follow policy under a trump, cached.

        Args:
            deck: the deck in use.
            trump: the trump suit, or None.
            stock: whether the stock has cards; it matters only if the follow policy reads it.
            follow: the follow policy of the deal; None for that of the phase.

        Raises:
            NotImplementedError: policies depend on what is played in a deal; `tables_of` has the answers in one.
        """
        if self.varying:
            raise NotImplementedError(f"Tricks: its {' and '.join(self.varying)} may differ from deal to deal")
        key = deck, trump, stock and self._reads_stock, follow
        tables = self._tables.get(key)
        if tables is None:
            # Which faces win a trick does not depend on the follow policy.
            beating = self._beating.setdefault((deck, trump), {})
            tables = self._tables[key] = TrickTables(
                deck, self.ranking, self.follow if follow is None else follow, trump, self.resolution, key[2], beating
            )
        return tables

    def _check_lead(self, choosers: tuple[int, ...], resting: tuple[int, ...]) -> None:
        """Check that the lead policy names a leader whichever hand takes a trick."""
        playing = [hand for hand in range(len(choosers)) if hand not in resting]
        for taker in playing:
            try:
                self.lead.leader(taker, playing[0], choosers)
            except ValueError as error:
                raise InvalidRules(
                    f"Tricks: the lead {quoted(self.lead)} names no hand after hand {taker} has taken a trick, where "
                    f"seats {choosers} choose for the hands ({error}); WinningHand() lets that hand lead"
                ) from error

    def seating(self, deck: Deck, choosers: tuple[int, ...], resting: tuple[int, ...]) -> Seating:
        """The tables for plays, cached by deck, by who chooses for which hand, and by the resting hands."""
        key = deck, choosers, resting
        seating = self._seatings.get(key)
        if seating is None:
            if deck not in self._plays:
                self._plays[deck] = Plays(deck)
            self._check_lead(choosers, resting)
            seating = self._seatings[key] = Seating.of(*key, self._plays[deck])
        return seating
