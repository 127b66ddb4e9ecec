"""All commands together, and their errors for wrong arguments."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import click

from trickkit import __version__
from trickkit.cli.analyze import analyze
from trickkit.cli.balance import balance
from trickkit.cli.baselines import show_baselines
from trickkit.cli.check import check_laws
from trickkit.cli.compare import compare
from trickkit.cli.list import list_games
from trickkit.cli.match import match_bots
from trickkit.cli.new import new
from trickkit.cli.output import Unwritable, closed, forgiving, one_line, usage, writing
from trickkit.cli.play import play
from trickkit.cli.records import redact, replay, verify
from trickkit.cli.rules import show_rules
from trickkit.cli.serve import serve
from trickkit.cli.simulate import simulate
from trickkit.cli.study import study
from trickkit.cli.sweep import sweep
from trickkit.cli.train import train
from trickkit.errors import TrickkitError, nearest

__all__ = ["Commands", "trickkit"]

WRONG = 2
"""The exit code for anything wrong on the command line."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


class Commands(click.Group):
    """A group of commands whose errors take one line: what was wrong, and what would be right.

    >>> list(trickkit.commands)
    ['list', 'rules', 'simulate', 'play', 'serve', 'check', 'verify', 'replay', 'redact', 'match', 'baselines', \
'train', 'analyze', 'compare', 'sweep', 'balance', 'study', 'new']
    """

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run a command and exit: 0 when it is done, 2 when something is wrong with the request, 130 after Ctrl-C.

        It also exits with 2 if the output cannot be written.
        """
        forgiving()
        try:
            # Errors in games and files have been caught before.
            with writing():
                code = super().main(*args, **{**extra, "standalone_mode": False})
        except Unwritable as error:
            closed()
            _refuse(error.message)
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            _refuse(usage(error))
        except TrickkitError as error:
            _refuse(str(error))
        sys.exit(code)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of a given name; for an unknown name, the error lists the commands."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            ctx.fail(f"no command {args[0]!r}{nearest(args[0], self.commands)}; commands: {', '.join(self.commands)}")


def _refuse(message: str) -> NoReturn:
    click.echo(one_line(message), err=True)
    sys.exit(WRONG)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="trickkit")
@click.pass_context
def trickkit(context: click.Context) -> None:
    """Trick-taking and bidding card games: list them, read their rules, simulate and play them.

    \b
    Example:
      trickkit play pikoko --players 3
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


COMMANDS = (
    list_games,
    show_rules,
    simulate,
    play,
    serve,
    check_laws,
    verify,
    replay,
    redact,
    match_bots,
    show_baselines,
    train,
    analyze,
    compare,
    sweep,
    balance,
    study,
    new,
)

for command in COMMANDS:
    trickkit.add_command(command)
