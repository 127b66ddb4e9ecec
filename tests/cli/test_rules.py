"""`trickkit rules KEY`: everything that the values of the rules say, in words."""

from types import SimpleNamespace

import attrs
import pytest

from trickkit.cards import Suit
from trickkit.cli.rules import described
from trickkit.options import options
from trickkit.variants import pikoko


def words(text: str) -> str:
    return " ".join(text.split())


def test_all_parts_stand_in_rulebook_order(run):
    result = run("rules", "pikoko")
    assert result.exit_code == 0
    text = result.stdout
    parts = ["Pikoko (pikoko), 4 players", "\n    DealOut. ", "\n    TurnTrump. ", "\n    Bids. ", "\n    Confidence. "]
    parts += ["\n    Tricks. ", "\nScoring\n", "\nSchedule\n", "\nEnding\n", "\nOptions\n", "\nSource\n"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_policies_stand_under_their_phase_with_what_they_do(run):
    text = run("rules", "pikoko").stdout
    assert "\n        control: RightNeighbour. Each seat plays out of its left neighbour's hand.\n" in text
    assert "\n            tokens: 9\n" in text


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
    assert "points: 1..30 (default 5)\n" in text
    assert "motto: any (default hush)\n" in text
    assert "Source" not in text


def test_game_without_a_summary_or_options(run, game_file):
    path = game_file(
        "from trickkit.variants import pikoko\ndef rules():\n    return pikoko.rules().replace(summary='')\n"
    )
    text = run("rules", path).stdout
    assert text.startswith("Pikoko (pikoko), 4 players\n\nPhases\n")
    assert "\nOptions\n    none\n" in text


def test_option_without_a_default_says_so(run, game_file):
    path = game_file("from trickkit.variants import pikoko\ndef rules(*, must):\n    return pikoko.rules()\n")
    assert "must: any (no default)" in run("rules", path, "--option", "must=1").stdout


def test_no_line_is_wider_than_the_terminal_and_the_rest_is_indented_more(run):
    text = run("rules", "pikoko", COLUMNS="60").stdout
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "\n    TurnTrump. Turn up the top card of the stock; it stays\n      out of play" in text


class Plain:
    """A policy that is no attrs class.

    With more to say.
    """


@attrs.frozen
class Silent:
    _secret: int = 3


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
        (doubled, "name: doubled. Twice a number."),
        (Silent(), "name: Silent."),
        ((), "name: none"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_value_is_described_by_what_it_is(value, text):
    assert described(value, "name") == [(0, text)]


def test_tuple_is_described_one_by_one():
    assert described((1, Plain()), "part") == [(0, "part: 1"), (0, "part: Plain. A policy that is no attrs class.")]


def test_value_that_only_has_a_repr_is_described_without_an_address():
    assert "0x" not in described(SimpleNamespace(a=1), "name")[0][1]
