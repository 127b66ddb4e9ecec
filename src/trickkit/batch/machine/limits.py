"""The limits of the compiled engine, checked before any policy of the rules is called."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import MOST_FACES, SEATS
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.game_tables import MOST_DEALS
from trickkit.batch.lowering.interpreted import Interpreted
from trickkit.batch.lowering.step import Count
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.table import STEPS, step_like
from trickkit.phases.base import Phase
from trickkit.phases.dealing import DealOut
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules


def lowering_of(rules: Rules, interpreted: Interpreted | None = None) -> Lowering:
    """The lowering of rules, some phases of which may run in Python."""
    interpreted, plays = interpreted or Interpreted(), any(isinstance(phase, Tricks) for phase in rules.phases)
    # Compiled tricks store hands as masks; a phase that lays cards on the table before them runs in Python.
    by_card = not plays and any(step_like(phase).by_card for phase in rules.phases)
    return Lowering(rules, by_card, interpreted.budget, interpreted)


class Misfit(Unsupported):
    """A phase has too few cards, or more than fit into a row.

    Args:
        index: the index of the phase.
        size: the size of the dealt hands.
        reached: by index of an earlier phase, all possible numbers of cards in the hands after it.
        why: what is wrong.
    """

    def __init__(self, index: int, size: int, reached: Sequence[Collection[tuple[int, ...]]], why: str) -> None:
        super().__init__(why)
        self.index, self.size, self.reached = index, size, reached


def prevented(lowering: Lowering) -> str:
    """Why rules cannot be compiled at all; `""` if nothing prevents it."""
    return next(chain(room(lowering), repeated(lowering.rules)), "")


def count_cards(lowering: Lowering) -> None:
    """Count the cards of hands through all phases, for every hand size.

    This happens once before phases are lowered, and again if some phases turn out to move cards.

    Raises:
        Misfit: there are too few somewhere, or more than there is room for.
    """
    everywhere: list[set[int]] = []
    lowering.stocks = [set() for _ in lowering.rules.phases]
    for size in sorted(set(lowering.sizes)):
        everywhere.append(set())
        lowering.most_cards = max(lowering.most_cards, follow_cards(lowering, size, everywhere[-1]))
    lowering.all_held = set.intersection(*everywhere)


def room(lowering: Lowering) -> Iterator[str]:
    """The limits that rules exceed, in words."""
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
    """Repeated phases whose later result would replace the earlier one, in words."""
    for finds in dict.fromkeys(step.finds for step in STEPS.values() if step.finds):
        names = [type(phase).__name__ for phase in rules.phases if step_like(phase).finds == finds]
        if len(names) > 1:
            yield f"{' and '.join(names)}: in the batch engine only one phase of a deal may have {finds}"


BLOCKS = {
    ("bids", "points_estimated"): "bids and estimates",
    ("backs",): "confidence",
    ("doubles",): "doubles",
}
"""By names of figures that only one phase of a deal may write, the same in words."""


def written_twice(blocks: Sequence[tuple[str, frozenset[str]]]) -> Iterator[str]:
    """The figures that several phases would write, in words.

    Args:
        blocks: by phase with decisions, its name and the figures that it writes.
    """
    for figures, words in BLOCKS.items():
        names = [name for name, written in blocks if not written.isdisjoint(figures)]
        if len(names) > 1:
            yield f"{' and '.join(names)}: in the batch engine only one phase of a deal may have {words}"


def follow_cards(lowering: Lowering, size: int, everywhere: set[int]) -> int:
    """Count the cards of every hand through the phases of a deal; returns the maximum of any hand.

    Args:
        lowering: the lowering of the rules.
        size: the size of the hands.
        everywhere: receives the indices of the phases before which all cards are in hands.

    Raises:
        Misfit: there are too few somewhere, or more than there is room for.
    """
    rules = lowering.rules
    counts, most = [Count(rules, size, lowering.words, lowering.moved, lowering.chosen)], 0
    reached = list[set[tuple[int, ...]]]()
    if counts[0].stock < 0:
        raise Misfit(0, size, (), f"hands of {size} cards for {rules.players} seats: the deck has {len(rules.deck)}")
    for index, phase in enumerate(rules.phases):
        if counts and all(sum(count.held) == len(rules.deck) and not count.taken for count in counts):
            everywhere.add(index)
        for count in counts:
            if count.dealt == count.size:
                lowering.stocks[index] |= {*range(count.stock, count.stock + count.spare + 1)}
        try:
            counts = _counted(lowering, counts, index, phase, size)
        except Unsupported as error:
            raise Misfit(index, size, reached, str(error)) from error
        reached.append({tuple(count.held) for count in counts})
        most = max([most, *[count.most for count in counts]])
    short = next((count for count in counts if count.played and count.dealt != count.size), None)
    if short:
        last = max(index for index, phase in enumerate(rules.phases) if isinstance(phase, Tricks))
        why = f"Tricks: {short.dealt} of {short.size} cards of a hand are dealt, and no others later"
        raise Misfit(last, size, reached, why)
    lowering.most_tricks = max([lowering.most_tricks, *[count.played for count in counts]])
    return most


def _counted(lowering: Lowering, counts: Sequence[Count], place: int, phase: Phase, size: int) -> list[Count]:
    """The possible numbers of cards after a phase, given those before it."""
    if place in lowering.interpreted.reasons:
        dealt = not any(isinstance(other, DealOut) for other in lowering.rules.phases[place:])
        shapes = lowering.interpreted.shapes.get((place, size), ())
        counts = _distinct(
            [count.laid_out(shape.held, shape.stock, dealt=dealt) for count in counts for shape in shapes]
        )
    later = list[Count]()
    for count in counts:
        before, stock = min(count.held), count.stock
        python = place in lowering.interpreted.reasons
        for after in (None if python else step_like(phase).count(count, phase)) or [count]:
            if min(after.held) < before and not isinstance(phase, Tricks):
                after.lessened = type(phase).__name__
            if after.played and after.dealt < after.size and after.stock < stock:
                raise Unsupported(
                    f"{type(phase).__name__}: it draws from the stock, and hands will still be dealt cards"
                )
            after.check(phase, by_card=lowering.by_card)
            later.append(after)
    return _distinct(later)


def _distinct(counts: Sequence[Count]) -> list[Count]:
    """The counts without those that have equal numbers of cards everywhere."""
    return [*{(*count.held, count.stock, count.played, count.dealt, count.laid): count for count in counts}.values()]
