"""Runs programs: in chunks, from a state, or on the reference engine."""
