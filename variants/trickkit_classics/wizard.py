"""Wizard: say how many tricks you will take, among four wizards that always win and four jesters that never do.

For 3 to 6 players. Rules: those of the game by Ken Fisher, as John McLeod's collection at pagat.com (*Wizard*) and the
publishers' leaflets have them. Each deal has one card more than the last one, until all cards are dealt. A card is
turned up for trump; if it is a wizard, the dealer names the suit. The seat left of the dealer estimates and leads
first. `trickkit rules wizard` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from trickkit import Deal, Deck, InvalidRules, Rules
from trickkit.catalog.options import Examples, variant
from trickkit.model.cards import Card, Face, Suit
from trickkit.model.symmetry import Symmetry
from trickkit.phases import CallEstimates, DealOut, Estimates, NameTrump, Phase, Tricks, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.estimating import Hook
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import Games
from trickkit.policies.participants import Participants, Starter
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Resolution
from trickkit.policies.schedule import ListedSizes, Schedule
from trickkit.policies.trump import TrumpFrom
from trickkit.scoring import ScoreEstimates

__all__ = ["ColourTurned", "FollowOrMagic", "WizardTrick", "WizardTurned", "deck", "rules"]

COLOURS = (Suit("red", "R"), Suit("yellow", "Y"), Suit("green", "G"), Suit("blue", "B"))
WIZARD, JESTER = Face(Suit("wizards", "W"), 1, "W"), Face(Suit("jesters", "J"), 0, "J")
MAGIC = (WIZARD, JESTER)


def deck() -> Deck:
    """Four colours from 1 to 13, four wizards and four jesters.

    >>> len(deck()), " ".join(card.text for card in deck().cards[-9:])
    (60, 'B13 W W W W J J J J')
    """
    plain = [Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in COLOURS for rank in range(1, 14)]
    return Deck((*plain, *(Card(face.text, (face,)) for face in MAGIC for _ in range(4))), source_text="wizard.deck()")


@frozen
class Standing:
    """The state of a trick.

    Args:
        led: the colour to be followed; None while there is none.
        best: the winning face.
        place: its place in the trick.
    """

    led: Suit | None
    best: Face
    place: int


@frozen
class WizardTrick(Resolution):
    """The first wizard wins; without wizards, the best card wins as usual.

    The first card that is not a jester decides what must be followed: its colour, or nothing if it is a wizard. Among
    jesters alone the first wins.

    >>> from trickkit.policies.ranking import HighCard
    >>> ranked, trick = Ranked(HighCard(), trump=None), WizardTrick()
    >>> value = trick.fold(None, JESTER, 0, ranked)
    >>> value = trick.fold(value, deck().card("R5").faces[0], 1, ranked)
    >>> str(trick.led(value)), trick.winner(value), trick.winner(trick.fold(value, WIZARD, 2, ranked))
    ('red', 1, 2)
    """

    def fold(self, value: Standing | None, face: Face, place: int, ranked: Ranked) -> Standing:
        """The best card so far, and the colour to follow."""
        if value is None or (value.best == JESTER and face != JESTER):
            return Standing(None if face in MAGIC else face.suit, face, place)
        if face == JESTER or value.best == WIZARD:
            return value
        led = value.led
        beats = led is not None and ranked.strength(face, led) > ranked.strength(value.best, led)
        return Standing(led, face, place) if face == WIZARD or beats else value

    def led(self, value: Standing) -> Suit | None:
        """The led colour: that of the first card besides jesters; None if that is a wizard."""
        return value.led

    def winner(self, value: Standing) -> int | None:
        """The index of the best card."""
        return value.place

    def best(self, value: Standing) -> Face | None:
        """The face of the best card."""
        return value.best


@frozen
class FollowOrMagic(Follow):
    """Follow the colour if you can, or play a wizard or a jester; otherwise play anything.

    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=deck(), ranking=HighCard(), led=COLOURS[0])
    >>> [step.rule for step in FollowOrMagic().steps(context)]
    ['follow suit (red), or play a wizard or a jester']
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The led colour, with wizards and jesters."""
        if context.led is None:
            return ()
        colour, magic = context.suit(context.led), context.where(lambda face: face in MAGIC)
        return (Step(colour | magic, f"follow suit ({context.led}), or play a wizard or a jester", binds=colour),)


@frozen
class ColourTurned(TrumpFrom):
    """The colour of the turned-up card is trump; a wizard or a jester makes no trump.

    >>> str(ColourTurned().trump(deck().card("R5"))), ColourTurned().trump(deck().card("J"))
    ('red', None)
    """

    def trump(self, card: Card) -> Suit | None:
        """The colour of the turned-up card; None for a wizard or a jester."""
        return None if card.faces[0] in MAGIC else card.faces[0].suit


@frozen
class WizardTurned(Participants):
    """The dealer, if the turned-up card is a wizard.

    >>> from trickkit import Stacked
    >>> rules(players=3).start(first=2, deals=[Stacked(turned="W")]).actors
    (2,)
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The dealer if a wizard was turned up; otherwise nobody."""
        turned = deal.get(TurnTrump)
        return Starter().seats(deal) if turned is not None and turned.card == deal.deck.card("W") else ()


@variant
def rules(
    *,
    players: Annotated[int, range(3, 7), "how many play"] = 4,
    cards: Annotated[int, "the largest hand; 0 for as many as there are", Examples((0, 1, 3))] = 0,
    hand_sizes: Annotated[
        Literal["up", "down", "same"],
        "the hands of a game: from one card up to the largest, the other way round, or all of the largest size, one "
        "deal for every player",
    ] = "up",
    bidding: Annotated[
        Literal["in_turn", "at_once"],
        "whether estimates are called one after the other; or shown all at once, where there can be no hook",
    ] = "in_turn",
    hook: Annotated[bool, "whether the dealer may not make the estimates add up to the tricks"] = False,
    wizard_turned: Annotated[
        Literal["named", "none"], "what a wizard that is turned up makes trump: what the dealer names, or nothing"
    ] = "named",
) -> Rules:
    """The rules of Wizard with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist, a value that it cannot have, or hands larger than the deck.

    >>> state = rules(players=3, cards=2).start(seed=7, first=0)
    >>> len(state.deal.hands[0]), state.actors
    (1, (1,))
    """
    game = deck()
    most = len(game) // players
    if isinstance(cards, bool) or not isinstance(cards, int) or cards not in range(most + 1):
        raise InvalidRules(f"cards={cards!r} is not one of 0..{most} for {players} players with {len(game)} cards")
    up = tuple(range(1, (cards or most) + 1))
    sizes = {"up": up, "down": up[::-1], "same": up[-1:] * players}[hand_sizes]
    estimates: Phase = CallEstimates(limits=(Hook(),) if hook else ()) if bidding == "in_turn" else Estimates()
    named = NameTrump(offers=Games({suit.letter: suit for suit in COLOURS}), who=WizardTurned(), must=True)
    return Rules(
        key="wizard",
        name="Wizard",
        summary="Take exactly the tricks that you estimated, among wizards that always win and jesters that never do.",
        source="Wizard at pagat.com (John McLeod), and the leaflets of the published game",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            TurnTrump(trump=ColourTurned(), may_lack=True),
            *((named,) if wizard_turned == "named" else ()),
            estimates,
            Tricks(resolution=WizardTrick(), follow=FollowOrMagic(), opening=LeftOfStarter()),
        ),
        scoring=ScoreEstimates(trick=10, bonus=20, off=-10),
        schedule=Schedule(hand_sizes=ListedSizes(sizes)),
        ending=AfterDeals(deals=len(sizes)),
        symmetry=Symmetry(seats=True, suits=COLOURS),
    )
