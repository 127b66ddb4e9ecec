"""The run of the tricks in one deal: look-ups for a play, the order of plays, and their events."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Later, PublicLater
from trickkit.model.hands import Hand
from trickkit.model.tricks import Captured, Played, Stuck, Trick, made_trick
from trickkit.phases.base import Run
from trickkit.phases.tricks.policies import TrickPolicies
from trickkit.phases.tricks.record import PlayedUnder, TrickTable, taken_in, told_of, told_with_opened
from trickkit.phases.tricks.seating import Seating
from trickkit.phases.tricks.tables import Cascade, Node
from trickkit.policies.capture import Finished
from trickkit.policies.until import Until

__all__: list[str] = []


def winner(node: Node, plays: tuple[Played, ...], hand: int, players: int) -> int:
    """The winning hand, as the number of hands clockwise from the one that plays; 0 if there is none."""
    return 0 if node.winner is None else (plays[node.winner].hand - hand) % players


class TricksAt(NamedTuple):
    """The progress of the tricks.

    It is a named tuple because one is created at every play, and creating a tuple takes a single step.

    Args:
        actors: the seat that chooses now; () at the end, or if the hand can play none of its cards.
        hand: the hand that plays now.
        legal: the faces it may play, as a mask.
        left: the cards that have not been played from any hand, as a mask.
        plays: the plays to the current trick.
        node: the state of the current trick, as a node of the tables.
        steps: the cascade of the follow policy that applies now.
        broken: whether a card that breaks a suit has been played, if the follow policy reads it.
        tricks: the complete tricks of this phase.
        taken: by hand, how many of them it took.
        idle: the hands that take part but have no card for the current trick, as bits.
    """

    actors: tuple[int, ...]
    hand: int
    legal: int
    left: int
    plays: tuple[Played, ...]
    node: Node
    steps: Cascade
    broken: bool
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    idle: int


class Between(NamedTuple):
    """The tables for the time between tricks.

    Args:
        root: a trick before its lead.
        until: when the tricks are over.
        counts: whether that depends only on the numbers of tricks.
        shares: whether the capture looks back at every trick.
        differ: whether the hands may differ in size.
        earlier: the tricks of the deal before this phase.
        opener: the hand that led the first trick of the deal, or leads it now.
    """

    root: Node
    until: Until
    counts: bool
    shares: bool
    differ: bool
    earlier: tuple[Trick, ...]
    opener: int


class Fixed(NamedTuple):
    """The constant tables for the plays of a deal; they depend only on the deal and the phase.

    It is a tuple because a play can unpack it in a single step.

    Args:
        hands: by hand, the cards that it holds before the first play; none for a resting one.
        breakers: the faces that break a suit, if the follow policy reads that.
        tells_first: whether to distinguish the first trick of the deal, which is played in this phase.
        tells_winner: whether to record who is winning.
        declarer: the hand of the declarer, if the follow policy distinguishes it; otherwise -1.
        between: the tables for the time between tricks.
    """

    hands: tuple[int, ...]
    breakers: int
    tells_first: bool
    tells_winner: bool
    declarer: int
    between: Between


@frozen(slots=False)
class TricksRun(Run[TricksAt]):
    """The run of `Tricks` in one deal.

    Args:
        phase: its policies.
        seating: the tables for who chooses for which hand.
    """

    phase: TrickPolicies
    seating: Seating = field(eq=False, repr=False)
    _fixed: Fixed = field(init=False, eq=False, repr=False)

    @_fixed.default
    def _looked_up(self) -> Fixed:
        # A hot function: it runs once in every deal.
        deal, phase = self.deal, self.phase
        resting, held, until, table = deal.resting, deal.held, phase.until.of(deal), deal.get(TrickTable)
        tables, earlier = phase.tables_of(deal, len(deal.stock) > 0), table.tricks if table else ()
        between: Between = _new(
            Between,
            (
                tables.root,
                until,
                type(until).ended is Until.ended,
                phase.capture.looks_back,
                phase.may_differ,
                earlier,
                earlier[0].plays[0].hand if earlier else self._first_leader(),
            ),
        )
        fixed: Fixed = _new(
            Fixed,
            (
                tuple([0 if hand in resting else held[hand] for hand in deal.seats]) if resting else held,
                phase.breakers(deal.deck, deal.trump) if tables.reads_broken else 0,
                tables.reads_first and not earlier,
                tables.reads_winner,
                deal.declarer if tables.reads_declares and deal.declarer is not None else -1,
                between,
            ),
        )
        return fixed

    @property
    def earlier(self) -> tuple[Trick, ...]:
        return self._fixed.between.earlier

    @property
    def _logged_plays(self) -> int:
        """The number of plays to the first trick that are already in the log; 0 unless the tricks are resumed."""
        return 0

    def _first_leader(self) -> int:
        """The hand that leads the first trick of the deal."""
        opener = self.phase.opening.opening(self.deal, self.seating.choosers)
        return self.seating.after[opener] if opener in self.deal.resting else opener

    @cached_property
    def _exposed(self) -> tuple[tuple[int, int], ...]:
        """The exposed hands, each with the number of cards played in this phase before it is exposed."""
        exposed = self.phase.exposing.exposed(self.deal)
        if not exposed:
            return ()
        before = sum([len(trick.plays) for trick in self.earlier])
        return tuple([(hand, max(0, cards - before)) for hand, cards in exposed.items()])

    def exposes_in_time(self, hand: int) -> bool:
        """Whether a hand is exposed before it has to play a card."""
        cards = dict(self._exposed).get(hand)
        acting_hand, turns = self.start().hand, 0
        while acting_hand != hand:
            acting_hand, turns = self.seating.after[acting_hand], turns + 1
        return cards is not None and cards <= turns

    def start(self) -> TricksAt:
        hands, breakers, *_, (*_, earlier, leader) = self._fixed
        broken = False
        if earlier:
            kinds = self.deal.deck.kinds
            broken = any(kinds[play.action.face] & breakers for trick in earlier for play in trick.plays)
            leader = self.phase.lead.after(earlier[-1], leader, self.seating.choosers)
        return self._lead(leader, sum(hands), broken, (), (0,) * len(hands))

    @cached_property
    def _shown(self) -> int:
        """The cards that the opening shows to everybody to be in the leading hand, as a mask."""
        return (
            0 if self.earlier else self.phase.opening.shown(self.deal) & self._fixed.hands[self._fixed.between.opener]
        )

    def _lead(self, hand: int, left: int, broken: bool, tricks: tuple[Trick, ...], taken: tuple[int, ...]) -> TricksAt:
        # A hot function: it runs at every trick.
        hands, _, tells_first, _, declarer, (root, _, _, _, differ, _, _) = self._fixed
        idle = self._idle(left) if differ else 0
        if idle >> hand & 1:
            hand = self._without(idle).after[hand]
        legal, steps = hands[hand] & left, root.cascades[0, tells_first and not tricks, broken, hand == declarer]
        for binds, allowed, at_least in steps:
            if legal & binds and (at_least == 1 or (legal & binds).bit_count() >= at_least):
                legal &= allowed
                break
        actors = self.seating.acting[hand] if legal else ()
        return _new(TricksAt, (actors, hand, legal, left, (), root, steps, broken, tricks, taken, idle))

    def _idle(self, left: int) -> int:
        """The hands that take part but have no card left, as bits."""
        resting = self.deal.resting
        return sum(
            [1 << hand for hand, cards in enumerate(self._fixed.hands) if not cards & left and hand not in resting]
        )

    def _without(self, idle: int) -> Seating:
        """The seating of a trick in which some hands have no card."""
        resting = tuple([hand for hand in self.deal.seats if hand in self.deal.resting or idle >> hand & 1])
        return self.phase.seating(self.deal.deck, self.seating.choosers, resting)

    def legal(self, at: TricksAt, seat: int) -> tuple[Action, ...]:
        """The faces that may be played, in the order of the deck; equal copies once."""
        # A hot function: it runs at every play.
        return self.seating.plays[at.legal]

    def play(self, at: TricksAt, seat: int, action: Action) -> TricksAt | None:
        # A hot function: it runs at every play.
        _, hand, legal, left, plays, node, steps, broken, tricks, taken, idle = at
        seating = self.seating
        kind, card, face_index, played = seating.moves[hand].get(action, _NO_MOVE)
        bit = kind & legal
        if not bit:
            return None
        if not card:
            # Of equal copies, the first one that the hand holds.
            bit &= -bit
            card = seating.card_of[bit]
        left ^= card
        plays += (played,)
        hands, breakers, tells_first, tells_winner, declarer, _ = self._fixed
        breaks = bit & breakers and not broken
        if breaks:
            broken = True
        after = node.after[face_index] or node[kind & -kind]
        if idle:
            seating = self._without(idle)
        if len(plays) == seating.hands:
            return self._complete(plays, after, left, broken, tricks, taken)
        hand = seating.after[hand]
        cascades = after.cascades
        if cascades is not node.cascades or breaks or tells_winner or declarer >= 0:
            wins = winner(after, plays, hand, len(hands)) if tells_winner else 0
            steps = cascades[wins, tells_first and not tricks, broken, hand == declarer]
        legal = hands[hand] & left
        for binds, allowed, at_least in steps:
            if legal & binds and (at_least == 1 or (legal & binds).bit_count() >= at_least):
                legal &= allowed
                break
        actors = seating.acting[hand] if legal else ()
        return _new(TricksAt, (actors, hand, legal, left, plays, after, steps, broken, tricks, taken, idle))

    def _complete(
        self,
        plays: tuple[Played, ...],
        node: Node,
        left: int,
        broken: bool,
        tricks: tuple[Trick, ...],
        taken: tuple[int, ...],
    ) -> TricksAt:
        phase, (root, until, counts, shares, _, _, opener) = self.phase, self._fixed.between
        best = plays[node.leads].hand
        taker = phase.capture.taker(best, len(taken))
        leads = best if taker is None else taker
        if node.winner is None:
            taker = None
        trick = made_trick(plays, taker, None if taker is not None else leads)
        if shares:
            trick = self._shared(trick, tricks)
            taker, leads = trick.taker, trick.counted_taker
        tricks = (*tricks, trick)
        if taker is not None:
            more = [*taken]
            more[taker] += 1
            taken = (*more,)
        if not left or (until.over(taken, self.deal.declarer) if counts else self._ended(tricks, taken)):
            return TricksAt((), leads, 0, left, (), root, (), broken, tricks, taken, 0)
        leader = phase.lead.after(trick, opener, self.seating.choosers)
        return self._lead(leader, left, broken, tricks, taken)

    def _ended(self, tricks: tuple[Trick, ...], taken: tuple[int, ...]) -> bool:
        """Whether the tricks are over, if that depends on more than the numbers of tricks taken."""
        earlier = self.earlier
        table = TrickTable(earlier + tricks, Trick(()), taken_in(earlier, taken))
        return self._fixed.between.until.ended(self.deal, table, len(earlier))

    def _shared(self, trick: Trick, tricks: tuple[Trick, ...]) -> Trick:
        """The completed trick with its taker and the distribution of its cards.

        Raises:
            InvalidRules: the capture names a taker that is not a hand, distributes other cards than there are, or moves
                one that the hand does not have.
        """
        node, values, earlier, capture = self._fixed.between.root, [], self.earlier + tricks, self.phase.capture
        for play in trick.plays:
            face = self.deal.deck.kinds[play.action.face]
            node = node[face & -face]
            values.append(node.value)
        hands, finished = (*self.deal.seats, None), Finished(trick, tuple(values), earlier, self.deal)
        taker: Any = capture.taker_of(finished)
        if isinstance(taker, bool) or taker not in hands:
            raise InvalidRules(
                f"{quoted(capture)}: taker_of returned {quoted(taker)} for {trick}; it must return a hand, or None"
            )
        if taker != trick.taker:
            trick = Trick(trick.plays, taker, trick.counted_taker if taker is None else None)
            finished = evolve(finished, trick=trick)
        given: object = capture.captured(finished)
        if not isinstance(given, Captured) or len(given.cards) != len(trick.plays) or {*given.cards} - {*hands}:
            raise InvalidRules(
                f"{quoted(capture)}: captured returned {quoted(given)} for {trick}; it must return a Captured with a "
                f"hand, or None, for each of its {len(trick.plays)} cards"
            )
        table = TrickTable(earlier, Trick(()), ())
        for move in given.moved:
            if move.card not in table.captured(move.source) or move.target not in self.deal.seats:
                raise InvalidRules(
                    f"{quoted(capture)}: captured returned {quoted(given)}; hand {move.source} has no {move.card} to "
                    "give"
                )
        return evolve(trick, captured=given)

    def refusal(self, at: TricksAt, seat: int, action: Action) -> str:
        deck = self.deal.deck
        if not isinstance(action, Play) or action.face not in deck.kinds:
            named = isinstance(action, Play) and action.face in deck.by_text
            faces = " or ".join([face.text for face in deck.card(str(action)).faces]) if named else ""
            instead = f"is played as {faces}" if named else "is not a card"
            return f"a card is played now, out of hand {at.hand}; {action} {instead}"
        cards = self._fixed.hands[at.hand] & at.left
        if not cards & deck.kinds[action.face]:
            return f"hand {at.hand} does not hold {action}; it holds {Hand(deck, cards)}"
        return f"{action} is not allowed: {self.rule(at, cards)}; hand {at.hand} holds {Hand(deck, cards)}"

    def rule(self, at: TricksAt, faces: int) -> str:
        """The rule of the first step that binds a hand with the given faces, a mask."""
        tables, first = at.node.tables, not at.tricks and not self.earlier
        wins = winner(at.node, at.plays, at.hand, self.deal.players)
        declares = at.hand == self._fixed.declarer
        steps = tables.follow.steps(tables.context(at.node, wins, first, at.broken, declares))
        return next(step.rule for step in steps if (faces & step.binds).bit_count() >= step.at_least)

    def trick(self, at: TricksAt) -> int | None:
        return len(self.earlier) + len(at.tricks) if at.actors else None

    def record(self, at: TricksAt) -> Deal:
        return self.record_with(at, self.log(at))

    def log(self, at: TricksAt) -> Later:
        """The events of the plays and the tricks so far, and of the hands that have been exposed."""
        before = self._logged_plays
        plain: Later = PublicLater(told_of, at.tricks, at.plays, len(self.earlier), before)
        opened = self._opened(at) if self._exposed else ()
        if not opened:
            return plain
        shown = tuple([(hand, max(0, cards - before), self.deal.held[hand]) for hand, cards in opened])
        return PublicLater(told_with_opened, self.deal.deck, shown, plain)

    def record_with(self, at: TricksAt, told: Later) -> Deal:
        """The deal with the tricks so far, and with the given events."""
        # A hot function: it runs for every view.
        deal, (hands, *_, between), tricks, plays = self.deal, self._fixed, at.tricks, at.plays
        earlier, opened = between.earlier, self._opened(at) if self._exposed else ()
        table: TrickTable | None = deal.get(TrickTable) if earlier else None
        before = table.phases[: len(earlier)] if table else ()
        phases = (*before, *(self._under,) * (len(tricks) + 1)) if len(before) == len(earlier) else ()
        played = sum(hands) & ~at.left
        seen = played | self._shown
        if opened:
            seen |= sum([deal.held[hand] for hand, _ in opened])
        stuck = () if at.actors or not at.steps else (at.hand,)
        if stuck:
            deal, held = deal.changed(closed=True), deal.held[at.hand] & at.left
            seen, told = seen | held, PublicLater(_then, told, Stuck(at.hand, tuple(map(str, Hand(deal.deck, held)))))
        return deal.with_record(
            TrickTable(earlier + tricks, made_trick(plays), taken_in(earlier, at.taken), phases, *stuck),
            told,
            held=tuple([cards & ~played for cards in deal.held]),
            out=Hand(deal.deck, deal.out.mask | played),
            known=tuple([known | seen for known in deal.known]),
        )

    @cached_property
    def _under(self) -> PlayedUnder:
        return PlayedUnder(self.phase, self.phase.follow.of(self.deal), self.deal.trump)

    def _opened(self, at: TricksAt) -> tuple[tuple[int, int], ...]:
        """The hands exposed so far, each with the number of cards played in this phase before it was exposed."""
        exposed, deal = self._exposed, self.deal
        played = len(at.plays) + sum([len(trick.plays) for trick in at.tricks])
        # A hand that everybody has seen before is not shown again.
        hidden = [hand for hand, _ in exposed if any(deal.held[hand] & ~known for known in deal.known)]
        return tuple([(hand, cards) for hand, cards in exposed if hand in hidden and cards <= played])


def _then(log: Later, event: Event) -> tuple[Event, ...]:
    """A log with one more event."""
    return (*log(), event)


_NO_MOVE: tuple[int, int, int, Any] = (0, 0, 0, None)
_new = tuple.__new__
