"""House rules drawn at random: policies of the package, and policies that answer anything that may be answered."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from zlib import crc32

from attrs import evolve, frozen
from hypothesis import strategies as st
from strategies import variants

from trickkit import Card, Deal, Deck, Face, Rules, ScoreLine, Suit, batch
from trickkit.phases import (
    Bids,
    BuyTrump,
    CallDouble,
    CallEstimates,
    Confidence,
    CutTrump,
    DealOut,
    Draw,
    Estimates,
    Evaluate,
    PassCards,
    Phase,
    Reveal,
    Tricks,
    TurnTrump,
)
from trickkit.policies.bidding import Bidding, OwnTricks, TokensOnEveryone
from trickkit.policies.breaking import Breaking, NothingBreaks, SuitBreaks
from trickkit.policies.capture import BestCard, Capture
from trickkit.policies.control import Control, Owner, RightNeighbour
from trickkit.policies.estimating import Hook, Limit
from trickkit.policies.evaluation import (
    AtLeastOfRank,
    AtPoints,
    Award,
    Evaluation,
    ExactlyOfRank,
    MajoritySuit,
    Never,
)
from trickkit.policies.first_trick import FirstLead, NotInFirstTrick
from trickkit.policies.follow import (
    Context,
    Follow,
    MustFollow,
    MustOvertrump,
    MustTrump,
    NotBeforeBroken,
    PlainMustFollow,
    Step,
)
from trickkit.policies.lead import Lead, LeftOfStarter, OpenerAlways, Opening, StarterOpens, WinningHand, WinningSeat
from trickkit.policies.order import AsCalled, Clockwise, Order
from trickkit.policies.passing import InTurn, Passing
from trickkit.policies.portion import Portion
from trickkit.policies.ranking import Bowers, HighCard, Ranking, TopTrumps
from trickkit.policies.schedule import SameSize
from trickkit.policies.trump import NoTrump, TrumpFrom, TurnedCard
from trickkit.policies.until import AfterTricks, HandsEmpty
from trickkit.policies.visibility import AllHands, OthersHands, OwnHand, Visibility
from trickkit.scoring import Scoring


def number(*what: object) -> int:
    """A number that follows from some values, as if drawn at random."""
    return crc32(repr(what).encode())


# Policies that answer anything: a function of their salt and of all that they are given


@frozen
class AnyFollow(Follow):
    """In every context that it may tell apart, up to three steps that mean nothing."""

    salt: int
    looks: tuple[str, ...] = ("best", "first", "broken")

    @property
    def reads(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.looks

    def steps(self, context: Context) -> tuple[Step, ...]:
        looked = [str(getattr(context, name)) for name in self.looks]
        random = Random(number(self.salt, str(context.led), str(context.trump), looked))
        count = len(context.deck.faces)
        masks = [(random.getrandbits(count), random.getrandbits(count)) for _ in range(random.randrange(4))]
        return tuple(Step(binds | more, "any", binds=binds) for binds, more in masks)


@frozen
class BeatIfYouCan(Follow):
    """Beat the best card in its suit if you can, else follow; a suit is not led in the first trick unless broken."""

    reads = ("best", "first", "broken")

    def steps(self, context: Context) -> tuple[Step, ...]:
        last = context.deck.suits[-1]
        if context.led is None:
            held_back = context.first and not context.broken
            return (Step(context.all & ~context.suit(last), "not yet"),) if held_back else ()
        led = context.suit(context.led)
        return (Step(led & context.beating(), "beat"), Step(led, "follow"))


ODD = Suit("odd", "?")


@frozen
class AnyRanking(Ranking):
    """Faces belong to any suit, also to one that no card shows, and are as strong as they happen to be."""

    salt: int
    strongest: int

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        suits = [face.suit, face.suit, ODD, *([] if trump is None else [trump])]
        return suits[number(self.salt, face.text, str(trump)) % len(suits)]

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        return number(self.salt, face.text, str(led), str(trump)) % (self.strongest + 1)


@frozen
class AnyCapture(Capture):
    salt: int

    def taker(self, best: int, players: int) -> int:
        return number(self.salt, best, players) % players


@frozen
class AnyLead(Lead):
    salt: int

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        return number(self.salt, taker, opener, choosers) % len(choosers)


@frozen
class AnyOpening(Opening):
    salt: int

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return number(self.salt, starter, choosers) % len(choosers)


@frozen
class Around(Control):
    """Each seat plays out of the hand so many seats further."""

    step: int

    def chooser(self, hand: int, players: int) -> int:
        return (hand - self.step) % players


@frozen
class AnyBreaking(Breaking):
    salt: int

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return number(self.salt, face.text, str(trump)) % 4 == 0


@frozen
class AnyVisibility(Visibility):
    """Each seat sees the hand that it plays from, so many seats further, and any others."""

    salt: int
    step: int
    players: int

    def sees(self, seat: int | None, hand: int) -> bool:
        own = seat is not None and (hand - self.step) % self.players == seat
        return own or number(self.salt, seat, hand) % 2 == 0


@frozen
class AnyTrump(TrumpFrom):
    salt: int

    def trump(self, card: Card) -> Suit | None:
        trumps = [None, *card.faces]
        found = trumps[number(self.salt, card.text) % len(trumps)]
        return found.suit if found else None


@frozen
class AnyBidding(Bidding):
    """Turns in which one seat or more bid on any seat, as high as a table says; nobody bids twice on the same seat."""

    salt: int
    most: int

    def turns(self, players: int, starter: int) -> tuple[tuple[int | None, ...], ...]:
        on = [Random(number(self.salt, starter, seat)).sample(range(players), players) for seat in range(players)]
        return tuple(
            tuple(
                on[seat][turn] if seat == turn or number(self.salt, turn, seat, starter) % 3 else None
                for seat in range(players)
            )
            for turn in range(players)
        )

    def highest(self, size: int, spent: int) -> int:
        return number(self.salt, size, spent) % (self.most + 1)

    def limit(self, size: int) -> int:  # noqa: ARG002
        return self.most


@frozen
class AnyLimit(Limit):
    """Forbids any number but one, for what all seats have said."""

    salt: int

    def forbids(self, number_: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        return "no" if number(self.salt, number_, seat, bids, size) % 3 == 0 and number_ != seat % (size + 1) else ""


@frozen
class AnySumLimit(Limit):
    """Forbids any number but one, for the sum of what was said and how many have said it."""

    reads = ("sum",)
    salt: int

    def forbids(self, number_: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        said = [bid for bid in bids if bid is not None]
        drawn = number(self.salt, number_, seat, len(said), sum(said), size)
        return "no" if drawn % 3 == 0 and number_ != seat % (size + 1) else ""


@frozen
class AnyOrder(Order):
    salt: int

    def next(self, waiting: tuple[int, ...], starter: int, players: int) -> tuple[int, ...]:
        found = tuple(seat for seat in waiting if number(self.salt, waiting, starter, players, seat) % 2)
        return found or waiting[-1:]


@frozen
class AnyPassing(Passing):
    salt: int

    def step(self, number_: int, players: int) -> int:
        return number(self.salt, number_) % players


@frozen
class AnyPortion(Portion):
    salt: int

    def cards(self, size: int, dealt: int) -> int:
        return number(self.salt, size, dealt) % (size - dealt + 1)


@frozen
class AnyAwards(Evaluation):
    """Cards of a suit, or of a rank, score any number of times for how many there are of each."""

    salt: int
    by_rank: bool = False

    def looks_at(self, face: Face) -> object:  # type: ignore[override]
        return face.rank % 3 if self.by_rank else face.suit

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        keys = [str(self.looks_at(face)) for face in faces]
        counts = sorted((key, keys.count(key)) for key in {*keys})
        random = Random(number(self.salt, counts))
        found = []
        for key, _ in counts:
            cards = tuple(place for place, other in enumerate(keys) if other == key)
            found += [Award(f"of {key}", cards, times=random.choice((-1, 1, 3))) for _ in range(random.randrange(3))]
        return tuple(found) if random.random() < 0.7 else ()


@frozen
class TwoPerTrick(Scoring):
    """Asked deal by deal."""

    reads = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", 2 * tricks + seat) for seat, tricks in enumerate(deal[Tricks].taken))


@frozen
class TenPerTrick(Scoring):
    """Given by `points_of`, and by `lines`."""

    reads = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", 10 * tricks) for seat, tricks in enumerate(deal[Tricks].taken))

    def points_of(self, deals: batch.Deals) -> Any:
        assert deals.cards.shape == deals.points.shape
        return deals.tricks * 10


salts = st.integers(0, 2**16)


# What may be put in the place of what


def follows(deck: Deck) -> st.SearchStrategy[Follow]:
    """Follow policies, and policies on top of others."""
    suits = st.sampled_from([suit.name for suit in deck.suits])
    faces = st.lists(st.sampled_from([face.text for face in deck.faces]), min_size=1, max_size=6, unique=True)
    plain_cards = [card.text for card in deck if card.is_plain]
    cards = st.lists(st.sampled_from(plain_cards), max_size=6, unique=True)
    looks = st.sets(st.sampled_from(("best", "first", "broken"))).map(lambda found: tuple(sorted(found)))
    simple = [MustFollow(), PlainMustFollow(), MustTrump(), MustOvertrump(), BeatIfYouCan()]
    plain = st.one_of(st.sampled_from(simple), st.builds(AnyFollow, salts, looks))

    def above(other: st.SearchStrategy[Follow]) -> st.SearchStrategy[Follow]:
        return st.one_of(
            st.builds(NotBeforeBroken, suits, follow=other, unless=cards | st.just(())),
            st.builds(FirstLead, faces, follow=other),
            st.builds(NotInFirstTrick, faces, suits=st.lists(suits, max_size=2, unique=True), follow=other),
        )

    return st.one_of(plain, above(plain), above(above(plain)))


def rankings(deck: Deck) -> st.SearchStrategy[Ranking]:
    found = [st.just(HighCard()), st.builds(AnyRanking, salts, st.sampled_from((1, 5, 10**6)))]
    if all(suit.name in ("clubs", "diamonds", "hearts", "spades") for suit in deck.suits):
        tops = [face.text for face in deck.faces if face.text[0] in "JQ2"]
        found.append(st.just(Bowers()))
        found.append(
            st.lists(st.sampled_from(tops), max_size=5, unique=True).map(
                lambda texts: TopTrumps(tops=texts, order="34569782QKTAJ", plain="23456789TJQKA")
            )
        )
    return st.one_of(found)


@st.composite
def trick_policies(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Policies for the tricks of a game, some of them its own."""
    deck = rules.deck
    suits = st.sampled_from([suit.name for suit in deck.suits])
    choices: dict[str, st.SearchStrategy[Any]] = {
        "follow": follows(deck),
        "ranking": rankings(deck),
        "capture": st.just(BestCard()) | st.builds(AnyCapture, salts),
        "lead": st.sampled_from([WinningHand(), WinningSeat(), OpenerAlways()]) | st.builds(AnyLead, salts),
        "opening": st.sampled_from([StarterOpens(), LeftOfStarter()]) | st.builds(AnyOpening, salts),
        "breaking": st.just(NothingBreaks()) | st.builds(SuitBreaks, suits) | st.builds(AnyBreaking, salts),
        "until": st.just(HandsEmpty()) | st.builds(AfterTricks, st.integers(1, 9)),
    }
    changed = draw(st.sets(st.sampled_from(sorted(choices))), label="changed")
    return {name: draw(choices[name], label=name) for name in sorted(changed)}


orders = st.sampled_from([Clockwise(0), Clockwise(1), Clockwise(3), AsCalled()]) | st.builds(AnyOrder, salts)
trumps = st.sampled_from([TurnedCard(), NoTrump()]) | st.builds(AnyTrump, salts)


def visibilities(step: int, players: int) -> st.SearchStrategy[Visibility]:
    """Who sees which hands, where each seat plays from the hand so many seats further."""
    plain = OthersHands() if step else OwnHand()
    return st.sampled_from([plain, AllHands()]) | st.builds(AnyVisibility, salts, st.just(step), st.just(players))


def controls(step: int) -> st.SearchStrategy[Control]:
    """Who plays from which hand, so many seats further."""
    return st.sampled_from([{0: Owner(), 1: RightNeighbour()}.get(step, Around(step)), Around(step)])


@st.composite
def seen_and_dealt(draw: st.DrawFn, rules: Rules) -> Rules:
    """The rules with other control, visibility and portions; with cards that are passed on, where that can be."""
    kinds, players = {type(phase) for phase in rules.phases}, rules.players
    may_pass = all(card.is_plain for card in rules.deck) and PassCards not in kinds
    passes = PassCards in kinds or (may_pass and draw(st.integers(0, 3)) == 0)
    # Who passes cards on chooses them out of its own hand.
    step = 0 if passes else draw(st.integers(0, players - 1), label="step")
    rules = rules.replace(Tricks, control=draw(controls(step))).replace(
        DealOut, visibility=draw(visibilities(step, players))
    )
    found: tuple[Phase, ...] = ()
    dealt = [phase for phase in rules.phases if isinstance(phase, DealOut)]
    for phase in rules.phases:
        if len(dealt) == 1 and phase is dealt[0] and draw(st.integers(0, 3)) == 0:
            found += (DealOut(portion=AnyPortion(draw(salts)), visibility=draw(visibilities(step, players))),)
        found += (phase,)
        if phase is dealt[-1] and passes and PassCards not in kinds:
            least = min(rules.schedule.hand_sizes.size(one) for one in range(rules.ending.most_deals() or 1))
            found += (PassCards(cards=min(2, least)),)
    rules = rules.replace(phases=found)
    if not passes:
        return rules
    rules = rules.replace(PassCards, passing=draw(passings))
    return rules.replace(PassCards, cards=draw(st.integers(1, 5))) if PassCards in kinds else rules


@st.composite
def asked(draw: st.DrawFn, rules: Rules) -> Rules:
    """The rules with other policies in the phases between the dealing and the tricks, where it has them."""
    kinds = {type(phase) for phase in rules.phases}
    if CutTrump in kinds:
        rules = rules.replace(CutTrump, trump=draw(trumps))
    if TurnTrump in kinds:
        rules = rules.replace(TurnTrump, trump=draw(trumps))
    if Bids in kinds:
        tokens = st.builds(TokensOnEveryone, st.integers(0, 12))
        bidding = draw(st.one_of(tokens, st.just(OwnTricks()), st.builds(AnyBidding, salts, st.integers(0, 9))))
        rules = rules.replace(Bids, bidding=bidding)
    if Confidence in kinds and draw(st.booleans()):
        rules = rules.without(Confidence).replace(scoring=rules.scoring[:1])
    if Estimates in kinds and draw(st.booleans()):
        limits = st.sampled_from([(), (Hook(),)]) | st.builds(AnySumLimit, salts).map(lambda one: (one,))
        if rules.players < 4:
            limits = limits | st.builds(AnyLimit, salts).map(lambda one: (one,))
        calls = CallEstimates(order=draw(orders), limits=draw(limits))
        rules = rules.before(Estimates, calls).without(Estimates)
    if CallDouble in kinds:
        # Where all may double again and again, in any order, there is more than compiled code explores.
        again = draw(st.booleans())
        most = draw(st.integers(1, 4 if again else 5))
        rules = rules.replace(CallDouble, order=draw(orders), again=again, most=most)
    if BuyTrump in kinds:
        bought = {"order": draw(orders), "price": draw(st.integers(0, 40)), "same": draw(st.booleans())}
        rules = rules.replace(BuyTrump, **bought, needs_points=draw(st.booleans()))
    return rules


directions = st.lists(st.sampled_from(("left", "right", "across", "hold")), min_size=1, max_size=4)
passings = st.builds(InTurn, directions) | st.builds(AnyPassing, salts)


GAMES = ("pikoko", "pikinni", "oh_hell", "hearts")


@st.composite
def trick_games(draw: st.DrawFn) -> Rules:
    """A game of tricks with other policies wherever it has some."""
    rules = draw(asked(draw(seen_and_dealt(draw(variants(*GAMES))))))
    policies = draw(trick_policies(rules))
    return rules.replace(Tricks, **policies) if policies else rules


@st.composite
def table_games(draw: st.DrawFn) -> Rules:
    """5211 with other evaluations."""
    rules = draw(variants("5211"))
    ranks, numbers = st.integers(1, 6), st.integers(1, 12)
    evaluation = st.one_of(
        st.builds(ExactlyOfRank, rank=ranks, number=numbers),
        st.builds(AtLeastOfRank, rank=ranks, number=numbers),
        st.builds(MajoritySuit, limit=numbers),
        st.builds(AnyAwards, salts, by_rank=st.just(True)),
        *([st.builds(AnyAwards, salts)] if rules.players < 4 else []),
    )
    closings = st.just(Never()) | st.builds(AtPoints, points=st.integers(1, 60), first_deal=st.integers(0, 2))
    rules = rules.replace(Evaluate, evaluation=tuple(draw(st.lists(evaluation, max_size=3))), closing=draw(closings))
    return rules.replace(DealOut, visibility=draw(visibilities(0, rules.players)))


@st.composite
def full_tables(draw: st.DrawFn) -> Rules:
    """Cards of 5211 out of hands of any size, laid turn after turn, with as many equal ones as there may be."""
    rules = draw(variants("5211"))
    players, dealt = rules.players, st.builds(DealOut, visibility=visibilities(0, rules.players))
    most = held = draw(st.integers(5, 16), label="hand")
    phases: list[Phase] = [draw(dealt)]
    if draw(st.booleans(), label="in two parts"):
        phases = [evolve(draw(dealt), portion=AnyPortion(draw(salts))), *phases]
    laid, stock = 0, len(rules.deck) - players * held
    for cards in (draw(st.integers(1, 5)), *draw(st.lists(st.integers(1, 9), max_size=4), label="laid")):
        if cards <= held and laid + cards <= 16:
            phases.append(Reveal(cards=cards))
            laid, held = laid + cards, held - cards
            if stock >= players * (most - held) and draw(st.booleans(), label="drawn"):
                phases.append(Draw())
                stock, held = stock - players * (most - held), most
    awards = st.builds(AtLeastOfRank, rank=st.integers(1, 6), number=st.integers(1, 6))
    evaluate = Evaluate(evaluation=tuple(draw(st.lists(awards, max_size=3))))
    schedule = evolve(rules.schedule, hand_sizes=SameSize(most))
    return rules.replace(phases=(*phases, evaluate), schedule=schedule)


house_rules = st.one_of(trick_games(), trick_games(), table_games(), full_tables())
"""Lawful rules that the compiled engine runs, with any policies."""
