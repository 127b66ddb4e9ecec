"""Determinizations: whole games that give a seat the same view as the game that it is in.

A view is the information state of a seat. What it leaves open are the cards that the seat cannot see, and secret
decisions. Sampling takes four steps:

1. `traces` follows each card of the view from step to step, and `unknowns` lists the hidden places: how many unknown
   cards each hand holds, the stock holds, and each seat laid away.
2. `allocation` shares out the unseen cards to these places, uniformly among all ways that the constraints leave. Among
   the unseen are cards that came to a hand openly and may have left it unseen. No hand gets a card that it has shown
   not to hold (`Phase.voids`, `Phase.ruled_out`), and its share is drawn until it agrees with what it claimed to hold
   (`Phase.claims`).
3. The ways back are drawn: each card that left a hand may have come from any of its unknown places. Where a hand drew
   cards after it had shown a void, cards of that suit must have come later; `arrivals` counts the ways in which its
   cards can have come, and weighs the allocation with that number.
4. `sampler` deals the deal in this way and replays its moves, secret ones with the cards that left unseen. It makes up
   all other secrets, and rejects a world that does not give the seat the same view. After some of those, every other
   world begins with groups of cards that hands claimed to hold (`Claim.groups`).

All worlds are equally likely, with exceptions in which they are merely close to uniform: known cards that are passed on
a second time, equal copies of cards, cards that several hands claimed to hold, or one against long odds, and hands that
have shown so much of what they lack that the ways to share out the cards are too many to be counted.
"""
