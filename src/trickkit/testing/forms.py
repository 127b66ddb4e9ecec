"""Laws of the forms of a game: texts, copies and records."""

from __future__ import annotations

import copy
import pickle
from random import Random

from trickkit.state import State
from trickkit.testing.law import expect, law

__all__ = ["copies_are_equal", "texts_read_back"]


@law
def texts_read_back(state: State, rng: Random) -> bool:
    """Every action and every card is written in its own way, and reads back as itself."""
    rules = state.rules
    for text, action in rules.actions.items():
        expect(str(action) == text, f"the action listed as {text!r} is written {str(action)!r}")
        expect(rules.action(text) is action, f"{text!r} reads back as {rules.action(text)!r}, not as {action!r}")
        expect(text == text.strip() and "\n" not in text and text, f"{text!r} is no text for a command line")
    for card in rules.deck:
        expect(rules.deck.card(card.text) == card, f"the card {card.text!r} reads back as another")
    for seat in state.actors:
        for action in state.legal(seat):
            expect(rules.actions.get(str(action)) is action, f"{action!r} is legal, but no action of the rules")
            after = state.play(seat, str(action))
            expect(after == state.play(seat, action), f"{action} played as its text gives another game")
    return True


@law
def copies_are_equal(state: State, rng: Random) -> bool:
    """Copies and pickles of a game and of its views are equal to them."""
    seat = rng.choice([*range(state.rules.players), None])
    for what, value in (("state", state), (f"view of {seat}", state.view(seat)), ("rules", state.rules)):
        for how, made in (
            ("pickle", pickle.loads(pickle.dumps(value))),
            ("copy", copy.copy(value)),
            ("deep copy", copy.deepcopy(value)),
        ):
            expect(made == value, f"a {how} of the {what} is not equal to it")
            expect(hash(made) == hash(value), f"a {how} of the {what} is equal to it, but has another hash")
    return True
