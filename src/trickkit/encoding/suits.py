"""Suits that may be renamed: tried on random deals, whatever the rules claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from random import Random

from attrs import evolve, frozen

from trickkit.errors import TrickkitError
from trickkit.model.actions import Action
from trickkit.model.chance import HOLE, Chance
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.tricks import Tricks
from trickkit.play.later import earlier, later_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed

DEALS = 12
"""In how many random deals a renaming must change nothing, to be taken for a symmetry."""

MOST = 5
"""With more suits, none is renamed: there are too many ways."""


@frozen
class Renaming:
    """New names of suits, and what follows from them.

    Args:
        suits: by the number of a suit, that of its new name.
        faces: from the text of every face to the new one.
        cards: the same for cards.
        letters: the same for the letters of suits.

    >>> from trickkit import load
    >>> last = renamings(load("euchre"))[-1]
    >>> str(last.action(load("euchre").action("AS")))
    'AC'
    """

    suits: tuple[int, ...]
    faces: dict[str, str]
    cards: dict[str, str]
    letters: dict[str, str]

    def action(self, action: Action) -> Action:
        """The action under the new names."""
        return action.renamed(self.faces, self.letters)


@lru_cache(maxsize=64)
def renamings(rules: Rules) -> tuple[Renaming, ...]:
    """The ways to rename suits that changed nothing in random deals, keeping all names first.

    Legal actions, seats and scores were the same throughout.

    Args:
        rules: of any game.

    >>> from trickkit import load
    >>> len(renamings(load("oh_hell"))), len(renamings(load("euchre"))), len(renamings(load("hearts")))
    (24, 8, 1)
    """
    count = len(rules.deck.suits)
    none = tuple(range(count))
    if count > MOST:
        return (_renaming(rules, none),)  # type: ignore[return-value]
    played = [random_deal(rules, number) for number in range(DEALS)]
    good, bad = {none}, set[tuple[int, ...]]()
    for order in permutations(none):
        if order in good or order in bad:
            continue
        renaming = _renaming(rules, order)
        if renaming is None or not all(_goes_alike(state, renaming) for state in played):
            bad.add(order)
            continue
        good = _closed({*good, order})
    return tuple([made for order in sorted(good) if (made := _renaming(rules, order)) is not None])


def _closed(group: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """All renamings that result from doing some of them one after the other."""
    while True:
        more = {tuple(one[place] for place in other) for one in group for other in group} - group
        if not more:
            return group
        group |= more


def _renaming(rules: Rules, order: Sequence[int]) -> Renaming | None:
    """What follows from new names; None if the deck lacks a card for one of them."""
    deck = rules.deck
    new = {suit: deck.suits[place] for suit, place in zip(deck.suits, order, strict=True)}
    by_faces = {frozenset((face.suit, face.rank) for face in card.faces): card for card in deck}
    cards, faces = dict[str, str](), dict[str, str]()
    for card in deck:
        renamed = by_faces.get(frozenset((new.get(face.suit, face.suit), face.rank) for face in card.faces))
        if renamed is None:
            return None
        cards[card.text] = renamed.text
        texts = {(face.suit, face.rank): face.text for face in renamed.faces}
        faces |= {face.text: texts[new.get(face.suit, face.suit), face.rank] for face in card.faces}
    made = Renaming(tuple(order), faces, cards, {suit.letter: new[suit].letter for suit in deck.suits})
    every = {*rules.actions.values()}
    return made if {made.action(action) for action in every} == every else None


def random_deal(rules: Rules, number: int) -> State:
    """A random deal that is over.

    Args:
        rules: of the game.
        number: determines the deal.

    >>> from trickkit import load
    >>> len(random_deal(load("pikinni"), 3).results[-1].scores)
    4
    """
    rng, deals = Random(number), rules.ending.most_deals() or 1
    state = later_deal(rules, rng.randrange(deals), seed=number, starter=number % rules.players)
    count = len(state.results)
    while len(state.results) == count:
        seat = state.actors[0]
        state = state.play(seat, rng.choice(state.legal(seat)))
    return state


def _goes_alike(state: State, renaming: Renaming) -> bool:
    """Whether the last deal goes the same way under new names."""
    rules, result = state.rules, state.results[-1]
    deal = result.deal
    stacked = stacked_deal(deal)
    moves = [(seat, action) for seat, action, _ in result.moves if isinstance(action, Action)]

    def card(text: str) -> str:
        return HOLE if text == HOLE else renaming.cards[text]

    renamed = evolve(
        stacked,
        hands=stacked.hands and [[card(text) for text in hand or ()] for hand in stacked.hands],
        turned=None if stacked.turned is None else card(stacked.turned),
        stock=[card(text) for text in stacked.stock],
    )
    before = earlier(rules, deal.begun_by, (0,) * rules.players, deal.number)
    try:
        one, other = (
            resumed(rules, deal.begun_by, before, deal.begun_by, cards, Chance(0)) for cards in (stacked, renamed)
        )
        for seat, action in moves:
            if {renaming.action(legal) for legal in one.legal(seat)} != {*other.legal(seat)}:
                return False
            one, other = one.play(seat, action), other.play(seat, renaming.action(action))
        return bool(one.results[-1].scores == other.results[-1].scores)
    except (TrickkitError, IndexError):
        return False


@lru_cache(maxsize=64)
def seats_play_once(rules: Rules) -> bool:
    """Whether in random deals no seat decided twice in a trick, as a declarer with a dummy does.

    Args:
        rules: of any game.
    """
    return all(
        len({*seats}) == len(seats) for number in range(DEALS) for seats in _deciders(random_deal(rules, number))
    )


def _deciders(state: State) -> Iterator[list[int]]:
    """By trick of the last deal, the seats that decided."""
    table = state.results[-1].deal.get(Tricks)
    for trick in () if table is None else table.tricks:
        yield [play.seat for play in trick.plays]
