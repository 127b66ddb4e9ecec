"""What there is room for: rules that go beyond it are named before any of their policies is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import MOST_FACES, SEATS
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.game_tables import MOST_DEALS
from trickkit.batch.lowering.step import Count
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.explored.step import EXPLORED
from trickkit.batch.steps.table import STEPS, step_like, step_of
from trickkit.phases.base import Phase
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules


def lowering_of(rules: Rules) -> Lowering:
    """What lowers rules."""
    return Lowering(rules, any(step_like(phase).by_card for phase in rules.phases))


def prevented(lowering: Lowering) -> str:
    """What prevents that any phase of rules is run; `""` when nothing does."""
    why = next(chain(room(lowering), repeated(lowering.rules)), "")
    if why:
        return why
    return counted(lowering)


def moves_its_own_way(phase: Phase) -> bool:
    """Whether a phase is one that moves cards, but does so in a way of its own, about which nothing is known yet."""
    return step_of(phase) is EXPLORED and step_like(phase) is not EXPLORED


def counted(lowering: Lowering) -> str:
    """Count the cards of deals; what prevents that, `""` when nothing does.

    It is done once before phases are lowered, and once more where explored ones have turned out to move cards.
    """
    everywhere: list[set[int]] = []
    lowering.stocks = [set() for _ in lowering.rules.phases]
    try:
        for size in sorted(set(lowering.sizes)):
            everywhere.append(set())
            lowering.most_cards = max(lowering.most_cards, follow_cards(lowering, size, everywhere[-1]))
    except Unsupported as error:
        return str(error)
    lowering.all_held = set.intersection(*everywhere)
    return ""


def room(lowering: Lowering) -> Iterator[str]:
    """What there is no room for."""
    rules, deck, sizes = lowering.rules, lowering.rules.deck, lowering.sizes
    if rules.players > SEATS:
        yield f"{rules.players} players: the batch engine has room for {SEATS}"
    if len(deck) > layout.MOST:
        yield f"a deck of {len(deck)} cards: the batch engine has room for {layout.MOST}"
    if lowering.by_card and len(deck.kinds) > MOST_FACES:
        yield f"a deck of {len(deck.kinds)} kinds of cards: the batch engine has room for {MOST_FACES}"
    if not lowering.by_card and len(deck.faces) > MOST_FACES:
        yield f"a deck of {len(deck.faces)} faces: in tricks the batch engine has room for {MOST_FACES}"
    if not lowering.by_card and any(mask.bit_count() > 1 for copies in deck.copies for mask in copies):
        yield "equal cards with several faces: the batch engine has them only with one"
    if max(sizes) > 60:
        yield f"hands of {max(sizes)} cards: the batch engine has room for 60"
    most = rules.ending.most_deals()
    if most is not None and most > MOST_DEALS:
        yield f"games of {most:,} deals: the batch engine has room for {MOST_DEALS:,}"
    if len(rules.phases) > 30_000:
        yield f"{len(rules.phases)} phases: the batch engine has room for 30,000"


def repeated(rules: Rules) -> Iterator[str]:
    """What stands more than once in a deal, where the second would take the place of what the first one found out."""
    for finds in dict.fromkeys(step.finds for step in STEPS.values() if step.finds):
        names = [type(phase).__name__ for phase in rules.phases if step_like(phase).finds == finds]
        if len(names) > 1:
            yield f"{' and '.join(names)}: of {finds} the batch engine has one phase in a deal"


BLOCKS = {"bids": "bids and estimates", "backs": "confidence", "doubles": "doubles"}
"""What an array of `Deals` has one phase for, in words."""


def written_twice(blocks: Sequence[tuple[str, frozenset[str]]]) -> Iterator[str]:
    """Into which array of `Deals` several phases write, each of which would take the place of the one before.

    Args:
        blocks: by phase in which seats decide, its name and the arrays into which it writes.
    """
    for block, words in BLOCKS.items():
        names = [name for name, written in blocks if block in written]
        if len(names) > 1:
            yield f"{' and '.join(names)}: of {words} the batch engine has one phase in a deal"


def follow_cards(lowering: Lowering, size: int, everywhere: set[int]) -> int:
    """Count the cards of every hand through the phases of a deal; gives the most that any has.

    Args:
        lowering: of the rules.
        size: of the hands.
        everywhere: where the places of the phases are added before which all cards are in hands.

    Raises:
        Unsupported: there are too few somewhere, or more than there is room for.
    """
    rules, count = lowering.rules, Count(lowering.rules, size, lowering.words, lowering.moved)
    if count.stock < 0:
        raise Unsupported(f"hands of {size} cards for {rules.players} seats: the deck has {len(rules.deck)}")
    for place, phase in enumerate(rules.phases):
        if sum(count.held) == len(rules.deck) and not count.taken:
            everywhere.add(place)
        if count.dealt == size:
            lowering.stocks[place] |= {*range(count.stock, count.stock + count.spare + 1)}
        before = min(count.held)
        step_like(phase).count(count, phase)
        if min(count.held) < before and not isinstance(phase, Tricks):
            count.lessened = type(phase).__name__
        count.check(phase, by_card=lowering.by_card)
    lowering.most_tricks = max(lowering.most_tricks, count.played)
    return count.most
