"""Pikinni: cards, schedule, cut, deal, estimates, tricks, score and end (3.1 to 3.5), and the worked examples (3.7)."""

import pytest
from pikinni_table import (
    N9_HANDS,
    N9_TRICKS,
    dealt,
    estimate,
    last_taker,
    legal,
    on,
    phase,
    play,
    say,
    shown,
    suit,
    table,
    tricks,
    trump,
    worth,
)

from trickkit import Stacked, load
from trickkit.model.cards import UNKNOWN
from trickkit.phases import CutTrump, Estimates, Tricks
from trickkit.phases.tricks.record import Played, TrickTaken
from trickkit.variants import pikinni

# 3.1 Cards, 3.2 Schedule, 3.3 Dealer


def test_deck_of_32_cards() -> None:
    """3.1: four suits from the seven to the ace."""
    deck = pikinni.deck()
    suits = {one.name: [card.text for card in deck if card.text[1] == one.letter] for one in deck.suits}
    assert set(suits) == {"hearts", "clubs", "spades", "diamonds"}
    assert all([card[0] for card in cards] == list("789TJQKA") for cards in suits.values())


@pytest.mark.parametrize("higher", range(1, 8))
def test_rank_of_the_cards(higher: int) -> None:
    """3.1: A K Q J 10 9 8 7, in trump as in the other suits; the ten is below the jack."""
    ranks = "789TJQKA"
    for letter in "CH":
        low, high = ranks[higher - 1] + letter, ranks[higher] + letter
        assert last_taker(play(tricks(f"{high} / {low}", cut="7H"), f"1:{low} 0:{high}")) == 0
        assert last_taker(play(tricks(f"{low} / {high}", cut="7H"), f"1:{high} 0:{low}")) == 1


@pytest.mark.parametrize("first", range(4))
def test_schedule_of_four_seats(first: int) -> None:
    """3.2, N11: 11 deals, the dealer moves clockwise, everybody deals 8 cards once, and the dealer's left leads."""
    deals = [result.deal for result in on(pikinni.rules().start(seed=1, first=first), until=11).results]
    assert [deal.size for deal in deals] == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8]
    assert [deal.starter for deal in deals] == [(first + number) % 4 for number in range(11)]
    assert [deal[Tricks].tricks[0].plays[0].seat for deal in deals] == [
        (first + number + 1) % 4 for number in range(11)
    ]
    assert [len(deal[Tricks].tricks) for deal in deals] == [deal.size for deal in deals]
    if first == 0:
        assert [deal.starter for deal in deals[7:]] == [3, 0, 1, 2]


def test_n11_schedule_of_three_seats() -> None:
    """3.2, K1, N11: with three seats everybody deals 8 cards once."""
    deals = [result.deal for result in on(pikinni.rules(players=3).start(seed=1, first=0), until=10).results]
    assert [deal.starter for deal in deals[7:]] == [1, 2, 0]
    assert [deal[Tricks].tricks[0].plays[0].seat for deal in deals[7:]] == [2, 0, 1]


def test_first_dealer_is_given_or_drawn() -> None:
    """K3: any seat, from the seed."""
    rules = pikinni.rules()
    assert {rules.start(seed=seed).deal.starter for seed in range(50)} == {0, 1, 2, 3}
    assert [pikinni.rules().start(seed=1, first=seat).deal.starter for seat in range(4)] == [0, 1, 2, 3]


# 3.3 Trump, Deal


@pytest.mark.parametrize(("cut", "name"), [("7C", "clubs"), ("AD", "diamonds"), ("TH", "hearts"), ("KS", "spades")])
@pytest.mark.parametrize("size", [1, 7])
def test_cut_card_makes_its_suit_trump(size: int, cut: str, name: str) -> None:
    """3.3 1: up to 7 cards."""
    state = load("pikinni", players=3).start(first=0, deals=[Stacked(turned=cut)] * 7)
    state = on(state, until=size - 1)
    assert (state.deal.size, trump(state), shown(state)) == (size, name, cut)


def test_hearts_are_trump_in_deals_of_8_cards() -> None:
    """3.3 1, K5: without a cut."""
    state = on(pikinni.rules().start(seed=3), until=7)
    for number in range(7, 11):
        assert (state.deal.size, trump(state), shown(state)) == (8, "hearts", "no cut")
        assert "No cut: hearts is trump." in [str(event) for event in state.deal.events]
        state = on(state, until=number + 1)


def test_cut_card_is_any_card() -> None:
    """3.3 1: a card at random."""
    rules = pikinni.rules()
    cuts = {shown(rules.start(seed=seed)) for seed in range(400)}
    assert len(cuts) == 32


def test_cut_card_may_be_dealt_or_not() -> None:
    """3.3 1, K4: it is shuffled in again."""
    states = [dealt(4, players=4).rules.start(seed=seed) for seed in range(40)]
    held = [any(state.deal[CutTrump].card in hand for hand in state.deal.hands) for state in states]
    assert 10 < sum(held) < 30
    assert all(len(state.deal.out) == 0 for state in states)
    state = play(tricks("AS KC / 7S 8C", cut="AS"), "1:7S 0:AS")
    assert last_taker(state) == 0


def test_everybody_sees_the_cut_card_and_nobody_who_holds_it() -> None:
    """3.6: the shown card is known, where it went is not."""
    state = table("AS KC / 7S 8C", cut="AS")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert str(view.deal[CutTrump]) == "AS"
        assert "AS is cut: spades is trump." in [str(event) for event in view.events]
    assert str(state.view(1).deal.hands[0]) == "?? ??"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", range(1, 9))
def test_hands_of_the_size_of_the_deal(size: int, players: int) -> None:
    """3.3 2: each seat gets h cards; what is left stays undealt."""
    deal = dealt(size, players=players).deal
    assert [len(hand) for hand in deal.hands] == [size] * players
    assert len(deal.stock) == 32 - players * size


def test_undealt_cards_and_other_hands_stay_hidden() -> None:
    """3.3 6: to the end of the deal and after it."""
    state = dealt(5, deals=2)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert list(view.deal.stock) == [UNKNOWN] * 17
        for seat, hand in enumerate(view.deal.hands):
            assert len(hand.known) == (5 if seat == viewer else 0)
        assert list(on(state, until=1).view(viewer).results[0].deal.stock) == [UNKNOWN] * 17


# 3.3 Estimates


def test_estimates_are_made_at_once() -> None:
    """3.3 4: in any order, seen by nobody else until all are made."""
    state = dealt(3)
    assert (phase(state), state.actors) == ("Estimates", (0, 1, 2))
    state = state.play(2, "3")
    assert state.actors == (0, 1)
    assert [str(action) for action in state.view(2).committed] == ["3"]
    for viewer in (0, 1, None):
        assert (state.view(viewer).committed, str(state.view(viewer).deal[Estimates])) == ((), "not shown yet")
        assert state.view(viewer).events == dealt(3).view(viewer).events
    state = state.play(0, "0").play(1, "2")
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).deal[Estimates].bids == (0, 2, 3)


@pytest.mark.parametrize("size", range(1, 9))
def test_estimates_from_none_to_all(size: int) -> None:
    """3.3 4, K8: 0..h for every seat, whatever the others say: the sum may be h or not."""
    state = dealt(size)
    choices = " ".join(str(number) for number in range(size + 1))
    for seat in range(3):
        assert legal(state, seat) == choices
        state = state.play(seat, str(size) if seat == 0 else "0")
    assert phase(state) == "Tricks"


# 3.3 Tricks


@pytest.mark.parametrize("dealer", range(3))
def test_left_of_the_dealer_leads_first(dealer: int) -> None:
    """3.3 5."""
    assert estimate(dealt(3, dealer=dealer)).actors == ((dealer + 1) % 3,)


def test_play_goes_clockwise_and_the_winner_leads() -> None:
    """3.3 5, K2: the default."""
    state = tricks("9C 7D / 7C 8D / AC 9D", cut="7H")
    for seat in (1, 2, 0):
        assert state.actors == (seat,)
        state = state.play(seat, legal(state).split()[0])
    assert (last_taker(state), state.actors) == (2, (2,))


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("8C", "7C KC AH", "7C KC"),
        ("8C", "7D 7H AH", "7H AH"),
        ("8C", "7D AS", "7D AS"),
        ("8H", "7D 9H", "9H"),
        ("8H", "7D AS", "7D AS"),
    ],
)
def test_n7_what_may_be_played(led: str, hand: str, allowed: str) -> None:
    """3.7 N7, trump hearts: follow, else any trump, else anything."""
    rest = " TC JC"[: 3 * (len(hand.split()) - 1)]
    state = tricks(f"{hand} / {led}{rest}", cut="KH").play(1, led)
    assert set(legal(state).split()) == set(allowed.split())


def test_leader_may_lead_anything() -> None:
    """3.3 5: trump too, at any time."""
    assert set(legal(tricks("7C 8C 9C / KC 7D AH", cut="KH")).split()) == {"KC", "7D", "AH"}


def test_void_must_trump_also_when_it_cannot_win() -> None:
    """3.3 5, K7: a low trump under a higher one, any of them."""
    state = play(tricks("7H 8H AD / 9C TC JC / AH KD QD", cut="KH"), "1:9C 2:AH")
    assert set(legal(state).split()) == {"7H", "8H"}


@pytest.mark.parametrize(("cards", "winner"), [("7C AD AS 8C", 0), ("AC 7H KC 8H", 0), ("7C AD AS KD", 1)])
def test_n8_who_takes_the_trick(cards: str, winner: int) -> None:
    """3.7 N8, K6, trump hearts, seats 1, 2, 3, 0: the highest trump, else the highest of the led suit."""
    one, two, three, zero = cards.split()
    state = tricks(f"{zero} / {one} / {two} / {three}", cut="KH", deals=2)
    assert last_taker(play(state, f"1:{one} 2:{two} 3:{three} 0:{zero}")) == winner


def test_n9_a_whole_party() -> None:
    """3.7 N9: dealer 3, trump spades, trick by trick."""
    state = estimate(table(N9_HANDS, cut="JS", dealer=3), "2 1 0 1")
    assert trump(state) == "spades"
    forced = {}
    for trick in N9_TRICKS:
        for card in trick.split():
            forced[card] = legal(state)
            state = play(state, card)
    assert set(forced["3:7D"].split()) == {"7D", "QD", "AH", "KH"}
    assert (forced["1:AS"], forced["2:9S"], forced["0:7S"]) == ("AS", "9S", "7S")
    assert set(forced["3:AH"].split()) == {"AH", "KH"}
    (result,) = state.results
    assert [trick.taker for trick in result.deal[Tricks].tricks] == [0, 1, 2, 0]
    assert result.deal[Tricks].taken == (2, 1, 1, 0)
    assert result.scores == (30, 20, -10, -10)


def test_n9_with_a_double_and_a_purchase() -> None:
    """3.7 N9: one Double, and seat 0 bought spades, which makes 2 * 30 - 30 for it."""
    state = table(N9_HANDS, cut="JH", dealer=3, double=True, change=True)
    state = say(state, "0:pass, 1:pass, 2:double, 3:pass, 0:change S")
    assert trump(state) == "spades"
    (result,) = play(estimate(state, "2 1 0 1"), " ".join(N9_TRICKS)).results
    assert result.scores == (30, 40, -20, -20)


def test_log_of_a_trick() -> None:
    """3.3 5: four plays, then who took them."""
    state = play(estimate(table(N9_HANDS, cut="JS", dealer=3)), N9_TRICKS[0])
    *plays, taken = state.events[-5:]
    assert [event.card for event in plays if isinstance(event, Played)] == ["AC", "8C", "QC", "7D"]
    assert taken == TrickTaken(0, 0)


# 3.4 Scoring


@pytest.mark.parametrize(("estimated", "took", "points"), [(3, 3, 40), (4, 2, -20)])
def test_n1_points(estimated: int, took: int, points: int) -> None:
    """3.7 N1, as printed in the booklet."""
    assert worth(4, estimate=estimated, tricks=took) == points


@pytest.mark.parametrize(
    ("size", "estimated", "took", "points"),
    [(1, 0, 0, 10), (1, 1, 1, 20), (1, 0, 1, -10), (1, 1, 0, -10), (8, 8, 8, 90), (8, 8, 0, -80), (8, 5, 8, -30)],
)
def test_n2_points_at_the_edges(size: int, estimated: int, took: int, points: int) -> None:
    """3.7 N2: the smallest and the largest deals."""
    assert worth(size, estimate=estimated, tricks=took) == points


@pytest.mark.parametrize("size", range(1, 9))
def test_points_of_every_estimate(size: int) -> None:
    """3.4, K18: 10 a trick and 10 where it is right, else -10 for each one off; a trick by itself is worth nothing."""
    for took in range(size + 1):
        for estimated in range(size + 1):
            points = 10 * took + 10 if took == estimated else -10 * abs(took - estimated)
            assert worth(size, estimate=estimated, tricks=took) == points


# 3.5 End


def test_most_points_win_and_scores_may_be_negative() -> None:
    """3.5, 3.4: also when nobody has any."""
    rules = pikinni.rules(players=2, short_schedule="three_eights_only")
    state = rules.start(first=0, deals=[Stacked(hands=[suit("H"), suit("C")])] * 3)
    while not state.is_over:
        state = estimate(state, "6 1")
        number = state.deal.number
        state = on(state, until=number + 1)
    assert state.scores == (-60, -30)
    assert state.outcome is not None
    assert state.outcome.ranking == ((1,), (0,))
    assert state.outcome.winners == (1,)
