"""Traced scorings: all that a scoring reads in a deal becomes a path in a decision diagram."""
