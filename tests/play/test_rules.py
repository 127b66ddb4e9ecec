"""Rules are values, and house rules are other values."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from attrs import evolve

from trickkit import InvalidAction, InvalidRules, InvalidSeat, Stacked, playout
from trickkit.phases import BidAndHold, Bids, Confidence, DealOut, Tricks, TurnTrump
from trickkit.play.playout import states
from trickkit.policies.control import Owner
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.visibility import AllHands, OwnHand
from trickkit.variants import pikoko

RULES = pikoko.rules(players=3)
NAMED = "name a phase by its class, not by a text or a value; there are: DealOut, TurnTrump, Bids, Confidence, Tric"


def names(rules: object) -> list[str]:
    return [type(phase).__name__ for phase in rules.phases]  # type: ignore[attr-defined]


def test_replace_one_policy_of_one_phase() -> None:
    house = RULES.replace(Tricks, follow=MustOvertrump())
    assert house.phases[-1].follow == MustOvertrump()  # type: ignore[attr-defined]
    assert house.phases[:-1] == RULES.phases[:-1]
    assert house != RULES
    assert pikoko.rules(players=3) == RULES


def test_replace_a_phase_that_stands_twice_changes_both() -> None:
    twice = RULES.before(Bids, Confidence()).replace(Confidence, own=False)
    assert [phase.own for phase in twice.phases if isinstance(phase, Confidence)] == [False, False]


def test_replace_a_part_of_the_rules() -> None:
    assert RULES.replace(key="short", ending=AfterDeals(deals=1)).ending == AfterDeals(deals=1)


def test_phases_are_left_out_and_put_in() -> None:
    assert names(RULES.without(Confidence)) == ["DealOut", "TurnTrump", "Bids", "Tricks"]
    assert names(RULES.before(Bids, Confidence())) == [
        "DealOut",
        "TurnTrump",
        "Confidence",
        "Bids",
        "Confidence",
        "Tricks",
    ]
    assert names(RULES.after(Tricks, TurnTrump())) == [*names(RULES), "TurnTrump"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda: RULES.without(Confidence).without(Confidence),
            "Confidence is not among the phases: DealOut, TurnTrump",
        ),
        (lambda: RULES.after(Bids, Bids()).without(Bids), "Bids occurs 2 times among the phases"),
        (
            lambda: RULES.replace(Tricks, folow=MustOvertrump()),
            r"Tricks has no 'folow' \(did you mean 'follow'\?\); it has:",
        ),
        (lambda: RULES.replace(endng=None), r"Rules has no 'endng' \(did you mean 'ending'\?\)"),
        (
            lambda: RULES.replace(Tricks, follow="x"),
            "Tricks: follow='x' is not a Follow",
        ),
        (lambda: RULES.replace(Tricks, control=OwnHand()), r"Tricks: control=OwnHand\(\) is not a Control"),
        (lambda: RULES.replace(Confidence, own=1), "Confidence: own=1 is not a bool"),
        (lambda: RULES.replace(Confidence, cards=-1), "Confidence: cards=-1 is not a whole number from 0 on"),
        (lambda: RULES.replace(schedule=None), "Rules: schedule=None is not a Schedule"),
        (lambda: RULES.replace(scoring=(1,)), r"Rules: scoring\[0\]=1 is not a Scoring"),
        (lambda: RULES.after(Bids, Tricks), r"Rules: phases\[3\] is the class Tricks; write Tricks\(...\)"),
        (lambda: RULES.replace(scoring=None), r"Rules: scoring\[0\]=None is not a Scoring"),
        (
            lambda: RULES.replace(scoring="ScoreBids"),
            r"Rules: scoring\[0\]='ScoreBids' is not a Scoring; write ScoreBids\(...\), without quotes",
        ),
        (lambda: RULES.replace(phases=None), r"Rules: phases\[0\]=None is not a Phase"),
        (lambda: RULES.replace("Tricks", follow=MustOvertrump()), rf"'Tricks' is not a class; {NAMED}"),  # type: ignore[arg-type]
        (lambda: RULES.without("Tricks"), rf"'Tricks' is not a class; {NAMED}"),  # type: ignore[arg-type]
        (lambda: RULES.without(Bids()), rf"Bids\(.*\) is not a class; {NAMED}"),  # type: ignore[arg-type]
        (lambda: RULES.before("Tricks", Bids()), rf"'Tricks' is not a class; {NAMED}"),  # type: ignore[arg-type]
        (lambda: RULES.after("Tricks", Bids()), rf"'Tricks' is not a class; {NAMED}"),  # type: ignore[arg-type]
        (lambda: RULES.replace(players=4), "players is an option: give it when the rules are built"),
        (lambda: RULES.replace(source_text="x"), "Rules has no 'source_text'"),
    ],
)
def test_a_change_that_fits_nothing_names_what_would(change: object, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        change()  # type: ignore[operator]


@pytest.mark.parametrize("wrong", ["pikoko", pikoko.rules, None])
def test_what_is_no_rules_is_not_played(wrong: Any) -> None:
    for play in (playout, lambda rules: next(states(rules))):
        with pytest.raises(InvalidRules, match=r" is not a Rules object; make one with a variant's rules\(\) or "):
            play(wrong)


def test_the_repr_tells_how_the_rules_were_made() -> None:
    house = RULES.replace(DealOut, visibility=OwnHand()).replace(Tricks, control=Owner()).without(Confidence)
    house = house.before(Bids, Confidence(own=False)).after(Tricks, TurnTrump()).replace(scoring=RULES.scoring)
    scope = {**vars(pikoko), **globals(), **vars(__import__("trickkit.policies.trump", fromlist=["_"]))}
    assert repr(house).startswith("pikoko.rules(players=3).replace(DealOut, visibility=OwnHand())")
    assert eval(repr(house), scope) == house


def test_rules_are_pickled_and_hashed_as_values() -> None:
    house = RULES.replace(Tricks, follow=MustOvertrump())
    house.start(seed=7)
    assert pickle.loads(pickle.dumps(house)) == house
    assert hash(house) == hash(RULES.replace(Tricks, follow=MustOvertrump()))


def test_a_seat_plays_only_from_a_hand_that_it_sees() -> None:
    with pytest.raises(InvalidRules, match=r"seat 2 plays from hand 0, which it does not see; change the control"):
        RULES.replace(DealOut, visibility=OwnHand()).start(seed=7)
    assert RULES.replace(DealOut, visibility=AllHands()).start(seed=7).actors


def test_a_start_that_cannot_be_names_game_and_deal() -> None:
    with pytest.raises(InvalidRules, match=r"hand 0 has 1 card; a whole .* seed \(pikoko, deal 1, seat 0\)"):
        RULES.start(deals=[Stacked(), Stacked(hands=[["R2"], None, None])])
    with pytest.raises(InvalidRules, match="4 stacked deals; the game has 3"):
        RULES.start(deals=[Stacked()] * 4)
    with pytest.raises(InvalidRules, match=r"deals\[0\] is 'R2'; a deal is given as Stacked"):
        RULES.start(deals=["R2"])  # type: ignore[list-item]
    with pytest.raises(InvalidSeat, match=r"seat 3: this game has the seats 0\.\.2 \(pikoko\)"):
        RULES.start(first=3)
    with pytest.raises(InvalidSeat, match="seat '1'"):
        RULES.start(first="1")  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="deals is a list of Stacked"):
        RULES.start(deals=Stacked())  # type: ignore[arg-type]


def test_a_drawn_starter_leaves_the_cards_as_they_are() -> None:
    drawn, given = RULES.start(seed=7), RULES.start(seed=7, first=2)
    assert drawn.deal.hands == given.deal.hands
    assert {RULES.start(seed=seed).deal.starter for seed in range(30)} == {0, 1, 2}


def test_the_number_of_players_changes_with_the_option_alone() -> None:
    for change in (lambda: RULES.replace(players=2), lambda: evolve(RULES, players=2)):
        with pytest.raises(
            InvalidRules, match=r"players is an option: give it when the rules are built, as in load\(KEY, p"
        ):
            change()


def test_what_a_view_reaches_cannot_be_changed() -> None:
    view = RULES.start(seed=7).view(0)
    for mapping in (view.rules.options, view.rules.actions, view.deal.deck.kinds, view.deal.deck.card_of):
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping["players"] = 99  # type: ignore[index]


def test_actions_are_read_back() -> None:
    assert list(RULES.actions)[:3] == ["0", "1", "2"]
    assert "trust 3" not in RULES.actions
    assert "trust 4" in pikoko.rules(players=3, absent_confidence="zero").actions
    with pytest.raises(
        InvalidAction, match="'M7' is not an action of this game; the card M7 is played as one of R7, W7, P7"
    ):
        RULES.action("M7")
    with pytest.raises(InvalidAction, match="'R5' is not an action of this game; no phase plays cards so"):
        RULES.without(Tricks).action("R5")
    with pytest.raises(InvalidAction, match=r"'r5' is not an action of this game \(did you mean 'R5'\?\)"):
        RULES.action("r5")
    with pytest.raises(InvalidAction, match=r"'trust 3' is not an action of this game \(did you mean 'trust 2'\?\)"):
        RULES.action("trust 3")


@pytest.mark.parametrize("part", ["key", "name", "summary", "source"])
@pytest.mark.parametrize("text", ["\x1b[2J", "a\nb", "\x9b2J", "\u202e", 3])
def test_what_rules_are_called_can_be_printed(part: str, text: object) -> None:
    with pytest.raises(InvalidRules) as caught:
        pikoko.rules().replace(**{part: text})
    assert caught.value.message == f"Rules: {part}={text!r} is not a text that can be printed"


def test_a_game_has_at_most_ten_thousand_actions() -> None:
    rules = pikoko.rules().after(DealOut, BidAndHold(values=tuple(range(10_000))))
    with pytest.raises(InvalidRules, match="BidAndHold: a game has at most 10,000 different actions"):
        rules.start()


def test_options_that_cannot_be_hashed_are_refused_when_rules_are_made() -> None:
    with pytest.raises(InvalidRules, match=r"options: hand_sizes: \[8\] cannot be hashed .* use tuples"):
        evolve(pikoko.rules(players=3), options={"hand_sizes": [8]})


@pytest.mark.parametrize("seed", [10**5000, -(10**4000)], ids=["positive", "negative"])
def test_a_seed_of_too_many_digits_is_refused(seed: int) -> None:
    with pytest.raises(InvalidRules, match="a seed has at most 4,000 digits; this one has more"):
        pikoko.rules(players=3).start(seed=seed)


def test_a_seed_of_the_most_digits_is_played() -> None:
    assert pikoko.rules(players=3).start(seed=10**4000 - 1).actors
