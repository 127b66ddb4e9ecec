"""What phases and policies are asked for, and how the answers become tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import HEAD, HEADER, SEATS, SLOTS, Numbers
from trickkit.batch.results import action_numbers
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.cards import Suit
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.calls import CallDouble
from trickkit.phases.confidence import Confidence
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.dealing import CutTrump, DealOut, TurnTrump
from trickkit.phases.estimates import Estimates
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.reveal import Reveal
from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules
from trickkit.policies.lead import HolderOpens
from trickkit.policies.order import Order

DEALS = 10_000
"""For how many deals of a game is asked what depends on their number, where a game has no fixed number of deals."""

MOST_DEALS = 30_000
"""For how many deals of a game there is room, whose numbers are written down in 16 bits."""


class Unsupported(Exception):
    """A phase or policy that the compiled engine cannot run."""


Row = list[Any]
NOBODY: Row = []
"""The options of a phase in which nobody decides anything."""


def _packed(rows: Sequence[Any], depth: int) -> Numbers:
    """Nested lists as an array with as many dimensions; shorter ones are filled up with zeros."""
    shape = [1] * depth

    def measure(part: Any, level: int) -> None:
        if level < depth:
            shape[level] = max(shape[level], len(part))
            for one in part:
                measure(one, level + 1)

    measure(rows, 0)
    found = np.zeros(shape, np.int64)

    def fill(part: Any, into: Any, level: int) -> None:
        if level == depth - 1:
            into[: len(part)] = part
        else:
            for number, one in enumerate(part):
                fill(one, into[number], level + 1)

    fill(rows, found, 0)
    return found


def signed(mask: int) -> int:
    """A mask of at most 64 bits as a signed number with the same bits."""
    return mask - (1 << 64) if mask >> 63 else mask


_DEPTHS = {
    "opcode": 1, "operand": 1, "card_mask": 1, "face_card": 1, "kind_of": 1,
    "deal_cards": 3, "deal_sees": 2, "trump_of": 2, "trump_fixed": 2, "removed": 1,
    "bid_turns": 2, "bid_seat": 3, "bid_subject": 3, "bid_group": 3, "bid_mask": 3, "backs": 2, "order": 3,
    "limit_way": 1, "limit_start": 2, "limits": 1, "sold": 2, "poll": 2, "pass_cards": 1, "pass_step": 2, "opens": 3,
    "opens_with": 1, "round": 4, "exposed": 3, "most_tricks": 1, "reads": 2,
    "breakers": 1, "suit": 2, "strength": 3, "cascade": 3, "steps": 1,
    "reveal_cards": 1, "evaluations": 2, "closing": 2, "radix": 2, "award_start": 1, "award": 1,
    "award_cards": 2, "award_points": 2, "code": 2,
}  # fmt: skip
"""How many dimensions a table has."""


def _joined(found: dict[str, Row], numbers: tuple[int, ...]) -> Numbers:
    """All tables as one array, as `layout` has it."""
    header = np.zeros(HEADER + HEAD * len(layout.TABLES_OF), np.int64)
    header[: len(numbers)] = numbers
    parts, ends = [header], len(header)
    for name, number in layout.TABLES_OF.items():
        table = _packed(found[name], _DEPTHS[name])
        head = HEADER + HEAD * number
        header[head] = ends
        header[head + 1 : head + table.ndim] = [stride // table.itemsize for stride in table.strides[:-1]]
        parts.append(table.ravel())
        ends += table.size
    return np.concatenate(parts)


@frozen(eq=False, slots=False)
class Lowering:
    """Asks the phases and policies of rules, and lowers their answers into tables."""

    rules: Rules
    tables: dict[str, Row] = field(init=False, factory=lambda: {name: [] for name in _DEPTHS})
    cascades: dict[tuple[tuple[int, int], ...], int] = field(init=False, factory=dict)
    evaluated: dict[Evaluate, int] = field(init=False, factory=dict)

    @property
    def slots(self) -> bool:
        return slotted(self.rules)

    @cached_property
    def sizes(self) -> list[int]:
        """By number of a deal, the size of its hands, as far as there is room; of a game without end, for many."""
        sizes = self.rules.schedule.hand_sizes
        return [sizes.size(number) for number in range(min(self.rules.ending.most_deals() or DEALS, MOST_DEALS))]

    def of_sizes(self, ask: Callable[[int], Any], other: Any) -> Row:
        """What is answered for every size of a hand, and something for the sizes that do not occur."""
        used = set(self.sizes)
        return [ask(size) if size in used else other for size in range(max(used) + 1)]

    def fresh(self, size: int, starter: int = 0, declarer: int | None = None) -> Deal:
        deal = Deal.fresh(self.rules.deck, players=self.rules.players, starter=starter, size=size)
        return evolve(deal, declarer=declarer)

    def general(self) -> Iterator[tuple[int, str]]:
        """What prevents all of it."""
        why = next((why for why in (*self.room(), *repeated(self.rules)) if why), "")
        if not why:
            try:
                for size in sorted(set(self.sizes)):
                    follow_cards(self.rules, size)
            except Unsupported as error:
                why = str(error)
        if why:
            yield -1, why

    def room(self) -> Iterator[str]:
        """What there is no room for."""
        rules, deck = self.rules, self.rules.deck
        if rules.players > SEATS:
            yield f"{rules.players} players: the batch engine has room for {SEATS}"
        if len(deck) > layout.MOST:
            yield f"a deck of {len(deck)} cards: the batch engine has room for {layout.MOST}"
        if self.slots and len(deck.kinds) > 64:
            yield f"a deck of {len(deck.kinds)} kinds of cards: the batch engine has room for 64"
        if not self.slots and len(deck.faces) > 64:
            yield f"a deck of {len(deck.faces)} faces: in tricks the batch engine has room for 64"
        if not self.slots and deck.copies:
            yield "a deck with equal cards: the batch engine has them only where cards are laid, not in tricks"
        if max(self.sizes) > 60:
            yield f"hands of {max(self.sizes)} cards: the batch engine has room for 60"
        most = rules.ending.most_deals()
        if most is not None and most > MOST_DEALS:
            yield f"games of {most:,} deals: the batch engine has room for {MOST_DEALS:,}"
        if len(rules.phases) > 30_000:
            yield f"{len(rules.phases)} phases: the batch engine has room for 30,000"

    def joined(self, opcodes: Sequence[int], operands: Sequence[int]) -> Numbers:
        rules, deck, slots = self.rules, self.rules.deck, self.slots
        kind_names = list(deck.kinds)
        turned = any(isinstance(phase, TurnTrump) for phase in rules.phases)
        masks = [] if slots or len(deck.faces) > 64 else [signed(mask) for mask in deck.masks]
        self.tables["opcode"] += opcodes
        self.tables["operand"] += operands
        self.tables["card_mask"] += masks or [0] * len(deck)
        self.tables["face_card"] += [signed(mask) for mask in deck.card_of.values()] if masks else []
        self.tables["kind_of"] += [kind_names.index(card.faces[0].text) for card in deck]
        stock = len(deck) if slots else int(turned)
        cuts = any(isinstance(phase, CutTrump) for phase in rules.phases)
        numbers = (rules.players, len(deck), len(deck.suits), int(slots), stock, len(rules.phases), int(cuts))
        return _joined(self.tables, numbers)

    # What the phases share

    def add(self, first: str, **rows: Any) -> int:
        """Add a row to each of some tables; gives its number in the first of them."""
        number = len(self.tables[first])
        for name, row in rows.items():
            self.tables[name].append(row)
        return number

    def number_options(self, actions: Iterable[Action]) -> None:
        """Say which actions the options of the phase are."""
        numbers = action_numbers(self.rules)
        self.tables["code"].append([numbers[action] for action in actions])

    def no_decisions(self) -> None:
        """Say that nobody decides anything in the phase."""
        self.tables["code"].append(NOBODY)

    def order(self, order: Order, row: int) -> None:
        """Who is asked when, by the starter and the seats that wait, in a certain row."""
        players = self.rules.players
        table = [
            [
                sum(1 << seat for seat in order.next(seats_of(waiting), starter, players)) if waiting else 0
                for waiting in range(1 << players)
            ]
            for starter in range(players)
        ]
        self.polls(row)
        self.tables["order"][row] = table

    def polls(self, row: int) -> None:
        """Make room for a row in all tables of polls."""
        for name in ("order", "limit_way", "limit_start", "sold", "poll"):
            empty: Any = {"order": [[0]], "limit_way": 0}.get(name, [0])
            self.tables[name] += [empty] * (row + 1 - len(self.tables[name]))

    def trumps(self) -> list[Suit | None]:
        return [*self.rules.deck.suits, None]

    def number_of(self, trump: Suit | None) -> int:
        return self.trumps().index(trump)

    def actions(self, phase: Phase) -> tuple[Action, ...]:
        return phase.actions(self.rules.deck, self.rules.players)

    def asks(self, phase: Phase, size: int) -> int:
        """Whether a phase asks anybody in deals of a size."""
        return int(not isinstance(phase.begin(self.fresh(size)), Deal))

    def cards_seen(self, phase: Phase) -> None:
        if self.slots:
            raise Unsupported(f"{type(phase).__name__}: the batch engine does not have it where cards are laid")

    def plain(self, phase: Phase) -> None:
        if any(not card.is_plain for card in self.rules.deck):
            raise InvalidRules(f"{type(phase).__name__}: only cards with one face can be chosen")


def slotted(rules: Rules) -> bool:
    """Whether hands are kept card by card."""
    return any(isinstance(phase, Reveal | Draw | Evaluate) for phase in rules.phases)


def seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


ONCE = (
    ("bids and estimates", (Bids, Estimates, CallEstimates)),
    ("confidence", (Confidence,)),
    ("doubles", (CallDouble,)),
    ("cards that are turned up or cut", (TurnTrump, CutTrump, DealersCard)),
)
"""Phases of which one stands in a deal: what a second one finds out would take the place of what the first one did."""


def repeated(rules: Rules) -> Iterator[str]:
    """What stands more than once in a deal, and may not."""
    for what, types in ONCE:
        names = [type(phase).__name__ for phase in rules.phases if isinstance(phase, types)]
        if len(names) > 1:
            yield f"{' and '.join(names)}: of {what} the batch engine has one phase in a deal"
    seen_deal = False
    for phase in rules.phases:
        seen_deal = seen_deal or isinstance(phase, DealOut)
        if seen_deal and isinstance(phase, DealersCard):
            yield "DealersCard: the batch engine has it before cards are dealt"


def follow_cards(rules: Rules, size: int) -> None:
    """Count the cards of every hand through the phases of a deal.

    Raises:
        Unsupported: there are too few somewhere, or more than there is room for.
    """
    players, dealt = rules.players, 0
    stock = len(rules.deck) - players * size
    if stock < 0:
        raise Unsupported(f"hands of {size} cards for {players} seats: the deck has {len(rules.deck)}")
    held, laid = [0] * players, 0
    for phase in rules.phases:
        name = type(phase).__name__
        if isinstance(phase, DealOut):
            more = phase.portion.cards(size, dealt)
            dealt, held = dealt + more, [cards + more for cards in held]
        elif isinstance(phase, RemoveCards):
            stock -= phase.cards
        elif isinstance(phase, Draw):
            for seat in range(players):
                drawn = min(max(0, size - held[seat]), stock)
                held[seat] += drawn
                stock -= drawn
        elif isinstance(phase, Choosing):
            if min(held) < phase.cards or phase.cards > 9:
                raise Unsupported(
                    f"{name}: {phase.cards} cards of {min(held)} in a hand; the batch engine has 9 at most"
                )
            if isinstance(phase, Reveal):
                held, laid = [cards - phase.cards for cards in held], laid + phase.cards
        elif isinstance(phase, Evaluate):
            laid = 0
        elif isinstance(phase, ThrowAway):
            held = [0] * players
        elif isinstance(phase, Tricks) and (dealt != size or min(held) != size):
            raise Unsupported(f"Tricks: {dealt} of {size} cards of a hand are dealt before it")
        elif isinstance(phase, Tricks) and isinstance(phase.opening, HolderOpens) and size * players != len(rules.deck):
            raise Unsupported(
                f"Tricks: with {phase.opening!r} the batch engine deals all cards, so that somebody holds it"
            )
        if max(laid, *held) > SLOTS and slotted(rules):
            raise Unsupported(f"{name}: {max(laid, *held)} cards before a seat; the batch engine has room for {SLOTS}")
        if stock < 0:
            raise Unsupported(f"{name}: there are too few cards")
