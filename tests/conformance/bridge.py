"""Contract Bridge as OpenSpiel numbers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen
from conformance import Adapter, Played
from trickkit_classics import bridge

from trickkit import Action, Deal, Play, Rules, Stacked, State
from trickkit.model.actions import BidFor, Call, Pass
from trickkit.phases import Auction, Tricks
from trickkit.scoring import OthersLose

DEFAULTS = {"use_double_dummy_result": True, "dealer": 0, "dealer_vul": False, "non_dealer_vul": False}
VULNERABLE = {(False, False): "nobody", (True, False): "dealer", (False, True): "others", (True, True): "all"}
DENOMINATIONS = ("C", "D", "H", "S", "NT")

CARDS = tuple(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS")
"""By number: all suits of a rank, then those of the next."""

CALLS = (
    Pass(),
    Call("double"),
    Call("redouble"),
    *(BidFor(level, word) for level in range(1, 8) for word in DENOMINATIONS),
)
ACTIONS: tuple[Action, ...] = (*(Play(text) for text in CARDS), *CALLS)
CODES = {action: code for code, action in enumerate(ACTIONS)}


@frozen
class TableContract(bridge.ScoreContract):
    """Scores the tricks that stand in a table, by denomination and declarer."""

    reads: ClassVar[tuple[type[Any], ...]] = (bridge.Board, Auction)

    table: tuple[int, ...]

    def tricks(self, deal: Deal, side: tuple[int, ...]) -> int:
        contract = deal[Auction].contract
        return self.table[DENOMINATIONS.index(contract.denomination) * 4 + contract.declarer]


class BridgeAdapter(Adapter):
    """The deck goes round from seat 0, whoever deals; cards are 0 to 51, then come pass, the doubles and the bids."""

    name = "bridge"

    def start(self, played: Played) -> State:
        given = {**DEFAULTS, **played.params}
        hands = [[CARDS[code] for code in played.chance[seat::4]] for seat in range(4)]
        return self._rules(given, played).start(first=given["dealer"], deals=[Stacked(hands=hands)])

    def _rules(self, given: dict[str, Any], played: Played) -> Rules:
        vulnerable = VULNERABLE[given["dealer_vul"], given["non_dealer_vul"]]
        rules = bridge.rules(match="duplicate", deals=1, vulnerable=vulnerable)
        if not given["use_double_dummy_result"]:
            return rules
        # House rule: the tricks are not played, but those that perfect play would take.
        return rules.replace(scoring=OthersLose(scoring=TableContract(played.dd_table))).without(Tricks)

    def actions(self, state: State, code: int) -> Sequence[Action]:
        return (ACTIONS[code],)

    def code(self, state: State, action: Action) -> int:
        return CODES[action]

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores
