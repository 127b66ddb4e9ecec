"""What the legal actions of a view are worth: `evaluate` tries each of them out in the same worlds.

`run` is compiled code: it plays rows on after an action, each from one of the worlds that were dealt; `estimates` has
means and errors; `call` ties both together, and says how where worlds or playouts cannot be compiled.
"""

from trickkit.batch.evaluating.call import evaluate
from trickkit.batch.evaluating.estimates import Evaluation

__all__ = ["Evaluation", "evaluate"]
