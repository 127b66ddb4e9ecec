"""Worlds: whole games that look to a seat exactly like the one it is in.

What a seat does not know of a deal are cards in hands and in the stock, and secret decisions. `Worlds` works out once,
for a view, which cards may lie where (`holes`); each sample puts the cards that the seat has not seen into those places
at random, deals the deal again, plays its decisions again, and looks whether the seat would see the same.

Which cards a hand has shown not to hold is said by the phases (`Phase.voids` and `Phase.ruled_out`). What they cannot
say is found by trying: a world that looks different is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.errors import IllegalAction, InvalidRules, NotYourTurn, TrickkitError
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance
from trickkit.model.deal import Move, Result
from trickkit.play.state import State, resumed
from trickkit.worlds.unknowns import Holes

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Worlds"]

TRIES = 10_000
"""How many worlds are tried before it is said that none was found."""

LOOKED_AT = 100
"""How many more are tried then to find out what cannot be met."""

IN_ORDER = 50
"""How many of them are tried with the moves in the order in which the view has them."""


@frozen
class Worlds:
    """The worlds that agree with what a seat sees.

    Args:
        rules: the rules of the game.
        view: of the seat, or of a spectator.

    >>> from random import Random
    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> world = Worlds(view.rules, view).sample(Random(1))
    >>> world.view(0) == view, len(world.deal.hands[0].known)
    (True, 8)
    """

    rules: Rules
    view: View

    def sample(self, rng: Random) -> State:
        """A world at random, close to uniform among all.

        What was never shown of finished deals is made up once for all samples.

        Args:
            rng: where randomness comes from.

        Raises:
            TrickkitError: none was found, or randomness is to come from something else than a `random.Random`.
        """
        if not isinstance(rng, Random):
            raise TrickkitError(f"rng={rng!r} is no random.Random; write it like view.sample(random.Random(7))")
        view = self.view
        if view.is_over:
            return self._past(rng)[-1]
        results = self._past(rng)[-1].results if view.results else ()
        return next(state for state in self._tried(self._now, results, rng) if state.view(view.seat) == view)

    @cached_property
    def _now(self) -> Holes:
        return Holes.of(self.rules, self.view.deal, self.view.moves, self.view.together)

    @cached_property
    def _finished(self) -> list[State]:
        return []

    def _past(self, rng: Random) -> list[State]:
        """For every finished deal, a state after it in which the seat has seen the same so far."""
        found, seat = self._finished, self.view.seat
        for result in self.view.results[len(found) :]:
            holes = Holes.of(self.rules, result.deal, result.moves, result.together)
            results = found[-1].results if found else ()
            tried = self._tried(holes, results, rng)
            found.append(next(one for one in tried if one.results[-1].seen_by(seat, self.rules.phases) == result))
        return found

    def _tried(self, holes: Holes, results: tuple[Result, ...], rng: Random) -> Iterator[State]:
        """States after a deal, each with other cards and decisions where they are not known; at last an error."""
        for tried in range(TRIES):
            # A game of somebody's own may tell in which order cards were chosen, which the moves of a view do not.
            moves = holes.moves if tried < IN_ORDER else holes.ordered(self.view.seat, rng)
            state = self._played(holes, moves, results, rng)
            if state is not None:
                yield state
        raise TrickkitError(
            f"no world found in {TRIES} tries that agrees with the view; {self._unmet(holes, results, rng)}",
            game=self.rules.key,
            deal=holes.deal.number,
        )

    def _unmet(self, holes: Holes, results: tuple[Result, ...], rng: Random) -> str:
        """What the worlds that come furthest do not show, in words."""
        seen, seat, most = holes.deal.events, self.view.seat, 0
        for _ in range(LOOKED_AT):
            course = [*self._course(holes, holes.moves, results, rng)]
            if not course:
                continue
            state = course[-1]
            over = len(state.results) > len(results)
            deal = state.results[len(results)].deal if over else state.deal
            events = deal.seen_by(seat).events
            pairs = enumerate(zip(seen, events, strict=False))
            most = max(
                most, next((number for number, (one, other) in pairs if one != other), min(len(seen), len(events)))
            )
        if most == len(seen):
            return "all events can be met, but not what is known, legal or on record after them"
        return f"none of {LOOKED_AT} more meets event {most} of the deal: {str(seen[most])!r}"

    def _played(self, holes: Holes, moves: Sequence[Move], results: tuple[Result, ...], rng: Random) -> State | None:
        """The state after a deal with its holes filled and its secret decisions made up; None where that cannot be."""
        course = [*self._course(holes, moves, results, rng)]
        return course[-1] if len(course) > len(moves) else None

    def _course(self, holes: Holes, moves: Sequence[Move], results: tuple[Result, ...], rng: Random) -> Iterator[State]:
        """The states of a deal whose holes are filled, after each of its moves, as far as they can be made."""
        deal = holes.deal
        first = results[0].deal.begun_by if results else deal.begun_by
        chance = Chance(rng.getrandbits(63))
        try:
            stacked, left = holes.filled(rng)
            state = resumed(self.rules, first, results, deal.begun_by, stacked, chance)
            yield state
            for seat, action, _ in moves:
                if action is UNKNOWN:
                    legal = state.legal(seat)
                    named = [one for one in legal if _named(one, left[seat])] or legal
                    action = named[int(rng.random() * len(named))]
                    for text in _named(action, left[seat]):
                        left[seat].remove(text)
                state = state.play(seat, action)  # type: ignore[arg-type]
                yield state
        except (IllegalAction, NotYourTurn, InvalidRules, IndexError):
            return


def _named(action: Action, cards: Sequence[str]) -> list[str]:
    """The cards among some that an action names by their texts."""
    return [word for word in str(action).split() if word in cards] if cards else []
