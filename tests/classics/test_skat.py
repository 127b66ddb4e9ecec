"""Skat: bidding, the skat and hand games, what is trump and what follows, values, overbidding, and the simple game."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from strategies import effort
from trickkit_classics import skat
from turns import called, legal, played

from trickkit import Deal, IllegalAction, InvalidCard, InvalidRules, Stacked, State, playout
from trickkit.model.actions import Play
from trickkit.model.cards import piquet
from trickkit.model.hands import Hand, Pile
from trickkit.phases import LayAway, NameTrump, Tricks
from trickkit.phases.holding import HeldBids
from trickkit.phases.naming import Named
from trickkit.phases.talon import LaidAway, StockTaken
from trickkit.phases.tricks.record import Exposed, Played, Trick, TrickTable
from trickkit.testing import laws

DECK = piquet()
HANDS = [
    ["JC", "JH", "AC", "TC", "KC", "QC", "9C", "AS", "TS", "7D"],
    ["JS", "JD", "8C", "7C", "KS", "QS", "9S", "8S", "7S", "9D"],
    ["AD", "TD", "KD", "QD", "AH", "TH", "KH", "QH", "9H", "8H"],
]
SKAT = ["8D", "7H"]
"""Seat 0 has clubs with one; seat 2 deals, so that seat 0 is forehand."""


def dealt(hands: list[list[str]] = HANDS, stock: list[str] = SKAT, dealer: int = 2, **options: Any) -> State:
    """One deal with these hands, at its first call."""
    return skat.rules(**{"deals": 1, **options}).start(first=dealer, deals=[Stacked(hands=hands, stock=stock)])


WON = "18, yes, pass, pass"
"""Forehand has it at 18."""


# Bidding


def test_middlehand_bids_to_forehand_then_rearhand_to_who_is_left() -> None:
    state = dealt(dealer=0)
    assert state.actors == (2,)
    state = called(state, "18")
    assert (state.actors, legal(state)) == ((1,), ["yes", "pass"])
    state = called(state, "yes, 20, pass")
    assert state.actors == (0,)
    assert legal(state)[:2] == ["22", "23"]
    assert called(state, "22, pass").deal.declarer == 0


def test_what_may_be_bid_are_the_values_of_games() -> None:
    assert skat.VALUES[:12] == (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44)
    assert skat.VALUES[-4:] == (204, 216, 240, 264)
    assert len(skat.VALUES) == len({*skat.VALUES})
    assert not {19, 21, 25, 26, 34, 47, 58} & {*skat.VALUES}
    with pytest.raises(IllegalAction, match="20 is not higher than 22"):
        called(dealt(), "22, yes").play(1, "20")


def test_where_all_pass_nothing_is_scored() -> None:
    state = called(dealt(deals=2), "pass, pass, pass")
    assert (state.results[0].lines, state.deal.starter) == ((), 0)


def test_forehand_may_play_when_the_others_pass() -> None:
    state = called(dealt(), "pass, pass, 18")
    assert (state.deal.declarer, state.actors) == (0, (0,))


# The skat


def test_who_plays_takes_the_skat_and_lays_two_away() -> None:
    state = called(dealt(), WON)
    assert legal(state) == ["take", "hand"]
    state = called(state, "take")
    assert {*SKAT} <= {*legal(state)}
    assert [str(state.view(seat).deal.hands[0]).count("?") for seat in (0, 1, 2, None)] == [0, 24, 24, 24]
    with pytest.raises(IllegalAction, match="hand 0 does not hold AD; it holds"):
        state.play(0, "AD")
    state = called(state, "7D, 8D")
    assert len(state.deal.hands[0]) == 10
    assert str(state.view(0).deal[LayAway]) == "hand 0: 7D 8D"
    assert str(state.view(1).deal[LayAway]) == "hand 0: ?? ??"


def test_a_hand_game_leaves_the_skat_unseen() -> None:
    state = called(dealt(), f"{WON}, hand")
    assert isinstance(state.phase, NameTrump)
    assert str(state.view(0).deal.stock) == "?? ??"


def test_only_a_hand_game_is_announced_higher() -> None:
    assert legal(called(dealt(), f"{WON}, take, 7D, 8D")) == [
        *("name C", "name D", "name H", "name S", "name grand", "name null", "name null ouvert"),
    ]
    names = legal(called(dealt(), f"{WON}, hand"))
    assert len(names) == 5 * 4 + 2
    assert {"name C schneider", "name grand schwarz", "name H ouvert", "name null ouvert"} <= {*names}


@pytest.mark.parametrize(
    ("bid", "said", "null"),
    [
        ("23", "take, 7D, 8D", ["null", "null ouvert"]),
        ("24", "take, 7D, 8D", ["null ouvert"]),
        ("46", "take, 7D, 8D", ["null ouvert"]),
        ("48", "take, 7D, 8D", []),
        ("35", "hand", ["null", "null ouvert"]),
        ("36", "hand", ["null ouvert"]),
        ("60", "hand", []),
    ],
)
def test_null_must_be_worth_what_was_bid(bid: str, said: str, null: list[str]) -> None:
    names = legal(called(dealt(), f"{bid}, yes, pass, pass, {said}"))
    assert [name.removeprefix("name ") for name in names if "null" in name] == null


# Tricks


def test_forehand_leads_and_jacks_are_trumps() -> None:
    state = called(dealt(), f"{WON}, take, 7D, 8D, name C, JH")
    assert state.actors == (1,)
    assert legal(state) == ["7C", "8C", "JD", "JS"]
    state = called(state, "JS")
    assert len(legal(state)) == 10
    assert called(state, "8H").deal[Tricks].tricks[0].taker == 1


def test_a_jack_does_not_follow_its_printed_suit() -> None:
    state = called(dealt(), f"{WON}, take, 7D, 8D, name H, 9C")
    assert legal(state) == ["7C", "8C"]
    state = called(dealt(), f"{WON}, take, 7D, 8D, name H, AS")
    assert legal(state) == ["7S", "8S", "9S", "QS", "KS"]


def test_in_grand_only_jacks_are_trumps() -> None:
    state = called(dealt(), f"{WON}, take, 7D, 8D, name grand, JH")
    assert legal(state) == ["JD", "JS"]
    assert legal(called(dealt(), f"{WON}, take, 7D, 8D, name grand, 9C")) == ["7C", "8C"]


def test_in_null_cards_rank_as_elsewhere_and_jacks_follow_suit() -> None:
    state = called(dealt(), f"{WON}, take, 7D, 8D, name null, TS")
    assert legal(state) == ["7S", "8S", "9S", "JS", "QS", "KS"]
    assert called(state, "JS, 8H").deal[Tricks].tricks[0].taker == 1


def test_null_is_over_with_the_first_trick_of_the_declarer() -> None:
    state = called(dealt(), f"{WON}, take, 7D, 8D, name null, AC, 7C, 8H")
    assert state.is_over
    assert len(state.deal[Tricks].tricks) == 1
    assert state.scores == (-46, 0, 0)


def test_other_games_go_on_to_the_end() -> None:
    state = played(called(dealt(), f"{WON}, take, 7D, 8D, name C"))
    assert len(state.deal[Tricks].tricks) == 10


@pytest.mark.parametrize("game", ["null ouvert", "C ouvert"])
def test_ouvert_lies_open_before_the_first_card(game: str) -> None:
    said = "take, 7D, 8D" if game == "null ouvert" else "hand"
    state = called(dealt(dealer=1), f"20, pass, pass, {said}, name {game}")
    assert state.actors == (2,)
    assert state.deal.declarer == 0
    for viewer in (0, 1, 2, None):
        assert "?" not in str(state.view(viewer).deal.hands[0])
    state = called(state, "8H")
    assert sum(isinstance(event, Exposed) for event in state.events) == 1


# Values


def deal_of(own: list[str], aside: list[str], words: str, taken: tuple[bool, ...], bid: int, hand: bool) -> Deal:
    """A deal that seat 0 played, with the tricks that it took."""
    rest = [card.text for card in DECK if card.text not in {*own, *aside}]
    hands = [own, rest[::2], rest[1::2]]
    tricks = [
        Trick(tuple(Played(seat, seat, Play(cards[number]), cards[number]) for seat, cards in enumerate(hands)), taker)
        for number, taker in enumerate(0 if mine else 1 for mine in taken)
    ]
    kind = skat.Game.of(words).kind
    skat_cards = Hand.of(DECK, aside)
    deal = evolve(
        Deal.fresh(DECK, players=3, size=10),
        declarer=0,
        trump=skat.trumps(DECK)[kind],
        stock=Pile(DECK, tuple(DECK.numbers(aside)) if hand else ()),
    )
    for record in (
        HeldBids((), bid),
        StockTaken(() if hand else (0,)),
        LaidAway((Hand(DECK) if hand else skat_cards, Hand(DECK), Hand(DECK))),
        Named((), words, 0),
        TrickTable(tuple(tricks), Trick(()), (sum(taken), 10 - sum(taken), 0)),
    ):
        deal = deal.with_record(record)
    return deal


def worth(
    words: str,
    points: int | None = None,
    *,
    tricks: int | None = None,
    own: list[str] = HANDS[0],
    aside: list[str] = SKAT,
    bid: int = 18,
    hand: bool = False,
    seeger: bool = False,
) -> tuple[int, ...]:
    """What each seat scores when seat 0 took so many card points, in some tricks or in so many."""
    for taken in product((True, False), repeat=10):
        if (tricks is not None and sum(taken) != tricks) or (tricks is None and sum(taken) in (0, 10)):
            continue
        deal = deal_of(own, aside, words, taken, bid, hand)
        if points is None or skat.DIFFERENCE.taken(deal, 0) == points:
            break
    else:
        raise AssertionError(f"{points} cannot be taken")
    scores = [0, 0, 0]
    for line in skat.ScoreGame(seeger_fabian=seeger).lines(deal):
        scores[line.seat] += line.points
    return tuple(scores)


@pytest.mark.parametrize(
    ("points", "tricks", "score"),
    [
        (61, None, 24),
        (60, None, -48),
        (89, None, 24),
        (90, None, 36),
        (31, None, -48),
        (30, None, -72),
        (None, 10, 48),
        (None, 0, -96),
        (None, 9, 36),
    ],
)
def test_clubs_with_one(points: int | None, tricks: int | None, score: int) -> None:
    assert worth("C", points, tricks=tricks) == (score, 0, 0)


@pytest.mark.parametrize(
    ("words", "points", "tricks", "score"),
    [
        ("C", 61, None, 36),
        ("C", 60, None, -72),
        ("C", 90, None, 48),
        ("C", None, 10, 60),
        ("C schneider", 90, None, 60),
        ("C schneider", 89, None, -120),
        ("C schneider", None, 10, 72),
        ("C schwarz", None, 10, 84),
        ("C schwarz", None, 9, -168),
        ("C ouvert", None, 10, 96),
        ("C ouvert", None, 9, -192),
        ("grand", 61, None, 72),
    ],
)
def test_hand_games_and_what_is_announced(words: str, points: int | None, tricks: int | None, score: int) -> None:
    assert worth(words, points, tricks=tricks, hand=True) == (score, 0, 0)


@pytest.mark.parametrize(("words", "score"), [("D", 18), ("H", 20), ("S", 22), ("C", 24), ("grand", 48)])
def test_base_values(words: str, score: int) -> None:
    assert worth(words, 61) == (score, 0, 0)


@pytest.mark.parametrize(
    ("highest", "tops"),
    [
        ("JC", 1),
        ("JC JS", 2),
        ("JC JS JH", 3),
        ("JC JS JH JD", 4),
        ("JC JS JH JD AH", 5),
        ("JS JH", 1),
        ("AH", 4),
        ("", 8),
    ],
    ids=str,
)
@pytest.mark.parametrize("hand", [False, True])
def test_tops_with_and_without(highest: str, tops: int, hand: bool) -> None:
    own = [*highest.split(), "7H", "8H", "9H", "TS", "KS", "QS", "9S", "8S", "7S", "7D"][:10]
    value = 10 * (tops + 1 + hand)
    assert worth("H", 61, own=own, hand=hand, aside=["8D", "9D"])[0] == value
    assert worth("H", 60, own=own, hand=hand, aside=["8D", "9D"])[0] == -2 * value


@pytest.mark.parametrize("hand", [False, True])
def test_a_jack_in_the_skat_is_one_of_the_declarers_tops(hand: bool) -> None:
    own = ["JS", *["AC", "TC", "KC", "QC", "9C", "AS", "TS", "7D", "8D"]]
    assert worth("C", 61, own=own, aside=["JC", "7H"], hand=hand)[0] == 12 * (2 + 1 + hand)
    assert worth("C", 61, own=own, aside=["JD", "7H"], hand=hand)[0] == 12 * (1 + 1 + hand)


@pytest.mark.parametrize(
    ("bid", "points", "score"),
    [(24, 61, 24), (27, 61, -72), (36, 90, 36), (36, 61, -72), (40, 61, -96), (48, 120, -96), (33, 60, -72)],
)
def test_overbid(bid: int, points: int, score: int) -> None:
    """Clubs with one are worth 24: the lowest value of clubs that reaches the bid is lost."""
    assert worth("C", None if points == 120 else points, tricks=9 if points == 120 else None, bid=bid)[0] == score


@pytest.mark.parametrize(
    ("words", "hand", "value"),
    [("null", False, 23), ("null", True, 35), ("null ouvert", False, 46), ("null ouvert", True, 59)],
)
def test_null(words: str, hand: bool, value: int) -> None:
    assert worth(words, tricks=0, hand=hand) == (value, 0, 0)
    assert worth(words, tricks=1, hand=hand) == (-2 * value, 0, 0)


def test_seeger_and_fabian() -> None:
    assert worth("C", 61, seeger=True) == (24 + 50, 0, 0)
    assert worth("C", 60, seeger=True) == (-48 - 50, 40, 40)
    assert worth("null", tricks=1, seeger=True) == (-46 - 50, 40, 40)


def test_scores_give_their_reasons() -> None:
    state = played(called(dealt(), "30, yes, pass, pass, hand, name C"))
    (line,) = state.results[0].lines
    assert line.seat == 0
    assert line.reason.startswith("C from the hand: ")
    state = played(called(dealt(), "216, yes, pass, pass, take, 7D, 8D, name C"))
    assert state.results[0].lines[0].reason == "C bid to 216: 216 lost"
    assert state.scores == (-432, 0, 0)


# The simple game


SIMPLE = {"bidding": "simple"}


def test_the_first_one_to_name_a_game_plays_it() -> None:
    state = dealt(**SIMPLE)
    assert legal(state) == ["name C", "name D", "name H", "name S", "name grand", "name null", "pass"]
    state = called(state, "pass, name grand")
    assert (state.actors, state.deal.declarer) == ((1,), 1)
    assert len(legal(state)) == 12


def test_its_declarer_scores_the_difference_to_sixty_from_both() -> None:
    state = played(called(dealt(**SIMPLE), "name C, 7D, 8D"))
    points = skat.DIFFERENCE.taken(evolve(state.deal, declarer=0), 0)
    assert state.scores == (2 * (points - 60), 60 - points, 60 - points)
    assert points != 60


def test_null_is_worth_thirty_card_points() -> None:
    lost = called(dealt(**SIMPLE), "name null, 7D, 8D, AC, 7C, 8H")
    assert (lost.is_over, lost.scores) == (True, (-60, 30, 30))
    low = [
        ["7C", "8C", "9C", "7D", "8D", "9D", "7H", "8H", "7S", "8S"],
        ["TC", "JC", "QC", "KC", "TD", "JD", "QD", "AH", "9S", "TS"],
    ]
    rest = [card.text for card in DECK if card.text not in {*low[0], *low[1]}]
    won = called(dealt([low[0], low[1], rest[:10]], rest[10:], **SIMPLE), f"name null, {rest[10]}, {rest[11]}")
    won = played(won)
    assert won.scores == (60, -30, -30)


def test_a_simple_deal_that_all_pass_scores_nothing() -> None:
    assert called(dealt(**SIMPLE), "pass, pass, pass").scores == (0, 0, 0)


# Whole games


LISTS: list[dict[str, Any]] = [{}, {"seeger_fabian": True, "deals": 12}, {"bidding": "simple", "deals": 24}]


@pytest.mark.parametrize("options", LISTS, ids=str)
def test_lists_end_after_their_deals(options: dict[str, Any]) -> None:
    games: Counter[str] = Counter()
    for seed in range(4):
        end = playout(skat.rules(**options), seed=seed, first=0)
        assert len(end.results) == options.get("deals", 36)
        assert [result.deal.starter for result in end.results[:4]] == [0, 1, 2, 0]
        for result in end.results:
            named = result.deal.get(NameTrump)
            games[named.game.split()[0] if named and named.game else "passed"] += 1
    assert {"C", "D", "H", "S", "grand"} <= {*games}
    # Who bids at random bids more than null is worth.
    assert (games["null"] > 0) == ("bidding" in options)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"deals": 0}, "deals=0 is not one of 1, 2"),
        ({"deals": 49}, "deals=49 is not one of 1, 2"),
        ({"bidding": "easy"}, "bidding='easy' is not one of 'values', 'simple'"),
        ({"seeger": True}, r"no option 'seeger' \(did you mean 'seeger_fabian'\?\)"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        skat.rules(**given)


def test_cards_of_another_deck_are_refused() -> None:
    with pytest.raises(InvalidCard, match="'6S' is not a card of this deck"):
        dealt(stock=["6S"])


TestLaws = laws(skat.rules, examples=effort(10))
