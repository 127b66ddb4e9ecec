"""Plays tricks in which every seat maximizes its immediate gain, in compiled code.

A seat considers only the current trick: how likely each hand is to take it after a card, what that is worth to the
seat, and what the card would be worth later. `bots.Greedy` explains how these are computed, and makes the same
decisions, view by view: both add the numbers in the same order, so that the results are equal to the last bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look2
from trickkit.batch.kernel.masks import Mask, lowest, mask_at, mask_from, mask_of, rest, shifted, size, words
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.steps.tricks.called import calls_from
from trickkit.batch.steps.tricks.folded import ending_of, value_after, value_of
from trickkit.batch.steps.tricks.progress import Trick, TrickLookup, folds_tricks, read_trick, trick_tables

MOST_TWENTIETHS = 20


class Gains(NamedTuple):
    """What tricks are worth in a deal.

    Args:
        powers: (cards, faces), float64: by the maximum hand size and by first face, how likely a card is to take a
            trick.
        counted: (seats,), bool: the seats for which the number of tricks counts, instead of the cards in them.
        rows: (seats, hands, tricks + 1), float64: by seat and hand, the worth of each number of tricks to the seat.
        shares: (tricks + 1, 21, tricks + 1), float64: by number of tricks, and by the probability of each in
            twentieths, how likely each number of them is.
        cards: (seats, hands, faces), float64: by seat and taker, the worth of a card in a trick.
        whole: (seats, hands), float64: by seat and taker, the average worth of a trick.
    """

    powers: Array
    counted: Array
    rows: Array
    shares: Array
    cards: Array
    whole: Array


class Workspace(NamedTuple):
    """Preallocated work space.

    Args:
        laid: (hands,), int64: the faces of the trick, in the order in which they were played.
        hands: (hands,), int64: the hands that played them, then those that have yet to play.
        expected: (hands,), float64: the number of further tricks that each hand will probably take.
        now: (hands,), float64: by hand, the worth of the trick if the hand takes it.
    """

    laid: Array
    hands: Array
    expected: Array
    now: Array

    @classmethod
    def empty(cls) -> Workspace:
        """Work space for the maximum number of hands."""
        numbers, floats = np.zeros((2, layout.SEATS), np.int64), np.zeros((2, layout.SEATS))
        return cls(numbers[0], numbers[1], floats[0], floats[1])


@entry
def play_by_gains(
    row: Numbers, cards: Any, tables: Numbers, gains: Gains, space: Workspace, seats: Any, actions: Any
) -> int:
    """Play tricks until they are over, or only calls are legal; returns how many actions were taken.

    Args:
        row: the position of the deal, in tricks to which all hands play; updated in place.
        cards: the deck as it was shuffled.
        tables: the tables of the rules.
        gains: the worth of tricks.
        space: work space, with the cards that were played to the trick.
        seats: receives the seats that decide.
        actions: receives their actions, by number.
    """
    made, calls, counter = 0, calls_from(row, tables), row[layout.COUNTER]
    while made < actions.shape[0]:
        mask = mask_of(row, tables, layout.MASK)
        if calls and lowest(mask) >= calls:
            break
        face = lowest(mask)
        if rest(mask) and not (calls and lowest(rest(mask)) >= calls):
            face = _greatest(row, tables, gains, space, mask, calls)
        seats[made] = row[layout.ACTOR]
        actions[made] = look2(tables, layout.T_CODE, counter, face)
        made += 1
        space.laid[row[layout.COUNT]] = face
        space.hands[row[layout.COUNT]] = row[layout.HAND]
        decide(row, cards, tables, face)
        if row[layout.COUNTER] != counter:
            break
    return made


@kernel
def _greatest(row: Numbers, tables: Numbers, gains: Gains, space: Workspace, mask: Mask, calls: int) -> int:
    """The card to play: the first of those with the greatest gain."""
    looked, trick, seat = trick_tables(row, tables), read_trick(row, tables), row[layout.ACTOR]
    players, hand, count = tables[layout.PLAYERS], trick.hand, trick.cards
    most, unseen = _most(row, tables), mask_at(tables, layout.FIRSTS) & ~_seen(row, tables, seat)
    counted = gains.counted[seat]
    if counted:
        _expect(row, tables, gains.powers, space.expected, unseen, most)
    later, mean = _later_worth(row, tables, gains, space, most)
    for step in range(1, players - count):
        space.hands[count + step] = (hand + step) % players
    best, greatest = -1, 0.0
    while mask:
        face = lowest(mask)
        mask = rest(mask)
        if calls and face >= calls:
            break
        space.laid[count], space.hands[count] = face, hand
        beats = _beating(row, tables, looked, trick, face)
        gain, left = 0.0, 1.0
        for index in range(players - 1, count, -1):
            chance = _chance(row, tables, space.hands[index], seat, beats, unseen)
            gain += left * chance * _worth(gains, space, counted, seat, space.hands[index], count)
            left *= 1.0 - chance
        winner = _winner(row, tables, looked, trick, face, space)
        if winner >= 0:
            gain += left * _worth(gains, space, counted, seat, winner, count)
        card = lowest(mask_at(tables, looked.faces + words(tables) * face))
        gain -= gains.powers[most, card] * (later - mean)
        if best < 0 or gain > greatest:
            best, greatest = face, gain
    return best


@entry
def expect(row: Numbers, tables: Numbers, powers: Any, expected: Any) -> None:
    """Compute the number of tricks that the deciding seat expects each hand to take.

    Args:
        row: the position of the deal, before its tricks.
        tables: the tables of the rules.
        powers: as in `Gains`.
        expected: as in `Workspace`; receives the result.
    """
    unseen = mask_at(tables, layout.FIRSTS) & ~_seen(row, tables, row[layout.ACTOR])
    _expect(row, tables, powers, expected, unseen, _most(row, tables))


@kernel
def _most(row: Numbers, tables: Numbers) -> int:
    """The maximum hand size."""
    most = 0
    for hand in range(tables[layout.PLAYERS]):
        most = max(most, size(mask_of(row, tables, layout.HANDS + hand) & mask_at(tables, layout.FIRSTS)))
    return most


@kernel(inline="code")
def _seen(row: Numbers, tables: Numbers, seat: int) -> Mask:
    """The faces of the cards whose whereabouts a seat knows."""
    known = mask_of(row, tables, layout.KNOWN + seat)
    seen = mask_of(row, tables, layout.OUT) | mask_of(row, tables, layout.LAID)
    seen = seen | mask_of(row, tables, layout.AWAY) & known
    for hand in range(tables[layout.PLAYERS]):
        seen = seen | mask_of(row, tables, layout.HANDS + hand) & known
    return seen


@kernel
def _expect(row: Numbers, tables: Numbers, powers: Any, expected: Any, unseen: Mask, most: int) -> None:
    """How many of the remaining tricks each hand will probably take, as the deciding seat sees it."""
    known, firsts = mask_of(row, tables, layout.KNOWN + row[layout.ACTOR]), mask_at(tables, layout.FIRSTS)
    count, mean, whole = size(unseen), _power(powers, most, unseen), 0.0
    if count:
        mean = mean / count
    for hand in range(tables[layout.PLAYERS]):
        held = mask_of(row, tables, layout.HANDS + hand) & firsts
        strength = _power(powers, most, held & known) + mean * size(held & ~known)
        expected[hand] = strength
        whole += strength
    for hand in range(tables[layout.PLAYERS]):
        expected[hand] = most * expected[hand] / whole if whole != 0.0 else 0.0


@kernel(inline="code")
def _power(powers: Any, most: int, cards: Mask) -> float:
    """The sum of the probabilities that cards take tricks."""
    power = 0.0
    while cards:
        power += powers[most, lowest(cards)]
        cards = rest(cards)
    return power


@kernel
def _later_worth(row: Numbers, tables: Numbers, gains: Gains, space: Workspace, most: int) -> tuple[float, float]:
    """The worth of a trick if the playing hand takes it, and on average over all hands.

    If the number of tricks counts, also stores the worth of the trick by hand.
    """
    seat, players, added = row[layout.ACTOR], tables[layout.PLAYERS], 0.0
    if not gains.counted[seat]:
        for hand in range(players):
            added += gains.whole[seat, hand]
        return gains.whole[seat, row[layout.HAND]], added / players
    for hand in range(players):
        taken, more = size(row[layout.TAKEN + hand]), space.expected[hand] * (most - 1) / most
        worth = gains.rows[seat, hand]
        space.now[hand] = _mean(gains, worth, 1, taken, more) - _mean(gains, worth, 0, taken, more)
        added += space.now[hand]
    return space.now[row[layout.HAND]], added / players


@kernel
def _mean(gains: Gains, worth: Any, one_more: int, taken: int, expected: float) -> float:
    """The mean worth of the tricks of a hand that has taken some, and will probably take a number of others."""
    left, tricks = worth.shape[0] - 2 - taken, worth.shape[0] - 2 + one_more
    if left <= 0:
        return float(worth[tricks])
    twentieths = min(MOST_TWENTIETHS, int(np.rint(MOST_TWENTIETHS * expected / left)))
    mean = 0.0
    for more in range(left + 1):
        mean += gains.shares[left, twentieths, more] * worth[taken + one_more + more]
    return mean


@kernel(inline="code")
def _worth(gains: Gains, space: Workspace, counted: bool, seat: int, taker: int, count: int) -> float:
    """The worth of the trick to a seat if a hand takes it."""
    if counted:
        return float(space.now[taker])
    worth = 0.0
    for index in range(count + 1):
        worth += gains.cards[seat, taker, space.laid[index]]
    return worth


@kernel
def _chance(row: Numbers, tables: Numbers, hand: int, seat: int, beats: Mask, unseen: Mask) -> float:
    """How likely a hand that plays later is to beat the trick, as a seat sees it."""
    held = mask_of(row, tables, layout.HANDS + hand) & mask_of(row, tables, layout.KNOWN + seat)
    known = held & mask_at(tables, layout.FIRSTS)
    chance = size(known & beats) / size(known) if known else size(unseen & beats) / max(1, size(unseen))
    return 1.0 - (1.0 - chance) * (1.0 - chance)


@kernel
def _beating(row: Numbers, tables: Numbers, looked: TrickLookup, trick: Trick, face: int) -> Mask:
    """The first faces of cards that win the trick if they are played right after a face."""
    firsts = mask_at(tables, layout.FIRSTS)
    beats, others, bit = mask_from(tables, 0), firsts, mask_from(tables, 1)
    if folds_tricks(row, tables):
        value = value_after(tables, looked, value_of(trick.winning), face)
        while others:
            other = lowest(others)
            others = rest(others)
            if ending_of(tables, looked, value_after(tables, looked, value, other)) & 255 == trick.cards + 2:
                beats = beats | shifted(bit, other)
        return beats
    ranks, winning = _ranks(tables, looked, trick, face), trick.winning >> 16
    winning = max(winning, get(tables, ranks + face))
    while others:
        other = lowest(others)
        others = rest(others)
        if get(tables, ranks + other) > winning:
            beats = beats | shifted(bit, other)
    return beats


@kernel(inline="code")
def _ranks(tables: Numbers, looked: TrickLookup, trick: Trick, face: int) -> int:
    """The index of the strengths that decide the trick after a face."""
    if trick.led >= 0:
        return trick.ranks
    return looked.strength + get(tables, looked.suit + face) * looked.by_led


@kernel(inline="code")
def _winner(row: Numbers, tables: Numbers, looked: TrickLookup, trick: Trick, face: int, space: Workspace) -> int:
    """The hand that wins the trick after a face; -1 for none."""
    if folds_tricks(row, tables):
        value = value_after(tables, looked, value_of(trick.winning), face)
        turn = ending_of(tables, looked, value) & 255
        return space.hands[turn - 1] if turn else -1
    stronger = get(tables, _ranks(tables, looked, trick, face) + face) > trick.winning >> 16
    return trick.hand if stronger else trick.winning & 255
