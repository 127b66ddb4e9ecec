"""The interchangeable suits of a game, found by renaming them in random deals, whatever the rules claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from random import Random

from trickkit.errors import InvalidRules, TrickkitError
from trickkit.model.actions import Action
from trickkit.model.chance import Chance
from trickkit.model.symmetry import Renaming
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.tricks import Tricks
from trickkit.play.later import earlier, later_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed

DEALS = 12
"""The number of random deals in which a renaming must change nothing to count as a symmetry."""

MOST = 6
"""The most suits that are renamed: with more, there are too many ways."""


@lru_cache(maxsize=64)
def renamings(rules: Rules) -> tuple[Renaming, ...]:
    """The renamings of suits that changed nothing in random deals; the first one keeps all names.

    Legal actions, seats and scores stayed the same throughout.

    >>> from trickkit import load
    >>> len(renamings(load("oh_hell"))), len(renamings(load("euchre"))), len(renamings(load("hearts")))
    (24, 8, 1)
    """
    count = len(rules.deck.suits)
    none = tuple(range(count))
    if count > MOST:
        return (_renaming(rules, none),)  # type: ignore[return-value]
    played = [random_deal(rules, seed) for seed in range(DEALS)]
    good, bad = {none}, set[tuple[int, ...]]()
    for order in permutations(none):
        if order in good or order in bad:
            continue
        renaming = _renaming(rules, order)
        if renaming is None or not all(_goes_alike(state, renaming) for state in played):
            bad.add(order)
            continue
        good = _closed({*good, order})
    return tuple([made for order in sorted(good) if (made := _renaming(rules, order)) is not None])


def _closed(group: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    while True:
        more = {tuple(order[index] for index in other) for order in group for other in group} - group
        if not more:
            return group
        group |= more


def _renaming(rules: Rules, order: Sequence[int]) -> Renaming | None:
    """The renaming for an order of the suits; None if the deck or the actions are not symmetric under it."""
    suits = rules.deck.suits
    try:
        made = Renaming.of(rules.deck, dict(zip(suits, (suits[index] for index in order), strict=True)))
    except InvalidRules:
        return None
    every = {*rules.actions.values()}
    return made if {made.action(action) for action in every} == every else None


def random_deal(rules: Rules, number: int) -> State:
    """A random deal, played to its end.

    >>> from trickkit import load
    >>> len(random_deal(load("pikinni"), 3).results[-1].scores)
    4
    """
    rng, deals = Random(number), rules.ending.most_deals() or 1
    state = later_deal(rules, rng.randrange(deals), seed=number, starter=number % rules.players)
    count = len(state.results)
    while len(state.results) == count:
        seat = state.actors[0]
        state = state.play(seat, rng.choice(state.legal(seat)))
    return state


def _goes_alike(state: State, renaming: Renaming) -> bool:
    """Whether the last deal goes the same way after a renaming."""
    rules, result = state.rules, state.results[-1]
    deal = result.deal
    stacked = stacked_deal(deal)
    moves = [(seat, action) for seat, action, _ in result.moves if isinstance(action, Action)]
    before = earlier(rules, deal.begun_by, (0,) * rules.players, deal.number)
    try:
        original, other = (
            resumed(rules, deal.begun_by, before, deal.begun_by, cards, Chance(0))
            for cards in (stacked, renaming.stacked(stacked))
        )
        for seat, action in moves:
            if {renaming.action(legal) for legal in original.legal(seat)} != {*other.legal(seat)}:
                return False
            original, other = original.play(seat, action), other.play(seat, renaming.action(action))
        return bool(original.results[-1].scores == other.results[-1].scores)
    except (TrickkitError, IndexError):
        return False


@lru_cache(maxsize=64)
def seats_play_once(rules: Rules) -> bool:
    """Whether no seat decided twice in any trick of some random deals, as a declarer with a dummy does."""
    return all(len({*seats}) == len(seats) for seed in range(DEALS) for seats in _deciders(random_deal(rules, seed)))


def _deciders(state: State) -> Iterator[list[int]]:
    """By trick of the last deal, the seats that decided, in order."""
    table = state.results[-1].deal.get(Tricks)
    for trick in () if table is None else table.tricks:
        yield [play.seat for play in trick.plays]
