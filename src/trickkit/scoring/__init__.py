"""What a deal is worth: parts that are added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily

if TYPE_CHECKING:
    from trickkit.scoring.base import Scoring
    from trickkit.scoring.bids import ScoreBids, ScoreConfidence
    from trickkit.scoring.cards import ScoreCards, ScoreNoTricks, ShootTheMoon
    from trickkit.scoring.declarer import DeclarerPoints
    from trickkit.scoring.estimates import Doubled, ScoreBoughtTrump, ScoreEstimates, ZeroEstimate
    from trickkit.scoring.opponents import OthersLose
    from trickkit.scoring.sides import ScoreBags, ScoreNil, ScoreSides, TargetBonus

__all__ = [
    "DeclarerPoints",
    "Doubled",
    "OthersLose",
    "ScoreBags",
    "ScoreBids",
    "ScoreBoughtTrump",
    "ScoreCards",
    "ScoreConfidence",
    "ScoreEstimates",
    "ScoreNil",
    "ScoreNoTricks",
    "ScoreSides",
    "Scoring",
    "ShootTheMoon",
    "TargetBonus",
    "ZeroEstimate",
]

_MODULES = {
    "DeclarerPoints": "declarer",
    "Doubled": "estimates",
    "OthersLose": "opponents",
    "ScoreBags": "sides",
    "ScoreBids": "bids",
    "ScoreBoughtTrump": "estimates",
    "ScoreCards": "cards",
    "ScoreConfidence": "bids",
    "ScoreEstimates": "estimates",
    "ScoreNil": "sides",
    "ScoreNoTricks": "cards",
    "ScoreSides": "sides",
    "Scoring": "base",
    "ShootTheMoon": "cards",
    "TargetBonus": "sides",
    "ZeroEstimate": "estimates",
}


__getattr__ = lazily(__name__, _MODULES)
