"""Phases in which no card moves but those that come off the stock, explored beforehand."""
