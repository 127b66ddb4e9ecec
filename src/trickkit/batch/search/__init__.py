"""Searches over rows: solving positions with open cards, and trees over the worlds of a view.

`solving` loads a position, finds out what matters in it (`positions`), and lets compiled code search: two sides by
`alpha_beta`, more by `many_sides`. `growing` grows a tree over worlds that compiled code deals (`tree`). Both use
`ending` for the values of finished deals.
"""

from trickkit.batch.search.ending import finds_points
from trickkit.batch.search.growing import Growing
from trickkit.batch.search.solving import solved, solved_worlds

__all__ = ["Growing", "finds_points", "solved", "solved_worlds"]
