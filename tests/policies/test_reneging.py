"""Reneging: high trumps need not be played on a lower one that was led."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules, batch, load
from trickkit.model.cards import french
from trickkit.phases import Tricks
from trickkit.phases.tricks.tables import Node, TrickTables, cascade
from trickkit.policies.reneging import LedTrump, MayRenege
from trickkit.policies.suit_orders import SuitOrders
from trickkit.policies.trumping import FollowOrTrump

DECK = french("234567JQKA")
OMBRE = SuitOrders(
    trump={"clubs spades": "3 4 5 6 7 J Q K AC 2 AS", "diamonds hearts": "6 5 4 3 2 J Q K A AC 7 AS"},
    plain={"clubs spades": "2 3 4 5 6 7 J Q K", "diamonds hearts": "7 6 5 4 3 2 A J Q K"},
)


def tables_after(follow: MayRenege, lying: str) -> tuple[TrickTables, Node]:
    """The tables with hearts as trump, and the trick after some cards."""
    tables = TrickTables(DECK, OMBRE, follow, DECK.suits[2], LedTrump())
    node = tables.root
    for text in lying.split():
        node = node[DECK.kinds[text]]
    return tables, node


def allowed(follow: MayRenege, hand: str, lying: str) -> str:
    """What of a hand may be played to some cards, in the order of the hand."""
    tables, node = tables_after(follow, lying)
    cards = DECK.mask(hand.split())
    faces = next(cards & may for binds, may, _ in cascade(follow, tables.context(node)) if cards & binds)
    return " ".join(text for text in hand.split() if DECK.kinds[text] & faces)


def rules_after(lying: str) -> list[str]:
    """The rules for the next play."""
    tables, node = tables_after(MayRenege(), lying)
    return [step.rule for step in MayRenege().steps(tables.context(node))]


@pytest.mark.parametrize(
    ("lying", "hand", "expected"),
    [
        ("", "AS 7H 2C", "AS 7H 2C"),
        ("KH", "AS 7H AC 2C", "AS 7H AC 2C"),
        ("KH", "AS 6H 2C", "AS 6H"),
        ("KH", "AH 2C", "AH"),
        ("AC", "AS 2C", "AS 2C"),
        ("AC", "7H 2C", "7H 2C"),
        ("7H", "AC 2C", "AC"),
        ("AS", "7H 2C", "7H"),
        # What counts is the trump that was led, not a higher one played to it.
        ("6H AS", "7H 2C", "7H 2C"),
        # Another suit was led: a matador is not of it.
        ("KS AC", "AS 2S 7H", "2S"),
        ("KS", "AS 7H 2C", "AS 7H 2C"),
    ],
)
def test_what_may_be_played(lying: str, hand: str, expected: str) -> None:
    assert allowed(MayRenege(), hand, lying) == expected


def test_the_rule_names_the_trumps_that_may_be_held_back() -> None:
    assert rules_after("AC") == ["follow suit: hearts was led; only AS or 7H may be held back"]
    assert rules_after("AS") == ["follow suit: hearts was led"]


def test_how_many_trumps_are_high_and_what_else_must_be_followed_may_differ() -> None:
    assert allowed(MayRenege(trumps=1), "7H 2C", "KH") == "7H"
    free = MayRenege(follow=FollowOrTrump(undertrump="free"))
    assert allowed(free, "KS 7H 2C", "QS") == "KS 7H"
    assert allowed(free, "AS 2C", "KH") == "AS 2C"


def test_a_trick_that_does_not_tell_its_lead_is_refused() -> None:
    with pytest.raises(InvalidRules, match="MayRenege: the trick does not tell the trump that was led; Tricks has res"):
        load("whist").replace(Tricks, follow=MayRenege()).start()


@pytest.mark.sample(0)
def test_compiled_code_plays_it() -> None:
    assert batch.supports(load("whist").replace(Tricks, follow=MayRenege(), resolution=LedTrump())).yes
