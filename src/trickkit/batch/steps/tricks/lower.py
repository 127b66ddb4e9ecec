"""The lowering of the policies of tricks."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import product

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.budget import CONTEXT
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.step import acting
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.calling import Callings
from trickkit.batch.steps.tricks.folding import Automaton, automaton
from trickkit.batch.steps.tricks.played import EarlierTricks
from trickkit.batch.steps.tricks.until import CallsTold, ended
from trickkit.errors import InvalidRules
from trickkit.model.actions import Play
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import MOST
from trickkit.phases.drawing import FaceUp
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.calling import CallingTricks, Calls
from trickkit.phases.tricks.powered import PowerTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.phases.tricks.tables import Cascade, Node, TrickTables
from trickkit.policies.follow import Follow
from trickkit.policies.lead import Lead
from trickkit.policies.resolution import Best, SeveralAtOnce
from trickkit.policies.until import HandsEmpty

TABLES = ("suit", "strength", "breakers", "cascade", "fold", "wins", "parts", "reads")
"""The tables with a row for each follow policy, and in most cases for each trump."""
CHANGED = ("trump",), ("stock",)
"""The questions about a deal whose answers change with powers."""


def tricks(ask: Lowering, phase: Tricks) -> int:
    ask.refuse_tableau(phase)
    known_policies(ask, phase)
    calling = callings(ask, phase) if isinstance(phase, CallingTricks) else -1
    if ask.closes:
        # A call may close the stock, after which the tricks are set up again.
        ask.gone |= {*ask.in_stock}
    node = ask.knowledge.asked("Tricks", lambda deal: seated(ask, phase, deal))
    ask.number_options([*(Play(face.text) for face in ask.rules.deck.faces), *phase.calls])
    leads = frozenset(other.lead for other in ask.rules.phases if isinstance(other, Tricks))
    ask.knowledge.blanks[TrickTable] = lambda deal: EarlierTricks(deal.__dict__["_answers"], ask, deal, leads)
    if (phase, node) in ask.operands:
        return ask.operands[phase, node]
    operand = ask.operands[phase, node] = ask.add("seated", seated=node, calling=calling)
    ask.tables["opens_with"] += ask.mask(phase.opening.shown(ask.fresh(1)) if phase.opening.by_card else 0)
    return operand


def seated(ask: Lowering, phase: Tricks, deal: BlankDeal) -> int:
    """The node that writes down how the hands of a deal are seated, and when its tricks are over."""
    given, phase = phase, phase.of(deal)
    if phase.capture.looks_back and not given.capture.looks_back:
        raise Unsupported(
            f"Tricks: {type(given.capture).__name__} chooses the capture {type(phase.capture).__name__} in some deals, "
            "which looks back on every trick; the batch engine has that only where it applies in all"
        )
    powered, losing = isinstance(given, PowerTricks), losing_faces(phase.lead)
    if losing is None or losing != (losing_faces(given.lead) if powered else ()):
        raise Unsupported(f"Tricks: the lead {phase.lead!r} looks at the cards of tricks; compiled code knows takers")
    players, hands = ask.rules.players, range(ask.rules.players)
    choosers, resting = phase.control.choosers(deal), deal.resting
    playing = [hand for hand in hands if hand not in resting]
    clockwise = [[(hand + step) % players for step in range(1, players + 1)] for hand in hands]
    after = [next((hand for hand in order if hand in playing), order[-1]) for order in clockwise]
    takers = [phase.capture.taker(best, players) for best in hands]
    counted = [best if taker is None else taker for best, taker in enumerate(takers)]
    opener = 0 if phase.opening.by_card else phase.opening.opening(deal, choosers)
    if not phase.opening.by_card and phase.opening.shown(deal):
        raise Unsupported(f"Tricks: the opening {phase.opening!r} shows cards, which the batch engine cannot ask for")
    exposed, until = phase.exposing.exposed(deal), phase.until.of(deal)
    most = until.played(MOST)
    if any(until.played(size) != (None if most is None else min(size, most)) for size in range(1, ask.most_cards + 1)):
        raise Unsupported(f"Tricks: with until {until!r}, the number of tricks depends on the size of the hands")
    ends = [until.ends_with(taker, deal.declarer) for taker in takers]
    row = (
        (after[opener] if opener in resting else opener, most or MOST, len(playing)),
        tuple(
            tuple(
                layout.round_of(
                    choosers[hand],
                    after[hand],
                    phase.lead.leader(counted[hand], leads, choosers),
                    layout.NOBODY if taker is None else taker,
                    ends[hand] or 0,
                )
                for hand, taker in enumerate(takers)
            )
            for leads in hands
        ),
        tuple(exposed.get(hand, -1) for hand in hands),
    )  # fmt: skip
    if row not in ask.seatings:
        opens, rounds, opened = row
        ask.seatings[row] = ask.add("opens", opens=opens, round=rounds, exposed=opened)
    ended_at = ended(ask, phase, until, deal) if None in ends or ask.tallied else 0
    node = ask.knowledge.node((layout.WRITE, layout.UNTIL, ended_at, 0))
    stock = "stock" in phase.follow.reads and len(deal.stock) > 0
    looked = deal.__dict__["_answers"].looked
    changing = {FaceUp, *ask.recorded}
    if powered and (
        "stock" in phase.follow.of(deal).reads
        or any(fact in CHANGED or not changing.isdisjoint(fact) for fact in looked)
    ):
        raise Unsupported(
            "PowerTricks: a policy looks at the trump, the stock or its face-up card, which powers change"
        )
    node = ask.knowledge.node((layout.WRITE, layout.PLACE, place_of(ask, phase, phase.follow.of(deal), stock), node))
    return ask.knowledge.node((layout.WRITE, layout.SEATING, ask.seatings[row], node))


def losing_faces(lead: Lead) -> tuple[str, ...] | None:
    """The faces with which a losing hand leads next; None if the lead policy reads more of a trick."""
    if type(lead).after is Lead.after:
        return ()
    return lead.losing if "losing" in vars(acting(lead)) else None


def place_of(ask: Lowering, phase: Tricks, follow: Follow, stock: bool) -> int:
    """The number of the trick tables for a follow policy.

    Raises:
        Unsupported: a trick has too many values.
    """
    trumps = frozenset(ask.knowledge.possible[layout.TRUMP])
    if (phase, follow, stock, trumps) not in ask.places:
        calls = len(phase.calls)
        takers = [phase.capture.taker(best, ask.rules.players) for best in range(ask.rules.players)]
        before = {name: len(ask.tables[name]) for name in TABLES}
        try:
            called = (len(ask.rules.deck.faces), calls) if calls else (0, 0)
            trick_tables(ask, phase, follow, stock, trumps, called, takers)
        except Unsupported:
            # The tables of later phases keep the numbers that they would have without these.
            for name, length in before.items():
                del ask.tables[name][length:]
            raise
        ask.places[phase, follow, stock, trumps] = before["reads"]
    return ask.places[phase, follow, stock, trumps]


def known_policies(ask: Lowering, phase: Tricks) -> None:
    """Refuse policies that read more than can be asked for in advance."""
    if phase.capture.looks_back and not (phase.capture.settles_late and phase.until == HandsEmpty()):
        raise Unsupported(
            f"Tricks: the capture {type(phase.capture).__name__} looks back on every trick, which has no table; where "
            "all cards are played and nothing depends on it before, it says so by settles_late = True"
        )
    if phase.opening.by_card and ask.rules.deck.copies:
        raise Unsupported(f"Tricks: with equal cards the batch engine has no opening {phase.opening!r}")
    others = [other for other in ask.rules.phases if isinstance(other, Tricks)]
    if any(
        (other.lead, other.breaking, other.control) != (phase.lead, phase.breaking, phase.control) for other in others
    ):
        raise Unsupported(
            "Tricks: where they go on in a later phase, the batch engine has one lead, breaking and control"
        )


def callings(ask: Lowering, phase: CallingTricks) -> int:
    """The node that writes down what may be called before the first call."""
    if phase.calling in ask.callings:
        return ask.callings[phase.calling]
    ask.words_called = tuple([call.word for call in phase.calls])
    lowered = Callings(ask, phase)
    node = ask.callings[phase.calling] = lowered.lower()
    ask.knowledge.blanks[Calls] = lambda deal: CallsTold(deal.__dict__["_answers"], ask)
    ask.longest.append(lowered.longest)
    ask.most_calls = lowered.longest
    return node


def plays_shown(phase: CallingTricks) -> int:
    """The calls that may be made only if a card that they show may be played, as bits."""
    return sum([1 << index for index, call in enumerate(phase.calls) if phase.calling.plays_shown(call.word)])


def trick_tables(
    ask: Lowering,
    phase: Tricks,
    follow: Follow,
    stock: bool,
    trumps: Container[int],
    calls: tuple[int, int],
    takers: Sequence[int | None],
) -> None:
    """The tables of tricks under every possible trump.

    Args:
        ask: the lowering.
        phase: the phase of the tricks.
        follow: its follow policy in a deal.
        stock: whether the stock has cards, if the policy reads it.
        trumps: the possible trumps, by number.
        calls: if calls may be made, the number of faces, and the number of calls.
        takers: by hand that has the best card, the one that takes the trick.
    """
    ask.knowledge.ends |= follow.ends
    reads, folds = None, False
    varies = phase.until.played(1) is None or ask.tallied is not None
    first = len(ask.tables["suit"])
    for index, trump in enumerate(ask.trumps()):
        tables = _tables(phase, ask.rules.deck, trump, stock, follow) if index in trumps else None
        if tables is None:
            ask.add("suit", suit=[0], strength=[[0]], cascade=[[0]], fold=[[0]], wins=[0], parts=[0])
            ask.tables["breakers"] += ask.mask(0)
            continue
        reads = tables
        ask.tables["breakers"] += ask.mask(breakers(phase, tables))
        if (
            calls[1]
            or ask.rules.deck.copies
            or not tables.keeps_the_strongest
            or tables.reads_winner
            or tables.reads_declares
            or tables.reads_value
            or None in takers
            or phase.may_differ
            or follow.ends
            or isinstance(phase, PowerTricks)
        ):
            folds = True
            folded(ask, tables, phase)
        else:
            varies |= strongest(ask, tables, phase)
    flags = (False, False) if reads is None else (reads.reads_best, reads.reads_first)
    winners = ask.rules.players if reads is not None and reads.reads_winner else 0
    declares = reads is not None and reads.reads_declares
    playing = plays_shown(phase) if isinstance(phase, CallingTricks) else 0
    row = *flags, varies, folds, winners, *calls, first, declares, playing, phase.may_differ, follow.ends
    ask.tables["reads"].append([int(entry) for entry in row])


def _tables(phase: Tricks, deck: Deck, trump: Suit | None, stock: bool, follow: Follow) -> TrickTables | None:
    """The tables of tricks; None for an impossible trump, which the reference engine refuses if it occurs."""
    try:
        return phase.tables(deck, trump, stock, None if follow is phase.follow else follow)
    except InvalidRules:
        return None


def strongest(ask: Lowering, tables: TrickTables, phase: Tricks) -> bool:
    """The tables of tricks that strengths alone resolve, and whether obligations may change within a trick."""
    deck = ask.rules.deck
    suits = [tables.ranked.suit(face) for face in deck.faces]
    led: list[list[int]] = []
    for suit, strengths in zip(tables.suits, tables.strengths, strict=True):
        bests = [deck.faces[suits.index(suit)]]
        if tables.reads_best:
            bests = list(deck.faces)
        row: list[int] = []
        for best in bests:
            # Only a card that belongs to the led suit, or beats it, can be the best.
            may = not tables.reads_best or tables.ranked.suit(best) == suit or strengths[deck.faces.index(best)] > 0
            row += contexts(ask, tables, tables.node(1, Best(suit, best, 0))) if may else [0] * 4
        led.append(row)
    ask.add(
        "suit",
        suit=[tables.suits.index(suit) for suit in suits],
        strength=[_dense(strengths) for strengths in tables.strengths],
        cascade=[contexts(ask, tables, tables.root), *led],
        fold=[[0]],
        wins=[0],
        parts=[0],
    )
    # Whether a suit is broken may change in the middle of a trick.
    return tables.reads_best or any(cascades[0::2] != cascades[1::2] for cascades in led)


def folded(ask: Lowering, tables: TrickTables, phase: Tricks) -> None:
    """The tables of folded tricks, value by value.

    Raises:
        Unsupported: there are too many values, or the follow policy reads more of several resolutions than the suit.
    """
    if isinstance(phase.resolution, SeveralAtOnce) and (tables.reads_best or tables.reads_value):
        raise Unsupported(
            f"Tricks: {tables.follow!r} reads {' and '.join(tables.follow.reads)}, where several resolutions are "
            "folded at once; of these the batch engine knows the suit that must be followed, and whose play is winning"
        )
    key = phase.resolution, phase.ranking, tables.trump
    if key not in ask.automata:
        ask.automata[key] = automaton(tables, ask.rules.players, ask.budget)
    machine: Automaton = ask.automata[key]
    ask.add(
        "suit",
        suit=[0],
        strength=[[0]],
        cascade=[contexts(ask, tables, tables.node(node.place, node.value)) for node in machine.nodes],
        fold=machine.fold,
        wins=machine.wins,
        parts=[*machine.parts],
    )


def breakers(phase: Tricks, tables: TrickTables) -> int:
    """The faces that break a suit, if the follow policy reads that."""
    return phase.breakers(tables.deck, tables.trump) if tables.reads_broken else 0


def contexts(ask: Lowering, tables: TrickTables, node: Node) -> list[int]:
    """The cascades at a node in all contexts: by winner, playing hand, first trick, and broken suit."""
    winners = range(ask.rules.players) if tables.reads_winner and node.place else (0,)
    roles = (False, True) if tables.reads_declares else (False,)
    cascades = []
    for winner, declares, first, broken in product(winners, roles, (False, True), (False, True)):
        key = winner, first and tables.reads_first, broken and tables.reads_broken, declares
        if key not in node.cascades:
            ask.budget.spend(f"Tricks: {tables.follow!r}", CONTEXT)
        cascades.append(cascade(ask, node.cascades[key]))
    return cascades


def cascade(ask: Lowering, steps: Cascade) -> int:
    """The index of a cascade's steps in `layout.T_STEPS`."""
    if steps not in ask.cascades:
        counts = any(at_least > 1 for _, _, at_least in steps)
        ask.cascades[steps] = len(ask.tables["steps"]) + counts * layout.COUNTS
        ask.tables["steps"] += ask.masks(mask for step in steps for mask in step[: 2 + counts])
    return ask.cascades[steps]


def _dense(strengths: Sequence[int]) -> list[int]:
    """Small numbers in the same order."""
    order = {strength: rank for rank, strength in enumerate(sorted(set(strengths)))}
    return [order[strength] for strength in strengths]
