"""Coinche: the auction, no trump and all trumps, contracts made and failed; and the oracle of Belote."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from belote_oracle import announced, belotes, played_out
from strategies import effort
from tiers import sampled
from trickkit_classics import coinche
from trickkit_classics.belote import SideCount
from turns import called, legal, play, played, sampled_on_the_way, written_down

from trickkit import InvalidRules, Stacked, State, playout
from trickkit.phases import Auction
from trickkit.phases.auction import Contract
from trickkit.policies.ending import AfterDeals
from trickkit.testing import laws

ALL_HEARTS = "JH 9H AH TH KH QH 8H 7H / 7C 8C 9C TC JC QC KC AC / 7D 8D 9D TD JD QD KD AD / 7S 8S 9S TS JS QS KS AS"


def table(hands: str = ALL_HEARTS, **options: Any) -> State:
    """A deal with these hands, a slash between seats, that seat 3 has dealt."""
    fixed = Stacked(hands=[hand.split() for hand in hands.split("/")])
    return coinche.rules(**options).start(first=3, deals=[fixed])


def scored(state: State) -> list[str]:
    """The score lines of the last deal, without the second seat of each side."""
    return [str(line) for line in state.results[-1].lines if line.seat < 2]


# The auction


def test_bids_go_from_80_to_160_then_to_all_tricks() -> None:
    bids = [action for action in legal(table()) if action.endswith("S")]
    assert bids == [f"bid {level}S" for level in (80, 90, 100, 110, 120, 130, 140, 150, 160, 250)]
    assert "bid 500S" in legal(table(generale=True))


@pytest.mark.parametrize(("every_suit", "words"), [("both", ["NT", "AT"]), ("no_trump", ["NT"]), ("none", [])])
def test_what_may_be_bid_besides_the_suits(every_suit: str, words: list[str]) -> None:
    lowest = [action for action in legal(table(every_suit=every_suit)) if action.startswith("bid 80")]
    assert lowest == [f"bid 80{word}" for word in ("C", "D", "H", "S", *words)]


def test_the_dealers_left_bids_first_and_each_bid_must_be_for_more_points() -> None:
    state = called(table(), "bid 80S, pass")
    assert state.actors == (2,)
    assert (legal(state)[0], legal(state)[-1]) == ("bid 90C", "pass")
    assert "bid 80AT" not in legal(state)


@pytest.mark.parametrize(
    ("calls", "actors", "words"),
    [
        ("bid 80S", (1,), "double pass"),
        ("bid 80S, double", (2,), "redouble pass"),
        ("bid 80S, double, pass", (0,), "redouble pass"),
    ],
)
def test_a_double_ends_the_bidding(calls: str, actors: tuple[int, ...], words: str) -> None:
    state = called(table(), calls)
    assert state.actors == actors
    assert [action for action in legal(state) if not action.startswith("bid")] == words.split()


def test_without_surcoinche_the_tricks_begin_after_a_double() -> None:
    state = called(table(surcoinche=False), "bid 80S, double")
    assert (str(state.deal[Auction].contract), state.actors) == ("80S doubled, by seat 0", (0,))
    assert len(legal(state)) == 8


def test_where_all_pass_the_next_seat_deals() -> None:
    state = called(table(), "pass, pass, pass, pass")
    assert (state.results[0].lines, state.deal.starter, state.actors) == ((), 0, (1,))


# What may be played


def test_at_all_trumps_every_lead_is_beaten_and_nothing_is_trumped() -> None:
    hands = "AC 7D 8D 9D TD JD QD KD / 9C TC JH 7H 8H 9H TH QH / 7S 8S 9S TS JS QS KS AS / KC QC JC 7C 8C AD AH KH"
    state = play(called(table(hands), "bid 80AT, pass, pass, pass"), "AC")
    assert legal(state) == ["9C"]
    state = play(state, "9C AS")
    assert legal(state) == ["JC"]


def test_without_trump_suit_is_followed_alone() -> None:
    hands = "KC 7D 8D 9D TD JD QD KD / 9C TC JH 7H 8H 9H TH QH / 7S 8S 9S TS JS QS KS AS / AC QC JC 7C 8C AD AH KH"
    state = play(called(table(hands), "bid 80NT, pass, pass, pass"), "KC")
    assert legal(state) == ["9C", "TC"]


# Scores


@pytest.mark.parametrize(
    ("calls", "options", "expected"),
    [
        ("bid 80H, pass, pass, pass", {}, "0 +80 80H made; 0 +250 took 250; 0 +20 belote"),
        ("bid 80H, pass, pass, pass", {"made": "contract"}, "0 +80 80H made; 0 +20 belote"),
        ("bid 80H, double, pass, pass", {}, "0 +480 80H doubled made; 0 +20 belote"),
        ("bid 80H, double, redouble", {}, "0 +960 80H redoubled made; 0 +20 belote"),
        ("bid 80H, double, redouble", {"redoubled": 3}, "0 +720 80H redoubled made; 0 +20 belote"),
        ("pass, pass, bid 250H, pass, pass, pass", {}, "0 +250 250H made; 0 +250 took 250; 0 +20 belote"),
        ("pass, pass, bid 500H, pass, pass, pass", {"generale": True}, "1 +660 500H failed; 0 +20 belote"),
        ("bid 500H, pass, pass, pass", {"generale": True}, "0 +500 500H made; 0 +250 took 250; 0 +20 belote"),
        ("bid 80S, pass, pass, pass", {}, "1 +240 80S failed; 1 +20 belote"),
        ("bid 80S, double, pass, pass", {}, "1 +480 80S doubled failed; 1 +20 belote"),
        ("bid 100NT, pass, pass, pass", {}, "0 +100 100NT made; 0 +250 took 250"),
        ("bid 100AT, pass, pass, pass", {}, "0 +100 100AT made; 0 +250 took 250; 0 +40 belote; 1 +40 belote"),
    ],
)
def test_scores(calls: str, options: dict[str, Any], expected: str) -> None:
    assert scored(played(called(table(**options), calls))) == [
        f"seat {line[0]}:{line[1:]}" for line in expected.split("; ")
    ]


@pytest.mark.parametrize(
    ("level", "points", "options", "made"),
    [
        (80, (82, 80, 0), {}, True),
        (80, (81, 81, 0), {}, False),
        (80, (80, 82, 0), {"majority": False}, True),
        (100, (80, 82, 20), {}, True),
        (100, (80, 82, 20), {"belote_counts": False}, False),
        (90, (89, 73, 0), {"majority": False}, False),
    ],
)
def test_what_a_contract_takes(level: int, points: tuple[int, int, int], options: dict[str, Any], made: bool) -> None:
    mine, theirs, pair = points
    sides = SideCount((0, 2), mine, 5, pair), SideCount((1, 3), theirs, 3, 0)
    contract = Contract(level=level, denomination="S", declarer=0)
    assert coinche.ScoreBidders(**options).made_it(contract, 3, *sides) == made


# The oracle


def told(
    bid: tuple[int, int, int],
    points: list[int],
    tricks: list[int],
    pairs: list[int],
    melds: list[int],
    options: dict[str, Any],
) -> list[int]:
    """By side, the points for a contract: its level, its declarer, and how often it is doubled."""
    level, declarer, doubled = bid
    mine, theirs = declarer % 2, 1 - declarer % 2
    by_side = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    cards = [250 if by_side[side] == 8 else points[side] for side in (0, 1)]
    has = [cards[side] + (pairs[side] + melds[side] if options["belote_counts"] else 0) for side in (0, 1)]
    made = has[mine] >= level and (has[mine] > has[theirs] or not options["majority"])
    if level >= 250:
        made = (by_side[mine] if level == 250 else tricks[declarer]) == 8
    scores = [*pairs]
    if made and not doubled:
        scores = [score + more for score, more in zip(scores, melds, strict=True)]
        scores[mine] += level
        if options["made"] == "points":
            tens = [points - points % 10 + (10 if points % 10 >= 5 else 0) for points in cards]
            scored = tens if options["rounded"] else cards
            scores = [score + more for score, more in zip(scores, scored, strict=True)]
    else:
        scores[mine if made else theirs] += sum(melds) + (level + 160) * [1, 2, options["redoubled"]][doubled]
    return scores


def auctioned(state: State, dealer: int, draw: Random, options: dict[str, Any]) -> tuple[State, Any, str]:
    """An auction at random, compared call by call; gives level, declarer and doubles, and the game, or None."""
    games = ["C", "D", "H", "S", *{"both": ["NT", "AT"], "no_trump": ["NT"], "none": []}[options["every_suit"]]]
    levels = [*range(80, 161, 10), 250, *([500] if options["generale"] else [])]
    seat, passes, bids, doubled = (dealer + 1) % 4, 0, list[tuple[int, str, int]](), 0
    while True:
        may = [f"bid {level}{game}" for level in levels for game in games if not bids or level > bids[-1][0]]
        if bids and (seat - bids[-1][2]) % 2:
            may.append("double")
        assert state.actors == (seat,)
        assert legal(state) == [*may, "pass"]
        call = draw.choice(may[:12]) if draw.random() < 0.25 and may else "pass"
        call = "double" if may[-1:] == ["double"] and draw.random() < 0.15 else call
        state = state.play(seat, call)
        if call == "double":
            doubled = 1
            break
        passes = passes + 1 if call == "pass" else 0
        if call != "pass":
            level = int("".join(letter for letter in call if letter.isdigit()))
            bids.append((level, call.removeprefix(f"bid {level}"), seat))
        if passes == (3 if bids else 4):
            break
        seat = (seat + 1) % 4
    if not bids:
        return state, None, ""
    level, game, last = bids[-1]
    if doubled and options["surcoinche"]:
        for partner in ((seat + 1) % 4, (seat + 3) % 4):
            assert (state.actors, legal(state)) == ((partner,), ["redouble", "pass"])
            if draw.random() < 0.3:
                state, doubled = state.play(partner, "redouble"), 2
                break
            state = state.play(partner, "pass")
    declarer = next(seat for _, named, seat in bids if named == game and (seat - last) % 2 == 0)
    return state, (level, declarer, doubled), game


def holds_to_the_oracle(state: State, draw: Random, options: dict[str, Any]) -> None:
    """Play a game to its end, and compare every call, every card and every score."""
    totals = [0, 0]
    while not state.is_over:
        number, dealer = state.deal.number, state.deal.begun_by
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        state, bid, game = auctioned(state, dealer, draw, options)
        scores = [0, 0]
        if bid:
            state, shown = announced(state, (dealer + 1) % 4, game, draw, options)
            melds = [sum(meld[1] for seat in (side, side + 2) for meld in shown[seat]) for side in (0, 1)]
            state, points, tricks = played_out(state, (dealer + 1) % 4, game, draw, options)
            scores = told(bid, points, tricks, belotes(hands, game), melds, options)
        assert state.results[number].scores == (*scores, *scores)
        totals = [old + new for old, new in zip(totals, scores, strict=True)]
        assert state.scores == (*totals, *totals)
    assert options["deals"] or (max(totals) >= options["points"] and totals[0] != totals[1])


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options = {
        "every_suit": draw.choice(("both", "both", "no_trump", "none")),
        "generale": draw.random() < 0.3,
        "surcoinche": draw.random() < 0.8,
        "redoubled": draw.choice((3, 4)),
        "made": draw.choice(("points", "contract")),
        "rounded": draw.random() < 0.4,
        "majority": draw.random() < 0.6,
        "belote_counts": draw.random() < 0.6,
        "melds": draw.random() < 0.5,
        "shared": draw.random() < 0.5,
        "undertrump": draw.random() < 0.6,
        "over_partner": draw.random() < 0.6,
        "points": draw.choice((501, 1000)),
        "deals": 0 if seed % 20 == 0 else draw.choice((1, 1, 2)),
    }
    holds_to_the_oracle(coinche.rules(**options).start(seed=seed), draw, options)


def test_games_are_written_down_and_sampled() -> None:
    rules = coinche.rules(points=1000)
    written_down(playout(rules, seed=3))
    sampled_on_the_way(rules.replace(ending=AfterDeals(deals=5)).start(seed=4))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": 500}, "points=500 is not one of 501, 1000, 2000, 3000"),
        ({"every_suit": "all"}, "every_suit='all' is not one of 'both', 'no_trump', 'none'"),
        ({"redoubled": 2}, "redoubled=2 is not one of 4, 3"),
        ({"sur": True}, "no option 'sur'"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        coinche.rules(**given)


def test_a_scoring_knows_what_a_contract_scores() -> None:
    with pytest.raises(InvalidRules, match="ScoreBidders: made='tricks' is not one of 'points', 'contract'"):
        coinche.ScoreBidders(made="tricks")


TestLaws = laws(coinche.rules, examples=effort(10), deals=1)
