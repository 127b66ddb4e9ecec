"""Policies and phases that depend on the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a
from trickkit.model.converters import one_or_more
from trickkit.model.deal import Deal
from trickkit.phases.base import Claim, Phase, Run, Void
from trickkit.phases.contracts import DependsOnContract, words_played
from trickkit.phases.tricks import Tricks
from trickkit.policies.breaking import Breaking
from trickkit.policies.callable_cards import CallableCards
from trickkit.policies.capture import Capture
from trickkit.policies.control import Control
from trickkit.policies.discarding import DiscardRestriction
from trickkit.policies.exposing import Exposing
from trickkit.policies.follow import CONTEXT, Follow
from trickkit.policies.lead import Lead, Opening
from trickkit.policies.participants import Participants
from trickkit.policies.ranking import Ranking
from trickkit.policies.resolution import Resolution
from trickkit.policies.trump import TrumpFrom
from trickkit.policies.until import Until

__all__ = ["ByContract", "InContracts", "chosen"]

Policy = (
    Follow
    | Ranking
    | Resolution
    | Breaking
    | Opening
    | Lead
    | Control
    | Capture
    | Until
    | Exposing
    | TrumpFrom
    | Participants
    | DiscardRestriction
    | CallableCards
)
"""The types of policies that may depend on the contract."""

Words = tuple[str, ...]


def choices(given: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[Words, Any], ...]:
    """Convert a mapping to pairs of the words of contracts and the value for them.

    >>> choices({"misere": 1, ("7", "8"): 2})
    ((('misere',), 1), (('7', '8'), 2))
    """
    if not isinstance(given, Iterable):
        return given
    pairs = given.items() if isinstance(given, Mapping) else given
    return tuple((one_or_more(words), value) for words, value in pairs)


def check_words(instance: object, _attribute: object, pairs: tuple[tuple[Words, Any], ...]) -> None:
    """Check that contracts are texts, each named once.

    >>> check_words(None, None, ((("misere",), 1), (("misere",), 2)))
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: NoneType: 'misere' is named twice; each contract has one choice
    """
    if not isinstance(pairs, tuple):
        raise InvalidRules(
            f"{type(instance).__name__}: {quoted(pairs)} gives no values by contract; write {{'misere': ...}}"
        )
    named = [word for words, _ in pairs for word in words]
    for word in named:
        if not isinstance(word, str) or not word.strip():
            raise InvalidRules(
                f"{type(instance).__name__}: {quoted(word)} is not a contract; it is written as a text, such as "
                "'misere' or '7H', or as the denomination of bids, such as 'NT'"
            )
        if named.count(word) > 1:
            raise InvalidRules(
                f"{type(instance).__name__}: {quoted(word)} is named twice; each contract has one choice"
            )


def chosen(pairs: Iterable[tuple[Words, Any]], otherwise: Any, deal: Deal) -> Any:
    """The value that applies to the contract of a deal.

    Args:
        pairs: the words of contracts with the value for each.
        otherwise: the value for other contracts, and while none is known.
        deal: in which something is played.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.contracts import ContractBids
    >>> deal = Deal.fresh(french(), players=3).with_record(ContractBids((), "misere"))
    >>> chosen([(("misere",), "low")], "high", deal)
    'low'
    """
    played = words_played(deal)
    for words, value in pairs:
        if any(word in words for word in played):
            return value
    return otherwise


def _of_chosen(name: str) -> Any:
    """A method of `ByContract` that calls the method of the same name of the chosen policy."""

    def ask(self: ByContract, deal: Deal, *given: Any) -> Any:
        """The answer of the policy for the deal, which receives the deal."""
        return getattr(self._chosen(deal), name)(deal, *given)

    return ask


def _undecided(kind: type[Any]) -> Any:
    """A method of `ByContract` for policies that do not see the deal."""

    def ask(_self: ByContract, *_given: Any) -> NoReturn:
        """Raise an error: `of` must choose the policy first."""
        asked = "opening(deal, choosers)" if kind is Opening else "of(deal)"
        raise InvalidRules(
            f"ByContract, as {kind.__name__}, depends on the deal, and was asked without it; a policy that holds "
            f"another one asks it by {asked}"
        )

    return ask


@frozen
class ByContract(
    DependsOnContract,
    Follow,
    Ranking,
    Resolution,
    Breaking,
    Opening,
    Lead,
    Control,
    Capture,
    Until,
    Exposing,
    TrumpFrom,
    Participants,
    DiscardRestriction,
    CallableCards,
):
    """A policy that chooses another one by the contract. It may stand wherever all of those may.

    For points use `ScoreByContract` or `TimesByContract`; for a whole phase, `InContracts`.

    Args:
        policies: by contract, the policy for it. A contract is written as `contract_of` gives it, such as `"misere"`
            or `"7H"`, or, of bids with a level, as the denomination alone, such as `"NT"`; a tuple names several.
        otherwise: the policy for other contracts, and in a deal without one.

    Raises:
        InvalidRules: a contract is not a text or named twice, or the policies are not of one kind; or, when a game is
            built, one is no contract, but similar to one.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import Tricks
    >>> from trickkit.phases.contracts import ContractBids
    >>> from trickkit.policies.ranking import HighCard
    >>> from trickkit.policies.resolution import LowestWins, StrongestWins
    >>> from trickkit.policies.until import DeclarerTakes, HandsEmpty
    >>> tricks = Tricks(
    ...     resolution=ByContract({("low", "low NT"): LowestWins()}, StrongestWins()),
    ...     until=ByContract({"misere": DeclarerTakes()}, HandsEmpty()),
    ... )
    >>> deal = Deal.fresh(french(), players=3)
    >>> tricks.of(deal.with_record(ContractBids((), "low"))).resolution
    LowestWins()
    >>> tricks.until.of(deal.with_record(ContractBids((), "misere"))), tricks.until.of(deal)
    (DeclarerTakes(tricks=1), HandsEmpty())
    """

    policies: tuple[tuple[tuple[str, ...], Policy], ...] = field(converter=choices, validator=check_words)
    otherwise: Policy = field()

    @otherwise.validator
    def _are_of_one_kind(self, _attribute: object, otherwise: object) -> None:
        if not _kinds(self):
            given = ", ".join(quoted(policy) for policy in self.among_policies)
            kinds = ", ".join(kind.__name__ for kind in Policy.__args__)
            raise InvalidRules(
                f"ByContract: {given} are not policies of one of the kinds that a contract can choose: {kinds}; points "
                "are chosen by ScoreByContract, phases by InContracts"
            )

    @property
    def among_policies(self) -> tuple[Policy, ...]:
        """All policies of which one is chosen."""
        return (*[policy for _, policy in self.policies], self.otherwise)

    @property
    def contracts(self) -> Words:
        """The words of all contracts that this policy names."""
        return tuple([word for words, _ in self.policies for word in words])

    def of(self, deal: Deal) -> Any:
        policy = self._chosen(deal)
        return policy.of(deal) if hasattr(policy, "of") else policy

    def _chosen(self, deal: Deal) -> Any:
        return chosen(self.policies, self.otherwise, deal)

    def lacks(self, breaking: Breaking) -> str:
        """What the follow policies lack: the first problem of any of them; "" if there is none."""
        lacking = (policy.lacks(breaking) for policy in self.among_policies if isinstance(policy, Follow))
        return next(filter(None, lacking), "")

    @property
    def ends(self) -> bool:  # type: ignore[override]
        """Whether any of the follow policies may end the deal."""
        return any(policy.ends for policy in self.among_policies if isinstance(policy, Follow))

    @property
    def reads(self) -> tuple[str, ...]:  # type: ignore[override]
        """The fields of the context that any of the follow policies reads."""
        read = {name for policy in self.among_policies if isinstance(policy, Follow) for name in policy.reads}
        return tuple([name for name in CONTEXT if name in read])

    @property
    def may_offer_none(self) -> bool:  # type: ignore[override]
        """Whether a seat may have no card to call in any of the contracts."""
        return any(policy.may_offer_none for policy in self.among_policies if isinstance(policy, CallableCards))

    def cards(self, deck: Deck) -> Words:
        """The texts of all cards that may be called in any of the contracts."""
        calling = [policy for policy in self.among_policies if isinstance(policy, CallableCards)]
        return tuple(dict.fromkeys(text for policy in calling for text in policy.cards(deck)))

    # Policies that receive the deal
    opening, shown = _of_chosen("opening"), _of_chosen("shown")
    choosers, exposed, seats = _of_chosen("choosers"), _of_chosen("exposed"), _of_chosen("seats")
    kept, last_resort = _of_chosen("kept"), _of_chosen("last_resort")
    offered, shows, holds = _of_chosen("offered"), _of_chosen("shows"), _of_chosen("holds")

    # Policies that `of` chooses for a deal before they are called
    steps, breaks, opener, leader = _undecided(Follow), _undecided(Breaking), _undecided(Opening), _undecided(Lead)
    strength = suit = _undecided(Ranking)
    fold = winner = _undecided(Resolution)
    chooser, taker, over, trump = _undecided(Control), _undecided(Capture), _undecided(Until), _undecided(TrumpFrom)


def _kinds(policy: object) -> set[type[Any]]:
    """The policy types of which a policy is an instance; of a `ByContract`, those that all its policies share."""
    if isinstance(policy, ByContract):
        return set.intersection(*[_kinds(inner) for inner in policy.among_policies])
    return {kind for kind in Policy.__args__ if isinstance(policy, kind)}


def _inside(name: str) -> Any:
    """A method of `InContracts` that calls the method of the same name of the wrapped phase."""

    def ask(self: InContracts, *given: Any) -> Any:
        """The answer of the wrapped phase."""
        return getattr(self.phase, name)(*given)

    return ask


@frozen
class InContracts(Phase, DependsOnContract):
    """A phase that only some contracts have; in other deals it is skipped, and leaves no record.

    `rules.replace`, `without` and similar methods find the wrapped phase by its own type. Tricks are played in every
    contract; use `ByContract` for policies that differ.

    Args:
        contracts: those that have the phase, written as for `ByContract`; a single one may be given as it is.
        phase: what they have.

    Raises:
        InvalidRules: a contract is not a text, or the phase is not one, or plays tricks; or, when a game is built,
            one is no contract, but similar to one.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import FixedTrump
    >>> from trickkit.phases.contracts import ContractBids
    >>> hearts = InContracts("hearts", FixedTrump("hearts"))
    >>> deal = Deal.fresh(french(), players=3)
    >>> hearts.begin(deal) is deal, str(hearts.begin(deal.with_record(ContractBids((), "hearts"))).trump)
    (True, 'hearts')
    """

    contracts: tuple[str, ...] = field(converter=one_or_more)
    phase: Phase = field(validator=is_a(Phase))

    @contracts.validator
    def _are_words(self, attribute: object, contracts: Words) -> None:
        check_words(self, attribute, ((contracts, None),))

    @phase.validator
    def _plays_no_tricks(self, _attribute: object, phase: Phase) -> None:
        if isinstance(phase, Tricks):
            raise InvalidRules(
                "InContracts: tricks are played in every contract; use ByContract for policies that differ, as in "
                "Tricks(follow=ByContract({'misere': MustOvertrump()}, MustFollow()))"
            )

    @property
    def inner(self) -> Phase:
        return self.phase.inner

    @property
    def left_out(self) -> tuple[str, ...]:
        return self.phase.left_out

    @property
    def binding(self) -> bool:  # type: ignore[override]
        """Whether the decisions of the wrapped phase bind a seat."""
        return self.phase.binding

    @property
    def finds_declarer(self) -> bool:  # type: ignore[override]
        """Whether the wrapped phase may find out who the declarer is."""
        return self.phase.finds_declarer

    turns, actions, games, bounds = _inside("turns"), _inside("actions"), _inside("games"), _inside("bounds")
    lacks, hears, public, question = _inside("lacks"), _inside("hears"), _inside("public"), _inside("question")

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        return self.phase.voids(deal) if self._is_played(deal) else ()

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        return self.phase.ruled_out(deal) if self._is_played(deal) else (0,) * deal.players

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        return self.phase.claims(deal) if self._is_played(deal) else ()

    def tally(self, deal: Deal) -> tuple[tuple[str, int, int], ...]:
        return self.phase.tally(deal) if self._is_played(deal) else ()

    def selections(self, deal: Deal) -> tuple[Any, ...]:
        """The selections of the wrapped phase; none in another contract."""
        return self.phase.selections(deal) if self._is_played(deal) else ()  # type: ignore[attr-defined]

    def layout(self, deal: Deal) -> Any:
        """The layout of the wrapped phase; None in another contract."""
        return self.phase.layout(deal) if self._is_played(deal) else None  # type: ignore[attr-defined]

    def begin(self, deal: Deal) -> Deal | Run[Any]:
        """The beginning of the wrapped phase if the deal has such a contract, otherwise the deal unchanged."""
        return self.phase.begin(deal) if self._is_played(deal) else deal

    def _is_played(self, deal: Deal) -> bool:
        played: bool = chosen([(self.contracts, True)], False, deal)
        return played
