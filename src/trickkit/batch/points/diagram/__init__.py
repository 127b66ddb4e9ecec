"""Scorings that are asked like phases: what they look at of a deal becomes a path in a decision diagram."""
