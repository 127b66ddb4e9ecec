"""How playouts go on: rollout policies, as values, and the compiled code that decides by them.

A policy knows no game. `Uniform` takes any legal action; `NeedDriven` takes tricks as long as its side wants them, and
avoids them else; `Weighted` draws actions by weights that depend on a few things; `Mixed` decides by another policy
most of the time. `lowered` makes a table of a policy, once for rules and a utility. `ahead` plays tricks as seats do
that look for gains in the trick.
"""

from trickkit.play.rollouts import Mixed, NeedDriven, RolloutPolicy, Uniform, Weight, Weighted

__all__ = ["Mixed", "NeedDriven", "RolloutPolicy", "Uniform", "Weight", "Weighted"]
