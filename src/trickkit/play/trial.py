"""A trial of rules before a game: whether every phase can begin, and whether stacked deals can be dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import evolve

from trickkit.errors import InvalidRules, MissingRecord, TrickkitError, a, frames_of, nearest, quoted, raised_by
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase, Run
from trickkit.phases.by_contract import ByContract, InContracts
from trickkit.phases.contracts import ContractBids, DependsOnContract
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.tables import Cascade
from trickkit.play.checks import check_actions, check_cards, check_deal, check_frozen, check_seats, held
from trickkit.policies.ending import Ending
from trickkit.policies.follow import Follow
from trickkit.policies.memory import remembering
from trickkit.policies.partners import Partners
from trickkit.policies.schedule import HandSizes
from trickkit.scoring.base import Scoring

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["check_stacked", "read_in_vain", "try_rules"]

MISSPELT = 0.8
"""The similarity, from 0 to 1, from which a name counts as a misspelling of another one."""


MOST_NODES = 1000
"""The most situations of a trick that are searched for one in which a hand can play nothing."""


def try_rules(rules: Rules) -> None:
    """Begin every phase of the rules without any decision, for every hand size and from every seat.

    Raises:
        InvalidRules: the rules cannot be played.

    >>> from trickkit.phases import DealOut
    >>> from trickkit.variants import pikoko
    >>> try_rules(pikoko.rules().without(DealOut))
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: Tricks: the hands are empty; a phase before it must deal
    """
    rules.actions  # noqa: B018  (two actions with one text are found here)
    _check_company(rules.phases)
    _check_lengths(rules.schedule.hand_sizes, rules.ending)
    sizes = rules.schedule.hand_sizes.distinct(rules.ending.most_deals())
    for size in sizes:
        for starter in range(rules.players):
            deal = _rehearsed_deal(rules, size, starter)
    for declarer in range(rules.players):
        deal = _rehearsed_deal(rules, sizes[0], 0, declarer)
    for scoring in _scorings(rules.scoring):
        scoring.check(rules.deck)
        if lacking := scoring.lacks(rules.phases):
            raise InvalidRules(f"{type(scoring).__name__}: {lacking}")
        _check_partners(scoring, rules.players)
    _check_contracts(rules)
    _check_phases_of_contracts(rules, sizes[0])
    _check_follow(rules)
    _check_ends(rules)
    _check_returned(rules)
    # A phase that only some contracts have makes no record in others.
    inside = {type(phase.inner) for phase in rules.phases}
    for part in rules.scoring:
        for needed in part.reads:
            if deal.get(needed) is None and needed not in inside:
                raise InvalidRules(
                    f"{type(part).__name__} scores {needed.__name__}, which is not among the phases; "
                    "replace the scoring as well"
                )


def _check_company(phases: tuple[Phase, ...]) -> None:
    """Refuse phases that lack other phases which they need."""
    for index, phase in enumerate(phases):
        if lacking := phase.lacks(phases[:index], phases[index + 1 :]):
            raise InvalidRules(f"{type(phase.inner).__name__}: {lacking}")
        _check_declarer_found(phase.inner, phases[:index], phases[index + 1 :])


def _check_declarer_found(phase: Phase, before: tuple[Phase, ...], after: tuple[Phase, ...]) -> None:
    """Refuse a phase in which nobody takes part without a declarer before any phase has found one."""
    who, finds = getattr(phase, "who", None), [later for later in after if later.finds_declarer]
    has_declarer = any(earlier.is_own or earlier.finds_declarer for earlier in before)
    if getattr(who, "needs_declarer", False) and finds and not has_declarer:
        finder = type(finds[0].inner).__name__
        raise InvalidRules(
            f"{type(phase).__name__}: who={quoted(who)} names no seat, since only {finder}, which comes later, finds "
            f"the declarer; put it after {finder}"
        )


def check_stacked(rules: Rules, deals: Sequence[Stacked]) -> None:
    """Refuse stacked deals that cannot be dealt.

    Args:
        rules: the rules of the game.
        deals: the parts of its first deals that are fixed by hand.

    Raises:
        InvalidRules: naming the number of the deal.
        InvalidCard: a card is not in the deck.

    >>> from trickkit.variants import pikoko
    >>> check_stacked(pikoko.rules(players=3), [Stacked()] * 4)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: 4 stacked deals; the game has 3
    """
    if not isinstance(deals, Sequence):
        raise InvalidRules(f"deals is a list of Stacked(...), one for each deal that is fixed, not {quoted(deals)}")
    most = rules.ending.most_deals()
    if most is not None and len(deals) > most:
        raise InvalidRules(f"{len(deals)} stacked deals; the game has {most}")
    for index, stacked in enumerate(deals):
        if not isinstance(stacked, Stacked):
            raise InvalidRules(f"deals[{index}] is {quoted(stacked)}; a deal is given as Stacked(...)", deal=index)
        try:
            size = rules.schedule.hand_sizes.size(index)
            turns = "".join(phase.turns(size) for phase in rules.phases)
            stacked.check(rules.deck, rules.players, size, turns=turns)
        except TrickkitError as error:
            error.deal = index
            raise


def _fresh(rules: Rules, size: int, starter: int, declarer: int | None) -> Deal:
    fresh = Deal.fresh(rules.deck, players=rules.players, starter=starter, size=size, chance=Chance(0))
    return evolve(fresh, declarer=declarer, memory=_check_memory(rules))


def _rehearsed_deal(rules: Rules, size: int, starter: int, declarer: int | None = None) -> Deal:
    """A deal played without decisions; as no auction names a declarer, any seat will do."""
    deal = _fresh(rules, size, starter, declarer)
    for index, phase in enumerate(rules.phases):
        if phase.finds_declarer and not any(deal.held):
            raise InvalidRules(f"{type(phase.inner).__name__}: the hands are empty; put it after the phase that deals")
        if isinstance(phase.inner, Tricks) and deal.get(Tricks) is None:
            _check_tricks(deal, rules.phases[index:])
        begun = phase.begin(deal)
        if isinstance(begun, Run):
            begun = _rehearsed(rules, begun, phase)
        if not isinstance(begun, Deal):
            raise InvalidRules(f"{type(phase).__name__}.begin returned {quoted(begun)}; it must return a Deal or a Run")
        _check_kinds(begun, type(phase).__name__)
        check_deal(begun, rules.players, phase)
        deal = begun
    return deal


def _check_tricks(deal: Deal, phases: tuple[Phase, ...]) -> None:
    """Refuse phases of tricks that follow one another and play more or fewer cards than the hands have.

    Args:
        deal: the deal before the first phase of tricks.
        phases: that phase and all after it.
    """
    hands = [deal.held[hand] for hand in deal.seats if hand not in deal.resting]
    cards = left = max([(held & deal.deck.firsts).bit_count() for held in hands], default=0)
    for phase in (outer.inner for outer in phases):
        name = type(phase).__name__
        if not isinstance(phase, Tricks | Choosing) or phase.draws:
            return
        if cards and not left:
            after = f"the hands are empty after {'a trick' if cards == 1 else f'{cards} tricks'} in phases before it"
            advice = "leave it out, or deal more cards" if isinstance(phase, Tricks) else "put it before the tricks"
            raise InvalidRules(f"{name}: {after}; {advice}")
        if not isinstance(phase, Tricks) or (played := phase.until.played(left)) is None:
            return
        left -= played
    if left and len(phases) > 1:
        raise InvalidRules(
            f"{name}: the last of {len(phases)} phases of tricks leaves {left} of {cards} cards in each hand; add "
            "phases, or let it play on, with until=HandsEmpty()"
        )


def _rehearsed(rules: Rules, run: Run[Any], phase: Phase) -> Deal:
    """The deal after a run without decisions; checks first what the run offers."""
    try:
        _check_offers(rules, run, phase)
        return run.rehearsed()
    except TrickkitError:
        raise
    except Exception as error:
        raise InvalidRules(
            f"{type(phase).__name__}: {type(run).__name__} cannot be tried before a game, where nobody has decided "
            f"anything: {type(error).__name__}: {error}{raised_by(error)}; unless that is a mistake, let its `record` "
            "allow for that, or its `rehearsed` make up decisions"
        ) from error


def _check_offers(rules: Rules, run: Run[Any], phase: Phase) -> None:
    """Refuse a phase that asks nonexistent seats, offers them nothing, or offers actions that it does not list."""
    progress, name = run.start(), type(phase).__name__
    if not isinstance(progress.actors, tuple):
        raise InvalidRules(
            f"{name}: {type(run).__name__} lets {quoted(progress.actors)} act first; it must be a tuple of seats, "
            "such as (1,), or () for nobody"
        )
    check_seats(progress.actors, rules.players, f"{name}: to act is seat")
    for seat in progress.actors:
        legal = run.legal(progress, seat)
        if not legal:
            raise InvalidRules(f"{name}: seat {seat} acts but has no legal action")
        check_actions(legal, rules.listed, phase)
    check_cards(run.record(progress), rules.players, phase)


def _check_memory(rules: Rules) -> tuple[Record, ...]:
    """The memories before the first deal; refuse invalid ones."""
    memory = remembering(rules.memory, None, rules.players)
    for part, record in zip(rules.memory, memory, strict=True):
        check_frozen(type(record), f"{type(part).__name__}: its record {type(record).__name__}")
    return memory


def _check_partners(scoring: Scoring, players: int) -> None:
    """Refuse a scoring for partners that so many seats cannot have."""
    for part, _ in held(scoring):
        if isinstance(part, Partners):
            try:
                part.sides(players)
            except InvalidRules as error:
                raise InvalidRules(f"{type(scoring).__name__}: {error.message}") from error


def _check_contracts(rules: Rules) -> None:
    """Refuse parts that depend on a contract for which nobody can bid, if its name looks misspelt or there are none.

    House rules may omit contracts on which other parts still depend, but not all contracts that have a certain phase.
    """
    known = {word: None for phase in rules.phases for word in phase.games(rules.deck)}
    # A user's phase may name contracts without listing them.
    own = [phase.inner for phase in rules.phases if phase.is_own and type(phase.inner).games is Phase.games]
    unlisted = any(phase.actions(rules.deck, rules.players) for phase in own)
    left_out = {word for phase in rules.phases for word in phase.left_out}
    for name, word in contracts_in((rules.phases, rules.scoring, rules.memory)):
        if not known and not unlisted:
            raise InvalidRules(f"{name}: there is no contract {quoted(word)}; no phase lets a seat bid or name one")
        if word not in left_out and word not in known and _is_misspelt(word, known):
            raise InvalidRules(
                f"{name}: there is no contract {quoted(word)}{nearest(word, known)}; there are: {', '.join(known)}"
            )
    for phase in rules.phases:
        if isinstance(phase, InContracts) and not unlisted and known.keys().isdisjoint(phase.contracts):
            raise InvalidRules(
                f"InContracts: {type(phase.inner).__name__} is never reached, since there is no contract "
                f"{' or '.join(map(quoted, phase.contracts))}; there are: {', '.join(known)}"
            )


def _is_misspelt(word: str, known: Collection[str]) -> bool:
    """Whether a word looks like a known one.

    >>> _is_misspelt("mizere", ["misere"]), _is_misspelt("nt", ["NT"]), _is_misspelt("solo", ["misere"])
    (True, True, False)
    """
    alike = get_close_matches(word, known, n=1, cutoff=MISSPELT)
    return bool(alike) or word.casefold() in map(str.casefold, known)


def _check_phases_of_contracts(rules: Rules, size: int) -> None:
    """Begin the phases that only some contracts have, in a deal with each of these contracts."""
    words = dict.fromkeys(word for phase in rules.phases if isinstance(phase, InContracts) for word in phase.contracts)
    for word in words:
        deal, played = _fresh(rules, size, starter=0, declarer=0), ContractBids((), word)
        for phase in rules.phases:
            depends = isinstance(phase, InContracts)
            try:
                begun = phase.begin(deal.with_record(played) if depends else deal)
                deal = begun.rehearsed() if isinstance(begun, Run) else begun
            except TrickkitError as error:
                if depends:
                    raise InvalidRules(f"InContracts, where {quoted(word)} is played: {error.message}") from error
                break
            except Exception:
                # A phase that reads the bid itself may fail if there is only its name.
                break


def _check_follow(rules: Rules) -> None:
    """Ask the follow policies of all contracts, as the trial, without bids, asks only one of them."""
    for phase in rules.phases:
        if not isinstance(phase, Tricks) or phase.varying or not isinstance(phase.follow, ByContract):
            continue
        for policy in phase.follow.among_policies:
            if isinstance(policy, Follow) and type(policy).of is Follow.of:
                try:
                    phase.tables(rules.deck, None, follow=policy)
                except TrickkitError:
                    raise
                except Exception:
                    # A policy for contracts with a trump may fail without one.
                    continue


def _check_ends(rules: Rules) -> None:
    """Refuse a follow policy that ends deals, but by which every hand may always play something."""
    for phase in (phase.inner for phase in rules.phases):
        if isinstance(phase, Tricks) and not phase.varying and phase.follow.ends:
            follow = phase.follow
            for policy in follow.among_policies if isinstance(follow, ByContract) else (follow,):
                # For a policy that chooses another one in each deal, its own steps mean nothing.
                if not isinstance(policy, Follow) or type(policy).of is not Follow.of:
                    continue
                if policy.ends and not _may_end(rules, phase, policy):
                    raise InvalidRules(
                        f"{type(phase).__name__}: {quoted(policy)} never ends a deal, since something may always be "
                        "played; leave out OrDealEnds, or put in it what some hands cannot do, such as MustFollow()"
                    )


def _may_end(rules: Rules, phase: Tricks, follow: Follow) -> bool:
    """Whether a hand may be unable to play in a trick; True if finding out would take too long."""
    first, broken, declares = [(False, True)[: 1 + (name in follow.reads)] for name in ("first", "broken", "declares")]
    keys = [*product(range(rules.players if "winner" in follow.reads else 1), first, broken, declares)]
    try:
        for trump, stock in product((None, *rules.deck.suits), (False, True)[: 1 + ("stock" in follow.reads)]):
            nodes = phase.tables(rules.deck, trump, stock, follow).reachable(rules.players - 1)
            for index, node in enumerate(nodes):
                if index == MOST_NODES or any(_may_stop(node.cascades[key]) for key in keys):
                    return True
    except Exception:
        return True
    return False


def _may_stop(steps: Cascade) -> bool:
    """Whether a hand that no earlier step binds may reach a step that allows nothing."""
    bound = 0
    for binds, allowed, at_least in steps:
        if not allowed:
            return binds & ~bound != 0
        bound |= binds if at_least == 1 else 0
    return False


def _check_returned(rules: Rules) -> None:
    """Refuse phases that draw after hands may have put cards under the stock: no view can follow such cards."""
    returning = ""
    for phase in (outer.inner for outer in rules.phases):
        name = type(phase).__name__
        if returning and phase.draws is True:
            raise InvalidRules(
                f"{name} draws cards after {returning} with a power that puts some under the stock, such as PutUnder; "
                "leave out that power, or draw all cards before those tricks or by powers (DrawCard)"
            )
        returning = name if phase.returns is True else returning


def contracts_in(value: object) -> Iterator[tuple[str, str]]:
    """The contracts on which parts of a value depend, each with the name of the part.

    >>> from trickkit.phases.contracts import DeclarerPlaying
    >>> [*contracts_in((DeclarerPlaying(["two", "one"]), "three"))]
    [('DeclarerPlaying', 'two'), ('DeclarerPlaying', 'one')]
    """
    if isinstance(value, DependsOnContract):
        yield from ((type(value).__name__, word) for word in value.contracts)
    for part, _ in held(value):
        yield from contracts_in(part)


def _scorings(value: object) -> Iterator[Scoring]:
    if isinstance(value, Scoring):
        yield value
    for part, _ in held(value):
        yield from _scorings(part)


def _check_lengths(sizes: HandSizes, ending: Ending) -> None:
    """Refuse an ending that can outlast the hand sizes."""
    listed, most = sizes.most_deals(), ending.most_deals()
    if listed is not None and (most is None or most > listed):
        lasts = "has no limit of deals" if most is None else f"may take {most} deals"
        raise InvalidRules(
            f"{type(ending).__name__} {lasts}, but {type(sizes).__name__} has hand sizes for {listed}: list more, "
            f"repeat the last one (ListedSizes has repeat_last=True for it), or end the game after at most {listed}"
        )


def _check_kinds(after: Deal, phase: str) -> None:
    """Refuse records or events of the wrong type in a deal after a phase."""
    for kind, values in ((Record, after.records), (Event, after.events)):
        for value in values:
            if not isinstance(value, kind):
                raise InvalidRules(f"{phase}: {quoted(value)} is not {a(kind.__name__)}")
    for record in after.records:
        check_frozen(type(record), f"{phase}: its record {type(record).__name__}")


def read_in_vain(rules: Rules, error: MissingRecord) -> str:
    """The part of some rules that reads a record in vain, the phase of that record, and a correction, in words.

    Args:
        rules: the rules of the game.
        error: the error, as it was raised.

    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> read_in_vain(pikoko.rules(), MissingRecord("nothing", Tricks, 0))
    'a part of the rules reads Tricks, before Tricks has begun: put Tricks before it, or ask deal.get(Tricks), which \
is None then'
    """
    parts = {id(part) for part in _all_parts((rules.phases, rules.scoring, rules.schedule, rules.ending, rules.memory))}
    asking = "a part of the rules"
    for frame, _ in frames_of(error):
        part = frame.f_locals.get("self")
        asking = type(part).__name__ if id(part) in parts else asking
    name, record = error.phase.__name__, getattr(error.phase, "record", error.phase)
    if record in [getattr(phase.inner, "record", None) for phase in rules.phases]:
        right = f"before {name} has begun: put {name} before it, or"
    else:
        right = f"which is not among the phases: add {name}, or"
    return f"{asking} reads {name}, {right} ask deal.get({name}), which is None then"


def _all_parts(value: object) -> Iterator[object]:
    yield value
    for part, _ in held(value):
        yield from _all_parts(part)
