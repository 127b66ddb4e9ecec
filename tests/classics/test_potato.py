"""Potato: an oracle that knows nothing of the library, and what becomes of a hand that can play nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from lockstep import is_followed, is_replayed
from oracles import play_deal
from strategies import effort

from trickkit import InvalidRules, Rules, batch, load
from trickkit.phases import DealOut, PowerTricks, Tricks
from trickkit.phases.tricks.powers import ChooseTrump
from trickkit.policies.follow import Follow, MustFollow, NotBeforeBroken, OrDealEnds, Step
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


def test_cards_of_an_incomplete_trick_are_not_counted_as_played() -> None:
    follow = OrDealEnds(NotBeforeBroken("spades", follow=MustFollow()))
    is_replayed(batch.deals(load("skat").replace(Tricks, follow=follow), 16, 7, moves=True), 15)


def test_a_step_that_allows_nothing_must_say_that_it_ends_the_deal() -> None:
    class Nothing(MustFollow):
        def steps(self, context):  # type: ignore[no-untyped-def]
            return (Step(0, "nothing", binds=context.all),)

    with pytest.raises(InvalidRules, match="could leave nothing to play"):
        whist(Nothing()).start(seed=1)
