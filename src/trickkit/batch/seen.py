"""The knowledge of seats in many deals at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

import numpy as np
from attrs import fields, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import ACTOR, COUNTER, DECISIONS, HAND, HEARING, SHOWN, TOTALS
from trickkit.batch.machine.hearing import heard_decisions
from trickkit.batch.machine.loop import seen_cards, seen_facts
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.whereabouts import whereabouts
from trickkit.batch.run.reading import read, room

__all__ = ["Seen"]


@frozen(eq=False, slots=False)
class Seen:
    """What seats know, by lane, and nothing else. Kinds are numbered like `rules.deck.kinds`.

    Args:
        seat: (lanes,), int64: the seat whose knowledge it is; usually the one that decides.
        phase: (lanes,), int64: the number of the phase among the distinct ones of `rules.phases`, from 0; -1 after the
            end of the deal.
        hand: (lanes,), int64: the hand that plays; -1 outside tricks.
        number: (lanes,), as in `Deals`.
        size: (lanes,), as in `Deals`.
        starter: (lanes,), as in `Deals`.
        doubles: (lanes,), as in `Deals`.
        buyer: (lanes,), as in `Deals`.
        trump: (lanes,): the number of the trump suit; -1 for none.
        declarer: (lanes,): the seat that plays for the contract; -1 for none.
        shown: (lanes,): the number of the kind of the card that was turned up or cut; -1 for none.
        held: (lanes, hands), uint8: the number of cards in a hand, known or not.
        stock: (lanes, kinds), uint8: the number of cards of a kind that the seat knows to be in the stock.
        hands: (lanes, hands, kinds), uint8: the number of cards of a kind that the seat knows to be in a hand; a card
            with several faces counts for each of them.
        out: (lanes, kinds), uint8: the number of cards that were played, laid or turned up.
        table: (lanes, hands, kinds), uint8: the number of cards face up in front of a hand: the cards of the current
            trick, or cards that were revealed but not yet evaluated.
        committed: (lanes, kinds), uint8: the number of cards that the seat has chosen in secret, which count as held
            until they are revealed or passed on.
        tricks: (lanes, hands): the number of tricks taken.
        bids: (lanes, seats, seats): as in `Deals`, if revealed; -1 for the others.
        backs: (lanes, seats): as in `Deals` for the seat's own choice; -1 for the others.
        piles: (lanes, seats): the number of cards in the score piles.
        totals: (lanes, seats): the points of earlier deals.
        heard: computes `heard` on demand.
    """

    seat: Array
    phase: Array
    hand: Array
    number: Array
    size: Array
    starter: Array
    doubles: Array
    buyer: Array
    trump: Array
    declarer: Array
    shown: Array
    held: Array
    stock: Array
    hands: Array
    out: Array
    table: Array
    committed: Array
    tricks: Array
    bids: Array
    backs: Array
    piles: Array
    totals: Array
    _heard: Callable[[], Array]

    @cached_property
    def heard(self) -> Array:
        """heard: (lanes, decisions, 3), int16: the decisions of the current deal in order, as in `view.moves`.

        Each decision, whether a call or a play, consists of the seat, the number of the phase as in `phase`, and the
        number of the action among `rules.actions`. An action that the seat does not know is -1, and so is everything
        after the last decision of a lane. The longest lane determines the size. Cards that another seat chose in secret
        and that are shown together are sorted by their numbers.

        >>> from trickkit import batch, load
        >>> lanes = batch.lanes(load("oh_hell"), 2, seed=7)
        >>> ended = lanes.step(lanes.random())
        >>> lanes.seen().heard.shape
        (2, 1, 3)
        """
        return self._heard()

    def of(self, lanes: Array) -> Seen:
        """The knowledge in some of the lanes, given by their numbers.

        >>> from trickkit import batch, load
        >>> seen = batch.lanes(load("pikoko"), 10, seed=7).seen()
        >>> seen.hands.shape, seen.of([2, 5]).hands.shape
        ((10, 4, 45), (2, 4, 45))
        """
        names = [array.name for array in fields(Seen) if array.name != "_heard"]
        arrays = {name: getattr(self, name)[lanes] for name in names}
        return Seen(**arrays, heard=partial(_heard_of, self, lanes))


def merged(parts: Sequence[tuple[Array, Seen]]) -> Seen:
    """The knowledge of seats in all lanes, merged from parts, each with the numbers of its lanes."""
    count = sum(len(lanes) for lanes, _ in parts)
    arrays = {}
    for name in [array.name for array in fields(Seen) if array.name != "_heard"]:
        of_part = [getattr(seen, name) for _, seen in parts]
        arrays[name] = np.empty((count, *of_part[0].shape[1:]), np.result_type(*of_part))
        for (lanes, _), array in zip(parts, of_part, strict=True):
            arrays[name][lanes] = array
    return Seen(**arrays, heard=partial(_heard_merged, tuple(parts)))


def _heard_merged(parts: Sequence[tuple[Array, Seen]]) -> Array:
    """The decisions heard in all lanes."""
    longest = max(seen.heard.shape[1] for _, seen in parts)
    heard = np.full((sum(len(lanes) for lanes, _ in parts), longest, 3), -1, np.int16)
    for lanes, seen in parts:
        heard[lanes, : seen.heard.shape[1]] = seen.heard
    return heard


def _heard_of(seen: Seen, lanes: Array) -> Array:
    """The decisions heard in some of the lanes."""
    return seen.heard[lanes]


@frozen(eq=False)
class Positions:
    """Positions of deals, each with a seat that observes it.

    Args:
        program: the compiled rules.
        rows: the positions of the deals, which may be over.
        noted: by row and decision, the decision, as `layout` packs it.
        seats: by row, the seat.
    """

    program: Program
    rows: Array
    noted: Array
    seats: Array

    def seen(self) -> Seen:
        """The knowledge of the seats."""
        return seen_in(self.program, self.rows, self.noted, self.seats)


def seen_in(program: Program, rows: Array, noted: Array, seats: Array) -> Seen:
    """The knowledge of seats, each in its own row.

    Args:
        program: the compiled rules.
        rows: the positions of the deals, which may be over.
        noted: by row and decision, the decision, as `layout` packs it.
        seats: by row, the seat.
    """
    kinds, count, players = program.kinds, len(rows), program.rules.players
    many = int(kinds.max()) + 1
    hands = np.zeros((count, players, many), np.uint8)
    table, out, committed = np.zeros_like(hands), np.zeros((count, many), np.uint8), np.zeros((count, many), np.uint8)
    seen_cards(program.tables, rows, seats, kinds, hands, out, table, committed)
    held, stock = np.zeros((count, players), np.uint8), np.zeros((count, many), np.uint8)
    whereabouts(program.tables, rows, seats, kinds, held, stock)
    written = room(program, count, moves=False, cards=False)
    seen_facts(program.tables, rows, seats, written.facts)
    facts = read(program, written, rows[:, program.totals])
    hearing = rows[:, HEARING]
    # After the end, a view has no decisions of a current deal, either.
    hearing[rows[:, ACTOR] < 0, HEARING.index(DECISIONS)] = 0
    hearing[:, HEARING.index(ACTOR)] = seats
    most = int(hearing[:, HEARING.index(DECISIONS)].max(initial=0))
    return Seen(
        seat=seats,
        phase=program.different[rows[:, COUNTER]],
        hand=np.where(program.in_tricks[rows[:, COUNTER]], rows[:, HAND], -1),
        number=facts.number,
        size=facts.size,
        starter=facts.starter,
        doubles=facts.doubles,
        buyer=facts.buyer,
        trump=facts.trump,
        declarer=facts.declarer,
        shown=program.shown[np.maximum(rows[:, SHOWN], -1)],
        held=held,
        stock=stock,
        hands=hands,
        out=out,
        table=table,
        committed=committed,
        tricks=facts.tricks,
        bids=facts.bids,
        backs=facts.backs,
        piles=facts.piles,
        totals=rows[:, TOTALS : TOTALS + players].copy(),
        # It is computed only on demand, but the recorded decisions keep changing, so they are copied.
        heard=partial(_heard, program.tables, program.different, hearing, noted[:, :most].copy()),
    )


def _heard(tables: Array, phases: Array, hearing: Array, noted: Array) -> Array:
    """The decisions that seats have heard, as in `Seen.heard`. It consists of arrays, so that `Seen` can be pickled."""
    heard = np.full((*noted.shape, 3), -1, np.int16)
    heard_decisions(tables, np.ascontiguousarray(hearing), noted, phases, heard)
    return heard
