"""The steps in which tricks are played."""
