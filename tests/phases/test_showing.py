"""Melds on the table: who shows what, what others know, and how sheets say it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from trickkit import Deal, InvalidRules, Rules, ScoreLine, Stacked, State, batch, load
from trickkit.model.cards import Deck, french
from trickkit.phases import DealOut, DeclareMelds, FixedTrump, ShowMelds, Tricks
from trickkit.policies.combinations import Combinations
from trickkit.policies.ending import AfterDeals
from trickkit.policies.melds import Melding, RunsAndSets
from trickkit.policies.participants import Everyone, Participants, Starter
from trickkit.policies.partners import Alone
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring
from trickkit.testing import laws

MELDING = Combinations(trumps={"A K Q": (50, 500), "K Q": 40}, plain={"K Q": 20}, cards={"QS JD": 30})


@frozen
class ShownMelds(Scoring):
    """Every seat scores its melds."""

    reads = (ShowMelds, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "melds", deal[ShowMelds].points(seat)) for seat in deal.seats)


def game(who: Participants = Everyone(), melding: Melding = MELDING, copies: int = 2) -> Rules:  # noqa: B008
    """A game of six tricks for three, with hearts as trump."""
    return Rules(
        key="showing",
        name="Showing",
        players=3,
        deck=Deck(card for card in french("JQKA") for _ in range(copies)),
        phases=(DealOut(), FixedTrump("hearts"), ShowMelds(melding=melding, who=who), Tricks()),
        scoring=ShownMelds(),
        schedule=Schedule(hand_sizes=SameSize(6 if copies > 1 else 4)),
        ending=AfterDeals(deals=1),
    )


TestLaws = laws(game(), examples=3)
HANDS = ("AH KH QH KH QH JC", "KC QC KS QS JD JD", "AC AD AS JC JS JS")


def table(rules: Rules) -> State:
    return rules.start(first=0, deals=[Stacked(hands=[hand.split() for hand in HANDS])])


def shown(state: State) -> list[str]:
    return [str(event) for event in state.events if " shows " in str(event)]


def test_seats_show_all_their_melds_in_turn() -> None:
    state = table(game())
    assert shown(state) == [
        "Seat 1 shows QS JD (30), KC QC (20), KS QS (20).",
        "Seat 2 shows no meld.",
        "Seat 0 shows AH KH QH (50), KH QH (40).",
    ]
    assert [state.deal[ShowMelds].points(seat) for seat in range(3)] == [90, 70, 0]
    assert str(state.deal[ShowMelds]).startswith("seat 0: AH KH QH (50), KH QH (40); seat 1: QS JD (30)")
    assert state.deal[ShowMelds].words([0, 2]) == "AH KH QH (50), KH QH (40)"


def test_all_see_the_cards_of_melds_and_no_others() -> None:
    deal = table(game()).view(2).deal
    assert [str(hand) for hand in deal.hands[:2]] == ["QH QH KH KH AH ??", "QC KC JD QS KS ??"]


def test_only_those_who_take_part_show_anything() -> None:
    state = table(game(who=Starter()))
    assert shown(state) == ["Seat 0 shows AH KH QH (50), KH QH (40)."]
    assert state.deal[ShowMelds].shown[1] == ()
    assert str(state.view(2).deal.hands[1]) == "?? ?? ?? ?? ?? ??"


def test_worlds_have_the_melds_that_were_shown_and_no_others() -> None:
    draw = Random(3)
    for seat in range(3):
        view = table(game()).view(seat)
        for world in [view.sample(draw) for _ in range(20)]:
            assert world.view(seat) == view
            assert [world.deal[ShowMelds].points(other) for other in range(3)] == [90, 70, 0]


def test_a_hand_claims_the_melds_that_it_has_shown_and_no_others() -> None:
    deal = table(game()).view(2).deal
    first, *_ = game().phases[2].claims(deal)
    assert (first.hand, str(deal.events[first.event])[:6]) == (1, "Seat 1")
    cards = ("KC", "QC", "KS", "QS", "JD")
    assert [first.agrees((*cards, more)) for more in ("JD", "JC", "QS", "KD")] == [True, True, True, True]
    assert [first.agrees((*cards, *more)) for more in (("QD", "KD"), ("KC", "QC"), ("QS", "JD"))] == [False] * 3


def test_runs_and_sets_are_shown_as_well() -> None:
    melding = RunsAndSets(order="JQKA", runs={3: 20, 4: 50}, sets={"A": 100})
    hands = ["AC AD AH AS", "JC QC KC KD", "JD QD JH JS"]
    rules = game(melding=melding, copies=1)
    state = rules.start(first=0, deals=[Stacked(hands=[hand.split() for hand in hands])])
    assert [state.deal[ShowMelds].points(seat) for seat in range(3)] == [100, 20, 0]
    (how,) = [one.how for one in batch.supports(rules).phases if one.name == "ShowMelds"]
    assert how == "python"


def test_a_sheet_says_what_is_shown(tmp_path: Path) -> None:
    sheet = tmp_path / "melds.toml"
    sheet.write_text(
        'base = "whist"\n'
        "[phases.ShowMelds]\n"
        'before = "Tricks"\n'
        'melding = { policy = "Combinations", trumps = { "K Q" = [40, 100] }, sets = { A = 100 } }\n'
    )
    phase = next(one for one in load(str(sheet)).phases if isinstance(one, ShowMelds))
    assert phase.melding == Combinations(trumps={"K Q": (40, 100)}, sets={"A": 100})


def test_combinations_cannot_be_declared_in_words() -> None:
    declaring = DeclareMelds(melding=MELDING, partners=Alone())
    rules = game().replace(scoring=()).without(ShowMelds).before(Tricks, declaring)
    with pytest.raises(InvalidRules, match="Combinations lists combinations, for which there are no words"):
        rules.start(seed=1)


def test_what_is_not_a_melding_is_refused() -> None:
    with pytest.raises(InvalidRules, match="ShowMelds: melding"):
        ShowMelds(melding={"K Q": 20})  # type: ignore[arg-type]
