"""How playouts continue: rollout policies, as values, and the compiled code that decides by them.

A policy knows no game. `Uniform` takes any legal action; `NeedDriven` takes tricks as long as its side wants them, and
otherwise avoids them; `Weighted` draws actions by weights that depend on a few facts; `Mixed` decides by another policy
most of the time. `lowered` converts a policy to a table, once for given rules and utility. In `gains`, every seat
maximizes its gain in the current trick.
"""

from trickkit.play.rollouts import Mixed, NeedDriven, RolloutPolicy, Uniform, Weight, Weighted

__all__ = ["Mixed", "NeedDriven", "RolloutPolicy", "Uniform", "Weight", "Weighted"]
