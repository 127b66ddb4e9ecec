"""Games that are not lawful, each in one way, and the law that each of them breaks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from attrs import evolve, field, frozen
from small import COPIES, NO, YES, Ask, AskedRun, Do, Noted, PointPerTrick, SecretRun, Told, game

from trickkit import Bid, Deal, Deck, Outcome, Rules, ScoreLine
from trickkit.model.actions import Action, Call
from trickkit.model.cards import Face, Suit, french
from trickkit.model.hands import Hand, Pile
from trickkit.model.questions import Question
from trickkit.model.result import Result
from trickkit.model.symmetry import Symmetry
from trickkit.phases import Bids, Confidence, DealOut, Estimates, Tricks, TurnTrump
from trickkit.phases.base import Claim, Run, Void
from trickkit.phases.estimates import EstimatesRun
from trickkit.phases.kinds.polls import Answers, Poll
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.phases.tricks import TricksAt, TricksRun
from trickkit.phases.tricks.board import BoardTricks, Standing
from trickkit.phases.tricks.record import Played, TrickTable
from trickkit.play.view import View
from trickkit.policies.boards import Board
from trickkit.policies.capture import Capture
from trickkit.policies.ending import AfterDeals, Ending, TieBreak, placed
from trickkit.policies.follow import Anything, Context, Follow, MustFollow, Step
from trickkit.policies.lead import OpenerAlways, Opening
from trickkit.policies.ranking import HighCard
from trickkit.policies.schedule import SameSize, Schedule, Starter
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit.testing import (
    Law,
    cards_are_conserved,
    commitments_come_in_any_order,
    commitments_stay_secret,
    copies_are_equal,
    counts_say_enough,
    everybody_is_placed,
    games_end,
    nothing_true_is_ruled_out,
    old_states_stay_as_they_were,
    records_replay,
    refusals_change_nothing,
    sampled_worlds_agree,
    scores_add_up,
    scores_keep_to_their_bounds,
    seats_may_be_rotated,
    somebody_can_act,
    suits_may_be_renamed,
    texts_read_back,
    the_log_only_grows,
    the_same_moves_give_the_same_game,
    tricks_keep_to_their_policies,
    views_do_not_leak,
    views_show_only_what_is_known,
    what_is_legal_is_accepted,
)
from trickkit.variants import game5211, pikinni, pikoko


@frozen
class Unlawful:
    """A game that is not lawful.

    Args:
        name: what is wrong with it.
        law: the one that it breaks.
        moves: how many decisions the shortest game takes that shows it.
        rules: of the game.
    """

    name: str
    law: Law
    moves: int
    rules: Rules


def tricks_with(run: type[TricksRun], **policies: Any) -> Tricks:
    """Tricks that are played by a run of one's own."""

    @frozen(kw_only=True)
    class OwnTricks(Tricks):
        def begin(self, deal: Deal) -> TricksRun:
            made = super().begin(deal)
            return run(made.deal, made.phase, made.seating)

    return OwnTricks(**policies)


# Cards


def dealt_twice(deal: Deal) -> Deal:
    """In the second deal, hand 1 gets a card that hand 0 has got."""
    if deal.number == 0:
        return deal
    one, _ = deal.hands
    return evolve(deal, hands=(one, Hand(deal.deck, one.mask)), known=tuple(known | one.mask for known in deal.known))


@frozen(slots=False)
class PlayedCardsVanish(TricksRun):
    """A card that is played is nowhere afterwards."""

    def record(self, at: TricksAt) -> Deal:
        return evolve(super().record(at), out=self.deal.out)


def tears_a_card(deal: Deal) -> Deal:
    """In the second deal, one face of a multicolour card stays in the hand and the others are out."""
    hand = deal.hands[0]
    torn = next((mask for mask in deal.deck.masks if mask.bit_count() > 1 and mask & hand.mask), 0)
    if deal.number == 0 or not torn:
        return deal
    kept = evolve(hand, mask=hand.mask & ~torn | torn & -torn)
    return evolve(deal, hands=(kept, *deal.hands[1:]), out=evolve(deal.out, mask=torn & (torn - 1)))


# The course of a game


@frozen(slots=False)
class SilentAfterYes(AskedRun):
    """Whoever is asked after a yes has nothing to answer."""

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return () if answers and answers[-1][1] is YES else (YES, NO)


@frozen(slots=False)
class SaidTwice(AskedRun):
    """Whoever is asked after a yes has one answer twice."""

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (NO, NO) if answers and answers[-1][1] is YES else (YES, NO)


@frozen(slots=False)
class AsksForever(AskedRun):
    """Seats are asked until all have said yes one after the other, which seat 1 never may."""

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return () if [action for _, action in answers[-2:]] == [YES, YES] else (len(answers) % 2,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (NO,) if seat else (YES, NO)


@frozen(slots=False)
class FollowOnlyListed(TricksRun):
    """Only suits that follow are listed, but any card of the hand is taken."""

    def play(self, at: TricksAt, seat: int, action: Action) -> TricksAt | None:
        return super().play(at._replace(legal=self._fixed.hands[at.hand] & at.left), seat, action)


@frozen(slots=False)
class FollowOnlyDemanded(TricksRun):
    """Any card of the hand is listed, but only suits that follow are taken."""

    def legal(self, at: TricksAt, seat: int) -> tuple[Action, ...]:
        return super().legal(at._replace(legal=self._fixed.hands[at.hand] & at.left), seat)


@frozen(slots=False)
class RefusalsAreNoted(AskedRun):
    """What is refused is written down, and shows."""

    def play(self, at: Poll, seat: int, action: Action) -> Poll | None:
        after = super().play(at, seat, action)
        if after is None:
            self.phase.refused.append(str(action))
        return after

    def record(self, at: Poll) -> Deal:
        return super().record(at).with_record(Noted(len(self.phase.refused)))


@frozen
class AskSternly(Ask):
    """Keeps what was refused."""

    refused: list[str] = field(factory=list, eq=False)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (YES, NO, Call("perhaps"))


@frozen(slots=False)
class WordlessRefusal(AskedRun):
    """Some refusals have no words."""

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return {"no": "yes, please"}[str(action)]


@frozen(slots=False)
class OneSheetForAll(AskedRun):
    """The answers are written on a sheet that all states share."""

    def play(self, at: Poll, seat: int, action: Action) -> Poll | None:
        after = super().play(at, seat, action)
        if after is not None:
            self.phase.refused.append(str(action))
        return after

    def record(self, at: Poll) -> Deal:
        return super().record(at).with_record(Noted(tuple(self.phase.refused)))


def global_chance(deal: Deal) -> Deal:
    """Trump is drawn from the random numbers that all of Python shares."""
    return deal.with_record(Noted(random.random()))


@frozen
class Alternately(Capture):
    """A policy with a memory: the best card takes the first trick it is asked about, and loses the second."""

    asked: Any = field(factory=count, eq=False)

    def taker(self, best: int, players: int) -> int:
        return (best + next(self.asked)) % players


@frozen(slots=False)
class LastAnswerOnly(AskedRun):
    """Only the last answer is in the log."""

    def record(self, at: Poll) -> Deal:
        said = [f"seat {seat}: {action}" for seat, action in at.answers[-1:]]
        return self.deal.with_record(Noted(()), *(Told(one) for one in said))


@frozen(slots=False)
class PointsTakenBack(AskedRun):
    """The score line of an answer is gone after the next."""

    def record(self, at: Poll) -> Deal:
        lines = tuple(ScoreLine(seat, f"said {action}", 1) for seat, action in at.answers[-1:])
        return super().record(at).with_record(Noted(()), lines=lines)


# Tricks


@frozen(slots=False)
class FollowForgotten(TricksRun):
    """After the lead, any card of the hand may be played, whatever the policy says."""

    def play(self, at: TricksAt, seat: int, action: Action) -> TricksAt | None:
        after = super().play(at, seat, action)
        return after and after._replace(legal=self._fixed.hands[after.hand] & after.left)


@frozen(kw_only=True)
class TakenTwice(BoardTricks):
    """A space of the board stays free."""

    def after_play(self, deal: Deal, standing: Standing, hand: int, face: str, led: Suit | None) -> Standing:
        return super().after_play(deal, standing, hand, face, led)._replace(free=deal.deck.all)


@frozen(kw_only=True)
class GivesUpNothing(BoardTricks):
    """Whoever does not follow suit may play that suit again, against the rule."""

    def after_play(self, deal: Deal, standing: Standing, hand: int, face: str, led: Suit | None) -> Standing:
        return super().after_play(deal, standing, hand, face, led)._replace(voids=standing.voids)


@frozen(slots=False)
class LoserCounts(TricksRun):
    """The tricks are counted for the other hand."""

    def record(self, at: TricksAt) -> Deal:
        deal = super().record(at)
        table: TrickTable = deal[Tricks]
        return deal.with_record(evolve(table, taken=table.taken[::-1]))


@frozen(slots=False)
class Anticlockwise(TricksRun):
    """The hand after the leader is the one to its right."""

    def play(self, at: TricksAt, seat: int, action: Action) -> TricksAt | None:
        after = super().play(at, seat, action)
        if after is None or len(after.plays) != 1:
            return after
        hand = (at.hand - 1) % self.deal.players
        legal = self._fixed.hands[hand] & after.left
        return after._replace(hand=hand, actors=(hand,), legal=self._follows(after, legal))

    def _follows(self, at: TricksAt, cards: int) -> int:
        led = self.deal.deck.face(self.deal.deck.kinds[at.plays[0].action.face]).suit
        return cards & self.deal.deck.where(lambda face: face.suit == led) or cards


@frozen
class LaxAtFirst(Follow):
    """A policy with a memory: it demands nothing when it is asked first, and all the more when it is asked again."""

    asked: Any = field(factory=set, eq=False)

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led in self.asked:
            return MustFollow().steps(context)
        self.asked.add(context.led)
        return ()


# Scores and places


def totals_changed(deal: Deal) -> Deal:
    """Seat 0 gets a point that is in no line."""
    return evolve(deal, totals=(deal.totals[0] + 1, *deal.totals[1:]))


@frozen
class FirstSeatTwice(Ending):
    """The winner is placed again."""

    def most_deals(self) -> int:
        return 1

    def outcome(self, results: Sequence[Result]) -> Outcome:
        ranking = placed(results)
        return Outcome((*ranking, ranking[0]), "the deal is over")


@frozen
class WinnersOnly(Ending):
    """The others are not placed at all."""

    def most_deals(self) -> int:
        return 1

    def outcome(self, results: Sequence[Result]) -> Outcome:
        return Outcome(placed(results)[:1], "the deal is over")


@frozen
class NoReason(AfterDeals):
    """Nobody is told why the game is over."""

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        found = super().outcome(results)
        return found and evolve(found, reason="")


# Secrets


@frozen(slots=False)
class KnowledgeForgotten(AskedRun):
    """After an answer the deal does not say any more who knows what, so that a view hides nothing."""

    def record(self, at: Poll) -> Deal:
        return evolve(super().record(at), known=() if at.answers else self.deal.known)


def tells_of_the_stock(deal: Deal) -> Deal:
    """An event names the card at the bottom of the stock."""
    return deal.with_record(Noted(()), Told(str(deal.stock[-1])))


def notes_a_hand(deal: Deal) -> Deal:
    """A record names the best card of a hidden hand."""
    return deal.with_record(Noted(deal.hands[1].known[-1]))


def trump_of_a_hand(deal: Deal) -> Deal:
    """The suit of the best card of a hidden hand is trump."""
    return deal.changed(trump=deal.hands[1].known[-1].faces[0].suit)


def tells_which_copy(deal: Deal) -> Deal:
    """A record tells which of equal copies hand 1 holds, which tells what is in hand 0."""
    return deal.with_record(Noted(deal.hands[1].mask), known=tuple(known | deal.hands[1].mask for known in deal.known))


@frozen(slots=False)
class MayNotIfNeighbourHasQueen(AskedRun):
    """A seat may say yes unless the other hand holds the queen of clubs."""

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (NO,) if "QC" in self.deal.hands[1 - seat] else (YES, NO)


TIMES = count()


@frozen
class AsksInNewWords(Ask):
    """The same question is put in other words every time."""

    def question(self, view: View) -> Question:
        return Question(f"Yes or no, for time {next(TIMES)}?")


@frozen
class BottomCard(Told):
    """What lies at the bottom, hidden until the deal is scored, but not afterwards."""

    def seen_by(self, seat: int | None, *, scored: bool) -> BottomCard:
        return self if scored else BottomCard("??")


def shown_when_scored(deal: Deal) -> Deal:
    """An event names a card when the deal is over that nobody ever knew."""
    return deal.with_record(Noted(()), BottomCard(str(deal.stock[-1])))


@frozen
class StarterByHiddenCard(Starter):
    """Who holds the lower card at the bottom of the stock is nobody's to know, but says who starts."""

    def after(self, result: Result) -> int:
        return result.deal.deck.cards.index(result.deal.stock[-1]) % 2


@frozen(kw_only=True)
class DeafBids(Bids):
    """Bids that are revealed to all, of which it is said that nobody may know them."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return False


@frozen(kw_only=True)
class HeardByTheRich(Confidence):
    """What was decided in secret is heard as soon as the bottom card of the stock is red."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return deal.scored or str(deal.stock[-1])[-1] in "DH"


@frozen(slots=False)
class CountedAtOnce(EstimatesRun):
    """The record shows what was estimated before all have."""

    def record(self, at: Commitments) -> Deal:
        said = sum(bid.number for pending in at.pending for bid in pending if isinstance(bid, Bid))
        return super().record(at).with_record(Noted(said))


@frozen
class EstimatesCounted(Estimates):
    """Estimates that are counted at once."""

    def begin(self, deal: Deal) -> CountedAtOnce:
        return CountedAtOnce(deal, (tuple(deal.seats),))


@frozen(slots=False)
class SecondMayNot(SecretRun):
    """Only one seat may say yes, and the others notice."""

    def play(self, at: Commitments, seat: int, action: Action) -> Commitments | None:
        after = super().play(at, seat, action)
        if after is None or action is NO or not after.actors:
            return after
        return after._replace(choices=tuple((NO,) if choices else () for choices in after.choices))


class SaidAt(NamedTuple):
    """What was said in secret, in its order."""

    actors: tuple[int, ...]
    said: tuple[tuple[int, Action], ...]


@frozen(slots=False)
class FirstComesFirst(Run[SaidAt]):
    """The seats decide in secret, but who was first is revealed."""

    phase: Any = None

    def start(self) -> SaidAt:
        return SaidAt(tuple(self.deal.seats), ())

    def legal(self, at: SaidAt, seat: int) -> tuple[Action, ...]:
        return (YES, NO)

    def play(self, at: SaidAt, seat: int, action: Action) -> SaidAt | None:
        if action not in (YES, NO):
            return None
        return SaidAt(tuple(one for one in at.actors if one != seat), (*at.said, (seat, action)))

    def refusal(self, at: SaidAt, seat: int, action: Action) -> str:
        return f"yes or no, not {action}"

    def committed(self, at: SaidAt, seat: int) -> tuple[Action, ...]:
        return tuple(action for one, action in at.said if one == seat) if at.actors else ()

    def record(self, at: SaidAt) -> Deal:
        return self.deal if at.actors else self.deal.with_record(Noted(at.said), Told(at.said))


def swaps_hands(deal: Deal) -> Deal:
    """The hands change places without an event that says so."""
    known = tuple(known | deal.hands[0].mask | deal.hands[1].mask for known in deal.known[:2])
    return evolve(deal, hands=deal.hands[::-1], known=(*known, deal.known[2]))


def tells_the_sum(deal: Deal) -> Deal:
    """What is told of the stock fits next to no other order of it."""
    order = [deal.deck.cards.index(card) for card in deal.stock]
    return deal.with_record(Noted(sum(card * 100**place for place, card in enumerate(order))))


@frozen(kw_only=True)
class VoidInEverything(Tricks):
    """Whoever has played is said to hold no card of the suit any more."""

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        found = [0] * deal.players
        table = deal.get(Tricks)
        for play in table.current.plays if table else ():
            suit = deal.deck.card(play.card).faces[0].suit
            found[play.hand] = deal.deck.where(lambda face, suit=suit: face.suit == suit)
        return tuple(found)


@frozen(kw_only=True)
class VoidInWhatItPlays(Tricks):
    """Whoever plays a card is said to have held none of its suit before."""

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        plays = [(number, event) for number, event in enumerate(deal.events) if isinstance(event, Played)]
        return tuple(Void(play.hand, number, deal.deck.kinds[play.card]) for number, play in plays)

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        return (0,) * deal.players


@frozen(kw_only=True)
class LooksBackIntoHands(Tricks):
    """What a hand lacked is read off the hand."""

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        hand = deal.hands[0].mask
        return (Void(0, len(deal.events), deal.deck.all & ~hand),) if hand else ()

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        return (0,) * deal.players


@frozen(kw_only=True)
class LooksIntoHands(Tricks):
    """What a hand does not hold is read off the hand."""

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        return tuple(deal.deck.all & ~hand.mask if hand.mask else 0 for hand in deal.hands)


@frozen(kw_only=True)
class ClaimsAllAces(Tricks):
    """Whoever has played is said to have held nothing but aces."""

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        plays = [(number, event) for number, event in enumerate(deal.events) if isinstance(event, Played)]
        return tuple(
            Claim(play.hand, number, lambda texts: {text[0] for text in texts} == {"A"}) for number, play in plays
        )


@frozen(kw_only=True)
class ClaimsAnAce(Tricks):
    """Whoever plays a card is said to have held an ace, though it is not said of which cards it was one."""

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        plays = [(number, event) for number, event in enumerate(deal.events) if isinstance(event, Played)]
        aces = tuple(frozenset([text]) for text in deal.deck.kinds if text[0] == "A")
        return tuple(Claim(play.hand, number, lambda _texts: True, aces) for number, play in plays)


@frozen(kw_only=True)
class ClaimsOfTheRich(Tricks):
    """Only a hand that is seen and has many cards claims something, if nothing of note."""

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        return (Claim(0, 0, lambda _texts: True),) if deal.hands[0].mask else ()


# Forms


@frozen(slots=False)
class AnswersUnheardOf(AskedRun):
    """An answer is legal that is not an action of the phase."""

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (YES, NO, Call("perhaps")) if answers else (YES, NO)


@frozen
class AskInTwoLines(Ask):
    """An action has a text of two lines."""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (YES, NO, Call("yes\nand no"))


@frozen
class Calculated(Scoring):
    """A scoring that holds a function without a name, which cannot be pickled."""

    points: Any

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "calculated", self.points(seat)) for seat in deal.seats)


@frozen(eq=False)
class NoValue(Capture):
    """A policy that is not a value: a copy of it is another."""

    def taker(self, best: int, players: int) -> int:
        return best


def unshown_draw(deal: Deal) -> Deal:
    """Trump is drawn like a card that will be shown, but no card shows it."""
    assert deal.chance is not None
    number, chance = deal.chance.cut(4)
    return evolve(deal, trump=deal.deck.suits[number], chance=chance, events=(*deal.events, Told(number)))


def tells_a_secret_roll(deal: Deal) -> Deal:
    """A number that no seat is said to have seen is told to all."""
    assert deal.chance is not None
    number, chance = deal.chance.below(6, seen_by=())
    return deal.changed(Told(number), chance=chance)


def bottom_to_top(deal: Deal) -> Deal:
    """The stock is turned round after the dealing, without an event that says so."""
    return evolve(deal, stock=Pile(deal.deck, deal.stock.order[::-1]))


# Symmetries


@frozen
class LaterSeat(TieBreak):
    """Of tied seats the one with the higher number is placed first."""

    def value(self, seat: int, results: Sequence[Result]) -> int:
        return seat


@frozen
class SeatZeroOpens(Opening):
    """Always the same hand leads first."""

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return 0


@frozen
class HeartsAreBetter(HighCard):
    """A heart beats every other suit."""

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        return super().strength(face, led, trump) + (100 if face.suit.name == "hearts" else 0)


@frozen
class QueensOfSpadesCount(PointPerTrick):
    """The one suit whose queen costs a point."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        plays = (play for trick in deal[Tricks].tricks for play in trick.plays)
        return tuple(ScoreLine(play.seat, "the queen of spades", -1) for play in plays if play.card == "QS")


@frozen
class CountsQueens(QueensOfSpadesCount):
    """Says that it only counts tricks, and looks at their cards."""

    counts_only = True

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return super().lines(deal) or (ScoreLine(0, "no queen of spades", 1),)


@frozen
class SaysBounds(PointPerTrick):
    """Says that it gives a seat so many points at most."""

    most: int

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return super().lines(deal)

    def bounds(self, _extent: Extent) -> Bounds:
        return 0, self.most


@frozen
class NothingBefore(AfterDeals):
    """Says that nobody has points when a deal begins."""

    def totals(self, _low: int, _high: int) -> tuple[int, int]:
        return 0, 0


@frozen
class CountsStock(PointPerTrick):
    """Says that it only counts tricks, and looks at the stock."""

    counts_only = True

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "cards of the stock", len(deal.stock)) for seat in deal.seats)


SEATS = Symmetry(seats=True)
SUITS = Symmetry(suits=french("QKA").suits)


def asked(run: type[Any], phase: type[Ask] = Ask) -> Rules:
    """A question before the tricks."""
    return game(DealOut(), phase(run), Tricks())


def done(how: Any, *, cards: int = 2, deals: int = 1, deck: Deck | None = None) -> Rules:
    """Something done to the deal before the tricks."""
    return game(DealOut(), Do(how), Tricks(), cards=cards, deals=deals, deck=deck)


def one_trick(**parts: Any) -> Rules:
    """A game of one trick of two cards."""
    return game(cards=1, **parts)


UNLAWFUL = (
    Unlawful("a card dealt twice in the second deal", games_end, 0, done(dealt_twice, cards=1, deals=2)),
    Unlawful("played cards are nowhere", cards_are_conserved, 1, game(DealOut(), tricks_with(PlayedCardsVanish))),
    Unlawful(
        "a multicolour card is torn",
        cards_are_conserved,
        4,
        game(DealOut(), Do(tears_a_card), Tricks(), deck=pikoko.deck(3), cards=2, deals=2),
    ),
    Unlawful("an actor has nothing to answer", somebody_can_act, 1, asked(SilentAfterYes)),
    Unlawful("an answer is listed twice", somebody_can_act, 1, asked(SaidTwice)),
    Unlawful("seats are asked forever", games_end, 0, asked(AsksForever)),
    Unlawful(
        "follow is listed, not demanded", what_is_legal_is_accepted, 1, game(DealOut(), tricks_with(FollowOnlyListed))
    ),
    Unlawful(
        "follow is demanded, not listed", what_is_legal_is_accepted, 1, game(DealOut(), tricks_with(FollowOnlyDemanded))
    ),
    Unlawful("a refusal is noted", refusals_change_nothing, 0, asked(RefusalsAreNoted, AskSternly)),
    Unlawful("a refusal fails", refusals_change_nothing, 0, asked(WordlessRefusal)),
    Unlawful("all states share a sheet", old_states_stay_as_they_were, 0, asked(OneSheetForAll, AskSternly)),
    Unlawful("trump from Python's random numbers", the_same_moves_give_the_same_game, 0, done(global_chance)),
    Unlawful(
        "a capture policy with a memory",
        the_same_moves_give_the_same_game,
        3,
        pikoko.rules(players=3)
        .replace(Tricks, capture=Alternately())
        .without(Bids)
        .without(Confidence)
        .replace(scoring=PointPerTrick()),
    ),
    Unlawful("only the last answer is in the log", the_log_only_grows, 1, asked(LastAnswerOnly)),
    Unlawful("points are taken back", the_log_only_grows, 1, asked(PointsTakenBack)),
    Unlawful("follow is forgotten", tricks_keep_to_their_policies, 2, game(DealOut(), tricks_with(FollowForgotten))),
    Unlawful(
        "follow is forgotten in the last tricks",
        tricks_keep_to_their_policies,
        4,
        game(DealOut(), Tricks(until=AfterTricks(1)), tricks_with(FollowForgotten, lead=OpenerAlways()), cards=3),
    ),
    Unlawful(
        "a space of a board is taken twice",
        tricks_keep_to_their_policies,
        2,
        game(DealOut(), TakenTwice(board=Board.of_faces(COPIES), follow=Anything()), deck=COPIES),
    ),
    Unlawful(
        "a suit that was given up is played again",
        tricks_keep_to_their_policies,
        2,
        game(
            DealOut(),
            GivesUpNothing(board=Board.of_faces(COPIES), follow=Anything(), void_for_good=True),
            deck=COPIES,
        ),
    ),
    Unlawful("tricks count for the loser", tricks_keep_to_their_policies, 2, game(DealOut(), tricks_with(LoserCounts))),
    Unlawful(
        "the wrong hand plays", tricks_keep_to_their_policies, 2, game(DealOut(), tricks_with(Anticlockwise), players=3)
    ),
    Unlawful(
        "a follow policy with a memory",
        tricks_keep_to_their_policies,
        2,
        game(DealOut(), Tricks(follow=LaxAtFirst())),
    ),
    Unlawful(
        "a phase changes the totals", scores_add_up, 2, game(DealOut(), Tricks(), Do(totals_changed), cards=1, deals=2)
    ),
    Unlawful(
        "a seat scores more than the scoring says", scores_keep_to_their_bounds, 0, one_trick(scoring=SaysBounds(0))
    ),
    Unlawful(
        "a seat has more before a deal than it may",
        scores_keep_to_their_bounds,
        0,
        game(DealOut(), Tricks(), cards=1, deals=2, scoring=SaysBounds(1), ending=NothingBefore(deals=2)),
    ),
    Unlawful("a scoring that counts tricks looks at cards", counts_say_enough, 0, one_trick(scoring=CountsQueens())),
    Unlawful("a scoring that counts tricks looks at the stock", counts_say_enough, 0, one_trick(scoring=CountsStock())),
    Unlawful("the winner is placed twice", everybody_is_placed, 2, one_trick(ending=FirstSeatTwice())),
    Unlawful("only the winner is placed", everybody_is_placed, 2, one_trick(ending=WinnersOnly())),
    Unlawful("a game ends without a reason", everybody_is_placed, 2, one_trick(ending=NoReason(deals=1))),
    Unlawful("who knows what is forgotten", views_show_only_what_is_known, 1, asked(KnowledgeForgotten)),
    Unlawful("an event names a card of the stock", views_do_not_leak, 0, done(tells_of_the_stock)),
    Unlawful(
        "an event names a card of the stock, in 5211",
        views_do_not_leak,
        0,
        game5211.rules(players=2).after(DealOut, Do(tells_of_the_stock)),
    ),
    Unlawful("a record names a card of a hand", views_do_not_leak, 0, done(notes_a_hand)),
    Unlawful("a hidden hand says what is trump", views_do_not_leak, 0, done(trump_of_a_hand)),
    Unlawful("which of equal copies it is shows", views_do_not_leak, 0, done(tells_which_copy, deck=COPIES)),
    Unlawful("what is legal depends on a hidden hand", views_do_not_leak, 0, asked(MayNotIfNeighbourHasQueen)),
    Unlawful("a question is never the same", views_do_not_leak, 0, asked(AskedRun, AsksInNewWords)),
    Unlawful("a hidden card is named when all is scored", views_do_not_leak, 2, done(shown_when_scored, cards=1)),
    Unlawful(
        "a hidden card says who starts",
        views_do_not_leak,
        2,
        one_trick(deals=2).replace(schedule=Schedule(hand_sizes=SameSize(1), starter=StarterByHiddenCard())),
    ),
    Unlawful(
        "what all have seen is no decision to hear of", views_do_not_leak, 2, game(DealOut(), DeafBids(), Tricks())
    ),
    Unlawful("a hidden card says what is heard", views_do_not_leak, 2, game(DealOut(), HeardByTheRich(), Tricks())),
    Unlawful(
        "estimates are counted at once, in Pikinni",
        commitments_stay_secret,
        0,
        pikinni.rules(players=2).without(Estimates).before(Tricks, EstimatesCounted()),
    ),
    Unlawful("a secret yes leaves the others no choice", commitments_stay_secret, 0, asked(SecondMayNot)),
    Unlawful("a secret roll is told", views_do_not_leak, 0, done(tells_a_secret_roll)),
    Unlawful("who decided first is revealed", commitments_come_in_any_order, 0, asked(FirstComesFirst)),
    Unlawful("hands change places without a word", sampled_worlds_agree, 0, done(swaps_hands)),
    Unlawful("what is told fits no other world", sampled_worlds_agree, 0, done(tells_the_sum)),
    Unlawful("too much is ruled out", nothing_true_is_ruled_out, 1, game(DealOut(), VoidInEverything())),
    Unlawful("a hand lacked what it played", nothing_true_is_ruled_out, 1, game(DealOut(), VoidInWhatItPlays())),
    Unlawful("hidden hands say what they lacked", nothing_true_is_ruled_out, 0, game(DealOut(), LooksBackIntoHands())),
    Unlawful("hidden hands say what is ruled out", nothing_true_is_ruled_out, 0, game(DealOut(), LooksIntoHands())),
    Unlawful("a hand is said to have held aces", nothing_true_is_ruled_out, 1, game(DealOut(), ClaimsAllAces())),
    Unlawful("a hand is said to have held an ace", nothing_true_is_ruled_out, 1, game(DealOut(), ClaimsAnAce())),
    Unlawful("hidden hands say what they claim", nothing_true_is_ruled_out, 0, game(DealOut(), ClaimsOfTheRich())),
    Unlawful("an answer is not an action of the phase", texts_read_back, 1, asked(AnswersUnheardOf)),
    Unlawful("an action has two lines", texts_read_back, 0, asked(AskedRun, AskInTwoLines)),
    Unlawful("a scoring cannot be pickled", copies_are_equal, 0, game(scoring=Calculated(lambda seat: seat))),
    Unlawful("a policy is not a value", copies_are_equal, 0, game(DealOut(), Tricks(capture=NoValue()))),
    Unlawful("a draw shows on no card", records_replay, 0, done(unshown_draw)),
    Unlawful("the stock is turned round", records_replay, 0, game(DealOut(), Do(bottom_to_top), TurnTrump(), Tricks())),
    Unlawful(
        "a tie is broken by the number of the seat",
        seats_may_be_rotated,
        4,
        game(symmetry=SEATS, ending=AfterDeals(deals=1, ties=LaterSeat())),
    ),
    Unlawful(
        "one seat always leads",
        seats_may_be_rotated,
        0,
        game(DealOut(), Tricks(opening=SeatZeroOpens()), symmetry=SEATS),
    ),
    Unlawful(
        "a suit is better than the others",
        suits_may_be_renamed,
        2,
        game(DealOut(), Tricks(ranking=HeartsAreBetter()), cards=1, symmetry=SUITS),
    ),
    Unlawful(
        "a card of one suit costs points",
        suits_may_be_renamed,
        2,
        one_trick(scoring=QueensOfSpadesCount(), symmetry=SUITS),
    ),
)
"""All of them; every law is broken by one or more."""
