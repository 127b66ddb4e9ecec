"""Potato: an oracle that knows nothing of the library, and what becomes of a hand that can play nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve, frozen
from lockstep import is_followed, is_replayed
from oracles import play_deal
from strategies import effort

from trickkit import Deal, InvalidRules, Rules, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, PowerTricks, Tricks
from trickkit.phases.tricks.powers import ChooseTrump
from trickkit.phases.tricks.record import Trick
from trickkit.policies.follow import (
    Anything,
    Context,
    Follow,
    KeptToLast,
    MustFollow,
    NotBeforeBroken,
    OrDealEnds,
    Step,
)
from trickkit.policies.ranking import HighCard
from trickkit.policies.reneging import LedTrump, MayRenege, TrumpLed
from trickkit.policies.stock import OnceStockIsEmpty
from trickkit.policies.throwing_off import MustThrowOff
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "potato.py")

TestPotato = laws(FILE, examples=effort(3), moves=60)


class Oracle:
    """A deal of Potato."""

    def __init__(self, hands: list[list[str]], turn: int) -> None:
        self.hands, self.turn, self.trick, self.won = hands, turn, list[tuple[int, str]](), [0] * len(hands)

    def legal(self, seat: int) -> set[str]:
        """The cards that a seat may play; the deal is over where there are none."""
        assert seat == self.turn
        return {card for card in self.hands[seat] if card[0] not in {laid[0] for _, laid in self.trick}}

    def play(self, seat: int, said: str) -> None:
        """Play a card."""
        self.hands[seat].remove(said)
        self.trick.append((seat, said))
        self.turn = (seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            most = max(int(card[1:]) for _, card in self.trick)
            self.turn = [hand for hand, card in self.trick if int(card[1:]) == most][-1]
            self.won[self.turn] += 1
            self.trick = []


@pytest.mark.parametrize("seed", range(effort(8)))
def test_an_oracle_agrees(seed: int) -> None:
    state = load(FILE, players=2 + seed % 3).start(seed=seed)
    oracle = Oracle([[str(card) for card in hand] for hand in state.deal.hands], state.deal.starter)
    (result, *_), turn = play_deal(state, oracle, Random(seed)).results, oracle.turn
    assert not oracle.legal(turn)
    stuck = bool(oracle.hands[turn])
    if stuck:
        oracle.won[turn] *= -1
        held = " ".join(map(str, result.deal.hands[turn]))
        said = f"Hand {turn} can play none of its cards, which ends the deal: {held}."
        assert said in [str(event) for event in result.deal.events]
        assert {line.reason[:7] for line in result.lines if line.seat == turn} <= {"stuck, "}
    assert result.scores == tuple(oracle.won)
    assert result.deal[Tricks].stuck == (turn if stuck else None)


def whist(follow: Follow) -> Rules:
    """Whist with another follow policy."""
    return load("whist").replace(Tricks, follow=follow)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rules",
    [
        load(FILE, players=3),
        load(FILE),
        whist(OrDealEnds(MustFollow())),
        whist(MustThrowOff(["spades"], follow=OrDealEnds(MustFollow()))),
        whist(NotBeforeBroken("spades", follow=OrDealEnds(MustFollow()))),
        load("german_whist").replace(
            key="mighty",
            phases=(DealOut(), PowerTricks(after_card=ChooseTrump(["AS"]), follow=OrDealEnds(MustFollow()))),
            scoring=(),
        ),
        # Calls are no way out, and the deal may end before tricks begin in the next one.
        load("doppelkopf").replace(Tricks, follow=OrDealEnds(MustFollow())),
    ],
)
def test_the_batch_engine_ends_the_same_deals(rules: Rules) -> None:
    assert {phase.how for phase in batch.supports(rules).phases} <= {"compiled", "traced"}
    is_followed(rules, lanes=3, seed=4)


@frozen
class OnlyLeads(Follow):
    """Nobody can follow, so that each deal is over in its first trick."""

    ends = True

    def steps(self, context: Context) -> tuple[Step, ...]:
        return () if context.led is None else (Step(0, "nothing can be played", binds=context.all),)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "rules",
    [
        load("hearts"),
        load("marias"),
        load("schieber").replace(scoring=evolve(load("schieber").scoring[0], target=20)),  # type: ignore[misc]
        load("sechsundsechzig", last_trick="wins"),
        load("sheepshead", blind="first"),
        load("sheepshead"),
        load("tarok"),
        load("tarot"),
    ],
)
def test_the_last_trick_of_a_deal_without_tricks_is_nobodys(rules: Rules) -> None:
    rules, stuck = rules.replace(Tricks, follow=OnlyLeads()), 0
    for seed in range(30):
        state, rng = rules.start(seed=seed), Random(seed)
        while not state.is_over and len(state.results) < 4:
            seat = state.actors[0]
            state = state.play(seat, rng.choice(state.legal(seat)))
        tables = [result.deal.get(Tricks) for result in state.results]
        stuck += sum([table is not None and not table.tricks for table in tables])
    assert stuck
    assert {trick for table in tables if table for trick in (table.last, *table.tricks)} <= {Trick(())}


@pytest.mark.sample(0)
def test_the_batch_engine_knows_a_deal_without_tricks() -> None:
    is_followed(load("marias").replace(Tricks, follow=OnlyLeads()), lanes=3, seed=4)


@pytest.mark.sample(0)
def test_cards_of_an_incomplete_trick_are_not_counted_as_played() -> None:
    follow = OrDealEnds(NotBeforeBroken("spades", follow=MustFollow()))
    is_replayed(batch.deals(load("skat").replace(Tricks, follow=follow), 16, 7, moves=True), 15)


def test_a_step_that_allows_nothing_must_say_that_it_ends_the_deal() -> None:
    class Nothing(MustFollow):
        def steps(self, context):  # type: ignore[no-untyped-def]
            return (Step(0, "nothing", binds=context.all),)

    with pytest.raises(InvalidRules, match="could leave nothing to play"):
        whist(Nothing()).start(seed=1)


def test_a_deal_that_never_ends_so_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"never ends a deal, since something may always be played; leave out"):
        whist(OrDealEnds(Anything())).start(seed=1)
    whist(OrDealEnds(NotBeforeBroken("spades", follow=Anything()))).start(seed=1)


@frozen
class EndsInSomeDeals(Follow):
    """Follow suit or end the deal, but not where seat 0 starts."""

    ends = True

    def of(self, deal: Deal) -> Follow:
        return OrDealEnds(MustFollow()) if deal.starter else Anything()

    def steps(self, context: Context) -> tuple[Step, ...]:
        return (Step(context.all, "anything"),)


def test_a_policy_that_ends_some_deals_is_not_refused() -> None:
    whist(EndsInSomeDeals()).start(seed=1)


def test_it_may_end_once_the_stock_is_empty() -> None:
    rules = load("german_whist")
    rules.replace(Tricks, follow=OrDealEnds(OnceStockIsEmpty())).start(seed=1)
    with pytest.raises(InvalidRules, match="never ends a deal"):
        rules.replace(Tricks, follow=OrDealEnds(OnceStockIsEmpty(Anything()))).start(seed=1)


def steps_in_hearts(follow: Follow, led: str, *, declares: bool = False) -> tuple[Step, ...]:
    """The steps after a heart was led, where hearts are trumps."""
    deck = french("6789TJQKA")
    face, hearts = deck.card(led).faces[0], deck.suits[2]
    value = TrumpLed(hearts, face, 0, lead=face)
    given = {"led": hearts, "trump": hearts, "leads": False, "value": value, "declares": declares}
    return follow.steps(Context(deck=deck, ranking=HighCard(), reads=follow.reads, **given))  # type: ignore[arg-type]


def allowed(steps: tuple[Step, ...], *cards: str) -> tuple[str, ...]:
    """What a hand may play."""
    deck = french("6789TJQKA")
    hand = deck.mask(cards)
    mask = next((step.allowed for step in steps if step.binds & hand), hand)
    return tuple([card for card in cards if deck.mask([card]) & mask])


def test_a_card_kept_to_the_last_is_played_before_the_deal_ends() -> None:
    steps = steps_in_hearts(KeptToLast("7", OrDealEnds(MustFollow())), "8H", declares=True)
    assert allowed(steps, "7H", "9H", "AS") == ("9H",)
    assert allowed(steps, "7H", "AS") == ("7H",)
    assert allowed(steps, "AS") == ()
    load("marias").replace(Tricks, follow=KeptToLast("7", OrDealEnds(MustFollow()))).start(seed=1)


def test_a_trump_that_may_be_held_back_does_not_end_the_deal() -> None:
    steps = steps_in_hearts(OrDealEnds(MayRenege(trumps=2)), "8H")
    assert allowed(steps, "9H", "AH", "AS") == ("9H", "AH")
    assert allowed(steps, "AH", "AS") == ("AH",)
    assert allowed(steps, "AS") == ()
    with pytest.raises(InvalidRules, match=r"write OrDealEnds\(follow=MayRenege\(trumps=2, follow=MustFollow\(\)\)\)"):
        whist(MayRenege(trumps=2, follow=OrDealEnds(MustFollow()))).replace(Tricks, resolution=LedTrump()).start(seed=1)
