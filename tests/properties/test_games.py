"""What holds in every game, for every number of players and every option."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from game5211_table import reference, removed, thrown
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import KEYS, positions, secret_turns, seeds, variants, walk, walks

from trickkit import Card, Deal, GameOver, Hand, IllegalAction, NotYourTurn, Rules, Stacked, State, load, playout
from trickkit.actions import Play
from trickkit.cards import UNKNOWN
from trickkit.chance import HOLE
from trickkit.phases import Bids, BuyTrump, CallDouble, Confidence, Estimates, Evaluate, Reveal, Tricks, TurnTrump
from trickkit.phases.dealing import dealt_again
from trickkit.phases.evaluate import TableScored
from trickkit.phases.reveal import Revealed
from trickkit.variants import game5211, pikinni, pikoko  # noqa: F401  (a repr of a state names them)


def texts(cards: object) -> list[str]:
    return [str(card) for card in cards]  # type: ignore[attr-defined]


@given(walks())
def test_every_card_is_in_one_place(states: list[State]) -> None:
    for state in states:
        deal = state.deal
        places = [*deal.hands, deal.stock, deal.out]
        assert sorted(card for place in places for card in texts(place)) == sorted(texts(deal.deck))


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


@given(walks())
def test_an_actor_has_something_to_do_and_the_others_have_not(states: list[State]) -> None:
    for state in states:
        for seat in range(state.rules.players):
            assert bool(state.legal(seat)) == (seat in state.actors)
        assert bool(state.actors) != state.is_over


@given(positions())
def test_what_is_legal_is_what_play_accepts(state: State) -> None:
    for seat in range(state.rules.players):
        accepted = [action for action in state.rules.actions.values() if state.can(seat, action)]
        assert sorted(map(str, accepted)) == sorted(map(str, state.legal(seat)))
        assert len(set(state.legal(seat))) == len(state.legal(seat))


@given(positions())
def test_what_is_refused_says_why_and_changes_nothing(state: State) -> None:
    before = repr(state), state.deal, [state.view(seat) for seat in range(state.rules.players)]
    for seat in range(state.rules.players):
        legal = state.legal(seat)
        for action in state.rules.actions.values():
            if action in legal:
                continue
            with pytest.raises((GameOver, NotYourTurn, IllegalAction)) as caught:
                state.play(seat, action)
            error = caught.value
            assert (error.game, error.deal, error.seat) == (state.rules.key, state.deal.number, seat)
            if seat in state.actors:
                assert isinstance(error, IllegalAction)
                assert (error.action, error.legal) == (action, legal)
                assert str(action) in error.message
    assert before == (repr(state), state.deal, [state.view(seat) for seat in range(state.rules.players)])


@given(positions())
def test_playing_on_leaves_the_old_state_as_it_was(state: State) -> None:
    before = repr(state), state.deal, state.scores, state.actors, [state.legal(seat) for seat in state.actors]
    for seat in state.actors:
        for action in state.legal(seat):
            state.play(seat, action)
    assert before == (repr(state), state.deal, state.scores, state.actors, [state.legal(seat) for seat in state.actors])


@given(variants("pikoko"), seeds)
@settings(max_examples=25)
def test_a_game_of_pikoko_takes_as_many_decisions_as_any_other(rules: Rules, seed: int) -> None:
    players, size = rules.players, 8
    decisions = players * players + players + players * size
    states = walk(rules.start(seed=seed), 1000, seed)
    assert len(states) - 1 == len(states[-1].moves) == 3 * decisions
    assert len(states[-1].results) == 3
    assert states[-1].outcome is not None


@given(variants("pikinni"), seeds, seeds)
@settings(max_examples=25)
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
@settings(max_examples=25)
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


@given(variants(), seeds, seeds)
@settings(max_examples=20)
def test_the_same_moves_from_the_same_seed_give_the_same_game(rules: Rules, seed: int, steps: int) -> None:
    ends = [walk(rules.start(seed=seed), 300, steps)[-1] for _ in range(2)]
    assert ends[0] == ends[1]
    assert hash(ends[0]) == hash(ends[1])
    assert ends[0].events == ends[1].events


@pytest.mark.parametrize(
    ("key", "options"),
    [
        *[("pikoko", {"players": players}) for players in (3, 4, 5)],
        *[("pikinni", {"players": players, "challenge": True}) for players in (2, 3, 4)],
        *[("5211", {"players": players, "long_game": True}) for players in (2, 3, 4, 5)],
    ],
)
def test_the_same_seed_gives_the_same_game_in_another_process(key: str, options: dict[str, object]) -> None:
    here = "\n".join(str(event) for event in playout(load(key, **options), seed=7).events)
    program = (
        f"import trickkit\nend = trickkit.playout(trickkit.load({key!r}, **{options!r}), seed=7)\n"
        "print('\\n'.join(str(event) for event in end.events))"
    )
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        there = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        ).stdout.rstrip("\n")
        assert there == here


@given(secret_turns(), st.randoms(use_true_random=False))
def test_the_order_of_simultaneous_decisions_does_not_matter(state: State, random: object) -> None:
    choices = {seat: state.legal(seat)[-1] for seat in state.actors}
    one = state.play_all([(seat, choices[seat]) for seat in state.actors])
    other = list(state.actors)
    random.shuffle(other)  # type: ignore[attr-defined]
    assert state.play_all([(seat, choices[seat]) for seat in other]) == one


@given(secret_turns())
def test_a_secret_decision_is_seen_by_its_seat_alone(state: State) -> None:
    seat = state.actors[0]
    before = state.view(seat).committed
    views = [
        [state.play(seat, action).view(viewer) for viewer in (*range(state.rules.players), None)]
        for action in state.legal(seat)
    ]
    for viewer in (*range(state.rules.players), None):
        place = -1 if viewer is None else viewer
        seen = [view[place] for view in views]
        if viewer == seat:
            assert [view.committed for view in seen] == [(*before, action) for action in state.legal(seat)]
        else:
            assert all(view == seen[0] and str(view.events) == str(seen[0].events) for view in seen)
            assert all(view.moves == seen[0].moves for view in seen)


def deals_of(state: State) -> list[Deal]:
    """The finished deals, and the one that is being played."""
    return [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]


def with_others(deal: Deal, seat: int | None, random: object) -> Stacked:
    """What was dealt, with the cards of which a seat does not know where they are now exchanged among their places."""
    again, deck = dealt_again(deal), deal.deck
    if again.hands is None:
        return again  # No card has been dealt yet, and all that were turned are seen by all.
    order = [text for hand in again.hands for text in hand or ()] + list(again.stock)
    # Cards that were removed unseen lie at the bottom.
    order += (Counter(texts(deck)) - Counter(order)).elements()
    # Equal copies are numbered as they are dealt.
    hidden = [place for place, number in enumerate(deck.numbers(order)) if not deck.masks[number] & deal.knows(seat)]
    shuffled = list(hidden)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = list(order)
    for place, source in zip(hidden, shuffled, strict=True):
        other[place] = order[source]
    upto = deal.size * deal.players
    hands = [other[deal.size * one : deal.size * one + deal.size] for one in deal.seats]
    return Stacked(hands=hands, turned=again.turned, stock=other[upto:], rolls=again.rolls)


@pytest.mark.parametrize("key", KEYS)
@given(st.data(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_states_that_differ_only_in_what_a_seat_may_not_know_look_the_same_to_it(
    key: str, data: st.DataObject, random: object
) -> None:
    state = data.draw(walks(key))[-1]
    seat = data.draw(st.sampled_from([*range(state.rules.players), None]), label="seat")
    deals = deals_of(state)
    changed = data.draw(st.sampled_from(range(len(deals))), label="deal")
    dealt = [dealt_again(deal) for deal in deals]
    again = state.rules.start(first=deals[0].starter, deals=dealt)
    dealt[changed] = with_others(deals[changed], seat, random)
    twin = state.rules.start(first=deals[0].starter, deals=dealt)
    view = state.view(seat)
    heard = [move for result in view.results for move in result.moves] + list(view.moves)
    for (mover, action), (_, told, _) in zip(state.moves, heard, strict=True):
        seen, told_again = twin.view(seat), again.view(seat)
        assert seen == told_again
        assert seen.moves == told_again.moves
        # What the seat has not heard may have been anything.
        other = random.choice(twin.legal(mover)) if told is UNKNOWN else told  # type: ignore[attr-defined]
        if not twin.can(mover, other):
            return  # What a hand cannot play is seen by all: from here on the two games differ for everyone.
        twin, again = twin.play(mover, other), again.play(mover, action)
    assert repr(twin.view(seat)) == repr(again.view(seat))
    assert twin.view(seat) == again.view(seat) == state.view(seat)


@given(positions())
def test_what_was_dealt_is_dealt_again(state: State) -> None:
    deals = deals_of(state)
    again = state.rules.start(seed=1, first=deals[0].starter, deals=[dealt_again(deal) for deal in deals])
    again = again.play_all(state.moves)
    for one, other in zip(deals, deals_of(again), strict=True):
        assert (one.hands, one.stock, one.out, one.known) == (other.hands, other.stock, other.out, other.known)
        assert (one.events, one.lines, one.records) == (other.events, other.lines, other.records)
    for seat in (*range(state.rules.players), None):
        assert again.view(seat) == state.view(seat)
        assert again.view(seat).moves == state.view(seat).moves


@given(positions())
def test_of_a_deal_with_holes_as_much_is_dealt_again_as_its_seat_saw(state: State) -> None:
    for seat in (*range(state.rules.players), None):
        for deal, seen in zip(deals_of(state), deals_of_view(state, seat), strict=True):
            whole, part = dealt_again(deal), dealt_again(seen)
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
        assert [(seat, action) for seat, action, _ in heard if action is not UNKNOWN] == [
            move for move, (_, told, _) in zip(state.moves, heard, strict=True) if told is not UNKNOWN
        ]
        for number, (seat, told, place) in enumerate(heard):
            later = sum(other == seat for other, _, _ in heard[number + 1 :])
            open_now = number >= upto and later < pending[seat]
            confidence = number >= upto and isinstance(phases[place], Confidence)
            assert (told is UNKNOWN) == (seat != viewer and (open_now or confidence))


@given(positions())
def test_a_view_holds_only_cards_that_its_seat_knows(state: State) -> None:
    for seat in (*range(state.rules.players), None):
        deal = state.view(seat).deal
        knows = state.deal.knows(seat)
        for shown, real in zip((*deal.hands, deal.out), (*state.deal.hands, state.deal.out), strict=True):
            assert len(shown) == len(real)
            # By their texts: which of equal copies it is, is nobody's to know.
            assert texts(shown.known) == texts(Hand(deal.deck, real.mask & knows))
        assert all(card is UNKNOWN for card in deal.stock)
        assert (deal.known, deal.chance, deal.stacked) == ((), None, None)


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


@given(variants())
def test_texts_of_actions_are_unique_and_read_back(rules: Rules) -> None:
    for text, action in rules.actions.items():
        assert str(action) == text
        assert rules.action(text) is action
        assert eval(repr(action)) is action if isinstance(action, Play) else True


@given(positions())
@settings(max_examples=30)
def test_copies_pickles_and_the_repr_give_the_same_state(state: State) -> None:
    assert copy.deepcopy(state) == state
    assert copy.copy(state) == state
    pickled = pickle.loads(pickle.dumps(state))
    assert pickled == state
    assert hash(pickled) == hash(state)
    rebuilt = eval(repr(state))
    assert rebuilt == state
    assert rebuilt.events == state.events


@given(walks())
def test_scores_are_the_sums_of_their_lines(states: list[State]) -> None:
    state = states[-1]
    totals = [0] * state.rules.players
    for result in state.results:
        for line in result.lines:
            totals[line.seat] += line.points
        assert result.totals == tuple(totals)
    for line in () if state.is_over else state.deal.lines:
        totals[line.seat] += line.points
    assert state.scores == tuple(totals) == state.view(0).scores


@given(walks())
def test_the_log_only_grows(states: list[State]) -> None:
    for before, after in pairwise(states):
        assert after.events[: len(before.events)] == before.events


@given(positions())
def test_an_action_and_its_text_do_the_same(state: State) -> None:
    for seat in state.actors:
        for action in state.legal(seat):
            assert state.play(seat, str(action)) == state.play(seat, action)


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
        for hand, laid in zip(deal.hands, missing, strict=True):
            assert len(hand) == (0 if state.is_over and not deal.closed else 5 - laid if not deal.stock else 5)
