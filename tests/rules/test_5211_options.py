"""5211: every option with every value (section 4), and the long variant (2.6, F7, F8, F9)."""

from typing import Any

import pytest
from game5211_table import (
    DECK_28_28_28,
    DECK_31_44_40,
    ROUND_0_7_3,
    SCORES_31_44_40,
    evaluations,
    final,
    lay,
    ranked,
    removed,
    stacked,
    start,
    to_the_end,
    worth,
)

from trickkit import Card, Deck, Rules, State, load, playout
from trickkit.catalog.options import options
from trickkit.phases import Evaluate
from trickkit.variants import game5211

CHECKS = ("round_after_first_deck", "deck_end", "every_round")


def long(*, target: int = 50, check: str = CHECKS[0], tiebreak: str = "current_pile", players: int = 3) -> Rules:
    """The rules of the long variant."""
    return load("5211", players=players, long_game=True, long_target=target, long_check=check, long_tiebreak=tiebreak)


def test_defaults() -> None:
    """Section 4: the options at a glance."""
    defaults = {
        "players": 4,
        "long_game": False,
        "long_target": 50,
        "long_check": "round_after_first_deck",
        "long_tiebreak": "current_pile",
        "kododo_mode": "exact",
    }
    assert {option.name: option.default for option in options(game5211.rules)} == defaults
    assert dict(game5211.rules().options) == defaults
    assert game5211.rules(**defaults) == game5211.rules()


# kododo_mode

SEVEN = "G1 G1 Y1 B1 / G1 Y1 O1 P2 / Y4 Y2 B2 P3 / G3 G5 O2 B3"
SIX = "G1 G1 Y3 B2 / Y1 O1 G4 G2 / P1 B3 G2 G3 / B1 Y2 Y2 O5"
FIVE = "G1 G1 Y3 B2 / Y1 O1 G4 G2 / P1 B3 G2 G3 / B3 Y2 Y2 O5"


@pytest.mark.parametrize(
    ("table", "exact", "at_least"),
    [
        (SEVEN, ("green has the majority", (2, 1, 0, 8)), ("7 Kododos", (4, 3, 0, 0))),
        (SIX, ("exactly 6 Kododos", (2, 2, 1, 1)), ("6 Kododos", (2, 2, 1, 1))),
        (FIVE, ("green has the majority", (2, 6, 5, 0)), ("green has the majority", (2, 6, 5, 0))),
    ],
)
def test_kododo_mode(table: str, exact: tuple[str, tuple[int, ...]], at_least: tuple[str, tuple[int, ...]]) -> None:
    """F3: exactly n + 2, or in the original edition as many or more; fewer never score."""
    for mode, (reason, points) in (("exact", exact), ("at_least", at_least)):
        event = worth(table, kododo_mode=mode)
        assert (event.reason, event.points) == (reason, points)


# 2.6 The long variant


def test_one_deck_when_the_game_is_not_long() -> None:
    """2.5, 2.6: whether somebody has 50 or nobody."""
    end = lay(start(*DECK_31_44_40), *DECK_31_44_40)
    assert (end.is_over, end.scores, len(end.results)) == (True, (31, 44, 40), 1)
    assert end.outcome is not None
    assert (end.outcome.ranking, end.outcome.reason) == (((1,), (2,), (0,)), "1 deal is played")


@pytest.mark.parametrize("check", CHECKS)
def test_scores_round_by_round(check: str) -> None:
    """2.7: the first deck of the example, worth 31, 44 and 40; nobody has 50, so another one follows."""
    state = start(*DECK_31_44_40, rules=long(check=check))
    totals = [0, 0, 0]
    for table, points in zip(DECK_31_44_40, SCORES_31_44_40, strict=True):
        state = lay(state, table)
        totals = [old + new for old, new in zip(totals, points, strict=True)]
        assert evaluations(state)[-1].points == points
        assert list(state.scores) == totals
    assert totals == [31, 44, 40]
    assert not state.is_over
    assert (state.deal.number, len(state.results)) == (1, 1)


def two_decks(check: str) -> State:
    """The example after the first round of its second deck."""
    rules = long(check=check)
    state = rules.start(seed=7, deals=[stacked(*DECK_31_44_40), stacked(ROUND_0_7_3)])
    return lay(state, *DECK_31_44_40, ROUND_0_7_3)


@pytest.mark.parametrize("check", ["round_after_first_deck", "every_round"])
def test_second_deck_ends_as_soon_as_somebody_has_50(check: str) -> None:
    """2.7, F7: 31, 51, 43 after its first round."""
    end = two_decks(check)
    assert (end.is_over, end.scores) == (True, (31, 51, 43))
    assert end.outcome is not None
    assert (end.outcome.ranking, end.outcome.reason) == (((1,), (2,), (0,)), "50 points are reached")
    # The second deck is left as it lies: a round was played, and the hands are full again.
    assert end.deal[Evaluate].number == 1
    assert [len(hand) for hand in end.deal.hands] == [5, 5, 5]
    assert len(end.deal.stock) == 60
    assert end.deal.closed
    assert not end.results[0].deal.closed


def test_second_deck_is_played_out_when_the_check_comes_at_its_end() -> None:
    """2.7, F7: `deck_end`."""
    state = two_decks("deck_end")
    assert (state.is_over, state.scores) == (False, (31, 51, 43))
    end = to_the_end(state)
    assert [result.deal[Evaluate].number for result in end.results] == [7, 7]
    assert not any(result.deal.closed for result in end.results)


# A deck with nines and tens, in which rounds can be worth what those of the next example are worth.
RICH = Deck(
    tuple(
        Card.plain(suit, rank, f"{suit.letter}{rank}")
        for suit in game5211.deck().suits
        for rank, copies in ((1, 1), (2, 16), (9, 2), (10, 1))
        for _ in range(copies)
    )
)


def rich_round(colour: str, other: str, third: str) -> str:
    """A round that is worth 9, 10 and 9: seven of another colour are out, and two of a third are fewer."""
    rows = ("{0}9 {1}2 {1}2 {1}2", "{0}10 {1}2 {1}2 {2}2", "{0}9 {1}2 {1}2 {2}2")
    return " / ".join(row.format(colour, other, third) for row in rows)


POOR_ROUNDS = [
    "B2 B2 B2 B2 / O1 B2 B2 B2 / G2 G2 Y2 Y2",
    "P2 P2 P2 P2 / G1 P2 P2 P2 / O2 O2 Y2 Y2",
]
"""Rounds that are worth 0, 1 and 0: seven cards are out, two and two are tied."""


@pytest.mark.parametrize(("check", "rounds"), [(CHECKS[0], 7), ("deck_end", 7), ("every_round", 5)])
def test_first_deck_is_played_out(check: str, rounds: int) -> None:
    """2.7, F7: 45, 50, 45 after five rounds; only `every_round` stops there."""
    colours = "BGYOP"
    tables = [rich_round(colours[n], colours[(n + 1) % 5], colours[(n + 2) % 5]) for n in range(5)] + POOR_ROUNDS
    state = start(*tables, rules=long(check=check).replace(deck=RICH))
    for number, table in enumerate(tables[:rounds]):
        assert not state.is_over
        state = lay(state, table)
        assert evaluations(state)[-1].points == ((9, 10, 9) if number < 5 else (0, 1, 0))
    assert state.is_over
    assert state.scores == ((45, 50, 45) if rounds == 5 else (45, 52, 45))
    assert state.deal.closed == (rounds == 5)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


@pytest.mark.parametrize("check", CHECKS)
def test_second_deck_when_nobody_is_near(check: str) -> None:
    """2.7: 28, 28, 28 and a second deck, of all 100 cards again, with cards removed anew (F10)."""
    rules = long(check=check)
    state = lay(rules.start(seed=7, deals=[stacked(*DECK_28_28_28)]), *DECK_28_28_28)
    assert (state.is_over, state.scores, state.deal.number) == (False, (28, 28, 28), 1)
    deal = state.deal
    places = [*deal.hands, deal.stock, deal.out]
    assert sorted(str(card) for place in places for card in place) == sorted(str(card) for card in rules.deck)
    assert [len(hand) for hand in deal.hands] == [5, 5, 5]
    assert len(deal.stock) == 72
    assert len(removed(deal)) == 13
    assert sorted(removed(deal)) != sorted(removed(state.results[0].deal))
    assert deal.get(Evaluate) is None


@pytest.mark.parametrize(
    ("target", "check", "ends"), [(32, "every_round", 5), (33, "every_round", 6), (32, CHECKS[0], 7)]
)
def test_target_is_reached_or_passed(target: int, check: str, ends: int) -> None:
    """2.6: seat 1 has 8, 17, 22, 22, 32, 38, 44 after the rounds; exactly the target is enough."""
    state = start(*DECK_31_44_40, rules=long(target=target, check=check))
    state = lay(state, *DECK_31_44_40[: ends - 1])
    assert not state.is_over
    assert lay(state, DECK_31_44_40[ends - 1]).is_over


@pytest.mark.parametrize(("target", "decks"), [(44, 1), (45, 2)])
def test_target_at_the_end_of_a_deck(target: int, decks: int) -> None:
    """2.6: the best has 44 after the first deck."""
    state = lay(start(*DECK_31_44_40, rules=long(target=target)), *DECK_31_44_40)
    assert state.is_over == (decks == 1)


def test_points_are_added_up_over_the_decks() -> None:
    """2.6: and the lines of a deck are its own."""
    state = two_decks("deck_end")
    assert state.deal.totals == (31, 44, 40)
    assert [sum(line.points for line in state.deal.lines if line.seat == seat) for seat in range(3)] == [0, 7, 3]
    assert state.results[0].totals == (31, 44, 40)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_long_games(players: int, check: str) -> None:
    """2.6, F7: every game of some seeds stops where the option says, and not before."""
    rules = long(check=check, players=players)
    rounds = {2: 11, 3: 7, 4: 6, 5: 4}[players]
    for seed in range(3):
        end = playout(rules, seed=seed)
        totals, reached = [0] * players, []
        for number, result in enumerate(end.results):
            of_deck = evaluations_of(result.deal)
            for place, points in enumerate(of_deck):
                totals = [old + new for old, new in zip(totals, points, strict=True)]
                last = place == rounds - 1
                looked_at = {CHECKS[0]: number > 0 or last, "deck_end": last, "every_round": True}[check]
                reached.append(looked_at and max(totals) >= 50)
        assert reached == [False] * (len(reached) - 1) + [True]
        assert end.scores == tuple(totals)


def evaluations_of(deal: Any) -> list[tuple[int, ...]]:
    """The points of every evaluation of a deck."""
    return [event.points for event in deal.events if type(event).__name__ == "TableScored"]


# Long ties


def test_highest_total_wins_not_the_first_to_50() -> None:
    """F9: whoever has more, when the target is reached by several."""
    assert ranked(long(), [((49, 40, 0), (9, 9, 9)), ((1, 12, 0), (1, 1, 1))]) == ((1,), (0,), (2,))


DECKS = [((30, 20, 30), (20, 1, 9)), ((21, 31, 21), (2, 5, 6))]
"""The points and piles of two decks: 51 points for all; 2, 5, 6 cards in the last piles, in all 22, 6, 15."""


def test_long_tiebreak() -> None:
    """F8: the cards in the pile of the last deck, or in those of all decks."""
    assert ranked(long(), DECKS) == ((2,), (1,), (0,))
    assert ranked(long(tiebreak="all_decks"), DECKS) == ((0,), (2,), (1,))


def test_long_tie_that_stays() -> None:
    """F8: shared, by each way of counting."""
    decks = [((30, 30, 0), (9, 8, 0)), ((21, 21, 0), (3, 3, 9))]
    assert ranked(long(), decks) == ((0, 1), (2,))
    assert ranked(long(tiebreak="all_decks"), decks) == ((0,), (1,), (2,))
    decks = [((30, 30, 0), (9, 8, 0)), ((21, 21, 0), (3, 4, 9))]
    assert ranked(long(), decks) == ((1,), (0,), (2,))
    assert ranked(long(tiebreak="all_decks"), decks) == ((0, 1), (2,))


@pytest.mark.sample(0)
def test_long_tiebreak_in_whole_games() -> None:
    """F8: played, with the piles of the states."""
    found = set()
    for tiebreak in ("current_pile", "all_decks"):
        for seed in range(60):
            end = playout(long(target=30, tiebreak=tiebreak, check="every_round", players=5), seed=seed)
            piles = [result.deal[Evaluate].piles for result in end.results]
            counted = piles if tiebreak == "all_decks" else piles[-1:]
            cards = [sum(pile[seat] for pile in counted) for seat in range(5)]
            assert end.outcome is not None
            order = [seat for group in end.outcome.ranking for seat in group]
            assert order == sorted(range(5), key=lambda seat: (-end.scores[seat], -cards[seat], seat))
            found.add((tiebreak, len(end.results) > 1 and len(set(end.scores)) < 5))
    assert found == {(tiebreak, True) for tiebreak in ("current_pile", "all_decks")} | {
        (tiebreak, False) for tiebreak in ("current_pile", "all_decks")
    }


def test_tiebreak_of_a_single_deck_does_not_depend_on_the_options() -> None:
    """2.5: options of the long variant say nothing about a game that is not long."""
    for check in CHECKS:
        for tiebreak in ("current_pile", "all_decks"):
            assert final([40, 40, 12], [15, 16, 30], long_check=check, long_tiebreak=tiebreak) == ((1,), (0,), (2,))
            rules = game5211.rules(players=3, long_check=check, long_tiebreak=tiebreak, long_target=1)
            assert rules.phases == game5211.rules(players=3).phases
            assert rules.ending == game5211.rules(players=3).ending
