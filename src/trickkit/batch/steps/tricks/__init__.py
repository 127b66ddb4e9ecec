"""Steps in which cards go round: tricks."""
