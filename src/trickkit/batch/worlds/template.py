"""A view as a template row: a world of it, at the beginning of a turn of secret decisions."""

from __future__ import annotations

from random import Random

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.capacity import most_queued
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import Program
from trickkit.batch.run.resume import Decisions, asks, give_beforehand, set_out_again
from trickkit.batch.worlds.history import DealHistory
from trickkit.model.cards import UNKNOWN
from trickkit.play.view import View

FOUND = (*range(layout.BACKS, layout.SPENT), *range(layout.BIDS_MADE, layout.NOTED), layout.DOUBLES, layout.BUYER)
"""The places in a row where phases write their results."""
SETTLED = [layout.TRUMP, layout.DECLARER, layout.RESTING, layout.CLOSED]
"""The places in a row on which later play depends."""
OTHERS = 6
"""The number of further worlds to check if results of phases may depend on cards."""


@frozen(eq=False)
class Template:
    """A view as a template row.

    Args:
        row: (width,), int64: the position of one of its worlds, in which no pending decision has been made, and the
            decisions of the seat in this turn are queued.
        deck: (256,), uint8: the cards as they were dealt in that world.
        secrets: by phase that ended with secrets, the row at its beginning, with the known decisions queued.
        written: by such a phase, the places in a row that it wrote.
    """

    row: Array
    deck: Array
    secrets: tuple[Array, ...]
    written: tuple[list[int], ...]

    @classmethod
    def of(cls, program: Program, view: View, history: DealHistory) -> Template:
        """The template of a view.

        Args:
            program: the program of its rules; nothing prevents whole deals.
            view: a view of an unfinished game.
            history: the history of one of its worlds.

        Raises:
            Unsupported: it is unclear which of its secrets must be redrawn, or how; or the history belongs to no world.
        """
        row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
        set_out_again(program, row, deck, history.deal, history.stacked)
        secret = _secret_phases(program, view, len(history.made))
        before, after = dict[int, Array](), dict[int, Array]()
        decisions = Decisions.of(program, history.made)
        while secret and decisions.left:
            asks(program, row, decisions.left[0][0])
            _kept(row, secret, before, after)
            left = len(decisions.left)
            decisions.make(program, row, deck, phase=int(row[layout.COUNTER]))
            if left == len(decisions.left):
                break
        decisions.make(program, row, deck)
        _kept(row, secret, before, after)
        if decisions.left:
            raise Unsupported("a decision was made that the batch engine does not wait for yet")
        secrets = [_to_decide_again(program, view, phase, before[phase]) for phase in secret]
        written = [_written(before[phase], after.get(phase, row), row) for phase in secret]
        if any(phase not in after for phase in secret):
            raise Unsupported("a phase goes on in which something was decided that stays secret")
        if view.seat is not None:
            if view.seat in view.actors and not view.committed and row[layout.ACTOR] != view.seat:
                asks(program, row, view.seat)
            if len(view.committed) >= most_given(program, row):
                raise Unsupported(f"{len(view.committed)} decisions in a turn, more than can be given beforehand")
            give_beforehand(program, row, view.seat, view.committed)
        row[layout.DECISIONS] = 0
        return cls(row, deck, tuple(secrets), tuple(written))


def most_given(program: Program, row: Array) -> int:
    """An exclusive bound on the decisions of a seat that can be queued in the phase with the pending decision."""
    return most_queued(program.opcode(int(row[layout.COUNTER])), program.words)


def check_findings(program: Program, view: View, template: Template) -> None:
    """Refuse results of phases that depend on cards that the seat has not seen.

    Results may depend on unseen cards if phases look at hands, such as those in which melds are declared. In that case
    some more worlds are checked.

    Raises:
        Unsupported: some results depend on unseen cards.
    """
    if not program.looks_at_hands:
        return
    places = [*FOUND, *SETTLED, layout.COUNTER, layout.NODE]
    for seed in range(OTHERS):
        other = Template.of(program, view, DealHistory.of(view.sample(Random(seed + 1))))
        if template.secrets or (other.row[places] != template.row[places]).any():
            raise Unsupported("a result depends on cards that the seat has not seen")


def _secret_phases(program: Program, view: View, decided: int) -> list[int]:
    """The indices of finished phases with secret decisions, other than about cards."""
    indices = dict.fromkeys(phase_index for _, action, phase_index in view.moves[:decided] if action is UNKNOWN)
    explored = [phase_index for phase_index in indices if program.opcode(phase_index) == layout.EXPLORED]
    for phase_index in indices:
        if program.opcode(phase_index) not in (layout.EXPLORED, layout.CHOOSE, layout.POWERS):
            raise Unsupported(
                f"{type(program.rules.phases[phase_index]).__name__}: something decided in it stays secret"
            )
    return explored


def _kept(row: Array, secret: list[int], before: dict[int, Array], after: dict[int, Array]) -> None:
    """Store a row at the beginning of phases with secrets, and just after them."""
    counter = int(row[layout.COUNTER])
    if counter in secret:
        before.setdefault(counter, row.copy())
    for phase in before:
        if counter > phase:
            after.setdefault(phase, row.copy())


def _to_decide_again(program: Program, view: View, phase: int, row: Array) -> Array:
    """The row at the beginning of a phase, with its known decisions queued."""
    row = row.copy()
    for seat in range(program.rules.players):
        actions = [action for mover, action, phase_index in view.moves if (mover, phase_index) == (seat, phase)]
        known = [action for action in actions if action is not UNKNOWN]
        if known and (len(known) < len(actions) or len(known) > most_queued(layout.EXPLORED, program.words)):
            raise Unsupported(
                f"{type(program.rules.phases[phase]).__name__}: a seat decided often in it, also in secret"
            )
        give_beforehand(program, row, seat, known)  # type: ignore[arg-type]
    return row


def _written(before: Array, after: Array, now: Array) -> list[int]:
    """The places where a phase wrote its results and nothing was written since.

    Raises:
        Unsupported: the phase has settled something else.
    """
    if (before[SETTLED] != after[SETTLED]).any():
        raise Unsupported("what was decided in secret settled what is played")
    return [column for column in FOUND if after[column] == now[column]]
