"""Plans for dealing the unknown cards of a view in compiled code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from random import Random

import numpy as np
from attrs import evolve, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import halves
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.run.chunks import MANY, in_memory, whole
from trickkit.batch.run.resume import loaded, prevented, ready
from trickkit.batch.worlds.deal import ROW_AT, deal_worlds
from trickkit.batch.worlds.history import DealHistory, Uncertain
from trickkit.batch.worlds.incremental import begins, goes_on_from, remember
from trickkit.batch.worlds.plan import AWAY, STOCK, UNDER, Plan, places_put_away
from trickkit.batch.worlds.recent import RecentCache
from trickkit.batch.worlds.sharing import shared_out
from trickkit.batch.worlds.template import Template, check_findings
from trickkit.batch.worlds.unseen import Listed, take_out
from trickkit.errors import GameOver, InvalidRules, quoted
from trickkit.play.state import State
from trickkit.play.view import View

__all__ = ["Dealer"]

MOST = 2**62
"""The highest number of a world."""
REMEMBERED = 8
"""The number of views whose dealers are cached, since a search asks for worlds of the same view repeatedly."""


@frozen(eq=False, slots=False)
class Dealer:
    """Deals the worlds of a view into rows of the batch engine.

    Args:
        program: the program of the view's rules.
        view: a view of an unfinished game, in a position that the compiled engine can continue.
        plan: the plan by which compiled code deals its worlds (`deal.deal_world`); None if it cannot.
        why: what prevents that; `""` if nothing does.
        worlds: the sampled worlds, if compiled code does not deal them; see `sampled`.

    >>> from trickkit import load
    >>> dealer = Dealer.of(load("hearts").start(seed=7).view(0))
    >>> rows, decks = dealer.rows(100, seed=1)
    >>> rows.shape[0], dealer.how
    (100, 'compiled')
    """

    program: Program
    view: View
    plan: Plan | None
    why: str = ""
    worlds: tuple[State, ...] = ()

    @classmethod
    def of(cls, view: View) -> Dealer:
        """The dealer of a view, cached for the most recent views.

        Args:
            view: a view of an unfinished game.

        Raises:
            InvalidRules: the argument is not a View.
            GameOver: the game is over.
            Unsupported: the compiled engine cannot continue the position.
        """
        if not isinstance(view, View):
            raise InvalidRules(f"worlds are dealt from a View, not from {quoted(view)}")
        if view.is_over:
            raise GameOver("the game is over, so there are no worlds to play on", game=view.rules.key)
        return _remembered.get(view) or _remembered.keep(view, cls._made(view))

    @classmethod
    def _made(cls, view: View) -> Dealer:
        program = compile_rules(view.rules)
        continued = goes_on_from(program, view)
        if continued is not None:
            return cls(program, view, continued)
        why = prevented(program, view)
        if why:
            raise Unsupported(why)
        if program.why:
            # The outcomes of phases in Python may depend on the cards, so worlds are sampled.
            return cls(program, view, None, program.why)
        try:
            opening = begins(program, view)
            if opening is not None:
                return cls(program, view, opening)
            template = _template(program, view)
            check_findings(program, view, template)
            plan = planned(program, view, template)
            remember(program, view, plan)
            return cls(program, view, plan)
        except Unsupported as error:
            return cls(program, view, None, str(error))

    def sampled(self, n: int, seed: int) -> Dealer:
        """The dealer with sampled worlds to choose from, if compiled code cannot deal them.

        Args:
            n: the number of worlds; the result has fewer if hardly any agree with the view.
            seed: any integer.

        Raises:
            Unsupported: phases in Python have more outcomes in these worlds than there is room for.
        """
        if self.plan is not None:
            return self
        worlds = self.view._worlds.several(Random(f"{seed}/worlds"), n)
        return evolve(self, program=ready(self.program, *worlds), worlds=worlds)

    @cached_property
    def _rows(self) -> list[tuple[Array, Array]]:
        """The sampled worlds, as rows."""
        return [loaded(self.program, world) for world in self.worlds]

    @cached_property
    def world(self) -> State:
        """A world of the view, as `view.sample` returns it."""
        return self.worlds[0] if self.worlds else self.view.sample(Random(0))

    @property
    def how(self) -> str:
        """The way worlds are made: `"compiled"`, dealt by compiled code; or `"sampled"`, by `view.sample`."""
        return "sampled" if self.plan is None else "compiled"

    @in_memory()
    def rows(self, n: int, seed: int = 0, *, first: int = 0) -> tuple[Array, Array]:
        """Worlds as rows.

        In sampled worlds, the decisions of other seats in an unfinished turn are made; in compiled ones they are open.
        The seat's own decisions are queued in both. Rows do not contain what the others know of each other's cards.

        Args:
            n: the number of worlds, 1 or more.
            seed: any integer; a compiled world is a function of it and of the world's number.
            first: the number of the first one, 0..2**62.

        Returns:
            Returns (n, width), int64: their positions, or fewer if the dealer has fewer sampled worlds; (n, 256),
            uint8: the cards in the order in which they come off the pack.

        Raises:
            InvalidRules: an argument is out of range.
        """
        n, seed, first = whole("n", n, 1, MANY), seed_of(seed), whole("first", first, 0, MOST)
        if self.worlds:
            return np.array([row for row, _ in self._rows[:n]]), np.array([deck for _, deck in self._rows[:n]])
        if self.plan is None:
            draw = Random(f"{seed}/worlds {first}")
            pairs = [loaded(self.program, self.view.sample(draw)) for _ in range(n)]
            return np.array([row for row, _ in pairs]), np.array([deck for _, deck in pairs])
        rows, decks = np.empty((n, self.program.width), np.int64), np.empty((n, 256), np.uint8)
        deal_worlds(self.program.tables, self.plan, halves(seed), first, rows, decks, self.work())
        return rows, decks

    def work(self) -> Array:
        """Work space in which compiled code deals a world; each thread needs its own."""
        return np.empty(ROW_AT + self.program.width, np.int64)


_remembered = RecentCache[Dealer](REMEMBERED)
"""The dealers of the most recent views, by identity of the view, which lives as long as its dealer."""


def _template(program: Program, view: View) -> Template:
    """A view as a row.

    Raises:
        Unsupported: it is unclear which of its secrets must be redrawn, or how.
    """
    try:
        return Template.of(program, view, DealHistory.drawn(program, view, Random(0)))
    except (Uncertain, Unsupported):
        return Template.of(program, view, DealHistory.of(view.sample(Random(0))))


def planned(program: Program, view: View, template: Template) -> Plan:
    """The plan by which the unseen cards of a view are dealt.

    Raises:
        Unsupported: compiled code cannot represent what is known about them.
    """
    unknowns, deck = view.unknowns, view.rules.deck
    if unknowns.claims:
        raise Unsupported("a seat has announced what it holds")
    if unknowns.is_loose:
        raise Unsupported("a hand has drawn cards and shed some unseen after it had shown that it lacks others")
    row = template.row.copy()
    taken_out = _taken_by_card if program.tables[layout.SLOTTED] else _taken_out
    pool, counts, stock = taken_out(program, row, template.deck, view.seat)
    allocation = unknowns.allocation
    by_text: dict[str, list[int]] = {}
    for card in pool:
        by_text.setdefault(deck.cards[card].text, []).append(card)
    texts = Counter(unseen.text for kind in allocation.kinds for unseen in kind)
    if texts != {text: len(numbers) for text, numbers in by_text.items()}:
        raise Unsupported("it is not known which cards the seat has not seen")
    players = len(unknowns.deal.seats)
    wanted = Counter[int]()
    # If no more cards come from the stock, those that were in it are out of play.
    rest = STOCK if stock else AWAY
    put = places_put_away(program.tables, unknowns)
    to = [[*range(players), *put, rest][taker] for taker in unknowns.takers]
    for location, count in zip(to, allocation.wanted, strict=True):
        wanted[location] += count
    if wanted != counts:
        raise Unsupported("it is not known how many cards lie where")
    kinds = [[by_text[unseen.text].pop() for unseen in kind] for kind in allocation.kinds]
    secrets = np.array(template.secrets, np.int64).reshape(-1, program.width)
    return shared_out(row, template.deck, allocation, kinds, to, stock, secrets, _padded(template.written))


def _padded(rows: Sequence[Sequence[int]]) -> Array:
    """Rows as an array; shorter ones are padded with -1."""
    padded = np.full((len(rows), max(map(len, rows), default=0)), -1, np.int64)
    for row, numbers in zip(padded, rows, strict=True):
        row[: len(numbers)] = numbers
    return padded


def _taken_out(
    program: Program, row: Array, deck: Array, seat: int | None
) -> tuple[list[int], Counter[int], list[int]]:
    """Remove the cards that a seat has not seen from a row.

    Returns the numbers of these cards, how many are in each place, as in `Plan.takers`, and the deck indices of those
    in STOCK.
    """
    listed = Listed.room(len(program.rules.deck))
    # Cards that are in no other place were put under the stock.
    under = take_out(program.tables, row, deck, program.rules.players if seat is None else seat, listed)
    _, cards, _, stock, places = listed.counts.tolist()
    counts = Counter({UNDER: under, **{location: count for location, _, count in listed.takers[:places].tolist()}})
    return listed.cards[:cards].tolist(), counts, listed.stock[:stock].tolist()


def _taken_by_card(
    program: Program, row: Array, deck: Array, seat: int | None
) -> tuple[list[int], Counter[int], list[int]]:
    """`_taken_out` for hands that are stored card by card."""
    players, size, unknown = program.rules.players, int(row[layout.SIZE]), list[list[int]]()
    kinds = [card.faces[0].text for card in program.rules.deck]
    number_of = [kinds.index(text) for text in program.rules.deck.kinds]
    for hand in range(players):
        begin = layout.HELD + layout.PACKED * hand
        held, viewers = (
            row[begin : begin + 2].tobytes(),
            row[begin + layout.KNOWN_TO : begin + layout.KNOWN_TO + 2].tobytes(),
        )
        pairs = [(kind - 1, seen) for kind, seen in zip(held, viewers, strict=True) if kind]
        known = [(kind, seen) for kind, seen in pairs if seat is not None and seen >> seat & 1]
        unknown.append([number_of[kind] for kind, seen in pairs if seat is None or not seen >> seat & 1])
        program.put_mask(row, layout.HANDS + hand, sum({1 << kind for kind, _ in known}))
        row[begin : begin + 2] = np.frombuffer(bytes(kind + 1 for kind, _ in known).ljust(16, b"\0"), np.int64)
        seen = bytes(seen for _, seen in known).ljust(16, b"\0")
        row[begin + layout.KNOWN_TO : begin + layout.KNOWN_TO + 2] = np.frombuffer(seen, np.int64)
    to_come = [hand * size + index for hand in range(players) for index in range(int(row[layout.DEALT]), size)]
    stock = [*to_come, *range(players * size + int(row[layout.TOP]), len(program.rules.deck))]
    counts = Counter({STOCK: len(stock), **{hand: len(numbers) for hand, numbers in enumerate(unknown)}})
    return [*chain(*unknown), *deck[stock].tolist()], counts, stock
