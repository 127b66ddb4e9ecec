"""Converts games in progress into rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.remembering import not_answered
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.crossing import go_on
from trickkit.batch.machine.interpreter import DealInProgress
from trickkit.batch.machine.loop import set_out_rows
from trickkit.batch.machine.lowered import grown
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.replay import REFUSED, SECRET, replay
from trickkit.batch.run.crossing import write_back
from trickkit.batch.run.fallback import current_moves, played_out
from trickkit.batch.steps.explored.run import option_of
from trickkit.batch.steps.table import step_like
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Unknown
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.phases.dealing import DealOut, stacked_deal
from trickkit.phases.kinds.tasks import DraftTasks
from trickkit.play.state import State, begun_deal

if TYPE_CHECKING:
    from trickkit.play.view import View


ONE = np.zeros(1, np.int64)
"""The index of the only deal that is set up."""


def prevented(program: Program, state: State | View) -> str:
    """Why the rest of a deal cannot be played by the compiled engine; `""` if it can."""
    if state.deal.trump not in program.trumps:
        return f"{state.deal.trump} is not a suit of the deck"
    if state.deal.scored_before >= layout.MOST_NUMBERS:
        return (
            f"{state.deal.scored_before} deals with a score; the batch engine distinguishes {layout.MOST_NUMBERS - 1}"
        )
    why = not_answered(program.remembered, state.deal.memory)
    if why:
        return why
    now = state._context.place if isinstance(state, State) else _place(state)
    return "" if program.runs_from(now) else program.why


def _place(view: View) -> int:
    """The index of a view's current phase, or of the first equal one."""
    phases = view.rules.phases
    return phases.index(view.phase) if view.phase in phases else 0


def loaded(program: Program, state: State) -> tuple[Array, Array]:
    """A game as a row, with the cards of its deal as they were dealt.

    Args:
        program: the rules of the game, made ready.
        state: an unfinished game, which the compiled engine can continue.

    Raises:
        Unsupported: it does not fit into a row, or the tables do not include the outcomes of phases in Python.
    """
    if program.is_mixed:
        return Retraced.of(program, state).loaded(program)
    row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
    _played_again(program, row, deck, state, state.deal)
    row[layout.DECISIONS] = 0
    return row, deck


def _played_again(program: Program, row: Array, deck: Array, state: State, deal: Deal) -> None:
    """Replay a deal's decisions; those made before their seat's turn are queued."""
    # The state's own chance draws all cards and tasks that are still to be drawn.
    stacked = stacked_deal(played_out(state).deal if _lacks(program, deal) else deal)
    set_out_again(program, row, deck, deal, stacked)
    decisions = Decisions.of(program, current_moves(state))
    decisions.make(program, row, deck)
    for seat in deal.seats:
        give_beforehand(program, row, seat, [action for other, action in decisions.left if other == seat])


def turned_in(program: Program, state: State) -> tuple[int, Sequence[Any]]:
    """The number of a deal's turned-up or cut card (-1 for none), and the deal's other random outcomes."""
    deal = state.deal
    stacked = stacked_deal(played_out(state).deal if _lacks(program, deal) else deal)
    turned = program.rules.deck.numbers([stacked.turned])[0] if stacked.turned else -1
    return turned, stacked.rolls if program.tables[layout.LOTS] else ()


def _lacks(program: Program, deal: Deal) -> bool:
    """Whether cards or tasks are yet to be drawn."""
    draws = (phase for phase in program.rules.phases if step_like(phase).draws or isinstance(phase, DraftTasks))
    return any(deal.get(type(phase)) is None for phase in draws)


def draws_later(program: Program, state: State) -> bool:
    """Whether a deal may still have random outcomes after a decision."""
    return bool(program.tables[layout.LOTS]) or _lacks(program, state.deal)


def set_out_again(program: Program, row: Array, deck: Array, deal: Deal, stacked: Stacked) -> None:
    """Set up a deal again, up to its first decision.

    Args:
        program: the compiled rules of the game.
        row: receives the position of the deal.
        deck: receives the cards as they are dealt.
        deal: the deal, at any time.
        stacked: all cards of the deal.
    """
    rules = program.rules
    free = {text: [*numbers] for text, numbers in program.numbers_of.items()}
    order = [free[text].pop(0) for hand in stacked.hands or () for text in hand or ()]
    order += [free[text].pop(0) for text in stacked.stock]
    order += sorted(card for numbers in free.values() for card in numbers)
    if program.tables[layout.LOTS]:
        order += stacked.rolls  # type: ignore[arg-type]
    shown = rules.deck.numbers([stacked.turned])[0] if stacked.turned else -1
    program.put_earlier(row, deal)
    set_out_in_order(program, row, deck, (deal.number, deal.size, deal.begun_by), deal.totals, order, shown)


def set_out_in_order(
    program: Program,
    row: Array,
    deck: Array,
    begins: tuple[int, int, int],
    totals: Sequence[int],
    order: Sequence[int] | Array,
    shown: int,
) -> None:
    """Set up a deal whose random outcomes are known, up to its first decision.

    Args:
        program: the compiled rules of the game.
        row: receives the position of the deal.
        deck: receives the cards as they are dealt.
        begins: the number of the deal, its hand size, and the seat that starts it.
        totals: by seat, the points of earlier deals.
        order: the numbers of all cards, in dealing order, and of everything else that is drawn.
        shown: the number of the card that is turned up or cut, unless it is the top of the stock; -1 for none.
    """
    deck[: len(order)] = order
    row[layout.STACKED], row[layout.SHOWN] = 1, shown
    before = np.zeros((1, layout.SEATS), np.int64)
    before[0, : len(totals)] = totals
    deal_number, size, starter = np.array(begins, np.int64)[:, None]
    begun = Beginnings(ONE, deal_number, starter, before)
    set_out_rows(program.tables, row[None, :], deck[None, :], ONE, (0, 0), size, begun)


@frozen(eq=False)
class Decisions:
    """Decisions to replay, in the order in which a row asks for them.

    Args:
        made: the seats and their actions; UNKNOWN for any legal one.
        moves: the same as numbers, as `replay` takes them.
        waiting: the decisions that have not been replayed yet, as `replay` takes them.
    """

    made: Sequence[tuple[int, Action | Unknown]]
    moves: Array
    waiting: Array

    @classmethod
    def of(cls, program: Program, made: Sequence[tuple[int, Action | Unknown]]) -> Decisions:
        """The decisions of a deal, all yet to be replayed."""
        numbers = action_numbers(program.rules)
        moves = [(seat, SECRET if action is UNKNOWN else numbers[action]) for seat, action in made]  # type: ignore[index]
        return cls(made, np.array(moves, np.int64).reshape(-1, 2), np.array([len(made), *range(len(made)), 0]))

    @property
    def left(self) -> list[tuple[int, Any]]:
        """The decisions yet to be replayed."""
        return [self.made[index] for index in self.waiting[1 : 1 + self.waiting[0]].tolist()]

    def make(self, program: Program, row: Array, deck: Array, *, phase: int = -1) -> None:
        """Replay decisions as long as the row asks for them.

        Args:
            program: the compiled rules of the game.
            row: the position of the deal.
            deck: the cards as they were dealt.
            phase: stop when a phase other than this one has a pending decision; -1 for never.

        Raises:
            Unsupported: one of them is not legal.
        """
        if replay(program.tables, row, deck, program.options, self.moves, self.waiting, phase) == REFUSED:
            seat, action = self.left[0]
            raise Unsupported(f"{action} of seat {seat} or a decision after it is not legal in the batch engine")


def give_beforehand(program: Program, row: Array, seat: int, actions: Sequence[Action]) -> None:
    """Queue a seat's decisions after those already queued for it."""
    numbers = action_numbers(program.rules)
    explored = program.opcode(int(row[layout.COUNTER])) == layout.EXPLORED
    bits = layout.FORCED_ACTION if explored else layout.FORCED_OPTION + program.words
    for action in actions:
        code = numbers[action]
        forced = code if explored else int(program.options[row[layout.COUNTER], code])
        queued = -(-int(row[layout.FORCED + seat]).bit_length() // bits)
        row[layout.FORCED + seat] |= forced + 1 << bits * queued
        row[layout.FORCING] += 1


def asks(program: Program, row: Array, seat: int) -> bool:
    """Whether a seat may decide now, perhaps out of turn; if so, its decision becomes the pending one."""
    opcode = program.opcode(int(row[layout.COUNTER]))
    if opcode == layout.CALLED:
        row[layout.ACTOR] = seat
        return True
    node = int(row[layout.NODE]) if opcode == layout.EXPLORED else 0
    while node:
        if program.node(node, layout.ACTOR_OF) == seat:
            # The options belong to the seat whose decision is pending, and may depend on its hand.
            if node != row[layout.NODE]:
                row[layout.NODE], row[layout.ACTOR], row[layout.MASK] = node, seat, program.node(node, layout.COUNT_OF)
            return True
        node = program.node(node, layout.OTHER_OF)
    return False


def option_number(program: Program, row: Array, action: int) -> int:
    """The option for an action."""
    if program.opcode(int(row[layout.COUNTER])) == layout.EXPLORED:
        return int(option_of(row, program.tables, action))
    option = int(program.options[row[layout.COUNTER], action])
    if program.opcode(int(row[layout.COUNTER])) >= layout.CHOOSING:
        alike = program.alike(option) & program.mask_of(row, layout.MASK)
        return (alike & -alike).bit_length() - 1
    return option


@frozen(eq=False)
class Retraced:
    """The current deal of a game, retraced phase by phase from its beginning.

    Args:
        state: the state of the game.
        dealt: the deal just after its cards were shuffled; None if they were not.
        crossed: the phases that ran in Python: for each its index, and the deal before and after it.
        decisions: by index of a phase, the decisions made in it.
    """

    state: State
    dealt: Deal | None
    crossed: Sequence[tuple[int, Deal, Deal]]
    decisions: Sequence[Sequence[tuple[int, Action]]]

    @classmethod
    def of(cls, program: Program, state: State) -> Retraced:
        """Retrace the deal of a game, and record the outcomes of phases in Python.

        Args:
            program: the rules, made ready.
            state: an unfinished game.

        Raises:
            Unsupported: the phases in Python have more outcomes than there is room for.
        """
        phases, context = state.rules.phases, state._context
        history = context.history(state._now[2])
        decisions: list[list[tuple[int, Action]]] = [[] for _ in phases]
        for seat, action, phase_index in history.moves if history else ():
            decisions[phase_index].append((seat, action))  # type: ignore[arg-type]
        deal, dealt, crossed = DealInProgress(state.rules, begun_deal(state)), None, []
        for phase_index in range(context.place):
            before = deal.deal
            deal.follow(iter(decisions[phase_index]), phase_index + 1)
            if phase_index in program.interpreted.reasons:
                crossed.append((phase_index, before, deal.deal))
                program.interpreted.note(phase_index, before, deal.deal)
            if dealt is None and deal.deal.get(DealOut) is not None:
                dealt = deal.deal
        return cls(state, dealt, crossed, decisions)

    def loaded(self, program: Program) -> tuple[Array, Array]:
        """The game's position as a row, with the cards of the deal as they were dealt.

        If the game is in a phase in Python, the row is at the beginning of that phase.

        Args:
            program: the rules, made ready.

        Raises:
            Unsupported: the position does not fit into a row, or the tables do not include the outcomes.
        """
        row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
        state = self.state
        begins = state.deal.number, state.deal.size, state.deal.begun_by
        turned, rolls = turned_in(program, state)
        order = self._order() + list(rolls)
        program.put_earlier(row, state.deal)
        set_out_in_order(program, row, deck, begins, state.deal.totals, order, turned)
        done = 0
        for phase_index, before, after in self.crossed:
            self._make(program, row, deck, done, phase_index)
            if row[layout.COUNTER] != phase_index:
                raise Unsupported("the batch engine does not come to a phase in Python where the deal does")
            write_back(
                program, row, deck, phase_index, program.interpreted.note(phase_index, before, after), before, after
            )
            go_on(program.tables, row[None, :], deck[None, :], ONE)
            done = phase_index + 1
        left = self._make(program, row, deck, done, state._context.place + 1)
        for seat in state.deal.seats if row[layout.ACTOR] >= 0 else ():
            give_beforehand(program, row, seat, [action for other, action in left if other == seat])
        row[layout.DECISIONS] = 0
        return row, deck

    def _order(self) -> list[int]:
        """The numbers of all cards, in dealing order."""
        if self.dealt is None:
            return [*range(len(self.state.rules.deck))]
        dealing = self.dealt[DealOut]
        hands = [card for hand in dealing.hands for card in hand]
        stock = [card for card in self.dealt.stock.order if card is not None]
        return hands + stock[: len(stock) - dealing.lacking]

    def _make(self, program: Program, row: Array, deck: Array, first: int, last: int) -> list[tuple[int, Action]]:
        """Make the decisions of some phases; return those that the row does not ask for."""
        made = [decision for of_phase in self.decisions[first:last] for decision in of_phase]
        decisions = Decisions.of(program, made)
        decisions.make(program, row, deck)
        return decisions.left


def ready(program: Program, *states: State) -> Program:
    """A program that includes the outcomes of phases in Python in some deals.

    Args:
        program: the rules, made ready.
        states: unfinished games.

    Raises:
        Unsupported: the phases in Python have more outcomes than there is room for.
    """
    if not program.is_mixed:
        return program
    for state in states:
        Retraced.of(program, state)
    return grown(program)
