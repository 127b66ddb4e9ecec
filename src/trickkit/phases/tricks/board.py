"""Tricks with a board, visible to all seats, on which plays and tricks place markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Later, PublicLater, Record
from trickkit.model.hands import Hand
from trickkit.model.tricks import Played, Trick, TrickTaken
from trickkit.phases.base import Run, Void
from trickkit.phases.tricks.markers import Markers, SpaceTaken, VoidDeclared
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.run import TricksAt, TricksRun
from trickkit.phases.tricks.tables import Cascade
from trickkit.policies.boards import Board, EachPlay, Placing

__all__ = ["BoardTricks"]


class Standing(NamedTuple):
    """The markers on the board, and the suits that hands may no longer play.

    Args:
        hands: by space, the hand whose marker is on it; None if it is free.
        free: the faces that take no space or a free one, as a mask.
        voids: by hand, the faces of suits that it may not play again, as a mask.
    """

    hands: tuple[int | None, ...]
    free: int
    voids: tuple[int, ...]

    def may_play(self, hand: int) -> int:
        """The faces that neither the board nor its earlier plays forbid a hand, as a mask."""
        return self.free & ~self.voids[hand]


@frozen(kw_only=True)
class BoardTricks(Tricks):
    """Tricks in which hands place markers on a board; a face whose space is taken cannot be played.

    The follow policy decides what may be played among the faces that the board allows. A hand that can play none of its
    cards is shown; the trick goes to nobody, and the deal is over. Read the board as `deal[BoardTricks]`, and the
    tricks as `deal[Tricks]`.

    Args:
        board: the spaces.
        placing: which of them a play takes, and which the taker of a trick gets.
        void_for_good: whether a hand that plays another suit than the one led may not play that suit again.

    >>> from attrs import evolve
    >>> from trickkit import Card, Face, Hand
    >>> from trickkit.model.cards import Deck
    >>> from trickkit.policies.follow import Anything
    >>> red, blue = Suit("red", "R"), Suit("blue", "B")
    >>> deck = Deck((Card("N1", (Face(red, 1, "R1"), Face(blue, 1, "B1"))),) * 2)
    >>> hands = [Hand(deck, mask) for mask in deck.masks]
    >>> deal = evolve(Deal.fresh(deck, players=2), hands=hands, known=(deck.all,) * 3)
    >>> run = BoardTricks(board=Board.of_faces(deck), follow=Anything()).begin(deal)
    >>> at = run.play(run.start(), 0, Play("R1"))
    >>> [str(action) for action in run.legal(at, 1)], str(run.record(at)[BoardTricks])
    (['B1'], 'hand 0: R1')
    """

    record: ClassVar[type[Record]] = Markers

    board: Board = field(validator=is_a(Board))
    placing: Placing = field(default=EachPlay(), validator=is_a(Placing))
    void_for_good: bool = field(default=False, validator=is_a(bool))

    @cached_property
    def _taking(self) -> dict[Deck, dict[str, int]]:
        return {}

    def taking(self, deck: Deck) -> dict[str, int]:
        """By space, the faces that take it when they are played, as a mask; cached.

        Raises:
            InvalidRules: no face can take a space, or the board has none of the spaces for the faces of a card.
        """
        if deck not in self._taking:
            self._check_spaces(deck)
            taking = self._taking[deck] = dict.fromkeys(self.board.spaces, 0)
            for face, bits in deck.kinds.items():
                space = self.placing.by_play(face)
                if space in taking:
                    taking[space] |= bits
        return self._taking[deck]

    def _check_spaces(self, deck: Deck) -> None:
        name, spaces = type(self).__name__, self.board.spaces
        for space in spaces if self.placing.of_faces else ():
            if space not in deck.kinds:
                raise InvalidRules(f"{name}: no card can take the space {quoted(space)}{nearest(space, deck.kinds)}")
        for card in deck:
            sought = [self.placing.by_play(face.text) for face in card.faces]
            if not any(space in spaces or space == "" for space in sought):
                raise InvalidRules(f"{name}: {card} can take no space: the board has no {' or '.join(sought)}")

    def at_first(self, deal: Deal) -> Standing:
        """The board before the tricks of this phase."""
        before: Markers | None = deal.get(BoardTricks)
        if before is None:
            return Standing((None,) * len(self.board.spaces), deal.deck.all, (0,) * deal.players)
        if before.board != self.board:
            raise InvalidRules(f"{type(self).__name__}: the tricks before it have another board; all have the same one")
        suits = self.tables_of(deal).by_suit
        voids = tuple([sum([suits[suit] for suit in mine]) for mine in before.voids])
        return Standing(before.hands, self._free(deal.deck, before.hands), voids)

    def _free(self, deck: Deck, hands: Sequence[int | None]) -> int:
        """The faces that take no space or a free one, as a mask."""
        taking = self.taking(deck)
        taken = [taking[space] for space, hand in zip(self.board.spaces, hands, strict=True) if hand is not None]
        return deck.all & ~sum(taken)

    def after_play(self, deal: Deal, standing: Standing, hand: int, face: str, led: Suit | None) -> Standing:
        """The board after a play.

        Args:
            deal: the deal with these tricks.
            standing: before.
            hand: that played.
            face: the text of the face.
            led: the suit that was to be followed; None if there was none.
        """
        after, space = standing, self.placing.by_play(face)
        if space in self.taking(deal.deck):
            after = self._marked(deal, after, space, hand)
        if self.void_for_good and led is not None:
            suit = self.tables_of(deal).by_suit[led]
            if not deal.deck.kinds[face] & suit:
                voids = [*after.voids]
                voids[hand] |= suit
                after = after._replace(voids=tuple(voids))
        return after

    def _marked(self, deal: Deal, standing: Standing, space: str, hand: int) -> Standing:
        hands, index = [*standing.hands], self.board.spaces.index(space)
        hands[index] = hand
        return standing._replace(hands=tuple(hands), free=standing.free & ~self.taking(deal.deck)[space])

    def after_trick(self, deal: Deal, standing: Standing, trick: Trick) -> tuple[Standing, tuple[str, ...]]:
        """The board after a trick, and the spaces that the taker of the trick got."""
        taker, spaces = trick.taker, self.board.spaces
        if taker is None:
            return standing, ()
        got = [
            space
            for space in dict.fromkeys(self.placing.by_trick(trick))
            if space in spaces and standing.hands[spaces.index(space)] is None
        ]
        for space in got:
            standing = self._marked(deal, standing, space, taker)
        return standing, tuple(got)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        events = (index for index, event in enumerate(deal.events) if type(event) is Played)
        voids: list[Void] = []
        for event, (play, passed) in zip(events, self._passed_over(deal), strict=False):
            voids += [Void(play.hand, event, passed)] * (passed != 0)
        return tuple(voids)

    def _passed_over(self, deal: Deal) -> Iterator[tuple[Played, int]]:
        """The plays of a deal, each with the faces that it proves its hand to lack, as a mask."""
        table = deal.get(Tricks)
        if table is None:
            return
        standing = Standing((None,) * len(self.board.spaces), deal.deck.all, (0,) * deal.players)
        tables, played, tricks = self.tables_of(deal), self._played(deal), (*table.tricks, table.current)
        previous: Tricks | None = None
        phases = [under.phase for under in table.phases] or [self] * len(tricks)
        for trick, phase in zip(tricks, phases, strict=True):
            if isinstance(phase, BoardTricks) and phase is not previous:
                standing = standing._replace(free=phase._free(deal.deck, standing.hands))
            node, previous = tables.root, phase
            for play, face, steps in (next(played) for _ in trick.plays):
                may, passed = standing.may_play(play.hand), 0
                for binds, allowed, at_least in steps:
                    if allowed & face:
                        break
                    passed |= binds & may if at_least == 1 else 0
                yield play, passed
                if isinstance(phase, BoardTricks):
                    standing = phase.after_play(deal, standing, play.hand, play.action.face, node.led)
                node = node[face & -face]
            if isinstance(phase, BoardTricks):
                standing, _ = phase.after_trick(deal, standing, trick)

    def begin(self, deal: Deal) -> BoardRun:  # type: ignore[override]
        """The run of the tricks in a deal, with its board.

        Raises:
            InvalidRules: as for tricks without a board; or as for `taking`.
        """
        self.taking(deal.deck)
        return BoardRun(deal, self, super().begin(deal))


class Note(NamedTuple):
    """An event of the board, and its place in the log of the tricks.

    Args:
        after: how many cards had been played and tricks completed in these tricks.
        event: the event.
    """

    after: int
    event: Event


class BoardAt(NamedTuple):
    """The progress of tricks with a board.

    Args:
        actors: the seat that chooses now, or () at the end.
        tricks: the progress of the tricks; its legal faces are those that the board allows.
        standing: the board.
        notes: the entries of the log about the board, in order.
    """

    actors: tuple[int, ...]
    tricks: TricksAt
    standing: Standing
    notes: tuple[Note, ...]


@frozen(slots=False)
class BoardRun(Run[BoardAt]):
    """The run of `BoardTricks` in one deal."""

    phase: BoardTricks
    run: TricksRun

    def start(self) -> BoardAt:
        return self._turn(self.run.start(), self.phase.at_first(self.deal), ())

    def _turn(self, tricks: TricksAt, standing: Standing, notes: tuple[Note, ...]) -> BoardAt:
        if not tricks.actors:
            return BoardAt((), tricks, standing, notes)
        legal = _allowed(tricks.steps, self._faces(tricks, standing))
        if legal:
            return BoardAt(tricks.actors, tricks._replace(legal=legal), standing, notes)
        return BoardAt((), tricks._replace(actors=()), standing, notes)

    def _faces(self, tricks: TricksAt, standing: Standing) -> int:
        """The cards of the hand to play that the board allows, as a mask."""
        return self.deal.held[tricks.hand] & tricks.left & standing.may_play(tricks.hand)

    def legal(self, at: BoardAt, seat: int) -> tuple[Action, ...]:
        return self.run.legal(at.tricks, seat)

    def play(self, at: BoardAt, seat: int, action: Action) -> BoardAt | None:
        before, hand, phase = at.tricks, at.tricks.hand, self.phase
        after = self.run.play(before, seat, action)
        if after is None or not isinstance(action, Play):
            return None
        led, notes = before.node.led, at.notes
        standing = phase.after_play(self.deal, at.standing, hand, action.face, led)
        if standing.voids != at.standing.voids and led is not None:
            notes = (*notes, Note(_events_so_far(before) + 1, VoidDeclared(hand, led)))
        if len(after.tricks) > len(before.tricks):
            standing, spaces = phase.after_trick(self.deal, standing, after.tricks[-1])
            taker = after.tricks[-1].counted_taker
            notes = (*notes, *[Note(_events_so_far(after), SpaceTaken(taker, space)) for space in spaces])
        return self._turn(after, standing, notes)

    def refusal(self, at: BoardAt, seat: int, action: Action) -> str:
        tricks, standing, deck = at.tricks, at.standing, self.deal.deck
        faces = self._faces(tricks, standing)
        cards = self.deal.held[tricks.hand] & tricks.left
        if not isinstance(action, Play) or not deck.kinds.get(action.face, 0) & cards:
            return self.run.refusal(tricks, seat, action)
        bits = deck.kinds[action.face]
        if bits & standing.voids[tricks.hand]:
            return f"{action} is not allowed: hand {tricks.hand} did not follow that suit, and may not play it again"
        if not bits & standing.free:
            space = self.phase.placing.by_play(action.face)
            holder = standing.hands[self.phase.board.spaces.index(space)]
            return f"{action} is not allowed: the space {space} is taken by hand {holder}"
        rule = self.run.rule(tricks, faces)
        return f"{action} is not allowed: {rule}; hand {tricks.hand} holds {Hand(deck, cards)}"

    def trick(self, at: BoardAt) -> int | None:
        return self.run.trick(at.tricks) if at.actors else None

    @cached_property
    def _suits(self) -> dict[Suit, int]:
        return self.phase.tables_of(self.deal).by_suit

    def record(self, at: BoardAt) -> Deal:
        standing, log = at.standing, self.run.log(at.tricks)
        if at.notes:
            log = PublicLater(_with_notes, log, at.notes)
        voids = tuple([tuple([suit for suit, faces in self._suits.items() if faces & mine]) for mine in standing.voids])
        markers = Markers(self.phase.board, standing.hands, voids)
        return self.run.record_with(at.tricks, log).with_record(markers)


def _allowed(steps: Cascade, faces: int) -> int:
    """The faces, out of a given set, that a cascade allows, as a mask."""
    for binds, allowed, at_least in steps:
        if (faces & binds).bit_count() >= at_least:
            return faces & allowed
    return faces


def _events_so_far(tricks: TricksAt) -> int:
    """How many cards have been played and tricks completed, together."""
    return sum([len(trick.plays) + 1 for trick in tricks.tricks]) + len(tricks.plays)


def _with_notes(log: Later, notes: tuple[Note, ...]) -> tuple[Event, ...]:
    """The events of tricks, with those of the board inserted."""
    events, waiting, count = list[Event](), [*notes], 0
    for event in log():
        events.append(event)
        count += type(event) in (Played, TrickTaken)
        while waiting and waiting[0].after == count:
            events.append(waiting.pop(0).event)
    return (*events, *[note.event for note in waiting])
