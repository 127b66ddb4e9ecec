"""Searches over rows: positions that lie open, solved, and trees over the worlds of a view.

`solving` loads a position, finds out what of it matters (`positions`), and lets compiled code search: two sides by
`alpha_beta`, more by `many_sides`. `growing` grows a tree over worlds that compiled code deals (`tree`). Both find out
by `ending` what deals are worth at their end.
"""

from trickkit.batch.search.ending import finds_points
from trickkit.batch.search.growing import Growing
from trickkit.batch.search.solving import solved, solved_worlds

__all__ = ["Growing", "finds_points", "solved", "solved_worlds"]
