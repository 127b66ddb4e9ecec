"""Hearts: take no hearts and not the queen of spades, or take them all.

For 3 to 5 players, each for itself. Rules: as the United States Playing Card Company publishes them (bicyclecards.com,
*Hearts*); options cover other widely played rules, after John McLeod's collection at pagat.com (*Hearts*). Cards are
passed to the left, to the right, across, and then not at all; the two of clubs is led first. Points are bad: the first
player to reach 100 ends the game, and the fewest points win.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit import Deck, Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, PassCards, Phase, Tricks
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.first_trick import FirstLead, NotInFirstTrick
from trickkit.policies.follow import Follow, MustFollow, NotBeforeBroken
from trickkit.policies.lead import HolderOpens
from trickkit.policies.passing import InTurn, ToEachOther
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreCards, ScoreNoTricks, Scoring, ShootTheMoon

__all__ = ["deck", "rules"]

HEARTS, QUEEN, JACK = "hearts", "QS", "JD"
REMOVED = {3: ("2D",), 4: (), 5: ("2D", "2C")}
IN_TURN = {3: ("left", "right", "hold"), 4: ("left", "right", "across", "hold"), 5: ("left", "right", "hold")}
SCATTERED = {3: "left right left", 4: "left across right", 5: "left right across"}
PASSED = 3
ALL_POINTS = 26
JACK_BONUS = -10
NO_TRICKS_BONUS = -5


def deck(players: int = 4) -> Deck:
    """The French deck, without the two of diamonds for 3 players, and for 5 also without the two of clubs.

    Args:
        players: 3 to 5.

    >>> [len(deck(players)) for players in (3, 4, 5)], deck(5).cards[0].text
    ([51, 52, 50], '3C')
    """
    return Deck(card for card in french() if card.text not in REMOVED[players]) if REMOVED[players] else french()


@variant
def rules(
    *,
    players: Annotated[int, range(3, 6), "how many play"] = 4,
    passing: Annotated[
        Literal["in_turn", "scatter", "left", "right", "across", "each_other", "none"],
        "where three cards are passed: to the left, to the right, across (but for 3 and 5 players) and not at all, "
        "deal after deal; or then to the others in turn instead of not at all; or always the same; or one to each "
        "other player; or never",
    ] = "in_turn",
    first_lead: Annotated[
        Literal["lowest_club", "any_club"],
        "what the holder of the lowest club leads first: that card, or any club",
    ] = "lowest_club",
    points_in_first_trick: Annotated[
        bool, "whether hearts and the queen of spades may be played to the first trick by one who has other cards"
    ] = False,
    breaking: Annotated[
        bool, "whether no heart may be led before hearts are broken, unless there is nothing else"
    ] = True,
    queen_breaks_hearts: Annotated[bool, "whether the queen of spades breaks hearts, as a heart does"] = True,
    queen_held_back: Annotated[
        bool, "whether one who has nothing but hearts and the queen of spades may lead a heart"
    ] = False,
    shooting_the_moon: Annotated[
        Literal["add", "subtract", "none"],
        "what it is worth to take all hearts and the queen: 26 points for all others, 26 points less, or nothing else",
    ] = "add",
    jack_of_diamonds: Annotated[bool, "whether the jack of diamonds counts 10 points less"] = False,
    no_tricks: Annotated[
        bool, "whether one who takes no trick counts 5 points less, where nobody shoots the moon"
    ] = False,
    target: Annotated[int, range(10, 501, 5), "points with which the game is over"] = 100,
    deals: Annotated[int, range(21), "how many deals are played, whatever the points; 0 for a whole game"] = 0,
) -> Rules:
    """The rules of Hearts with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(passing="none").start(seed=7)
    >>> [str(action) for action in state.legal(state.actors[0])]
    ['2C']
    """
    game = deck(players)
    lowest = game.cards[0].text
    return Rules(
        key="hearts",
        name="Hearts",
        summary="Pass three cards on, and take neither hearts nor the queen of spades, unless you take them all.",
        source="Hearts at bicyclecards.com, with variations at pagat.com (John McLeod)",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            *_passing(players, passing),
            Tricks(
                follow=_follow(game, first_lead, points_in_first_trick, breaking, queen_held_back),
                opening=HolderOpens(lowest),
                breaking=SuitBreaks(HEARTS, others=(QUEEN,) if queen_breaks_hearts else ()),
            ),
        ),
        scoring=_scoring(shooting_the_moon, jack_of_diamonds, no_tricks),
        schedule=Schedule(hand_sizes=SameSize(len(game) // players)),
        ending=AfterDeals(deals=deals, wins="fewest") if deals else AtTarget(points=target, wins="fewest"),
        symmetry=Symmetry(seats=True),
    )


def _passing(players: int, passing: str) -> tuple[Phase, ...]:
    """The phase in which cards are passed; () without one."""
    if passing == "none":
        return ()
    if passing == "each_other":
        return (PassCards(cards=players - 1, passing=ToEachOther()),)
    directions = IN_TURN[players] if passing in ("in_turn", "scatter") else (passing,)
    if passing == "scatter":
        directions = (*directions[:-1], SCATTERED[players])
    return (PassCards(cards=PASSED, passing=InTurn(directions)),)


def _follow(game: Deck, first_lead: str, points_in_first_trick: bool, breaking: bool, queen_held_back: bool) -> Follow:
    """The follow policy, in which each rule wraps the previous one."""
    clubs = [card.text for card in game if card.faces[0].suit.name == "clubs"]
    follow: Follow = FirstLead(clubs if first_lead == "any_club" else clubs[:1], follow=MustFollow())
    if not points_in_first_trick:
        follow = NotInFirstTrick(QUEEN, suits=HEARTS, follow=follow)
    if breaking:
        follow = NotBeforeBroken(HEARTS, follow=follow, unless=(QUEEN,) if queen_held_back else ())
    return follow


def _scoring(moon: str, jack: bool, no_tricks: bool) -> tuple[Scoring, ...]:
    """The scoring of a deal; the jack counts separately, even after a moon."""
    bad = ScoreCards(suits={HEARTS: 1}, cards={QUEEN: ALL_POINTS // 2})
    besides = (ScoreNoTricks(NO_TRICKS_BONUS),) if no_tricks else ()
    bonus = (ScoreCards(cards={JACK: JACK_BONUS}),) if jack else ()
    if moon == "none":
        return (bad, *besides, *bonus)
    shooter, others = (0, ALL_POINTS) if moon == "add" else (-ALL_POINTS, 0)
    return (ShootTheMoon(cards=bad, shooter=shooter, others=others, besides=besides), *bonus)
