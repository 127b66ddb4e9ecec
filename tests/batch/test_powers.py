"""Powers of cards in compiled tricks: the same as on the reference engine, for whatever they say of themselves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed, runs_compiled
from turns import at_random

from trickkit import Card, Deal, Deck, Face, Rules, ScoreLine, Suit, batch, learn, load
from trickkit.batch.kernel import layout
from trickkit.batch.worlds import Dealer
from trickkit.model.actions import Action, Name, Pass
from trickkit.model.tricks import Trick
from trickkit.phases import DealOut, Phase, PowerTricks, ShowBottom, ShowTop, Tricks
from trickkit.phases.tricks.hidden_trump import HiddenTrump, ShowHiddenTrump
from trickkit.phases.tricks.powers import ChooseTrump, DrawCard, ExchangeFaceUp, PutUnder
from trickkit.policies.breaking import Breaking
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.lead import Lead, LeftOfStarter, LoserLeads
from trickkit.policies.powers import CardPlayed, Effect, Move, Power
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.policies.until import AfterTricks, BeforeDrawing
from trickkit.scoring import ScoreTricks, Scoring

SUITS = [Suit("red", "R"), Suit("blue", "B"), Suit("green", "G")]


def pack(ranks: int = 7, copies: int = 1) -> Deck:
    ranked = [(suit, rank) for suit in SUITS for rank in range(1, ranks + 1) for _ in range(copies)]
    return Deck(tuple(Card.plain(suit, rank, f"{suit.letter}{rank}") for suit, rank in ranked))


def of(rank: int) -> list[str]:
    return [f"{suit.letter}{rank}" for suit in SUITS]


def game(*phases: Phase, deck: Deck | None = None, players: int = 2, size: int = 4) -> Rules:
    return Rules(
        key="powers",
        name="Powers",
        players=players,
        deck=deck or pack(),
        phases=(DealOut(), *phases),
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=2),
    )


def tricks(*powers: Power, **policies: Any) -> PowerTricks:
    return PowerTricks(after_card=powers, **policies)


EXCHANGE, DRAW, UNDER, CHOOSE = ExchangeFaceUp(of(3)), DrawCard(of(5)), PutUnder(of(5)), ChooseTrump(of(2))
ALL = EXCHANGE, DRAW, UNDER, CHOOSE
ONE_CARD = ExchangeFaceUp(of(3), trump=NoTrump(), optional=False), DrawCard(of(3)), PutUnder(of(3)), ChooseTrump(of(3))

GAMES = {
    "all": game(ShowBottom(), tricks(*ALL)),
    "three players": game(ShowBottom(), tricks(*ALL, follow=MustOvertrump(), opening=LeftOfStarter()), players=3),
    "one card has all": game(ShowBottom(), tricks(*ONE_CARD, lead=LoserLeads(of(1)))),
    "no face-up card": game(tricks(*ALL)),
    "a face-up card on top": game(ShowTop(), tricks(*ALL), size=10),
    "equal cards": game(ShowBottom(), tricks(*ALL), deck=pack(5, copies=2), size=6),
    "many cards": game(ShowBottom(), tricks(*ALL), deck=pack(30), size=20),
    "in two parts": game(ShowBottom(), tricks(*ALL, until=AfterTricks(1)), tricks(EXCHANGE), size=5),
    "then without": game(tricks(*ALL, until=AfterTricks(2)), Tricks()),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", GAMES)
def test_compiled_tricks_go_on_after_powers_as_in_the_reference_engine(name: str) -> None:
    runs_compiled(GAMES[name], lanes=20, deals=40, seed=2)


@pytest.mark.sample(0)
@pytest.mark.parametrize("fox", ["may", "must"])
def test_the_fox_in_the_forest_is_played_by_compiled_code(fox: str) -> None:
    runs_compiled(load("fox_in_the_forest", fox=fox), lanes=20, deals=40, seed=4)


@frozen
class Herald(Power):
    """The player of a two may name the trump, and says so as data."""

    cards = tuple(of(2))
    effect = Effect(names=True, passes=True)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Name(suit.letter) for suit in deck.suits), Pass())

    def choices(self, played: CardPlayed) -> tuple[Action, ...]:
        return self.actions(played.deal.deck, played.deal.players)

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        named = (suit for suit in played.deal.deck.suits if action is Name(suit.letter))
        return played.deal.changed(trump=next(named, played.deal.trump))


@frozen
class Silent(Herald):
    """The same, which says nothing."""

    effect = None


@frozen
class Reversed(DrawCard):
    """A card is drawn in another way."""

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        return super().done(played, action)


@frozen
class Named(DrawCard):
    """A card is drawn, under another name."""


@frozen
class Sideways(Herald):
    """What it says is not what compiled code does."""

    effect = Effect((Move("top", "under"),))


@frozen
class Unlike(Herald):
    """It says less than its actions."""

    effect = Effect(names=True)


@frozen
class TrumpBreaks(Breaking):
    """Trumps break a suit."""

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return face.suit == trump


@frozen
class ThirdLeads(Lead):
    """Who leads depends on the number of cards in a trick."""

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        return taker

    def after(self, trick: Trick, opener: int, choosers: tuple[int, ...]) -> int:
        return len(trick.plays) % len(choosers)


@pytest.mark.sample(0)
def test_a_power_of_ones_own_that_says_what_it_does_runs_compiled() -> None:
    runs_compiled(game(ShowBottom(), tricks(Herald(), Named(of(5)), UNDER)), lanes=10, deals=20, seed=1)


@frozen
class LedSuitIsTrump(Power):
    """A one makes the suit that was led trump, but not as the last card of three, and none if that was trump."""

    cards = tuple(of(1))

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        deal, plays = played.deal, played.deal[Tricks].current.plays
        if len(plays) > 2 or played.held.bit_count() < 2:
            return deal
        led = next(suit for suit in deal.deck.suits if plays[0].action.face.startswith(suit.letter))
        return deal.changed(trump=None if led == deal.trump else led)


@frozen
class DoubledShown(Scoring):
    """A trick counts more where a hidden trump was shown, and most if it is red."""

    reads = (PowerTricks, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        shown = deal.get(HiddenTrump)
        worth = 1 if shown is None else 3 if shown.trump == SUITS[0] else 2
        return tuple(ScoreLine(seat, "tricks", worth * count) for seat, count in enumerate(deal[Tricks].taken))


EVERY = [card.text for card in pack()]
TRACED = {
    "led": game(tricks(LedSuitIsTrump()), players=3),
    "played": game(tricks(ShowHiddenTrump(EVERY, shows="played")), players=3, size=7).replace(scoring=DoubledShown()),
    "stock": game(tricks(ShowHiddenTrump(EVERY)), players=3, size=5).replace(scoring=DoubledShown()),
    "no trump": game(tricks(ShowHiddenTrump(EVERY, trump=NoTrump())), players=3).replace(scoring=DoubledShown()),
    "several": game(tricks(ShowHiddenTrump(of(2), shows="played"), CHOOSE, LedSuitIsTrump()), players=3),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("name", TRACED)
def test_powers_that_say_nothing_are_traced_where_nobody_decides(name: str) -> None:
    runs_compiled(TRACED[name], lanes=20, deals=60, seed=3)


def test_worlds_know_the_trump_that_was_shown_and_its_card() -> None:
    rules, shown = TRACED["stock"], 0
    for seed in range(20):
        state = at_random(rules.start(seed=seed), seed, 8)
        if state.deal.get(HiddenTrump) is None:
            continue
        shown += 1
        view = state.view(state.actors[0])
        dealer = Dealer.of(view)
        assert dealer.why == ""
        rows, decks = dealer.rows(20, seed=1)
        assert len({*rows[:, layout.TRUMP]}) == 1
        (top,) = {*decks[:, 15].tolist()}
        assert rules.deck.cards[top] == state.deal.stock[0]
    assert shown > 5


@frozen
class FirstCardMakesTrump(Phase):
    """A phase that looks at a whole hand, and is therefore run in Python."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=min(deal.hands[0].known, key=str).faces[0].suit)


@pytest.mark.sample(0)
def test_powers_come_after_a_phase_in_python_as_well() -> None:
    mixed = game(ShowBottom(), FirstCardMakesTrump(), tricks(*ALL))
    assert batch.supports(mixed).is_mixed
    is_followed(mixed, 10, seed=3)
    found = batch.deals(mixed, 20, 1, moves=True)
    for deal in range(20):
        is_replayed(found, deal)


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        (tricks(Silent()), "Silent does not say as data what it does"),
        (tricks(LedSuitIsTrump(), breaking=TrumpBreaks()), "what breaks a suit (TrumpBreaks()) depends on the trump"),
        (
            tricks(ShowHiddenTrump(EVERY), DRAW, UNDER),
            "ShowHiddenTrump ends the deal, or looks at a stock",
        ),
        (tricks(Reversed(of(5)), UNDER), "Reversed does not say as data what it does"),
        (tricks(Sideways()), "Sideways moves top to under"),
        (tricks(Unlike()), "Unlike has 4 actions, which are not those that its effect says"),
        (tricks(DRAW, may_differ=True), "hands of one size"),
        (tricks(UNDER), "the powers of R5 may leave hands of different sizes"),
        (tricks(DRAW, PutUnder(of(5), always=True), may_differ=False), "hands of different sizes"),
        (tricks(CHOOSE, breaking=TrumpBreaks()), "what breaks a suit (TrumpBreaks()) depends on the trump"),
        (tricks(CHOOSE, lead=ThirdLeads()), "the lead ThirdLeads() looks at the cards of tricks"),
        (tricks(DRAW, UNDER, until=BeforeDrawing()), "a policy looks at the trump, the stock"),
    ],
)
def test_what_is_not_compiled_is_said(phase: PowerTricks, why: str) -> None:
    support = batch.supports(game(ShowBottom(), phase))
    assert not support
    assert why in support.why
    assert not support.is_mixed


@pytest.mark.sample(0)
def test_a_view_tells_in_rows_what_it_tells_in_states() -> None:
    rules = load("fox_in_the_forest")
    encoding, rng = learn.encoding(rules), Random(5)
    state, game, found = rules.start(seed=2), batch.start(rules, seed=2), Counter[str]()
    while not state.results:
        for seat in (0, 1):
            one, other = encoding.observe(state.view(seat)), encoding.observe(game.view(seat))
            assert all((one[name] == other[name]).all() for name in one)
            dealer = Dealer.of(state.view(seat))
            found[dealer.why] += 1
            rows, _ = dealer.rows(3, seed=1)
            assert (rows[:, layout.HANDS + seat] == state.deal.held[seat]).all()
            assert {row[layout.TOP] for row in rows} == {rows[0, layout.TOP]}
        action = rng.choice(state.legal(state.actors[0]))
        game.play(state.actors[0], action)
        state = state.play(state.actors[0], action)
    assert found[""] > 20
