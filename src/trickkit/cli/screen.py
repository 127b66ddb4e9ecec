"""The player's screen in the terminal, made from a view alone, so that nothing hidden can appear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Column, Table

from trickkit.catalog.differences import has_text
from trickkit.cli.naming import Names
from trickkit.model.actions import Action, Play
from trickkit.model.events import DealScored
from trickkit.model.questions import spelled
from trickkit.model.result import Result
from trickkit.phases import Bids, Evaluate, Reveal, Tricks, TurnTrump
from trickkit.phases.bids import BidTable
from trickkit.phases.evaluate import Evaluated
from trickkit.phases.reveal import Laid
from trickkit.phases.tricks.markers import Markers
from trickkit.phases.tricks.record import TrickTable
from trickkit.phases.turning import Turned
from trickkit.pictures.tricks import winning
from trickkit.play.state import State
from trickkit.play.view import View
from trickkit.policies.evaluation import AtLeastOfRank, ExactlyOfRank
from trickkit.policies.trump import in_words

__all__ = ["NOBODY", "final", "may", "news", "prompt", "shown", "table"]

HIDDEN = re.compile(r"(?<!\S)\?\?(?: \?\?)+")
"""Cards that a seat does not know, two or more."""

NOBODY = Names()
"""Names of seats that have none."""


def news(view: View | State, seen: int, names: Names = NOBODY) -> Iterator[RenderableType]:
    """What happened since the last look: events as lines, and the scores of finished deals as tables.

    Args:
        view: the seat's; a state for a viewer who may see everything.
        seen: how many events the seat has already been shown.
        names: of the seats.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    >>> next(news(view, 0)), len(list(news(view, len(view.events))))
    ('Deal 1 begins; seat 1 starts.', 0)
    """
    scored = sum(isinstance(event, DealScored) for event in view.events[:seen])
    results = iter(view.results[scored:])
    for event in view.events[seen:]:
        if isinstance(event, DealScored):
            yield from _scores(next(results), names)
        else:
            yield names.told(HIDDEN.sub(_counted, str(event)))


def _number(heading: str) -> Column:
    return Column(heading, justify="right")


def _scores(result: Result, names: Names) -> Iterator[RenderableType]:
    lines = Table("seat", _number("points"), "reason", title=f"Deal {result.deal.number + 1}", box=box.SIMPLE_HEAD)
    totals = Table("seat", _number("this deal"), _number("in all"), box=box.SIMPLE_HEAD)
    for seat in result.deal.seats:
        for line in result.lines:
            if line.seat == seat:
                lines.add_row(names.of(seat), f"{line.points:+}", names.told(line.reason))
        totals.add_row(names.of(seat), f"{result.scores[seat]:+}", str(result.totals[seat]))
    if result.lines:
        yield lines
    yield totals


def table(view: View, names: Names = NOBODY) -> Iterator[RenderableType]:
    """The table as a seat sees it: hands, trump, stock, bids, tricks, cards laid, scores, and the legal actions.

    Args:
        view: the seat's, at a decision.
        names: of the seats.

    >>> from trickkit.variants import pikoko
    >>> *_, question, actions = table(pikoko.rules(players=3).start(seed=7, first=0).view(1))
    >>> question
    'How many tricks will seat 1 take?'
    """
    yield ""
    phase = "" if view.phase is None else f": {spelled(type(view.phase.inner).__name__)}"
    yield f"{view.rules.name}, deal {view.deal.number + 1}{phase}{_cards(view)}"
    yield _seats(view, names)
    yield from _calls(view, names)
    yield from _board(view, names)
    for line in _records(view):
        yield names.told(line)
    if view.committed:
        yield f"You have decided in secret: {', '.join(shown(view, action) for action in view.committed)}"
    *trick, actions = prompt(view, names)
    yield from trick
    if view.phase is not None and view.legal():
        yield names.told(str(view.phase.question(view)))
    yield actions


def prompt(view: View, names: Names = NOBODY) -> Iterator[str]:
    """The minimum for a decision: the current trick, if there is one, and the legal actions.

    Args:
        view: the seat's, at a decision.
        names: of the seats.

    >>> from trickkit.variants import pikinni
    >>> [*prompt(pikinni.rules(players=2).start(seed=7).view(0))]
    ['You may: 0, 1']
    """
    tricks = view.deal.get(Tricks)
    if isinstance(tricks, TrickTable):
        yield names.told(_trick(view, tricks))
    yield may(view)


def _trick(view: View, table: TrickTable) -> str:
    """The current trick with the hand that is winning it."""
    plays, index = table.current.plays, len(table.tricks)
    shown = f"Trick {index}: {', '.join(f'hand {play.hand}: {play.action}' for play in plays) or 'you lead'}"
    best = winning(view.deal, table.current, index) if len(plays) > 1 else None
    return shown if best is None else f"{shown}; hand {plays[best].hand} wins so far"


def may(view: View) -> str:
    """The legal actions of a seat, in a line.

    >>> from trickkit.variants import pikoko
    >>> may(pikoko.rules(players=3).start(seed=7, first=0).view(1))
    'You may: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9'
    """
    return f"You may: {', '.join(shown(view, action) for action in view.legal())}"


def shown(view: View, action: Action) -> str:
    """An action as text, its seat counted from 1; a face of a card with several faces is followed by the card.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> shown(view, Play("R7")), shown(view, Play("R5"))
    ('R7 (M7)', 'R5')
    """
    if isinstance(action, Play):
        for card in view.deal.deck:
            if not card.is_plain and any(face.text == action.face for face in card.faces):
                return f"{action} ({card})"
    return NOBODY.told(str(action))


def _cards(view: View) -> str:
    """Sentences on the trump, once known, and on the stock, if any, to be appended to a line."""
    deal = view.deal
    turned = deal.get(TurnTrump)
    sentences = [f"{turned.card} is turned up, "] if isinstance(turned, Turned) else []
    # Without trump, only a turned card or the tricks themselves show that none will come.
    if deal.trump or sentences or deal.get(Tricks) is not None:
        sentences = ["".join([*sentences, in_words(deal.trump)])]
    if len(deal.stock):
        sentences.append(f"stock of {len(deal.stock)}{f': {deal.stock}' if deal.stock.mask else ''}")
    return f". {sentences[0][0].upper()}{'; '.join(sentences)[1:]}" if sentences else ""


def _seats(view: View, names: Names) -> Table:
    deal = view.deal
    bids, tricks, piles = deal.get(Bids), deal.get(Tricks), deal.get(Evaluate)
    headings: list[Column | str] = ["seat", "hand"]
    columns = [[_hand(view, seat) for seat in deal.seats]]
    if isinstance(bids, BidTable):
        headings.append(_number(f"bids on {' '.join(str(seat + 1) for seat in deal.seats)}"))
        columns.append([" ".join("-" if bid is None else str(bid) for bid in row) for row in bids.bids])
    if isinstance(tricks, TrickTable):
        headings.append(_number("tricks"))
        columns.append([str(count) for count in tricks.taken])
    if isinstance(deal.get(Reveal), Laid):
        headings.append("on the table")
        columns.append([_laid(view, seat) for seat in deal.seats])
    if isinstance(piles, Evaluated):
        headings.append(_number("pile"))
        columns.append([str(count) for count in piles.piles])
    columns.append([str(score) for score in view.scores])
    table = Table(*headings, _number("score"), box=box.SIMPLE_HEAD, highlight=True)
    for seat, cells in enumerate(zip(*columns, strict=True)):
        table.add_row(_seat(view, seat, names), *cells)
    return table


def _seat(view: View, seat: int, names: Names) -> str:
    return f"{names.of(seat)} (you)" if seat == view.seat else names.of(seat)


def _face_down(view: View, seat: int) -> list[str]:
    """The cards that a seat has laid and that are still secret."""
    laying = seat == view.seat and isinstance(view.phase, Reveal)
    return [str(action) for action in view.committed] if laying else []


def _hand(view: View, seat: int) -> str:
    """The cards of a hand, without those that lie face down."""
    left = [str(card) for card in view.deal.hands[seat]]
    for card in _face_down(view, seat):
        left.remove(card)
    return HIDDEN.sub(_counted, " ".join(left)) or "-"


def _counted(hidden: re.Match[str]) -> str:
    """A run of unknown cards as a number of cards."""
    return f"{hidden[0].count(' ') + 1} cards"


def _laid(view: View, seat: int) -> str:
    """The cards in front of a seat, with its own face-down cards in brackets."""
    table: Laid = view.deal[Reveal]
    return " ".join([*map(str, table.cards[seat]), *(f"({card})" for card in _face_down(view, seat))]) or "-"


def _counts(view: View, laid: Laid) -> str:
    """How many cards of each suit lie on the table, with other counts."""
    faces = [card.faces[0] for cards in laid.cards for card in cards]
    suits = Counter(face.suit for face in faces)
    words = [f"{suit} {suits[suit]}" for suit in view.rules.deck.suits if suits[suit]]
    parts = [part for phase in view.rules.phases if isinstance(phase, Evaluate) for part in phase.evaluation]
    for part in dict.fromkeys(part for part in parts if isinstance(part, ExactlyOfRank | AtLeastOfRank)):
        words.append(f"{part.name}s {sum(face.rank == part.rank for face in faces)} of {part.number}")
    return f"On the table: {', '.join(words)}"


def _records(view: View) -> Iterator[str]:
    """Memories, laid cards and results of phases, in the words of their records."""
    for part in view.rules.memory:
        remembered = view.deal.remembered(part.record)
        if has_text(remembered) and str(remembered):
            yield f"Before: {remembered}"
    kinds = (type(phase) for phase in view.rules.phases)
    # Tricks with calls have two records, their own and that of tricks.
    both = (kind for phase in kinds for kind in ((phase, Tricks) if issubclass(phase, Tricks) else (phase,)))
    for phase in dict.fromkeys(both):
        record = view.deal.get(phase)
        if isinstance(record, Laid):
            if any(record.cards):
                yield _counts(view, record)
        elif record is None or isinstance(record, BidTable | Evaluated | Markers | TrickTable) or record.spoken():
            continue
        elif has_text(record):
            yield f"{spelled(phase.__name__).capitalize()}: {record}"


def _calls(view: View, names: Names) -> Iterator[RenderableType]:
    """What was bid, called and announced, a row for each time round, and what is played for."""
    spoken = [call for record in view.deal.records for call in record.spoken()]
    rounds, last = list[dict[int, str]](), view.rules.players
    for seat, text in spoken:
        # Seats call clockwise; a seat that precedes the previous caller begins another row.
        if seat <= last or not rounds:
            rounds.append({})
        rounds[-1][seat], last = text, seat
    if rounds:
        calls = Table(*(_seat(view, seat, names) for seat in view.deal.seats), title="Calls", box=box.SIMPLE_HEAD)
        for row in rounds:
            calls.add_row(*(row.get(seat, "") for seat in view.deal.seats))
        yield calls
    contract = ", ".join(text for text in (record.played_for() for record in view.deal.records) if text)
    if contract:
        declarer = view.deal.declarer
        yield names.told(f"Contract: {contract}{'' if declarer is None else f' by seat {declarer}'}")


def _board(view: View, names: Names) -> Iterator[RenderableType]:
    """The board of the tricks, with the hand whose marker is on a space, and the suits in which hands are void."""
    markers = next((record for record in view.deal.records if isinstance(record, Markers)), None)
    if markers is None:
        return
    held = {space: hand for space, hand in zip(markers.board.spaces, markers.hands, strict=True) if hand is not None}
    grid = Table(show_header=False, show_lines=True, box=box.SQUARE)
    for row in markers.board.rows:
        grid.add_row(*(f"{space} ({held[space] + 1})" if space in held else space for space in row))
    yield grid
    voids = [f"hand {hand} in {', '.join(map(str, suits))}" for hand, suits in enumerate(markers.voids) if suits]
    if voids:
        yield names.told(f"Void: {'; '.join(voids)}")


def final(view: View, names: Names = NOBODY) -> Iterator[RenderableType]:
    """The result of a game: the places, best first.

    Args:
        view: any view of a finished game.
        names: of the seats.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> (places,) = final(playout(pikoko.rules(players=3), seed=7).view(0))
    >>> places.title, places.row_count
    ('Final ranking', 3)
    """
    if view.outcome is None:
        return
    places = Table(_number("place"), "seat", _number("score"), title="Final ranking", box=box.SIMPLE_HEAD)
    rank = 1
    for group in view.outcome.ranking:
        for seat in group:
            places.add_row(str(rank), _seat(view, seat, names), str(view.scores[seat]))
        # An empty first place means that nobody won.
        rank += max(1, len(group))
    yield places
