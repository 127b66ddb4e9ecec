"""The batch engine held to the reference engine: the same deals and the same decisions, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from attrs import fields
from tiers import sampled

from trickkit import UNKNOWN, Action, Deal, Result, Rules, State, View, batch
from trickkit.batch.run.fallback import looked
from trickkit.phases import (
    Bids,
    BidWithCards,
    BuyTrump,
    CallDouble,
    Confidence,
    DiscardDown,
    DoubleParts,
    Estimates,
    Evaluate,
    LayAway,
    PassCards,
    Reveal,
    Tricks,
)
from trickkit.phases.evaluate import Evaluated

DEALS = 4
"""How many deals of each lane are followed at most."""


def is_followed(rules: Rules, lanes: int, seed: int, number: int | None = None, starter: int | None = None) -> None:
    """Lanes and states of the reference engine take the same decisions, until every lane has ended a deal.

    Compared are who decides, what is legal, all that is seen, and what came of every deal.
    """
    lanes = len(sampled(range(lanes), 4))
    table = batch.lanes(rules, lanes, seed, number=number, starter=starter)
    dealt = batch.deals(rules, lanes * DEALS, seed, number=number, starter=starter, moves=True)
    states = [next(dealt.states(lane)) for lane in range(lanes)]
    ended = [0] * lanes
    actions = list(rules.actions.values())
    random = np.random.default_rng(seed)
    while min(ended) == 0:
        followed = [lane for lane in range(lanes) if ended[lane] < DEALS]
        legal, seats = table.legal(), table.seats
        assert_legal(legal, [states[lane] for lane in followed], seats[followed], followed, actions)
        seen = table.seen().of(np.array(followed))
        assert_same(seen, looked(rules, [states[lane].view(int(seats[lane])) for lane in followed]))
        assert_heard(seen, [states[lane] for lane in followed])
        choice = np.array([random.choice(np.flatnonzero(row)) for row in legal])
        found = table.step(choice)
        for lane in followed:
            states[lane] = states[lane].play(int(seats[lane]), actions[choice[lane]])
        over = table.last.tolist()
        assert [lane for lane in followed if is_new(states[lane])] == [lane for lane in over if lane in followed]
        for place, lane in enumerate(over):
            if lane in followed:
                assert_result(found, place, last_result(states[lane]))
                ended[lane] += 1
                if ended[lane] < DEALS:
                    states[lane] = next(dealt.states(lane + lanes * ended[lane]))


def runs_compiled(rules: Rules, *, lanes: int, deals: int, seed: int) -> None:
    """The compiled engine runs rules, and lanes and whole deals go as on the reference engine.

    Args:
        rules: of the game.
        lanes: how many are followed, with all cases.
        deals: how many are replayed, likewise.
        seed: of these deals.
    """
    support = batch.supports(rules)
    assert support, support.why
    is_followed(rules, lanes, seed=5)
    found = batch.deals(rules, deals, seed, moves=True)
    for deal in sampled(range(deals), 8):
        is_replayed(found, deal)


def last_result(state: State) -> Result:
    """Of a state whose deal has just ended, what came of it."""
    return state.results[-1]


def is_new(state: State) -> bool:
    """Whether the last decision ended a deal: none has been made in this one."""
    return state.is_over or len(state.moves) == sum(len(one.moves) for one in state.results) > 0


def assert_legal(
    legal: Any, states: Sequence[State], seats: Any, lanes: Sequence[int], actions: Sequence[Action]
) -> None:
    for state, seat, lane in zip(states, seats.tolist(), lanes, strict=True):
        assert seat == state.actors[0]
        assert {actions[number] for number in np.flatnonzero(legal[lane])} == {*state.legal(seat)}


def assert_same(one: batch.Seen, other: batch.Seen) -> None:
    for field in fields(batch.Seen):
        if field.name != "_heard":
            np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), field.name)


def assert_heard(seen: batch.Seen, states: Sequence[State]) -> None:
    """What was heard in lanes is what views say of the decisions of the deal, and nothing after it."""
    assert seen.heard.shape[::2] == (len(states), 3)
    for heard, seat, state in zip(seen.heard, seen.seat.tolist(), states, strict=True):
        expected = heard_by(state.view(seat))
        assert heard[: len(expected)].tolist() == expected
        assert (heard[len(expected) :] == -1).all()


def heard_by(view: View) -> list[list[int]]:
    """The decisions that a view has, in numbers; cards that another seat chose together in the order of theirs."""
    rules = view.rules
    different, actions = list(dict.fromkeys(rules.phases)), list(rules.actions.values())
    numbers = [-1 if action is UNKNOWN else actions.index(action) for _, action, _ in view.moves]
    for seat, place in {(seat, place) for seat, _, place in view.moves if seat != view.seat}:
        if isinstance(rules.phases[place].inner, BidWithCards | DiscardDown | LayAway | PassCards | Reveal):
            chosen = [number for number, move in enumerate(view.moves) if (move[0], move[2]) == (seat, place)]
            for number, action in zip(chosen, sorted(numbers[number] for number in chosen), strict=True):
                numbers[number] = action
    return [
        [seat, different.index(rules.phases[place]), number]
        for (seat, _, place), number in zip(view.moves, numbers, strict=True)
    ]


def assert_result(found: batch.Deals, place: int, result: Result) -> None:
    """A finished deal in arrays is a result of the reference engine; cards are compared where they are kept."""
    deal = result.deal
    players = deal.players
    assert found.points[place].tolist() == list(result.scores)
    assert found.totals[place if len(found.totals) > 1 else 0][:players].tolist() == list(deal.totals)
    facts = found.number, found.size, found.starter, found.trump
    trump = deal.deck.suits.index(deal.trump) if deal.trump in deal.deck.suits else -1
    assert [int(one[place]) for one in facts] == [deal.number, deal.size, deal.begun_by, trump]
    assert found.bids[place].tolist() == bids(result)
    assert found.estimates[place].tolist() == [row[seat] for seat, row in enumerate(bids(result))]
    backed: Any = deal.get(Confidence)
    trusted = found.backs[place].tolist()
    if backed is None:
        assert trusted == [-1] * players
    else:
        (phase,) = [one for one in found.rules.phases if isinstance(one, Confidence)]
        nobody = max(players, phase.cards)
        assert trusted == [nobody if back.seat is None else back.seat for back in backed.backs]
    doubled = [record for record in (deal.get(CallDouble), deal.get(DoubleParts)) if record is not None]
    assert found.doubles[place] == sum(int(number or 0) for one in doubled for _, _, number in one.figures())
    bought: Any = deal.get(BuyTrump)
    assert found.buyer[place] == (-1 if bought is None or bought.seat is None else bought.seat)
    evaluated: Any = deal.get(Evaluate)
    assert found.piles[place].tolist() == list((0,) * players if evaluated is None else evaluated.piles)
    assert_tricks(found, place, result)


def assert_tricks(found: batch.Deals, place: int, result: Result) -> None:
    deal, table = result.deal, result.deal.get(Tricks)
    if table is None:
        assert found.leader[place] == -1
        assert not found.tricks[place].any()
        return
    assert found.leader[place] == table.opener
    assert found.tricks[place].tolist() == list(table.taken)
    if found.cards.shape[1]:
        taken: list[set[str]] = [set() for _ in deal.seats]
        for trick in table.tricks:
            if trick.taker is not None:
                taken[trick.taker] |= {play.card for play in trick.plays}
        assert [cards_of(deal.deck, mask) for mask in masks_of(found, place)] == taken


def masks_of(found: batch.Deals, place: int) -> list[int]:
    """By hand, the faces of the cards in the tricks that it took in a deal, as a mask."""
    words = found.cards[place].reshape(len(found.cards[place]), -1).view(np.uint64)
    return [sum(int(word) << 64 * number for number, word in enumerate(row)) for row in words]


def cards_of(deck: Any, mask: int) -> set[str]:
    """The texts of the cards in a mask of faces, each of which is there with all its faces."""
    faces = {1 << place: face.text for place, face in enumerate(deck.faces)}
    held = {text for bit, text in faces.items() if mask >> bit.bit_length() - 1 & 1}
    found = {card.text for card in deck for face in card.faces if face.text in held}
    assert held == {face.text for card in deck if card.text in found for face in card.faces}
    return found


def bids(result: Result) -> list[list[int]]:
    """By seat and by the seat bid upon, what was bid; -1 for nothing."""
    players = result.deal.players
    found = [[-1] * players for _ in range(players)]
    made: Any = result.deal.get(Bids)
    for seat, row in enumerate(made.bids if made is not None else ()):
        for subject, bid in enumerate(row):
            found[seat][subject] = -1 if bid is None else bid
    estimated: Any = result.deal.get(Estimates)
    for seat, bid in enumerate(estimated.bids if estimated is not None else ()):
        found[seat][seat] = bid
    return found


def is_replayed(found: batch.Deals, deal: int) -> None:
    """One of the deals, whose moves were kept, is played again by the reference engine and comes to the same."""
    *_, last = found.states(deal)
    assert_result(found, deal, last.results[int(found.number[deal])])


def results(rules: Rules, played: batch.Deals) -> list[Result]:
    """The deals of one game as results, in order, with nothing in them but what endings and starters read."""
    found: list[Result] = []
    totals = (0,) * rules.players
    for place in np.argsort(played.number).tolist():
        scores = tuple(played.points[place].tolist())
        totals = tuple(total + score for total, score in zip(totals, scores, strict=True))
        deal = Deal.fresh(rules.deck, players=rules.players, starter=int(played.starter[place]))
        found.append(Result(deal.with_record(Evaluated(0, tuple(played.piles[place].tolist()))), scores, totals))
    return found


def assert_game(rules: Rules, seed: int, number: int) -> None:
    """One of many games is as its policies say of its deals."""
    game = batch.games(rules, 1, seed, first=number)
    played = game.played
    count = int(game.deals[0])
    assert sorted(played.number.tolist()) == [*range(count)] == [*range(len(played))]
    found = results(rules, played)
    assert game.scores[0].tolist() == list(found[-1].totals)
    for last, after in pairwise(found):
        assert after.deal.starter == rules.schedule.starter.after(last)
    before = np.array([[0] * rules.players, *[result.totals for result in found[:-1]]])
    np.testing.assert_array_equal(np.asarray(played.totals)[np.argsort(played.number)][:, : rules.players], before)
    assert all(rules.ending.outcome(found[:end]) is None for end in range(1, count))
    outcome = rules.ending.outcome(found)
    assert outcome is not None
    expected = [1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in range(rules.players)]
    assert game.wins[0].tolist() == pytest.approx(expected)
