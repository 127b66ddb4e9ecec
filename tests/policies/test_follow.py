"""Follow policies: cascades of card sets, asked once for a context that they declare."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen
from lockstep import is_followed
from strategies import effort

from trickkit import Deal, Deck, IllegalAction, InvalidRules, Rules, Stacked, batch
from trickkit.model.cards import Suit, bits, french
from trickkit.phases import DealOut, NameTrump, Tricks
from trickkit.phases.tricks.tables import Node, TrickTables, cascade
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import (
    Context,
    Follow,
    KeptToLast,
    MustFollow,
    MustOvertrump,
    NotBeforeBroken,
    PlainMustFollow,
    Step,
)
from trickkit.policies.offers import Games
from trickkit.policies.ranking import HighCard
from trickkit.policies.resolution import Best
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.stock import OnceStockIsEmpty
from trickkit.testing import laws
from trickkit.variants import pikoko

DECK = french("789TJQKA")
CLUBS, DIAMONDS, HEARTS, SPADES = DECK.suits


def led_to(tables: TrickTables, led: Suit, best: str = "") -> Node:
    """A trick to which a suit was led, and a face is the best; where it is not given, the first of the suit."""
    first = next(face for face in tables.deck.faces if face.suit == led)
    face = tables.deck.face(tables.deck.kinds[best]) if best else first
    return tables.node(1, Best(led, face, 0))


def allowed(
    follow: Follow,
    hand: str,
    *,
    led: str | None,
    trump: str | None,
    best: str = "",
    broken: bool = False,
    deck: Deck = DECK,
) -> str:
    """What of a hand may be played, as texts of faces in the order of the deck."""
    suits = {suit.name: suit for suit in deck.suits}
    tables = TrickTables(deck, HighCard(), follow, None if trump is None else suits[trump])
    context = tables.context(tables.root if led is None else led_to(tables, suits[led], best), broken=broken)
    cards = deck.mask(hand.split())
    faces = next(cards & may for binds, may, _ in cascade(follow, context) if cards & binds)
    return " ".join(text for text, bit in deck.kinds.items() if bit & faces)


@pytest.mark.parametrize(
    ("hand", "best", "expected"),
    [
        ("7C 9C AD", "8C", "7C 9C"),
        ("7D AH 8H", "KC", "8H AH"),
        ("7D 8H AH", "9H", "AH"),
        ("7D 7H 8H", "9H", "7H 8H"),
        ("7D 8D AS", "9H", "7D 8D AS"),
    ],
    ids=[
        "follows",
        "any trump beats a plain card",
        "must beat a trump",
        "cannot beat it: any trump",
        "no trump: anything",
    ],
)
def test_must_overtrump(hand: str, best: str, expected: str) -> None:
    assert allowed(MustOvertrump(), hand, led="clubs", trump="hearts", best=best) == expected


def test_must_overtrump_without_a_trump_suit() -> None:
    assert allowed(MustOvertrump(), "7D 8H", led="clubs", trump=None, best="9C") == "7D 8H"


@pytest.mark.parametrize("follow", [MustFollow(), PlainMustFollow(), MustOvertrump()], ids=repr)
def test_any_card_may_be_led(follow: Follow) -> None:
    assert allowed(follow, "7D 8H AS", led=None, trump="hearts") == "7D 8H AS"


def test_an_equal_copy_does_not_beat() -> None:
    deck = Deck(tuple(card for card in DECK for _ in range(2)))
    assert allowed(MustOvertrump(), "8H 9H TH", led="clubs", trump="hearts", best="9H", deck=deck) == "TH"


def test_a_multicolour_card_is_one_of_the_trumps_that_beat() -> None:
    deck = pikoko.deck(5)
    assert allowed(MustOvertrump(), "M7 R2 B5", led="yellow", trump="red", best="R6", deck=deck) == "R7"


def test_where_only_plain_cards_bind_a_multicolour_card_may_stay() -> None:
    deck = pikoko.deck(5)
    assert allowed(PlainMustFollow(), "M7 W2 B5", led="white", trump="red", deck=deck) == "W2 W7"
    assert allowed(PlainMustFollow(), "M7 B5", led="white", trump="red", deck=deck) == "B5 W7"


@frozen
class LooksTooFar(Follow):
    """Looks at the best card without saying so."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        return (Step(context.beating(), "beat it"),)


@frozen
class LooksNowhere(Follow):
    """Declares something that does not exist."""

    reads: ClassVar[tuple[str, ...]] = ("led", "weather")

    def steps(self, context: Context) -> tuple[Step, ...]:  # noqa: ARG002
        return ()


@frozen
class BindsWhatItForbids(Follow):
    """Leaves a hand of clubs with nothing to play."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        return (Step(context.suit(DIAMONDS), "play diamonds", binds=context.suit(CLUBS)),)


def test_a_policy_declares_what_it_looks_at() -> None:
    with pytest.raises(InvalidRules, match="a follow policy looks at 'best' but declares reads="):
        cascade(LooksTooFar(), TrickTables(DECK, HighCard(), LooksTooFar(), None).context(CLUBS))


@frozen
class NoClubsFirst(Follow):
    """No clubs in the first trick; beyond led suit and trump, it says what it looks at."""

    reads: ClassVar[tuple[str, ...]] = ("first",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led is None or context.led == context.trump or not context.first:
            return ()
        return (Step(context.all & ~context.suit(CLUBS), "no clubs in the first trick"),)


def test_the_led_suit_and_the_trump_need_no_declaration() -> None:
    tables = TrickTables(DECK, HighCard(), NoClubsFirst(), HEARTS)
    assert len(cascade(NoClubsFirst(), tables.context(led_to(tables, CLUBS), first=True))) == 2
    assert len(cascade(NoClubsFirst(), tables.context(led_to(tables, CLUBS), first=False))) == 1


def test_a_text_is_no_declaration() -> None:
    @frozen
    class Text(Follow):
        reads: ClassVar[Any] = "first"

        def steps(self, context: Context) -> tuple[Step, ...]:  # noqa: ARG002
            return ()

    with pytest.raises(
        InvalidRules, match=r"Text\(\): reads = 'first' is not a tuple; write it like reads = \(\"first\",\)"
    ):
        TrickTables(DECK, HighCard(), Text(), None)


@pytest.mark.parametrize("given", [None, Step(1, "play it"), 3, (1, 2), "follow"], ids=repr)
def test_a_policy_answers_with_a_tuple_of_steps(given: Any) -> None:
    @frozen
    class Answers(Follow):
        def steps(self, context: Context) -> tuple[Step, ...]:  # noqa: ARG002
            return given  # type: ignore[no-any-return]

    with pytest.raises(
        InvalidRules, match=r"Answers\(\): steps returned .*; it must return a tuple: \(Step\(allowed, rule\), "
    ):
        cascade(Answers(), TrickTables(DECK, HighCard(), Answers(), None).context(CLUBS))


@pytest.mark.parametrize("values", [("7C", "rule"), (1, 2), (1, "rule", None)], ids=repr)
def test_a_step_is_masks_and_a_rule(values: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidRules, match=r"Step: (allowed|rule|binds)=.* is not an? (int|str)"):
        Step(*values)


def test_a_policy_looks_only_at_what_there_is() -> None:
    with pytest.raises(InvalidRules, match="reads 'weather'; a follow policy may read led, trump, best, first"):
        TrickTables(DECK, HighCard(), LooksNowhere(), None)


def test_a_step_must_not_leave_nothing_to_play() -> None:
    with pytest.raises(InvalidRules, match="could leave nothing to play"):
        cascade(BindsWhatItForbids(), TrickTables(DECK, HighCard(), BindsWhatItForbids(), None).context(CLUBS))


def test_a_policy_that_cannot_answer_is_found_before_anybody_plays() -> None:
    for follow in (LooksTooFar(), BindsWhatItForbids()):
        with pytest.raises(InvalidRules):
            TrickTables(DECK, HighCard(), follow, None)
    with pytest.raises(InvalidRules, match="looks at 'best'"):
        pikoko.rules(players=3).replace(Tricks, follow=LooksTooFar()).start(seed=7)


def test_words_for_sets_of_faces() -> None:
    context = Context(deck=DECK, ranking=HighCard(), reads=("led", "best", "first"), led=CLUBS, best=None, first=True)
    assert context.first
    assert context.beating() == context.all == DECK.all
    assert context.where(lambda face: face.suit == CLUBS) == context.suit(CLUBS) == context.suit(context.led)


def test_a_policy_is_asked_once_for_a_context() -> None:
    asked = []

    @frozen
    class Counting(Follow):
        def steps(self, context: Context) -> tuple[Step, ...]:
            asked.append(context.led)
            return ()

    tables = TrickTables(DECK, HighCard(), Counting(), None)
    for _ in range(3):
        for face in bits(DECK.all):
            assert tables.root[face].cascades[0, False, False, False]
    assert asked == [CLUBS, DIAMONDS, HEARTS, SPADES]


@pytest.mark.parametrize(
    ("hand", "broken", "expected"),
    [
        ("7D 8H AS", False, "7D AS"),
        ("7D 8H AS", True, "7D 8H AS"),
        ("8H AH", False, "8H AH"),
    ],
    ids=["held back", "broken", "nothing else"],
)
def test_a_suit_is_not_led_before_it_is_broken(hand: str, broken: bool, expected: str) -> None:
    assert allowed(NotBeforeBroken("hearts"), hand, led=None, trump=None, broken=broken) == expected


def test_a_suit_that_is_not_broken_may_be_thrown_off() -> None:
    assert allowed(NotBeforeBroken("hearts"), "7D 8H AS", led="clubs", trump=None) == "7D 8H AS"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("8H QS", "8H QS"), ("8H QS KS", "QS KS"), ("QS", "QS")],
    ids=["alone", "with another", "only"],
)
def test_a_card_need_not_be_led_for_want_of_others(hand: str, expected: str) -> None:
    assert allowed(NotBeforeBroken("hearts", unless=["QS"]), hand, led=None, trump=None) == expected


def test_what_the_policy_inside_says_of_leads_goes_first() -> None:
    @frozen
    class LowestClub(Follow):
        reads: ClassVar[tuple[str, ...]] = ("first",)

        def steps(self, context: Context) -> tuple[Step, ...]:
            return (Step(context.deck.mask(["7C"]), "the seven of clubs is led first"),) if context.first else ()

    follow = NotBeforeBroken("hearts", follow=LowestClub())
    tables = TrickTables(DECK, HighCard(), follow, None)
    leads = [cascade(follow, tables.context(tables.root, first=first)) for first in (True, False)]
    assert [len(one) for one in leads] == [3, 2]
    assert leads[0][0][0] == DECK.mask(["7C"])


def test_a_suit_that_the_deck_lacks_is_refused() -> None:
    with pytest.raises(InvalidRules, match="the deck has no suit 'heart'; it has clubs, diamonds, hearts, spades"):
        allowed(NotBeforeBroken("heart"), "7C", led=None, trump=None)


# A policy that depends on what is played


@frozen
class OvertrumpIfSpades(MustOvertrump):
    """In spades a trick must be beaten with a trump, in the other game only suit is followed."""

    def of(self, deal: Deal) -> Follow:
        return MustFollow() if deal.trump is None else self


def spades_or_null() -> Rules:
    deck = french("QKA")
    return Rules(
        key="spades_or_null",
        name="Spades or null",
        players=2,
        deck=deck,
        phases=(
            DealOut(),
            NameTrump(offers=Games({"null": None, "spades": deck.suits[3]})),
            Tricks(follow=OvertrumpIfSpades()),
        ),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


@pytest.mark.parametrize(("game", "may"), [("null", "QD KD QS"), ("spades", "QS")])
def test_what_is_played_says_what_must_be_followed(game: str, may: str) -> None:
    dealt = Stacked(hands=[["QC", "KC", "AC"], ["QD", "KD", "QS"]])
    state = spades_or_null().start(first=1, deals=[dealt])
    state = state.play_all([(0, f"name {game}"), (1, "QD")])
    assert {*map(str, state.legal(0))} == {"QC", "KC", "AC"}
    state = spades_or_null().start(first=0, deals=[dealt])
    state = state.play_all([(1, f"name {game}"), (0, "QC")])
    assert {*map(str, state.legal(1))} == {*may.split()}
    if game == "spades":
        with pytest.raises(IllegalAction, match="you must beat the trick with a trump"):
            state.play(1, "QD")


def test_it_runs_compiled_as_well() -> None:
    of = spades_or_null()
    assert batch.supports(of)
    is_followed(of, 3, seed=5)


TestFollowOfADeal = laws(spades_or_null, examples=effort(10))


@pytest.mark.parametrize(
    ("hand", "declares", "may"),
    [
        ("7H KH", True, "KH"),
        ("7H KH", False, "7H KH"),
        ("7H AH", True, "AH"),
        ("7H 8D", True, "7H"),
        ("7H 8C", True, "8C"),
        ("7H", True, "7H"),
    ],
)
def test_the_declarer_keeps_a_trump_to_the_last(hand: str, declares: bool, may: str) -> None:
    tables = TrickTables(DECK, HighCard(), KeptToLast("7", MustOvertrump()), HEARTS)
    context = tables.context(led_to(tables, CLUBS, "AC"), declares=declares)
    cards = DECK.mask(hand.split())
    faces = next(
        cards & faces for binds, faces, _ in cascade(KeptToLast("7", MustOvertrump()), context) if cards & binds
    )
    assert faces == DECK.mask(may.split())


def test_of_a_stock_nothing_is_said_where_none_is_spoken_of() -> None:
    tricks, deal = Tricks(follow=OnceStockIsEmpty()), Deal.fresh(french(), players=2)
    assert tricks.tables_of(deal) is tricks.tables_of(deal, stock=False) is not tricks.tables_of(deal, stock=True)
    plain = Tricks()
    assert plain.tables_of(deal) is plain.tables_of(deal, stock=True)
