"""Hands of unusual sizes when tricks begin: dealt in rounds, of different sizes, or short of cards laid before."""

from __future__ import annotations

from random import Random

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed, runs_compiled
from strategies import walk

from trickkit import Deal, Event, Rules, State, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.worlds import Dealer
from trickkit.model.cards import french
from trickkit.model.hands import Hand
from trickkit.phases import DealOut, DrawInTurn, FillHands, Phase, Reveal, Tricks
from trickkit.phases.kinds.choosing import Choosing, Selection
from trickkit.phases.laid_away import LaidAway
from trickkit.phases.talon import LayAwayRun
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import OpenerAlways
from trickkit.policies.portion import Portion
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreTricks

ROUNDS = 2, 3, 4


@frozen
class Rounds(Portion):
    """Two cards are dealt, then three, then four."""

    def cards(self, size: int, dealt: int) -> int:
        """As many as the next round has."""
        return {0: 2, 2: 3, 5: 4}.get(dealt, 0)


@frozen
class Thrown(Event):
    """Cards were thrown off, for all to see."""

    cards: tuple[tuple[int, str], ...]

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """All of them."""
        return self.cards


@frozen
class ThrowOff(Phase):
    """Every seat throws off its twos and threes."""

    def begin(self, deal: Deal) -> Deal:
        gone = [(seat, card.text) for seat in deal.seats for card in deal.hands[seat] if card.text[0] in "23"]
        mask = deal.deck.mask(text for _, text in gone)
        return deal.changed(
            Thrown(tuple(gone)),
            held=tuple(cards & ~mask for cards in deal.held),
            out=Hand(deal.deck, deal.out.mask | mask),
            known=tuple(known | mask for known in deal.known),
        )


def game(*phases: Phase, players: int = 4, size: int = 9) -> Rules:
    return Rules(
        key="sizes",
        name="Sizes",
        players=players,
        deck=french(),
        phases=phases,
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=3),
    )


DEALT_IN_ROUNDS = game(*[phase for _ in ROUNDS for phase in (DealOut(portion=Rounds()), Tricks())])


def after(rules: Rules, decisions: int, seed: int) -> State:
    return [*walk(rules.start(seed=seed), decisions, seed)][-1]


def test_rounds_that_are_dealt_one_after_the_other_run_compiled() -> None:
    runs_compiled(DEALT_IN_ROUNDS, lanes=4, deals=12, seed=7)


@pytest.mark.sample(1)
@pytest.mark.parametrize("decisions", [6, 14, 19, 24, 30])
def test_worlds_have_no_card_of_a_later_round_in_an_earlier_one(decisions: int) -> None:
    """A seat that was void in a suit may be dealt it in the next round."""
    for seed in range(3):
        state = after(DEALT_IN_ROUNDS, decisions, seed)
        for seat in (state.actors[0], None):
            view = state.view(seat)
            for world in view._worlds.several(Random(7), 3):
                assert world.view(seat) == view


def test_cards_that_are_drawn_before_the_last_ones_are_dealt_are_the_reference_engines() -> None:
    """They come off the stock, under which the others lie."""
    rules = game(DealOut(portion=Rounds()), Tricks(), DrawInTurn(), DealOut(portion=Rounds()), Tricks(), size=5)
    assert "DrawInTurn: it draws from the stock, and hands will still" in batch.supports(rules).why
    found = batch.deals(rules, 10, 7, moves=True)
    for deal in range(10):
        is_replayed(found, deal)


@pytest.mark.sample(3)
@pytest.mark.parametrize("decisions", [3, 9, 12, 22, 28])
def test_dealt_worlds_of_later_rounds_are_possible(decisions: int) -> None:
    view = after(DEALT_IN_ROUNDS, decisions, 3).view(None if decisions == 9 else 0)
    dealer = Dealer.of(view)
    if dealer.why:
        return
    rows, _ = dealer.rows(300, seed=5)
    for hand, cards in enumerate(view.deal.hands):
        masks = {dealer.program.mask_of(row, layout.HANDS + hand) for row in rows}
        assert {mask.bit_count() for mask in masks} == {len(cards)}
        assert all(mask & cards.mask == cards.mask for mask in masks)
        assert not any(mask & view.deal.out.mask for mask in masks)


@pytest.mark.sample(0)
def test_hands_of_different_sizes_run_compiled_after_a_phase_in_python() -> None:
    rules = game(DealOut(), ThrowOff(), Tricks(may_differ=True))
    support = batch.supports(rules)
    assert [phase.how for phase in support.phases] == ["compiled", "python", "compiled"], support.why
    is_followed(rules, 4, seed=5)
    found = batch.deals(rules, 40, 7, moves=True)
    for deal in range(40):
        is_replayed(found, deal)
    assert len({int(found.tricks[deal].sum()) for deal in range(40)}) > 1


def test_a_hand_that_has_no_card_left_may_draw_and_lead_again() -> None:
    """It took the last trick before the drawing, and leads the next one."""
    one = Tricks(until=AfterTricks(2), may_differ=True)
    rules = game(DealOut(), ThrowOff(), one, FillHands(cards=2), Tricks(may_differ=True), players=3, size=3)
    assert batch.supports(rules).is_mixed, batch.supports(rules).why
    is_followed(rules, 6, seed=5)
    found = batch.deals(rules, 60, 7, moves=True)
    for deal in range(60):
        is_replayed(found, deal)


def test_a_hand_without_a_card_before_the_first_trick_is_named() -> None:
    rules = game(DealOut(), ThrowOff(), Tricks(may_differ=True, lead=OpenerAlways()), players=5, size=2)
    support = batch.supports(rules)
    assert not support.is_mixed
    assert "a hand has no card before the first trick" in support.phases[-1].why
    found = batch.deals(rules, 40, 7, moves=True)
    for deal in range(40):
        is_replayed(found, deal)


@pytest.mark.sample(0)
def test_a_card_that_is_laid_first_leaves_the_tricks_compiled() -> None:
    rules = load("whist").before(Tricks, Reveal(cards=2))
    support = batch.supports(rules)
    assert [phase.name for phase in support.phases if phase.how == "python"] == ["Reveal"]
    assert support.is_mixed
    is_followed(rules, 3, seed=5)
    found = batch.deals(rules, 10, 7, moves=True)
    for deal in range(10):
        is_replayed(found, deal)


@frozen(kw_only=True)
class ShedTwo(Choosing):
    """A phase of somebody's own, unlike any of the library: some seats lay two cards away, face down."""

    record = LaidAway
    done = "laid away"
    who: str = "all"

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The starter, all seats, or those of the first deal alone."""
        seats = (deal.starter,) if self.who == "starter" else deal.seats
        return (Selection(numbers=[(seat, 2) for seat in seats]),) if self.who != "first" or not deal.number else ()

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return False

    def begin(self, deal: Deal) -> Deal | LayAwayRun:
        seats = sorted(seat for one in self.selections(deal) for seat, _ in one.numbers)
        return LayAwayRun(deal, (tuple(seats * 2),), self.faces(deal), 0) if seats else deal


def test_a_phase_of_ones_own_lays_cards_away() -> None:
    rules = load("whist").after(DealOut, ShedTwo())
    assert compile_rules(rules).most_tricks == 11
    runs_compiled(rules, lanes=4, deals=8, seed=3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("who", ["starter", "first"])
def test_who_lays_cards_away_may_depend_on_the_deal(who: str) -> None:
    rules = load("whist").after(DealOut, ShedTwo(who=who)).replace(Tricks, may_differ=True)
    assert compile_rules(rules).most_tricks == 13
    runs_compiled(rules, lanes=4, deals=8, seed=3)
