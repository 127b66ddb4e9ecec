"""Auction Mariáš (licitovaný mariáš): bid for a seven, a hundred, betl or durch, and play it alone against two.

Rules: the general and the auction rules of the Czech Mariáš union (*Obecná pravidla hry mariáš*, *Pravidla soutěžního
licitovaného mariáše*), cited below as G and A. The winner of the bidding takes the talon, says what it plays, and lays
two cards away; then each part of it may be doubled in turn. King and queen of a suit are shown as one of them is
played. The starter of a deal is its dealer. `trickkit rules marias` lists the variations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from trickkit import Rules, variant
from trickkit.model.cards import Suit, piquet
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    ByContract,
    CallingTricks,
    DealOut,
    DoubleParts,
    LadderAuction,
    LayAway,
    NameTrump,
    TakeStock,
)
from trickkit.phases.contracts import AtLeastBid
from trickkit.phases.tricks.declarations import Marriages
from trickkit.policies.all_pass import DealIsClosed, LastMustBid
from trickkit.policies.discarding import KeepCards, KeepNothing
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import KeptToLast
from trickkit.policies.ladders import Words
from trickkit.policies.lead import DeclarerOpens, LeftOfStarter, Opening
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.participants import Declarer, Everyone
from trickkit.policies.ranking import TopTrumps
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, HandsEmpty, OthersTake
from trickkit_classics.marias_points import BETL, DURCH, GAME, HUNDRED, SEVEN, SHARP, ScoreMarias, kind_of

__all__ = ["BIDS", "ScoreMarias", "rules"]

HAND, TALON, RED = 10, 2, "H"
BIDS = {
    GAME: (GAME, "CDHS"),
    "seven": (SEVEN, "CDS"),
    "red seven": (SEVEN, RED),
    "hundred": (HUNDRED, "CDS"),
    "hundred seven": (f"{HUNDRED} {SEVEN}", "CDS"),
    "red hundred": (HUNDRED, RED),
    "red hundred seven": (f"{HUNDRED} {SEVEN}", RED),
    BETL: (BETL, ""),
    DURCH: (DURCH, ""),
}
"""A I: the bids from the lowest to the highest, each with its kind and the suits that may be trump.

The game alone is only played by forehand, if nobody bids.
"""

PARTS = {
    GAME: GAME,
    SEVEN: (GAME, SEVEN),
    HUNDRED: (HUNDRED,),
    f"{HUNDRED} {SEVEN}": (HUNDRED, SEVEN),
    BETL: BETL,
    DURCH: DURCH,
}
"""By kind, what is won or lost, and doubled, separately."""


def games(suits: dict[str, Suit], bids: Iterable[str]) -> dict[str, dict[str, Suit | None]]:
    """By bid, the equally high games in words, such as `"100 7 S"`, each with its trump.

    Args:
        suits: by letter.
        bids: of the ladder, some or all.
    """
    kinds = ((bid, *BIDS[bid]) for bid in bids)
    return {bid: {f"{kind} {letter}": suits[letter] for letter in among} or {kind: None} for bid, kind, among in kinds}


@variant
def rules(
    *,
    nobody: Annotated[
        Literal["forehand", "thrown_in"],
        "what happens if nobody bids: forehand, to the dealer's left, plays a game, or more; or the deal is not played",
    ] = "forehand",
    hold: Annotated[bool, "whether a seat that speaks earlier may bid as much as the last bidder"] = True,
    lead: Annotated[
        Literal["forehand", "declarer"], "who leads first where there is a trump: the dealer's left, or the declarer"
    ] = "forehand",
    hundred: Annotated[
        Literal["best", "all"], "which marriages of the declarer count for an announced hundred: its best one, or all"
    ] = "best",
    growth: Annotated[
        Literal["linear", "double"],
        "what ten points more, or ten that are missing, do to a hundred: they add its value once more, or double it",
    ] = "linear",
    silent: Annotated[bool, "whether a seven or a hundred counts that nobody announced"] = True,
    betl: Annotated[Literal[15, 10, 5], "what betl is worth; durch is worth twice as much"] = 15,
    doubles: Annotated[int, range(1, 7), "how often a part may be doubled"] = 4,
    limit: Annotated[Literal[500, 750], "the most that an opponent pays or receives for a deal"] = 500,
    deals: Annotated[int, range(1, 61), "how many deals are played"] = 18,
) -> Rules:
    """The rules of Auction Mariáš with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=2).play_all([(1, "pass"), (2, "pass"), (0, "red seven")])
    >>> [str(action) for action in state.legal(0)][:4]
    ['name 7 H', 'name 100 C', 'name 100 D', 'name 100 S']
    """
    deck, plays = piquet(), nobody == "forehand"
    steps = games({suit.letter: suit for suit in deck.suits}, BIDS if plays else [*BIDS][1:])
    words = [word for step in steps.values() for word in step]
    by_seven = {suit: tuple(word for word in words if SEVEN in word.split() and word[-1] == suit) for suit in "CDHS"}
    with_seven = tuple(word for named in by_seven.values() for word in named)
    opening: Opening = LeftOfStarter() if lead == "forehand" else DeclarerOpens()
    return Rules(
        key="marias",
        name="Auction Mariáš",
        summary="Bid to win the last trick with the seven, to have a hundred points, or to take all tricks or none.",
        source="Pravidla soutěžního licitovaného mariáše and Obecná pravidla hry mariáš, Český svaz mariáše",
        players=3,
        deck=deck,
        phases=(
            DealOut(),
            LadderAuction(
                ladder=Words([*steps]),
                who=Everyone(after=2),
                elders=Everyone() if hold else None,
                only_last=(GAME,) if plays else (),
                all_pass=LastMustBid() if plays else DealIsClosed(),
            ),
            TakeStock(cards=TALON),
            # G VII 3: not lower than the bid.
            NameTrump(offers=AtLeastBid(steps), who=Declarer(), must=True),
            LayAway(
                cards=TALON,
                keeping=ByContract(
                    {(BETL, DURCH): KeepNothing()}
                    | {named: KeepCards(cards=[*SHARP, f"7{suit}"]) for suit, named in by_seven.items()},
                    KeepCards(cards=SHARP),
                ),
            ),
            # Who has bid betl may name durch, thus that is looked for first, here and below.
            DoubleParts(parts={word: PARTS[kind_of(word)] for word in reversed(words)}, most=doubles),
            CallingTricks(
                calling=Marriages(leading=False, without_trump=False),
                ranking=TopTrumps(tops=(), order="789JQKTA", plain="789TJQKA"),
                follow=ByContract({with_seven: KeptToLast("7", MustHead())}, MustHead()),
                # G II 6
                opening=ByContract({(BETL, DURCH): DeclarerOpens()}, opening),
                until=ByContract({DURCH: OthersTake(), BETL: DeclarerTakes()}, HandsEmpty()),
            ),
        ),
        scoring=ScoreMarias(hundred=hundred, growth=growth, silent=silent, betl=betl, limit=limit),
        schedule=Schedule(hand_sizes=SameSize(HAND), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True, suits=[suit for suit in deck.suits if suit.letter != RED]),
    )
