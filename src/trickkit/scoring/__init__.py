"""Scorings: the parts that score a deal, whose points are added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily
from trickkit.model.bounds import Bounds as Bounds
from trickkit.model.bounds import Extent as Extent

_MODULES = {
    "DeclarerPoints": "declarer",
    "Doubled": "estimates",
    "OthersLose": "opponents",
    "PartnersShare": "shared",
    "ScoreBags": "sides",
    "ScoreBids": "bids",
    "ScoreByContract": "by_contract",
    "ScoreBySeat": "base",
    "ScoreBoughtTrump": "estimates",
    "ScoreCards": "cards",
    "ScoreConfidence": "bids",
    "ScoreDifference": "differences",
    "ScoreEstimates": "estimates",
    "ScoreFractions": "fractions",
    "ScoreGroup": "boards",
    "ScoreLastTricks": "tricks",
    "ScoreLevels": "levels",
    "ScoreMajorities": "boards",
    "ScoreMelds": "melds",
    "ScoreNil": "sides",
    "ScoreNoTricks": "cards",
    "ScoreSides": "sides",
    "ScoreTrickCounts": "tricks",
    "ScoreTricks": "tricks",
    "ScoreTwoSides": "two_sides",
    "Scoring": "base",
    "ShootTheMoon": "cards",
    "TargetBonus": "sides",
    "TimesByContract": "by_contract",
    "UnlessStuck": "boards",
    "ZeroEstimate": "estimates",
}
"""By public name, the module that defines it, which is loaded when the name is first asked for."""

if TYPE_CHECKING:
    from trickkit.scoring.base import ScoreBySeat as ScoreBySeat
    from trickkit.scoring.base import Scoring as Scoring
    from trickkit.scoring.bids import ScoreBids as ScoreBids
    from trickkit.scoring.bids import ScoreConfidence as ScoreConfidence
    from trickkit.scoring.boards import ScoreGroup as ScoreGroup
    from trickkit.scoring.boards import ScoreMajorities as ScoreMajorities
    from trickkit.scoring.boards import UnlessStuck as UnlessStuck
    from trickkit.scoring.by_contract import ScoreByContract as ScoreByContract
    from trickkit.scoring.by_contract import TimesByContract as TimesByContract
    from trickkit.scoring.cards import ScoreCards as ScoreCards
    from trickkit.scoring.cards import ScoreNoTricks as ScoreNoTricks
    from trickkit.scoring.cards import ShootTheMoon as ShootTheMoon
    from trickkit.scoring.declarer import DeclarerPoints as DeclarerPoints
    from trickkit.scoring.differences import ScoreDifference as ScoreDifference
    from trickkit.scoring.estimates import Doubled as Doubled
    from trickkit.scoring.estimates import ScoreBoughtTrump as ScoreBoughtTrump
    from trickkit.scoring.estimates import ScoreEstimates as ScoreEstimates
    from trickkit.scoring.estimates import ZeroEstimate as ZeroEstimate
    from trickkit.scoring.fractions import ScoreFractions as ScoreFractions
    from trickkit.scoring.levels import ScoreLevels as ScoreLevels
    from trickkit.scoring.melds import ScoreMelds as ScoreMelds
    from trickkit.scoring.opponents import OthersLose as OthersLose
    from trickkit.scoring.shared import PartnersShare as PartnersShare
    from trickkit.scoring.sides import ScoreBags as ScoreBags
    from trickkit.scoring.sides import ScoreNil as ScoreNil
    from trickkit.scoring.sides import ScoreSides as ScoreSides
    from trickkit.scoring.sides import TargetBonus as TargetBonus
    from trickkit.scoring.tricks import ScoreLastTricks as ScoreLastTricks
    from trickkit.scoring.tricks import ScoreTrickCounts as ScoreTrickCounts
    from trickkit.scoring.tricks import ScoreTricks as ScoreTricks
    from trickkit.scoring.two_sides import ScoreTwoSides as ScoreTwoSides
else:
    __all__ = ["Bounds", "Extent", *_MODULES]
    __getattr__ = lazily(__name__, _MODULES)
