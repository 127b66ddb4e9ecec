"""The nouns of a card game: cards, hands, actions, chance, a deal and its events."""
