"""`trickkit play KEY`: a game in the terminal against bots, recorded and resumed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from secrets import randbits

import click

from trickkit import bots
from trickkit.bots.flat import compiles
from trickkit.cli import naming
from trickkit.cli.colours import SuitColours
from trickkit.cli.engines import is_compiled
from trickkit.cli.games import built, chosen, guarded, options_of_a_game, split_off
from trickkit.cli.history import History
from trickkit.cli.naming import Names
from trickkit.cli.output import has_symbols, printer
from trickkit.cli.prompt import Left, Player
from trickkit.cli.records import opened
from trickkit.errors import InvalidRecord
from trickkit.play.state import State
from trickkit.record import Recorder, keep_seed, kept_seed, seed_file

__all__ = ["play"]

AGAINST = "best:3"
"""The default bot of the other seats."""


@click.command("play")
@options_of_a_game
@click.argument("game", metavar="[KEY]", required=False)
@click.option("--seat", type=int, metavar="N", help="Your seat, from 1. The default is 1, or your seat in the record.")
@click.option("--seed", type=int, metavar="S", help="Any integer; equal seeds give equal cards. Random by default.")
@click.option(
    "--record", "file", metavar="FILE", help="Write the game to a new file as it goes, and its seed to FILE.seed."
)
@click.option("--resume", metavar="FILE", help="Continue the recorded game in a file, and write it there.")
@click.option(
    "--name",
    "names",
    metavar="[SEAT=]NAME",
    multiple=True,
    help="Your name, or that of another seat, on the screen and in the record; may be repeated.",
)
@click.option("--auto", is_flag=True, help="Play forced moves automatically, such as the last card.")
@click.option(
    "--against",
    metavar="BOT",
    help="Who plays the other seats: best:LEVEL with a level from 1 to 5, beginner, random, greedy, flat:N, which "
    "tries each action N times, learned for an installed network, or learned:FILE for yours. The default is "
    f"{AGAINST}, or who played them in the record.",
)
@split_off
def play(
    game: str | None,
    players: str | None,
    given: Sequence[str],
    seat: int | None,
    seed: int | None,
    file: str | None,
    resume: str | None,
    names: Sequence[str],
    auto: bool,
    against: str | None,
) -> None:
    """Play a game in the terminal, against bots.

    KEY is the key of an installed game, the path of a .py file that defines rules(...), or the path of a house-rule
    sheet (a .toml file). You see what your seat may know, and no more. Type ? at the prompt for a hint, help for help,
    undo to take back your last decision, q to leave.

    Without --seed nobody can predict the cards: a seed of 128 bits is drawn and not shown. With --record it is kept in
    FILE.seed, which only you may read, and --resume FILE continues with the same cards after you left, or after a
    crash; a KEY is only needed if the record does not name its game. The seed reveals all cards to come: give that file
    to nobody while you play.

    \b
    Example:
      trickkit play pikoko --players 3 --seat 2 --seed 7
      trickkit play hearts --against best:4 --auto
      trickkit play pikinni --name Ada --name 2=Ben
    """
    bot = bots.read(against or AGAINST)
    if resume is not None:
        _refuse_beside_resume(
            {"--players": players, "--option": given, "--seed": seed, "--record": file, "--name": names}
        )
        with guarded(game or resume):
            history, own, seed, others, called = _resumed(resume, game, seat)
        bot = bots.read(against or others)
        title = f"{history.state.rules.name}, resumed after {len(history.state.moves)} moves"
    elif game is None:
        raise click.UsageError("Missing argument 'KEY'.", click.get_current_context())
    else:
        rules = built(game, chosen(players, given))
        own = naming.seat_of(1 if seat is None else seat, rules)
        called = naming.read(names, rules.players, own)
        title = rules.name if seed is None else f"{rules.name} with seed {seed}"
        seed = randbits(128) if seed is None else seed
        with guarded(game):
            history = _begun(rules.start(seed=seed), file, seed, called.recorded(own, against or AGAINST))
    rules = history.state.rules
    console = printer(SuitColours(rules.deck, symbols=has_symbols()))
    with guarded(game or rules.key):
        console.print(f"{title}: you are seat {own + 1} of {rules.players}. ? for a hint, help for help.")
        if not isinstance(bot, bots.Random) and compiles(rules) and not is_compiled():
            console.print("The first decisions take longer: code is compiled, once on a machine.")
        asks = (lambda state: len(state.legal(own)) > 1) if auto else lambda _state: True
        player = Player(console, history, own, bot.seeded(seed), called, asks)
        try:
            player.play_on()
        except Left as left:
            console.print(str(left))
        finally:
            # This also runs if the player interrupts the game.
            if history.recorder is not None:
                history.recorder.close()
                console.print(f"Recorded in {history.recorder.path}: {history.recorder.moves} moves.", soft_wrap=True)


def _refuse_beside_resume(given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if value not in (None, ()):
            raise click.UsageError(f"--resume continues a game; {name} is for a new one", click.get_current_context())


def _begun(state: State, file: str | None, seed: int, names: Sequence[str]) -> History:
    """A new game, with its record and its seed written to files if requested."""
    if file is None:
        return History([state])
    recorder = Recorder(file, state, names=names)
    try:
        keep_seed(file, seed)
    except InvalidRecord:
        recorder.close()
        os.unlink(file)
        raise
    return History([state], recorder)


def _resumed(file: str, game: str | None, seat: int | None) -> tuple[History, int, int, str, Names]:
    """An interrupted game: the game, the player's seat, the seed, the bot of the other seats, and all names."""
    left = opened(file, game)
    players = [naming.bot_of(name) for name in left.header.names]
    own = [index for index, bot in enumerate(players) if bot is None]
    if seat is None and len(own) != 1:
        raise InvalidRecord("the record does not say which seat is yours; give it with --seat", file=file)
    mine = own[0] if seat is None else naming.seat_of(seat, left.rules)
    kept = kept_seed(file)
    seed = randbits(128) if kept is None else kept
    recorder = Recorder.resume(file, left.rules, seed=seed)
    if kept is None and not recorder.state.is_over:
        keep_seed(file, seed)
        printer().print(f"There is no {seed_file(file)}: a new seed draws all further cards.", soft_wrap=True)
    others = [bot for index, bot in enumerate(players) if index != mine and bot is not None]
    names = Names.of_record(left.header.names)
    return History(recorder.states, recorder), mine, seed, others[0] if others else AGAINST, names
