"""Slovenian Tarok as OpenSpiel numbers it: cards by suit, the tarocks first; contracts and parts of the talon apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from attrs import frozen
from conformance import Adapter, Played
from trickkit_classics import tarok, tarok_play
from trickkit_classics.tarok_scoring import ScoreTarok

from trickkit import Action, Deal, Play, Rules, Stacked, State
from trickkit.model.actions import Call, CallFor, Pass
from trickkit.phases import BidContracts, CallPartner, TakePart, Tricks
from trickkit.policies.follow import Context, Follow, Step

COURT = ("J", "C", "Q", "K")
CARDS = (
    *(f"T{rank}" for rank in range(1, 23)),
    *(f"{rank}{suit}" for suit in "HD" for rank in ("4", "3", "2", "1", *COURT)),
    *(f"{rank}{suit}" for suit in "SC" for rank in ("7", "8", "9", "10", *COURT)),
)


@frozen
class PagatBeforeSuit(tarok_play.MustBeat):
    """The pagat must take mond and skis even if suit could be followed."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        pagat = context.deck.mask([tarok_play.PAGAT])
        taken = context.best is not None and context.best.suit == tarok_play.TAROCKS and context.beating() & pagat
        return (*([Step(pagat, "the pagat takes mond and skis")] if taken else ()), *super().steps(context))


@frozen
class MustPlayTarock(tarok_play.MustPlayTarock):
    """As above in klop and the beggars."""

    def of(self, deal: Deal) -> Follow:
        return self if super().of(deal) is self else PagatBeforeSuit()


@frozen(kw_only=True)
class CountsOfCards(ScoreTarok):
    """Bonuses by the numbers of cards: 48 are a valat, 4 are all kings, and nobody has the trula."""

    def piles(self, deal: Deal, side: tuple[int, ...]) -> tuple[list[str], list[str]]:
        own, others = super().piles(deal, side)
        left = () if self.claimed(deal) else deal[TakePart].left
        return own, [card for card in others if card not in left]

    def valat(self, deal: Deal, side: tuple[int, ...]) -> int:
        own, others = self.piles(deal, side)
        return 1 if len(own) == 48 else -1 if len(others) == 48 else 0

    def honours(self, own: Sequence[str], others: Sequence[str]) -> list[tuple[str, int]]:
        return [("four cards", 10)] if len(own) == 4 else [("four cards", -10)] if len(others) == 4 else []

    def last_trick(self, deal: Deal, side: tuple[int, ...]) -> list[tuple[str, int]]:
        # What lay in the talon counts as played last, where the last trick won it.
        last, king = deal[Tricks].tricks[-1], self.called(deal)
        cards = [play.card for play in last.plays]
        if self.claimed(deal) and king in cards:
            cards = [*cards, *deal[TakePart].left][-deal.players :]
        return self.ultimo(cards, king, last.taker in side)


class Tarok(Adapter):
    """Chance gives the six cards of the talon, then the hands; seat 0 is forehand."""

    name: ClassVar[str] = "tarok"

    @cache  # noqa: B019  (an adapter is made for every test)
    def rules(self, players: int) -> Rules:
        """One deal."""
        rules = tarok.rules(players=players, deals=1)
        # House rules: what OpenSpiel counts otherwise, and when the pagat must be played.
        (scoring,) = rules.scoring
        assert isinstance(scoring, ScoreTarok)
        rules = rules.replace(scoring=CountsOfCards(mond=scoring.mond, rounded=scoring.rounded))
        return rules.replace(Tricks, follow=MustPlayTarock())

    def start(self, played: Played) -> State:
        players = played.params["players"]
        texts = [CARDS[code] for code in played.chance]
        size = 48 // players
        hands = [texts[6 + size * seat : 6 + size * (seat + 1)] for seat in range(players)]
        return self.rules(players).start(first=players - 1, deals=[Stacked(hands=hands, stock=texts[:6])])

    def _numbered(self, state: State) -> Sequence[Action]:
        if isinstance(state.phase, BidContracts):
            return (Pass(), *(Call(word) for word in tarok_play.VALUES))
        if isinstance(state.phase, CallPartner):
            return tuple(CallFor(card) for card in CARDS)
        if isinstance(state.phase, TakePart):
            return tuple(Call(f"take {number}") for number in range(1, 7))
        return tuple(Play(card) for card in CARDS)

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return (self._numbered(state)[code],)

    def code(self, state: State, action: Action) -> int:
        return self._numbered(state).index(action)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores
