"""Bridge deals as PBN: what is read, what is written, and what is refused with its line."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trickkit_classics import bridge, whist
from trickkit_classics.pbn import PbnDeal, from_pbn, to_pbn

from trickkit import InvalidRecord, State, playout
from trickkit.phases import Auction, Tricks

DEAL = "N:AKQJ.5432.432.32 5432.AKQJ.AK5.54 T98.T98.QJT9.AKQ 76.76.876.JT9876"
HEAD = f'[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "{DEAL}"]\n'
BID = f'{HEAD}[Auction "N"]\n1S 2H Pass 4H\nPass Pass Pass\n'
PLAY = '[Play "S"]\nCA C6 C3 C4\nCK C7 C2 C5\nCQ C8 H2 -\n'

DUPLICATE = bridge.rules(match="duplicate", deals=1)


def read(text: str) -> State:
    (deal,) = from_pbn(text)
    return deal.state


# Reading


def test_a_deal_has_hands_dealer_and_vulnerable_sides() -> None:
    state = read(HEAD)
    assert state.actors == (0,)
    assert [len(hand) for hand in state.deal.hands] == [13] * 4
    assert {"AS", "2C"} <= {str(card) for card in state.deal.hands[0]}
    assert "TC" in state.deal.hands[3]
    assert state.deal[bridge.Board].seats == (0, 2)


@pytest.mark.parametrize(
    ("word", "seats"),
    [("None", ()), ("Love", ()), ("-", ()), ("EW", (1, 3)), ("All", (0, 1, 2, 3)), ("both", (0, 1, 2, 3))],
)
def test_words_for_vulnerability(word: str, seats: tuple[int, ...]) -> None:
    assert read(HEAD.replace('"NS"', f'"{word}"')).deal[bridge.Board].seats == seats
    west = HEAD.replace('"NS"', f'"{word}"').replace('[Dealer "N"]', '[Dealer "W"]')
    assert read(west).deal[bridge.Board].seats == seats
    assert read(west).actors == (3,)


def test_hands_begin_with_any_seat_and_one_may_be_unknown() -> None:
    hands = DEAL.removeprefix("N:").split()
    turned = f"S:{' '.join(hands[2:] + hands[:2])}"
    assert read(HEAD.replace(DEAL, turned)).deal.hands == read(HEAD).deal.hands
    assert read(HEAD.replace(hands[3], "-")).deal.hands == read(HEAD).deal.hands
    with pytest.raises(InvalidRecord, match="line 3: Deal: more than one hand is unknown; give a seed to draw them"):
        from_pbn(HEAD.replace(hands[3], "-").replace(hands[2], "-"))
    (drawn,) = from_pbn(HEAD.replace(hands[3], "-").replace(hands[2], "-"), seed=7)
    assert drawn.state.deal.hands[0] == read(HEAD).deal.hands[0]


def test_an_auction_is_played() -> None:
    assert str(read(BID).deal[Auction].contract) == "4H by seat 1"
    assert str(read(BID.replace("Pass Pass Pass", "AP")).deal[Auction].contract) == "4H by seat 1"
    doubled = BID.replace("Pass Pass Pass", "X XX\nAP")
    assert str(read(doubled).deal[Auction].contract) == "4H redoubled, by seat 1"
    noted = BID.replace("1S 2H", "1S! {a major} 2H =1= $1 ; overcall\n").replace("4H", "4H?")
    assert read(noted).deal[Auction] == read(BID).deal[Auction]
    assert read(f'{HEAD}[Auction "N"]\nAP').is_over


@pytest.mark.parametrize("sign", ["*", "+"])
def test_an_auction_may_go_on(sign: str) -> None:
    state = read(f'{HEAD}[Auction "N"]\n1S 2H {sign}')
    assert (state.actors, str(state.deal[Auction].contract)) == ((2,), "2H by seat 1")


def test_cards_stand_in_the_order_of_the_seats() -> None:
    state = read(BID + PLAY)
    assert [trick.taker for trick in state.deal[Tricks].tricks] == [2, 2]
    assert str(state.deal[Tricks].current) == "QC 8C 2H"
    moved = read(BID + '[Play "W"]\nC6 C3 C4 CA\n*\n')
    assert str(moved.deal[Tricks].tricks[0]) == str(state.deal[Tricks].tricks[0])


def test_what_bridge_has_not_stays_among_the_tags() -> None:
    (deal,) = from_pbn(f'[Event "Cup \\"A\\""]\n{BID}[Score "NS 50"]\n[Result "9"]\n{PLAY}')
    assert dict(deal.tags) == {"Event": 'Cup "A"', "Score": "NS 50", "Result": "9"}
    assert '[Event "Cup \\"A\\""]' in to_pbn(deal)


def test_deals_are_separated_by_empty_lines_and_inherit_values() -> None:
    first, second = from_pbn(f'% PBN 2.1\n\n[Event "Cup"]\n{HEAD}\n\n[Event "#"]\n{BID}')
    assert (first.tags, second.tags) == ((("Event", "Cup"),), (("Event", "Cup"),))
    assert from_pbn("% nothing\n\n") == ()


# Writing


def test_the_form_of_an_unfinished_deal() -> None:
    lines = to_pbn(read(BID + PLAY)).splitlines()
    assert lines[:4] == ["% PBN 2.1", "% EXPORT", "%", '[Event "?"]']
    assert lines[11:] == [
        '[Dealer "N"]',
        '[Vulnerable "NS"]',
        f'[Deal "{DEAL}"]',
        '[Scoring "?"]',
        '[Declarer "E"]',
        '[Contract "4H"]',
        '[Result "?"]',
        '[Auction "N"]',
        "1S 2H Pass 4H",
        "Pass Pass Pass",
        '[Play "S"]',
        "CA C6 C3 C4",
        "CK C7 C2 C5",
        "CQ C8 H2 -",
        "*",
    ]


@pytest.mark.parametrize("seed", range(12))
def test_games_come_back_as_they_were_written(seed: int) -> None:
    played = playout(bridge.rules(match="duplicate", deals=2), seed=seed)
    text = to_pbn(played)
    deals = from_pbn(text)
    for deal, result in zip(deals, played.results, strict=True):
        again = deal.state.results[0]
        assert again.deal.begun_by == result.deal.begun_by
        assert again.deal[bridge.Board] == result.deal[bridge.Board]
        assert again.deal[Auction] == result.deal[Auction]
        assert again.deal.get(Tricks) == result.deal.get(Tricks)
        assert again.scores == result.scores
    assert to_pbn(*deals) == text


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_goes_on_comes_back(seed: int) -> None:
    draw, state = Random(seed), DUPLICATE.start(seed=seed)
    for _ in range(draw.randrange(40)):
        if not state.is_over:
            state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    again = read(to_pbn(state))
    assert [str(action) for _, action in again.moves] == [str(action) for _, action in state.moves]
    assert to_pbn(again).replace('[Board "1"]', "") == to_pbn(state).replace('[Board "1"]', "")


def test_only_bridge_is_written() -> None:
    with pytest.raises(InvalidRecord, match="is not a state of a game of Bridge"):
        to_pbn(whist.rules().start(seed=1))
    with pytest.raises(InvalidRecord, match="'Big Cup' is not a name of a tag that a deal can have"):
        to_pbn(PbnDeal(DUPLICATE.start(seed=1), {"Big Cup": "x"}))
    with pytest.raises(InvalidRecord, match="is not a text that can be printed"):
        to_pbn(PbnDeal(DUPLICATE.start(seed=1), {"Event": "two\nlines"}))


# What is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Dealer "N"]', "line 1: the deal that begins here has no Deal"),
        (f'[Deal "{DEAL}"]', "line 1: the deal that begins here has no Dealer"),
        (HEAD.replace('"N"', '"X"'), "line 1: Dealer: 'X' is not a seat; write N, E, S or W"),
        (HEAD.replace('"NS"', '"some"'), "line 2: Vulnerable: 'some' is none of None, Love"),
        (HEAD.replace("N:", "N "), "line 3: Deal: it has a seat, a colon and four hands"),
        (HEAD.replace("JT9876", "JT987"), "line 3: Deal: the hand 76.76.876.JT987 has 12 cards; it has 13"),
        (HEAD.replace("JT9876", "JT9871"), "line 3: Deal: '76.76.876.JT9871' is not a hand, as"),
        (HEAD.replace("JT9876", "JT987A"), "line 3: Deal: Stacked: AC is given more often than the deck holds it"),
        (BID.replace('[Auction "N"]', '[Auction "E"]'), "line 4: Auction: it begins with the dealer, N"),
        (BID.replace("2H", "1H"), "line 5: 1H: bid 1H is not higher"),
        (BID.replace("2H", "2X"), "line 5: 2X: 'bid 2X' is not an action"),
        (BID.replace("2H", "^I 2H"), r"line 5: \^I: irregularities are not played here"),
        (BID + "Pass", "line 7: Pass is called after the auction is over"),
        (BID + '[Contract "3NT"]', "line 7: Contract: '3NT', but the auction leads to '4H'"),
        (BID + '[Declarer "W"]', "line 7: Declarer: 'W', but the auction leads to 'E'"),
        (HEAD + PLAY, "line 4: cards are played, but no Auction says which contract"),
        (f'{HEAD}[Auction "N"]\nAP\n{PLAY}', "line 7: Play: cards are played, but there is no contract"),
        (
            BID + PLAY.replace("CK C7", "CK CJ H2")[:0] + '[Play "S"]\nCA H6 - -',
            "line 8: H6: 6H is not allowed: follow",
        ),
        (BID + '[Play "S"]\nCA - C3 C4', "line 8: C3 is played out of turn: it is the turn of W"),
        (BID + '[Play "S"]\nXX', "line 8: XX: 'XX' is not an action"),
        (HEAD + "oops", "line 4: 'oops' stands outside of a section"),
        ("oops\n" + HEAD, "line 1: 'oops' stands outside of a tag"),
        (HEAD + "[Auction N]", r"line 4: '\[Auction N\]' is not a tag"),
        (HEAD + "{ a comment\nwithout an end", "line 4: a comment begins here"),
        (HEAD + '[Event "#"]', "line 4: Event: # stands for the value in the deal before"),
        (HEAD + '[Event "a\x07"]', "line 4: Event: 'a.x07' is not a text that can be printed"),
    ],
)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        from_pbn(text)


def test_a_result_that_the_play_does_not_give_is_refused() -> None:
    text = to_pbn(playout(DUPLICATE, seed=3))
    wrong = text.replace('[Result "', '[Result "1')
    with pytest.raises(InvalidRecord, match=r"line 18: Result: '1\d+', but the play gives"):
        from_pbn(wrong)


def test_text_is_text() -> None:
    with pytest.raises(InvalidRecord, match="is not a text; read the file first"):
        from_pbn(b"")  # type: ignore[arg-type]


WHOLE = to_pbn(playout(DUPLICATE, seed=3))


@given(
    st.integers(0, len(WHOLE)),
    st.integers(0, 12),
    st.text(max_size=8) | st.sampled_from(['"', "[", "{", "-", "*", "#", "AP"]),
)
def test_damaged_text_is_refused_or_read(start: int, cut: int, text: str) -> None:
    try:
        deals = from_pbn(WHOLE[:start] + text + WHOLE[start + cut :])
    except InvalidRecord as error:
        lines = [error.line]
    else:
        lines = [len(from_pbn(to_pbn(*deals))) or None]
    assert all(lines)
