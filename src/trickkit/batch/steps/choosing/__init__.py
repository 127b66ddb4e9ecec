"""The step in which seats choose cards from their hands, which then go to other seats or are laid away."""
