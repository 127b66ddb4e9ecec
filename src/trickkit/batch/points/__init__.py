"""Scoring by arrays: the points of many deals."""
