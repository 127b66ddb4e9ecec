"""A balance study, in the style of a notebook: at Pikoko, who should lead the next trick?

The German rulebook lets the winning peacock lead; the others are silent, and the start player might always lead. Does
either favour a peacock? Editors that know notebooks run each cell, marked with %%, on its own.
"""

# %% The variants: the same game, with one option.
from math import sqrt
from statistics import fmean, stdev

from trickkit import Rules, load, playout
from trickkit.phases import Tricks

GAMES = 150
variants = {lead: load("pikoko", players=4, next_lead=lead) for lead in ("winning_peacock", "start_player")}


# %% What is measured: the tricks of each hand, counted from the start player's.
def tricks(rules: Rules) -> list[list[int]]:
    """By place after the start player, the tricks that the hand there took in every deal of random games."""
    found: list[list[int]] = [[] for _ in range(rules.players)]
    for seed in range(GAMES):
        for result in playout(rules, seed=seed).results:
            for place in range(rules.players):
                hand = (result.deal.begun_by + place) % rules.players
                found[place].append(result.deal[Tricks].taken[hand])
    return found


# %% The figures, each with half of its 95 % interval.
for lead, by_place in ((lead, tricks(rules)) for lead, rules in variants.items()):
    cells = [f"{fmean(taken):.2f} ± {1.96 * stdev(taken) / sqrt(len(taken)):.2f}" for taken in by_place]
    print(f"{lead:<16}", "  ".join(cells))

# %% How to read them.
print("\nby the place of the hand after the start player's; an even share would be 2.00 tricks of 8")
