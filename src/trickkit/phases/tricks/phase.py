"""Tricks: one hand after the other, clockwise from the leading hand, plays a card."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.questions import Question, Sight
from trickkit.model.tricks import Played
from trickkit.phases.base import Phase, Void
from trickkit.phases.tricks.record import TrickTable
from trickkit.phases.tricks.run import TricksRun, winner
from trickkit.phases.tricks.seating import Plays, Seating
from trickkit.phases.tricks.tables import Cascade, TrickTables
from trickkit.policies.breaking import Breaking, NothingBreaks
from trickkit.policies.capture import BestCard, Capture
from trickkit.policies.control import Control, Owner
from trickkit.policies.exposing import Exposing, NothingExposed
from trickkit.policies.follow import Follow, MustFollow
from trickkit.policies.lead import Lead, Opening, StarterOpens, WinningHand
from trickkit.policies.ranking import HighCard, Ranking
from trickkit.policies.resolution import Resolution, StrongestWins
from trickkit.policies.until import HandsEmpty, Until

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from trickkit.model.cards import Deck, Suit

__all__ = ["Tricks"]

CHOSEN: dict[str, Any] = {
    "ranking": Ranking,
    "resolution": Resolution,
    "capture": Capture,
    "lead": Lead,
    "breaking": Breaking,
}
"""The policies that may be others in each deal, besides those that are given the deal with every question."""


@frozen(kw_only=True)
class Tricks(Phase):
    """Play tricks until the hands are empty.

    Args:
        control: which seat chooses for a hand.
        follow: what may be played.
        ranking: which suit a face belongs to, and how strong it is.
        resolution: which suit is to be followed, and which play wins; usually the first of the strongest.
        capture: which hand takes a trick, and who gets its cards.
        opening: which hand leads the first trick.
        lead: which hand leads the next one.
        breaking: which cards break a suit.
        until: when the tricks are over before the hands are empty.
        exposing: which hands are exposed.
        may_differ: whether the hands may differ in size; if so, a hand with no card left is skipped.

    Each policy may depend on what is bid: see `ByContract`.

    If the phase occurs again, the tricks go on: the first trick is that of the deal, and `lead` says who leads next.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> playout(pikoko.rules(players=3), seed=7).deal[Tricks].taken
    (2, 1, 5)
    """

    record: ClassVar[type[Record]] = TrickTable

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

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """The policies that may be others in each deal; () of the phase that `of` returns."""
        return tuple([name for name, kind in CHOSEN.items() if type(getattr(self, name)).of is not kind.of])

    @cached_property
    def _of_deals(self) -> dict[tuple[Any, ...], Tricks]:
        return {}

    def of(self, deal: Deal) -> Tricks:
        """The phase with the policies that apply in a deal, cached.

        Args:
            deal: before a trick.

        Raises:
            InvalidRules: a policy names one of another kind.

        >>> from trickkit.model.cards import french
        >>> phase = Tricks()
        >>> phase.of(Deal.fresh(french(), players=3)) is phase
        True
        """
        if not self.varying:
            return self
        key = tuple([getattr(self, name).of(deal) for name in self.varying])
        if key not in self._of_deals:
            chosen = evolve(self, **dict(zip(self.varying, key, strict=True)))
            # Its own policies may look at deals as well, but they are those of this one.
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
        """The answers of the policies in a deal, cached.

        Args:
            deal: before a trick.
            stock: as in `tables`.
        """
        follow = self.follow.of(deal)
        return self.of(deal).tables(deal.deck, deal.trump, stock, None if follow is self.follow else follow)

    def tables(self, deck: Deck, trump: Suit | None, stock: bool = False, follow: Follow | None = None) -> TrickTables:
        """The answers of resolution, ranking and follow policy under a trump, cached.

        Args:
            deck: the deck in use.
            trump: the trump suit, or None.
            stock: whether the stock has cards; it matters only if the follow policy reads it.
            follow: the follow policy of the deal; None for that of the phase.

        Raises:
            NotImplementedError: policies depend on what is played in a deal; `tables_of` has the answers in one.
        """
        if self.varying:
            raise NotImplementedError(f"Tricks: its {' and '.join(self.varying)} may be another in each deal")
        key = deck, trump, stock and self._reads_stock, follow
        tables = self._tables.get(key)
        if tables is None:
            # Which faces win a trick does not depend on what may be played.
            beating = self._beating.setdefault((deck, trump), {})
            tables = self._tables[key] = TrickTables(
                deck, self.ranking, self.follow if follow is None else follow, trump, self.resolution, key[2], beating
            )
        return tables

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card."""
        return tuple(Play(text) for text in deck.kinds)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """The cards that hands passed over in the cascades: a hand that does not follow is void."""
        events = (number for number, event in enumerate(deal.events) if type(event) is Played)
        voids: list[Void] = []
        for event, (play, face, steps) in zip(events, self._played(deal), strict=False):
            passed = 0
            for binds, allowed in steps:
                if allowed & face:
                    break
                passed |= binds
            voids += [Void(play.hand, event, passed)] * (passed != 0)
        return tuple(voids)

    def _played(self, deal: Deal) -> Iterator[tuple[Played, int, Cascade]]:
        """The plays of a deal, each with the bits of its face and the cascade under which it was played.

        A trick of another phase of the deal has no cascade.
        """
        table: TrickTable | None = deal.get(Tricks)
        if table is None:
            return
        kinds, players, me = deal.deck.kinds, deal.players, self.of(deal)
        breakers, broken = me.breakers(deal.deck, deal.trump), False
        stocked = self._stocked(deal, table)
        for number, (trick, stock) in enumerate(zip((*table.tricks, table.current), stocked, strict=True)):
            tables = self.tables_of(deal, stock)
            node, first = tables.root, tables.reads_first and not number
            mine = not table.phases or table.phases[number] is me or table.phases[number] == me
            for play in trick.plays:
                face = kinds[play.action.face]
                if mine:
                    wins = winner(node, trick.plays, play.hand, players) if tables.reads_winner else 0
                    yield play, face, node.cascades[wins, first, broken]
                    node = node[face & -face]
                else:
                    yield play, face, ()
                broken = broken or bool(tables.reads_broken and face & breakers)

    def _stocked(self, deal: Deal, table: TrickTable) -> list[bool]:
        """By trick, the current one last, whether the stock had cards, if the follow policy reads that."""
        count = len(table.tricks) + 1
        if not self._reads_stock:
            return [False] * count
        # Cards that were drawn after a card was played were still in the stock when it was played.
        left, backwards = len(deal.stock), []
        for event in reversed(deal.events):
            left += len(event.off_stock)
            if type(event) is Played:
                backwards.append(left > 0)
        stocked = [*reversed(backwards), len(deal.stock) > 0]
        starts = [sum(len(trick.plays) for trick in table.tricks[:number]) for number in range(count)]
        return [stocked[start] for start in starts]

    def question(self, view: Sight) -> Question:
        """Asks for a lead or a card to the trick, and says from which hand."""
        deal = view.deal
        verb = "Play a card" if deal[Tricks].current.plays else "Lead a card"
        # A seat that chooses for several hands has its legal cards in the hand whose turn it is.
        faces = [deal.deck.kinds[action.face] for action in view.legal() if isinstance(action, Play)]
        hands = [seat for seat, hand in enumerate(deal.hands) if all(hand.mask & face for face in faces)]
        hand = hands[0] if len(hands) == 1 else view.seat or 0
        code, fields = "play" if deal[Tricks].current.plays else "lead", (("hand", hand),)
        return Question(f"{verb}." if hand == view.seat else f"{verb} out of hand {hand}.", code, fields)

    def begin(self, deal: Deal) -> TricksRun:
        """The tricks of a deal.

        Raises:
            InvalidRules: nothing is dealt, the hands differ in size and may not, or a seat plays from a hand that it
                does not see.
        """
        held, firsts = deal.held, deal.deck.firsts
        playing = [hand for hand in deal.seats if hand not in deal.resting]
        sizes = [(held[hand] & firsts).bit_count() for hand in playing]
        if len(set(sizes)) != 1 and not (self.may_differ and sizes):
            raise InvalidRules(
                f"Tricks: hands of different sizes: {', '.join(map(str, sizes)) or 'none'}; where that is meant, write "
                "Tricks(may_differ=True)"
            )
        if not any(sizes):
            raise InvalidRules("Tricks: the hands are empty; a phase before it must deal")
        choosers, chosen = self.control.choosers(deal), self.of(deal)
        run = TricksRun(deal, chosen, chosen.seating(deal.deck, choosers, deal.resting))
        for hand in playing:
            if held[hand] & ~deal.knows(choosers[hand]) and not run.exposes_in_time(hand):
                raise InvalidRules(
                    f"Tricks: with {quoted(self.control)} seat {choosers[hand]} plays from hand {hand}, which it does "
                    "not "
                    "see; change the control of Tricks or the visibility of DealOut, or expose the hand in time"
                )
        return run

    def _check_lead(self, choosers: tuple[int, ...], resting: tuple[int, ...]) -> None:
        """Refuse a lead policy if some hand can take a trick after which the policy names no leader."""
        playing = [hand for hand in range(len(choosers)) if hand not in resting]
        for taker in playing:
            try:
                self.lead.leader(taker, playing[0], choosers)
            except ValueError as error:
                raise InvalidRules(
                    f"Tricks: the lead {quoted(self.lead)} names no hand after hand {taker} has taken a trick, where "
                    "seats "
                    f"{choosers} choose for the hands ({error}); WinningHand() lets that hand lead"
                ) from error

    def seating(self, deck: Deck, choosers: tuple[int, ...], resting: tuple[int, ...]) -> Seating:
        """The tables for plays, cached by the deck, who chooses for which hand, and the hands that do not take part."""
        key = deck, choosers, resting
        seating = self._seatings.get(key)
        if seating is None:
            if deck not in self._plays:
                self._plays[deck] = Plays(deck)
            self._check_lead(choosers, resting)
            seating = self._seatings[key] = Seating.of(*key, self._plays[deck])
        return seating
