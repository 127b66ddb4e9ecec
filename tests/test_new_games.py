"""Games that nobody ships, written on the public names alone: the core knows none of them."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds, walk

from trickkit import Bid, Card, Deal, Deck, Face, InvalidRules, Record, Rules, ScoreLine, Stacked, State, Suit, playout
from trickkit.model.cards import bits, french, piquet
from trickkit.model.hands import Pile
from trickkit.model.symmetry import Symmetry  # noqa: F401  (a repr names it)
from trickkit.phases import (
    Bids,
    CutTrump,
    DealOut,
    NameTrump,
    PassCards,
    Phase,
    Reveal,
    TakeStock,
    Tricks,
    TurnTrump,
)
from trickkit.phases.kinds.simultaneous import SimultaneousRun
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import NothingExposed  # noqa: F401  (a repr names it)
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.participants import Starter
from trickkit.policies.portion import EvenHalf
from trickkit.policies.ranking import HighCard
from trickkit.policies.schedule import HandSizes, SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.policies.until import AfterTricks
from trickkit.policies.visibility import AllHands
from trickkit.scoring import Scoring


@frozen
class PointPerTrick(Scoring):
    """A point for every trick."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken))


def whist(*phases: Phase, deck: Deck | None = None, players: int = 4, cards: int = 5, deals: int = 2) -> Rules:
    """A plain game of tricks."""
    return Rules(
        key="whist",
        name="Whist",
        players=players,
        deck=deck or french(),
        phases=phases or (DealOut(), TurnTrump(), Tricks()),
        scoring=PointPerTrick(),
        schedule=Schedule(hand_sizes=SameSize(cards)),
        ending=AfterDeals(deals=deals),
    )


@given(seeds)
def test_a_plain_game_plays_to_its_end(seed: int) -> None:
    end = playout(whist(), seed=seed)
    assert sum(end.scores) == 10
    assert [result.deal.starter for result in end.results] == [
        end.results[0].deal.starter,
        (end.results[0].deal.starter + 1) % 4,
    ]


def test_the_repr_of_rules_put_together_by_hand_rebuilds_them() -> None:
    assert eval(repr(whist()), {**globals(), **POLICIES}) == whist()


POLICIES: dict[str, Any] = {}
for _name in (
    "portion",
    "control",
    "follow",
    "ranking",
    "capture",
    "lead",
    "schedule",
    "ending",
    "visibility",
    "trump",
    "breaking",
    "until",
    "resolution",
):
    POLICIES |= vars(__import__(f"trickkit.policies.{_name}", fromlist=["_"]))


# Equal copies of a card

COLOUR, OTHER = Suit("green", "G"), Suit("orange", "O")
COPIES = Deck(
    tuple(
        Card.plain(suit, rank, f"{suit.letter}{rank}")
        for suit in (COLOUR, OTHER)
        for rank in (1, 2, 3)
        for _ in range(3)
    )
)


def test_a_kind_is_listed_once_however_many_copies_are_held() -> None:
    rules = whist(DealOut(), Tricks(), deck=COPIES, players=2, cards=4)
    state = rules.start(first=0, deals=[Stacked(hands=[["G1", "G1", "G3", "O1"], ["G1", "G2", "G2", "O2"]])])
    assert [str(action) for action in state.legal(0)] == ["G1", "G3", "O1"]
    state = state.play(0, "G1")
    assert str(state.deal.hands[0]) == "G1 G3 O1"
    assert [str(action) for action in state.legal(1)] == ["G1", "G2"]


def test_of_equal_cards_the_one_played_first_wins() -> None:
    rules = whist(DealOut(), Tricks(), deck=COPIES, players=2, cards=1, deals=1)
    for first in (0, 1):
        end = rules.start(first=first, deals=[Stacked(hands=[["G2"], ["G2"]])]).play_all(
            [(first, "G2"), (1 - first, "G2")]
        )
        assert end.outcome is not None
        assert end.outcome.winners == (first,)


@given(seeds, seeds, st.integers(0, 30), st.randoms(use_true_random=False))
def test_which_of_equal_copies_lies_where_is_nobodys_to_know(
    seed: int, steps_seed: int, steps: int, random: Any
) -> None:
    # Exchanging equal copies in the deck gives the same game to the eye.
    numbers = [n for kind in range(6) for n in random.sample(range(3 * kind, 3 * kind + 3), 3)]
    rules = whist(DealOut(), Tricks(), deck=COPIES, players=3, cards=5, deals=1)
    state = rules.start(seed=seed)
    hands = [[str(card) for card in hand] for hand in state.deal.hands]
    for one in walk(state, steps, steps_seed):
        deal = one.deal
        masks = dict(zip(COPIES.masks, (COPIES.masks[n] for n in numbers), strict=True))
        swapped = evolve(
            deal,
            hands=tuple(evolve(hand, mask=sum(masks[bit] for bit in bits(hand.mask))) for hand in deal.hands),
            out=evolve(deal.out, mask=sum(masks[bit] for bit in bits(deal.out.mask))),
            stock=Pile(COPIES, tuple(numbers[n] for n in deal.stock.order if n is not None)),
            known=tuple(sum(masks[bit] for bit in bits(known)) for known in deal.known),
            events=(),
        )
        for seat in (0, 1, 2, None):
            assert swapped.seen_by(seat) == evolve(deal, events=()).seen_by(seat)
    again = rules.start(first=state.deal.starter, deals=[Stacked(hands=hands)])
    assert [str(event) for event in again.view(0).events] == [str(event) for event in state.view(0).events]
    assert again.view(0).events == state.view(0).events


@given(seeds, seeds, st.integers(0, 30))
def test_copies_are_conserved(seed: int, steps_seed: int, steps: int) -> None:
    rules = whist(DealOut(), Tricks(), deck=COPIES, players=3, cards=5)
    for state in walk(rules.start(seed=seed), steps, steps_seed):
        deal = state.deal
        places = [*deal.hands, deal.stock, deal.out]
        assert sorted(str(card) for place in places for card in place) == sorted(str(card) for card in COPIES)


# A ranking with bowers: the knave of trumps is highest, the other knave of its colour next


@frozen
class Bowers(HighCard):
    """The knaves of the trump's colour are trumps."""

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        colours = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts"}
        if trump is not None and face.text[0] == "J" and face.suit.name == colours[trump.name]:
            return trump
        return face.suit

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        usual = super().strength(face, led, trump)
        if face.text[0] == "J" and self.suit(face, trump) == trump:
            return usual + (2000 if face.suit == trump else 1000)
        return usual


def test_a_left_bower_follows_trumps_and_beats_the_ace() -> None:
    rules = whist(DealOut(), TurnTrump(), Tricks(ranking=Bowers()), deck=piquet(), players=3, cards=2)
    hands = [["AH", "7C"], ["JD", "7D"], ["JH", "8C"]]
    state = rules.start(first=0, deals=[Stacked(hands=hands, turned="TH")]).play(0, "AH")
    assert [str(action) for action in state.legal(1)] == ["JD"]
    assert state.play_all([(1, "JD"), (2, "JH")]).deal[Tricks].taken == (0, 0, 1)
    assert [
        str(action) for action in rules.start(first=1, deals=[Stacked(hands=hands, turned="TH")]).play(1, "7D").legal(2)
    ] == ["8C", "JH"]


# Follow policies that look at the first trick


@frozen
class NoAceFirst(Follow):
    """In the first trick no ace may be led, unless there is nothing else."""

    reads: ClassVar[tuple[str, ...]] = ("led", "first")

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led is None and context.first:
            return (Step(context.where(lambda face: face.text[0] != "A"), "no ace may be led to the first trick"),)
        return (Step(context.suit(context.led), "follow suit"),)


def test_a_rule_for_the_first_trick_only() -> None:
    rules = whist(DealOut(), Tricks(follow=NoAceFirst()), players=2, cards=3, deals=1)
    state = rules.start(first=0, deals=[Stacked(hands=[["AS", "2S", "AC"], ["3S", "3C", "3D"]])])
    assert [str(action) for action in state.legal(0)] == ["2S"]
    with pytest.raises(Exception, match="AS is not allowed: no ace may be led to the first trick"):
        state.play(0, "AS")
    state = state.play_all([(0, "2S"), (1, "3S"), (1, "3C")])
    assert [str(action) for action in state.legal(0)] == ["AC"]


# A phase of one's own


@frozen
class Swapped(Record):
    """Which hands changed places."""

    hands: tuple[int, int]


@frozen
class SwapHands(Phase):
    """The starter and its left neighbour change hands, unseen by the others."""

    record: ClassVar[type[Record]] = Swapped

    def begin(self, deal: Deal) -> Deal:
        one, other = deal.starter, (deal.starter + 1) % deal.players
        hands, known = list(deal.hands), list(deal.known)
        hands[one], hands[other] = hands[other], hands[one]
        for seat in (one, other):
            known[seat] |= hands[one].mask | hands[other].mask
        return deal.with_record(Swapped((one, other)), hands=tuple(hands), known=tuple(known))


def test_a_new_phase_brings_its_record_along() -> None:
    rules = whist(players=3).after(DealOut, SwapHands())
    hands = [[card] * 1 for card in ("2C", "3C", "4C")]
    state = evolve(rules, schedule=Schedule(hand_sizes=SameSize(1))).start(first=2, deals=[Stacked(hands=hands)])
    assert [str(hand) for hand in state.deal.hands] == ["4C", "3C", "2C"]
    assert state.deal[SwapHands].hands == (2, 0)
    assert [str(hand) for hand in state.view(0).deal.hands] == ["4C", "??", "2C"]
    assert [str(hand) for hand in state.view(1).deal.hands] == ["??", "3C", "??"]


# What cannot be played is refused when a game starts


ONE_TRICK = (Tricks(until=AfterTricks(1)),)


@frozen
class TakesOne(Phase):
    """Leaves hands of different sizes."""

    def begin(self, deal: Deal) -> Deal:
        first = deal.hands[0]
        kept = evolve(first, mask=first.mask & (first.mask - 1))
        return evolve(deal, hands=(kept, *deal.hands[1:]), out=evolve(first, mask=first.mask ^ kept.mask))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (whist(Tricks()), "the hands are empty; a phase before it must deal"),
        (
            whist(DealOut(), TakesOne(), Tricks()),
            "hands of different sizes: 4, 5, 5, 5; no phase gave hand 0 cards for those",
        ),
        (
            whist(DealOut(), PassCards(cards=1, who=Starter()), Tricks()),
            "no phase gave hand 0 cards for those that it passed on or laid away, as TakeStock does, so that it has 4",
        ),
        (whist(DealOut(), TakeStock(cards=1, who=Starter()), Tricks()), "hand 0 laid away none of those that it got"),
        (whist(PassCards(cards=1), Tricks()), "a phase before it must deal more or, like TakeStock, give some"),
        (whist(DealOut(), Tricks(), cards=14), "4 hands of 14 cards are more than the 52 of the deck"),
        (whist(NameTrump(), DealOut(), Tricks()), "NameTrump: the hands are empty; put it after the phase that deals"),
        (
            whist(DealOut(), *ONE_TRICK * 4),
            "the last of 4 phases of tricks leaves 1 of 5 cards in each hand",
        ),
        (whist(DealOut(), *ONE_TRICK * 6), "the hands are empty after 5 tricks in phases before it; leave it out"),
        (
            whist(DealOut(), Tricks(), Reveal()),
            "Reveal: the hands are empty after 5 .* put it before the tricks",
        ),
        (whist(DealOut(), TurnTrump(), Tricks(), cards=13), "no card is left in the stock"),
        (whist(DealOut()), "PointPerTrick scores Tricks, which is not among the phases"),
        (evolve(whist(DealOut()), scoring=()), "these rules leave nobody anything to decide"),
    ],
    ids=[
        "nothing dealt",
        "uneven hands",
        "cards passed on for nothing",
        "cards taken for good",
        "nothing to pass on",
        "deck too small",
        "trump named before the deal",
        "too few tricks",
        "too many tricks",
        "cards laid after the tricks",
        "nothing to turn",
        "no tricks to score",
        "nothing to decide",
    ],
)
def test_rules_that_lack_something_say_what(rules: Rules, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        rules.start(seed=7)


@frozen
class Gives(Phase):
    """A phase that gives back what it should not."""

    what: Any

    def begin(self, deal: Deal) -> Any:
        return self.what(deal)


@frozen
class Scores(Scoring):
    """A scoring that gives what it should not."""

    what: Any

    def lines(self, deal: Deal) -> Any:  # noqa: ARG002
        return self.what


@frozen(slots=False)
class NothingToDo(SimultaneousRun):
    """Asks a seat that has no choice."""

    def choices(self, revealed: Any, seat: int, committed: Any) -> tuple[Any, ...]:  # noqa: ARG002
        return ()

    def refusal(self, at: Any, seat: int, action: Any) -> str:  # noqa: ARG002
        return ""

    def record(self, at: Any) -> Deal:  # noqa: ARG002
        return self.deal


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (lambda _: None, "Gives.begin returned None; it must return a Deal or a Run"),
        (lambda deal: evolve(deal, hands=deal.hands[:2]), "Gives: the deal has 4 hands"),
        (lambda deal: evolve(deal, known=()), "Gives: the deal has 4 hands, and what they and a spectator know"),
        (lambda deal: evolve(deal, hands=(deal.hands[0],) * 4), "Gives: every card is in one of the hands"),
        (lambda deal: evolve(deal, out=deal.hands[0]), "Gives: every card is in one of the hands"),
        (lambda deal: deal.with_record(3), "3 is not a Record"),
        (lambda deal: deal.with_record(Swapped((0, 1)), "swapped"), "'swapped' is not an Event"),
        (lambda deal: NothingToDo(deal, ((1, 2),)), "Gives: seat 1 acts but has no legal action"),
    ],
)
def test_what_a_phase_gives_back_is_looked_at(what: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        whist(DealOut(), Gives(what), Tricks()).start(seed=7)


@pytest.mark.parametrize(
    "line",
    [ScoreLine(2, "a seat too many", 1), ScoreLine(-1, "no seat", 1), ScoreLine(0, "half", 0.5), "a text"],  # type: ignore[arg-type]
)
def test_what_a_scoring_gives_is_looked_at(line: Any) -> None:
    rules = whist(cards=1, deals=1, players=2).replace(scoring=Scores((line,)))
    with pytest.raises(InvalidRules, match=r"Scores scores .*, no ScoreLine of whole points for a seat"):
        playout(rules, seed=7)


def test_hands_that_grow_too_large_are_found_before_the_first_deal() -> None:
    @frozen
    class Doubling(HandSizes):
        def size(self, number: int) -> int:
            return 4 * 2**number

    rules = whist(DealOut(), Tricks(), players=4, deals=3).replace(schedule=Schedule(hand_sizes=Doubling()))
    with pytest.raises(InvalidRules, match="4 hands of 16 cards are more than the 52 of the deck"):
        rules.start(seed=7)


@frozen
class Thrown(Record):
    """That cards were thrown away."""


@frozen
class ThrowAway(Phase):
    """The top of the stock is thrown away, face down."""

    record: ClassVar[type[Record]] = Thrown

    def begin(self, deal: Deal) -> Deal:
        out = evolve(deal.out, mask=deal.stock[:1].mask)
        return deal.with_record(Thrown(), stock=deal.stock[1:], out=out)


def test_what_is_thrown_away_face_down_stays_unknown() -> None:
    state = whist(DealOut(), ThrowAway(), Tricks()).start(seed=7)
    assert len(state.deal.out.known) == 1
    assert all(str(state.view(seat).deal.out) == "??" for seat in (0, 1, 2, 3, None))
    played = str(state.legal(state.actors[0])[0])
    after = state.play(state.actors[0], played)
    assert str(after.view(None).deal.out) == f"{played} ??"


@frozen(slots=False)
class AskedRun(SimultaneousRun):
    """Asks every seat for a number, and tells nobody."""

    def choices(self, revealed: Any, seat: int, committed: Any) -> tuple[Any, ...]:  # noqa: ARG002
        return (Bid(0), Bid(1))

    def refusal(self, at: Any, seat: int, action: Any) -> str:  # noqa: ARG002
        return "a number"

    def record(self, at: Any) -> Deal:  # noqa: ARG002
        return self.deal


@frozen
class Ask(Phase):
    """A phase with decisions that leave no event behind."""

    def actions(self, deck: Deck, players: int) -> tuple[Any, ...]:  # noqa: ARG002
        return (Bid(0), Bid(1))

    def begin(self, deal: Deal) -> AskedRun:
        return AskedRun(deal, ((0, 1),))


def test_decisions_without_an_event_are_moves_all_the_same() -> None:
    state = whist(DealOut(), Ask(), Tricks()).start(seed=7, first=0).play_all([(1, "1"), (0, "0")])
    assert [(seat, str(action)) for seat, action in state.moves] == [(1, "1"), (0, "0")]
    assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(InvalidRules, match=r"^Ask names no record; a phase does with record = "):
        state.deal[Ask]


def test_a_deal_without_chance_cannot_be_shuffled() -> None:
    with pytest.raises(InvalidRules, match="without a source of chance"):
        DealOut().begin(Deal.fresh(french(), players=2, size=3))


def test_two_actions_with_one_text_are_refused() -> None:
    numbers = Deck(tuple(Card.plain(COLOUR, rank, str(rank)) for rank in range(1, 9)))
    rules = whist(DealOut(), Bids(), Tricks(), deck=numbers, players=2, cards=2)
    with pytest.raises(InvalidRules, match="two actions are written '1'"):
        rules.start(seed=7)


def test_estimates_of_ones_own_tricks() -> None:
    rules = whist(DealOut(visibility=AllHands()), TurnTrump(trump=NoTrump()), Bids(), Tricks(), cards=3)
    state: State = rules.start(seed=7, first=1)
    assert state.actors == (0, 1, 2, 3)
    assert [str(action) for action in state.legal(2)] == ["0", "1", "2", "3"]
    assert state.deal.trump is None
    assert str(state.view(None).deal.hands[0]) == str(state.deal.hands[0])
    state = state.play_all([(3, "3"), (0, "0"), (1, "1"), (2, "2")])
    assert [row[seat] for seat, row in enumerate(state.deal[Bids].bids)] == [0, 1, 2, 3]


# Deals in parts, and trump by a cut


def test_a_deal_in_two_parts_from_one_shuffle() -> None:
    rules = whist(DealOut(portion=EvenHalf()), DealOut(), Tricks(), cards=4, players=3)
    half = whist(DealOut(portion=EvenHalf()), Bids(), DealOut(), Tricks(), cards=4, players=3).start(seed=7)
    assert [len(hand) for hand in half.deal.hands] == [2, 2, 2]
    whole = half.play_all([(seat, "0") for seat in range(3)])
    assert [len(hand) for hand in whole.deal.hands] == [4, 4, 4]
    for before, after in zip(half.deal.hands, whole.deal.hands, strict=True):
        assert set(before) < set(after)
    assert [str(hand) for hand in whole.view(1).deal.hands] == ["?? ?? ?? ??", str(whole.deal.hands[1]), "?? ?? ?? ??"]
    assert whole.deal.hands == rules.start(seed=7).deal.hands
    assert whole.deal[DealOut].each == 4


def test_a_hand_of_odd_size_is_dealt_at_once() -> None:
    state = whist(DealOut(portion=EvenHalf()), Bids(), DealOut(), Tricks(), cards=5).start(seed=7)
    assert [len(hand) for hand in state.deal.hands] == [0, 0, 0, 0]
    assert [len(hand) for hand in state.play_all([(seat, "0") for seat in range(4)]).deal.hands] == [5, 5, 5, 5]


def test_fixed_hands_are_dealt_in_parts_too() -> None:
    rules = whist(DealOut(portion=EvenHalf()), Bids(), DealOut(), TurnTrump(), Tricks(), cards=2, players=2)
    state = rules.start(deals=[Stacked(hands=[["AS", "2C"], None], turned="KH", stock=["QH"])])
    assert str(state.deal.hands[0]) == "AS"
    state = state.play_all([(0, "0"), (1, "0")])
    assert str(state.deal.hands[0]) == "2C AS"
    assert str(state.deal.trump) == "hearts"
    assert str(state.deal.stock[0]) == "QH"


def test_the_cut_card_is_dealt_like_any_other() -> None:
    rules = whist(CutTrump(), DealOut(), Tricks(), deck=piquet(), players=2, cards=2)
    state = rules.start(deals=[Stacked(hands=[["AS", "7C"], None], turned="AS")])
    assert (str(state.deal.trump), str(state.deal[CutTrump])) == ("spades", "AS")
    assert str(state.events[1]) == "AS is cut: spades is trump."
    assert "AS" in state.deal.hands[0]
    drawn = {str(rules.start(seed=seed).deal[CutTrump].card) for seed in range(300)}
    assert drawn == {str(card) for card in piquet()}


def test_trump_may_be_fixed_for_hands_of_a_size() -> None:
    hearts = piquet().suits[2]
    rules = whist(CutTrump(fixed=((2, hearts),)), DealOut(), Tricks(), deck=piquet(), players=2, cards=2)
    state = rules.start(seed=7)
    assert (state.deal.trump, state.deal[CutTrump].card) == (hearts, None)
    assert str(state.deal[CutTrump]) == "no cut"
    assert str(state.events[1]) == "No cut: hearts is trump."


def test_a_deal_without_chance_cannot_be_cut() -> None:
    with pytest.raises(InvalidRules, match="cannot be cut"):
        CutTrump().begin(Deal.fresh(french(), players=2, size=3))
