"""The worlds of a view, dealt by compiled code straight into rows.

`Dealer.of(view)` loads one sampled world as a template and takes from `trickkit.worlds` what is known of each unseen
card and each hidden place: who may have which, and how many. `Dealer.rows` deals worlds from that plan; compiled code
that wants a new world itself calls `deal.deal_world(row, deck, tables, plan, work, state)`, with `Dealer.plan`,
`program.tables` and a `Dealer.work()` of each thread.

All worlds of a plan are as likely as each other, as those of `view.sample` are. What a plan cannot say is left to
`view.sample`: `Dealer.plan` is None then, `Dealer.why` says why, and `Dealer.rows` samples and loads its worlds.

Secret decisions of a turn that goes on are open in a world: the row stands at the beginning of the turn, and what the
seat itself has decided is given beforehand. Those of phases that are over are drawn anew by walking along the diagrams
of these phases.
"""

from trickkit.batch.worlds.dealer import Dealer

__all__ = ["Dealer"]
