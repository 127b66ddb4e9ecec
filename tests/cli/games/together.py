"""A game that all win or lose together, for the tests of the command line: all must take equally many tricks."""

from attrs import frozen

from trickkit import Outcome, Rules, ScoreLine
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks
from trickkit.policies.ending import Ending
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring


@frozen
class Taken(Scoring):
    """A point for every trick."""

    def lines(self, deal):
        return tuple(ScoreLine(seat, "tricks taken", taken) for seat, taken in enumerate(deal[Tricks].taken))


@frozen
class Balanced(Ending):
    """All win if they have as many points as each other after a deal, else all lose."""

    def outcome(self, results):
        totals = results[-1].totals
        seats = tuple(range(len(totals)))
        return Outcome((seats,) if len(set(totals)) == 1 else ((), seats), "the deal is over")


def rules():
    return Rules(
        key="together",
        name="Together",
        players=2,
        deck=french("9TJQKA"),
        phases=(DealOut(), Tricks()),
        scoring=Taken(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=Balanced(),
    )
