"""`trickkit play KEY`: a game in the terminal against bots, recorded and resumed."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from secrets import randbits

import click
from rich.console import Console

from trickkit import bots
from trickkit.bots import Bot
from trickkit.bots.flat import compiles
from trickkit.cli import screen
from trickkit.cli.engines import is_compiled
from trickkit.cli.games import built, chosen, guarded, options_of_a_game
from trickkit.cli.output import one_line, printer
from trickkit.cli.records import opened
from trickkit.errors import IllegalAction, InvalidAction, InvalidRecord, InvalidRules, TrickkitError
from trickkit.model.actions import Action
from trickkit.play.state import State
from trickkit.play.view import View
from trickkit.record import Recorder, keep_seed, kept_seed, seed_file

__all__ = ["History", "meant", "play"]

AGAINST = "best:3"
"""The bot that plays where nobody says otherwise."""

HINTS = "best:4"
"""The bot that gives hints."""

REASONS = 3
"""Of how many actions, the best first, a hint tells what to expect."""

HELP = """\
Type one of the actions that you may do, as it is written; capitals do not matter where they make no difference.{faces}
?? is something that you may not know.
? gives a hint: what a bot expects of each action that you may do, in points a deal more than the others.
undo or u takes your last decision back, with all that came after it.
help shows this; quit, exit or q leaves the game."""


class Left(Exception):
    """The player leaves the game before its end."""


@click.command("play")
@options_of_a_game
@click.argument("game", metavar="[KEY]", required=False)
@click.option("--seat", type=int, metavar="N", help="Your seat, from 0. The default is 0, or your seat in the record.")
@click.option("--seed", type=int, metavar="S", help="Any integer: the same one, the same cards. Drawn when not given.")
@click.option(
    "--record", "file", metavar="FILE", help="Write the game to a new file as it goes, its seed to FILE.seed."
)
@click.option("--resume", metavar="FILE", help="Go on with the recorded game of a file, and write it there.")
@click.option("--name", metavar="NAME", help="Your name in the record. The default is player.")
@click.option(
    "--against",
    metavar="BOT",
    help="Who plays the other seats: best:LEVEL with a level from 1 to 5, random, greedy, or flat:N, which tries out "
    f"each action N times. The default is {AGAINST}, or who played them in the record.",
)
def play(
    game: str | None,
    players: str | None,
    given: Sequence[str],
    seat: int | None,
    seed: int | None,
    file: str | None,
    resume: str | None,
    name: str | None,
    against: str | None,
) -> None:
    """Play a game in the terminal, against bots.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...), or of a house-rule sheet,
    a .toml file. You see what your seat may know, and no more. Type ? at the prompt for a hint, help for help, undo to
    take your last decision back, q to leave.

    Without --seed nobody can tell the cards: a seed of 128 bits is drawn and not shown. With --record it is kept in
    FILE.seed, which only you may read, and --resume FILE goes on with the same cards after you left, or after a crash;
    it needs a KEY only where the record does not name its game. The seed tells all cards to come: give nobody that
    file while you play.

    \b
    Example:
      trickkit play pikoko --players 3 --seat 1 --seed 7
      trickkit play hearts --against best:4
    """
    console, bot = printer(), bots.read(against or AGAINST)
    if resume is not None:
        _refuse_beside_resume(
            {"--players": players, "--option": given, "--seed": seed, "--record": file, "--name": name}
        )
        with guarded(game or resume):
            history, seat, seed, others = _resumed(console, resume, game, seat)
        bot = bots.read(against or others)
        title = f"{history.state.rules.name}, resumed after {len(history.state.moves)} moves"
    elif game is None:
        raise click.UsageError("Missing argument 'KEY'.", click.get_current_context())
    else:
        seat = seat or 0
        rules = built(game, chosen(players, given))
        rules.check_seat(seat)
        title = rules.name if seed is None else f"{rules.name} with seed {seed}"
        seed = randbits(128) if seed is None else seed
        with guarded(game):
            history = _begun(rules.start(seed=seed), file, seed, _names(rules.players, seat, name, against))
    with guarded(game or history.state.rules.key):
        console.print(
            f"{title}: you are seat {seat} of 0..{history.state.rules.players - 1}. ? for a hint, help for help."
        )
        if not isinstance(bot, bots.Random) and compiles(history.state.rules) and not is_compiled():
            console.print("The first decisions take longer: code is compiled, once on a machine.")
        try:
            _play_on(console, history, seat, bot.seeded(seed))
        except Left as left:
            console.print(str(left))
        finally:
            # Also when the player interrupts the game.
            if history.recorder is not None:
                history.recorder.close()
                console.print(f"Recorded in {history.recorder.path}: {history.recorder.moves} moves.", soft_wrap=True)


def _refuse_beside_resume(given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if value not in (None, ()):
            raise click.UsageError(
                f"--resume goes on with a game; {name} is for a new one", click.get_current_context()
            )


class History:
    """A game that is being played, with its earlier states for undo; recorded where a file is given.

    Args:
        states: at the beginning, and after each move.
        recorder: of those states; None where nothing is recorded.

    >>> from trickkit.variants import pikoko
    >>> history = History([pikoko.rules(players=3).start(seed=7, first=0)])
    >>> history.play(1, "3")
    >>> str(history.undo(1)), history.state.moves
    ('3', ())
    """

    def __init__(self, states: Sequence[State], recorder: Recorder | None = None) -> None:
        self.states = [*states]
        self.recorder = recorder

    @property
    def state(self) -> State:
        """The game now."""
        return self.states[-1]

    def play(self, seat: int, action: Action | str) -> None:
        """Play on.

        Raises:
            TrickkitError: what `State.play` and `Recorder.write` raise.
        """
        state = self.state.play(seat, action)
        if self.recorder is not None:
            self.recorder.write(state)
        self.states.append(state)

    def undo(self, seat: int) -> Action:
        """Take back the last decision of a seat and all that came after it; gives that decision.

        Raises:
            TrickkitError: it has decided nothing yet; or what `Recorder.undo` raises.
        """
        for back, (mover, action) in enumerate(reversed(self.state.moves), start=1):
            if mover == seat:
                if self.recorder is not None:
                    self.recorder.undo(back)
                del self.states[-back:]
                return action
        raise TrickkitError("you have decided nothing yet that could be taken back")


def _is_bot(name: str) -> bool:
    """Whether a seat of a record is called like a bot."""
    try:
        bots.read(name)
    except InvalidRules:
        return False
    return True


def _names(players: int, seat: int, name: str | None, against: str | None) -> list[str]:
    """What the seats are called in a record: bots by their texts, and the player otherwise.

    Raises:
        InvalidRules: the player is called like a bot.
    """
    if name is not None and _is_bot(name):
        raise InvalidRules(f"--name {name!r} is a bot's; a record tells you from the bots by your name")
    return [name or "player" if one == seat else against or AGAINST for one in range(players)]


def _begun(state: State, file: str | None, seed: int, names: Sequence[str]) -> History:
    """A new game, with its record and its seed in files where they are wanted."""
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


def _resumed(console: Console, file: str, game: str | None, seat: int | None) -> tuple[History, int, int, str]:
    """A game that was left, the player's seat, the seed, and who plays the other seats."""
    left = opened(file, game)
    names = left.header.names
    own = [one for one, name in enumerate(names) if not _is_bot(name)]
    if seat is None and len(own) != 1:
        raise InvalidRecord("the record does not say which seat is yours; give it with --seat", file=file)
    seat = own[0] if seat is None else seat
    left.rules.check_seat(seat)
    kept = kept_seed(file)
    seed = randbits(128) if kept is None else kept
    recorder = Recorder.resume(file, left.rules, seed=seed)
    if kept is None and not recorder.state.is_over:
        keep_seed(file, seed)
        console.print(f"There is no {seed_file(file)}: a new seed draws all that comes now.", soft_wrap=True)
    others = [name for one, name in enumerate(names) if one != seat and _is_bot(name)]
    return History(recorder.states, recorder), seat, seed, others[0] if others else AGAINST


def _play_on(console: Console, history: History, seat: int, bot: Bot) -> None:
    """Play to the end of the game; the player decides for one seat, a bot for all others."""
    # Of a game that is resumed, the current deal alone is told.
    seen = sum(len(result.deal.events) for result in history.state.results)
    while not history.state.is_over:
        if seat in history.state.actors:
            view = history.state.view(seat)
            for part in (*screen.news(view, seen), *screen.table(view)):
                console.print(part)
            _decide(console, history, seat)
            seen = min(len(view.events), len(history.state.events))
        else:
            actor = history.state.actors[0]
            history.play(actor, bot.act(history.state.view(actor)))
    view = history.state.view(seat)
    for part in (*screen.news(view, seen), *screen.final(view)):
        console.print(part)


def _decide(console: Console, history: History, seat: int) -> None:
    """Take the player's next legal action, or its last one back."""
    view = history.state.view(seat)
    while True:
        text = _typed(console, view)
        try:
            if text is None:
                console.print(f"You take back {history.undo(seat)}.")
            else:
                history.play(seat, meant(view, text))
            return
        except TrickkitError as error:
            console.print(one_line(_refusal(error)), soft_wrap=True)
            console.print(screen.may(view))


def _refusal(error: TrickkitError) -> str:
    """Why an action was refused, without what is legal instead, which the next line says."""
    return f"{error.rule} ({error.place})" if isinstance(error, IllegalAction) else str(error)


def _typed(console: Console, view: View) -> str | None:
    """What the player typed, when it is an action; None to take one back. Help and hints are given on the way."""
    while True:
        try:
            text = " ".join(_line("> ").split())
        except EOFError:
            raise Left("\nEnd of input: you leave the game.") from None
        if text in view.rules.actions:
            return text
        if text.casefold() in ("quit", "exit", "q"):
            raise Left("You leave the game.")
        if text.casefold() in ("undo", "u"):
            return None
        if text == "?":
            _hint(console, view)
        elif text.casefold() == "help":
            console.print(HELP.format(faces=_of_several_faces(view)))
            suits = ", ".join(f"{suit.letter} {suit}" for suit in view.rules.deck.suits)
            console.print(f"The suits by their letters: {suits}.")
            console.print(screen.may(view))
        elif text:
            return text


def _hint(console: Console, view: View) -> None:
    """What a bot thinks of each action."""
    said = bots.read(HINTS).explain(view)
    for line in str(said).splitlines():
        console.print(line, soft_wrap=True)
    console.print("What to expect if all play at random afterwards:")
    for reason in bots.outlook(view, [choice.action for choice in said.choices[:REASONS]]):
        console.print(str(reason), soft_wrap=True)
    console.print(screen.may(view))


def _line(prompt: str) -> str:
    """A line of input.

    `input` loses an interrupt that arrives while it writes its prompt; where no terminal edits the line, the prompt can
    be written before.
    """
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    return input()


def _of_several_faces(view: View) -> str:
    """How a card with several faces is played, where the game plays one."""
    for card in view.deal.deck:
        face = str(card.faces[0])
        if not card.is_plain and face in view.rules.actions:
            return f"\nA card with several faces is played as one of them: {face} ({card}) is {card}, played as {face}."
    return ""


def meant(view: View, text: str) -> Action | str:
    """The action that a typed text means: the one with that text, else the one that differs in capitals only.

    It may also be written as the screen shows it, as in Y1 (M1).

    Args:
        view: the seat's, at its decision; what is legal goes before what is not.
        text: as typed.

    Returns:
        The action, or the text itself when no action of the game is near it.

    Raises:
        InvalidAction: several actions differ from the text in capitals only.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    >>> meant(view, "r5"), meant(view, "x")
    (Play(face='R5'), 'x')
    """
    actions = view.rules.actions
    if text in actions:
        return actions[text]
    for among in (view.legal(), tuple(actions.values())):
        near = [one for one in among if text.casefold() in (str(one).casefold(), screen.shown(view, one).casefold())]
        if len(near) == 1:
            return near[0]
        if near:
            raise InvalidAction(f"{text!r} may mean {' or '.join(repr(str(action)) for action in near)}")
    return text
