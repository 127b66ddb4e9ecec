"""Scoring: computes the points of many deals at once."""
