"""Rules as a value, a game in progress, and what a seat sees of it.

Rules are tried before their first game: every phase begins once for each hand size, starter and declarer, without any
decisions. The trial refuses cards that are lost or in two places, phases that lack what they need, and seats that would
play from a hand before they see it, because their legal moves would reveal its cards. A phase whose decisions the next
phase needs makes some up (`Run.rehearsed`): for example, no trick could be played with the two cards of the skat still
in a hand.

A state is a small value: everything that is constant within a phase, and the progress of the phase. Its log is built on
request, from the progress of the phase and the moves before it. A deal knows only the score sheet of earlier deals:
`totals`, and every score line in `earlier`. A phase may add score lines before the end of a deal, and it may close the
deal (`Deal.closed`), which skips the phases after it, for example if all pass in an auction.

`State.view` copies the deal for one seat: cards and choices that it does not know become `UNKNOWN`, and events and
records hide their own secrets in `seen_by`. A view has no state, no seed and no stacked cards. Equal copies of a card
get new numbers in every view, so that nobody can tell which copy lies where. A view also contains the decisions of a
deal: only the deciding seat knows a pending one, and later the phase determines who hears it (`Phase.hears`). Knowledge
that can no longer change is cached in parts of the log and in finished deals, so the next view adds only what is new.
"""
