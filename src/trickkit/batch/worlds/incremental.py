"""Continues from an earlier view of the same seat, so that only later events are examined.

Everything before the tricks is the same in all views that a seat has during the tricks. The plan of the first such view
is stored. The plan of a later view is derived from it by replaying the cards played since in its row, which also
reveals voids. While a seat chooses cards one by one to pass or lay away, only its choices change.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import Program
from trickkit.batch.run.resume import give_beforehand
from trickkit.batch.worlds.incremental_run import Shares, Unseen, go_on
from trickkit.batch.worlds.opening import opened
from trickkit.batch.worlds.plan import AWAY, STOCK, Plan, places_put_away
from trickkit.batch.worlds.recent import RecentCache
from trickkit.batch.worlds.sharing import NO_WAYS, with_ways
from trickkit.batch.worlds.template import FOUND, SETTLED, most_given
from trickkit.model.actions import Action
from trickkit.model.cards import bits
from trickkit.model.tricks import Trick
from trickkit.phases.base import Phase
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import Played, TrickTable
from trickkit.play.view import View
from trickkit.worlds.traces import UnseenCard
from trickkit.worlds.unknowns import Unknowns

REMEMBERED = 64
"""The number of seats and deals of which a view is stored."""


@frozen(eq=False)
class _Earlier:
    """An earlier view during tricks, with the plan by which its cards are dealt.

    Args:
        program: the program of its rules, which defines the places in a row.
        before: the decisions before these tricks, which views also share.
        phase: the phase of the tricks.
        tricks: the complete tricks.
        plays: the cards that had been played to the next one.
        plan: how the unseen cards are dealt.
        unseen: the cards that are dealt, and their possible places, ignoring voids.
        lacking: (width,): at the places of the masks of hands, the faces that these have shown to lack.
    """

    program: Program
    before: object
    phase: Phase
    tricks: tuple[Trick, ...]
    plays: tuple[Played, ...]
    plan: Plan
    unseen: Unseen
    lacking: Array


_remembered = RecentCache[_Earlier](REMEMBERED)
"""Earlier views, by what the seat knew before these tricks, which all its later views share."""


@frozen(eq=False)
class _Choosing:
    """An earlier view of a seat that chooses cards in secret, with its plan.

    Args:
        program: the program of its rules.
        before: the decisions before this phase, which views also share.
        actors: the seats that chose.
        committed: the choices of the seat so far.
        plan: how the unseen cards are dealt.
    """

    program: Program
    before: object
    actors: tuple[int, ...]
    committed: tuple[Action, ...]
    plan: Plan


_choosing = RecentCache[_Choosing](REMEMBERED)
"""Views of seats that choose, by what the seat knew, which all its views share until all seats have chosen."""


def remember(program: Program, view: View, plan: Plan) -> None:
    """Store a view with its plan, if later views can continue it.

    Args:
        program: the program of its rules.
        view: a view of a game that is not over.
        plan: how its unseen cards are dealt.
    """
    log, _ = _past(view)
    if program.opcode(int(plan.row[layout.COUNTER])) == layout.CHOOSE:
        _remember_choosing(program, view, plan)
        return
    if log is None or not _goes_on(program, view, plan.row):
        return
    unknowns = view.unknowns
    if any(unknowns.arrivals) or unknowns.claims:
        return
    deck, players, table = view.rules.deck, view.rules.players, view.deal[Tricks]
    masks, numbers = deck.masks, program.numbers_of
    excluded = [[masks[numbers[text][0]] for text in hidden.excluded] for hidden in unknowns.hidden_places]
    lacked = [sum([mask & -mask for mask in of_place]) for of_place in excluded]
    if lacked[players:] and any(lacked[:players]) and not (table.tricks or table.current.plays):
        # The voids of a hand also limit the cards that it has put away, as long as no card was seen since.
        return
    lacking = np.zeros(program.width, np.int64)
    for hand in range(players):
        # A hand that lacks one face of a card lacks the whole card.
        program.put_mask(lacking, layout.HANDS + hand, sum([deck.card_of[bit] for bit in bits(lacked[hand])]))
    program.put_mask(lacking, layout.OUT, deck.all)
    unseen = _unseen(program, unknowns, [*[0] * players, *lacked[players:], 0], plan)
    _remember_tricks(program, view, plan, unseen, lacking)


def _remember_tricks(program: Program, view: View, plan: Plan, unseen: Unseen, lacking: Array) -> None:
    """Store a view during tricks, unless cards are yet to be exposed, which will reveal more."""
    log, _ = _past(view)
    if log is None or plan.row[layout.EXPOSING]:
        return
    table: TrickTable = view.deal[Tricks]
    assert view.phase is not None
    earlier = _Earlier(
        program,
        _before(view, plan),
        view.phase,
        table.tricks,
        table.current.plays,
        plan,
        unseen,
        lacking,
    )
    _remembered.keep(log, earlier)


def _remember_choosing(program: Program, view: View, plan: Plan) -> None:
    """Store a view of a seat that chooses cards."""
    whole = view.deal.__dict__.get("_log")
    if whole is not None and view.seat in view.actors:
        _choosing.keep(whole, _Choosing(program, _before(view, plan), view.actors, view.committed, plan))


def _before(view: View, plan: Plan) -> object:
    """The decisions before a view's phase."""
    _, history = _past(view)
    # If no decision has been made in a phase, all decisions are those before it.
    return history.before if history is not None and history.place == int(plan.row[layout.COUNTER]) else history


def begins(program: Program, view: View) -> Plan | None:
    """The plan for a view, derived from the beginning of its deal; None if that does not suffice.

    The plan is stored as by `remember`.

    Args:
        program: the program of its rules; nothing prevents whole deals.
        view: a view of a game that is not over.
    """
    phases = view.rules.phases
    phase_index = phases.index(view.phase) if view.phase in phases else 0
    opening = opened(program, view, phase_index)
    if opening is None:
        return None
    plan, unseen = opening
    if program.opcode(phase_index) != layout.TRICKS:
        if program.opcode(phase_index) == layout.CHOOSE:
            _remember_choosing(program, view, plan)
        return plan
    if not _goes_on(program, view, plan.row):
        return None
    lacking, table = np.zeros(program.width, np.int64), view.deal[Tricks]
    program.put_mask(lacking, layout.OUT, view.rules.deck.all)
    plays = [play for trick in (*table.tricks, table.current) for play in trick.plays]
    continued = _played_on(program, view, plan, unseen, lacking, plays)
    if continued is not None:
        _remember_tricks(program, view, continued, unseen, lacking)
    return continued


def goes_on_from(program: Program, view: View) -> Plan | None:
    """The plan for a view, derived from an earlier view; None if none is stored.

    Args:
        program: the program of its rules.
        view: a view of a game that is not over.
    """
    log, history = _past(view)
    earlier = _remembered.get(log)
    if earlier is None:
        return _chosen_since(program, view, history)
    if earlier.program is not program or view.phase is not earlier.phase or not _rests_on(history, earlier.before):
        return None
    plays = _played_since(earlier, view.deal[Tricks])
    if plays is None:
        return None
    return _played_on(program, view, earlier.plan, earlier.unseen, earlier.lacking.copy(), plays)


def _played_since(earlier: _Earlier, table: TrickTable) -> list[Played] | None:
    """The plays since an earlier view; None if the tricks differ, as when a deal is played twice."""
    count, plays = len(earlier.tricks), len(earlier.plays)
    if table.tricks[:count] != earlier.tricks:
        return None
    since = [play for trick in (*table.tricks[count:], table.current) for play in trick.plays]
    return since[plays:] if since[:plays] == [*earlier.plays] else None


def _played_on(
    program: Program, view: View, plan: Plan, unseen: Unseen, lacking: Array, plays: Sequence[Played]
) -> Plan | None:
    """The plan after further plays; None if it cannot be derived.

    Args:
        program: the program of the rules.
        view: the later view.
        plan: the earlier one.
        unseen: the cards that are dealt in it.
        lacking: as in `_Earlier`; new voids of hands are added.
        plays: the plays since then.
    """
    faces, row, shares = program.faces, np.empty_like(plan.row), Shares.room(unseen)
    played = np.array([faces[play.action.face] for play in plays], np.int64)
    if not go_on(program.tables, plan.row, row, _STAYS, lacking, played, unseen, shares):
        return None
    row[layout.DECISIONS] = 0
    held = view.deal.held
    if program.masks_of(row, layout.HANDS, len(held)) != [*held]:
        return None
    return _plan(plan, row, shares)


def _chosen_since(program: Program, view: View, history: object) -> Plan | None:
    """The plan after a seat has chosen more cards; None if it cannot be derived."""
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
"""The places in a row that do not change while tricks are played."""


def _plan(earlier: Plan, row: Array, shares: Shares) -> Plan | None:
    """A plan derived from an earlier view's; None if there are too many ways to distribute the cards.

    Args:
        earlier: the earlier view.
        row: the row of the later view, without the cards to be dealt.
        shares: the distribution of these cards.
    """
    cards, kinds, groups, takers, largest = shares.counts.tolist()
    plan = earlier._replace(
        row=row,
        cards=shares.cards[:cards],
        kinds=shares.kinds[: kinds + 1],
        may=shares.may[:kinds],
        groups=shares.groups[:groups],
        takers=shares.takers[:takers],
        ways=NO_WAYS,
    )
    try:
        return with_ways(plan, largest)
    except Unsupported:
        return None


def _unseen(program: Program, unknowns: Unknowns, withheld: Sequence[int], plan: Plan) -> Unseen:
    """The cards of a plan with their possible places, ignoring voids.

    Args:
        program: the program of the rules.
        unknowns: the unknowns of the view.
        withheld: by hidden place, and for the stock: the first faces of cards that never lie there.
        plan: the plan of the view.
    """
    deck, players, wanted = program.rules.deck, program.rules.players, unknowns.allocation.wanted
    cards = [(unseen, program.numbers_of[unseen.text][0]) for kind in unknowns.allocation.kinds for unseen in kind]
    # In the order of `Unknowns`, in which cards that came openly are last.
    cards = [
        *sorted([pair for pair in cards if pair[0].home is None], key=itemgetter(1)),
        *[pair for pair in cards if pair[0].home is not None],
    ]
    lacked = [(index, faces) for index, faces in enumerate(withheld) if faces]
    reach = []
    for unseen, card in cards:
        mask = deck.masks[card]
        beyond = {index for index, faces in lacked if faces & mask & -mask}
        if unseen.home is not None:
            beyond.update(_out_of_reach(unknowns, unseen))
        reach.append((1 << len(withheld)) - 1 - sum([1 << index for index in beyond]))
    to = [*range(players), *places_put_away(program.tables, unknowns), STOCK if len(plan.stock) else AWAY]
    return Unseen(*[np.array(of, np.int64) for of in ([card for _, card in cards], reach, wanted, to)])


def _out_of_reach(unknowns: Unknowns, unseen: UnseenCard) -> tuple[int, ...]:
    """The places that a card which came to a hand openly cannot have reached, ignoring voids."""
    places = [hidden_place._replace(excluded=frozenset()) for hidden_place in unknowns.hidden_places]
    beyond = [index for index, hidden_place in enumerate(places) if not hidden_place.takes(unseen, unknowns.steps)]
    return (*beyond, len(places))


def _past(view: View) -> tuple[Any, Any]:
    """A seat's knowledge before the current phase, and its decisions; None if these are not stored separately."""
    log = view.deal.__dict__.get("_log")
    return log and log.before, view.__dict__.get("_history")


def _rests_on(history: Any, before: object) -> bool:
    """Whether a history consists of the decisions before a phase, perhaps followed by those of the phase."""
    return history is before or (history is not None and history.before is before)


def _goes_on(program: Program, view: View, row: Array) -> bool:
    """Whether the phase is one of plain tricks, in which cards are only played."""
    phase_index = int(row[layout.COUNTER])
    if program.opcode(phase_index) != layout.TRICKS or program.tables[layout.SLOTTED]:
        return False
    phase = view.rules.phases[phase_index]
    kind = type(phase)
    if view.phase is not phase or view.rules.deck.copies:
        return False
    as_tricks = kind.voids is Tricks.voids and kind.ruled_out is Phase.ruled_out and kind.claims is Phase.claims
    return as_tricks and not program.line("reads", int(row[layout.PLACE]))[5]
