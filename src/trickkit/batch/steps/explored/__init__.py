"""Phases in which no card moves, explored beforehand."""
