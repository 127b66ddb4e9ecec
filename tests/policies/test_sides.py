"""Sides that depend on the deal: partners who hold a certain card, and who knows of them when."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import InvalidCard, InvalidRules, Rules, Stacked, State
from trickkit.model.cards import Deck, french
from trickkit.phases import DealOut, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.sides import Holders
from trickkit.scoring import ScoreNoTricks

PAIRS = Deck(card for card in french("QKA") for _ in range(2))


def table(hands: str, deck: Deck = PAIRS) -> State:
    """Tricks with these hands, a slash between seats; seat 0 leads."""
    dealt = [hand.split() for hand in hands.split("/")]
    rules = Rules(
        key="sides",
        name="Sides",
        players=len(dealt),
        deck=deck,
        phases=(DealOut(), Tricks()),
        scoring=ScoreNoTricks(1),
        schedule=Schedule(hand_sizes=SameSize(len(dealt[0]))),
        ending=AfterDeals(deals=1),
    )
    return rules.start(first=0, deals=[Stacked(hands=dealt)])


@pytest.mark.parametrize(
    ("hands", "side"),
    [
        ("QC KC / AH QC / KS KS", (0, 1)),
        ("QC QC / AH AH / KS KS", (0,)),
        ("KC KC / AH AH / KS KS", ()),
    ],
)
def test_the_holders_of_a_card_are_partners(hands: str, side: tuple[int, ...]) -> None:
    state = table(hands)
    assert Holders("QC").side(state.deal) == side
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert Holders("QC").side(state.deal) == side


def test_everybody_has_seen_the_side_once_all_copies_or_all_cards_are_played() -> None:
    hands = "KC KC KC KC QC / AH AH AH AH AH / KS KS KS KS KS"
    deck = Deck(card for card in french("QKA") for _ in range(5 if card.text in ("KC", "AH", "KS") else 2))
    state, sides = table(hands, deck), Holders("QC")
    while len(state.deal[Tricks].tricks) < 4:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        assert sides.seen(state.deal, state.deal[Tricks].tricks) is None
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert sides.seen(state.deal, state.deal[Tricks].tricks) == (0,)


def test_a_holder_knows_of_itself_alone_until_the_card_is_seen() -> None:
    state, holders = table("QC KC / AH QC / KS KS / AD AD"), Holders("QC")
    assert holders.known(state.view(0).deal) == (True, None, None, None)
    assert holders.known(state.view(2).deal) == (None, None, False, None)
    assert holders.known(state.view(None).deal) == (None,) * 4
    state = state.play(0, "QC")
    assert holders.known(state.view(0).deal) == (True, None, None, None)
    assert holders.known(state.view(2).deal) == (True, None, False, None)
    state = state.play(1, "QC")
    assert holders.known(state.view(2).deal) == (True, True, False, False)
    assert holders.known(state.view(None).deal) == (True, True, False, False)


def test_what_everybody_has_seen_in_tricks() -> None:
    state, holders = table("QC KC / AH QC / KS KS / AD AD"), Holders("QC")
    assert holders.seen(state.deal, ()) is None
    state = state.play(0, "QC")
    assert holders.seen(state.deal, (state.deal[Tricks].current,)) is None
    state = state.play(1, "QC")
    assert holders.seen(state.deal, (state.deal[Tricks].current,)) == (0, 1)
    state = table("QC KC / AH AC / KS KS / AD AD")
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    deal = state.results[0].deal
    assert holders.seen(deal, deal[Tricks].tricks[:1]) is None
    assert holders.seen(deal, deal[Tricks].tricks) == (0,)
    assert Holders("QC", declarer=True).seen(deal.changed(declarer=3), deal[Tricks].tricks) == (0, 3)


def test_one_who_holds_both_knows_everything() -> None:
    assert Holders("QC").known(table("QC QC / AH AH / KS KS").view(0).deal) == (True, False, False)


def test_a_card_is_a_text() -> None:
    with pytest.raises(InvalidRules, match="card=3 is not a str"):
        Holders(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidCard, match="QX"):
        Holders("QX").known(table("QC KC / AH QC / KS KS").deal)


def test_what_a_holder_shows() -> None:
    deal, holders = table("QC QC / AH AH / KS KS").deal, Holders("QC")
    queens = PAIRS.kinds["QC"]
    assert holders.shown(deal, 0, queens) == queens & -queens
    assert holders.shown(deal, 0, queens & (queens - 1)) == 0  # One has been played.
    assert holders.shown(deal, 1, deal.held[1]) == 0
    assert holders.ruled_out(deal) == queens
    assert Holders("QC", declarer=True).shown(evolve(deal, declarer=0), 0, queens) == 0
