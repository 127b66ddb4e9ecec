"""Cat in the Box, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from trickkit_classics import cat_in_the_box
from turns import written_down

from trickkit import IllegalAction, InvalidRules, Rules, Stacked, State, batch, playout, testing
from trickkit.phases import BoardTricks, Estimates, LayAway, Tricks
from trickkit.testing import views_do_not_leak

HIGHEST = {3: 6, 4: 8, 5: 9}
SIZE = {3: 10, 4: 10, 5: 9}
OPTIONS: list[dict[str, Any]] = [
    {"players": 3},
    {},
    {"players": 5},
    {"players": 3, "predictions": "one_to_three", "red_lead": "any"},
    {"players": 4, "red_row": "last", "paradox": "nothing", "deals": 6},
    {"players": 5, "predictions": "any"},
]

TestLaws = testing.laws(cat_in_the_box.rules, examples=2, moves=60)


# The oracle


class Table:
    """A deal as players have it before them: numbers in hands, markers on a board, crossed-out colours."""

    def __init__(self, hands: list[list[int]], starter: int, options: dict[str, Any]) -> None:
        self.hands, self.leader, self.options = hands, starter, options
        self.players = len(hands)
        self.markers: dict[tuple[str, int], int] = {}
        self.crossed: list[set[str]] = [set() for _ in hands]
        self.trick: list[tuple[int, str, int]] = []
        self.taken = [0] * self.players
        self.paradox: int | None = None

    def playable(self, seat: int) -> set[str]:
        """What a seat may play now, as the texts of colour and number."""
        free = {
            (colour, number)
            for number in self.hands[seat]
            for colour in "RBYG"
            if (colour, number) not in self.markers and colour not in self.crossed[seat]
        }
        broken = any(colour == "R" for colour, _ in self.markers)
        if not self.trick and not broken and self.options.get("red_lead", "broken") == "broken":
            free = {space for space in free if space[0] != "R"} or free
        return {f"{colour}{number}" for colour, number in free}

    def play(self, seat: int, text: str) -> None:
        """A card is played, and perhaps the trick is complete."""
        colour, number = text[0], int(text[1:])
        if self.trick and colour != self.trick[0][1]:
            self.crossed[seat].add(self.trick[0][1])
        self.hands[seat].remove(number)
        self.markers[colour, number] = seat
        self.trick.append((seat, colour, number))
        if len(self.trick) == self.players:
            led = self.trick[0][1]
            self.leader, *_ = max(self.trick, key=lambda play: (play[1] == "R", play[1] == led, play[2]))
            self.taken[self.leader] += 1
            self.trick = []

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % self.players

    @property
    def over(self) -> bool:
        """Whether all have one card left, or the next one can play nothing."""
        if not self.trick and all(len(hand) == 1 for hand in self.hands):
            return True
        if not self.playable(self.turn):
            self.paradox = self.turn
        return self.paradox is not None

    def group(self, seat: int) -> int:
        """The size of the largest group, by flooding the board."""
        rows = "BYGR" if self.options.get("red_row") == "last" else "RBYG"
        mine = {(rows.index(colour), number) for (colour, number), holder in self.markers.items() if holder == seat}
        most = 0
        while mine:
            flooded, edge = 0, [mine.pop()]
            while edge:
                row, number = edge.pop()
                flooded += 1
                for beside in ((row + 1, number), (row - 1, number), (row, number + 1), (row, number - 1)):
                    if beside in mine:
                        mine.remove(beside)
                        edge.append(beside)
            most = max(most, flooded)
        return most

    def points(self, bids: list[int]) -> list[int]:
        points = []
        for seat, taken in enumerate(self.taken):
            if seat == self.paradox:
                points.append(0 if self.options.get("paradox") == "nothing" else -taken)
            else:
                points.append(taken + (self.group(seat) if taken == bids[seat] else 0))
        return points


def predictions(options: dict[str, Any]) -> set[str]:
    players, kind = options.get("players", 4), options.get("predictions", "printed")
    if kind == "any":
        return {str(number) for number in range(SIZE[players] - 1)}
    return {"1", "3", "4"} if kind == "printed" and players == 3 else {"1", "2", "3"}


def steps(rules: Rules, seed: int) -> Iterator[tuple[State, int, str, State]]:
    """A random game: before each decision, who decides what, and afterwards."""
    random, state = Random(seed), rules.start(seed=seed)
    while not state.is_over:
        seat = random.choice(state.actors)
        action = random.choice(state.legal(seat))
        after = state.play(seat, action)
        yield state, seat, str(action), after
        state = after


@pytest.mark.sample(6)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whole_games_agree_with_the_oracle(options: dict[str, Any], seed: int) -> None:
    players = options.get("players", 4)
    hands: list[list[int]] = []
    bids: list[int] = []
    table: Table | None = None
    totals, deals, starters = [0] * players, 0, list[int]()
    for state, seat, action, after in steps(cat_in_the_box.rules(**options), seed):
        legal = {str(one) for one in state.legal(seat)}
        if isinstance(state.phase, LayAway):
            if not hands:
                hands = [[int(str(card)[1:]) for card in hand] for hand in state.deal.hands]
                assert [len(hand) for hand in hands] == [SIZE[players]] * players
                bids, table = [-1] * players, None
                starters.append(state.deal.starter)
            assert legal == {f"N{number}" for number in hands[seat]}
            hands[seat].remove(int(action[1:]))
        elif table is None and isinstance(state.phase, BoardTricks) is False:
            asked = (state.deal.starter + sum(bid >= 0 for bid in bids)) % players
            assert (state.actors, legal) == ((asked,), predictions(options))
            bids[seat] = int(action)
        else:
            table = table or Table(hands, state.deal.starter, options)
            assert (state.actors, legal) == ((table.turn,), table.playable(table.turn))
            table.play(seat, action)
            over = table.over
            assert over == (len(after.results) > deals)
            if over:
                result = after.results[deals]
                assert list(result.scores) == table.points(bids)
                assert result.deal[Tricks].stuck == table.paradox
                totals = [old + new for old, new in zip(totals, table.points(bids), strict=True)]
                hands, deals = [], deals + 1
    assert (deals, list(after.scores)) == (options.get("deals", players), totals)
    assert starters == [(starters[0] + number) % players for number in range(deals)]
    last = after.results[-1].scores
    order = sorted(range(players), key=lambda seat: (-totals[seat], -last[seat]))
    assert after.outcome is not None
    assert order[0] in after.outcome.winners
    assert {(totals[seat], last[seat]) for seat in after.outcome.winners} == {(totals[order[0]], last[order[0]])}


# Rules by name


def test_every_deck_has_five_of_each_number_and_the_board_a_space_for_each_colour() -> None:
    for players, highest in HIGHEST.items():
        texts = [card.text for card in cat_in_the_box.deck(players)]
        assert {text: texts.count(text) for text in texts} == {f"N{number}": 5 for number in range(1, highest + 1)}
        assert len(cat_in_the_box.board(players).spaces) == 4 * highest


def begun(hands: str) -> State:
    """A deal of three in which all have laid away their last card, and predicted one trick; seat 0 leads."""
    dealt = [[f"N{number}" for number in hand] for hand in hands.split()]
    state = cat_in_the_box.rules(players=3).start(seed=1, first=0, deals=[Stacked(hands=dealt)])
    for seat in range(3):
        state = state.play(seat, dealt[seat][-1])
    return state.play_all([(0, "1"), (1, "1"), (2, "1")])


DEALT = "1122334455 1122334566 1234455666"


def test_red_is_led_once_a_red_card_was_played_to_another_colour() -> None:
    state = begun(DEALT)
    with pytest.raises(IllegalAction, match="R5 is not allowed: no red may be led before they are broken"):
        state.play(0, "R5")
    state = state.play(0, "B5").play(1, "R1").play(2, "B4")
    assert {str(action) for action in state.legal(1)} >= {"R2", "R6"}


def test_a_card_is_played_as_a_face_and_laid_away_as_a_card() -> None:
    with pytest.raises(
        IllegalAction, match="a card is played now, out of hand 0; N1 is played as R1 or B1 or Y1 or G1"
    ):
        begun(DEALT).play(0, "N1")
    with pytest.raises(IllegalAction, match="a card is laid away now, out of hand 0; R1 is a face of N1"):
        cat_in_the_box.rules(players=3).start(seed=1, first=0).play(0, "R1")


def test_who_does_not_follow_can_never_use_that_colour_again() -> None:
    state = begun(DEALT).play(0, "B5").play(1, "R1").play(2, "B4")
    assert {str(action)[0] for action in state.legal(1)} == {*"RYG"}


def test_no_two_cards_of_one_number_have_the_same_colour() -> None:
    state = begun(DEALT).play(0, "B5")
    assert "B5" not in map(str, state.legal(1))
    with pytest.raises(IllegalAction, match="B5 is not allowed: the space B5 is taken by hand 0"):
        state.play(1, "B5")


def test_nobody_knows_what_another_laid_away() -> None:
    state = begun(DEALT)
    assert str(state.view(1).deal[LayAway]) == "hand 0: ??; hand 1: N6; hand 2: ??"
    assert views_do_not_leak(state, seed=3)


@pytest.mark.sample(0)
def test_paradoxes_occur_and_worlds_agree_on_the_way() -> None:
    random, paradoxes = Random(5), 0
    for state, seat, _, after in steps(cat_in_the_box.rules(players=3), seed=9):
        view = state.view(seat)
        assert view.sample(random).view(seat) == view
        paradoxes += len(after.results) > len(state.results) and after.results[-1].deal[Tricks].stuck is not None
    assert paradoxes > 0


def test_the_record_of_a_game_is_played_again() -> None:
    written_down(playout(cat_in_the_box.rules(players=5), seed=4))


@pytest.mark.sample(0)
def test_deals_are_the_reference_engines() -> None:
    rules = cat_in_the_box.rules(players=3)
    assert batch.supports(rules).why == "equal cards with several faces: the batch engine has them only with one"
    assert batch.deals(rules, 20, seed=2).points.tolist() == batch.deals(rules, 20, seed=2).points.tolist()
    assert rules.phases[2].record is Estimates.record


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InvalidRules, match="players=6"):
        cat_in_the_box.rules(players=6)
