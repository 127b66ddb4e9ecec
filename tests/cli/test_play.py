"""`trickkit play KEY`: a game in the terminal shows what the seat may know, and takes what it may do."""

import re
from io import StringIO
from random import Random

import pytest
from attrs import evolve
from rich.console import Console

from trickkit import Bid, InvalidRules, Outcome, Stacked, State, bots, load, playout, record
from trickkit.cli import screen
from trickkit.cli.commands import trickkit
from trickkit.cli.games import guarded
from trickkit.cli.output import printer
from trickkit.phases import BoardTricks, Evaluate, Reveal, Tricks
from trickkit.play.playout import states
from trickkit.policies.evaluation import MajoritySuit


def choices(text: str) -> list[str]:
    """The actions of the last prompt."""
    return re.findall(r"^You may: (.*)$", text, re.MULTILINE)[-1].split(", ")


@pytest.fixture
def run(run):
    """Runs a command; the seats of a new game move at random unless it says otherwise."""

    def runs(*words, **more):
        new = words[0] == "play" and not {"--against", "--resume"} & {*words}
        return run(*words, *(("--against", "random") if new else ()), **more)

    return runs


class Player:
    """Sits at the prompt: keeps what it was shown since the last time, and the state of which that was the view."""

    def __init__(self, capsys, choose):
        self.capsys, self.choose = capsys, choose
        self.screens: list[str] = []
        self.states: list[State] = []

    def __call__(self, _prompt: str = "") -> str:
        self.screens.append(self.capsys.readouterr().out.removesuffix("> "))
        return self.choose(choices(self.screens[-1]))


@pytest.fixture
def player(monkeypatch, capsys):
    """Plays a whole game, choosing among the actions of each prompt; gives the player and what it saw last."""

    def plays(*words, choose=None):
        one = Player(capsys, choose or Random(5).choice)
        view = State.view
        own = int(words[words.index("--seat") + 1]) - 1 if "--seat" in words else 0

        def viewed(state, seat):
            if seat == own:
                one.states.append(state)
            return view(state, seat)

        monkeypatch.setattr(State, "view", viewed)
        monkeypatch.setattr("builtins.input", one)
        monkeypatch.setenv("COLUMNS", "300")
        with pytest.raises(SystemExit) as exit_:
            trickkit(["play", *(str(word) for word in words), "--against", "random"], prog_name="trickkit")
        captured = capsys.readouterr()
        assert (exit_.value.code, captured.err) == (None, "")
        return one, captured.out

    return plays


def cards_of(hands) -> set[str]:
    return {text for hand in hands for card in hand for text in (card.text, *(face.text for face in card.faces))}


def hidden_in_pikoko(deal, seat):
    return cards_of([deal.hands[seat], deal.stock])


def hidden_in_own(deal, seat):
    return cards_of([*deal.hands[:seat], *deal.hands[seat + 1 :], deal.stock])


@pytest.mark.sample(1)
@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(("game", "hidden"), [("pikoko", hidden_in_pikoko), ("own.py", hidden_in_own)])
def test_hidden_cards_are_never_shown_before_they_are_played(player, games, game, hidden, seat):
    game = games / game if game.endswith(".py") else game
    one, _ = player(game, "--players", 3, "--seed", 11, "--seat", seat + 1)
    prompts = [state for state in one.states if not state.is_over]
    for shown, state in zip(one.screens, prompts, strict=True):
        deal = state.deal
        now = shown[shown.rfind(f"Deal {deal.number + 1} begins") :] if "begins" in shown else shown
        assert hidden(deal, seat)
        assert not hidden(deal, seat) & set(re.findall(r"\w+", now))


@pytest.mark.sample(0)
def test_other_seats_secret_choices_are_not_shown_before_the_deal_is_scored(player):
    one, last = player("pikoko", "--players", 3, "--seed", 11)
    text = "".join(one.screens)
    laid = re.findall(r"Confidence: seat 1: (.*?)[,;] seat 2: (.*?)[,;] seat 3: (.*?)\.?$", text, re.MULTILINE)
    assert laid
    assert {pair for _, *others in laid for pair in others} == {"??"}
    assert "??" not in {own for own, *_ in laid}
    assert "trusted its bid on seat" in last or "no trust" in last


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["pikoko", "5211"])
def test_nothing_is_shown_but_the_views(player, capsys, game):
    one, _ = player(game, "--players", 3, "--seed", 11, "--seat", 2)
    seen = 0
    for number, (shown, state) in enumerate(zip(one.screens, one.states, strict=False)):
        view = state.view(1)
        for part in (*screen.news(view, seen), *screen.table(view)):
            printer().print(part)
        expected = capsys.readouterr().out
        assert (shown if number else shown.partition("\n")[2]) == expected
        seen = len(view.events)


def test_whole_game_is_shown_to_its_ranking(player):
    one, last = player("pikoko", "--players", 3, "--seed", 11)
    text = "".join(one.screens) + last
    assert one.screens[0].startswith("Pikoko with seed 11: you are seat 1 of 3. ? for a hint, help for help.\n")
    for deal in (1, 2, 3):
        assert text.count(f"Deal {deal} begins; ") == 1
        assert len(re.findall(rf"^ +Deal {deal} +$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"bid \d on seat \d, took \d: ", text)) == 27
    assert "The game is over: 3 deals are played. First: " in last
    final = one.states[-1]
    ranking = last[last.index("Final ranking") :]
    rows = [line.replace("(you)", "").split() for line in ranking.splitlines() if line.strip()[:1].isdigit()]
    assert [[int(cell) for cell in row[1:]] for row in rows] == [
        [seat + 1, final.scores[seat]] for group in final.outcome.ranking for seat in group
    ]


def test_score_tables_add_up_to_the_totals(player, games):
    one, last = player(games / "own.py", "--seed", 1)
    text = "".join(one.screens) + last
    final = one.states[-1]
    for result in final.results:
        for seat, (points, totals) in enumerate(zip(result.scores, result.totals, strict=True)):
            assert re.search(rf"^ +{seat + 1} +\+{points} +{totals} *$", text, re.MULTILINE)


def test_events_are_shown_once_each(player):
    one, last = player("pikoko", "--players", 3, "--seed", 2)
    text = "".join(one.screens) + last
    events = [screen.NOBODY.told(str(event)) for event in one.states[-1].view(0).events]
    plays = [event for event in events if " plays " in event]
    assert plays == re.findall(r"^Seat \d plays .*$", text, re.MULTILINE)


@pytest.mark.sample(0)
def test_same_seed_and_moves_give_the_same_game(player):
    words = ("pikoko", "--players", 3, "--seed", 9)
    first, last = player(*words, choose=min)
    again, last_again = player(*words, choose=min)
    assert (first.screens, last) == (again.screens, last_again)


def test_seed_of_128_bits_is_drawn_and_not_told_when_none_is_given(run, monkeypatch):
    bits, drawn = [], 2**127 + 5
    monkeypatch.setattr("trickkit.cli.play.randbits", lambda count: bits.append(count) or drawn)
    result = run("play", "pikoko", typed=("q",))
    assert bits == [128]
    assert result.stdout.startswith("Pikoko: you are seat 1 of 4.")
    assert str(drawn) not in result.stdout
    told = run("play", "pikoko", "--seed", drawn, typed=("q",)).stdout
    assert result.stdout == told.replace(f" with seed {drawn}", "")


def start(run, *typed, seed=4):
    """A game of Pikoko for four from seat 3, as far as a few lines lead."""
    result = run("play", "pikoko", "--seed", seed, "--seat", 3, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_screen_shows_trump_stock_hands_bids_and_scores(run):
    text = start(run, "q")
    assert "Pikoko, deal 1: bids. W6 is turned up, white is trump; stock of 6\n" in text
    assert re.search(r"3 \(you\) +8 cards +- - - - +0", text)
    assert "How many tricks will seat 2 take?\nYou may: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n" in text


@pytest.mark.parametrize(
    ("words", "header"),
    [
        (("bridge",), "Contract Bridge, deal 1: auction"),
        (("skat",), "Skat, deal 1: bid and hold. Stock of 2"),
        (("euchre",), "Euchre, deal 1: name trump. Stock of 4: AD ?? ?? ??"),
        (("hearts",), "Hearts, deal 1: pass cards"),
        # It is known from a rule, from a card, or when the tricks begin.
        (("spades",), "Spades, deal 1: call estimates. Spades is trump"),
        (("pikoko", "--players", 3), "Pikoko, deal 1: bids. M1 is turned up, no trump; stock of 4"),
        (("hearts", "--option", "passing=none"), "Hearts, deal 1: tricks. No trump"),
    ],
)
def test_screen_says_whether_there_is_a_trump_as_soon_as_it_is_known(run, words, header):
    assert f"\n{header}\n" in run("play", *words, "--seed", 3, typed=("q",)).stdout


def test_screen_names_the_phase_that_only_some_contracts_have():
    state = load("variants/house/solo_whist.py").start(seed=7, first=0)
    state = state.play_all([(1, "abundance"), *((seat, "pass") for seat in (2, 3, 0))])
    assert "deal 1: name trump" in [*screen.table(state.view(1))][1]


def test_screen_shows_the_trick_and_whose_hand_is_played(run):
    text = start(run, "0", "0", "0", "0", "no trust", seed=9)
    assert "\nPlay a card out of hand 4.\nYou may: W6, W4 (M4)\n" in text
    assert "\nTrick 1: hand 3: W9\n" in text


def test_screen_shows_the_tricks_that_each_hand_took(player, games):
    one, _ = player(games / "own.py", "--seed", 1)
    prompts = [state for state in one.states if not state.is_over]
    shown = {}
    for text, state in zip(one.screens, prompts, strict=True):
        table = text[text.rindex("Own, deal ") :]
        assert ("tricks" in table.splitlines()[2]) == (state.deal.get(Tricks) is not None)
        if state.deal.get(Tricks):
            rows = [line.split() for line in table.splitlines() if line[:3].strip().isdigit()]
            assert [int(row[-2]) for row in rows] == list(state.deal[Tricks].taken)
            shown[state.deal[Tricks].taken] = table
    assert len(shown) > 2


def test_record_with_its_own_place_or_without_words_is_not_listed(run):
    text = start(run, "0", "0", "0", "0", "no trust")
    listed = [line for line in text.splitlines() if re.match(r"(DealOut|TurnTrump|Bids|Tricks): ", line)]
    assert all(line.startswith("Bids: seat") and " bids " in line for line in listed)


def test_seat_bid_upon_changes_with_the_turn(run):
    text = start(run, "0", "0", "0")
    assert re.findall(r"How many tricks will seat (\d) take", text) == ["2", "4", "1"]
    assert text.count("How many of the 8 tricks will you take?") == 1


def test_leader_is_told_so_and_plays_out_of_its_own_hand(player, games):
    one, _ = player(games / "own.py", "--seed", 1)
    prompts = [state for state in one.states if not state.is_over]
    leads = [state.phase.__class__.__name__ == "Tricks" and not state.deal[Tricks].current.plays for state in prompts]
    assert [": you lead\n" in shown for shown in one.screens] == leads
    assert any(leads)
    assert not any(" out of hand" in shown for shown in one.screens)


def test_unknown_input_is_one_line_and_asked_again(run):
    assert "> error: 'tow' is not an action of this game (pikoko, deal 1, seat 3)\nYou may: 0, 1, " in start(
        run, "tow", "q"
    )


def test_illegal_input_says_what_is_legal_and_is_asked_again(run):
    text = start(run, "9", "3", "2", "q")
    assert "> error: bids are made now, from 0 to 0; 3 is none of them (pikoko, deal 1, seat 3)\nYou may: 0\n> " in text
    # Only the first bid was taken.
    assert text.count("tricks will seat") == 2


def test_long_refusal_stays_one_line(run):
    result = run("play", "pikoko", "--seed", 4, typed=("R5", "q"), COLUMNS="40")
    assert "R5 is none of them (pikoko, deal 1, seat 1)\nYou may: 0, 1, " in result.stdout


def test_empty_input_is_asked_again_in_silence(run):
    assert start(run, "", "   ", "q").endswith("> > > You leave the game.\n")


def test_help_speaks_of_cards_with_several_faces_where_there_are_some(run, games):
    for game, said in (("pikoko", True), ("own.py", False)):
        text = run("play", games / game if game.endswith(".py") else game, "--seed", 1, typed=("help", "q")).stdout
        assert ("A card with several faces is played as one of them: " in text) == said


@pytest.mark.parametrize("word", ["help", "HELP"])
def test_help_says_how_and_repeats_the_actions(run, word):
    text = start(run, word, "q")
    assert "quit, exit or q leaves the game" in text
    assert "\nThe suits by their letters: R red, Y yellow, B blue, W white, P pink.\n" in text
    assert text.count("You may: 0, 1, 2") == 2


@pytest.mark.parametrize("word", ["q", "quit", " Quit ", "exit"])
def test_quit_leaves_with_one_line(run, word):
    assert start(run, word).endswith("> You leave the game.\n")


def test_end_of_input_leaves_with_one_line(run):
    assert start(run).endswith("> \nEnd of input: you leave the game.\n")


def test_ctrl_c_leaves_with_one_line_and_130(run, monkeypatch):
    def interrupted(_prompt=""):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("play", "pikoko")
    assert (result.exit_code, result.stderr.strip()) == (130, "Interrupted.")


def test_capitals_do_not_matter_where_only_one_action_is_meant(run):
    text = start(run, "0", "0", "0", "0", "NO  Trust", "q")
    assert "Confidence: seat 1: ??, seat 2: ??, seat 3: no trust, seat 4: ??." in text


def test_legal_action_is_meant_before_one_that_is_not(run, games):
    # "aye" is written Aye; as the second word it is the only one.
    result = run("play", games / "whisper.py", "--seed", 1, typed=("aye", "aye"))
    assert "You have decided in secret: Aye\n" in result.stdout
    assert "Final ranking" in result.stdout


def test_text_that_may_mean_several_actions_is_refused(run, games):
    result = run("play", games / "whisper.py", typed=("No", "q"))
    assert "> error: 'No' may mean 'no' or 'NO'\nYou may: Aye, no, NO, Q, may be\n> " in result.stdout


def test_action_not_legal_now_is_refused_also_in_other_capitals(run, games):
    result = run("play", games / "whisper.py", typed=("Aye", "MAY BE", "q"))
    assert "> error: the second word is aye (whisper, deal 1, seat 1)\nYou may: Aye\n> " in result.stdout


def test_action_that_is_written_like_a_word_of_the_prompt_can_be_done(run, games):
    result = run("play", games / "whisper.py", typed=("Q", "q"))
    assert "You have decided in secret: Q\n" in result.stdout
    assert result.stdout.endswith("> You leave the game.\n")


@pytest.mark.parametrize("typed", ["W4", "W4 (M4)", "w4 (m4)"])
def test_face_may_be_typed_with_its_card(run, typed):
    assert "> Seat 3 plays M4 as W4 from hand 4.\n" in start(run, "0", "0", "0", "0", "no trust", typed, "q", seed=9)


def test_brackets_in_a_games_own_words_are_shown_as_they_are(run, games):
    result = run("play", games / "whisper.py", typed=("no", "Aye"))
    assert result.stdout.startswith("Whisper [hush] 5: you are seat 1 ")
    assert "All is said [loud].\n" in result.stdout
    assert "Whisper: silence\n" in result.stdout


def test_deal_without_score_lines_shows_the_totals_alone(run, games):
    text = run("play", games / "whisper.py", typed=("no", "Aye")).stdout
    assert "this deal" in text
    assert "reason" not in text


def test_places_are_shared_and_counted_on(capsys):
    view = playout(load("pikoko", players=4)).view(3)
    for part in screen.final(evolve(view, outcome=Outcome(((2,), (0, 3), (1,)), "over"), scores=(5, 4, 9, 5))):
        printer().print(part)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[4:-1] == [["1", "3", "9"], ["2", "1", "5"], ["2", "4", "(you)", "5"], ["4", "2", "4"]]


def test_stock_is_shown_as_far_as_it_is_known():
    state = load("pikoko", players=3).start(seed=7)
    lines = [part for part in screen.table(state.view(1)) if isinstance(part, str)]
    assert lines[1].endswith("; stock of 4")


def test_spectator_has_a_table_too():
    state = load("pikoko", players=3).start(seed=7)
    lines = [part for part in screen.table(state.view(None)) if isinstance(part, str)]
    assert not any(line.startswith("You bid") for line in lines)


def test_game_that_goes_on_has_no_ranking():
    assert list(screen.final(load("pikoko").start(seed=7).view(0))) == []


def test_error_outside_a_game_file_has_no_line():
    with pytest.raises(InvalidRules, match=r"^pikoko cannot be run: KeyError: 3$"), guarded("pikoko"):
        raise KeyError(3)


def test_closed_pipe_is_not_blamed_on_the_game():
    with pytest.raises(BrokenPipeError), guarded("pikoko"):
        raise BrokenPipeError


# 5211: cards laid in secret


def lays(run, *typed):
    """A game of 5211 for three from seat 1, as far as a few cards lead."""
    result = run("play", "5211", "--players", 3, "--seed", 3, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def screens(text: str) -> list[str]:
    """The screens of a game, without its first lines."""
    return text.split("\n5211, deal 1: ")[1:]


def rows(screen_: str) -> list[list[str]]:
    """The rows of the table of seats."""
    lines = [line.replace(" (you)", "") for line in screen_.splitlines()]
    return [re.split(r" {2,}", line.strip()) for line in lines if re.match(r"  \d ", line)]


def test_screen_shows_hand_stock_and_scores_where_there_is_no_trump(run):
    (shown,) = screens(lays(run, "q"))
    assert shown.startswith("reveal. Stock of 72\n")
    assert "trump" not in shown
    assert rows(shown) == [
        [str(seat), hand, "-", "0"] for seat, hand in enumerate(["B2 G3 G3 O3 O3", *["5 cards"] * 2], 1)
    ]
    assert "\nChoose card 1 of 2 to lay face down.\nYou may: B2, G3, O3\n> " in shown
    assert "On the table" not in shown
    assert "pile" not in shown


def test_card_that_lies_face_down_is_shown_in_brackets_and_not_in_the_hand(run):
    *_, shown = screens(lays(run, "G3", "q"))
    assert rows(shown) == [
        ["1", "B2 G3 O3 O3", "(G3)", "0"],
        ["2", "5 cards", "-", "0"],
        ["3", "5 cards", "-", "0"],
    ]
    assert "\nYou have decided in secret: G3\nChoose card 2 of 2 to lay face down.\nYou may: B2, G3, O3\n> " in shown


def test_screen_shows_what_lies_on_the_table_and_counts_it(run):
    *_, shown = screens(lays(run, "B2", "G3", "q"))
    assert shown.startswith("reveal. Stock of 66\n")
    assert [row[2] for row in rows(shown)] == ["B2 G3", "O1 P3", "P1 P5"]
    assert (
        "\nOn the table: blue 1, green 1, orange 1, purple 3, Kododos 2 of 5\nChoose a card to lay face down.\n"
        in shown
    )
    text = lays(run, "B2", "G3", "O3", "q")
    assert "\n> Revealed: seat 1: B2 G3; seat 2: O1 P3; seat 3: P1 P5.\nDrawn: hand 1: B2 O6; hand 2: 2 cards; " in text
    assert [row[2] for row in rows(screens(text)[-1])] == ["B2 G3 O3", "O1 P3 O3", "P1 P5 P3"]


def test_screen_shows_what_an_evaluation_gave_and_the_piles(run):
    text = lays(run, "B2", "G3", "O3", "G3", "q")
    assert "\nEvaluation 1: orange has the majority: seat 1: O3 (+3); seat 2: O1 O3 (+4).\n" in text
    shown = screens(text)[-1]
    assert [row[2:] for row in rows(shown)] == [["-", "1", "3"], ["-", "2", "4"], ["-", "0", "0"]]
    assert "On the table" not in shown
    assert "Evaluate: " not in text


def test_card_that_is_not_in_the_hand_is_refused_and_asked_again(run):
    text = lays(run, "G3", "B6", "q")
    said = (
        "> error: hand 1 does not hold B6; it still holds B2 G3 O3 O3 (5211, deal 1, seat 1)\nYou may: B2, G3, O3\n> "
    )
    assert said in text


@pytest.mark.sample(0)
def test_whole_game_of_5211_is_shown_to_its_ranking(player):
    one, last = player("5211", "--players", 4, "--seed", 11, "--seat", 3)
    text = "".join(one.screens) + last
    assert len(one.screens) == 6 * 4
    for number in range(1, 7):
        assert text.count(f"\nEvaluation {number}: ") + text.startswith(f"Evaluation {number}: ") == 1
    assert (
        len(re.findall(r"^Thrown away: hand 1: \?\?; hand 2: \?\?; hand 3: \w\d; hand 4: \?\?\.$", text, re.MULTILINE))
        == 1
    )
    assert "The game is over: 1 deal is played. First: seat " in last
    final = one.states[-1]
    for line in final.results[0].lines:
        reason = re.escape(screen.NOBODY.told(line.reason))
        assert re.search(rf"^ +{line.seat + 1} +\+{line.points} +{reason} *$", last, re.MULTILINE)
    assert "Final ranking" in last


def test_cards_of_others_are_shown_when_they_are_revealed_and_not_before(player):
    one, _ = player("5211", "--players", 2, "--seed", 5, "--seat", 2)
    seen = ""
    for shown, state in zip(one.screens, [state for state in one.states if not state.is_over], strict=True):
        seen += shown
        told = re.findall(r"hand 1: ([^;]*);", seen)
        assert all(re.fullmatch(r"\?\?|\d+ cards", text) for text in told if text)
        table_ = rows(shown[shown.rindex("5211, deal") :])
        assert re.fullmatch(r"\?\?|\d+ cards", table_[0][1])
        assert table_[0][2] == (" ".join(map(str, state.deal[Reveal].cards[0])) or "-")


def test_spectator_of_5211_has_a_table_too():
    state = load("5211", players=2).start(seed=7)
    state = state.play(0, state.legal(0)[0])
    (table_,) = [part for part in screen.table(state.view(None)) if not isinstance(part, str)]
    assert [list(column.cells) for column in table_.columns][2] == ["-", "-"]
    assert list(table_.columns[1].cells) == ["5 cards"] * 2


def test_other_counts_than_kododos_are_told_as_they_are_called():
    rules = load("5211", players=2, kododo_mode="at_least")
    state = rules.start(deals=[Stacked(hands=[["G1", "G1", "B2", "B2", "B2"], ["Y1", "Y3", "P2", "P2", "P2"]])])
    state = state.play_all([(0, "G1"), (0, "G1"), (1, "Y1"), (1, "Y3")])
    lines = [part for part in screen.table(state.view(0)) if isinstance(part, str)]
    assert "On the table: green 2, yellow 2, Kododos 3 of 4" in lines
    plain = rules.replace(Evaluate, evaluation=MajoritySuit(limit=5)).start(seed=7)
    plain = plain.play_all([(seat, plain.legal(seat)[0]) for seat in (0, 1)])
    plain = plain.play_all([(seat, plain.legal(seat)[0]) for seat in (0, 1)])
    (line,) = [
        part for part in screen.table(plain.view(0)) if isinstance(part, str) and part.startswith("On the table")
    ]
    assert " of " not in line


# Against whom


def test_a_bot_of_a_level_plays_unless_another_is_given(games, monkeypatch, capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("builtins.input", lambda _prompt="": "q")
    with pytest.raises(SystemExit):
        trickkit(["play", "pikinni", "--players", "2", "--seed", "7", "--record", str(path)], prog_name="trickkit")
    assert record.load(path).header.names == ("player", "best:3")
    assert isinstance(bots.read("best:3"), bots.Best)


def test_compiling_is_told_where_bots_need_it(run, monkeypatch):
    monkeypatch.setattr("trickkit.cli.play.is_compiled", lambda: False)
    words, told = ("play", "pikinni", "--players", 2, "--seed", 7), "The first decisions take longer"
    assert told not in run(*words, typed=("q",)).stdout
    assert told in run(*words, "--against", "best:2", typed=("q",)).stdout


def test_a_hint_says_what_is_best_and_in_full_what_each_action_is_worth(run):
    words = ("play", "pikinni", "--players", 2, "--seed", 7)
    shown = run(*words, typed=("?", "hint", "??", "q"))
    assert (shown.exit_code, shown.stderr) == (0, "")
    view = load("pikinni", players=2).start(seed=7).view(0)
    said = bots.read("best:4").explain(view)
    reasons = "\n".join(map(str, bots.expectations(view, [choice.action for choice in said.choices])))
    best, other = said.choices
    sentence = f"> {best.action} is best, by {other.behind:.1f} points a deal.\nYou may: 0, 1\n"
    told = f"{said}\nWhat to expect if all play at random afterwards:\n{screen.NOBODY.told(reasons)}"
    assert f"{sentence}{sentence}> {told}\nYou may: 0, 1\n> You leave" in shown.stdout


@pytest.mark.parametrize(
    ("behind", "sentence"),
    [
        ([], "0 is your only legal action."),
        ([(2.0, 0.5), (3.0, 0.5)], "0 is best, by 2.0 points a deal over 1."),
        ([(0.5, 0.5), (3.0, 0.5)], "0 looks best, but 1 may be as good."),
        ([(0.5, 0.5), (0.6, 0.5)], "0 looks best, but any of the others may be as good."),
        ([(0.0, 0.0), (0.0, 0.0)], "All your actions look equally good: in no playout did they make a difference."),
    ],
)
def test_a_hint_claims_no_more_than_is_sure(monkeypatch, behind, sentence):
    from trickkit.bots.base import Choice, Explanation
    from trickkit.cli import prompt

    class Sure:
        def explain(self, _view):
            first = Choice(Bid(0), 1.0)
            others = [Choice(Bid(1 + n), 1 - far, 0.1, far, error) for n, (far, error) in enumerate(behind)]
            return Explanation([first, *others], worlds=1, playouts=8)

    monkeypatch.setattr(prompt.bots, "read", lambda _: Sure())
    assert prompt.hint(None) == sentence


def test_bots_play_the_other_seats(run, tmp_path):
    path = tmp_path / "game.jsonl"
    words = ("play", "pikinni", "--players", 2, "--seed", 7, "--record", path)
    shown = run(*words, "--against", "flat:4", "--name", "Ada", typed=("0", "q"))
    assert (shown.exit_code, shown.stderr) == (0, "")
    left = record.load(path)
    assert left.header.names == ("Ada", "flat:4")
    state = left.rules.start(seed=7).play(0, "0")
    assert left.moves[1] == (1, str(bots.Flat(4, seed=7).act(state.view(1))))


def test_a_game_that_is_resumed_goes_on_against_the_same_bots(run, tmp_path):
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    words = ("play", "pikinni", "--players", 2, "--seed", 7, "--against", "flat:4")
    run(*words, "--record", whole, typed=("0", "q"))
    run(*words, "--record", torn, typed=("q",))
    run("play", "--resume", torn, typed=("0", "q"))
    assert record.load(torn).moves == record.load(whole).moves


def test_a_bot_that_does_not_exist(refused):
    assert "no bot 'flut' (did you mean 'flat'?)" in refused("play", "pikinni", "--against", "flut")


def test_nobody_is_called_like_a_bot(refused, tmp_path):
    path = tmp_path / "game.jsonl"
    words = ("play", "pikinni", "--record", path, "--name", "flat:3")
    assert refused(*words).startswith("--name 'flat:3' is a bot's name; a record needs yours to differ from it")
    assert not path.exists()


def printed(state: State, seat: int) -> str:
    """The table as a seat sees it, in a terminal of 80 columns."""
    console = Console(width=80, record=True, file=StringIO(), markup=False)
    for part in screen.table(state.view(seat)):
        console.print(part)
    return console.export_text()


def test_an_auction_is_a_table_with_a_row_for_each_time_round() -> None:
    state = load("bridge").start(seed=7, first=1)
    for call in ("bid 1H", "double", "bid 2H", "pass", "pass", "pass"):
        state = state.play(state.actors[0], call)
    rows = [line.split() for line in printed(state, 2).splitlines()]
    heading = rows.index(["1", "2", "3", "(you)", "4"])
    assert rows[heading + 2 : heading + 4] == [["bid", "1H", "double", "bid", "2H"], ["pass", "pass", "pass"]]
    assert ["Contract:", "2H", "by", "seat", "2"] in rows


def test_a_board_is_a_grid_with_the_hands_that_have_markers_on_it() -> None:
    playing = (state for state in states(load("cat_in_the_box"), seed=7) if state.deal.get(BoardTricks))
    state = next(state for state in playing if sum(map(bool, state.deal[BoardTricks].voids)) > 1)
    markers, shown = state.deal[BoardTricks], printed(state, 0)
    for space, hand in zip(markers.board.spaces, markers.hands, strict=True):
        taken = "" if hand is None else rf" \({hand + 1}\)"
        assert re.search(rf"│ {space}{taken} +│", shown)
    assert "Void: hand " in shown
