"""What serves a seat, as bots are told it: see [`trickkit.play.utility`][]."""

from trickkit.play.utility import Utility, deal_played, gained

__all__ = ["Utility", "deal_played", "gained"]
