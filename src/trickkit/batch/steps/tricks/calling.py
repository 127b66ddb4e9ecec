"""What may be called in tricks: a diagram for each hand and each sequence of earlier calls, walked at every turn.

The policy is called with symbolic turns, which record what it reads: how many cards the hand has left, which of certain
cards it holds, which hand took a trick, and whether the lead was one of certain cards. Questions about the deal before
the tricks are answered once, when the tricks begin.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Question
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.budget import TURN
from trickkit.batch.lowering.cards import Gathered, Held
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.knowledge import Look
from trickkit.batch.lowering.recalled import Recalled
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.in_turn import WHOLE, DealInTurn
from trickkit.batch.steps.tricks.sided import facts_of
from trickkit.batch.steps.tricks.single import BlankTricks
from trickkit.batch.steps.tricks.traced import written
from trickkit.batch.steps.tricks.trees import Tree, Trees, values
from trickkit.batch.steps.tricks.turns import BlankCall, BlankTurn, LooksAtTurn, NoPlays, Open, Turning
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.sides import Settled, Sides

CLOSE = (layout.WRITE, layout.CLOSED, 1)
"""The effect of a call that ends the deal."""
LOOK_AT_LESS = (
    "all words are tried together: let fewer of them read cards, let them read fewer cards, or let "
    "`Calling.summary` return less of earlier calls"
)
"""Advice on how to reduce the work."""
Calls = tuple[CallMade, ...]
Known = dict[Question, Any]
Writing = Callable[[Any], Iterable[tuple[int, int]]]
"""A function from the content of a leaf to what is written into the row."""


class AsksAboutSides(Exception):
    """A turn depends on sides that have not been asked about before."""


@define(eq=False)
class Callings:
    """Lowers the calls of one phase.

    Args:
        lowering: the lowering of the rules.
        phase: the phase whose calls are lowered.
        longest: the most calls in a deal.
    """

    lowering: Lowering
    phase: CallingTricks
    longest: int = 0
    _states: dict[tuple[int, ...], int] = field(init=False, factory=dict)
    _rows: dict[tuple[str, tuple[int, ...]], int] = field(init=False, factory=dict)
    lowered: Recalled = field(init=False, factory=Recalled)
    """Results of lowering, reused for all deals with the same answers."""
    depths: dict[int, int] = field(init=False, factory=dict)
    """By number of a state, the most calls after it."""
    trees: Trees = field(init=False, factory=Trees)
    sides: dict[Sides, None] = field(init=False, factory=dict)
    """All sides that turns have asked about."""
    _looks: dict[Question, Look] = field(init=False, factory=dict)
    by_turn: bool = False
    """Whether calls of the current turn and earlier calls are distinguished."""
    kinds: set[type[Any]] = field(init=False, factory=set)
    """The types of records that turns read."""

    def lower(self) -> int:
        """The node that writes what may be called before the first call.

        Raises:
            Unsupported: a policy reads something that it cannot ask for, or its results do not fit into the row.
        """
        lowering = self.lowering
        others = [other for other in lowering.rules.phases if isinstance(other, CallingTricks)]
        if any((other.calling, other.control) != (self.phase.calling, self.phase.control) for other in others):
            raise Unsupported("CallingTricks: in all phases of a deal the batch engine has the same calls")
        faces, calls = len(lowering.rules.deck.faces), len(self.phase.calls)
        most = 128 if faces > 64 else 64
        if faces + calls > most:
            raise Unsupported(
                f"CallingTricks: {faces} faces and {calls} calls; the batch engine has room for {most} in all"
            )
        while True:
            known = lowering.changes(self.phase)
            try:
                node = lowering.knowledge.asked("CallingTricks", self._begun)
            except LooksAtTurn:
                self.by_turn = True
            else:
                trumps, outcomes = lowering.changes(self.phase)
                if trumps == known[0] and (outcomes == known[1] or self.kinds.isdisjoint(lowering.recorded)):
                    return node
            # Everything is lowered again, since turns turn out to differ in earlier calls, in the trump or in a record.
            self.lowered, self._looks = Recalled(), {}

    def _begun(self, deal: BlankDeal) -> int:
        answers: Answers = deal.__dict__["_answers"]
        begun = _Begun(self, deal, answers, self.phase.calling, self.phase.control.choosers(deal))
        if self.lowering.changing and ("trump",) in answers.looked:
            raise Unsupported(
                f"CallingTricks: the control {self.phase.control!r} looks at the trump, which calls change"
            )
        # Turns depend on settled sides only through the trees that compute these.
        alike = begun.choosers, begun.settled_apart()
        try:
            state = self.lowered.once(("state", alike), answers.known, answers.looked, lambda: begun.state(()))
            shown = self.lowered.once(("shown", alike), answers.known, answers.looked, begun.shown)
        except AsksAboutSides:
            return self._begun(deal)
        turns = len(self.lowering.rules.deck) if self.by_turn else 1
        self.longest = max(self.longest, self.depths[state] * turns)
        node = self.lowering.knowledge.node((layout.WRITE, layout.CALLS, state, 0))
        return self.lowering.knowledge.node((layout.WRITE, layout.CALLS_SHOW, shown, node))

    def numbered(self, roots: tuple[int, ...], depth: int) -> int:
        """The number that stands for what each hand may call.

        Args:
            roots: by hand, the first node of a turn.
            depth: the most calls.
        """
        roots = (*roots, -1)
        state = self._states.get(roots)
        if state is None:
            state = self._states[roots] = self.lowering.add("turns", turns=[*roots])
        self.depths[state] = depth
        return state

    def look(self, question: Question) -> Look:
        """How compiled code looks for an answer."""
        if question not in self._looks:
            self._looks[question] = self.lowering.knowledge.look("CallingTricks", question, {})
        return self._looks[question]

    def row(self, table: str, row: tuple[int, ...]) -> int:
        """The number of a row in a table that stores equal ones once."""
        if (table, row) not in self._rows:
            self._rows[table, row] = self.lowering.add(table, **{table: [*row]})
        return self._rows[table, row]

    def calls(self, after: tuple[int, ...]) -> int:
        """The number of possible calls, given the state after each word; -1 for a word that may not be called."""
        lowering, before = self.lowering, len(self.lowering.tables["calls"])
        row = self.row("calls", after)
        if row == before:
            faces = len(lowering.rules.deck.faces)
            lowering.tables["may_call"] += lowering.mask(
                sum(1 << faces + index for index, state in enumerate(after) if state >= 0)
            )
        return row


@define(eq=False)
class _Begun:
    """Lowers calls for a partially known deal before the tricks."""

    of: Callings
    deal: BlankDeal
    answers: Answers
    calling: Calling
    choosers: tuple[int, ...]
    _found: dict[Hashable, int | None] = field(init=False, factory=dict)
    _settled: dict[Sides, tuple[Tree, list[tuple[Settled | None, Known]]]] = field(init=False, factory=dict)
    _words: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._words = [call.word for call in self.of.phase.calls]

    def state(self, calls: Calls, called: Calls = ()) -> int:
        """The number of what may be called after some calls, the last of which were made in this turn."""
        by_turn = self.of.by_turn
        summary = self.calling.summary(calls), tuple([call.word for call in called]) if by_turn else ()
        if summary in self._found:
            known = self._found[summary]
            if known is None:
                raise Unsupported(f"CallingTricks: {self.calling!r} lets seats call for ever")
            return known
        # Calls in other turns may lead back to this state, so it gets its number before they are known.
        row = self._found[summary] = self.of.lowering.add("turns", turns=[]) if by_turn else None
        roots, depth, apart = list[int](), 0, self.settled_apart()
        if by_turn and len(called) > len(self._words):
            raise Unsupported(f"CallingTricks: {self.calling!r} lets a seat call for ever")
        for hand in self.deal.seats:
            open_ = partial(self._open, hand, calls, called)
            # Turns are usually alike in deals that differ only in other choosers or cards.
            key = self.choosers, hand, summary
            find = partial(self._tree, open_, {}, key)
            tree = self.of.lowered.once((key, apart), self.answers.known, self.answers.looked, find)
            after = {}
            for word in _leaves(tree):
                made = BlankCall(self.choosers[hand], hand, word, -1)
                over = self._ends(word, hand)
                after[word] = 0 if over else self.state((*calls, made), (*called, made) if by_turn else ())
                depth = max(depth, 1 if over else 1 + self.of.depths.get(after[word], 0))
            roots.append(self._node(tree, partial(self._may_call, after)))
        if row is None:
            row = self._found[summary] = self.of.numbered(tuple(roots), depth)
        else:
            self.of.lowering.tables["turns"][row] = [*roots, self.state(calls) if called else -1]
            self.of.depths[row] = depth
        return row

    def _ends(self, word: str, hand: int) -> bool:
        """Whether a call always ends the deal."""
        return all(CLOSE in effect for effect in values(self._effect(word, hand)))

    def _effect(self, word: str, hand: int) -> Tree:
        """The effect of a call on the deal, by what it reads: nodes without the index of the next one."""
        key = "effect", self.choosers, word, hand
        find = partial(self._tree, partial(self._changed, word, hand))
        return self.of.lowered.once(key, self.answers.known, self.answers.looked, find)

    def _changed(self, word: str, hand: int, known: Known) -> tuple[tuple[int, ...], ...]:
        lowering, knowledge = self.of.lowering, self.of.lowering.knowledge
        if type(self.calling).changed is Calling.changed:
            return ()
        deal = DealInTurn.at(self.deal, Turning("CallingTricks", known, (), (), ()), self.of)
        after: Any = self.calling.changed(deal, BlankCall(self.choosers[hand], hand, word, -1))
        if after is deal:
            return ()
        inside = after.__dict__
        nodes = [*written(lowering, self.of.phase, f"CallingTricks: {word}", after, "stock", "out", "_exchanged")]
        if "trump" in inside:
            nodes.append((layout.WRITE, layout.CHANGED, 1))
        if "_exchanged" in inside:
            of, text = inside["_exchanged"]
            nodes.append((layout.EXCHANGE, of, knowledge.mask(lowering.rules.deck.kinds[text])))
        elif not {"stock", "out"}.isdisjoint(inside):
            out = inside["out"].mask if "out" in inside else None
            if len(inside.get("stock", (0,))) or not isinstance(out, Gathered) or out.places != WHOLE or out.held:
                raise Unsupported(f"CallingTricks: {word} moves cards in another way than closing the stock")
            lowering.closes = True
            nodes.append((layout.CLOSE_STOCK, knowledge.mask(lowering.rules.deck.all)))
        if not inside["closed"]:
            return tuple(nodes)
        knowledge.ends = True
        return (*nodes, CLOSE)

    def shown(self) -> int:
        """The number that stands for what calls show: by hand and word, a node that writes the cards."""
        roots = []
        for hand in self.deal.seats:
            for word in self._words:
                roots.append(
                    self._node(self._tree(partial(self._cards, word, hand)), partial(self._masked, layout.SHOWS))
                )
        for hand in self.deal.seats:
            roots += [self._chain(self._effect(word, hand)) for word in self._words]
        return self.of.row("shown", tuple(roots))

    def _chain(self, tree: Tree) -> int:
        """The node of an effect."""
        knowledge, node = self.of.lowering.knowledge, 0
        if tree[0] == "leaf":
            for numbers in reversed(tree[1]):
                node = knowledge.node((*numbers, node))
            return node
        question, *after = tree
        return knowledge.node((layout.ASK, *self.of.look(question)[:3], *map(self._chain, after)))

    def _turn(self, hand: int, calls: Calls, called: Calls, known: Known) -> TurnToPlay:
        """A partially known turn."""
        turning = Turning("CallingTricks", known, (), (), ())
        turning.of_deal = self.answers
        turning.called = called if self.of.by_turn else None
        cards: Any = Held(turning, hand, self.deal.deck.all)
        tricks: Any = BlankTricks(turning, self.deal.players, self.of.lowering.most_tricks)
        plays: Any = NoPlays(turning)
        deal = DealInTurn.at(self.deal, turning, self.of)
        return BlankTurn(deal, self.choosers[hand], hand, cards, tricks, plays, calls)

    def _open(self, hand: int, calls: Calls, called: Calls, known: Known) -> tuple[tuple[str, ...], int]:
        """What may be called in a turn, and the cards of which one must be played, as a mask."""
        turn = self._turn(hand, calls, called, known)
        words = tuple([word for word in self._words if not self.calling.forbids(word, turn)])
        return words, int(self.calling.must_play(turn)) if self._binds else 0

    @property
    def _binds(self) -> bool:
        """Whether calls may restrict what must be played."""
        return type(self.calling).must_play is not Calling.must_play

    def _cards(self, word: str, hand: int, known: Known) -> int:
        shown = self.calling.shown(word, self._turn(hand, (), (), known))
        # Of a set of cards, the hand shows those that it holds.
        return shown.mask if isinstance(shown, Held) and shown.seat == hand else int(shown)

    def _may_call(self, after: dict[str, int], found: tuple[tuple[str, ...], int]) -> tuple[tuple[int, int], ...]:
        """The places for the calls allowed and for the cards that must be played, with their values."""
        words, must = found
        calls = self.of.calls(tuple([after[word] if word in words else -1 for word in self._words]))
        return (
            ((layout.MAY_CALL, calls), *self._masked(layout.MUST, must)) if self._binds else ((layout.MAY_CALL, calls),)
        )

    # Trees

    def _tree(self, leaf: Callable[[Known], Any], known: Known | None = None, key: Hashable = None) -> Tree:
        """The tree of all results of a function, by what it reads in a turn.

        Args:
            leaf: computes a result, given what is known about the turn; raises `Open`.
            known: what is known about the turn.
            key: everything else on which it depends besides the deal and the turn; None if it is not reused.
        """
        known = known or {}
        self.of.lowering.budget.spend("CallingTricks", TURN, LOOK_AT_LESS)
        try:
            return self.of.trees.leaf(leaf(known))
        except Open as unanswered:
            question = unanswered.question
        if question[0] == "settled":
            return self._after_settled(question, leaf, known, key)
        after = [self._tree(leaf, {**known, question: answer}, key) for answer in self.of.look(question)[3].values()]
        return self.of.trees.chosen(question, after)

    def settled_apart(self, but: Sides | None = None) -> tuple[int, ...]:
        """By sides that turns ask about, except given ones: the tree that determines them."""
        return tuple([id(self._settled_by(sides)[0]) for sides in self.of.sides if sides != but])

    def _settled_by(self, sides: Sides) -> tuple[Tree, list[tuple[Settled | None, Known]]]:
        """The tree that determines who plays together, and its possible results, each with everything then known."""
        if sides not in self._settled:

            def find() -> Tree:
                return self._tree(lambda known: sides.settled(self.deal, self._turn(0, (), (), known).tricks))

            answers, players = self.answers, self.deal.players
            tree = self.of.lowered.once(("settled", sides), answers.known, answers.looked, find)
            facts = [(settled, {**answers.known, **facts_of(sides, settled, players)}) for settled in values(tree)]
            self._settled[sides] = tree, facts
        return self._settled[sides]

    def _after_settled(self, question: Question, leaf: Callable[[Known], Any], known: Known, key: Hashable) -> Tree:
        """The tree that determines who plays together, and continues with results that depend on that and the turn."""
        sides, looked, after, turn = question[1], self.answers.looked, {}, frozenset(known.items())
        if sides not in self.of.sides:
            self.of.sides[sides] = None
            raise AsksAboutSides
        tree, results = self._settled_by(sides)
        others = self.settled_apart(sides)
        # If the result depends on several sides, only the facts used about the first ones are distinguished.
        whole = key is None or any(kind == "settled" for kind, *_ in known)
        for settled, facts in results:
            find = partial(self._tree, leaf, {**known, question: settled}, key)
            if whole:
                after[settled] = find()
            else:
                after[settled] = self.of.lowered.once(
                    (key, others, turn, question, settled is None), facts, looked, find
                )
            looked.difference_update([fact for fact in looked if fact[0] == "sided" and fact[1] == sides])
        return self.of.trees.grafted(tree, after)

    def _masked(self, place: int, cards: int) -> tuple[tuple[int, int], ...]:
        """The places for a mask that begins at a place, with their values."""
        return tuple([(place + layout.UPPER * index, word) for index, word in enumerate(self.of.lowering.mask(cards))])

    def _node(self, tree: Tree, written: Writing) -> int:
        """The node of a tree, whose leaves write values to places in the row."""
        return self._node_of(tree, written, {})

    def _node_of(self, tree: Tree, written: Writing, nodes: dict[int, int]) -> int:
        # The same parts occur in many places.
        if id(tree) not in nodes:
            knowledge, node = self.of.lowering.knowledge, 0
            question, *after = tree
            if question == "leaf":
                for column, value in written(*after):
                    node = knowledge.node((layout.WRITE, column, value, node))
            else:
                children = [self._node_of(subtree, written, nodes) for subtree in after]
                node = knowledge.node((layout.ASK, *self.of.look(question)[:3], *children))
            nodes[id(tree)] = node
        return nodes[id(tree)]


def _leaves(tree: Tree) -> dict[str, None]:
    """The words at the leaves of a tree."""
    return dict.fromkeys(word for words, _ in values(tree) for word in words)
