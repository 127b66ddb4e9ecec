"""Laws of serialization: texts, copies and records read back as the values that they were."""

from __future__ import annotations

import copy
import pickle
from random import Random

from trickkit import record
from trickkit.play.state import State
from trickkit.testing.law import expect, law

__all__ = ["copies_are_equal", "records_replay", "texts_read_back"]


@law
def texts_read_back(state: State, rng: Random) -> bool:
    """Every action and every card has a text of its own, which reads back as the same value."""
    rules = state.rules
    for text, action in rules.actions.items():
        expect(str(action) == text, f"the action listed as {text!r} is written {str(action)!r}")
        expect(rules.action(text) is action, f"{text!r} reads back as {rules.action(text)!r}, not as {action!r}")
        expect(text == text.strip() and "\n" not in text and text, f"{text!r} is not a text for a command line")
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
    for name, value in (("state", state), (f"view of {seat}", state.view(seat)), ("deal", state.deal)):
        for how, made in (
            ("pickle", pickle.loads(pickle.dumps(value))),
            ("copy", copy.copy(value)),
            ("deep copy", copy.deepcopy(value)),
        ):
            expect(made == value, f"a {how} of the {name} is not equal to it")
            expect(hash(made) == hash(value), f"a {how} of the {name} is equal to it, but has another hash")
    return True


@law
def records_replay(state: State, rng: Random) -> bool:
    """A game recorded and read back is the same game to every seat, with the same log and scores."""
    game = record.of(state)
    text = str(game)
    read = record.loads(text, state.rules)
    expect(read == game and str(read) == text, "the record of the game reads back as another")
    read.verify()
    again = read.replay()
    log = [str(event) for event in state.events], [str(event) for event in again.events]
    for old, new in zip(*log, strict=False):
        expect(old == new, f"replayed from its record the game tells {new!r}, not {old!r}")
    expect(len(log[0]) == len(log[1]), f"replayed from its record the game tells {len(log[1])} events: {len(log[0])}")
    for name in ("moves", "actors", "scores", "outcome"):
        old, new = getattr(state, name), getattr(again, name)
        expect(old == new, f"replayed from its record the game has {name} {new}, not {old}")
    for location, was, other in (
        *((f"hand {seat}", *pair) for seat, pair in enumerate(zip(state.deal.hands, again.deal.hands, strict=True))),
        ("the stock", state.deal.stock, again.deal.stock),
        ("out", state.deal.out, again.deal.out),
    ):
        expect(str(was) == str(other), f"replayed from its record the game has {other} in {location}, not {was}")
    for seat in (*range(state.rules.players), None):
        same = again.view(seat) == state.view(seat)
        expect(same, f"replayed from its record the game looks different to seat {seat}")
    return True
