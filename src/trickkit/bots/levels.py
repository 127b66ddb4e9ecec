"""The best bot at a level of play for given rules, chosen from features of the rules."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen, validators

from trickkit.bots.base import Bot, Budget, Explanation, check_budget, choices
from trickkit.bots.bidders import bidder_at
from trickkit.bots.calls import CallModel
from trickkit.bots.flat import Flat, compiles
from trickkit.bots.greedy import Greedy
from trickkit.bots.ismcts import ISMCTS
from trickkit.bots.learned import CALLS, PLAYS, Learned, part_of
from trickkit.bots.utility import Utility
from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Pass
from trickkit.model.checks import is_a, whole
from trickkit.phases.bids import BidTable
from trickkit.phases.dealing import DealOut
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks import Tricks
from trickkit.play.rollouts import Mixed, NeedDriven, RolloutPolicy, Uniform
from trickkit.play.utility import binds
from trickkit.policies.visibility import OwnHand

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["LEVELS", "Best", "best"]

LEVELS = range(1, 6)
"""The levels of play, from the weakest and fastest to the strongest."""

PLAYOUTS = {2: 16, 3: 64, 4: 256, 5: 1000}
"""By level, how many iterations of tree search are made for each action. Level 1 makes no playouts in games with
tricks."""

SLOWLY = {2: 16, 3: 32, 4: 64, 5: 128}
"""By level, how often each action is played out if compiled code plays deals that are scored one by one, which takes
about a hundred times as long."""

REFERENCE = {2: 4, 3: 12, 4: 32, 5: 96}
"""By level, how often each action is played out by the reference engine, which takes even longer."""

AT_RANDOM = 0.3
"""How often seats decide at random below the tree; otherwise they take the tricks that they need."""


PASS = Pass()
LISTENS = 3
"""The first level at which worlds are weighted by the bids of other seats, which takes some milliseconds."""

LEARNED = {CALLS: 2, PLAYS: 3}
"""The first levels at which installed networks make calls and plays, if they are better at it than search."""
INSTALLED = Learned()
"""Plays the networks that are installed."""


def _a_level(_bot: object, _field: object, level: object) -> None:
    if type(level) is not int or level not in LEVELS:
        raise InvalidRules(f"level {quoted(level)}: choose a level from {LEVELS.start} to {LEVELS.stop - 1}")


@frozen
class Best(Bot):
    """The best bot of a level, for the rules of any view.

    Args:
        level: 1..5, from the weakest and fastest to the strongest.
        playouts: how often each action is played out, 1 or more; None for what the level says. Not for level 1, which
            makes no playouts.
        seed: any integer; equal seeds give equal decisions.
        rules: the only rules that it plays; None for any.
        network: makes those decisions (calls, plays or both) for which matches after its training showed that it is
            surely better than level 3; None for no network. By default it is the network that is installed for the
            rules of a view, if there is one: for calls from level 2 on, for plays from level 3 on. If a bot is
            installed that makes calls by a system, as in Bridge, that bot makes them instead.

    >>> from trickkit import load
    >>> view = load("pikinni", players=2).start(seed=7).view(0)
    >>> Best(1).act(view) in view.legal()
    True
    >>> state = load("euchre").start(seed=7)
    >>> Best(3).bot(state.view(state.actors[0]))
    Learned(path=None)
    """

    level: int = field(default=3, validator=_a_level)
    playouts: int | None = field(default=None, validator=validators.optional(whole(1)))
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    rules: Rules | None = field(default=None, kw_only=True)
    network: Learned | None = field(default=INSTALLED, kw_only=True)

    @playouts.validator
    def _plays_out(self, _attribute: object, playouts: int | None) -> None:
        if playouts is not None and self.level == 1:
            raise InvalidRules("level 1 makes no playouts: leave out their number, or choose level 2 to 5")

    def bot(self, view: View) -> Bot:
        """The bot that decides at a view.

        >>> from trickkit import load
        >>> Best(1).bot(load("hearts").start(seed=7).view(0))
        Greedy(playouts=8, seed=0)
        >>> Best(3, 200).bot(load("pikinni", players=2).start(seed=7).view(0)).iterations
        400
        """
        learned = self.network
        bidder = bidder_at(view) if learned == INSTALLED and self.level >= LEARNED[CALLS] else None
        if bidder is not None:
            return bidder
        is_asked = learned is not None and (learned.path is not None or self.level >= LEARNED[part_of(view)])
        if learned is not None and is_asked and learned.is_chosen(view):
            return learned
        if self.level == 1:
            return Greedy(seed=self.seed)
        rules, playouts = view.rules, self.playouts or PLAYOUTS[self.level]
        fewer = SLOWLY if compiles(rules) else REFERENCE
        otherwise = Flat(playouts, slowly=self.playouts or fewer[self.level])
        if is_cooperative(rules):
            return otherwise.seeded(self.seed)
        calls = calls_in(rules) if self.level >= LISTENS else None
        if binds(view) and PASS in view.legal():
            # Below a tree others continue to bid, which makes a bid look better than it is.
            return evolve(otherwise, calls=calls).seeded(self.seed)
        search = ISMCTS(playouts * len(choices(view)), policy=rollouts_of(rules), calls=calls, otherwise=otherwise)
        return search.seeded(self.seed)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The chosen bot's judgement of every legal action.

        Raises:
            InvalidRules: the bot was made for other rules.
        """
        check_budget(budget)
        choices(view)
        rules = view.rules
        if self.rules is not None and self.rules != rules:
            raise InvalidRules(f"a bot for {self.rules.key} was given a view of {rules.key}, or of other options of it")
        return self.bot(view).explain(view, budget)


def is_cooperative(rules: Rules) -> bool:
    """Whether all seats win and lose together.

    A tree over sampled worlds assumes that the others know what it knows in each of them. This makes opponents
    stronger, but it also relies on partners for what they cannot know (*strategy fusion*), which measured worse than
    flat search.

    Args:
        rules: of any game.

    >>> from trickkit import load
    >>> is_cooperative(load("rope_team")), is_cooperative(load("spades"))
    (True, False)
    """
    return len(Utility.said_by(rules).sides) == 1


@lru_cache(maxsize=64)
def rollouts_of(rules: Rules) -> RolloutPolicy:
    """The rollout policy below the tree of a search.

    Seats take the tricks that they need, except for some random decisions. If there are no tricks, or if partners bid
    on tricks, all decisions are random, which measured better.

    Args:
        rules: of any game that compiles.

    >>> from trickkit import load
    >>> rollouts_of(load("hearts")), rollouts_of(load("spades"))
    (Mixed(policy=NeedDriven(), epsilon=0.3), Uniform())
    """
    tricks = any(isinstance(phase, Tricks) for phase in rules.phases)
    partners = len(Utility.said_by(rules).sides) < rules.players
    return Mixed(NeedDriven(), epsilon=AT_RANDOM) if tricks and not (_bids(rules) and partners) else Uniform()


@lru_cache(maxsize=64)
def calls_in(rules: Rules) -> CallModel | None:
    """The model by which a search infers cards from calls; None to ignore calls.

    If seats bid on tricks and see only their own hand, it weights worlds by how likely `Greedy` is to bid so, which
    measured better; otherwise it ignores calls.

    Args:
        rules: of any game that compiles.

    >>> from trickkit import load
    >>> calls_in(load("hearts")), calls_in(load("oh_hell"))
    (None, CallModel(policy=Greedy(playouts=8, seed=0), temperature=0.25, deals=96))
    """
    dealing = [phase.visibility for phase in rules.phases if isinstance(phase, DealOut)]
    return (
        CallModel(Greedy()) if _bids(rules) and all(isinstance(visibility, OwnHand) for visibility in dealing) else None
    )


def _bids(rules: Rules) -> bool:
    """Whether seats bid on numbers of tricks."""
    return any(getattr(phase, "record", None) in (BidTable, Estimated) for phase in rules.phases)


def best(
    rules: Rules,
    level: int = 3,
    playouts: int | None = None,
    *,
    seed: int = 0,
    network: Learned | str | os.PathLike[str] | None = INSTALLED,
) -> Best:
    """The best bot for rules.

    Its search is chosen from features of the rules, never from their key, so that rules that nobody has measured get a
    good one as well.

    Args:
        rules: the rules that it plays; it refuses views of others.
        level: as in `Best`.
        playouts: as in `Best`.
        seed: as in `Best`.
        network: as in `Best`, or the path of its file.

    Raises:
        InvalidRules: there is no such level, `playouts` is below 1, or the network was trained for other rules.
        InvalidRecord: the file has no network in it.

    >>> from trickkit import load
    >>> rules = load("pikinni", players=2)
    >>> bot = best(rules, level=1)
    >>> bot.act(load("hearts").start(seed=7).view(0))
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: a bot for pikinni was given a view of hearts, or of other options of it
    """
    learned = network if network is None or isinstance(network, Learned) else Learned(network)
    if learned is not None and learned.path is not None:
        learned.network_for(rules)
    return Best(level, playouts, seed=seed, rules=rules, network=learned)
