"""Laws show short counterexamples, also of faults that show late in a game."""

from __future__ import annotations

from random import Random

from trickkit import State, load, playout
from trickkit.testing.law import LawBroken, expect, law
from trickkit.testing.positions import _Search


@law
def nobody_took_a_trick(state: State, rng: Random) -> bool:
    """A law that is broken from the fourth move of any deal on."""
    expect(len(state.moves) < 4, "somebody did")
    return True


def test_a_game_of_several_deals_begins_with_its_last_one() -> None:
    state = playout(load("whist", deals=3), seed=3)
    search = _Search(nobody_took_a_trick, lambda: None)
    search.restart(LawBroken(nobody_took_a_trick, "somebody did", state), 1)
    assert [len(broken.state.moves) for broken in search.broken] == [52]
