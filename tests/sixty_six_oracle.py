"""Sechsundsechzig, written from the rules apart from the library: cards are texts, seats are 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ORDER = "9JQKTA"
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


class Table:
    """One deal."""

    def __init__(
        self, hands: Sequence[Sequence[str]], stock: Sequence[str], leader: int, rules: Mapping[str, Any]
    ) -> None:
        self.hands, self.stock, self.leader, self.rules = [[*hand] for hand in hands], [*stock], leader, rules
        self.trump, self.cards = stock[-1][1], len(stock) + 2 * len(hands[0])
        self.lying = ""
        self.asked = False
        self.married: list[str] = []
        self.tricks: list[list[str]] = [[], []]
        self.melded = [0, 0]
        self.closed: tuple[int, int, bool] | None = None
        self.over = False
        self.out: int | None = None
        self.last = 0
        self.lowest = "9" if rules["nines"] else "J"

    @property
    def to_move(self) -> int:
        return 1 - self.leader if self.lying else self.leader

    def points(self, seat: int) -> int:
        """Cards, marriages and the last trick; nothing without a trick."""
        if not self.tricks[seat]:
            return 0
        found = sum(VALUES[card[0]] for card in self.tricks[seat]) + self.melded[seat]
        ended = len(self.tricks[0]) + len(self.tricks[1]) == self.cards
        return found + (10 if ended and self.rules["last_trick"] == "ten" and self.last == seat else 0)

    def legal(self) -> set[str]:
        """What may be done."""
        if self.asked:
            return {"draw", "close"}
        seat = self.to_move
        hand, rules = self.hands[seat], self.rules
        if self.lying:
            return self.answers(hand)
        found = {card for card in hand if not self.married or card in self.married}
        if not self.married and (self.stock or rules["late_marriages"]):
            found |= {f"marriage {suit}" for suit in "CDHS" if f"K{suit}" in hand and f"Q{suit}" in hand}
        if self.stock:
            if rules["closing"] != "never":
                found.add("close")
            may = {"after_trick": bool(self.tricks[seat]), "any_lead": True, "never": False}[rules["exchange"]]
            if may and self.lowest + self.trump in hand:
                found.add("exchange")
        if rules["claims"] == "spoken" and self.tricks[seat]:
            found.add("out")
        return found

    def answers(self, hand: list[str]) -> set[str]:
        """What may be played to the card that lies."""
        suit = self.lying[1]
        same = {card for card in hand if card[1] == suit}
        if self.stock:
            return {*hand}
        if self.rules["strict"] == "head":
            higher = {card for card in same if ORDER.index(card[0]) > ORDER.index(self.lying[0])}
            same = higher or same
        return same or {card for card in hand if card[1] == self.trump} or {*hand}

    def act(self, said: str) -> None:
        """Do it."""
        seat = self.to_move
        if self.asked:
            self.asked = False
            if said == "close":
                self.close(seat)
            else:
                self.draw()
        elif said.startswith("marriage"):
            self.married = [f"K{said[-1]}", f"Q{said[-1]}"]
            self.melded[seat] += 40 if said[-1] == self.trump else 20
            self.ended_at_once()
        elif said == "exchange":
            low = self.lowest + self.trump
            self.hands[seat].remove(low)
            self.hands[seat].append(self.stock[-1])
            self.stock[-1] = low
        elif said == "close":
            self.close(seat)
        elif said == "out":
            self.out, self.over = seat, True
        else:
            self.play(seat, said)

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if not self.lying:
            self.lying, self.married = card, []
            return
        beats = (card[1] == self.lying[1] and ORDER.index(card[0]) > ORDER.index(self.lying[0])) or (
            card[1] == self.trump != self.lying[1]
        )
        taker = seat if beats else 1 - seat
        self.tricks[taker] += [self.lying, card]
        self.lying, self.leader, self.last = "", taker, taker
        self.ended_at_once()
        if not self.hands[0]:
            self.over = True
        if self.over or not self.stock:
            return
        if self.rules["closing"] == "either":
            self.asked = True
        else:
            self.draw()

    def ended_at_once(self) -> None:
        if self.rules["claims"] == "at_once" and max(self.points(0), self.points(1)) >= 66:
            self.over = True

    def draw(self) -> None:
        for seat in (self.leader, 1 - self.leader):
            self.hands[seat].append(self.stock.pop(0))

    def close(self, seat: int) -> None:
        # Who closed, and what the other had then.
        other = 1 - seat
        self.closed = seat, self.points(other), bool(self.tricks[other])
        self.stock = []

    def result(self) -> tuple[int, int]:
        """The points of both in the end: one of them has none."""
        won, worth = self.won()
        return (worth, 0) if won == 0 else (0, worth) if won == 1 else (0, 0)

    def won(self) -> tuple[int | None, int]:
        """Who wins, and how much."""
        had = [self.points(0), self.points(1)]
        if self.out is not None:
            winner: int | None = self.out if had[self.out] >= 66 else 1 - self.out
        elif self.closed:
            winner = self.closed[0] if had[self.closed[0]] >= 66 else 1 - self.closed[0]
        elif max(had) >= 66 and min(had) < 66:
            winner = had.index(max(had))
        elif self.rules["last_trick"] == "wins":
            winner = self.last
        elif max(had) < 66 or had[0] == had[1]:
            winner = None
        else:
            winner = had.index(max(had))
        if winner is None:
            return None, 0
        loser = 1 - winner
        if self.closed and self.closed[0] == loser:
            return winner, 2 if self.closed[2] else 3
        if self.out == loser:
            return winner, 2 if self.tricks[winner] else 3
        less, trick = had[loser] < 33, bool(self.tricks[loser])
        if self.closed and self.rules["schneider"] == "when_closed":
            less, trick = self.closed[1] < 33, self.closed[2]
        return winner, 3 if not trick else 2 if less else 1
