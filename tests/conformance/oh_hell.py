"""Oh Hell as OpenSpiel numbers it: `rank * suits + suit` for a card, then the estimates."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from conformance import Adapter, Played
from trickkit_classics import oh_hell

from trickkit import Action, Bid, Play, Rules, Stacked, State
from trickkit.scoring import ScoreEstimates

SUITS = "CDSH"


class OhHell(Adapter):
    """Chance gives the number of tricks, the dealer, a card to every seat in turn, and the card turned up."""

    name = "oh_hell"

    def rules(self, played: Played) -> Rules:
        """One deal of the number of tricks that was drawn."""
        said = played.params
        rules = oh_hell.rules(
            players=said["players"],
            suits=said["num_suits"],
            ranks=said["num_cards_per_suit"],
            cards=played.chance[0],
            score="penalty" if said["off_bid_penalty"] else "every_trick",
            hand_sizes="same",
            deals=1,
        )
        # House rule: every trick is worth more points than one.
        (part,), trick = rules.scoring, said["points_per_trick"]
        assert isinstance(part, ScoreEstimates)
        return rules.replace(scoring=evolve(part, trick=trick, missed=trick * part.missed, off=trick * part.off))

    def start(self, played: Played) -> State:
        rules = self.rules(played)
        _, dealer, *numbers = played.chance
        *cards, turned = [self.cards(rules)[number] for number in numbers]
        hands = [cards[seat :: rules.players] for seat in range(rules.players)]
        return rules.start(first=dealer, deals=[Stacked(hands=hands, turned=turned)])

    def cards(self, rules: Rules) -> list[str]:
        """The texts of all cards, by number."""
        suits = sorted([suit.letter for suit in rules.deck.suits], key=SUITS.index)
        return [rank + suit for rank in dict.fromkeys(card.text[0] for card in rules.deck) for suit in suits]

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        cards = self.cards(state.rules)
        return [cards[code]] if code < len(cards) else [Bid(code - len(cards))]

    def code(self, state: State, action: Action) -> int:
        cards = self.cards(state.rules)
        if isinstance(action, Bid):
            return len(cards) + action.number
        assert isinstance(action, Play)
        return cards.index(action.face)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores
