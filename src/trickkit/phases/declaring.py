"""Declaring melds in words: seats announce their best melds in turn, and the side with the best one shows its melds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call, Show
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.hands import Hand
from trickkit.phases.base import Claim
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.declarations import PASS, Declarations, Declared, MeldShown, Statement
from trickkit.policies.melds import Meld, Melding
from trickkit.policies.participants import Everyone, Participants
from trickkit.policies.partners import Opposite, Partners

__all__ = ["DeclareMelds", "Declared", "MeldShown", "named", "said"]


def named(meld: Meld, deck: Deck) -> str:
    """The words that name the cards of a meld: its length, top rank and suit, or its rank if it is a set.

    Args:
        meld: cards of one suit in sequence, the lowest first, or cards of one rank.
        deck: the deck in use.

    >>> from trickkit.model.cards import french
    >>> [named(Meld(tuple(cards.split()), 20, (20,)), french()) for cards in ("6H 7H 8H", "KC KD KH KS")]
    ['3 to 8 of H', 'all K']
    """
    last, other = deck.card(meld.cards[-1]).faces[0], deck.card(meld.cards[0]).faces[0]
    rank = last.text.removesuffix(last.suit.letter)
    return f"{len(meld.cards)} to {rank} of {last.suit.letter}" if last.suit == other.suit else f"all {rank}"


def said(meld: Meld, deck: Deck, trump: Suit | None) -> str:
    """The words that rate a meld without naming its suit, except trump.

    Args:
        meld: as for `named`.
        deck: the deck in use.
        trump: the trump suit, or None.

    >>> from trickkit.model.cards import french
    >>> meld, hearts = Meld(("6H", "7H", "8H"), 20, (20,)), french().suits[2]
    >>> said(meld, french(), hearts), said(meld, french(), None)
    ('3 to 8 of trumps', '3 to 8')
    """
    words, _, letter = named(meld, deck).partition(" of ")
    return f"{words} of trumps" if trump is not None and letter == trump.letter else words


def _groups(deck: Deck) -> Iterator[tuple[str, ...]]:
    """The texts of each group of cards in sequence in a suit, and of all cards of a rank."""
    for suit in deck.suits:
        cards = sorted((card for card in deck if card.faces[0].suit == suit), key=lambda card: card.faces[0].rank)
        texts = [card.text for card in cards]
        yield from (tuple(texts[start:end]) for end in range(len(texts) + 1) for start in range(end))
    for card in deck:
        rank = card.text.removesuffix(card.faces[0].suit.letter)
        texts = [f"{rank}{suit.letter}" for suit in deck.suits]
        if card.text == texts[0] and all(text in deck.kinds for text in texts):
            yield tuple(texts)


@frozen(kw_only=True)
class DeclareMelds(Declarations):
    """Each seat may announce its best meld, and the side with the best one may show its melds.

    The words (`said`) rate a meld, but name no suit except trump. Melds with the same words are equally good, and the
    one declared first counts as better. Then each seat of the winning side that declared a meld shows it, and as many
    others as it likes. A seat that passes keeps its melds secret; other sides reveal only their words.

    Args:
        melding: which melds exist: runs and sets.
        who: the seats that are asked, in order.
        partners: who plays together.

    Raises:
        InvalidRules: a policy is of the wrong type; or, before a game, the melds are neither runs nor sets.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.melds import RunsAndSets
    >>> from trickkit.policies.partners import Alone
    >>> deck = french("789TJQKA")
    >>> hands = [Hand.of(deck, text.split()) for text in ("7C 8C 9C", "TD JD QD")]
    >>> deal = Deal.fresh(deck, players=2, starter=1).changed(hands=tuple(hands))
    >>> melding = RunsAndSets(order="789TJQKA", runs={3: 20}, sets={})
    >>> run = DeclareMelds(melding=melding, partners=Alone()).begin(deal)
    >>> at = run.play(run.start(), 0, Call("3 to 9"))
    >>> at = run.play(at, 1, Call("3 to Q"))
    >>> at.actors, [str(action) for action in run.legal(at, 1)]
    ((1,), ['show 3 to Q of D'])
    >>> after = run.record(run.play(run.play(at, 1, Show("3 to Q of D")), 1, PASS))
    >>> [str(meld) for meld in after[DeclareMelds].shown[1]], after[DeclareMelds].shown[0]
    (['TD JD QD (20)'], ())
    """

    melding: Melding = field(validator=is_a(Melding))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @cached_property
    def _melds(self) -> dict[tuple[Deck, Suit | None], tuple[Meld, ...]]:
        return {}

    def possible(self, deck: Deck, trump: Suit | None) -> tuple[Meld, ...]:
        """Every meld that a hand may hold, cached.

        Args:
            deck: the deck in use.
            trump: the trump suit, or None.
        """
        possible = self._melds.get((deck, trump))
        if possible is None:
            melds = [meld for cards in _groups(deck) for meld in self.melding.melds(Hand.of(deck, cards), trump)]
            possible = self._melds[deck, trump] = tuple(dict.fromkeys(melds))
        return possible

    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        return self.melding.melds(hand, trump)

    def says(self, meld: Meld, deck: Deck, trump: Suit | None) -> Call:
        return Call(said(meld, deck, trump))

    def shows(self, meld: Meld, deck: Deck) -> Show:
        return Show(named(meld, deck))

    def statements(self, deck: Deck, trump: Suit | None) -> tuple[Statement, ...] | None:
        possible = self.melding.possible(deck, trump)
        if possible is None:
            return None
        return tuple(
            [
                Statement(
                    self.says(option.meld, deck, trump), self.shows(option.meld, deck), option.needs, option.lacks,
                    option.meld.points, option.meld.strength, option.alone,
                )
                for option in possible
            ]
        )  # fmt: skip

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """The announcement of every meld, pass, and the showing of every meld.

        Raises:
            InvalidRules: the melds are neither runs nor sets.
        """
        if self.melding.combinations(deck, None) is not None:
            raise InvalidRules(
                f"DeclareMelds: {type(self.melding).__name__} lists combinations, for which there are no words; with "
                "ShowMelds all seats show them"
            )
        melds = self.possible(deck, None)
        words = dict.fromkeys(said(meld, deck, trump) for trump in (None, *deck.suits) for meld in melds)
        return (*map(Call, words), PASS, *map(Show, dict.fromkeys(named(meld, deck) for meld in melds)))

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        declared: Declared | None = deal.get(DeclareMelds)
        if declared is None:
            return ()
        answers = {
            (event.seat, event.action): index for index, event in enumerate(deal.events) if type(event) is Answered
        }
        groups: dict[str, list[frozenset[str]]] = {}
        for meld in self.possible(deal.deck, deal.trump):
            groups.setdefault(said(meld, deal.deck, deal.trump), []).append(frozenset(meld.cards))
        return tuple(
            [
                Claim(seat, answers[seat, call], partial(self._is_said, deal, call.word), tuple(groups[call.word]))
                for seat, call in declared.calls
                if isinstance(call, Call)
            ]
        )

    def _is_said(self, deal: Deal, word: str, texts: tuple[str, ...]) -> bool:
        """Whether a word describes the best meld in a set of cards."""
        melds = self.melding.melds(Hand.of(deal.deck, texts), deal.trump)
        return bool(melds) and said(melds[0], deal.deck, deal.trump) == word
