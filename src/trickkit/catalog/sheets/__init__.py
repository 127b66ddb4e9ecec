"""House-rule sheets: a game as a TOML file that says what differs from another game."""
