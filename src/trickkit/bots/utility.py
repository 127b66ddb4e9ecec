"""What is good for a seat, for use by bots: see [`trickkit.play.utility`][]."""

from trickkit.play.utility import Utility, deal_played, gained

__all__ = ["Utility", "deal_played", "gained"]
