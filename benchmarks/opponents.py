"""Other opponents than our own bots, for `bots.py`: tree search of OpenSpiel's, agents of jass-kit's, and double-dummy
play of Bridge.

OpenSpiel and jass-kit are in the extra `peers`, DDS in `double-dummy`. Games are set up as in the conformance tests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from attrs import frozen

from trickkit import State, load
from trickkit.bots import ISMCTS, Bot
from trickkit.bots.intervals import standard_error
from trickkit.bots.levels import calls_in, rollouts_of

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "conformance"))

import bridge
import euchre
import hearts
import oh_hell
import schieber
from conformance import CHANCE, Adapter, Entry, Played
from double_dummy import SideTricks, by_dds, hand_to_play

__all__ = ["GAMES", "Result", "ahead_of_jass_kit", "ahead_of_open_spiel", "lost_to_double_dummy"]

EXPLORATION = 0.7
"""Of both searches, as a share of how far ends differ."""
PLAYOUTS = 200
"""In how many random deals it is seen how far ends differ."""
SIDES = ((0, 2), (1, 3))
ONE_NO_TRUMP = (59, 52, 52, 52)
"""The calls of an auction of Bridge."""


@frozen
class Peer:
    """A game that both play.

    Args:
        adapter: translates between both.
        name: as OpenSpiel loads it.
        calls: the first decisions, as OpenSpiel numbers them.
    """

    adapter: Adapter
    name: str
    calls: tuple[int, ...] = ()


# OpenSpiel's search cannot play its Spades, which tells no information states.
GAMES = {
    # With hands of 12 cards all but three are dealt, and what OpenSpiel samples is what may be held.
    "oh_hell": Peer(oh_hell.OhHell(), "oh_hell(players=4,num_tricks_fixed=12)"),
    "euchre": Peer(euchre.Euchre(), "euchre"),
    "hearts": Peer(hearts.Hearts(), "hearts"),
    "bridge": Peer(bridge.BridgeAdapter(), "bridge(use_double_dummy_result=false)", ONE_NO_TRUMP),
}


@frozen
class Result:
    """What came out.

    Args:
        mean: by how many points a deal we are ahead, or how many tricks a deal are lost.
        error: the standard error of it.
        deals: how many deals were played.
    """

    mean: float
    error: float
    deals: int

    @classmethod
    def of(cls, deal: Callable[[int], float], deals: int, seconds: float) -> Result:
        """The mean of what deals come to.

        Args:
            deal: what one comes to, by its seed.
            deals: how many at most.
            seconds: after how much processor time no other one begins.
        """
        values, end = [deal(0)], process_time() + seconds
        while len(values) < deals and process_time() < end:
            values.append(deal(len(values)))
        return cls(fmean(values), standard_error(values) or 0.0, len(values))


def dealt(peer: Peer, seed: int) -> tuple[State, Any]:
    """A deal at random, here and there, after the first calls."""
    import pyspiel

    draw, game = Random(f"{peer.name} {seed}"), pyspiel.load_game(peer.name)
    state, history = game.new_initial_state(), []
    while state.is_chance_node():
        code = draw.choice(state.legal_actions())
        history.append(Entry(CHANCE, code, "", ()))
        state.apply_action(code)
    ours = peer.adapter.start(Played(dict(game.get_parameters()), tuple(history), ()))
    for code in peer.calls:
        ours = after(peer, ours, state, code)
    return ours, state


def after(peer: Peer, ours: State, theirs: Any, code: int) -> State:
    """A decision that OpenSpiel numbers, made here and there."""
    seat = theirs.current_player()
    for action in peer.adapter.actions(ours, code):
        ours = ours.play(seat, action)
    theirs.apply_action(code)
    return ours


def open_spiel_bot(state: Any, iterations: int, seed: int) -> Any:
    """Tree search of OpenSpiel's, which explores as far as ours: in proportion to how far ends differ."""
    import pyspiel

    draw, returns = Random(seed), []
    for _ in range(PLAYOUTS):
        end = state.clone()
        while not end.is_terminal():
            end.apply_action(draw.choice(end.legal_actions()))
        returns += end.returns()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION * (max(returns) - min(returns) or 1), iterations)


def ahead_of_open_spiel(key: str, iterations: int, deals: int, seconds: float) -> Result:
    """By how many points a deal our search is ahead of OpenSpiel's, which makes as many iterations for each decision.

    Two opposite seats are ours, and then the other two, with the same cards.

    Args:
        key: of one of `GAMES`.
        iterations: 1 or more.
        deals: how many at most.
        seconds: how much processor time at most.
    """
    peer = GAMES[key]
    return Result.of(lambda seed: fmean(_ahead(peer, seed, own, iterations) for own in SIDES), deals, seconds)


def _ahead(peer: Peer, seed: int, own: tuple[int, int], iterations: int) -> float:
    """By how many points our seats are ahead in a deal."""
    ours, theirs = dealt(peer, seed)
    other = open_spiel_bot(theirs, iterations, seed + 1)
    bot = ISMCTS(iterations, seed=seed, policy=rollouts_of(ours.rules), calls=calls_in(ours.rules))
    while not theirs.is_terminal():
        seat = theirs.current_player()
        code = peer.adapter.code(ours, bot.act(ours.view(seat))) if seat in own else other.step(theirs)
        ours = after(peer, ours, theirs, code)
    points = theirs.returns()
    return fmean(points[seat] for seat in own) - fmean(points[seat] for seat in range(4) if seat not in own)


def ahead_of_jass_kit(bot: Bot, deals: int, seconds: float) -> Result:
    """By how many points a deal of Schieber a bot is ahead of the agents that jass-kit brings, which play at random.

    Two opposite seats are ours, and then the other two, with the same cards.

    Args:
        bot: ours.
        deals: how many at most.
        seconds: how much processor time at most.
    """
    return Result.of(lambda seed: fmean(_ahead_in_schieber(bot, seed, own) for own in SIDES), deals, seconds)


def _ahead_in_schieber(bot: Bot, seed: int, own: tuple[int, int]) -> float:
    """By how many points our side is ahead in a deal."""
    import jass_kit
    import numpy as np
    from jass.agents.agent_random_schieber import AgentRandomSchieber
    from jass.game.const import PUSH, TRUMP_FULL_OFFSET, TRUMP_FULL_P

    adapter, agent = schieber.Schieber(), AgentRandomSchieber()
    agent._rng = np.random.default_rng(seed)
    history, theirs = jass_kit.dealt(Random(seed))
    ours = adapter.start(Played({}, tuple(history), ()))
    while not theirs.is_done():
        seat = jass_kit.turned(theirs.state.player)
        if seat in own:
            code = adapter.code(ours, bot.act(ours.view(seat)))
        elif theirs.state.trump < 0:
            named = agent.action_trump(theirs.get_observation())
            code = TRUMP_FULL_P if named == PUSH else TRUMP_FULL_OFFSET + named
        else:
            code = int(agent.action_play_card(theirs.get_observation()))
        for action in adapter.actions(ours, code):
            ours = ours.play(seat, action)
        theirs.action(code)
    points = jass_kit.points(theirs)
    return float(points[own[0]] - points[1 - own[0]])


def lost_to_double_dummy(iterations: int, deals: int, seconds: float, *, declarer: bool) -> Result:
    """How many tricks a deal a side of Bridge loses against a side that sees all cards and plays as well as can be.

    The contract is 1NT, and tricks alone count. What is lost is counted against what the side gets if it sees all, too.

    Args:
        iterations: of our search for each decision, 1 or more.
        deals: how many at most.
        seconds: how much processor time at most.
        declarer: whether ours is the declarer's side, or else the defence.
    """
    return Result.of(lambda seed: _lost(iterations, seed, declarer=declarer), deals, seconds)


def _lost(iterations: int, seed: int, *, declarer: bool) -> float:
    """How many tricks the side loses in a deal."""
    rules = load("bridge", match="duplicate", deals=1).replace(scoring=SideTricks())
    state = rules.start(seed=seed, first=0)
    for call in ("bid 1NT", "pass", "pass", "pass"):
        state = state.play(state.actors[0], call)
    ours, bot = SIDES[not declarer], ISMCTS(iterations, seed=seed, policy=rollouts_of(rules))
    best = max(by_dds(state).values())
    while not state.is_over and not state.results:
        hand = hand_to_play(state)
        if hand in ours:
            action = bot.act(state.view(state.actors[0]))
        else:
            values = by_dds(state)
            action = max(state.legal(state.actors[0]), key=lambda action: values[str(action)])
        state = state.play(state.actors[0], action)
    return float((13 - best if declarer else best) - state.scores[ours[0]])
