"""What a state shares with those after it: the context that stays the same within a deal, and within a phase."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal, Move, Result, heard, in_turns
from trickkit.model.events import Outcome
from trickkit.phases.base import Phase, Progress, Run
from trickkit.play.history import Moves, Turns, in_order

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["GameContext", "PhaseContext"]


@frozen(kw_only=True)
class GameContext:
    """What stays the same within a deal.

    Args:
        rules: the rules of the game.
        seed: where chance comes from; None where all of it is fixed by hand.
        first: the first starter where it was given, else None.
        stacked: the deals that are fixed by hand, by number.
        pack: a deal before anything is known of it, from which every deal is made.
        results: the finished deals.
        outcome: how the game ended; None while it goes on.
        resumption: where the game was not played from its beginning, the finished deals, the starter and the chance
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
        """The finished deals as somebody may know them, remembered."""
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
        """The context after all these deals, with the last of which the game may be over."""
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
    """What stays the same within a phase.

    Args:
        game: what stays the same within a deal.
        place: of the phase among those of the rules; their number when the game is over.
        run: the phase at work.
        before: the moves of the deal before the phase.

    The field `secret` says whether something may be decided in secret in it.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> type(state.rules.phases[state._context.place]).__name__
    'Bids'
    """

    game: GameContext
    place: int
    run: Run[Any]
    before: Moves | None = field(eq=False, repr=False)
    secret: bool = field(init=False)

    @secret.default
    def _may_commit(self) -> bool:
        return type(self.run).committed is not Run.committed

    def heard(
        self, deal: Deal, progress: Progress, moves: Moves | None, viewer: int | None
    ) -> tuple[tuple[Move, ...], Turns]:
        """The moves of the deal as far as somebody may know them, and which of them were made together.

        Args:
            deal: as it stands now.
            progress: of the phase.
            moves: of the deal.
            viewer: a seat; None for a spectator.
        """
        phases = self.game.rules.phases
        earlier, before = self._heard_earlier(deal, viewer)
        made, together = in_order(moves, self.before)
        if self.secret:
            self._hide_pending(made, progress, viewer)
        if type(phases[self.place]).hears is not Phase.hears:
            made = [*heard(made, phases, deal, viewer)]
        turns = [(len(earlier) + start, len(earlier) + stop) for start, stop in together]
        return earlier + in_turns(made, together, viewer), (*before, *turns)

    def _hide_pending(self, made: list[Move], progress: Progress, viewer: int | None) -> None:
        """Replace by UNKNOWN what others have decided in this turn and the viewer may not see yet."""
        pending = [len(self.run.committed(progress, seat)) for seat in self.run.deal.seats]
        number = len(made)
        while any(pending):
            number -= 1
            seat, _, place = made[number]
            if pending[seat]:
                pending[seat] -= 1
                if seat != viewer:
                    made[number] = seat, UNKNOWN, place

    def _heard_earlier(self, deal: Deal, viewer: int | None) -> tuple[tuple[Move, ...], Turns]:
        """The moves before the phase as far as somebody may know them, remembered; and which were made together."""
        moves, together, restricted = self._earlier
        phases = self.game.rules.phases
        key = viewer, tuple([phases[place].hears(deal, mover, viewer) for mover, place in restricted])
        known = self._remembered.get(key)
        if known is None:
            known = self._remembered[key] = in_turns(heard(moves, phases, deal, viewer), together, viewer)
        return known, together

    @cached_property
    def _earlier(self) -> tuple[list[Move], Turns, list[tuple[int, int]]]:
        """The moves before the phase; which were made together; and whose moves in which phases not all may hear."""
        (moves, together), phases = in_order(self.before), self.game.rules.phases
        restricted = {(mover, place): None for mover, _, place in moves if type(phases[place]).hears is not Phase.hears}
        return moves, together, [*restricted]

    @cached_property
    def _remembered(self) -> dict[tuple[int | None, tuple[bool, ...]], tuple[Move, ...]]:
        return {}
