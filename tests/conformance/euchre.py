"""Euchre as OpenSpiel numbers it: `rank * 4 + suit` for a card, then pass, the suits, alone and with the partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from conformance import Adapter, Played
from trickkit_classics import euchre

from trickkit import Action, Rules, Stacked, State
from trickkit.model.actions import Call, Name, Pass, Play
from trickkit.phases import GoAlone, LayAway
from trickkit.scoring import OthersLose

DEFAULTS = {"allow_lone_defender": False, "stick_the_dealer": True}
SUITS = "CDHS"
CARDS = [rank + suit for rank in "9TJQKA" for suit in SUITS]
NAMING: tuple[Action, ...] = (Pass(), *(Name(suit) for suit in SUITS))
ALONE: tuple[Action, ...] = (Call("alone"), Pass())


class Euchre(Adapter):
    """Chance gives the dealer, a card to every seat in turn from the dealer on, and the card turned up."""

    name: ClassVar[str] = "euchre"

    def rules(self, played: Played) -> Rules:
        """One deal."""
        said = {**DEFAULTS, **played.params}
        rules = euchre.rules(
            stick_the_dealer=said["stick_the_dealer"],
            lone_defender="always" if said["allow_lone_defender"] else "never",
            discard_turned=False,
            deals=1,
        )
        # House rule: who plays alone is asked when the dealer has laid a card away.
        (alone,) = [phase for phase in rules.phases if isinstance(phase, GoAlone)]
        rules = rules.without(GoAlone).after(LayAway, alone)
        # House rule: what one side scores the other loses.
        return rules.replace(scoring=OthersLose(scoring=euchre.ScoreMakers()))

    def start(self, played: Played) -> State:
        dealer, *numbers = played.chance
        *cards, turned = [CARDS[number] for number in numbers]
        hands = [cards[(seat - dealer) % 4 :: 4] for seat in range(4)]
        return self.rules(played).start(first=dealer, deals=[Stacked(hands=hands, turned=turned)])

    def _numbered(self, state: State) -> tuple[Action, ...]:
        """All actions by number; pass is said with another number where one is asked whether to play alone."""
        naming = (None,) * len(NAMING) if isinstance(state.phase, GoAlone) else NAMING
        return (*(Play(card) for card in CARDS), *naming, *ALONE)  # type: ignore[return-value]

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return (self._numbered(state)[code],)

    def code(self, state: State, action: Action) -> int:
        return self._numbered(state).index(action)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores
