"""Tabulated policies: the results of resolution, ranking and follow policies, cached as integers.

A policy is plain Python and may be slow; the engine reads only the tables here. A context is tabulated when it first
occurs in a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import Any

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Face, Suit
from trickkit.policies.follow import CONTEXT, Context, Follow, Step
from trickkit.policies.ranking import Ranked, Ranking
from trickkit.policies.resolution import Best, Resolution, StrongestWins

__all__ = ["Cascade", "Node", "TrickTables", "cascade"]

Cascade = tuple[tuple[int, int, int], ...]
"""Triples of two masks and a number (binds, allowed, at_least). The first triple counts of which the hand holds
`at_least` faces of `binds`: it may play the faces of `allowed`."""


def cascade(follow: Follow, context: Context) -> Cascade:
    """The steps of a follow policy in a context, closed by one that allows everything.

    Raises:
        InvalidRules: the policy returns something other than steps, or a step could leave nothing to play.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("KA")
    >>> context = Context(deck=deck, ranking=HighCard(), led=deck.suits[0])
    >>> cascade(MustFollow(), context)
    ((3, 3, 1), (255, 255, 1))
    """
    steps = tuple((step.binds, step.allowed, step.at_least) for step in _steps(follow, context))
    for binds, allowed, _ in steps:
        if binds & ~context.whole(allowed) and not (follow.ends and binds == context.all and not allowed):
            raise InvalidRules(
                f"{quoted(follow)}: a step binds a card that it does not allow, which could leave nothing to play"
            )
    return (*steps, (context.all, context.all, 1))


def _steps(follow: Follow, context: Context) -> tuple[Step, ...]:
    """The steps of the policy, after a check that they are a tuple: its comma or `return` is easily forgotten."""
    try:
        given: object = follow.steps(context)
    except InvalidRules as error:
        named = "" if type(follow).__name__ in error.message else f"{type(follow).__name__}.steps: "
        raise InvalidRules(f"{named}{error.message}") from error
    steps = tuple(given) if isinstance(given, Iterable) else (None,)
    if not all(isinstance(step, Step) for step in steps):
        raise InvalidRules(
            f"{quoted(follow)}: steps returned {quoted(given)}; it must return a tuple: (Step(allowed, rule), ...), "
            "() for none"
        )
    return steps


class Cascades(dict[tuple[int, bool, bool, bool], Cascade]):
    """The cascades for one situation of a trick, by the parts of it that the follow policy reads.

    The key is who is winning (hands clockwise from the one that plays, 0 for nobody), whether it is the first trick,
    whether a suit is broken, and whether the hand is the declarer's. Anything that the policy does not read is 0 or
    False. The policy is called when a cascade is first looked up.
    """

    def __init__(self, tables: TrickTables, node: Node) -> None:
        super().__init__()
        self.tables = tables
        self.node = node

    def __missing__(self, key: tuple[int, bool, bool, bool]) -> Cascade:
        self[key] = answer = cascade(self.tables.follow, self.tables.context(self.node, *key))
        return answer


class Node:
    """The value of a trick after a number of plays; `node[bit]` is the node after the play of a bit's face.

    The policies are called when a node is first looked up. Nodes with the same value and number of plays are equal.

    Args:
        tables: the tables to which it belongs.
        place: the number of plays.
        value: what the resolution returned.

    Computed attributes: `led`, `winner`, `best` and `leads` as the resolution returns them; `cascades`, what may be
    played next; `after`, by the number of a face in the deck, the known next nodes, otherwise None.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import Tricks
    >>> deck = french()
    >>> node = Tricks().tables(deck, trump=None).root[deck.kinds["TS"]][deck.kinds["KS"]]
    >>> node.winner, str(node.led), str(node.best)
    (1, 'spades', 'KS')
    """

    __slots__ = (
        "_unchanged",
        "_values",
        "after",
        "best",
        "cascades",
        "leads",
        "led",
        "place",
        "tables",
        "value",
        "winner",
    )

    def __init__(self, tables: TrickTables, place: int, value: Hashable) -> None:
        self.tables, self.place, self.value = tables, place, value
        self._unchanged: Node | None = None
        self._values: list[Any] | None = None
        self.after: list[Node | None] = [None] * len(tables.deck.faces)
        self.led, self.winner, self.best, self.leads = tables.answers(value, place)
        self.cascades = tables.cascades_of(self)

    def __getitem__(self, bit: int) -> Node:
        face_index = bit.bit_length() - 1
        after = self.after[face_index]
        if after is None:
            tables, value = self.tables, self.value_after(face_index)
            # Most plays do not win the trick and change nothing, so no value has to be looked up.
            after = self._unchanged if value is self.value else None
            if after is None:
                after = tables.node(self.place + 1, value)
                if value is self.value:
                    self._unchanged = after
            for alike in self.tables.alike[face_index]:
                self.after[alike] = after
        return after

    def value_after(self, number: int) -> Any:
        """The value of the resolution after the play of a face, given by its index in the deck."""
        tables = self.tables
        if self._values is None and self.place and tables.keeps_the_strongest:
            self._values = tables.stronger(self.value, self.place)
        if self._values is not None:
            return self._values[number]
        return tables.resolution.fold(self.value, tables.deck.faces[number], self.place, tables.ranked)

    def values_after(self) -> list[Any]:
        """The values of the resolution after the play of each face, cached."""
        if self._values is None:
            first = [
                self.value_after(alike[0]) if alike[0] == index else None
                for index, alike in enumerate(self.tables.alike)
            ]
            self._values = [first[alike[0]] for alike in self.tables.alike]
        return self._values

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Node) and (self.place, self.value) == (other.place, other.value))

    def __hash__(self) -> int:
        return hash((self.place, self.value))

    def __repr__(self) -> str:
        return f"<a trick of {self.place} plays: {self.value!r}>"


@frozen(eq=False)
class TrickTables:
    """The tabulated policies of a trick under one trump.

    Args:
        deck: the deck in use.
        ranking: asked for suits and strengths.
        follow: asked for cascades.
        trump: the trump suit, or None.
        resolution: folded over the plays.
        stock: whether the stock has cards, if the follow policy reads it.

    Computed attribute: `root`, the node of a trick before its lead.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> from trickkit.policies.ranking import HighCard
    >>> tables = TrickTables(french("KA"), HighCard(), MustFollow(), None)
    >>> tables.root[0b1][0b10].winner, tables.root[0b10][0b1].winner
    (1, 0)
    >>> tables.root[0b10].cascades[0, False, False, False]
    ((3, 3, 1), (255, 255, 1))
    """

    deck: Deck
    ranking: Ranking
    follow: Follow
    trump: Suit | None
    resolution: Resolution = StrongestWins()
    stock: bool = False
    root: Node = field(init=False)
    _nodes: dict[tuple[int, Hashable], Node] = field(init=False, factory=dict)
    _cascades: dict[Hashable, Cascades] = field(init=False, factory=dict)
    _beating: dict[tuple[int, Hashable], int] = field(factory=dict)
    _bests: dict[tuple[int, int], list[Best]] = field(init=False, factory=dict)
    """By led suit and number of plays, the value where a face is the best one, by face."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.follow.reads, tuple):
            raise InvalidRules(
                f"{quoted(self.follow)}: reads = {quoted(self.follow.reads)} is not a tuple; write it like reads = "
                '("first",)'
            )
        unknown = [name for name in self.follow.reads if name not in CONTEXT]
        if unknown:
            raise InvalidRules(
                f"{quoted(self.follow)} reads {quoted(unknown[0])}; a follow policy may read {', '.join(CONTEXT)}"
            )
        # Ask for every suit and strength, and for every suit that may be led, so that a policy that cannot answer is
        # found before a game.
        if isinstance(self.resolution, StrongestWins):
            self.strengths  # noqa: B018
        root = self.node(0, self.resolution.start(self.ranked))
        object.__setattr__(self, "root", root)
        suits_led: set[Suit | None] = set()
        for bit in self.deck.card_of:
            after = root[bit]
            if after.led not in suits_led:
                suits_led.add(after.led)
                after.cascades[int(self.reads_winner), False, False, False]

    @cached_property
    def ranked(self) -> Ranked:
        """The ranking under the trump."""
        return Ranked(self.ranking, self.trump)

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """By the index of a face in the deck, the indices of all its equal copies."""
        numbers: dict[Face, list[int]] = {}
        for index, face in enumerate(self.deck.faces):
            numbers.setdefault(face, []).append(index)
        return tuple(tuple(numbers[face]) for face in self.deck.faces)

    @cached_property
    def by_suit(self) -> dict[Suit, int]:
        """By suit, the faces that belong to it, as a mask."""
        belongs: dict[Suit, int] = {}
        for index, face in enumerate(self.deck.faces):
            suit = self.ranked.suit(face)
            belongs[suit] = belongs.get(suit, 0) | 1 << index
        return belongs

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """All suits to which faces belong, in the order in which they first appear."""
        return tuple(dict.fromkeys(self.ranked.suit(face) for face in self.deck.faces))

    @cached_property
    def strengths(self) -> tuple[tuple[int, ...], ...]:
        """By led suit, in the order of `suits`, and by face, its strength."""
        return tuple(tuple(self.ranked.strength(face, led) for face in self.deck.faces) for led in self.suits)

    @cached_property
    def keeps_the_strongest(self) -> bool:
        """Whether strengths alone decide the trick: the first of the strongest cards wins."""
        return type(self.resolution) is StrongestWins

    @cached_property
    def reads_best(self) -> bool:
        """Whether the follow policy reads the best face so far."""
        return "best" in self.follow.reads

    @cached_property
    def reads_first(self) -> bool:
        """Whether the follow policy reads whether it is the first trick."""
        return "first" in self.follow.reads

    @cached_property
    def reads_broken(self) -> bool:
        """Whether the follow policy reads whether a suit is broken."""
        return "broken" in self.follow.reads

    @cached_property
    def reads_winner(self) -> bool:
        """Whether the follow policy reads who is winning."""
        return "winner" in self.follow.reads

    @cached_property
    def reads_declares(self) -> bool:
        """Whether the follow policy reads whether the hand is the declarer's."""
        return "declares" in self.follow.reads

    @cached_property
    def reads_value(self) -> bool:
        """Whether the follow policy reads the value of the resolution."""
        return "value" in self.follow.reads

    def node(self, place: int, value: Hashable) -> Node:
        """The node for a value of the resolution after a number of plays.

        Raises:
            InvalidRules: the resolution returns something invalid.
        """
        try:
            node = self._nodes.get((place, value))
        except TypeError:
            raise InvalidRules(
                f"{quoted(self.resolution)}: fold returned {quoted(value)}, which cannot be hashed; a value must be "
                "frozen"
            ) from None
        if node is None:
            node = self._nodes[place, value] = Node(self, place, value)
        return node

    def answers(self, value: Any, place: int) -> tuple[Suit | None, int | None, Face | None, int]:
        """The results for a value: the suit to follow, the winning play, its face, and the play that leads next.

        Raises:
            InvalidRules: the resolution returns something invalid.
        """
        if not place:
            return None, None, None, 0
        resolution = self.resolution
        led: Any = resolution.led(value)
        winner: Any = resolution.winner(value)
        best: Any = resolution.best(value)
        leads: Any = resolution.leads(value) if winner is None else winner
        places = f"a place from 0 to {place - 1}"
        for name, given, right, expected in (
            ("led", led, led is None or isinstance(led, Suit), "a Suit, or None"),
            ("winner", winner, winner is None or _is_place(winner, place), f"{places}, or None"),
            ("best", best, best is None or isinstance(best, Face), "a Face, or None"),
            ("leads", leads, _is_place(leads, place), places),
        ):
            if not right:
                raise InvalidRules(
                    f"{quoted(resolution)}: {name} returned {quoted(given)} for {quoted(value)} after {place} plays; "
                    f"it must return {expected}"
                )
        return led, winner, best, leads

    def cascades_of(self, node: Node) -> Cascades:
        """The cascades at a node, shared by all nodes that are equal in everything the follow policy reads."""
        best = (node.best, self.beating(node)) if self.reads_best else None
        key = not node.place, node.led, best, node.value if self.reads_value else None
        cascades = self._cascades.get(key)
        if cascades is None:
            cascades = self._cascades[key] = Cascades(self, node)
        return cascades

    def stronger(self, value: Any, place: int) -> list[Best]:
        """By face, the value of an ordinary trick after it is played as number `place`, found from strengths alone."""
        suit = self.suits.index(value.led)
        strengths = self.strengths[suit]
        if (suit, place) not in self._bests:
            self._bests[suit, place] = [Best(value.led, face, place) for face in self.deck.faces]
        least, bests = strengths[self.deck.faces.index(value.face)], self._bests[suit, place]
        return [best if strength > least else value for strength, best in zip(strengths, bests, strict=True)]

    def beating(self, node: Node) -> int:
        """The faces that win the trick so far if they are played now, as a mask."""
        if not node.place:
            return self.deck.all
        resolution, play_index, key = self.resolution, node.place, (node.place, node.value)
        if key not in self._beating:
            wins = [resolution.winner(value) == play_index for value in node.values_after()]
            self._beating[key] = sum([1 << index for index, won in enumerate(wins) if won])
        return self._beating[key]

    def context(
        self, node: Node, winner: int = 0, first: bool = False, broken: bool = False, declares: bool = False
    ) -> Context:
        """The context with which the follow policy is called.

        Args:
            node: the state of the trick.
            winner: the winning hand, as the number of hands clockwise from the one that plays; 0 for none.
            first: whether it is the first trick.
            broken: whether a card that breaks a suit has been played.
            declares: whether the hand that plays is the declarer's.
        """
        return Context(
            deck=self.deck,
            ranking=self.ranking,
            reads=self.follow.reads,
            led=node.led,
            trump=self.trump,
            best=node.best,
            first=first,
            broken=broken,
            winner=winner or None,
            stock=self.stock,
            value=node.value,
            declares=declares,
            leads=not node.place,
            beats=self.beating(node) if self.reads_best else None,
            suits=self.by_suit,
        )

    def reachable(self, plays: int) -> Iterator[Node]:
        """Every node of tricks with up to a number of plays, in order of discovery, the root first."""
        # Equal nodes of these tables are the same object.
        met = {id(self.root)}
        waiting = [self.root]
        for node in waiting:
            yield node
            if node.place == plays:
                continue
            for bit in self.deck.card_of:
                after = node[bit]
                if id(after) not in met:
                    met.add(id(after))
                    waiting.append(after)


def _is_place(given: object, places: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given < places
