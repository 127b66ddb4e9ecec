"""Determinizations: complete games that give a seat the same view as the actual game.

A view is the information state of a seat. It leaves open the cards that the seat cannot see, and secret decisions.
Sampling takes four steps:

1. `traces` follows each card of the view from step to step, and `unknowns` lists the hidden places: how many unknown
   cards each hand holds, the stock holds, and each seat laid away.
2. `allocation` distributes the unseen cards to these places, uniformly among all ways that the constraints leave. The
unseen cards include those that came to a hand openly and may have left it unseen. No hand gets a card that it has shown
not to hold (`Phase.voids`, `Phase.ruled_out`), and its share is redrawn until it agrees with its claims
(`Phase.claims`).
3. The origins are drawn: each card that left a hand may have come from any of its unknown places. If a hand drew cards
after it had shown a void, cards of that suit must have come later; `arrivals` counts the ways in which its cards can
have come, and weights the allocation by this count.
4. `sampler` deals the cards in this way and replays the moves of the deal, including secret ones, with the cards that
left hands unseen. It invents all other secrets, and rejects a world that does not give the seat the same view. After
some rejections, every other world begins with groups of cards that hands claimed to hold (`Claim.groups`).

All worlds are equally likely, with some exceptions that are only close to uniform: known cards that are passed on a
second time; equal copies of cards; cards that several hands claimed to hold, or one hand against long odds; and hands
that have shown so many voids that the ways to distribute the cards are too many to count.
"""
