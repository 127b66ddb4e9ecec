"""`trickkit play KEY`: a game in the terminal against seats that move at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random, SystemRandom

import click
from rich.console import Console

from trickkit.actions import Action
from trickkit.cli import screen
from trickkit.cli.games import about_a_game, built, chosen, guarded
from trickkit.cli.output import one_line, printer
from trickkit.errors import IllegalAction, InvalidAction, TrickkitError
from trickkit.record import Recorder
from trickkit.state import State
from trickkit.view import View

__all__ = ["meant", "play"]

HELP = """\
Type one of the actions that you may do, as it is written; capitals do not matter where they make no difference.{faces}
?? is something that you may not know.
help or ? shows this; quit, exit or q leaves the game."""


class Left(Exception):
    """The player leaves the game before its end."""


@click.command("play")
@about_a_game
@click.option("--seat", type=int, default=0, show_default=True, metavar="N", help="Your seat, from 0.")
@click.option("--seed", type=int, metavar="S", help="Any integer: the same one, the same cards. Drawn when not given.")
@click.option("--record", "file", metavar="FILE", help="Write the game to a new file as it goes.")
@click.option("--name", metavar="NAME", default="player", show_default=True, help="Your name in the record.")
def play(
    game: str, players: str | None, given: Sequence[str], seat: int, seed: int | None, file: str | None, name: str
) -> None:
    """Play a game in the terminal against seats that move at random.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...), or of a house-rule sheet,
    a .toml file. You see what your seat may know, and no more. Type ? at the prompt for help, q to leave.

    \b
    Example:
      trickkit play pikoko --players 3 --seat 1 --seed 7
    """
    rules = built(game, chosen(players, given))
    rules.check_seat(seat)
    seed = SystemRandom().randrange(1_000_000) if seed is None else seed
    console = printer()
    with guarded(game):
        state = rules.start(seed=seed)
        console.print(f"{rules.name} with seed {seed}: you are seat {seat} of 0..{rules.players - 1}. ? for help.")
        names = [name if one == seat else "random" for one in range(rules.players)]
        recorder = None if file is None else Recorder(file, state, names=names)
        try:
            _play_on(console, state, seat, Random(f"{seed}/others"), recorder.write if recorder else _forgotten)
        except Left as left:
            console.print(str(left))
        finally:
            # Also when the player interrupts the game.
            if recorder is not None:
                recorder.close()
                console.print(f"Recorded in {recorder.path}: {recorder.moves} moves.", soft_wrap=True)


def _forgotten(_state: State) -> None:
    """Nothing is recorded."""


def _play_on(console: Console, state: State, seat: int, others: Random, record: Callable[[State], None]) -> None:
    """Play to the end of the game; the player decides for one seat, chance for all others."""
    seen = 0
    while not state.is_over:
        if seat in state.actors:
            view = state.view(seat)
            for part in (*screen.news(view, seen), *screen.table(view)):
                console.print(part)
            seen = len(view.events)
            state = _decided(console, state, seat)
        else:
            actor = state.actors[0]
            state = state.play(actor, others.choice(state.legal(actor)))
        record(state)
    view = state.view(seat)
    for part in (*screen.news(view, seen), *screen.final(view)):
        console.print(part)


def _decided(console: Console, state: State, seat: int) -> State:
    """The state after the player's next legal action."""
    view = state.view(seat)
    while True:
        text = _typed(console, view)
        try:
            return state.play(seat, meant(view, text))
        except TrickkitError as error:
            console.print(one_line(_refusal(error)), soft_wrap=True)
            console.print(screen.may(view))


def _refusal(error: TrickkitError) -> str:
    """Why an action was refused, without what is legal instead, which the next line says."""
    if isinstance(error, IllegalAction):
        legal = ", ".join(str(action) for action in error.legal)
        error.message = error.message.removesuffix(f"; legal: {legal}")
    return str(error)


def _typed(console: Console, view: View) -> str:
    """What the player typed, when it is neither nothing nor a wish for help or to leave."""
    while True:
        try:
            text = " ".join(input("> ").split())
        except EOFError:
            raise Left("\nEnd of input: you leave the game.") from None
        if text in view.rules.actions:
            return text
        if text.casefold() in ("quit", "exit", "q"):
            raise Left("You leave the game.")
        if text.casefold() in ("help", "?"):
            console.print(HELP.format(faces=_of_several_faces(view)))
            suits = ", ".join(f"{suit.letter} {suit}" for suit in view.rules.deck.suits)
            console.print(f"The suits by their letters: {suits}.")
            console.print(screen.may(view))
        elif text:
            return text


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
