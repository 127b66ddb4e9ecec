"""Coiffeur: who may name what, the turning order of the tricks, and what a deal scores, by an oracle of its own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from lockstep import runs_compiled
from strategies import effort

from trickkit import InvalidRules, State, batch, load, playout
from trickkit.phases import ContractsPlayed, NameTrump, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "coiffeur.py")
NAMES = ("clubs", "diamonds", "hearts", "spades", "obenabe", "uneufe", "slalom", "guschti")
TIMES = dict(zip(NAMES, (1, 2, 2, 1, 3, 4, 5, 6), strict=True))

TestCoiffeur = laws(FILE, examples=effort(3), moves=60)


def worth(card: str, game: str) -> int:
    """The points of a card."""
    if game not in NAMES[:4]:
        low = game == "uneufe"
        return {"A": 0 if low else 11, "6": 11 * low, "T": 10, "8": 8, "K": 4, "Q": 3, "J": 2}.get(card[0], 0)
    trump = {"J": 20, "9": 14} if card[1] == game[0].upper() else {}
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, **trump}.get(card[0], 0)


def winner(cards: list[str], game: str, number: int) -> int:
    """Which of the cards of a trick wins."""
    low = game == "uneufe" or (game == "slalom" and number % 2 == 1) or (game == "guschti" and number >= 5)
    suits, order = [card[1] for card in cards], "6789TJQKA"
    trump = game[0].upper() if game in NAMES[:4] else ""
    if trump in suits:
        return max(range(4), key=lambda place: (suits[place] == trump, "678TQKA9J".index(cards[place][0])))
    sign = -1 if low else 1
    return max(range(4), key=lambda place: (suits[place] == suits[0], sign * order.index(cards[place][0])))


def names(state: State) -> list[str]:
    return [str(action).removeprefix("name ") for action in state.legal(state.actors[0])]


def test_tricks_and_points_are_those_of_an_oracle() -> None:
    for result in (result for seed in range(effort(3)) for result in playout(load(FILE), seed=seed).results):
        deal, points, leader = result.deal, [0, 0], result.deal.declarer
        assert leader is not None
        game, side = str(deal[NameTrump].game), leader % 2
        for number, trick in enumerate(deal[Tricks].tricks):
            assert trick.plays[0].hand == leader
            cards = [play.card for play in trick.plays]
            leader = trick.plays[winner(cards, game, number)].hand
            points[leader % 2] += sum(worth(card, game) for card in cards) + 5 * (number == 8)
        assert sum(points) == 157
        points[side] += 100 * (points[1 - side] == 0 and all(took == 0 for took in deal[Tricks].taken[1 - side :: 2]))
        mine = points[side] * TIMES[game]
        assert result.scores == tuple(mine if seat % 2 == side else 0 for seat in range(4))


def test_each_side_names_each_game_once_whichever_of_its_seats_names_it() -> None:
    end = playout(load(FILE), seed=5)
    state, left = load(FILE).start(seed=5, first=end.results[0].deal.starter), ({*NAMES}, {*NAMES})
    draw = Random(5)
    while not state.is_over:
        if str(state.legal(state.actors[0])[0]).startswith("name"):
            offered, side = names(state), state.actors[0] % 2
            assert {*offered} - {"pass"} == left[side]
            assert ("pass" in offered) == (state.actors[0] == state.deal.starter)
            action = draw.choice(state.legal(state.actors[0]))
            left[side].discard(str(action).removeprefix("name "))
        else:
            action = draw.choice(state.legal(state.actors[0]))
        state = state.play(state.actors[0], action)
    assert left == (set(), set())
    counts = state.deal.remembered(ContractsPlayed).by_seat
    assert sum(map(len, counts)) == 15


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [{}, {"push": False}])
def test_what_is_left_is_named_compiled(options: dict[str, Any]) -> None:
    rules = load(FILE, **options)
    assert batch.supports(rules).yes
    runs_compiled(rules, lanes=2, deals=4, seed=3)
    state, draw, game = rules.start(seed=4), Random(4), batch.start(rules, seed=4)
    while not state.is_over:
        assert (game.actors, game.legal(state.actors[0])) == (state.actors, state.legal(state.actors[0]))
        action = draw.choice(state.legal(state.actors[0]))
        game.play(state.actors[0], action)
        state = state.play(state.actors[0], action)
        if not state.is_over and len(state.results) in (7, 14) and state.phase == rules.phases[1]:
            found = batch.playouts(state, 60, seed=1, moves=True)
            said = {str(found.result(one).moves[len(state.deal[NameTrump].calls)][1]) for one in range(60)}
            assert said == {str(action) for action in state.legal(state.actors[0])}
    assert game.results == state.results


def test_more_deals_than_games_are_refused_when_none_is_left() -> None:
    rules = load(FILE).replace(ending=AfterDeals(deals=17))
    with pytest.raises(InvalidRules, match=r"NameTrump: none of clubs, .* is left for seat ., which must name one"):
        playout(rules, seed=1)
    with pytest.raises(InvalidRules):
        batch.games(rules, 1, seed=1)
