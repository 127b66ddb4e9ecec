"""Views that go on from an earlier view of the same seat: only what happened since is looked at.

What came before the tricks is the same in all views that a seat has of them. The plan of the first one is kept; that of
a later one follows from it: the cards played since are played in its row once more, which also says what hands lacked.
While a seat chooses cards one by one that it passes or lays away, nothing changes but what it has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import add_faces, has, mask_at, mask_of, put_mask, words
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import Program
from trickkit.batch.run.resume import give_beforehand
from trickkit.batch.steps.tricks.progress import read_trick, trick_tables
from trickkit.batch.steps.tricks.run import played
from trickkit.batch.worlds.course import MOVED
from trickkit.batch.worlds.latest import Latest
from trickkit.batch.worlds.plan import AWAY, STOCK, Plan
from trickkit.batch.worlds.sharing import shared_out
from trickkit.batch.worlds.template import FOUND, SETTLED, most_given
from trickkit.model.actions import Action
from trickkit.model.cards import bits
from trickkit.phases.base import Phase
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.view import View
from trickkit.worlds.allocation import Allocation
from trickkit.worlds.traces import UnseenCard
from trickkit.worlds.unknowns import Unknowns

REMEMBERED = 64
"""Of how many seats and deals a view is remembered."""


@frozen(eq=False)
class _Earlier:
    """A view of tricks, and how its cards are dealt.

    Args:
        program: of its rules, which says what stands where in a row.
        before: its decisions before these tricks, shared as well.
        phase: in which they are played.
        tricks: how many were complete.
        plays: how many cards had been played to the next one.
        plan: how the unseen cards are dealt.
        pool: the first faces of the unseen cards, as a mask.
        wanted: by hand, by what was laid away, and for the stock: how many unseen cards lie there.
        withheld: by the same places, the first faces of cards that never lie there, which only cards laid away tell.
        homes: the first faces of cards that came to a hand for all to see, each with the numbers of the places where it
            cannot be.
        lacking: (width,): where masks of hands stand in a row, the faces that they have shown to lack.
    """

    program: Program
    before: object
    phase: Phase
    tricks: int
    plays: int
    plan: Plan
    pool: int
    wanted: tuple[int, ...]
    withheld: tuple[int, ...]
    homes: tuple[tuple[int, tuple[int, ...]], ...]
    lacking: Array


_remembered = Latest[_Earlier](REMEMBERED)
"""Earlier views, by what the seat knew before these tricks: all its views of them share it."""


@frozen(eq=False)
class _Choosing:
    """A view of a seat that chooses cards in secret, and how the unseen cards are dealt.

    Args:
        program: of its rules.
        before: its decisions before this phase, shared as well.
        actors: the seats that chose.
        committed: what it had chosen.
        plan: how the unseen cards are dealt.
    """

    program: Program
    before: object
    actors: tuple[int, ...]
    committed: tuple[Action, ...]
    plan: Plan


_choosing = Latest[_Choosing](REMEMBERED)
"""Views of seats that choose, by what the seat knew: all its views share it until all have chosen."""


def remember(program: Program, view: View, plan: Plan) -> None:
    """Keep a view whose plan was found, where later ones can go on from it.

    Args:
        program: of its rules.
        view: of a game that is not over.
        plan: how its unseen cards are dealt.
    """
    log, history = _past(view)
    place, unknowns = int(plan.row[layout.COUNTER]), view.unknowns
    # Where nothing has been decided in a phase, the decisions are those before it.
    before = history.before if history is not None and history.place == place else history
    if program.opcode(place) in MOVED:
        whole = view.deal.__dict__.get("_log")
        if whole is not None and view.seat in view.actors:
            _choosing.keep(whole, _Choosing(program, before, view.actors, view.committed, plan))
        return
    if log is None or not _goes_on(program, view, plan.row) or plan.row[layout.EXPOSING]:
        return
    kinds = unknowns.allocation.kinds
    if any(unknowns.arrivals) or unknowns.claims:
        return
    deck, players, table = view.rules.deck, view.rules.players, view.deal[Tricks]
    first = {card.text: mask & -mask for card, mask in zip(deck.cards, deck.masks, strict=True)}
    lacked = [sum([first[text] for text in hidden.excluded]) for hidden in unknowns.hidden_places]
    if lacked[players:] and any(lacked[:players]) and not (table.tricks or table.current.plays):
        # What a hand lacked may be known of what it has put away, as long as no card was seen since.
        return
    lacking = np.zeros(program.width, np.int64)
    for hand in range(players):
        # A card lacks all its faces if it lacks any.
        program.put_mask(lacking, layout.HANDS + hand, sum([deck.card_of[bit] for bit in bits(lacked[hand])]))
    program.put_mask(lacking, layout.OUT, deck.all)
    earlier = _Earlier(
        program,
        before,
        view.rules.phases[place],
        len(table.tricks),
        len(table.current.plays),
        plan,
        sum([first[card.text] for card in chain(*kinds)]),
        unknowns.allocation.wanted,
        (*[0] * players, *lacked[players:], 0),
        tuple(
            [(first[one.text], _out_of_reach(unknowns, one)) for kind in kinds for one in kind if one.home is not None]
        ),
        lacking,
    )
    _remembered.keep(log, earlier)


def goes_on_from(program: Program, view: View) -> Plan | None:
    """How the unseen cards of a view are dealt, found from an earlier view; None where none is remembered.

    Args:
        program: of its rules.
        view: of a game that is not over.
    """
    log, history = _past(view)
    earlier = _remembered.get(log)
    if earlier is None:
        return _chosen_since(program, view, history)
    if earlier.program is not program or view.phase is not earlier.phase or not _rests_on(history, earlier.before):
        return None
    table: TrickTable = view.deal[Tricks]
    since = [play for trick in table.tricks[earlier.tricks :] for play in trick.plays]
    if len(table.tricks) < earlier.tricks or len(since) + len(table.current.plays) < earlier.plays:
        return None
    plays = [*since, *table.current.plays][earlier.plays :]
    kinds, plan = view.rules.deck.kinds, earlier.plan
    row, lacking = plan.row.copy(), earlier.lacking.copy()
    faces = [kinds[play.action.face].bit_length() - 1 for play in plays]
    if not play_again(program.tables, row, lacking, np.array(faces, np.int64)):
        return None
    row[layout.DECISIONS] = 0
    held = view.deal.held
    stays = (row[_STAYS] == plan.row[_STAYS]).all()
    if not stays or program.masks_of(row, layout.HANDS, len(held)) != [*held]:
        return None
    return _plan(program, view, earlier, row, lacking, [play.hand for play in plays], faces)


def _chosen_since(program: Program, view: View, history: object) -> Plan | None:
    """The same where a seat has chosen more cards since an earlier view."""
    earlier = _choosing.get(view.deal.__dict__.get("_log"))
    if earlier is None or earlier.program is not program or earlier.actors != view.actors:
        return None
    if not _rests_on(history, earlier.before):
        return None
    count, row = len(earlier.committed), earlier.plan.row.copy()
    if view.committed[:count] != earlier.committed or len(view.committed) >= most_given(program, row):
        return None
    give_beforehand(program, row, view.seat or 0, view.committed[count:])
    return earlier.plan._replace(row=row)


_STAYS = np.array([*FOUND, *SETTLED, layout.COUNTER])
"""The places in a row that stay as they are while tricks are played."""


def _plan(
    program: Program,
    view: View,
    earlier: _Earlier,
    row: Array,
    lacking: Array,
    hands: Sequence[int],
    faces: Sequence[int],
) -> Plan | None:
    """A plan from that of an earlier view.

    Args:
        program: of the rules.
        view: the later view.
        earlier: the other one.
        row: of the later view, without the cards that are dealt.
        lacking: as in `_Earlier`, of the later view.
        hands: those that have played since.
        faces: what they played.
    """
    deck, players, pool, wanted = view.rules.deck, view.rules.players, earlier.pool, [*earlier.wanted]
    away = len(wanted) - players - 1
    for hand, face in zip(hands, faces, strict=True):
        first = deck.card_of[1 << face]
        first &= -first
        if pool & first:
            pool ^= first
            wanted[hand] -= 1
    lacked = program.masks_of(lacking, layout.HANDS, players)
    if deck.firsts != deck.all:
        lacked = [sum([bit for bit in bits(pool) if deck.card_of[bit] & faces]) for faces in lacked]
    may = [pool & ~faces & ~more for faces, more in zip([*lacked, *[0] * away, 0], earlier.withheld, strict=True)]
    for first, places in earlier.homes:
        for taker in places:
            may[taker] &= ~first
    kinds = [pool] if pool else []
    for among in may:
        kinds = [part for kind in kinds for part in (kind & among, kind & ~among) if part]
    # In the order in which `Unknowns` has them: those that came for all to see are the last.
    came = [first for first, _ in earlier.homes]
    seen = sum(came)
    ordered = [[*bits(kind)] for kind in sorted(kinds, key=lambda kind: kind & -kind) if not kind & seen]
    of_seen = [sorted(bits(kind), key=came.index) for kind in kinds if kind & seen]
    ordered += sorted(of_seen, key=lambda kind: came.index(kind[0]))
    allowed = tuple([tuple([bool(among & kind[0]) for kind in ordered]) for among in may])
    numbers = program.number_of_first
    cards = tuple([tuple([numbers[bit] for bit in kind]) for kind in ordered])
    stock = len(earlier.plan.stock)
    to = [*range(players), *[AWAY] * away, STOCK if stock else AWAY]
    plan = earlier.plan
    try:
        allocation = Allocation(cards, tuple(wanted), allowed)
        return shared_out(row, plan.deck, allocation, cards, to, plan.stock, plan.secrets, plan.written)
    except Unsupported:
        return None


def _out_of_reach(unknowns: Unknowns, unseen: UnseenCard) -> tuple[int, ...]:
    """The numbers of the places where a card that came to a hand for all to see cannot be, whatever hands lack."""
    places = [place._replace(excluded=frozenset()) for place in unknowns.hidden_places]
    beyond = [number for number, place in enumerate(places) if not place.takes(unseen, unknowns.steps)]
    return (*beyond, len(places))


def _past(view: View) -> tuple[Any, Any]:
    """What a seat knew before the present phase, and its decisions; None where that is not kept apart."""
    log = view.deal.__dict__.get("_log")
    return log and log.before, view.__dict__.get("_history")


def _rests_on(history: Any, before: object) -> bool:
    """Whether decisions are some that were made before a phase, or these and those of the phase."""
    return history is before or (history is not None and history.before is before)


def _goes_on(program: Program, view: View, row: Array) -> bool:
    """Whether the phase is one of tricks in which nothing happens but that cards are played."""
    phase = view.rules.phases[int(row[layout.COUNTER])]
    kind = type(phase)
    if view.phase is not phase or view.rules.deck.copies:
        return False
    if program.opcode(int(row[layout.COUNTER])) != layout.TRICKS or program.tables[layout.SLOTTED]:
        return False
    as_tricks = kind.voids is Tricks.voids and kind.ruled_out is Phase.ruled_out and kind.claims is Phase.claims
    return as_tricks and not program.line("reads", int(row[layout.PLACE]))[5]


@entry
def play_again(tables: Numbers, row: Numbers, lacking: Numbers, faces: Any) -> bool:
    """Play cards in a row that holds none but those that a seat knows, and note what hands lack that play them.

    Args:
        tables: of the rules.
        row: where the deal stands; whoever plays a card holds it, known or not.
        lacking: where the masks of hands stand in a row, what they lack; all faces stand in place of those that are
            out. The masks of won cards are written over.
        faces: what is played, in order.

    Returns:
        Whether the tricks go on.
    """
    players, everything = tables[layout.PLAYERS], mask_of(lacking, tables, layout.OUT)
    for hand in range(players):
        put_mask(lacking, tables, layout.WON + hand, mask_of(row, tables, layout.HANDS + hand))
    for number in range(faces.shape[0]):
        hand, face = row[layout.HAND], faces[number]
        for other in range(players):
            # Whatever a hand holds, it can play on.
            put_mask(row, tables, layout.HANDS + other, everything)
        card = mask_at(tables, trick_tables(row, tables).faces + words(tables) * face)
        step = read_trick(row, tables).binds
        while not has(mask_at(tables, step + words(tables)), face):
            binds = mask_at(tables, step)
            if not everything & ~binds:
                return False
            add_faces(lacking, tables, layout.HANDS + hand, binds)
            step += 2 * words(tables)
        known = mask_of(lacking, tables, layout.WON + hand)
        put_mask(lacking, tables, layout.WON + hand, known & ~card)
        add_faces(row, tables, layout.HELD_FIRST + hand, card)
        if played(row, tables, face):
            return False
    for hand in range(players):
        put_mask(row, tables, layout.HANDS + hand, mask_of(lacking, tables, layout.WON + hand))
    return True
