"""`trickkit compare A B...`: what a rule does to a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from trickkit.cli.games import guarded, options_of_a_game, with_a_count
from trickkit.cli.study_output import print_table
from trickkit.cli.study_request import StudyRequest, of_a_study, rules_in

if TYPE_CHECKING:
    from trickkit.lab import Found

__all__ = ["compare"]


@click.command("compare")
@click.argument("a", metavar="A")
@click.argument("others", metavar="B...", nargs=-1, required=True)
@options_of_a_game
@click.option(
    "--each", is_flag=True, help="Also play each difference between A and B alone: each option, each change of a sheet."
)
@with_a_count("--tell", "Describe the N deals in which the rule mattered most.")
@of_a_study
def compare(
    a: str,
    others: Sequence[str],
    players: str | None,
    given: Sequence[str],
    request: StudyRequest,
    each: bool,
    tell: int | None,
) -> None:
    """Show what changes when a game is played by other rules, and how certain the change is.

    The same bots play the same deals under all rules, with the same cards if the rules deal alike. First comes the
    verdict: what surely changed, in how many deals the rule came up, and what did not surely change, with the largest
    change that is still possible. The table shows what was measured under each of the rules, and the differences from
    the first. The intervals are simultaneous: in 95 of 100 studies all of them are right.

    A and each B are keys of installed games, paths of .py files that define rules(...), or paths of house-rule sheets
    (.toml files), with their own options after a colon; --option and --players apply to all.

    \b
    Examples:
      trickkit compare pikoko pikoko:next_lead=start_player --bots random --deals 20000
      trickkit compare pikinni free.toml soft.toml --until 'bids exact=2%' --html page.html
      trickkit compare skat no_grand.toml --learn 8
    """
    from trickkit import lab

    games = (a, *others)
    rules = [rules_in(game, players, given) for game in games]
    named = ", ".join(games)
    if each:
        with guarded(named):
            rules = [rules[0], *(game for changed in rules[1:] for game in lab.each_alone(rules[0], changed))]
    players_ = request.taught(named, rules)
    with request.running(named) as settings:
        results = lab.compare(*rules, **{**settings, **players_})
    request.write(results, partial(_print, tell=tell))


def _print(found: Found, tell: int | None) -> None:
    print_table(found)
    for index, name in enumerate(found.study.names[1:], 1):
        for story in found.stories(index, tell) if tell else ():
            click.echo(f"\n{f'{name}. ' if len(found.study.names) > 2 else ''}{story[0]}")
            click.echo("\n".join(story[1:]))
