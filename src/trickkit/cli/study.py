"""`trickkit study KEY`: the portrait of a game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from trickkit.cli.games import about_a_game
from trickkit.cli.study_request import StudyRequest, of_a_study, rules_in

__all__ = ["study"]


@click.command("study")
@about_a_game
@of_a_study
def study(
    game: str,
    players: str | None,
    given: Sequence[str],
    request: StudyRequest,
) -> None:
    """Show the portrait of a game: who wins, what is scored, how long it takes, how much there is to decide.

    \b
    Example:
      trickkit study pikoko --players 3 --deals 200
    """
    from trickkit import lab

    rules = rules_in(game, players, given)
    players_ = request.taught(game, [rules])
    with request.running(game) as settings:
        results = lab.profile(rules, **{**settings, **players_})
    request.write(results)
