"""The step in which tricks are played."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.step import Count, Step
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.lower import tricks
from trickkit.batch.steps.tricks.powers import powered
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.board import BoardTricks
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.powered import PowerTricks
from trickkit.play.rules import Rules

MOST_TRICKS = 62
"""The most tricks of a deal, as their numbers are bits."""


def _tricks(count: Count, phase: Tricks) -> None:
    uneven, until = phase.may_differ and count.uneven, phase.until
    size = max(count.held) if uneven else min(count.held)
    if count.taken:
        raise Unsupported(f"Tricks: one hand has taken {count.taken} cards; the batch engine has hands of one size")
    if size < count.dealt and not count.played:
        raise Unsupported(
            f"{count.lessened}: it leaves {size} of {count.dealt} cards in a hand; the batch engine has whole hands "
            "when the tricks begin"
        )
    if uneven and not min(count.held) and not count.played:
        raise Unsupported("Tricks: a hand has no card before the first trick; the batch engine has one in each")
    if len({*count.held}) > 1 and not uneven:
        raise Unsupported(
            f"Tricks: hands of {min(count.held)} and {max(count.held)} cards; the batch engine has hands of one size"
        )
    played = until.played(size) or size
    count.held = [max(held - played, 0) for held in count.held]
    count.played += played
    if count.played > MOST_TRICKS:
        raise Unsupported(f"Tricks: {count.played} tricks in a deal; the batch engine has room for {MOST_TRICKS}")
    if phase.opening.by_card and (uneven or size * count.rules.players != len(count.rules.deck)):
        raise Unsupported(f"Tricks: with {phase.opening!r} the batch engine deals all cards, so that somebody holds it")


def _decisions(rules: Rules, size: int, phase: Tricks) -> int:
    return rules.players * size


def _with_powers(rules: Rules, size: int, phase: PowerTricks) -> int:
    return _decisions(rules, size, phase) * (1 + max(map(len, phase.of_face.values()), default=0))


def _board(_lowering: Lowering, _phase: BoardTricks) -> int:
    raise Unsupported("BoardTricks: a row has no room for the markers on a board, nor for suits that were given up")


STEPS = (
    Step(Tricks, layout.TRICKS, tricks, _tricks, _decisions),
    Step(CallingTricks, layout.TRICKS, tricks, _tricks, _decisions),
    Step(PowerTricks, layout.POWERS, powered, _tricks, _with_powers),
    Step(BoardTricks, layout.TRICKS, _board, _tricks, _decisions),
)
