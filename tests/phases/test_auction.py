"""An auction: who calls when, what may be called, what comes of it, and ladders of other games."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from trickkit import Deal, Event, InvalidRules, Play
from trickkit.model.actions import Action, BidFor, Call, Pass
from trickkit.model.cards import Suit, french
from trickkit.phases import Auction
from trickkit.phases.auction import AuctionEnded, Contract
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.bidding import BiddingRun
from trickkit.phases.kinds.polls import Poll
from trickkit.policies.partners import Alone

DECK = french()


def call(text: str) -> Action:
    """A call as one writes it at the table: `2C`, `3NT`, `X`, `XX`, `-`."""
    words: dict[str, Action] = {"X": Call("double"), "XX": Call("redouble"), "-": Pass()}
    return words[text] if text in words else BidFor(int(text[0]), text[1:])


def auction(calls: str = "", *, players: int = 4, starter: int = 0, **policies: Any) -> tuple[BiddingRun, Poll]:
    """An auction after some calls."""
    run = Auction(**policies).begin(Deal.fresh(DECK, players=players, starter=starter, size=13))
    at = run.start()
    for text in calls.split():
        after = run.play(at, at.actors[0], call(text))
        assert after is not None, f"{text} is refused after {at.answers}"
        at = after
    return run, at


def ended(calls: str, **given: Any) -> Deal:
    run, at = auction(calls, **given)
    assert at.actors == ()
    return run.record(at)


def legal(calls: str, **given: Any) -> str:
    """What may be called, of the bids only the lowest and the highest."""
    run, at = auction(calls, **given)
    found = [str(action) for action in run.legal(at, at.actors[0])]
    bids = [text.removeprefix("bid ") for text in found if text.startswith("bid ")]
    others = [text for text in found if not text.startswith("bid ")]
    return " ".join([*([f"{bids[0]}..{bids[-1]}"] if bids else []), *others])


def refused(calls: str, text: str, **given: Any) -> str:
    run, at = auction(calls, **given)
    seat = at.actors[0]
    assert run.play(at, seat, call(text)) is None
    return run.refusal(at, seat, call(text))


def test_the_starter_calls_first_and_the_turn_goes_clockwise() -> None:
    assert [auction(calls, starter=2)[1].actors for calls in ("", "-", "- 1C", "- 1C X")] == [(2,), (3,), (0,), (1,)]


def test_another_seat_may_call_first() -> None:
    assert auction(starter=3, after=1)[1].actors == (0,)


def test_a_bid_is_higher_by_its_level_or_at_the_same_level_by_its_denomination() -> None:
    order = [str(bid) for bid in Auction().bids]
    assert order[:7] == ["bid 1C", "bid 1D", "bid 1H", "bid 1S", "bid 1NT", "bid 2C", "bid 2D"]
    assert len(order) == 35
    assert legal("") == "1C..7NT pass"
    assert legal("1S -") == "1NT..7NT pass"
    assert legal("1NT -") == "2C..7NT pass"
    assert legal("7NT -") == "pass"


def test_a_bid_that_is_not_higher_is_refused() -> None:
    told = "bid 1D is not higher than bid 1D by seat 0: each bid must be higher than the last"
    assert refused("1D", "1D") == told
    assert refused("1D", "1C").startswith("bid 1C is not higher")


def test_the_last_bid_of_the_other_side_may_be_doubled_also_after_passes() -> None:
    assert legal("1C") == "1D..7NT double pass"
    assert legal("1C -") == "1D..7NT pass"
    assert legal("1C - -") == "1D..7NT double pass"


def test_a_double_of_the_other_side_may_be_redoubled() -> None:
    assert legal("1C X") == "1D..7NT redouble pass"
    assert legal("1C X -") == "1D..7NT pass"
    assert legal("1C X - -") == "1D..7NT redouble pass"
    assert legal("1C X XX") == "1D..7NT pass"


def test_a_higher_bid_ends_all_doubling() -> None:
    assert legal("1C X XX 1D") == "1H..7NT double pass"


@pytest.mark.parametrize(
    ("calls", "text", "told"),
    [
        ("", "X", "there is no bid to double"),
        ("- -", "XX", "there is no bid to redouble"),
        ("1C -", "X", "bid 1C by seat 0 is a bid of seat 2's own side: only another side doubles it"),
        ("1C X - -", "X", "bid 1C by seat 0 is doubled already"),
        ("1C X XX", "X", "bid 1C by seat 0 is redoubled already"),
        ("1C X XX", "XX", "bid 1C by seat 0 is redoubled already"),
        ("1C", "XX", "bid 1C by seat 0 is not doubled: only a double is redoubled"),
        ("1C X -", "XX", "bid 1C by seat 0 is a bid of another side: only the side that made it redoubles it"),
    ],
)
def test_a_double_that_may_not_be_is_refused(calls: str, text: str, told: str) -> None:
    assert refused(calls, text) == told


def test_what_is_no_call_is_refused_with_the_bid_that_may_be_meant() -> None:
    run, at = auction()
    assert run.refusal(at, 0, Play("2C")) == "a bid is made now; 2C is none (write the bid as 'bid 2C')"
    assert run.refusal(at, 0, Play("AS")) == "a bid is made now; AS is none"


def test_three_passes_after_a_bid_end_the_auction() -> None:
    assert auction("1C - -")[1].actors == (3,)
    assert ended("1C - - -")[Auction].contract == Contract(level=1, denomination="C", declarer=0)
    assert ended("- - - 1C - - -")[Auction].contract == Contract(level=1, denomination="C", declarer=3)
    assert auction("1C - - X - -")[1].actors == (2,)


def test_where_all_pass_the_deal_is_over() -> None:
    assert auction("- - -")[1].actors == (3,)
    deal = ended("- - - -")
    assert (deal.closed, deal[Auction].contract, deal.declarer) == (True, None, None)
    assert deal.events[-1] == AuctionEnded(None)


@pytest.mark.parametrize(
    ("calls", "declarer"),
    [
        ("1S - - -", 0),
        ("1S - 2S - - -", 0),
        ("1S - 2C - 2S - - -", 0),
        ("1S - 2H - 3H - - -", 2),
        ("1C 1S 2C 2S - - -", 1),
        ("1S 2S - - -", 1),
        ("- 1NT - 3NT X - - -", 1),
    ],
)
def test_declarer_was_the_first_of_its_side_to_name_the_denomination(calls: str, declarer: int) -> None:
    deal = ended(calls)
    assert deal.declarer == deal[Auction].contract.declarer == declarer


@pytest.mark.parametrize(("calls", "doubled"), [("1C - - -", 0), ("1C X - - -", 1), ("1C X XX - - -", 2)])
def test_the_contract_says_whether_it_is_doubled(calls: str, doubled: int) -> None:
    assert ended(calls)[Auction].contract.doubled == doubled


def test_trump_is_the_denomination_or_none() -> None:
    assert str(ended("1H - - -").trump) == "hearts"
    before = evolve(Deal.fresh(DECK, players=4), trump=DECK.suits[0])
    run = Auction().begin(before)
    at = run.start()
    for text in ["1NT", "-", "-", "-"]:
        at = run.play(at, at.actors[0], call(text)) or at
    assert run.record(at).trump is None


def test_while_it_goes_on_the_record_says_what_would_be_played() -> None:
    run, at = auction("1H X")
    deal = run.record(at)
    assert str(deal[Auction]) == "bid 1H, double: 1H doubled, by seat 0"
    assert (deal.closed, deal.trump, deal.declarer) == (False, None, None)
    assert str(run.record(run.start())[Auction]) == "no call: no bid"


def test_everybody_hears_every_call() -> None:
    deal = ended("1C - - -")
    heard: tuple[Event, ...] = (*(Answered(seat, call(text)) for seat, text in enumerate(["1C", "-", "-", "-"])),)
    assert deal.events[1:-1] == heard
    assert deal.seen_by(None).events == deal.events
    assert str(deal.events[-1]) == "The contract is 1C by seat 0."


def test_a_game_may_have_another_ladder() -> None:
    skat = {"levels": 1, "denominations": ["D", "H", "S", "C", "grand", "null"], "partners": Alone(), "doublings": 0}
    run, at = auction("- 1S", players=3, **skat)
    assert [str(action) for action in run.legal(at, 2)] == ["bid 1C", "bid 1grand", "bid 1null", "pass"]
    assert ended("1H 1null - -", players=3, **skat).declarer == 1
    assert ended("1H 1null - -", players=3, **skat).trump is None
    assert ended("- - -", players=3, **skat).closed


def test_one_who_plays_alone_doubles_and_redoubles_alone() -> None:
    assert legal("1C", players=3, partners=Alone()) == "1D..7NT double pass"
    assert legal("1C -", players=3, partners=Alone()) == "1D..7NT double pass"
    assert legal("1C X", players=3, partners=Alone()) == "1D..7NT pass"
    assert legal("1C X -", players=3, partners=Alone()) == "1D..7NT redouble pass"


@pytest.mark.parametrize(("doublings", "words"), [(0, []), (1, ["double"]), (2, ["double", "redouble"])])
def test_a_game_may_do_without_doubles(doublings: int, words: list[str]) -> None:
    actions = Auction(doublings=doublings).actions(DECK, 4)
    assert [str(action) for action in actions if isinstance(action, Call)] == words
    assert legal("1C", doublings=doublings) == " ".join(["1D..7NT", *words[:1], "pass"])
    if doublings:
        assert legal("1C X", doublings=doublings) == " ".join(["1D..7NT", *words[1:], "pass"])


@pytest.mark.parametrize(
    ("policies", "told"),
    [
        ({"levels": 0}, "levels=0 is not a whole number from 1 on"),
        ({"levels": ()}, r"levels=\(\): they are whole numbers from 1 on, in ascending order"),
        ({"levels": (90, 80)}, r"levels=\(90, 80\): they are whole numbers"),
        ({"levels": (0, 1)}, r"levels=\(0, 1\): they are whole numbers"),
        ({"levels": (1, "2")}, r"levels=\(1, '2'\): they are whole numbers"),
        ({"ranked": 1}, "ranked=1 is not a bool"),
        ({"double_ends": None}, "double_ends=None is not a bool"),
        ({"trumps": ["AT"]}, r"trumps\[0\]='AT' is not a Suit"),
        ({"denominations": ()}, r"denominations=\(\): there must be at least one, and each only once"),
        ({"denominations": ("C", "C")}, "there must be at least one, and each only once"),
        ({"denominations": (1,)}, r"denominations\[0\]=1 is not a str"),
        ({"doublings": 3}, "doublings=3: a bid is doubled and redoubled at most"),
        ({"partners": 2}, "partners=2 is not a Partners"),
        ({"after": -1}, "after=-1 is not a whole number from 0 on"),
    ],
)
def test_what_is_no_auction_is_refused(policies: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidRules, match=told):
        Auction(**policies)


def test_partners_sit_opposite() -> None:
    with pytest.raises(InvalidRules, match="3 seats cannot play as partners"):
        auction(players=3)


def test_a_ladder_has_at_most_ten_thousand_bids() -> None:
    words = tuple(f"d{number}" for number in range(11))
    with pytest.raises(InvalidRules, match=r"Levels: 1000 levels of 11 denominations: a game has at most 10,000 diff"):
        Auction(levels=1000, denominations=words)
    with pytest.raises(InvalidRules, match=r"levels=1001 is more than 1,000"):
        Auction(levels=1001)


# Levels with numbers of their own, doubles that end the bidding

ALL = Suit("all trumps", "AT")
COINCHE: dict[str, Any] = {
    "levels": (80, 90, 250),
    "denominations": ("C", "D", "H", "S", "NT", "AT"),
    "ranked": False,
    "double_ends": True,
    "trumps": [ALL],
}


def coinche(calls: str, **more: Any) -> tuple[BiddingRun, Poll]:
    """An auction like that of Coinche after some calls, such as `80S - X`."""
    run = Auction(**{**COINCHE, **more}).begin(Deal.fresh(DECK, players=4, size=8))
    at = run.start()
    for text in calls.split():
        bid = BidFor(int(text.rstrip("ACDHNST")), text.lstrip("0123456789")) if text[0].isdigit() else call(text)
        after = run.play(at, at.actors[0], bid)
        assert after is not None, f"{text} is refused after {at.answers}"
        at = after
    return run, at


def test_levels_may_have_numbers_of_their_own() -> None:
    assert [str(bid) for bid in Auction(levels=[80, 250], denominations=["C", "S"]).bids] == [
        *("bid 80C", "bid 80S", "bid 250C", "bid 250S")
    ]


def test_denominations_may_be_equal() -> None:
    run, at = coinche("80D -")
    legal = [str(action) for action in run.legal(at, 2)]
    assert (legal[0], len(legal), legal[-1]) == ("bid 90C", 13, "pass")
    refusal = run.refusal(at, 2, BidFor(80, "S"))
    assert refusal == "bid 80S is not higher than bid 80D by seat 0: each bid must be higher than the last"


def test_a_double_may_end_the_bidding() -> None:
    run, at = coinche("80D X")
    assert at.actors == (2,)
    assert [str(action) for action in run.legal(at, 2)] == ["redouble", "pass"]
    told = "bid 80D by seat 0 is doubled, which ends the bidding: it may be redoubled now"
    assert run.refusal(at, 2, BidFor(90, "S")) == told


@pytest.mark.parametrize(
    ("calls", "actors", "doubled"),
    [
        ("80D X -", (0,), 1),
        ("80D X - -", (), 1),
        ("80D X XX", (), 2),
        ("80D X - XX", (), 2),
        ("80D - - X", (0,), 1),
        ("80D - - X - -", (), 1),
        ("- 80D - 90D - - X", (3,), 1),
        ("- 80D - 90D - - X -", (1,), 1),
    ],
)
def test_the_side_that_was_doubled_is_asked_once_more(calls: str, actors: tuple[int, ...], doubled: int) -> None:
    run, at = coinche(calls)
    won = run.won(at.answers)
    assert won is not None
    assert (at.actors, won.doubled) == (actors, doubled)


def test_where_nothing_is_redoubled_a_double_ends_all() -> None:
    assert coinche("80D X", doublings=1)[1].actors == ()


def test_a_trump_may_be_a_suit_of_no_card() -> None:
    for calls, trump in (("90AT - - -", ALL), ("90NT - - -", None), ("90H - - -", DECK.suits[2])):
        run, at = coinche(calls)
        assert run.record(at).trump == trump


def test_it_is_noted_which_side_was_the_first_to_name_a_denomination() -> None:
    run, at = auction("1C")
    assert run.first(at, 1, call("2H")) == ((1, 3), "H")
    assert run.first(at, 1, call("-")) is None
    assert run.first(at, 1, call("X")) is None
