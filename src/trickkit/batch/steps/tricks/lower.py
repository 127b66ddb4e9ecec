"""What the policies of tricks are asked for."""

from __future__ import annotations

from itertools import product

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import signed
from trickkit.batch.lowering.compiler import Lowering, Unsupported
from trickkit.errors import InvalidRules
from trickkit.model.actions import Play
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.tables import Cascade, TrickTables
from trickkit.policies.control import Control, DeclarerForDummy
from trickkit.policies.exposing import DummyExposed, NothingExposed
from trickkit.policies.lead import HolderOpens, LeftOfDeclarer, Opening
from trickkit.policies.until import AfterTricks, HandsEmpty


def tricks(ask: Lowering, phase: Tricks) -> int:
    ask.refuse_tableau(phase)
    if sum(isinstance(one, Tricks) for one in ask.rules.phases) > 1:
        raise Unsupported("Tricks: the phase stands more than once; the batch engine plays the tricks of a deal in one")
    players, hands = ask.rules.players, range(ask.rules.players)
    known_policies(ask, phase)
    declarers = [None, *hands]
    choosers = [phase.control.choosers(ask.fresh(1, declarer=declarer)) for declarer in declarers]
    takers = [phase.capture.taker(best, players) for best in hands]
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
                    layout.round_of(seats[hand], (hand + 1) % players, phase.lead.leader(taker, opener, seats), taker)
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
    trick_tables(ask, phase)
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


def trick_tables(ask: Lowering, phase: Tricks) -> None:
    """The tables of tricks under every trump, and under none."""
    reads, varies = None, False
    for trump in ask.trumps():
        try:
            tables = phase.tables(ask.rules.deck, trump)
        except InvalidRules:
            # A trump that cannot be: the reference engine refuses the rules where it can.
            ask.add("suit", suit=[0], strength=[[0]], cascade=[[0]], breakers=0)
            continue
        reads = tables
        breakers = phase.breakers(ask.rules.deck, trump) if tables.reads_broken else 0
        ranks = [_dense(list(one.strength.values())) for one in tables.led]
        led = [contexts(ask, tables, one) for one in range(len(tables.led))]
        # Whether a suit is broken may change in the middle of a trick.
        varies |= tables.reads_best or any(one[0::2] != one[1::2] for one in led)
        ask.add(
            "suit",
            suit=[*tables.suit.values()],
            strength=ranks,
            breakers=signed(breakers),
            cascade=[contexts(ask, tables, None), *led],
        )
    found = (False, False) if reads is None else (reads.reads_best, reads.reads_first)
    ask.tables["reads"].append([int(one) for one in (*found, varies)])


def contexts(ask: Lowering, tables: TrickTables, led: int | None) -> list[int]:
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
            found.append(0 if best < 0 else cascade(ask, cascades[key]))
    return found


def cascade(ask: Lowering, steps: Cascade) -> int:
    """Where the steps of a cascade begin among all."""
    if steps not in ask.cascades:
        ask.cascades[steps] = len(ask.tables["steps"])
        ask.tables["steps"] += [signed(mask) for step in steps for mask in step]
    return ask.cascades[steps]


def _dense(strengths: list[int]) -> list[int]:
    """The same order in small numbers."""
    order = {strength: number for number, strength in enumerate(sorted(set(strengths)))}
    return [order[strength] for strength in strengths]
