"""Phases that look at hands: the batch engine asks which cards they hold, and shows those that are shown."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen
from lockstep import is_followed

from trickkit import Deal, Record, Rules, ScoreLine, batch, load
from trickkit.phases import AnnulDeal, CallingTricks, Phase, Tricks
from trickkit.policies.annulling import WithoutSuit
from trickkit.scoring import Scoring


@frozen
class PerTrick(Scoring):
    """Points for tricks, where any were played."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table = deal.get(Tricks)
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(table.taken if table else ()))


@frozen
class Strong(Record):
    """Which seats hold more than one of the highest cards."""

    seats: tuple[int, ...]
    aces: int


@frozen
class ShowAces(Phase):
    """All see who holds two aces or more, and the aces of those."""

    record = Strong

    def begin(self, deal: Deal) -> Deal:
        aces = deal.deck.where(lambda face: face.text[0] == "A")
        held = [cards & aces for cards in deal.held]
        strong = tuple([seat for seat, cards in enumerate(held) if cards.bit_count() > 1])
        shown = sum([int(held[seat]) for seat in strong])
        return deal.with_record(Strong(strong, shown.bit_count()), known=tuple([known | shown for known in deal.known]))


@frozen
class LooksAtAll(Phase):
    """It looks at every card of a hand."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(closed=int(deal.held[0]) == 0)


@frozen
class CountsSuits(Phase):
    """It counts every suit of every hand."""

    def begin(self, deal: Deal) -> Deal:
        suits = [deal.deck.where(lambda face, suit=suit: face.suit == suit) for suit in deal.deck.suits]
        longest = [max((cards & suit).bit_count() for suit in suits) for cards in deal.held]
        return deal.changed(closed=min(longest) > 9)


def doppelkopf(**options: Any) -> Rules:
    """Doppelkopf without calls."""
    of = load("doppelkopf", **options)
    phases = [
        Tricks(ranking=one.ranking, opening=one.opening, resolution=one.resolution)
        if isinstance(one, CallingTricks)
        else one
        for one in of.phases
    ]
    return of.replace(phases=tuple(phases), scoring=PerTrick())


GAMES = {
    "reservations": doppelkopf(),
    "reservations of other words": doppelkopf(marriage="named", nines=False),
    "annulled": load("oh_hell", players=3, cards=4)
    .before(Tricks, AnnulDeal(annulling=WithoutSuit("spades")))
    .replace(scoring=PerTrick()),
    "shown": load("whist").before(Tricks, ShowAces()),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_lanes_take_the_same_decisions(of: Rules) -> None:
    support = batch.supports(of)
    assert support, support.why
    is_followed(of, 8, seed=5)


def test_too_many_cards_at_once_are_named() -> None:
    why = batch.supports(load("whist").before(Tricks, LooksAtAll())).why
    assert why == (
        "LooksAtAll: it looks at more than 8 cards of a hand at once, which gives too many cases; it may ask for fewer"
    )


@pytest.mark.sample(0)
def test_too_many_cases_are_named() -> None:
    why = batch.supports(load("oh_hell", cards=6).before(Tricks, CountsSuits())).why
    assert why.startswith("CountsSuits: it reads facts with too many combinations to be tried in advance; let it read")
