"""Rules as a value, a game in progress, and what a seat sees of it."""
