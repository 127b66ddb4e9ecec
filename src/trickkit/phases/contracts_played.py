"""Contracts that were played in earlier deals, and limits on playing them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a, one_of, whole
from trickkit.model.converters import one_or_more, one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.contracts import DependsOnContract, words_played
from trickkit.policies.memory import Memory
from trickkit.policies.offers import Offer

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

    def count(self, contracts: Iterable[str], seat: int | None = None) -> int:
        """How often any of some contracts was declared.

        Args:
            contracts: their words.
            seat: the declarer; None for any.
        """
        words, seats = {*contracts}, range(len(self.by_seat)) if seat is None else (seat,)
        return sum([word in words for declarer in seats for word in self.by_seat[declarer]])

    def __str__(self) -> str:
        pairs = enumerate(self.by_seat)
        return "; ".join(f"seat {seat}: {', '.join(words)}" for seat, words in pairs if words)


@frozen
class ContractsPlayed(Memory):
    """A game remembers which contracts each seat has declared.

    Contracts are written as in `contract_of`. A deal without a declarer leaves nothing behind.

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
        words = words_played(deal)
        if deal.declarer is None or not words:
            return before
        by_seat = [*before.by_seat]
        by_seat[deal.declarer] += words[:1]
        return PlayedContracts(tuple(by_seat))


@frozen(kw_only=True)
class Limit(DependsOnContract):
    """A limit on how often some contracts may be played in a game, all together.

    Args:
        contracts: their words; a single one may be given as it is.
        times: how often, 0 or more.
        by: whether the limit holds for each `"seat"` that declares them, or for all of the `"table"` together.

    >>> Limit(contracts=["null", "grand"], times=1).by
    'seat'
    """

    contracts: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))
    times: int = field(default=1, validator=whole(0))
    by: Literal["seat", "table"] = field(default="seat", validator=one_of("seat", "table"))


@frozen(kw_only=True)
class WithinLimits(Offer):
    """The games of another offer, except those that have been played as often as allowed.

    The rules remember `ContractsPlayed`. The seat whose contracts count is the starter of the deal, so that only it
    should be asked: `NameTrump(who=Starter(), must=True, offers=WithinLimits(...))`.

    Args:
        offer: the other offer.
        limits: how often its games may be played; () stands for each once by each seat.

    Raises:
        InvalidRules: an argument is of the wrong type; or, in a game, none of the games is left, or the rules do not
            remember which were played.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.offers import Games
    >>> offer = WithinLimits(offer=Games({"null": None, "grand": None}))
    >>> deal = Deal.fresh(french(), players=2).changed(memory=(PlayedContracts((("null",), ("grand",))),))
    >>> offer.games(deal, None), offer.games(deal.changed(starter=1), None)
    ({'grand': None}, {'null': None})
    """

    offer: Offer = field(validator=is_a(Offer))
    limits: tuple[Limit, ...] = field(default=(), converter=one_or_more, validator=each_is_a(Limit))

    def words(self, deck: Deck) -> tuple[str, ...]:
        return self.offer.words(deck)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        played: PlayedContracts = deal.remembered(PlayedContracts)
        offered = self.offer.games(deal, turned)
        limits = self.limits or tuple(Limit(contracts=word) for word in offered)
        spent = {
            word
            for limit in limits
            if played.count(limit.contracts, deal.starter if limit.by == "seat" else None) >= limit.times
            for word in limit.contracts
        }
        games = {word: trump for word, trump in offered.items() if word not in spent}
        if not games:
            raise InvalidRules(
                f"WithinLimits: all of {', '.join(offered)} have been played as often as {quoted(limits)} allow; play "
                "fewer deals, or raise a limit",
                deal=deal.number,
                seat=deal.starter,
            )
        return games
