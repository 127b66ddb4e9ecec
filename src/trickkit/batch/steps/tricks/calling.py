"""What may be called in tricks: a diagram for each hand and all that was called before, which is walked at every turn.

The policy is asked about turns of which nothing is known but what it looks at: how many cards the hand has left, which
of some cards it holds, which hand took a trick, and whether its lead was one of some cards. What it looks at in the
deal before the tricks is asked for once, when they begin.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Question
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.cards import Held
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.looking import answers_of, look
from trickkit.batch.steps.tricks.turns import BlankCall, BlankTricks, BlankTurn, NoPlays, Open, Turning
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.policies.calling import Calling, CallMade, TurnToPlay

Calls = tuple[CallMade, ...]
Tree = tuple[Any, ...]
"""What depends on a turn: `("leaf", what)`, or a question and a tree for each of its answers."""


@define(eq=False)
class Callings:
    """Lowers what may be called in one phase.

    Args:
        lowering: of the rules.
        phase: of which calls are lowered.
        longest: the most calls of a deal.
    """

    lowering: Lowering
    phase: CallingTricks
    longest: int = 0
    _states: dict[tuple[int, ...], int] = field(init=False, factory=dict)
    _depths: dict[int, int] = field(init=False, factory=dict)
    _rows: dict[tuple[str, tuple[int, ...]], int] = field(init=False, factory=dict)
    _lowered: dict[Any, list[tuple[frozenset[tuple[Any, Any]], tuple[int, int]]]] = field(init=False, factory=dict)
    """By who chooses and the policy, for what was looked at: what may be called at first, and what calls show."""

    def lower(self) -> int:
        """The node that writes down what may be called before anything is.

        Raises:
            Unsupported: a policy looks at what cannot be asked for, or does what has no room.
        """
        lowering, calling = self.lowering, self.phase.calling
        if type(calling).changed is not Calling.changed or type(calling).must_play is not Calling.must_play:
            raise Unsupported(
                f"CallingTricks: {calling!r} changes the deal, or says what must be played; the batch engine has calls "
                "that do neither"
            )
        if sum(isinstance(one, CallingTricks) for one in lowering.rules.phases) > 1:
            raise Unsupported("CallingTricks: the batch engine has calls in one phase of a deal")
        faces, calls = len(lowering.rules.deck.faces), len(self.phase.calls)
        most = 128 if faces > 64 else 64
        if faces + calls > most:
            raise Unsupported(
                f"CallingTricks: {faces} faces and {calls} calls; the batch engine has room for {most} in all"
            )
        return lowering.knowledge.asked("CallingTricks", self._begun)

    def _begun(self, deal: BlankDeal) -> int:
        answers: Answers = deal.__dict__["_answers"]
        at = _Begun(self, deal, self.phase.calling.of(deal), self.phase.control.choosers(deal))
        before, alike = frozenset(answers.looked), self._lowered.setdefault((at.choosers, at.calling), [])
        found = next((one for looked, one in alike if looked <= answers.known.items()), None)
        if found is None:
            answers.looked.clear()
            found = at.state(()), at.shown()
            alike.append((frozenset((one, answers.known[one]) for one in answers.looked), found))
        state, shown = found
        answers.looked |= before
        self.longest = max(self.longest, self._depths[state])
        node = self.lowering.knowledge.node((layout.WRITE, layout.CALLS, state, 0))
        return self.lowering.knowledge.node((layout.WRITE, layout.CALLS_SHOW, shown, node))

    def numbered(self, roots: tuple[int, ...], depth: int) -> int:
        """The number of what may be called by each hand.

        Args:
            roots: by hand, the node at which a turn begins.
            depth: how many calls there may be.
        """
        number = self._states.get(roots)
        if number is None:
            number = self._states[roots] = self.lowering.add("turns", turns=[*roots])
        self._depths[number] = depth
        return number

    def depth(self, state: int) -> int:
        """How many calls there may be after what was called."""
        return self._depths[state]

    def row(self, table: str, row: tuple[int, ...]) -> int:
        """The number of a row in a table, in which equal ones are kept once."""
        if (table, row) not in self._rows:
            self._rows[table, row] = self.lowering.add(table, **{table: [*row]})
        return self._rows[table, row]

    def calls(self, after: tuple[int, ...]) -> int:
        """The number of what may be called, given by word what was called then; -1 for what may not be called."""
        lowering, before = self.lowering, len(self.lowering.tables["calls"])
        number = self.row("calls", after)
        if number == before:
            faces = len(lowering.rules.deck.faces)
            lowering.tables["may_call"] += lowering.mask(
                sum(1 << faces + place for place, one in enumerate(after) if one >= 0)
            )
        return number


@define(eq=False)
class _Begun:
    """Lowers what may be called where something is known of the deal before the tricks."""

    of: Callings
    deal: BlankDeal
    calling: Calling
    choosers: tuple[int, ...]
    _found: dict[Hashable, int | None] = field(init=False, factory=dict)
    _settled: dict[Any, tuple[Tree, tuple[Any, ...]]] = field(init=False, factory=dict)
    """By how sides come about, the tree that finds them out, and what it may find."""
    _words: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._words = [call.word for call in self.of.phase.calls]

    def state(self, calls: Calls) -> int:
        """The number of what may be called after some calls."""
        summary = self.calling.summary(calls)
        if summary in self._found:
            known = self._found[summary]
            if known is None:
                raise Unsupported(f"CallingTricks: {self.calling!r} lets seats call for ever")
            return known
        self._found[summary] = None
        roots, depth = [], 0
        for hand in self.deal.seats:
            may = [word for word in self._words if self._may(word, hand, calls)]
            tree = self._tree(lambda known, hand=hand, may=may: self._open(may, hand, calls, known), {})  # type: ignore[misc]
            after = {word: self.state(self._with(calls, hand, word)) for word in _leaves(tree)}
            depth = max([depth, *(1 + self.of.depth(one) for one in after.values())])
            written = partial(self._may_call, after)
            roots.append(self._node(tree, written))
        number = self._found[summary] = self.of.numbered(tuple(roots), depth)
        return number

    def shown(self) -> int:
        """The number of what calls show: by hand and word, a node that writes down the cards."""
        roots = []
        for hand in self.deal.seats:
            for word in self._words:
                tree = self._tree(lambda known, hand=hand, word=word: self._cards(word, hand, known), {})  # type: ignore[misc]
                roots.append(self._node(tree, self._masked))
        return self.of.row("shown", tuple(roots))

    def _with(self, calls: Calls, hand: int, word: str) -> Calls:
        return (*calls, BlankCall(self.choosers[hand], hand, word, -1))

    def _turn(self, hand: int, calls: Calls, known: dict[Question, Any]) -> TurnToPlay:
        """A turn of which something is known."""
        turning = Turning("CallingTricks", known, (), (), ())
        cards: Any = Held(turning, hand, self.deal.deck.all)
        tricks: Any = BlankTricks(turning, self.deal.players, self.of.lowering.most_cards)
        plays: Any = NoPlays(turning)
        return BlankTurn(self.deal, self.choosers[hand], hand, cards, tricks, plays, calls)

    def _may(self, word: str, hand: int, calls: Calls) -> bool:
        """Whether something may be called in some turn, as far as that can be said without looking at it."""
        try:
            return not self.calling.forbids(word, self._turn(hand, calls, {}))
        except Open:
            return True

    def _open(self, may: list[str], hand: int, calls: Calls, known: dict[Question, Any]) -> tuple[str, ...]:
        turn = self._turn(hand, calls, known)
        return tuple([word for word in may if not self.calling.forbids(word, turn)])

    def _cards(self, word: str, hand: int, known: dict[Question, Any]) -> int:
        shown = self.calling.shown(word, self._turn(hand, (), known))
        # Of a set of cards those are shown that the hand holds.
        return shown.mask if isinstance(shown, Held) and shown.seat == hand else int(shown)

    def _may_call(self, after: dict[str, int], words: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Where it is written down what may be called."""
        return ((layout.MAY_CALL, self.of.calls(tuple([after[one] if one in words else -1 for one in self._words]))),)

    # Trees

    def _tree(self, leaf: Callable[[dict[Question, Any]], Any], known: dict[Question, Any]) -> Tree:
        """All that a function finds, by what it looks at of a turn."""
        try:
            return "leaf", leaf(known)
        except Open as unanswered:
            question = unanswered.question
        if question[0] == "settled":
            # How the sides come about is found out once; a turn depends on what came of it.
            sides = question[1]
            if sides not in self._settled:
                tree = self._tree(lambda more: sides.settled(self.deal, self._turn(0, (), more).tricks), {})
                self._settled[sides] = tree, tuple(dict.fromkeys(_values(tree)))
            tree, found = self._settled[sides]
            return _grafted(tree, {one: self._tree(leaf, {**known, question: one}) for one in found})
        return _chosen(question, tuple([self._tree(leaf, {**known, question: one}) for one in answers_of(question)]))

    def _masked(self, cards: int) -> tuple[tuple[int, int], ...]:
        """Where the cards that are shown are written down."""
        return tuple(
            [(layout.SHOWS + layout.UPPER * place, word) for place, word in enumerate(self.of.lowering.mask(cards))]
        )

    def _node(self, tree: Tree, written: Callable[[Any], Iterable[tuple[int, int]]]) -> int:
        """The node of a tree; at its leaves something is written into the row: places, and what stands there."""
        knowledge, nodes = self.of.lowering.knowledge, dict[int, int]()

        def node_of(tree: Tree) -> int:
            # A tree that was grafted has the same parts in many places.
            node = nodes.get(id(tree))
            if node is None:
                node = nodes[id(tree)] = leaf(tree[1]) if tree[0] == "leaf" else asked(*tree)
            return node

        def leaf(what: Any) -> int:
            node = 0
            for place, number in written(what):
                node = knowledge.node((layout.WRITE, place, number, node))
            return node

        def asked(question: Question, *after: Tree) -> int:
            return knowledge.node((layout.ASK, *look(self.of.lowering, question), *map(node_of, after)))

        return node_of(tree)


def _chosen(question: Question, after: tuple[Tree, ...]) -> Tree:
    """A question with what comes after each of its answers, where it makes a difference."""
    first = after[0]
    return (question, *after) if any(one is not first and one != first for one in after) else first


def _grafted(tree: Tree, after: dict[Any, Tree]) -> Tree:
    """A tree in which others stand for its leaves."""
    if tree[0] == "leaf":
        return after[tree[1]]
    return _chosen(tree[0], tuple([_grafted(one, after) for one in tree[1:]]))


def _values(tree: Tree) -> list[Any]:
    """What stands at the leaves of a tree, where the same parts stand in many places once for all of them."""
    found, waiting, seen = list[Any](), [tree], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if one[0] == "leaf":
            found.append(one[1])
        else:
            waiting += reversed(one[1:])
    return found


def _leaves(tree: Tree) -> dict[str, None]:
    """The words at the leaves of a tree."""
    return dict.fromkeys(word for words in _values(tree) for word in words)
