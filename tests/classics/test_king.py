"""King, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from trickkit_classics import king

from trickkit import IllegalAction, InvalidRules, Rules, Stacked, State, batch, testing
from trickkit.phases import ContractsPlayed, NameTrump

RANKS = "23456789TJQKA"
PENALTIES = ("no tricks", "no hearts", "no boys", "no queens", "no last two", "no king")
EACH = {"no hearts": 30, "no boys": 60, "no queens": 100, "no king": 320}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"choice": "each_once", "beat": "always"},
    {"hearts": "broken", "beat": "with_trumps"},
    {"throw_off": False},
]

TestLaws = testing.laws(king.rules, examples=2, moves=60)


# The oracle


def counts(contract: str, card: str) -> bool:
    """Whether a card costs points in a penalty."""
    return {
        "no hearts": card[1] == "H",
        "no boys": card[0] in "JK",
        "no queens": card[0] == "Q",
        "no king": card == "KH",
    }.get(contract, False)


def best(trick: list[tuple[int, str]], trump: str) -> tuple[int, str]:
    """The play that wins a trick."""
    led = trick[0][1][1]
    return max(trick, key=lambda play: (play[1][1] == trump, play[1][1] == led, RANKS.index(play[1][0])))


def may_play(
    hand: list[str], trick: list[tuple[int, str]], contract: str, broken: bool, options: dict[str, Any]
) -> Any:
    """The cards of a hand that may be played."""
    hearts_count = contract in ("no hearts", "no king")
    if not trick:
        others = [card for card in hand if card[1] != "H"]
        held_back = hearts_count and not (broken and options.get("hearts") == "broken")
        return others if held_back and others else hand
    led, trump, beat = trick[0][1][1], contract if len(contract) == 1 else "", options.get("beat", "never")
    higher = [card for card in hand if best([*trick, (9, card)], trump)[0] == 9]
    same = [card for card in hand if card[1] == led]
    if same:
        over = [card for card in same if card in higher]
        return over if trump and beat == "always" and over else same
    trumps = [card for card in hand if card[1] == trump]
    if trumps:
        over = [card for card in trumps if card in higher]
        return over if beat != "never" and over else trumps
    if options.get("throw_off", True):
        bad = [card for card in hand if counts(contract, card)]
        if contract == "no king" and not bad:
            bad = [card for card in hand if card[1] == "H"]
        return bad or hand
    return hand


def may_name(named: list[tuple[int, str]], seat: int, each_once: bool) -> set[str]:
    """The contracts that a seat may name after those that have been named."""
    mine = [contract for starter, contract in named if starter == seat]
    trumps = [contract for contract in mine if contract not in PENALTIES]
    if each_once:
        return {*PENALTIES} - {*mine} | ({*"CDHS"} if len(trumps) < 4 else set())
    words = [contract for _, contract in named]
    left = {word for word in PENALTIES if words.count(word) < 2} if len(mine) - len(trumps) < 3 else set()
    return left | ({*"CDHS"} if len(trumps) < 2 else set())


def scored(contract: str, tricks: list[list[tuple[int, str]]]) -> list[int]:
    """The points of a deal."""
    points = [0] * 4
    for number, trick in enumerate(tricks):
        taker, _ = best(trick, contract if len(contract) == 1 else "")
        worth = {"no tricks": -50, "no last two": -180 * (number > 10)}.get(contract, 50 * (len(contract) == 1))
        points[taker] += worth - sum(EACH.get(contract, 0) * counts(contract, card) for _, card in trick)
    return points


def is_over(contract: str, tricks: list[list[tuple[int, str]]]) -> bool:
    """Whether nothing can be lost any more."""
    total = {"no hearts": 13, "no boys": 8, "no queens": 4, "no king": 1}.get(contract, 53)
    return sum(counts(contract, card) for trick in tricks for _, card in trick) == total


def deals(rules: Rules, seed: int) -> Iterator[State]:
    """Every state of a random game."""
    random, state = Random(seed), rules.start(seed=seed)
    while not state.is_over:
        yield state
        seat = state.actors[0]
        state = state.play(seat, random.choice(state.legal(seat)))
    yield state


@pytest.mark.sample(2)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_agree_with_the_oracle(options: dict[str, Any]) -> None:
    named: list[tuple[int, str]] = []
    tricks: list[list[tuple[int, str]]] = []
    contract, hands, broken = "", list[list[str]](), False
    before: State | None = None
    for state in deals(king.rules(**options), seed=11):
        number = len(state.results)
        if before is not None and number > len(before.results):
            action = str(state.results[-1].moves[-1][1])
            tricks[-1].append((before.actors[0], action))
            result = state.results[-1]
            assert list(result.scores) == scored(contract, tricks)
            assert len(tricks) == 13 or is_over(contract, tricks)
            tricks, broken = [], False
        elif before is not None:
            (seat, action), *_ = (state.moves[-1][0], str(state.moves[-1][1])), None
            if action.startswith("name"):
                contract, tricks = action.removeprefix("name "), [[]]
                named.append((seat, contract))
                hands = [[str(card) for card in hand] for hand in state.deal.hands]
                assert (state.actors, state.deal.declarer) == ((seat,), seat)
            else:
                hands[seat].remove(action)
                tricks[-1].append((seat, action))
                broken |= action[1] == "H"
                if len(tricks[-1]) == 4:
                    assert not is_over(contract, tricks)
                    assert state.actors == (best(tricks[-1], contract if len(contract) == 1 else "")[0],)
                    tricks.append([])
        if not state.is_over:
            seat = state.actors[0]
            legal = {str(action) for action in state.legal(seat)}
            if isinstance(state.phase, NameTrump):
                expected = may_name(named, seat, options.get("choice") == "each_once")
                assert legal == {f"name {word}" for word in expected}
                assert seat == (state.results[0].deal.starter + number) % 4 if number else True
            else:
                assert legal == {*may_play(hands[seat], tricks[-1], contract, broken, options)}
        before = state
    assert len(named) == (40 if options.get("choice") == "each_once" else 20)
    assert sum(state.scores) == 0


# Single rules


def after(contract: str, hands: str, **options: Any) -> State:
    """The tricks of a deal in which seat 0 names a contract; the hands hold at least these cards."""
    dealt = [hand.split() for hand in hands.split("/")]
    return king.rules(**options).start(seed=1, first=0, deals=[Stacked(hands=dealt)]).play(0, f"name {contract}")


CLUBS, SPADES = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
HEARTS, DIAMONDS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"


def test_the_king_must_be_thrown_and_ends_the_deal() -> None:
    state = after("no king", f"{CLUBS}/{HEARTS}/{SPADES}/{DIAMONDS}").play(0, "2C")
    assert [str(action) for action in state.legal(1)] == ["KH"]
    with pytest.raises(IllegalAction, match="void in clubs, you must throw off KH"):
        state.play(1, "2H")
    state = state.play_all([(1, "KH"), (2, "2S"), (3, "2D")])
    assert [str(line) for line in state.results[0].lines] == ["seat 0: -320 took KH"]


def test_hearts_are_led_only_by_one_who_has_nothing_else() -> None:
    state = after("no hearts", f"{HEARTS}/{CLUBS}/{SPADES}/{DIAMONDS}")
    assert len(state.legal(0)) == 13
    mixed = after("no hearts", f"2C {HEARTS[3:]}/2H {CLUBS[3:]}/{SPADES}/{DIAMONDS}")
    assert [str(action) for action in mixed.legal(0)] == ["2C"]


def test_what_was_named_is_remembered() -> None:
    state = after("no queens", f"{CLUBS}/{HEARTS}/{SPADES}/{DIAMONDS}").play_all(
        [(0, "QC"), (1, "QH"), (2, "QS"), (3, "QD")]
    )
    assert state.results[0].scores == (-400, 0, 0, 0)
    assert str(state.deal.remembered(ContractsPlayed)) == "seat 0: no queens"


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(InvalidRules, match="no option 'choices'"):
        king.rules(choices="shared")


@pytest.mark.sample(0)
@pytest.mark.parametrize("choice", ["shared", "each_once"])
def test_all_of_it_is_compiled(choice: str) -> None:
    support = batch.supports(king.rules(choice=choice))
    assert [(phase.name, phase.how) for phase in support.phases] == [
        ("DealOut", "compiled"),
        ("NameTrump", "traced"),
        ("Tricks", "compiled"),
    ]
    assert not support.why
    assert not support.slow


@pytest.mark.sample(0)
@pytest.mark.parametrize("choice", ["shared", "each_once"])
def test_deals_with_a_memory_go_on_as_the_reference_engine_plays_them(choice: str) -> None:
    rules, random = king.rules(choice=choice), Random(4)
    state = rules.start(seed=4)
    for deal in range(7):
        found = batch.playouts(state, 24, seed=deal, moves=True)
        assert found.points.tolist() == [list(found.result(one).scores) for one in range(24)]
        replayed = [found.result(one).deal.remembered(ContractsPlayed) for one in range(24)]
        assert {*replayed} == {state.deal.remembered(ContractsPlayed)}
        while state.deal.number == deal:
            state = state.play(state.actors[0], random.choice(state.legal(state.actors[0])))
    whole = batch.deals(rules, 200, seed=5, moves=True)
    assert whole.points.tolist() == [list(whole.result(one).scores) for one in range(200)]
