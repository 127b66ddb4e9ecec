"""House rules: what each changes, and that the laws hold for it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from lockstep import is_followed
from strategies import effort

from trickkit import Stacked, State, batch, load, playout
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder
from trickkit.phases import Evaluate, ShowMelds, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.testing import LAWS, check, laws
from trickkit.testing.law import Law

HOUSE = Path(__file__).parents[2] / "variants" / "house"


def path(name: str) -> str:
    return str(HOUSE / f"{name}.py")


TestPikokoPartners = laws(path("pikoko_partners"), examples=effort(10))
TestPikinniHook = laws(path("pikinni_hook"), examples=effort(10))
TestOverload = laws(path("game5211_overload"), examples=effort(10))
TestHeartsOfOnesOwn = laws(path("hearts_of_ones_own"), examples=effort(4), moves=60)
TestRobbingWhist = laws(path("robbing_whist"), examples=effort(4), moves=60)
TestSoloWhist = laws(path("solo_whist"), examples=effort(4), moves=60)
TestTressette = laws(path("tressette"), examples=effort(4), moves=60)
TestEmperor = laws(path("emperor"), examples=effort(4), moves=60)
TestSevens = laws(path("sevens"), examples=effort(4), moves=60)
TestTwentyFive = laws(path("twenty_five"), examples=effort(4), moves=60)
TestMendikot = laws(path("mendikot"), examples=effort(4), moves=60)
TestDummyWhist = laws(path("dummy_whist"), examples=effort(4), moves=60)


def test_partners_at_pikoko_score_the_same_and_what_both_would_have_scored() -> None:
    plain = playout(load("pikoko", players=4), seed=4)
    shared = playout(load(path("pikoko_partners")), seed=4)
    first, second = plain.results[0].scores, shared.results[0].scores
    assert second == tuple(first[seat] + first[(seat + 2) % 4] for seat in range(4))
    assert shared.outcome is not None
    assert shared.outcome.winners in ((0, 2), (1, 3), (0, 1, 2, 3))


def test_the_dealer_at_pikinni_may_not_make_the_sum_come_out() -> None:
    rules = load(path("pikinni_hook"), players=3)
    for seed in range(20):
        state = rules.start(seed=seed)
        dealer = state.deal.starter
        for step in (1, 2):
            seat = (dealer + step) % 3
            assert state.actors == (seat,)
            state = state.play(seat, state.legal(seat)[seed >> step & 1])
        called = sum(int(str(action)) for _, action in state.moves)
        assert [str(action) for action in state.legal(dealer)] == [
            str(number) for number in (0, 1) if number + called != 1
        ]


def solo(calls: str, hands: list[list[str]] | None = None) -> State:
    """A deal of Solo Whist in which seat 0 deals a spade to itself as its last card, after some calls."""
    suits = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "CDHS"]
    state = load(path("solo_whist")).start(first=3, deals=[Stacked(hands=hands or suits, turned="AS")])
    for call in calls.split(", "):
        state = state.play(state.actors[0], call)
    return state


def finished(state: State) -> tuple[int, ...]:
    """The scores of the deal, in which each seat always plays its lowest card."""
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state.results[0].scores


@pytest.mark.parametrize(
    ("calls", "scores"),
    [
        ("prop, pass, pass, cop, pass", (1, -1, -1, 1)),
        ("prop, cop, pass, pass, pass", (-1, -1, 1, 1)),
        ("solo, pass, pass, pass", (-3, 1, 1, 1)),
        ("pass, pass, pass, solo", (-1, -1, -1, 3)),
        ("misere, pass, pass, pass", (-6, 2, 2, 2)),
        ("pass, misere, pass, pass", (-2, 6, -2, -2)),
        ("abundance, pass, pass, pass, name C", (9, -3, -3, -3)),
        ("royal abundance, pass, pass, pass", (-9, 3, 3, 3)),
        ("pass, open misere, pass, pass", (-4, 12, -4, -4)),
        ("declared abundance, pass, pass, pass", (18, -6, -6, -6)),
    ],
)
def test_contracts_of_solo_whist_score_what_they_are_worth(calls: str, scores: tuple[int, ...]) -> None:
    assert finished(solo(calls)) == scores


def test_a_proposal_that_nobody_answers_falls_at_solo_whist() -> None:
    assert solo("prop, pass, pass, pass").deal.number == 1


def test_the_hand_of_an_open_misere_lies_on_the_table_after_the_first_trick() -> None:
    state = solo("pass, open misere, pass, pass")
    shown = [len(state.view(None).deal.hands[1].known)]
    for _ in range(4):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert [*shown, len(state.view(None).deal.hands[1].known)] == [0, 12]


def test_the_suit_of_the_called_card_is_trump_at_emperor_and_its_holder_a_secret_partner() -> None:
    state = (
        load(path("emperor")).start(seed=3, first=0).play_all([(1, "11"), *[(seat, "pass") for seat in (2, 3, 4, 0)]])
    )
    card = str(state.deal.hands[4])[:2]
    state = state.play(1, f"call {card}")
    assert state.deal.trump is not None
    assert state.deal.trump.letter == card[-1]
    view = state.view(1).deal
    assert card not in str(view.hands[4])


def test_thirds_are_added_up_for_a_side_and_melds_score_by_size_at_tressette() -> None:
    suits = [[f"{rank}{suit}" for rank in "4567JQKA23"] for suit in "CDHS"]
    suits[0][-3:] = ["AD", "AH", "AS"]
    suits[1][-3], suits[2][-3], suits[3][-3] = "AC", "2C", "3C"
    state = load(path("tressette")).start(first=3, deals=[Stacked(hands=suits)])
    assert str(state.deal[ShowMelds]) == "seat 0: AD AH AS (3); seat 1: none; seat 2: none; seat 3: none"
    scores = finished(state)
    assert scores[0] == scores[2]
    assert sum(scores[:2]) == 3 + 11


def test_the_first_hand_that_is_empty_wins_at_sevens() -> None:
    (result,) = playout(load(path("sevens")).replace(ending=AfterDeals(deals=1)), seed=4).results
    assert sorted(result.scores)[-1] == 0
    assert result.scores == tuple(-len(hand) for hand in result.deal.hands)


def test_what_a_seat_has_shown_is_what_costs_it_at_hearts_of_ones_own() -> None:
    suits = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "CDHS"]
    state = load(path("hearts_of_ones_own")).start(first=0, deals=[Stacked(hands=suits)])
    state = state.play_all([(0, "2C"), (1, "2D"), (2, "2H"), (3, "2S")])
    assert finished(state) == (13, 0, 0, 0)


def test_seats_exchange_cards_with_the_stock_at_robbing_whist() -> None:
    state = load(path("robbing_whist")).start(seed=7, first=3)
    state = state.play_all([(0, "4"), (1, "4"), (2, "4")])
    assert [str(action) for action in state.legal(3)] == ["0"]


def strength(card: str, led: str, trump: str) -> tuple[int, int]:
    """How good a card is at Twenty-five, by its rules in words."""
    rank, suit = card
    high = {trump: ("5" + trump, "J" + trump, "AH", "A" + trump, "K" + trump, "Q" + trump)}[trump]
    if card in high:
        return 3, -high.index(card)
    value = "A23456789T".index(rank) if rank in "A23456789T" else {"J": 10, "Q": 11, "K": 12}[rank]
    if suit in "CS" and value < 10:
        value = -value
    return (2 if suit == trump else 1 if suit == led else 0), value


def _is_trump(trump: str, card: str) -> bool:
    return card[1] == trump or card == "AH"


@pytest.mark.parametrize("seed", range(6))
def test_the_best_card_wins_at_twenty_five_and_only_high_trumps_are_held_back(seed: int) -> None:
    state, draw = load(path("twenty_five"), players=4).start(seed=seed), Random(seed)
    trump = str(state.deal.trump)[0].upper()
    top = [f"5{trump}", f"J{trump}", "AH"]
    while not state.results:
        (seat,) = state.actors
        hand, plays = str(state.deal.hands[seat]).split(), [play.card for play in state.deal[Tricks].current.plays]
        may = {str(action) for action in state.legal(seat)}
        if plays and _is_trump(trump, plays[0]):
            bound = [card for card in hand if _is_trump(trump, card)]
            above = top[: top.index(plays[0])] if plays[0] in top else top
            assert may == ({*bound} if {*bound} - {*above} else {*hand})
        elif plays and any(card[1] == plays[0][1] and card != "AH" for card in hand):
            assert may == {card for card in hand if _is_trump(trump, card) or card[1] == plays[0][1]}
        else:
            assert may == {*hand}
        state = state.play(seat, draw.choice(sorted(may)))
    for trick in state.results[0].deal[Tricks].tricks:
        led = trump if _is_trump(trump, trick.plays[0].card) else trick.plays[0].card[1]
        assert trick.taker == max(trick.plays, key=lambda play: strength(play.card, led, trump)).hand
    assert sum(state.results[0].scores) == 25


def test_the_first_card_that_does_not_follow_makes_trump_at_mendikot() -> None:
    suits = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "CDHS"]
    state = load(path("mendikot")).start(first=3, deals=[Stacked(hands=suits)])
    state = state.play(0, "AC")
    assert state.deal.trump is None
    state = state.play(1, "2D")
    assert (str(state.deal.trump), state.deal[Tricks].current.plays[-1].card) == ("diamonds", "2D")
    state = state.play_all([(2, "AH"), (3, "AS")])
    assert state.deal[Tricks].tricks[0].taker == 1
    assert finished(state) == (0, 3, 0, 3)


@pytest.mark.parametrize(
    ("tens", "tricks", "scores"),
    [
        ((4, 0, 0, 0), (5, 4, 0, 4), (2, 0, 2, 0)),
        ((1, 0, 2, 1), (1, 6, 2, 4), (1, 0, 1, 0)),
        ((1, 1, 1, 1), (3, 4, 3, 3), (0, 1, 0, 1)),
    ],
)
def test_tens_decide_mendikot_and_tricks_where_they_are_shared(
    tens: tuple[int, ...], tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    table = SimpleNamespace(points=lambda seat, _: tens[seat], taken=tricks)
    (scoring,) = load(path("mendikot")).scoring
    lines = scoring.lines(type("Ended", (), {"players": 4, "__getitem__": lambda *_: table})())  # type: ignore[arg-type]
    assert tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(4)) == scores


def test_the_holder_of_the_two_of_clubs_plays_its_partners_hand_at_dummy_whist() -> None:
    suits = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "DHSC"]
    state = load(path("dummy_whist")).start(first=0, deals=[Stacked(hands=suits)])
    assert (state.deal.declarer, state.actors) == (3, (3,))
    assert {str(action)[1] for action in state.legal(3)} == {"H"}
    assert len(state.view(0).deal.hands[1].known) == 13
    state = state.play(3, "2H")
    assert state.actors == (2,)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["solo_whist", "emperor", "tressette", "robbing_whist", "twenty_five", "dummy_whist"])
def test_these_run_compiled(name: str) -> None:
    rules = load(path(name))
    assert batch.supports(rules).yes
    is_followed(rules, 3, seed=5)


def test_an_overloaded_colour_costs_while_the_next_scores() -> None:
    rules = load(path("game5211_overload"), players=2)
    state = rules.start(deals=[Stacked(hands=[["G2", "G3", "G4", "Y2", "B2"], ["G2", "G3", "Y5", "Y1", "B3"]])])
    for seat, card in [(0, "G2"), (0, "G3"), (1, "G2"), (1, "G3"), (0, "G4"), (1, "Y5"), (0, "Y2"), (1, "Y1")]:
        state = state.play(seat, card)
    # Five green cards reach the limit: 2 + 3 + 4 and 2 + 3 are lost; yellow gives 2 and 6.
    assert state.deal[Evaluate].number == 1
    assert state.scores == (-7, 1)


@pytest.mark.parametrize("name", ["pikoko_partners", "pikinni_hook", "game5211_overload"])
def test_it_says_what_it_is_about(name: str) -> None:
    rules = load(path(name))
    assert rules.key != load("pikoko").key
    assert rules.summary.endswith(".")


SHEETS = sorted(HOUSE.glob("*.toml"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_each_sheet_is_another_game_with_a_summary_of_its_own(path: Path) -> None:
    rules = load(str(path))
    base = load(tomllib.loads(path.read_text(encoding="utf-8"))["base"])
    assert (rules.name, rules.summary) != (base.name, base.summary)
    assert rules.replace(key=base.key, name=base.name, summary=base.summary) != base


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_each_sheet_can_be_played_by_every_number_of_players(path: Path) -> None:
    sizes = next((one.values for one in options(builder(str(path))) if one.name == "players"), None)
    for given in [{"players": size} for size in sizes] if sizes else [{}]:
        assert playout(load(str(path), **given), seed=1).is_over


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_each_sheet_is_lawful(path: Path, law: Law) -> None:
    assert check(law, str(path), examples=effort(4)).broken is None
