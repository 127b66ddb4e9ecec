"""What a deal is worth: parts that are added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily

if TYPE_CHECKING:
    from trickkit.scoring.base import Scoring
    from trickkit.scoring.bids import ScoreBids, ScoreConfidence
    from trickkit.scoring.estimates import Doubled, ScoreBoughtTrump, ScoreEstimates, ZeroEstimate

__all__ = ["Doubled", "ScoreBids", "ScoreBoughtTrump", "ScoreConfidence", "ScoreEstimates", "Scoring", "ZeroEstimate"]

_MODULES = {
    "Doubled": "estimates",
    "ScoreBids": "bids",
    "ScoreBoughtTrump": "estimates",
    "ScoreConfidence": "bids",
    "ScoreEstimates": "estimates",
    "Scoring": "base",
    "ZeroEstimate": "estimates",
}


__getattr__ = lazily(__name__, _MODULES)
