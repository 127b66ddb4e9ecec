"""The lowering of rules: it calls phases and policies, and writes their answers into tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

from attrs import define, field, fields, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.lowering.game_tables import GameTables
from trickkit.batch.lowering.interpreted import Interpreted
from trickkit.batch.lowering.knowledge import Knowledge
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.remembering import packed
from trickkit.batch.lowering.tables import Row, joined
from trickkit.batch.lowering.tallies import Tallied
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.actions import Action, Pass
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.base import Phase
from trickkit.phases.kinds.choosing import Selection
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.tables import Cascade
from trickkit.policies.calling import Calling
from trickkit.policies.memory import remembering

NOBODY: Row = []
"""The options of a phase in which nobody decides anything."""


@frozen
class Moved:
    """How many cards of the stock a phase moves.

    Args:
        each: the number that every hand is certain to get.
        one: the number that a single hand may get besides.
        most: the most cards that leave the stock.
    """

    each: int = 0
    one: int = 0
    most: int = 0


Chosen = Sequence[Sequence[Selection]]
"""The selections of a phase in all cases that it distinguishes."""


@define(eq=False, slots=False)
class Lowering(GameTables):
    """Calls the phases and policies of rules, and lowers their answers into tables.

    Args:
        interpreted: the phases that run in Python, and their results so far.
        cascades: by the steps of a cascade, their index among all steps.
        operands: by phase, its operand, which equal phases share.
        places: by phase, follow policy, whether the stock has cards, and the possible trumps, the number of the trick
            tables.
        seatings: by seating of the hands in tricks, its number.
        automata: by resolution, ranking and trump, the automaton of folded tricks.
        all_held: the indices of the phases before which all cards are in hands.
        longest: by phase that is explored, or in which cards are chosen, the most decisions in it.
        doubles: the most doubles in a deal.
        blocks: by explored phase, its name and the arrays of `Deals` that it writes.
        moved: by explored phase, the cards of the stock that it may move.
        chosen: by phase in which seats choose cards, their selections in all cases.
        explored: by type of record, the last explorer of a phase that leaves only such a record; by any other phase,
            its explorer.
        words_called: the words that may be called in tricks.
        most_calls: the most calls in a deal.
        tallied: the tasks that were taken on, if any.
        recorded: by type of record that calls or powers in tricks make, the explorer that numbered its outcomes.
        changing: the trumps that calls and powers make, by number.
        callings: by the calls allowed in tricks, the node that writes down what may be called before the first call.
        closes: whether a call may close the stock.
        powers: the powers of cards, phase by phase.
        needs_notes: whether something other than a scoring looks at notes of calls.
    """

    interpreted: Interpreted
    cascades: dict[Cascade, int] = field(init=False, factory=dict)
    operands: dict[Any, int] = field(init=False, factory=dict)
    places: dict[Any, int] = field(init=False, factory=dict)
    seatings: dict[Any, int] = field(init=False, factory=dict)
    automata: dict[Any, Any] = field(init=False, factory=dict)
    all_held: set[int] = field(init=False, factory=set)
    longest: list[int] = field(init=False, factory=list)
    doubles: int = field(init=False, default=0)
    blocks: list[tuple[str, frozenset[str]]] = field(init=False, factory=list)
    moved: dict[Phase, Moved] = field(init=False, factory=dict)
    chosen: dict[Phase, Chosen] = field(init=False, factory=dict)
    explored: dict[Phase | type[Record], Any] = field(init=False, factory=dict)
    words_called: tuple[str, ...] = field(init=False, default=())
    most_calls: int = field(init=False, default=0)
    tallied: Tallied | None = field(init=False, default=None)
    recorded: dict[type[Record], Any] = field(init=False, factory=dict)
    changing: set[int] = field(init=False, factory=set)
    callings: dict[Calling, int] = field(init=False, factory=dict)
    powers: list[Any] = field(init=False, factory=list)
    needs_notes: bool = field(init=False, default=False)
    closes: bool = field(init=False, default=False)

    @cached_property
    def outcome_of_python(self) -> int:
        """The place in the row for the combined outcome of all phases that run in Python."""
        return self.outcome_place("phases in Python")

    @cached_property
    def knowledge(self) -> Knowledge:
        """What a phase may find out about a deal when the phase that is being lowered begins."""
        return Knowledge(self)

    def forked(self) -> Lowering:
        """A copy that continues independently."""
        other = _forked(self)
        other.tables = {name: [*rows] for name, rows in self.tables.items()}
        other.__dict__["knowledge"] = _forked(self.knowledge)
        other.knowledge.game = other
        return other

    def of_sizes(self, ask: Callable[[int], Any], other: Any) -> Row:
        """The answers for every possible hand size, and placeholders for the others."""
        used = set(self.sizes)
        return [ask(size) if size in used else other for size in range(max(used) + 1)]

    def fresh(self, size: int, starter: int = 0) -> Deal:
        """A deal before its first phase."""
        return Deal.fresh(self.rules.deck, players=self.rules.players, starter=starter, size=size)

    def joined(self, opcodes: Sequence[int], operands: Sequence[int]) -> Numbers:
        """All tables as one array, as `layout` defines it.

        Args:
            opcodes: by phase.
            operands: by phase.
        """
        rules, deck = self.rules, self.rules.deck
        kinds = list(deck.kinds)
        masks = [] if self.by_card else self.masks(deck.masks)
        self.tables["opcode"] += opcodes
        self.tables["operand"] += operands
        self.tables["card_mask"] += masks
        self.knowledge  # noqa: B018  (its first node stands in the tables)
        self.tables["face_card"] += self.masks(deck.card_of.values()) if masks else []
        copies = [mask for mask in deck.kinds.values() if mask.bit_count() > 1] if masks else []
        self.tables["copies"] += self.masks(copies)
        # Calls are options above the faces.
        options = [*(deck.kinds[face.text] for face in deck.faces)]
        options += [1 << option for option in range(len(options), 128 if len(options) > 64 else 64)]
        self.tables["alike"] += self.masks(options) if masks else []
        self.tables["kind_of"] += [kinds.index(card.faces[0].text) for card in deck]
        header = {
            layout.PLAYERS: rules.players,
            layout.CARDS: len(deck),
            layout.SUITS: len(deck.suits),
            layout.SLOTTED: int(self.by_card),
            layout.STOCK: len(deck) if self.by_card else 0,
            layout.PHASES: len(rules.phases),
            layout.COPIED: len(copies),
            layout.PASSING: 1 + action_numbers(rules).get(Pass(), -1),
            **self.header,
        }
        if masks:
            header |= zip((layout.FIRSTS, layout.FIRSTS + 1), self.mask(deck.firsts), strict=False)
        fresh = remembering(rules.memory, None, rules.players)
        header |= enumerate(packed(self.remembered, fresh), layout.FRESH)
        tables = joined(self.tables, header)
        # This lets compiled code distinguish tables of large decks from those of small ones: see `masks`.
        tables.setflags(write=self.words < 2)
        return tables

    # What the phases share

    def number_options(self, actions: Iterable[Action]) -> None:
        """Assign actions to the options of the phase."""
        numbers = action_numbers(self.rules)
        self.tables["code"].append([numbers[action] for action in actions])

    def no_decisions(self) -> None:
        """Record that nobody decides anything in the phase."""
        self.tables["code"].append(NOBODY)

    def actions(self, phase: Phase) -> tuple[Action, ...]:
        """All actions of a phase."""
        return phase.actions(self.rules.deck, self.rules.players)

    def outcome_place(self, name: str) -> int:
        """The next free place in the row for the result of a phase."""
        count = self.header.get(layout.RECORDED, 0)
        if count == layout.SEATS:
            raise Unsupported(f"{name}: of {layout.SEATS} phases a row has room for what they found out")
        self.header[layout.RECORDED] = count + 1
        return layout.OUTCOMES + count

    def refuse_tableau(self, phase: Phase) -> None:
        """Refuse a phase in a game in which cards are laid on the table."""
        if self.by_card:
            raise Unsupported(
                f"{type(phase).__name__}: the batch engine does not support it if cards are laid on the table"
            )

    def changes(self, phase: Tricks) -> tuple[int, int]:
        """Record that trumps may appear during tricks; returns how much is known of what changes there.

        Raises:
            Unsupported: what breaks a suit depends on the trump.
        """
        name, may = type(phase).__name__, self.knowledge.possible[layout.TRUMP] | self.changing
        if self.changing:
            self.knowledge.may_write(layout.TRUMP, may)
            if "breaking" in phase.varying:
                raise Unsupported(f"{name}: the breaking may differ from deal to deal, and the trump changes")
            if len({phase.breakers(self.rules.deck, self.trumps()[value]) for value in may}) > 1:
                raise Unsupported(
                    f"{name}: what breaks a suit ({phase.breaking!r}) depends on the trump, which changes"
                )
        return len(self.changing), sum(len(explorer.writes) for explorer in self.recorded.values())

    def one_face(self, phase: Phase) -> None:
        """Refuse a deck if its cards have several faces."""
        if any(not card.is_plain for card in self.rules.deck):
            raise Unsupported(f"{type(phase).__name__}: the batch engine supports it only with cards of one face")


T = TypeVar("T")


def _forked(one: T) -> T:
    """A copy that has dictionaries, lists and sets of its own."""
    other = copy(one)
    for name in [part.name for part in fields(type(one))]:  # type: ignore[arg-type]
        if isinstance(value := getattr(one, name), dict | list | set):
            setattr(other, name, value.copy())
    return other
