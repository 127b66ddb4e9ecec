"""What a hand at Skat may bid, lays away and plays: a system of simple counts.

The chance of winning a game is a logistic function of what counts for it: jacks, trumps, aces, guarded tens, short
suits, losers, and the card points that were laid away. The weights were fitted to 10,000 games of networks in lanes,
and then to 540 games of level 3, as `benchmarks/calls.py --fit` does. A hand looks at the unseen cards two by two as if
they were the skat, plays the best game with each of them, and bids as long as that scores enough on the average.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, inf
from statistics import fmean
from typing import NamedTuple

from trickkit_classics.skat_games import BASE, NULL, VALUES
from trickkit_classics.skat_hands import SUITS, Counts, Holding, best_kept, card_points

__all__ = ["TABLE", "Plan", "Stakes", "by_hand", "games", "limit", "named", "plan", "worth"]


class Weights(NamedTuple):
    """What the log-odds of winning a game are made of.

    Args:
        constant: a hand without anything that counts.
        laid: for each card point that was laid away.
        roles: for what counts in each role of a suit, in the order of `skat_hands.ROLES`.
    """

    constant: float
    laid: float
    roles: dict[str, Counts]


SUIT = Weights(
    -2.11,
    0.041,
    {
        "jacks": (1.83, 1.61, 1.10, 1.38),
        "trump": (0.53, 1.00, 0.85),
        "side": (0.74, 0.86, 0.74, 0.21, 0.78, 0.18, -1.30),
    },
)
GRAND = Weights(
    6.26, 0.092, {"jacks": (0.79, 0.12, 0.02, -0.06), "grand": (0.62, 0.52, 0.72, -0.21, 0.91, 0.78, -1.69)}
)
NULLS = Weights(1.05, 0.0, {"null": (-0.37, -0.10, -0.43, -0.72)})
TABLE = {**dict.fromkeys(SUITS, SUIT), "grand": GRAND, "null": NULLS}
KINDS = tuple(TABLE)
SKAT = 7.5
"""The card points of a skat that nobody has seen, on the average."""
PASSED = 2.0
"""A hand bids if it scores as much on the average."""
DECK = [rank + suit for suit in SUITS for rank in "789TJQKA"]


class Stakes(NamedTuple):
    """What counts besides the value of a game.

    Args:
        won: points more for a game that is won.
        lost: points less for a game that is lost.
    """

    won: int = 0
    lost: int = 0

    def mean(self, value: int, chance: float) -> float:
        """What a game of some value scores on the average."""
        return chance * (value + self.won) - (1 - chance) * (2 * value + self.lost)


USUAL = Stakes()


class Plan(NamedTuple):
    """A game that a hand may play.

    Args:
        kind: the letter of the trump suit, `"grand"` or `"null"`.
        value: what it is worth if it is won, without schneider.
        chance: of winning it.
        laid: the cards that are laid away.
    """

    kind: str
    value: int
    chance: float
    laid: tuple[str, ...] = ()

    def mean(self, bid: int, stakes: Stakes) -> float:
        """What it scores on the average; after a bid above its value, it is lost.

        >>> Plan("C", 24, 0.75).mean(24, USUAL), Plan("C", 24, 0.75).mean(27, USUAL)
        (6.0, -72.0)
        """
        if self.value >= bid:
            return stakes.mean(self.value, self.chance)
        base = BASE.get(self.kind, bid)
        return stakes.mean(-(-bid // base) * base, 0.0)


def games(
    cards: Iterable[str], kinds: Sequence[str] = KINDS, laid: tuple[str, ...] = (), *, lays: int = 2
) -> list[Plan]:
    """Each game that a declarer may play, with the best cards to lay away.

    Args:
        cards: of its hand.
        kinds: what it may play.
        laid: the cards that it has laid away.
        lays: how many more it lays away.
    """
    held = [*cards]
    holding, whole = Holding.of(held), Holding.of([*held, *laid])
    return [_game(holding, whole, kind, card_points(laid), lays) for kind in kinds]


def _game(holding: Holding, whole: Holding, kind: str, points: float, lays: int) -> Plan:
    weights, suits = TABLE[kind], holding.roles(kind)
    # By number of cards laid away so far, the best log-odds, and these cards.
    best: list[tuple[float, tuple[str, ...]]] = [(weights.constant + weights.laid * points, ())]
    best += [(-inf, ())] * lays
    for suit, ranks, role in suits:
        kept = [best_kept(ranks, role, out, weights.roles[role], weights.laid) for out in range(lays + 1)]
        best = [
            max(
                (best[sum_ - more][0] + way[0], (*best[sum_ - more][1], *(rank + suit for rank in way[1])))
                for more, way in enumerate(kept[: sum_ + 1])
                if way is not None
            )
            for sum_ in range(lays + 1)
        ]
    log_odds, out = best[lays]
    value = NULL[False, False] if kind == "null" else BASE[kind] * (whole.tops(kind) + 1)
    return Plan(kind, value, 1 / (1 + exp(-log_odds)), out)


@lru_cache(maxsize=256)
def _with_skats(cards: tuple[str, ...]) -> list[list[Plan]]:
    """The games of a hand with each of eleven skats, in which every unseen card lies once."""
    unseen = [card for card in DECK if card not in cards]
    half = len(unseen) // 2
    return [games([*cards, *skat]) for skat in zip(unseen[:half], unseen[half:], strict=True)]


def worth(cards: tuple[str, ...], bid: int, stakes: Stakes = USUAL) -> float:
    """What a hand that takes the skat scores on the average.

    Args:
        cards: the ten cards that were dealt.
        bid: what its game must be worth.
        stakes: what counts besides the value.
    """
    return fmean(max(game.mean(bid, stakes) for game in plans) for plans in _with_skats(cards))


def named(cards: tuple[str, ...]) -> Plan:
    """The game of a hand that names it before it takes the skat: the one that is won most often.

    Args:
        cards: the ten cards that were dealt.

    >>> game = named(("JC", "JS", "JD", "AC", "TC", "9C", "8C", "AH", "9S", "8D"))
    >>> game.kind, game.chance > 0.8
    ('C', True)
    """
    plans = [
        Plan(kind, skats[0].value, fmean(game.chance for game in skats))
        for kind, *skats in zip(KINDS, *_with_skats(cards), strict=True)
    ]
    return max(plans, key=lambda game: game.chance)


@lru_cache(maxsize=256)
def limit(cards: tuple[str, ...], stakes: Stakes = USUAL) -> int:
    """The highest value that a hand bids; 0 if it passes.

    >>> limit(("JC", "JS", "JD", "AC", "TC", "9C", "8C", "AH", "9S", "8D"))
    96
    >>> limit(("JD", "QC", "9C", "KS", "9S", "QH", "8H", "TD", "9D", "7C"))
    0
    """
    most = 0
    for bid in VALUES:
        if max(worth(cards, bid, stakes), by_hand(cards, bid=bid, stakes=stakes).mean(bid, stakes)) < PASSED:
            return most
        most = bid
    return most


@lru_cache(maxsize=256)
def _from_hand(cards: tuple[str, ...]) -> dict[str, Plan]:
    """By kind, the game of a hand that does not take the skat."""
    holding, plans = Holding.of(cards), {}
    for kind in KINDS:
        tops = holding.tops(kind) if kind != "null" and holding.jacks.startswith("C") else 1
        value = NULL[True, False] if kind == "null" else BASE[kind] * (tops + 2)
        plans[kind] = _game(holding, holding, kind, SKAT, 0)._replace(value=value)
    return plans


def by_hand(cards: tuple[str, ...], kinds: Sequence[str] = KINDS, bid: int = 0, stakes: Stakes = USUAL) -> Plan:
    """The best game of a declarer that does not take the skat.

    Args:
        cards: the ten cards that were dealt.
        kinds: what it may play.
        bid: what its game must be worth.
        stakes: what counts besides the value.
    """
    plans = _from_hand(cards)
    return max([plans[kind] for kind in kinds], key=lambda game: game.mean(bid, stakes))


def plan(
    cards: Iterable[str],
    bid: int,
    kinds: Sequence[str] = KINDS,
    laid: tuple[str, ...] = (),
    *,
    lays: int = 2,
    stakes: Stakes = USUAL,
) -> Plan:
    """The best of the `games` of a declarer.

    Args:
        cards: as for `games`.
        bid: what the game must be worth.
        kinds: as for `games`.
        laid: as for `games`.
        lays: as for `games`.
        stakes: what counts besides the value.
    """
    return max(games(cards, kinds, laid, lays=lays), key=lambda game: game.mean(bid, stakes))
