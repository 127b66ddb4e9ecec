"""Beating the trick with higher cards of the led suit or with trumps: opponents' cards only, or everybody's."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.model.cards import Suit
from trickkit.model.checks import counted, each_is_a, is_a
from trickkit.model.converters import to_suits
from trickkit.policies.follow import Context, Follow, Step

__all__ = ["DiscardOrOvertrump", "HeadTrumps", "MustHead", "OvertrumpOpponents"]


@frozen(kw_only=True)
class OvertrumpOpponents(Follow):
    """Follow suit, with a higher trump if trump was led; if you cannot, beat an opponent's card with a trump.

    While the partner is winning, a player who cannot follow suit may play anything. Belote is played like this.

    Args:
        undertrump: whether a player who cannot beat an opponent's trump must play a lower one; if not, it may play
            anything.
        over_partner: whether a player must also play a higher trump when its partner is winning a trump lead.
        headed: trumps under which every lead must be beaten with a higher card, as when all suits are trumps.
        partner: how many hands clockwise from the player its partner sits, 1 or more.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> (clubs, _, hearts, _), follow = deck.suits, OvertrumpOpponents()
    >>> king, given = deck.card("KH").faces[0], {"deck": deck, "ranking": HighCard(), "reads": follow.reads}
    >>> for winner in (1, 2):
    ...     context = Context(**given, led=clubs, trump=hearts, best=king, winner=winner)
    ...     print([step.rule for step in follow.steps(context)][1:])
    ['void in the led suit, you must beat the opponent with a trump', 'void in the led suit, you must play a trump']
    []
    """

    reads: ClassVar[tuple[str, ...]] = ("best", "winner")

    undertrump: bool = field(default=True, validator=is_a(bool))
    over_partner: bool = field(default=True, validator=is_a(bool))
    headed: tuple[Suit, ...] = field(default=(), converter=to_suits, validator=each_is_a(Suit))
    partner: int = field(default=2, validator=counted(1))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """If the policy demands it, the cards that beat the trick; then the led suit; then the trumps."""
        led, trump = context.led, context.trump
        if led is None:
            return ()
        suit, partner_wins = context.suit(led), context.winner == self.partner
        follow = Step(suit, f"follow suit: {led} was led")
        if led == trump or trump in self.headed:
            if partner_wins and not self.over_partner:
                return (follow,)
            return Step(suit & context.beating(), f"play a higher card of the led suit: {led} was led"), follow
        if partner_wins:
            return (follow,)
        trumps = context.suit(trump)
        over = Step(trumps & context.beating(), "void in the led suit, you must beat the opponent with a trump")
        under = Step(trumps, "void in the led suit, you must play a trump")
        return (follow, over, under) if self.undertrump else (follow, over)


@frozen
class DiscardOrOvertrump(Follow):
    """Follow suit if you can; otherwise throw off any card, or play a trump that beats the trick, but no lower one.

    A hand that has nothing but lower trumps may play one. If trumps are led, any trump may be played.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck, follow = french("QKA"), DiscardOrOvertrump()
    >>> (clubs, _, hearts, _), king = deck.suits, deck.card("KH").faces[0]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=follow.reads, led=clubs, trump=hearts, best=king)
    >>> [bool(follow.steps(context)[1].allowed & deck.mask([card])) for card in ("QH", "AH", "QS")]
    [False, True, True]
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        """A step for the led suit, then one for all cards except trumps that do not beat the trick."""
        if context.led is None:
            return ()
        low = context.suit(context.trump) & ~context.beating()
        return (
            Step(context.suit(context.led), f"follow suit: {context.led} was led"),
            Step(context.all & ~low, "void in the led suit, you may throw off, or overtrump, but not undertrump"),
        )


@frozen
class MustHead(Follow):
    """Follow suit with a card that beats the trick if you can; otherwise beat it with a trump, or play a trump.

    A hand that can do none of these may play anything. Schnapsen is played like this once the stock is gone.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck, follow = french("QKA"), MustHead()
    >>> clubs, king = deck.suits[0], deck.card("KC").faces[0]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=follow.reads, led=clubs, trump=deck.suits[2], best=king)
    >>> follow.steps(context)[0].allowed == deck.mask(["AC"]), follow.steps(context)[1].rule
    (True, 'follow suit: clubs was led')
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        led = context.led
        if led is None:
            return ()
        suit, trumps, beating = context.suit(led), context.suit(context.trump), context.beating()
        return (
            Step(suit & beating, f"follow suit with a card that beats the trick: {led} was led"),
            Step(suit, f"follow suit: {led} was led"),
            Step(trumps & beating, "void in the led suit, you must beat the trick with a trump"),
            Step(trumps, f"void in the led suit, you must play a trump: {context.trump}"),
        )


@frozen
class HeadTrumps(Follow):
    """Follow suit if you can, and beat the trick if a trump was led; otherwise play any trump if you can.

    A hand that can do none of these may play anything. Pinochle is played like this.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck, follow = french("QKA"), HeadTrumps()
    >>> (clubs, _, hearts, _), king = deck.suits, deck.card("KH").faces[0]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=follow.reads, led=hearts, trump=hearts, best=king)
    >>> follow.steps(context)[0].allowed == deck.mask(["AH"])
    True
    >>> context = Context(deck=deck, ranking=HighCard(), reads=follow.reads, led=clubs, trump=hearts, best=king)
    >>> [step.rule for step in follow.steps(context)]
    ['follow suit: clubs was led', 'void in the led suit, you must play a trump: hearts']
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        """If trumps were led, those that beat the trick; then the led suit; then the trumps."""
        led, trump = context.led, context.trump
        if led is None:
            return ()
        suit = context.suit(led)
        follow = Step(suit, f"follow suit: {led} was led")
        if led == trump:
            return Step(suit & context.beating(), f"play a higher trump: {led} was led"), follow
        return follow, Step(context.suit(trump), f"void in the led suit, you must play a trump: {trump}")
