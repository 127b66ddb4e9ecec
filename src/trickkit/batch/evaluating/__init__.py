"""Estimates the worth of the legal actions of a view: `evaluate` tries each of them in the same worlds.

`run` is compiled code: it plays rows out after an action, each from one of the dealt worlds; `estimates` computes means
and errors; `call` combines both, with a fallback if worlds or playouts cannot be compiled.
"""

from trickkit.batch.evaluating.call import evaluate
from trickkit.batch.evaluating.estimates import Evaluation

__all__ = ["Evaluation", "evaluate"]
