"""The beginnings of the deals of rows, for the reference engine."""

from __future__ import annotations

from random import Random

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.machine.interpreter import DealInProgress
from trickkit.batch.machine.program import Program
from trickkit.batch.results import dealt_as
from trickkit.batch.run.reading import dealt_of
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.play.advance import undealt
from trickkit.play.later import UnknownLines, earlier
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed


@frozen
class Begins:
    """The beginning of a deal: its number, starter, cards and chance.

    Args:
        rules: the rules of the game.
        number: the number of the deal in the game.
        starter: the seat that starts the deal.
        totals: by seat, the points of earlier deals.
        stacked: the cards of the deal.
        chance: the source of all other random outcomes.
        lines: the score lines of each earlier deal; None for new placeholders.
    """

    rules: Rules
    number: int
    starter: int
    totals: tuple[int, ...]
    stacked: Stacked
    chance: Chance
    lines: UnknownLines | None = None

    @classmethod
    def of(cls, program: Program, row: Array, deck: Array, chance: Chance, lines: UnknownLines | None = None) -> Begins:
        """The beginning of a row's deal.

        Args:
            program: the rules, made ready.
            row: the position of the deal, at any time.
            deck: its cards, as they were shuffled, and other drawn numbers.
            chance: as above.
            lines: likewise.
        """
        rules, shown = program.rules, int(row[layout.SHOWN])
        # A card that is still to be cut is hidden as a number below -1.
        shown = -2 - shown if shown < -1 else shown
        stacked = dealt_as(rules, int(row[layout.SIZE]), deck[: dealt_of(program)], shown)
        totals = tuple(row[program.totals].tolist())
        return cls(rules, int(row[layout.NUMBER]), int(row[layout.STARTER]), totals, stacked, chance, lines)

    def followed(self) -> DealInProgress:
        """The deal before its first phase."""
        before = earlier(self.rules, self.starter, self.totals, self.number, self.lines)
        rules, pack = self.rules, Deal.fresh(self.rules.deck, players=self.rules.players)
        return DealInProgress(rules, undealt(pack, rules, self.starter, before, self.totals, self.stacked, self.chance))

    def state(self) -> State:
        """The deal at its first decision."""
        before = earlier(self.rules, self.starter, self.totals, self.number, self.lines)
        return resumed(self.rules, self.starter, before, self.starter, self.stacked, self.chance)


@frozen
class Resumes:
    """The position from which a deal is played on, in place of its beginning.

    Args:
        game: the position.
    """

    game: State

    @property
    def number(self) -> int:
        """The number of the deal in the game."""
        return len(self.game.results)

    @property
    def starter(self) -> int:
        """The seat that started the deal."""
        return self.game.deal.begun_by

    def followed(self) -> DealInProgress:
        """The deal at that position."""
        return DealInProgress.of(self.game)

    def state(self) -> State:
        """The position."""
        return self.game


def chance_of(seed: int, game: int) -> Chance:
    """The source of the random outcomes of a deal besides the cards.

    Args:
        seed: the seed of all deals.
        game: the number from which, with the seed, its random numbers follow.
    """
    return Chance(Random(f"{seed}/chance {game}").getrandbits(63))
