"""A 5211 table in short text forms: what every seat lays in, what scores out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import cycle
from typing import Any

from trickkit import Deal, Result, Rules, Stacked, State, View
from trickkit.model.chance import HOLE
from trickkit.phases import Evaluate, Reveal
from trickkit.phases.evaluate import Evaluated, TableScored
from trickkit.phases.stock import Drawn, Removed, ThrownAway
from trickkit.variants import game5211

COLOURS = "BGYOP"

# A deck for three seats that is worth (5,8,6) (4,9,7) (6,5,8) (0,0,0) (7,10,5) (4,6,9) (5,6,5), in all 31, 44, 40,
# as in section 2.7.
DECK_31_44_40 = (
    "O1 P5 O2 B1 / P4 P4 G3 B3 / P3 B2 O1 P3",
    "Y2 Y3 O3 G4 / G3 P1 B1 G6 / G2 G5 Y3 B1",
    "O2 O3 Y2 Y4 / G1 G2 Y5 B3 / G1 Y2 Y6 G1",
    "O1 O2 B1 P1 / B2 G3 Y2 O1 / B3 Y1 P1 G2",
    "B4 G2 B3 Y1 / P2 B6 G1 B4 / B5 O3 P2 O1",
    "O4 G1 P1 Y1 / Y3 Y2 O6 P1 / B2 O2 O3 O4",
    "P2 O2 P3 G2 / Y1 O2 B2 P6 / P3 P2 Y3 G2",
)
SCORES_31_44_40 = ((5, 8, 6), (4, 9, 7), (6, 5, 8), (0, 0, 0), (7, 10, 5), (4, 6, 9), (5, 6, 5))

# The first round of the second deck there: (0,7,3).
ROUND_0_7_3 = "P2 G2 P2 G1 / O2 Y2 O3 O2 / P3 Y1 O2 O1"

# A deck for three seats with (4,4,4) in every round, in all 28, 28, 28.
DECK_28_28_28 = (
    "B1 O3 B3 G4 / G2 B2 G2 O3 / Y2 O1 Y2 G4",
    "B1 P4 B3 G2 / G3 O3 P3 P1 / P3 G3 P1 B3",
    "P2 P2 G1 Y3 / B1 P4 Y2 G3 / Y1 P3 P1 G3",
    "P2 G2 P1 Y4 / Y4 B3 O2 G1 / B2 G2 Y3 Y1",
    "Y1 Y2 B2 B2 / B2 P2 G2 B2 / P2 B4 Y2 O2",
    "O2 B3 G1 O2 / Y1 P1 O4 Y1 / B1 O1 Y3 O3",
    "O2 P2 O2 Y3 / P3 Y2 O1 O3 / G3 G1 P3 O4",
)


def rows_of(table: str) -> list[list[str]]:
    """What the seats lay in a round, in order, from a text with a slash between seats."""
    return [row.split() for row in table.split("/")]


def stacked(*tables: str, last: str = "") -> Stacked:
    """The deal of a deck in which the seats can lay these tables, round after round.

    What a seat lays it was dealt or drew in the same order: its first five cards, then two, one and one in each round.

    Args:
        tables: of the first rounds.
        last: after these, one more card for every seat.
    """
    rounds = [rows_of(table) for table in (*tables, *[last] * bool(last))]
    cards = [[card for rows in rounds for card in rows[seat]] for seat in range(len(rounds[0]))]
    hands = [[*mine[:5], *[HOLE] * (5 - len(mine))] for mine in cards]
    stock: list[str] = []
    at = 5
    for number in cycle((2, 1, 1)):
        if at >= len(cards[0]):
            break
        for mine in cards:
            stock += [*mine[at : at + number], HOLE][:number]
        at += number
    return Stacked(hands=hands, stock=stock)


built = cache(game5211.rules)
"""Rules with some options, whose trial before a game is made once for all tests."""


def start(*tables: str, last: str = "", rules: Rules | None = None, **options: Any) -> State:
    """A game at its first decision in which these tables can be laid, round after round."""
    game = rules or built(players=len(rows_of(tables[0])), **options)
    return game.start(seed=7, first=0, deals=[stacked(*tables, last=last)])


def turn(state: State, cards: str) -> State:
    """A turn: what each seat lays, one or two cards, with a slash between seats."""
    for seat, row in enumerate(rows_of(cards)):
        for card in row:
            state = state.play(seat, card)
    return state


def lay(state: State, *tables: str) -> State:
    """Rounds in which these tables are laid."""
    for table in tables:
        for first, upto in ((0, 2), (2, 3), (3, 4)):
            state = turn(state, " / ".join(" ".join(row[first:upto]) for row in rows_of(table)))
    return state


def any_round(state: State, rounds: int = 1) -> State:
    """Rounds in which every seat lays the first card that it may."""
    for _ in range(4 * state.rules.players * rounds):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def to_the_end(state: State) -> State:
    """The game played on to its end, every seat laying the first card that it may."""
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def evaluations(state: State) -> list[TableScored]:
    """Every evaluation of the game so far."""
    return [event for event in state.events if isinstance(event, TableScored)]


def worth(table: str, **options: Any) -> TableScored:
    """How the first round of a game is evaluated in which this table is laid."""
    (found,) = evaluations(lay(start(table, **options), table))
    return found


def legal(state: State, seat: int) -> str:
    """What a seat may lay."""
    return " ".join(str(action) for action in state.legal(seat))


def on_table(state: State | View, seat: int) -> str:
    """What lies face up in front of a seat, turn after turn."""
    return " ".join(str(card) for card in state.deal[Reveal].cards[seat])


def removed(deal: Deal) -> list[str]:
    """The cards that were removed unseen."""
    return [str(card) for event in deal.events if isinstance(event, Removed) for card in event.which]


def thrown(deal: Deal) -> list[list[str]]:
    """By seat, the cards that it threw away."""
    return [
        [str(card) for card in hand] for event in deal.events if isinstance(event, ThrownAway) for hand in event.hands
    ]


def drawn(state: State) -> list[str]:
    """By seat, what it drew last."""
    return [str(hand) for hand in next(event for event in reversed(state.events) if isinstance(event, Drawn)).hands]


def reference(rows: Sequence[Sequence[str]], *, at_least: bool = False) -> tuple[str, list[list[str]]]:
    """Section 2.4 as it stands there, on texts alone: `"1"`, a colour or `""`, and by seat the cards that score."""
    players = len(rows)
    cards = [card for row in rows for card in row]
    kododos = sum(card[1] == "1" for card in cards)
    if kododos == players + 2 or (at_least and kododos > players + 2):
        return "1", [[card for card in row if card[1] == "1"] for row in rows]
    counts = Counter(card[0] for card in cards)
    left = {colour: count for colour, count in counts.items() if 0 < count < players + 3}
    while left:
        top = [colour for colour, count in left.items() if count == max(left.values())]
        if len(top) == 1:
            return top[0], [[card for card in row if card[0] == top[0]] for row in rows]
        for colour in top:
            del left[colour]
    return "", [[] for _ in rows]


def patterns(cards: int, colours: int = 5, most: int | None = None) -> list[tuple[int, ...]]:
    """All ways in which a number of cards may be spread over the colours, as counts, the largest first."""
    if cards == 0:
        return [()]
    if colours == 0:
        return []
    largest = min(cards, 20 if most is None else most)
    return [(one, *rest) for one in range(largest, 0, -1) for rest in patterns(cards - one, colours - 1, one)]


def spread(counts: Sequence[int], players: int, *, shift: int = 0) -> str:
    """A table with so many cards of each colour, from one of the colours on, with as few Kododos as can be."""
    values = [2] * 6 + [3] * 5 + [4] * 2 + [5, 6] + [1] * 5
    cards = [f"{COLOURS[(place + shift) % 5]}{value}" for place, count in enumerate(counts) for value in values[:count]]
    return " / ".join(" ".join(cards[seat::players]) for seat in range(players))


def final(points: Sequence[int], cards: Sequence[int], **options: Any) -> tuple[tuple[int, ...], ...]:
    """The ranking after a game with these points and score piles."""
    rules = game5211.rules(players=len(points), **options)
    return ranked(rules, [(points, cards)])


def ranked(rules: Rules, decks: Sequence[tuple[Sequence[int], Sequence[int]]]) -> tuple[tuple[int, ...], ...]:
    """The ranking after decks with these points and score piles."""
    results: list[Result] = []
    for points, cards in decks:
        before = results[-1].totals if results else (0,) * rules.players
        totals = tuple(old + new for old, new in zip(before, points, strict=True))
        deal = Deal.fresh(rules.deck, players=rules.players, number=len(results)).with_record(
            Evaluated(1, tuple(cards))
        )
        results.append(Result(deal, tuple(points), totals))
    outcome = rules.ending.outcome(results)
    assert outcome is not None
    return outcome.ranking


def piles(state: State) -> tuple[int, ...]:
    """By seat, the cards in its score pile."""
    found: tuple[int, ...] = state.deal[Evaluate].piles
    return found
