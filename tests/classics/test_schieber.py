"""Schieber: naming and pushing, what may be played, who takes a trick, melds, scores, and the end of a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from strategies import effort
from trickkit_classics import schieber
from turns import called, legal, legal_cards, play, played

from trickkit import Deal, IllegalAction, InvalidRules, Result, Rules, Stacked, State
from trickkit.phases import DeclareMelds, Tricks
from trickkit.policies.ending import AtTarget
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws


@cache
def variant(**options: Any) -> Rules:
    """The rules, built once, so that they remember what their policies answered."""
    return schieber.rules(**options)


@cache
def sized(cards: int, **options: Any) -> Rules:
    """The rules with hands of another size."""
    return variant(**options).replace(schedule=Schedule(hand_sizes=SameSize(cards)))


def table(hands: str, calls: str = "name H", **options: Any) -> State:
    """The deal that has these hands, a slash between seats, after some calls; seat 0 is forehand."""
    dealt = [hand.split() for hand in hands.split("/")]
    rules = sized(len(dealt[0]), **{"deals": 1, "melds": False, **options})
    return called(rules.start(first=3, deals=[Stacked(hands=dealt)]), calls)


def scored(state: State) -> dict[str, int]:
    """What seats 0 and 1 scored in the last deal, by seat and reason."""
    return {f"{line.seat} {line.reason}": line.points for line in state.results[-1].lines if line.seat < 2}


# Naming


def test_forehand_names_a_game_or_pushes_and_then_its_partner_must_name_one() -> None:
    state = variant().start(seed=1, first=3)
    games = ["name C", "name D", "name H", "name S", "name obenabe", "name uneufe"]
    assert state.actors == (0,)
    assert legal(state) == [*games, "pass"]
    state = state.play(0, "pass")
    assert state.actors == (2,)
    assert legal(state) == games
    state = state.play(2, "name uneufe")
    assert (state.deal.declarer, str(state.deal.trump)) == (2, "uneufe")


def test_forehand_leads_also_where_it_pushed() -> None:
    state = called(variant(melds=False).start(seed=1, first=3), "pass, name H")
    assert isinstance(state.phase, Tricks)
    assert state.actors == (0,)


def test_suits_alone_may_be_named() -> None:
    assert legal(variant(games="suits").start(seed=1)) == ["name C", "name D", "name H", "name S", "pass"]


def test_the_deal_goes_round() -> None:
    state = variant(deals=2, melds=False).start(seed=1, first=3)
    assert played(state).actors == (1,)


# What may be played, and who takes a trick


@pytest.mark.parametrize(
    ("hands", "game", "plays", "expected"),
    [
        ("8C 6D / 7C 6H / 6S 7S / 8S 9S", "H", "8C", "7C 6H"),
        ("8C 6D / 7C JH / 6S 7S / 8S 9S", "C", "8C", "7C"),
        ("8H 6D / JH 7C / 6S 7S / 8S 9S", "H", "8H", "7C JH"),
        ("8H 6D / JH 7H / 6S 7S / 8S 9S", "H", "8H", "7H JH"),
        ("8C 6D / TH 7D / QC 8H / 8S 9S", "H", "8C TH", "QC"),
        ("8C 6D / TH 7D / QC KH / 8S 9S", "H", "8C TH", "QC KH"),
        ("8C 6D / TH 7D / 6H 8H / 8S 9S", "H", "8C TH", "6H 8H"),
        ("8C 6D / TH 7D / 6H 8S / 8H 9S", "H", "8C TH", "8S"),
        ("8C 6D / 7C 6H / 6S 7S / 8S 9S", "obenabe", "8C", "7C"),
        ("8C 6D / 7D 6H / 6S 7S / 8S 9S", "uneufe", "8C", "7D 6H"),
    ],
)
def test_what_may_be_played(hands: str, game: str, plays: str, expected: str) -> None:
    assert legal_cards(play(table(hands, f"name {game}"), plays)) == expected


@pytest.mark.parametrize(("undertrump", "expected"), [("best", "8S"), ("lowest", "TH 8S"), ("free", "TH 8S")])
def test_with_what_a_trump_is_compared(undertrump: str, expected: str) -> None:
    state = table("8C 6D / 7H 7D / KH 9S / TH 8S", undertrump=undertrump)
    assert legal_cards(play(state, "8C 7H KH")) == expected


def test_a_refusal_says_the_rule() -> None:
    with pytest.raises(IllegalAction, match="6H is not allowed: no trump that is too low, unless there is no other"):
        play(table("8C 6D / TH 7D / 6H 8S / 8H 9S"), "8C TH").play(2, "6H")


@pytest.mark.parametrize(
    ("game", "plays", "taker"),
    [
        ("H", "AC KC 6D 7C", 0),
        ("H", "AC 6H AD AS", 1),
        ("H", "AH 9H KH QH", 1),
        ("H", "AH 9H JH QH", 2),
        ("H", "AC TH JH 9H", 2),
        ("obenabe", "TC JC AH 9C", 1),
        ("obenabe", "9C JC KC AC", 3),
        ("uneufe", "TC JC 6H 9C", 3),
        ("uneufe", "7C 6C AC 8C", 1),
        ("uneufe", "TC JC QC KC", 0),
    ],
)
def test_who_takes_a_trick(game: str, plays: str, taker: int) -> None:
    state = play(table(plays.replace(" ", " / "), f"name {game}"), plays)
    assert state.results[0].deal[Tricks].tricks[0].taker == taker


# Points


@pytest.mark.parametrize(
    ("game", "worth"),
    [
        ("H", {"JH": 20, "9H": 14, "AH": 11, "KH": 4, "QH": 3, "TH": 10, "8H": 0, "JC": 2, "9C": 0, "AC": 11, "8C": 0}),
        ("obenabe", {"AC": 11, "KC": 4, "QC": 3, "JC": 2, "TC": 10, "9C": 0, "8C": 8, "7C": 0, "6C": 0}),
        ("uneufe", {"AC": 0, "KC": 4, "QC": 3, "JC": 2, "TC": 10, "9C": 0, "8C": 8, "7C": 0, "6C": 11}),
    ],
)
def test_cards_are_worth_152_points(game: str, worth: dict[str, int]) -> None:
    state = variant(deals=1, stoeck=False, match=False, melds=False).start(seed=1, first=3)
    state = called(state, f"name {game}")
    scoring = schieber.ScoreSchieber()
    assert {card: scoring.worth(card, state.deal.trump) for card in worth} == worth
    assert sum(scoring.worth(card.text, state.deal.trump) for card in state.deal.deck) == 152
    scores = played(state).scores
    assert (scores[0] + scores[1], scores[:2]) == (157, scores[2:])


@pytest.mark.parametrize(("options", "match"), [({}, 100), ({"match": False}, 0), ({"multipliers": "three"}, 100)])
def test_all_tricks_are_a_match(options: dict[str, Any], match: int) -> None:
    state = play(table("AH AC / 6H 6C / 7H 7C / 8H 8C", "name H", **options), "AH 6H 7H 8H AC 6C 7C 8C")
    assert scored(state) == {"0 tricks": 27, **({"0 match": match} if match else {})}


def test_tricks_of_partners_make_a_match_together() -> None:
    state = play(table("AH 6C / 6H 7C / 7H AC / 8H 8C", "name H"), "AH 6H 7H 8H 6C 7C AC 8C")
    assert scored(state)["0 match"] == 100
    state = play(table("AH 6C / 6H AC / 7H 7C / 8H 8C", "name H"), "AH 6H 7H 8H 6C AC 7C 8C")
    assert scored(state) == {"0 tricks": 11, "1 tricks": 16}


@pytest.mark.parametrize(
    ("game", "three", "four"), [("C", 2, 2), ("D", 1, 1), ("H", 1, 1), ("S", 2, 2), ("obenabe", 3, 3), ("uneufe", 3, 4)]
)
def test_multipliers(game: str, three: int, four: int) -> None:
    hands = "6C 7C 8C KH QH / TH 7S 8S KD QD / QC KC TS KS QS / 8H 9S 6S 6D 7D"
    result = played(announced(table(hands, f"name {game}", melds=True))).results[0]
    for multipliers, factor in (("three", three), ("four", four)):
        lines = variant(multipliers=multipliers).scoring[0].lines(result.deal)
        assert [line.points for line in lines] == [factor * line.points for line in result.lines]


def test_king_and_queen_of_trumps_in_one_hand_score_with_the_second_one() -> None:
    hands = "KH QH / AC 6C / 7C 8C / 9C TC"
    assert scored(play(table(hands), "KH 6C 7C 9C QH AC 8C TC"))["0 stöck (KH QH)"] == 20
    assert not any("stöck" in reason for reason in scored(play(table(hands, "name S"), "KH 6C 7C 9C QH AC 8C TC")))
    assert not any("stöck" in reason for reason in scored(play(table(hands, stoeck=False), "KH 6C 7C 9C QH AC 8C TC")))
    apart = table("KH 6S / AC 6C / QH 8C / 9C TC")
    assert not any("stöck" in reason for reason in scored(play(apart, "KH 6C QH 9C 6S AC 8C TC")))


# Melds


def announced(state: State, silent: str = "") -> State:
    """The state after all melds are announced and shown, but for those of some seats."""
    while isinstance(state.phase, DeclareMelds):
        (seat,) = state.actors
        state = state.play(seat, "pass" if str(seat) in silent else state.legal(seat)[0])
    return state


def melding(hands: str, game: str, silent: str = "", **options: Any) -> dict[str, int]:
    """What seats 0 and 1 score for melds."""
    state = played(announced(table(hands, f"name {game}", melds=True, **options), silent))
    return {reason: points for reason, points in scored(state).items() if "meld" in reason}


@pytest.mark.parametrize(
    ("hand", "options", "said", "points"),
    [
        ("6C 7C 8C TC 6D 8D TD QD 6S", {}, "3 to 8", 20),
        ("6C 7C 8C 9C 6D 8D TD QD 6S", {}, "4 to 9", 50),
        ("6C 7C 8C 9C TC 8D TD QD 6S", {}, "5 to T", 100),
        ("6C 7C 8C 9C TC JC TD QD 6S", {}, "6 to J", 150),
        ("6C 7C 8C 9C TC JC QC QD 6S", {}, "7 to Q", 200),
        ("6C 7C 8C 9C TC JC QC KC 6S", {}, "8 to K", 250),
        ("6C 7C 8C 9C TC JC QC KC AC", {}, "9 to A", 300),
        ("6C 7C 8C 9C TC JC TD QD 6S", {"runs": "hundred"}, "6 to J", 100),
        ("6C 7C 8C 9C TC JC QC KC AC", {"runs": "hundred"}, "9 to A", 100),
        ("6H 7H 8H TC 6D 8D TD QD 6S", {}, "3 to 8 of trumps", 20),
        ("AC AD AH AS 6D 8D TD QD 6S", {}, "all A", 100),
        ("9C 9D 9H 9S 6D 7D TH QD 6S", {}, "all 9", 150),
        ("JC JD JH JS 6D 8D TH KD 6S", {}, "all J", 200),
        ("6C 6D 6H 6S 9D 8D TH KD QS", {}, "all 6", 100),
        ("6C 6D 6H 6S 9D 8D TH KD QS", {"low_sets": False}, None, 0),
        ("8C 8D 8H 8S 6C 7C TH KD QS", {"low_sets": False}, "3 to 8", 20),
        ("6C 7C 9C TC QC 6D 8D QD 6S", {}, None, 0),
    ],
)
def test_what_melds_are_worth(hand: str, options: dict[str, Any], said: str | None, points: int) -> None:
    state = variant(deals=1, **options).start(first=3, seed=1, deals=[Stacked(hands=[hand.split(), None, None, None])])
    state = state.play(0, "name H")
    assert legal(state) == ["pass" if said is None else said, "pass"][said is None :]
    melds = announced(state, silent="123").deal[DeclareMelds].shown[0]
    assert [meld.points for meld in melds[:1]] == [points] * (said is not None)


@pytest.mark.parametrize(
    ("game", "first", "second", "counts"),
    [
        ("H", "6C 7C 8C", "7D 8D 9D", 1),
        ("H", "7C 8C 9C", "6D 7D 8D", 0),
        ("H", "6C 7C 8C", "6D 7D 8D", 0),
        ("H", "6C 7C 8C", "6H 7H 8H", 1),
        ("H", "6H 7H 8H", "6D 7D 8D", 0),
        ("uneufe", "7C 8C 9C", "6D 7D 8D", 1),
        ("uneufe", "6C 7C 8C", "QD KD AD", 0),
        ("obenabe", "6C 7C 8C", "QD KD AD", 1),
    ],
)
def test_which_side_melds(game: str, first: str, second: str, counts: int) -> None:
    hands = f"{first} / {second} / 6S 8S TS / QS AS TH"
    cards = (first, second)[counts]
    assert melding(hands, game, "23") == {f"{counts} melds {cards} (20)": 20}


def test_all_that_a_side_announced_and_shows_scores() -> None:
    hands = "6C 7C 8C / JD QD KD / 9H TH JH / AH AS 6S"
    assert melding(hands, "C", "1") == {"0 melds 6C 7C 8C (20), 9H TH JH (20)": 40}
    assert melding(hands, "C", "12") == {"0 melds 6C 7C 8C (20)": 20}
    assert melding(hands, "D") == {"1 melds JD QD KD (20)": 20}
    assert melding(hands, "D", "012") == {}


def test_a_card_stands_in_two_melds_or_not() -> None:
    hands = "KC KD KH KS QS AS / 6C 7D 8C TC 6D 8D / 6H 8H TH TD 7C 9D / 6S 8S TS 7H 9H 9C"
    assert melding(hands, "D") == {"0 melds KC KD KH KS (100), QS KS AS (20)": 120}
    assert melding(hands, "D", shared=False) == {"0 melds KC KD KH KS (100)": 100}


# The end


def ending(hands: str, calls: str, points: int) -> State:
    """A game to so many points."""
    dealt = [hand.split() for hand in hands.split("/")]
    scoring = schieber.ScoreSchieber(target=points)
    rules = variant().replace(schedule=Schedule(hand_sizes=SameSize(len(dealt[0]))), scoring=scoring)
    rules = rules.replace(Tricks, until=schieber.TargetReached(scoring)).replace(ending=AtTarget(points=points))
    return called(rules.start(first=3, deals=[Stacked(hands=dealt)]), calls)


HANDS = "6C 7C 8C / AC KC QC / 6S 8S TS / QS AS TH"


def test_the_game_ends_with_the_trick_that_gives_a_side_enough_points() -> None:
    state = play(ending(HANDS, "name H, pass, pass, pass, pass", 30), "6C AC TS")
    assert not state.is_over
    state = play(state, "TH")
    assert state.outcome is not None
    assert (state.scores, state.outcome.winners) == ((0, 31, 0, 31), (1, 3))
    assert len(state.results[0].deal[Tricks].tricks) == 1


def test_melds_count_before_the_first_trick() -> None:
    calls = "name H, 3 to 8, pass, pass, pass, show 3 to 8 of C, pass"
    state = play(ending(HANDS, calls, 20), "6C AC TS TH")
    assert state.scores == (20, 0, 20, 0)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 2)


def test_king_and_queen_count_before_their_trick() -> None:
    hands = "KH QH 8C / AC 7C 6D / 6S 8S TS / JH AS 9H"
    state = play(ending(hands, "name H, pass, pass, pass, pass", 40), "8C AC TS 9H AS")
    assert state.scores == (0, 0, 0, 0)


@pytest.mark.parametrize(("points", "tied"), [(1000, False), (1500, True)])
def test_after_a_deal_the_side_with_more_points_wins(points: int, tied: bool) -> None:
    rules = variant(points=points, finish="after_deal", melds=False)
    assert rules.ending == AtTarget(points=points, sides=Opposite())
    assert rules.scoring[0].target is None
    deal = Deal.fresh(rules.deck, players=4)
    totals = (points, points + (not tied), points, points + (not tied))
    outcome = rules.ending.outcome([Result(deal, totals, totals)])
    assert (outcome is None) == tied
    assert outcome is None or outcome.winners == (1, 3)


def test_a_number_of_deals_is_played_whatever_the_points() -> None:
    state = variant(deals=2, multipliers="four", melds=False).start(seed=1)
    for _ in range(2):
        state = played(called(state, "name uneufe"))
    assert len(state.results) == 2
    assert sum(state.scores[:2]) >= 2 * 4 * 157


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": 1001}, "points=1001 is not one of 1000, 1500"),
        ({"deals": 13}, "deals=13 is not one of 0, 1"),
        ({"undertrump": "worst"}, "undertrump='worst' is not one of 'best', 'lowest', 'free'"),
        ({"stock": True}, "stock"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        schieber.rules(**given)


TestLaws = laws(schieber.rules, examples=effort(6), deals=1)
TestLawsOfWholeGames = laws(schieber.rules, examples=effort(2), multipliers="four")
