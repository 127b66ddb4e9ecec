"""Games in progress as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.loop import set_out_rows
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.replay import REFUSED, SECRET, replay
from trickkit.batch.run.fallback import collected, next_hand, played_out, write_facts
from trickkit.batch.steps.explored.run import option_of
from trickkit.batch.steps.table import step_like
from trickkit.batch.steps.tricks.folded import NOTHING
from trickkit.batch.steps.tricks.lower import ends_of
from trickkit.batch.steps.tricks.run import first_play, lie
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Unknown
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.kinds.tasks import DraftTasks
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.state import State
from trickkit.policies.until import AfterTricks

if TYPE_CHECKING:
    from trickkit.play.view import View


ONE = np.zeros(1, np.int64)
"""The index of the only deal that is set out."""


def prevented(program: Program, state: State | View) -> str:
    """Why the rest of a deal cannot be played by the compiled engine; `""` where it can."""
    phases = program.rules.phases
    if program.why and program.rules.deck.copies:
        return program.why
    if state.deal.trump not in program.trumps:
        return f"{state.deal.trump} is no suit of the deck"
    if state.deal.scored_before >= layout.MOST_NUMBERS:
        return f"{state.deal.scored_before} deals with a score; the batch engine tells {layout.MOST_NUMBERS - 1} apart"
    if not program.reasons:
        return ""
    # What comes before the tricks need not be played again: all that they need is in the deal.
    now = phases.index(state.phase) if state.phase in phases else 0
    from_here = range(now, len(phases)) if isinstance(state.phase, Tricks) else range(len(phases))
    why = next((why for step, why in program.reasons.items() if step in (-1, *from_here)), "")
    if program.why and isinstance(state.phase, Tricks):
        until = state.phase.until.of(state.deal)
        by_number = ends_of(until, state.deal, state.deal.seats) is not None
        set_out = by_number and _place(program, state.phase, state.deal) is not None
        why = why or ("" if set_out else program.why)
    # What was called in tricks is played again with all that came before it.
    return why or (program.why if any(isinstance(phases[step], CallingTricks) for step in from_here) else "")


def _place(program: Program, phase: Tricks, deal: Deal) -> int | None:
    """The number of the tables of the tricks of a deal; None where there are none."""
    follow, trump = phase.follow.of(deal), program.trumps.index(deal.trump)
    places, stock = program.places.items(), "stock" in phase.follow.reads and len(deal.stock) > 0
    return next(
        (number for (*key, trumps), number in places if key == [phase, follow, stock] and trump in trumps), None
    )


def loaded(program: Program, state: State) -> tuple[Array, Array]:
    """Where a game stands, as a row, and the cards of the deal as they were dealt.

    Args:
        program: the rules of the game, made ready.
        state: not over; the compiled engine can play on from it.
    """
    row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
    deal = state.deal
    if program.why and isinstance(state.phase, Tricks):
        _at_tricks(program, row, deal, state.phase)
    else:
        _played_again(program, row, deck, state, deal)
    row[layout.DECISIONS] = 0
    return row, deck


def _played_again(program: Program, row: Array, deck: Array, state: State, deal: Deal) -> None:
    """Play the decisions of a deal again; those that are pending before a seat is asked are given beforehand."""
    # Cards and tasks that are still to be drawn are those that the state's own chance is going to draw.
    stacked = stacked_deal(played_out(state).deal if _lacks(program, deal) else deal)
    set_out_again(program, row, deck, deal, stacked)
    decisions = Decisions.of(program, current_moves(state))
    decisions.make(program, row, deck)
    for seat in deal.seats:
        give_beforehand(program, row, seat, [action for other, action in decisions.left if other == seat])


def _lacks(program: Program, deal: Deal) -> bool:
    """Whether cards or tasks are still to be drawn."""
    draws = (phase for phase in program.rules.phases if step_like(phase).draws or isinstance(phase, DraftTasks))
    return any(deal.get(type(phase)) is None for phase in draws)


def draws_later(program: Program, state: State) -> bool:
    """Whether something may be drawn at random in a deal after a decision."""
    return bool(program.tables[layout.LOTS]) or _lacks(program, state.deal)


def current_moves(state: State) -> list[tuple[int, Action]]:
    """The decisions of the current deal."""
    return list(state.moves[sum(len(result.moves) for result in state.results) :])


def set_out_again(program: Program, row: Array, deck: Array, deal: Deal, stacked: Stacked) -> None:
    """Set out a deal once more, up to its first decision.

    Args:
        program: the rules of the game, made ready.
        row: where it is written how the deal stands.
        deck: where the cards are written as they are dealt.
        deal: at any time.
        stacked: all its cards.
    """
    rules = program.rules
    free = {text: [*numbers] for text, numbers in program.numbers_of.items()}
    order = [free[text].pop(0) for hand in stacked.hands or () for text in hand or ()]
    order += [free[text].pop(0) for text in stacked.stock]
    order += sorted(number for numbers in free.values() for number in numbers)
    if program.tables[layout.LOTS]:
        order += stacked.rolls  # type: ignore[arg-type]
    shown = rules.deck.numbers([stacked.turned])[0] if stacked.turned else -1
    row[layout.SCORED] = min(deal.scored_before, layout.MOST_NUMBERS - 1)
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
    """Set out a deal of which it is known what is drawn at random, up to its first decision.

    Args:
        program: the rules of the game, made ready.
        row: where it is written how the deal stands.
        deck: where the cards are written as they are dealt.
        begins: the number of the deal, the size of its hands, and the seat that starts it.
        totals: by seat, the points before.
        order: the numbers of all cards, in the order in which they are dealt, and of what else is drawn.
        shown: the number of a card that is turned up or cut, unless it is the top of the stock; -1 for none.
    """
    deck[: len(order)] = order
    row[layout.STACKED], row[layout.SHOWN] = 1, shown
    before = np.zeros((1, layout.SEATS), np.int64)
    before[0, : len(totals)] = totals
    number, size, starter = np.array(begins, np.int64)[:, None]
    set_out_rows(program.tables, row[None, :], deck[None, :], ONE, (0, 0), ONE, number, size, starter, before)


@frozen(eq=False)
class Decisions:
    """Decisions to be made again, in the order in which a row waits for them.

    Args:
        made: the seats and their actions; UNKNOWN for any.
        moves: the same by numbers, as `replay` has it.
        waiting: which of them have not been made again yet, as `replay` has it.
    """

    made: Sequence[tuple[int, Action | Unknown]]
    moves: Array
    waiting: Array

    @classmethod
    def of(cls, program: Program, made: Sequence[tuple[int, Action | Unknown]]) -> Decisions:
        """Decisions of a deal, none of which has been made again yet."""
        numbers = action_numbers(program.rules)
        moves = [(seat, SECRET if action is UNKNOWN else numbers[action]) for seat, action in made]  # type: ignore[index]
        return cls(made, np.array(moves, np.int64).reshape(-1, 2), np.array([len(made), *range(len(made)), 0]))

    @property
    def left(self) -> list[tuple[int, Any]]:
        """Those that have not been made again."""
        return [self.made[place] for place in self.waiting[1 : 1 + self.waiting[0]].tolist()]

    def make(self, program: Program, row: Array, deck: Array, *, phase: int = -1) -> None:
        """Make them, as far as the row waits for them.

        Args:
            program: the rules of the game, made ready.
            row: where the deal stands.
            deck: the cards as they were dealt.
            phase: where another phase than this one waits for a decision, it stops; -1 for nowhere.

        Raises:
            Unsupported: one of them is not legal.
        """
        if replay(program.tables, row, deck, program.options, self.moves, self.waiting, phase) == REFUSED:
            seat, action = self.left[0]
            raise Unsupported(f"{action} of seat {seat} or a decision after it is not legal in the batch engine")


def give_beforehand(program: Program, row: Array, seat: int, actions: Sequence[Action]) -> None:
    """Have a seat decide in some way when it is asked, after what was given for it before."""
    numbers = action_numbers(program.rules)
    explored = program.opcode(int(row[layout.COUNTER])) == layout.EXPLORED
    bits = layout.FORCED_ACTION if explored else layout.FORCED_OPTION + program.words
    for action in actions:
        number = numbers[action]
        forced = number if explored else int(program.options[row[layout.COUNTER], number])
        place = -(-int(row[layout.FORCED + seat]).bit_length() // bits)
        row[layout.FORCED + seat] |= forced + 1 << bits * place
        row[layout.FORCING] += 1


def asks(program: Program, row: Array, seat: int) -> bool:
    """Whether a seat may decide now, though another one may do so first; then it is this one that is waited for."""
    opcode = program.opcode(int(row[layout.COUNTER]))
    if opcode == layout.CALLED:
        row[layout.ACTOR] = seat
        return True
    node = int(row[layout.NODE]) if opcode == layout.EXPLORED else 0
    while node:
        if program.node(node, layout.ACTOR_OF) == seat:
            # The options of the seat that is waited for are set out, and may depend on its hand.
            if node != row[layout.NODE]:
                row[layout.NODE], row[layout.ACTOR], row[layout.MASK] = node, seat, program.node(node, layout.COUNT_OF)
            return True
        node = program.node(node, layout.OTHER_OF)
    return False


def option_number(program: Program, row: Array, action: int) -> int:
    """The option that is an action."""
    if program.opcode(int(row[layout.COUNTER])) == layout.EXPLORED:
        return int(option_of(row, program.tables, action))
    option = int(program.options[row[layout.COUNTER], action])
    if program.opcode(int(row[layout.COUNTER])) >= layout.CHOOSING:
        alike = program.alike(option) & program.mask_of(row, layout.MASK)
        return (alike & -alike).bit_length() - 1
    return option


def _at_tricks(program: Program, row: Array, deal: Deal, phase: Tricks) -> None:
    """Set out a deal in its tricks: what was found out before, and how far the tricks have come."""
    rules, players = program.rules, deal.players
    row[layout.NUMBER], row[layout.SIZE], row[layout.STARTER] = deal.number, deal.size, deal.begun_by
    row[layout.TOTALS : layout.TOTALS + deal.players] = deal.totals
    row[layout.SCORED] = min(deal.scored_before, layout.MOST_NUMBERS - 1)
    row[layout.COUNTER] = rules.phases.index(phase)
    row[layout.TRUMP] = program.trumps.index(deal.trump)
    row[layout.DECLARER] = -1 if deal.declarer is None else deal.declarer
    row[layout.RESTING] = sum(1 << hand for hand in deal.resting)
    row[layout.SHOWN] = -1
    facts = collected(rules, (), 1)
    write_facts(facts, 0, deal)
    row[layout.DOUBLES], row[layout.BUYER] = facts.doubles[0], facts.buyer[0]
    row[layout.BACKS : layout.BACKS + players] = facts.backs[0]
    row[layout.ESTIMATES_MADE : layout.ESTIMATES_MADE + players] = facts.estimates[0]
    for seat in deal.seats:
        row[layout.BIDS_MADE + seat * layout.SEATS : layout.BIDS_MADE + seat * layout.SEATS + players] = facts.bids[
            0, seat
        ]
    for line in deal.lines:
        row[layout.POINTS + line.seat] += line.points
    for seat, mask in enumerate(hand.mask for hand in deal.hands):
        program.put_mask(row, layout.HANDS + seat, 0 if seat in deal.resting else mask)
    for viewer, known in enumerate(deal.known):
        program.put_mask(row, layout.KNOWN + viewer, known)
    table: TrickTable = deal[Tricks]
    plays = [[deal.deck.kinds[play.action.face] for play in trick.plays] for trick in (*table.tricks, table.current)]
    choosers, until = phase.control.choosers(deal), phase.until.of(deal)
    takers = [phase.capture.taker(hand, players) for hand in deal.seats]
    ends = ends_of(until, deal, takers) or []
    playing = [hand for hand in deal.seats if hand not in deal.resting]
    opener = _opener(deal, table, phase)
    row[layout.OPENER] = opener
    after = {}
    for hand in deal.seats:
        clockwise = [(hand + step) % players for step in range(1, players + 1)]
        after[hand] = next(one for one in clockwise if one in playing)
        taker = takers[hand]
        leads = phase.lead.leader(hand if taker is None else taker, opener, choosers)
        row[layout.ROUND + hand] = layout.round_of(
            choosers[hand], after[hand], leads, layout.NOBODY if taker is None else taker, ends[hand]
        )
        row[layout.OPENS + hand] = phase.exposing.exposed(deal).get(hand, -1)
    for hand in deal.seats:
        taken = [number for number, trick in enumerate(table.tricks) if trick.taker == hand]
        row[layout.TAKEN + hand] = sum(1 << number for number in taken)
        program.put_mask(
            row, layout.WON + hand, sum(deal.deck.card_of[face] for number in taken for face in plays[number])
        )
    program.put_mask(row, layout.OUT, deal.out.mask & ~sum(deal.deck.card_of[face] for face in plays[-1]))
    row[layout.PLAYING] = len(playing)
    row[layout.PLACE] = _place(program, phase, deal)
    # The hand that plays next has as many cards as there are tricks left to complete.
    next_hand = after[table.current.plays[-1].hand] if table.current.plays else playing[0]
    left = len(deal.hands[next_hand])
    left = min(left, until.tricks - len(table.tricks)) if isinstance(until, AfterTricks) else left
    row[layout.TRICK] = 1 << len(table.tricks)
    row[layout.TRICKS_END] = row[layout.TRICK] << left
    tables = phase.tables(deal.deck, deal.trump)
    row[layout.CONTEXT] = 2 * int(tables.reads_first and not table.tricks)
    breakers = phase.breakers(deal.deck, deal.trump) if tables.reads_broken else 0
    row[layout.CONTEXT] |= int(any(face & breakers for faces in plays for face in faces))
    count = sum(map(len, plays))
    row[layout.EXPOSING] = 1 + count if any(row[layout.OPENS : layout.OPENS + players] > count) else 0
    _current_trick(program, row, deal, phase, plays[-1])


def _current_trick(program: Program, row: Array, deal: Deal, phase: Tricks, faces: list[int]) -> None:
    """Set out the trick that is being played."""
    table: TrickTable = deal[Tricks]
    row[layout.LED], row[layout.WINNING] = -1, NOTHING
    for play, bit in zip(table.current.plays, faces, strict=True):
        lie(row, program.tables, play.hand, bit.bit_length() - 1)
    row[layout.HAND] = next_hand(deal, phase, table)
    first_play(row, program.tables)


def _opener(deal: Deal, table: TrickTable, phase: Tricks) -> int:
    """The hand that led the first trick, or will lead it."""
    first = table.tricks[0] if table.tricks else table.current
    return first.plays[0].hand if first.plays else next_hand(deal, phase, table)
