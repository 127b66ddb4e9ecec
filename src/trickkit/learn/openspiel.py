"""Rules as games of OpenSpiel, for which the extra `openspiel` is needed.

Chance is one node at the beginning, which chooses among numbered deals: seeds from 0 on, or given deals, such as all
deals of a small deck. Seats that decide simultaneously are asked in turn, and none of them learns what the others have
decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from math import comb, inf
from random import Random
from typing import Any

import numpy as np
from attrs import field, frozen

from trickkit.batch import Game, start
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.encoding.observing import Encoding, encoding
from trickkit.errors import InvalidRules, MissingExtra, quoted
from trickkit.model.actions import Action
from trickkit.model.chance import Stacked
from trickkit.play.rules import Rules, rules_of
from trickkit.play.utility import Utility

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("trickkit.learn.openspiel needs OpenSpiel: pip install 'trickkit[openspiel]'") from error

__all__ = ["CardGame", "CardState", "all_deals", "game"]

NAME = "trickkit"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
MOST = 1_000_000
"""The maximum number of deals among which chance chooses."""
KEPT = 4096
"""The maximum number of deals whose games are cached at their beginning."""
MOST_DEALS = 100
"""The assumed maximum number of deals in a game that ends by its points."""


@frozen(eq=False)
class Board:
    """The data that all states of a game share, copies included.

    Args:
        rules: of the game.
        deals: how many there are.
        given: the given deals; () if deals are numbered by their seeds.
    """

    rules: Rules
    deals: int
    given: tuple[Stacked, ...]
    code: Encoding = field(init=False)
    utility: Utility = field(init=False)
    most: float = field(init=False)
    """The number of deals after which a game is certainly over."""
    dealt: dict[int, Game] = field(init=False, factory=dict, repr=False)
    """Games that begin with some of the deals, to be copied."""
    numbers: Mapping[Action, int] = field(init=False)
    actions: tuple[Action, ...] = field(init=False)
    chances: list[tuple[int, float]] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "code", encoding(self.rules))
        object.__setattr__(self, "utility", Utility.said_by(self.rules))
        object.__setattr__(self, "most", self.rules.ending.most_deals() or inf)
        object.__setattr__(self, "chances", [(deal, 1 / self.deals) for deal in range(self.deals)])
        object.__setattr__(self, "numbers", action_numbers(self.rules))
        object.__setattr__(self, "actions", tuple(self.rules.actions.values()))

    def __deepcopy__(self, _memo: Any) -> Board:
        return self

    def begun(self, deal: int) -> Game:
        """A copy of the game that begins with a given deal."""
        begun = self.dealt.get(deal)
        if begun is None:
            stacked = [self.given[deal]] if self.given else []
            begun = start(self.rules.start(seed=deal, first=0 if stacked else None, deals=stacked))
            if len(self.dealt) == KEPT:
                self.dealt.clear()
            self.dealt[deal] = begun
        return begun.copy()


_known: dict[str, Board] = {}
"""Registered games, by a name that is the same in every process."""


def _type(rules: Rules | None) -> Any:
    zero = rules is not None and Utility.said_by(rules).is_zero_sum
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="A card game of trickkit",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": ""},
    )


def _bounds(board: Board) -> tuple[float, float]:
    """The lowest and the highest utility of a game; infinite if the points have no bounds."""
    points = board.code.points
    if points is None:
        return -inf, inf
    # The ending bounds the points when a deal begins; the last deal comes on top.
    before = board.rules.ending.totals(*points)
    fewest = -inf if before[0] is None else float(before[0] + points[0])
    most = inf if before[1] is None else float(before[1] + points[1])
    if len(board.utility.sides) > 1:
        return fewest - most, most - fewest
    return (fewest, most) if board.utility.sign > 0 else (-most, -fewest)


class CardGame(pyspiel.Game):  # type: ignore[misc]
    """Rules as a game of OpenSpiel; created by `game`.

    Args:
        parameters: `rules`, the name under which `game` has registered them.

    >>> from trickkit import load
    >>> from trickkit.learn import openspiel
    >>> made = openspiel.game(load("pikoko", players=3))
    >>> made.num_players(), made.num_distinct_actions() == made.board.code.texts.index(made.board.code.texts[-1]) + 1
    (3, True)
    """

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        name = (parameters or {}).get("rules", "")
        if name not in _known:
            raise InvalidRules(
                f"no rules are known by the name {quoted(name)}: make the game with learn.openspiel.game(rules)"
            )
        self.board = board = _known[name]
        most, (least, greatest) = board.rules.ending.most_deals() or MOST_DEALS, _bounds(board)
        information = pyspiel.GameInfo(
            num_distinct_actions=len(board.code.texts),
            max_chance_outcomes=board.deals,
            num_players=board.rules.players,
            min_utility=least,
            max_utility=greatest,
            utility_sum=0.0 if board.utility.is_zero_sum else None,
            max_game_length=most * board.code.longest,
        )
        super().__init__(_type(board.rules), information, {"rules": name})

    def new_initial_state(self) -> CardState:
        """The initial state, in which chance chooses a deal."""
        return CardState(self, self.board)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """The observer that writes observations into arrays: the blocks of `encoding`."""
        return Observer(self.board)


class CardState(pyspiel.State):  # type: ignore[misc]
    """A game in progress.

    Args:
        of: the game.
        board: the data that it shares with all other states.

    >>> from trickkit import load
    >>> from trickkit.learn import openspiel
    >>> state = openspiel.game(load("pikoko", players=3)).new_initial_state()
    >>> state.is_chance_node(), str(state)
    (True, 'nothing is dealt')
    """

    def __init__(self, of: CardGame, board: Board) -> None:
        super().__init__(of)
        self._made, self._of = of, board
        self._at: Game | None = None
        self._player = CHANCE

    @property
    def game_in_place(self) -> Game | None:
        """The game as `trickkit.batch.start` represents it; None before chance has chosen a deal."""
        return self._at

    def current_player(self) -> int:
        """The seat that decides; if there are several, the lowest."""
        # A hot function, like the next ones: OpenSpiel calls it six times for a decision.
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        assert self._at is not None
        numbers = self._of.numbers
        return sorted([numbers[action] for action in self._at.legal(player)])

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions by number, of a player or, by default, of whoever decides, which may be chance."""
        # OpenSpiel would determine in C++ who decides, and then call this again.
        if self._player >= 0 and (player is None or player == self._player):
            return self._legal_actions(self._player)
        if self._player == CHANCE and (player is None or player == CHANCE):
            return [*range(self._of.deals)]
        actions: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return actions

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self._player == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals with their probabilities, which are equal."""
        return [*self._of.chances]

    def _apply_action(self, action: int) -> None:
        if self._at is None:
            self._at = self._of.begun(action)
        else:
            self._at.play(self._player, self._of.actions[action])
        self._look()

    def _look(self) -> None:
        """Update the current player, without computing the value of the last deal."""
        assert self._at is not None
        actors = () if self._at.deals >= self._of.most else self._at.actors
        self._player = min(actors) if actors else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self._of.code.texts[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def returns(self) -> list[float]:
        """By seat, the value of the game: the points above those of the others, or below them if the fewest win."""
        of = self._of
        if self._at is None or self._player != TERMINAL:
            return [0.0] * of.rules.players
        scores = self._at.totals
        return [float(of.utility.of(scores, seat)) for seat in range(of.rules.players)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CardState:
        """A state that the player cannot distinguish from this one: a world sampled for its view.

        Args:
            player: the seat.
            sampler: gives numbers from 0 to below 1.

        Raises:
            InvalidRules: chance has not chosen a deal yet.

        >>> from random import Random
        >>> from trickkit import load
        >>> from trickkit.learn import openspiel
        >>> state = openspiel.game(load("pikoko", players=3)).new_initial_state()
        >>> state.apply_action(3)
        >>> other = state.resample_from_infostate(0, Random(7).random)
        >>> other.information_state_string(0) == state.information_state_string(0)
        True
        """
        if self._at is None:
            raise InvalidRules("nothing is dealt yet, so there is nothing to resample")
        other = CardState(self._made, self._of)
        other._at = start(self._at.view(player).sample(Random(int(sampler() * (1 << 53)))))
        other._look()
        return other

    def information_state_string(self, player: int | None = None) -> str:
        """The information state of a seat, with perfect recall, including earlier deals."""
        seat = self.current_player() if player is None else player
        if self._at is None or seat < 0:
            return "nothing is dealt" if self._at is None else str(self)
        view = self._at.view(seat)
        before = sha256(repr(view.results).encode()).hexdigest()[:16] if view.results else "-"
        return f"{self._of.code.text(view)}; before {before}"

    def observation_string(self, player: int | None = None) -> str:
        """The information state, since a view forgets nothing."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return "nothing is dealt" if self._at is None else f"{self._of.rules.key}: {self.history()}"


class Observer:
    """Writes observations into arrays, as OpenSpiel expects it.

    Args:
        board: of the game.
    """

    def __init__(self, board: Board) -> None:
        self._of, code = board, board.code
        self.tensor = np.zeros(code.width, np.float32)
        self.dict, offset = {}, 0
        for block in code.blocks:
            self.dict[block.name] = self.tensor[offset : offset + block.size].reshape(block.shape)
            offset += block.size

    def set_from(self, state: CardState, player: int) -> None:
        """Write the observation of a player."""
        self.tensor.fill(0)
        live_game = state.game_in_place
        if live_game is not None:
            self.tensor[:] = self._of.code.flat(self._of.code.observe(live_game.view(player)))

    def string_from(self, state: CardState, player: int) -> str:
        """The observation of a player, as text."""
        return state.observation_string(player)


def game(rules: Rules, *, deals: int | Iterable[Stacked] = 1000) -> CardGame:
    """Rules as a game of OpenSpiel, which its algorithms play and solve.

    Its value for a seat is the seat's points above those of the others, or the points alone where all win together. The
    game is zero-sum if each seat plays against the same number of others. The information state is text with perfect
    recall; observations are the blocks of `encoding`.

    Args:
        rules: of the game.
        deals: the number of seeds among which chance chooses, 1..1,000,000; or a sequence of deals, such as
            `all_deals`, with seat 0 as the first starter.

    Raises:
        InvalidRules: an argument is invalid.

    >>> import pyspiel
    >>> from trickkit import load
    >>> from trickkit.learn import openspiel
    >>> made = openspiel.game(load("pikinni", players=3), deals=5)
    >>> state = made.new_initial_state()
    >>> state.apply_action(3)
    >>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
    (0, ['0', '1'])
    """
    given: tuple[Stacked, ...] = ()
    if not isinstance(deals, int):
        given = tuple(deals)
        if not given or not all(isinstance(deal, Stacked) for deal in given):
            raise InvalidRules(f"deals={quoted(deals)}: give a number of seeds, or stacked deals")
    count = len(given) if given else deals
    if not isinstance(count, int) or isinstance(deals, bool) or not 1 <= count <= MOST:
        raise InvalidRules(f"{quoted(count)} deals: give from 1 to {MOST:,}")
    digest = sha256(repr((rules_of(rules), count, given)).encode()).hexdigest()[:12]
    name = f"{''.join(letter for letter in rules.key if letter.isalnum())}{digest}"
    if name not in _known:
        _known[name] = Board(rules, count, given)
    return CardGame({"rules": name})


def all_deals(rules: Rules, *, size: int) -> Iterator[Stacked]:
    """All ways to deal a small deck to the hands, each with every card that may be turned up afterwards.

    Args:
        rules: of the game.
        size: of the hands.

    Raises:
        InvalidRules: there are too few cards, or more than a million deals.

    >>> from trickkit import load
    >>> from trickkit.learn import openspiel
    >>> len(list(openspiel.all_deals(load("pikinni", players=2), size=1)))
    29760
    """
    texts, left, count = [card.text for card in rules.deck], len(rules.deck), 1
    for _ in range(rules.players):
        count, left = count * comb(left, size), left - size
    if left < 0 or not isinstance(size, int) or size < 1:
        raise InvalidRules(f"size={quoted(size)}: {rules.players} hands of {len(texts)} cards")
    turned = max(1, left)
    if count * turned > MOST:
        raise InvalidRules(f"{count * turned:,} deals; at most {MOST:,}")

    def shared(cards: Sequence[str], hands: int) -> Iterator[tuple[list[list[str]], list[str]]]:
        if not hands:
            yield [], list(cards)
            return
        for hand in combinations(cards, size):
            rest = [card for card in cards if card not in hand]
            for others, stock in shared(rest, hands - 1):
                yield [[*hand], *others], stock

    for hands, stock in shared(texts, rules.players):
        for index in range(turned):
            top = [*stock[index : index + 1], *stock[:index], *stock[index + 1 :]]
            yield Stacked(hands=hands, stock=top)


pyspiel.register_game(_type(None), CardGame)
