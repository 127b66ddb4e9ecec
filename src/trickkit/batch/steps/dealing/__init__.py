"""Steps that deal cards and turn up trump."""
