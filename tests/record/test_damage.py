"""Records that are cut off or damaged: the one is loaded as far as it goes, the other is refused with its line."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import effort
from tiers import sampled

from trickkit import InvalidRecord, State, load, playout, record
from trickkit.catalog.registry import keys
from trickkit.play.playout import states
from trickkit.record.text import lines_of

END = playout(load("pikoko", players=3), seed=7)
GAME = record.of(END, names=["Ada", "Zoë", "Cyd"])
RAW = str(GAME).encode()
LINES = RAW.splitlines(keepends=True)
HEADER = LINES[0]
SCORED = next(line for line, text in enumerate(LINES, start=1) if text.startswith(b'{"scored"'))
"""The line with the scores of the first deal."""


SUMS = re.compile(rb', "sum": "[0-9a-f]{8}"')


def unsummed(text: bytes) -> bytes:
    """A record without its checksums, as it may be written by hand."""
    return SUMS.sub(b"", text)


def refused(text: str | bytes) -> InvalidRecord:
    """How a record is refused, by load or by verify."""
    with pytest.raises(InvalidRecord) as caught:
        record.loads(text).verify()
    assert caught.value.line is not None
    return caught.value


def changed(line: int, **says: object) -> bytes:
    """The record without checksums and with one line that says something else; `...` takes a key away."""
    found = {**json.loads(LINES[line - 1]), **says}
    new = json.dumps({key: value for key, value in found.items() if value != ...}, ensure_ascii=False).encode() + b"\n"
    return unsummed(b"".join([*LINES[: line - 1], new, *LINES[line:]]))


# Cut off


ENDS_AT = [sum(map(len, LINES[:number])) for number in range(1, len(LINES) + 1)]
"""By line, after how many bytes it ends."""


def of_interest() -> list[int]:
    """Bytes to cut after: many in the first lines, where a deal ends, and at the end; else about the ends of lines."""
    whole = {*range(2, 5), *range(SCORED - 2, SCORED + 3), *range(len(LINES) - 2, len(LINES) + 1)}
    found = set[int]()
    for number, (start, end) in enumerate(zip([0, *ENDS_AT], ENDS_AT, strict=False), start=1):
        found.update(range(start, end + 1, 5) if number in whole else range(end, end + 2))
    return sorted(end for end in found if len(HEADER) - 1 <= end <= len(RAW))


@pytest.mark.sample(0)
def test_record_that_is_cut_off_anywhere_is_loaded_up_to_its_last_whole_event() -> None:
    for end in sampled(of_interest(), 40):
        game = record.loads(RAW[:end])
        # A line is whole without its end, too.
        lines = sum(one <= end + 1 for one in ENDS_AT)
        while not kept(lines):
            lines -= 1
        if lines == len(LINES):
            assert (game, game.cut, game.lost) == (GAME, None, "")
            continue
        assert game.entries == GAME.entries[: lines - 1]
        assert game.cut == lines + 1
        assert game.lost.encode() in (RAW[ENDS_AT[lines - 1] : end], RAW[ENDS_AT[lines - 1] : end] + b"\n")


@pytest.mark.parametrize("end", range(0, len(HEADER) - 1, 7))
def test_nothing_is_left_of_a_record_that_is_cut_off_in_its_header(end: int) -> None:
    error = refused(RAW[:end])
    assert error.line == 1
    assert error.message == "the record breaks off in its header, or is empty: nothing of the game is there"


def kept(lines: int) -> bool:
    """Whether a record that ends with so many whole lines says what was dealt after its last move."""
    said = [json.loads(line) for line in LINES[lines - 1 : lines + 2]]
    if "ends" in said[0]:
        return "deal" not in said[1]
    return not ("seat" in said[0] and "ends" in said[1] and "deal" in said[2])


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211"])
@given(st.data())
@settings(max_examples=effort(25))
def test_what_is_left_of_a_record_that_is_cut_off_is_replayed_and_verified(key: str, data: st.DataObject) -> None:
    end = ENDS[key]
    raw = str(record.of(end)).encode()
    cut = data.draw(st.integers(raw.index(b"\n"), len(raw)))
    game = record.loads(raw[:cut])
    game.verify()
    if not game.entries:
        with pytest.raises(InvalidRecord, match="line 2: the record breaks off before anything is dealt"):
            game.replay()
        return
    state = game.replay()
    assert state.moves == end.moves[: len(game.moves)]
    assert state.events == record.of(end).replay(upto=len(game.moves)).events
    assert (game.cut is None) == (game.outcome is not None)


ENDS: dict[str, State] = {key: playout(load(key), seed=3) for key in ("pikoko", "pikinni", "5211")}


def test_a_cut_within_a_letter_of_several_bytes_is_a_cut() -> None:
    start = RAW.index("ë".encode())
    assert "header" in refused(RAW[: start + 1]).message
    named = LINES[0] + LINES[1] + '{"seat": 1, "plaë'.encode()[:-1]
    assert record.loads(named).lost == '{"seat": 1, "pla'


@pytest.mark.parametrize(
    "rest",
    ['{', '{"', '{"se', '{"seat"', '{"seat":', '{"seat": ', '{"seat": 1', '{"seat": 1,', '{"seat": -', '{"seat": 1, "',
     '{"seat": 1, "play": "\\', '{"seat": 1, "play": "\\u00', '{"scored": [[0, 1, "x"], [', '{"scored": [[0, -',
     '{"a": t', '{"a": fals', '{"a": nul', '{"a": 1.', '{"a": 1e', '{"seat": 1, "seat', ' {"seat']
)  # fmt: skip
def test_every_beginning_of_an_object_may_be_cut_off(rest: str) -> None:
    assert lines_of("{}\n" + rest) == ([{}], rest)


@pytest.mark.parametrize(
    "rest", ["x", "}", '{"a"x', '{"a": 1]', "[1", '"a', '{"a": tru1', "{{", '{"a": 1} x', "\x00", " "]
)
def test_what_begins_no_object_is_damage_and_no_cut(rest: str) -> None:
    with pytest.raises(InvalidRecord, match="line 2: the line "):
        lines_of("{}\n" + rest)


def test_last_line_is_whole_without_its_end() -> None:
    assert record.loads(RAW[:-1]) == GAME


def test_line_ends_of_windows_are_read() -> None:
    assert record.loads(RAW.replace(b"\n", b"\r\n")) == GAME


# Damaged


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"", 1, "the record breaks off in its header, or is empty"),
        (b"\n", 1, "the line is blank"),
        (b"hello\n", 1, "the line is not JSON"),
        (b"{}\n", 1, "this is not a record: its first line does not begin with a format version"),
        (b'{"seat": 1, "play": "3"}\n', 1, "this is not a record"),
        (b"[1]\n", 1, "the line is '[1]'; every line of a record is a JSON object"),
        (b'{"trickkit": true}\n', 1, "this is not a record"),
        (b'{"trickkit": 0}\n', 1, "this is not a record"),
        (b'{"trickkit": 1}\n', 1, "'game' is missing from the header"),
        (b'{"trickkit": 1, "game": "pikoko"}\n', 1, "'options' is missing from the header"),
        (b"\xef\xbb\xbf" + RAW, 1, "the line is not JSON"),
        (RAW + b"\n", len(LINES) + 1, "the line is blank"),
        (b"\n" + RAW, 1, "the line is blank"),
        (HEADER + b"\n" + RAW[len(HEADER) :], 2, "the line is blank"),
        (HEADER + RAW, 2, "no line of a record begins with 'trickkit'"),
        (RAW + LINES[-1], len(LINES) + 1, "there is a line after the end of the game"),
        (RAW + LINES[2], len(LINES) + 1, "there is a line after the end of the game"),
        (RAW + b"\x00" * 8, len(LINES) + 1, "the line is not JSON"),
        (RAW[:-9] + b"\x00" * 8 + b"\n", len(LINES), "the line is not JSON"),
        (RAW.replace(b'"seat": 1', b'"seat": \xff', 1), 4, "byte 9 is not UTF-8: 0xff"),
        (HEADER + LINES[2], 2, "a move stands where no deal has begun"),
        (HEADER + LINES[SCORED - 1], 2, "a score stands where no deal has begun"),
        (HEADER + LINES[-1], 2, "the game is said to be over in the middle of a deal"),
        (b"".join(LINES[:3]) + LINES[-1], 4, "the game is said to be over in the middle of a deal"),
        (HEADER + LINES[1] + LINES[1], 3, "a deal begins before deal 0 is over"),
        (HEADER + LINES[SCORED], 2, "deal 1 begins where deal 0 is to begin"),
        (b"".join(LINES[:SCORED]) + LINES[2], SCORED + 1, "a move stands after deal 0 is over"),
        (b"".join(LINES[:SCORED]) + LINES[SCORED - 1], SCORED + 1, "a score stands after deal 0 is over"),
        (HEADER + b'{"play": "3", "seat": 1}\n', 2, "no line of a record begins with 'play'; it begins with one of "),
        (HEADER + b'{"boat": 1}\n', 2, "no line of a record begins with 'boat'"),
        (HEADER + b"{}\n", 2, "no line of a record begins with 'nothing'"),
        (HEADER + b'{"seat": 1, "seat": 1}\n', 2, "the line cannot be read: the key 'seat' occurs twice"),
        (HEADER + b'{"seat": NaN}\n', 2, "the line cannot be read: NaN is not a number"),
        (HEADER + b'{"seat": ' + b"9" * 5000 + b"}\n", 2, "the line cannot be read: Exceeds the limit"),
        (HEADER + b'{"seat": ' + b"[" * 100_000 + b"\n", 2, "the line cannot be read: "),
    ],
)  # fmt: skip
def test_damaged_text_is_refused_with_its_line(text: bytes, line: int, message: str) -> None:
    error = refused(text)
    assert error.message.startswith(message)
    assert error.line == line


@pytest.mark.parametrize(
    ("line", "says", "message"),
    [
        (1, {"game": 3}, "'game' is 3 in the header"),
        (1, {"game": "pikolo"}, "the game 'pikolo' is not installed; give the rules of 'pikolo' to read it"),
        (1, {"options": []}, "'options' is [] in the header"),
        (1, {"options": {"players": 6}}, "players=6 is not one of 3, 4, 5"),
        (1, {"options": {"player": 3}}, "no option 'player' (did you mean 'players'?)"),
        (1, {"options": {"players": [3]}}, "the option 'players' is [3], no plain value"),
        (1, {"options": {"players": 4}}, "3 names for 4 players"),
        (1, {"options": {"players": 4}, "players": ...}, "Stacked: 3 hands for 4 seats"),
        (1, {"options": {"players": 3.0}}, "the option 'players' is 3.0, no plain value"),
        (1, {"players": ["Ada", "Ben"]}, "2 names for 3 players"),
        (1, {"players": ["Ada", "Ben", None]}, "the name None is not a text that can be printed"),
        (1, {"players": "Ada"}, "'players' is 'Ada' in the header"),
        (1, {"seed": 7}, "'seed' has no meaning in a header; it has: trickkit, game, options"),
        (1, {"seat": 3}, "seat 3: this game has the seats 0..2"),
        (1, {"seat": "1"}, "'seat' is '1' in the header"),
        (1, {"sheet": "base = "}, "pikoko.toml, line 1: "),
        (1, {"sheet": "name = 'x'"}, "pikoko.toml, line 1: a sheet names its base"),
        (2, {"deal": 1}, "deal 1 begins where deal 0 is to begin"),
        (2, {"deal": "0"}, "deal: '0' is not a whole number"),
        (2, {"deal": False}, "deal: False is not a whole number"),
        (2, {"starter": 3}, "seat 3: this game has the seats 0..2"),
        (2, {"starter": ...}, "'starter' is missing"),
        (2, {"hand": []}, "'hand' has no meaning here (did you mean 'hands'?)"),
        (2, {"hands": "R2"}, "hands: 'R2' is not a list"),
        (2, {"hands": [None, None, None]}, "a hand: None is not a list"),
        (2, {"hands": [[2]]}, "a card: 2 is not a text that can be printed"),
        (2, {"hands": [["R2"]]}, "Stacked: 1 hands for 3 seats"),
        (2, {"hands": [["R9"] * 8] * 3}, "'R9' is not a card of this deck (did you mean 'R6'?)"),
        (2, {"hands": [["R2"] * 8] * 3}, "Stacked: R2 is given more often than the deck holds it"),
        (2, {"hands": [["??"] * 8] * 3}, "?? stands for a card, but this record is not redacted"),
        (2, {"stock": ["??"] * 5}, "?? stands for a card, but this record is not redacted"),
        (2, {"stock": {"R2": 1}}, "stock: {'R2': 1} is not a list"),
        (2, {"rolls": ["3"]}, "rolls: '3' is not a whole number"),
        (2, {"rolls": [[True]]}, "rolls: True is not a whole number"),
        (2, {"rolls": [3]}, "'rolls' is not what is dealt or drawn here, or not all of it"),
        (2, {"stock": ...}, "'stock' is not what is dealt or drawn here, or not all of it"),
        (2, {"hands": ...}, "'hands' is not what is dealt or drawn here, or not all of it"),
        (3, {"seat": 3}, "seat 3: this game has the seats 0..2"),
        (3, {"seat": -1}, "seat -1: this game has the seats 0..2"),
        (3, {"seat": True}, "seat: True is not a whole number"),
        (3, {"play": 3}, "play: 3 is not a text that can be printed"),
        (3, {"play": "10"}, "'10' is not an action of this game"),
        (3, {"play": "??"}, "'??' is not an action of this game"),
        (3, {"play": "R\n5"}, "play: 'R\\n5' is not a text that can be printed"),
        (3, {"play": ...}, "'play' is missing"),
        (3, {"play": "R5"}, "bids are made now, from 0 to 9; R5 is none of them; legal: 0, 1, 2"),
        (3, {"dealt": {}}, "'dealt' is {}; it says what was dealt, as an object"),
        (3, {"dealt": {"deal": 1}}, "'deal' has no meaning here"),
        (3, {"dealt": {"rolls": [3]}}, "'dealt' is not what is dealt or drawn here, or not all of it"),
        (3, {"note": "!"}, "'note' has no meaning here; what may stand here: "),
        (SCORED, {"totals": [0, 0]}, "there are 2 totals for 3 seats"),
        (SCORED, {"totals": [0, 0, 0.5]}, "totals: 0.5 is not a whole number"),
        (SCORED, {"totals": [99, 0, 0]}, "'totals' is 99; the rules give "),
        (SCORED, {"scored": []}, "'scored' is no more; the rules give [0, 2, 'bid 0 on seat 0, took 0: exact']"),
        (SCORED, {"scored": [[0, 2]]}, "a score is a seat, its points and the reason, not [0, 2]"),
        (SCORED, {"scored": [[5, 2, "why"]]}, "seat 5: this game has the seats 0..2"),
        (SCORED, {"ends": 1}, "deal 1 is said to be over in deal 0"),
        (SCORED, {"ends": None}, "ends: None is not a whole number"),
        (SCORED + 1, {"starter": 1}, "'starter' is 1; the rules give 2"),
        (len(LINES), {"over": "I say so"}, "'over' is 'I say so'; the rules give '3 deals are played'"),
        (len(LINES), {"ranking": [[1], [0], [2]]}, "'ranking' is [1]; the rules give [0]"),
        (len(LINES), {"ranking": [[0], [1]]}, "the ranking [[0], [1]] does not name every seat once"),
        (len(LINES), {"ranking": [[0, 1, 2], []]}, "the ranking [[0, 1, 2], []] does not name every seat once"),
        (len(LINES), {"ranking": [0, 1, 2]}, "ranking: 0 is not a list"),
    ],
)  # fmt: skip
def test_a_line_that_says_what_cannot_be_is_refused(line: int, says: dict[str, object], message: str) -> None:
    error = refused(changed(line, **says))
    assert error.message.startswith(message)
    assert error.line == (2 if message.startswith("Stacked: 3 hands") else line)


@pytest.mark.parametrize("key", ["pikoko", "pikinni"])
def test_a_deal_more_than_the_game_has_is_refused(key: str) -> None:
    lines = str(record.of(ENDS[key])).splitlines(keepends=True)
    deals = [line for line in lines if line.startswith('{"deal": ')]
    number = len(deals)
    more = deals[-1].replace(f'"deal": {number - 1}', f'"deal": {number}', 1)
    error = refused("".join([*lines[:-1], more]))
    assert (error.line, error.message) == (len(lines), f"deal {number} begins; the game has {number}")


def test_a_newer_version_is_refused_whatever_it_holds() -> None:
    for text in (b'{"trickkit": 2, "moves": "packed"}\n\xff\xff', RAW.replace(b'"trickkit": 1', b'"trickkit": 2', 1)):
        error = refused(text)
        assert (error.line, error.message) == (
            1,
            "the record is of format version 2; this trickkit reads version 1; a newer one is needed",
        )


@pytest.mark.parametrize(("line", "says"), [(2, {"hands": [["??"] * 8] * 3}), (3, {"play": "??"}), (3, {"play": "10"})])
def test_what_is_no_card_or_action_of_the_game_is_not_even_loaded(line: int, says: dict[str, object]) -> None:
    with pytest.raises(InvalidRecord, match=f"line {line}: "):
        record.loads(changed(line, **says))


def test_an_illegal_action_is_loaded_and_not_verified() -> None:
    line = next(line for line, text in enumerate(LINES, start=1) if b'"play": "R' in text)
    move = json.loads(LINES[line - 1])
    other = next(text for text in END.rules.actions if text[0] in "YBWP" and text != move["play"])
    game = record.loads(changed(line, play=other))
    for use in (game.verify, game.replay, lambda: game.redact(0)):
        with pytest.raises(InvalidRecord) as caught:
            use()
        assert (caught.value.line, caught.value.game, caught.value.deal) == (line, "pikoko", 0)
        assert "legal: " in caught.value.message
    assert game.replay(upto=line - 3).moves == END.moves[: line - 3]


def test_a_move_of_a_seat_that_has_nothing_to_decide() -> None:
    state = load("pikoko", players=3).start(seed=7, first=0)
    error = refused(unsummed(str(record.of(state)).encode()) + b'{"seat": 0, "play": "3"}\n')
    assert (error.line, error.message) == (3, "seat 0 has nothing to decide now; seats 1, 2 have")


def test_lines_that_are_missing_are_named() -> None:
    without = unsummed(b"".join([*LINES[: SCORED - 1], *LINES[SCORED + 1 :]]))
    assert refused(without).message == "deal 1 is said to be over in deal 0"
    one_less = b"".join([*LINES[: SCORED - 2], *LINES[SCORED - 1 :]])
    assert refused(one_less).line == refused(unsummed(one_less)).line == SCORED - 1
    error = refused(b"".join([*LINES[: len(LINES) - 2], LINES[-1]]))
    assert (error.line, error.message) == (len(LINES) - 1, "the game is said to be over in the middle of a deal")
    lost = record.loads(unsummed(b"".join([*LINES[: SCORED - 1], *LINES[SCORED + 1 : SCORED + 3]])))
    assert len(lost.entries) == SCORED
    with pytest.raises(InvalidRecord, match=f"line {SCORED}: what was dealt in deal 1 is missing"):
        lost.replay()
    with pytest.raises(InvalidRecord, match=f"line {SCORED}: a line is missing: Deal 0 is over"):
        lost.verify()
    game = record.loads(changed(SCORED, scored=[]))
    assert game.replay().outcome == END.outcome  # Scores are nothing that a replay needs.


def test_a_score_in_mid_deal_that_is_missing_or_in_another_place_is_named() -> None:
    lines = str(record.of(ENDS["5211"])).splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if '"scored"' in line)
    for wrong in (
        [*lines[:place], *lines[place + 1 :]],
        [*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]],
        [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]],
    ):
        error = refused(unsummed("".join(wrong).encode()))
        assert error.line in (place, place + 1)
        assert error.message.startswith(
            ("a line is missing: Scored: ", "the rules call for no such line here: Scored: ")
        )


# Anything


def verdict(text: bytes) -> record.GameRecord | None:
    """The game of a text when it can be verified; None when it is refused as it should be."""
    wrong: list[int | None] = []
    try:
        game = record.loads(text)
        game.verify()
    except InvalidRecord as error:
        wrong.append(error.line)
    assert all(line in range(1, text.count(b"\n") + 3) for line in wrong)
    return None if wrong else game


def damaged(text: bytes, random: Random) -> bytes:
    """A text with a few changes: bits, bytes and pieces that are lost, doubled, exchanged or turned round."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        lines, how = text.splitlines(keepends=True), random.randrange(8)
        one, two = random.randrange(len(lines)), random.randrange(len(lines))
        start = random.randrange(len(text))
        end = start + random.randrange(1, 9)
        if how == 0:
            del lines[one : one + random.choice((1, 1, 2))]
        elif how == 1:
            lines.insert(two, lines[one])
        elif how == 2:
            lines[one], lines[two] = lines[two], lines[one]
        elif how == 3:
            lines = [text[: -random.randrange(1, 200)]]
        elif how == 4:
            lines = [text[:start], bytes([text[start] ^ 1 << random.randrange(8)]), text[start + 1 :]]
        elif how == 5:
            lines = [text[:start], bytes([random.choice(b'0123456789RYBWP[]{},:" \n')]), text[start + 1 :]]
        elif how == 6:
            lines = [text[:start], random.choice((b"", text[start:end][::-1], text[start:end] * 2)), text[end:]]
        else:
            lines = [*lines[:one], *random.sample(lines[one:], len(lines) - one)]
        text = b"".join(lines) or b"\n"
    return text


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", keys())
@given(st.randoms(use_true_random=True))
@settings(max_examples=effort(2))
def test_no_damage_verifies_as_another_game(key: str, random: Random) -> None:
    rules = load(key)
    state = next(islice(states(rules, seed=random.randrange(2**32)), random.randrange(250), None), rules.start(seed=1))
    game = record.of(state, names=[f"player {seat}" for seat in range(rules.players)])
    raw = str(game).encode()
    for _ in range(5):
        found = verdict(damaged(raw, random))
        if found is not None:
            assert (found.header, found.rules) == (game.header, game.rules)
            assert found.entries == game.entries[: len(found.entries)]


@given(st.binary(max_size=300))
def test_no_bytes_make_it_stumble(noise: bytes) -> None:
    verdict(noise)
    verdict(HEADER + noise)
    verdict(RAW[: Random(noise).randrange(len(RAW))] + noise)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10) | st.floats() | st.sampled_from(["R2", "3", "??", "double", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["hands", "rolls", "stock", "turned", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.data(), JSON)
@settings(max_examples=effort(24))
def test_a_line_with_any_value_is_refused_in_words_of_the_family(data: st.DataObject, value: object) -> None:
    line = data.draw(st.sampled_from([1, 2, 3, SCORED, SCORED + 1, len(LINES)]))
    key = data.draw(
        st.sampled_from([*json.loads(LINES[line - 1]), "dealt", "rolls", "turned", "ends", "seat", "sheet"])
    )
    verdict(changed(line, **{key: value}))


@given(st.data())
@settings(max_examples=effort(30))
def test_redacted_records_are_read_as_strictly(data: st.DataObject) -> None:
    redacted = GAME.redact(1)
    raw = str(redacted).encode()
    place, byte = data.draw(st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255)))
    for text in (raw[:place], raw[:place] + bytes([byte]) + raw[place + 1 :]):
        with suppress(InvalidRecord):
            record.loads(text)
