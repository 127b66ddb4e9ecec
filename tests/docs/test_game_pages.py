"""Every game has a page that says all there is to say, and what it shows comes from records that still verify."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pages
import pytest
import studies

from trickkit import Result, load, record
from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder, keys
from trickkit.lab.likeness import COMPARED, portraits
from trickkit.phases import CallingTricks, Evaluate, RemoveCards, Tricks
from trickkit.phases.dealing import stacked_deal
from trickkit.policies.evaluation import ExactlyOfRank, MajoritySuit
from trickkit.variants import game5211, pikoko

RECORDS = sorted((pages.FOLDER / "records").glob("*.jsonl"))
SECTIONS = ["Rules", "A deal", "A portrait", "Options", "Rulings", "In Python"]
BLOCK = re.compile(r'^```python exec="on"(?: idprefix="")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def text(key: str) -> str:
    return (pages.FOLDER / f"{key}.md").read_text(encoding="utf-8")


def shown(key: str) -> str:
    """What the blocks of a page call."""
    return "\n".join(BLOCK.findall(text(key)))


def cells(table: str, head: str) -> list[list[str]]:
    """The rows of the table whose first heading this is."""
    rows = table.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [row[2:-2].split(" | ") for row in rows]


def has_readings(option: Option) -> bool:
    """Whether an option chooses between rules, and not between numbers."""
    values = option.values or ()
    return len(values) > 1 and not any(type(value) is int for value in values)


@pytest.mark.parametrize("key", keys())
def test_every_game_has_a_page_with_all_sections(key: str) -> None:
    assert [line[3:] for line in text(key).splitlines() if line.startswith("## ")] == SECTIONS
    assert f'print(options("{key}"))' in shown(key)
    assert re.search(rf'print\(worked\("{key}"(, deal=\d+)?\)\)', shown(key))
    assert f"(records/{key}.jsonl)" in text(key)
    assert f'print(portrait("{key}"))' in shown(key)


def test_every_sheet_and_every_game_was_studied() -> None:
    assert {path.stem for path in studies.FOLDER.glob("*.jsonl")} == {*studies.studies()}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", studies.studies())
def test_a_study_is_of_the_rules_as_they_are(name: str) -> None:
    asked, done = studies.studies()[name], studies.found(name)
    assert asked.is_that_of(done)
    told = studies.portrait(name) if len(asked.games) == 1 else studies.effect(name)
    assert f"(studies/{name}.jsonl)" in told
    assert "(" in told.partition("Measured")[2]


def test_the_table_of_games_has_them_all() -> None:
    assert set(re.findall(r'"(\w+)": \(', shown("index"))) == set(keys())


@pytest.mark.parametrize("key", keys())
def test_every_game_is_played_from_its_page(key: str) -> None:
    assert f"](../play/index.html?game={key})" in (pages.FOLDER / f"{key}.md").read_text("utf-8")


def test_the_table_of_games_says_how_many_play_with_how_many_cards() -> None:
    told = pages.games({"pikoko": ("others", "peacocks"), "skat": ("its own", "jacks")})
    assert "**[Pikoko](pikoko.md)** (`pikoko`): 3 to 5 players, 29 for 3, 39 for 4, 47 for 5 cards\n" in told
    assert "**[Skat](skat.md)** (`skat`): 3 players, 32 cards\n" in told
    assert "\n    Jacks. Each sees its own.\n" in told


def test_the_table_of_games_says_how_long_a_game_or_a_deal_takes() -> None:
    told = pages.games({"pikoko": ("others", "peacocks"), "bridge": ("dummy", "an auction")})
    # Four times 13 cards, 3 deals: 156 decisions of 4 seconds, and 3 times 40 seconds.
    assert "39 for 4, 47 for 5 cards\n\n    *3 deals, about 12 minutes*\n\n    Peacocks." in told
    # 60 decisions in the recorded deal: 280 seconds.
    assert "52 cards\n\n    *About 5 minutes a deal*\n\n    An auction." in told


@pytest.mark.parametrize("key", keys())
def test_the_table_of_options_has_every_option_with_all_values(key: str) -> None:
    rows = pages.options(key).splitlines()
    for option in options(builder(key)):
        (row,) = [row for row in rows if row.startswith(f"| `{option.name}` |")]
        assert option.meaning in row
        assert f"| `{option.default}`" in row
        if has_readings(option):
            assert all(f"`{value}`" in row for value in option.values or ())


@pytest.mark.parametrize("key", keys())
def test_every_option_that_gives_another_reading_stands_in_a_ruling_with_its_values(key: str) -> None:
    _, _, rulings = text(key).partition("\n## Rulings\n")
    for option in options(builder(key)):
        if not has_readings(option):
            continue
        assert any(option.name in mentioned for mentioned in pages.rulings(key).values()), option.name
        for value in option.values or ():
            given = f'{option.name}="{value}"' if isinstance(value, str) else f"{option.name}={value}"
            assert (f"`{given}`" in rulings) == (value != option.default), given


@pytest.mark.parametrize("key", keys())
def test_the_rulings_name_options_and_values_that_exist(key: str) -> None:
    known = {option.name: option for option in options(builder(key))}
    _, _, section = text(key).partition("\n## Rulings\n")
    section = section.partition("\n## ")[0]
    for name, value in re.findall(r"`(\w+)=([^`]+)`", section):
        values = {f'"{one}"' if isinstance(one, str) else str(one) for one in known[name].values or ()}
        assert value in values, f"{name}={value}"


def test_rulings_are_found_in_their_rows() -> None:
    assert pages.rulings("pikoko")["P1"] == ["next_lead", "next_lead"]
    assert pages.rulings("pikoko")["P2"] == []
    links = {row[0]: row[-1] for row in cells(pages.options("pikoko"), "Option")}
    assert (links["`next_lead`"], links["`players`"]) == ("[P1](#p1)", "")
    assert cells(pages.options("5211"), "Option")[1][-1] == "[F7](#f7)"


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_records_are_what_happens_under_the_rules(path: Path) -> None:
    game = record.load(path)
    game.verify()
    assert game.rules.key == path.stem
    assert game.replay().results


def test_every_game_has_a_record_and_every_record_a_game() -> None:
    assert {path.stem for path in RECORDS} == set(keys())


def told(key: str) -> tuple[str, Result]:
    """The deal on the page of a game, and the deal itself."""
    number = int(re.findall(r"worked\(.*?(\d*)\)\)", shown(key))[0] or 0) if "deal=" in shown(key) else 0
    game = record.load(pages.FOLDER / "records" / f"{key}.jsonl")
    return pages.worked(key, number), game.replay().results[number]


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", keys())
def test_a_deal_is_told_with_all_that_was_dealt(key: str) -> None:
    text, result = told(key)
    dealt = stacked_deal(result.deal).hands
    assert dealt is not None
    rows = cells(text, "Dealt to")
    assert [sorted(re.findall(r"\w+", cards)) for _, cards in rows] == [sorted(hand) for hand in dealt]


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", [key for key in keys() if key != "5211"])
def test_a_deal_is_told_with_every_trick(key: str) -> None:
    text, result = told(key)
    rows = cells(text, "Trick")
    tricks = result.deal[Tricks].tricks
    assert [int(row[0]) for row in rows] == [*range(len(tricks))]
    for row, trick in zip(rows, tricks, strict=True):
        for play in trick.plays:
            as_face = f" as {play.action}" if str(play.action) != play.card else ""
            bold = "**" if play is trick.plays[0] else ""
            assert row[1 + play.hand] == f"{bold}{play.card}{as_face}{bold}"
        assert row[1 + result.deal.players] == f"hand&nbsp;{trick.taker}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", [key for key in keys() if key != "5211"])
def test_a_deal_is_told_with_every_point_and_its_reason(key: str) -> None:
    text, result = told(key)
    lines = [[f"{line.points:+}&nbsp;{line.reason}" for line in result.lines if line.seat == seat] for seat in range(9)]
    assert cells(text, "Seat") == [
        [f"seat {seat}", f"{points:+}", str(total), "<br>".join(lines[seat])]
        for seat, (points, total) in enumerate(zip(result.scores, result.totals, strict=True))
    ]


def test_5211_is_told_round_by_round() -> None:
    text, _ = told("5211")
    assert cells(text, "Round")[3] == [
        "3",
        *("P1 P1<br>Y2<br>O3", "B4 B4<br>Y3<br>G3", "B1 Y1<br>P1<br>P4", "B3 O1<br>P2<br>O4"),
        "5 purple<br>4 blue<br>3 yellow<br>3 orange<br>1 green<br>Kododos: 6 of 6",
        "exactly 6 Kododos: seat 0: P1 P1 (+2); seat 2: B1 Y1 P1 (+3); seat 3: O1 (+1).",
    ]
    assert cells(text, "Round")[-1][:5] == ["**in all**", "**14**", "**23**", "**8**", "**22**"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("key", "trick", "note"),
    [
        ("pikoko", 0, ""),
        ("pikoko", 1, "M1 is led as pink."),
        ("pikoko", 5, ""),
        ("pikoko", 6, "M7 has to follow. No pink: hand 2 throws off."),
        ("spades", 8, "No diamonds: hands 2 and 3 trump."),
        ("spades", 10, "No clubs: hands 3 and 1 trump, hand 0 throws off."),
        ("euchre", 2, "No diamonds: hands 1 and 2 throw off."),
        ("bridge", 0, "Hand 2 is laid open: 4C 5C 8C TC JC KC 2D AD 5H 7S 8S 9S QS."),
        ("doppelkopf", 1, "No hearts: hand 2 trumps. Seat 2 says kontra."),
        ("german_whist", 0, "Drawn: hand 0: 5S; hand 1: 5H. 2C lies face up on the stock."),
    ],
)
def test_a_trick_is_told_with_what_happened(key: str, trick: int, note: str) -> None:
    """In Pikoko's trick 5 the multicolour card need not follow; in that of Euchre the left bower does."""
    assert cells(told(key)[0], "Trick")[trick][-1] == note


def test_a_call_before_a_lead_is_told_with_the_trick_that_it_leads() -> None:
    state = load("doppelkopf", deals=1).start(seed=7)
    while not state.is_over:
        legal = state.legal(state.actors[0])
        led = isinstance(state.phase, Tricks) and len(state.deal[Tricks].tricks) == 1
        state = state.play(state.actors[0], legal[-1] if led and not state.deal[CallingTricks].made else legal[0])
    game = record.of(state)
    story = pages.Story(game.rules, state.results[0], pages._choices(game, 0))
    (call,) = state.results[0].deal[CallingTricks].made
    notes = [row[-1] for row in cells("\n\n".join(story.parts()), "Trick")]
    assert call.cards == 4
    assert [f"Seat {call.seat} says {call.word}." in note for note in notes[:3]] == [False, True, False]


def test_the_numbers_of_5211_are_those_of_its_rules() -> None:
    for row in cells(text("5211"), "players"):
        players, removed, kododos, limit, rounds = [0 if cell == "none" else int(cell) for cell in row]
        rules = game5211.rules(players=players)
        evaluations = [phase for phase in rules.phases if isinstance(phase, Evaluate)]
        exactly, majority = evaluations[0].evaluation
        assert isinstance(exactly, ExactlyOfRank)
        assert isinstance(majority, MajoritySuit)
        assert (kododos, limit, rounds) == (exactly.number, majority.limit, len(evaluations))
        assert [phase.cards for phase in rules.phases if isinstance(phase, RemoveCards)] == [removed]


def test_the_multicolour_cards_of_pikoko_are_those_of_its_deck() -> None:
    deck = pikoko.deck(5)
    for shown, suits, others in cells(text("pikoko"), "Card"):
        card = deck.card(shown.strip("`"))
        assert re.findall(r"red|yellow|blue|white|pink", suits) == [str(face.suit) for face in card.faces]
        assert set(re.findall(r"`(\w+)`", others)) == {
            one.text for one in deck if one.is_plain and one.faces[0].rank == card.faces[0].rank
        }


def test_what_each_seat_chooses_from_another_hand_stands_above_it() -> None:
    heads = [line for line in told("bridge")[0].splitlines() if line.startswith("| Trick |")]
    assert heads == ["| Trick | hand 0 | hand 1 | hand 2, played by 0 | hand 3 | Taken by | What happened |"]


def test_what_is_said_in_one_turn_is_one_line() -> None:
    """The Double is answered before the second half is dealt, the Change after it."""
    said = [line for line in told("pikinni")[0].splitlines() if line.startswith("- ")]
    assert said == [
        "- Deal 3 begins; seat 3 starts.",
        "- QD is cut: diamonds is trump.",
        "- Seat 0: double. Seat 1: pass. Seat 2: pass. Seat 3: pass.",
        "- Seat 0: change S.",
        "- Estimates: seat 0: 2, seat 1: 1, seat 2: 0, seat 3: 1.",
    ]


def test_what_comes_after_a_deal_ends_its_story() -> None:
    assert "*Deal 1 begins; seat 2 starts.*" in told("pikoko")[0]
    assert "*The game is over: 1 deal is played. First: seat 2.*" in told("hearts")[0]


def test_the_examples_of_the_functions_behind_the_pages_run() -> None:
    done = doctest.testmod(pages)
    assert done.attempted
    assert not done.failed


def test_the_figure_of_a_deal_has_every_phase_and_what_it_changes() -> None:
    words = re.findall(r">([^<]+)</text>", pages.flow("pikoko", players=3, size=8))
    boxes = ["Deal.fresh", *(type(phase).__name__ for phase in pikoko.rules(players=3).phases), "Rules.scoring"]
    assert [word for word in words if word in boxes] == boxes
    assert words[words.index("DealOut") :][:4] == [
        "DealOut",
        "nobody decides",
        "changes hands, stock, known",
        "adds its record, Dealing",
    ]
    assert words[words.index("Tricks") :][1] == "24 decisions"


def test_portraits_in_the_package_are_those_of_the_pages() -> None:
    """`python tools/studies.py` writes both."""
    assert {*portraits()} == {key for key in keys() if (studies.FOLDER / f"{key}.jsonl").exists()}
    for row in studies.found("whist").rows:
        value = row.values[0]
        if row.metric in COMPARED and value is not None:
            assert portraits()["whist"][row.metric] == round(value.mean, 4)
