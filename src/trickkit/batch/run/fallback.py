"""The batch engine's calls on the reference engine, for rules that cannot be compiled."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
from attrs import evolve

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import MOST_FACES, halves, signed
from trickkit.batch.lowering.numbers import action_numbers, nobody, phase_numbers
from trickkit.batch.results import Deals, Moves
from trickkit.batch.seen import Seen
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Card, Deck
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.result import Result
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.reveal import Reveal
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.later import earlier
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed
from trickkit.play.view import View
from trickkit.processes import end_with_parent, worker_pool

T = TypeVar("T")
Begin = tuple[int, int, int, tuple[int, ...]]
"""The beginning of one of many deals: its index, its number in its game, the starter or -1, the points of earlier
deals."""


def begun(rules: Rules, seed: int, begin: Begin) -> State:
    """A deal at its first decision, as a function of the seed and the deal's numbers."""
    deal, deal_number, starter, totals = begin
    chance = Random(f"{seed}/deal {deal}")
    drawn = chance.randrange(rules.players)
    starts = drawn if starter < 0 else starter
    before = earlier(rules, starts, totals[: rules.players], deal_number)
    return resumed(rules, starts, before, starts, Stacked(), Chance(chance.getrandbits(63)))


def game_seed(seed: int, game: int) -> int:
    """The seed of a game among many."""
    return Random(f"{seed}/game {game}").getrandbits(63)


def game_begun(rules: Rules, seed: int, starter: int, game: int) -> State:
    """A game among many at its first decision; starter -1 stands for any."""
    return rules.start(seed=game_seed(seed, game), first=None if starter < 0 else starter)


def deal_begun(rules: Rules, seed: int, cycle: range, starter: int, totals: tuple[int, ...], deal: int) -> State:
    """A deal among many at its first decision; their numbers in games are consecutive."""
    return begun(rules, seed, (deal, cycle[deal % len(cycle)], starter, totals))


def one_deal(rules: Rules, seed: int, begin: Begin) -> Result:
    """The result of a deal among many."""
    return _played_out(begun(rules, seed, begin), Random(f"{seed}/play {begin[0]}"))


def origin(origins: Sequence[State | View], seed: int, deal: int) -> State:
    """The game to be played out: one of several, or a world sampled for a view."""
    given = origins[deal % len(origins)]
    return given.sample(Random(f"{seed}/world {deal}")) if isinstance(given, View) else given


def seeded(state: State, seed: int) -> State:
    """A game with a seed for random outcomes, if it has none; any other game unchanged.

    Otherwise its deal could not be played to the end, because the next deal is dealt after it.
    """
    deal = state.deal
    if deal.chance is None or deal.chance.seed is not None:
        return state
    first = (state.results[0].deal if state.results else deal).begun_by
    chance = Chance(Random(f"{seed}/chance").getrandbits(63))
    begin = resumed(state.rules, first, state.results, deal.begun_by, stacked_deal(deal), chance)
    return begin.play_all(current_moves(state))


def current_moves(state: State) -> list[tuple[int, Action]]:
    """The decisions of the current deal."""
    return list(state.moves[sum(len(result.moves) for result in state.results) :])


def played_out(state: State) -> Result:
    """The result of the current deal, played out at random."""
    return _played_out(state, Random(0))


def finished(origins: Sequence[State | View], seed: int, deal: int) -> Result:
    """The result of the current deal played to its end, with only the decisions made since."""
    state = origin(origins, seed, deal)
    before = len(state.moves) - sum(len(result.moves) for result in state.results)
    result = _played_out(state, Random(f"{seed}/play {deal}"))
    return evolve(result, moves=result.moves[before:])


def _played_out(state: State, draw: Random) -> Result:
    deals = len(state.results)
    while len(state.results) == deals:
        seat = state.actors[0]
        state = state.play(seat, draw.choice(state.legal(seat)))
    return state.results[deals]


def spread(ask: Callable[[Any], T], arguments: Iterable[Any], count: int, processes: int) -> Iterator[T]:
    """Map a function over arguments, on several processes; an interruption ends them.

    A daemonic process, such as a worker of a pool, cannot start others, and does all the work itself. The same happens
    if the rules cannot be sent to other processes, for example because the class of a policy is defined inside a
    function.
    """
    alone = processes == 1 or count < 2 * processes or multiprocessing.current_process().daemon
    if alone or not _can_be_sent(ask):
        yield from map(ask, arguments)
        return
    with worker_pool(processes, end_with_parent) as pool:
        yield from pool.map(ask, arguments, chunksize=min(500, max(1, count // (8 * processes))))


def _can_be_sent(ask: Callable[[Any], object]) -> bool:
    try:
        pickle.dumps(ask)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def collected(
    rules: Rules,
    results: Iterable[Result],
    count: int,
    *,
    moves: bool = False,
    start: Callable[[int], State] | None = None,
) -> Deals:
    """Finished deals as arrays.

    Args:
        rules: the rules of the game.
        results: the deals.
        count: their number.
        moves: whether to store the decisions.
        start: returns the game in which a deal was played or begun.
    """
    deals = Deals(
        **vars(_blank_facts(rules, count)),
        cards=np.zeros(_shape_of_cards(rules, count), np.int64),
        points=np.zeros((count, rules.players), np.int64),
        start=start,
    )
    made = []
    for index, result in enumerate(results):
        _collect(deals, index, result)
        if moves:
            made.append(result.moves)
    if not moves:
        return deals
    numbers = action_numbers(rules)
    seats = np.full((count, max(map(len, made), default=0)), -1, np.int8)
    actions = np.full(seats.shape, -1, np.int16)
    for index, of_deal in enumerate(made):
        seats[index, : len(of_deal)] = [seat for seat, _, _ in of_deal]
        actions[index, : len(of_deal)] = [numbers[action] for _, action, _ in of_deal]  # type: ignore[index]
    return evolve(deals, moves=Moves(seats, actions, np.zeros((count, 0), np.int16), np.full(count, -1, np.int16)))


def _shape_of_cards(rules: Rules, count: int) -> tuple[int, ...]:
    """The shape of `Deals.cards`."""
    faces = len(rules.deck.faces)
    return (count, rules.players) if faces <= 64 else (count, rules.players, 2) if faces <= MOST_FACES else (count, 0)


def _collect(deals: Deals, index: int, result: Result) -> None:
    """Write a deal into the arrays."""
    deal = result.deal
    write_facts(deals, index, deal)
    deals.decisions[index] = len(result.moves)
    deals.points[index] = result.scores
    deals.totals[index] = deal.totals
    table: TrickTable | None = deal.get(Tricks)
    if table is not None and deals.cards.shape[1]:
        masks = {card.text: mask for card, mask in zip(deal.deck.cards, deal.deck.masks, strict=True)}
        for hand in deal.seats:
            taken = {play.card for trick in table.tricks if trick.taker == hand for play in trick.plays}
            mask = sum(masks[text] for text in taken)
            deals.cards[index, hand] = halves(mask) if deals.cards.ndim == 3 else signed(mask)


def write_facts(deals: Any, index: int, deal: Deal) -> None:
    """Write the facts of a deal's position, except for the cards; -1 for unknown ones."""
    deals.number[index], deals.size[index], deals.starter[index] = deal.number, deal.size, deal.begun_by
    deals.trump[index] = deal.deck.suits.index(deal.trump) if deal.trump in deal.deck.suits else -1
    table: TrickTable | None = deal.get(Tricks)
    if table is not None:
        deals.tricks[index] = table.taken
        if any(trick.plays for trick in (*table.tricks, table.current)):
            deals.leader[index] = table.opener
    deals.doubles[index] = 0
    deals.declarer[index] = -1 if deal.declarer is None else deal.declarer
    for name, indices, value in (figure for record in deal.records for figure in record.figures()):
        if name == "points_estimated":
            continue
        if value is None:
            value = nobody(deals.rules) if name == "backs" else -1
        getattr(deals, name)[(index, *indices)] = value


FACTS = ("number", "size", "starter", "trump", "leader", "decisions", "doubles", "buyer", "declarer")
"""The facts that are a single number in every position."""


def _blank_facts(rules: Rules, count: int) -> SimpleNamespace:
    """Arrays for the facts of some positions, as in `Deals`, filled with -1 or 0."""
    players = rules.players
    tricks, piles = np.zeros((2, count, players), np.int16)
    return SimpleNamespace(
        rules=rules, **dict(zip(FACTS, np.full((len(FACTS), count), -1, np.int16), strict=True)),
        bids=np.full((count, players, players), -1, np.int16), backs=np.full((count, players), -1, np.int16),
        tricks=tricks, piles=piles, totals=np.zeros((count, players), np.int64),
    )  # fmt: skip


def looked(rules: Rules, views: Sequence[View]) -> Seen:
    """The information states of seats, each in its own game, as arrays."""
    # A hot function: it runs for each decision of a trained bot.
    count, players, kinds = len(views), rules.players, list(rules.deck.kinds)
    blank = _blank_facts(rules, count)
    hands = np.zeros((count, players, len(kinds)), np.uint8)
    table, out = np.zeros_like(hands), np.zeros((count, len(kinds)), np.uint8)
    committed = np.zeros_like(out)
    different = phase_numbers(rules)
    phases, playing, shown = np.full((3, count), -1, np.int64)
    held, stock = np.zeros((count, players), np.uint8), np.zeros_like(out)

    for lane, view in enumerate(views):
        deal = view.deal
        write_facts(blank, lane, deal)
        blank.totals[lane] = deal.totals
        if view.phase is not None:
            phases[lane] = different[rules.phases.index(view.phase)]
        turned = shown_card(deal)
        shown[lane] = -1 if turned is None else kinds.index(turned.faces[0].text)
        held[lane] = [len(hand) for hand in deal.hands]
        for card in deal.stock:
            if isinstance(card, Card):
                stock[lane] += _counts(rules.deck, [rules.deck.mask([card.text])])[0]
        *hands[lane], out[lane] = _counts(rules.deck, [*deal.held, deal.out.mask])
        for action in view.committed:
            if str(action) in rules.deck.kinds:
                committed[lane, kinds.index(str(action))] += 1
        tricks: TrickTable | None = deal.get(Tricks)
        if isinstance(view.phase, Tricks) and tricks is not None:
            playing[lane] = next_hand(deal, view.phase, tricks)
            for play in tricks.current.plays:
                table[lane, play.hand, kinds.index(play.action.face)] += 1
        laid: Any = deal.get(Reveal)
        for seat, cards in enumerate(laid.cards if laid is not None else ()):
            for card in cards:
                table[lane, seat, kinds.index(card.faces[0].text)] += 1
    return Seen(
        seat=np.array([view.seat for view in views], np.int64), phase=phases, hand=playing, number=blank.number,
        size=blank.size, starter=blank.starter, doubles=blank.doubles, buyer=blank.buyer, trump=blank.trump,
        declarer=blank.declarer, shown=shown, held=held, stock=stock, hands=hands, out=out, table=table,
        committed=committed, tricks=blank.tricks, bids=blank.bids, backs=blank.backs, piles=blank.piles,
        totals=blank.totals, heard=partial(heard_moves, rules, views),
    )  # fmt: skip


def _counts(deck: Deck, masks: Sequence[int]) -> Array:
    """(masks, kinds), uint8: how many of each kind are in sets of cards."""
    faces = _faces_of_kinds(deck)
    room = (len(faces) + 7) // 8
    packed = np.frombuffer(b"".join([mask.to_bytes(room, "little") for mask in masks]), np.uint8)
    bits = np.unpackbits(packed.reshape(len(masks), room), axis=1, count=len(faces), bitorder="little")
    # In most decks every kind has one face.
    return bits if faces.shape[0] == faces.shape[1] else bits @ faces


@lru_cache(maxsize=64)
def _faces_of_kinds(deck: Deck) -> Array:
    """(faces, kinds), uint8: 1 where a face is one of the kind; kinds are numbered by their first faces."""
    return np.array([[mask >> face & 1 for mask in deck.kinds.values()] for face in range(len(deck.faces))], np.uint8)


def shown_card(deal: Deal) -> Card | None:
    """The card that was openly turned up or cut before the play; None if there is none."""
    cards = (getattr(record, "card", None) for record in deal.records)
    return next((card for card in cards if isinstance(card, Card)), None)


def heard_moves(rules: Rules, views: Sequence[View]) -> Array:
    """The decisions of current deals as viewers have heard them, in the form of `Seen.heard`."""
    numbers, phases = action_numbers(rules), phase_numbers(rules)
    heard = np.full((len(views), max(len(view.moves) for view in views), 3), -1, np.int16)
    for lane, view in enumerate(views):
        moves = view.moves
        columns = (
            [seat for seat, _, _ in moves],
            [phases[phase] for _, _, phase in moves],
            [-1 if action is UNKNOWN else numbers[action] for _, action, _ in moves],  # type: ignore[index]
        )
        for column, made in enumerate(columns):
            heard[lane, : len(moves), column] = made
        for start, stop in view.together:
            if not isinstance(rules.phases[moves[start][2]].inner, Choosing):
                continue
            for seat in {seat for seat, _, _ in moves[start:stop]} - {view.seat}:
                # Views sort the cards that another seat chose by text, but lanes by the numbers of the actions.
                chosen = [index for index in range(start, stop) if moves[index][0] == seat]
                heard[lane, chosen, 2] = np.sort(heard[lane, chosen, 2])
    return heard


def next_hand(deal: Deal, phase: Tricks, table: TrickTable) -> int:
    """The hand that plays next in unfinished tricks, or whose card has a power about which a seat decides."""
    if getattr(deal.get(type(phase)), "pending", None) is not None:
        return table.current.plays[-1].hand
    playing = [hand for hand in deal.seats if hand not in deal.resting]
    choosers = phase.control.choosers(deal)
    if phase.may_differ:
        playing = [hand for hand in playing if deal.hands[hand]]
    if table.current.plays:
        hand = (table.current.plays[-1].hand + 1) % deal.players
    elif table.tricks:
        hand = phase.lead.of(deal).after(table.tricks[-1], table.opener, choosers)
    else:
        hand = phase.opening.opening(deal, choosers)
    while hand not in playing:
        hand = (hand + 1) % deal.players
    return hand
