"""Rules as tables: what the phases and policies answer, asked once, for the compiled engine to look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from trickkit.actions import Action, Change, Play
from trickkit.batch import layout
from trickkit.batch.layout import HEAD, HEADER, SEATS, SLOTS, Numbers
from trickkit.batch.scoring import Scorer
from trickkit.cards import Suit
from trickkit.deal import Deal
from trickkit.errors import InvalidRules
from trickkit.phases.base import Phase
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.calls import DOUBLE, PASS, BuyTrump, CallDouble
from trickkit.phases.choosing import Choosing
from trickkit.phases.confidence import Confidence
from trickkit.phases.dealing import CutTrump, DealOut, TurnTrump
from trickkit.phases.estimates import Estimates
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.passing import PassCards
from trickkit.phases.reveal import Reveal
from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
from trickkit.phases.tricks import Tricks
from trickkit.phases.trump import FixedTrump
from trickkit.policies.control import Control, DeclarerForDummy
from trickkit.policies.evaluation import AtPoints, Evaluation, Never
from trickkit.policies.exposing import DummyExposed, NothingExposed
from trickkit.policies.lead import HolderOpens, LeftOfDeclarer, Opening
from trickkit.policies.order import Order
from trickkit.policies.until import AfterTricks, HandsEmpty
from trickkit.rules import Rules
from trickkit.tables import TrickTables

__all__ = ["Program", "tabulated"]

DEALS = 256
"""For how many deals of a game is asked what depends on their number, where a game has no fixed number of deals."""
MOST_LIMITS = 400_000
"""How often limits of estimates are asked at most."""
MOST_AWARDS = 200_000
"""How often an evaluation is asked at most."""


class Unsupported(Exception):
    """A phase or policy that the compiled engine cannot run."""


@frozen(eq=False, slots=False)
class Program:
    """Rules, made ready for the compiled engine.

    Args:
        rules: the rules.
        tables: what their phases and policies answer.
        sizes: by number of a deal, the size of its hands.
        reasons: by place of a phase that cannot run here, why; by -1, why none can.
        choices: by place of a phase, how many options it has; 0 where nobody decides anything.
    """

    rules: Rules
    tables: Numbers
    sizes: tuple[int, ...]
    reasons: dict[int, str]
    choices: tuple[int, ...]

    @property
    def why(self) -> str:
        """What prevents that whole deals are run; `""` when nothing does."""
        return next(iter(self.reasons.values()), "")

    @property
    def width(self) -> int:
        """How long a row is."""
        return layout.WIDE if self.tables[layout.SLOTTED] else layout.WIDTH

    @property
    def totals(self) -> slice:
        """Where the points of earlier deals stand in a row."""
        return slice(layout.TOTALS, layout.TOTALS + self.rules.players)

    @property
    def bids(self) -> bool:
        """Whether seats bid on each other's tricks."""
        return any(isinstance(phase, Bids) for phase in self.rules.phases)

    @cached_property
    def options(self) -> Numbers:
        """By phase and number of an action among those of the rules, the option that is this action; -1 for none."""
        found = np.full((len(self.rules.phases), len(self.rules.actions)), -1, np.int64)
        start = HEADER + HEAD * layout.TABLES_OF["code"]
        begin, width = int(self.tables[start]), int(self.tables[start + 1])
        for step, count in enumerate(self.choices):
            for option in range(count):
                found[step, self.tables[begin + step * width + option]] = option
        return found

    @cached_property
    def numbers(self) -> dict[Action, int]:
        """By action, its number among those of the rules."""
        return {action: number for number, action in enumerate(self.rules.actions.values())}

    @cached_property
    def kinds(self) -> Numbers:
        """By face, the number of its kind; where hands are kept card by card, by kind itself."""
        deck = self.rules.deck
        texts = list(deck.kinds)
        if self.tables[layout.SLOTTED]:
            return np.arange(len(texts))
        return np.array([texts.index(face.text) for face in deck.faces])

    @cached_property
    def in_tricks(self) -> NDArray[np.bool_]:
        """By phase, whether tricks are played in it; False after the last."""
        return np.array([*(isinstance(phase, Tricks) for phase in self.rules.phases), False])

    def table(self, name: str, place: int) -> int:
        """A number of a table with one dimension."""
        return int(self.tables[self.tables[HEADER + HEAD * layout.TABLES_OF[name]] + place])

    @cached_property
    def scorer(self) -> Scorer:
        """What deals are worth."""
        return Scorer(self.rules, max(self.sizes))

    @property
    def longest(self) -> int:
        """More decisions than a deal can have."""
        return sum(self._most(phase) for phase in self.rules.phases)

    def _most(self, phase: Phase) -> int:
        players, size = self.rules.players, max(self.sizes)
        if isinstance(phase, Tricks):
            return players * size
        if isinstance(phase, Bids):
            return players * (players + 1)
        if isinstance(phase, Choosing):
            return players * phase.cards
        return players + (phase.most if isinstance(phase, CallDouble) else 0)


@lru_cache(maxsize=64)
def tabulated(rules: Rules) -> Program:
    """Rules as tables, remembered."""
    return _Asking(rules).program()


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


def _signed(mask: int) -> int:
    """A mask of at most 64 bits as a signed number with the same bits."""
    return mask - (1 << 64) if mask >> 63 else mask


_DEPTHS = {
    "kind": 1, "place": 1, "card_mask": 1, "face_card": 1, "kind_of": 1, "rank_of": 1,
    "deal_cards": 3, "deal_sees": 3, "trump_of": 2, "trump_fixed": 2, "removed": 1,
    "bid_turns": 2, "bid_seat": 3, "bid_subject": 3, "bid_group": 3, "bid_mask": 3, "backs": 2, "order": 3, "limit_way": 1,
    "limit_start": 2, "limits": 1, "sold": 2, "poll": 2, "pass_cards": 1, "pass_step": 2, "opens": 3,
    "opens_with": 1, "chooser": 3, "leader": 4, "taker": 2, "exposed": 3, "most_tricks": 1, "reads": 2,
    "breakers": 1, "suit": 2, "strength": 3, "cascade": 3, "steps": 1, "binds": 1, "allowed": 1,
    "reveal_cards": 1, "evaluations": 2, "closing": 2, "radix": 2, "classes": 2, "award_start": 1, "award": 1,
    "award_cards": 2, "award_times": 2, "code": 2,
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


@frozen(eq=False)
class _Asking:
    """Asks the phases and policies of rules."""

    rules: Rules
    found: dict[str, Row] = field(init=False, factory=lambda: {name: [] for name in _DEPTHS})
    cascades: dict[tuple[tuple[int, int], ...], int] = field(init=False, factory=dict)
    evaluated: dict[Evaluate, int] = field(init=False, factory=dict)

    @property
    def slots(self) -> bool:
        return any(isinstance(phase, Reveal | Draw | Evaluate) for phase in self.rules.phases)

    @property
    def numbers(self) -> int:
        return self.rules.ending.most_deals() or DEALS

    @property
    def sizes(self) -> list[int]:
        sizes = self.rules.schedule.hand_sizes
        return [sizes.size(number) for number in range(self.numbers)]

    def of_sizes(self, ask: Callable[[int], Any], other: Any) -> Row:
        """What is answered for every size of a hand, and something for the sizes that do not occur."""
        used = set(self.sizes)
        return [ask(size) if size in used else other for size in range(max(used) + 1)]

    def fresh(self, size: int, starter: int = 0, declarer: int | None = None) -> Deal:
        deal = Deal.fresh(self.rules.deck, players=self.rules.players, starter=starter, size=size)
        return evolve(deal, declarer=declarer)

    def program(self) -> Program:
        rules, reasons = self.rules, dict(self.general())
        kinds, places = [], []
        for step, phase in enumerate(rules.phases):
            kind, place = layout.NOTHING, 0
            ask = _PHASES.get(type(phase))
            try:
                if -1 in reasons:
                    break
                if ask is None:
                    raise Unsupported(f"the phase {type(phase).__name__} is not among those that the batch engine runs")
                kind, place = ask(self, phase)
            except Unsupported as error:
                reasons[step] = str(error)
                self.found["code"] += [NOBODY] * (step + 1 - len(self.found["code"]))
            kinds.append(kind)
            places.append(place)
        choices = tuple(len(row) for row in self.found["code"])
        return Program(rules, self.tables(kinds, places), tuple(self.sizes), reasons, choices)

    def general(self) -> Iterator[tuple[int, str]]:
        """What prevents all of it."""
        rules, deck = self.rules, self.rules.deck
        if rules.players > SEATS:
            yield -1, f"{rules.players} players: the batch engine has room for {SEATS}"
        elif len(deck) > layout.MOST:
            yield -1, f"a deck of {len(deck)} cards: the batch engine has room for {layout.MOST}"
        elif self.slots and len(deck.kinds) > 64:
            yield -1, f"a deck of {len(deck.kinds)} kinds of cards: the batch engine has room for 64"
        elif self.slots and max(self.sizes) >= SLOTS:
            yield -1, f"hands of {max(self.sizes)} cards that are laid and drawn: the batch engine has room for {SLOTS}"
        elif not self.slots and len(deck.faces) > 64:
            yield -1, f"a deck of {len(deck.faces)} faces: in tricks the batch engine has room for 64"
        elif not self.slots and deck.copies:
            yield -1, "a deck with equal cards: the batch engine has them only where cards are laid, not in tricks"
        elif max(self.sizes) > 60:
            yield -1, f"hands of {max(self.sizes)} cards: the batch engine has room for 60"

    def tables(self, kinds: Sequence[int], places: Sequence[int]) -> Numbers:
        rules, deck, slots = self.rules, self.rules.deck, self.slots
        kind_names = list(deck.kinds)
        turned = any(isinstance(phase, TurnTrump) for phase in rules.phases)
        masks = [] if slots or len(deck.faces) > 64 else [_signed(mask) for mask in deck.masks]
        self.found["kind"] += kinds
        self.found["place"] += places
        self.found["card_mask"] += masks or [0] * len(deck)
        self.found["face_card"] += [_signed(mask) for mask in deck.card_of.values()] if masks else []
        self.found["kind_of"] += [kind_names.index(card.faces[0].text) for card in deck]
        self.found["rank_of"] += [deck.faces[mask.bit_length() - 1].rank for mask in deck.kinds.values()]
        stock = len(deck) if slots else int(turned)
        cuts = any(isinstance(phase, CutTrump) for phase in rules.phases)
        numbers = (rules.players, len(deck), len(deck.suits), int(slots), stock, len(rules.phases), int(cuts))
        return _joined(self.found, numbers)

    # What the phases share

    def add(self, first: str, **rows: Any) -> int:
        """Add a row to each of some tables; gives its number in the first of them."""
        number = len(self.found[first])
        for name, row in rows.items():
            self.found[name].append(row)
        return number

    def coded(self, actions: Iterable[Action]) -> None:
        """Say which actions the options of the phase that is asked are."""
        numbers = {action: number for number, action in enumerate(self.rules.actions.values())}
        self.found["code"].append([numbers[action] for action in actions])

    def unasked(self) -> None:
        """Nobody decides anything in the phase that is asked."""
        self.found["code"].append(NOBODY)

    def order(self, order: Order, row: int) -> None:
        """Who is asked when, by the starter and the seats that wait, in a certain row."""
        players = self.rules.players
        table = [
            [
                sum(1 << seat for seat in order.next(_seats(waiting), starter, players)) if waiting else 0
                for waiting in range(1 << players)
            ]
            for starter in range(players)
        ]
        self.polls(row)
        self.found["order"][row] = table

    def polls(self, row: int) -> None:
        """Make room for a row in all tables of polls."""
        for name in ("order", "limit_way", "limit_start", "sold", "poll"):
            empty: Any = {"order": [[0]], "limit_way": 0}.get(name, [0])
            self.found[name] += [empty] * (row + 1 - len(self.found[name]))

    def trumps(self) -> list[Suit | None]:
        return [*self.rules.deck.suits, None]

    def number_of(self, trump: Suit | None) -> int:
        return self.trumps().index(trump)

    # The phases

    def deal_out(self, phase: DealOut) -> tuple[int, int]:
        players = self.rules.players
        viewers = [*range(players), None]
        place = self.add(
            "deal_cards",
            deal_cards=self.of_sizes(lambda size: [phase.portion.cards(size, dealt) for dealt in range(size + 1)], [0]),
            deal_sees=[[int(phase.visibility.sees(viewer, hand)) for hand in range(players)] for viewer in viewers],
        )
        self.unasked()
        return layout.DEAL, place

    def turn_up(self, phase: TurnTrump) -> tuple[int, int]:
        self.cards_seen(phase)
        trumps = [self.number_of(phase.trump.trump(card)) for card in self.rules.deck]
        place = self.add("trump_of", trump_of=trumps, trump_fixed=[-1])
        self.unasked()
        return layout.TURN_UP, place

    def cut(self, phase: CutTrump) -> tuple[int, int]:
        trumps = [self.number_of(phase.trump.trump(card)) for card in self.rules.deck]
        fixed = dict(reversed(phase.fixed))
        by_size = self.of_sizes(lambda size: self.number_of(fixed[size]) if size in fixed else -1, -1)
        place = self.add("trump_of", trump_of=trumps, trump_fixed=by_size)
        self.unasked()
        return layout.CUT, place

    def fixed_trump(self, phase: FixedTrump) -> tuple[int, int]:
        by_size = self.of_sizes(lambda size: self.number_of(phase.begin(self.fresh(size)).trump), 0)
        place = self.add("trump_of", trump_of=[0], trump_fixed=by_size)
        self.unasked()
        return layout.TRUMP_FIXED, place

    def remove(self, phase: RemoveCards) -> tuple[int, int]:
        if not self.slots and phase.cards:
            raise Unsupported("RemoveCards: the batch engine has it only where cards are laid, not before tricks")
        place = self.add("removed", removed=phase.cards)
        self.unasked()
        return layout.REMOVE, place

    def draw(self, phase: Draw) -> tuple[int, int]:
        self.unasked()
        return layout.DRAW, 0

    def throw(self, phase: ThrowAway) -> tuple[int, int]:
        self.unasked()
        return layout.THROW, 0

    def bids(self, phase: Bids) -> tuple[int, int]:
        players, bidding = self.rules.players, phase.bidding
        seats, subjects, groups = [], [], []
        for starter in range(players):
            turns = bidding.turns(players, starter)
            pairs = [(seat, on) for turn in turns for seat, on in enumerate(turn) if on is not None]
            seats.append([seat for seat, _ in pairs])
            subjects.append([on for _, on in pairs])
            sizes = [sum(on is not None for on in turn) for turn in turns]
            groups.append([sum(sizes[:number]) for number, size in enumerate(sizes) for _ in range(size)])
        most = max(bidding.highest(size, 0) for size in self.sizes)
        per_seat = max(row.count(seat) for row in seats for seat in range(players))
        place = self.add(
            "bid_turns",
            bid_turns=[len(row) for row in seats],
            bid_seat=seats,
            bid_subject=subjects,
            bid_group=groups,
            bid_mask=self.of_sizes(lambda size: self.bid_masks(phase, size, most * per_seat), [0]),
        )
        self.coded(self.actions(phase))
        return layout.BIDS, place

    def bid_masks(self, phase: Bids, size: int, most: int) -> list[int]:
        """By what was spent, the bids that are open; what cannot be spent is not asked about."""
        found, reached = [], {0}
        for spent in range(most + 1):
            highest = phase.bidding.highest(size, spent) if spent in reached else 0
            if not 0 <= highest < 62:
                raise Unsupported(f"{phase.bidding!r}: a highest bid of {highest}; the batch engine has 0 to 61")
            reached |= {spent + bid for bid in range(highest + 1)} if spent in reached else set()
            found.append((2 << highest) - 1)
        return found

    def actions(self, phase: Phase) -> tuple[Action, ...]:
        return phase.actions(self.rules.deck, self.rules.players)

    def confidence(self, phase: Confidence) -> tuple[int, int]:
        run = phase.begin(self.fresh(max(self.sizes)))
        every = list(dict.fromkeys(action for choices in run.options for action in choices))
        every.sort(key=lambda back: (back.seat is None, back.seat))  # type: ignore[attr-defined]
        place = self.add("backs", backs=[sum(1 << every.index(one) for one in choices) for choices in run.options])
        self.coded(every)
        return layout.CONFIDENCE, place

    def estimates(self, phase: Estimates) -> tuple[int, int]:
        self.coded(self.actions(phase))
        return layout.ESTIMATES, 0

    def called(self, phase: CallEstimates) -> tuple[int, int]:
        row = len(self.found["order"])
        self.order(phase.order, row)
        if phase.limits:
            summed = all(limit.reads == ("sum",) for limit in phase.limits)
            self.found["limit_way"][row] = 1 if summed else 2
            starts = []
            for size in range(max(self.sizes) + 1):
                starts.append(len(self.found["limits"]))
                if size in self.sizes:
                    self.found["limits"] += [*(self.by_sum if summed else self.by_bids)(phase, size)]
            self.found["limit_start"][row] = starts
        self.coded(self.actions(phase))
        return layout.CALLED, row

    def by_sum(self, phase: CallEstimates, size: int) -> Iterator[int]:
        """The numbers that a seat may say, by seat, by how many have said one, and by their sum."""
        players = self.rules.players
        for seat in range(players):
            others = [other for other in range(players) if other != seat]
            for said in range(players):
                for total in range(players * size + 1):
                    bids: list[int | None] = [None] * players
                    left = total
                    for other in others[:said]:
                        bids[other] = min(left, size)
                        left -= min(left, size)
                    yield 0 if left else self.allowed(phase, seat, tuple(bids), size)

    def by_bids(self, phase: CallEstimates, size: int) -> Iterator[int]:
        """The numbers that a seat may say, by seat, and by what each seat has said."""
        players = self.rules.players
        if players * (size + 2) ** (players - 1) * (size + 1) * len(phase.limits) > MOST_LIMITS:
            raise Unsupported(
                f"CallEstimates: {phase.limits!r} may read every estimate of {players} seats with {size} cards, too "
                'many to ask for all; a limit that reads their sum alone says so by reads = ("sum",)'
            )
        for seat in range(players):
            for said in product((None, *range(size + 1)), repeat=players):
                yield self.allowed(phase, seat, said, size) if said[seat] is None else 0

    def allowed(self, phase: CallEstimates, seat: int, bids: tuple[int | None, ...], size: int) -> int:
        numbers = range(size + 1)
        return sum(
            1 << one for one in numbers if not any(limit.forbids(one, seat, bids, size) for limit in phase.limits)
        )

    def double(self, phase: CallDouble) -> tuple[int, int]:
        row = len(self.found["order"])
        self.order(phase.order, row)
        self.found["sold"][row] = self.of_sizes(lambda size: self.asks(phase, size), 0)
        self.found["poll"][row] = [phase.most, int(phase.again), 0]
        self.coded((DOUBLE, PASS))
        return layout.DOUBLE, row

    def buy(self, phase: BuyTrump) -> tuple[int, int]:
        row = len(self.found["order"])
        self.order(phase.order, row)
        self.found["sold"][row] = self.of_sizes(lambda size: self.asks(phase, size), 0)
        self.found["poll"][row] = [phase.price, int(phase.needs_points), int(phase.same)]
        self.coded([*(Change(suit.letter) for suit in self.rules.deck.suits), PASS])
        return layout.BUY, row

    def asks(self, phase: Phase, size: int) -> int:
        """Whether a phase asks anybody in deals of a size."""
        return int(not isinstance(phase.begin(self.fresh(size)), Deal))

    def cards_seen(self, phase: Phase) -> None:
        if self.slots:
            raise Unsupported(f"{type(phase).__name__}: the batch engine does not have it where cards are laid")

    def passing(self, phase: PassCards) -> tuple[int, int]:
        self.cards_seen(phase)
        self.plain(phase)
        players = self.rules.players
        steps = [phase.passing.step(number, players) % players for number in range(self.numbers)]
        place = self.add("pass_cards", pass_cards=phase.cards, pass_step=steps)
        self.coded(Play(face.text) for face in self.rules.deck.faces)
        return layout.PASS, place

    def plain(self, phase: Phase) -> None:
        if any(not card.is_plain for card in self.rules.deck):
            raise InvalidRules(f"{type(phase).__name__}: only cards with one face can be chosen")

    def reveal(self, phase: Reveal) -> tuple[int, int]:
        self.plain(phase)
        place = self.add("reveal_cards", reveal_cards=phase.cards)
        self.coded(Play(text) for text in self.rules.deck.kinds)
        return layout.REVEAL, place

    def tricks(self, phase: Tricks) -> tuple[int, int]:
        self.cards_seen(phase)
        if sum(isinstance(one, Tricks) for one in self.rules.phases) > 1:
            raise Unsupported(
                "Tricks: the phase stands more than once; the batch engine plays the tricks of a deal in one"
            )
        players, hands = self.rules.players, range(self.rules.players)
        self.known_policies(phase)
        declarers = [None, *hands]
        choosers = [phase.control.choosers(self.fresh(1, declarer=declarer)) for declarer in declarers]
        opening, holder = phase.opening, isinstance(phase.opening, HolderOpens)
        pairs = list(zip(declarers, choosers, strict=True))
        place = self.add(
            "opens",
            opens=[
                [0 if holder else opening.opening(self.fresh(1, starter, one), seats) for one, seats in pairs]
                for starter in hands
            ],
            opens_with=_signed(opening.shown(self.fresh(1))) if holder else 0,
            chooser=choosers,
            leader=[
                [[phase.lead.leader(taker, opener, seats) for taker in hands] for opener in hands] for seats in choosers
            ],
            taker=[phase.capture.taker(best, players) for best in hands],
            exposed=[
                [phase.exposing.exposed(self.fresh(1, declarer=one)).get(hand, -1) for hand in hands]
                for one in declarers
            ],
            most_tricks=phase.until.tricks if isinstance(phase.until, AfterTricks) else 1000,
        )
        self.trick_tables(phase)
        self.coded(Play(face.text) for face in self.rules.deck.faces)
        return layout.TRICKS, place

    def known_policies(self, phase: Tricks) -> None:
        """Refuse policies that look at more than can be asked beforehand."""
        whole = "looks at the whole deal, which the batch engine cannot ask beforehand"
        control, opening = type(phase.control), type(phase.opening)
        if control.choosers is not Control.choosers and control is not DeclarerForDummy:
            raise Unsupported(f"Tricks: the control {phase.control!r} {whole}")
        own = opening.opening is not Opening.opening or opening.shown is not Opening.shown
        if own and opening not in (LeftOfDeclarer, HolderOpens):
            raise Unsupported(f"Tricks: the opening {phase.opening!r} {whole}")
        if type(phase.exposing) not in (NothingExposed, DummyExposed):
            raise Unsupported(f"Tricks: the exposing {phase.exposing!r} {whole}")
        if type(phase.until) not in (HandsEmpty, AfterTricks):
            raise Unsupported(f"Tricks: until {phase.until!r} depends on who took what, which has no table")

    def trick_tables(self, phase: Tricks) -> None:
        """The tables of tricks under every trump, and under none."""
        reads = None
        for trump in self.trumps():
            try:
                tables = phase.tables(self.rules.deck, trump)
            except InvalidRules:
                # A trump that cannot be: the reference engine refuses the rules where it can.
                self.add("suit", suit=[0], strength=[[0]], cascade=[[0]], breakers=0)
                continue
            reads = tables
            breakers = phase.breakers(self.rules.deck, trump) if tables.reads_broken else 0
            ranks = [_dense(list(led.strength.values())) for led in tables.led]
            self.add(
                "suit",
                suit=[*tables.suit.values()],
                strength=ranks,
                breakers=_signed(breakers),
                cascade=[self.contexts(tables, None), *(self.contexts(tables, led) for led in range(len(tables.led)))],
            )
        self.found["reads"].append(
            [int(reads is not None and reads.reads_best), int(reads is not None and reads.reads_first)]
        )

    def contexts(self, tables: TrickTables, led: int | None) -> list[int]:
        """The cascades of all contexts: by the best face, where it is looked at, first trick, and what is broken."""
        cascades = tables.leading if led is None else tables.led[led].cascades
        bests: list[int] = [0]
        if tables.reads_best and led is not None:
            strength = tables.led[led].strength
            # Only what belongs to the suit that was led, or beats it, can be the best.
            bests = [bit if tables.suit[bit] == led or strength[bit] > 0 else -1 for bit in tables.suit]
        found = []
        for best in bests:
            for first, broken in product((False, True), repeat=2):
                key = best, first and tables.reads_first, broken and tables.reads_broken
                found.append(0 if best < 0 else self.cascade(cascades[key]))
        return found

    def cascade(self, steps: tuple[tuple[int, int], ...]) -> int:
        """The number of a cascade among all."""
        if steps not in self.cascades:
            self.cascades[steps] = len(self.cascades)
            if not self.found["steps"]:
                self.found["steps"].append(0)
            self.found["binds"] += [_signed(binds) for binds, _ in steps]
            self.found["allowed"] += [_signed(allowed) for _, allowed in steps]
            self.found["steps"].append(len(self.found["binds"]))
        return self.cascades[steps]

    def evaluate(self, phase: Evaluate) -> tuple[int, int]:
        self.unasked()
        if phase not in self.evaluated:
            self.evaluated[phase] = self.newly_evaluated(phase)
        return layout.EVALUATE, self.evaluated[phase]

    def newly_evaluated(self, phase: Evaluate) -> int:
        laid = self.on_table(phase)
        if type(phase.closing) not in (Never, AtPoints):
            raise Unsupported(f"Evaluate: the closing {phase.closing!r} looks at the whole deal, which has no table")
        closing = [phase.closing.points, phase.closing.first_deal] if isinstance(phase.closing, AtPoints) else [0, 0]
        begins = len(self.found["classes"])
        for part in phase.evaluation:
            self.evaluation(part, laid)
        ends = len(self.found["classes"])
        return self.add("evaluations", evaluations=[begins, ends], closing=closing)

    def on_table(self, phase: Evaluate) -> int:
        """How many cards lie on the table when a phase evaluates it."""
        found, laid = set(), 0
        for one in self.rules.phases:
            if isinstance(one, Reveal):
                laid += one.cards * self.rules.players
            elif isinstance(one, Evaluate):
                if one == phase:
                    found.add(laid)
                laid = 0
        if len(found) > 1:
            raise Unsupported(f"Evaluate: {sorted(found)} cards on the table; the batch engine has one number for all")
        if max(found) > SLOTS * self.rules.players:
            raise Unsupported(f"Evaluate: {max(found)} cards on the table; the batch engine has {SLOTS} a seat")
        return found.pop()

    def evaluation(self, part: Evaluation, laid: int) -> None:
        """What an evaluation awards, by how many cards of each of its classes lie on the table."""
        faces = [self.rules.deck.faces[mask.bit_length() - 1] for mask in self.rules.deck.kinds.values()]
        keys = [part.looks_at(face) for face in faces]
        if any(key is None for key in keys):
            raise Unsupported(
                f"Evaluate: {part!r} does not say what it looks at in a card; define looks_at, so that it can be asked "
                "for every number of cards of each class"
            )
        classes = list(dict.fromkeys(keys))
        # How many cards of the last class there are follows from the others.
        table = (laid + 1) ** (len(classes) - 1)
        radix = [(laid + 1) ** number for number in range(len(classes) - 1)] + [0]
        asked = list(_counts(len(classes), laid))
        if table > 2**24 or len(asked) > MOST_AWARDS:
            raise Unsupported(f"Evaluate: {part!r} looks at {len(classes)} classes of cards, too many to ask for all")
        if not self.found["award_cards"]:
            self.found["award_cards"].append([0])
            self.found["award_times"].append([0])
        awards: dict[tuple[tuple[int, int], ...], int] = {}
        found = np.zeros(table, np.int16)
        example = [faces[keys.index(key)] for key in classes]
        for counts in asked:
            awarded = _awarded(part, example, counts)
            if any(cards for cards, _ in awarded):
                if awarded not in awards:
                    awards[awarded] = self.add(
                        "award_cards", award_cards=[one for one, _ in awarded], award_times=[one for _, one in awarded]
                    )
                found[sum(count * step for count, step in zip(counts, radix, strict=True))] = awards[awarded]
        self.add(
            "classes",
            classes=[classes.index(key) for key in keys],
            radix=radix,
            award_start=len(self.found["award"]),
        )
        self.found["award"] += found.tolist()


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def _dense(strengths: list[int]) -> list[int]:
    """The same order in small numbers."""
    order = {strength: number for number, strength in enumerate(sorted(set(strengths)))}
    return [order[strength] for strength in strengths]


def _counts(classes: int, laid: int) -> Iterator[tuple[int, ...]]:
    """All numbers of cards of each class, of all that lie on the table."""
    if classes == 1:
        yield (laid,)
        return
    for first in range(laid + 1):
        for rest in _counts(classes - 1, laid - first):
            yield (first, *rest)


def _awarded(part: Evaluation, example: Sequence[Any], counts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """By class, how often its cards are awarded, and by what their rank is multiplied in all."""
    classes = [number for number, count in enumerate(counts) for _ in range(count)]
    found = [[[0, 0] for _ in range(count)] for count in counts]
    first = [classes.index(number) if count else 0 for number, count in enumerate(counts)]
    for award in part.awards([example[number] for number in classes]):
        for place in award.cards:
            number = classes[place]
            one = found[number][place - first[number]]
            one[0] += 1
            one[1] += award.times
    if any(one != cards[0] for cards in found for one in cards):
        raise Unsupported(f"Evaluate: {part!r} treats cards differently that it says it looks at alike")
    return tuple((cards[0][0], cards[0][1]) if cards else (0, 0) for cards in found)


_PHASES: dict[type[Phase], Callable[[_Asking, Any], tuple[int, int]]] = {
    DealOut: _Asking.deal_out,
    TurnTrump: _Asking.turn_up,
    CutTrump: _Asking.cut,
    FixedTrump: _Asking.fixed_trump,
    RemoveCards: _Asking.remove,
    Draw: _Asking.draw,
    ThrowAway: _Asking.throw,
    Bids: _Asking.bids,
    Confidence: _Asking.confidence,
    Estimates: _Asking.estimates,
    CallEstimates: _Asking.called,
    CallDouble: _Asking.double,
    BuyTrump: _Asking.buy,
    PassCards: _Asking.passing,
    Tricks: _Asking.tricks,
    Reveal: _Asking.reveal,
    Evaluate: _Asking.evaluate,
}
