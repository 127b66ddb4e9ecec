"""The games of the package, and how games are found by name."""
