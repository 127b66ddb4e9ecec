"""The ways in which phases ask for decisions: seat by seat, all at once, or for cards.

`simultaneous`: each seat commits in secret, and no view shows another seat's commitment. The last commitment ends the
turn, and the phase decides what is then shown. A seat may owe several commitments in one turn, and those of other seats
may come between them: in 5211, laying two cards is two decisions about one card each.

`choosing`: cards chosen in secret from one's own hand; the base of laying cards (`Reveal`), passing them on
(`PassCards`) and laying them away (`LayAway`).

`laying`: cards laid openly on a layout, where a card fits beside others.

`polls`: seats answer openly, either in turn or as they like.

`bidding`: seats bid up a ladder; auctions share it.

`declarations`: seats announce their best melds in turn, and the side with the best meld shows its melds.

`showing`: seats show all melds that they have, and nobody decides anything.
"""
