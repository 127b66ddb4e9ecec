"""Laws of secrecy: views, simultaneous decisions, and the worlds that agree with a view."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from trickkit.errors import IllegalAction, NotYourTurn
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Deck
from trickkit.model.chance import HOLE, Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.model.hands import Hand, Pile
from trickkit.model.moves import Move
from trickkit.model.result import Result
from trickkit.phases.dealing import stacked_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed
from trickkit.play.view import View
from trickkit.testing.law import Wrong, expect, law
from trickkit.testing.replayed import backwards

__all__ = [
    "commitments_come_in_any_order",
    "commitments_stay_secret",
    "nothing_true_is_ruled_out",
    "sampled_worlds_agree",
    "views_do_not_leak",
    "views_show_only_what_is_known",
]

TWINS = 6
"""The number of twins tried in one position."""


def _viewers(state: State) -> list[int | None]:
    return [*range(state.rules.players), None]


@law
def views_show_only_what_is_known(state: State, rng: Random) -> bool:
    """A view names only the cards that its seat knows, as the deal tells, and counts the others."""
    for seat in _viewers(state):
        seen, real = state.view(seat).deal, state.deal
        knowledge, deck = real.knows(seat), real.deck
        expect(not seen.known, f"the view of {_name(seat)} says what other seats know")
        expect(seen.chance is None and seen.stacked is None, f"the view of {_name(seat)} holds the source of chance")
        names = [*(f"hand {hand}" for hand in real.seats), "out"]
        for name, shown, held in zip(names, (*seen.hands, seen.out), (*real.hands, real.out), strict=True):
            expect(len(shown) == len(held), f"the view of {_name(seat)} has {len(shown)} cards in {name}: {len(held)}")
            more = _count(deck, shown.mask) - _count(deck, held.mask & knowledge)
            expect(not more, f"the view of {_name(seat)} shows {' '.join(more)} in {name}, which it does not know")
        for index, (shown_card, card) in enumerate(zip(seen.stock, real.stock, strict=True)):
            card_index = real.stock.order[index]
            known = card_index is not None and bool(deck.masks[card_index] & knowledge)
            expect(shown_card is UNKNOWN or known, f"the view of {_name(seat)} shows {card} in the stock")
    return True


def _count(deck: Deck, mask: int) -> Counter[str]:
    return Counter(card.text for card, faces in zip(deck.cards, deck.masks, strict=True) if faces & mask)


@law
def views_do_not_leak(state: State, rng: Random) -> bool:
    """Two games that differ only in what a seat may not know give it the same view and the same legal actions.

    Cards that a seat does not know change places, random outcomes that it did not see are redrawn, and secret decisions
    of others are made anew; everything that it may know stays the same. As long as everybody can play on as before, the
    seat must see no difference.
    """
    looked = False
    deals = len(state.results) + (not state.is_over)
    for seat in rng.sample(_viewers(state), 2):
        for _ in range(TWINS // 2):
            # Usually the current deal, now and then a finished one.
            deal_number = deals - 1 if rng.random() < 0.8 else rng.randrange(deals)
            looked = _compare(_Part.of(state, deal_number, seat), rng) or looked
    return looked


@frozen
class _Part:
    """One deal of a game, and for each move whether it is still secret from a seat."""

    rules: Rules
    seat: int | None
    before: tuple[Result, ...]
    deal: Deal
    moves: tuple[tuple[int, Action, bool], ...]

    @classmethod
    def of(cls, state: State, number: int, seat: int | None) -> _Part:
        rules, results = state.rules, state.results
        if number < len(results):
            result = results[number]
            heard = result.seen_by(seat, rules.phases).moves
            made = [(mover, action) for mover, action, _ in result.moves]
            return cls(rules, seat, results[:number], result.deal, _with_heard(made, heard))
        heard = state.view(seat).moves
        return cls(rules, seat, results, state.deal, _with_heard(state.moves[len(state.moves) - len(heard) :], heard))

    def begun(self, stacked: Stacked) -> State:
        """The beginning of the deal with a given distribution of cards."""
        first = self.before[0].deal.begun_by if self.before else self.deal.begun_by
        return resumed(self.rules, first, self.before, self.deal.begun_by, stacked, Chance(0))


def _with_heard(made: Sequence[tuple[int, Any]], heard: Sequence[Move]) -> tuple[tuple[int, Action, bool], ...]:
    """The moves of a deal, each with whether it is still secret.

    Others hear all moves that a seat makes in one turn, or none of them, so the first move heard is also the first
    made.
    """
    secrets: dict[int, deque[bool]] = defaultdict(deque)
    for mover, action, _ in heard:
        secrets[mover].append(action is UNKNOWN)
    return tuple((mover, action, secrets[mover].popleft()) for mover, action in made)


def _compare(part: _Part, rng: Random) -> bool:
    """Compare a deal with a twin; return whether they differ and could be played to the same point."""
    dealt = _complete(part.deal)
    # Both begin with the same chance, so that later deals are the same, too.
    game = part.begun(dealt)
    changed = _changed(part.deal, game.deal, dealt, part.seat, rng)
    twin = part.begun(changed)
    different, known = changed != dealt, _count(part.deal.deck, part.deal.knows(part.seat))
    for mover, action, secret in part.moves:
        other = action
        if secret and str(action) not in known:
            # A card whose whereabouts the viewer knows stays the chosen one.
            others = [candidate for candidate in twin.legal(mover) if str(candidate) not in known]
            other = rng.choice(others or [action])
            different = different or other is not action
        if not twin.can(mover, other):
            # Everybody sees what a hand cannot play, so from here on the games differ for everyone.
            break
        twin, game = twin.play(mover, other), game.play(mover, action)
    if not different or _disclosed(game) != _disclosed(twin):
        # What the rules reveal of hidden cards, everybody may know.
        return False
    _expect_same(game.view(part.seat), twin.view(part.seat), f"{_name(part.seat)} can tell two deals apart")
    return True


def _disclosed(state: State) -> list[tuple[str, ...]]:
    deals = [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]
    return [event.disclosed for deal in deals for event in deal.events if event.disclosed]


def _expect_same(one: View, two: View, wrong: str) -> None:
    """Expect two views to be equal: by value, in the decisions heard, in print, in JSON, and as bytes."""
    expect(one == two, f"{wrong}: {_difference(one, two)}")
    for mine, other in zip(_moves(one), _moves(two), strict=True):
        heard = [f"seat {seat}: {action}" for seat, action, _ in (mine, other)]
        expect(mine == other, f"{wrong}: {heard[0]!r} and {heard[1]!r} among the decisions that it hears of")
    expect(repr(one) == repr(two), f"{wrong}: in print")
    expect(one.to_json() == two.to_json(), f"{wrong}: in JSON")
    expect(pickle.dumps(one) == pickle.dumps(two), f"{wrong}: when pickled")


def _moves(view: View) -> list[Move]:
    return [*(move for result in view.results for move in result.moves), *view.moves]


def _complete(deal: Deal) -> Stacked:
    """A deal as it was dealt, down to the last card of the stock."""
    stacked = stacked_deal(deal)
    dealt = [text for hand in stacked.hands or () for text in hand or ()]
    rest = Counter(card.text for card in deal.deck) - Counter([*dealt, *stacked.stock])
    return evolve(stacked, stock=[*stacked.stock, *rest.elements()])


def _changed(deal: Deal, begun: Deal, stacked: Stacked, seat: int | None, rng: Random) -> Stacked:
    """The deal as dealt, with cards that a seat has never seen exchanged, and unseen rolls left to be redrawn."""
    hands, size = stacked.hands or (), deal.size
    texts = [*(text for hand in hands for text in hand or ()), *stacked.stock]
    hidden = _never_seen(deal, begun, texts, seat)
    if len(hidden) > 1 and rng.random() < 0.5:
        hidden = rng.sample(hidden, 2)
    old = [texts[index] for index in hidden]
    for index, text in zip(hidden, rng.sample(old, len(old)), strict=True):
        texts[index] = text
    dealt = [texts[size * index : size * index + size] for index in range(len(hands))]
    # Unseen rolls are redrawn.
    return evolve(stacked, hands=dealt or None, stock=texts[size * len(hands) :], rolls=deal.seen_by(seat).rolls)


def _never_seen(deal: Deal, begun: Deal, texts: list[str], seat: int | None) -> list[int]:
    """The indices of the cards that a seat has never seen and cannot locate.

    It may have lost track of cards that it knew at first, for instance because a card was laid away in secret.
    """
    knowledge, masks = deal.knows(seat), deal.deck.masks
    seen = stacked_deal(deal.seen_by(seat))
    dealt = [
        Counter(text for text in hand or () if text != HOLE) | Counter(card.text for card in at_first.known)
        for hand, at_first in zip(seen.hands or (), begun.seen_by(seat).hands, strict=bool(seen.hands))
    ]
    split, hidden = deal.size * len(dealt), []
    for index, card_index in enumerate(deal.deck.numbers(texts)):
        if masks[card_index] & knowledge:
            if index < split:
                dealt[index // deal.size][texts[index]] -= 1
        else:
            hidden.append(index)
    unseen = []
    for index in hidden:
        if index >= split:
            on_stock = index - split
            saw = on_stock < len(seen.stock) and seen.stock[on_stock] != HOLE
        else:
            hand = dealt[index // deal.size]
            saw = hand[texts[index]] > 0
            hand[texts[index]] -= saw
        if not saw:
            unseen.append(index)
    return unseen


def _difference(one: View, two: View) -> str:
    """The first difference between two views, in words."""
    difference = _first_difference(one.events, two.events)
    if difference:
        return difference
    for name in ("is_over", "actors", "scores", "committed", "outcome"):
        if getattr(one, name) != getattr(two, name):
            return f"{name} {getattr(one, name)} and {getattr(two, name)}"
    if one.legal() != two.legal():
        return f"legal {' '.join(map(str, one.legal()))} and {' '.join(map(str, two.legal()))}"
    for old_record, new_record in zip(one.deal.records, two.deal.records, strict=False):
        if old_record != new_record:
            return f"{old_record!r} and {new_record!r}"
    for name in ("trump", "declarer", "starter", "resting", "closed", "hands", "out", "stock"):
        old, new = getattr(one.deal, name), getattr(two.deal, name)
        if old != new:
            return f"`{name}` of the deal is {_text(old)} and {_text(new)}"
    return "the views are not equal"


def _text(value: object) -> str:
    """A field of a deal in readable form, such as `KC ?? / 7D`."""
    return " / ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _first_difference(one: Iterable[Event], two: Iterable[Event]) -> str:
    """The first difference between two logs, in words; empty if there is none."""
    for old, new in zip(one, two, strict=False):
        if str(old) != str(new):
            return f"{str(old)!r} and {str(new)!r} in the log"
    return ""


def _pending(state: State, seat: int, action: Action) -> State | None:
    """The state after a decision that stays secret for now; None if the decision is public at once."""
    after = state.play(seat, action)
    before = len(state.view(seat).committed)
    return after if len(after.results) == len(state.results) and len(after.view(seat).committed) > before else None


@law
def commitments_stay_secret(state: State, rng: Random) -> bool:
    """A secret decision shows in nobody else's view before it is revealed."""
    looked = False
    for seat in state.actors:
        legal = state.legal(seat)
        afters = [_pending(state, seat, action) for action in rng.sample(legal, min(3, len(legal)))]
        pending = [after for after in afters if after is not None]
        if len(pending) < 2:
            continue
        looked = True
        for viewer in _viewers(state):
            if viewer == seat:
                continue
            # No deal has been finished since the secret decision.
            first, *others = [evolve(after.view(viewer), results=()) for after in pending]
            for other in others:
                _expect_same(first, other, f"{_name(viewer)} sees what seat {seat} decided in secret")
    return looked


@law
def commitments_come_in_any_order(state: State, rng: Random) -> bool:
    """Secret decisions reveal the same in any order, and nobody sees the order of the others'."""
    looked = _order_stays_secret(state, rng)
    choices = {seat: rng.choice(state.legal(seat)) for seat in state.actors}
    if len(choices) < 2 or any(_pending(state, seat, action) is None for seat, action in choices.items()):
        return looked
    order = list(choices)
    first = state.play_all((seat, choices[seat]) for seat in order)
    rng.shuffle(order)
    other = state.play_all((seat, choices[seat]) for seat in order)
    same_events = [str(event) for event in first.events] == [str(event) for event in other.events]
    expect(same_events and first == other, f"the order of the seats {order} makes a difference to what is revealed")
    for seat in _viewers(state):
        _expect_same(
            first.view(seat), other.view(seat), f"the order of the seats {order} makes a difference to {_name(seat)}"
        )
    return True


def _order_stays_secret(state: State, rng: Random) -> bool:
    """Compare a turn of secret decisions with the same ones in another order; return whether it has several."""
    turn = _turn(state, rng)
    after = state.play_all(turn)
    for viewer in _viewers(state):
        others = rng.sample(turn, len(turn))
        # A seat knows the order of its own choices.
        own = iter([move for move in turn if move[0] == viewer])
        try:
            other = state.play_all([next(own) if move[0] == viewer else move for move in others])
        except (IllegalAction, NotYourTurn):
            # The choices may depend on earlier ones.
            continue
        view, two = after.view(viewer), other.view(viewer)
        if view == two:  # A user's game may reveal the order openly.
            _expect_same(view, two, f"{_name(viewer)} can tell in which order others decided in secret")
    return len(turn) > 1


def _turn(state: State, rng: Random) -> list[tuple[int, Action]]:
    """Random decisions until none is secret any more; at most one if the next decision is public."""
    moves: list[tuple[int, Action]] = []
    while state.actors and (not moves or any(state.committed(seat) for seat in range(state.rules.players))):
        seat = rng.choice(state.actors)
        moves.append((seat, rng.choice(state.legal(seat))))
        state = state.play(*moves[-1])
    return moves


@law
def sampled_worlds_agree(state: State, rng: Random) -> bool:
    """A world sampled for a seat gives it the same view as its game, has all cards, and can be played on."""
    seat = rng.choice(_viewers(state))
    view = state.view(seat)
    world = view.sample(rng)
    seen = world.view(seat)
    if seen != view:
        raise Wrong(f"a sampled world looks different to {_name(seat)}: {_difference(view, seen)}")
    expect(_moves(seen) == _moves(view), f"in a sampled world {_name(seat)} heard of other decisions")
    expect(world.actors == state.actors and world.scores == state.scores, "a sampled world is in another position")
    deal = world.deal
    places: list[Hand | Pile] = [*deal.hands, deal.out, deal.stock]
    expect(sum(cards.mask for cards in places) == deal.deck.all and deal.known, "a sampled world has holes")
    for actor in world.actors:
        expect(world.legal(actor), f"seat {actor} of a sampled world acts, but has no legal action")
        world.play(actor, rng.choice(world.legal(actor)))
    return True


@law
def nothing_true_is_ruled_out(state: State, rng: Random) -> bool:
    """Phases report only true facts about the cards that hands held or lacked, and only public ones."""
    looked, deal = False, state.deal
    public = state.view(None).deal
    for phase in dict.fromkeys(state.rules.phases):
        name, out, voids = type(phase).__name__, phase.ruled_out(deal), phase.voids(deal)
        for hand, (mask, cards) in enumerate(zip(out, deal.hands, strict=True)):
            looked = looked or mask != 0
            held = _count(deal.deck, mask & cards.mask)
            expect(not held, f"{name} rules out {' '.join(held)} in hand {hand}, which holds it")
        for void in voids:
            looked = looked or void.faces != 0
            still_held = sorted(_count(deal.deck, void.faces).keys() & {*_held(deal, void.hand, void.event)})
            expect(not still_held, f"{name} says that hand {void.hand} lacked {' '.join(still_held)}, which it held")
        same = phase.ruled_out(public) == out and phase.voids(public) == voids
        expect(same, f"{name} rules out what only one who sees hidden cards can rule out")
        claims = phase.claims(public)
        for claim in claims:
            looked, had = True, _held(deal, claim.hand, claim.event)
            right = claim.agrees(had) and (not claim.groups or any(group <= {*had} for group in claim.groups))
            expect(right, f"{name} says that hand {claim.hand} held other cards than {' '.join(had)}")
        public_claims, knowing = (
            [(claim.hand, claim.event, claim.groups) for claim in given] for given in (claims, phase.claims(deal))
        )
        same = public_claims == knowing
        expect(same, f"{name} claims what only one who sees hidden cards can claim")
    return looked


def _held(deal: Deal, hand: int, number: int) -> tuple[str, ...]:
    """The texts of a hand's cards when an event occurred."""
    cards = Counter(map(str, deal.hands[hand]))
    for _, hands in islice(backwards(deal), len(deal.events) - number):
        cards = hands[hand]
    return tuple((+cards).elements())


def _name(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"
