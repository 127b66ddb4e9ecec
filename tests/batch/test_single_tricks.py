"""Tricks that end by what was played to single ones: rows note it, and the policy is traced."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import runs_compiled

from trickkit import Deal, batch, load
from trickkit.phases import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.until import Until


class Ended(Until):
    """Ends by `ended` alone."""

    __slots__ = ()

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False


@frozen
class AceFalls(Ended):
    """The tricks are over once the ace of spades is played."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return any(play.card == "AS" for play in tricks.last.plays)


@frozen
class AceOpens(Ended):
    """The tricks are over once seat 1 leads an ace, or a heart that was not led takes a trick."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        lead, *others = tricks.last.plays
        heart = any(play.action.face[1] == "H" and play.hand == tricks.last.taker for play in others)
        return (lead.card[0] == "A" and lead.hand == 1) or heart


@frozen
class BlackAceLed(Ended):
    """The tricks are over once a black ace is led."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        lead = tricks.tricks[-1].plays[0].card
        return lead.startswith("A") and lead in {"AC", "AS"}


@frozen
class ThreeInARow(Ended):
    """The tricks are over once a hand has taken three in a row."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        last = tricks.tricks[-3:]
        return len(last) == 3 and last[0].taker == last[1].taker == last[2].taker


@frozen
class WorthTen(Ended):
    """The tricks are over after a trick with two aces or three hearts, which was not led with a club."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        last = tricks.tricks[len(tricks.tricks) - 1]
        clubs = deal.deck.mask([card.text for card in deal.deck if card.text[1] == "C"])
        worth = {card.text: 5 * (card.text[0] == "A") + 4 * (card.text[1] == "H") for card in deal.deck}
        return last.points(worth) >= 10 and not last.led_with(deal.deck, clubs)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "until", [AceFalls(), AceOpens(), ThreeInARow(), WorthTen()], ids=lambda one: type(one).__name__
)
@pytest.mark.parametrize("key", ["whist", "hearts"])
def test_single_tricks_are_told(key: str, until: Until) -> None:
    runs_compiled(load(key).replace(Tricks, until=until), lanes=4, deals=12, seed=3)


@pytest.mark.sample(0)
def test_played_cards_are_texts() -> None:
    runs_compiled(load("hearts").replace(Tricks, until=BlackAceLed()), lanes=4, deals=12, seed=3)


@frozen
class PairLed(Ended):
    """The tricks are over once seat 0 has played the rank that another seat led."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        last = tricks.tricks[-1]
        return last.plays[0].hand != 0 and last.face_of(0)[0] == last.plays[0].card[0]


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["doppelkopf", "skull_king"])
def test_they_are_told_in_every_deck(key: str) -> None:
    runs_compiled(load(key).replace(Tricks, until=PairLed()), lanes=2, deals=8, seed=3)


@pytest.mark.sample(0)
def test_a_diagram_says_what_was_played() -> None:
    lines = batch.diagram(load("whist").replace(Tricks, until=AceFalls()), "Tricks.until").lines
    assert any("hand 0 played AS to trick" in line for line in lines)
    assert any("who led trick" in line for line in lines)
