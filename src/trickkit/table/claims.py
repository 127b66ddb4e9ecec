"""Claims: a seat claims that its side takes all remaining tricks, or none of them.

A claim is sure if its cards win whatever the others play, in every world of the claimer's view. Nothing but this view
is read, so neither a confirmed nor a refused claim reveals anything about hidden cards. Only a claim on which all have
agreed is played out with the actual cards.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from trickkit.errors import TrickkitError
from trickkit.model.actions import Play
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.powered import PowerTricks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from trickkit.model.deal import Deal
    from trickkit.phases.tricks.tables import Node
    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["KINDS", "NONE", "REST", "claimable", "is_sure", "played_out"]

REST = "rest"
"""The claim that the claimer's side takes all remaining tricks."""
NONE = "none"
"""The claim that the claimer's side takes none of them."""
KINDS = REST, NONE
"""The kinds of claims."""
WORLDS, PLAYOUTS = 6, 2
"""The number of worlds, and of trials in each, that show whether the order of play changes the scores."""
POSITIONS = 2_000
"""The most positions in the search for a line of play that fulfils the claim."""


def claimable(view: View, sides: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The claims open to a seat: at its turn, with cards left in its own hand, when only tricks remain of the deal.

    Nothing can be claimed in tricks in which cards have powers.

    Args:
        view: the view of a seat or a spectator.
        sides: the seats that win and lose together. Only with two sides is it clear who takes the tricks of a seat that
            concedes.

    >>> from trickkit import load
    >>> state = load("whist").start(seed=7)
    >>> sides = ((0, 2), (1, 3))
    >>> claimable(state.view(state.actors[0]), sides)
    ()
    >>> after = state.play(state.actors[0], state.legal(state.actors[0])[0])
    >>> claimable(after.view(after.actors[0]), sides)
    ('rest', 'none')
    """
    seat, phase, deal = view.seat, view.phase, view.deal
    if seat is None or not isinstance(phase, Tricks) or len(deal.hands[seat]) < 2 or not (view.legal() and view.moves):
        return ()
    *_, last = view.moves[-1]
    if not all(isinstance(later, Tricks) and not isinstance(later, PowerTricks) for later in view.rules.phases[last:]):
        return ()
    if phase.control.choosers(deal)[seat] != seat:
        return ()
    return KINDS if len(sides) == 2 else (REST,)


def is_sure(view: View) -> bool:
    """Whether the seat to play surely takes all remaining tricks with its own hand, whatever anybody plays.

    Every card of the hand must win as a lead against all cards that are not known to be gone. A claim that depends on
    the order of play is therefore not sure.

    Args:
        view: the view of the seat.

    >>> from trickkit import Stacked, load
    >>> hands = [["AS", "KS"], ["QS", "2C"], ["3C", "4C"]]
    >>> rules = load("pikinni", players=3)
    >>> is_sure(rules.start(first=0, seed=7).view(0))
    False
    """
    seat, phase, deal = view.seat, view.phase, view.deal
    legal = [action.face for action in view.legal() if isinstance(action, Play)]
    if seat is None or not isinstance(phase, Tricks) or len(legal) < len(view.legal()):
        return False
    own = [str(card) for card in deal.hands[seat]]
    if "??" in own:
        return False
    table = deal[Tricks]
    played = [play.card for trick in (*table.tricks, table.current) for play in trick.plays]
    left = Counter(card.text for card in deal.deck) - Counter(own) - Counter(played)
    others = {face for card in left for face in _faces(deal, card)}
    followers = deal.players - len(deal.resting) - 1
    root = phase.tables_of(deal).root
    if not all(any(_wins(deal, root, face, others, followers) for face in _faces(deal, card)) for card in own):
        return False
    node = root
    for play in table.current.plays:
        node = node[_bit(deal, play.action.face)]
    followers -= len(table.current.plays)
    now = (_wins(deal, node, face, others, followers) for face in legal)
    return any(now) and _is_settled(view, seat)


def _faces(deal: Deal, card: str) -> tuple[str, ...]:
    return tuple(face.text for face in deal.deck.card(card).faces)


def _bit(deal: Deal, face: str) -> int:
    kind = deal.deck.kinds[face]
    return kind & -kind


def _wins(deal: Deal, node: Node, face: str, others: Iterable[str], followers: int) -> bool:
    """Whether a card wins a trick against any following cards, assuming that followers may hold equal ones."""
    play_index, bits = node.place, [_bit(deal, other) for other in others]
    nodes = {node[_bit(deal, face)]}
    for _ in range(followers):
        if any(each.winner != play_index for each in nodes):
            return False
        nodes = {each[bit] for each in nodes for bit in bits}
    return all(each.winner == play_index for each in nodes)


def _is_settled(view: View, seat: int) -> bool:
    """Whether the claimer takes all tricks in sampled worlds, and the order of play does not affect the scores."""
    rng, done = Random(len(view.moves)), len(view.deal[Tricks].tricks)
    try:
        for _ in range(WORLDS):
            world, scores = view.sample(rng), set()
            for _ in range(PLAYOUTS):
                state = world
                while len(state.results) == len(view.results):
                    actor = state.actors[0]
                    state = state.play(actor, rng.choice(state.legal(actor)))
                result = state.results[len(view.results)]
                if any(trick.taker != seat for trick in result.deal[Tricks].tricks[done:]):
                    return False
                scores.add(result.scores)
            if len(scores) > 1:
                return False
    except TrickkitError:
        # With some rules, no world is found for a view.
        return False
    return True


def played_out(state: State, kind: str, side: Collection[int]) -> list[State] | None:
    """The positions after each move of a line of play that fulfils a claim; None if none is found.

    Args:
        state: at the claim.
        kind: one of `KINDS`.
        side: the hands of the claimer's side.

    >>> from trickkit import load
    >>> state = load("whist").start(seed=7)
    >>> while len(state.moves) < 50:
    ...     state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    >>> takers = [trick.taker for trick in state.deal[Tricks].tricks]
    >>> [played_out(state, kind, (0, 1, 2, 3)) is None for kind in KINDS]
    [False, True]
    """
    search = _Search(len(state.results), len(state.deal[Tricks].tricks), kind == REST, side)
    return search.line(state)


class _Search:
    def __init__(self, deals: int, done: int, takes: bool, side: Collection[int]) -> None:
        self._deals, self._done, self._takes, self._side = deals, done, takes, side
        self._looked_at = 0

    def line(self, state: State) -> list[State] | None:
        """The moves of a line by depth-first search: for most claims the first cards tried will do."""
        is_over = len(state.results) > self._deals
        deal = state.results[self._deals].deal if is_over else state.deal
        takers = (trick.taker for trick in deal[Tricks].tricks[self._done :])
        if any((taker in self._side) != self._takes for taker in takers):
            return None
        if is_over:
            return []
        seat = state.actors[0]
        for action in sorted(state.legal(seat), key=lambda action: not isinstance(action, Play)):
            self._looked_at += 1
            if self._looked_at > POSITIONS:
                return None
            after = state.play(seat, action)
            rest = self.line(after)
            if rest is not None:
                return [after, *rest]
        return None
