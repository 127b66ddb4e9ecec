"""A view: what one seat knows of a game, its information state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.lazy import in_html
from trickkit.model.actions import Action
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Outcome
from trickkit.model.history import MovesLater
from trickkit.model.moves import Move, Turns
from trickkit.model.result import Result
from trickkit.play.as_json import as_json

if TYPE_CHECKING:
    from random import Random

    from trickkit.phases.base import Phase
    from trickkit.play.rules import Rules
    from trickkit.play.state import State
    from trickkit.worlds.sampler import Worlds
    from trickkit.worlds.unknowns import Unknowns

__all__ = ["View"]


class _ScoresLater(MovesLater):
    """Computes the scores of a deal when they are first read."""

    @cached_property
    def scores(self) -> tuple[int, ...]:
        scores: tuple[int, ...] = self.__dict__["deal"].scores
        return scores


@frozen(kw_only=True, repr=False, slots=False)
class View(_ScoresLater):
    """What a seat may know, and nothing else; a spectator knows what everybody does.

    It is the information state of the seat, and `sample` draws its determinizations. A view has no reference to the
    state, and contains nothing that the seat may not know. Unknown cards and choices are the value `UNKNOWN`, printed
    `??`.

    Args:
        rules: the rules of the game.
        seat: the seat that has the view; None for a spectator.
        deal: the current deal, with unknown cards in hands, stock and events, and unknown secret choices.
        results: the finished deals as the seat knows them.
        scores: the totals so far, by seat.
        actors: the seats that may act now.
        phase: the phase that the deal is in; None when the game is over.
        committed: the decisions of this seat in this turn that the others may not see yet.
        outcome: how the game ended; None while it goes on.
        legal: the actions that are legal for this seat now.
        moves: the decisions of the current deal, in order: the seat, its action or UNKNOWN if that is secret, and the
            index of the phase among those of the rules; () when the game is over. Simultaneous decisions are sorted by
            seat, and those of another seat by their texts: nobody sees who was faster, or which card was chosen first.
        together: the ranges of simultaneous moves, as in `Result`.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    >>> str(view.deal.hands[1]), len(view.deal.hands[0].known)
    ('?? ?? ?? ?? ?? ?? ?? ??', 8)
    """

    rules: Rules
    seat: int | None
    deal: Deal
    results: tuple[Result, ...]
    scores: tuple[int, ...]
    actors: tuple[int, ...]
    phase: Phase | None
    committed: tuple[Action, ...]
    outcome: Outcome | None
    _legal: tuple[Action, ...]
    moves: tuple[Move, ...] = field(default=(), eq=False)
    together: Turns = field(default=(), eq=False, repr=False)

    def legal(self) -> tuple[Action, ...]:
        """The actions that are legal for this seat now; () when it has nothing to decide."""
        return self._legal

    def sample(self, rng: Random) -> State:
        """A random world that agrees with all that the seat has seen: `view.sample(rng).view(view.seat) == view`.

        All such worlds are about equally likely: unseen cards are in any possible place (a hand that did not follow has
        none of the suit), and secret decisions are any legal ones.

        Args:
            rng: the source of randomness; equal states of it give equal worlds.

        Returns:
            A game in progress, or over if this one is, that can be played on.

        Raises:
            TrickkitError: `rng` is not a `random.Random`; or no such world was found, for example because a custom
                phase shows something that `Phase.ruled_out` does not report.

        >>> from random import Random
        >>> from trickkit.variants import pikoko
        >>> view = pikoko.rules(players=3).start(seed=7).view(1)
        >>> len(view.deal.hands[1].known), len(view.sample(Random(1)).deal.hands[1].known)
        (0, 8)
        """
        return self._worlds.sample(rng)

    def to_json(self, since: int = 0) -> dict[str, Any]:
        """The view as JSON values, for programs in other languages.

        Equal views give equal JSON, which contains no card that the view does not hold. The JSON Schema is
        [view.json](../schemas/view.json).

        Args:
            since: the number of the first event wanted, 0 or more: `["events"]["next"]` of the previous result. Only
                events of this deal and of the one before it are included.

        Returns:
            Objects, lists, texts, numbers below 2**53, booleans and None.

        Raises:
            InvalidRules: `since` is not an integer from 0 on.

        >>> from trickkit.variants import pikoko
        >>> sight = pikoko.rules(players=3).start(seed=7, first=0).view(1).to_json()
        >>> sight["phase"], sight["question"]["text"], sight["legal"][:3]
        ('Bids', 'How many tricks will seat 0 take?', ['0', '1', '2'])
        """
        if not isinstance(since, int) or isinstance(since, bool) or since < 0:
            raise InvalidRules(f"since={quoted(since)}: events are numbered from 0")
        return as_json(self, since)

    @classmethod
    def made(cls, inside: dict[str, Any]) -> View:
        """A view from given fields: the history of the deal in place of its moves, and no scores."""
        # A hot function: setting all fields in one step is several times as fast as setting each.
        view = _new(cls)
        _set(view, "__dict__", inside)
        return view

    @cached_property
    def _worlds(self) -> Worlds:
        return self.rules.worlds(self)

    @property
    def unknowns(self) -> Unknowns:
        """The unknowns of the current deal: the places where each unknown card may lie."""
        return self._worlds.unknowns

    def _repr_html_(self) -> str:
        return in_html(self)

    def __repr__(self) -> str:
        shown = [attribute for attribute in fields(View) if attribute.repr]
        return f"View({', '.join(f'{each.alias}={getattr(self, each.name)!r}' for each in shown)})"

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the game as far as this seat knows them, in order."""
        finished = tuple(event for result in self.results for event in result.deal.events)
        return finished if self.is_over else finished + self.deal.events


_new = object.__new__
_set = object.__setattr__
