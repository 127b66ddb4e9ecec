"""A bot that plays as a network has learned to."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import sha256
from re import sub
from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen, has

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices
from trickkit.bots.installed import installed, path_for
from trickkit.errors import InvalidRecord, InvalidRules, MissingExtra, quoted
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
    from trickkit.bots.network import Network
    from trickkit.model.actions import Action
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Learned"]

ENCODING = 1
"""The version of the features: networks of other versions are refused."""

CALLS, PLAYS = "calls", "plays"
"""The decisions before tricks, and those in them."""


def _path(given: str | os.PathLike[str] | None) -> str | None:
    if given is not None and not isinstance(given, (str, os.PathLike)):
        raise InvalidRules(f"a learned bot is given the path of its file, or nothing, not {quoted(given)}")
    return None if given is None else os.fspath(given)


@frozen
class Learned(Bot):
    """Takes the action that a network values most, without playouts.

    The network was trained by `train`, for certain rules, and refuses views of others. It needs the extra `fast`.

    Args:
        path: of the file, or of a folder, in which the bot uses the file that was trained for the rules of the view;
            None for the network that is installed for its game, if there is one. The distribution `trickkit-classics`
            includes some, for games with their usual options.

    Raises:
        InvalidRecord: the file does not exist or has no network in it.

    >>> import os, tempfile
    >>> from trickkit import bots, load
    >>> rules, folder = load("pikinni", players=2), tempfile.mkdtemp()
    >>> bot = bots.train(rules, steps=40, path=os.path.join(folder, "small.npz"))
    >>> view = rules.start(seed=7).view(0)
    >>> bot.act(view) in view.legal()
    True
    >>> state = load("euchre").start(seed=7)
    >>> view = state.view(state.actors[0])
    >>> bots.Learned().act(view) in view.legal()
    True
    """

    path: str | None = field(default=None, converter=_path)
    _network: Network | None = field(init=False, repr=False, eq=False, hash=False)

    @_network.default
    def _loaded(self) -> Network | None:
        return None if self.path is None or os.path.isdir(self.path) else _network_of(self.path)

    @property
    def about(self) -> dict[str, Any]:
        """The description of the training in the network's file; empty for installed networks and for a folder."""
        return {} if self._network is None else dict(self._network.about)

    def act(self, view: View, budget: Budget | None = None) -> Action:
        """The action that the network values most.

        Raises:
            InvalidRules: the network was trained for other rules.
        """
        check_budget(budget)
        legal = choices(view)
        if len(legal) == 1:
            return legal[0]
        values = self._values(view, legal)
        return legal[values.index(max(values))]

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The network's value of every legal action, in points; its error is unknown.

        Raises:
            InvalidRules: the network was trained for other rules.
        """
        check_budget(budget)
        legal = choices(view)
        values = self._values(view, legal)
        best, unit = max(values), float(self.network_for(view.rules).about.get("unit", 1.0))
        considered = [
            Choice(action, unit * value, behind=unit * (best - value))
            for action, value in zip(legal, values, strict=True)
        ]
        return Explanation(tuple(sorted(considered, key=lambda choice: -choice.mean)))

    def act_lanes(self, lanes: Lanes, which: Array) -> Array:
        """The numbers of the actions that the network values most, computed for all lanes together.

        Raises:
            InvalidRules: the network was trained for other rules.
        """
        from trickkit.bots.training.deciding import Decider

        return Decider.of(self.network_for(lanes.rules), lanes.rules).act(lanes, which)

    def _values(self, view: View, legal: tuple[Action, ...]) -> list[float]:
        from trickkit.batch.lowering.numbers import action_numbers

        rules = view.rules
        network = self.network_for(rules)
        features, numbers = features_of(rules), action_numbers(rules)
        active = features.active(view)
        indices, names = active.indices[0], features.names[active.names[0]]
        values = network.values(indices[indices >= 0])
        return [float(values[names[numbers[action]]]) for action in legal]

    def is_chosen(self, view: View) -> bool:
        """Whether matches after the training showed that the network makes this kind of decision better than search.

        Args:
            view: of a seat that decides; for an installed network, the rules need not be those that it was trained for.
        """
        if self.path is None and not is_installed_for(view.rules):
            return False
        return part_of(view) in self.network_for(view.rules).about.get("best", ())

    def network_for(self, rules: Rules) -> Network:
        """The network that plays some rules.

        Args:
            rules: for which it must have been trained.

        Raises:
            InvalidRules: it was trained for others, or there is none in the folder that was trained for these.
            InvalidRecord: a file in the folder has no network in it.
        """
        if self.path is not None and self._network is None and os.path.isdir(self.path):
            return _network_of(_fitting(self.path, os.stat(self.path).st_mtime_ns, rules))
        path = path_for(rules.key) if self.path is None else self.path
        network = self._network or _network_of(path)
        for name, value in about_rules(rules).items():
            if network.about.get(name) != value:
                raise InvalidRules(_refusal(path, network.about, rules, name), game=rules.key)
        return network


@lru_cache(maxsize=64)
def features_of(rules: Rules) -> Any:
    """The binary features of rules, by which learned bots decide; cached."""
    from trickkit.encoding.observing import encoding

    return encoding(rules).features()


def part_of(view: View) -> str:
    """The part of the game to which a decision belongs: "calls" or "plays".

    >>> from trickkit import load
    >>> part_of(load("pikoko").start(seed=7).view(1))
    'calls'
    """
    return PLAYS if isinstance(view.phase, Tricks) else CALLS


def is_installed_for(rules: Rules) -> bool:
    """Whether there is an installed network for exactly these rules.

    >>> from trickkit import load
    >>> is_installed_for(load("skat")), is_installed_for(load("hearts", passing="none"))
    (True, False)
    """
    if rules.key not in installed():
        return False
    try:
        Learned().network_for(rules)
    except (InvalidRules, InvalidRecord, MissingExtra):
        return False
    return True


@lru_cache(maxsize=64)
def _fitting(folder: str, _changed: int, rules: Rules) -> str:
    """The path of the first network in a folder that was trained for some rules."""
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".npz")]
    about = about_rules(rules)
    for path in paths:
        if _network_of(path).about.items() >= about.items():
            return path
    given = f"{rules.key} {options_of(rules)}".strip()
    raise InvalidRules(f"none of the {len(paths)} networks in {quoted(folder)} was trained for {given}", game=rules.key)


def _network_of(path: str) -> Network:
    """The network in a file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        # Reading the file reports what is wrong.
        return _network_in(path, 0, 0)
    return _network_in(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8)
def _network_in(path: str, _changed: int, _size: int) -> Network:
    """The network in a file, cached until the file changes, as games need it at every decision."""
    try:
        from trickkit.bots.network import Network
    except ImportError as error:
        raise MissingExtra("a learned bot needs NumPy: pip install 'trickkit[fast]'") from error
    return Network.load(path)


def _refusal(path: str, about: Any, rules: Rules, name: str) -> str:
    """Why a network cannot play rules."""
    if name == "encoding":
        return f"{quoted(path)} was trained with another version of trickkit, whose features differ; train it again"
    trained = f"{about.get('game')!s:.60} {about.get('options', '')!s:.200}".strip()
    given = f"{rules.key} {options_of(rules)}".strip()
    if trained == given:
        return f"{quoted(path)} was trained for other rules of the name {rules.key}; train it again"
    return f"{quoted(path)} was trained for {trained}, not for {given}"


def options_of(rules: Rules) -> str:
    """The options of rules in a line.

    >>> from trickkit import load
    >>> options_of(load("pikinni", players=3)).split(",")[0]
    '(players=3'
    """
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items())
    return f"({options})" if options else ""


@lru_cache(maxsize=64)
def about_rules(rules: Rules) -> dict[str, Any]:
    """The facts that identify rules for a network.

    Args:
        rules: of the game.

    >>> from trickkit import load
    >>> one, other = (about_rules(load("hearts", **options)) for options in ({}, {"passing": "none"}))
    >>> one["fingerprint"] == other["fingerprint"]
    False
    """
    # For a class without a repr of its own, Python prints an address in memory.
    parts = _canonical_text((rules.phases, rules.scoring, rules.schedule, rules.ending, rules.deck, *rules.memory))
    parts = sub(r" at 0x[0-9a-f]+", "", parts)
    texts = "\n".join(rules.actions)
    return {
        "encoding": ENCODING,
        "features": features_of(rules).count,
        "actions": len(rules.actions),
        "fingerprint": sha256(f"{rules.players}\n{parts}\n{texts}".encode()).hexdigest(),
    }


def _canonical_text(value: object) -> str:
    """A value as a text that omits defaults, so that a part's new argument leaves its rules the same.

    Therefore, after a change of a default, the networks of rules with that part must be trained again.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_canonical_text, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(_canonical_text, value)))}}}"
    kind: Any = type(value)
    if not has(kind):
        return repr(value)
    given = [(attribute, getattr(value, attribute.name)) for attribute in fields(kind) if attribute.init]
    changed = [f"{attribute.name}={_canonical_text(item)}" for attribute, item in given if item != attribute.default]
    return f"{kind.__name__}({', '.join(changed)})"
