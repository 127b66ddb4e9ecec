"""Compiled code that scans observations of open hands for binary features."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import kernel
from trickkit.encoding.rows import BIDS, HANDS, LED, OUT, PLAYING, SEAT, STARTER, TABLE, TRUMP
from trickkit.encoding.scales import KINDS, MOST, PLAYERS, SUITS, TOPS, Scales, note


def open_width(players: int, suits: int, kinds: int) -> int:
    """The number of features that `scan_open_hands` writes."""
    of_hand = MOST + 1 + TOPS + (TOPS + 1) * (suits + 1)
    of_suit = (players - 1) * (MOST + 1) + TOPS * players
    return 2 * players + players * of_hand + (suits + 1) * of_suit + 3 * kinds


@kernel
def scan_open_hands(
    scales: Scales, cards: Any, words: Any, order: int, tops: Any, found: Any, active: int, first: int
) -> int:
    """Write what seats read off open hands.

    The features say on whose tricks the seat bids now; how strong each hand is in trumps and in side suits, beginning
    with the one that is bid on; who holds the strongest cards of each suit; who is winning the trick; and which cards
    of the playing hand would win it, and keep it against the known hands still to play, if these must follow suit.

    Args:
        scales: the look-up tables.
        cards: the blocks of uint8 of the observation.
        words: those of int16.
        order: the number of its renaming.
        tops: (suits x `TOPS`,), int64: work space.
        found: receives the indices of active features.
        active: the number of features so far.
        first: the index of the first feature that is written here.

    Returns:
        Returns the number of features afterwards.
    """
    players, suits, kinds = scales.numbers[PLAYERS], scales.numbers[SUITS], scales.numbers[KINDS]
    hands, trump = scales.places[HANDS], np.int64(words[scales.places[TRUMP]])
    _find_tops(scales, cards, trump, tops)
    subject = _subject(scales, words)
    if subject >= 0:
        active = note(found, active, first + subject)
    first += players
    for slot in range(players):
        hand = slot if slot else subject
        if hand > 0:
            active = _scan_strength(scales, cards, hands + hand * kinds, trump, tops, found, active, first)
        first += MOST + 1 + TOPS + (TOPS + 1) * (suits + 1)
    for kind in range(kinds) if subject > 0 else range(0):
        if cards[hands + subject * kinds + scales.kinds[order, kind]]:
            active = note(found, active, first + kind)
    first += kinds
    for index in range(-1, suits):
        suit = scales.renamed[order, index] if index >= 0 else trump
        is_scanned = suit >= 0 and (index < 0 or suit != trump)
        for hand in range(1, players):
            if is_scanned:
                count = _count(scales, cards, hands + hand * kinds, trump, suit)
                active = note(found, active, first + min(count, MOST))
            first += MOST + 1
        for rank in range(TOPS):
            for hand in range(1, players) if is_scanned else range(0):
                if _has(cards, hands + hand * kinds, tops[suit * TOPS + rank]):
                    active = note(found, active, first + hand)
            first += players
    return _scan_trick(scales, cards, words, order, found, active, first)


@kernel
def _subject(scales: Scales, words: Any) -> int:
    """The hand, clockwise from the seat, on which it bids next; -1 if it has made all its bids."""
    starter = words[scales.places[STARTER]]
    for turn in range(scales.subjects.shape[2]):
        subject = scales.subjects[words[scales.places[SEAT]], starter, turn]
        if subject >= 0 and words[scales.places[BIDS] + subject] < 0:
            return int(subject)
    return -1


@kernel
def _find_tops(scales: Scales, cards: Any, trump: int, tops: Any) -> None:
    """Find the strongest remaining cards of every suit; -1 if there are fewer."""
    suit_of, out = scales.suit_of[trump + 1], scales.places[OUT]
    for suit in range(scales.numbers[SUITS]):
        strengths, below = scales.strengths[trump + 1, suit], np.int64(1) << 40
        for rank in range(TOPS):
            top = -1
            for kind in range(scales.numbers[KINDS]):
                left = suit_of[kind] == suit and not cards[out + kind] and strengths[kind] < below
                if left and (top < 0 or strengths[kind] > strengths[top]):
                    top = kind
            tops[suit * TOPS + rank] = top
            below = strengths[top] if top >= 0 else np.int64(-1)


@kernel(inline="code")
def _has(cards: Any, hand: int, kind: int) -> bool:
    """Whether a hand has a kind of card, if there is one."""
    return kind >= 0 and cards[hand + kind] > 0


@kernel
def _count(scales: Scales, cards: Any, hand: int, trump: int, suit: int) -> int:
    """How many kinds of a suit a hand has."""
    count = 0
    for kind in range(scales.numbers[KINDS]):
        count += scales.suit_of[trump + 1, kind] == suit and cards[hand + kind] > 0
    return count


@kernel
def _scan_strength(
    scales: Scales, cards: Any, hand: int, trump: int, tops: Any, found: Any, active: int, first: int
) -> int:
    """Write the number of trumps of a hand, and which of the strongest trumps it has; and the number of side suits in
    which it has no card, the strongest card, the second strongest, and so on."""
    suits = scales.numbers[SUITS]
    if trump >= 0:
        active = note(found, active, first + min(_count(scales, cards, hand, trump, trump), MOST))
        for rank in range(TOPS):
            if _has(cards, hand, tops[trump * TOPS + rank]):
                active = note(found, active, first + MOST + 1 + rank)
    first += MOST + 1 + TOPS
    for rank in range(TOPS + 1):
        count = 0
        for suit in range(suits):
            if suit != trump:
                void = rank == TOPS and _count(scales, cards, hand, trump, suit) == 0
                count += void or (rank < TOPS and _has(cards, hand, tops[suit * TOPS + min(rank, TOPS - 1)]))
        active = note(found, active, first + count)
        first += suits + 1
    return active


@kernel
def _scan_trick(scales: Scales, cards: Any, words: Any, order: int, found: Any, active: int, first: int) -> int:
    """Write who is winning the trick, and which cards of the playing hand would win it and keep it."""
    players, kinds, playing = scales.numbers[PLAYERS], scales.numbers[KINDS], words[scales.places[PLAYING]]
    if playing < 0:
        return active
    hands, table, trump = scales.places[HANDS], scales.places[TABLE], words[scales.places[TRUMP]]
    suit_of, led = scales.suit_of[trump + 1], np.int64(words[scales.places[LED]])
    winner, most, laid = -1, np.int64(0), 0
    for hand in range(players) if led >= 0 else range(0):
        for kind in range(kinds):
            if cards[table + hand * kinds + kind]:
                laid |= 1 << hand
                strength = scales.strengths[trump + 1, suit_of[led], kind]
                if strength > most:
                    winner, most = hand, strength
    if winner >= 0:
        active = note(found, active, first + winner)
    first += players
    for keeps in range(2):
        for kind in range(kinds):
            old = scales.kinds[order, kind]
            if cards[hands + playing * kinds + old]:
                suit = suit_of[led] if led >= 0 else suit_of[old]
                others = ~laid & ~(1 << playing) if keeps else 0
                above = max(most, _strongest_reply(scales, cards, trump, suit, others))
                if scales.strengths[trump + 1, suit, old] > above:
                    active = note(found, active, first + kind)
        first += kinds
    return active


@kernel
def _strongest_reply(scales: Scales, cards: Any, trump: int, suit: int, others: int) -> int:
    """The strength of the best card with which some hands, given as a mask, follow a led suit, as far as known."""
    kinds, most = scales.numbers[KINDS], np.int64(-1)
    strengths, suit_of = scales.strengths[trump + 1, suit], scales.suit_of[trump + 1]
    for hand in range(1, scales.numbers[PLAYERS]):
        follows, own = False, np.int64(-1)
        for kind in range(kinds) if others >> hand & 1 else range(0):
            if cards[scales.places[HANDS] + hand * kinds + kind]:
                if suit_of[kind] == suit and not follows:
                    follows, own = True, np.int64(-1)
                if follows == (suit_of[kind] == suit):
                    own = max(own, strengths[kind])
        most = max(most, own)
    return int(most)
