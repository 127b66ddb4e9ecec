"""`trickkit rules KEY`: everything that the values of the rules say, in words."""

import re
from types import SimpleNamespace

import attrs
import pytest

from trickkit import load
from trickkit.catalog.described import described, folded
from trickkit.catalog.options import options
from trickkit.model.cards import Suit
from trickkit.phases import Announce
from trickkit.phases.contracts_played import Limit
from trickkit.play.rules import flaw_of
from trickkit.variants import pikoko


def words(text: str) -> str:
    return " ".join(text.split())


def test_all_parts_stand_in_rulebook_order(run):
    result = run("rules", "pikoko")
    assert result.exit_code == 0
    text = result.stdout
    parts = [
        "Pikoko (pikoko), 4 players",
        "\nDeck\n",
        "\n    DealOut. ",
        "\n    TurnTrump. ",
        "\n    Bids. ",
        "\n    Confidence. ",
    ]
    parts += ["\n    Tricks. ", "\nScoring\n", "\nSchedule\n", "\nEnding\n", "\nOptions\n", "\nSource\n"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_policies_stand_under_their_phase_with_what_they_do(run):
    text = run("rules", "pikoko").stdout
    assert "\n        control: RightNeighbour. Each seat plays its left neighbour's hand.\n" in text
    assert "\n            tokens: 9 (how many tokens a seat has for a deal, 0 or more)\n" in text


def test_deck_stands_with_its_suits_and_the_cards_of_several_faces(run):
    text = run("rules", "pikoko", "--players", 3).stdout
    deck = text[text.index("\nDeck\n") : text.index("\nPhases\n")]
    assert f"\n    29 cards: {pikoko.deck(3)}\n" in deck
    assert "\n    suits: red (R), yellow (Y), blue (B), white (W), pink (P)\n" in deck
    assert re.findall(r"(\w+) is played as one of (.*)", deck) == [
        ("M1", "R1, Y1, P1"),
        ("M4", "Y4, B4, W4"),
        ("M7", "R7, W7, P7"),
    ]


def test_deck_of_plain_cards_says_nothing_of_faces(run, games):
    text = run("rules", games / "whisper.py").stdout
    assert "\nDeck\n    12 cards: QC KC AC " in text
    assert "is played as" not in text


def test_deck_counts_the_copies_of_a_card(run):
    text = words(run("rules", "5211").stdout)
    assert "Deck 100 cards, copies in brackets: B1(5) B2(6) B3(5) B4(2) B5 B6 G1(5) G2(6) " in text
    assert "copies" not in run("rules", "pikinni").stdout


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 6), (4, 5), (5, 3)])
def test_rounds_of_5211_stand_once(run, players, rounds):
    text = run("rules", "5211", "--players", players, COLUMNS="200").stdout
    listed = text[text.index("\nPhases\n") : text.index("\nScoring\n")].splitlines()[2:]
    # What stands as deep as the phases of a round, or less deep, without the explanations.
    heads = [re.match(r"( *)([\w ]+)([.:,].*)", line).groups() for line in listed if not re.match(r" *[a-z]", line)]
    shown = [(len(indent) // 4 - 1, name, tail) for indent, name, tail in heads if len(indent) <= 8]
    assert [(depth, name, tail == ", as above.") for depth, name, tail in shown] == [
        (0, "DealOut", False),
        *[(0, "RemoveCards", False)],
        (0, f"{rounds} times", False),
        (1, "Reveal", False),
        (1, "Draw", False),
        (1, "Reveal", False),
        (1, "Draw", True),
        (1, "Reveal", True),
        (1, "Draw", True),
        (1, "Evaluate", False),
        (0, "Reveal", False),
        (0, "2 times", False),
        (1, "Reveal", False),
        (0, "ThrowAway", False),
        (0, "Evaluate", True),
    ]
    laid = [line.split()[1] for line in listed if line.strip().startswith("cards: ") and "how many a seat" in line]
    assert laid == ["2", "1", "2", "1"]
    assert sum(tail == ", as above, but:" for _, _, tail in shown) == 3
    assert len(text.splitlines()) < 80


@pytest.mark.parametrize("game", ["pikoko", "pikinni"])
def test_phases_that_do_not_come_again_stand_as_they_are(run, game):
    text = run("rules", game).stdout
    assert "times:" not in text
    assert "as above" not in text


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("", []),
        ("a", [(1, "a")]),
        ("abc", [(1, "a"), (1, "b"), (1, "c")]),
        ("aaa", [(3, "a")]),
        ("abab", [(2, "ab")]),
        ("aabaab", [(2, "aab")]),
        ("xabababa", [(1, "x"), (3, "ab"), (1, "a")]),
        ("aabb", [(2, "a"), (2, "b")]),
        ("abcabd", [(1, "a"), (1, "b"), (1, "c"), (1, "a"), (1, "b"), (1, "d")]),
        ("aaaa", [(4, "a")]),
    ],
)
def test_runs_are_folded(values, expected):
    assert folded(values) == [(times, tuple(run)) for times, run in expected]


@pytest.mark.parametrize("option", options(pikoko.rules), ids=lambda option: option.name)
def test_every_option_stands_with_default_values_and_meaning(run, option):
    text = words(run("rules", "pikoko").stdout)
    values = ", ".join(str(value) for value in option.values)
    assert f"{option.name}: {values} (default {option.default}) {option.meaning}" in text


def test_options_given_change_the_rules_that_are_shown(run):
    text = run("rules", "pikoko", "--players", 5, "--option", "next_lead=start_player").stdout
    assert text.startswith("Pikoko (pikoko), 5 players\n")
    assert "lead: OpenerAlways. " in text


def test_game_without_source_and_with_free_options(run, games):
    text = run("rules", games / "whisper.py", "--option", "motto=shh", "--option", "points=30").stdout
    assert text.startswith("Whisper [shh] 30 (whisper), 2 players\nSay it twice.\n")
    assert "points: 1..30 (default 5, here 30)\n" in text
    assert "motto: any (default hush, here shh)\n" in text
    assert "Source" not in text


def test_game_without_a_summary_or_options(run, game_file):
    path = game_file(
        "from trickkit.variants import pikoko\ndef rules():\n    return pikoko.rules().replace(summary='')\n"
    )
    text = run("rules", path).stdout
    assert text.startswith("Pikoko (pikoko), 4 players\n\nDeck\n")
    assert "\nOptions\n    none\n" in text


def test_option_without_a_default_says_so(run, game_file):
    path = game_file("from trickkit.variants import pikoko\ndef rules(*, must):\n    return pikoko.rules()\n")
    assert "must: any (no default, here 1)" in run("rules", path, "--option", "must=1").stdout


def test_no_line_is_wider_than_the_terminal_and_the_rest_is_indented_more(run):
    text = run("rules", "pikoko", COLUMNS="60").stdout
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "\n    TurnTrump. Turn up the top card of the stock; it stays\n      out of play" in text


@attrs.frozen
class Explained:
    """With arguments.

    Args:
        short: in `one` line.
        long: in two lines,
            of which the second is here.
        last: at the end

    More words: of another paragraph.
    """

    short: int = 1
    long: int = 2
    last: tuple[int, ...] = (3, 4)
    other: int = 5


def test_argument_explained_in_one_line_stands_with_its_value():
    assert described(Explained())[1:] == [
        (1, "short: 1 (in one line)"),
        (1, "long: 2"),
        (1, "last: 3, 4 (at the end)"),
        (1, "other: 5"),
    ]


class Plain:
    """A policy that is no attrs class.

    With more to say.
    """


@attrs.frozen
class Silent:
    _secret: int = 3


class Heir(Plain):
    pass


def doubled(number):
    """Twice a number."""
    return 2 * number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Suit("red", "R"), "name: red"),
        (None, "name: None"),
        ({1: 2}, "name: {1: 2}"),
        (Plain(), "name: Plain. A policy that is no attrs class."),
        (Plain, "name: Plain. A policy that is no attrs class."),
        (Heir(), "name: Heir."),
        (Heir, "name: Heir."),
        (doubled, "name: doubled. Twice a number."),
        (Silent(), "name: Silent."),
        ((), "name: none"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_value_is_described_by_what_it_is(value, text):
    assert described(value, "name") == [(0, text)]


def test_tuple_of_policies_is_described_one_by_one():
    assert described((1, Plain()), "part") == [(0, "part: 1"), (0, "part: Plain. A policy that is no attrs class.")]


def test_tuple_of_texts_is_described_in_one_line():
    assert described((1, Suit("red", "R"), "x"), "part", "what") == [(0, "part: 1, red, x (what)")]


def test_value_that_only_has_a_repr_is_described_without_an_address():
    assert "0x" not in described(SimpleNamespace(a=1), "name")[0][1]


SHEET = """
base = "pikinni"
key = "strict"
without = "Estimates"

[options]
players = 3
double = true

[phases.DealOut]
visibility = "AllHands"

[phases.Tricks]
follow = "MustOvertrump"

[scoring]
policy = "ScoreNoTricks"
points = 3

[ending]
deals = 5
ties = "BestDeal"
"""


@pytest.fixture
def house(tmp_path):
    """A house-rule sheet."""
    path = tmp_path / "house.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def section(text, title):
    """The lines of a section."""
    return [line.strip() for line in text.partition(f"\n{title}\n")[2].partition("\n\n")[0].splitlines()]


def test_sheet_is_explained_by_what_it_changes(run, house):
    assert section(run("rules", house, COLUMNS="200").stdout, "House rules") == [
        "based on Pikinni XXIV (pikinni)",
        "players: 3 instead of 4",
        "double: True instead of False",
        "without Estimates",
        "DealOut, visibility: AllHands instead of OwnHand",
        "Tricks, follow: MustOvertrump instead of MustTrump",
        "scoring: ScoreNoTricks(points=3) instead of Doubled(scoring=ScoreEstimates(trick=10, bonus=10, off=-10, "
        "missed=0, zero=None), adds=False)",
        "ending, deals: 5 instead of 10",
        "ending, ties: BestDeal instead of none",
    ]


def test_sheet_shows_its_options_with_its_values_as_defaults(run, house):
    text = run("rules", house, "--players", 4, "--option", "change=yes").stdout
    assert text.startswith("Pikinni XXIV (strict), 4 players\n")
    assert "players: 2, 3, 4 (default 3, here 4)\n" in text
    assert "double: True, False (default True)\n" in text
    assert "change: True, False (default False, here True)\n" in text
    # The value of the base is no change.
    assert "players: 4" not in section(text, "House rules")[1]
    assert "change: True instead of False" in section(text, "House rules")


def test_sheet_on_a_game_without_defaults_says_what_it_chose(run, game_file, house):
    game_file("from trickkit.variants import pikoko\ndef rules(*, must):\n    return pikoko.rules()\n")
    house.write_text('base = "home_made.py"\noptions.must = 3\n', encoding="utf-8")
    assert section(run("rules", house).stdout, "House rules") == ["based on Pikoko (pikoko)", "must: 3"]


def test_game_that_is_no_sheet_has_no_house_rules(run):
    assert "House rules" not in run("rules", "pikinni").stdout


@pytest.mark.parametrize("command", ["rules", "simulate", "play"])
def test_every_command_refuses_a_wrong_sheet_with_file_and_line(refused, house, command):
    house.write_text('base = "pikoko"\n[phases.Tricks]\nfolow = "MustTrump"\n', encoding="utf-8")
    assert refused(command, house).startswith(
        f"{house}, line 3: Tricks has no 'folow' (did you mean 'follow'?); it has"
    )


def test_sheet_is_simulated_and_played(run, house):
    house.write_text('base = "pikinni"\nname = "Short"\nending.deals = 1\n', encoding="utf-8")
    assert "5 games, 5 deals" in run("simulate", house, "--games", 5, "--players", 2).stdout
    assert "Short with seed 7: you are seat 1 of 3." in run("play", house, "--players", 3, "--seed", 7).stdout


@pytest.mark.parametrize("name", ["HOUSE.TOML", "House.Toml", "HOUSE.PY"])
def test_capitals_in_the_ending_of_a_file_do_not_matter(run, tmp_path, name):
    texts = {"toml": 'base = "pikoko"\n', "py": "from trickkit.variants import pikoko\n\nrules = pikoko.rules\n"}
    path = tmp_path / name
    path.write_text(texts[path.suffix[1:].lower()], encoding="utf-8")
    key = "pikoko" if name.endswith("PY") else path.stem
    assert run("rules", path).stdout.startswith(f"Pikoko ({key}), 4 players\n")
    (tmp_path / "above.toml").write_text(f'base = "{name}"\n', encoding="utf-8")
    assert run("rules", tmp_path / "above.toml").stdout.startswith("Pikoko (above), 4 players\n")


def test_an_option_without_a_meaning_does_not_repeat_its_name(run, tmp_path):
    path = tmp_path / "house.py"
    path.write_text(
        "from trickkit import variant\nfrom trickkit.variants import pikoko\n\n"
        "@variant\ndef rules(*, how_long: int = 2):\n    return pikoko.rules().replace(key='house')\n"
    )
    assert "Options how_long: any whole number (default 2) Source" in words(run("rules", path).stdout)


@pytest.mark.parametrize(("until", "part", "phase"), [("no", "Estimated", "Estimates"), ("yes", "AfterBid", "BidOnce")])
def test_record_that_no_phase_writes_is_named_with_the_part_that_reads_it(run, games, until, part, phase):
    told = f"error: {part} reads {phase}, which is not among the phases: add {phase}, or ask deal.get({phase})"
    for command in ("rules", "check"):
        result = run(command, games / "reads_in_vain.py", "--option", f"until={until}")
        assert result.exit_code == 2
        assert result.stderr.startswith(told)
    assert "\nScoring\n" in run("rules", games / "reads_in_vain.py").stdout


def test_none_is_said_with_what_it_means_and_left_out_of_lists(run):
    text = words(run("rules", "pinochle").stdout)
    assert "elders: None (the seats in order of precedence, if a seat may bid as much" in text
    assert "before it; None if every bid must be higher) renames: False (whether the winner" in text
    assert words("needs, marriage: QC, QC (by the words of a game") in words(run("rules", "doppelkopf").stdout)
    assert ", None " not in words(run("rules", "marias").stdout)


def test_record_of_a_later_phase_is_read_in_vain():
    rules = load("tarot")
    later = sorted(rules.phases, key=lambda phase: isinstance(phase, Announce))
    flaw = flaw_of(rules.replace(phases=later))
    assert flaw.startswith("SlamLeads reads Announce, before Announce has begun: put Announce before it")


def test_rules_that_cannot_be_played_are_shown_with_the_reason(run, tmp_path):
    path = tmp_path / "undealt.py"
    path.write_text(
        "from trickkit import load\nfrom trickkit.phases import DealOut\n\n\n"
        "def rules():\n    return load('pikoko').without(DealOut)\n"
    )
    result = run("rules", path)
    assert "\nScoring\n" in result.stdout
    assert result.stderr == "error: Tricks: the hands are empty; a phase before it must deal (pikoko)\n"


def test_nothing_that_stands_for_something_is_told_with_what():
    told = dict(line.split(": ", 1) for _, line in described(Limit()) if ": " in line)
    assert "() stands for each offered contract separately" in words(told["contracts"])
