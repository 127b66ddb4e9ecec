"""Steps in which cards are laid on the table, revealed and evaluated."""
