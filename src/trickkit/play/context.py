"""Contexts that successive states share: one of the deal, and one of the phase."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import Outcome
from trickkit.model.history import History, Moves, in_order
from trickkit.model.moves import Move, heard, in_turns
from trickkit.model.result import Result
from trickkit.phases.base import Phase, Progress, Run

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["GameContext", "PhaseContext"]


@frozen(kw_only=True)
class GameContext:
    """The context that is constant within a deal.

    Args:
        rules: the rules of the game.
        seed: the source of chance; None if everything is fixed by hand.
        first: the first starter if it was given, otherwise None.
        stacked: the deals that are fixed by hand, by number.
        pack: an empty deal, from which every deal is made.
        results: the finished deals.
        outcome: how the game ended; None while it goes on.
        resumption: for a game that was not played from its beginning, the finished deals, the starter and the chance
            with which it was resumed.

    >>> from trickkit.variants import pikoko
    >>> game = pikoko.rules(players=3).start(seed=7, first=0)._context.game
    >>> game.first, game.results
    (0, ())
    """

    rules: Rules
    seed: int | None
    first: int | None
    stacked: tuple[Stacked, ...]
    pack: Deal
    results: tuple[Result, ...] = ()
    outcome: Outcome | None = None
    resumption: tuple[tuple[Result, ...], int, Chance] | None = field(default=None, eq=False)

    @cached_property
    def _results_seen(self) -> dict[int | None, tuple[Result, ...]]:
        return {}

    def results_seen(self, viewer: int | None) -> tuple[Result, ...]:
        """The finished deals as far as a viewer may know them, cached."""
        seen = self._results_seen.get(viewer)
        if seen is None:
            seen = tuple([result.seen_by(viewer, self.rules.phases) for result in self.results])
            self._results_seen[viewer] = seen
        return seen

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished deals, by seat."""
        return self.results[-1].totals if self.results else (0,) * self.rules.players

    def finish_deals(self, results: tuple[Result, ...], outcome: Outcome | None = None) -> GameContext:
        """The context after some more deals, the last of which may end the game."""
        return GameContext(
            rules=self.rules,
            seed=self.seed,
            first=self.first,
            stacked=self.stacked,
            pack=self.pack,
            results=results,
            outcome=outcome,
            resumption=self.resumption,
        )


@frozen
class PhaseContext:
    """The context that is constant within a phase.

    Args:
        game: the context of the deal.
        place: the index of the phase among those of the rules; the number of phases when the game is over.
        run: the phase at work.
        before: the moves of the deal before the phase; None if there are none.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> type(state.rules.phases[state._context.place]).__name__
    'Bids'
    """

    game: GameContext
    place: int
    run: Run[Any]
    before: History | None = field(eq=False, repr=False)

    @property
    def _commits(self) -> bool:
        return type(self.run).committed is not Run.committed

    @property
    def _for_all(self) -> bool:
        """Whether decisions of the phase are public once they are no longer pending."""
        return type(self.game.rules.phases[self.place]).hears is Phase.hears

    def history(self, moves: Moves | None) -> History | None:
        """The moves of the deal.

        Args:
            moves: the moves of the phase.
        """
        if moves is None:
            return self.before
        made = partial(in_order, moves, self.place)
        return History(self.before, self.place, made, self.run.together if self._commits else (), self._for_all)

    def history_seen(self, deal: Deal, progress: Progress, moves: Moves | None, viewer: int | None) -> History | None:
        """The moves of the deal as far as a viewer may know them.

        Args:
            deal: as it stands now.
            progress: of the phase.
            moves: the moves of the phase.
            viewer: a seat; None for a spectator.
        """
        # A hot function: it runs for every view.
        phases, before, phase_index = self.game.rules.phases, self.before, self.place
        if before is not None:
            before = before.seen_by(viewer, phases, deal)
        if moves is None:
            return before
        for_all = self._for_all
        if for_all and not self._commits:
            return History(before, phase_index, partial(in_order, moves, phase_index))
        made = in_order(moves, phase_index)
        together = self.run.together(made)
        if self._commits:
            made = self._without_pending(made, progress, viewer)
        if not for_all:
            made = heard(made, phases, deal, viewer)
        return History(before, phase_index, in_turns(made, together, viewer), together)

    def _without_pending(self, made: tuple[Move, ...], progress: Progress, viewer: int | None) -> tuple[Move, ...]:
        """The moves with UNKNOWN in place of others' decisions in this turn that the viewer may not see yet."""
        pending = [len(self.run.committed(progress, seat)) for seat in self.run.deal.seats]
        shown, index, left = [*made], len(made), sum(pending)
        while left:
            index -= 1
            seat, _, phase_index = shown[index]
            if pending[seat]:
                pending[seat] -= 1
                left -= 1
                if seat != viewer:
                    shown[index] = seat, UNKNOWN, phase_index
        return tuple(shown)
