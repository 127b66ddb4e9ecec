"""Fast plans for views of deals in which cards have only been played.

In such deals all cards that the seat does not see are alike, except for the voids of hands that did not follow. The row
is set up with any possible order of the cards; then the calls and the plays are replayed in it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.finished import STILL
from trickkit.batch.machine.program import Program
from trickkit.batch.run.resume import Decisions, asks, give_beforehand, set_out_in_order
from trickkit.batch.worlds.incremental_run import Unseen
from trickkit.batch.worlds.laying import in_order
from trickkit.batch.worlds.plan import AWAY, STOCK, Plan
from trickkit.batch.worlds.sharing import NO_SPLITS, NO_WAYS
from trickkit.batch.worlds.template import most_given
from trickkit.batch.worlds.unseen import Listed, take_out
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Unknown, bits
from trickkit.phases.base import Phase
from trickkit.phases.dealing import DealOut, cut_card
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.rules import Rules
from trickkit.play.view import View

UNMOVED = STILL | {layout.EXPLORED, layout.SHOW_TOP, layout.SHOW_BOTTOM}
"""The opcodes of phases after which all cards may still lie where they were dealt."""


def opened(program: Program, view: View, place: int) -> tuple[Plan, Unseen] | None:
    """A plan without the unseen cards, and these cards; None if the view needs closer examination.

    Played cards count as being in the hands that played them.

    Args:
        program: the program of the rules; nothing prevents whole deals.
        view: a view of an unfinished game.
        place: the index of its phase.
    """
    if not _may_open(program, place) or _is_told_more(view):
        return None
    deal, deck = view.deal, view.rules.deck
    made, played = _made(program, view, place), [0] * deal.players
    if made is None:
        return None
    if program.opcode(place) == layout.TRICKS:
        table: TrickTable = deal[Tricks]
        for trick in (*table.tricks, table.current):
            for play in trick.plays:
                played[play.hand] |= deck.card_of[deck.kinds[play.action.face]]
    return _set_out(program, view, place, made, [mine | out for mine, out in zip(deal.held, played, strict=True)])


def _set_out(
    program: Program, view: View, place: int, made: list[tuple[int, Action | Unknown]], known: list[int]
) -> tuple[Plan, Unseen] | None:
    """The result of `opened`, computed from a new row.

    Args:
        program: as above.
        view: likewise.
        place: likewise.
        made: the decisions that are neither pending nor of tricks.
        known: by hand, the cards that it is known to have been dealt, as a mask.
    """
    deal, deck, size = view.deal, view.rules.deck, view.deal.size
    players, stock = deal.players, deal.stock.order
    # A viewer knows these numbers of a deal even before the hands.
    counts = deal.__dict__.get("_hidden") or [hand.hidden for hand in deal.hands]
    hidden, out = [*counts], deal.out.mask & ~sum(known)
    dealt = {(mine & deck.firsts).bit_count() + unseen for mine, unseen in zip(known, hidden, strict=True)}
    each, turned_up = dealt.pop(), bits(out & deck.firsts) if out else ()
    # A turned-up card came off the stock; with several, their order is unknown.
    pile = [*[program.number_of_first[bit] for bit in turned_up], *[-1 if card is None else card for card in stock]]
    if dealt or each > size or len(pile) > len(stock) + 1 or each * players + len(pile) != len(deck):
        return None
    row, cards = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
    dealt_to, came_off = np.zeros(program.width, np.int64), np.array(pile, np.int64)
    program.put_masks(dealt_to, layout.HANDS, known)
    order, work = np.empty((2, len(deck)), np.int64)
    if not in_order(program.tables, dealt_to, came_off, size, order, work):
        return None
    cut = cut_card(deal)
    shown = deck.numbers([cut])[0] if cut else -1
    program.put_earlier(row, deal)
    set_out_in_order(program, row, cards, (deal.number, size, deal.begun_by), deal.totals, order, shown)
    try:
        if not _calls(program, view, row, cards, made) or row[layout.COUNTER] != place:
            return None
        if program.trumps[int(row[layout.TRUMP])] != deal.trump:
            return None
    except Unsupported:
        return None
    seat = players if view.seat is None else view.seat
    in_stock = [deck.masks[card] for card in stock if card is not None]
    program.put_mask(row, layout.KNOWN + seat, sum(known) | out | sum(in_stock))
    return _without_unseen(program, row, cards, seat, known, [*hidden, len(stock) - len(in_stock)])


def _calls(program: Program, view: View, row: Array, cards: Array, made: list[tuple[int, Action | Unknown]]) -> bool:
    """Replay the decisions before the pending one of the view; return whether that was possible.

    Raises:
        Unsupported: one of them is not legal.
    """
    if made:
        decisions = Decisions.of(program, made)
        decisions.make(program, row, cards)
        if decisions.waiting[0]:
            return False
    if row[layout.ACTOR] < 0:
        return False
    seat = view.seat
    if seat is not None:
        if seat in view.actors and not view.committed and row[layout.ACTOR] != seat:
            asks(program, row, seat)
        if len(view.committed) >= most_given(program, row):
            return False
        give_beforehand(program, row, seat, view.committed)
    row[layout.DECISIONS] = 0
    return True


def _without_unseen(
    program: Program, row: Array, deck: Array, seat: int, known: list[int], hidden: list[int]
) -> tuple[Plan, Unseen] | None:
    """A row's plan without the unseen cards, and these cards, each of which may be anywhere.

    Args:
        program: the program of the rules.
        row: the row of any world of the view.
        deck: the cards as they were dealt in that world.
        seat: whose view it is.
        known: by hand, the cards that it is known to have been dealt, as a mask.
        hidden: the number of other cards in each hand, and of unseen cards in the stock.
    """
    players, listed = len(known), Listed.room(len(program.rules.deck))
    # If no more cards come from the stock, those that were in it are out of play.
    to = [*range(players), STOCK if hidden[players] else AWAY]
    places = [[location, 0, count] for location, count in zip(to, hidden, strict=True) if count]
    elsewhere = take_out(program.tables, row, deck, seat, listed)
    _, count, _, left, takers = listed.counts.tolist()
    if elsewhere or listed.takers[:takers].tolist() != places or program.masks_of(row, layout.HANDS, players) != known:
        return None
    reach = np.full(count, (1 << players + 1) - 1, np.int64)
    unseen = Unseen(listed.cards[:count], reach, np.array(hidden, np.int64), np.array(to, np.int64))
    together = count > 0
    plan = Plan(
        row=row,
        deck=deck,
        cards=unseen.cards,
        kinds=listed.counts[: 1 + together],
        may=listed.counts[2:3][:together],
        groups=listed.counts[1:2][:together],
        takers=listed.takers[:takers],
        stock=listed.stock[:left],
        ways=NO_WAYS,
        splits=NO_SPLITS,
        chances=NO_WAYS,
        secrets=_no_secrets(program.width),
        written=NO_SPLITS,
    )
    return plan, unseen


@lru_cache
def _no_secrets(width: int) -> Array:
    """Empty rows, for phases without secrets."""
    return np.zeros((0, width), np.int64)


def _made(program: Program, view: View, place: int) -> list[tuple[int, Action | Unknown]] | None:
    """The decisions except pending ones and plays to tricks; None if one of them is unknown."""
    made, phase = list[tuple[int, Action | Unknown]](), view.rules.phases[place]
    mine = [index for index, (seat, _, _) in enumerate(view.moves) if seat == view.seat] if view.committed else []
    pending = mine[len(mine) - len(view.committed) :]
    in_tricks = isinstance(phase, Tricks)
    for index, (seat, action, phase_index) in enumerate(view.moves):
        if phase_index == place and in_tricks:
            break
        if action is not UNKNOWN:
            if index not in pending:
                made.append((seat, action))
        elif phase_index != place or not _waits(program, place):
            return None
    return made


@lru_cache(maxsize=1024)
def _waits(program: Program, place: int) -> bool:
    """Whether secret decisions of others stay pending during a phase, and all hear them at its end."""
    return type(program.rules.phases[place]).hears is Phase.hears or program.chooses_once(place)


@lru_cache(maxsize=1024)
def _may_open(program: Program, place: int) -> bool:
    """Whether, when a phase begins, all cards are where they were dealt, and nothing depends on unseen ones."""
    rules, tables = program.rules, program.tables
    if program.why or program.looks_at_hands or tables[layout.SLOTTED] or tables[layout.LOTS]:
        return False
    if not any(isinstance(phase, DealOut) for phase in rules.phases[:place]):
        return False
    now = program.opcode(place)
    if now == layout.TRICKS and rules.deck.copies:
        return False
    if now not in UNMOVED | {layout.TRICKS, layout.CHOOSE}:
        return False
    return all(program.opcode(before) in UNMOVED for before in range(place))


def tells_nothing(program: Program, place: int) -> bool:
    """Whether no phase up to a given one can reveal anything about unseen cards.

    Args:
        program: the program of the rules; nothing prevents whole deals.
        place: the index of the phase.
    """
    earlier = (program.rules.phases.index(phase) <= place for phase in _tellers(program.rules))
    return _may_open(program, place) and not any(earlier)


@lru_cache(maxsize=256)
def _tellers(rules: Rules) -> tuple[Phase, ...]:
    """The phases, except tricks, that may reveal something about unseen cards."""
    defaults = (Phase.voids, Phase.ruled_out, Phase.claims)
    different = dict.fromkeys(rules.phases)
    return tuple([
        phase
        for phase in different
        if (type(phase).voids, type(phase).ruled_out, type(phase).claims) != defaults and not isinstance(phase, Tricks)
    ])  # fmt: skip


def _is_told_more(view: View) -> bool:
    """Whether a phase other than tricks has revealed something about unseen cards."""
    deal = view.deal
    return any(phase.voids(deal) or any(phase.ruled_out(deal)) or phase.claims(deal) for phase in _tellers(view.rules))
