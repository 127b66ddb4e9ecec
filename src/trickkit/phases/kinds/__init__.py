"""How a phase asks: seat after seat, all at once, or for cards."""
