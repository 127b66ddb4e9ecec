"""The worlds of a view, dealt by compiled code directly into rows.

`Dealer.of(view)` loads one sampled world as a template. It takes from `trickkit.worlds` what is known about each unseen
card and each hidden place: the cards that it may contain, and their number. `Dealer.rows` deals worlds from that plan;
compiled code that wants a new world itself calls `deal.deal_world(row, deck, tables, plan, work, state)`, with
`Dealer.plan`, `program.tables` and a separate `Dealer.work()` for each thread.

All worlds of a plan are equally likely, like those of `view.sample`. If a plan cannot express what is known,
`Dealer.plan` is None, `Dealer.why` says why, and `Dealer.rows` loads worlds sampled by `view.sample`.

Secret decisions of an unfinished turn are open in a world: the row is at the beginning of the turn, and the seat's own
decisions are queued. Those of finished phases are redrawn by walking the diagrams of these phases.
"""

from trickkit.batch.worlds.dealer import Dealer

__all__ = ["Dealer"]
