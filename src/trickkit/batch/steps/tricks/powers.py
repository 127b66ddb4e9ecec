"""The lowering of powers of cards: the data of each power become a row of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import NOBODY, Lowering
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.step import acting
from trickkit.batch.lowering.tables import Row
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.lower import losing_faces, tricks
from trickkit.batch.steps.tricks.powered import CARD, CHOSEN, FACE_UP, HAND, LOSING, SUIT, TOP, TRACED, UNDER
from trickkit.batch.steps.tricks.traced import trace
from trickkit.phases.drawing import FaceUp
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.powered import PowerTricks
from trickkit.policies.powers import Effect, Move, Power
from trickkit.policies.trump import TrumpFrom

PLACES = {"chosen": CHOSEN, "top": TOP, "face up": FACE_UP, "hand": HAND, "under": UNDER}
DRAW, SHED = Move("top", "hand"), Move("chosen", "under")
SWAP = Move("face up", "hand"), Move("chosen", "face up")
MOST_POWERS = 40
"""The most powers of the cards of a phase."""


@frozen
class LoweredPower:
    """A power of a phase as numbers.

    Args:
        phase: the index of the phase.
        row: the numbers for compiled code, as in `layout.T_POWER`.
        code: by option, the number of the action.
        told: the viewers that hear the decisions of seats, as in `layout.T_TOLD`.
    """

    phase: int
    row: Row
    code: Row
    told: int


def powered(lowering: Lowering, phase: PowerTricks) -> int:
    """Lower tricks in which cards have powers.

    Raises:
        Unsupported: a power does not give its effect as data, or the effect does not fit into a row.
    """
    lowering.one_face(phase)
    if any(isinstance(other, CallingTricks) for other in lowering.rules.phases):
        raise Unsupported("PowerTricks: the batch engine has either calls or powers in the tricks of a game")
    if phase.may_differ:
        raise Unsupported("PowerTricks: the batch engine has powers with hands of one size")
    if len(phase.after_card) > MOST_POWERS:
        raise Unsupported(f"PowerTricks: {len(phase.after_card)} powers; the batch engine has room for {MOST_POWERS}")
    effects = [_effect(power) for power in phase.after_card]
    for face in phase.of_face:
        _check_sizes(
            face, [effect for effect, power in zip(effects, phase.after_card, strict=True) if face in power.cards]
        )
    _learn_trumps(lowering, effects)
    traced = trace(lowering, phase)
    lowering.header[layout.STOCK] = len(lowering.rules.deck)
    losing = losing_faces(phase.lead) or ()
    by_face = [
        sum(1 << index for index, power in enumerate(phase.after_card) if face.text in power.cards)
        + LOSING * (face.text in losing)
        for face in lowering.rules.deck.faces
    ]
    lowered = [
        LoweredPower(lowering.index, [TRACED, 0, 0, 0, 0, -1, 0, *traced[power]], [], 0)
        if power in traced
        else _lowered(lowering, phase, power, effect)
        for power, effect in zip(phase.after_card, effects, strict=True)
    ]
    operand, table = tricks(lowering, phase), lowering.tables["powers"]
    table += [[0] for _ in range(lowering.index - len(table))]
    table.append([len(lowering.powers), *by_face])
    lowering.powers += lowered
    lowering.returns |= phase.returns
    return operand


def _effect(power: Power) -> Effect:
    """The effect of a power.

    Raises:
        Unsupported: the power does not give its effect as data, or the batch engine lacks that effect.
    """
    name, effect = type(power).__name__, power.effect
    if effect is None and type(power).choices is Power.choices:
        # The power is traced.
        return Effect()
    if effect is None or "effect" not in vars(acting(power)):
        raise Unsupported(f"PowerTricks: {name} does not say as data what it does (`Power.effect`)")
    if effect.moves not in ((), (DRAW,), (SHED,), SWAP) or (effect.names and effect.moves):
        moves = ", ".join(f"{source} to {target}" for source, target in effect.moves)
        raise Unsupported(
            f"PowerTricks: {name} {'names a trump and ' * effect.names}moves {moves}; the batch engine names a trump, "
            "draws a card, puts one under the stock, or exchanges one for the face-up one"
        )
    return effect


def _check_sizes(face: str, effects: Sequence[Effect]) -> None:
    """Refuse powers that may leave hands of different sizes.

    Raises:
        Unsupported: some powers may.
    """
    drawn = 0
    for effect in effects:
        drawn += (DRAW in effect.moves) - (SHED in effect.moves)
        if drawn not in (0, 1) or (SHED in effect.moves and not effect.drawn):
            drawn = 2
    if drawn:
        raise Unsupported(
            f"PowerTricks: the powers of {face} may leave hands of different sizes; in the batch engine a card is put "
            "under the stock for each that is drawn, and for no other"
        )


def _learn_trumps(lowering: Lowering, effects: Sequence[Effect]) -> None:
    """Record the suits that powers may make trump.

    Raises:
        Unsupported: this depends on the deal.
    """
    deck, may = lowering.rules.deck, lowering.changing
    for effect in effects:
        if effect.trump is not None:
            if type(effect.trump).of is not TrumpFrom.of:
                raise Unsupported(
                    f"PowerTricks: which trump a card makes ({effect.trump!r}) may differ from deal to deal"
                )
            may |= {lowering.number_of(effect.trump.trump(card)) for card in deck}
        may |= {*range(len(deck.suits))} if effect.names else set()


def _lowered(lowering: Lowering, phase: PowerTricks, power: Power, effect: Effect) -> LoweredPower:
    """A power as numbers.

    Raises:
        Unsupported: a row has no room for its options, or some of them are secret.
    """
    name, deck, seats = type(power).__name__, lowering.rules.deck, range(lowering.rules.players)
    numbers, faces = action_numbers(lowering.rules), len(deck.faces)
    actions, many = [*power.actions(deck, len(seats))], len(deck.suits) if effect.names else faces
    chooses = effect.names or effect.chooses
    if len(actions) != (many + effect.passes) * chooses or faces + len(actions) - many > 64 * lowering.words:
        raise Unsupported(f"PowerTricks: {name} has {len(actions)} actions, which are not those that its effect says")
    code = [numbers[action] for action in actions]
    if effect.names:
        # Options without a face follow the faces, even if no face can be chosen.
        code = [code[0]] * faces + code
    secret = {action for other in phase.after_card if other.secret for action in other.actions(deck, len(seats))}
    hidden = secret.intersection(actions)
    if hidden and len(hidden) < len({*actions}):
        raise Unsupported(f"PowerTricks: only some decisions about {name} are secret")
    audience = 0 if hidden else sum(1 << 8 * mover + viewer for mover in seats for viewer in seats)
    trumps = -1
    if effect.trump is not None:
        made = [lowering.number_of(effect.trump.trump(card)) for card in deck]
        trumps = lowering.add("trump_of", trump_of=made, trump_fixed=[-1])
    choice = SUIT if effect.names else CARD if chooses else 0
    moves = [PLACES[part] for move in effect.moves for part in move]
    tells = FaceUp in lowering.knowledge.sources
    row = [choice, faces, effect.passes, effect.drawn, tells, trumps, len(effect.moves), *moves]
    return LoweredPower(lowering.index, [int(entry) for entry in row], code, layout.signed(audience))


def add_powers(lowering: Lowering, opcodes: list[int], operands: list[int]) -> None:
    """Append the powers of all phases to the tables by phase, after the entry for the end."""
    if not lowering.powers:
        return
    tables, count = lowering.tables, len(lowering.rules.phases)
    for name, none in (("code", NOBODY), ("told", 0)):
        tables[name] += [none] * (count + 1 - len(tables[name]))
    opcodes += [layout.NOTHING] * (count + 1 - len(opcodes))
    operands += [0] * (count + 1 - len(operands))
    for power in lowering.powers:
        tables["code"].append(power.code)
        tables["told"].append(power.told)
        tables["power"].append(power.row)
        opcodes.append(layout.POWER)
        operands.append(power.phase)
