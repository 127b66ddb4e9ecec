"""Determinizations: worlds that agree with what a seat sees."""
