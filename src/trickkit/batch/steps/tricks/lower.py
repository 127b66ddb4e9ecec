"""What the policies of tricks are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import signed
from trickkit.batch.lowering.compiler import Lowering, Unsupported
from trickkit.errors import InvalidRules
from trickkit.model.actions import Play
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.tables import Cascade, Node, TrickTables
from trickkit.policies.capture import Capture
from trickkit.policies.control import Control, DeclarerForDummy
from trickkit.policies.exposing import DummyExposed, NothingExposed
from trickkit.policies.follow import Follow
from trickkit.policies.lead import HolderOpens, LeftOfDeclarer, Opening
from trickkit.policies.resolution import Best
from trickkit.policies.until import AfterTricks, HandsEmpty

MOST_VALUES = 4096
"""So many values of a resolution, each after so many plays, the tables have room for under one trump."""


def tricks(ask: Lowering, phase: Tricks) -> int:
    ask.refuse_tableau(phase)
    if sum(isinstance(one, Tricks) for one in ask.rules.phases) > 1:
        raise Unsupported("Tricks: the phase stands more than once; the batch engine plays the tricks of a deal in one")
    players, hands = ask.rules.players, range(ask.rules.players)
    known_policies(ask, phase)
    declarers = [None, *hands]
    choosers = [phase.control.choosers(ask.fresh(1, declarer=declarer)) for declarer in declarers]
    takers = [phase.capture.taker(best, players) for best in hands]
    counted = [best if taker is None else taker for best, taker in enumerate(takers)]
    opening, holder = phase.opening, isinstance(phase.opening, HolderOpens)
    pairs = list(zip(declarers, choosers, strict=True))
    place = ask.add(
        "opens",
        opens=[
            [0 if holder else opening.opening(ask.fresh(1, starter, one), seats) for one, seats in pairs]
            for starter in hands
        ],
        opens_with=signed(opening.shown(ask.fresh(1))) if holder else 0,
        round=[
            [
                [
                    layout.round_of(
                        seats[hand],
                        (hand + 1) % players,
                        phase.lead.leader(counted[hand], opener, seats),
                        layout.NOBODY if taker is None else taker,
                    )
                    for hand, taker in enumerate(takers)
                ]
                for opener in hands
            ]
            for seats in choosers
        ],
        exposed=[
            [phase.exposing.exposed(ask.fresh(1, declarer=one)).get(hand, -1) for hand in hands] for one in declarers
        ],
        most_tricks=phase.until.tricks if isinstance(phase.until, AfterTricks) else 1000,
    )
    trick_tables(ask, phase, takers)
    ask.number_options(Play(face.text) for face in ask.rules.deck.faces)
    return place


def known_policies(ask: Lowering, phase: Tricks) -> None:
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
    if type(phase.capture).captured is not Capture.captured:
        raise Unsupported(f"Tricks: the capture {phase.capture!r} shares out cards one by one, which has no table")
    if type(phase.follow).of is not Follow.of:
        raise Unsupported(f"Tricks: the follow policy {phase.follow!r} {whole}")
    if "stock" in phase.follow.reads:
        raise Unsupported(f"Tricks: {phase.follow!r} reads whether cards lie in the stock, which has no table")
    if phase.may_differ:
        raise Unsupported("Tricks: the hands may differ in size; the batch engine has hands of one size")


def trick_tables(ask: Lowering, phase: Tricks, takers: Sequence[int | None]) -> None:
    """The tables of tricks under every trump, and under none."""
    reads, varies, folds = None, False, False
    for trump in ask.trumps():
        try:
            tables = phase.tables(ask.rules.deck, trump)
        except InvalidRules:
            # A trump that cannot be: the reference engine refuses the rules where it can.
            ask.add("suit", suit=[0], strength=[[0]], cascade=[[0]], breakers=0, fold=[[0]], wins=[0])
            continue
        reads = tables
        if not tables.keeps_the_strongest or tables.reads_winner or tables.reads_value or None in takers:
            folds = True
            folded(ask, tables, phase)
        else:
            varies |= strongest(ask, tables, phase)
    found = (False, False) if reads is None else (reads.reads_best, reads.reads_first)
    winners = ask.rules.players if reads is not None and reads.reads_winner else 0
    ask.tables["reads"].append([int(one) for one in (*found, varies, folds, winners)])


def strongest(ask: Lowering, tables: TrickTables, phase: Tricks) -> bool:
    """The tables of tricks that are resolved by strengths alone; whether what binds may change in a trick."""
    deck = ask.rules.deck
    suits = [tables.ranked.suit(face) for face in deck.faces]
    led: list[list[int]] = []
    for suit, strengths in zip(tables.suits, tables.strengths, strict=True):
        bests = [deck.faces[suits.index(suit)]]
        if tables.reads_best:
            bests = list(deck.faces)
        row: list[int] = []
        for best in bests:
            # Only what belongs to the suit that was led, or beats it, can be the best.
            may = not tables.reads_best or tables.ranked.suit(best) == suit or strengths[deck.faces.index(best)] > 0
            row += contexts(ask, tables, tables.node(1, Best(suit, best, 0))) if may else [0] * 4
        led.append(row)
    ask.add(
        "suit",
        suit=[tables.suits.index(suit) for suit in suits],
        strength=[_dense(one) for one in tables.strengths],
        breakers=signed(breakers(phase, tables)),
        cascade=[contexts(ask, tables, tables.root), *led],
        fold=[[0]],
        wins=[0],
    )
    # Whether a suit is broken may change in the middle of a trick.
    return tables.reads_best or any(one[0::2] != one[1::2] for one in led)


def folded(ask: Lowering, tables: TrickTables, phase: Tricks) -> None:
    """The tables of tricks that are folded: every value that can be reached, after so many plays, has a number.

    Raises:
        Unsupported: there are too many of them.
    """
    players = ask.rules.players
    nodes = tables.reachable(players, MOST_VALUES)
    if len(nodes) > MOST_VALUES:
        raise Unsupported(
            f"Tricks: the resolution {tables.resolution!r} has more than {MOST_VALUES:,} values under one trump; "
            "let a value say less of the plays, for instance only which one is winning"
        )
    numbers = {node: number for number, node in enumerate(nodes)}
    going = [node for node in nodes if node.place < players]
    ask.add(
        "suit",
        suit=[0],
        strength=[[0]],
        breakers=signed(breakers(phase, tables)),
        cascade=[contexts(ask, tables, node) for node in going],
        fold=[[numbers[node[bit]] for bit in ask.rules.deck.card_of] for node in going],
        wins=[(0 if node.winner is None else node.winner + 1) | node.leads << 8 for node in nodes],
    )


def breakers(phase: Tricks, tables: TrickTables) -> int:
    """The faces that break a suit, as far as it is looked at."""
    return phase.breakers(tables.deck, tables.trump) if tables.reads_broken else 0


def contexts(ask: Lowering, tables: TrickTables, node: Node) -> list[int]:
    """The cascades at a node in all contexts: by whose play is winning, first trick, and what is broken."""
    winners = range(ask.rules.players) if tables.reads_winner and node.place else (0,)
    return [
        cascade(ask, node.cascades[winner, first and tables.reads_first, broken and tables.reads_broken])
        for winner, first, broken in product(winners, (False, True), (False, True))
    ]


def cascade(ask: Lowering, steps: Cascade) -> int:
    """Where the steps of a cascade begin among all."""
    if steps not in ask.cascades:
        ask.cascades[steps] = len(ask.tables["steps"])
        ask.tables["steps"] += [signed(mask) for step in steps for mask in step]
    return ask.cascades[steps]


def _dense(strengths: Sequence[int]) -> list[int]:
    """The same order in small numbers."""
    order = {strength: number for number, strength in enumerate(sorted(set(strengths)))}
    return [order[strength] for strength in strengths]
