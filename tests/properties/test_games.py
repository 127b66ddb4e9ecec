"""What holds in every game, for every number of players and every option."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from game5211_table import reference, removed, thrown
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import python
from strategies import effort, positions, seeds, variants, walk, walks

from trickkit import Card, Deal, IllegalAction, Rules, State, load, playout
from trickkit.model.actions import Play
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import HOLE
from trickkit.phases import Bids, BuyTrump, CallDouble, Confidence, Estimates, Evaluate, Reveal, Tricks, TurnTrump
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.evaluate import TableScored
from trickkit.phases.reveal import Revealed
from trickkit.phases.stock import ThrownAway
from trickkit.variants import game5211, pikinni, pikoko  # noqa: F401  (a repr of a state names them)


def texts(cards: object) -> list[str]:
    return [str(card) for card in cards]  # type: ignore[attr-defined]


@given(walks())
def test_what_is_out_was_turned_played_laid_removed_or_thrown_away(states: list[State]) -> None:
    for state in states:
        deal = state.deal
        tricks = deal.get(Tricks)
        plays = [] if tricks is None else [play for trick in (*tricks.tricks, tricks.current) for play in trick.plays]
        turned = deal.get(TurnTrump)
        shown = [] if turned is None else [turned.card.text]
        laid = [str(card) for cards in revealed(deal) for card in cards]
        away = [*removed(deal), *(card for cards in thrown(deal) for card in cards)]
        assert sorted(texts(deal.out)) == sorted([*shown, *(play.card for play in plays), *laid, *away])


def revealed(deal: Deal) -> list[list[str]]:
    """By seat, every card that was laid and revealed in a deal, in order."""
    events = [event for event in deal.events if isinstance(event, Revealed)]
    return [[str(card) for event in events for card in event.cards[seat]] for seat in deal.seats]


@given(positions())
def test_a_refusal_names_the_action_that_is_refused(state: State) -> None:
    for seat in state.actors:
        legal = state.legal(seat)
        for action in state.rules.actions.values():
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as caught:
                state.play(seat, action)
            assert caught.value.action == action
            assert str(action) in caught.value.message


@given(variants("pikoko"), seeds)
@settings(max_examples=effort(10))
def test_a_game_of_pikoko_takes_as_many_decisions_as_any_other(rules: Rules, seed: int) -> None:
    players, size = rules.players, 8
    decisions = players * players + players + players * size
    states = walk(rules.start(seed=seed), 1000, seed)
    assert len(states) - 1 == len(states[-1].moves) == 3 * decisions
    assert len(states[-1].results) == 3
    assert states[-1].outcome is not None


@given(variants("pikinni"), seeds, seeds)
@settings(max_examples=effort(10))
def test_a_game_of_pikinni_ends_within_its_bound(rules: Rules, seed: int, steps: int) -> None:
    players = rules.players
    doubles, windows = ([one for one in rules.phases if isinstance(one, kind)] for kind in (CallDouble, BuyTrump))
    # A seat that doubled may be asked once more, but two doubles end the calls.
    calls = sum(players + (one.most - 1 if one.again else 0) for one in doubles)
    states = walk(rules.start(seed=seed), 2000, steps)
    end = states[-1]
    assert end.outcome is not None
    assert len(states) - 1 == len(end.moves)
    sizes = [result.deal.size for result in end.results]
    assert sizes == [rules.schedule.hand_sizes.size(number) for number in range(len(sizes))]
    tricks = sum(players + players * size for size in sizes)
    assert tricks <= len(end.moves) <= tricks + len(sizes) * (calls + players * len(windows))


@given(variants("5211"), seeds, st.integers(0, 400))
@settings(max_examples=effort(10))
def test_a_deck_of_5211_is_laid_to_its_last_round_or_closed(rules: Rules, seed: int, most: int) -> None:
    players = rules.players
    rounds = {2: 11, 3: 7, 4: 6, 5: 4}[players]
    states = walk(rules.start(seed=seed), most, seed)
    for result in states[-1].results:
        deal = result.deal
        assert len(result.moves) == deal[Evaluate].number * 4 * players
        assert deal.closed or deal[Evaluate].number == rounds
        assert [len(cards) for cards in revealed(deal)] == [4 * deal[Evaluate].number] * players
        assert len(deal.stock) == max(0, rounds - 1 - deal[Evaluate].number) * 4 * players
        assert len(removed(deal)) == {2: 10, 3: 13, 4: 0, 5: 15}[players]
    assert states[-1].is_over <= (rules.options["long_game"] or len(states[-1].moves) == rounds * 4 * players)


GAMES = (
    *[("pikoko", {"players": players}) for players in (3, 4, 5)],
    *[("pikinni", {"players": players, "challenge": True}) for players in (2, 3, 4)],
    *[("5211", {"players": players, "long_game": True}) for players in (2, 3, 4, 5)],
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_same_seed_gives_the_same_games_in_another_process(hash_seed: str) -> None:
    here = [str(event) for key, options in GAMES for event in playout(load(key, **options), seed=7).events]
    program = (
        f"from trickkit import load, playout\nfor key, options in {GAMES!r}:\n"
        "    for event in playout(load(key, **options), seed=7).events:\n        print(event)"
    )
    there = python(program, env={**os.environ, "PYTHONHASHSEED": hash_seed}, check=True).stdout.splitlines()
    assert there == here


@given(positions())
def test_a_seat_sees_what_it_has_decided_in_secret(state: State) -> None:
    for seat in state.actors:
        before = state.view(seat).committed
        for action in state.legal(seat):
            after = state.play(seat, action).view(seat)
            assert after.committed in ((*before, action), ())


def deals_of(state: State) -> list[Deal]:
    """The finished deals, and the one that is being played."""
    return [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]


@given(positions())
def test_of_a_deal_with_holes_as_much_is_dealt_again_as_its_seat_saw(state: State) -> None:
    for seat in (*range(state.rules.players), None):
        for deal, seen in zip(deals_of(state), deals_of_view(state, seat), strict=True):
            whole, part = stacked_deal(deal), stacked_deal(seen)
            assert part.turned == whole.turned
            assert len(part.stock) == len(whole.stock)
            assert all(text in (card, HOLE) for text, card in zip(part.stock, whole.stock, strict=True))
            for owner, (hand, cards) in enumerate(zip(part.hands or (), whole.hands or (), strict=True)):
                assert hand is not None
                assert cards is not None
                known = [text for text in hand if text != HOLE]
                assert len(hand) == len(cards)
                assert not Counter(known) - Counter(cards)
                held = seen.hands[owner]
                if isinstance(state.phase, Reveal) and owner == seat and not held.hidden:
                    assert known == sorted(cards, key=[*deal.deck.kinds].index)


def deals_of_view(state: State, seat: int | None) -> list[Deal]:
    """The same as a seat sees them."""
    view = state.view(seat)
    return [*(result.deal for result in view.results), *([] if view.is_over else [view.deal])]


@given(positions())
def test_a_decision_is_heard_by_all_once_it_is_no_secret(state: State) -> None:
    seats, phases = range(state.rules.players), state.rules.phases
    pending = [len(state.view(seat).committed) for seat in seats]
    upto = sum(len(result.moves) for result in state.results)
    for viewer in (*seats, None):
        view = state.view(viewer)
        heard = [move for result in view.results for move in result.moves] + list(view.moves)
        for seat in seats:
            told = [action for mover, action, _ in heard if mover == seat]
            made = [action for mover, action in state.moves if mover == seat]
            assert len(told) == len(made)
            if seat == viewer:
                assert told == made
            if UNKNOWN not in told:
                assert Counter(told) == Counter(made)
        for number, (seat, told, place) in enumerate(heard):
            later = sum(other == seat for other, _, _ in heard[number + 1 :])
            open_now = number >= upto and later < pending[seat]
            confidence = number >= upto and isinstance(phases[place], Confidence)
            assert (told is UNKNOWN) == (seat != viewer and (open_now or confidence))


@given(positions())
def test_a_seat_plays_only_cards_that_it_sees(state: State) -> None:
    for seat in state.actors:
        view = state.view(seat)
        shown = [card for hand in view.deal.hands for card in hand if isinstance(card, Card)]
        faces = {face.text for card in shown for face in card.faces}
        assert all(action.face in faces for action in view.legal() if isinstance(action, Play))
        assert view.legal() == state.legal(seat)


@given(variants("pikoko"), seeds, seeds)
def test_confidence_is_secret_until_the_deal_is_scored(rules: Rules, seed: int, steps: int) -> None:
    for state in walk(rules.start(seed=seed), 250, steps):
        deals = [*(result.deal for result in state.results), state.deal]
        for seat in range(rules.players):
            view = state.view(seat)
            for real, shown in zip(deals, [*(result.deal for result in view.results), view.deal], strict=True):
                if real.get(Confidence) is None:
                    continue
                for owner, back in enumerate(real[Confidence].backs):
                    visible = real.scored or owner == seat
                    assert shown[Confidence].backs[owner] == (back if visible else UNKNOWN)


@given(positions())
@settings(max_examples=effort(12))
def test_the_repr_gives_the_same_state(state: State) -> None:
    rebuilt = eval(repr(state))
    assert rebuilt == state
    assert rebuilt.events == state.events
    assert all(eval(repr(action)) is action for action in state.rules.actions.values() if isinstance(action, Play))


@given(walks("pikoko"))
def test_bids_never_exceed_the_tokens(states: list[State]) -> None:
    for state in states:
        table = state.deal.get(Bids)
        assert all(sum(bid or 0 for bid in row) <= 9 for row in ([] if table is None else table.bids))


@given(walks("pikinni"))
def test_estimates_are_shown_when_all_are_made_and_stay(states: list[State]) -> None:
    for state in states:
        made = state.deal.get(Estimates)
        if made is None:
            continue
        assert len(made.bids) == (0 if isinstance(state.phase, Estimates) else state.rules.players)
        assert all(0 <= bid <= state.deal.size for bid in made.bids)


@given(walks("pikinni"))
def test_trump_is_sold_once_a_deal_and_doubled_twice_at_most(states: list[State]) -> None:
    for state in states:
        bought, doubles = state.deal.get(BuyTrump), state.deal.get(CallDouble)
        sold = [event for event in state.deal.events if "change" in str(event)]
        assert len(sold) == (bought is not None and bought.seat is not None)
        assert doubles is None or len(doubles.seats) <= 2
        assert doubles is None or not doubles.seats or state.deal.size % 2 == 0


@given(walks("5211"))
def test_every_evaluation_is_what_the_rules_say(states: list[State]) -> None:
    state = states[-1]
    at_least = state.rules.options["kododo_mode"] == "at_least"
    for deal in deals_of(state):
        laid, piles = revealed(deal), [0] * deal.players
        scored = [event for event in deal.events if isinstance(event, TableScored)]
        for number, event in enumerate(scored):
            rows = [cards[4 * number : 4 * number + 4] for cards in laid]
            what, cards = reference(rows, at_least=at_least)
            assert [list(mine) for mine in event.cards] == cards
            assert event.points == tuple(sum(int(card[1]) for card in mine) for mine in cards)
            assert ("Kododo" in event.reason, bool(event.reason)) == (what == "1", bool(what))
            piles = [pile + len(mine) for pile, mine in zip(piles, cards, strict=True)]
        assert list(piles) == list(deal[Evaluate].piles if scored else piles)
        rest = [[str(card) for card in mine] for mine in (deal[Reveal].cards if deal.get(Reveal) else ())]
        assert rest == [cards[4 * len(scored) :] for cards in laid]


@given(walks("5211"))
def test_hands_are_filled_up_until_the_stock_is_used_up(states: list[State]) -> None:
    for state in states:
        deal = state.deal
        missing = [len(cards) % 4 for cards in revealed(deal)]
        # A game can reach its target with the last evaluation, after the hands were thrown away.
        emptied = state.is_over and (not deal.closed or any(isinstance(event, ThrownAway) for event in deal.events))
        for hand, laid in zip(deal.hands, missing, strict=True):
            assert len(hand) == (0 if emptied else 5 - laid if not deal.stock else 5)
