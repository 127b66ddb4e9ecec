"""How tricks are resolved: policies of a few lines, which play, sample, keep the laws and run compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, ClassVar
from zlib import crc32

import pytest
from attrs import field, frozen
from house_rules import AnyBreaking, AnyFollow, AnyLead
from lockstep import is_followed
from strategies import effort

from trickkit import Deal, Deck, InvalidRules, Rules, ScoreLine, Stacked, State, batch, playout
from trickkit.model.cards import Face, Suit, french
from trickkit.phases import DealOut, NameTrump, TakeStock, Tricks
from trickkit.phases.drawing import DrawAfterTrick
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.capture import BestCard, Capture, Captured, Finished, Moved
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Context, Follow, MustFollow, Step
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import AnySuit
from trickkit.policies.participants import Starter
from trickkit.policies.ranking import HighCard, Ranked
from trickkit.policies.resolution import LowestWins, Resolution, SecondOfEqual, StrongestWins
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks, Until
from trickkit.scoring import Scoring
from trickkit.testing import laws, tricks_keep_to_their_policies
from trickkit.testing.law import LawBroken

DECK = french("789TJQKA")
CLUBS, DIAMONDS, HEARTS, SPADES = DECK.suits
TWICE = Deck(tuple(card for card in french("TJQKA") for _ in range(2)))
NAME_TRUMP = NameTrump(offers=(AnySuit(),))


@frozen
class PointPerTrick(Scoring):
    """One point for every trick; nothing where nobody has named trumps."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table = deal.get(TrickTable)
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(table.taken if table else ()))


def game(*phases: Any, players: int = 4, cards: int = 4, deck: Deck = DECK, **policies: Any) -> Rules:
    """One deal of tricks by these policies; the starter is the dealer."""
    return Rules(
        key="fold",
        name="Fold",
        players=players,
        deck=deck,
        phases=(DealOut(), *phases, Tricks(opening=LeftOfStarter(), **policies)),
        scoring=PointPerTrick(),
        schedule=Schedule(hand_sizes=SameSize(cards)),
        ending=AfterDeals(deals=1),
    )


def table(hands: str, *moves: str, **policies: Any) -> State:
    """A deal with these hands, a slash between seats, of which seat 0 leads; after moves."""
    dealt = [hand.split() for hand in hands.split("/")]
    trump, deck = policies.pop("trump", None), policies.pop("deck", DECK)
    named = () if trump is None else (NAME_TRUMP,)
    rules = game(*named, players=len(dealt), cards=len(dealt[0]), deck=deck, **policies)
    state = rules.start(first=len(dealt) - 1, deals=[Stacked(hands=dealt)])
    for move in ((f"name {trump}",) if trump else ()) + tuple(" ".join(moves).split()):
        state = state.play(state.actors[0], move)
    return state


def tricks(state: State) -> TrickTable:
    found: TrickTable = (state.results[-1].deal if state.is_over else state.deal)[Tricks]
    return found


def takers(state: State) -> list[int | None]:
    return [trick.taker for trick in tricks(state).tricks]


def legal(state: State) -> str:
    return " ".join(str(action) for action in state.legal(state.actors[0]))


# Of equal cards


@frozen
class EqualCancel(Resolution):
    """Equal cards cancel each other; the best of what is left of the led suit wins."""

    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Any:
        led, alive, met = value or (face.suit, (), ())
        strength = ranked.strength(face, led)
        if face.text in met:
            return led, tuple(one for one in alive if one[0] != strength), met
        return led, tuple(sorted((*alive, (strength, place)))) if strength else alive, (*met, face.text)

    def led(self, value: Any) -> Suit | None:
        suit: Suit = value[0]
        return suit

    def winner(self, value: Any) -> int | None:
        return value[1][-1][1] if value[1] else None


@pytest.mark.parametrize(
    ("resolution", "plays", "taker"),
    [
        (StrongestWins(), "AC AC KC", 0),
        (SecondOfEqual(), "AC AC KC", 1),
        (SecondOfEqual(), "TD TC TC", 0),
        (SecondOfEqual(["AC"]), "AC AC KC", 0),
        (EqualCancel(), "AC AC KC", 2),
        (EqualCancel(), "KC AC AC", 0),
        (EqualCancel(), "AC AC AD", None),
    ],
    ids=str,
)
def test_of_equal_cards(resolution: Resolution, plays: str, taker: int | None) -> None:
    hands = " / ".join(plays.split())
    state = table(hands, plays, resolution=resolution, deck=TWICE)
    assert takers(state) == [taker]
    assert sum(tricks(state).taken) == (taker is not None)


@pytest.mark.parametrize(("plays", "taker"), [("AC AC KC", 1), ("KC KC TC", 0), ("KC AC AC", 2)])
def test_the_second_of_certain_trumps_wins(plays: str, taker: int) -> None:
    resolution, ranking = SecondOfEqual(["AC"]), Ranked(HighCard(), trump=CLUBS)
    value = None
    for place, card in enumerate(plays.split()):
        value = resolution.fold(value, TWICE.card(card).faces[0], place, ranking)
    assert value is not None
    assert resolution.winner(value) == taker


def test_nobody_takes_a_trick_and_the_leader_leads_again() -> None:
    state = table("AC JD / AC QD / AD KD", "AC AC AD", resolution=EqualCancel(), deck=TWICE)
    assert takers(state) == [None]
    assert [str(event) for event in state.events][-1] == "Trick 0 goes to nobody."
    assert state.actors == (0,)
    assert [tricks(state).captured(hand) for hand in range(3)] == [(), (), ()]


def test_the_lowest_card_wins() -> None:
    assert takers(table("KC / 9C / 7D / TC", "KC 9C 7D TC", resolution=LowestWins())) == [1]


# A led suit that comes later, or not at all; a circle of strengths


@frozen
class SevensAreJesters(Resolution):
    """A seven never wins, and the first other card says what is led; a jack led asks for nothing."""

    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Any:
        led, best, winner, free = value or (None, None, 0, False)
        if face.text[0] == "7":
            return led, best, winner, free
        if best is None:
            return (None if face.text[0] == "J" else face.suit), face, place, face.text[0] == "J"
        if not free and ranked.strength(face, led) > ranked.strength(best, led):
            return led, face, place, free
        return led, best, winner, free

    def led(self, value: Any) -> Suit | None:
        suit: Suit | None = value[0]
        return suit

    def winner(self, value: Any) -> int | None:
        place: int = value[2]
        return place

    def best(self, value: Any) -> Face | None:
        face: Face | None = value[1]
        return face


def test_the_first_card_that_is_no_jester_sets_what_must_be_followed() -> None:
    state = table("7C 8C / 9D 9C / 8H AD / AC KD", "7C", resolution=SevensAreJesters())
    assert legal(state) == "9C 9D"
    state = state.play(1, "9D")
    assert legal(state) == "AD"
    with pytest.raises(Exception, match="8H is not allowed: follow suit: diamonds was led"):
        state.play(2, "8H")
    state = state.play(2, "AD").play(3, "KD")
    assert takers(state) == [2]


def test_a_card_that_asks_for_nothing_frees_the_whole_trick() -> None:
    state = table("JC 8C / 9D 9C / 8H AD / AC KD", "JC 9D", resolution=SevensAreJesters())
    assert legal(state) == "AD 8H"
    assert takers(state.play(2, "AD").play(3, "AC")) == [0]


@frozen
class Circle(Resolution):
    """King beats jack beats queen beats king; of equals the first, and nothing need be followed."""

    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Any:
        ranks = "".join(sorted({*(value[0] if value else ""), face.text[0]}))
        first = dict(value[1]) if value else {}
        first.setdefault(face.text[0], place)
        return ranks, tuple(sorted(first.items()))

    def winner(self, value: Any) -> int | None:
        # Where all three lie, the queen catches the king.
        ranks, first = value
        best = "Q" if "Q" in ranks and "K" in ranks else "K" if "K" in ranks else "J" if "J" in ranks else "Q"
        place: int = dict(first)[best]
        return place


@pytest.mark.parametrize(
    ("plays", "taker"), [("KC JC JD", 0), ("QC JC QD", 1), ("KC QC KD", 1), ("KC JC QC", 2), ("QC QD QH", 0)]
)
def test_a_circle_of_strengths(plays: str, taker: int) -> None:
    assert takers(table(" / ".join(plays.split()), plays, resolution=Circle(), deck=french("JQK"))) == [taker]


def test_a_trick_in_which_nothing_need_be_followed() -> None:
    @frozen
    class Free(Follow):
        def steps(self, context: Context) -> tuple[Step, ...]:
            return ()

    assert legal(table("KC 8C / 9D 9C", "KC", follow=Free())) == "9C 9D"


# What a follow policy may read


@frozen
class Belote(Follow):
    """Follow; else trump, and higher than the best trump, unless the partner is winning."""

    reads: ClassVar[tuple[str, ...]] = ("best", "winner")

    def steps(self, context: Context) -> tuple[Step, ...]:
        follow = MustFollow().steps(context)
        if context.leads or context.winner == 2:
            return follow
        trumps = context.suit(context.trump)
        over = Step(trumps & context.beating(), "you must beat the trick with a trump")
        return (*follow, over, Step(trumps, "you must play a trump"))


@frozen
class NoUndertrump(Follow):
    """A trump that does not win may be played only by a hand that has nothing else."""

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        follow, trumps = MustFollow().steps(context), context.suit(context.trump)
        if context.leads or context.best is None or context.best.suit != context.trump:
            return follow
        return (*follow, Step(context.all & ~trumps | context.beating(), "undertrump only if there is nothing else"))


@frozen
class BeatTheSuit(Follow):
    """A hand that can follow beats the best card of the led suit, if it can."""

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        suit = context.suit(context.led)
        return (Step(suit & context.beating(), "beat the best card"), *MustFollow().steps(context))


@frozen
class AfterTheStock(Follow):
    """While cards lie in the stock nothing need be followed; afterwards follow, else trump."""

    reads: ClassVar[tuple[str, ...]] = ("stock",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.stock or context.leads:
            return ()
        return (*MustFollow().steps(context), Step(context.suit(context.trump), "play a trump"))


@pytest.mark.parametrize(
    ("follow", "plays", "expected"),
    [
        (Belote(), "AC 8C", "7D 8H"),
        (Belote(), "9C AC", "8H"),
        (NoUndertrump(), "9C 9H", "7D"),
        (NoUndertrump(), "9C AC", "7D 8H"),
    ],
)
def test_what_a_hand_without_the_suit_may_play(follow: Follow, plays: str, expected: str) -> None:
    first, second = plays.split()
    state = table(f"{first} KS / {second} QS / 7D 8H / TC JC", plays, follow=follow, trump="H")
    assert legal(state) == expected


def test_undertrump_where_there_is_nothing_else() -> None:
    assert legal(table("9C KS / 9H QS / 7H 8H", "9C 9H", follow=NoUndertrump(), trump="H")) == "7H 8H"


def test_the_best_card_of_the_suit_must_be_beaten() -> None:
    hands = "9C KS / TC QS / 8C JC"
    assert legal(table(hands, "9C TC", follow=BeatTheSuit())) == "JC"
    assert legal(table("9C KS / QC QS / 8C JC", "9C QC", follow=BeatTheSuit())) == "8C JC"


def test_trumps_after_the_stock_is_empty() -> None:
    hands = "9C KS / 8D 7H"
    assert legal(table(hands, "9C", follow=AfterTheStock(), trump="H")) == "8D 7H"
    whole = game(NAME_TRUMP, players=4, cards=8, follow=AfterTheStock()).start(seed=3, first=3)
    state = whole.play(0, "name C")
    state = state.play(0, next(str(card) for card in state.deal.hands[0] if str(card)[1] != "C"))
    held = [str(card) for card in state.deal.hands[1]]
    led = str(tricks(state).current.plays[0].action)[1]
    for want in (led, "C"):
        if any(text[1] == want for text in held):
            assert legal(state) == " ".join(text for text in held if text[1] == want)
            break


@frozen
class TwoCallsOnly(Follow):
    """After two plays to a trick nothing need be followed: it looks at the value of the resolution."""

    reads: ClassVar[tuple[str, ...]] = ("value",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        return () if context.leads or context.value.place == 1 else MustFollow().steps(context)


def test_a_follow_policy_reads_the_value() -> None:
    hands = "9C KS / TC QS / 8C JD"
    assert legal(table(hands, "9C TC", follow=TwoCallsOnly())) == "8C JD"
    assert legal(table("KC KS / TC QS / 8C JD", "KC TC", follow=TwoCallsOnly())) == "8C"


def test_looking_at_what_is_not_declared_is_refused() -> None:
    @frozen
    class Looks(Follow):
        def steps(self, context: Context) -> tuple[Step, ...]:
            return () if context.winner else MustFollow().steps(context)

    with pytest.raises(InvalidRules, match=r"looks at 'winner' but declares reads=\(\); write reads = \('winner',\)"):
        game(follow=Looks()).start(seed=1)


# Who gets the cards


@frozen
class Excuse(BestCard):
    """The hand that plays the seven of spades keeps it, and gives a seven that it has captured, now or later."""

    def captured(self, finished: Finished) -> Captured:
        trick = finished.trick
        table = TrickTable(finished.earlier, trick, ())
        owed, cards, moved = [*table.owed], [trick.taker for _ in trick.plays], []
        for place, play in enumerate(trick.plays):
            if play.card == "7S" and trick.taker is not None and play.hand != trick.taker:
                cards[place] = play.hand
                owed.append((play.hand, trick.taker))
        for debt in [*owed]:
            debtor, creditor = debt
            low = [card for card in table.captured(debtor) if card[0] == "7" and card != "7S"]
            if low:
                moved.append(Moved(low[0], debtor, creditor))
                owed.remove(debt)
        return Captured(cards, moved, owed)


def test_the_excuse_stays_and_a_card_is_given_for_it() -> None:
    hands = "AC 7S 8C / 7C AS 8D / 9C 8S KD"
    state = table(hands, "AC 7C 9C", capture=Excuse())
    state = state.play(0, "7S").play(1, "AS").play(2, "8S")
    assert str(state.events[-1]) == "Trick 1 goes to hand 1; 7S goes to hand 0; hand 0 gives 7C to hand 1."
    assert [tricks(state).captured(hand) for hand in range(3)] == [("AC", "9C", "7S"), ("AS", "8S", "7C"), ()]
    assert tricks(state).owed == ()
    assert tricks(state).taken == (1, 1, 0)


def test_a_card_that_is_owed_is_given_a_trick_later() -> None:
    state = table("7S AC QC 8C / AS 9C KC 8D / 8S 7C JC KD", "7S AS 8S", capture=Excuse())
    assert tricks(state).owed == ((0, 1),)
    state = state.play(1, "9C").play(2, "7C").play(0, "AC")
    assert tricks(state).owed == ((0, 1),)
    state = state.play(0, "QC").play(1, "8D") if "8D" in legal(state) else state.play(0, "QC").play(1, "KC")
    state = state.play(2, "JC")
    assert tricks(state).owed == ()
    assert "7C" in tricks(state).captured(1)


@pytest.mark.sample(0)
def test_the_reference_engine_writes_down_the_cards_of_tricks_whoever_keeps_them_as_compiled_code_does() -> None:
    is_followed(game(capture=Excuse(), players=3, cards=8), lanes=8, seed=5)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Captured((0,)), "it must return a Captured with a hand, or None, for each of its 3 cards"),
        (Captured((0, 1, 7)), "it must return a Captured with a hand, or None, for each of its 3 cards"),
        (None, "captured returned None"),
        (Captured((0, 0, 0), moved=[Moved("8C", 0, 1)]), "hand 0 has no 8C to give"),
    ],
)
def test_a_capture_that_loses_a_card_is_refused(given: Any, message: str) -> None:
    @frozen
    class Wrong(BestCard):
        def captured(self, finished: Finished) -> Any:
            return given

    with pytest.raises(InvalidRules, match=message):
        table("AC / 9C / 8S", "AC 9C 8S", capture=Wrong())


def test_a_capture_may_give_a_trick_to_nobody() -> None:
    @frozen
    class Seat0TakesNothing(Capture):
        def taker(self, best: int, players: int) -> int | None:
            return best or None

    state = table("AC 7S / 9C AS / 8S KD", "AC 9C 8S", capture=Seat0TakesNothing())
    assert takers(state) == [None]
    assert state.actors == (0,)


@frozen
class Forgetful(BestCard):
    """A capture with a memory: the first card is sometimes lost."""

    asked: Any = field(factory=count, eq=False)

    def captured(self, finished: Finished) -> Captured:
        first = None if next(self.asked) % 5 == 0 else finished.trick.taker
        return Captured([first, *(finished.trick.taker for _ in finished.trick.plays[1:])])


def test_a_capture_that_gives_other_cards_when_it_is_asked_again_breaks_a_law() -> None:
    end = playout(game(cards=8, capture=Forgetful()), seed=1)
    with pytest.raises(LawBroken, match=r"trick \d \(.*\) is shared out as Captured\(.*, not as Captured"):
        tricks_keep_to_their_policies(end, seed=1)


# How long tricks are played


@frozen
class TwoAces(Until):
    """Somebody has taken two aces."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return any(sum(text[0] == "A" for text in tricks.captured(hand)) == 2 for hand in deal.seats)


def test_tricks_are_over_by_what_was_taken() -> None:
    state = table("AC AD 8C / 9C 9D 9S", "AC 9C", until=TwoAces())
    assert not state.is_over
    assert state.play(0, "AD").play(1, "9D").is_over


def test_a_hand_without_cards_is_passed_over() -> None:
    rules = game(TakeStock(cards=1, who=Starter()), players=3, cards=1, may_differ=True)
    state = rules.start(first=0, deals=[Stacked(hands=[["9C"], ["TC"], ["8C"]], stock=["7D"])])
    state = state.play(1, "TC").play(2, "8C").play(0, "9C")
    assert takers(state) == [1]
    # Hand 1 would lead, but it has no card left.
    assert state.actors == (0,)
    assert takers(state.play(0, "7D")) == [1, 0]


def test_hands_that_differ_by_mistake_are_refused() -> None:
    with pytest.raises(InvalidRules, match=r"different sizes: 2, 1, 1; hand 0 laid away none .*; where that is meant"):
        game(TakeStock(cards=1, who=Starter()), players=3, cards=1).start(first=0)


# A resolution of somebody's own is judged, and runs compiled


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"fold": []}, "cannot be hashed; a value must be frozen"),
        ({"winner": 3}, "winner returned 3 for 1 after 1 plays; it must return a place from 0 to 0, or None"),
        ({"winner": True}, "winner returned True"),
        ({"winner": -1}, "winner returned -1"),
        ({"led": "clubs"}, "led returned 'clubs' for 1 after 1 plays; it must return a Suit, or None"),
        ({"best": "7C"}, "best returned '7C'"),
        ({"winner": None, "leads": 1}, "leads returned 1 for 1 after 1 plays; it must return a place from 0 to 0"),
    ],
    ids=str,
)
def test_wrong_answers_are_refused_before_anybody_plays(answers: dict[str, Any], message: str) -> None:
    @frozen
    class Wrong(Resolution):
        def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Any:
            return answers.get("fold", 1)

        def winner(self, value: Any) -> Any:
            return answers.get("winner", 0)

        def led(self, value: Any) -> Any:
            return answers.get("led")

        def best(self, value: Any) -> Any:
            return answers.get("best")

        def leads(self, value: Any) -> Any:
            return answers.get("leads", 0)

    with pytest.raises(InvalidRules, match=message):
        game(resolution=Wrong()).start(seed=1)


@frozen
class RemembersWhoPlayed(StrongestWins):
    """A resolution with a memory, as one needs that wants to know who plays."""

    asked: Any = field(factory=count, eq=False)

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        return next(self.asked) % 5 == 0


@frozen
class ForgetsToCompare(StrongestWins):
    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        return ranked.strength(face, led)  # type: ignore[return-value]


def test_what_beats_a_card_is_said_by_true_or_false() -> None:
    with pytest.raises(InvalidRules, match=r"^ForgetsToCompare\.beats: .* against .* is neither True nor False"):
        playout(game(cards=8, resolution=ForgetsToCompare()), seed=1)


def test_a_resolution_that_depends_on_more_than_the_plays_breaks_a_law() -> None:
    end = playout(game(cards=8, resolution=RemembersWhoPlayed()), seed=1)
    with pytest.raises(LawBroken, match=r"trick \d+ \(.*\) goes to hand|it is the turn of hand"):
        tricks_keep_to_their_policies(end, seed=1)


HOUSES = {
    "jesters": {"resolution": SevensAreJesters()},
    "lowest": {"resolution": LowestWins()},
    "belote": {"follow": Belote()},
    "value": {"follow": TwoCallsOnly()},
    "undertrump": {"follow": NoUndertrump()},
    "circle": {"resolution": Circle(), "deck": french("JQK"), "cards": 3},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("house", HOUSES)
def test_tricks_that_are_folded_run_compiled(house: str) -> None:
    rules = game(**{"players": 4, "cards": 6, **HOUSES[house]})
    assert batch.supports(rules)
    is_followed(rules, lanes=20, seed=5)


def test_a_resolution_with_too_many_values_is_not_compiled_and_says_why() -> None:
    rules = game(resolution=EqualCancel())
    assert not batch.supports(rules)
    assert "the resolution EqualCancel() has more than 16,384 values under one trump" in batch.supports(rules).why
    assert "let a value say less of the plays" in batch.supports(rules).why


TestLawsOfJesters = laws(
    game(NAME_TRUMP, players=4, cards=6, resolution=SevensAreJesters(), follow=Belote()), examples=effort(6)
)
TestLawsOfEqualCards = laws(game(players=3, cards=5, deck=TWICE, resolution=EqualCancel()), examples=effort(6))
TestLawsOfTheStock = laws(
    game(
        *[Tricks(opening=LeftOfStarter(), follow=AfterTheStock(), until=AfterTricks(1)), DrawAfterTrick()] * 3,
        players=2,
        cards=4,
        follow=AfterTheStock(),
    ),
    examples=effort(6),
)
TestLawsOfTheExcuse = laws(game(players=3, cards=5, capture=Excuse()), examples=effort(6))
TestLawsOfHandsThatDiffer = laws(
    game(TakeStock(cards=2, who=Starter()), players=3, cards=4, may_differ=True), examples=effort(6)
)


# Any automaton at all


def number(*what: object) -> int:
    """A number that follows from some values, as if drawn at random."""
    return crc32(repr(what).encode())


@frozen
class AnyResolution(Resolution):
    """Goes from value to value as it happens; often nobody wins, or no suit need be followed."""

    salt: int

    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Any:
        before, drawn = value or (0, None, None), number(self.salt, str(value), face.text, place, str(ranked.trump))
        led = (None, face.suit, before[1])[drawn // 4 % 3]
        return (place, before[0])[drawn // 12 % 2], led, (place, None, before[2], 0)[drawn % 4]

    def led(self, value: Any) -> Suit | None:
        suit: Suit | None = value[1]
        return suit

    def winner(self, value: Any) -> int | None:
        place: int | None = value[2]
        return place

    def leads(self, value: Any) -> int:
        place: int = value[0]
        return place


@frozen
class SometimesNobody(Capture):
    salt: int

    def taker(self, best: int, players: int) -> int | None:
        return None if number(self.salt, best, players) % 3 == 0 else (best + self.salt) % players


def anything(salt: int, *phases: Any) -> Rules:
    looks = [("winner",), (), ("value", "first"), ("broken", "winner"), ("best",)][salt % 5]
    policies = {"follow": AnyFollow(salt, looks), "breaking": AnyBreaking(salt), "capture": SometimesNobody(salt)}
    return game(*phases, cards=5, resolution=AnyResolution(salt), lead=AnyLead(salt), **policies)


@pytest.mark.sample(1)
@pytest.mark.parametrize("salt", range(10))
def test_any_automaton_runs_compiled(salt: int) -> None:
    assert batch.supports(anything(salt))
    is_followed(anything(salt), lanes=20, seed=salt)


@pytest.mark.sample(0)
@pytest.mark.parametrize("salt", range(5))
def test_any_automaton_is_played_on_from_the_middle_of_a_trick(salt: int) -> None:
    # Where another phase is not compiled, the tricks so far are set out one by one; the last cards are forced.
    for rules in (anything(salt), anything(salt, NAME_TRUMP)):
        for seed in range(4):
            *_, end = (states := list(walked(rules, seed)))
            for state in states[-7:-1]:
                found = batch.playouts(state, 30, seed=1, moves=True)
                for deal in range(30):
                    *_, last = found.states(deal)
                    assert found.tricks[deal].tolist() == list(last.results[0].deal[Tricks].taken)
                    assert found.points[deal].tolist() == list(last.results[0].scores)
            assert end.is_over


def walked(rules: Rules, seed: int) -> Iterator[State]:
    """The states of a random game."""
    state, draw = rules.start(seed=seed), Random(seed)
    yield state
    while state.actors:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
        yield state


TestLawsOfAnything = laws(anything(2, NAME_TRUMP), examples=effort(6))
