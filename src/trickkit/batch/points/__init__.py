"""Scoring by arrays: what many deals are worth."""
