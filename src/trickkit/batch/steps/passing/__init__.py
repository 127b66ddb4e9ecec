"""The step in which cards are passed on."""
