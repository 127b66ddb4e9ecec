"""Bidding for contracts, and what is done with the stock after it: a card is called, a part taken, cards given away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled
from strategies import effort
from turns import called, legal, legal_cards, play

from trickkit import Deal, Hand, InvalidCard, InvalidRules, Play, Rules, ScoreLine, Stacked, State
from trickkit.model.cards import french
from trickkit.phases import (
    AnnulDeal,
    AskReservations,
    BidContracts,
    ByContract,
    CallPartner,
    DealOut,
    DiscardDown,
    GiveTop,
    Phase,
    Run,
    TakePart,
    Tricks,
)
from trickkit.phases.contracts import AtLeastBid, ContractBids, DeclarerPlaying, contract_of, words_played
from trickkit.phases.parts import PartTaken
from trickkit.policies.annulling import WithoutSuit
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.discarding import KeepCards
from trickkit.policies.ending import AfterScoredDeals
from trickkit.policies.offers import Games
from trickkit.policies.participants import Everyone, Participants
from trickkit.policies.resolution import LowestWins, StrongestWins
from trickkit.policies.schedule import AgainWithoutScore, SameSize, Schedule
from trickkit.policies.until import AfterTricks, OthersTake
from trickkit.scoring import ScoreByContract, ScoreTricks, Scoring
from trickkit.testing import laws
from trickkit.variants import pikoko

DECK = french("789TJQKA", suits="CDH")
SPADES = french().suits[3]
CARDS = CallPartner(cards=CardsInGroups([["AC"]]))
ANNUL = AnnulDeal(annulling=WithoutSuit("hearts"))
CONTRACTS: dict[str, Any] = {"low": None, "two": None, "one": None, "none": None}


@frozen
class Nobody(Participants):
    """No seat."""

    def seats(self, deal: Deal) -> tuple[int, ...]:  # noqa: ARG002
        return ()


@frozen
class OnlyLow(Phase):
    """A deal goes on only where "low" is played."""

    def begin(self, deal: Deal) -> Deal:
        return deal if contract_of(deal) == "low" else deal.changed(closed=True)


@frozen
class ScoreTaken(Scoring):
    """A point for each trick, where one was played."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table = deal.get(Tricks)
        taken = table.taken if table else ()
        return tuple(ScoreLine(seat, "tricks", tricks) for seat, tricks in enumerate(taken) if tricks)


def rules(*, elders: bool = True) -> Rules:
    """Three seats with six cards each, and six in the stock."""
    tricks = Tricks(until=AfterTricks(1))
    return Rules(
        key="parts",
        name="Parts",
        players=3,
        deck=DECK,
        phases=(
            DealOut(),
            ANNUL,
            BidContracts(contracts=CONTRACTS, last=["low"], elders=Everyone(after=1) if elders else None),
            CallPartner(cards=CardsInGroups([["AC", "AD"]]), who=DeclarerPlaying(["two"])),
            TakePart(cards=6, sizes={"two": 2, "one": 1}),
            DiscardDown(keeping=KeepCards(cards=["AC", "AD", "AH"], suits=["hearts"])),
            DiscardDown(keeping=KeepCards(cards=["AC", "AD", "AH"]), openly=True),
            tricks,
            OnlyLow(),
            GiveTop(),
            tricks,
        ),
        scoring=ScoreTaken(),
        schedule=Schedule(hand_sizes=SameSize(6), starter=AgainWithoutScore()),
        ending=AfterScoredDeals(deals=2),
    )


HANDS = ["AC KC QC AD KD AH", "JC TC 9C QD JD KH", "8C 7C TD 9D 8D QH"]
STOCK = "7D JH TH 9H 8H 7H"


def dealt(hands: list[str] = HANDS, stock: str = STOCK, **how: Any) -> State:
    """The first deal with these cards; seat 0 deals, so that it bids last."""
    stacked = Stacked(hands=[hand.split() for hand in hands], stock=stock.split())
    return rules(**how).start(seed=1, first=0, deals=[stacked])


# Bids


def test_bids_ascend_and_a_seat_that_passes_is_out() -> None:
    state = dealt()
    assert (state.actors, legal(state)) == ((1,), ["two", "one", "none", "pass"])
    state = called(state, "two, one")
    assert (state.actors, legal(state)) == ((0,), ["none", "pass"])
    state = called(state, "pass")
    assert (state.actors, legal(state)) == ((1,), ["one", "none", "pass"])


def test_what_is_for_the_last_seat_is_not_for_one_that_has_bid() -> None:
    run = BidContracts(contracts={"two": None, "one": None}, last=["one"]).begin(Deal.fresh(DECK, players=2))
    assert not isinstance(run, Deal)
    at = run.start()
    for word in ("two", "pass"):
        (seat,) = at.actors
        after = run.play(at, seat, next(call for call in run.legal(at, seat) if str(call) == word))
        assert after is not None
        at = after
    assert [str(call) for call in run.legal(at, 1)] == ["two"]


def test_without_precedence_every_bid_must_be_higher() -> None:
    state = called(dealt(elders=False), "two, one, pass")
    assert legal(state) == ["none", "pass"]
    state = called(state, "pass")
    assert (state.actors, legal(state)) == ((2,), ["one", "none"])


def test_the_last_seat_must_name_something_and_may_name_what_is_its_own() -> None:
    state = called(dealt(), "pass, pass")
    assert (state.actors, legal(state)) == ((0,), ["low", "two", "one", "none"])
    state = state.play(0, "none")
    assert (state.deal.declarer, contract_of(state.deal)) == (0, "none")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contracts": {"": None}}, "'' with None as trump is not a contract"),
        ({"contracts": {"two": "S"}}, "'two' with 'S' as trump is not a contract"),
        ({"contracts": {"two": None}, "last": ["low"]}, "'low' is not among the contracts"),
        ({"contracts": {"low": None}, "last": ["low"]}, "there is no contract that every seat may bid"),
        ({"contracts": {}}, "there is no contract that every seat may bid"),
        ({"contracts": {"two": None}, "who": 3}, "who=3 is not a Participants"),
    ],
    ids=str,
)
def test_bad_biddings(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        BidContracts(**given)


def test_who_bids_needs_a_place_among_the_elders() -> None:
    deal = Deal.fresh(DECK, players=3)
    with pytest.raises(InvalidRules, match=r"seat 1 bids, but DeclarerPlaying\(contracts=\(\)\) does not name it"):
        BidContracts(contracts={"two": None}, elders=DeclarerPlaying([])).begin(deal)


def test_nobody_bids_where_nobody_takes_part() -> None:
    after = BidContracts(contracts={"two": None}, who=Nobody()).begin(Deal.fresh(DECK, players=3))
    assert isinstance(after, Deal)
    assert contract_of(after) is None


def test_a_contract_makes_its_suit_trump() -> None:
    run = BidContracts(contracts={"two": SPADES}).begin(Deal.fresh(DECK, players=3))
    assert not isinstance(run, Deal)
    assert run.rehearsed().trump == SPADES


# A card that is called


def test_it_is_called_where_the_contract_wants_it() -> None:
    assert legal(called(dealt(), "two, pass, pass, two")) == ["call AC", "call AD"]
    state = called(dealt(), "two, pass, pass, two, call AD")
    assert str(state.deal[CallPartner]) == "seat 1 calls AD"
    assert isinstance(called(dealt(), "one, pass, pass, one").phase, TakePart)


def test_bad_calls() -> None:
    deal = Deal.fresh(DECK, players=3)
    with pytest.raises(InvalidRules, match=r"names seats \(1, 2, 0\); one seat calls a card"):
        CallPartner(cards=CardsInGroups([["AC"]]), who=Everyone()).begin(deal)
    with pytest.raises(InvalidCard, match="'AS' is not a card"):
        CallPartner(cards=CardsInGroups([["AS"]])).actions(DECK, 3)
    after = CallPartner(cards=CardsInGroups([["AC"]]), who=Nobody()).begin(deal)
    assert isinstance(after, Deal)
    assert after[CallPartner].card is None
    run = CallPartner(cards=CardsInGroups([["AC"]])).begin(deal.changed(declarer=1))
    assert not isinstance(run, Deal)
    assert run.refusal(run.start(), 1, BidContracts(contracts={"two": None}).actions(DECK, 3)[0]) == (
        "a card is called now, one of AC; seat 1 may not say two"
    )


@pytest.mark.parametrize(
    ("before", "call", "why"),
    [
        ("", "zero", "only the last seat may bid zero, and only if all others have passed"),
        ("two", "one", "one is not higher than two by seat 1: each bid must be higher than the last"),
        ("pass, pass", "pass", "all others have passed: seat 0 says what it plays"),
        ("", "call AC", "a bid is made now; call AC is none"),
    ],
)
def test_bids_that_are_refused(before: str, call: str, why: str) -> None:
    contracts = {"zero": None, "one": None, "two": None}
    phase = BidContracts(contracts=contracts, last=["zero"])
    run = phase.begin(Deal.fresh(DECK, players=3))
    assert not isinstance(run, Deal)
    at = run.start()
    actions = {str(action): action for action in (*phase.actions(DECK, 3), *CARDS.actions(DECK, 3))}
    for word in before.split(", ") if before else ():
        after = run.play(at, run.asked(at.answers)[0], actions[word])
        assert after is not None
        at = after
    assert run.refusal(at, run.asked(at.answers)[0], actions[call]) == why


# Parts of the stock, and discards


def test_all_see_the_stock_and_one_part_goes_to_the_hand() -> None:
    state = called(dealt(), "two, pass, pass, two, call AD")
    assert str(state.view(None).deal.stock) == STOCK
    assert legal(state) == ["take 1", "take 2", "take 3"]
    state = state.play(1, "take 2")
    assert str(state.view(None).deal.hands[1]) == "9H TH ?? ?? ?? ?? ?? ??"
    assert str(state.view(2).deal.out) == "7D 7H 8H JH"
    assert str(PartTaken()) == "closed"


def test_hidden_discards_come_first_and_the_rest_is_open() -> None:
    hands = ["JC TC 9C QD JD 8H", "AC AD AH KH QH KC", "QC KD 7C TD 9D 7H"]
    state = called(dealt(hands, "7D JH TH 9H 8D 8C"), "two, pass, pass, two, call AD, take 2")
    assert legal_cards(state) == "KC"
    state = state.play(1, "KC")
    assert legal_cards(state) == "9H TH QH KH"
    assert "Hand 1 discards ??, one too few." in map(str, state.view(0).events)
    state = state.play(1, "QH")
    assert str(state.view(0).deal[DiscardDown]) == "hand 1: QH ??"
    assert len(state.deal.hands[1]) == 6
    for seat in (0, 2, None):
        view = state.view(seat)
        assert view.sample(Random(1)).view(seat) == view


def test_discards_are_told_where_a_hand_has_none_that_may_be() -> None:
    hands = ["JC TC 9C QD JD 8H", "AC AD AH KH QH JH", "QC KD 7C TD 9D 7H"]
    state = called(dealt(hands, "7D KC TH 9H 8D 8C"), "one, pass, pass, one, take 3")
    assert "Hand 1 discards nothing, one too few." in map(str, state.events)
    assert legal_cards(state) == "TH JH QH KH"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cards": 6, "sizes": {"two": 4}}, "'two': 4 does not part 6 cards evenly"),
        ({"cards": 6, "sizes": {"two": 0}}, "'two': 0 does not part 6 cards evenly"),
        ({"cards": 0, "sizes": {}}, "cards=0 is not a whole number from 1 on"),
    ],
    ids=str,
)
def test_bad_parts(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        TakePart(**given)


def test_the_stock_must_have_the_cards() -> None:
    house = rules().replace(TakePart, cards=8)
    state = house.start(seed=1, first=0)
    while not isinstance(state.phase, BidContracts):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    with pytest.raises(InvalidRules, match="the stock has 6 cards, not 8"):
        called(state, "one, pass, pass, one")


def test_what_is_kept_must_be_in_the_deck() -> None:
    deal = Deal.fresh(DECK, players=3)
    with pytest.raises(InvalidRules, match=r"'heart' is not a suit of the deck \(did you mean 'hearts'\?\)"):
        KeepCards(suits=["heart"]).kept(deal)
    with pytest.raises(InvalidCard, match="'AS' is not a card"):
        KeepCards(cards=["AS"]).kept(deal)


def test_cards_of_several_faces_are_laid_away_by_their_own_names() -> None:
    deck = pikoko.deck(3)
    hands = tuple([Hand.of(deck, cards) for cards in ([], ["M1", "R2"], [])])
    run = DiscardDown().begin(Deal.fresh(deck, players=3, size=1).changed(declarer=1, hands=hands))
    assert isinstance(run, Run)
    assert [str(action) for action in run.legal(run.start(), 1)] == ["R2", "M1"]
    after = run.record(run.play(run.start(), 1, Play("M1")))
    assert (str(after.hands[1]), str(after.out)) == ("R2", "M1")


# Gifts


def test_the_taker_of_a_trick_is_given_the_top_of_the_stock() -> None:
    state = play(called(dealt(), "pass, pass, low"), "AC 9C 7C")
    assert str(state.deal[GiveTop]) == "0: 7D"
    assert state.deal[GiveTop].of(0) == ("7D",)
    assert str(state.view(2).deal.stock) == "?? ?? ?? ?? ??"
    assert str(state.view(2).deal.out) == "7C 9C AC 7D"


def test_without_a_stock_or_a_trick_nothing_is_given() -> None:
    deal = GiveTop().begin(Deal.fresh(DECK, players=3))
    assert str(deal[GiveTop]) == "none"


# Deals that are annulled


def test_a_hand_without_the_suit_annuls_the_deal() -> None:
    hands = ["AC KC QC AD KD 7D", "JC TC 9C QD JD KH", "8C 7C TD 9D 8D 8H"]
    stock = "AH QH JH TH 9H 7H"
    state = dealt(hands, stock)
    assert (state.actors, legal(state)) == ((0,), ["deal again"])
    (void,) = ANNUL.voids(state.view(1).deal)
    assert (void.hand, void.faces) == (0, DECK.where(lambda face: face.suit.name == "hearts"))
    after = state.play(0, "deal again")
    assert (after.deal.number, after.deal.starter, after.scores) == (1, 0, (0, 0, 0))
    for seat in (1, None):
        assert after.view(seat).sample(Random(2)).view(seat) == after.view(seat)


def test_the_suit_must_be_in_the_deck() -> None:
    deal = Deal.fresh(DECK, players=2).changed(hands=(Hand.of(DECK, ["AH"]), Hand.of(DECK, ["KH"])))
    assert ANNUL.begin(deal) is deal
    with pytest.raises(InvalidRules, match="the deck has no suit 'spades'; it has clubs, diamonds, hearts"):
        AnnulDeal(annulling=WithoutSuit("spades")).begin(deal)


# A game that is as high as the bid


CLUBS, _, HEARTS = DECK.suits[:3]
STEPS = {"seven": {"7 C": CLUBS}, "red seven": {"7 H": HEARTS}, "betl": {"betl": None}}


@pytest.mark.parametrize(("bid", "named"), [("seven", "7 C,7 H,betl"), ("red seven", "7 H,betl"), ("betl", "betl")])
def test_at_least_what_was_bid_is_named(bid: str, named: str) -> None:
    deal = Deal.fresh(DECK, players=3).with_record(ContractBids((), bid))
    assert ",".join(AtLeastBid(STEPS).games(deal, None)) == named


def test_steps_name_each_game_once_and_every_bid() -> None:
    with pytest.raises(InvalidRules, match="'betl' is named twice; each game stands on one step"):
        AtLeastBid({**STEPS, "durch": {"betl": None}})
    with pytest.raises(InvalidRules, match="'seven' is named twice; each bid has one step"):
        AtLeastBid([("seven", {"7 C": None}), ("seven", {"7 D": None})])
    with pytest.raises(InvalidRules, match="there is at least one, each a text"):
        AtLeastBid({})
    deal = Deal.fresh(DECK, players=3).with_record(ContractBids((), "durch"))
    with pytest.raises(InvalidRules, match="'durch' was bid; there are: seven, red seven, betl"):
        AtLeastBid(STEPS).games(deal, None)


# Tricks that end with one of the others


@pytest.mark.parametrize(("taken", "declarer", "over"), [((3, 0), 0, False), ((3, 1), 0, True), ((3, 1), None, False)])
def test_others_take_a_trick(taken: tuple[int, ...], declarer: int | None, over: bool) -> None:
    assert OthersTake().over(taken, declarer) == over


TestLaws = laws(rules(), examples=effort(6))


def test_a_game_named_after_a_reservation_is_a_contract_in_both_engines() -> None:
    low, high = Tricks(resolution=ByContract({"low": LowestWins()}, StrongestWins())), {"low": ScoreTricks(-1)}
    asked = AskReservations(offers=Games({"low": None}))
    named = rules().replace(phases=(DealOut(), asked, low), scoring=ScoreByContract(high, ScoreTricks(1)))
    state = named.start(seed=1, first=0)
    state = state.play_all([(1, "reservation"), (2, "healthy"), (0, "healthy"), (1, "name low")])
    assert (contract_of(state.deal), words_played(state.deal)) == ("low", ("low",))
    runs_compiled(named, lanes=4, deals=8, seed=1)
    with pytest.raises(InvalidRules, match="; there are: low"):
        named.replace(scoring=ScoreByContract({"lo": ScoreTricks(-1)})).start()
