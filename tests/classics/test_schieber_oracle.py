"""Schieber: whole deals and games, compared with an oracle that is written from the rules apart from the library."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from tiers import sampled
from trickkit_classics import schieber
from turns import legal

from trickkit import State

variant = cache(schieber.rules)
"""The rules, built once for given options, so that they remember what their policies answered."""


# The oracle: cards are texts, seats of a side are equal modulo 2

RANKS = "6789TJQKA"
TRUMP_RANKS = ["6", "7", "8", "T", "Q", "K", "A", "9", "J"]


def beats(card: str, other: str, game: str) -> bool:
    """Whether a card beats one that is winning."""
    if card[1] == other[1] == game:
        return TRUMP_RANKS.index(card[0]) > TRUMP_RANKS.index(other[0])
    if card[1] != other[1]:
        return card[1] == game
    higher = RANKS.index(card[0]) > RANKS.index(other[0])
    return not higher if game == "uneufe" else higher


def winning(lying: list[str], game: str) -> int:
    best = 0
    for place, card in enumerate(lying):
        if place and beats(card, lying[best], game):
            best = place
    return best


def may_play(hand: list[str], lying: list[str], game: str, undertrump: str) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    if not lying:
        return {*hand}
    led = lying[0][1]
    follows = [card for card in hand if card[1] == led]
    if game not in "CDHS":
        return {*(follows or hand)}
    if led == game:
        return {*hand} if follows in ([], [f"J{game}"]) else {*follows}
    trumps = [card for card in lying if card[1] == game]
    if undertrump == "free" or not trumps:
        too_low = []
    else:
        best = lying[winning(lying, game)]
        floor = best if undertrump == "best" else min(trumps, key=lambda card: RANKS.index(card[0]))
        too_low = [card for card in hand if card[1] == game and beats(floor, card, game)]
    if follows:
        return {card for card in hand if card[1] in (led, game) and card not in too_low}
    if all(card[1] == game for card in hand):
        return {*hand}
    return {*hand} - {*too_low}


def worth(card: str, game: str) -> int:
    if card[1] == game and card[0] in "J9":
        return 20 if card[0] == "J" else 14
    if game == "uneufe" and card[0] in "A6":
        return 11 if card[0] == "6" else 0
    if game in ("obenabe", "uneufe") and card[0] == "8":
        return 8
    return {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}.get(card[0], 0)


Weis = tuple[int, int, int, bool, frozenset[str]]  # points, how many cards, the height, whether trumps, and the cards


def rows(hand: set[str], game: str, hundred: bool) -> list[Weis]:
    found = []
    for suit in "CDHS":
        text = "".join(rank if rank + suit in hand else " " for rank in RANKS)
        for row in text.split():
            if len(row) >= 3:
                points = {3: 20, 4: 50}.get(len(row), 100 if hundred else 50 * len(row) - 150)
                height = -RANKS.index(row[0]) if game == "uneufe" else RANKS.index(row[-1])
                cards = frozenset(rank + suit for rank in row)
                found.append((points, len(row), height, suit == game, cards))
    return found


def weise(hand: set[str], game: str, options: dict[str, Any]) -> list[Weis]:
    """The melds of a hand, the best first."""
    sets: list[Weis] = []
    for height, rank in enumerate(RANKS):
        cards = frozenset(rank + suit for suit in "CDHS")
        if cards <= hand and (options["low_sets"] or rank not in "678"):
            points = {"J": 200, "9": 150}.get(rank, 100)
            sets.append((points, 4, -height if game == "uneufe" else height, False, cards))
    hundred = options["runs"] == "hundred"
    if options["shared"] or not sets:
        return sorted([*sets, *rows(hand, game, hundred)], key=lambda one: one[:4], reverse=True)
    ways = []
    for keep in range(1 << len(sets)):
        kept = [one for number, one in enumerate(sets) if keep >> number & 1]
        left = hand.difference(*(one[4] for one in kept))
        ways.append(sorted([*kept, *rows(left, game, hundred)], key=lambda one: one[:4], reverse=True))
    return max(ways, key=lambda way: (sum(one[0] for one in way), [one[:4] for one in way]))


def said(weis: Weis) -> str:
    """What is announced of a meld."""
    _, count, _, trumps, cards = weis
    high = max(cards, key=lambda card: RANKS.index(card[0]))[0]
    return f"all {high}" if len({card[1] for card in cards}) > 1 else f"{count} to {high}{' of trumps' * trumps}"


def named(weis: Weis) -> str:
    """What is said when it is shown."""
    (card, *others) = sorted(weis[4])
    same = card[1] == others[0][1]
    return f"show {said(weis).removesuffix(' of trumps')}{f' of {card[1]}' if same else ''}"


class Sheet:
    """What both sides have written; nothing more once one of them has won."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.points = [0, 0]
        self.goal = None if options["deals"] or options["finish"] == "after_deal" else options["points"]

    def write(self, side: int, points: int) -> None:
        if not self.won():
            self.points[side] += points

    def won(self) -> bool:
        return self.goal is not None and max(self.points) >= self.goal


def times(game: str, multipliers: str) -> int:
    if multipliers == "none" or game in "DH":
        return 1
    return 2 if game in "CS" else 4 if (multipliers, game) == ("four", "uneufe") else 3


def holds_to_the_oracle(state: State, draw: Random, options: dict[str, Any]) -> None:
    """Play a game to its end, and compare every decision and every score."""
    sheet = Sheet(options)
    while not state.is_over:
        forehand = (state.deal.begun_by + 1) % 4
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        games = ["C", "D", "H", "S", *(["obenabe", "uneufe"] if options["games"] == "all" else [])]
        game, seat = draw.choice(games), forehand
        assert legal(state) == [*(f"name {one}" for one in games), "pass"]
        if draw.random() < 0.5:
            seat = (forehand + 2) % 4
            state = state.play(forehand, "pass")
        assert state.actors == (seat,)
        state = state.play(seat, f"name {game}")
        factor, best, announcing = times(game, options["multipliers"]), None, dict[int, list[Weis]]()
        for step in range(4 if options["melds"] else 0):
            seat = (forehand + step) % 4
            mine = weise({*hands[seat]}, game, options)
            assert legal(state) == [*([said(mine[0])] if mine else []), "pass"]
            call = "pass" if not mine or draw.random() < 0.3 else said(mine[0])
            state = state.play(seat, call)
            if call != "pass":
                announcing[seat] = mine
                if best is None or mine[0][:4] > announcing[best][0][:4]:
                    best = seat
        together = []
        for seat, mine in announcing.items():
            if best is None or seat % 2 != best % 2:
                continue
            for number, one in enumerate(mine):
                assert state.actors == (seat,)
                # Of the first one the words say enough, but for two of which they say the same.
                assert named(one) in legal(state)
                assert ("pass" in legal(state)) == (number > 0)
                state = state.play(seat, named(one))
            assert legal(state) == ["pass"]
            state, together = state.play(seat, "pass"), together + mine
        taken, royal, leader = [0, 0], [0] * 4, forehand
        for trick in range(9):
            lying: list[str] = []
            for step in range(4):
                seat = (leader + step) % 4
                assert state.actors == (seat,)
                choices = {str(action) for action in state.legal(seat)}
                assert choices == may_play(hands[seat], lying, game, options["undertrump"])
                card = draw.choice(sorted(choices))
                hands[seat].remove(card)
                lying.append(card)
                state = state.play(seat, card)
                royal[seat] += card in (f"K{game}", f"Q{game}")
                if options["stoeck"] and card in (f"K{game}", f"Q{game}") and royal[seat] == 2:
                    sheet.write(seat % 2, factor * 20)
            if trick == 0 and best is not None:
                sheet.write(best % 2, factor * sum(one[0] for one in together))
            leader = (leader + winning(lying, game)) % 4
            taken[leader % 2] += 1
            sheet.write(leader % 2, factor * (sum(worth(card, game) for card in lying) + 5 * (trick == 8)))
            if sheet.won():
                break
        if 9 in taken and options["match"]:
            sheet.write(taken.index(9), factor * 100)
        assert state.results[-1].totals[:2] == tuple(sheet.points)
        assert state.results[-1].totals[2:] == tuple(sheet.points)
    assert not sheet.goal or sheet.won()


VARIANTS = 12
"""In how many variants the oracle is asked."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw, whole = Random(seed % VARIANTS), seed % 10 == 0
    options: dict[str, Any] = {
        "points": 1000,
        "deals": 0 if whole else 1,
        "finish": draw.choice(("at_once", "at_once", "after_deal")),
        "games": draw.choice(("all", "all", "suits")),
        "multipliers": draw.choice(("none", "three", "four")),
        "undertrump": draw.choice(("best", "lowest", "free")),
        "runs": draw.choice(("growing", "hundred")),
        **{name: draw.random() < 0.7 for name in ("melds", "low_sets", "shared", "stoeck", "match")},
    }
    holds_to_the_oracle(variant(**options).start(seed=seed), Random(seed), options)
