"""Rows without the cards that a seat has not seen: what is left of hands is what views say."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import effort, seeds, variants, walk

from trickkit import Rules
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run.resume import loaded, prevented
from trickkit.batch.worlds.unseen import Listed, take_out


@settings(max_examples=effort(16))
@given(variants(), seeds, st.integers(0, 60))
def test_what_is_left_of_hands_is_what_views_say(of: Rules, seed: int, steps: int) -> None:
    program, state = compile_rules(of), walk(of.start(seed=seed), steps, seed)[-1]
    assume(state.actors and not program.why and not program.tables[layout.SLOTTED] and not prevented(program, state))
    row, deck = loaded(program, state)
    for seat in (*range(of.players), None):
        left, listed, view = row.copy(), Listed.room(len(of.deck)), state.view(seat)
        elsewhere = take_out(program.tables, left, deck, of.players if seat is None else seat, listed)
        _, cards, _, _, places = listed.counts.tolist()
        held = {place: count for place, _, count in listed.takers[:places].tolist()}
        assert program.masks_of(left, layout.HANDS, of.players) == [hand.mask for hand in view.deal.hands]
        assert [held.get(hand, 0) for hand in range(of.players)] == [hand.hidden for hand in view.deal.hands]
        assert elsewhere == 0 or program.powers
        known = state.deal.knows(seat) | state.deal.out.mask
        assert listed.cards[:cards].tolist() == [n for n, mask in enumerate(of.deck.masks) if not mask & known]
