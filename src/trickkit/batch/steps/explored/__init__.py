"""Phases in which no card moves except those that come off the stock, explored in advance."""
