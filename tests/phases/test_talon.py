"""The stock as a talon: who takes cards of it, who sees them, and what is laid away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from lockstep import runs_compiled
from strategies import effort

from trickkit import Deal, Deck, IllegalAction, InvalidRules, Rules, Stacked, State, batch
from trickkit.model.cards import UNKNOWN, french
from trickkit.model.hands import Pile
from trickkit.phases import DealOut, LayAway, NameTrump, Phase, ShowTop, TakeStock, Tricks
from trickkit.phases.talon import CardsLaidAway, CardsTaken, StockTaken
from trickkit.policies.discarding import DiscardRestriction, KeepFaceUp
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import Everyone, Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws

PAIRS = Deck(tuple(card for card in french("QKA") for _ in range(2)))
HANDS = [["QC", "KC"], ["QD", "KD"], ["QH", "KH"]]
STOCK = ["AC", "AD", "AH"]


def game(*phases: Phase, deck: Deck | None = None, players: int = 3, size: int = 2, deals: int = 1) -> Rules:
    """A plain game of tricks before which these phases come."""
    return Rules(
        key="talon",
        name="Talon",
        players=players,
        deck=deck or french("QKA"),
        phases=(DealOut(), *phases, Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
    )


def begun(*phases: Phase, stock: list[str] = STOCK, **how: Any) -> State:
    """A deal of these hands, of which seat 0 is the starter, at its first decision."""
    return game(*phases, **how).start(first=0, deals=[Stacked(hands=HANDS, stock=stock)])


def held(state: State, viewer: int | None = None) -> list[str]:
    """The hands as somebody sees them."""
    return [str(hand) for hand in state.view(viewer).deal.hands]


def told(state: State, viewer: int | None, kind: type) -> list[str]:
    return [str(event) for event in state.view(viewer).events if isinstance(event, kind)]


TAKE_TWO = (TakeStock(cards=2, who=Starter()), LayAway(cards=2))


def test_who_takes_cards_off_the_stock_sees_them_and_nobody_else() -> None:
    state = begun(*TAKE_TWO)
    assert held(state, 0) == ["QC KC AC AD", "?? ??", "?? ??"]
    assert held(state, 1) == ["?? ?? ?? ??", "QD KD", "?? ??"]
    assert len(state.deal.stock) == 12 - 6 - 2
    assert told(state, 0, CardsTaken) == ["Seat 0 takes AC AD."]
    assert told(state, 2, CardsTaken) == told(state, None, CardsTaken) == ["Seat 0 takes ?? ??."]


def test_it_lays_away_any_cards_one_after_the_other() -> None:
    state = begun(*TAKE_TWO)
    assert [str(action) for action in state.legal(0)] == ["QC", "KC", "AC", "AD"]
    state = state.play(0, "KC")
    assert state.actors == (0,)
    assert [str(action) for action in state.legal(0)] == ["QC", "AC", "AD"]
    with pytest.raises(IllegalAction, match="hand 0 does not hold KC; it still holds QC AC AD; legal: QC, AC, AD"):
        state.play(0, "KC")
    state = state.play(0, "AD")
    assert held(state, 0) == ["QC AC", "?? ??", "?? ??"]
    assert str(state.deal[LayAway]) == "hand 0: KC AD"


def test_a_card_that_is_not_held_cannot_be_laid_away() -> None:
    with pytest.raises(IllegalAction, match="hand 0 does not hold QD; it holds QC KC AC AD") as caught:
        begun(*TAKE_TWO).play(0, "QD")
    assert caught.value.seat == 0


def test_nobody_else_knows_what_was_laid_away_not_even_afterwards() -> None:
    state = begun(*TAKE_TWO).play_all([(0, "KC"), (0, "AC")])
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    for viewer in (1, 2, None):
        view = state.view(viewer)
        assert told(state, viewer, CardsLaidAway) == ["Laid away by seat 0: ?? ??."]
        assert str(view.results[0].deal[LayAway]) == "hand 0: ?? ??"
        assert [move[1] for move in view.results[0].moves[:2]] == [UNKNOWN, UNKNOWN]
    assert told(state, 0, CardsLaidAway) == ["Laid away by seat 0: KC AC."]


def test_a_phase_of_ones_own_may_let_seats_take_cards() -> None:
    @frozen
    class StarterTakes(Phase):
        def begin(self, deal: Deal) -> Deal:
            return TakeStock(cards=1).taken(deal, deal.starter).with_record(StockTaken((deal.starter,)))

    assert begun(StarterTakes(), LayAway(cards=1)).phase == LayAway(cards=1)


def test_cards_that_are_turned_up_at_the_end_are_a_secret_until_the_deal_is_scored() -> None:
    state = begun(TakeStock(cards=2, who=Starter()), LayAway(cards=2, turned_up=True)).play_all([(0, "KC"), (0, "AC")])
    assert told(state, 1, CardsLaidAway) == ["Laid away by seat 0: ?? ??."]
    while not state.is_over:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert told(state, viewer, CardsLaidAway) == ["Laid away by seat 0: KC AC."]
        assert str(view.results[0].deal[LayAway]) == "hand 0: KC AC"
        assert {str(move[1]) for move in view.results[0].moves[:2]} == {"KC", "AC"}


def test_a_card_that_all_have_seen_may_be_anywhere_after_something_was_laid_away() -> None:
    state = begun(ShowTop(), TakeStock(cards=1, who=Starter()), LayAway(cards=1))
    assert held(state, 1)[0] == "AC ?? ??"
    assert told(state, 1, CardsTaken) == ["Seat 0 takes AC."]
    for card in ("QC", "AC"):
        assert held(state.play(0, card), 1)[0] == "?? ??"
    worlds = {"AC" in state.play(0, "QC").view(1).sample(Random(seed)).deal.hands[0] for seed in range(40)}
    assert worlds == {True, False}


def test_a_card_that_must_be_kept_stays_known() -> None:
    state = begun(ShowTop(), TakeStock(cards=1, who=Starter()), LayAway(cards=1, keeping=KeepFaceUp()))
    assert [str(action) for action in state.legal(0)] == ["QC", "KC"]
    with pytest.raises(IllegalAction, match="AC may not be laid away"):
        state.play(0, "AC")
    with pytest.raises(IllegalAction, match="hand 0 does not hold AD"):
        state.play(0, "AD")
    assert held(state.play(0, "QC"), 1)[0] == "AC ??"


def test_the_stock_may_be_left() -> None:
    state = begun(TakeStock(cards=2, who=Starter(), leave="hand"), LayAway(cards=2))
    assert [str(action) for action in state.legal(0)] == ["take", "hand"]
    with pytest.raises(IllegalAction, match="cards of the stock may be taken now; QC is neither take nor hand"):
        state.play(0, "QC")
    left = state.play(0, "hand")
    assert left.phase == Tricks()
    assert (str(left.deal[TakeStock]), str(left.deal[LayAway]), len(left.deal.stock)) == ("not taken", "nothing", 6)
    taken = state.play(0, "take")
    assert (str(taken.deal[TakeStock]), len(taken.deal.hands[0])) == ("taken by 0", 4)
    assert isinstance(taken.phase, LayAway)


def test_several_seats_take_in_order_and_lay_away_at_once() -> None:
    state = begun(TakeStock(cards=1, who=Everyone()), LayAway(cards=1))
    assert [str(hand) for hand in state.deal.hands] == ["QC KC AH", "AC QD KD", "AD QH KH"]
    assert state.actors == (0, 1, 2)
    state = state.play(2, "AD").play(0, "QC")
    assert held(state, 1) == ["?? ?? ??", "AC QD KD", "?? ?? ??"]
    state = state.play(1, "KD")
    assert [str(hand) for hand in state.deal.hands] == ["KC AH", "AC QD", "QH KH"]
    assert told(state, 1, CardsLaidAway) == ["Laid away by seat 0: ??; by seat 1: KD; by seat 2: ??."]


def test_compiled_code_lays_away_cards_of_all_hands() -> None:
    rules = game(LayAway(cards=1, who=Everyone()))
    assert {phase.how for phase in batch.supports(rules).phases} == {"compiled"}
    runs_compiled(rules, lanes=4, deals=12, seed=3)


def test_who_leaves_the_stock_leaves_it_to_the_next() -> None:
    state = begun(TakeStock(cards=1, who=Everyone(), leave="leave"), LayAway(cards=1))
    state = state.play_all([(1, "leave"), (2, "take"), (0, "leave")])
    assert str(state.deal[TakeStock]) == "taken by 2"
    assert state.actors == (2,)


@frozen
class KeepAll(DiscardRestriction):
    def kept(self, deal: Any) -> int:
        return int(deal.deck.all)


@pytest.mark.parametrize(
    ("phases", "how", "message"),
    [
        ((TakeStock(cards=7, who=Starter()),), {}, "TakeStock: it takes 7 cards, but the stock has 6"),
        ((TakeStock(cards=3, who=Everyone()),), {}, "TakeStock: it takes 9 cards, but the stock has 6"),
        (
            (TakeStock(cards=1, who=Starter()), LayAway(cards=4)),
            {},
            "LayAway: hand 0 has 3 cards that may be laid away; 4 are to be",
        ),
        ((TakeStock(cards=1, who=Starter()), LayAway(keeping=KeepAll())), {}, "LayAway: hand 0 has 0 cards"),
        ((TakeStock(cards=1, who=Starter()),), {}, "Tricks: hands of different sizes: 3, 2, 2"),
        ((LayAway(cards=1),), {}, r"LayAway: no phase before it lets seats take cards.*who=Everyone\(\) lets all"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_at_the_start(phases: Any, how: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(*phases, **how).start(seed=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: TakeStock(cards=0), "TakeStock: cards=0 is not a whole number from 1 on"),
        (lambda: TakeStock(cards=1, who=1), "TakeStock: who=1 is not a Participants"),
        (lambda: TakeStock(cards=1, leave=2), "TakeStock: leave=2 is not a str"),
        (lambda: LayAway(cards=0), "LayAway: cards=0 is not a whole number from 1 on"),
        (lambda: LayAway(keeping="AC"), "LayAway: keeping='AC' is not a DiscardRestriction"),
        (lambda: LayAway(who=None), "LayAway: who=None is not a Participants"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(make: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        make()


def test_copies_that_are_laid_away_are_the_first_ones() -> None:
    hands = [["QC", "QC"], ["QD", "KD"]]
    rules = game(TakeStock(cards=1, who=Starter()), LayAway(cards=1), deck=PAIRS, players=2)
    state = rules.start(first=0, deals=[Stacked(hands=hands, stock=["KC"])])
    assert [str(action) for action in state.legal(0)] == ["QC", "KC"]
    state = state.play(0, "QC")
    assert str(state.deal.hands[0]) == "QC KC"
    assert evolve(state.deal.hands[0], mask=state.deal[LayAway].hands[0].mask).mask == PAIRS.masks[0]


NAMED = (NameTrump(), TakeStock(cards=2), LayAway(cards=2))

TestTalon = laws(game(*NAMED, deals=2, size=3), examples=effort(8), moves=20)
TestTalonCopies = laws(game(*TAKE_TWO, deck=PAIRS, deals=2, size=3), examples=effort(8), moves=20)
TestTalonFaceUp = laws(
    game(ShowTop(), TakeStock(cards=1, who=Everyone()), LayAway(cards=1, keeping=KeepFaceUp()), size=2),
    examples=12,
    moves=20,
)
TestTalonLeft = laws(
    game(TakeStock(cards=1, who=Everyone(), leave="leave"), LayAway(cards=1), size=2), examples=12, moves=20
)


def test_what_is_no_card_is_not_laid_away() -> None:
    state = begun(ShowTop(), TakeStock(cards=1, who=Starter(), leave="hand"), LayAway(keeping=KeepFaceUp()))
    with pytest.raises(IllegalAction, match="a card is laid away now, out of hand 0; hand is not a card"):
        state.play(0, "take").play(0, "hand")


# Cards that all see


def test_cards_may_be_turned_face_up_before_they_are_taken() -> None:
    state = begun(TakeStock(cards=2, who=Starter(), face_up=True), LayAway(cards=2))
    assert held(state, 1)[0] == held(state, None)[0] == "AC AD ?? ??"
    assert told(state, 2, CardsTaken) == ["Seat 0 takes AC AD."]
    state = state.play(0, "AC").play(0, "KC")
    assert held(state, 1)[0] == "?? ??"


@frozen
class AcesLast(DiscardRestriction):
    """Some cards are kept, and aces laid away only where there is nothing else."""

    keep: tuple[str, ...] = ("QC", "QD", "QH", "QS")

    def kept(self, deal: Deal) -> int:
        return deal.deck.mask(self.keep)

    def last_resort(self, deal: Deal) -> int:
        return deal.deck.where(lambda face: face.text[0] == "A")


ACES_LAST = (TakeStock(cards=2, who=Starter()), LayAway(cards=2, keeping=AcesLast()))


def choices(state: State) -> str:
    return " ".join(str(action) for action in state.legal(0))


def test_cards_of_last_resort_are_kept_where_there_are_others() -> None:
    state = begun(*ACES_LAST, stock=["KS", "AD"])
    assert choices(state) == "KC KS"
    with pytest.raises(IllegalAction, match="AD may be laid away only where the hand has too few other cards"):
        state.play(0, "AD")
    with pytest.raises(IllegalAction, match="QC may not be laid away"):
        state.play(0, "QC")
    state = state.play(0, "KS").play(0, "KC")
    assert told(state, 1, CardsLaidAway) == ["Laid away by seat 0: ?? ??."]


def test_cards_of_last_resort_are_laid_away_face_up_as_many_as_must_be() -> None:
    state = begun(*ACES_LAST, stock=["AC", "AD"])
    assert choices(state) == "KC AC AD"
    assert choices(state.play(0, "AC")) == "KC"
    assert choices(state.play(0, "KC")) == "AC AD"
    state = state.play(0, "AC").play(0, "KC")
    assert told(state, 1, CardsLaidAway) == told(state, None, CardsLaidAway) == ["Laid away by seat 0: AC ??."]
    assert str(state.view(2).deal[LayAway]) == "hand 0: AC ??"
    assert "AC" in state.view(1).deal.out


def test_a_last_resort_rules_out_all_that_could_have_been_laid_away_until_the_hand_gets_cards() -> None:
    layer = ACES_LAST[1]
    deal = begun(*ACES_LAST, stock=["AC", "AD"]).play(0, "AC").play(0, "KC").deal
    kings = deal.deck.where(lambda face: face.text[0] == "K")
    assert layer.ruled_out(deal) == (kings, 0, 0)
    taken = CardsTaken(0, Pile(deal.deck, (0,)), ())
    assert layer.ruled_out(deal.with_record(deal[TakeStock], taken)) == (0, 0, 0)
    without = begun(*ACES_LAST, stock=["KS", "AD"]).play(0, "KS").play(0, "KC").deal
    assert layer.ruled_out(without) == (0, 0, 0)
    assert without[LayAway].lacking == ()


def test_worlds_hold_what_a_last_resort_has_shown() -> None:
    state = begun(*ACES_LAST, stock=["AC", "AD"]).play(0, "AC").play(0, "KC")
    worlds = [state.view(1).sample(Random(seed)) for seed in range(30)]
    laid = {text for world in worlds for text in str(world.deal[LayAway].hands[0]).split()}
    assert laid == {"AC", "KC", "KD", "KH", "KS"} - {*HANDS[1]}
    assert {text[0] for world in worlds for text in str(world.deal.hands[0]).split()} == {"Q", "A"}


def test_what_cannot_be_laid_away_lies_elsewhere_in_all_worlds() -> None:
    state = begun(*ACES_LAST, stock=["KS", "AD"]).play(0, "KS").play(0, "KC")
    view = state.view(1)
    assert {text[0] for seed in range(20) for text in str(view.sample(Random(seed)).deal[LayAway].hands[0])[::3]} == {
        "K"
    }
    assert view.events[-1].withheld == ("QC", "AC", "QD", "AD", "QH", "AH", "QS", "AS")


ONE_KEPT = LayAway(cards=2, keeping=AcesLast(("QC",)))
TestLawsOfLastResort = laws(game(TakeStock(cards=2, who=Starter(), face_up=True), ONE_KEPT), examples=effort(20))
TestLawsOfLastResortWithEqualCards = laws(
    game(
        *(TakeStock(cards=2, who=Starter()), LayAway(cards=2, keeping=AcesLast(()))),
        deck=Deck(tuple(card for card in french("KA") for _ in range(2))),
    ),
    examples=effort(20),
)
