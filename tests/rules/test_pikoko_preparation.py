"""Pikoko, before the bids: the cards (1.1), the course of the game (1.2), and what is dealt and seen (1.3)."""

import pytest
from pikoko_table import HANDS, TRICKS, deal_of, hands_of, play, tricks

from trickkit import UNKNOWN, InvalidRules, Stacked, State, playout
from trickkit.phases import Bids, Confidence, DealOut, Tricks, TurnTrump
from trickkit.phases.dealing import Dealt
from trickkit.phases.tricks.record import Played
from trickkit.phases.turning import Turned
from trickkit.variants import pikoko

PLAIN = {
    5: "red 2 3 4 5 6 8 9 11; yellow 2 3 5 6 7 8 9 10 11; blue 1 2 3 5 6 7 8 9 11; white 1 2 3 5 6 8 9 11; "
    "pink 2 3 4 5 6 8 9 10 11",
    4: "red 2 3 4 5 6 8 9; yellow 2 3 5 6 7 8 9; blue 1 2 3 5 6 7 8 9; white 1 2 3 5 6 8 9; pink 2 3 4 5 6 8 9",
    3: "red 2 3 4 5 6; yellow 2 3 5 6 7; blue 1 2 3 5 6 7; white 1 2 3 5 6; pink 2 3 4 5 6",
}
MULTICOLOUR = {5: "M1 M4 M7 M10", 4: "M1 M4 M7", 3: "M1 M4 M7"}
ALL_PLAYERS = pytest.mark.parametrize("players", [3, 4, 5])


def faces(text: str) -> set[tuple[str, int]]:
    return {(row.split()[0], int(number)) for row in text.split(";") for number in row.split()[1:]}


@ALL_PLAYERS
def test_plain_cards_of_the_deck(players: int) -> None:
    """1.1, the table: the numbers of each colour that have a plain card of their own."""
    plain = [card for card in pikoko.deck(players) if card.is_plain]
    assert {(card.faces[0].suit.name, card.faces[0].rank) for card in plain} == faces(PLAIN[players])
    assert len(plain) == len(faces(PLAIN[players]))
    assert all(card.text == f"{card.faces[0].suit.letter}{card.faces[0].rank}" for card in plain)


@ALL_PLAYERS
def test_multicolour_cards_of_the_deck(players: int) -> None:
    """1.1, the table: a multicolour card goes with its number."""
    assert [card.text for card in pikoko.deck(players) if not card.is_plain] == MULTICOLOUR[players].split()


@pytest.mark.parametrize(
    ("card", "colours"),
    [("M1", "pink yellow red"), ("M4", "blue white yellow"), ("M7", "pink white red"), ("M10", "blue white red")],
)
def test_a_multicolour_card_stands_in_for_three_colours(card: str, colours: str) -> None:
    """1.1: its three colours, all of its own number."""
    shown = pikoko.deck(5).card(card).faces
    assert {face.suit.name for face in shown} == set(colours.split())
    assert {face.rank for face in shown} == {int(card[1:])}


@ALL_PLAYERS
def test_every_colour_and_number_is_one_card(players: int) -> None:
    """1.1, P2: exactly one card can be it, so no two cards of a trick are equal."""
    found = [(face.suit.name, face.rank) for face in pikoko.deck(players).faces]
    numbers = range(1, {3: 8, 4: 10, 5: 12}[players])
    assert sorted(found) == sorted(
        (colour, number) for colour in ("red", "yellow", "blue", "white", "pink") for number in numbers
    )


@pytest.mark.parametrize(
    ("players", "deck", "dealt", "left_over", "hidden"), [(3, 29, 24, 5, 4), (4, 39, 32, 7, 6), (5, 47, 40, 7, 6)]
)
def test_numbers_of_cards(players: int, deck: int, dealt: int, left_over: int, hidden: int) -> None:
    """1.1, the table: the deck, what is dealt, what is left over, and what of it stays hidden."""
    deal = pikoko.rules(players=players).start(seed=1).deal
    assert len(deal.deck) == deck
    assert sum(len(hand) for hand in deal.hands) == dealt
    assert len(deal.stock) + len(deal.out) == left_over
    assert len(deal.stock) == hidden


def test_three_to_five_players() -> None:
    """P15: 3 to 5 play, whatever reviews say."""
    assert [pikoko.rules(players=players).players for players in (3, 4, 5)] == [3, 4, 5]
    for players in (1, 2, 6):
        with pytest.raises(InvalidRules, match=rf"players={players} is not one of 3, 4, 5"):
            pikoko.rules(players=players)


@ALL_PLAYERS
def test_three_rounds_of_eight_tricks(players: int) -> None:
    """1.2, P15: three rounds however many play, each of eight tricks with a card of every peacock."""
    end = playout(pikoko.rules(players=players), seed=4)
    assert [len(result.deal[Tricks].tricks) for result in end.results] == [8, 8, 8]
    for result in end.results:
        assert all(
            sorted(play.hand for play in trick.plays) == [*range(players)] for trick in result.deal[Tricks].tricks
        )
        assert sum(result.deal[Tricks].taken) == 8


def test_phases_of_a_round_in_order() -> None:
    """1.2: preparation, bidding, confidence, tricks; then the next round begins anew."""
    state = pikoko.rules(players=3).start(seed=3)
    met = []
    while state.actors:
        met.append((state.deal.number, type(state.phase)))
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert list(dict.fromkeys(met)) == [(number, phase) for number in range(3) for phase in (Bids, Confidence, Tricks)]
    assert [met.count((0, phase)) for phase in (Bids, Confidence, Tricks)] == [3 * 2 + 3, 3, 8 * 3]


def test_every_round_uses_the_whole_deck() -> None:
    """1.3: the whole reduced deck is shuffled anew; eight cards to each seat, the rest a pile with its top turned."""
    rounds = [result.deal for result in playout(pikoko.rules(players=4), seed=5).results]
    dealt = [next(event for event in deal.events if isinstance(event, Dealt)).hands for deal in rounds]
    for deal, hands in zip(rounds, dealt, strict=True):
        assert [len(hand) for hand in hands] == [8] * 4
        together = [card for hand in hands for card in hand] + [*deal.stock, deal[TurnTrump].card]
        assert sorted(map(str, together)) == sorted(map(str, deal.deck))
    assert len({tuple(map(str, hands)) for hands in dealt}) == 3


@ALL_PLAYERS
def test_turned_card_makes_trump(players: int) -> None:
    """1.3: a plain turned card makes its colour trump, a multicolour one none (3/29, 3/39, 4/47 of all)."""
    rules = pikoko.rules(players=players)
    without = set()
    for card in rules.deck:
        deal = rules.start(deals=[Stacked(turned=card.text)]).deal
        assert deal[TurnTrump] == Turned(card)
        if deal.trump is None:
            without.add(card.text)
        else:
            assert deal.trump.letter == card.text[0]
    assert without == set(MULTICOLOUR[players].split())


def complete_round() -> State:
    return tricks(HANDS, turned="W5")


def test_turned_card_stays_out_of_play() -> None:
    """1.3: it lies in no hand and no longer in the pile."""
    deal = complete_round().deal
    assert str(deal.out) == "W5"
    assert all("W5" not in hand for hand in deal.hands)
    assert "W5" not in str(deal.stock).split()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_all_hands_but_its_own(seat: int) -> None:
    """1.3: the hands of all others are open to it, its own is not."""
    state = complete_round()
    view = state.view(seat)
    for owner in range(3):
        shown = "?? ?? ?? ?? ?? ?? ?? ??" if owner == seat else str(state.deal.hands[owner])
        assert str(view.deal.hands[owner]) == shown
    dealt = next(event for event in view.events if isinstance(event, Dealt))
    assert dealt.hands == view.deal.hands


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_nobody_sees_the_hidden_left_overs(seat: int | None) -> None:
    """1.3: the turned card is open to all, the cards below it to nobody."""
    deal = complete_round().view(seat).deal
    assert str(deal.stock) == "?? ?? ?? ??"
    assert str(deal[TurnTrump].card) == "W5"
    assert str(deal.trump) == "white"


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_nobody_sees_the_hidden_left_overs_after_the_round(seat: int | None) -> None:
    """1.3: nobody ever does."""
    (result,) = play(complete_round(), " ".join(TRICKS)).view(seat).results
    assert str(result.deal.stock) == "?? ?? ?? ??"


def test_a_spectator_sees_no_hand() -> None:
    """1.3: only who holds a hand out to others shows it, and it is held out to the players."""
    assert {str(hand) for hand in complete_round().view(None).deal.hands} == {"?? ?? ?? ?? ?? ?? ?? ??"}


def test_a_seat_never_sees_its_own_remaining_cards() -> None:
    """1.3: through the whole round its own hand only shrinks; what it knows of it is what was played out of it."""
    state = complete_round()
    state = play(state, "0:B1 1:B2 2:B3")
    for seat, played in enumerate(("B3", "B1", "B2")):
        view = state.view(seat)
        assert [*view.deal.hands[seat]] == [UNKNOWN] * 7
        assert played in view.deal.out
    end = playout(pikoko.rules(players=3), seed=11)
    state = end.rules.start(seed=11)
    for mover, action in end.moves:
        assert all(state.view(seat).deal.hands[seat].known == () for seat in range(3))
        state = state.play(mover, action)


def test_played_cards_are_public() -> None:
    """1.3, P14: everybody sees everything played, and who chose it from where."""
    state = play(complete_round(), "0:B1 1:B2 2:B3 2:P1")
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        played = [f"{event.seat}:{event.action} of {event.hand}" for event in view.events if isinstance(event, Played)]
        assert played == ["0:B1 of 1", "1:B2 of 2", "2:B3 of 0", "2:P1 of 0"]
        assert str(view.deal.out) == "B1 B2 B3 W5 M1"
        assert view.deal[Tricks].taken == (1, 0, 0)


def test_stacked_left_overs_lie_as_given() -> None:
    """1.3: what a table shows can be laid out card for card: hands, turned card, left-overs."""
    deal = pikoko.rules(players=3).start(deals=[deal_of(HANDS, "W5", "W1 P3 Y5 P6")]).deal
    assert [set(str(hand).split()) for hand in deal.hands] == [set(hand) for hand in hands_of(HANDS)]
    assert str(deal.stock) == "W1 P3 Y5 P6"
    assert deal[DealOut].each == 8


def test_no_deck_for_other_numbers_of_players() -> None:
    """1.1: the table has 3, 4 and 5 players."""
    with pytest.raises(InvalidRules, match="no deck for 6 players; Pikoko is for 3, 4, 5"):
        pikoko.deck(6)
