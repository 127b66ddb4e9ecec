"""Equal cards in hands that pass cards on or lay them away: compiled, as on the reference engine."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from attrs import evolve, frozen
from lockstep import runs_compiled

from trickkit import Deal, Deck, Rules, State, batch, bots, load
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.history import DealHistory
from trickkit.batch.worlds.template import Template
from trickkit.model.cards import french
from trickkit.phases import DealOut, DiscardDown, FixedTrump, LayAway, PassCards, Phase, ShowTop, TakeStock, Tricks
from trickkit.policies.discarding import KeepCards, KeepFaceUp
from trickkit.policies.participants import Participants
from trickkit.policies.passing import InTurn
from trickkit.policies.schedule import SameSize

TWICE = Deck(tuple(card for card in french("TJQKA", suits="CDH") for _ in range(2)))
WHIST = load("whist")
(TRICKS,) = [phase for phase in WHIST.phases if isinstance(phase, Tricks)]


@frozen
class Left(Participants):
    """The seat to the left of the starter."""

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return ((deal.starter + 1) % deal.players,)


def game(*phases: Phase, size: int = 7) -> Rules:
    """Whist with two of each card, and some phases before the tricks."""
    schedule = evolve(WHIST.schedule, hand_sizes=SameSize(size))
    return WHIST.replace(deck=TWICE, phases=(DealOut(), *phases, TRICKS), schedule=schedule)


TAKE = TakeStock(who=Left(), cards=2)
ASKED = TakeStock(who=Left(), cards=2, leave="leave")
GAMES = {
    "passing": game(PassCards(cards=3, passing=InTurn(["left", "across"]))),
    "passing_twice": game(PassCards(cards=2), PassCards(cards=3)),
    "laying_away": game(TAKE, LayAway(who=Left(), cards=2, keeping=KeepCards(cards=["AC"], suits=["hearts"]))),
    "last_resort": game(TAKE, LayAway(who=Left(), cards=2)),
    "face_up": game(ShowTop(), ASKED, DiscardDown(who=Left(), keeping=KeepFaceUp())),
    "openly": game(FixedTrump("hearts"), ASKED, DiscardDown(who=Left(), openly=True)),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_equal_cards_are_chosen_as_on_the_reference_engine(of: Rules) -> None:
    runs_compiled(of, lanes=3, deals=3, seed=7)


def in_tricks(of: Rules, seed: int) -> State:
    """A game whose tricks have begun."""
    state, random = of.start(seed=seed), Random(seed)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], random.choice(state.legal(state.actors[0])))
    return state


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["passing", "laying_away"])
def test_worlds_have_the_cards_of_sampled_ones(name: str) -> None:
    of = GAMES[name]
    view = in_tricks(of, 3).view(0)
    dealer, program = Dealer.of(view), compile_rules(of)
    rows = [
        *dealer.rows(60, seed=1)[0],
        *[Template.of(program, view, DealHistory.of(view.sample(Random(k)))).row for k in range(60)],
    ]
    held = np.array([[int(row[layout.HANDS + seat]).bit_count() for seat in range(4)] for row in rows])
    assert (held == held[0]).all()
    known = [
        [program.mask_of(row, layout.HANDS + seat) & program.mask_of(row, layout.KNOWN) for seat in range(4)]
        for row in rows
    ]
    kinds = of.deck.kinds.values()
    assert len({tuple((hand & kind).bit_count() for hand in hands for kind in kinds) for hands in known}) == 1


def test_a_game_in_place_and_what_tries_actions_out_choose_among_equal_cards() -> None:
    of = GAMES["passing"]
    game, state, random = batch.start(of, seed=2, first=0), of.start(seed=2, first=0), Random(4)
    while not state.results:
        seat = random.choice(state.actors)
        assert {*game.legal(seat)} == {*state.legal(seat)}
        action = random.choice(state.legal(seat))
        game.play(seat, action)
        state = state.play(seat, action)
    assert game.results[0].scores == state.results[0].scores
    view = of.start(seed=3, first=0).view(2)
    assert {*batch.evaluate(view, playouts=16, seed=1, threads=1).actions} == {*view.legal()}
    assert bots.ISMCTS(iterations=40).act(view) in view.legal()
