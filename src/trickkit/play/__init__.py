"""Rules as a value, a game in progress, and what a seat sees of it.

Rules are tried before their first game: every phase begins once for each hand size, starter and declarer, without
anybody deciding anything. The trial refuses cards that are lost or in two places, phases that lack what they need, and
seats that would play from a hand which they do not see in time, because their legal moves would reveal its cards. A
phase whose decisions the next phase needs makes some up (`Run.rehearsed`): with the two cards of the skat still in a
hand, for example, no trick could be played.

A state is a small value: what stays the same within a phase, and how far that phase has come. Its log is built on
request, from the progress of the phase and the moves before it. Of earlier deals a deal knows only the score
sheet: `totals`, and every score line in `earlier`. A phase may add score lines before the end of a deal, and it may
close the deal (`Deal.closed`), which skips the phases after it, as when all pass in an auction.

`State.view` copies the deal for one seat: cards and choices that it does not know become `UNKNOWN`, and events and
records hide their own secrets in `seen_by`. A view has no state, no seed and no stacked cards. Equal copies of a card
get new numbers in every view, so that nobody can tell which copy lies where. A view contains the decisions of a deal as
well: only its own seat knows a pending one, and later the phase says who hears it (`Phase.hears`). What a seat knows
and what can no longer change is cached in parts of the log and in finished deals; the next view adds only what is new.
"""
