"""Hands of very few cards: what they cannot do is said in words, by both engines."""

from __future__ import annotations

from contextlib import suppress

import pytest
from attrs import evolve
from tiers import sampled
from trickkit_classics import tarot

from trickkit import InvalidRules, Rules, batch, playout
from trickkit.policies.schedule import SameSize


def short(size: int) -> Rules:
    rules = tarot.rules()
    return rules.replace(schedule=evolve(rules.schedule, hand_sizes=SameSize(size)))


@pytest.mark.sample(0)
def test_a_hand_that_cannot_lay_enough_cards_away_is_refused_in_words() -> None:
    """Kings and the three bouts are kept: seven cards, of which six are to be laid away."""
    rules = short(1)
    seed = next(seed for seed in range(60) if not plays(rules, seed))
    with pytest.raises(InvalidRules, match=r"LayAway: hand . has . cards that may be laid away; 6 are to be"):
        playout(rules, seed=seed)
    with pytest.raises(InvalidRules, match="a hand has too few cards that may be chosen"):
        batch.deals(rules, 1000)


@pytest.mark.sample(0)
def test_one_trick_is_scored() -> None:
    """There is no trick before the last one in which the Petit could count."""
    assert sum(plays(short(1), seed) for seed in sampled(range(60), 20))


def plays(rules: Rules, seed: int) -> bool:
    """Whether all hands could lay away what they had to, in a game that is otherwise played to its end."""
    with suppress(InvalidRules):
        return bool(playout(rules, seed=seed).results)
    return False
