"""Announcements of two sides: their order, their times, answers, and sides that are settled in a trick."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal, Hand, InvalidRules, Play
from trickkit.model.cards import Deck, french
from trickkit.model.hands import Pile
from trickkit.phases.tricks.announcing import Announcements
from trickkit.phases.tricks.calling import Calls
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.phases.tricks.record import Played, Trick
from trickkit.policies.calling import CallMade, TurnToPlay
from trickkit.policies.ranking import HighCard
from trickkit.policies.sides import DeclarerAlone, Holders

DECK = Deck(card for card in french("QKA") for _ in range(2))
LADDERS = (("re", "re 90", "re 60"), ("kontra", "kontra 90"))
HELD = Announcements(ladders=LADDERS, sides=Holders("QC"), played=1)
DEAL = evolve(
    Deal.fresh(DECK, players=4, size=6, starter=0),
    hands=[
        Hand.of(DECK, cards.split())
        for cards in ("QC KC KC AC AC QD", "QC KD KD AD AD QD", "QH QH KH KH AH AH", "QS QS KS KS AS AS")
    ],
    stock=Pile(DECK),
    declarer=1,
    trump=DECK.suits[3],
)


def trick(cards: str, taker: int | None) -> Trick:
    return Trick(tuple(Played(hand, hand, Play(card), card) for hand, card in enumerate(cards.split())), taker)


def turn(seat: int, left: int, calls: str = "", tricks: tuple[Trick, ...] = ()) -> TurnToPlay:
    """A hand with so many cards left, after calls written `0 re, 2 kontra`."""
    made = [call.partition(" ") for call in calls.split(", ")] if calls else []
    cards = sum(1 << place for place in range(left))
    return TurnToPlay(
        DEAL, seat, seat, cards, tricks, (), tuple(CallMade(int(one), int(one), word, 0) for one, _, word in made)
    )


def may(policy: Announcements, at: TurnToPlay) -> list[str]:
    return [word for word in policy.words() if not policy.forbids(word, at)]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (turn(0, 6), ["re"]),
        (turn(0, 5), ["re"]),
        (turn(0, 4), []),
        (turn(2, 5), ["kontra"]),
        (turn(1, 4, "0 re"), ["re 90"]),
        (turn(1, 3, "0 re"), []),
        (turn(1, 3, "0 re, 0 re 90"), ["re 60"]),
        (turn(2, 4, "0 re"), ["kontra"]),
        (turn(2, 3, "0 re"), []),
        (turn(2, 3, "0 re, 0 re 90"), ["kontra"]),
        (turn(2, 3, "0 re, 0 re 90, 3 kontra"), []),
        (turn(2, 4, "0 re, 0 re 90, 3 kontra"), ["kontra 90"]),
        (turn(2, 6, "2 kontra, 2 kontra 90"), []),
    ],
)
def test_what_may_be_announced(at: TurnToPlay, expected: list[str]) -> None:
    assert may(HELD, at) == expected


def test_before_sides_are_settled_nothing_is_announced_and_later_all_times_are_later() -> None:
    found = Announcements(ladders=LADDERS, sides=FoundByTrick(), played=1)
    own, other = trick("QC KC AC QD", 1), trick("QC KC AC QD", 3)
    assert may(found, turn(1, 6)) == []
    assert found.forbids("re", turn(1, 5, tricks=(own,))) == "it is not settled yet who plays together"
    assert may(found, turn(3, 4, tricks=(own, other))) == ["re"]
    assert may(found, turn(2, 4, tricks=(own, other))) == ["kontra"]
    assert found.forbids("re", turn(3, 3, tricks=(own, other))) == "the hand must hold at least 4 cards"
    assert may(found, turn(1, 3, tricks=(own, own, own))) == ["re"]


def test_an_announcement_tells_the_side() -> None:
    view = DEAL.changed(held=(0, 0, 0, 0))
    shown = view.with_record(Calls((CallMade(2, 2, "kontra", 0),)))
    assert [HELD.sides.ruled_out(DEAL), HELD.shown("kontra", turn(2, 6))] == [DECK.kinds["QC"], 0]
    assert HELD.known(DEAL) == (True, True, False, False)
    assert HELD.known(shown)[2] is False
    said = [tuple(CallMade(seat, seat, word, 0) for seat in (0, 2, 3)) for word in ("re", "kontra")]
    assert [HELD.known(DEAL.seen_by(None).with_record(Calls(calls)))[1] for calls in said] == [None, True]
    alone = Announcements(ladders=LADDERS, sides=DeclarerAlone(), played=1)
    assert [alone.ruled_out("kontra", DEAL, 0), alone.shown("re", turn(1, 6))] == [0, 0]


def test_ladders_are_two_rows_of_different_words() -> None:
    for ladders in ([["re"]], [["re"], ["re"]], [["re"], []]):
        with pytest.raises(InvalidRules, match="are not two rows of different words"):
            Announcements(ladders=ladders, sides=DeclarerAlone(), played=1)
    with pytest.raises(InvalidRules, match="played=-1"):
        Announcements(ladders=LADDERS, sides=DeclarerAlone(), played=-1)


# Partners who are found in a trick


@pytest.mark.parametrize(
    ("led", "tricks", "seats"),
    [
        ("any", (trick("QC KC AC QD", 2),), (1, 2)),
        ("any", (trick("QC KC AC QD", 1),), None),
        ("any", (trick("QC KC AC QD", None),), None),
        ("plain", (trick("QS KC AC QD", 2),), None),
        ("plain", (trick("QS KC AC QD", 2), trick("QC KC AC QD", 0)), (0, 1)),
        ("trump", (trick("QC KC AC QD", 2), trick("QS KC AC QD", 0)), (0, 1)),
        ("trump", (trick("QC KC AC QD", 2),) * 3, (1,)),
        ("any", (trick("QC KC AC QD", 1),) * 3 + (trick("QC KC AC QD", 0),), (1,)),
    ],
)
def test_which_trick_finds_the_partner(led: str, tricks: tuple[Trick, ...], seats: tuple[int, ...] | None) -> None:
    settled = FoundByTrick(led=led, ranking=HighCard()).settled(DEAL, tricks)  # type: ignore[arg-type]
    assert (settled and settled.seats) == seats


def test_within_how_many_tricks_is_a_number() -> None:
    own = trick("QC KC AC QD", 1)
    assert FoundByTrick(within=1).settled(DEAL, (own,)) == ((1,), 0)
    assert FoundByTrick(within=2).settled(DEAL, (own,)) is None
