"""Policies that a contract chooses, and phases that only some contracts have."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen
from lockstep import is_followed, runs_compiled

from trickkit import Deal, InvalidRules, Rules, ScoreLine, Stacked, State, batch, playout
from trickkit.catalog.registry import sheet
from trickkit.model.actions import Action, Call
from trickkit.model.cards import french
from trickkit.model.tricks import Captured
from trickkit.phases import (
    ByContract,
    DealOut,
    DiscardDown,
    FixedTrump,
    InContracts,
    LadderAuction,
    NameTrump,
    Phase,
    TakeStock,
    Tricks,
)
from trickkit.phases.contracts import ContractBids, words_played
from trickkit.policies.all_pass import PlayByDefault
from trickkit.policies.breaking import NothingBreaks, SuitBreaks
from trickkit.policies.capture import BestCard, Finished
from trickkit.policies.control import Owner
from trickkit.policies.discarding import KeepCards, KeepFaceUp
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import NothingExposed
from trickkit.policies.follow import Anything, MustFollow, MustOvertrump, NotBeforeBroken
from trickkit.policies.ladders import Joined, Levels, Words
from trickkit.policies.lead import DeclarerOpens, HandLeftOfStarter, LeftOfStarter, OpenerAlways, WinningHand
from trickkit.policies.offers import Games, TurnedSuit
from trickkit.policies.participants import Declarer, Everyone, Starter
from trickkit.policies.ranking import HighCard, Ranking, TrumpOrder
from trickkit.policies.resolution import LowestWins, StrongestWins
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, HandsEmpty
from trickkit.scoring import (
    Extent,
    ScoreByContract,
    ScoreCards,
    ScoreLastTricks,
    ScoreNoTricks,
    ScoreTricks,
    Scoring,
    TimesByContract,
)
from trickkit.testing import LAWS, check

DECK = french("9TJQKA")
LADDER = Joined([Levels(levels=[1, 2], denominations=["C", "H", "low"]), Words(["misere"])])


@frozen
class PointPerTrick(Scoring):
    """A point for every trick."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken) if taken)


TRICKS = Tricks(
    ranking=ByContract({"H": TrumpOrder(trump="TQKA9J", plain="9TJQKA")}, HighCard()),
    resolution=ByContract({"low": LowestWins()}, StrongestWins()),
    capture=ByContract({"low": BestCard()}, BestCard()),
    control=ByContract({"low": Owner()}, Owner()),
    exposing=ByContract({"low": NothingExposed()}, NothingExposed()),
    follow=ByContract({"misere": NotBeforeBroken("hearts", follow=MustFollow()), "low": Anything()}, MustOvertrump()),
    breaking=ByContract({"misere": SuitBreaks("hearts")}, NothingBreaks()),
    opening=ByContract({"misere": DeclarerOpens()}, LeftOfStarter()),
    lead=ByContract({("1low", "2low"): OpenerAlways()}, WinningHand()),
    until=ByContract({"misere": DeclarerTakes()}, HandsEmpty()),
)


def game(*phases: Any, tricks: Tricks = TRICKS, **changes: Any) -> Rules:
    """Two deals for three, with an auction; the starter is the dealer."""
    rules = Rules(
        key="by_contract",
        name="By Contract",
        players=3,
        deck=DECK,
        phases=(DealOut(), LadderAuction(ladder=LADDER, all_pass=PlayByDefault("none")), *phases, tricks),
        scoring=ScoreByContract({"misere": ScoreNoTricks(5), ("H", "C"): [PointPerTrick()]}),
        schedule=Schedule(hand_sizes=SameSize(4)),
        ending=AfterDeals(deals=2),
    )
    return rules.replace(**changes) if changes else rules


def after(bid: str, hands: str = "AC 9H KD QD/AH KC 9D TD/JH TH AD AS", rules: Rules | None = None) -> State:
    """The tricks after a bid by seat 1, with these hands."""
    dealt = [hand.split() for hand in hands.split("/")]
    state = (rules or game()).start(first=0, deals=[Stacked(hands=dealt)])
    return state.play_all([(1, bid), (2, "pass"), (0, "pass")])


def play(state: State, cards: str) -> State:
    for card in cards.split():
        state = state.play(state.actors[0], card)
    return state


@pytest.mark.parametrize(("bid", "taker"), [("bid 1H", 2), ("bid 1C", 1), ("bid 1low", 0)])
def test_ranking_and_resolution_follow_the_bid(bid: str, taker: int) -> None:
    # Hearts go to the jack where they are trumps, to the ace elsewhere, and to the lowest card at low.
    state = play(after(bid), "AH JH 9H")
    assert state.deal[Tricks].tricks[0].taker == taker


@pytest.mark.parametrize(("bid", "leader"), [("bid 1low", 1), ("bid 2low", 1), ("bid 1C", 2)])
def test_the_lead_follows_the_bid(bid: str, leader: int) -> None:
    state = play(after(bid, "9C 9D 9H TC/TH JH 9S QH/AH KD KH AS"), "TH AH 9H")
    assert state.actors == (leader,)


def test_points_times_a_factor_of_the_contract() -> None:
    scoring = TimesByContract(scoring=[ScoreTricks(1), ScoreLastTricks(2)], times={("H", "C"): 3, "misere": 0})
    rules = game(tricks=Tricks(), scoring=scoring, ending=AfterDeals(deals=1))
    sums = []
    for bid in ("bid 1H", "bid 1low", "misere"):
        state = after(bid, rules=rules)
        while not state.is_over:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        sums.append(sum(state.scores))
    assert sums == [18, 6, 0]
    assert scoring.bounds(Extent(DECK, players=3, size=4, tricks=4)) == (0, 18)
    runs_compiled(rules, lanes=4, deals=20, seed=3)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"times": {"H": -1}}, "TimesByContract: times"),
        ({"times": {"H": 1, ("H", "C"): 2}}, "TimesByContract: 'H' is named twice"),
        ({"times": {}, "scoring": 5}, "TimesByContract: scoring"),
        ({"times": {}, "otherwise": "2"}, "TimesByContract: otherwise='2'"),
    ],
)
def test_factors_that_are_none(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        TimesByContract(**{"scoring": ScoreTricks(1), **given})


def test_a_sheet_says_factors() -> None:
    text = 'base = "skat"\n[[scoring]]\npolicy = "TimesByContract"\nscoring = "ScoreTricks"\ntimes = { grand = 2 }\n'
    assert sheet(text, "house.toml")().scoring == (TimesByContract(scoring=ScoreTricks(), times={"grand": 2}),)


def test_the_first_of_several_policies_that_are_meant_is_taken() -> None:
    assert TRICKS.lead.of(after("bid 1low").deal) == OpenerAlways()
    assert words_played(after("bid 1low").deal) == ("1low", "low")


def test_obligations_and_what_breaks_a_suit_follow_the_bid() -> None:
    assert [str(action) for action in after("misere").legal(1)] == ["KC", "9D", "TD"]
    assert "AH" in [str(action) for action in after("bid 1C").legal(1)]
    thrown = play(after("misere", "AC 9H KD QD/KC 9D TC AH/AD TD TH AS"), "KC TH AC")
    assert thrown.deal[Tricks].tricks[0].taker == 0
    low = play(after("bid 1low"), "AH")
    assert {str(action) for action in low.legal(2)} == {"TH", "JH", "AD", "AS"}


def test_the_opening_and_the_end_follow_the_bid() -> None:
    over = play(after("misere", "9C 9D 9H TC/KC 9S TS AH/TD QC TH AS"), "KC QC TC")
    assert over.deal.number == 1
    assert [str(line) for line in over.results[0].lines] == [
        "seat 0: +5 took no trick",
        "seat 2: +5 took no trick",
    ]
    assert after("bid 1C").actors == (1,)


def test_scoring_follows_the_bid() -> None:
    scored = play(after("bid 1low"), "AH TH 9H KC AS AC 9D AD KD TD JH QD")
    assert scored.results[0].lines == ()
    state = after("bid 1C")
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert sum(state.results[0].scores) == 4


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.sample(8)
def test_a_game_by_contracts_keeps_the_law(law: Any) -> None:
    verdict = check(law, game(), examples=3)
    assert verdict.broken is None


def test_whatever_is_chosen_by_contract_runs_compiled() -> None:
    assert [phase.how for phase in batch.supports(game()).phases] == ["compiled", "traced", "compiled"]
    is_followed(game(), 3, seed=5)


@pytest.mark.sample(3)
@pytest.mark.parametrize("policy", ["ranking", "resolution", "capture", "breaking", "lead", "opening"])
def test_a_single_policy_by_contract_runs_compiled(policy: str) -> None:
    rules = game(tricks=Tricks(**{policy: getattr(TRICKS, policy)}))
    assert batch.supports(rules).why == ""
    is_followed(rules, 2, seed=5)


def test_a_policy_of_somebodys_own_that_depends_on_the_deal_is_asked_in_each() -> None:
    @frozen
    class LowInMisere(HighCard):
        def of(self, deal: Deal) -> Ranking:
            return TRICKS.ranking.policies[0][1] if deal.trump is None else HighCard()

    rules = game(tricks=Tricks(ranking=LowInMisere()))
    assert batch.supports(rules).why == ""
    is_followed(rules, 3, seed=5)


# Phases


EXCHANGE = (InContracts(["C", "H"], TakeStock(cards=3)), InContracts(["H", "C"], DiscardDown()))


def test_a_phase_that_only_some_contracts_have() -> None:
    rules = game(*EXCHANGE, schedule=Schedule(hand_sizes=SameSize(7)))
    deal = playout(rules, seed=3).results
    exchanged = [words_played(result.deal)[-1:] for result in deal if result.deal.get(DiscardDown)]
    assert all(words in (("C",), ("H",)) for words in exchanged)


def test_what_must_be_kept_depends_on_the_contract() -> None:
    keeping = ByContract({"misere": KeepFaceUp()}, KeepCards(cards=["AC"]))
    deal = Deal.fresh(DECK, players=3)
    assert keeping.kept(deal) == DECK.mask(["AC"])
    assert keeping.kept(deal.with_record(ContractBids((), "misere"))) == 0
    assert keeping.last_resort(deal) == 0


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.sample(2)
def test_a_game_with_phases_by_contract_keeps_the_law(law: Any) -> None:
    rules = game(*EXCHANGE, tricks=Tricks(), schedule=Schedule(hand_sizes=SameSize(7)))
    assert check(law, rules, examples=3).broken is None


def test_a_phase_inside_is_found_by_its_type() -> None:
    rules = game(*EXCHANGE)
    assert len(rules.without(DiscardDown).phases) == len(rules.phases) - 1
    changed = rules.replace(DiscardDown, openly=True).phases[3]
    assert changed == InContracts(["H", "C"], DiscardDown(openly=True))
    assert rules.before(TakeStock, FixedTrump("clubs")).phases[2] == FixedTrump("clubs")


def test_a_sheet_finds_it_too(tmp_path: Any) -> None:
    (tmp_path / "game.py").write_text(
        "from phases.test_by_contract import EXCHANGE, game\nfrom trickkit import variant\n\n"
        "@variant\ndef rules():\n    'By contract.'\n    return game(*EXCHANGE)\n"
    )
    text = 'base = "game.py"\nwithout = ["TakeStock"]\n[phases.DiscardDown]\nopenly = true\n'
    rules = sheet(text, str(tmp_path / "house.toml"), files=True)
    assert rules().phases[2] == InContracts(["H", "C"], DiscardDown(openly=True))


# What is refused


def test_policies_of_several_kinds() -> None:
    with pytest.raises(InvalidRules, match=r"MustFollow\(\) are not policies of one of the kinds .*: Follow"):
        ByContract({"low": LowestWins()}, MustFollow())
    with pytest.raises(InvalidRules, match="Tricks: follow=ByContract"):
        Tricks(follow=ByContract({"low": LowestWins()}, StrongestWins()))


def test_contracts_that_nobody_can_bid() -> None:
    until = ByContract({"misère": DeclarerTakes()}, HandsEmpty())
    with pytest.raises(InvalidRules, match=r"there is no contract 'misère'.*did you mean 'misere'"):
        game(tricks=Tricks(until=until)).start()
    with pytest.raises(InvalidRules, match="InContracts: there is no contract 'misre'"):
        game(InContracts("misre", FixedTrump("clubs"))).start()


def test_a_phase_that_no_bid_leads_to_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"InContracts: FixedTrump is never reached.*no contract 'solo'"):
        game(InContracts("solo", FixedTrump("clubs"))).start()
    assert game(InContracts(("solo", "misere"), FixedTrump("clubs"))).start()


@frozen
class OwnNaming(Phase):
    """Seat 1 names a contract that no list of the phase has."""

    record = ContractBids

    def actions(self, *_given: object) -> tuple[Action, ...]:
        return (Call("solo"),)

    def begin(self, deal: Deal) -> Deal:
        return deal.with_record(ContractBids((), "solo"), declarer=1)


def test_a_phase_of_ones_own_may_name_contracts_that_it_does_not_list() -> None:
    rules = game(InContracts("solo", FixedTrump("clubs"))).before(LadderAuction, OwnNaming()).without(LadderAuction)
    assert str(rules.start().deal.trump) == "clubs"


def test_contracts_where_none_can_be_bid() -> None:
    rules = game(tricks=Tricks(until=ByContract({"misere": DeclarerTakes()}, HandsEmpty()))).without(LadderAuction)
    with pytest.raises(InvalidRules, match="'misere'; no phase lets a seat bid or name one"):
        rules.replace(scoring=()).start()


def test_a_phase_that_cannot_begin_in_a_contract_is_refused_before_a_game() -> None:
    why = "InContracts, where 'misere' is played: .*no card has been turned up"
    with pytest.raises(InvalidRules, match=why):
        game(InContracts("misere", NameTrump(offers=TurnedSuit(), who=Declarer()))).start()


def test_a_house_rule_may_leave_contracts_out() -> None:
    rules = game(tricks=Tricks(until=ByContract({"misere": DeclarerTakes()}, HandsEmpty())), scoring=PointPerTrick())
    house = rules.replace(LadderAuction, ladder=Levels(levels=[1, 2], denominations=["C", "H"]))
    assert playout(house, seed=1).is_over


def test_words_that_are_none() -> None:
    with pytest.raises(InvalidRules, match="ByContract: 7 is not a contract"):
        ByContract({7: DeclarerTakes()}, HandsEmpty())
    with pytest.raises(InvalidRules, match="'low' is named twice"):
        ByContract({("low", "high"): DeclarerTakes(), "low": HandsEmpty()}, HandsEmpty())
    with pytest.raises(InvalidRules, match="InContracts: tricks are played in every contract"):
        InContracts("low", Tricks())
    with pytest.raises(InvalidRules, match="ScoreByContract: 5 is not a Scoring"):
        ScoreByContract({"low": [5]})  # type: ignore[list-item]


def test_participants_by_contract() -> None:
    who = ByContract({"low": Declarer(), "H": Everyone()}, Starter())
    deal = Deal.fresh(DECK, players=3, starter=2)
    assert who.seats(deal) == (2,)
    assert who.seats(deal.with_record(ContractBids((), "low"), declarer=1)) == (1,)


def test_what_was_bid_and_what_was_named_both_count() -> None:
    rules = game(
        InContracts("misere", NameTrump(offers=Games({"open": None, "closed": None}), who=Declarer(), must=True)),
        tricks=Tricks(until=ByContract({"open": DeclarerTakes()}, HandsEmpty())),
    )
    state = after("misere", rules=rules)
    assert isinstance(state.phase, InContracts)
    assert words_played(state.play(1, "name open").deal) == ("misere", "open")
    assert rules.phases[-1].until.of(state.play(1, "name open").deal) == DeclarerTakes()  # type: ignore[attr-defined]
    assert rules.phases[-1].until.of(state.play(1, "name closed").deal) == HandsEmpty()  # type: ignore[attr-defined]


def test_what_was_named_is_a_contract_too() -> None:
    rules = game(tricks=Tricks(until=ByContract({"null": DeclarerTakes()}, HandsEmpty()))).replace(
        phases=(
            DealOut(),
            NameTrump(offers=Games({"null": None, "grand": None}), who=Starter(), must=True),
            Tricks(until=ByContract({"null": DeclarerTakes()}, HandsEmpty())),
        ),
        scoring=PointPerTrick(),
    )
    state = rules.start(first=0, seed=1).play(0, "name null")
    assert words_played(state.deal) == ("null",)
    assert batch.supports(rules)


def test_a_hand_is_led_from_though_another_seat_plays_it() -> None:
    assert HandLeftOfStarter().opener(0, (0, 2, 2, 3)) == 1
    assert LeftOfStarter().opener(0, (0, 1, 2, 3)) == 1


DIRECTION = NameTrump(offers=Games({"down": None, "up": None}), who=Declarer(), must=True)
DIRECTED = Tricks(resolution=ByContract({"down": LowestWins()}, StrongestWins()))


@pytest.mark.parametrize(
    "phases",
    [
        (InContracts("low", DIRECTION),),
        (InContracts(("C", "H"), DIRECTION), InContracts("low", NameTrump(who=Declarer(), must=True))),
        (DIRECTION, InContracts("low", NameTrump(who=Declarer(), must=True))),
    ],
    ids=["once", "twice", "again"],
)
def test_what_was_named_in_another_contract_is_not_remembered(phases: tuple[Any, ...]) -> None:
    rules = game(*phases, tricks=DIRECTED, scoring=PointPerTrick())
    assert batch.supports(rules).why == ""
    is_followed(rules, 4, seed=2)


@frozen
class FirstCardGoesAcross(BestCard):
    """The first card of every trick goes to the next hand."""

    def captured(self, finished: Finished) -> Captured:
        taker = finished.trick.taker
        assert taker is not None
        return Captured(((taker + 1) % 3, *[taker] * (len(finished.trick.plays) - 1)))


@pytest.mark.sample(0)
def test_a_capture_that_looks_back_in_one_contract_is_never_left_out() -> None:
    aces = ScoreCards(cards=dict.fromkeys(("AC", "AD", "AH", "AS"), 1))
    rules = game(tricks=Tricks(capture=ByContract({"low": FirstCardGoesAcross()}, BestCard())), scoring=aces)
    is_followed(rules, 6, seed=5)
    found = batch.deals(rules, 200, seed=3, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(200)]


def test_a_policy_asked_without_the_deal_says_how_to_ask_it() -> None:
    opening = ByContract({"misere": DeclarerOpens()}, LeftOfStarter())
    with pytest.raises(InvalidRules, match=r"ByContract, as Opening, .* asks it by opening\(deal, choosers\)"):
        opening.opener(0, (0, 1, 2))


def test_factors_of_denominations_that_look_misspelt_are_refused() -> None:
    with pytest.raises(InvalidRules, match=r"ScoreLevels: there is no contract 'nt' \(did you mean 'NT'\?\)"):
        sheet('base = "bid_whist"\n[scoring.ScoreLevels]\ntimes = { nt = 3 }\n', "house.toml")()
