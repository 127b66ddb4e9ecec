"""Powers that do not say as data what they do: they are called beforehand with symbolic deals, face by face.

What they look at is looked up in the row when they come: the trump, records, hands, the lead of the trick, and the top
card of the stock. They may change the trump, leave records, and show cards of the stock.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.moving import shown_cards
from trickkit.batch.lowering.piles import BlankPile
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.changes import outcomes, trumps_in, written
from trickkit.batch.steps.tricks.single import BlankTrick, Notes
from trickkit.batch.steps.tricks.turns import leads
from trickkit.batch.steps.tricks.until import BlankTable
from trickkit.model.cards import Face
from trickkit.phases.tricks.powered import Powers, PowerTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.powers import Power


def is_traced(power: Power) -> bool:
    """Whether a power says nothing as data, and nobody decides anything about it."""
    return power.effect is None and type(power).choices is Power.choices


def trace(lowering: Lowering, phase: PowerTricks, powers: list[Power]) -> dict[Power, list[int]]:
    """By power, by face, the node that carries it out.

    Raises:
        Unsupported: one of them looks at what cannot be asked for, or changes something else.
    """
    traced, trumps = _Traced(lowering, phase), set[int]()
    nodes = dict[Power, list[int]]()
    while powers:
        known = len(trumps), outcomes(lowering)
        for power in powers:
            nodes[power] = [traced.node(power, face, trumps) for face in lowering.rules.deck.faces]
        if known == (len(trumps), outcomes(lowering)):
            break
        # All is asked again, since they may look at a trump or a record that one of them makes.
        lowering.change_trump(phase, trumps)
    return nodes


@define(eq=False)
class _Traced:
    lowering: Lowering
    phase: PowerTricks

    def node(self, power: Power, face: Face, trumps: set[int]) -> int:
        """The node that carries out a power of a card; the trumps that it makes are added to those given."""
        if face.text not in power.cards:
            return 0
        knowledge, name = self.lowering.knowledge, type(power).__name__
        try:
            return knowledge.asked(name, partial(self._done, power, face, trumps))
        except Unsupported as error:
            raise Unsupported(
                f"PowerTricks: {name} does not say as data what it does (`Power.effect`); called beforehand, {error}"
            ) from error

    def _done(self, power: Power, face: Face, trumps: set[int], deal: BlankDeal) -> int:
        lowering, name, answers = self.lowering, type(power).__name__, deal.__dict__["_answers"]
        now = DealNow._made_of({**deal.__dict__, "_table": TableNow(answers, lowering, deal, face.text)})
        after = power.done(PlayedNow(now, face.text), None)  # type: ignore[arg-type]
        if after is now:
            return 0
        nodes = written(lowering, self.phase, name, now, after)
        trumps |= trumps_in(nodes)
        moved = {"held", "stock", "out", "_exchanged"} & after.__dict__.keys()
        if moved or after.closed or (("stock",) in answers.looked and any(one.effect for one in self.phase.after_card)):
            raise Unsupported(f"{name} moves cards, ends the deal, or looks at a stock that another power changes")
        node = 0
        for numbers in (*nodes, *shown_cards(lowering, name, after)):
            node = lowering.knowledge.node((*numbers, node))
        return node


class DealNow(BlankDeal):
    """A deal after a card was played, before the trick goes on."""

    @property
    def stock(self) -> TopPile:
        """The stock, whose top card may be asked for."""
        answers: Answers = self.__dict__["_answers"]
        return TopPile.of(self.deck, answers, answers.stock)  # type: ignore[return-value]

    def get(self, phase: type[Any]) -> Any:
        """What a phase found out."""
        kind, answers = getattr(phase, "record", phase), self.__dict__["_answers"]
        if kind is Powers:
            raise answers.refuse("the trumps of the deal", "of which the batch engine tells the present one")
        return self.__dict__["_table"] if kind is TrickTable else super().get(phase)


class TopPile(BlankPile):
    """Cards of the stock of which the top one may be asked for."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        return self.answers.ask("top") if place == 0 and self.places else super().__getitem__(place)


@define
class PlayedNow:
    """The moment after a card was played; the hand is a question."""

    deal: Any
    face: str

    @property
    def hand(self) -> int:
        """The hand that played it."""
        most = self.deal.players - 1
        return int(Sum.of(self.deal.__dict__["_answers"], {(layout.S_NUMBER, layout.HAND, most): 1}))

    @property
    def held(self) -> Any:
        """The cards in the hand now."""
        return self.deal.held[self.hand]


@define(eq=False)
class TableNow(BlankTable):
    """The tricks of a deal after a card was played, as a symbolic value."""

    face: str = ""

    @property
    def current(self) -> TrickNow:
        """The trick with the card."""
        assert self.deal is not None
        return TrickNow(self.answers, self.deal.players, -1, Notes(self.lowering, self.deal), self.face)


@define(eq=False)
class TrickNow(BlankTrick):
    """A trick with the card that was played to it last: how many there are, and what was led."""

    face: str = ""

    def led_with(self, _deck: object, faces: int) -> bool:
        return self._ask(0, faces)

    @property
    def plays(self) -> TrickNow:  # type: ignore[override]
        """Its plays, of which the first and the last are known."""
        return self

    def __len__(self) -> int:
        return 1 + int(Sum.of(self.answers, {(layout.S_NUMBER, layout.COUNT, self.players - 1): 1}))

    def __getitem__(self, place: Any) -> Any:
        if place == 0 and not leads(self.answers):
            return self._play(0)
        if place in (0, -1):
            return SimpleNamespace(action=SimpleNamespace(face=self.face), card=self.face)
        raise self.answers.refuse("the plays to a trick", "of which the batch engine tells the first and the last")

    def _ask(self, hand: int, mask: int) -> bool:
        deck = self._noted("plays").lowering.rules.deck
        may = deck.kinds[self.face] if leads(self.answers) else deck.all
        for (what, *more), answer in self.answers.known.items():
            may &= deck.all if what != "led" else more[1] if answer else ~more[1]
        return bool(self.answers.ask("led", -1, mask)) if may & mask and may & ~mask else may & mask != 0
