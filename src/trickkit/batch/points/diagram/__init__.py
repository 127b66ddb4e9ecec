"""Traced scorings: whatever they look at in a deal becomes a path in a decision diagram."""
