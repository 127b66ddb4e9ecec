"""Explores a phase: everything that can happen in it, as a decision diagram for compiled code.

A phase in which no cards move, or only cards of the stock, is played by its own `Run`, through all legal actions, on
symbolic deals (see `blank`). Positions with equal summaries are merged (*dynamic programming over states*), and equal
nodes are stored once, wherever they occur (*hash consing*, as in binary decision diagrams). The result is a finite
transducer: it reads the decisions of the seats, and writes into the row. The meaning of an outcome is the record that
the reference engine makes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from typing import Any

from attrs import define, field, fields

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Question, Unanswered
from trickkit.batch.lowering.blank import BlankDeal, real_record
from trickkit.batch.lowering.budget import ACTION, MET, POSITION
from trickkit.batch.lowering.choices import table_of_choices
from trickkit.batch.lowering.compiler import Lowering, Moved
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.merging import forgets_changes, go_on_alike, key_of, left_out
from trickkit.batch.lowering.moving import CARDS, Nodes, changes_cards, moved_cards, shown_cards
from trickkit.batch.lowering.numbers import action_numbers, row_figures
from trickkit.batch.lowering.piles import is_untold
from trickkit.batch.lowering.positions import Edge, Key, Looked, Position, ShowsCards, Slot
from trickkit.batch.lowering.recalled import Recalled
from trickkit.batch.lowering.remembering import HOW_MUCH, REMEMBERED
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.base import Phase, Run

MOST_POSITIONS = 6_000
MOST_OUTCOMES = 30_000
MOST_OPTIONS = 255
MOST_OPTIONAL = 62
"""The most options in a decision in which the memory of the game determines the legal ones."""
MERGES = 200
"""The number of merged positions that are checked for fields of records which their summaries leave out."""


OTHERWISE = {"deck", "_players", "_answers", "_by_type", "_log", "lines", "scored", "closed", "known", *CARDS}
"""The attributes of a symbolic deal that a phase cannot change, or that are recorded in another way."""


@define(eq=False)
class Explorer:
    """Explores one phase of rules.

    Args:
        lowering: the lowering of the rules.
        phase: the phase to be explored.
        shows: whether it shows or moves cards, which requires a check after each decision.
        before: the explorer of an equal earlier phase in the deal, whose outcomes this one extends.
    """

    lowering: Lowering
    phase: Phase
    shows: bool = False
    before: Explorer | None = None
    place: int = field(init=False)
    """The place in the row for the outcome of the phase."""
    has_place: bool = False
    """Whether an outcome is written there."""
    outcomes: dict[Any, int] = field(init=False, factory=dict)
    """By outcome, its number."""
    writes: list[dict[int, int]] = field(init=False, factory=list)
    """By number of an outcome, what it writes into the row."""
    records: dict[type[Record], list[Record | None]] = field(init=False, factory=dict)
    """By type of record, and by number of an outcome, the record."""
    lost: set[tuple[type[Record], str]] = field(init=False, factory=set)
    """The fields of records that summaries leave out."""
    unread: set[tuple[type[Record], str]] = field(init=False, factory=set)
    """The fields of records with cards that the phase did not examine."""
    moves: set[tuple[tuple[int, ...], int]] = field(init=False, factory=set)
    """For the outcomes that occurred, how many cards of the stock each hand got, and how many left the stock."""
    blocks: set[str] = field(init=False, factory=set)
    """The arrays of `Deals` into which the phase writes."""
    notes: dict[Hashable, int] = field(init=False, factory=dict)
    """By label that is noted, its place in the row."""
    depths: dict[int, int] = field(init=False, factory=dict)
    """By node, the most decisions from there on."""
    _expansions: Recalled = field(init=False, factory=Recalled)
    """By key of a run and by position, that position with what comes after it."""
    _numbered: Recalled = field(init=False, factory=Recalled)
    """By key of a run and by position, its node."""
    _credits: dict[Any, dict[Key, None]] = field(init=False, factory=dict)
    """By key of a run and by summary, the positions with that summary, whoever is credited."""
    _alike: dict[Any, int] = field(init=False, factory=dict)
    """By key of a run, its number."""
    _merged: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.place = layout.OUTCOMES + self.lowering.header.get(layout.RECORDED, 0)
        if self.before is not None:
            if self.before.has_place:
                self.place, self.has_place = self.before.place, True
            self.outcomes, self.writes = {**self.before.outcomes}, [*self.before.writes]
            self.records = {kind: [*records] for kind, records in self.before.records.items()}
            self.lost, self.unread = {*self.before.lost}, {*self.before.unread}

    @property
    def name(self) -> str:
        """The name of the phase, for errors."""
        return type(self.phase).__name__

    def explore(self) -> int:
        """Explore the phase; returns its first node.

        Raises:
            Unsupported: the phase reads something that it cannot ask for, its results do not fit into the row, or it
                has too many positions.
        """
        lowering = self.lowering
        node = lowering.knowledge.asked(self.name, self._begun)
        # Drop thousands of positions that are no longer needed.
        self._expansions, self._numbered, self._credits, self._alike = Recalled(), Recalled(), {}, {}
        if self.has_place and not (self.before and self.before.has_place):
            lowering.outcome_place(self.name)
        for offset in (*self.notes.values(),):
            node = lowering.knowledge.node((layout.WRITE, offset, -1, node))
        return node

    @property
    def source(self) -> Source:
        """The results that later phases may read."""
        open_ = [layout.CLOSED not in write for write in self.writes]
        return Source(self.place, 0, self.records, self.writes, open_, self.lost, self.unread)

    @property
    def moved(self) -> Moved:
        """The cards of the stock that the phase moves.

        Raises:
            Unsupported: it gives cards to several hands, but not the same fixed number to all.
        """
        given = {hands for hands, _ in self.moves} or {(0,)}
        each = min(map(min, given))
        if any(sum(cards > each for cards in hands) > 1 for hands in given):
            raise Unsupported(f"{self.name}: it gives cards to several hands; the batch engine has hands of one size")
        return Moved(each, max(map(max, given)) - each, max((most for _, most in self.moves), default=0))

    @property
    def longest(self) -> int:
        """The most decisions in the phase."""
        return max(self.depths.values(), default=0)

    def _begun(self, deal: BlankDeal) -> int:
        """The first node of a phase for a partially known deal."""
        begun = self.phase.begin(deal)
        if isinstance(begun, Run):
            node = self._positions(deal, begun)
            return self._chained(self._shown(begun.uncovered(begun.start())), node) if self.shows else node
        return self._written((self._columns(begun) or {}).items(), self._over(begun))

    # Positions

    def _positions(self, deal: BlankDeal, run: Run[Any]) -> int:
        """The node of the first position of a run."""
        answers: Answers = deal.__dict__["_answers"]
        # A number, since such a key takes long to hash.
        same = self._alike.setdefault(key_of(run), len(self._alike))
        start = run.start()
        first = self._key(run, start)
        positions: dict[Key, Position] = {}
        waiting = [(first, start)]
        for key, progress in waiting:
            if key in positions:
                self._compare(run, positions[key], progress)
            elif self._numbered.get((same, key), answers.known) is None:
                if len(positions) == MOST_POSITIONS:
                    raise Unsupported(
                        f"{self.name}: it has more than {MOST_POSITIONS:,} positions; let `summary` of its run say "
                        "what of the progress is enough to go on"
                    )
                expand = partial(self._expanded, run, progress, answers)
                positions[key], reached = self._expansions.once((same, key), answers.known, answers.looked, expand)
                self._compare(run, positions[key], progress)
                self._credits.setdefault((same, key[0]), {})[key] = None
                waiting += reached
        return self._numbers(run, answers, same, positions, first)

    def _key(self, run: Run[Any], at: Any) -> Key:
        return run.summary(at), run.credit(at)

    def _expanded(self, run: Run[Any], at: Any, answers: Answers) -> tuple[Position, list[tuple[Key, Any]]]:
        """A position, with its options and the positions after it."""
        rules, slots, reached = self.lowering.rules, [], []
        self.lowering.budget.spend(self.name, POSITION)
        numbers, seats = action_numbers(rules), range(rules.players)
        keeps = type(run).committed is not Run.committed
        committed = [len(run.committed(at, seat)) if keeps else 0 for seat in seats]
        secret = sum(1 << seat for seat in seats if committed[seat])
        # If its numbers go into no array, a record need not be valid in the middle of a turn.
        kind = getattr(self.phase, "record", Record)
        before = None if kind.figures is Record.figures else self._columns(run.uncovered(at))
        # Seats that commit in secret are asked one after the other, since none knows what the others did.
        for actor in at.actors[:1] if keeps else at.actors:
            edges, (legal, optional) = list[Edge](), self._legal(run, at, actor, answers)
            if not 0 < len(legal) <= MOST_OPTIONS:
                raise Unsupported(f"{self.name}: {len(legal)} legal actions; the batch engine has 1 to {MOST_OPTIONS}")
            self.lowering.budget.spend(self.name, ACTION * len(legal))
            for action in legal:
                after: Any = run.answered(at, actor, action) if optional else run.play(at, actor, action)
                key = self._key(run, after)
                writes = () if before is None else tuple(_new(before, self._columns(run.uncovered(after)) or {}))
                shown = () if not self.shows else self._shown(run.uncovered(after), going_on=bool(after.actors))
                edges.append(Edge(numbers[action], key, run.first(at, actor, action), writes, shown))
                reached.append((key, after))
            slots.append(Slot(actor, tuple(edges), secret, sum(committed), optional))
        looked = frozenset((question, answers.known[question]) for question in answers.looked)
        return Position(at, tuple(slots), looked), reached

    def _legal(self, run: Run[Any], at: Any, actor: int, answers: Answers) -> tuple[tuple[Action, ...], bool]:
        """The actions that may be legal, and whether the memory of the game decides which of them are."""
        try:
            return run.legal(at, actor), False
        except Unanswered as unanswered:
            offered = run.offered(at, actor) if at.actors == (actor,) else None
            if unanswered.question[0] not in (REMEMBERED, HOW_MUCH) or offered is None or len(offered) > MOST_OPTIONAL:
                raise
            answers.looked.discard(unanswered.question)
            return offered, True

    def _compare(self, run: Run[Any], position: Position, other: Any) -> None:
        """Find the fields of records in which merged positions differ, and check that the summary may omit them."""
        progress = position.at
        if (self._merged > MERGES and position.slots) or progress is other or progress == other:
            return
        self._merged += 1
        if not go_on_alike(run, progress, other):
            raise Unsupported(
                f"{self.name}: the `summary` of its run forgets something: it is the same after {progress} and after "
                f"{other}, which go on differently"
            )
        if forgets_changes(run, progress, other, self._changes):
            raise Unsupported(
                f"{self.name}: what seats commit in secret changes more of the deal than its record, such as trump or "
                "declarer, and the `summary` of its run forgets it; let `summary` return the whole progress"
            )
        self.lost |= left_out(run, progress, other)

    # Nodes

    def _numbers(self, run: Run[Any], answers: Answers, same: Any, found: dict[Key, Position], first: Key) -> int:
        """The node of a position, computed after those of all following positions (*postorder*)."""
        done: dict[Key, tuple[Looked, int]] = {}
        opened: set[Key] = set()
        waiting = [first]
        while waiting:
            key = waiting[-1]
            if key in done:
                waiting.pop()
                continue
            remembered = self._numbered.get((same, key), answers.known)
            if remembered is not None:
                done[key] = remembered
                continue
            position = found[key]
            following = self._following(position, same)
            missing = [after for after in following if after not in done]
            if missing:
                if opened & {*missing}:
                    raise Unsupported(f"{self.name}: it returns to an earlier position")
                opened.add(key)
                waiting += missing
                continue
            self.lowering.budget.spend(self.name, MET)
            answers.looked.clear()
            node = self._node(run, position, {after: done[after][1] for after in following})
            looked = position.looked | {(question, answers.known[question]) for question in answers.looked}
            looked = looked.union(*(done[after][0] for after in following))
            done[key] = looked, node
            self._numbered.keep((same, key), looked, node)
            opened.discard(key)
        return done[first][1]

    def _following(self, position: Position, same: Any) -> dict[Key, None]:
        """The positions after a position, whoever is credited."""
        keys: dict[Key, None] = {}
        for edge in (edge for slot in position.slots for edge in slot.edges):
            keys[edge.after] = None
            if edge.first is not None:
                keys.update(self._credits[same, edge.after[0]])
        return keys

    def _node(self, run: Run[Any], position: Position, nodes: dict[Key, int]) -> int:
        if not position.slots:
            return self._over(run.record(position.at))
        node = 0
        for slot in reversed(position.slots):
            after = [self._after(edge, nodes) for edge in slot.edges]
            if slot.optional:
                node = self._optional(run, position.at, slot, after)
            else:
                actions = [edge.action for edge in slot.edges]
                node = self.lowering.knowledge.node(
                    (slot.actor, len(after), node, slot.secret, slot.pending, *actions, *after)
                )
            self.depths[node] = 1 + max(self.depths.get(child, 0) for child in nodes.values())
        return node

    def _optional(self, run: Run[Any], at: Any, slot: Slot, after: Sequence[int]) -> int:
        """The node that determines the legal options of a seat one by one, before the seat chooses one."""
        knowledge, actions = self.lowering.knowledge, [*self.lowering.rules.actions.values()]
        choices = [(0, 0, actions[edge.action], index) for index, edge in enumerate(slot.edges)]
        listed = table_of_choices(self.lowering, choices)
        picked = knowledge.node((layout.ASK, layout.ADDED, layout.WORD, 0, *after))
        node = knowledge.node((slot.actor, layout.CHOSEN_FROM, 0, 0, 0, listed, -1, picked, 0, layout.WORD))
        node = knowledge.node((layout.SOME_LEFT, node))
        for index, edge in reversed([*enumerate(slot.edges)]):
            offers = knowledge.node((layout.OFFERS, index, node, edge.action))
            node = self._where(run, at, slot.actor, actions[edge.action], offers, node)
        return self._written([(column, 0) for column in (layout.WORD, layout.CHOICES, layout.CHOICES + 1)], node)

    def _where(self, run: Run[Any], at: Any, seat: int, action: Action, allowed: int, otherwise: int) -> int:
        """The node that tests whether the memory of the game allows an action, and continues with one of two nodes."""
        answers: Answers = run.deal.__dict__["_answers"]
        known = answers.known

        def asked(more: dict[Question, Any]) -> int:
            answers.known = more
            try:
                return allowed if run.allows(at, seat, action) else otherwise
            except Unanswered as unanswered:
                question = unanswered.question
                if question[0] not in (REMEMBERED, HOW_MUCH):
                    raise
            except (InvalidRules, LookupError, TypeError) as error:
                return self.lowering.knowledge.refused(error, more)
            finally:
                answers.known = known
                answers.looked.intersection_update(known)
            return self.lowering.knowledge.branched(self.name, question, more, asked)

        return asked(known)

    def _after(self, edge: Edge, nodes: dict[Key, int]) -> int:
        node = nodes[edge.after]
        if edge.first is not None:
            offset = self.notes.setdefault(edge.first, layout.NOTED + len(self.notes))
            if offset >= layout.NOTED + layout.NOTES:
                raise Unsupported(f"{self.name}: it notes more than {layout.NOTES} labels, for which there is no room")
            summary, players = edge.after[0], range(self.lowering.rules.players)
            node = self.lowering.knowledge.node(
                (layout.NOTE, offset, *(nodes.get((summary, seat), 0) for seat in players))
            )
        return self._written(edge.writes, self._chained(edge.shown, node))

    def _written(self, writes: Iterable[tuple[int, int]], node: int) -> int:
        return self._chained([(layout.WRITE, *write) for write in writes], node)

    def _chained(self, nodes: Iterable[tuple[int, ...]], node: int) -> int:
        """Chain nodes, given from the last to the first, in front of another one; returns the first."""
        for numbers in nodes:
            node = self.lowering.knowledge.node((*numbers, node))
        return node

    def _over(self, after: Deal) -> int:
        """The final node of a phase with a given outcome."""
        writes = self._changes(after)
        made = [real_record(record) for record in after.__dict__["_by_type"].values()]
        self._note_unread(made)
        outcome = self.numbered(made, writes)
        # Without a record, the place keeps an earlier record of the type, or the number for none.
        if made or (self.before is None and getattr(self.phase.inner, "record", Record) is not Record):
            self.has_place = True
            writes = (*writes, (self.place, outcome))
        moved = self._moved(after)
        return self._written(writes, self._chained((*moved, *self._shown(after)), 0))

    def numbered(self, made: Sequence[Record], writes: tuple[tuple[int, int], ...] = ()) -> int:
        """The number of an outcome, which its records and everything else that it writes into the row identify."""
        unknown = self.lost | self.unread
        kept = tuple(
            getattr(record, attribute.name)
            for record in made
            for attribute in fields(type(record))  # type: ignore[arg-type]
            if (type(record), attribute.name) not in unknown
        )
        try:
            outcome = self.outcomes.setdefault((writes, tuple(map(type, made)), kept), len(self.outcomes))
        except TypeError:
            raise Unsupported(f"{self.name}: its record {made!r} cannot be hashed; a record must be frozen") from None
        if outcome == len(self.writes):
            if outcome == MOST_OUTCOMES:
                raise Unsupported(
                    f"{self.name}: it has more than {MOST_OUTCOMES:,} outcomes; let `summary` of its run say less"
                )
            self.writes.append(dict(writes))
            for record in made:
                self.records.setdefault(type(record), [])
            for kind, known in self.records.items():
                known += [None] * (outcome - len(known))
                known.append(next((record for record in made if type(record) is kind), None))
        return outcome

    def _note_unread(self, made: Iterable[Record]) -> None:
        """Find the fields of records with cards that the phase did not examine."""
        self.unread |= {
            (type(record), attribute.name)
            for record in made
            for attribute in fields(type(record))  # type: ignore[arg-type]
            if is_untold(getattr(record, attribute.name))
        }

    def _shown(self, after: Deal, *, going_on: bool = False) -> Nodes:
        """The nodes that show the cards that a phase has shown; if it goes on, check that it has moved none yet."""
        if going_on and changes_cards(after):
            raise Unsupported(
                f"{self.name}: it moves cards before it is over; the batch engine can move them only at the end"
            )
        nodes = shown_cards(self.lowering, self.name, after)
        if nodes and not self.shows:
            raise ShowsCards
        return nodes

    def _moved(self, after: Deal) -> Nodes:
        """The nodes that move the cards that a phase has moved."""
        if not changes_cards(after):
            self.moves.add(((0,) * self.lowering.rules.players, 0))
            return ()
        if not self.shows:
            raise ShowsCards
        nodes, given, most = moved_cards(self.lowering, self.name, after)
        self.moves.add((given, most))
        return nodes

    def _changes(self, after: Deal) -> tuple[tuple[int, int], ...]:
        """The changes of a phase to a deal besides its records: by place in the row, the new value."""
        if not isinstance(after, BlankDeal):
            raise Unsupported(f"{self.name}: it makes a new deal instead of changing the given one")
        inside, lowering, writes = after.__dict__, self.lowering, []
        for name in inside.keys() - OTHERWISE:
            if name == "trump":
                writes.append((layout.TRUMP, lowering.number_of(inside[name])))
            elif name == "declarer":
                writes.append((layout.DECLARER, -1 if inside[name] is None else inside[name]))
            elif name == "resting":
                writes.append((layout.RESTING, sum(1 << hand for hand in inside[name])))
            else:
                raise Unsupported(
                    f"{self.name}: it changes `{name}` of the deal; the batch engine knows this of the phases of the "
                    "library that move cards, and of others a change of trump, declarer, resting hands and records, "
                    "and cards that come off the stock"
                )
        if inside["lines"]:
            raise Unsupported(
                f"{self.name}: it scores before the end of the deal, for which the batch engine has no room"
            )
        return tuple(sorted(writes)) + ((layout.CLOSED, 1),) * bool(inside["closed"])

    # What is written down of records

    def _columns(self, deal: Deal) -> dict[int, int] | None:
        """By place in the row, the numbers in the records of a deal; None if they contain none."""
        records = deal.__dict__["_by_type"].values()
        if all(type(record).figures is Record.figures for record in records):
            return None
        figures = [figure for record in records for figure in real_record(record).figures()]
        self.blocks |= {name for name, _, _ in figures}
        numbers = [value or 0 for name, _, value in figures if name == "doubles"]
        self.lowering.doubles = max([self.lowering.doubles, *numbers])
        return dict(row_figures(self.lowering.rules, figures))


def _new(before: dict[int, int], after: dict[int, int]) -> Sequence[tuple[int, int]]:
    """The changes that a decision made."""
    return [(offset, value) for offset, value in after.items() if before.get(offset) != value]
