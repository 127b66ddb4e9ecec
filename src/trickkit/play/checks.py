"""Checks of the parts of a game that its authors write, made where they are cheap.

Rules are checked when they are made; phases when the rules are tried and whenever a phase ends in play.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache, reduce
from operator import or_
from typing import Any

from attrs import fields, has

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.model.cards import Deck, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Outcome

__all__ = [
    "check_actions",
    "check_cards",
    "check_deal",
    "check_frozen",
    "check_hashable",
    "check_outcome",
    "check_seats",
    "check_values",
    "held",
    "is_own",
    "named_suits",
]


def check_values(parts: Iterable[object]) -> None:
    """Refuse phases and policies that are mutable or cannot be compared, anywhere within a value.

    Args:
        parts: phases, scorings and all other parts of rules.

    Raises:
        InvalidRules: a value is not frozen, or its contents cannot be hashed.

    >>> from trickkit.policies.schedule import SameSize
    >>> check_values([SameSize(8)])
    >>> check_values([[SameSize(8)]])
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: list: [SameSize(cards=8)] cannot be hashed (unhashable type: 'list'); use tuples \
instead of lists
    """
    done: set[int] = set()
    for part in parts:
        _check_value(part, type(part).__name__, done)


def held(value: Any, where: str = "") -> Iterator[tuple[Any, str]]:
    """The parts of a value in rules, each with its location: the items of a tuple, or the fields that define equality.

    Args:
        value: a value of any type; most have no parts.
        where: its location, in words.

    >>> from trickkit.policies.schedule import SameSize
    >>> [*held((SameSize(8), 3), "the sizes")], [*held(SameSize(8))]
    ([(SameSize(cards=8), 'the sizes'), (3, 'the sizes')], [(8, 'SameSize.cards')])
    """
    if isinstance(value, tuple):
        yield from ((part, where) for part in value)
        return
    kind: Any = type(value)
    for part in fields(kind) if has(kind) else ():
        if part.eq if part.hash is None else part.hash:
            yield getattr(value, part.name), f"{kind.__name__}.{part.name}"


def named_suits(deck: Deck, parts: Iterable[object]) -> set[Suit]:
    """The suits that parts of rules refer to: as a suit, by name or letter, or by the text of a card.

    Args:
        deck: in use.
        parts: parts of rules; their contents are examined as well.

    >>> from trickkit.model.cards import french
    >>> from trickkit.scoring import ScoreCards
    >>> sorted(str(suit) for suit in named_suits(french(), [ScoreCards(cards={"QS": 13}, suits={"hearts": 1})]))
    ['hearts', 'spades']
    """
    words = {face.text: face.suit for face in deck.faces}
    words |= {word: suit for suit in deck.suits for word in (suit.name, suit.letter)}
    suits = set[Suit]()
    for part in parts:
        if isinstance(part, Suit):
            suits.add(part)
        elif isinstance(part, str) and part in words:
            suits.add(words[part])
        else:
            suits |= named_suits(deck, [inner for inner, _ in held(part)])
    return suits


def _check_value(value: Any, where: str, done: set[int]) -> None:
    if isinstance(value, tuple):
        for part, location in held(value, where):
            _check_value(part, location, done)
        return
    if id(value) in done:
        return
    done.add(id(value))
    kind: Any = type(value)
    if not kind.__module__.startswith("trickkit.") and _is_policy(kind):
        check_frozen(kind, where if where == kind.__name__ else f"{where}: {kind.__name__}")
    # The innermost values come first, so that the error names the culprit.
    for part, location in held(value):
        _check_value(part, location, done)
    check_hashable(value, where)


def check_frozen(kind: Any, name: str) -> None:
    """Refuse a class with mutable values.

    Args:
        kind: the class.
        name: a description of it, in words.

    Raises:
        InvalidRules: naming it.

    >>> check_frozen(list, "a list")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: a list can be changed after it is made; write @frozen above the class, from attrs
    """
    if not _is_frozen(kind):
        raise InvalidRules(f"{name} can be changed after it is made; write @frozen above the class, from attrs")


def check_hashable(value: object, where: str) -> None:
    """Refuse a value that cannot be used as a key.

    Args:
        value: a value of any type.
        where: its location, in words.

    Raises:
        InvalidRules: naming what cannot be hashed.

    >>> check_hashable([8], "options: hand_sizes")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: options: hand_sizes: [8] cannot be hashed (unhashable type: 'list'); use tuples \
instead of lists
    """
    try:
        hash(value)
    except TypeError as error:
        raise InvalidRules(
            f"{where}: {quoted(value)} cannot be hashed ({error}); use tuples instead of lists"
        ) from error


def _is_policy(kind: type[Any]) -> bool:
    """Whether a class is a part of games: whether it derives from a class of the library."""
    return any(base.__module__.startswith("trickkit.") for base in kind.__mro__)


@cache
def _is_frozen(kind: Any) -> bool:
    """Whether a class forbids assignment to its values, tested on an uninitialized one."""
    names = [attribute.name for attribute in fields(kind)] if has(kind) else []
    try:
        setattr(object.__new__(kind), names[0] if names else "anything", None)
    except AttributeError as error:
        return type(error).__name__ == "FrozenInstanceError"  # of attrs, or of a dataclass
    except Exception:
        return False
    return False


def is_own(value: Any) -> bool:
    """Whether a value or a part of it comes from outside the library.

    >>> from fractions import Fraction
    >>> from trickkit.policies.schedule import SameSize
    >>> is_own(SameSize(8)), is_own((SameSize(8), Fraction(1)))
    (False, True)
    """
    if isinstance(value, tuple):
        return any(is_own(part) for part in value)
    kind = type(value)
    if kind.__module__.split(".")[0] not in ("trickkit", "builtins"):
        return True
    return has(kind) and any(is_own(getattr(value, attribute.name)) for attribute in fields(kind))


def check_deal(deal: Deal, players: int, phase: object) -> None:
    """Refuse a deal after a phase if it names nonexistent seats, or if a card is nowhere or in two places.

    Args:
        deal: the deal that the phase or its run returned.
        players: how many there are, 1 or more.
        phase: the phase that made it.

    Raises:
        InvalidRules: naming the phase and what is wrong.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("A"), players=2)
    >>> check_deal(deal.changed(declarer=7), 2, "a phase")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: str: the declarer is seat 7; the seats are 0..1
    """
    check_cards(deal, players, phase)
    if not isinstance(deal.trump, Suit | None):
        suits = ", ".join([suit.name for suit in deal.deck.suits])
        trump = f"trump is {quoted(deal.trump)}, which is not a Suit"
        raise InvalidRules(f"{_name(phase)}: {trump}; take it from deal.deck.suits ({suits})")
    check_seats((deal.starter,), players, f"{_name(phase)}: the starter is seat")
    if deal.declarer is not None:
        check_seats((deal.declarer,), players, f"{_name(phase)}: the declarer is seat")


def check_cards(deal: Deal, players: int, phase: object) -> None:
    """Refuse a deal that lacks the hands of some seats, or in which a card is nowhere or in two places.

    Args:
        deal: after the phase.
        players: how many there are, 1 or more.
        phase: the phase that made it.

    Raises:
        InvalidRules: naming the phase and what is wrong.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("A"), players=2)
    >>> check_cards(deal.changed(held=(1, 0)), 2, "a phase")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: str: every card is in one of the hands, in the stock or out, and in one place only; \
some are in two places (deal 0)
    """
    if not isinstance(deal, Deal):
        raise InvalidRules(f"{_name(phase)}: record of its run returned {quoted(deal)}; it must return a Deal")
    if len(deal.held) != players or len(deal.known) != players + 1:
        raise InvalidRules(
            f"{_name(phase)}: the deal has {players} hands, and what they and a spectator know", deal=deal.number
        )
    masks = [*deal.held, deal.stock.mask, deal.out.mask]
    joined = reduce(or_, masks)
    if joined != deal.deck.all or sum(masks) != joined:
        raise InvalidRules(
            f"{_name(phase)}: every card is in one of the hands, in the stock or out, and in one place only; "
            f"{_misplaced(deal, joined)}",
            deal=deal.number,
        )


def _misplaced(deal: Deal, joined: int) -> str:
    deck = deal.deck
    lost = [card.text for card, mask in zip(deck, deck.masks, strict=True) if not mask & joined]
    return f"nowhere: {' '.join(lost)}" if lost else "some are in two places"


def check_actions(actions: Iterable[object], known: Container[object], phase: object) -> None:
    """Refuse actions that a phase offers or accepts but does not list.

    Args:
        actions: the actions that were offered or made.
        known: the actions of the rules.
        phase: the phase that offers them.

    Raises:
        InvalidRules: naming the phase and the action.

    >>> check_actions(["yes"], (), "a phase")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: str: 'yes' is offered, which is not an Action; offer one such as Call('yes')
    """
    for action in actions:
        if not isinstance(action, Action):
            raise InvalidRules(
                f"{_name(phase)}: {quoted(action)} is offered, which is not an Action; offer one such as Call('yes')"
            )
        if action not in known:
            raise InvalidRules(f"{_name(phase)}: {quoted(action)} is offered, but is not listed by actions(...)")


def check_seats(seats: Iterable[object], players: int, what: str) -> None:
    """Refuse seats that do not exist.

    Args:
        seats: the seats that something named.
        players: how many there are, 1 or more.
        what: the part that named them, in words.

    Raises:
        InvalidRules: naming what named the seat.

    >>> check_seats((7,), 4, "the dealer is seat")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: the dealer is seat 7; the seats are 0..3
    """
    for seat in seats:
        if type(seat) is not int or not 0 <= seat < players:
            raise InvalidRules(f"{what} {quoted(seat)}; the seats are 0..{players - 1}")


def check_outcome(outcome: object, players: int, ending: object) -> None:
    """Refuse an outcome of the wrong type or with the wrong seats.

    Raises:
        InvalidRules: naming the ending and what it returned.

    >>> check_outcome("over", 2, 0)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: int.outcome returned 'over'; it must return an Outcome, or None while the game goes on
    """
    if not isinstance(outcome, Outcome):
        raise InvalidRules(
            f"{_name(ending)}.outcome returned {quoted(outcome)}; it must return an Outcome, or None while the game "
            "goes on"
        )
    check_seats((seat for group in outcome.ranking for seat in group), players, f"{_name(ending)}.outcome places seat")


def _name(part: object) -> str:
    return type(part).__name__
