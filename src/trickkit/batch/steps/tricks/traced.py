"""The changes that calls and powers make during tricks, found by calling them in advance with symbolic deals.

Powers that do not give their effect as data are called face by face. When such a power takes effect, the row supplies
what it reads: the trump, records, hands, the lead of the trick, and the top card of the stock. It may change the trump,
make records, and show cards of the stock.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from attrs import define, evolve

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal, real_record
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.explore import Explorer
from trickkit.batch.lowering.moving import Nodes, shown_cards
from trickkit.batch.lowering.piles import BlankPile
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.single import BlankTrick, Notes
from trickkit.batch.steps.tricks.turns import leads
from trickkit.batch.steps.tricks.until import BlankTable
from trickkit.model.deal import Deal
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.powered import Powers, PowerTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.powers import Power

UNCHANGED = "deck", "lines", "scored", "closed", "trump"
"""The attributes of a deal that may differ anyway, and the trump, which is written into the row."""


def written(lowering: Lowering, phase: Tricks, name: str, after: Deal, *others: str) -> Nodes:
    """The nodes that write the records and the trump of a deal after a change, without the index of the next one.

    Args:
        lowering: the lowering of the rules.
        phase: the phase of the tricks.
        name: the name of the part that changes the deal, for errors.
        after: the deal after the change.
        others: the fields of the deal whose changes the caller writes.
    """
    inside, nodes = after.__dict__, list[tuple[int, ...]]()
    if made := [real_record(record) for record in inside["_by_type"].values()]:
        explorer = lowering.recorded.get(type(made[0]))
        if explorer is None:
            explorer = lowering.recorded[type(made[0])] = Explorer(lowering, phase, has_place=True)
            lowering.outcome_place(type(made[0]).__name__)
        known, outcome = len(explorer.writes), explorer.numbered(made)
        nodes.append((layout.WRITE, explorer.place, outcome))
        if outcome == known:
            # As long as no such change has happened, the place has none of the outcomes.
            source = explorer.source
            records = {kind: [None, *record] for kind, record in source.records.items()}
            writes, goes_on = [{}, *source.writes], [True, *source.goes_on]
            lowering.knowledge.learn(evolve(source, offset=1, records=records, writes=writes, goes_on=goes_on))
    if "trump" in inside:
        if isinstance(inside["trump"], str):
            raise Unsupported(f"{name} makes {inside['trump']!r} trump, which is not a suit of the deck")
        outcome = lowering.number_of(inside["trump"])
        lowering.changing.add(outcome)
        nodes.append((layout.WRITE, layout.TRUMP, outcome))
    changes = {part for part in inside if part[0] != "_" or part == "_exchanged"} - {*UNCHANGED, *others}
    if changes or inside["lines"]:
        raise Unsupported(f"{name} changes `{min(changes, default='lines')}` of the deal")
    return tuple(nodes)


def trace(lowering: Lowering, phase: PowerTricks) -> dict[Power, list[int]]:
    """By power without data about which nobody decides: by face, the node that carries it out.

    Raises:
        Unsupported: one of them reads something that it cannot ask for, or changes something else.
    """
    powers = [power for power in phase.after_card if power.effect is None and type(power).choices is Power.choices]
    faces = [face.text for face in lowering.rules.deck.faces]
    while True:
        # Everything is traced again as long as new trumps or records appear, which powers may read.
        known = lowering.changes(phase)
        nodes = {power: [_traced(lowering, phase, power, face) for face in faces] for power in powers}
        if known == lowering.changes(phase):
            return nodes


def _traced(lowering: Lowering, phase: PowerTricks, power: Power, face: str) -> int:
    """The node that carries out a power of a face."""
    name, knowledge = type(power).__name__, lowering.knowledge

    def done(deal: BlankDeal) -> int:
        now, node = DealNow._made_of({**deal.__dict__, "_lowering": lowering, "_face": face}), 0
        after = power.done(PlayedNow(now, face), None)  # type: ignore[arg-type]
        if after is now:
            return 0
        looks_at_stock = ("stock",) in deal.__dict__["_answers"].looked
        if after.closed or (looks_at_stock and any(power.effect for power in phase.after_card)):
            raise Unsupported(f"{name} ends the deal, or looks at a stock that another power changes")
        for numbers in (*written(lowering, phase, name, after, "known"), *shown_cards(lowering, name, after)):
            node = knowledge.node((*numbers, node))
        return node

    try:
        return knowledge.asked(name, done) if face in power.cards else 0
    except Unsupported as error:
        why = f"PowerTricks: {name} does not say as data what it does (`Power.effect`); called beforehand, {error}"
        raise Unsupported(why) from error


class DealNow(BlankDeal):
    """A deal after a card was played, before the trick goes on."""

    @property
    def stock(self) -> TopPile:
        """The stock, whose top card may be asked for."""
        answers = self.__dict__["_answers"]
        return TopPile.of(self.deck, answers, answers.stock)  # type: ignore[return-value]

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase."""
        kind, answers = getattr(phase, "record", phase), self.__dict__["_answers"]
        if kind is Powers:
            raise answers.refuse("the trumps of the deal", "of which the batch engine knows only the current one")
        return TableNow(answers, self.__dict__["_lowering"], self) if kind is TrickTable else super().get(phase)


class TopPile(BlankPile):
    """Cards of the stock, with a top card that may be asked for."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        return self.answers.ask("top") if place == 0 and self.places else super().__getitem__(place)


@define
class PlayedNow:
    """The moment after a card was played; its hand is a question."""

    deal: Any
    face: str

    @property
    def hand(self) -> int:
        """The hand that played the card."""
        answers, most = self.deal.__dict__["_answers"], self.deal.players - 1
        return int(Sum.of(answers, {(layout.S_NUMBER, layout.HAND, most): 1}))

    @property
    def held(self) -> Any:
        """The cards that the hand holds now."""
        return self.deal.held[self.hand]


class TableNow(BlankTable):
    """The tricks of a deal after a card was played."""

    @property
    def current(self) -> TrickNow:
        """The trick with the card."""
        assert self.deal is not None
        return TrickNow(self.answers, self.deal.players, -1, Notes(self.lowering, self.deal))


class TrickNow(BlankTrick):
    """A trick up to the card just played: how many cards it has, and what was led."""

    def led_with(self, _deck: object, faces: int) -> bool:
        return self._ask(0, faces)

    @property
    def plays(self) -> TrickNow:  # type: ignore[override]
        """The plays, of which only the first and the last are known."""
        return self

    def __len__(self) -> int:
        return 1 + int(Sum.of(self.answers, {(layout.S_NUMBER, layout.COUNT, self.players - 1): 1}))

    def __getitem__(self, place: Any) -> Any:
        if place == 0 and not leads(self.answers):
            return self._play(0)
        if place in (0, -1):
            face = self._noted("plays").deal.__dict__["_face"]
            return SimpleNamespace(action=SimpleNamespace(face=face), card=face)
        raise self.answers.refuse("the plays to a trick", "of which the batch engine knows only the first and the last")

    def _ask(self, hand: int, mask: int) -> bool:
        deal = self._noted("plays").deal
        may = deal.deck.kinds[deal.__dict__["_face"]] if leads(self.answers) else deal.deck.all
        for (kind, *more), answer in self.answers.known.items():
            may &= deal.deck.all if kind != "led" else more[1] if answer else ~more[1]
        return bool(self.answers.ask("led", -1, mask)) if may & mask and may & ~mask else may & mask != 0
