"""Greedy play of whole tricks ahead, by compiled code if the extra `fast` is installed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trickkit.bots.strength import powers, tricks_left
from trickkit.bots.utility import Utility
from trickkit.bots.worth import card_worth, shares, worth_of_tricks
from trickkit.errors import MissingExtra
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.rollouts.gains import Gains
    from trickkit.model.actions import Action
    from trickkit.phases.tricks.tables import TrickTables
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["gains_of", "greedy_tricks", "powers_by_size"]

FEWEST = 2
"""The size of hands from which compiled code is worth its start-up time."""


def greedy_tricks(state: State) -> Sequence[Action]:
    """The actions of all seats while they play tricks greedily; empty if they must be computed one by one.

    Args:
        state: of an unfinished game.

    >>> from trickkit import load
    >>> state = load("whist").start(seed=7)
    >>> len(greedy_tricks(state))
    52
    """
    phase, deal = state.phase, state.deal
    if not isinstance(phase, Tricks):
        return ()
    most = tricks_left(deal)
    if most < FEWEST or not _is_installed():
        return ()
    import numpy as np

    from trickkit.batch.kernel.layout import COUNT
    from trickkit.batch.lowering.unsupported import Unsupported
    from trickkit.batch.machine.lowered import compile_rules
    from trickkit.batch.rollouts.gains import Workspace, play_by_gains
    from trickkit.batch.run.resume import loaded, prevented, ready

    if deal.resting or phase.may_differ or prevented(compile_rules(state.rules), state):
        return ()
    try:
        program = ready(compile_rules(state.rules), state)
        row, deck = loaded(program, state)
    except Unsupported:
        return ()
    space, table = Workspace.empty(), deal[Tricks]
    for index, play in enumerate(table.current.plays[: int(row[COUNT])]):
        space.laid[index] = deal.deck.kinds[play.action.face].bit_length() - 1
        space.hands[index] = play.hand
    seats, numbers = np.zeros((2, program.longest), np.int64)
    made = play_by_gains(row, deck, program.tables, gains_of(state, phase, most), space, seats, numbers)
    actions = [*state.rules.actions.values()]
    return [actions[code] for code in numbers[:made].tolist()]


@lru_cache(maxsize=1)
def _is_installed() -> bool:
    try:
        from trickkit import batch  # noqa: F401
    except MissingExtra:
        return False
    return True


def gains_of(state: State, phase: Tricks, most: int, *, public: bool = False) -> Gains:
    """The worth of tricks in a deal to every seat, given what each seat sees.

    Args:
        state: during tricks.
        phase: the tricks.
        most: the most cards in a hand.
        public: whether scorings read only tricks and what everybody knows.

    >>> from trickkit import load
    >>> state = load("whist").start(seed=7)
    >>> gains_of(state, state.phase, 13).counted.tolist()
    [True, True, True, True]
    """
    import numpy as np

    from trickkit.batch.rollouts.gains import Gains

    rules, deal = state.rules, state.deal
    views = [state.view(None)] * deal.players if public else [state.view(seat) for seat in deal.seats]
    worths = [worth_of_tricks(view, seat) for seat, view in enumerate(views)]
    tricks = max((len(row) for worth in worths if worth is not None for row in worth), default=1)
    rows = np.zeros((deal.players, deal.players, tricks))
    for seat, worth in enumerate(worths):
        rows[seat] = 0.0 if worth is None else worth
    cards, whole = _card_gains(rules, deal.declarer)
    counted = np.array([worth is not None for worth in worths])
    return Gains(
        powers_by_size(phase.tables_of(deal), deal.players, most), counted, rows, _shares(tricks), cards, whole
    )


@lru_cache(maxsize=64)
def powers_by_size(tables: TrickTables, hands: int, most: int) -> Array:
    """(sizes, faces): the result of `powers`, by hand size.

    Args:
        tables: as for `powers`.
        hands: likewise.
        most: the most cards that are possible.

    >>> from trickkit import load
    >>> state = load("whist").start(seed=7)
    >>> powers_by_size(state.phase.tables_of(state.deal), 4, 13).shape
    (14, 52)
    """
    import numpy as np

    table = np.zeros((most + 1, len(tables.deck.faces)))
    for size in range(1, most + 1):
        for first, power in powers(tables, hands, size).items():
            table[size, first.bit_length() - 1] = power
    return table


@lru_cache(maxsize=64)
def _shares(tricks: int) -> Array:
    """(tricks, 21, tricks): the results of `shares` for all arguments below a number of tricks."""
    import numpy as np

    table = np.zeros((tricks, 21, tricks))
    for left in range(tricks):
        for twentieths in range(21):
            table[left, twentieths, : left + 1] = shares(left, twentieths)
    return table


@lru_cache(maxsize=64)
def _card_gains(rules: Rules, declarer: int | None) -> tuple[Array, Array]:
    """(seats, hands, faces): the worth of cards in tricks; (seats, hands): the mean worth of a trick."""
    import numpy as np

    players, deck = rules.players, rules.deck
    worth, utility = card_worth(rules), Utility.said_by(rules)
    cards, whole = np.zeros((players, players, len(deck.faces))), np.zeros((players, players))
    texts = [deck.by_first[mask & -mask].text for mask in deck.card_of.values()]
    places = [bit.bit_length() - 1 for bit in deck.card_of]
    for seat in range(players):
        for taker in range(players):
            role = worth.role(utility, seat, taker, declarer)
            whole[seat, taker] = players * worth.mean(role)
            cards[seat, taker, places] = [worth.of(role, text) for text in texts]
    return cards, whole
