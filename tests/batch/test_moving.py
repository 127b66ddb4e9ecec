"""Phases that move cards of the stock without looking at them: the batch engine explores them as well."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import evolve, frozen
from lockstep import is_followed, is_replayed

from trickkit import Deal, Record, Rules, State, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.history import DealHistory
from trickkit.batch.worlds.template import Template
from trickkit.model.actions import Call, Pass
from trickkit.model.events import Event
from trickkit.model.hands import Hand, Pile
from trickkit.phases import BidContracts, DiscardDown, GiveTop, LadderAuction, PassCards, Phase, Tricks
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import contract_of
from trickkit.phases.kinds.choosing import Selection
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.parts import PutAside
from trickkit.phases.talon import CardsTaken
from trickkit.policies.discarding import KeepCards
from trickkit.policies.ladders import Words
from trickkit.policies.participants import Participants
from trickkit.policies.passing import InTurn
from trickkit.policies.schedule import SameSize
from trickkit.policies.until import AfterTricks, DeclarerTakes, OthersTake


@frozen
class Burnt(Record):
    """The card that was burnt."""

    cards: tuple[str, ...]


@frozen
class BurnTop(Phase):
    """The top of the stock is laid face up, and is out of play."""

    record = Burnt

    def begin(self, deal: Deal) -> Deal:
        top, before = deal.stock[:1], deal.get(BurnTop) or Burnt(())
        return deal.with_record(
            Burnt(before.cards + (str(top[0]),)),  # noqa: RUF005
            PutAside(top),
            stock=deal.stock[1:],
            out=Hand(deal.deck, deal.out.mask | top.mask),
            known=tuple([known | top.mask for known in deal.known]),
        )


@frozen
class Taken(Record):
    """How many cards somebody took."""

    cards: int


@frozen
class TakeSome(Phase):
    """The seat to the left of the starter takes one card of the stock or two, which it alone sees."""

    record = Taken

    def actions(self, deck: Any, players: int) -> tuple[Any, ...]:
        return Call("one"), Call("two"), Pass()

    def begin(self, deal: Deal) -> TakeRun:
        return TakeRun(deal, (deal.starter + 1) % deal.players)


@frozen(slots=False)
class TakeRun(PollRun):
    seat: int

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return () if answers else (self.seat,)

    def choices(self, answers: Answers, seat: int) -> tuple[Any, ...]:
        return Call("one"), Call("two"), Pass()

    def refusal(self, at: Poll, seat: int, action: Any) -> str:
        return f"{action} takes none"

    def record(self, at: Poll) -> Deal:
        count = sum({Call("one"): 1, Call("two"): 2}.get(action, 0) for _, action in at.answers)  # type: ignore[call-overload]
        top, held, known = self.deal.stock[:count], [*self.deal.held], [*self.deal.known]
        held[self.seat] |= top.mask
        known[self.seat] |= top.mask
        told = [Answered(*answer) for answer in at.answers]
        told.append(partial(taken, self.seat, top, tuple(known)))
        return self.deal.with_record(
            Taken(count), *told, stock=self.deal.stock[count:], held=tuple(held), known=tuple(known)
        )


def taken(seat: int, top: Pile, known: tuple[int, ...]) -> tuple[Event, ...]:
    """What is told of cards that a seat took, once somebody wants to hear it."""
    return (CardsTaken(seat, top, tuple([mask & top.mask for mask in known])),)


@frozen
class Left(Participants):
    """The seat to the left of the starter."""

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return ((deal.starter + 1) % deal.players,)


def burning() -> Rules:
    """Whist with hands of eight, in which cards are burnt, taken and laid away, and given to those that take tricks."""
    whist = load("whist")
    (tricks,) = [phase for phase in whist.phases if isinstance(phase, Tricks)]
    before = [phase for phase in whist.phases if phase != tricks]
    kept = KeepCards(cards=["AS"])
    one = Tricks(until=AfterTricks(1))
    phases = (BurnTop(), TakeSome(), DiscardDown(who=Left(), keeping=kept), BurnTop(), one, GiveTop(), one, GiveTop())
    schedule = evolve(whist.schedule, hand_sizes=SameSize(8))
    return whist.replace(phases=(*before, *phases, Tricks()), schedule=schedule)


BURNING = burning()


def tarok(*contracts: str, **options: Any) -> Rules:
    """Slovenian Tarok in which only some contracts are bid, so that random play comes to all of them."""
    of = load("tarok", **options)
    (bidding,) = [phase for phase in of.phases if isinstance(phase, BidContracts)]
    some = {word: suit for word, suit in bidding.contracts if word in ("klop", "three", *contracts)}
    return of.replace(BidContracts, contracts=some)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(4))
def test_cards_off_the_stock_go_where_a_phase_of_ones_own_says(seed: int) -> None:
    assert batch.supports(BURNING)
    is_followed(BURNING, 2, seed)
    is_replayed(batch.deals(BURNING, 2, seed, number=0, moves=True, cards=True), 1)


TALON = tarok("two")


@pytest.mark.sample(0)
@pytest.mark.parametrize("seed", range(3))
def test_a_part_of_the_talon_is_taken_and_as_many_cards_laid_away(seed: int) -> None:
    is_followed(TALON, 2, seed)
    is_replayed(batch.deals(TALON, 2, seed, number=0, moves=True, cards=True), 1)


def in_phase(rules: Rules, kind: type[Phase], seed: int) -> State:
    """A game in some phase, after the talon was taken."""
    deals = batch.deals(rules, 60, seed, number=0, moves=True)
    found = (
        state
        for deal in range(60)
        for state in deals.states(deal)
        if isinstance(state.phase, kind) and not state.results and len(state.deal.stock) == 0
    )
    return next(found)


def lying(dealer: Dealer, rows: Any) -> set[tuple[int, int]]:
    """Which cards lie where in some rows."""
    places = [*range(layout.HANDS, layout.HANDS + dealer.program.rules.players), layout.AWAY]
    return {(place, bit) for place in places for bit in range(54) if (rows[:, place] >> bit & 1).any()}


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [DiscardDown, Tricks])
def test_worlds_after_the_talon_was_taken(kind: type[Phase]) -> None:
    state = in_phase(TALON, kind, 1)
    for seat in range(4):
        dealer = Dealer.of(state.view(seat))
        assert dealer.why == ""
        rows, _ = dealer.rows(600, seed=2)
        worlds = [dealer.view.sample(Random(number)) for number in range(12)]
        sampled = np.array([Template.of(dealer.program, dealer.view, DealHistory.of(world)).row for world in worlds])
        assert lying(dealer, sampled) <= lying(dealer, rows)
        for place in range(layout.HANDS, layout.HANDS + 4):
            sizes = Counter(int(row[place]).bit_count() for row in rows)
            assert sizes.keys() == {int(sampled[0][place]).bit_count()}


def test_actions_are_tried_out_in_worlds_in_which_cards_were_taken() -> None:
    deals = batch.deals(BURNING, 20, 3, number=0, moves=True)
    state = next(one for deal in range(20) for one in deals.states(deal) if isinstance(one.phase, DiscardDown))
    view = state.view(state.actors[0])
    found = batch.evaluate(view, worlds=8, playouts=16, seed=1)
    assert (found.how, found.actions) == ("compiled", view.legal())


@pytest.mark.sample(0)
@pytest.mark.parametrize("until", [OthersTake(), DeclarerTakes()])
def test_tricks_end_by_what_was_taken_since_they_began(until: Any) -> None:
    skat = load("skat")
    (tricks,) = [phase for phase in skat.phases if isinstance(phase, Tricks)]
    place = skat.phases.index(tricks)
    parts = evolve(tricks, until=AfterTricks(2)), evolve(tricks, until=until)
    rules = skat.replace(phases=(*skat.phases[:place], *parts, *skat.phases[place + 1 :]))
    assert batch.supports(rules), batch.supports(rules)
    is_followed(rules, 2, 3)


@frozen
class Moves(Phase):
    """It moves cards in a way that the batch engine does not know.

    Args:
        how: in which one.
    """

    how: str

    def begin(self, deal: Deal) -> Deal:
        held = deal.held
        if self.how == "bottom":
            return deal.changed(stock=deal.stock[:-1], out=Hand(deal.deck, deal.out.mask | deal.stock[-1:].mask))
        known = tuple([known | held[0] | held[1] for known in deal.known])
        return deal.changed(held=(held[1], held[0], *held[2:]), known=known)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("bottom", "Moves: the batch engine moves cards off the top of the stock, as in stock=deal.stock[2:]"),
        ("hands", "Moves: it takes cards out of a hand; the phases of the library that do so are known"),
    ],
)
def test_other_moves_are_named(how: str, why: str) -> None:
    whist = [phase for phase in load("whist").phases if not isinstance(phase, Tricks)]
    rules = BURNING.replace(phases=(*whist, Moves(how), Tricks()))
    assert why in compile_rules(rules).why


@frozen
class PassIfCalled(PassCards):
    """Cards are passed in every other deal, if somebody has called that."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return () if deal.number % 2 or contract_of(deal) != "pass on" else super().selections(deal)


@pytest.mark.sample(0)
def test_selections_depend_on_the_number_of_the_deal_and_on_a_contract() -> None:
    hearts = load("hearts")
    auction = LadderAuction(ladder=Words(["keep", "exchange", "pass on"]))
    phases = [PassIfCalled(cards=2) if isinstance(phase, PassCards) else phase for phase in hearts.phases]
    rules = hearts.replace(phases=(phases[0], auction, *phases[1:]))
    assert batch.supports(rules)
    for number in range(2):
        found = batch.deals(rules, 12, 3, number=number, moves=True)
        for deal in range(12):
            is_replayed(found, deal)


@frozen(kw_only=True)
class CountedPassing(PassCards):
    """Passing, which says how often it was asked for its selections."""

    record = PassCards.record
    asked: ClassVar[list[int]] = []

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        self.asked.append(1)
        return super().selections(deal)


@pytest.mark.sample(0)
def test_house_rules_that_only_score_otherwise_are_not_asked_again_in_which_deals_cards_are_passed() -> None:
    hearts, asked = load("hearts"), list[int]()
    passing = CountedPassing(passing=InTurn(["left", "hold"]))
    phases = [passing if isinstance(phase, PassCards) else phase for phase in hearts.phases]
    rules = hearts.replace(phases=phases)
    for scored in (rules, rules.replace(scoring=rules.scoring[:1]), rules.replace(name="Another")):
        CountedPassing.asked.clear()
        assert batch.supports(scored)
        asked.append(len(CountedPassing.asked))
    assert asked[0] > 10_000
    assert max(asked[1:]) < 100
