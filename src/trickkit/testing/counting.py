"""Laws of counting: cards, tricks, points and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from attrs import evolve

from trickkit.errors import MissingRecord
from trickkit.model.actions import Play
from trickkit.model.bounds import Extent
from trickkit.model.cards import Deck, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import DealScored, Record, ScoreLine
from trickkit.model.hands import Hand, Pile
from trickkit.model.tricks import Played, Trick
from trickkit.phases import Phase, Tricks
from trickkit.phases.dealing import Dealt
from trickkit.phases.tricks.powered import PowerTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.phases.tricks.tables import Node, TrickTables, cascade
from trickkit.play.state import State
from trickkit.policies.breaking import Breaking
from trickkit.policies.capture import Capture, Finished
from trickkit.policies.lead import Lead
from trickkit.scoring.summary import DealSummary
from trickkit.testing.boards import WatchedBoard
from trickkit.testing.law import expect, law
from trickkit.testing.replayed import backwards
from trickkit.testing.transitions import played_on

__all__ = [
    "cards_are_conserved",
    "counts_say_enough",
    "everybody_is_placed",
    "scores_add_up",
    "scores_keep_to_their_bounds",
    "tricks_keep_to_their_policies",
]


@law
def cards_are_conserved(state: State, rng: Random) -> bool:
    """Every card of the deck is in one place: in a hand, in the stock, or out."""
    for deal in _deals(state):
        places: list[Hand | Pile] = [*deal.hands, deal.out, deal.stock]
        on_table = Counter(str(card) for cards in places for card in cards)
        deck = Counter(card.text for card in deal.deck)
        more, less = sorted((on_table - deck).elements()), sorted((deck - on_table).elements())
        expect(not more, f"more often on the table than in the deck: {', '.join(more)}")
        expect(not less, f"in the deck, but nowhere on the table: {', '.join(less)}")
        masks = [cards.mask for cards in places]
        whole = sum(masks) == deal.deck.all and all(deal.deck.whole(mask) == mask for mask in masks)
        expect(whole, "the faces of a card of several faces are not all where the card is")
    return True


def _deals(state: State) -> list[Deal]:
    """The current deal and the last finished one."""
    return [*(result.deal for result in state.results[-1:]), *([] if state.is_over else [state.deal])]


@law
def tricks_keep_to_their_policies(state: State, rng: Random) -> bool:
    """The turns, the legal cards and the taker of every trick follow from policies and board when asked anew."""
    if any(_tells_of_tricks(phase) and not isinstance(phase, Tricks) for phase in state.rules.phases):
        # Another phase with such a record has other policies, or none.
        return False
    looked = False
    phases = _phases_of_plays(state)
    for deal in _deals(state):
        table = next((record for record in deal.records if isinstance(record, TrickTable)), None)
        # The deals before the current one of a sampled world are not replayed.
        if table is not None and deal.number in phases and (table.tricks or table.current.plays):
            looked = True
            tricks = [trick for trick in (*table.tricks, table.current) if trick.plays]
            _look_at_tricks(deal, tricks, phases[deal.number], table)
    return looked


def _tells_of_tricks(phase: Phase) -> bool:
    """Whether the record of a phase is a table of tricks."""
    return issubclass(getattr(phase, "record", Record), TrickTable)


class PhaseOfPlay(NamedTuple):
    """The phase in which a card is played to a trick.

    Args:
        phase: the phase.
        trump: the trump at the time of the play.
        begun: the deal at the beginning of the phase, for which its policies are called.
    """

    phase: Tricks
    trump: Suit | None
    begun: Deal


def _phases_of_plays(state: State) -> dict[int, list[PhaseOfPlay]]:
    """By number of the deal, the phase of every play to a trick, found by replaying the game."""
    build, (*given, moves) = state.__reduce__()
    replayed: State = build(*given, ())
    phases: dict[int, list[PhaseOfPlay]] = {}
    begun, phase_key = replayed.deal, (-1, -1)
    for seat, action in moves:
        plays = phases.setdefault(replayed.deal.number, [])
        if phase_key != (now := (replayed.deal.number, replayed._context.place)):
            begun, phase_key = replayed.deal, now
        if isinstance(replayed.phase, Tricks) and isinstance(action, Play):
            plays.append(PhaseOfPlay(replayed.phase, replayed.deal.trump, begun))
        replayed = replayed.play(seat, action)
    return phases


class Applied(NamedTuple):
    """The policies of a phase of tricks, as they apply in a deal.

    Args:
        phase: the phase.
        begun: the deal as the phase began.
    """

    phase: Tricks
    begun: Deal
    choosers: tuple[int, ...]
    lead: Lead
    breaking: Breaking
    capture: Capture

    @classmethod
    def of(cls, played: PhaseOfPlay, held: Sequence[Counter[str]]) -> Applied:
        """The policies when a trick begins, given the cards in each hand."""
        phase, trump, begun = played
        hands = tuple([Hand.of(begun.deck, hand.elements()) for hand in held])
        begun = evolve(begun, hands=hands, trump=trump)
        choosers, lead, breaking = phase.control.choosers(begun), phase.lead.of(begun), phase.breaking.of(begun)
        return cls(phase, begun, choosers, lead, breaking, phase.capture.of(begun))

    def under(self, trumps: Sequence[Suit | None], *, stock: bool) -> list[TrickTables]:
        """Fresh tables, which call the policies again: by play, those for the trump at the time."""
        deal = self.begun
        ranking, resolution, follow = (
            self.phase.ranking.of(deal),
            self.phase.resolution.of(deal),
            self.phase.follow.of(deal),
        )
        tables = {
            trump: TrickTables(deal.deck, ranking, follow, trump, resolution, stock) for trump in dict.fromkeys(trumps)
        }
        return [tables[trump] for trump in trumps]


def _look_at_tricks(deal: Deal, tricks: list[Trick], phases: list[PhaseOfPlay], table: TrickTable) -> None:
    held, earlier, stocked, board = _held(deal), list[Played](), _stocked(deal), WatchedBoard(deal)
    plays = [play for trick in tricks for play in trick.plays]
    expect(plays == [event for event in deal.events if isinstance(event, Played)], "the log tells of other plays")
    expect(len(plays) == len(phases), f"{len(phases)} cards were played to tricks; the table has {len(plays)}")
    opener, counted = -1, Trick(())
    taken = [0] * deal.players
    current: PhaseOfPlay | None = None
    for index, trick in enumerate(tricks):
        first, hands = len(earlier), held[len(earlier)]
        now = phases[first]
        if current is None or now.begun is not current.begun or now.trump != current.trump:
            # Each phase has its own policies and trump, and applies them to all tricks of the deal.
            current, applied = now, Applied.of(now, hands)
            broken = any(_breaks(play, applied.breaking, applied.begun) for play in earlier)
        trumps = [play.trump for play in phases[first : first + len(trick.plays)]]
        if isinstance(applied.phase, PowerTricks):
            # The powers of the last card come before the trick is taken.
            trumps.append(deal[PowerTricks].trump_after(first + len(trick.plays)))
        under = applied.under(trumps, stock=stocked[first])
        playing = [hand for hand in deal.seats if hand not in deal.resting and hands[hand].total()]
        opener = opener if index else _next(applied.phase.opening.opening(applied.begun, applied.choosers), playing)
        hand = _next(applied.lead.after(counted, opener, applied.choosers), playing) if index else opener
        for play in trick.plays:
            expect(play.hand == hand, f"trick {index}: hand {play.hand} plays where it is the turn of hand {hand}")
            seat = applied.choosers[hand]
            expect(play.seat == seat, f"trick {index}: seat {play.seat} plays from hand {hand}, not seat {seat}")
            hand = _next((hand + 1) % deal.players, playing)
        board.phase = applied.phase
        broken = _follows(under, applied, trick, held[first:], index, broken, board)
        earlier += trick.plays
        if index < len(table.tricks):
            expect(len(trick.plays) == len(playing), f"trick {index} ({trick}) is complete; {len(playing)} hands play")
            counted = _look_at_taker(applied, table.tricks[:index], trick, under[-1])
            if counted.taker is not None:
                taken[counted.taker] += 1
            board.completed(trick)
    board.agrees()
    expect(table.taken == tuple(taken), f"the tricks taken are counted as {table.taken}, not as {tuple(taken)}")


def _look_at_taker(applied: Applied, earlier: tuple[Trick, ...], trick: Trick, tables: TrickTables) -> Trick:
    """Check who takes a complete trick; return it as it is counted."""
    node = _node(tables, trick.plays)
    best = trick.plays[node.leads].hand
    taker = applied.capture.taker(best, applied.begun.players)
    taking = best if taker is None else taker
    taker = None if node.winner is None else taker
    counted = Trick(trick.plays, taker, taking if taker is None else None)
    if trick.captured is not None:
        taker = _look_at_shares(applied, earlier, trick, counted, tables.root)
        taking = taking if taker is None else taker
        counted = Trick(trick.plays, taker, taking if taker is None else None)
    expect(trick.taker == taker, f"trick {len(earlier)} ({trick}) goes to hand {trick.taker}, not to hand {taker}")
    return counted


def _look_at_shares(
    applied: Applied, earlier: tuple[Trick, ...], trick: Trick, counted: Trick, node: Node
) -> int | None:
    """Check the distribution of a trick's cards by the capture policy; return the hand that takes the trick.

    Args:
        applied: the policies of the deal.
        earlier: the earlier tricks.
        trick: the trick, as recorded in the deal.
        counted: the same trick, taken by the hand with the best card.
        node: the node of a trick before its lead.
    """
    values, begun, capture = [], applied.begun, applied.capture
    for play in trick.plays:
        face = begun.deck.kinds[play.action.face]
        node = node[face & -face]
        values.append(node.value)
    finished = Finished(counted, tuple(values), earlier, begun)
    taker = capture.taker_of(finished)
    if taker != counted.taker:
        finished = evolve(finished, trick=Trick(trick.plays, taker, counted.counted_taker if taker is None else None))
    shared = capture.captured(finished)
    expect(
        trick.captured == shared, f"trick {len(earlier)} ({trick}) is shared out as {trick.captured}, not as {shared}"
    )
    return taker


def _breaks(play: Played, breaking: Breaking, deal: Deal) -> bool:
    face = deal.deck.kinds[play.action.face]
    return breaking.breaks(deal.deck.face(face & -face), deal.trump)


def _next(hand: int, playing: list[int]) -> int:
    return next((candidate for candidate in playing if candidate >= hand), playing[0])


def _held(deal: Deal) -> list[list[Counter[str]]]:
    held = [[Counter(hand) for hand in hands] for event, hands in backwards(deal) if isinstance(event, Played)]
    return held[::-1]


def _stocked(deal: Deal) -> list[bool]:
    """Whether the stock had cards before each play, and finally whether it has any now."""
    left, stocked = len(deal.stock), [len(deal.stock) > 0]
    for event in reversed(deal.events):
        left += len(event.off_stock) - len(event.put_under)
        if isinstance(event, Dealt):
            left += sum(map(len, event.hands))
        if isinstance(event, Played):
            stocked.append(left > 0)
    return stocked[::-1]


def _node(tables: TrickTables, plays: Iterable[Played]) -> Node:
    node = tables.root
    for play in plays:
        face = tables.deck.kinds[play.action.face]
        node = node[face & -face]
    return node


def _follows(
    under: list[TrickTables],
    applied: Applied,
    trick: Trick,
    held: list[list[Counter[str]]],
    number: int,
    broken: bool,
    board: WatchedBoard,
) -> bool:
    """Check the plays to a trick, each under the tables in force; return whether a suit is broken afterwards."""
    deck = under[0].deck
    for index, (play, tables, hands) in enumerate(zip(trick.plays, under, held, strict=False)):
        node = _node(tables, trick.plays[:index])
        face = deck.kinds[play.action.face]
        first = face & -face
        cards = deck.mask(hands[play.hand].elements())
        expect(cards & face, f"trick {number}: hand {play.hand} plays {play.action}, which it does not hold")
        winner = 0 if node.winner is None else (trick.plays[node.winner].hand - play.hand) % len(hands)
        context = tables.context(node, winner, number == 0, broken, play.hand == applied.begun.declarer)
        steps, cards = cascade(tables.follow, context), cards & board.left(tables, play.hand)
        allowed = next((allowed for binds, allowed, least in steps if (cards & binds).bit_count() >= least), 0)
        expect(
            allowed & cards & face,
            f"trick {number}: hand {play.hand} plays {play.action}; the policy {tables.follow!r} allows "
            f"{_texts(deck, allowed & cards)}",
        )
        broken = broken or applied.breaking.breaks(deck.face(first), tables.trump)
        board.played(tables, play, node.led)
    return broken


def _texts(deck: Deck, faces: int) -> str:
    return " ".join(text for text, kind in deck.kinds.items() if kind & faces) or "nothing"


@law
def scores_add_up(state: State, rng: Random) -> bool:
    """The points of every deal are the sum of its score lines, and the totals are the sum of the deals."""
    totals = [0] * state.rules.players
    for index, result in enumerate(state.results):
        scores = _added(result.deal)
        expect(result.scores == scores, f"deal {index} is worth {result.scores}; its lines add up to {scores}")
        before = tuple(totals)
        expect(result.deal.totals == before, f"deal {index} began with {result.deal.totals} points, not with {before}")
        totals = [old + points for old, points in zip(totals, scores, strict=True)]
        expect(result.totals == tuple(totals), f"after deal {index} the totals are {result.totals}, not {totals}")
        scored = [event for event in result.deal.events if isinstance(event, DealScored)]
        expect(
            [(event.lines, event.totals) for event in scored] == [(result.lines, result.totals)],
            f"the log of deal {index} tells other scores than its result",
        )
    if not state.is_over:
        began = state.deal.totals
        expect(began == tuple(totals), f"the deal began with {began} points, not with {tuple(totals)}")
        totals = [old + points for old, points in zip(totals, _added(state.deal), strict=True)]
    expect(state.scores == tuple(totals), f"the scores are {state.scores}; the lines add up to {tuple(totals)}")
    return bool(state.results) or bool(state.deal.lines)


def _added(deal: Deal) -> tuple[int, ...]:
    scores = [0] * deal.players
    for line in deal.lines:
        scores[line.seat] += line.points
    return tuple(scores)


@law
def scores_keep_to_their_bounds(state: State, rng: Random) -> bool:
    """A deal's points lie within the bounds of the scoring, and the totals before it within those of the ending."""
    rules, low, high = state.rules, 0, 0
    results = played_on(state, rng).results
    for index, result in enumerate(results):
        least, most = rules.ending.totals(low, high) if index else (0, 0)
        above, below = (
            least is None or least <= min(result.deal.totals),
            most is None or max(result.deal.totals) <= most,
        )
        expect(
            above and below,
            f"before deal {index} there are {result.deal.totals} points; the ending says {least} to {most}",
        )
        bounds = _extent(result.deal, rules.phases, rules.ending.most_deals()).bounds(rules.scoring)
        if bounds is None:
            return False
        expect(
            bounds[0] <= min(result.scores) <= max(result.scores) <= bounds[1],
            f"deal {index} is worth {result.scores}; the parts of the scoring say {bounds[0]} to {bounds[1]}",
        )
        low, high = min(low, bounds[0]), max(high, bounds[1])
    return bool(results)


def _extent(deal: Deal, phases: tuple[Phase, ...], deals: int | None) -> Extent:
    """The size of a finished deal, as its scoring needs it for bounds."""
    table: TrickTable | None = next((record for record in deal.records if isinstance(record, TrickTable)), None)
    doubles = [count or 0 for record in deal.records for name, _, count in record.figures() if name == "doubles"]
    tricks = len(table.tricks) if table else 0
    return Extent(deal.deck, deal.players, deal.size, tricks, max(doubles, default=0), phases, deals)


@law
def counts_say_enough(state: State, rng: Random) -> bool:
    """A scoring with `counts_only` gives the same lines if only the numbers of tricks are known."""
    parts = [part for part in state.rules.scoring if part.counts_only]
    results = played_on(state, rng).results if parts else ()
    for result in results:
        deal = result.deal
        table: TrickTable | None = deal.get(Tricks)
        if table is None:
            continue
        known = DealSummary.of(deal).deal(deal.deck, table.taken)
        for part in parts:
            try:
                lines, from_counts = part.lines(deal), part.lines(known)
            except MissingRecord:
                if not deal.closed:
                    raise
                # The phase whose record the scoring reads was not reached.
                continue
            expect(
                from_counts == lines,
                f"{part!r} gives {_lines_text(lines)}; where only tricks are counted, {_lines_text(from_counts)}",
            )
    return bool(results)


def _lines_text(lines: Iterable[ScoreLine]) -> str:
    return ", ".join(map(str, lines)) or "nothing"


@law
def everybody_is_placed(state: State, rng: Random) -> bool:
    """At the end every seat has one place, only the first one may be empty, and there is a reason for the end."""
    end = played_on(state, rng)
    outcome = end.outcome
    if outcome is None:
        return False
    seats = sorted(seat for group in outcome.ranking for seat in group)
    expect(seats == [*range(end.rules.players)] and all(outcome.ranking[1:]), f"the ranking is {outcome.ranking}", end)
    expect(outcome.reason.strip(), "the outcome gives no reason", end)
    return True
