"""Classic card games, each a module with a function `rules`."""
