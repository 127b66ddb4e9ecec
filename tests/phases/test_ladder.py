"""Auctions on a ladder: every order of speaking, with every way to hold, double, rename and pass."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed
from strategies import effort
from turns import legal

from trickkit import Deal, IllegalAction, InvalidRules, Record, Rules, Stacked, State, batch
from trickkit.model.actions import Pass
from trickkit.model.cards import french
from trickkit.phases import DealersCard, DealOut, LadderAuction, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.kinds.polls import Answers
from trickkit.phases.ladder import PlayedByDefault
from trickkit.policies.all_pass import LastMustBid, PlayByDefault
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Joined, Ladder, Levels, Numbers, Words
from trickkit.policies.lead import Opening
from trickkit.policies.participants import Declarer, Everyone
from trickkit.policies.partners import Alone, Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.speaking import OneRound, Speaking, Talk, TwoByTwo, UntilAllPass, UntilOneIsLeft
from trickkit.testing import laws

DECK = french("9TJQKA")
SUITS = ("C", "D", "H", "S")
WORDS = Words(["small", "middle", "large"])
FIVE_HUNDRED = Joined(
    [Levels(levels=[6, 7], denominations=SUITS), Words(["misere"]), Levels(levels=[8], denominations=SUITS)]
)


def game(ladder: Ladder = WORDS, players: int = 3, **terms: Any) -> Rules:
    """A plain game of tricks for which seats bid; seat 1 speaks first."""
    return Rules(
        key="ladder",
        name="Ladder",
        players=players,
        deck=DECK,
        phases=(DealOut(), LadderAuction(ladder=ladder, **terms), Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def said(rules: Rules, calls: str) -> State:
    """The first deal after some calls, such as `small, pass`."""
    state = rules.start(seed=3, first=0)
    for call in calls.split(", ") if calls else ():
        state = state.play(state.actors[0], call)
    return state


def outcome(state: State) -> tuple[int | None, str | None]:
    """The declarer and the contract, when the auction is over."""
    assert not isinstance(state.phase, LadderAuction)
    return state.deal.declarer, contract_of(state.deal)


def test_one_that_passes_is_out_and_the_last_one_left_has_won() -> None:
    assert outcome(said(game(), "small, middle, pass, pass")) == (2, "middle")
    assert legal(said(game(), "small, middle")) == ["large", "pass"]


def test_where_one_that_passes_may_bid_again_all_others_pass_in_a_row() -> None:
    rules = game(speaking=UntilAllPass())
    assert legal(said(rules, "pass, small, pass")) == ["middle", "large", "pass"]
    assert outcome(said(rules, "pass, small, pass, middle, pass, pass")) == (1, "middle")


def test_in_one_round_each_speaks_once() -> None:
    assert outcome(said(game(speaking=OneRound()), "pass, small, large")) == (0, "large")


@frozen
class Meekest(Record):
    """The seat whose last bid was the lowest; None if nobody has bid."""

    seat: int | None


def meekest(answers: Answers) -> int | None:
    last = {seat: number for number, (seat, call) in enumerate(answers) if not isinstance(call, Pass)}
    return min(last, key=last.__getitem__, default=None)


@frozen
class Meek(UntilOneIsLeft):
    """It is remembered who bid when, and of the finished talk who bid lowest."""

    def summary(self, talk: Talk) -> Hashable:
        return talk.answers

    def remains(self, talk: Talk) -> Hashable:
        return meekest(talk.answers)


@frozen(kw_only=True)
class MeekAuction(LadderAuction):
    def recorded(self, deal: Deal, answers: Answers, won: Any, *, over: bool) -> Deal:
        return super().recorded(deal, answers, won, over=over).with_record(Meekest(meekest(answers)))


@frozen
class MeekestLeads(Opening):
    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return choosers.index(starter)

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        found = deal[Meekest].seat
        return self.opener(deal.starter if found is None else found, choosers)


@pytest.mark.parametrize(("speaking", "yes"), [(Meek(), True), (UntilOneIsLeft(), False)])
def test_a_later_part_may_look_at_what_remains_of_the_talk(speaking: Speaking, yes: bool) -> None:
    rules = game(speaking=speaking)
    auction = MeekAuction(ladder=WORDS, speaking=speaking)
    rules = rules.replace(phases=(DealOut(), auction, Tricks(opening=MeekestLeads())))
    assert bool(batch.supports(rules)) is yes
    assert said(rules, "small, middle, pass, large").actors == (2,)
    is_followed(rules, 3, 7)


def test_two_by_two_one_bids_and_the_other_answers() -> None:
    rules = game(Numbers([18, 20, 22]), speaking=TwoByTwo(), who=Everyone(after=0))
    assert legal(said(rules, "18")) == ["yes", "pass"]
    assert outcome(said(rules, "18, yes, pass, 20, pass")) == (2, "20")


def test_a_word_may_stand_between_two_levels() -> None:
    rules = game(FIVE_HUNDRED)
    assert legal(said(rules, "bid 7S")) == ["misere", "bid 8C", "bid 8D", "bid 8H", "bid 8S", "pass"]
    assert legal(said(rules, "misere"))[0] == "bid 8C"
    assert outcome(said(rules, "misere, pass, pass")) == (1, "misere")


def test_a_suit_that_was_bid_is_trump() -> None:
    state = said(game(FIVE_HUNDRED), "bid 6H, pass, pass")
    assert (outcome(state), str(state.deal.trump)) == ((1, "6H"), "hearts")
    assert state.deal[LadderAuction].bid.level == 6


def test_some_bids_keep_the_trump_that_was_turned_up() -> None:
    rules = game(keeps_trump=("small", "large")).before(DealOut, DealersCard())
    state = rules.start(first=0, deals=[Stacked(turned="AD")])
    played = [state.play_all([(1, bid), (2, "pass"), (0, "pass")]).deal.trump for bid in ("small", "middle", "large")]
    assert [str(trump) for trump in played] == ["diamonds", "None", "diamonds"]
    assert batch.supports(rules).yes
    is_followed(rules, 3, 5)


@pytest.mark.parametrize("speaking", [UntilAllPass(), OneRound()], ids=repr)
def test_an_elder_seat_may_hold_what_a_younger_one_bid(speaking: Any) -> None:
    rules = game(speaking=speaking, elders=Everyone(after=0))
    assert legal(said(rules, "small"))[0] == "middle"
    assert legal(said(rules, "small, pass")) == ["small", "middle", "large", "pass"]


@pytest.mark.parametrize(
    ("calls", "terms"),
    [
        ("small, pass, pass", {}),
        ("small, pass, pass", {"speaking": UntilAllPass()}),
        ("pass, small, pass", {"speaking": OneRound()}),
    ],
)
def test_the_winner_may_name_more_than_it_bid(calls: str, terms: dict[str, Any]) -> None:
    state = said(game(renames=True, **terms), calls)
    assert legal(state) == ["small", "middle", "large"]
    with pytest.raises(IllegalAction, match="says what it plays"):
        state.play(state.actors[0], "pass")
    assert outcome(state.play(state.actors[0], "large"))[1] == "large"


def test_one_who_speaks_last_has_named_it() -> None:
    assert outcome(said(game(speaking=OneRound(), renames=True), "pass, pass, small")) == (0, "small")


def test_some_bids_are_for_the_last_seat_alone() -> None:
    rules = game(only_last=["small"])
    assert legal(said(rules, "pass")) == ["middle", "large", "pass"]
    assert legal(said(rules, "pass, pass")) == ["small", "middle", "large", "pass"]
    with pytest.raises(IllegalAction, match="only the last seat may bid small, and only if all others have passed"):
        said(rules, "small")


@pytest.mark.parametrize("speaking", [UntilAllPass(), OneRound()], ids=repr)
def test_the_last_seat_may_have_to_bid(speaking: Any) -> None:
    assert legal(said(game(speaking=speaking, all_pass=LastMustBid()), "pass, pass")) == ["small", "middle", "large"]


def test_where_all_pass_the_deal_is_closed() -> None:
    assert said(game(), "pass, pass, pass").is_over


def test_where_all_pass_a_contract_without_a_declarer_may_be_played() -> None:
    state = said(game(all_pass=PlayByDefault("leasters")), "pass, pass, pass")
    assert outcome(state) == (None, "leasters")
    assert PlayedByDefault("leasters") in state.deal.events


def test_a_bid_may_be_doubled_by_another_side_and_redoubled_by_its_own() -> None:
    rules = game(players=4, speaking=UntilAllPass(), partners=Opposite(), doublings=2)
    assert legal(said(rules, "small")) == ["middle", "large", "double", "pass"]
    assert legal(said(rules, "small, pass")) == ["middle", "large", "pass"]
    state = said(rules, "small, double, redouble, pass, pass, pass")
    assert (outcome(state), state.deal[LadderAuction].doubled) == ((1, "small"), 2)


def test_a_double_may_end_the_bidding() -> None:
    rules = game(speaking=OneRound(), partners=Alone(), doublings=2, double_ends=True)
    state = said(rules, "small, double")
    assert (state.actors, legal(state)) == ((1,), ["redouble", "pass"])


def test_the_first_of_a_side_to_name_the_suit_may_be_the_declarer() -> None:
    rules = game(FIVE_HUNDRED, players=4, speaking=UntilAllPass(), partners=Opposite(), first_namer=True)
    assert outcome(said(rules, "bid 6H, pass, bid 7H, pass, pass, pass")) == (1, "7H")
    assert outcome(said(rules, "bid 6H, pass, misere, pass, pass, pass")) == (3, "misere")


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"ladder": Joined([WORDS, WORDS])}, "a bid occurs twice on the ladder: small, middle, large, small"),
        ({"only_last": ["tiny"]}, r"only_last=\('tiny',\): 'tiny' is not on the ladder"),
        ({"only_last": ["small", "middle", "large"]}, "leaves nothing for the other seats to bid"),
        ({"keeps_trump": "tiny"}, r"keeps_trump=\('tiny',\): 'tiny' is not on the ladder"),
        (
            {"ladder": Words({"small": DECK.suits[2], "solo": None}), "keeps_trump": "small"},
            r"keeps_trump=\('small',\): 'small' makes hearts trump on the ladder; a bid that keeps the trump turned up",
        ),
        ({"keeps_trump": 3}, "keeps_trump=3 is not a list of str"),
        ({"doublings": 3}, "a bid is doubled and redoubled at most"),
        ({"double_ends": True}, "LadderAuction: double_ends=True, but doublings=0 lets no bid be doubled"),
        ({"speaking": "in turn"}, "speaking='in turn' is not a Speaking"),
        ({"elders": Declarer()}, r"seat 1 bids, but Declarer\(\) does not name it"),
        ({"partners": Opposite()}, "3 seats cannot play as partners"),
    ],
    ids=str,
)
def test_what_is_no_auction_is_refused(terms: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        game(**terms).start(seed=1)


@pytest.mark.parametrize(
    ("ladder", "why"),
    [
        (lambda: Words([]), r"Words: words=\(\): there must be at least one, and each only once"),
        (lambda: Words(["a", "a"]), "each only once"),
        (lambda: Words([" "]), "' ' with None as trump is not a bid"),
        (lambda: Words(None), "Words: words=None is not a list of str"),  # type: ignore[arg-type]
        (lambda: Numbers(18), r"values=18 is not a list of int; write \[18\]"),  # type: ignore[arg-type]
        (lambda: Joined(Words(["a"])), r"is not a list of Ladder; write \[Words"),  # type: ignore[arg-type]
        (lambda: Numbers([2, 1]), r"values=\(2, 1\): they are whole numbers from 0 on, in ascending order"),
        (lambda: Joined([]), r"Joined: parts=\(\): it needs at least one ladder"),
        (lambda: Joined([1]), r"parts\[0\]=1 is not a Ladder"),
    ],
)
def test_what_is_no_ladder_is_refused(ladder: Any, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        ladder()


TERMS: list[dict[str, Any]] = [
    {"renames": True, "elders": Everyone(), "only_last": ["small"], "all_pass": LastMustBid()},
    {"speaking": UntilAllPass(), "doublings": 2, "all_pass": PlayByDefault("leasters")},
    {"speaking": OneRound(), "doublings": 1, "double_ends": True},
    {"ladder": Numbers([18, 20, 22]), "speaking": TwoByTwo()},
    {"ladder": FIVE_HUNDRED, "speaking": OneRound(), "renames": True},
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("terms", TERMS, ids=lambda terms: ", ".join(terms))
def test_every_auction_runs_compiled_and_decides_alike(terms: dict[str, Any]) -> None:
    assert batch.supports(game(**terms)).why == ""
    is_followed(game(**terms), 4, seed=5, number=None, starter=None)


TestLadder = laws(game(**TERMS[0]), examples=effort(8), moves=20)
