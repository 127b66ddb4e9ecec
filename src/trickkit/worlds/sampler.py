"""Worlds: complete games that look to a seat exactly like the actual one.

In terms of game theory, a view is the information state of its seat, and a sampled world is a determinization: a state
that the seat cannot distinguish from the true one. Searches for imperfect information average over many of them.

A seat does not know some cards in hands and in the stock, nor secret decisions. For each view, `Worlds` determines once
which cards may be where (`Unknowns`). Each sample puts the unseen cards into these places at random, deals the cards
again, replays the decisions, and compares what the seat would then see with the view.

The phases report which cards a hand has shown not to hold (`Phase.voids` and `Phase.ruled_out`). Rejection sampling
handles the rest: a world that looks different is rejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.errors import IllegalAction, InvalidRules, NotYourTurn, TrickkitError, quoted
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.moves import Move
from trickkit.model.result import Result
from trickkit.play.state import State, resumed
from trickkit.worlds.unknowns import Unknowns

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Worlds"]

TRIES = 10_000
"""The most worlds that are tried before the search gives up."""

SOME = 1_000
"""The most worlds that are tried if a few will do."""

LOOKED_AT = 100
"""The number of further worlds tried in order to report the event at which none agrees."""

UNGUIDED = 5
"""The number of worlds after which every other one begins with groups of cards that hands claimed to hold."""

IN_ORDER = 50
"""The number of worlds that are tried with the moves in the order of the view, and with secret decisions about cards in
the order in which these left the hand."""


@frozen
class Worlds:
    """The worlds that agree with a view.

    Args:
        rules: the rules of the game.
        view: the view of a seat or a spectator.

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
        """A random determinization, approximately uniform.

        Secrets of finished deals that were never shown are drawn once for all samples of a game, and not from `rng`.

        Args:
            rng: the source of randomness.

        Raises:
            TrickkitError: no world was found, or `rng` is not a `random.Random`.
        """
        if not isinstance(rng, Random):
            raise TrickkitError(
                f"rng={quoted(rng)} is not a random.Random; write it like view.sample(random.Random(7))"
            )
        if self.view.is_over:
            return self._earlier_states(rng)[-1]
        return next(state for state in self._matching(rng) if state is not None)

    def several(self, rng: Random, count: int) -> tuple[State, ...]:
        """Several determinizations, drawn as by `sample`; fewer than asked for if worlds are hard to find.

        Args:
            rng: the source of randomness.
            count: the most worlds, 1 or more.

        Raises:
            TrickkitError: no world was found.

        >>> from random import Random
        >>> from trickkit.variants import pikoko
        >>> view = pikoko.rules(players=3).start(seed=7).view(0)
        >>> [world.view(0) == view for world in Worlds(view.rules, view).several(Random(1), 2)]
        [True, True]
        """
        states, tries = list[State](), 0
        while len(states) < count and (tries < SOME or not states):
            for state in self._matching(rng):
                tries += 1
                if state is not None:
                    states.append(state)
                    break
                if tries >= SOME and states:
                    break
        return tuple(states)

    def _matching(self, rng: Random) -> Iterator[State | None]:
        """Worlds that agree with the view, with None for each failed try; raises an error when tries run out."""
        view = self.view
        # A deal of which only the points are known has no secrets to draw.
        hides = any(result.moves for result in view.results)
        results = self._finished[-1].results if hides else view.results
        for state in self._tried(self.unknowns, results, rng):
            if state is None or state.view(view.seat) != view:
                yield None
                continue
            if not self._settled:
                self._settled.update((index, self._alike(deal)) for index, deal in self._passed)
            yield state

    @cached_property
    def unknowns(self) -> Unknowns:
        """The unknowns of the current deal."""
        return Unknowns.of(self.rules, self.view.deal, self.view.moves, self.view.together)

    @cached_property
    def _finished(self) -> list[State]:
        return self._earlier_states(Random(0))

    def _earlier_states(self, rng: Random) -> list[State]:
        """For every finished deal, a state after it that agrees with what the seat saw of it."""
        earlier: list[State] = []
        seat = self.view.seat
        for result in self.view.results:
            unknowns = Unknowns.of(self.rules, result.deal, result.moves, result.together)
            results = earlier[-1].results if earlier else ()
            tried = (state for state in self._tried(unknowns, results, rng) if state is not None)
            earlier.append(
                next(state for state in tried if state.results[-1].seen_by(seat, self.rules.phases) == result)
            )
        return earlier

    def _tried(self, unknowns: Unknowns, results: tuple[Result, ...], rng: Random) -> Iterator[State | None]:
        """States after a deal, each with newly drawn unknowns, None for a failed draw; finally raises an error."""
        for tried in range(TRIES):
            # A custom game may reveal the order in which cards were chosen, which the moves of a view do not.
            moves = unknowns.moves if tried < IN_ORDER else unknowns.ordered(self.view.seat, rng)
            drawn = unknowns.guided(rng) if tried >= UNGUIDED and tried % 2 else unknowns
            yield self._played(drawn, moves, results, rng, in_order=tried < IN_ORDER)
        raise TrickkitError(
            f"no world found in {TRIES} tries that agrees with the view; {self._unmet(unknowns, results, rng)}",
            game=self.rules.key,
            deal=unknowns.deal.number,
        )

    def _unmet(self, unknowns: Unknowns, results: tuple[Result, ...], rng: Random) -> str:
        """The event at which even the best worlds contradict the view, in words."""
        seen, seat, most = unknowns.deal.events, self.view.seat, 0
        for _ in range(LOOKED_AT):
            states = [*self._replayed(unknowns, unknowns.moves, results, rng, in_order=False)]
            if not states:
                continue
            state = states[-1]
            over = len(state.results) > len(results)
            deal = state.results[len(results)].deal if over else state.deal
            events = deal.seen_by(seat).events
            pairs = enumerate(zip(seen, events, strict=False))
            most = max(
                most, next((index for index, (event, other) in pairs if event != other), min(len(seen), len(events)))
            )
        if most == len(seen):
            return "all events can be met, but not what is known, legal or on record after them"
        return f"none of {LOOKED_AT} more meets event {most} of the deal: {str(seen[most])!r}"

    def _played(
        self, unknowns: Unknowns, moves: Sequence[Move], results: tuple[Result, ...], rng: Random, *, in_order: bool
    ) -> State | None:
        """The state after a deal with unknown cards and secret decisions drawn; None if it contradicts the view."""
        index, count, state = -1, 0, None
        self._passed.clear()
        for state in self._replayed(unknowns, moves, results, rng, in_order=in_order):
            count += 1
            if unknowns.deal is self.view.deal and len(state.results) == len(results) and state._context.place != index:
                index, deal = state._context.place, state._context.run.deal
                if not self._settled.get(index, set()) <= self._alike(deal):
                    return None
                self._passed.append((index, deal))
        return state if count > len(moves) else None

    def _alike(self, deal: Deal) -> set[type[Record]]:
        seen, seat = self.view.deal._by_type, self.view.seat
        return {kind for kind, record in deal._by_type.items() if record.seen_by(seat, scored=False) == seen.get(kind)}

    @cached_property
    def _settled(self) -> dict[int, set[type[Record]]]:
        """By index of a phase, the types of records that agree with the view from its beginning on.

        A world whose records differ there is abandoned at once.
        """
        return {}

    @cached_property
    def _passed(self) -> list[tuple[int, Deal]]:
        """The phases that the last world has reached, with the deal at the beginning of each."""
        return []

    def _replayed(
        self, unknowns: Unknowns, moves: Sequence[Move], results: tuple[Result, ...], rng: Random, *, in_order: bool
    ) -> Iterator[State]:
        """The states of a deal with unknown cards drawn: the first, and one after each move until one is illegal."""
        deal = unknowns.deal
        first = results[0].deal.begun_by if results else deal.begun_by
        chance = Chance(rng.getrandbits(63))
        try:
            stacked, left = unknowns.fill(rng)
            state = resumed(self.rules, first, results, deal.begun_by, stacked, chance)
            yield state
            for seat, action, _ in moves:
                if action is UNKNOWN:
                    legal = state.legal(seat)
                    named = [candidate for candidate in legal if _named(candidate, left[seat])] or legal
                    if in_order and named is not legal:
                        named = [min(named, key=lambda one: left[seat].index(_named(one, left[seat])[0]))]
                    action = named[int(rng.random() * len(named))]
                    for text in _named(action, left[seat]):
                        left[seat].remove(text)
                state = state.play(seat, action)  # type: ignore[arg-type]
                yield state
        except (IllegalAction, NotYourTurn, InvalidRules, IndexError):
            return


def _named(action: Action, cards: Sequence[str]) -> list[str]:
    """Those of the given cards that occur in an action's text."""
    return [word for word in str(action).split() if word in cards] if cards else []
