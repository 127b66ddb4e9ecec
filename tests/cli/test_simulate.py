"""`trickkit simulate KEY`: a table that depends on the seed alone."""


def table(result) -> str:
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout[: result.stdout.rindex("\n", 0, -1)]


def test_same_seed_gives_the_same_table(run):
    words = ("simulate", "pikoko", "--games", 10, "--seed")
    assert table(run(*words, 4)) == table(run(*words, 4))
    assert table(run(*words, 4)) != table(run(*words, 5))


def test_table_has_a_row_for_each_seat_and_counts_games_and_deals(run):
    text = run("simulate", "pikoko", "--games", 10, "--players", 5).stdout
    assert [line.split()[0] for line in text.splitlines() if "%" in line and line.split()[0].isdigit()] == list("01234")
    assert "\n10 games, 30 deals\n" in text
    assert text.rstrip().endswith("deals per second")
    assert "a shared first place counts as its fraction" in text


def test_table_fits_a_terminal_of_80_columns(run):
    text = run("simulate", "pikoko", "--games", 300, COLUMNS="80").stdout
    assert all(name in text for name in ("wins", "95 % interval", "score", "std. dev.", "tricks/deal", "bids exact"))
    assert "…" not in text


def test_columns_that_a_game_has_no_phase_for_are_left_out(run, games):
    text = run("simulate", games / "whisper.py", "--games", 2).stdout
    assert "tricks/deal" not in text
    assert "bids exact" not in text
    assert "50.0%" in text


def test_one_game_has_a_dash_for_its_deviation(run):
    rows = [line.split() for line in run("simulate", "pikoko", "--games", 1).stdout.splitlines()]
    assert next(row for row in rows if row[:1] == ["0"])[4] == "-"


def test_seat_without_bids_has_a_dash(run, games, monkeypatch):
    monkeypatch.setattr("trickkit.cli.figures._hits", lambda _deal, seat: [True] if seat == 0 else [])
    rows = [line.split() for line in run("simulate", games / "own.py", "--games", 2).stdout.splitlines()]
    assert next(row for row in rows if row[:1] == ["0"])[-1] == "100.0%"
    assert next(row for row in rows if row[:1] == ["1"])[-1] == "-"


def test_progress_is_shown_on_a_terminal_only_and_never_in_the_output(run):
    words = ("simulate", "pikoko", "--games", 3)
    shown = run(*words, FORCE_COLOR="1")
    assert "Pikoko" in shown.stderr
    assert "Pikoko" not in shown.stdout
    assert run(*words).stderr == ""


def test_ctrl_c_leaves_with_one_line_and_130(run, monkeypatch):
    def interrupted(*_words, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr("trickkit.cli.simulate.playout", interrupted)
    result = run("simulate", "pikoko")
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "Interrupted.")


def test_estimates_count_as_bids(run):
    text = run("simulate", "pikinni", "--games", 3, "--option", "challenge=true").stdout
    assert "bids exact" in text


def test_game_of_laid_cards_has_neither_tricks_nor_bids(run):
    text = run("simulate", "5211", "--games", 10, "--players", 5).stdout
    assert "tricks/deal" not in text
    assert "bids exact" not in text
    assert len([line for line in text.splitlines() if "%" in line and line.split()[0].isdigit()]) == 5
    assert "\n10 games, 10 deals\n" in text
    long = run("simulate", "5211", "--games", 5, "--players", 5, "--option", "long_game=yes").stdout
    deals = int(long.partition("5 games, ")[2].split()[0])
    assert deals > 5
