"""What is wrong in a sheet is said with its file and line, and with what would be right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import InvalidRules
from trickkit.catalog.registry import sheet


def refused(text: str) -> str:
    with pytest.raises(InvalidRules) as error:
        sheet(text, "house.toml")()
    return str(error.value)


def test_a_sheet_is_a_text() -> None:
    with pytest.raises(InvalidRules, match=r"house\.toml: a sheet is a text, not 3"):
        sheet(3, "house.toml")  # type: ignore[arg-type]


WRONG = [
    ("base = 'pikoko'\nbase = 'pikinni'", "line 2: no valid TOML: Cannot overwrite a value (at the end)"),
    ("base = pikoko\n", "line 1: no valid TOML: Invalid value (column 8); a text stands in quotes"),
    ("base = 'pikoko'\na = [", "line 2: no valid TOML: Invalid value (at the end); a text stands in quotes"),
    ("a = " + "[" * 9999, "no valid TOML: lists or tables are nested too deeply"),
    ("a = " + "9" * 9999, "no valid TOML: Exceeds the limit"),
    ("a = " + "[" * 120 + "]" * 120, "lists or tables are nested too deeply"),
    ("base = 'pikoko'\n" + "a." * 201 + "a = 1", "line 2: there are more than 200 dots in a line"),
    ("base = 'pikoko'\nending.deals = 0x" + "f" * 5000, "line 2: deals is a number of more than 18 digits"),
    ("base = 'pikoko'\nname = \"\\u001b[2J\"", "line 2: name='\\x1b[2J' cannot be printed"),
    ("base = 'pikoko'\n\n\"\\u009b2J\" = 3", "line 3: the key '\\x9b2J' cannot be printed"),
    ("base = 'pikoko'\n\"\\u001f\" = 0xfffffffffffffffffff", "line 2: the key '\\x1f' cannot be printed"),
    ("#" * 100_001, "a sheet has at most 100,000 characters"),
    ("", "line 1: a sheet names its base, as in base = \"pikoko\": a key, or the path of a .py or .toml file"),
    ("bass = 'pikoko'", "line 1: a sheet has no 'bass' (did you mean 'base'?); it has: base, key, name, "),
    ("base = 3", 'line 1: base=3 is not a text; write it in quotes, as in base = "..."'),
    ("base = 'pikokko'", "line 1: no game 'pikokko' (did you mean 'pikoko'?); games: "),
    ("base = 'pikoko'\nendings = 3", "line 2: a sheet has no 'endings' (did you mean 'ending'?); it has: base, "),
    ("base = 'pikoko'\nplayers = 3", "line 2: 'players' is an option of the base; write it below [options]"),
    ("base = 'pikoko'\nkey = ''", "line 2: a key is a letter or more"),
    ("base = 'pikoko'\nname = ''", "line 2: a name is a letter or more"),
    ("base = 'pikoko'\nname = ['a']", "line 2: name (a list) is not a text; write it in quotes"),
    ("base = 'pikoko'\noptions = 3", "line 2: options=3 is not a table; write [options], and below it what it holds"),
    ("base = 'pikoko'\n[options]\nplayer = 3", "line 3: no option 'player' (did you mean 'players'?); options: pl"),
    (
        "base = 'hearts'\noptions.target = 50\n[ending]\npolicy = 'AfterDeals'\ndeals = 2",
        "line 2: target = 50 changes nothing, as ending in line 3 replaces what it sets",
    ),
    (
        "base = 'pikoko'\n[options]\nnext_lead = 'start_player'\n[phases.Tricks]\nlead = 'WinningHand'",
        "line 3: next_lead = 'start_player' changes nothing, as lead in line 5 replaces what it sets",
    ),
    ("base = 'pikoko'\n[options]\n\nplayers = 9", "line 4: players=9 is not one of 3, 4, 5"),
    ("base = 'pikoko'\noptions.players = true", "line 2: players=True is not one of 3, 4, 5"),
    ("base = 'pikoko'\noptions.players = {}", "line 2: players (a table) is neither a text nor a number"),
    ("base = 'pikoko'\noptions.players = [2020-01-01]", "line 2: players[0]=2020-01-01 is neither a text"),
    ("base = 'pikoko'\nphases = 'Tricks'", "line 2: phases='Tricks' is not a table; write [phases], and"),
    ("base = 'pikoko'\nphases.Tricks = 3", "line 2: Tricks=3 is not a table; write [phases.Tricks], and"),
    ("base = 'pikoko'\n[phases.Trick]", "line 2: there is no 'Trick' among the phases (did you mean 'Tricks'?); there"),
    ("base = 'pikoko'\nwithout = 'Trick'", "line 2: there is no 'Trick' among the phases (did you me"),
    ("base = 'pikoko'\nwithout = [\n3]", "line 3: without[0]=3 is not a text; write it in quotes"),
    ("base = 'pikoko'\nwithout = ['Bids', 'Bids']", "line 2: Bids is left out twice"),
    (
        "base = 'bid_whist'\n[phases.InContracts]\ncontracts = ['NT']",
        "line 2: InContracts cannot be changed, only the phase in it, such as NameTrump",
    ),
    (
        "base = 'pikinni'\noptions.double = true\nwithout = 'DealOut'",
        "line 3: DealOut occurs 2 times among the phases",
    ),
    ("base = 'pikoko'\nwithout = 'Bids'\n[phases.Bids]", "line 3: Bids is not among the phases; to add it, say"),
    (
        "base = 'pikoko'\n[phases.Tricks]\nfolow = 'MustTrump'",
        "line 3: Tricks has no 'folow' (did you mean 'follow'?); it has: control, follow, ranking, capture, opening, ",
    ),
    (
        "base = 'pikoko'\n[phases.Tricks]\nlead = 'OpenerAlways'\nfollow = 'MustOvertrumps'",
        "line 4: 'MustOvertrumps' is not a Follow (did you mean 'MustOvertrump'?); there are: ",
    ),
    (
        "base = 'pikoko'\n[phases.Tricks]\nfollow = 'OpenerAlways'",
        "line 3: 'OpenerAlways' is not a Follow; there are: ",
    ),
    ("base = 'pikoko'\n[phases.Tricks]\nfollow = 'Follow'", "line 3: 'Follow' is not a Follow (did you mean"),
    ("base = 'pikoko'\n[phases.Tricks]\nfollow = 3", "line 3: follow=3 is not a Follow; write the name of one: "),
    ("base = 'pikoko'\n[phases.Tricks]\nfollow = {policy = 3}", "line 3: policy=3 is not a text"),
    ("base = 'pikoko'\nending = 3", "line 2: ending=3 is not an Ending; write the name of one: AfterDeals"),
    (
        "base = 'pikoko'\n[phases.Tricks]\nfollow = {policy = 'MustTrump', most = 3}",
        "line 3: MustTrump has no 'most'; it has: none",
    ),
    (
        "base = 'pikoko'\n[ending]\npolicy = 'AfterDeals'",
        'line 2: AfterDeals needs deals: { policy = "AfterDeals", deals = ... }',
    ),
    ("base = 'pikoko'\n[ending]\npolicy = 'AfterDeals'\ndeal = 3", "line 4: AfterDeals has no 'deal' (did you mean"),
    ("base = 'pikoko'\n[ending]\ndeals = 'three'", "line 3: deals='three' is not a whole number"),
    ("base = 'pikoko'\n[ending]\ndeals = true", "line 3: deals=true is not a whole number"),
    ("base = 'pikoko'\n[ending]\npolicy = 'AfterDeals'\ndeals = 0", "line 4: AfterDeals: deals=0 is not a whole"),
    ("base = 'pikoko'\n[ending]\n\ndeals = 0", "line 4: AfterDeals: deals=0 is not a whole number from 1 on"),
    ("base = 'pikoko'\n[ending]\nties = [\n'BestDeal',\n'WorstDeal']", "line 5: 'WorstDeal' is not a TieBreak (did"),
    ("base = 'pikoko'\n[ending]\nties = 3", "line 3: ties=3 is not a TieBreak; write the name of one: BestDeal"),
    ("base = 'pikoko'\n[ending]\nties.Best = 1", "line 3: there is no 'Best' among the ties (did you mean 'Be"),
    (
        "base = 'pikoko'\nending = { policy = 'AfterDeals', deals = 1, ties = {} }",
        "line 2: ties names no policy; write policy = one of: BestDeal",
    ),
    ("base = 'pikoko'\nscoring = 3", "line 2: scoring=3 is not a Scoring; write the name of one: "),
    ("base = 'pikoko'\n[[scoring]]\nexact = 3", "line 2: scoring[0] names no policy; write policy = one of: Scor"),
    ("base = 'pikoko'\n[scoring]\nexact = 3", "line 3: 'exact' belongs below [scoring.ScoreBids]"),
    ("base = 'hearts'\n[scoring.ScoreCards]\ncards = 3", "line 2: 'ScoreCards' belongs below [scoring.Shoot"),
    ("base = 'pikoko'\nfollow = 'MustTrump'", "line 2: 'follow' belongs below [phases.Tricks]"),
    ("base = 'oh_hell'\nfolow = 3\n[options]\nplayers = 7\ncards = 10", "line 5: cards=10 is not one of 1..7 for 7"),
    (
        "base = 'hearts'\nwithout = 'PassCards'\noptions.passing = 'left'",
        "line 3: passing = 'left' changes nothing, as without in line 2 leaves out what it sets",
    ),
    ("base = 'pikinni'\noptions.zero = 'true'", "line 2: zero='true' is not one of True, False; write true without"),
    ("base = 'pikoko'\n[options]\nplayers = '4'", "line 3: players='4' is not one of 3, 4, 5; write 4 without quotes"),
    ("base = 'pikoko'\n[scoring.ScoreBid]", "line 2: there is no 'ScoreBid' among the scoring (did you mean"),
    ("base = 'pikoko'\n[scoring.ScoreBids]\nexact = 1.5", "line 3: exact=1.5 is not a whole number"),
    (
        "base = 'pikoko'\n[schedule]\nstarter = { policy = 'FewestPoints', basis = 'rond' }",
        "line 3: basis='rond' is not one of 'total', 'round' (did you mean 'round'?)",
    ),
    ("base = 'pikoko'\n[schedule]\nhand_size = 3", "line 3: Schedule has no 'hand_size' (did you mean 'hand_sizes'?)"),
    (
        "base = 'pikoko'\n[schedule]\nhand_sizes = { policy = 'ListedSizes', sizes = 3 }",
        "line 3: sizes=3 is not a list",
    ),
    (
        "base = 'pikoko'\n[schedule]\nhand_sizes = { policy = 'ListedSizes', sizes = [\n1,\n'2'] }",
        "line 5: sizes[1]='2' is not a whole number",
    ),
    (
        "base = 'pikinni'\n[phases.CutTrump]\nfixed = [[8, 'heart']]",
        "line 3: fixed[0][1]='heart' is not a suit of the deck (did you mean 'hearts'?); suits: clubs, diamonds, ",
    ),
    ("base = 'pikinni'\n[phases.CutTrump]\nfixed = [[8]]", "line 3: fixed[0] is a list of 2 values, not of 1"),
    ("base = 'pikinni'\noptions.change = true\n[phases.BuyTrump]\nsame = 1", "line 4: same=1 is neither true nor"),
    # What nobody could play is found by trying, and said where the part stands that is to blame.
    ("base = 'pikoko'\n\nwithout = 'Tricks'", "line 3: ScoreBids scores Tricks, which is not among the phases; "),
    (
        "base = 'pikoko'\nwithout = 'TurnTrump'\n[schedule]\nhand_sizes = { policy = 'SameSize', cards = 50 }",
        "line 4: 4 hands of 50 cards are more than the 39 of the deck",
    ),
    (
        "base = 'pikoko'\nending.deals = 1\n[phases.Bids]\n[phases.Tricks]\ncontrol = 'Owner'",
        "line 5: Tricks: with Owner() seat 0 plays from hand 0, which it does not see; change the control of Tricks",
    ),
    ("base = 'hearts'\n[phases.PassCards]\npassing = 'ToEachOther'\n\ncards = 20", "line 5: PassCards: hand 0 has 13"),
    (
        "base = 'pikoko'\nwithout = 'Tricks'\n[schedule]\nhand_sizes = { policy = 'SameSize', cards = 50 }",
        "line 4: 4 hands of 50 cards are more than the 39 of the deck",
    ),
    (
        "base = 'pikoko'\nwithout = 'Confidence'\nscoring = { policy = 'ScoreConfidence', right=1, wrong=0, none=0 }",
        "line 2: ScoreConfidence scores Confidence, which is not among the phases; replace the scoring as well",
    ),
    (
        "base = 'hearts'\n\n[scoring.ShootTheMoon.cards]\npolicy = 'ScoreCards'\ncards = [['QZ', 13]]",
        "line 5: ScoreCards: 'QZ' is nothing in the deck (did you mean 'QS'?)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_what_is_wrong_is_said_with_file_and_line(text: str, message: str) -> None:
    place = "house.toml, " if message.startswith("line") else "house.toml: "
    assert refused(text).startswith(f"{place}{message}")


sheets = st.lists(st.sampled_from(WRONG), max_size=2).map(lambda wrong: "\n".join(text for text, _ in wrong))


@given(st.text(max_size=60) | sheets)
def test_any_text_that_is_no_sheet_is_refused_with_its_name(text: str) -> None:
    assert refused(text).startswith("house.toml")
