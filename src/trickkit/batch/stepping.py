"""Many deals stepped together, one decision each at a time: what a learning loop needs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, evolve, field, fields, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import (
    ACTOR,
    COUNTER,
    DECISIONS,
    HAND,
    HEARING,
    NOTED_ACTION,
    NOTED_SEAT,
    SEATS,
    SHOWN,
    TOTALS,
    halves,
)
from trickkit.batch.machine.hearing import heard_decisions
from trickkit.batch.machine.loop import (
    first_illegal,
    legal_actions,
    random_actions,
    seen_cards,
    seen_facts,
    set_out_rows,
    step_rows,
    write_rows,
)
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.whereabouts import whereabouts
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.points.scorer import Scorer
from trickkit.batch.results import Deals
from trickkit.batch.run.reading import read, room
from trickkit.errors import IllegalAction, InvalidAction
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.model.actions import Action

__all__ = ["Lanes", "Seen"]


@frozen(eq=False, slots=False)
class Seen:
    """What the seats that decide know, by lane; nothing else is in it. Kinds are numbered like `rules.deck.kinds`.

    Args:
        seat: (lanes,), int64: who decides.
        phase: (lanes,), int64: the number of the phase among the different ones of `rules.phases`, from 0.
        hand: (lanes,), int64: the hand that plays; -1 outside tricks.
        number: (lanes,), as in `Deals`.
        size: (lanes,), as in `Deals`.
        starter: (lanes,), as in `Deals`.
        doubles: (lanes,), as in `Deals`.
        buyer: (lanes,), as in `Deals`.
        trump: (lanes,): the number of the trump suit; -1 for none.
        declarer: (lanes,): the seat that plays for what was bid or called; -1 for none.
        shown: (lanes,): the number of the kind of the card that was turned up or cut; -1 for none.
        held: (lanes, hands), uint8: how many cards a hand has, known or not.
        stock: (lanes, kinds), uint8: how many of a kind the seat knows to lie in the stock.
        hands: (lanes, hands, kinds), uint8: how many cards of a kind the seat knows to be in a hand; a card with
            several faces counts for each of them.
        out: (lanes, kinds), uint8: how many were played, laid or turned up.
        table: (lanes, hands, kinds), uint8: how many lie face up in front of a hand: the cards of the trick that is
            being played, or what was revealed and has not been evaluated.
        committed: (lanes, kinds), uint8: how many the seat has chosen in secret, which count as held until they are
            revealed or passed on.
        tricks: (lanes, hands): the tricks taken.
        bids: (lanes, seats, seats): as in `Deals`, what is revealed and the seat's own; -1 for the others.
        backs: (lanes, seats): as in `Deals`; -1 but for the seat's own.
        piles: (lanes, seats): how many cards lie in the score piles.
        totals: (lanes, seats): the points of earlier deals.
        heard: gives `heard`, which is made when it is asked for.
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
        """(lanes, decisions, 3), int16: the decisions of the current deal in order, as `view.moves` has them.

        Of each, a call or a play, the seat, the number of the phase, as in `phase`, and the number of the action among
        `rules.actions`; -1 in place of an action that the seat does not know, and -1 throughout after the last decision
        of a lane. It has room for the lane that has made the most. Cards that another seat chose in secret and that are
        shown together are in the order of their numbers.

        >>> from trickkit import batch, load
        >>> lanes = batch.lanes(load("oh_hell"), 2, seed=7)
        >>> ended = lanes.step(lanes.random())
        >>> lanes.seen().heard.shape
        (2, 1, 3)
        """
        return self._heard()

    def of(self, lanes: Array) -> Seen:
        """The same for some of the lanes, given by their numbers.

        >>> from trickkit import batch, load
        >>> seen = batch.lanes(load("pikoko"), 10, seed=7).seen()
        >>> seen.hands.shape, seen.of([2, 5]).hands.shape
        ((10, 4, 45), (2, 4, 45))
        """
        names = [array.name for array in fields(Seen) if array.name != "_heard"]
        arrays = {name: getattr(self, name)[lanes] for name in names}
        return Seen(**arrays, heard=partial(_heard_of, self, lanes))


def _heard_of(seen: Seen, lanes: Array) -> Array:
    """What was heard in some of the lanes."""
    return seen.heard[lanes]


@define(eq=False, repr=False, slots=False)
class Lanes:
    """Deals that are stepped together: every lane waits for a decision, and a new deal follows the last one by itself.

    Made by `batch.lanes`. Lane k plays the deals k, k + lanes, k + 2 lanes, ... of `batch.deals` with the same seed, as
    far as cards and starters go.

    >>> import numpy as np
    >>> from trickkit import batch
    >>> from trickkit.variants import pikoko
    >>> lanes = batch.lanes(pikoko.rules(players=3), 1000, seed=7)
    >>> legal, rng = lanes.legal(), np.random.default_rng(7)
    >>> choice = (rng.random(legal.shape) * legal).argmax(axis=1)
    >>> ended = lanes.step(choice)
    >>> lanes.seats.shape, legal.shape == (1000, len(lanes.rules.actions)), len(ended)
    ((1000,), True, 0)
    """

    _program: Program
    _seed: int
    _cycle: range
    _starters: Array
    _first: int = 0
    _totals: Array = field(factory=lambda: np.zeros(SEATS, np.int64))
    _rows: Array = field(init=False)
    _decks: Array = field(init=False)
    _next: Array = field(init=False)
    _made: deque[Array] = field(init=False)
    """By step, of as many of the last ones as a deal may have, and by lane: the decision, as `layout` packs it."""
    last: Array = field(init=False)
    """(ended lanes,), int64: the lanes whose deals ended in the last step, in the order of its result."""

    def __attrs_post_init__(self) -> None:
        count = len(self._starters)
        self._rows = np.zeros((count, self._program.width), np.int64)
        self._decks = np.zeros((count, 256), np.uint8)
        self._next = np.arange(self._first, self._first + count)
        self.last = np.zeros(0, np.int64)
        self._made = deque(maxlen=self._program.longest)
        self._set_out(np.arange(count))

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} lanes of {self.rules.name}>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._program.rules

    @property
    def seats(self) -> Array:
        """(lanes,), int64: the seat that decides now."""
        return self._rows[:, ACTOR].copy()

    @property
    def decisions(self) -> Array:
        """(lanes,), int64: how many decisions were made in the current deal."""
        return self._rows[:, DECISIONS].copy()

    def legal(self) -> Array:
        """(lanes, actions), bool: what is legal, by the number of an action among `rules.actions`."""
        legal = np.empty((len(self), len(self.rules.actions)), np.bool_)
        legal_actions(self._program.tables, self._rows, legal.view(np.uint8))
        return legal

    def random(self) -> Array:
        """(lanes,), int64: what random play would do in every lane, as `batch.deals` does with the same seed."""
        actions = np.empty(len(self), np.int64)
        random_actions(self._program.tables, self._rows, actions)
        return actions

    def seen(self) -> Seen:
        """What the seats that decide know."""
        rules, rows, program = self.rules, self._rows, self._program
        kinds, count, players = program.kinds, len(self), rules.players
        many = int(kinds.max()) + 1
        hands = np.zeros((count, players, many), np.uint8)
        table, out, committed = (
            np.zeros_like(hands),
            np.zeros((count, many), np.uint8),
            np.zeros((count, many), np.uint8),
        )
        seen_cards(program.tables, rows, kinds, hands, out, table, committed)
        held, stock = np.zeros((count, players), np.uint8), np.zeros((count, many), np.uint8)
        whereabouts(program.tables, rows, kinds, held, stock)
        written = room(program, count, moves=False, cards=False)
        seen_facts(program.tables, rows, written.facts)
        facts = read(program, written, self._rows[:, program.totals])
        return Seen(
            seat=self.seats,
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
            heard=partial(_heard, program.tables, program.different, rows[:, HEARING], tuple(self._made)),
        )

    def step(self, actions: Array) -> Deals:
        """Make a decision in every lane; where a deal ends, the next one is dealt out.

        Args:
            actions: (lanes,), whole numbers: the actions, by their numbers among `rules.actions`.

        Returns:
            The deals that ended, with their points; `last` says in which lanes.

        Raises:
            InvalidAction: the actions are no such array.
            IllegalAction: an action is not legal; says in which lane. No lane has been stepped then.
        """
        program, given = self._program, checked(self.rules, len(self), actions)
        options = np.empty(len(self), np.int64)
        made = np.empty(len(self), np.int64)
        wrong = first_illegal(program.tables, self._rows, program.options, given, options, made)
        if wrong >= 0:
            raise refusal(self.rules, wrong, int(given[wrong]), self.legal()[wrong], int(self._rows[wrong, ACTOR]))
        over = np.empty(len(self), np.int64)
        ended = step_rows(program.tables, self._rows, self._decks, options, over)
        self._made.append(made)
        self.last = over[:ended].copy()
        return self._ended(self.last)

    def _ended(self, lanes: Array) -> Deals:
        """What came of the deals that ended; new ones are dealt out in their lanes."""
        program = self._program
        if not len(lanes):
            return self._nothing
        try:
            deals = self._scored(lanes, program.scoring.scorer())
        except Untraceable as error:
            deals = self._scored(lanes, program.scoring.asking(error))
        self._set_out(lanes)
        return evolve(deals, moves=None)

    def _scored(self, lanes: Array, scorer: Scorer) -> Deals:
        """The deals of some lanes, which are over, with their points."""
        program = self._program
        written = room(
            program,
            len(lanes),
            moves=scorer.needs_moves,
            cards=program.scoring.needs_cards,
            sets=scorer.needs_sets,
        )
        write_rows(program.tables, self._rows, self._decks, lanes, written)
        if scorer.needs_moves:
            written.dealt[:, 0] = np.maximum(self._rows[lanes, SHOWN], -1)
            written.dealt[:, 1:] = self._decks[lanes, : len(self.rules.deck)]
            decisions, numbers = self._rows[lanes, DECISIONS, None], np.arange(program.longest)
            made = _last(self._made, program.longest)[lanes[:, None], (numbers - decisions) % program.longest]
            written.seats[:] = np.where(numbers < decisions, made >> NOTED_SEAT & 255, -1)
            written.actions[:] = np.where(numbers < decisions, made & NOTED_ACTION, -1)
        deals = read(program, written, self._rows[:, program.totals][lanes])
        scorer.add(written, deals.totals, lambda: deals)
        return deals

    @cached_property
    def _nothing(self) -> Deals:
        """No deals, as most steps end none."""
        written = room(self._program, 0, moves=False, cards=self._program.scoring.needs_cards)
        return read(self._program, written, np.zeros((0, self.rules.players), np.int64))

    def _set_out(self, lanes: Array) -> None:
        program, sizes = self._program, np.array(self._program.sizes, np.int64)
        deals = self._next[lanes]
        numbers = self._cycle.start + deals % len(self._cycle)
        set_out_rows(
            program.tables, self._rows, self._decks, lanes, halves(self._seed),
            deals, numbers, sizes[numbers], self._starters[lanes], self._totals,
        )  # fmt: skip
        self._next[lanes] += len(self)


def _heard(tables: Array, phases: Array, hearing: Array, made: tuple[Array, ...]) -> Array:
    """What the seats that decide have heard, as `Seen.heard` has it."""
    most = int(hearing[:, HEARING.index(DECISIONS)].max())
    heard = np.empty((len(hearing), most, 3), np.int16)
    heard_decisions(tables, np.ascontiguousarray(hearing), _last(made, most), phases, heard)
    return heard


def _last(made: Sequence[Array], count: int) -> Array:
    """By lane, the decisions of some of the last steps, the last one last; 0 before the first."""
    last = np.zeros((len(made[-1]) if made else 0, count), np.int64)
    for step in range(1, min(count, len(made)) + 1):
        last[:, -step] = made[-step]
    return last


def checked(rules: Rules, lanes: int, actions: Array) -> Array:
    """The actions given for some lanes, by their numbers.

    Raises:
        InvalidAction: they are no array of whole numbers, one for each lane.
    """
    given = np.asarray(actions)
    if given.shape != (lanes,) or given.dtype.kind not in "iu":
        raise InvalidAction(
            f"actions are whole numbers, one for each of {lanes} lanes; these are {given.dtype} of shape {given.shape}",
            game=rules.key,
        )
    return given.astype(np.int64, copy=False)


def refusal(rules: Rules, lane: int, number: int, legal: Array, seat: int) -> IllegalAction:
    """The error that an action is not legal in a lane."""
    actions: list[Action] = list(rules.actions.values())
    options = ", ".join(f"{actions[option]} ({option})" for option in np.flatnonzero(legal))
    action = actions[number] if 0 <= number < len(actions) else None
    return IllegalAction(
        f"lane {lane}: {number if action is None else f'{action} ({number})'} is not legal; legal: {options}",
        action=action,
        legal=tuple(actions[option] for option in np.flatnonzero(legal)),
        game=rules.key,
        seat=seat,
    )
