"""Rules as a value, a game in progress, and what a seat sees of it.

Rules are tried before their first game: every phase begins once for each size of hand, each starter and each declarer,
and nobody decides anything. Refused are cards that are lost or in two places, phases that lack what they need, and
seats that would play from a hand which they do not see in time, since their legal moves would tell them its cards. A
phase whose decisions the next phase needs makes some up (`Run.rehearsed`): with two cards of the skat too many, no
trick could be played.

A state is a small value: what stays the same within a phase, and how far that phase has come. Its log is put together
on request, from the progress of the phase and the moves before it. Of earlier deals a deal knows what is on the score
sheet: `totals`, and every score line in `earlier`. A phase may add score lines before the end of a deal, and it may
close the deal (`Deal.closed`), which leaves out the phases after it, as when all pass in an auction.

`State.view` copies the deal for one seat: cards and choices that it does not know become `UNKNOWN`, and events and
records hide their own secrets in `seen_by`. A view has no state, no seed and no stacked cards. Equal copies of a card
get new numbers in every view, so that which copy lies where tells nothing. The decisions of a deal are in the view as
well: a pending one is heard by its own seat alone, and later the phase says who hears it (`Phase.hears`). What a seat
knows is remembered where it can no longer change, in parts of the log and in finished deals; the next view adds what is
new.
"""
