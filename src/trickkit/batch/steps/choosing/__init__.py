"""The step in which seats choose cards of their hands, which then go to other seats or are laid away."""
