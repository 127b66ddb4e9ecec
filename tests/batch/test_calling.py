"""Tricks in which seats call, in lanes: what may be called is asked of the policy beforehand."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import is_replayed, runs_compiled
from tiers import EVERY

from trickkit import Rules, batch, load
from trickkit.batch.steps.tricks import calling as lowered
from trickkit.phases import CallingTricks, Tricks
from trickkit.phases.tricks.declarations import Marriages
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.sides import Holders
from trickkit.policies.until import AfterTricks


@frozen
class ShowPairs(Calling):
    """One who leads shows king and queen of hearts, once; others may see that they have taken a trick."""

    def words(self) -> tuple[str, ...]:
        return ("hearts", "taken")

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        if word in [call.word for call in turn.calls if word != "taken" or call.seat == turn.seat]:
            return "it was called before"
        if word == "taken":
            return "" if turn.plays and any(trick.taker == turn.hand for trick in turn.tricks[:1]) else "no trick yet"
        pair = self.shown(word, turn)
        return "" if turn.leads and pair & turn.cards == pair and turn.left > 2 else "it takes king and queen to lead"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        letter = word[0].upper()
        return 0 if word == "taken" else turn.deal.deck.mask([f"K{letter}", f"Q{letter}"])


@frozen
class AtOnce(ShowPairs):
    """It looks at when others called."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        return "too late" if any(call.cards for call in turn.calls) else super().forbids(word, turn)


@frozen
class MustLead(ShowPairs):
    """It says what must be played."""

    def must_play(self, turn: TurnToPlay) -> int:
        return self.shown(turn.called[-1].word, turn) if turn.called else 0


@frozen
class Forever(Calling):
    """One may call as often as one likes."""

    def words(self) -> tuple[str, ...]:
        return ("again",)

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        return ""

    def summary(self, calls: Any) -> int:
        return 0


@frozen
class LooksAtSides(Calling):
    """What may be called depends on who takes the first tricks: on all of it, or a part of it."""

    def words(self) -> tuple[str, ...]:
        return ("mine", "not next", "not first", "late", "held")

    def summary(self, calls: tuple[CallMade, ...]) -> frozenset[str]:
        return frozenset(call.word for call in calls)

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        settled = turn.settled(FoundByTrick(within=2, led="plain"))
        if settled is None or word in [call.word for call in turn.calls]:
            return "it is not settled yet, or was called before"
        may = {
            "mine": settled == ((turn.seat,), settled.trick),
            "not next": (turn.seat + 1) % turn.deal.players not in settled.seats,
            "not first": turn.left < 12 and min(settled.seats, default=0) > 0,
            "late": settled.trick == 1,
            "held": turn.seat in turn.settled(Holders("KH")).seats,  # type: ignore[union-attr]
        }
        return "" if may[word] else "others may"


def whist(calling: Calling) -> Rules:
    of = load("whist")
    return of.replace(phases=tuple(CallingTricks(calling=calling) if type(one) is Tricks else one for one in of.phases))


GAMES = {
    "pairs": whist(ShowPairs()),
    "sides": whist(LooksAtSides()),
    "doppelkopf": load("doppelkopf", marriage="trump", second_ten="not_last"),
    "without nines": load("doppelkopf", nines=False, calls_until=3),
    "calls that act": load("sechsundsechzig"),
    "marriages that follow": whist(Marriages(leading=False)),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_lanes_take_the_same_decisions(of: Rules) -> None:
    runs_compiled(of, lanes=5, deals=3, seed=6)


@pytest.mark.sample(0)
def test_deals_are_played_on_from_within_the_tricks() -> None:
    of = GAMES["pairs"]
    begun = [of.start(seed=seed) for seed in range(40)]
    state = next(state for state in begun if "hearts" in map(str, state.legal(state.actors[0])))
    state = state.play(state.actors[0], "hearts")
    found = batch.playouts(state, 3, seed=1, moves=True)
    for deal in range(3):
        is_replayed(found, deal)


@frozen
class ShowFours(Calling):
    """Four of a kind may be shown before the first card."""

    def words(self) -> tuple[str, ...]:
        return tuple("3456789TJQKA")

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        return "" if turn.left == 13 and self.shown(word, turn) & ~turn.cards == 0 else "it is not held"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        return turn.deal.deck.mask([f"{word}{letter}" for letter in "CDHS"])


REFUSED = {
    "too many combinations to be tried in advance; all words are tried together: let": ShowFours(),
    "CallingTricks: a call may depend on those before it, but not on when these were made": AtOnce(),
    "CallingTricks: MustLead() lets a seat call for ever": MustLead(),
    "CallingTricks: Forever() lets seats call for ever": Forever(),
}


@pytest.mark.parametrize(("why", "calling"), REFUSED.items(), ids=[type(one).__name__ for one in REFUSED.values()])
def test_it_says_what_cannot_be_asked(why: str, calling: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    if not EVERY:
        # As many turns as the rules may ask about take long: each counts for many.
        monkeypatch.setattr(lowered, "TURN", 100 * lowered.TURN)
    assert why in batch.supports(whist(calling)).why


@pytest.mark.sample(0)
def test_tricks_that_go_on_in_another_phase_share_its_calls() -> None:
    """The phases differ only in when they are over."""
    calling = ShowPairs()
    first = CallingTricks(calling=calling, until=AfterTricks(4))
    rules = whist(calling).before(CallingTricks, first)
    runs_compiled(rules, lanes=3, deals=4, seed=5)
