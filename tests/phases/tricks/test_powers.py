"""Powers of cards: what comes after a card within a trick, who knows it, and how the trick goes on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields, frozen
from strategies import effort
from turns import legal, legal_cards, play, sampled_on_the_way

from trickkit import (
    Card,
    Deal,
    Deck,
    Face,
    IllegalAction,
    InvalidRules,
    Rules,
    Stacked,
    State,
    Suit,
    load,
    pictures,
    playout,
    record,
)
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN
from trickkit.model.questions import Question
from trickkit.model.symmetry import Symmetry
from trickkit.model.tricks import Played
from trickkit.phases import DealOut, FixedTrump, Phase, PowerTricks, ShowBottom, ShowTop, Tricks
from trickkit.phases.drawing import DrawInTurn, FaceUp, ShownUnder
from trickkit.phases.tricks.powers import ChooseTrump, DrawCard, ExchangeFaceUp, PutUnder, Under
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import Exposing
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.powers import CardPlayed, Power
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreTricks
from trickkit.table.claims import claimable
from trickkit.testing import laws, tricks_keep_to_their_policies

SUITS = [Suit("red", "R"), Suit("blue", "B"), Suit("green", "G")]


def pack(ranks: int = 7) -> Deck:
    return Deck(tuple(Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in SUITS for rank in range(1, ranks + 1)))


def of(rank: int) -> list[str]:
    return [f"{suit.letter}{rank}" for suit in SUITS]


POWERS: list[Power] = [ExchangeFaceUp(of(3)), DrawCard(of(5)), PutUnder(of(5))]


def rules(*powers: Power, size: int = 4, deals: int = 2, **policies: Any) -> Rules:
    """Two hands of red, blue and green ones to sevens; threes exchange the face-up card, fives draw and put under."""
    deck = pack()
    tricks = PowerTricks(after_card=powers or POWERS, **policies)
    return Rules(
        key="powers",
        name="Powers",
        players=2,
        deck=deck,
        phases=(DealOut(), ShowBottom(), tricks),
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True, suits=deck.suits if not powers else ()),
    )


def table(hands: str, stock: str, of_rules: Rules | None = None) -> State:
    """A deal with hands such as `R3 R1 / R4 B1`, and a stock whose last card lies face up."""
    texts = [hand.split() for hand in hands.split("/")]
    deck, named = pack(), {*hands.split(), *stock.split()}
    rest = [card.text for card in deck if card.text not in named]
    found = of_rules or rules(size=len(texts[0]))
    return found.start(first=0, deals=[Stacked(hands=texts, stock=[*stock.split()[:-1], *rest, stock.split()[-1]])])


def told(state: State, seat: int | None = None) -> list[str]:
    return [str(event) for event in (state.view(seat).events if seat is not None else state.events)]


def test_the_player_of_a_three_is_asked_before_the_next_card_is_played() -> None:
    state = table("R3 B2 / R4 B1", "G1").play(0, "R3")
    assert (state.actors, legal(state)) == ((0,), ["exchange B2", "pass"])
    assert str(state.view(0).phase.question(state.view(0))) == "Which card do you exchange for the face-up one?"
    state = state.play(0, "exchange B2")
    assert told(state)[-1] == "Hand 0 exchanges B2 for G1: blue is trump."
    assert (str(state.deal.hands[0]), str(state.deal.stock[-1]), str(state.deal[FaceUp])) == ("G1", "B2", "B2")
    assert (state.actors, legal_cards(state)) == ((1,), "R4")


def test_the_new_trump_decides_the_trick_in_which_it_comes() -> None:
    state = play(table("R4 B6 / B3 B2", "G1"), "R4 B3")
    assert (state.deal[Tricks].taken, str(state.deal[Tricks].current)) == ((0, 0), "R4 B3")
    won = state.play(1, "exchange B2")
    assert won.deal[Tricks].taken == (0, 1)
    assert told(won)[-2:] == ["Hand 1 exchanges B2 for G1: blue is trump.", "Trick 0 goes to hand 1."]
    assert state.play(1, "pass").deal[Tricks].taken == (1, 0)


def test_a_trump_that_was_led_is_one_no_more_after_an_exchange() -> None:
    state = table("G3 R2 / R4 B1", "G1").play(0, "G3").play(0, "exchange R2").play(1, "R4")
    assert state.deal[Tricks].taken == (0, 1)


def test_only_an_optional_exchange_may_be_passed() -> None:
    must = rules(ExchangeFaceUp(of(3), optional=False), size=2)
    state = table("R3 B2 / R4 B1", "G1", must).play(0, "R3")
    assert legal(state) == ["exchange B2"]
    with pytest.raises(IllegalAction, match=r"^a card of the hand is exchanged now; legal: exchange B2 "):
        state.play(0, "exchange B1")
    state = table("R3 B2 / R4 B1", "G1").play(0, "R3")
    with pytest.raises(IllegalAction, match=r"^a card of the hand is exchanged now, or none; legal: "):
        state.play(0, "G1")


def test_one_who_plays_its_last_card_has_nothing_to_exchange() -> None:
    state = play(table("R1 R3 / R4 B1", "G1"), "R1 R4 B1 R3")
    assert state.deal.number == 1


def test_a_card_is_drawn_and_one_put_under_the_stock_above_the_face_up_one() -> None:
    state = table("R5 B2 / R4 B1", "R7 G1").play(0, "R5")
    assert (told(state)[-1], legal(state)) == ("Hand 0 draws R7.", ["under R7", "under B2"])
    state = state.play(0, "under B2")
    assert (str(state.deal.hands[0]), [str(card) for card in state.deal.stock[-2:]]) == ("R7", ["B2", "G1"])
    with pytest.raises(IllegalAction, match=r"follow suit"):
        state.play(1, "B1")


def test_only_its_player_knows_what_was_drawn_and_put_under() -> None:
    state = table("R5 B2 / R4 B1", "R7 G1").play(0, "R5").play(0, "under B2")
    mine, others = state.view(0), state.view(1)
    assert told(state, 0)[-2:] == ["Hand 0 draws R7.", "Hand 0 puts B2 under the stock."]
    assert told(state, 1)[-2:] == ["Hand 0 draws ??.", "Hand 0 puts ?? under the stock."]
    assert ([str(card) for card in mine.deal.stock[-2:]], str(others.deal.stock[-2])) == (["B2", "G1"], "??")
    assert [str(action) for _, action, _ in mine.moves] == ["R5", "under B2"]
    assert [str(action) for _, action, _ in others.moves] == ["R5", "??"]
    assert state.view(None).moves[-1][1] is UNKNOWN


def test_everybody_knows_what_was_exchanged_until_a_card_of_the_hand_is_put_under() -> None:
    state = table("R3 R5 B2 / R4 B1 B4", "R7 G1").play(0, "R3").play(0, "exchange B2")
    assert str(state.view(1).deal.hands[0]) == "G1 ??"
    assert [str(action) for _, action, _ in state.view(1).moves] == ["R3", "exchange B2"]
    state = play(state, "R4 B4 G1")
    assert str(state.view(1).deal.hands[0]) == "??"
    state = table("R3 R5 B2 / R2 B1 B4", "R7 G1").play(0, "R3").play(0, "exchange B2")
    state = play(state, "R2 R5")
    assert str(state.view(1).deal.hands[0]) == "G1 ??"
    state = state.play(0, "under R7")
    assert (str(state.deal.hands[0]), str(state.view(1).deal.hands[0])) == ("G1", "??")


def test_a_hand_without_cards_draws_one_and_puts_it_under() -> None:
    state = play(table("R1 R5 / R4 B1", "R7 G1"), "R1 R4 B1 R5")
    assert (state.actors, legal(state)) == ((0,), ["under R7"])
    after = state.play(0, "under R7")
    assert "Trick 1 goes to hand 1." in told(after)


def test_nothing_is_drawn_once_only_returned_cards_are_left() -> None:
    deal = Deal.fresh(pack(), players=2)
    one = deal.changed(held=(0b11, 0), stock=deal.stock[20:], known=(0b11, 0, 0))
    returned = PutUnder("R5").done(CardPlayed(one, 0, 0, "R5"), Under("R1"))
    drawn = DrawCard("R5").done(CardPlayed(returned, 0, 0, "R5"), None)
    assert len(drawn.stock) == 1
    assert DrawCard("R5").done(CardPlayed(drawn, 0, 0, "R5"), None) is drawn


def test_no_card_is_put_under_the_stock_where_none_was_left_to_be_drawn() -> None:
    full = rules(size=10)
    hands = [["R5", "B5", *of(1), *of(2), *of(7)[:2]], ["R3", "R4", "R6", *of(4)[1:], *of(6)[1:], *of(3)[1:], "G7"]]
    state = full.start(first=0, deals=[Stacked(hands=hands, stock=["G5"])]).play(0, "R5")
    assert (state.actors, len(state.deal.stock)) == ((1,), 1)
    always = rules(*POWERS[:2], PutUnder(of(5), always=True), size=10, may_differ=True)
    state = always.start(first=0, deals=[Stacked(hands=hands, stock=["G5"])]).play(0, "R5")
    assert (state.actors, legal(state)[0]) == ((0,), "under R1")


def test_everybody_knows_a_face_up_card_that_is_drawn() -> None:
    on_top = rules(size=2).replace(phases=(DealOut(), ShowTop(), *rules().phases[2:]))
    state = table("R5 B2 / R4 B1", "G7 G1", on_top).play(0, "R5")
    assert [told(state, seat)[-1] for seat in (0, 1)] == ["Hand 0 draws G7."] * 2
    assert str(state.view(None).events[-1]) == "Hand 0 draws G7."
    assert str(state.view(1).deal.hands[0]) == "G7 ??"
    sampled_on_the_way(on_top.start(seed=1), moves=6)


def test_a_card_is_exchanged_only_for_one_that_lies_face_up() -> None:
    hidden = rules(size=2).without(ShowBottom)
    state = table("R3 B2 / R4 B1", "G1", hidden).play(0, "R3")
    assert state.actors == (1,)


def test_cards_of_several_faces_are_put_under_the_stock_and_exchanged() -> None:
    twofold = [Card(f"X{rank}", tuple(Face(suit, rank, f"{suit.letter}{rank}") for suit in SUITS)) for rank in (8, 9)]
    game = rules(ExchangeFaceUp(of(3)), PutUnder(of(3), always=True), size=3, may_differ=True)
    game = game.replace(deck=Deck((*pack(), *twofold)))
    hands = [["R3", "X8", "X9"], ["R1", "R2", "R4"]]
    state = game.start(first=0, deals=[Stacked(hands=hands, stock=[card.text for card in pack()][7:])])
    state = state.play(0, "R3").play(0, "exchange X9")
    assert str(state.deal.stock[-1]) == "X9"
    assert [str(card) for card in state.play(0, "under X8").deal.stock[-2:]] == ["X8", "X9"]
    assert str(state.view(1).sample(Random(1)).deal.stock[-1]) == "X9"


def test_the_player_of_a_card_may_choose_the_trump() -> None:
    state = table("R3 B2 / R4 B1", "G1", rules(ChooseTrump(of(3)), size=2)).play(0, "R3")
    assert legal(state) == ["name R", "name B", "name G"]
    assert told(state.play(0, "name R"))[-1] == "Seat 0 names red as trump."


class OtherTrump(ChooseTrump):
    """The same decision, with another question."""

    asks = Question("Which suit shall be trump?", "other_trump")


def test_each_of_two_powers_with_the_same_actions_asks_its_own_question() -> None:
    two = rules(ChooseTrump("R3"), OtherTrump("R3"), size=2)
    first = table("R3 B2 / R4 B1", "G1", two).play(0, "R3")
    second = first.play(0, "name R")
    asked = [str(state.view(0).phase.question(state.view(0))) for state in (first, second, second.play(0, "name B"))]
    assert asked == ["Which suit is trump from now on?", "Which suit shall be trump?", "Play a card."]


@frozen
class Burn(Power):
    """The player loses a card, unasked: it goes out of play, and everybody sees it."""

    cards: tuple[str, ...] = ("R3",)

    def done(self, played: CardPlayed, action: Action | None) -> Deal:  # noqa: ARG002
        deal, gone = played.deal, played.held & -played.held
        held = tuple(cards ^ gone * (hand == played.hand) for hand, cards in enumerate(deal.held))
        out = evolve(deal.out, mask=deal.out.mask | gone)
        return deal.changed(held=held, out=out, known=tuple(known | gone for known in deal.known))


def test_hands_may_differ_in_size_only_where_that_is_meant() -> None:
    state = table("R3 B2 G2 / R4 B1 G4", "G1", rules(Burn(), size=3))
    with pytest.raises(InvalidRules, match=r"^PowerTricks: after the powers of R3 the hands differ in size: 2, 3; "):
        state.play(0, "R3")
    state = table("R3 B2 G2 / R4 B1 G4", "G1", rules(Burn(), size=3, may_differ=True))
    assert str(state.play(0, "R3").deal.hands[0]) == "G2"


@frozen
class Opened(Exposing):
    """Hand 0 is exposed after some cards."""

    after: int

    def exposed(self, deal: Deal) -> dict[int, int]:  # noqa: ARG002
        return {0: self.after}


@pytest.mark.parametrize(
    ("after", "between"),
    [
        (0, ["Hand 0 is laid open: R5 B2 G2.", "R5", "", "", "Hand 0 is laid open: R7 G2.", "R4", "", "R7"]),
        (1, ["R5", "Hand 0 is laid open: B2 G2.", "", "", "Hand 0 is laid open: R7 G2.", "R4", "", "R7"]),
        (2, ["R5", "", "", "R4", "Hand 0 is laid open: R7 G2.", "", "R7"]),
        (3, ["R5", "", "", "R4", "", "R7", "Hand 0 is laid open: G2."]),
    ],
)
def test_an_exposed_hand_that_draws_a_card_is_shown_again_and_no_play_told_twice(
    after: int, between: list[str]
) -> None:
    shown = rules(*POWERS, size=3, exposing=Opened(after))
    state = table("R5 B2 G2 / R4 B1 R1", "R7 G1", shown).play(0, "R5").play(0, "under B2").play(1, "R4").play(0, "R7")
    events = [event for event in state.events if type(event) is not ShownUnder][1:]
    texts = [str(event.action) if isinstance(event, Played) else str(event) for event in events]
    assert [text if "open" in text or len(text) == 2 else "" for text in texts][-len(between) :] == between
    assert state.view(1).sample(Random(1)).view(1) == state.view(1)


@frozen
class Stop(Power):
    """The deal is over."""

    cards: tuple[str, ...] = ("R3",)

    def done(self, played: CardPlayed, action: Action | None) -> Deal:  # noqa: ARG002
        return played.deal.changed(closed=True)


def test_a_power_may_end_the_deal() -> None:
    state = table("R3 B2 / R4 B1", "G1", rules(Stop(), size=2)).play(0, "R3")
    assert (state.deal.number, len(state.results)) == (1, 1)


@frozen
class Nothing(Power):
    """Nothing happens."""

    cards: tuple[str, ...]

    def done(self, played: CardPlayed, action: Action | None) -> Deal:  # noqa: ARG002
        return played.deal


@frozen
class Forgotten(Nothing):
    """Its author has forgotten the return."""

    def done(self, played: CardPlayed, action: Action | None) -> Deal:  # noqa: ARG002
        return None  # type: ignore[return-value]


def test_faults_of_powers_are_refused_in_words() -> None:
    with pytest.raises(InvalidRules, match=r"^Nothing: 'R8' is not in the deck \(did you mean 'R7'"):
        rules(Nothing(("R8",))).start(seed=1)
    with pytest.raises(InvalidRules, match=r"^PowerTricks: .*after_card"):
        PowerTricks(after_card=[DealOut()])  # type: ignore[list-item]
    with pytest.raises(InvalidRules, match=r"done returned None; it must return a deal"):
        table("R3 B2 / R4 B1", "G1", rules(Forgotten(("R3",)), size=2)).play(0, "R3")


def test_no_phase_draws_cards_that_were_put_under_the_stock() -> None:
    once = PowerTricks(after_card=POWERS, until=AfterTricks(1))
    drawn = rules(size=3).replace(phases=(DealOut(), ShowBottom(), once, DrawInTurn(), Tricks()))
    with pytest.raises(InvalidRules, match=r"^DrawInTurn draws cards after PowerTricks with a power that puts some"):
        drawn.start(seed=1)
    exchanging = PowerTricks(after_card=POWERS[:2], until=AfterTricks(1), may_differ=True)
    drawn.replace(phases=(DealOut(), ShowBottom(), exchanging, DrawInTurn(), once)).start(seed=1)


def test_a_phase_goes_on_after_the_last_card_of_another() -> None:
    deck = pack()
    once = PowerTricks(after_card=POWERS, until=AfterTricks(1))
    two = rules(size=3).replace(phases=(DealOut(), ShowBottom(), once, once, Tricks()))
    state = play(table("R4 B5 G2 / R3 B1 G4", "R7 G1", two), "R4 R3").play(1, "exchange B1")
    assert (state.deal[Tricks].taken, state.phase, len(deck)) == ((1, 0), once, 21)
    state = state.play(0, "B5").play(0, "under R7").play(1, "G1")
    assert state.deal[Tricks].taken == (2, 0)
    assert type(state.phase) is Tricks


def test_tricks_before_a_power_count_for_the_end_of_the_phase() -> None:
    twice = PowerTricks(after_card=POWERS, until=AfterTricks(2))
    of_rules = rules(size=4).replace(phases=(DealOut(), ShowBottom(), twice, Tricks()))
    state = play(table("R4 B5 G2 G7 / R1 B1 G4 R7", "B7 G1", of_rules), "R4 R1 B5")
    assert state.phase is of_rules.phases[2]
    assert type(state.play(0, "under G2").play(1, "B1").phase) is Tricks


def changing() -> Rules:
    """Tricks with powers, with another trump before each phase and after them."""
    few = PowerTricks(after_card=[ChooseTrump(of(7)), *POWERS], until=AfterTricks(2), follow=MustOvertrump())
    reds, blues = FixedTrump("red"), FixedTrump("blue")
    phases = (DealOut(), ShowBottom(), few, reds, few, blues, Tricks(until=AfterTricks(1)), reds, Tricks())
    return rules(size=7).replace(phases=phases, symmetry=Symmetry(seats=True))


def unmoved(phase: Phase, deck: Deck) -> Phase:
    """Tricks that are resumed after every card, with all else as it was."""
    if type(phase) is not Tricks:
        return phase
    policies = {one.alias: getattr(phase, one.name) for one in fields(Tricks) if one.init}
    return PowerTricks(after_card=Nothing(tuple(deck.kinds)), **policies)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "key", ["bridge", "euchre", "german_whist", "hearts", "pikoko", "skat", "skull_king", "spades", "tarot", "wizard"]
)
def test_powers_that_do_nothing_change_nothing(key: str) -> None:
    game = load(key)
    with_powers = game.replace(phases=tuple(unmoved(phase, game.deck) for phase in game.phases))
    for seed in range(2):
        end = playout(game, seed=seed)
        again = with_powers.start(seed=seed).play_all([(seat, str(action)) for seat, action in end.moves])
        assert (again.events, again.scores) == (end.events, end.scores)
        assert [one.deal[Tricks] for one in again.results] == [one.deal[Tricks] for one in end.results]


@pytest.mark.sample(0)
def test_what_others_put_under_may_be_any_card_of_the_hand() -> None:
    state = table("R5 B2 / R4 B1", "R7 G1").play(0, "R5").play(0, "under B2")
    draw, counts = Random(1), Counter[bool]()
    for _ in range(400):
        world = state.view(1).sample(draw)
        counts[str(world.deal.stock[-2]) == str(world.deal.events[-2]).split()[-1][:-1]] += 1
    assert 150 < counts[True] < 250


@pytest.mark.sample(0)
def test_worlds_agree_with_what_was_seen_and_games_are_written_down() -> None:
    for seed in range(3):
        sampled_on_the_way(rules(size=6).start(seed=seed), moves=20)
        end = playout(rules(size=6), seed=seed)
        again = record.loads(str(record.of(end)), rules(size=6))
        again.verify()
        assert again.replay().events == end.events


TestLaws = laws(rules(size=6), examples=effort(8))
TestLawsInSeveralPhases = laws(changing(), examples=effort(8))
TestLawsUnderNewTrumps = laws(
    rules(*POWERS, ChooseTrump(of(7)), size=7, follow=MustOvertrump(), opening=LeftOfStarter()), examples=effort(8)
)


def test_a_picture_shows_who_won_under_the_trump_of_the_time() -> None:
    state = play(table("R4 B6 G2 / B3 B2 G3", "G1"), "R4 B3").play(1, "exchange B2")
    assert pictures.trick(state.deal, 0).alt.endswith("hand 1 wins")
    after = state.play(1, "G3").play(1, "exchange G1").play(0, "G2")
    assert str(after.deal.trump) == "green"
    assert pictures.trick(after.deal, 0).alt.endswith("hand 1 wins")


def test_nothing_is_claimed_where_cards_have_powers() -> None:
    state = play(table("R4 R6 R7 / R1 B2 G4", "G1"), "R4 R1")
    assert claimable(state.view(0), ((0,), (1,))) == ()


def test_a_trump_that_comes_after_a_trick_does_not_win_it() -> None:
    once = PowerTricks(after_card=POWERS, until=AfterTricks(1))
    later = rules(size=2).replace(phases=(DealOut(), ShowBottom(), once, FixedTrump("red"), once), symmetry=Symmetry())
    state = play(table("B4 B6 / R1 R2", "G1", later), "B4 R1")
    assert (str(state.deal.trump), state.deal[Tricks].tricks[0].taker) == ("red", 0)
    assert pictures.trick(state.deal, 0).alt.endswith("hand 0 wins")
    assert tricks_keep_to_their_policies(state, seed=1)
