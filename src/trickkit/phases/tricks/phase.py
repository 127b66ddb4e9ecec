"""Tricks: one hand after the other, clockwise from the leading hand, plays a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call, Play
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.questions import Question, Sight
from trickkit.model.tricks import Played
from trickkit.phases.base import Void
from trickkit.phases.tricks.policies import TrickPolicies
from trickkit.phases.tricks.record import PlayedUnder, TrickTable
from trickkit.phases.tricks.run import TricksRun, winner
from trickkit.phases.tricks.tables import Cascade, TrickTables

__all__ = ["Tricks"]


@frozen(kw_only=True)
class Tricks(TrickPolicies):
    """Play tricks until the hands are empty, or until a policy says that they are over.

    Args:
        control: which seat chooses for a hand.
        follow: what may be played.
        ranking: which suit a face belongs to, and how strong it is.
        resolution: which suit is to be followed, and which play wins; usually the first of the strongest.
        capture: which hand takes a trick, and who gets its cards.
        opening: which hand leads the first trick.
        lead: which hand leads the next one.
        breaking: which cards break a suit.
        until: when the tricks are over before the hands are empty.
        exposing: which hands are exposed.
        may_differ: whether the hands may differ in size; if so, a hand with no card left is skipped.

    Each policy may depend on what is bid: see `ByContract`.

    If the phase occurs again, the tricks go on: "the first trick" is the first one of the deal, and `lead` says who
    leads next.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> playout(pikoko.rules(players=3), seed=7).deal[Tricks].taken
    (2, 1, 5)
    """

    record: ClassVar[type[Record]] = TrickTable

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call that may be made in the tricks; () where none is (`CallingTricks`)."""
        return ()

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Play(text) for text in deck.kinds), *self.calls)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        events = (index for index, event in enumerate(deal.events) if type(event) is Played)
        voids: list[Void] = []
        for event, (play, face, steps) in zip(events, self._played(deal), strict=False):
            passed = 0
            for binds, allowed, at_least in steps:
                if allowed & face:
                    break
                passed |= binds if at_least == 1 else 0
            voids += [Void(play.hand, event, passed)] * (passed != 0)
        return tuple(voids)

    def _played(self, deal: Deal) -> Iterator[tuple[Played, int, Cascade]]:
        """The plays of a deal, each with the bits of its face and the cascade that applied to it.

        A trick of another phase of the deal has no cascade.
        """
        table: TrickTable | None = deal.get(Tricks)
        if table is None:
            return
        kinds, players, me = deal.deck.kinds, deal.players, self.of(deal)
        now, broken = PlayedUnder(me, self.follow.of(deal), deal.trump), False
        stocked = self._stocked(deal, table)
        for index, (trick, stock) in enumerate(zip((*table.tricks, table.current), stocked, strict=True)):
            under = self._under(table, index, now)
            mine = under.phase is me or under.phase == me
            follow = under.follow if mine else now.follow
            tables = me.tables(deal.deck, under.trump, stock, None if follow is me.follow else follow)
            breakers = me.breakers(deal.deck, under.trump)
            node, first = tables.root, tables.reads_first and not index
            for play in trick.plays:
                face = kinds[play.action.face]
                if mine:
                    wins = winner(node, trick.plays, play.hand, players) if tables.reads_winner else 0
                    declares = tables.reads_declares and play.hand == deal.declarer
                    yield play, face, node.cascades[wins, first, broken, declares]
                    node = node[face & -face]
                else:
                    yield play, face, ()
                broken = broken or bool(tables.reads_broken and face & breakers)

    def _under(self, table: TrickTable, number: int, now: PlayedUnder) -> PlayedUnder:
        """The policies and the trump under which a trick of the deal was played.

        Args:
            table: of the deal.
            number: the number of the trick.
            now: what applies to all tricks if the table does not say.
        """
        return table.phases[number] if table.phases else now

    def tables_then(self, deal: Deal, cards: int) -> TrickTables:
        """The tables of the policies as they were after a number of cards had been played to tricks.

        Args:
            deal: as it stands now, perhaps that of a view.
            cards: the number of cards played to tricks of the deal, 0 or more.
        """
        return self.tables_of(deal)

    def _stocked(self, deal: Deal, table: TrickTable) -> list[bool]:
        """By trick, the current one last, whether the stock had cards; all False if the follow policy ignores it."""
        count = len(table.tricks) + 1
        if not self._reads_stock:
            return [False] * count
        # Cards that were drawn after a card was played were still in the stock when it was played.
        left, backwards = len(deal.stock), []
        for event in reversed(deal.events):
            left += len(event.off_stock) - len(event.put_under)
            if type(event) is Played:
                backwards.append(left > 0)
        stocked = [*reversed(backwards), len(deal.stock) > 0]
        starts = [sum(len(trick.plays) for trick in table.tricks[:index]) for index in range(count)]
        return [stocked[start] for start in starts]

    def question(self, view: Sight) -> Question:
        deal = view.deal
        verb = "Play a card" if deal[Tricks].current.plays else "Lead a card"
        # A seat that chooses for several hands has its legal cards in the hand whose turn it is.
        faces = [deal.deck.kinds[action.face] for action in view.legal() if isinstance(action, Play)]
        hands = [seat for seat, hand in enumerate(deal.hands) if all(hand.mask & face for face in faces)]
        hand = hands[0] if len(hands) == 1 else view.seat or 0
        code, fields = "play" if deal[Tricks].current.plays else "lead", (("hand", hand),)
        return Question(f"{verb}." if hand == view.seat else f"{verb} out of hand {hand}.", code, fields)

    def begin(self, deal: Deal) -> TricksRun:
        """The run of the tricks in a deal.

        Raises:
            InvalidRules: nothing is dealt, the hands differ in size and may not, or a seat plays from a hand that it
                does not see.
        """
        held, firsts = deal.held, deal.deck.firsts
        playing = [hand for hand in deal.seats if hand not in deal.resting]
        sizes = [(held[hand] & firsts).bit_count() for hand in playing]
        if len(set(sizes)) != 1 and not (self.may_differ and sizes):
            raise InvalidRules(
                f"Tricks: hands of different sizes: {', '.join(map(str, sizes)) or 'none'}; "
                f"{_why_different(deal, dict(zip(playing, sizes, strict=True)))}where that is meant, write "
                "Tricks(may_differ=True)"
            )
        if not any(sizes):
            raise InvalidRules("Tricks: the hands are empty; a phase before it must deal")
        choosers, chosen = self.control.choosers(deal), self.of(deal)
        run = TricksRun(deal, chosen, chosen.seating(deal.deck, choosers, deal.resting))
        for hand in playing:
            if held[hand] & ~deal.knows(choosers[hand]) and not run.exposes_in_time(hand):
                raise InvalidRules(
                    f"Tricks: with {quoted(self.control)} seat {choosers[hand]} plays from hand {hand}, which it does "
                    "not see; change the control of Tricks or the visibility of DealOut, or expose the hand in time"
                )
        return run


def _why_different(deal: Deal, sizes: dict[int, int]) -> str:
    """Which phase is probably missing where hands differ in size, in words that end with a semicolon; "" if unknown.

    Args:
        deal: before its tricks.
        sizes: by hand, how many cards it has.
    """
    for hand, size in sizes.items():
        if size < deal.size:
            given = f"no phase gave hand {hand} cards for those that it passed on or laid away, as TakeStock does"
            return f"{given}, so that it has {size} of {deal.size}; "
    for hand, size in sizes.items():
        if size > deal.size:
            return f"hand {hand} laid away none of those that it got, as LayAway does to leave {deal.size}; "
    return ""
