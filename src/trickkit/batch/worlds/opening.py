"""Views of deals in which no card has been moved yet but onto the table: little is needed to deal their worlds.

All cards that the seat does not see are alike then, but for what hands lack that did not follow. The row is set out
with any of their orders, the calls are made in it once more, and what was played since is played in it again.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import STILL, Program
from trickkit.batch.run.resume import Decisions, asks, give_beforehand, set_out_in_order
from trickkit.batch.worlds.onward import Unseen
from trickkit.batch.worlds.plan import AWAY, STOCK, Plan
from trickkit.batch.worlds.sharing import NO_SPLITS, NO_WAYS
from trickkit.batch.worlds.template import most_given
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
    """A plan without the unseen cards, and these; None where more must be looked at.

    Cards that were played lie in the hands that played them.

    Args:
        program: of the rules; nothing prevents whole deals.
        view: of a game that is not over.
        place: the number of its phase.
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
    """The same.

    Args:
        program: as above.
        view: likewise.
        place: likewise.
        made: the decisions that are neither pending nor of tricks.
        known: by hand, the cards that it is known to have been dealt, as a mask.
    """
    deal, players, numbers = view.deal, view.rules.players, program.number_of_first
    firsts, size, pile = view.rules.deck.firsts, deal.size, deal.stock.order
    named = [[numbers[bit] for bit in bits(mask & firsts)] for mask in known]
    hidden = [hand.hidden for hand in deal.hands]
    dealt = {len(mine) + unseen for mine, unseen in zip(named, hidden, strict=True)}
    each, out = dealt.pop(), deal.out.mask & ~sum(known)
    # A card that was turned up came off the stock; of several it is not known in which order.
    turned_up = [numbers[bit] for bit in bits(out & firsts)]
    if dealt or each > size or len(turned_up) > 1 or each * players + len(pile) + len(turned_up) != len(deal.deck):
        return None
    pile = (*turned_up, *pile)
    left = {*range(len(deal.deck))}.difference(*named, pile)
    free = iter(sorted(left))
    order = []
    for mine in named:
        order += [*mine, *[next(free, -1) for _ in range(size - len(mine))]]
    order += [next(free, -1) if number is None else number for number in pile[: len(deal.deck) - size * players]]
    row, cards = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
    if sorted(order) != [*range(len(deal.deck))]:
        return None
    cut = cut_card(deal)
    shown = view.rules.deck.numbers([cut])[0] if cut else -1
    row[layout.SCORED] = min(deal.scored_before, layout.MOST_NUMBERS - 1)
    set_out_in_order(program, row, cards, (deal.number, size, deal.begun_by), deal.totals, order, shown)
    try:
        if not _calls(program, view, row, cards, made) or row[layout.COUNTER] != place:
            return None
        if program.trumps[int(row[layout.TRUMP])] != deal.trump:
            return None
    except Unsupported:
        return None
    return _without_unseen(program, view, row, cards, known, hidden)


def _calls(program: Program, view: View, row: Array, cards: Array, made: list[tuple[int, Action | Unknown]]) -> bool:
    """Make the decisions again up to the one that the view shows; whether that was possible.

    Raises:
        Unsupported: one of them is not legal.
    """
    decisions = Decisions.of(program, made)
    decisions.make(program, row, cards)
    if decisions.waiting[0] or row[layout.ACTOR] < 0:
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
    program: Program, view: View, row: Array, cards: Array, known: list[int], hidden: list[int]
) -> tuple[Plan, Unseen] | None:
    """A row as a plan, without the cards that a seat has not seen, and these.

    Args:
        program: of the rules.
        view: of a seat.
        row: of any of its worlds.
        cards: as they were dealt in it.
        known: by hand, the cards that it is known to have been dealt.
        hidden: by hand, how many more it holds.
    """
    deal, deck, players = view.deal, view.rules.deck, view.rules.players
    hands = program.masks_of(row, layout.HANDS, players)
    pool = 0
    for hand, (holds, mine, count) in enumerate(zip(hands, known, hidden, strict=True)):
        unseen = holds & ~mine
        if mine & ~holds or (unseen & deck.firsts).bit_count() != count:
            return None
        pool |= unseen & deck.firsts
        program.put_mask(row, layout.HANDS + hand, mine)
        first = program.mask_of(row, layout.HELD_FIRST + hand)
        program.put_mask(row, layout.HELD_FIRST + hand, first & ~unseen)
    # Cards that are still to be dealt to hands come off the pack before the rest does.
    size, given, top = int(row[layout.SIZE]), int(row[layout.DEALT]), int(row[layout.TOP])
    to_come = [place for hand in range(players) for place in range(hand * size + given, hand * size + size)]
    to_come += range(players * size + top, len(deck))
    seen = {number for number in deal.stock.order if number is not None}
    stock = [place for place in to_come if int(cards[place]) not in seen]
    if len(to_come) != len(deal.stock.order) or len(stock) != deal.stock.order.count(None):
        return None
    numbers = program.number_of_first
    unseen_cards = sorted([*[numbers[bit] for bit in bits(pool)], *[int(cards[place]) for place in stock]])
    everywhere = (1 << players + 1) - 1
    wanted = [*hidden, len(stock)]
    unseen_now = Unseen(
        np.array(unseen_cards, np.int64),
        np.full(len(unseen_cards), everywhere, np.int64),
        np.array(wanted, np.int64),
        np.array([*range(players), STOCK if stock else AWAY], np.int64),
    )
    none = np.empty(0, np.int64)
    plan = Plan(
        row, cards, none, none, none, none, none, np.array(stock, np.int64), NO_WAYS, NO_SPLITS, NO_WAYS,
        np.zeros((0, program.width), np.int64), np.zeros((0, 0), np.int64),
    )  # fmt: skip
    return plan, unseen_now


def _made(program: Program, view: View, place: int) -> list[tuple[int, Action | Unknown]] | None:
    """The decisions that are neither pending nor of tricks; None where one of them is not known."""
    made, phase = list[tuple[int, Action | Unknown]](), view.rules.phases[place]
    mine = [number for number, (seat, _, _) in enumerate(view.moves) if seat == view.seat]
    pending = mine[len(mine) - len(view.committed) :]
    in_tricks, once = isinstance(phase, Tricks), view.rules.phases.count(phase) == 1
    # What others decide in secret is pending as long as the phase goes on, where all hear of it in the end.
    waits = type(phase).hears is Phase.hears or (program.opcode(place) == layout.PASS and once)
    for number, (seat, action, at) in enumerate(view.moves):
        if at == place and in_tricks:
            break
        if action is not UNKNOWN:
            if number not in pending:
                made.append((seat, action))
        elif at != place or not waits:
            return None
    return made


@lru_cache(maxsize=1024)
def _may_open(program: Program, place: int) -> bool:
    """Whether all cards lie where they were dealt when a phase begins, and nothing depends on those not seen."""
    rules, tables = program.rules, program.tables
    if program.why or program.looks_at_hands or tables[layout.SLOTTED] or tables[layout.LOTS]:
        return False
    if not any(isinstance(phase, DealOut) for phase in rules.phases[:place]):
        return False
    now = program.opcode(place)
    if now == layout.TRICKS and rules.deck.copies:
        return False
    if now not in UNMOVED | {layout.TRICKS, layout.PASS, layout.LAY_AWAY}:
        return False
    return all(program.opcode(before) in UNMOVED for before in range(place))


@lru_cache(maxsize=256)
def _tellers(rules: Rules) -> tuple[Phase, ...]:
    """The phases other than of tricks that may tell something of cards that are not seen."""
    told = (Phase.voids, Phase.ruled_out, Phase.claims)
    different = dict.fromkeys(rules.phases)
    return tuple([
        phase
        for phase in different
        if (type(phase).voids, type(phase).ruled_out, type(phase).claims) != told and not isinstance(phase, Tricks)
    ])  # fmt: skip


def _is_told_more(view: View) -> bool:
    """Whether a phase other than of tricks has told something of the cards that are not seen."""
    deal = view.deal
    return any(phase.voids(deal) or any(phase.ruled_out(deal)) or phase.claims(deal) for phase in _tellers(view.rules))
