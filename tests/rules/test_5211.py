"""5211: cards, setup, rounds, evaluation, end (2.1 to 2.5), and the worked examples (2.7)."""

from collections import Counter
from typing import NamedTuple

import pytest
from game5211_table import (
    COLOURS,
    any_round,
    drawn,
    evaluations,
    final,
    lay,
    legal,
    on_table,
    patterns,
    piles,
    reference,
    removed,
    rows_of,
    spread,
    start,
    thrown,
    to_the_end,
    turn,
    worth,
)

from trickkit import UNKNOWN, ScoreLine, State, View, load, playout
from trickkit.model.events import DealStarted
from trickkit.phases import Evaluate, Reveal
from trickkit.phases.evaluate import Evaluated, TableScored
from trickkit.phases.reveal import Revealed
from trickkit.phases.stock import Drawn, ThrownAway
from trickkit.variants import game5211

# 2.1 Cards


def test_deck_of_100_cards() -> None:
    """2.1, F1: the numbers are those of each colour."""
    deck = game5211.deck()
    assert [(suit.name, suit.letter) for suit in deck.suits] == [
        ("blue", "B"),
        ("green", "G"),
        ("yellow", "Y"),
        ("orange", "O"),
        ("purple", "P"),
    ]
    counts = Counter(card.text for card in deck)
    copies = {"1": 5, "2": 6, "3": 5, "4": 2, "5": 1, "6": 1}
    assert counts == {colour + value: count for colour in COLOURS for value, count in copies.items()}
    assert all(card.faces[0].rank == int(card.text[1]) for card in deck)
    assert sum(copies.values()) == 20
    assert sum(int(value) * count for value, count in copies.items()) == 51


def test_texts_of_cards_read_back() -> None:
    """2.1: the colour's letter, then the value; one action for all copies."""
    rules = game5211.rules()
    assert list(rules.actions) == [colour + value for colour in COLOURS for value in "123456"]
    assert [str(rules.action(text)) for text in rules.actions] == list(rules.actions)


# 2.2 Setup


class Setup(NamedTuple):
    """A row of the table in 2.2."""

    players: int
    removed: int
    pile: int
    kododos: int
    limit: int
    rounds: int


SETUPS = [Setup(2, 10, 80, 4, 5, 11), Setup(3, 13, 72, 5, 6, 7), Setup(4, 0, 80, 6, 7, 6), Setup(5, 15, 60, 7, 8, 4)]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players} players")


@every_setup
def test_setup(setup: Setup) -> None:
    """2.2: cards removed, 5 a seat, the rest is the draw pile."""
    state = load("5211", players=setup.players).start(seed=3)
    assert len(state.deal.out) == len(removed(state.deal)) == setup.removed
    assert [len(hand) for hand in state.deal.hands] == [5] * setup.players
    assert len(state.deal.stock) == setup.pile


@every_setup
def test_rounds_until_the_cards_are_used_up(setup: Setup) -> None:
    """2.2, 2.3: the pile runs out at the end of a round; one more is played, and a card a seat is thrown away."""
    end = playout(game5211.rules(players=setup.players), seed=5)
    assert len(end.moves) == setup.rounds * 4 * setup.players
    assert [event.number for event in evaluations(end)] == list(range(setup.rounds))
    assert len(end.deal.stock) == 0
    assert [len(hand) for hand in end.deal.hands] == [0] * setup.players
    assert [len(cards) for cards in thrown(end.deal)] == [1] * setup.players


@every_setup
def test_kododo_number(setup: Setup) -> None:
    """2.2: n + 2 Kododos score, neither one fewer nor one more."""
    ones = ["B1", "G1", "Y1", "O1", "P1"] * 2
    others = ["B2", "G3", "Y3", "O2", "P3"] * 4
    for number in (setup.kododos - 1, setup.kododos, setup.kododos + 1):
        cards = [*ones[:number], *others[: 4 * setup.players - number]]
        table = " / ".join(" ".join(cards[seat :: setup.players]) for seat in range(setup.players))
        assert (worth(table).reason == f"exactly {number} Kododos") == (number == setup.kododos)


@pytest.mark.parametrize(
    ("players", "below", "at"),
    [
        (2, (4, 3, 1), (5, 2, 1)),
        (3, (5, 4, 3), (6, 4, 2)),
        (4, (6, 5, 5), (7, 6, 3)),
        (5, (7, 6, 6, 1), (8, 7, 5)),
    ],
)
def test_limit(players: int, below: tuple[int, ...], at: tuple[int, ...]) -> None:
    """2.2, F4: n + 2 cards of a colour score, n + 3 are out, and the next colour scores."""
    assert (below[0], at[0]) == (players + 2, players + 3)
    for counts, scores in ((below, below[0]), (at, at[1])):
        assert sum(len(mine) for mine in worth(spread(counts, players)).cards) == scores


def test_cards_are_removed_at_random_and_nobody_sees_them() -> None:
    """2.2: unseen, face down, in every view."""
    rules = game5211.rules(players=3)
    starts = [rules.start(seed=seed) for seed in range(40)]
    assert len({tuple(sorted(removed(state.deal))) for state in starts}) == 40
    assert {card for state in starts for card in removed(state.deal)} == set(game5211.rules().actions)
    for viewer in (0, 1, 2, None):
        view = starts[0].view(viewer)
        assert list(view.deal.out) == [UNKNOWN] * 13
        assert removed(view.deal) == ["??"] * 13
        assert [str(event) for event in view.events][-1] == "13 cards are removed, unseen."
        assert list(view.deal.stock) == [UNKNOWN] * 72


def test_nothing_is_removed_with_four_seats() -> None:
    """2.2: and so nothing is told of it."""
    state = game5211.rules(players=4).start(seed=1)
    assert [type(event).__name__ for event in state.events] == ["DealStarted", "Dealt"]


def test_nobody_starts() -> None:
    """All lay at once, so the log names no seat that starts, in no deck of a long game."""
    end = playout(game5211.rules(players=3, long_game=True), seed=1)
    begun = [str(event) for event in end.events if isinstance(event, DealStarted)]
    assert begun == [f"Deal {number} begins." for number in range(len(end.results))]
    assert len(begun) > 1


def test_each_seat_sees_its_own_hand_only() -> None:
    """2.2: face down."""
    state = game5211.rules(players=3).start(seed=1)
    for viewer in (0, 1, 2, None):
        shown = [str(hand) for hand in state.view(viewer).deal.hands]
        real = [str(hand) for hand in state.deal.hands]
        assert shown == [real[seat] if seat == viewer else "?? ?? ?? ?? ??" for seat in range(3)]


# 2.3 A round

ROUNDS = (
    "G2 G2 B3 P1 / Y1 Y4 B3 O2 / O5 O6 O2 G1",
    "P2 P3 Y2 O1 / G6 B2 B2 Y3 / P6 P4 G3 Y1",
)


def test_turns_of_two_one_and_one() -> None:
    """2.3: all at once; then every hand is filled up to 5."""
    state = start(*ROUNDS)
    laid = [0, 0, 0]
    for number in (2, 1, 1):
        assert isinstance(state.phase, Reveal)
        assert state.actors == (0, 1, 2)
        for seat in (2, 0, 1):
            for _ in range(number):
                assert seat in state.actors
                state = state.play(seat, state.legal(seat)[0])
            assert seat not in state.actors or seat == 1
        laid = [one + number for one in laid]
        assert [len(hand) for hand in state.deal.hands] == [5, 5, 5]
        if laid[0] < 4:
            assert [len(on_table(state, seat).split()) for seat in range(3)] == laid
    assert [on_table(state, seat) for seat in range(3)] == ["", "", ""]
    assert state.deal[Evaluate].number == 1


def test_seats_lay_in_any_order_and_may_take_turns_in_it() -> None:
    """2.3: two cards are two commitments, which others may come between."""
    state = start(*ROUNDS)
    moves = [(1, "Y1"), (0, "G2"), (2, "O5"), (0, "G2"), (2, "O6"), (1, "Y4")]
    other = [(0, "G2"), (0, "G2"), (1, "Y4"), (1, "Y1"), (2, "O6"), (2, "O5")]
    one, two = state.play_all(moves), state.play_all(other)
    assert one.deal == two.deal
    assert [one.view(seat) for seat in range(3)] == [two.view(seat) for seat in range(3)]
    assert state.play_all(moves[:3]).actors == (0, 1, 2)
    assert state.play_all(moves[:4]).actors == (1, 2)
    assert state.play_all(moves[:5]).actors == (1,)


def test_what_is_laid_is_secret_until_all_have_laid() -> None:
    """2.3: the others see neither the cards nor which of them come next."""
    state = start(*ROUNDS)
    for seat, card, committed in ((1, "Y4", ["Y4"]), (1, "Y1", ["Y4", "Y1"]), (0, "G2", ["G2"]), (2, "O6", ["O6"])):
        state = state.play(seat, card)
        assert [str(one) for one in state.view(seat).committed] == committed
        assert str(state.view(seat).deal.hands[seat]) == str(state.deal.hands[seat])
        assert on_table(state, seat) == ""
        for viewer in {0, 1, 2, None} - {seat}:
            view = state.view(viewer)
            assert str(view.deal.hands[seat]) == "?? ?? ?? ?? ??"
            assert view.events == start(*ROUNDS).view(viewer).events
            assert [action for mover, action, _ in view.moves if mover == seat] == [UNKNOWN] * len(committed)
        own = [str(action) for mover, action, _ in state.view(seat).moves if mover == seat]
        assert own == committed
    state = state.play_all([(0, "G2"), (2, "O5")])
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert [on_table(view, seat) for seat in range(3)] == ["G2 G2", "Y1 Y4", "O5 O6"]
        assert "Revealed: seat 0: G2 G2; seat 1: Y1 Y4; seat 2: O5 O6." in [str(event) for event in view.events]
        assert all(action is not UNKNOWN for _, action, _ in view.moves)
        assert view.committed == ()


def test_equal_copies_are_listed_once_and_laid_one_by_one() -> None:
    """2.3, 2.1: of three equal cards, two may be laid."""
    state = start("G2 G2 G2 B1 / Y1 Y2 Y3 Y4")
    assert legal(state, 0).split()[:2] == ["B1", "G2"]
    assert legal(state, 0).split().count("G2") == 1
    state = state.play(0, "G2")
    assert "G2" in legal(state, 0).split()
    state = turn(state.play(0, "G2"), " / Y1 Y2")
    assert on_table(state, 0) == "G2 G2"
    assert on_table(turn(state, "G2 / Y3"), 0) == "G2 G2 G2"


def test_card_laid_first_cannot_be_laid_again() -> None:
    """2.3: the second card of a turn is another one."""
    state = start("G2 B3 Y1 O1 / Y1 Y2 Y3 Y4", last="P6 / P5")
    assert legal(state, 0) == "B3 G2 Y1 O1 P6"
    assert legal(state.play(0, "G2"), 0) == "B3 Y1 O1 P6"


def test_draws_go_clockwise_from_seat_0() -> None:
    """2.3: two cards after the first turn, then one and one; the top of the pile first."""
    state = start(*ROUNDS, last="G5 / Y5 / B5")
    pile = [str(card) for card in state.deal.stock]
    assert pile[:12] == ["P3", "Y2", "B2", "B2", "P4", "G3", "O1", "Y3", "Y1", "G5", "Y5", "B5"]
    seen = []
    for cards in ("G2 G2 / Y1 Y4 / O5 O6", "B3 / B3 / O2", "P1 / O2 / G1"):
        state = turn(state, cards)
        seen.append(drawn(state))
    assert seen == [["Y2 P3", "B2 B2", "G3 P4"], ["O1", "Y3", "Y1"], ["G5", "Y5", "B5"]]
    assert [str(card) for card in state.deal.stock] == pile[12:]
    assert [str(hand) for hand in state.deal.hands] == ["G5 Y2 O1 P2 P3", "B2 B2 G6 Y3 Y5", "B5 G3 Y1 P4 P6"]


def test_each_seat_sees_what_it_draws_and_nobody_else_does() -> None:
    """2.3: face down; how many is seen by all."""
    state = turn(start(*ROUNDS), "G2 G2 / Y1 Y4 / O5 O6")
    shown = {viewer: drawn_in(state.view(viewer)) for viewer in (0, 1, 2, None)}
    assert shown == {
        0: ["Y2 P3", "?? ??", "?? ??"],
        1: ["?? ??", "B2 B2", "?? ??"],
        2: ["?? ??", "?? ??", "G3 P4"],
        None: ["?? ??"] * 3,
    }
    for viewer in (0, 1, 2, None):
        hands = [str(hand) for hand in state.view(viewer).deal.hands]
        assert [hand for seat, hand in enumerate(hands) if seat != viewer] == ["?? ?? ?? ?? ??"] * (
            3 if viewer is None else 2
        )
        assert list(state.view(viewer).deal.stock) == [UNKNOWN] * 66


def drawn_in(view: View) -> list[str]:
    return [str(hand) for event in view.events if isinstance(event, Drawn) for hand in event.hands]


def test_draw_follows_the_reveal() -> None:
    """F6: after it; nothing is decided in between."""
    state = lay(start(*ROUNDS), ROUNDS[0])
    kinds = [type(event) for event in state.events[3:]]
    assert kinds == [Revealed, Drawn, Revealed, Drawn, Revealed, Drawn, TableScored]


def last_round(players: int) -> State:
    """A game at the beginning of its last round."""
    (setup,) = [setup for setup in SETUPS if setup.players == players]
    return any_round(game5211.rules(players=players).start(seed=11), setup.rounds - 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_last_round_without_draws(players: int) -> None:
    """2.3: the pile is empty; 2 + 1 + 1 cards of the five in hand."""
    state = last_round(players)
    assert len(state.deal.stock) == 0
    held = []
    for number in (2, 1, 1):
        held.append([len(hand) for hand in state.deal.hands])
        before = state.events
        for seat in range(players):
            for _ in range(number):
                state = state.play(seat, state.legal(seat)[-1])
        assert not [event for event in state.events[len(before) :] if isinstance(event, Drawn)]
    assert held == [[5] * players, [3] * players, [2] * players]
    assert state.is_over


def test_last_card_is_thrown_away_before_the_evaluation() -> None:
    """2.3: it counts for nothing."""
    end = to_the_end(last_round(3))
    kinds = [type(event).__name__ for event in end.events[-5:]]
    assert kinds == ["Revealed", "ThrownAway", "TableScored", "DealScored", "GameEnded"]
    tables = [event.cards for event in end.events if isinstance(event, Revealed)][-3:]
    rows = [[str(card) for table in tables for card in table[seat]] for seat in range(3)]
    assert [list(cards) for cards in evaluations(end)[-1].cards] == reference(rows)[1]


def test_card_thrown_away_stays_secret() -> None:
    """F10: hidden, also after the end; a seat knows its own."""
    end = to_the_end(last_round(3))
    for viewer in (0, 1, 2, None):
        (event,) = [event for event in end.view(viewer).events if isinstance(event, ThrownAway)]
        for seat, hand in enumerate(event.hands):
            assert [str(card) for card in hand] == (thrown(end.deal)[seat] if seat == viewer else ["??"])
        # 13 removed, and the three that were thrown away but for one's own.
        assert end.view(viewer).deal.out.hidden == (16 if viewer is None else 15)


# 2.4 Evaluation, with the examples of 2.7

EXAMPLES = {
    "E1": ("G1 G1 Y3 B2 / Y1 O1 G4 G2 / P1 B3 G2 G3 / B1 Y2 Y2 O5", "exactly 6 Kododos", "2 2 1 1", "2 2 1 1"),
    "E2": ("G2 G2 G3 Y6 / G1 G2 Y2 B3 / G3 G4 Y1 O2 / G2 Y3 P1 P2", "yellow has the majority", "6 2 1 3", "1 1 1 1"),
    "E3": ("Y2 Y3 G2 O1 / Y2 G3 G4 B2 / Y1 G2 O3 B2 / Y5 G1 O2 P6", "orange has the majority", "1 0 3 2", "1 0 1 1"),
    "E4": ("Y2 Y3 G2 O1 / Y2 G3 G4 B2 / Y1 G2 O3 B2 / Y5 G1 P2 P6", "", "0 0 0 0", "0 0 0 0"),
    "E5": ("G1 G1 G5 G2 / G1 Y1 G3 B2", "exactly 4 Kododos", "2 2", "2 2"),
    "E6": ("G2 G3 Y2 B2 / G2 G3 Y4 P2 / G4 G5 B3 O6", "", "0 0 0", "0 0 0"),
    "E8": ("G2 G3 G2 Y2 / G2 G3 Y3 B2 / G1 B3 P2 O2 / G4 B4 P3 Y5", "purple has the majority", "0 0 2 3", "0 0 1 1"),
    "E9": ("G2 G3 G2 Y2 / G2 G3 Y3 B2 / P4 B3 P2 O2 / G4 B4 P3 Y5", "green has the majority", "7 5 0 4", "3 2 0 1"),
    "E10": ("G1 G1 Y1 B1 / G1 Y1 O1 P2 / Y4 Y2 B2 P3 / G3 G5 O2 B3", "green has the majority", "2 1 0 8", "2 1 0 2"),
    "E11": ("G2 G3 G4 Y2 / G2 G3 Y5 Y1", "yellow has the majority", "2 6", "1 2"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_evaluation(name: str) -> None:
    """2.7: what scores, the points and the cards gained; F2, F4 and F5 are in them."""
    table, reason, points, cards = EXAMPLES[name]
    wanted = tuple(int(number) for number in points.split())
    state = lay(start(table), table)
    (event,) = evaluations(state)
    assert (event.reason, event.points) == (reason, wanted)
    assert " ".join(str(len(mine)) for mine in event.cards) == cards
    assert " ".join(str(pile) for pile in piles(state)) == cards
    assert state.scores == state.view(0).scores == state.view(None).scores == wanted
    assert [on_table(state, seat) for seat in range(state.rules.players)] == [""] * state.rules.players


def test_score_lines_say_what_scored() -> None:
    """2.7 E3: a line for each seat that gained cards, none for the others."""
    state = lay(start(EXAMPLES["E3"][0]), EXAMPLES["E3"][0])
    assert state.deal.lines == (
        ScoreLine(0, "evaluation 0, orange has the majority: O1", 1),
        ScoreLine(2, "evaluation 0, orange has the majority: O3", 3),
        ScoreLine(3, "evaluation 0, orange has the majority: O2", 2),
    )
    said = "Evaluation 0: orange has the majority: seat 0: O1 (+1); seat 2: O3 (+3); seat 3: O2 (+2)."
    assert str(evaluations(state)[0]) == said
    nobody = lay(start(EXAMPLES["E4"][0]), EXAMPLES["E4"][0])
    assert nobody.deal.lines == ()
    assert str(evaluations(nobody)[0]) == "Evaluation 0: nobody scores."


def test_scores_change_after_every_evaluation() -> None:
    """2.4, 2.5: and piles grow; all see it (F11)."""
    state = start(*ROUNDS)
    scores, sizes = [(0, 0, 0)], []
    for number, table in enumerate(ROUNDS):
        state = lay(state, table)
        rows = reference(rows_of(table))[1]
        scores.append(tuple(old + sum(int(card[1]) for card in row) for old, row in zip(scores[-1], rows, strict=True)))
        sizes.append([len(row) for row in rows])
        assert state.scores == scores[-1]
        assert state.deal[Evaluate] == Evaluated(number + 1, tuple(sum(size) for size in zip(*sizes, strict=True)))
        assert state.view(1).deal[Evaluate] == state.view(None).deal[Evaluate] == state.deal[Evaluate]
    assert len(set(scores)) == 3
    assert state.results == ()


def test_table_is_cleared_for_the_next_round() -> None:
    """2.4: everything that does not score is discarded, and nothing of it counts again."""
    green = "G2 G3 B2 Y2 / G2 B3 O2 P2"
    state = lay(start(green, green), green, green)
    assert [event.points for event in evaluations(state)] == [(5, 2), (5, 2)]


TWO = """8>0 7+1>1 6+2>2 6+1+1>0 5+3>3 5+2+1>2 5+1+1+1>0 4+4>0 4+3+1>4 4+2+2>4 4+2+1+1>4 4+1+1+1+1>4 3+3+2>2 3+3+1+1>0
3+2+2+1>3 3+2+1+1+1>3 2+2+2+2>0 2+2+2+1+1>0"""
THREE = """12>0 11+1>1 10+2>2 10+1+1>0 9+3>3 9+2+1>2 9+1+1+1>0 8+4>4 8+3+1>3 8+2+2>0 8+2+1+1>2 8+1+1+1+1>0 7+5>5 7+4+1>4
7+3+2>3 7+3+1+1>3 7+2+2+1>1 7+2+1+1+1>2 6+6>0 6+5+1>5 6+4+2>4 6+4+1+1>4 6+3+3>0 6+3+2+1>3 6+3+1+1+1>3 6+2+2+2>0
6+2+2+1+1>0 5+5+2>2 5+5+1+1>0 5+4+3>5 5+4+2+1>5 5+4+1+1+1>5 5+3+3+1>5 5+3+2+2>5 5+3+2+1+1>5 5+2+2+2+1>5 4+4+4>0
4+4+3+1>3 4+4+2+2>0 4+4+2+1+1>2 4+3+3+2>4 4+3+3+1+1>4 4+3+2+2+1>4 4+2+2+2+2>4 3+3+3+3>0 3+3+3+2+1>2 3+3+2+2+2>0"""


@pytest.mark.parametrize(("players", "listed"), [(2, TWO), (3, THREE)])
def test_every_pattern_of_colours_that_is_listed(players: int, listed: str) -> None:
    """2.7: the count of the colour that scores, 0 for nobody, for 2 and 3 players."""
    expected = {}
    for one in listed.split():
        pattern, scores = one.split(">")
        expected[tuple(int(count) for count in pattern.split("+"))] = int(scores)
    assert sorted(expected) == sorted(patterns(4 * players))
    for number, (pattern, scores) in enumerate(expected.items()):
        assert scoring_count(pattern, players, number) == scores


@pytest.mark.parametrize(("players", "number", "nobody"), [(4, 101, 20), (5, 192, 33)])
def test_every_pattern_of_colours(players: int, number: int, nobody: int) -> None:
    """2.7: for 4 and 5 players, against the reference of 2.4."""
    found = patterns(4 * players)
    counts = [scoring_count(pattern, players, place) for place, pattern in enumerate(found)]
    assert (len(found), counts.count(0)) == (number, nobody)


def scoring_count(pattern: tuple[int, ...], players: int, shift: int) -> int:
    """How many cards the colour has that scores when a table with these counts is laid, as the reference says it."""
    table = spread(pattern, players, shift=shift)
    colour, cards = reference(rows_of(table))
    event = worth(table)
    assert [sorted(mine) for mine in event.cards] == [sorted(mine) for mine in cards]
    assert event.points == tuple(sum(int(card[1]) for card in mine) for mine in cards)
    names = {suit.letter: suit.name for suit in game5211.deck().suits}
    assert event.reason == (f"{names[colour]} has the majority" if colour else "")
    return sum(len(mine) for mine in event.cards)


# 2.5 End


def test_most_points_win() -> None:
    """2.5: however few cards."""
    assert final([31, 44, 40], [30, 1, 30]) == ((1,), (2,), (0,))


def test_tie_goes_to_the_larger_pile() -> None:
    """2.7: 14, 15 and 17 cards."""
    assert final([31, 40, 40], [14, 15, 17]) == ((2,), (1,), (0,))


def test_tie_in_points_and_cards_is_shared() -> None:
    """2.7: the third has more cards, but fewer points."""
    assert final([40, 40, 12], [15, 15, 30]) == ((0, 1), (2,))


def test_game_is_ranked_by_its_own_piles() -> None:
    """2.5: a whole game, in which the points are tied and the piles are not."""
    rules = game5211.rules(players=5)
    ends = [playout(rules, seed=seed) for seed in range(60)]
    for end in ends:
        assert end.outcome is not None
        standing = sorted(zip(end.scores, piles(end), range(5), strict=True), reverse=True)
        groups = dict.fromkeys((points, cards) for points, cards, _ in standing)
        assert end.outcome.ranking == tuple(
            tuple(sorted(seat for points, cards, seat in standing if (points, cards) == group)) for group in groups
        )
        assert end.outcome.reason == "1 deal is played"
    assert any(len(set(end.scores)) < 5 for end in ends)
    assert any(len(group) > 1 for end in ends for group in end.outcome.ranking)  # type: ignore[union-attr]
