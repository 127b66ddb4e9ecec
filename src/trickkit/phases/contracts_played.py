"""Contracts that were played in earlier deals, and limits on playing them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a, one_of, whole
from trickkit.model.converters import one_or_more, one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.contracts import DependsOnContract, contract_of
from trickkit.phases.naming import Named
from trickkit.policies.memory import Memory
from trickkit.policies.offers import Offer
from trickkit.policies.partners import Partners

__all__ = ["ContractsPlayed", "Limit", "PlayedContracts", "WithinLimits"]


@frozen
class PlayedContracts(Record):
    """The record of the contracts of earlier deals.

    Args:
        by_seat: by seat, the contracts that it has declared, in order.

    >>> played = PlayedContracts((("null",), (), ("grand", "null")))
    >>> str(played), played.count({"null"}), played.count({"null", "grand"}, seat=2)
    ('seat 0: null; seat 2: grand, null', 2, 2)
    """

    by_seat: tuple[tuple[str, ...], ...]

    def count(self, contracts: Iterable[str], seat: int | tuple[int, ...] | None = None) -> int:
        """How often any of some contracts was declared.

        Args:
            contracts: their words.
            seat: the declarer, or several of which each may be the declarer; None for any.
        """
        words, seats = {*contracts}, (seat,) if isinstance(seat, int) else seat
        declarers = range(len(self.by_seat)) if seats is None else seats
        return sum([word in words for declarer in declarers for word in self.by_seat[declarer]])

    def __str__(self) -> str:
        pairs = enumerate(self.by_seat)
        return "; ".join(f"seat {seat}: {', '.join(words)}" for seat, words in pairs if words)


@frozen
class ContractsPlayed(Memory):
    """A game remembers which contracts each seat has declared.

    Contracts are written as in `contract_of`; the game that the winner of an auction names after its bid counts as
    well. A deal without a declarer adds nothing.

    >>> from trickkit import load, playout
    >>> end = playout(load("skat").replace(memory=ContractsPlayed()), seed=7)
    >>> str(end.results[2].deal.remembered(ContractsPlayed))
    'seat 0: S, D'
    """

    record: ClassVar[type[Record]] = PlayedContracts

    def fresh(self, players: int) -> PlayedContracts:
        return PlayedContracts(((),) * players)

    def after(self, deal: Deal) -> PlayedContracts:
        before: PlayedContracts = deal.remembered(PlayedContracts)
        named: Named | None = deal.get(Named)
        words = dict.fromkeys(filter(None, (contract_of(deal), None if named is None else named.game)))
        if deal.declarer is None or not words:
            return before
        by_seat = [*before.by_seat]
        by_seat[deal.declarer] += tuple(words)
        return PlayedContracts(tuple(by_seat))


@frozen(kw_only=True)
class Limit(DependsOnContract):
    """A limit on how often some contracts may be played in a game, all together.

    Args:
        contracts: their words; a single one may be given as it is. () stands for each offered contract separately.
        times: how often, 0 or more.
        by: whether the limit holds for each `"seat"` that declares them, for each side of `Partners` together, as
            `Opposite()`, or for all of the `"table"` together.

    >>> from trickkit.policies.partners import Opposite
    >>> Limit(contracts=["null", "grand"], times=1).by
    'seat'
    >>> Limit(by=Opposite())
    Limit(contracts=(), times=1, by=Opposite())
    """

    contracts: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))
    times: int = field(default=1, validator=whole(0))
    by: Literal["seat", "table"] | Partners = field(default="seat")

    @by.validator
    def _is_known(self, attribute: object, by: object) -> None:
        if not isinstance(by, Partners):
            one_of("seat", "table")(self, attribute, by)

    def spent(self, deal: Deal, seat: int, word: str) -> bool:
        """Whether a seat may not play a contract once more.

        Args:
            deal: a deal under rules that remember `ContractsPlayed`.
            seat: the declarer.
            word: the contract.
        """
        if self.contracts and word not in self.contracts:
            return False
        played: PlayedContracts = deal.remembered(PlayedContracts)
        among = self.contracts or (word,)
        if isinstance(self.by, Partners):
            return played.count(among, self.by.side(seat, deal.players)) >= self.times
        return played.count(among, seat if self.by == "seat" else None) >= self.times


@frozen(kw_only=True)
class WithinLimits(Offer):
    """The games of another offer, except those that have been played as often as allowed.

    The rules must remember `ContractsPlayed`. Depending on the limits, the contracts of the seat itself, of its side,
    or of the whole table count.

    Args:
        offer: the other offer.
        limits: how often its games may be played; () stands for each once by each seat.

    Raises:
        InvalidRules: an argument is of the wrong type; or, in a game, the rules do not remember which were played.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.offers import Games
    >>> played = PlayedContracts((("null",), ("grand",), (), ()))
    >>> deal = Deal.fresh(french(), players=4).changed(memory=(played,))
    >>> once = WithinLimits(offer=Games({"null": None, "grand": None}))
    >>> [once.allows(deal, seat, "null") for seat in deal.seats]
    [False, True, True, True]
    >>> from trickkit.policies.partners import Opposite
    >>> once_by_side = WithinLimits(offer=once.offer, limits=Limit(by=Opposite()))
    >>> [once_by_side.allows(deal, seat, "null") for seat in deal.seats]
    [False, True, False, True]
    """

    offer: Offer = field(validator=is_a(Offer))
    limits: tuple[Limit, ...] = field(default=(), converter=one_or_more, validator=each_is_a(Limit))

    def words(self, deck: Deck) -> tuple[str, ...]:
        return self.offer.words(deck)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        """All games of the other offer, whatever has been played."""
        return self.offer.games(deal, turned)

    def allows(self, deal: Deal, seat: int, word: str) -> bool:
        limits = self.limits or (Limit(),)
        return self.offer.allows(deal, seat, word) and not any(limit.spent(deal, seat, word) for limit in limits)
