"""French Tarot: bids, the dog, what is shown, the Excuse, scores, the secret partner; and an oracle of its own."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from strategies import effort
from tiers import sampled
from trickkit_classics import tarot
from turns import called, legal, legal_cards, play

from trickkit import Deal, IllegalAction, InvalidRules, Rules, Stacked, State, batch, playout, record
from trickkit.batch.machine.lowered import compile_rules
from trickkit.model.actions import Play
from trickkit.model.hands import Hand
from trickkit.model.tricks import Captured
from trickkit.phases import BidOnce, CallingTricks, CallPartner, LayAway, Tricks
from trickkit.phases.announcing import Announced, Announcement
from trickkit.phases.annul import Annulled
from trickkit.phases.contracts import ContractBids
from trickkit.phases.laid_away import CardsLaidAway, LaidAway
from trickkit.phases.partner import PartnerCalled
from trickkit.phases.tricks.calling import Calls
from trickkit.phases.tricks.record import Played, Trick, TrickTable
from trickkit.policies.calling import CallMade
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws

DECK = [str(card) for card in tarot.deck()]
PLAIN, TRUMPS = DECK[:56], DECK[56:77]


@cache
def built(**options: Any) -> Rules:
    """The rules with these options, built once."""
    return tarot.rules(**options)


@cache
def small(size: int, **options: Any) -> Rules:
    """One deal with small hands: everything else stays in the dog."""
    rules = built(**options)
    return rules.replace(schedule=Schedule(hand_sizes=SameSize(size)), ending=AfterDeals(deals=1))


def table(hands: str, said: str = "garde contre", plays: str = "", **options: Any) -> State:
    """A deal of small hands, a slash between seats. Seat 0 is the first to bid, and all others pass; after plays."""
    dealt = [hand.split() for hand in hands.split("/")]
    players, options = len(dealt), {"petit_sec": "played", **options}
    rules = small(len(dealt[0]), players=players, **options)
    state = rules.start(seed=1, first=players - 1, deals=[Stacked(hands=dealt)])
    bid, _, more = said.partition(", ")
    for call in (bid, *["pass"] * (players - 1), *(more.split(", ") if more else ())):
        state = state.play(state.actors[0], call)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], "pass")
    return play(state, plays)


def tricks(state: State) -> TrickTable:
    found: TrickTable = (state.results[0].deal if state.is_over else state.deal)[Tricks]
    return found


def whole(*held: str, dog: str = "", players: int = 4, dealer: int = -1, **options: Any) -> State:
    """A whole deal in which seats hold certain cards, as far as they are given; the rest is random."""
    size = tarot.SIZES[players][0]
    hands = [(cards.split() + ["??"] * size)[:size] for cards in [*held, *[""] * players][:players]]
    rules = built(players=players, deals=1, **options)
    return rules.start(seed=5, first=dealer % players, deals=[Stacked(hands=hands, stock=dog.split())])


# Cards


def test_four_suits_with_knights_twenty_one_trumps_and_the_excuse() -> None:
    assert len(DECK) == 78
    assert " ".join(PLAIN[-14:]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS CS QS KS"
    assert (TRUMPS[0], TRUMPS[-1], DECK[-1]) == ("T1", "T21", "EX")


def test_all_cards_are_worth_91_points() -> None:
    assert sum(map(tarot.halves, DECK)) == 2 * 91


@pytest.mark.parametrize(("players", "size", "dog"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_how_many_cards_are_dealt(players: int, size: int, dog: int) -> None:
    deal = built(players=players).start(seed=1).deal
    assert [len(hand) for hand in deal.hands] == [size] * players
    assert len(deal.stock) == dog


# Bids


def test_each_bids_once_and_higher_than_the_last() -> None:
    state = whole(dealer=3)
    assert state.actors == (0,)
    assert legal(state) == ["petite", "garde", "garde sans", "garde contre", "pass"]
    state = called(state, "garde")
    assert (state.actors, legal(state)) == ((1,), ["garde sans", "garde contre", "pass"])
    with pytest.raises(IllegalAction, match="petite is not higher than garde by seat 0"):
        state.play(1, "petite")
    state = called(state, "pass, garde contre, pass")
    assert state.deal.declarer == 2
    assert str(state.deal[BidOnce]) == "garde, pass, garde contre, pass"


def test_where_all_pass_the_next_seat_deals() -> None:
    state = called(built().start(seed=1, first=0), "pass, pass, pass, pass")
    assert state.results[0].lines == ()
    assert state.deal.starter == 1


# The Petit alone


def test_the_petit_alone_annuls_the_deal() -> None:
    alone = f"T1 {' '.join(PLAIN[:17])}"
    state = whole("", alone)
    assert (state.actors, legal(state)) == ((1,), ["petit sec"])
    with pytest.raises(IllegalAction, match="the Petit alone in hand 1: petit sec is all that can be said, not pass"):
        state.play(1, "pass")
    end = called(state, "petit sec")
    assert end.is_over
    assert end.results[0].lines == ()
    (shown,) = [event for event in end.view(3).events if isinstance(event, Annulled)]
    assert (shown.hands, len(shown.cards)) == ((1,), 18)
    assert "T1" in end.view(3).results[0].deal.hands[1]


@pytest.mark.parametrize("more", ["EX", "T2"])
def test_the_petit_with_the_excuse_or_another_trump_does_not(more: str) -> None:
    assert "petit sec" not in legal(whole(f"T1 {more} {' '.join(PLAIN[:16])}"))


def test_the_petit_alone_may_be_played() -> None:
    assert "garde" in legal(whole(f"T1 {' '.join(PLAIN[:17])}", petit_sec="played"))


def test_worlds_after_an_annulled_deal_have_what_was_shown() -> None:
    rules = built(deals=2)
    hands = [["T1", *PLAIN[:17]], *[["??"] * 18] * 3]
    state = called(rules.start(seed=3, first=3, deals=[Stacked(hands=hands)]), "petit sec")
    view = state.view(2)
    world = view.sample(Random(1))
    assert world.view(2) == view
    assert "T1" in world.results[0].deal.hands[0]


# The dog and what is laid away

DOG = "KH T21 2H 3H 4H 5H"


@pytest.mark.parametrize("contract", ["petite", "garde"])
def test_all_see_the_dog_before_the_declarer_takes_it(contract: str) -> None:
    state = called(whole(dog=DOG), f"{contract}, pass, pass, pass")
    assert {str(card) for card in state.view(2).deal.hands[0].known} == {*DOG.split()}
    assert len(state.deal.hands[0]) == 24


@pytest.mark.parametrize("contract", ["garde sans", "garde contre"])
def test_nobody_sees_the_dog_in_the_higher_contracts(contract: str) -> None:
    state = called(whole(dog=DOG), f"{contract}, pass, pass, pass")
    assert legal(state) == ["slam", "pass"]
    assert str(state.view(0).deal.stock) == "?? ?? ?? ?? ?? ??"


def test_no_king_no_bout_and_no_trump_is_laid_away() -> None:
    state = called(whole("EX T1 T5 KS", dog=DOG), "garde, pass, pass, pass")
    assert not {"KH", "KS", "T21", "T1", "EX", "T5"} & {*legal(state)}
    with pytest.raises(IllegalAction, match="KH may not be laid away"):
        state.play(0, "KH")
    with pytest.raises(IllegalAction, match="T5 may be laid away only where the hand has too few other cards"):
        state.play(0, "T5")
    state = called(state, "2H, 3H, 4H, 5H").play(0, legal(called(state, "2H, 3H, 4H, 5H"))[0])
    state = state.play(0, legal(state)[0])
    view = state.view(1)
    assert str(view.deal[LayAway]) == "hand 0: ?? ?? ?? ?? ?? ??"
    assert {str(card) for card in view.deal.hands[0].known} == {"KH", "T21"}
    assert view.sample(Random(1)).view(1) == view


def test_trumps_are_laid_away_where_they_must_be_and_shown() -> None:
    hand = " ".join(["KC", "KD", "KH", "KS", *TRUMPS[1:15]])
    state = called(whole(hand, dog="T16 T17 2H 3H 4H 5H"), "petite, pass, pass, pass")
    state = called(state, "2H, T2, 5H")
    assert "T3" in legal(state)
    state = called(state, "T3")
    assert legal_cards(state) == "3H 4H"
    state = called(state, "3H, 4H")
    (event,) = [event for event in state.view(2).events if isinstance(event, CardsLaidAway)]
    assert str(event) == "Laid away by seat 0: T2 T3 ?? ?? ?? ??."
    view = state.view(2)
    assert view.sample(Random(1)).view(2) == view


# Trumps shown


def shown(state: State, seat: int) -> list[str]:
    """The handfuls that a seat may show before its first card."""
    return [word for word in legal(to_first_card(state, seat)) if word in tarot.HANDFULS]


def to_first_card(state: State, seat: int) -> State:
    """The seats before it lead and follow, after seat 0 has announced no slam."""
    state = called(state, "garde contre, pass, pass, pass, pass")
    while state.actors != (seat,):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


@pytest.mark.parametrize(
    ("trumps", "excuse", "expected"),
    [
        (9, False, []),
        (9, True, ["handful"]),
        (10, False, ["handful"]),
        (12, True, ["handful", "double handful"]),
        (14, True, ["handful", "double handful", "triple handful"]),
    ],
)
def test_ten_thirteen_or_fifteen_trumps_make_a_handful(trumps: int, excuse: bool, expected: list[str]) -> None:
    hand = [*TRUMPS[:trumps], *(["EX"] if excuse else []), *PLAIN]
    other = "" if excuse else "EX"
    state = whole("" if excuse else other, " ".join(hand[:18]), dog=TRUMPS[20])
    assert shown(state, 1) == expected


@pytest.mark.parametrize(("players", "sizes"), [(3, (13, 15, 18)), (5, (8, 10, 13))])
def test_other_numbers_of_players_need_other_numbers_of_trumps(players: int, sizes: tuple[int, ...]) -> None:
    (calling,) = [phase.calling for phase in built(players=players).phases if isinstance(phase, CallingTricks)]
    assert calling == tarot.Handfuls(sizes)


def handful(state: State, seat: int, word: str) -> State:
    return to_first_card(state, seat).play(seat, word)


def test_a_handful_is_shown_just_before_the_first_card_of_its_hand() -> None:
    before = to_first_card(whole("EX", " ".join([*TRUMPS[:10], *PLAIN[:8]])), 1)
    assert len(before.deal[Tricks].current.plays) == 1
    state = before.play(1, "handful")
    assert str(state.events[-1]).startswith("Seat 1 says handful and shows T1 T2 T3")
    with pytest.raises(IllegalAction, match="a hand shows one handful"):
        state.play(1, "handful")
    with pytest.raises(IllegalAction, match="it takes 13 trumps, with the Excuse for one of them"):
        before.play(1, "double handful")
    state = before.play(1, before.legal(1)[0])
    while state.actors != (1,):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    with pytest.raises(IllegalAction, match="a handful is shown before the first card"):
        state.play(1, "handful")


def test_the_highest_trumps_are_shown_and_all_know_them() -> None:
    hand = " ".join([*TRUMPS[:12], *PLAIN[:6]])
    state = handful(whole("EX", hand), 1, "handful")
    view = state.view(3)
    assert [str(card) for card in view.deal.hands[1].known] == TRUMPS[2:12]
    world = view.sample(Random(1))
    assert world.view(3) == view


def test_the_excuse_among_them_says_that_there_are_no_others() -> None:
    hand = " ".join([*TRUMPS[4:13], "EX", *PLAIN[:8]])
    state = handful(whole("", hand), 1, "handful")
    view = state.view(3)
    assert [str(card) for card in view.deal.hands[1].known] == [*TRUMPS[4:13], "EX"]
    for seed in range(5):
        assert not {*TRUMPS[:4], *TRUMPS[13:]} & {str(card) for card in view.sample(Random(seed)).deal.hands[1]}


# Tricks


def test_the_next_seat_after_the_dealer_leads_but_a_slam_leads_itself() -> None:
    state = called(whole(dealer=1), "pass, garde contre, pass, pass")
    assert called(state, "pass").actors == (2,)
    assert called(state, "slam").actors == (3,)


def test_suit_must_be_followed_but_need_not_be_beaten() -> None:
    state = table("5H 2S / KH 3H / T2 4S / T5 T3", plays="5H")
    assert legal_cards(state) == "3H KH"
    with pytest.raises(IllegalAction, match="hand 2 holds 4S T2"):
        play(state, "3H").play(2, "4S")


def test_without_the_suit_a_trump_must_be_played_and_be_higher() -> None:
    state = table("5H 2S 3S / KH 3H 4H / T9 4S 5S / T5 T3 T12", plays="5H 3H T9")
    assert legal_cards(state) == "T12"
    state = table("5H 2S 3S / KH 3H 4H / T9 4S 5S / T5 T3 6S", plays="5H 3H T9")
    assert legal_cards(state) == "T3 T5"


def test_a_trump_led_must_be_beaten_too() -> None:
    state = table("T7 2S 3S / T6 T8 4H / T9 4S 5S / T5 T3 6S", plays="T7")
    assert legal_cards(state) == "T8"
    state = play(state, "T8 T9")
    assert legal_cards(state) == "T3 T5"


def test_without_suit_and_trumps_anything_goes() -> None:
    assert len(legal(table("5H 2S / 3C 4D / T2 4S / T5 T3", plays="5H"))) == 2


def test_the_excuse_may_be_played_instead_of_anything_and_binds_nobody() -> None:
    assert legal_cards(table("5H 2S / 3H EX / T2 4S / T5 T3", plays="5H")) == "3H EX"
    assert legal_cards(table("5H 2S / 3S EX / T2 4S / T5 T3", plays="5H")) == "3S EX"
    assert legal_cards(table("T5 2S / T9 EX / T2 4S / T7 T3", plays="T5")) == "T9 EX"


def test_after_the_excuse_led_the_next_card_sets_the_suit() -> None:
    state = table("EX 2S / 3H 5D / 4H T2 / T5 T3", plays="EX")
    assert len(legal(state)) == 2
    state = play(state, "3H")
    assert legal_cards(state) == "4H"
    assert tricks(play(state, "4H T3")).tricks[0].taker == 3


# The Excuse


def test_the_excuse_stays_and_its_side_gives_a_low_card_from_its_tricks() -> None:
    state = table("KC EX 2S / 2C 3C KH / 4C 5H 6H / 5C 7H 8H", plays="KC 2C 4C 5C EX KH 5H 7H")
    assert str(state.events[-1]) == "Trick 1 goes to hand 1; EX goes to hand 0; hand 0 gives 2C to hand 1."
    assert "EX" in tricks(state).captured(0)
    assert tricks(state).owed == ()


def test_it_is_given_a_trick_later_where_there_is_none_yet() -> None:
    state = table("EX T9 2S / KH 3H 4H / 5H 6H 7H / 8H 9H TH", plays="EX KH 5H 8H")
    assert tricks(state).owed == ((0, 1),)
    state = play(state, "3H 6H 9H T9")
    assert tricks(state).owed == ()
    assert str(state.events[-1]) == "Trick 1 goes to hand 0; 3H goes to hand 1."


def test_defenders_give_a_card_for_each_other() -> None:
    state = table("2S KH 4H / KS EX 3H / 3S 5H 6H / 4S 7H 8H", plays="2S KS 3S 4S")
    state = play(state, "EX 5H 7H KH")
    assert str(state.events[-1]) == "Trick 1 goes to hand 0; EX goes to hand 1; hand 1 gives 2S to hand 0."
    state = table("2S KH 4H / 3S 3H EX / KS 5H 6H / 4S 7H 8H", plays="2S 3S KS 4S")
    state = play(state, "5H 7H KH EX")
    assert str(state.events[-1]) == "Trick 1 goes to hand 0; EX goes to hand 1; hand 2 gives 2S to hand 0."


def test_nothing_is_given_among_defenders() -> None:
    state = table("2S KH 4H / EX 3H 5S / KS 5H 6H / 4S 7H 8H", plays="2S EX KS 4S")
    assert str(state.events[-1]) == "Trick 0 goes to hand 2."
    assert tricks(state).owed == ()


@pytest.mark.parametrize(("excuse_last", "keeper"), [("other_side", 0), ("winner", 3)])
def test_in_the_last_trick_the_excuse_changes_sides(excuse_last: str, keeper: int) -> None:
    taken = table("KS 2S KH / 3S 4S EX / 5S 6S AH / 7S QS 2H", plays="KS 3S 5S 7S", excuse_last=excuse_last)
    assert "EX" in tricks(play(taken, "2S 4S 6S QS 2H KH EX AH")).captured(0)
    own = table("KS 2S 4H / 3S 4S EX / 5S 6S AH / 7S QS KH", plays="KS 3S 5S 7S", excuse_last=excuse_last)
    end = play(own, "2S 4S 6S QS KH 4H EX AH")
    assert "EX" in tricks(end).captured(keeper)
    assert tricks(end).owed == ()


def test_the_defence_keeps_it_there_where_it_takes_every_trick() -> None:
    end = table("2S 4H / 3S EX / KS AH / 4S KH", plays="2S 3S KS 4S AH KH 4H EX")
    assert "EX" in tricks(end).captured(3)


def test_the_excuse_led_completes_a_slam() -> None:
    end = table("KH EX / 2H 3H / 4H 5H / 6H T1", plays="KH 2H 4H 6H EX 3H 5H T1")
    assert tricks(end).taken == (2, 0, 0, 0)
    assert "Trick 1 goes to hand 0." in [str(event) for event in end.events]
    assert "slam" in [line.reason for line in end.results[0].lines]


def test_the_excuse_led_last_is_lost_where_a_trick_was() -> None:
    end = table("KH EX AS / 2H 3H KS / 4H 5H 2S / 6H T1 3S", plays="AS KS 2S 3S 2H 4H 6H KH EX 3H 5H T1")
    assert tricks(end).tricks[-1].taker == 3
    assert "EX" in tricks(end).captured(3)


def test_an_excuse_that_is_never_paid_for_costs_half_a_point() -> None:
    end = table("KH KS / 2H 3H / EX 5S / 6H 7S", plays="KH 2H EX 6H KS 3H 5S 7S")
    assert tricks(end).owed == ((2, 0),)
    assert "EX" in tricks(end).captured(2)
    # Two kings, five low cards, and half a point for the Excuse: 12 points, that is 44 less than 56.
    assert end.results[0].lines[0].reason == "garde contre lost by 44; bouts: 0"


# Scores: deals that were played, as the score sheet has them


def sheet(
    points: float,
    bouts: str,
    contract: str,
    said: str = "",
    last: str = "",
    players: int = 4,
    partner: int | None = None,
) -> tuple[int, ...]:
    """What a deal scores in which the side of seat 0 took so many points, among them some bouts.

    Args:
        points: that the side took.
        bouts: that the side took.
        contract: of seat 0.
        said: announcements, each as a seat and a word.
        last: the last trick, and who took it; else a low one of the defence.
        players: how many play.
        partner: of seat 0.
    """
    lasting = last.split()[:-1]
    taker = int(last.split()[-1]) if last else players - 1
    pile = [*bouts.split(), *(lasting if taker in (0, partner) else [])]
    king = () if partner is None else ("KC",)
    rest = [card for card in DECK if card not in (*pile, *lasting, *king, "T1", "T21", "EX")]
    rest.sort(key=tarot.halves, reverse=True)
    for card in rest:
        if sum(map(tarot.halves, pile)) + tarot.halves(card) <= 2 * points:
            pile.append(card)
    assert sum(map(tarot.halves, pile)) == 2 * points
    mine = [card for card in pile if card not in lasting]
    others = [card for card in DECK if card not in (*pile, *lasting, *king)]
    low = [] if last else [others.pop()]
    table = TrickTable(
        tuple(
            Trick(
                tuple(Played(hand, hand, Play(card), card) for card in cards),
                taker=hand,
                captured=Captured([hand] * len(cards)),
            )
            for cards, hand in ((mine, 0), (others, players - 1), ([*lasting, *low], taker))
        ),
        Trick(()),
        (1,) * players,
    )
    words = [(int(one[0]), one[2:]) for one in said.split(", ") if one]
    slams = tuple(Announcement(seat, word) for seat, word in words if word == "slam")
    shown = tuple(CallMade(seat, seat, word, 0) for seat, word in words if word != "slam")
    deal = Deal.fresh(tarot.deck(), players=players, size=18).changed(declarer=0)
    nothing = (Hand(tarot.deck()),) * players
    for found in (ContractBids((), contract), LaidAway(nothing), Announced(slams), Calls(shown), table):
        deal = deal.with_record(found)
    deal = deal.changed(stock=deal.stock[:0])
    if partner is not None:
        play_of_king = Played(partner, partner, Play("KC"), "KC")
        tricks = (*table.tricks[:1], Trick((play_of_king,), taker=None), *table.tricks[1:])
        deal = deal.with_record(PartnerCalled(0, "KC")).with_record(TrickTable(tricks, Trick(()), (1,) * players))
    lines = tarot.ScoreTarot().lines(deal)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(players))


def test_a_garde_with_a_handful_and_the_petit_in_the_last_trick() -> None:
    # 49 points with two bouts are 8 more than 41: (25 + 8) x 2, 10 x 2 for the Petit, 20 for the trumps shown.
    assert sheet(49, "T21", "garde", "0 handful", "T1 2C 3C 4C 0") == (318, -106, -106, -106)


@pytest.mark.parametrize(("contract", "times"), [("petite", 1), ("garde", 2), ("garde sans", 4), ("garde contre", 6)])
def test_the_contract_multiplies_what_is_won_or_lost(contract: str, times: int) -> None:
    assert sheet(56, "", contract) == (75 * times, -25 * times, -25 * times, -25 * times)
    assert sheet(46, "", contract) == (-105 * times, 35 * times, 35 * times, 35 * times)


@pytest.mark.parametrize(("bouts", "needed"), [("", 56), ("EX", 51), ("T1 T21", 41), ("T1 T21 EX", 36)])
def test_how_many_points_are_needed(bouts: str, needed: int) -> None:
    assert sheet(needed, bouts, "petite")[1] == -25
    assert sheet(needed - 1, bouts, "petite")[1] == 26


def test_the_petit_in_the_last_trick_goes_to_who_takes_it_whoever_wins() -> None:
    assert sheet(50, "T21", "garde", last="T1 2C 3C 4C 3")[1] == 2 * (25 + 1) + 20
    assert sheet(46, "T21", "garde", last="T1 2C 3C 4C 0")[1] == -2 * (25 + 5) - 20
    assert sheet(56, "", "garde sans", last="T1 2C 3C 4C 3")[1] == -4 * 25 + 40


@pytest.mark.parametrize(
    ("contract", "points", "each"),
    [("garde sans", 56, -100 + 40), ("garde sans", 46, 140 + 40), ("petite", 56, -25 + 10), ("petite", 46, 35 + 10)],
)
def test_the_federations_examples_of_a_petit_that_the_defence_takes_last(contract: str, points: int, each: int) -> None:
    assert sheet(points, "", contract, last="T1 2C 3C 4C 3") == (-3 * each, each, each, each)


def test_trumps_shown_are_for_the_winner_whoever_showed_them() -> None:
    assert sheet(60, "", "garde", "1 double handful")[1] == -2 * 29 - 30
    assert sheet(50, "", "garde", "0 triple handful")[1] == 2 * 31 + 40
    assert sheet(50, "", "garde", "0 handful, 2 handful")[1] == 2 * 31 + 40


def test_half_a_point_left_over_is_the_winners() -> None:
    assert sheet(40.5, "T1 T21", "petite", players=3) == (-52, 26, 26)
    assert sheet(41.5, "T1 T21", "petite", players=3) == (52, -26, -26)


def test_a_slam_that_was_announced_and_missed() -> None:
    assert sheet(80, "T1 T21", "garde", "0 slam")[1] == -2 * (25 + 39) + 200


def test_slams_that_were_made() -> None:
    hands = "KH KS / 2H 3H / 4H 5S / 6H 7S"
    cards = "KH 2H 4H 6H KS 3H 5S 7S"
    plain = [line.points for line in table(hands, plays=cards).results[0].lines if line.reason == "slam"]
    assert plain == [600, -200, -200, -200]
    announced = table(hands, "garde contre, slam", plays=cards).results[0].lines
    assert [line.points for line in announced if line.reason == "slam"] == [1200, -400, -400, -400]
    lost = table("2H 3S / KH KS / 4H 5S / 6H 7S", plays="2H KH 4H 6H KS 5S 7S 3S").results[0].lines
    assert [line.points for line in lost if line.reason == "slam"] == [-600, 200, 200, 200]


def test_the_petit_before_the_excuse_that_completes_a_slam_counts() -> None:
    end = table("KH T1 EX / 2H 3H 4H / 5H 6H 7H / 8H 9H TH", plays="KH 2H 5H 8H T1 3H 6H 9H EX 4H 7H TH")
    assert [line.points for line in end.results[0].lines if "Petit" in line.reason] == [180, -60, -60, -60]
    missed = table("KH T1 2S / 2H 3H EX / 5H 6H 7H / 8H 9H TH", plays="KH 2H 5H 8H T1 3H 6H 9H 2S EX 7H TH")
    assert [line.points for line in missed.results[0].lines if "Petit" in line.reason] == []


def test_a_partner_gets_one_share_and_the_declarer_two() -> None:
    assert sheet(56, "", "garde", players=5, partner=2) == (100, -50, 50, -50, -50)
    assert sheet(56, "", "garde", players=5) == (200, -50, -50, -50, -50)
    assert sheet(56, "", "petite", players=3) == (50, -25, -25)


def test_what_was_laid_away_is_the_declarers_and_the_dog_is_whose_contract_says() -> None:
    hands = "KH 2S / 2H 3H / 4H 5S / KS 7S"
    points = {}
    for contract in ("garde sans", "garde contre"):
        end = table(hands, contract, plays="KH 2H 4H 7S 2S 3H 5S KS")
        points[contract] = end.results[0].lines[0].reason
    # With small hands all other cards lie in the dog.
    assert points["garde sans"] == "garde sans made by 49; bouts: 3"
    assert points["garde contre"] == "garde contre lost by 50; bouts: 0"


# The called king


def five(*held: str, dog: str = "", call: str = "call KH", contract: str = "garde contre") -> State:
    """A deal for five after the call of seat 0."""
    return called(whole(*held, dog=dog, players=5), f"{contract}, pass, pass, pass, pass, {call}")


def test_a_king_is_called_before_the_dog_is_seen() -> None:
    state = called(whole(players=5), "garde, pass, pass, pass, pass")
    assert legal(state) == ["call KC", "call KD", "call KH", "call KS"]
    assert len(state.deal.hands[0]) == 15
    assert str(called(state, "call KD").deal[CallPartner]) == "seat 0 calls KD"


def test_with_all_kings_a_queen_may_be_called_and_with_all_queens_a_knight() -> None:
    kings, queens = "KC KD KH KS", "QC QD QH QS"
    state = called(whole(kings, players=5), "garde, pass, pass, pass, pass")
    assert legal(state)[4:] == ["call QC", "call QD", "call QH", "call QS"]
    state = called(whole(f"{kings} {queens}", players=5), "garde, pass, pass, pass, pass")
    assert legal(state)[8:] == ["call CC", "call CD", "call CH", "call CS"]
    with pytest.raises(IllegalAction, match="a card is called now, one of KC KD KH KS QC"):
        state.play(0, "pass")


def test_who_calls_a_queen_shows_the_kings() -> None:
    state = five("KC KD KH KS", call="call QS")
    assert {str(card) for card in state.view(3).deal.hands[0].known} == {"KC", "KD", "KH", "KS"}
    view = state.view(3)
    assert view.sample(Random(1)).view(3) == view


def test_nobody_but_the_partner_knows_who_holds_the_king() -> None:
    state = five("2H", "", "KH")
    state = called(state, "pass")
    views = [state.view(seat) for seat in (0, 1, 3, None)]
    assert all("KH" not in view.deal.hands[2] for view in views)
    holders = {
        next(hand for hand in range(5) if "KH" in world.deal.hands[hand])
        for seed in range(40)
        for world in [state.view(1).sample(Random(seed))]
        if "KH" not in [str(card) for card in world.deal.stock]
    }
    assert holders == {0, 2, 3, 4}


def test_no_other_card_of_the_kings_suit_is_led_to_the_first_trick() -> None:
    hands = "2H 3C / 4H 5H / KH 6S / 7S 8S / 9S TS"
    state = table(hands, "garde contre, call KH")
    assert legal_cards(state) == "3C"
    with pytest.raises(IllegalAction, match="KH is called: no other hearts may be led to the first trick"):
        state.play(0, "2H")
    assert legal_cards(table("KH 2H / 4H 5H / 3C 6S / 7S 8S / 9S TS", "garde contre, call KH")) == "KH"
    assert len(legal(play(state, "3C 4H 6S 7S TS"))) == 1


def test_while_the_partner_is_secret_every_hand_settles_for_the_excuse_itself() -> None:
    hands = "3C 2H 4D / 4C EX 5H / KC KH 6S / 5C 8S 7S / 6C 9S TS"
    state = table(hands, "garde contre, call KH", plays="3C 4C KC 5C 6C")
    state = play(state, "6S 8S TS 2H EX")
    assert tricks(state).owed == ((1, 4),)
    assert state.deal[CallPartner].partner(tricks(state)) is None
    state = play(state, "9S 4D 5H KH 7S")
    lines = {line.seat: line.points for line in state.results[0].lines if line.reason.startswith("garde")}
    assert lines[0] == 2 * lines[2]
    assert lines[1] == lines[3] == lines[4] == -lines[2]


def test_a_king_in_the_dog_leaves_the_declarer_alone() -> None:
    hands = "3C 2D / 4C 3D / KC 4D / 5C 5D / 6C 6D"
    end = table(hands, "garde contre, call KH", plays="3C 4C KC 5C 6C 4D 5D 6D 2D 3D")
    scores = end.results[0].scores
    assert scores == (-4 * scores[1], *[scores[1]] * 4)


# Options


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 6}, "players=6 is not one of 3, 4, 5"),
        ({"petit_sec": "annul"}, "did you mean 'annulled'"),
        ({"deals": 0}, "deals=0 is not one of"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        tarot.rules(**given)


def test_games_are_written_down() -> None:
    end = playout(built(players=5, deals=1), seed=2)
    again = record.loads(str(record.of(end)))
    again.verify()
    assert again.replay().events == end.events


# An oracle, written from the rules apart from the library: cards are texts


ORDER = "A23456789TJCQK"
VALUES = {"K": 9, "Q": 7, "C": 5, "J": 3}


def suit(card: str) -> str:
    """The letter of a suit, `T` for a trump; nothing for the Excuse."""
    return "" if card == "EX" else "T" if card[1:].isdecimal() else card[-1]


def worth(card: str) -> int:
    """In half points."""
    return 9 if card in ("T1", "T21", "EX") else VALUES.get(card[0], 1)


def trumps_in(hand: list[str]) -> list[int]:
    return sorted(int(card[1:]) for card in hand if suit(card) == "T")


def may_play(hand: list[str], lying: list[str], first: bool, king: str | None) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    serious = [card for card in lying if card != "EX"]
    if not lying and first and king:
        return {card for card in hand if card == king or suit(card) != suit(king)} or {*hand}
    if not serious:
        return {*hand}
    excuse = {"EX"} & {*hand}
    same = {card for card in hand if suit(card) == suit(serious[0])}
    if same and suit(serious[0]) != "T":
        return same | excuse
    highest = max(trumps_in(serious), default=0)
    mine = trumps_in(hand)
    forced = {f"T{rank}" for rank in mine if rank > highest} or {f"T{rank}" for rank in mine}
    return forced | excuse if forced else {*hand}


def taken_by(lying: list[str]) -> int:
    """The place of the card that takes a trick, which is not one of the Excuse alone."""
    trumps = trumps_in(lying)
    if trumps:
        return lying.index(f"T{trumps[-1]}")
    led = next(suit(card) for card in lying if card != "EX")
    return max((place for place, card in enumerate(lying) if suit(card) == led), key=lambda n: ORDER.index(lying[n][0]))


def said_by(state: State, expected: set[str], draw: Random, seldom: frozenset[str] = frozenset()) -> tuple[State, str]:
    """The only seat to act may say what is expected, and says something of it, some things seldom."""
    (seat,) = state.actors
    assert {*legal(state)} == expected
    word = draw.choice(sorted(expected - seldom if draw.random() < 0.8 else expected))
    return state.play(seat, word), word


def bidding(state: State, hands: list[list[str]], order: list[int], draw: Random) -> tuple[State, int, str]:
    """Who plays what, after the bids; nobody where the deal is not played."""
    left, taker, contract = ["petite", "garde", "garde sans", "garde contre"], -1, ""
    alone = [seat for seat in order if trumps_in(hands[seat]) == [1] and "EX" not in hands[seat]]
    if alone and state.rules.options["petit_sec"] == "annulled":
        assert state.actors == (*alone,)
        return said_by(state, {"petit sec"}, draw)[0], -1, "petit sec"
    for seat in order:
        assert state.actors == (seat,)
        state, word = said_by(state, {*left, "pass"}, draw, frozenset(left[1 if seat == order[0] else 0 :]))
        if word != "pass":
            taker, contract, left = seat, word, left[left.index(word) + 1 :]
    return state, taker, contract or "pass"


def calling(state: State, hand: list[str], draw: Random) -> tuple[State, str]:
    """The king that is called, or a queen by one who has all kings, and so on."""
    cards: set[str] = set()
    for rank in "KQC":
        cards |= {f"{rank}{letter}" for letter in "CDHS"}
        if not cards <= {*hand}:
            break
    state, word = said_by(state, {f"call {card}" for card in cards}, draw)
    return state, word.removeprefix("call ")


def laying_away(state: State, hand: list[str], number: int, draw: Random) -> tuple[State, list[str]]:
    """What is laid away of a hand with the dog, which is taken out of it."""
    free = [card for card in hand if suit(card) not in ("", "T") and card[0] != "K"]
    forced, laid = max(number - len(free), 0), list[str]()
    for _ in range(number):
        trumps = [card for card in hand if suit(card) == "T" and card not in ("T1", "T21")]
        state, word = said_by(state, {*free, *(trumps if forced else [])}, draw)
        if word in free:
            free.remove(word)
        else:
            forced -= 1
        hand.remove(word)
        laid.append(word)
    return state, laid


def handfuls_of(hand: list[str], players: int) -> dict[str, int]:
    """What a hand may show of its trumps before its first card, with the points."""
    sizes, count = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}[players], len(trumps_in(hand)) + ("EX" in hand)
    pairs = zip(("handful", "double handful", "triple handful"), sizes, (20, 30, 40), strict=True)
    return {name: points for name, size, points in pairs if count >= size}


def holds_to_the_oracle(state: State, draw: Random) -> str:
    """Play a deal to its end, and compare every decision and every score; gives what was played."""
    players, dealer = state.rules.players, state.deal.starter
    hands, dog = [[str(card) for card in hand] for hand in state.deal.hands], [str(card) for card in state.deal.stock]
    size, order = len(hands[0]), [(dealer + step) % players for step in range(1, players + 1)]
    state, taker, contract = bidding(state, hands, order, draw)
    if taker < 0:
        assert state.results[0].lines == ()
        return contract
    king, laid = None, [] if contract == "garde contre" else dog
    if players == 5:
        state, king = calling(state, hands[taker], draw)
    if contract in ("petite", "garde"):
        hands[taker] += dog
        state, laid = laying_away(state, hands[taker], len(dog), draw)
    state, word = said_by(state, {"slam", "pass"}, draw, frozenset({"slam"}))
    leader = taker if word == "slam" else order[0]
    shown = 0
    partner = next((seat for seat in range(players) if king in hands[seat]), taker)
    attack, sides = {taker, partner}, list[bool]()
    halves, bouts, ends, taken = sum(map(worth, laid)), len({"T1", "T21", "EX"} & {*laid}), 0, [0] * players
    played: list[list[str]] = []
    for number in range(size):
        lying: list[str] = []
        seats = [(leader + step) % players for step in range(players)]
        for seat in seats:
            assert state.actors == (seat,)
            expected = may_play(hands[seat], lying, number == 0, king)
            allowed = {} if number else handfuls_of(hands[seat], players)
            assert {*legal(state)} == expected | allowed.keys()
            if allowed and draw.random() < 0.7:
                trumps = draw.choice(sorted(allowed))
                state, shown = state.play(seat, trumps), shown + allowed[trumps]
                assert {*legal(state)} == expected
            card = draw.choice(sorted(expected))
            hands[seat].remove(card)
            lying.append(card)
            state = state.play(seat, card)
        leader, last = seats[taken_by(lying)], number == size - 1
        mine = "EX" in lying and seats[lying.index("EX")] in attack
        swept = "EX" in lying and {*sides} == {mine}
        if last and swept and lying[0] == "EX":
            leader = seats[0]
        side = leader in attack
        for card in lying:
            owner = side
            if card == "EX" and not last:
                # Half a point for it, whenever it is paid.
                owner, halves = mine, halves + (side - mine)
            elif card == "EX" and mine == side and not swept and state.rules.options["excuse_last"] == "other_side":
                owner = not mine
            halves, bouts = halves + owner * worth(card), bouts + (owner and card in ("T1", "T21", "EX"))
        taken[leader] += 1
        sides.append(side)
        played.append(lying)
        if last and ("T1" in lying or (swept and mine == side and "T1" in played[-2])):
            ends = 1 if side else -1
    needed = 2 * (56, 51, 41, 36)[bouts]
    sign, points = 1 if halves >= needed else -1, -(-abs(halves - needed) // 2)
    times = {"petite": 1, "garde": 2, "garde sans": 4, "garde contre": 6}[contract]
    value = sign * (25 + points) * times + 10 * ends * times + sign * shown
    if all(sides):
        value += 400 if word == "slam" else 200
    elif word == "slam" or not any(sides):
        value -= 200
    scores = [-value] * players
    scores[partner] = value
    scores[taker] = value * (players - len(attack) - (partner != taker))
    result = state.results[0]
    assert result.deal[Tricks].taken == tuple(taken)
    assert result.scores == tuple(scores)
    return contract


def stacked(draw: Random, players: int) -> Stacked:
    """A deal at random, or one in which one hand has most of the high cards, or of the trumps."""
    size, cards = tarot.SIZES[players][0], draw.sample(DECK, 78)
    wanted = draw.choice((None, lambda card: worth(card) > 1, lambda card: suit(card) in ("T", "")))
    if wanted is not None:
        first = [card for card in cards if wanted(card)]
        first = first[: draw.randint(8, len(first))]
        cards = [*first, *(card for card in cards if card not in first)]
    seats = draw.sample(range(players), players)
    return Stacked(hands=[cards[size * seat : size * seat + size] for seat in seats], stock=cards[size * players :])


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_deals_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    players = draw.choice((3, 4, 4, 5, 5))
    petit_sec, excuse_last = draw.choice(("annulled", "played")), draw.choice(("other_side", "winner"))
    rules = built(players=players, deals=1, petit_sec=petit_sec, excuse_last=excuse_last)
    dealer = draw.randrange(players)
    assert holds_to_the_oracle(rules.start(seed=seed, first=dealer, deals=[stacked(draw, players)]), draw)


@pytest.mark.sample(0)
@pytest.mark.parametrize("players", [3, 4])
def test_it_runs_compiled(players: int) -> None:
    assert batch.supports(built(players=players, deals=1))


TestLaws = laws(tarot.rules, examples=effort(3), moves=120, deals=1)


# Compiled


def completed_by_the_excuse(table: TrickTable) -> bool:
    """Whether the last trick went to the hand that led the Excuse to it."""
    last = table.tricks[-1]
    return last.plays[0].card == "EX" and last.taker == last.plays[0].hand


@pytest.mark.sample(0)
@pytest.mark.parametrize(("size", "options"), [(3, {}), (3, {"excuse_last": "winner"}), (4, {"players": 5}), (18, {})])
def test_compiled_deals_are_scored_without_being_played_again(size: int, options: dict[str, Any]) -> None:
    rules, count = small(size, **options), 800 if size < 5 else 80
    found, completed = batch.deals(rules, count, seed=7, threads=1, moves=True, cards=True), 0
    for number in range(count):
        deal, masks = found.result(number).deal, found.cards[number].tolist()
        assert found.points[number].tolist() == [*found.result(number).scores]
        if (played := deal.get(Tricks)) is None:
            continue
        assert found.tricks[number].tolist() == [*played.taken]
        for hand, mask in enumerate(masks):
            taken = [play.card for trick in played.tricks if trick.taker == hand for play in trick.plays]
            assert sum((word % 2**64) << 64 * up for up, word in enumerate(mask)) == deal.deck.mask(taken)
        completed += completed_by_the_excuse(played)
    assert completed or size > 4
    assert not compile_rules(rules).scoring.why
