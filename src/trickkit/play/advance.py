"""The way from one decision to the next: dealing, starting phases, scoring deals, and ending the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickkit.errors import InvalidRules, UnknownChance, quoted
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import DealScored, DealStarted, GameEnded, Outcome, Record, ScoreLine
from trickkit.model.history import History, Moves
from trickkit.model.result import Result
from trickkit.phases.base import Progress, Run
from trickkit.play.checks import check_actions, check_deal, check_outcome, check_seats
from trickkit.play.context import GameContext, PhaseContext
from trickkit.policies.memory import remembering
from trickkit.scoring.base import lines_of

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.scoring import Scoring

__all__ = ["Decision", "after_phase", "dealing", "first_decision", "undealt"]


Decision = tuple[PhaseContext, Progress, Moves | None]
"""The contents of a state at a decision, or at the end of the game: the contexts, the progress and the moves of the
phase."""


def first_decision(game: GameContext, starter: int, chance: Chance) -> Decision | None:
    """The first decision of the next deal; None if the deal ends without a decision.

    Args:
        game: the context, with the deals before it.
        starter: the seat that starts the deal.
        chance: the source of everything that is not fixed.

    >>> from trickkit.variants import pikoko
    >>> game = pikoko.rules(players=3).start(seed=7, first=0)._context.game
    >>> context, progress, moves = first_decision(game, 0, Chance(7))
    >>> progress.actors, moves
    ((1, 2), None)
    """
    after = _next_decision(game, 0, dealing(game, starter, chance), None)
    return None if isinstance(after, Deal) else after


def dealing(game: GameContext, starter: int, chance: Chance) -> Deal:
    """The next deal, before its first phase.

    Args:
        game: the context, with the deals before it.
        starter: the seat that starts the deal.
        chance: the source of everything that is not fixed.

    >>> from trickkit.variants import pikoko
    >>> game = pikoko.rules(players=3).start(seed=7, first=0)._context.game
    >>> dealing(game, 2, Chance(7)).starter
    2
    """
    deal_number = len(game.results)
    stacked = game.stacked[deal_number] if deal_number < len(game.stacked) else None
    return undealt(game.pack, game.rules, starter, game.results, game.totals, stacked, chance)


def undealt(
    pack: Deal,
    rules: Rules,
    starter: int,
    results: Sequence[Result],
    totals: tuple[int, ...],
    stacked: Stacked | None,
    chance: Chance,
) -> Deal:
    """A deal that follows earlier ones, before its first phase.

    Args:
        pack: a fresh deal of the game.
        rules: the rules of the game.
        starter: the seat that starts the deal.
        results: the results of the earlier deals.
        totals: by seat, the points of the earlier deals.
        stacked: the part of the deal that is fixed; None for nothing.
        chance: the source of everything that is not fixed.

    >>> from trickkit.variants import pikoko
    >>> rules = pikoko.rules(players=3)
    >>> pack = Deal.fresh(rules.deck, players=3)
    >>> undealt(pack, rules, 2, (), (0, 0, 0), None, Chance(7)).starter
    2
    """
    deal_number, schedule = len(results), rules.schedule
    return pack.changed(
        number=deal_number,
        starter=starter,
        size=schedule.hand_sizes.size(deal_number),
        events=(DealStarted(deal_number, starter, schedule.starter.matters),),
        totals=totals,
        earlier=(*results[-1].deal.earlier, results[-1].lines) if results else (),
        memory=_remembered(rules, results),
        chance=chance.given(stacked.rolls if stacked else ()),
        stacked=stacked,
    )


def _remembered(rules: Rules, results: Sequence[Result]) -> tuple[Record, ...]:
    if not rules.memory:
        return ()
    last = results[-1].deal if results else None
    if last is not None and not last.memory:
        # This line stands for a deal of which only the points are known. It records that it was read, which shows that
        # the points alone do not suffice.
        len(last.lines)
        last = None
    return remembering(rules.memory, last, rules.players)


def _next_decision(game: GameContext, first: int, deal: Deal, before: History | None) -> Decision | Deal:
    """The next decision of a deal, starting with its phase at index `first`; the finished deal if there is none."""
    phases, own = game.rules.phases, game.rules.own
    for index in range(first, len(phases)):
        if deal.closed:
            break
        try:
            begun = phases[index].begin(deal)
        except UnknownChance as error:
            error.game, error.deal = game.rules.key, deal.number
            raise
        if isinstance(begun, Run):
            progress = begun.start()
            if progress.actors:
                return PhaseContext(game, index, begun, before), progress, None
            begun = begun.record(progress)
        if own[index]:
            check_deal(begun, deal.players, phases[index])
        deal = begun
    return deal


def after_phase(context: PhaseContext, progress: Progress, moves: Moves | None) -> Decision:
    """The next decision after a phase is done, in this deal or in a later one, or the end of the game.

    Args:
        context: the phase that is done.
        progress: the progress at its end.
        moves: the moves of the phase.

    Raises:
        InvalidRules: the phase broke a promise.
        UnknownChance: something must be drawn at random, and the game has no seed.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> while state._context.place == 2:
    ...     seat = state.actors[0]
    ...     before, (context, progress, moves) = state, state._now
    ...     state = state.play(seat, state.legal(seat)[0])
    >>> last = context.run.play(progress, seat, before.legal(seat)[0])
    >>> after_phase(context, last, (seat, before.legal(seat)[0], moves))[0].place
    3
    """
    game = context.game
    deal = context.run.record(progress)
    if game.rules.own[context.place]:
        _check_done(context, deal, moves)
    history = context.history(moves)
    after = _next_decision(game, context.place + 1, deal, history)
    while isinstance(after, Deal):
        result = _scored(game, after, history)
        game = game.finish_deals((*game.results, result))
        outcome = game.rules.ending.outcome(game.results)
        if outcome is not None:
            check_outcome(outcome, game.rules.players, game.rules.ending)
            return PhaseContext(_ended(game, outcome), len(game.rules.phases), context.run, None), progress, None
        policy = game.rules.schedule.starter
        starter = policy.after(result)
        check_seats((starter,), game.rules.players, f"{type(policy).__name__}.after gave seat")
        history = None
        after = _next_decision(game, 0, dealing(game, starter, after.chance or Chance(game.seed)), history)
    return after


def _check_done(context: PhaseContext, deal: Deal, moves: Moves | None) -> None:
    """Refuse an invalid deal after a phase, and decisions that the phase accepted but does not list."""
    rules, phase_index = context.game.rules, context.place
    phase = rules.phases[phase_index]
    check_deal(deal, rules.players, phase)
    while moves is not None:
        seat, action, moves = moves
        check_seats((seat,), rules.players, f"{type(phase).__name__}: to act was seat")
        check_actions((action,), rules.listed, phase)


def _ended(game: GameContext, outcome: Outcome) -> GameContext:
    *earlier, last = game.results
    ended = last.with_deal(last.deal.changed(GameEnded(outcome)))
    return game.finish_deals((*earlier, ended), outcome)


def _scored(game: GameContext, deal: Deal, history: History | None) -> Result:
    lines, own = deal.lines, game.rules.own_scoring
    for part in game.rules.scoring:
        given = lines_of(part, deal)
        if own:
            _check_lines(given, part, deal)
        lines += given
    scores, totals = [0] * deal.players, [*deal.totals]
    for line in lines:
        scores[line.seat] += line.points
        totals[line.seat] += line.points
    deal = deal.changed(DealScored(lines, tuple(totals)), lines=lines, scored=True)
    return Result.after(deal, tuple(scores), tuple(totals), history)


def _check_lines(lines: object, part: Scoring, deal: Deal) -> None:
    """Refuse lines that a scoring may not return."""
    seats, name = deal.seats, type(part).__name__
    if not isinstance(lines, tuple):
        raise InvalidRules(
            f"{name}.lines returned {quoted(lines)}; it must return a tuple of ScoreLines", deal=deal.number
        )
    for line in lines:
        if not isinstance(line, ScoreLine) or line.seat not in seats or not isinstance(line.points, int):
            raise InvalidRules(
                f"{name} scores {quoted(line)}, no ScoreLine of whole points for a seat", deal=deal.number
            )
