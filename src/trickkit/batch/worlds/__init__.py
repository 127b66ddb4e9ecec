"""The worlds of a view, dealt by compiled code directly into rows.

`Dealer.of(view)` loads one sampled world as a template and takes from `trickkit.worlds` what is known about each unseen
card and each hidden place: who may have which, and how many. `Dealer.rows` deals worlds from that plan; compiled code
that wants a new world itself calls `deal.deal_world(row, deck, tables, plan, work, state)`, with `Dealer.plan`,
`program.tables` and a separate `Dealer.work()` for each thread.

All worlds of a plan are equally likely, like those of `view.sample`. What a plan cannot express is left to
`view.sample`: `Dealer.plan` is None then, `Dealer.why` says why, and `Dealer.rows` samples and loads its worlds.

Secret decisions of an unfinished turn are open in a world: the row is at the beginning of the turn, and what the seat
itself has decided is queued. Those of finished phases are redrawn by walking along the diagrams of these phases.
"""

from trickkit.batch.worlds.dealer import Dealer

__all__ = ["Dealer"]
