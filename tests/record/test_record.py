"""Records of games: what is written, who finds the rules again, and what a file does."""

from __future__ import annotations

import json
from io import FileIO
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen

import trickkit
from trickkit import Event, InvalidRecord, InvalidSeat, Record, Rules, Stacked, State, load, playout, record
from trickkit.catalog.registry import builder
from trickkit.locks import LockedFile
from trickkit.phases import Bids, Confidence, DealOut, Phase, Reveal, Tricks, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.visibility import OthersHands
from trickkit.variants import game5211, pikinni, pikoko

HANDS = [
    ["W3", "R3", "R4", "R5", "R6", "Y2", "Y3", "Y5"],
    ["W2", "W5", "B1", "B2", "B3", "B5", "B6", "B7"],
    ["W6", "M7", "P2", "P3", "P4", "P5", "P6", "Y7"],
]
STOCK = ["R2", "M1", "M4", "P7", "B4"]
STOCK = [card for card in STOCK if card in {one.text for one in pikoko.rules(players=3).deck}]


@pytest.fixture
def rules() -> Rules:
    return pikoko.rules(players=3)


@pytest.fixture
def end(rules: Rules) -> State:
    return playout(rules, seed=7)


def lines(game: record.GameRecord) -> list[dict[str, object]]:
    """What the lines of a record say; each has a checksum, too."""
    said = [json.loads(line) for line in str(game).splitlines()]
    assert all([*line][-1] == "sum" for line in said)
    return [{key: value for key, value in line.items() if key != "sum"} for line in said]


# What is written


def test_record_reads_like_the_game(rules: Rules) -> None:
    deal = Stacked(hands=HANDS, turned="R2")
    state = rules.start(first=0, deals=[deal]).play_all([(2, "3"), (1, "4"), (0, "1")])
    header, dealt, *moves = lines(record.of(state, names=["Ada", "Zoë", "Cyd"]))
    assert list(header) == ["trickkit", "game", "options", "players"]
    assert (header["trickkit"], header["game"], header["players"]) == (1, "pikoko", ["Ada", "Zoë", "Cyd"])
    assert header["options"] == dict(rules.options)
    assert (dealt["deal"], dealt["starter"]) == (0, 0)
    assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in HANDS]  # type: ignore[attr-defined]
    assert dealt["stock"][0] == "R2"  # type: ignore[index]
    assert moves == [{"seat": 2, "play": "3"}, {"seat": 1, "play": "4"}, {"seat": 0, "play": "1"}]


def test_names_are_written_as_they_are_and_not_as_escapes(end: State) -> None:
    assert '"Zoë"' in str(record.of(end, names=["Ada", "Zoë", "Cyd"]))


def test_scores_are_written_with_their_reasons_when_a_deal_ends(end: State) -> None:
    found = [line for line in lines(record.of(end)) if "scored" in line]
    assert [line["ends"] for line in found] == [0, 1, 2]
    assert [tuple(line["totals"]) for line in found] == [result.totals for result in end.results]  # type: ignore[arg-type]
    for line, result in zip(found, end.results, strict=True):
        assert line["scored"] == [[one.seat, one.points, one.reason] for one in result.lines]


def test_scores_in_mid_deal_are_written_when_they_are_made() -> None:
    end = playout(game5211.rules(players=3), seed=4)
    game = record.of(end)
    scored = [entry for entry in game.entries if isinstance(entry, record.Scored)]
    assert [entry.ends for entry in scored[-2:]] == [None, len(end.results) - 1]
    assert sum(entry.ends is None for entry in scored) > len(end.results)
    assert [line for entry in scored for line in entry.lines] == [line for one in end.results for line in one.lines]
    for entry in scored:
        place = game.entries.index(entry)
        moves = sum(isinstance(one, record.Moved) for one in game.entries[:place])
        assert game.replay(upto=moves).scores == entry.totals


def test_end_is_written_with_the_ranking(end: State) -> None:
    assert end.outcome is not None
    over = lines(record.of(end))[-1]
    assert over == {"over": "3 deals are played", "ranking": [[*group] for group in end.outcome.ranking]}
    assert record.of(end).outcome == end.outcome


def test_deals_and_moves_are_those_of_the_game(end: State) -> None:
    game = record.of(end)
    assert game.moves == tuple((seat, str(action)) for seat, action in end.moves)
    assert len(game.deals) == 3
    assert game.scores == end.scores
    again = end.rules.start(first=end.results[0].deal.starter, deals=game.deals).play_all(game.moves)
    assert again.results == game.replay(seed=0).results


def test_record_of_a_record_that_is_replayed_is_the_same(end: State) -> None:
    game = record.of(end, names=["Ada", "Ben", "Cyd"])
    assert record.of(game.replay(), names=game.names) == game


def test_a_state_of_a_sampled_world_can_be_recorded(rules: Rules) -> None:
    from random import Random

    state = rules.start(seed=7).play_all([(0, "3"), (1, "2")])
    world = state.view(1).sample(Random(3))
    game = record.loads(str(record.of(world)))
    game.verify()
    assert game.replay().view(1) == state.view(1)


def test_players_without_names_are_called_by_their_seats(end: State) -> None:
    assert "players" not in lines(record.of(end))[0]
    assert record.of(end).names == ("seat 0", "seat 1", "seat 2")


@pytest.mark.parametrize("names", [["Ada"], ["Ada", "Ben", ""], ["Ada", "Ben", "\x1b[31m"], ["Ada", "Ben", 3]])
def test_names_that_cannot_be_are_refused(end: State, names: list[str]) -> None:
    with pytest.raises(InvalidRecord, match="name"):
        record.of(end, names=names)


def test_what_is_no_state_is_not_recorded(rules: Rules, tmp_path: Path) -> None:
    for made in (lambda: record.of(rules), lambda: record.Recorder(tmp_path / "game.jsonl", rules)):  # type: ignore[arg-type]
        with pytest.raises(
            InvalidRecord, match=r"^pikoko\.rules\(players=3\) is not a State; a game is recorded from a"
        ):
            made()
    assert not [*tmp_path.iterdir()]


def test_repr_is_an_expression_that_gives_the_record_again(end: State, rules: Rules) -> None:
    house = playout(rules.replace(Tricks, follow=MustOvertrump()), seed=7)
    public = {name: getattr(trickkit, name) for name in trickkit.__all__}
    for game in (record.of(end), record.of(end).redact(1), record.of(house)):
        assert eval(repr(game), {**vars(record), "pikoko": pikoko, **globals()}) == game
        assert eval(repr(game.header), vars(record)) == game.header
        assert all(eval(repr(one), {**vars(record), **public}) == one for one in game.entries)


# Replaying


@pytest.mark.parametrize("upto", [-1, 109, 1.0, True, "3"])
def test_replay_to_a_point_that_is_not_there_says_which_are(end: State, upto: object) -> None:
    with pytest.raises(InvalidRecord, match=r"upto=.*: the record has the moves 0\.\.108"):
        record.of(end).replay(upto=upto)  # type: ignore[arg-type]


def test_replayed_state_can_be_played_on(end: State) -> None:
    state = record.of(end).replay(upto=30)
    seat = state.actors[0]
    assert state.play(seat, state.legal(seat)[0]).moves[:30] == end.moves[:30]


# Which rules


def test_rules_by_key_and_options_are_found_again(end: State) -> None:
    assert record.loads(str(record.of(end))).rules == end.rules


def test_rules_of_a_sheet_are_found_again_without_its_file(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text('base = "pikoko"\nending.deals = 1\n', encoding="utf-8")
    end = playout(load(str(path), players=3), seed=7)
    path.unlink()
    text = str(record.of(end))
    assert json.loads(text.splitlines()[0])["sheet"] == 'base = "pikoko"\nending.deals = 1\n'
    game = record.loads(text)
    game.verify()
    assert (game.rules, game.rules.key, game.rules.players) == (end.rules, "short", 3)


def test_a_sheet_that_needs_a_file_is_given_by_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "executed"
    (tmp_path / "mine.py").write_text(
        f"from pathlib import Path\nfrom trickkit.variants.pikoko import rules\nPath({str(marker)!r}).touch()\n",
        encoding="utf-8",
    )
    path = tmp_path / "house.toml"
    path.write_text('base = "mine.py"\nending.deals = 1\n', encoding="utf-8")
    text = str(record.of(playout(load(str(path)), seed=7)))
    marker.unlink()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidRecord, match=r"line 1: the base of its sheet is the file 'mine.py'; give the rules"):
        record.loads(text)
    assert not marker.exists()
    record.loads(text, builder(str(path))).verify()


def test_rules_made_in_python_are_given_by_the_reader(rules: Rules) -> None:
    house = rules.replace(Tricks, follow=MustOvertrump())
    text = str(record.of(playout(house, seed=7)))
    with pytest.raises(InvalidRecord, match=r"line 1: the rules are made in Python, as pikoko.*give the rules of"):
        record.loads(text)
    record.loads(text, house).verify()
    with pytest.raises(InvalidRecord, match=r"line 1: the rules given are not those of the record: rules: nothing"):
        record.loads(text, rules)


def test_rules_that_come_out_the_same_are_found_by_their_key(rules: Rules) -> None:
    same = rules.replace(DealOut, visibility=OthersHands())
    assert "rules" not in lines(record.of(same.start(seed=7)))[0]


def test_a_record_never_runs_the_file_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('executed')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for game in ("evil.py", "./evil.py", str(tmp_path / "evil.py"), "evil"):
        with pytest.raises(InvalidRecord, match=r"line 1: the game .* is not installed; give the rules"):
            record.loads(json.dumps({"trickkit": 1, "game": game, "options": {}}) + "\n")


def test_rules_of_a_file_are_given_by_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from trickkit import variant\nfrom trickkit.variants import pikoko\n\n\n"
        "@variant\ndef rules(*, deals: int = 1):\n"
        "    return pikoko.rules(players=3).replace(key='mine', ending=pikoko.AfterDeals(deals=deals))\n",
        encoding="utf-8",
    )
    record.loads(str(record.of(load(str(path)).start(seed=7))), builder(str(path)))
    text = str(record.of(playout(load(str(path), deals=2), seed=7)))
    with pytest.raises(InvalidRecord, match=r"line 1: the rules are made in Python, as mine\.rules"):
        record.loads(text)
    game = record.loads(text, builder(str(path)))
    game.verify()
    assert len(game.deals) == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (pikoko.rules(players=4), "options: "),
        (pikinni.rules(), "key: 'pikinni' is given, the record has 'pikoko'"),
        (pikoko.rules(players=3).replace(Tricks, follow=MustOvertrump()), "rules: .* the record has nothing"),
    ],
)
def test_other_rules_than_those_of_the_record_are_refused(end: State, given: Rules, message: str) -> None:
    with pytest.raises(InvalidRecord, match=f"line 1: the rules given are not those of the record: {message}"):
        record.loads(str(record.of(end)), given)


def test_options_that_are_no_plain_values_are_not_written(rules: Rules) -> None:
    odd = rules.replace(key="odd", options={"sizes": (1, 2)})
    header = lines(record.of(odd.start(seed=7)))[0]
    assert header["options"] == {}
    assert "odd" in str(header["rules"])


# What chance does in the middle of a deal


@frozen
class Rolled(Record):
    number: int


@frozen
class DieRolled(Event):
    number: int

    def __str__(self) -> str:
        return f"The die shows {self.number}."


@frozen
class Die(Phase):
    """A die that everybody sees, which no card shows."""

    record: ClassVar[type[Record]] = Rolled

    def begin(self, deal: trickkit.Deal) -> trickkit.Deal:
        assert deal.chance is not None
        number, chance = deal.chance.below(600)
        return deal.with_record(Rolled(number), DieRolled(number), chance=chance)


def test_what_is_rolled_in_mid_deal_stands_with_the_move_that_led_to_it(rules: Rules) -> None:
    house = rules.after(Bids, Die()).after(Confidence, Die())
    end = playout(house, seed=7)
    game = record.loads(str(record.of(end)), house)
    game.verify()
    rolled = [entry for entry in game.entries if isinstance(entry, record.Moved) and entry.dealt is not None]
    rolls = [event.number for event in end.events if isinstance(event, DieRolled)]
    assert [entry.dealt for entry in rolled] == [Stacked(rolls=(number,)) for number in rolls]
    assert len(rolls) == 6
    assert '"dealt": {"rolls": [' in str(game)
    for state, original in zip(game.states(), replayed(end), strict=True):
        assert state.deal.events == original.deal.events
    redacted = record.loads(str(game.redact(0)), house)
    assert [entry.dealt for entry in redacted.entries if isinstance(entry, record.Moved) and entry.dealt] == [
        Stacked(rolls=(number,)) for number in rolls
    ]


@frozen
class Cup(Phase):
    """Two dice under a cup, of which one seat peeps at the second."""

    def begin(self, deal: trickkit.Deal) -> trickkit.Deal:
        assert deal.chance is not None
        _, chance = deal.chance.below(600, seen_by=())
        return deal.changed(chance=chance.below(600, seen_by=(1,))[1])


def test_a_redaction_keeps_the_rolls_that_its_seat_saw(rules: Rules) -> None:
    house = rules.after(Bids, Cup()).replace(ending=AfterDeals(deals=1))
    game = record.of(playout(house, seed=7))
    rolls = next(entry.dealt for entry in game.entries if isinstance(entry, record.Moved) and entry.dealt).rolls
    assert '"rolls"' not in str(game.redact(0))
    assert '"rolls"' not in str(game.redact(None))
    assert f'"rolls": ["??", {rolls[1]}]' in str(game.redact(1))
    assert record.loads(str(game.redact(1)), house) == game.redact(1)
    with pytest.raises(InvalidRecord, match=r"rolls: '\?\?' is not a whole number"):
        record.loads(str(game).replace(f'"rolls": [{rolls[0]}', '"rolls": ["??"'), house)


def test_a_roll_that_changes_no_record_of_a_phase_is_noticed() -> None:
    deal, reveal = DealOut(), Reveal(cards=1)
    phases = (deal, reveal, Die(), reveal, Die(), reveal)
    house = game5211.rules(players=2).replace(phases=phases, scoring=(), ending=AfterDeals(deals=1))
    end = playout(house, seed=7)
    rolls = [event.number for event in end.events if isinstance(event, DieRolled)]
    game = record.loads(str(record.of(end)), house)
    assert game.deals[0].rolls == tuple(rolls[:2])
    assert game.replay().results[0].deal.events == end.results[0].deal.events


def replayed(end: State) -> list[State]:
    """The states of a game from its own seed."""
    return list(record.of(end).states())


def test_a_roll_that_is_missing_is_not_made_up(rules: Rules) -> None:
    house = rules.after(Bids, Die())
    state = playout(house, seed=7)
    found = lines(record.of(state))
    place = next(place for place, line in enumerate(found) if "dealt" in line)
    del found[place]["dealt"]
    game = record.loads("".join(json.dumps(line) + "\n" for line in found), house)
    for read in (game.replay, game.verify):
        with pytest.raises(
            InvalidRecord, match="'dealt' is not what is dealt or drawn here, or not all of it"
        ) as caught:
            read()
        assert caught.value.line == place + 1


def test_cards_that_are_dealt_after_a_decision_stand_with_it(rules: Rules) -> None:
    bids, confidence, tricks = rules.phases[2:]
    house = rules.replace(phases=(bids, rules.phases[0], TurnTrump(), confidence, tricks))
    end = playout(house, seed=7)
    game = record.loads(str(record.of(end)), house)
    game.verify()
    assert lines(game)[1] == {"deal": 0, "starter": end.results[0].deal.starter}
    dealt = [entry.dealt for entry in game.entries if isinstance(entry, record.Moved) and entry.dealt is not None]
    assert len(dealt) == 3
    assert all(one.hands is not None and one.stock for one in dealt)
    assert game.replay().results == record.of(end).replay().results
    game.redact(1)


@frozen
class EvenDeals(Phase):
    """Asks only in every other deal."""

    phase: Phase
    record: ClassVar[type[Record]] = Confidence.record

    def actions(self, deck: trickkit.Deck, players: int) -> tuple[trickkit.Action, ...]:
        return self.phase.actions(deck, players)

    def hears(self, deal: trickkit.Deal, mover: int, viewer: int | None) -> bool:
        return self.phase.hears(deal, mover, viewer)

    def begin(self, deal: trickkit.Deal) -> trickkit.Deal:
        return deal if deal.number % 2 else self.phase.begin(deal)  # type: ignore[return-value]


def test_deals_in_which_nobody_decides_are_recorded(rules: Rules) -> None:
    house = rules.replace(phases=(rules.phases[0], EvenDeals(rules.phases[3])), scoring=())
    end = playout(house, seed=7)
    game = record.loads(str(record.of(end)), house)
    game.verify()
    assert len(game.moves) == 6
    assert len(game.deals) == 3
    text = str(game)
    third = text.index('{"deal": 2')
    # Without the third deal nothing is known of what the last move of the first one led to.
    cut = record.loads(text[:third], house)
    assert (len(cut.moves), cut.cut) == (2, 5)
    cut.verify()


# Redaction


def test_redacted_record_holds_what_the_seat_knew(rules: Rules) -> None:
    state = rules.start(first=0, deals=[Stacked(hands=HANDS, turned="R2")]).play_all([(2, "3"), (1, "4"), (0, "1")])
    game = record.of(state).redact(1)
    header, dealt, *moves = lines(game)
    assert header["seat"] == 1
    assert [sorted(hand) for hand in dealt["hands"]] == [sorted(HANDS[0]), ["??"] * 8, sorted(HANDS[2])]  # type: ignore[attr-defined]
    assert dealt["stock"] == ["R2", "??", "??", "??", "??"][: len(dealt["stock"])]  # type: ignore[arg-type]
    # Decisions that were made together stand in the order of the seats.
    assert moves == [{"seat": 1, "play": "4"}, {"seat": 2, "play": "3"}, {"seat": 0, "play": "??"}]
    assert record.loads(str(game)) == game
    assert (game.redacted, game.seat) == (True, 1)


def test_redacted_for_a_spectator(end: State) -> None:
    game = record.loads(str(record.of(end).redact(None)))
    assert (game.redacted, game.seat) == (True, None)
    assert lines(game)[0]["seat"] is None


def test_a_redacted_record_is_neither_replayed_nor_verified_nor_redacted_again(end: State) -> None:
    game = record.of(end).redact(1)
    for use in (game.replay, game.verify, lambda: game.redact(2)):
        with pytest.raises(InvalidRecord, match="the record holds only what seat 1 saw; it cannot be replayed"):
            use()


def test_redacting_for_a_seat_that_is_not_there(end: State) -> None:
    with pytest.raises(InvalidSeat, match=r"seat 3: this game has the seats 0\.\.2"):
        record.of(end).redact(3)


# Files


def test_recorder_writes_each_move_before_the_next(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = rules.start(seed=7, first=0)
    with record.Recorder(path, state) as recorder:
        assert record.load(path).moves == ()
        for seat, action in playout(rules, seed=7, first=0).moves:
            state = state.play(seat, action)
            recorder.write(state)
            assert path.read_text(encoding="utf-8") == str(record.of(state))
            assert recorder.moves == len(state.moves)
    assert record.load(path).outcome == state.outcome


def test_recorder_begins_with_the_game_so_far_and_takes_several_moves_at_once(end: State, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start = end.rules.start(seed=7)
    with record.Recorder(path, start.play_all(end.moves[:10])) as recorder:
        assert len(record.load(path).moves) == 10
        recorder.write(end)
        recorder.write(end)
    assert path.read_text(encoding="utf-8") == str(record.of(end))


def test_recorder_refuses_another_game_and_moves_taken_back(rules: Rules, tmp_path: Path) -> None:
    state = rules.start(seed=7, first=0)
    after = state.play(1, "3")
    with record.Recorder(tmp_path / "game.jsonl", after) as recorder:
        for other in (state, state.play(1, "4"), rules.start(seed=8, first=0).play(1, "3")):
            with pytest.raises(InvalidRecord, match=r"game\.jsonl: the game does not go on from what is written"):
                recorder.write(other)
    assert record.load(tmp_path / "game.jsonl") == record.of(after)


def test_closed_recorder_writes_nothing(rules: Rules, tmp_path: Path) -> None:
    state = rules.start(seed=7, first=0)
    recorder = record.Recorder(tmp_path / "game.jsonl", state)
    recorder.close()
    with pytest.raises(InvalidRecord, match=r"game\.jsonl: cannot be written: it is closed"):
        recorder.write(state.play(1, "3"))


def test_a_full_disk_leaves_a_record_that_can_be_read(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = rules.start(seed=7, first=0)
    recorder = record.Recorder(tmp_path / "game.jsonl", state)
    monkeypatch.setattr(LockedFile, "write", lambda file, data: FileIO.write(file, data[: len(data) // 2]))
    with pytest.raises(InvalidRecord, match="cannot be written: no space is left"):
        recorder.write(state.play(1, "3"))
    with pytest.raises(InvalidRecord, match="cannot be written: it is closed"):
        recorder.write(state.play(1, "3"))
    assert record.load(tmp_path / "game.jsonl").cut == 3


@pytest.mark.parametrize("write", [record.write, record.Recorder])
def test_a_file_is_never_overwritten(end: State, tmp_path: Path, write: object) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidRecord, match=r"game\.jsonl: the file already exists"):
        write(*((end, path) if write is record.write else (path, end)))  # type: ignore[operator]
    assert path.read_text(encoding="utf-8") == "mine"


def test_files_that_cannot_be_written_or_read_are_named(end: State, tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"game\.jsonl: cannot be written: No such file or directory"):
        record.write(end, tmp_path / "missing" / "game.jsonl")
    with pytest.raises(InvalidRecord, match=r"missing\.jsonl: cannot be read: No such file or directory"):
        record.load(tmp_path / "missing.jsonl")
    with pytest.raises(InvalidRecord, match="cannot be read: Is a directory"):
        record.load(tmp_path)


def test_wrong_names_leave_no_file_behind(end: State, tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="1 names for 3 players"):
        record.write(end, tmp_path / "game.jsonl", names=["Ada"])
    assert not (tmp_path / "game.jsonl").exists()


def test_errors_of_load_name_the_file_and_the_line(end: State, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(str(record.of(end)).replace('"seat": 1', '"seat": 5', 1), encoding="utf-8")
    with pytest.raises(InvalidRecord) as caught:
        record.load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 4)
    assert str(caught.value).startswith(f"{path}, line 4: seat 5: this game has the seats 0..2")


def test_the_package_has_its_records_at_hand() -> None:
    assert trickkit.record is record
    with pytest.raises(AttributeError, match="module 'trickkit' has no attribute 'recrd'"):
        trickkit.recrd  # noqa: B018
