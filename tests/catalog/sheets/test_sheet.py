"""House-rule sheets: what they say, and the rules that come out."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import KEYS, variants

import trickkit
from trickkit import InvalidRules, Rules, load, playout
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, sheet
from trickkit.model.cards import Suit
from trickkit.phases import BuyTrump, DealOut, NameTrump, Tricks
from trickkit.policies.control import Owner
from trickkit.policies.ending import AfterDeals, BestDeal
from trickkit.policies.follow import MustFollow, MustOvertrump, MustTrump
from trickkit.policies.lead import OpenerAlways, WinningHand, WinningSeat
from trickkit.policies.schedule import FewestPoints, ListedSizes, NextSeat, SameSize, Schedule
from trickkit.policies.visibility import OwnHand
from trickkit.scoring import Doubled, ScoreBids, ScoreEstimates, ZeroEstimate
from trickkit.variants import pikinni, pikoko

STRICT = """
base = "pikinni"
key = "strict"
name = "Strict Pikinni"
summary = "Beat the trick."
source = "our table"
without = ["BuyTrump"]

[options]
players = 3
challenge = true

[phases.Tricks]
follow = "MustOvertrump"
lead = { policy = "OpenerAlways" }

[phases.CallDouble]
most = 1
again = true
order = { policy = "Clockwise", after = 0 }

[scoring]
policy = "Doubled"
scoring = { policy = "ScoreEstimates", trick = 1, bonus = 2, off = -3, zero = { size = 2, made = 5, failed = -5 } }

[schedule]
hand_sizes = { policy = "ListedSizes", sizes = [1, 2, 3, 4, 5] }

[ending]
policy = "AfterDeals"
deals = 5
ties = ["BestDeal"]
"""

CHANGED = """
base = "pikoko"
without = "TurnTrump"

[scoring.ScoreBids]
exact = 5

[ending]
deals = 2
"""


def built(text: str, **given: object) -> Rules:
    return sheet(text, "house.toml")(**given)


def phase(rules: Rules, kind: type[Any]) -> Any:
    (found,) = (one for one in rules.phases if isinstance(one, kind))
    return found


# What comes out


def test_everything_that_a_sheet_can_say() -> None:
    from trickkit.phases import CallDouble
    from trickkit.policies.order import Clockwise

    zero = ZeroEstimate(size=2, made=5, failed=-5)
    rules = built(STRICT)
    expected = (
        pikinni.rules(players=3, challenge=True)
        .without(BuyTrump)
        .replace(Tricks, follow=MustOvertrump(), lead=OpenerAlways())
        .replace(CallDouble, most=1, again=True, order=Clockwise(0))
        .replace(
            key="strict",
            name="Strict Pikinni",
            summary="Beat the trick.",
            source="our table",
            scoring=Doubled(scoring=ScoreEstimates(trick=1, bonus=2, off=-3, zero=zero)),
            schedule=Schedule(hand_sizes=ListedSizes((1, 2, 3, 4, 5)), starter=NextSeat()),
            ending=AfterDeals(deals=5, ties=(BestDeal(),)),
        )
    )
    assert rules == expected
    assert playout(rules, seed=7).outcome == playout(expected, seed=7).outcome


def test_a_sheet_that_only_names_its_base() -> None:
    rules = built("base = 'pikoko'")
    assert rules == pikoko.rules().replace(key="house")


def test_a_table_without_a_policy_changes_what_is_there() -> None:
    rules, base = built(CHANGED), pikoko.rules()
    assert rules.scoring[0] == attrs.evolve(base.scoring[0], exact=5)
    assert rules.scoring[1:] == base.scoring[1:]
    assert rules.ending == attrs.evolve(base.ending, deals=2)
    assert [type(one).__name__ for one in rules.phases] == ["DealOut", "Bids", "Confidence", "Tricks"]


def test_a_table_with_a_policy_replaces_what_is_there() -> None:
    text = 'base = "pikoko"\n[ending]\npolicy = "AfterDeals"\ndeals = 2\n'
    base = pikoko.rules().replace(ending=AfterDeals(deals=3, ties=BestDeal()))
    assert base.ending.ties
    assert built(text).ending == AfterDeals(deals=2)


def test_another_ending_is_won_as_the_one_before() -> None:
    """In Hearts points are bad, however long it is played."""
    ending = 'base = "hearts"\n[ending]\npolicy = "AfterDeals"\ndeals = 2\n'
    assert built(ending).ending == AfterDeals(deals=2, wins="fewest")
    assert built(f'{ending}wins = "most"\n').ending == AfterDeals(deals=2)


def test_what_is_nested_is_changed_in_its_place() -> None:
    rules = built('base = "pikinni"\noptions.double = true\n[scoring.Doubled.scoring]\nbonus = 99\n')
    (doubled,) = pikinni.rules(double=True).scoring
    assert rules.scoring == (attrs.evolve(doubled, scoring=attrs.evolve(doubled.scoring, bonus=99)),)


def test_scoring_in_several_parts() -> None:
    parts = (ScoreBids(exact=1, close=0), ScoreBids(exact=2, close=1))
    for text in (
        'scoring = [{policy="ScoreBids", exact=1, close=0}, {policy="ScoreBids", exact=2, close=1}]',
        '[[scoring]]\npolicy="ScoreBids"\nexact=1\nclose=0\n[[scoring]]\npolicy="ScoreBids"\nexact=2\nclose=1',
    ):
        assert built(f'base = "pikoko"\n{text}').scoring == parts


def test_suits_of_the_deck_by_name_or_letter() -> None:
    text = 'base = "pikinni"\n[phases.CutTrump]\nfixed = [[8, "spades"], [7, "D"]]\n'
    fixed = phase(built(text), pikinni.CutTrump).fixed
    assert [(size, suit.name) for size, suit in fixed] == [(8, "spades"), (7, "diamonds")]
    assert isinstance(fixed[0][1], Suit)


def test_nothing_is_written_none(tmp_path: Path) -> None:
    (tmp_path / "zero.toml").write_text('base = "pikinni"\noptions.zero = true\n')
    (tmp_path / "none.toml").write_text('base = "zero.toml"\n[scoring.ScoreEstimates]\nzero = "none"\n')
    found = load(str(tmp_path / "none.toml"))
    assert found.scoring == pikinni.rules().scoring != pikinni.rules(zero=True).scoring


def test_a_phase_that_stands_twice_is_changed_wherever_it_stands() -> None:
    text = 'base = "pikinni"\noptions.double = true\n[phases.DealOut]\nvisibility = "AllHands"\n'
    dealt = [one for one in built(text).phases if isinstance(one, DealOut)]
    assert [str(one.visibility) for one in dealt] == ["AllHands()", "AllHands()"]
    assert [str(one.portion) for one in dealt] == ["EvenHalf()", "Rest()"]


# Options


def test_options_that_are_given_go_before_those_of_the_sheet() -> None:
    rules = built(STRICT, players=4)
    assert (rules.players, rules.options["players"], rules.options["challenge"]) == (4, 4, True)
    assert built(STRICT).options["players"] == 3


def test_an_option_that_is_given_and_changes_nothing_is_refused_like_one_in_the_sheet() -> None:
    sheet_of_two_deals = sheet("base = 'hearts'\n[ending]\npolicy = 'AfterDeals'\ndeals = 2", "house.toml")
    with pytest.raises(
        InvalidRules,
        match=r"^house\.toml: target=50 changes nothing, as ending in line 2 replaces what it sets$",
    ):
        sheet_of_two_deals(target=50)
    assert sheet_of_two_deals(target=100) == sheet_of_two_deals()
    assert sheet_of_two_deals(passing="left").options["passing"] == "left"


def test_an_option_that_is_given_is_not_refused_where_the_sheet_needs_another_one() -> None:
    text = (
        "base = 'skat'\noptions.bidding = 'simple'\n"
        "without = ['BidAndHold', 'NameTrump', 'TakeStock', 'LayAway']\nscoring = 'ScoreTricks'"
    )
    assert sheet(text, "house.toml")(bidding="values", deals=3).options["deals"] == 3


def test_options_of_a_sheet_are_those_of_its_base_with_other_defaults() -> None:
    known = {one.name: one for one in options(sheet(STRICT, "house.toml"))}
    base = {one.name: one for one in options(pikinni.rules)}
    assert list(known) == list(base)
    assert known["players"] == attrs.evolve(base["players"], default=3)
    assert known["zero"] == base["zero"]


def test_an_option_that_is_given_is_checked() -> None:
    with pytest.raises(InvalidRules, match=r"^no option 'player' \(did you mean 'players'\?\); options: players, "):
        built(STRICT, player=3)
    with pytest.raises(InvalidRules, match=r"^players=9 is not one of 2, 3, 4$"):
        built(STRICT, players=9)


@given(st.data())
def test_any_options_in_a_sheet_are_those_options(data: st.DataObject) -> None:
    rules = data.draw(variants())
    lines = [f"{name} = {written(value)}" for name, value in rules.options.items()]
    text = f'base = "{rules.key}"\n[options]\n' + "\n".join(data.draw(st.permutations(lines)))
    assert built(text) == rules.replace(key="house")


# Whatever can be said in Python


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return '"none"'
    if isinstance(value, str | Suit):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(written(part) for part in value)}]"
    if not attrs.has(type(value)):
        return repr(value)
    pairs = [f'policy = "{type(value).__name__}"']
    pairs += [f"{one.alias} = {written(getattr(value, one.name))}" for one in attrs.fields(type(value))]
    return f"{{ {', '.join(pairs)} }}"


def sheet_for(rules: Rules, path: str) -> str:
    """The sheet that makes a game of one with the same deck and phases, but for phases that stand twice."""
    tables = [f'base = "{path}"', f"scoring = {written(rules.scoring)}", f"ending = {written(rules.ending)}"]
    tables += ["[schedule]", *pairs(rules.schedule)]
    for one in single(rules):
        tables += [f"[phases.{type(one).__name__}]", *pairs(one)]
    return "\n".join(tables)


def single(rules: Rules) -> list[Any]:
    """The phases that stand once."""
    kinds = [type(one) for one in rules.phases]
    return [one for one in rules.phases if kinds.count(type(one)) == 1]


def pairs(value: Any) -> Iterator[str]:
    return (f"{one.alias} = {written(getattr(value, one.name))}" for one in attrs.fields(type(value)))


@given(st.data())
def test_a_sheet_makes_any_game_out_of_any_other_with_its_phases(data: st.DataObject) -> None:
    rules = data.draw(variants())
    other = data.draw(st.lists(st.sampled_from([name for name in rules.options if name != "players"]), unique=True))
    given = {**rules.options, **{name: data.draw(variants(rules.key)).options[name] for name in other}}
    base = load(rules.key, **given)
    assume(rules.deck == base.deck)
    assume([type(one) for one in rules.phases] == [type(one) for one in base.phases])
    options_of_base = "\n".join(f"{name} = {written(value)}" for name, value in base.options.items())
    with TemporaryDirectory() as folder:
        inner = write(Path(folder), f'base = "{base.key}"\n[options]\n{options_of_base}', "base.toml")
        found = load(write(Path(folder), sheet_for(rules, inner)))
    assert single(found) == single(rules)
    for part in ("scoring", "schedule", "ending"):
        assert getattr(found, part) == getattr(rules, part)


POLICIES = {
    "follow": [MustFollow(), MustTrump(), MustOvertrump()],
    "lead": [WinningHand(), WinningSeat(), OpenerAlways()],
    "control": [Owner()],
}
HAND_SIZES = [SameSize(3), ListedSizes((1, 2, 3))]
STARTERS = [NextSeat(), FewestPoints(), FewestPoints(basis="round", tie="next_seat")]


@given(
    key=st.sampled_from([key for key in KEYS if key != "5211"]),
    policies=st.fixed_dictionaries({}, optional={name: st.sampled_from(ones) for name, ones in POLICIES.items()}),
    hand_sizes=st.sampled_from(HAND_SIZES),
    starter=st.sampled_from(STARTERS),
    deals=st.integers(1, 3),
    seed=st.integers(0, 1000),
)
def test_policies_of_a_sheet_are_those_of_python(
    key: str, policies: dict[str, Any], hand_sizes: Any, starter: Any, deals: int, seed: int
) -> None:
    lines = [f'base = "{key}"', f"ending.deals = {deals}"]
    lines += ["[phases.DealOut]", 'visibility = "OwnHand"', "[phases.Tricks]", 'control = "Owner"']
    lines += [f"{name} = {written(policy)}" for name, policy in policies.items() if name != "control"]
    lines += ["[schedule]", f"hand_sizes = {written(hand_sizes)}", f"starter = {written(starter)}"]
    expected = (
        load(key)
        .replace(DealOut, visibility=OwnHand())
        .replace(Tricks, **{**policies, "control": Owner()})
        .replace(key="house", schedule=Schedule(hand_sizes=hand_sizes, starter=starter))
    )
    expected = expected.replace(ending=attrs.evolve(expected.ending, deals=deals))
    rules = built("\n".join(lines))
    assert rules == expected
    assert playout(rules, seed=seed).results == playout(expected, seed=seed).results


# Where the rules come from


def write(folder: Path, text: str, name: str = "house.toml") -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_by_file(tmp_path: Path) -> None:
    rules = load(write(tmp_path, STRICT.replace('key = "strict"', ""), "Our rules.toml"), players=4)
    assert (rules.key, rules.name, rules.players) == ("Our rules", "Strict Pikinni", 4)


def test_the_repr_builds_the_rules_again(tmp_path: Path) -> None:
    names = {"load": load, "sheet": sheet, "Tricks": Tricks, "MustFollow": MustFollow}
    for start in (load(write(tmp_path, STRICT), players=4), built(STRICT), built(STRICT, players=4)):
        for rules in (start, start.replace(Tricks, follow=MustFollow())):
            assert eval(repr(rules), dict(names)) == rules
    path = write(tmp_path, CHANGED)
    assert repr(load(path)) == f"load({path!r})"
    assert repr(load(path, players=3)) == f"load({path!r}, players=3)"
    assert repr(builder(path)) == f"sheet({CHANGED!r}, {path!r})"


def test_rules_know_the_text_of_their_sheet(tmp_path: Path) -> None:
    rules = load(write(tmp_path, STRICT))
    assert rules.sheet == built(STRICT).sheet == STRICT
    assert sheet(rules.sheet, "elsewhere.toml")(**rules.options) == rules


def test_other_rules_have_no_sheet() -> None:
    rules = built(CHANGED)
    assert pikoko.rules().sheet == ""
    for other in (
        rules.replace(name="Other"),
        rules.replace(Tricks, follow=MustTrump()),
        rules.without(Tricks),
        rules.before(Tricks, DealOut()),
        rules.after(Tricks, DealOut()),
        trickkit.variant(lambda: rules)(),
    ):
        assert other.sheet == ""


def test_the_text_is_no_part_of_what_the_rules_are() -> None:
    assert built(CHANGED) == built(f"{CHANGED}\n# only a note")
    with pytest.raises(InvalidRules, match="Rules has no 'sheet'"):
        built(CHANGED).replace(sheet="")


def test_states_are_pickled(tmp_path: Path) -> None:
    state = load(write(tmp_path, STRICT)).start(seed=7)
    state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules.sheet == STRICT


def test_one_of_several_phases_of_a_name_is_numbered() -> None:
    rules = sheet('base = "bid_whist"\n[phases."NameTrump 2"]\nnever = ["low"]\n')()
    assert [inner.never for phase in rules.phases if isinstance(inner := phase.inner, NameTrump)] == [(), ("low",)]


def test_phases_that_are_left_out_have_the_numbers_of_the_base() -> None:
    rules = sheet('base = "bid_whist"\nwithout = ["NameTrump 1", "NameTrump 2"]\n')()
    assert NameTrump not in [type(phase.inner) for phase in rules.phases]


def test_a_phase_that_occurs_twice_is_left_out_by_number() -> None:
    with pytest.raises(InvalidRules, match=r"NameTrump occurs 2 times .* is meant: 'NameTrump 1' to 'NameTrump 2'"):
        sheet('base = "bid_whist"\nwithout = ["NameTrump"]\n')()
