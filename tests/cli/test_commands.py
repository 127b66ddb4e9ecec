"""The commands together: help, version, and how each wrong word is refused in one line."""

import io
import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from processes import PATIENCE, python

import trickkit
from trickkit import load
from trickkit.__main__ import main
from trickkit.cli.output import forgiving
from trickkit.record import write

COMMANDS = ["list", "rules", "simulate", "play"]


def trickkit_process(*words, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "trickkit", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )


def test_without_a_command_the_help_names_all_commands(run):
    result = run()
    assert result.exit_code == 0
    assert all(f"\n  {command} " in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)])
def test_help_has_an_example_that_names_the_command(run, words):
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert f"  Example:\n    {' '.join(['trickkit', *words])}" in result.stdout


def test_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"trickkit, version {trickkit.__version__}\n"


def test_unknown_command_names_the_nearest_and_all(refused):
    message = refused("simulat")
    assert "no command 'simulat' (did you mean 'simulate'?); commands: list, rules, simulate, play" in message


def test_unknown_flag_points_to_the_help(refused):
    assert refused("play", "pikoko", "--sed", "3").endswith("; see 'trickkit play --help'")
    assert refused("--sed").endswith("; see 'trickkit --help'")


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_missing_key_is_said(refused, command):
    assert "Missing argument 'KEY'" in refused(command)


@pytest.mark.parametrize("command", COMMANDS[1:])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pikko"], "no game 'pikko' (did you mean 'pikoko'?); games: pikoko"),
        (["nowhere.py"], "no file 'nowhere.py'"),
        (["pikoko", "--players", "9"], "players='9' is not one of 3, 4, 5"),
        (["pikoko", "--players", "many"], "players='many' is not one of 3, 4, 5"),
        (
            ["pikoko", "--players", "3", "--option", "players=4"],
            "the option 'players' is given twice, as '3' and as '4'",
        ),
        (
            ["pikoko", "--option", "start_basis=total", "--option", "start_basis=round"],
            "the option 'start_basis' is given twice, as 'total' and as 'round'",
        ),
        (
            ["pikoko", "--option", "next_led=start_player"],
            "no option 'next_led' (did you mean 'next_lead'?); options: ",
        ),
        (["pikoko", "--option", "start_basis=rond"], "start_basis='rond' is not one of "),
        (["pikoko", "--option", "players"], "--option 'players': an option is given as name=value"),
        (["pikoko", "--option", "=3"], "--option '=3': an option is given as name=value"),
    ],
)
def test_wrong_game_or_option_is_refused_with_what_is_right(refused, command, words, message):
    assert refused(command, *words).startswith(message)


def test_one_value_given_twice_is_no_contradiction(run):
    result = run("rules", "pikoko", "--players", 3, "--option", "players=3")
    assert result.stdout.startswith("Pikoko (pikoko), 3 players\n")


def test_option_that_a_plain_function_lacks_is_refused(refused, game_file):
    path = game_file("from trickkit.variants import pikoko\ndef rules(*, size=3):\n    return pikoko.rules()\n")
    assert refused("rules", path, "--option", "sise=3").startswith("no option 'sise' (did you mean 'size'?)")


def test_refused_value_points_to_the_nearest(refused):
    message = refused("rules", "pikoko", "--option", "start_basis=rond")
    assert message.endswith(" is not one of 'total', 'round' (did you mean 'round'?)")


@pytest.mark.parametrize("command", COMMANDS[1:])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "home_made.py cannot be run: ZeroDivisionError: division by zero"),
        ("def rules(:", "home_made.py cannot be run: SyntaxError"),
        ("raise RuntimeError('one\\ntwo')", "cannot be run: RuntimeError: one two"),
        ("deal = 3", "home_made.py defines no function rules(...)"),
        ("def rules():\n    return 3", "home_made.py returned 3, which are not Rules"),
        (
            "def rules():\n\n    return 1 / 0",
            "ZeroDivisionError: division by zero",
        ),
        (
            "def rules(*, must): ...",
            "TypeError: rules() missing 1 required keyword-only argument: 'must'",
        ),
    ],
)
def test_bug_in_a_game_file_is_one_line(refused, game_file, command, text, message):
    assert message in refused(command, game_file(text))


RAISING = """
from attrs import frozen
from trickkit.phases import Tricks
from trickkit.policies.lead import Lead
from trickkit.variants import pikoko

@frozen
class Lost(Lead):
    def leader(self, taker, starter, choosers):
        raise LookupError("nobody leads")

def rules():
    return pikoko.rules().replace(Tricks, lead=Lost())
"""


def test_bug_of_a_game_file_in_the_middle_of_a_game_is_one_line(refused, game_file):
    message = refused("simulate", game_file(RAISING))
    assert message.endswith("home_made.py cannot be run: LookupError: nobody leads (home_made.py, line 10)")


def test_rules_that_cannot_be_started_are_refused(refused, game_file):
    text = (
        "from trickkit.phases import DealOut\nfrom trickkit.variants import pikoko\n"
        "def rules():\n    return pikoko.rules().without(DealOut)\n"
    )
    assert "the hands are empty" in refused("simulate", game_file(text))
    assert "the hands are empty" in refused("play", game_file(text), "--seed", "3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "pikoko", "--games", "0"], "0 is not in the range x>=1"),
        (["simulate", "pikoko", "--games", "few"], "'few' is not a whole number"),
        (["simulate", "pikoko", "--seed", "x"], "'x' is not a whole number"),
        (["play", "pikoko", "--seed", "x"], "'x' is not a whole number"),
        (["play", "pikoko", "--seat", "x"], "'x' is not a whole number"),
        (["play", "pikoko", "--seat", "5"], "seat 5: this game has the seats 1..4"),
        (["play", "pikoko", "--seat", "0"], "seat 0: this game has the seats 1..4"),
        (["play", "pikoko", "--seat", "-1"], "seat -1: this game has the seats 1..4"),
    ],
)
def test_wrong_number_is_refused_with_what_is_right(refused, words, message):
    assert message in refused(*words)


def test_script_runs_the_commands(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["trickkit", "--version"])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert not exit_.value.code
    assert capsys.readouterr().out.startswith("trickkit, version")


def test_missing_library_is_one_line_that_says_how_to_install_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "trickkit.cli.commands")
    monkeypatch.setitem(sys.modules, "click", None)
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == "error: the command line needs click; pip install 'trickkit[cli]'"


def test_package_runs_the_commands(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["trickkit", "--version"])
    monkeypatch.delitem(sys.modules, "trickkit.__main__")
    with pytest.raises(SystemExit):
        runpy.run_module("trickkit", run_name="__main__")
    assert capsys.readouterr().out.startswith("trickkit, version")


@pytest.mark.parametrize("library", ["click", "rich"])
def test_missing_library_exits_non_zero_without_traceback(library):
    code = f"import sys; sys.modules['{library}'] = None; from trickkit.__main__ import main; main()"
    done = python(code)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"error: the command line needs {library}; pip install 'trickkit[cli]'\n"


def test_another_missing_module_is_not_hidden(monkeypatch):
    monkeypatch.setitem(sys.modules, "trickkit.cli.commands", None)
    with pytest.raises(ModuleNotFoundError, match="commands"):
        main()


def test_streams_that_are_none_or_no_files_are_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    forgiving()
    assert sys.stdin is None


def test_library_alone_loads_neither_click_nor_rich():
    code = "import sys, trickkit; print([name for name in ('click', 'rich') if name in sys.modules])"
    done = python(code, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize("words", [["list"], ["rules", "pikoko"], ["simulate", "pikoko", "--games", "1"]])
def test_closed_pipe_is_no_traceback(words):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        command = [sys.executable, "-m", "trickkit", *words]
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False, timeout=PATIENCE)
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that takes nothing")
@pytest.mark.sample(0)
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["list"],
        ["rules", "pikoko"],
        ["simulate", "pikoko", "--games", "1", "--engine", "reference"],
        ["play", "pikoko", "--seed", "3"],
        ["check", "pikoko", "--games", "1", "--moves", "2"],
        ["verify", "RECORD"],
        ["replay", "RECORD"],
        ["redact", "RECORD"],
    ],
)
def test_output_that_cannot_be_written_is_one_line_that_blames_neither_game_nor_record(words, tmp_path):
    path = tmp_path / "game.jsonl"
    write(load("pikoko").start(seed=3), path)
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "trickkit", *(word.replace("RECORD", str(path)) for word in words)]
        streams = {"stdin": subprocess.DEVNULL, "stdout": full, "stderr": subprocess.PIPE}
        done = subprocess.run(command, **streams, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        b"error: cannot write the output: No space left on device",
    )
    # What goes before it is how long a check will take.
    assert len(done.stderr.splitlines()) == 1 + (words[0] == "check")


@pytest.mark.sample(0)
def test_characters_that_the_terminal_lacks_are_replaced(game_file):
    path = game_file(
        "from trickkit.variants import pikoko\ndef rules():\n    return pikoko.rules().replace(name='Pfauenräder ♠')\n"
    )
    process = trickkit_process("rules", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"Pfauenr?der ? (pikoko)")


def read_to_the_prompt(process):
    read = b""
    while not read.endswith(b"\n> "):
        read += process.stdout.read(1)
    return read


@pytest.mark.sample(0)
@pytest.mark.skipif(os.name == "nt", reason="sends the signal of Ctrl-C, as POSIX has it")
def test_ctrl_c_in_a_process_leaves_with_one_line_and_130():
    # What starts the tests in the background may have told them to ignore the signal, which a process inherits.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = trickkit_process("play", "pikoko", "--seed", "3", preexec_fn=heard)
    read_to_the_prompt(process)
    # Python may have left its own code for the read that waits, and heeds the signal when that is over: again, then.
    # The input stays open, so that nothing but a signal ends it.
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            break
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.strip()) == (130, b"", b"Interrupted.")


@pytest.mark.sample(0)
def test_bytes_that_are_no_text_are_refused_and_asked_again():
    process = trickkit_process("play", "pikoko", "--seed", "3", env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    out, err = process.communicate(b"\xff\xfe\nq\n", timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    assert b"is not an action of this game" in out
