"""An oracle for Belote and Coinche, written from the rules apart from the library.

Cards are texts, hands are lists of them. A game is the letter of its trump suit, `NT` for no trump, `AT` for all.
"""

from __future__ import annotations

from random import Random
from typing import Any

from turns import legal

from trickkit import State

TRUMPS, PLAIN = "78QKTA9J", "789JQKTA"
POINTS = {
    "trump": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    "plain": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "AT": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1},
    "NT": {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2},
}


def points_of(card: str, game: str) -> int:
    """What a card is worth."""
    kind = game if game in ("AT", "NT") else "trump" if card[1] == game else "plain"
    return POINTS[kind].get(card[0], 0)


def strength(card: str, led: str, game: str) -> int:
    """How strong a card is in a trick; below 0 where it cannot win."""
    if card[1] == game:
        return 100 + TRUMPS.index(card[0])
    return (TRUMPS if game == "AT" else PLAIN).index(card[0]) if card[1] == led else -1


def winning(lying: list[str], game: str) -> int:
    """The place of the card that is winning."""
    return max(range(len(lying)), key=lambda place: strength(lying[place], lying[0][1], game))


def may_play(hand: list[str], lying: list[str], game: str, options: dict[str, Any]) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    if not lying:
        return {*hand}
    led, best = lying[0][1], winning(lying, game)
    partner_wins = best == len(lying) - 2
    over = {card for card in hand if strength(card, led, game) > strength(lying[best], led, game)}
    of_suit = {card for card in hand if card[1] == led}
    if of_suit:
        goes_up = game in (led, "AT") and (options["over_partner"] or not partner_wins)
        return (over & of_suit if goes_up else set()) or of_suit
    if partner_wins:
        return {*hand}
    lower = {card for card in hand if card[1] == game} if options["undertrump"] else set()
    return over or lower or {*hand}


def belotes(hands: list[list[str]], game: str) -> list[int]:
    """By side, the points for king and queen of trump in one hand."""
    found = [0, 0]
    for seat, hand in enumerate(hands):
        found[seat % 2] += 20 * sum({f"K{suit}", f"Q{suit}"} <= {*hand} for suit in "CDHS" if game in (suit, "AT"))
    return found


SEQUENCES = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
FOURS = {"Q": 100, "K": 100, "T": 100, "A": 100, "9": 150, "J": 200}
"""Points, the lowest four first."""

Meld = tuple[tuple[int, ...], int, tuple[str, ...]]  # how good it is, its points, its cards


def sequences(cards: list[str], game: str) -> list[Meld]:
    """The longest sequences among some cards."""
    found = []
    for suit in "CDHS":
        held = "".join(rank if rank + suit in cards else " " for rank in "789TJQKA")
        for run in held.split():
            if len(run) >= 3:
                key = (0, SEQUENCES[len(run)], len(run), "789TJQKA".index(run[-1]), int(suit == game))
                found.append((key, SEQUENCES[len(run)], tuple(rank + suit for rank in run)))
    return found


def melds_of(hand: list[str], game: str, shared: bool) -> list[Meld]:
    """The melds of a hand, the best first."""
    fours = [
        ((1, points, list(FOURS).index(rank)), points, tuple(rank + suit for suit in "CDHS"))
        for rank, points in FOURS.items()
        if all(rank + suit in hand for suit in "CDHS")
    ]
    choices = [fours]
    if not shared:
        choices = [[four for bit, four in enumerate(fours) if chosen >> bit & 1] for chosen in range(1 << len(fours))]
    ways = []
    for chosen in choices:
        taken = [] if shared else [card for four in chosen for card in four[2]]
        ways.append(sorted([*chosen, *sequences([card for card in hand if card not in taken], game)], reverse=True))
    return max(ways, key=lambda way: (sum(meld[1] for meld in way), [meld[0] for meld in way]))


def name_of(meld: Meld) -> str:
    """How a meld is named when it is shown."""
    cards = meld[2]
    return f"{len(cards)} to {cards[-1][0]} of {cards[0][1]}" if cards[0][1] == cards[1][1] else f"all {cards[0][0]}"


def word_for(meld: Meld, game: str) -> str:
    """How a meld is announced: without its suit, unless that is trump."""
    words, _, suit = name_of(meld).partition(" of ")
    return f"{words} of trumps" if suit == game else words


def announced(
    state: State, first: int, game: str, draw: Random, options: dict[str, Any]
) -> tuple[State, list[list[Meld]]]:
    """Announce and show melds at random, comparing what may be said; gives by seat the melds that score."""
    scored: list[list[Meld]] = [[], [], [], []]
    if not options["melds"]:
        return state, scored
    held = [melds_of([str(card) for card in hand], game, options["shared"]) for hand in state.deal.hands]
    order, said = [(first + step) % 4 for step in range(4)], list[int]()
    for seat in order:
        assert state.actors == (seat,)
        assert legal(state) == [*(word_for(meld, game) for meld in held[seat][:1]), "pass"]
        says = bool(held[seat]) and draw.random() < 0.8
        said += [seat] * says
        state = state.play(seat, legal(state)[0] if says else "pass")
    if not said:
        return state, scored
    best = said[0]
    for seat in said[1:]:
        best = seat if held[seat][0][0] > held[best][0][0] else best
    for seat in said:
        left, call = list(held[seat]), ""
        while (seat - best) % 2 == 0 and call != "pass":
            assert state.actors == (seat,)
            must = [meld for meld in left if meld[0] == held[seat][0][0]] if not scored[seat] else left
            assert {*legal(state)} == {*(f"show {name_of(meld)}" for meld in must), *(["pass"] if scored[seat] else [])}
            call = draw.choice(legal(state))
            for meld in left:
                if call == f"show {name_of(meld)}":
                    scored[seat].append(meld)
            left = [meld for meld in left if meld not in scored[seat]]
            state = state.play(seat, call)
    return state, scored


def played_out(
    state: State, leader: int, game: str, draw: Random, options: dict[str, Any]
) -> tuple[State, list[int], list[int]]:
    """Play the tricks of a deal, comparing what may be played; gives the card points by side, and tricks by seat."""
    hands = [[str(card) for card in hand] for hand in state.deal.hands]
    points, tricks = [0, 0], [0] * 4
    for trick in range(8):
        lying: list[str] = []
        for step in range(4):
            seat = (leader + step) % 4
            assert state.actors == (seat,)
            assert {*legal(state)} == may_play(hands[seat], lying, game, options)
            card = draw.choice(legal(state))
            hands[seat].remove(card)
            lying.append(card)
            state = state.play(seat, card)
        leader = (leader + winning(lying, game)) % 4
        points[leader % 2] += sum(points_of(card, game) for card in lying) + 10 * (trick == 7)
        tricks[leader] += 1
    return state, points, tricks
