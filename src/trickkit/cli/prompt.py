"""The prompt for a player in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from attrs import define, field
from rich.console import Console, RenderableType

from trickkit import bots
from trickkit.bots import Bot
from trickkit.bots.intervals import reach
from trickkit.cli import screen
from trickkit.cli.colours import with_letters
from trickkit.cli.history import History
from trickkit.cli.naming import Names
from trickkit.cli.output import one_line
from trickkit.errors import IllegalAction, InvalidAction, TrickkitError, quoted
from trickkit.model.actions import Action
from trickkit.play.state import State
from trickkit.play.view import View

__all__ = ["Left", "Player", "hint", "meant"]

HINTS = "best:4"
"""The bot that gives hints."""

REASONS = 3
"""The number of actions, best first, for which a hint says what to expect."""

HELP = """\
Type one of the actions that you may take, as it is written; capitals matter only where they make a difference.{faces}
?? stands for something that you may not know.
? gives a hint in a sentence; ?? shows a bot's expectation for each action, in points a deal ahead of the others.
undo or u takes back your last decision, with everything after it.
help shows this; quit, exit or q leaves the game."""


class Left(Exception):
    """The player leaves the game before its end.

    >>> str(Left("You leave the game."))
    'You leave the game.'
    """


@define
class Player:
    """A person who plays a game at a prompt against bots.

    Args:
        console: where it prints.
        history: the game.
        seat: the player's.
        bot: decides for all others.
        names: of the seats.
        asks: whether the player is asked in a state; if not, the first legal action is played for them.

    >>> from trickkit.cli.output import printer
    >>> from trickkit.variants import pikinni
    >>> history = History([pikinni.rules(players=2).start(seed=7)])
    >>> player = Player(printer(), history, 0, bots.Random(), Names(), asks=lambda state: not state.moves)
    >>> player.console.print(*screen.prompt(history.state.view(0), player.names))
    You may: 0, 1
    """

    console: Console
    history: History
    seat: int
    bot: Bot
    names: Names
    asks: Callable[[State], bool]
    _seen: int = field(default=0, init=False)
    _played_for: list[str] = field(factory=list, init=False)

    def play_on(self) -> None:
        """Play the game to its end.

        Raises:
            Left: the player leaves it before.
        """
        # For a resumed game, only the current deal is shown.
        self._seen = sum(len(result.deal.events) for result in self.history.state.results)
        while not (state := self.history.state).is_over:
            if self.seat not in state.actors:
                actor = state.actors[0]
                with self.console.status(self.names.told(f"Seat {actor} is thinking …")):
                    action = self.bot.act(state.view(actor))
                self.history.play(actor, action)
            elif self.asks(state):
                view = self._show_news()
                self._print(*screen.table(view, self.names))
                self._decide(view)
                self._seen = min(len(view.events), len(self.history.state.events))
            else:
                action = state.legal(self.seat)[0]
                self._played_for.append(screen.shown(state.view(self.seat), action))
                self.history.play(self.seat, action)
        self._print(*screen.final(self._show_news(), self.names))

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def _show_news(self) -> View:
        """Show what happened since the last call, and return the player's view."""
        view = self.history.state.view(self.seat)
        self._print(*screen.news(view, self._seen, self.names))
        if self._played_for:
            self._print(f"Played for you, because nothing else was legal: {', '.join(self._played_for)}.")
            self._played_for.clear()
        return view

    def _decide(self, view: View) -> None:
        """Make the player's next decision, or take back the last one."""
        while True:
            text = self._typed(view)
            try:
                if text is None:
                    self._print(f"You take back {screen.shown(view, self.history.undo(self.seat, self.asks))}.")
                else:
                    self.history.play(self.seat, meant(view, text))
                return
            except TrickkitError as error:
                self.console.print(one_line(self.names.told(_refusal(error))), soft_wrap=True)
                self._print(*screen.prompt(view, self.names))

    def _typed(self, view: View) -> str | None:
        """The action that the player typed, after any requests for help and hints; None for undo."""
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
            if text == "?" or text.casefold() == "hint":
                self._print(self.names.told(hint(view)), *screen.prompt(view, self.names))
            elif text == "??":
                self._hint_in_full(view)
            elif text.casefold() == "help":
                suits = ", ".join(f"{suit.letter} {suit}" for suit in view.rules.deck.suits)
                self._print(HELP.format(faces=_of_several_faces(view)), f"The suits by their letters: {suits}.")
                self._print(*screen.prompt(view, self.names))
            elif text:
                return text

    def _hint_in_full(self, view: View) -> None:
        """Show a bot's judgement of each action, with reasons."""
        explanation = bots.read(HINTS).explain(view)
        best = [choice.action for choice in explanation.choices[:REASONS]]
        lines = [*str(explanation).splitlines(), "What to expect if all play at random afterwards:"]
        for line in (*lines, *map(str, bots.expectations(view, best))):
            self.console.print(self.names.told(line), soft_wrap=True)
        self._print(*screen.prompt(view, self.names))


def hint(view: View) -> str:
    """A bot's advice in a sentence: the best action, and how far it is ahead of the next.

    Args:
        view: of a seat that has a decision to make.

    >>> from trickkit import Stacked, load
    >>> deal = Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")
    >>> hint(load("pikinni", players=3).start(first=0, deals=[deal]).view(0))
    '1 is best, by 25.5 points a deal.'
    """
    explanation = bots.read(HINTS).explain(view)
    best, *others = explanation.choices
    if not others:
        return f"{best.action} is your only legal action."
    if not (explanation.playouts or explanation.worlds):
        return f"{best.action} looks best, going by experience."
    if not any(choice.behind or choice.behind_error for choice in others):
        return "All your actions look equally good: in no playout did they make a difference."
    close = [str(choice.action) for choice in others if choice.behind <= reach(choice.behind_error or 0)]
    ahead = f", by {others[0].behind:.1f} points a deal"
    if not close:
        next_best = f" over {others[0].action}" if len(others) > 1 else ""
        return f"{best.action} is best{ahead}{next_best}."
    if len(close) == len(others):
        return f"{best.action} looks best, but any of the others may be as good."
    return f"{best.action} looks best, but {' or '.join(close[:REASONS])} may be as good."


def _refusal(error: TrickkitError) -> str:
    """Why an action was refused; the legal actions are left out, as the next line lists them."""
    return f"{error.rule} ({error.place})" if isinstance(error, IllegalAction) else str(error)


def _line(prompt: str) -> str:
    """A line of input.

    `input` loses an interrupt that arrives while it writes its prompt; if no terminal edits the line, the prompt can be
    written before.
    """
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    return input()


def _of_several_faces(view: View) -> str:
    """How to play a card with several faces, if the game has such cards."""
    for card in view.deal.deck:
        face = str(card.faces[0])
        if not card.is_plain and face in view.rules.actions:
            return f"\nA card with several faces is played as one of them: {face} ({card}) is {card}, played as {face}."
    return ""


def meant(view: View, text: str) -> Action | str:
    """The action that a typed text stands for: an exact match, or else one that differs only in case.

    It may also be written as on the screen, such as Y1 (M1) or Q♠.

    Args:
        view: the seat's, at its decision; legal actions take precedence over others.
        text: as typed.

    Returns:
        Returns the action, or the text itself if no action of the game is similar.

    Raises:
        InvalidAction: several actions differ from the text only in case.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    >>> meant(view, "r5"), meant(view, "x")
    (Play(face='R5'), 'x')
    """
    actions, text = view.rules.actions, with_letters(text, view.rules.deck)
    for among in (view.legal(), tuple(actions.values())):
        if same := [action for action in among if text == screen.NOBODY.told(str(action))]:
            return same[0]
        near = [
            action
            for action in among
            if text.casefold() in (screen.NOBODY.told(str(action)).casefold(), screen.shown(view, action).casefold())
        ]
        if len(near) == 1:
            return near[0]
        if near:
            raise InvalidAction(f"{quoted(text)} may mean {' or '.join(repr(str(action)) for action in near)}")
    if text in actions:
        raise InvalidAction(f"{quoted(text)} counts from 0; here seats count from 1", game=view.rules.key)
    return text
