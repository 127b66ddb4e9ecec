"""Worlds sampled for a view: they look the same to the seat, and each is about as likely as any other."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain, permutations
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import KEYS, effort, seeds, walk, walks
from turns import called

from trickkit import Card, Event, Rules, Stacked, State, Suit, TrickkitError, View, load
from trickkit.model.cards import UNKNOWN, Deck, french
from trickkit.model.chance import HOLE
from trickkit.phases import (
    DeclareMelds,
    Draw,
    Estimates,
    ExchangeCards,
    ExchangeNumbers,
    PassCards,
    PowerTricks,
    RemoveCards,
    Reveal,
    ThrowAway,
    Tricks,
)
from trickkit.phases.base import Phase
from trickkit.phases.dealing import DealOut, stacked_deal
from trickkit.phases.drawing import DrawAfterTrick, ShowBottom, ShowTop
from trickkit.phases.talon import LayAway, TakeStock
from trickkit.phases.tricks.powers import DrawCard, ExchangeFaceUp, PutUnder
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.participants import Everyone
from trickkit.policies.partners import Alone
from trickkit.policies.passing import InTurn, ToEachOther
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trump import NoTrump, TrumpFrom, TurnedCard
from trickkit.policies.until import AfterTricks

try:
    from trickkit import batch
    from trickkit.batch import worlds as batch_worlds
    from trickkit.batch.kernel import layout
except ImportError:
    batch_worlds = None

RED, BLUE = Suit("red", "R"), Suit("blue", "B")


def deck(*texts: str) -> Deck:
    suits = {"R": RED, "B": BLUE}
    return Deck(tuple(Card.plain(suits[text[0]], int(text[1:]), text) for text in texts))


def game(cards: Deck, size: int, *phases: Phase, players: int = 2, deals: int = 1) -> Rules:
    return Rules(
        key="small",
        name="Small",
        players=players,
        deck=cards,
        phases=phases,
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
    )


def said(state: State) -> tuple[Any, ...]:
    """What a world is: who was dealt what, what lies in the stock in which order, and what was decided."""
    stacked = stacked_deal(state.deal)
    hands = tuple(tuple(sorted(hand or ())) for hand in stacked.hands or ())
    return hands, stacked.stock, tuple((seat, str(action)) for seat, action in state.moves)


def worlds(view: View, first: int) -> dict[tuple[Any, ...], State]:
    """Every world that agrees with a view, found by trying all deals and all secret decisions."""
    rules = view.rules
    size, players = rules.schedule.hand_sizes.size(0), rules.players
    # Deals in which a card is not where the view says that it was dealt are not even begun.
    known = [{*(hand or ())} - {HOLE} for hand in stacked_deal(view.deal).hands or ()]
    found = {}
    for order in permutations([card.text for card in rules.deck]):
        hands = [order[seat * size : seat * size + size] for seat in range(players)]
        if any(list(hand) != sorted(hand) for hand in hands):
            continue
        if any(not there <= {*hand} for there, hand in zip(known, hands, strict=False)):
            continue
        state = rules.start(first=first, deals=[Stacked(hands=hands, stock=order[size * players :])])
        for end in _decided(state, view):
            if end.view(view.seat) == view:
                found[said(end)] = end
    return found


def _decided(state: State, view: View) -> list[State]:
    states = [state]
    for seat, action, _ in view.moves:
        states = [
            one.play(seat, choice)
            for one in states
            for choice in (one.legal(seat) if action is UNKNOWN else [action])
            if one.can(seat, choice)  # type: ignore[arg-type]
        ]
    return states


def check_uniform(state: State, seat: int | None) -> int:
    """Compare how often each world is sampled with how often it should be; returns how many worlds there are."""
    view = state.view(seat)
    wanted = worlds(view, state.deal.starter)
    rng = Random(4242)
    counts = Counter(said(view.sample(rng)) for _ in range(EACH * len(wanted)))
    agrees(counts, Counter([*wanted]))
    if batch_worlds and batch.supports(view.rules):
        check_dealt(batch_worlds.Dealer.of(view), [*wanted.values()])
    return len(wanted)


def check_dealt(dealer: Any, wanted: list[State]) -> None:
    """Compare how often compiled code deals each world with how often it should."""
    program, view = dealer.program, dealer.view
    if dealer.why == "cards came to several hands after these had shown that they lack some":
        return
    template, history = batch_worlds.template.Template, batch_worlds.history.DealHistory
    templates = [template.of(program, view, history.of(world)) for world in wanted]
    rows, decks = dealer.rows(EACH * len(wanted), seed=4242)
    looks = partial(look_of, program)
    agrees(Counter(map(looks, rows, decks)), Counter(looks(one.row, one.deck) for one in templates))


def look_of(program: Any, row: Any, deck: Any) -> tuple[Any, ...]:
    """What there is to a row: the hands, what was laid away by whom, the cards still to come, and what was said."""
    players, size = program.rules.players, int(row[layout.SIZE])
    undealt = [range(hand * size + int(row[layout.DEALT]), hand * size + size) for hand in range(players)]
    stock = [*chain(*undealt, range(players * size + int(row[layout.TOP]), len(program.rules.deck)))]
    hands, held = row[layout.HANDS : layout.HANDS + layout.SEATS], []
    if program.tables[layout.SLOTTED]:
        begins = [layout.HELD + layout.PACKED * hand for hand in range(program.rules.players)]
        held = [bytes(sorted(row[begin : begin + 2].tobytes())) for begin in begins]
    found = [row[place] for place in batch_worlds.template.FOUND]
    away = int(row[layout.AWAY])
    laid = row[layout.CHOSEN : layout.CHOSEN + layout.SEATS] & away if program.tables[layout.BY_SEAT] else ()
    return tuple(hands), tuple(held), away, tuple(laid), tuple(deck[stock]), tuple(found), int(row[layout.MASK])


EACH = 60
"""How often each world is sampled on average."""


def agrees(counts: Counter[Any], weights: Counter[Any]) -> None:
    """Compare how often things came about with how often they should, in proportion to their weights."""
    assert counts.keys() <= weights.keys()
    if len(weights) > 1:
        each = counts.total() / weights.total()
        square = sum((counts[one] - each * weight) ** 2 / (each * weight) for one, weight in weights.items())
        free = len(weights) - 1
        # Six standard deviations of the chi-square distribution: the seed is fixed, an honest sampler stays far below.
        assert square < free + 6 * (2 * free) ** 0.5, (square, free)


PLAIN = deck("R1", "R2", "R3", "B1", "B2", "B3")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("plays", "seat", "number"),
    [
        ([], 0, 12),  # 4 unseen cards: 2 in the other hand, 2 in the stock in either order
        (["R1", "R2"], 0, 6),
        (["R1", "B1"], 0, 4),  # seat 1 has no red card left: its other card is one of two blue ones
        (["R1", "B1"], None, 12),
    ],
)
def test_hands_and_stock_are_filled_uniformly(plays: list[str], seat: int | None, number: int) -> None:
    rules = game(PLAIN, 2, DealOut(), Tricks())
    stacked = Stacked(hands=[["R1", "R3"], ["R2", "B2"]] if "R2" in plays else [["R1", "R3"], ["B1", "B2"]])
    state = rules.start(first=0, deals=[stacked])
    for text in plays:
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number


@pytest.mark.sample(0)
def test_several_hands_with_different_voids_are_filled_uniformly() -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3", "B4")
    rules = game(cards, 2, DealOut(), Tricks(), players=3)
    state = rules.start(first=0, deals=[Stacked(hands=[["R1", "B1"], ["R2", "B3"], ["B2", "B4"]])])
    for text in ("R1", "R2", "B2"):
        state = state.play(state.actors[0], text)
    # Seat 2 has shown that it has no red card; seat 1 may have the last one, or it lies in the stock.
    assert check_uniform(state, 0) == 4
    assert check_uniform(state, None) == 18


def test_a_hand_that_did_not_overtrump_has_no_higher_trump() -> None:
    cards = deck("R1", "R2", "B1", "B2", "B3", "B4", "B5")
    rules = game(cards, 2, DealOut(), _Trump(), Tricks(follow=MustOvertrump()), players=3)
    state = rules.start(first=0, deals=[Stacked(hands=[["R1", "R2"], ["B3", "B5"], ["B1", "B2"]])])
    for text in ("R1", "B3", "B1"):
        state = state.play(state.actors[0], text)
    # Hand 2 has neither a red card nor a trump above the three: its other card is the two.
    assert check_uniform(state, 0) == 2


@frozen
class _Trump(Phase):
    """Blue is trump."""

    def begin(self, deal: Any) -> Any:
        return deal.changed(trump=BLUE)


@pytest.mark.sample(0)
def test_secret_decisions_are_made_up_uniformly() -> None:
    rules = game(deck("R1", "R2", "B1", "B2"), 1, DealOut(), Estimates(), Tricks(), players=3)
    state = rules.start(first=0, deals=[Stacked(hands=[["R1"], ["R2"], ["B1"]])])
    state = state.play(1, "0").play(2, "1")
    # Three unseen cards in two hands and the stock, and two secret estimates of 0 or 1 each.
    assert check_uniform(state, 0) == 6 * 4
    assert check_uniform(state, 1) == 6 * 2


@pytest.mark.sample(0)
def test_cards_laid_in_secret_and_drawn_are_made_up_uniformly() -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3")
    rules = game(cards, 2, DealOut(), Reveal(), Draw(), Reveal(), Reveal(), ThrowAway())
    state = rules.start(first=0, deals=[Stacked(hands=[["R1", "R2"], ["B1", "B2"]], stock=["R3", "B3"])])
    assert check_uniform(state, 0) == 12
    assert check_uniform(state.play(1, "B1"), 0) == 24
    drawn = state.play(1, "B1").play(0, "R1")
    # Seat 0 saw B1, and its own cards: of B2 and B3 one was dealt to seat 1 and the other drawn by it.
    assert check_uniform(drawn, 0) == 2
    # What it plays next may have come either way.
    assert check_uniform(drawn.play(1, "B3").play(0, "R2"), 0) == 2


PASSED = [["R1", "B1"], ["R2", "B2"], ["R3", "B3"]]


@pytest.mark.sample(0)
@pytest.mark.parametrize(
    ("moves", "seat", "number"),
    [
        ([], 1, 6),  # 4 unseen cards in two hands
        ([(0, "R1")], 1, 12),  # ... and a card of two that seat 0 has chosen in secret
        ([(0, "R1"), (1, "R2"), (2, "R3")], 1, 6),  # 3 unseen cards, and what seat 2 passed to seat 0
    ],
)
def test_cards_that_others_passed_on_are_made_up_uniformly(
    moves: list[tuple[int, str]], seat: int | None, number: int
) -> None:
    rules = game(PLAIN, 2, DealOut(), PassCards(cards=1), Tricks(), players=3)
    assert check_uniform(rules.start(first=0, deals=[Stacked(hands=PASSED)]).play_all(moves), seat) == number


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("plays", "seat", "number"),
    [
        # Seat 0 gave R1 and got R3: seat 2 was dealt one of three more cards, and was given one of two by seat 1.
        (["R3"], 0, 3 * 2),
        (["R3", "R1"], 0, 3 * 2),
        (["R3", "R1", "R2"], 0, 4),  # R2 was dealt to seat 2, or came from seat 1, and there are two ways for each
        (["R3", "R1", "R2"], 1, 4),
        (["R3", "R1", "R2"], None, 6 * 2**3),  # the blue cards lie anywhere, and one of each two cards was passed on
        (["R3", "R1", "R2", "B1", "B2"], 2, 2),
    ],
)
def test_cards_that_were_passed_on_and_played_came_either_way(plays: list[str], seat: int | None, number: int) -> None:
    rules = game(PLAIN, 2, DealOut(), PassCards(cards=1), Tricks(), players=3)
    state = rules.start(first=0, deals=[Stacked(hands=PASSED)]).play_all([(0, "R1"), (1, "R2"), (2, "R3")])
    for text in plays:
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number


def test_a_draw_in_which_cards_that_are_passed_twice_do_not_fit_is_made_again() -> None:
    cards = deck(*(f"{suit}{rank}" for suit in "RB" for rank in range(1, 7)))
    phases = (DealOut(), PassCards(cards=2), PassCards(cards=1))
    plays = [(0, "R3"), (0, "R4"), (1, "B1"), (1, "B2"), (2, "B5"), (2, "B6"), (0, "B5"), (1, "R3"), (2, "B1")]
    hands = (["R1", "R2", "R3", "R4"], ["R5", "R6", "B1", "B2"], ["B3", "B4", "B5", "B6"])
    rules = game(cards, 4, *phases, Tricks(), players=3)
    state = rules.start(first=1, deals=[Stacked(hands=hands)]).play_all(plays)
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert all(view.sample(Random(seed)).view(seat) == view for seed in range(12))


def test_two_cards_passed_on_across_are_made_up_uniformly_with_a_stock() -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3", "B4")
    passing = PassCards(cards=2, passing=InTurn("across"))
    rules = game(cards, 3, DealOut(), passing, Tricks())
    state = rules.start(first=0, deals=[Stacked(hands=[["R1", "B1", "R2"], ["R3", "B2", "B3"]])])
    state = state.play_all([(0, "R1"), (1, "R3"), (0, "B1"), (1, "B3")])
    # Each seat knows five cards; the other two are the third one of its opponent and the stock.
    assert check_uniform(state, 0) == 2
    assert check_uniform(state, 1) == 2
    assert check_uniform(state.play(0, "R2"), 1) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(("moves", "seat", "number"), [(3, 1, 12), (6, 0, 2)])
def test_cards_passed_to_several_are_made_up_uniformly(moves: int, seat: int, number: int) -> None:
    rules = game(PLAIN, 2, DealOut(), PassCards(cards=2, passing=ToEachOther()), Tricks(), players=3)
    passed = [(0, "R1"), (0, "B1"), (1, "B2"), (1, "R2"), (2, "R3"), (2, "B3")]
    state = rules.start(first=0, deals=[Stacked(hands=PASSED)]).play_all(passed[:moves])
    assert check_uniform(state, seat) == number


@pytest.mark.sample(1)
@pytest.mark.parametrize(("seat", "number"), [(0, 6), (1, 6)])
def test_cards_exchanged_with_the_stock_are_made_up_uniformly(seat: int, number: int) -> None:
    rules = game(PLAIN, 2, DealOut(), ExchangeNumbers(most=1), ExchangeCards(), Tricks())
    state = rules.start(first=0, deals=[Stacked(hands=[["R1", "B1"], ["R2", "B2"]], stock=["R3", "B3"])])
    state = state.play_all([(1, "1"), (0, "1"), (0, "R1"), (1, "B2")])
    assert check_uniform(state, seat) == number


@frozen
class _FirstDeclares(Phase):
    """Seat 0 is the declarer."""

    def begin(self, deal: Any) -> Any:
        return deal.changed(declarer=0)


FOLLOWS = [["B1", "B2"], ["R1", "B4"], ["R2", "B3"]]
MIXED = [["R1", "B2"], ["R2", "B4"], ["B1", "B3"]]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("face_up", "hands", "away", "plays", "seat", "number"),
    [
        # R3 is turned up, and seat 0 takes it: it may be what was laid away, or one of two more cards of five.
        (True, FOLLOWS, "R3", [], 1, 18),
        (True, FOLLOWS, "B1", ["R1"], 2, 9),
        # The declarer followed with B2 and has R3 or another card left; which one, or R3, is away.
        (True, FOLLOWS, "B1", ["B4", "B3", "B2"], 1, 4),
        (True, MIXED, "R1", ["B4", "B3", "B2"], None, 12),
        # The declarer has shown that it has no red card: R3 is away.
        (True, FOLLOWS, "R3", ["R1", "R2", "B1"], 1, 2),
        # ... or no blue one: its other card is red.
        (True, MIXED, "B2", ["B4", "B3", "R1"], 2, 3),
        (True, MIXED, "B2", ["B4", "B3", "R1"], None, 8),
        # Nobody else has seen what seat 0 takes.
        (False, FOLLOWS, "R3", ["R1", "R2", "B1"], 1, 12),
        (False, MIXED, "B2", ["B4", "B3", "R1"], 1, 6),
        (False, MIXED, "B2", ["B4", "B3", "R1"], None, 36),
    ],
)
def test_cards_that_were_laid_away_are_made_up_uniformly(
    face_up: bool, hands: list[list[str]], away: str, plays: list[str], seat: int | None, number: int
) -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3", "B4")
    shown = (ShowTop(trump=NoTrump()),) if face_up else ()
    taken = (_FirstDeclares(), TakeStock(cards=1), LayAway(cards=1))
    rules = game(cards, 2, DealOut(), *shown, *taken, Tricks(opening=LeftOfStarter()), players=3)
    state = rules.start(first=0, deals=[Stacked(hands=hands, stock=["R3"])]).play(0, away)
    for text in plays:
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("plays", "seat", "number"),
    [("", 1, 24), ("R1 B1", 2, 2), ("R1 R3", 2, 2), ("R1 R3", None, 24)],
)
def test_cards_that_several_laid_away_are_made_up_uniformly(plays: str, seat: int | None, number: int) -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3")
    rules = game(cards, 2, DealOut(), LayAway(cards=1, who=Everyone()), Tricks(opening=LeftOfStarter()), players=3)
    state = rules.start(first=2, deals=[Stacked(hands=[["R1", "B3"], ["B1", "R3"], ["R2", "B2"]])])
    first = ["B3", "B1" if "R3" in plays else "R3", "B2"]
    for number_of, card in enumerate(first):
        state = state.play(number_of, card)
    for text in plays.split():
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number


DRAWN = deck("R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4")
PLAIN_SUITS = (["R4 B4", "B1 B2"], "R3 R1 R2 B3", NoTrump())
BLUE_TRUMP = (["R4 R3", "B1 B2"], "B4 R1 B3 R2", TurnedCard())


@pytest.mark.sample(0)
@pytest.mark.parametrize(
    ("table", "plays", "seat", "number"),
    [
        # Seat 1 has no red card: of R1, B2 and B3 it had a blue one, and drew one of the two others.
        (PLAIN_SUITS, "R4 B1", 0, 2 * 2),
        (PLAIN_SUITS, "R4 B1", None, 18),
        # It drew R1, and it had B2 or B3.
        (PLAIN_SUITS, "R4 B1 R3 R1", 0, 2),
        (PLAIN_SUITS, "R4 B1 R3 R1", None, 6),
        # It had B2, and drew R1 and B3, which came first; or it had B3, and drew B2, then R1.
        (PLAIN_SUITS, "R4 B1 B4 B2", 0, 3),
        (PLAIN_SUITS, "R4 B1 B4 B2 R2 R1", 0, 3),
        # Seat 1 takes the card that all see: the other one that it has is as old as what it lacks.
        (BLUE_TRUMP, "R4 B1", None, 6),
        # Then seat 0 has no blue card, either, and draws again.
        (BLUE_TRUMP, "R4 B1 B4 R3", 1, 4),
        (BLUE_TRUMP, "R4 B1 B4 R3", None, 4),
    ],
)
def test_what_a_hand_lacked_it_may_have_drawn_since(
    table: tuple[list[str], str, TrumpFrom], plays: str, seat: int | None, number: int
) -> None:
    hands, stock, trump = table
    trick = (Tricks(until=AfterTricks(1)), DrawAfterTrick())
    rules = game(DRAWN, 2, DealOut(), ShowTop(trump=trump), *trick * 2, Tricks())
    state = rules.start(first=0, deals=[Stacked(hands=[hand.split() for hand in hands], stock=stock.split())])
    for text in plays.split():
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number


def test_removed_cards_are_anywhere() -> None:
    rules = game(deck("R1", "R2", "B1", "B2"), 1, DealOut(), RemoveCards(cards=1), Tricks())
    state = rules.start(first=0, deals=[Stacked(hands=[["R1"], ["R2"]], stock=["B1", "B2"])])
    assert check_uniform(state, 0) == 6


@given(walks(), st.randoms(use_true_random=False))
@settings(max_examples=effort(30))
def test_a_sampled_world_looks_the_same(states: list[State], random: Any) -> None:
    state = states[-1]
    for seat in (*range(state.rules.players), None):
        view = state.view(seat)
        world = view.sample(random)
        assert world.view(seat) == view
        assert world.deal.known
        assert all(hand.hidden == 0 for hand in world.deal.hands)


@pytest.mark.parametrize("key", KEYS)
@given(seeds, st.integers(0, 60))
@settings(max_examples=effort(15))
def test_worlds_differ_in_what_is_hidden_and_can_be_played_to_the_end(key: str, seed: int, steps: int) -> None:
    state = walk(load(key).start(seed=seed), steps, seed)[-1]
    random = Random(seed)
    found = [state.view(0).sample(random) for _ in range(4)]
    assert len({said(world) for world in found}) > 1
    assert walk(found[0], 5000, seed)[-1].is_over


def test_the_same_source_gives_the_same_world() -> None:
    view = load("pikoko").start(seed=7).view(3)
    assert said(view.sample(Random(5))) == said(view.sample(Random(5)))
    assert said(view.sample(Random(5))) != said(view.sample(Random(6)))


def test_earlier_samples_of_a_view_change_nothing() -> None:
    state = walk(load("pikoko", players=3).start(seed=7), 80, 3)[-1]
    assert len(state.results) == 2
    view = state.view(1)
    view.sample(Random(4))
    assert view.sample(Random(5)) == view.sample(Random(5)) == state.view(1).sample(Random(5))


@pytest.mark.parametrize("rng", [7, None, Random])
def test_chance_comes_from_a_random(rng: Any) -> None:
    view = load("pikoko").start(seed=7).view(3)
    with pytest.raises(
        TrickkitError, match=r"is not a random\.Random; write it like view\.sample\(random\.Random\(7\)\)$"
    ):
        view.sample(rng)


def test_finished_deals_are_made_up_as_well() -> None:
    state = walk(load("pikoko", players=3).start(seed=7), 80, 3)[-1]
    assert len(state.results) == 2
    world = state.view(1).sample(Random(1))
    assert [result.scores for result in world.results] == [result.scores for result in state.results]
    assert all(card is not UNKNOWN for result in world.results for card in result.deal.stock)


@frozen
class _Tells(Phase):
    """Tells everybody something about hidden cards that no phase says is ruled out."""

    def begin(self, deal: Any) -> Any:
        return evolve(deal, trump=RED if deal.hands[1].mask == deal.deck.mask(["R2"]) else BLUE)


def test_what_the_phases_do_not_say_is_found_by_trying() -> None:
    rules = game(PLAIN, 1, DealOut(), _Tells(), Tricks())
    state = rules.start(first=0, deals=[Stacked(hands=[["R1"], ["R2"]])])
    view = state.view(0)
    assert all(view.sample(Random(seed)).deal.hands[1].mask == state.deal.hands[1].mask for seed in range(20))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("calls", "seat", "number"),
    [
        ("2 to 3", 1, 4),  # two clubs or two diamonds, and the stock in either order
        ("2 to 3, pass", 1, 4),
        ("2 to 3, pass, show 2 to 3 of C, pass", 1, 2),
        ("2 to 3, pass, show 2 to 3 of C, pass, 3C", None, 12),
    ],
)
def test_worlds_that_begin_with_what_hands_claimed_are_filled_uniformly(
    monkeypatch: pytest.MonkeyPatch, calls: str, seat: int | None, number: int
) -> None:
    monkeypatch.setattr("trickkit.worlds.sampler.UNGUIDED", 0)
    monkeypatch.setattr("trickkit.worlds.allocation.DRAWS", 1)
    runs = RunsAndSets(order="234", runs={2: 10}, sets={})
    melds = DeclareMelds(melding=runs, who=Everyone(after=0), partners=Alone())
    rules = game(french("234", suits="CD"), 2, DealOut(), melds, Tricks())
    state = called(rules.start(first=0, deals=[Stacked(hands=[["2C", "3C"], ["4C", "4D"]])]), calls)
    assert check_uniform(state, seat) == number


def test_where_no_world_is_found_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.worlds.sampler.TRIES", 1)
    rules = game(PLAIN, 1, DealOut(), _Tells(), Tricks())
    view = rules.start(first=0, deals=[Stacked(hands=[["R1"], ["R2"]])]).view(0)
    with pytest.raises(TrickkitError, match=r"no world found in 1 tries .*small, deal 0"):
        [view.sample(Random(seed)) for seed in range(30)]


@frozen
class _Lot(Event):
    """What was drawn."""

    number: int


@frozen
class _Draws(Phase):
    """Draws a lot that nobody can draw again, and tells it."""

    def begin(self, deal: Any) -> Any:
        return deal.changed(_Lot(deal.hands[1].mask))


def test_where_no_world_is_found_the_event_is_named_that_none_meets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.worlds.sampler.TRIES", 1)
    rules = game(PLAIN, 1, DealOut(), _Draws(), Tricks())
    view = rules.start(first=0, deals=[Stacked(hands=[["R1"], ["R2"]])]).view(0)
    forged = evolve(view, deal=view.deal.changed(events=(*view.deal.events[:-1], _Lot(-1))))
    with pytest.raises(TrickkitError, match=r"none of 100 more meets event \d of the deal: '_Lot\(number=-1\)'"):
        forged.sample(Random(1))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("plays", "seat", "number"),
    [
        # Seat 1 drew one of three unseen cards besides two that it held, and put one of them under the stock.
        (["R1", "under R2"], 0, 12),
        (["R1", "under R2"], None, 120),
        # The face-up card came to the hand of seat 0, and everybody knows it.
        (["R1", "under R2", "R3", "exchange B2"], 0, 12),
        (["R1", "under R2", "R3", "exchange B2"], 1, 1),
    ],
)
def test_cards_put_under_the_stock_are_made_up_uniformly(plays: list[str], seat: int | None, number: int) -> None:
    cards = deck("R1", "R2", "R3", "B1", "B2", "B3", "B4")
    powers = DrawCard(["R1", "B1"]), PutUnder(["R1", "B1"]), ExchangeFaceUp("R3")
    rules = game(cards, 2, DealOut(), ShowBottom(), PowerTricks(after_card=powers, opening=LeftOfStarter()))
    state = rules.start(first=0, deals=[Stacked(hands=[["B2", "R3"], ["R1", "R2"]], stock=["B1", "B3", "B4"])])
    for text in plays:
        state = state.play(state.actors[0], text)
    assert check_uniform(state, seat) == number
