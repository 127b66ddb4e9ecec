"""A fast bot that bids what its cards are worth, then plays for the tricks that it needs, looking one trick ahead."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices
from trickkit.bots.flat import Flat
from trickkit.bots.strength import added, beating, expected_tricks, powers, probable_endings, tricks_left
from trickkit.bots.utility import Utility
from trickkit.bots.worth import CardWorth, card_worth, mean_points, records_read, shares, worth_of_tricks
from trickkit.model.actions import Bid, Play
from trickkit.model.checks import is_a, whole
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.estimates import Estimates
from trickkit.phases.kinds.simultaneous import SimultaneousRun
from trickkit.phases.passing import PassCards
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickkit.model.actions import Action
    from trickkit.model.deal import Deal
    from trickkit.phases.tricks.tables import Node, TrickTables
    from trickkit.play.rules import Rules
    from trickkit.play.view import View
    from trickkit.policies.bidding import Bidding

__all__ = ["Greedy"]


@frozen
class Greedy(Bot):
    """Bids the tricks that its cards will probably take, and takes tricks while they are worth something.

    It bids on tricks and plays to them without playouts, in some 50 microseconds. It derives the worth of a trick from
    the scoring: with bids on tricks, a hand wants tricks until it has enough; if cards count, it scores random deals
    with their tricks given to other hands. It saves cards that will take tricks later, if those tricks are wanted. For
    other decisions, such as naming trump, it makes a few playouts.

    Args:
        playouts: how often each action of other decisions is played out, 1 or more.
        seed: any integer; equal seeds give equal decisions.

    >>> from trickkit import load
    >>> view = load("pikoko", players=3).start(seed=7, first=0).view(1)
    >>> Greedy().act(view)
    Bid(number=3)
    """

    playouts: int = field(default=8, validator=whole(1))
    seed: int = field(default=0, validator=is_a(int), kw_only=True)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The immediate worth of each legal action; for a play, the gain in this trick minus the power of the card."""
        check_budget(budget)
        legal = choices(view)
        worth = _worth(view, legal, self._remembered(view))
        if worth is None:
            return Flat(self.playouts, seed=self.seed).explain(view, budget)
        best = max(worth)
        considered = [Choice(action, points, behind=best - points) for action, points in zip(legal, worth, strict=True)]
        return Explanation(tuple(sorted(considered, key=lambda choice: -choice.mean)))

    def _remembered(self, view: View) -> Deal:
        """The deal as it remembers it while it plays tricks."""
        return view.deal


def _worth(view: View, legal: tuple[Action, ...], deal: Deal) -> list[float] | None:
    """The worth of each action; None if actions must be tried out."""
    phase = view.phase
    if isinstance(phase, Tricks):
        return _plays(view, deal, phase, legal) if isinstance(legal[0], Play) or isinstance(legal[-1], Play) else None
    tricks = next((later for later in view.rules.phases if isinstance(later, Tricks)), None)
    if tricks is None or not any(view.deal.held):
        return None
    if isinstance(phase, Bids | Estimates | CallEstimates) and all(type(action) is Bid for action in legal):
        expected = expected_tricks(view.deal, tricks)[_subject(view)]
        return [-abs(action.number - expected) for action in legal if isinstance(action, Bid)]
    return _calls(view, tricks, legal)


@lru_cache(maxsize=256)
def tries_out(rules: Rules, place: int) -> bool:
    """Whether a seat's decisions in a phase are tried out if it decides alone or chooses several cards.

    Args:
        rules: of the game.
        place: the index of the phase, which is not a phase of tricks.

    >>> from trickkit import load
    >>> [tries_out(load("hearts"), 1), tries_out(load("spades"), 2)]
    [True, False]
    """
    phase, later = rules.phases[place], rules.phases[place + 1 :]
    if isinstance(phase, Bids | Estimates | CallEstimates):
        return False
    # Simultaneous one-time decisions may affect only the score: see `_calls`.
    return (
        not isinstance(phase, PassCards)
        or phase.cards > 1
        or not all(isinstance(later_phase, Tricks) for later_phase in later)
    )


def _subject(view: View) -> int:
    """The hand on whose tricks the viewer bids now."""
    phase, deal, seat = view.phase, view.deal, view.seat
    assert seat is not None
    if not isinstance(phase, Bids):
        return seat
    made = deal[Bids].bids
    done = [bid is not None for bid in made[seat]] if made else [False] * deal.players
    return subject_of(phase.bidding, deal.starter, seat, done)


def subject_of(bidding: Bidding, starter: int, seat: int, done: Sequence[bool]) -> int:
    """The hand on whose tricks a seat bids next, where all bid on each other.

    Args:
        bidding: the policy of the bids.
        starter: of the deal.
        seat: the bidder.
        done: by hand, whether it has bid on it.

    >>> from trickkit import load
    >>> bidding = load("pikoko", players=3).phases[2].bidding
    >>> [subject_of(bidding, 0, 1, done) for done in ([False] * 3, [True, True, False])]
    [0, 2]
    """
    for subjects in _turns(bidding, len(done), starter):
        subject = subjects[seat]
        if subject is not None and not done[subject]:
            return subject
    return seat


@lru_cache(maxsize=64)
def _turns(bidding: Bidding, players: int, starter: int) -> tuple[tuple[int | None, ...], ...]:
    return bidding.turns(players, starter)


def _calls(view: View, tricks: Tricks, legal: tuple[Action, ...]) -> list[float] | None:
    """The worth of simultaneous calls just before the tricks, which affect only the score; None for other calls."""
    phase, seat, rules = view.phase, view.seat, view.rules
    assert phase is not None
    assert seat is not None
    index = rules.phases.index(phase)
    if view.committed or not all(isinstance(later, Tricks) for later in rules.phases[index + 1 :]):
        return None
    try:
        run = phase.begin(view.deal)
    except Exception:  # A phase may do anything with what the seat does not see.
        return None
    if not isinstance(run, SimultaneousRun) or run.turns != (tuple(view.deal.seats),):
        return None
    parts = [part for part in rules.scoring if type(phase).record in records_read(part)]
    utility, endings = Utility.said_by(rules), probable_endings(view.deal, tricks)
    worths = []
    for action in legal:
        progress = run.start()
        for other in view.deal.seats:
            after = run.play(progress, other, action if other == seat else progress.choices[other][0])
            if after is None:
                return None
            progress = after
        worth = mean_points(parts, run.record(progress), endings)
        if worth is None:
            return None
        worths.append(utility.of(worth, seat))
    return worths


def _mean(row: Sequence[float], taken: int, expected: float) -> float:
    """The mean worth of a hand's final number of tricks, from those taken and those still expected."""
    left = len(row) - 1 - taken
    if left <= 0:
        return row[-1]
    chances = shares(left, min(20, round(20 * expected / left)))
    return added([chance * worth for chance, worth in zip(chances, row[taken:], strict=True)])


def _plays(view: View, deal: Deal, phase: Tricks, legal: tuple[Action, ...]) -> list[float]:
    table: TrickTable = deal[Tricks]
    tables, deck = phase.tables_of(deal), deal.deck
    hands = deal.players - len(deal.resting)
    node = tables.root
    for play in table.current.plays:
        node = node[_bit(deck.kinds[play.action.face])]
    hand = _hand(deal, legal)
    later = _later(deal, hand, hands - len(table.current.plays) - 1)
    before = [play.hand for play in table.current.plays]
    of = powers(tables, hands, max(1, tricks_left(deal)))
    gains = _gains(view, deal, table, phase)
    worths = []
    for action in legal:
        if not isinstance(action, Play):
            worths.append(-float("inf"))
            continue
        bit = _bit(deck.kinds[action.face] & deal.held[hand])
        after = node[bit]
        chances = _takers(deal, tables, after, [*before, hand], later)
        card = deck.by_first[_first(deck.card_of[bit])]
        cards = [*[play.card for play in table.current.plays], card.text]
        gain = added([chance * gains.trick(taker, cards) for taker, chance in chances])
        worths.append(gain - of[_first(deck.card_of[bit])] * gains.later(hand))
    return worths


def _bit(mask: int) -> int:
    """The lowest bit of a mask."""
    return mask & -mask


_first = _bit
"""The bit of a card's first face, which stands for the card."""


def _hand(deal: Deal, legal: tuple[Action, ...]) -> int:
    """The hand that is to play: the one that holds every legal card."""
    kinds = deal.deck.kinds
    faces = [kinds[action.face] for action in legal if isinstance(action, Play)]
    return next(hand for hand, held in enumerate(deal.held) if all(held & face for face in faces))


def _later(deal: Deal, hand: int, count: int) -> list[int]:
    """The hands that still play to the trick after a given one, in order."""
    around = [(hand + step) % deal.players for step in range(1, deal.players)]
    return [other for other in around if other not in deal.resting][:count]


def _takers(
    deal: Deal, tables: TrickTables, node: Node, before: Sequence[int], later: Sequence[int]
) -> list[tuple[int, float]]:
    """The hands that may take a trick after a card has been played to it, each with its probability."""
    takers, left = [], 1.0
    if later:
        stronger = beating(tables, node)
        firsts = deal.deck.firsts
        unseen = firsts & ~(sum(deal.held) | deal.out.mask)
        share = (unseen & stronger).bit_count() / max(1, unseen.bit_count())
        for hand in reversed(later):
            known = deal.held[hand] & firsts
            chance = (known & stronger).bit_count() / known.bit_count() if known else share
            # Among several cards, a hand finds a winning one more often than at random.
            chance = 1 - (1 - chance) * (1 - chance)
            takers.append((hand, left * chance))
            left *= 1 - chance
    if node.winner is not None:
        takers.append((before[node.winner], left))
    return takers


@frozen
class _NeedGains:
    """The worth of tricks in games in which their number counts: by hand, the gain from one more."""

    now: tuple[float, ...]
    mean: float

    def trick(self, taker: int, cards: Sequence[str]) -> float:
        return self.now[taker]

    def later(self, hand: int) -> float:
        return self.now[hand] - self.mean


@frozen
class _CardGains:
    """The worth of tricks in games in which the cards in them count."""

    worth: CardWorth
    roles: tuple[str, ...]
    whole: tuple[float, ...]
    mean: float

    def trick(self, taker: int, cards: Sequence[str]) -> float:
        return added([self.worth.of(self.roles[taker], card) for card in cards])

    def later(self, hand: int) -> float:
        return self.whole[hand] - self.mean


def _gains(view: View, deal: Deal, table: TrickTable, phase: Tricks) -> _NeedGains | _CardGains:
    rules, seat = view.rules, view.seat
    assert seat is not None
    worth = worth_of_tricks(view)
    if worth is not None:
        expected = expected_tricks(deal, phase)
        left = max(1, tricks_left(deal))
        now = []
        for hand, row in enumerate(worth):
            # One of the remaining tricks is this one.
            taken, more = table.taken[hand], expected[hand] * (left - 1) / left
            now.append(_mean(row[1:], taken, more) - _mean(row[:-1], taken, more))
        return _NeedGains(tuple(now), added(now) / len(now))
    utility, cards = Utility.said_by(rules), card_worth(rules)
    roles = tuple(cards.role(utility, seat, hand, deal.declarer) for hand in deal.seats)
    length = deal.players - len(deal.resting)
    whole = tuple(length * cards.mean(role) for role in roles)
    return _CardGains(cards, roles, whole, added(whole) / len(whole))
