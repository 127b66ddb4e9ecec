"""What the pages of the games show of the library itself: tables of options, and deals move by move from records.

The pages call these functions while the documentation is built, in blocks marked `exec="on"`; each returns Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path

from attrs import frozen

from trickkit import Card, Deal, Event, Face, Hand, Result, Rules, Suit, load, record
from trickkit.catalog.options import Option
from trickkit.catalog.options import options as options_of
from trickkit.catalog.registry import builder
from trickkit.model.events import DealScored, GameEnded
from trickkit.phases import Evaluate, Tricks
from trickkit.phases.dealing import Dealt
from trickkit.phases.evaluate import TableScored
from trickkit.phases.reveal import Revealed
from trickkit.phases.stock import ThrownAway
from trickkit.phases.tricks.record import Played, TrickTaken
from trickkit.policies.evaluation import AtLeastOfRank, ExactlyOfRank

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "games"
RUNS = 4
"""From how many whole numbers in a row on only the first and the last are written."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table.

    >>> print(table(["seat", "points"], [["0", "3"]]))
    | seat | points |
    |---|---|
    | 0 | 3 |
    """
    lines = [head, ["---"] * len(head), *rows]
    start, *rest = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([start, rest[0].replace(" ", ""), *rest[1:]])


def styled(kind: str, *parts: str) -> str:
    """Parts of a page to which the style sheet gives a look of their own."""
    return "\n\n".join([f'<div class="{kind}" markdown>', *parts, "</div>"])


# Options


def options(key: str) -> str:
    """A table of all options of a game, with links to the rulings that they decide.

    Args:
        key: of the game, which is the name of its page too.
    """
    rows = [(f"`{one.name}`", _values(one), one.meaning, _links(key, one)) for one in options_of(builder(key))]
    return styled("options", table(["Option", "Values, the default first", "What it says", "Ruling"], rows))


def _values(option: Option) -> str:
    numbers = [value for value in option.values or () if type(value) is int]
    if option.values is None:
        return f"`{option.default}`, or another number"
    if len(numbers) >= RUNS:
        steps = {after - before for before, after in pairwise(numbers)}
        by = "" if steps == {1} else f" in steps of {steps.pop()}"
        return f"`{option.default}`; {numbers[0]} to {numbers[-1]}{by}"
    others = [value for value in option.values if value != option.default]
    return ", ".join(f"`{value}`" for value in (option.default, *others))


def rulings(key: str) -> dict[str, list[str]]:
    """The rulings on the page of a game: by the name of each, the options that it mentions.

    Args:
        key: of the game.
    """
    _, _, section = (FOLDER / f"{key}.md").read_text(encoding="utf-8").partition("\n## Rulings\n")
    rows = re.findall(r'^\| <a id="\w+"></a>\*\*(\w+)\*\*(.*)\|$', section, re.MULTILINE)
    return {name: re.findall(r"`(\w+)(?:=[^`]*)?`", text.rpartition("|")[2]) for name, text in rows}


def _links(key: str, option: Option) -> str:
    names = [name for name, mentioned in rulings(key).items() if option.name in mentioned]
    return ", ".join(f"[{name}](#{name.lower()})" for name in names)


# Games


def games(said: Mapping[str, tuple[str, str]]) -> str:
    """A table of games.

    Args:
        said: by the key of each game, who sees what, and what is unusual.
    """
    rows = []
    for key, (sees, unusual) in said.items():
        many = players(key)
        decks = {seats: len(load(key, **({"players": seats} if len(many) > 1 else {})).deck) for seats in many}
        sizes = [f"{cards} for {seats}" for seats, cards in decks.items()]
        cards = ", ".join(sizes) if len({*decks.values()}) > 1 else str(decks[many[0]])
        seats = f"{many[0]} to {many[-1]}" if len(many) > 1 else str(many[0])
        rows.append((f"[{load(key).name}]({key}.md)", f"`{key}`", seats, cards, sees, unusual))
    return styled("games", table(["Game", "Key", "Players", "Cards", "Who sees what", "What is unusual"], rows))


def players(key: str) -> tuple[int, ...]:
    """How many may play a game.

    >>> players("pikoko"), players("skat")
    ((3, 4, 5), (3,))
    """
    for option in options_of(builder(key)):
        if option.name == "players" and option.values is not None:
            return tuple(value for value in option.values if isinstance(value, int))
    return (load(key).players,)


def source(path: str) -> str:
    """A file of the source tree, as it is.

    Args:
        path: from the root of the tree.
    """
    return f'```python title="{path}"\n{(ROOT / path).read_text(encoding="utf-8")}```'


# A deal, move by move


def worked(name: str, deal: int = 0) -> str:
    """A deal of a recorded game: hands as dealt, what was bid and called, every trick, and what was scored and why.

    Args:
        name: of the record, in the folder `records`, without its ending.
        deal: its number, from 0; the record must go on at least to its end.
    """
    game = record.load(FOLDER / "records" / f"{name}.jsonl")
    end = game.replay()
    scored = [place for place, event in enumerate(end.events) if isinstance(event, DealScored)][deal]
    # What comes next: the next deal with its starter, or the end of the game.
    after = [f"*{event}*" for event in end.events[scored + 1 : scored + 2]]
    return styled("deal", *Story(game.rules, end.results[deal], _choices(game, deal)).parts(), *after)


def _choices(game: record.GameRecord, deal: int) -> tuple[int, ...]:
    """For every card that was played to a trick of the deal, among how many it was chosen."""
    before = zip(game.states(), game.moves, strict=False)
    return tuple(
        len(state.legal(seat))
        for state, (seat, _) in before
        if state.deal.number == deal and isinstance(state.phase, Tricks)
    )


@frozen
class Row:
    """A trick: its plays in order, who took it, and what else there is to say."""

    plays: tuple[Played, ...]
    taker: int
    notes: tuple[str, ...]


@frozen
class Story:
    """Tells a finished deal.

    Args:
        rules: of the game.
        result: the deal with its scores.
        choices: for every card played to a trick, among how many it was chosen.
    """

    rules: Rules
    result: Result
    choices: tuple[int, ...]

    @property
    def deal(self) -> Deal:
        """The deal as it stood at its end."""
        return self.result.deal

    def parts(self) -> Iterator[str]:
        """The parts of the story, in order."""
        events = [event for event in self.deal.events if not isinstance(event, DealScored | GameEnded)]
        shown = [place for place, event in enumerate(events) if isinstance(event, Played | Revealed)]
        first = shown[0] if shown else len(events)
        # What several seats said one after the other is one line.
        said = [[*group] for kind, group in groupby(events[:first], key=type) if kind is not Dealt]
        yield self.hands()
        yield "\n".join(f"- {' '.join(str(event) for event in group)}" for group in said)
        if any(isinstance(event, TableScored) for event in events):
            yield self.evaluations(events[first:])
            return
        if shown:
            yield self.tricks(events[first:])
        yield self.scores()

    def hands(self) -> str:
        """What was dealt to each seat; what came later stands after a plus."""
        dealt = [event.hands for event in self.deal.events if isinstance(event, Dealt)]
        rows = [(f"seat {seat}", " + ".join(_sorted(hands[seat]) for hands in dealt)) for seat in self.deal.seats]
        return table(["Dealt to", "Cards"], rows)

    def tricks(self, events: Sequence[Event]) -> str:
        """Every trick as a row: the cards by hand, who took it, and what there is to say of it."""
        rows = list(self.rows(events))
        chooser = {play.hand: play.seat for row in rows for play in row.plays}
        others = [hand for hand in self.deal.seats if chooser.get(hand, hand) != hand]
        heads = [f"hand {hand}{f', played by {chooser[hand]}' * (hand in others)}" for hand in self.deal.seats]
        cells = []
        for number, row in enumerate(rows):
            shown = {play.hand: _shown(play) for play in row.plays}
            shown[row.plays[0].hand] = f"**{shown[row.plays[0].hand]}**"
            cards = [shown.get(hand, "") for hand in self.deal.seats]
            cells.append([str(number), *cards, f"hand&nbsp;{row.taker}", " ".join(row.notes)])
        return table(["Trick", *heads, "Taken by", "What happened"], cells)

    def rows(self, events: Sequence[Event]) -> Iterator[Row]:
        """The tricks; an event after one of them is told with it."""
        choices, plays, told, taker = iter(self.choices), dict[Played, int](), list[str](), -1
        for event in events:
            if isinstance(event, Played):
                if taker >= 0:
                    yield Row(tuple(plays), taker, (*self.notes(plays), *told))
                    plays, told, taker = {}, [], -1
                plays[event] = next(choices)
            elif isinstance(event, TrickTaken):
                taker = event.hand
            else:
                told.append(str(event))
        yield Row(tuple(plays), taker, (*self.notes(plays), *told))

    def notes(self, plays: Mapping[Played, int]) -> Iterator[str]:
        """What there is to say of the cards that do not simply follow: of those of several suits, and of the voids."""
        first, *others = plays
        led = self.suit(first)
        for play, choices in plays.items():
            if play.card != str(play.action) and play is first:
                yield f"{play.card} is led as {led}."
            elif play.card != str(play.action) and self.suit(play) == led and choices == 1:
                yield f"{play.card} has to follow."
        voids = [play for play in others if self.suit(play) != led]
        trumps = [play for play in voids if self.suit(play) == self.deal.trump]
        thrown = [play for play in voids if self.suit(play) != self.deal.trump]
        said = [(trumps, "trumps", "trump"), (thrown, "throws off", "throw off")]
        parts = [f"{_hands(found)} {verb if len(found) == 1 else verbs}" for found, verb, verbs in said if found]
        if parts:
            yield f"No {led}: {', '.join(parts)}."

    def suit(self, play: Played) -> Suit:
        """The suit to which a played card belongs."""
        ranking = next(phase.ranking for phase in self.rules.phases if isinstance(phase, Tricks))
        face = next(face for face in self.deal.deck.faces if face.text == str(play.action))
        return ranking.suit(face, self.deal.trump)

    def scores(self) -> str:
        """What each seat scored, what it has in all, and every score with its reason."""
        rows = [
            (f"seat {seat}", f"{points:+}", str(total), "<br>".join(self.reasons(seat)))
            for seat, (points, total) in enumerate(zip(self.result.scores, self.result.totals, strict=True))
        ]
        return table(["Seat", "This deal", "In all", "What for"], rows)

    def reasons(self, seat: int) -> Iterator[str]:
        """The scores of a seat with their reasons."""
        for line in self.result.lines:
            if line.seat == seat:
                yield f"{line.points:+}&nbsp;{line.reason}"

    def evaluations(self, events: Sequence[Event]) -> str:
        """Every evaluation as a row: the cards laid by each seat, turn after turn, and what scores."""
        rows, laid, thrown = [], [list[tuple[Card, ...]]() for _ in self.deal.seats], ""
        for event in events:
            if isinstance(event, Revealed):
                for mine, cards in zip(laid, event.cards, strict=True):
                    mine.append(cards)
            elif isinstance(event, ThrownAway):
                thrown = f"{event} "
            elif isinstance(event, TableScored):
                turns = ["<br>".join(" ".join(card.text for card in turn) for turn in mine) for mine in laid]
                faces = [card.faces[0] for mine in laid for turn in mine for card in turn]
                result = f"{thrown}{str(event).partition(': ')[2]}"
                rows.append([str(event.number), *turns, "<br>".join(self.counts(faces)), result])
                laid = [[] for _ in self.deal.seats]
        sums = ["**in all**", *(f"**{total}**" for total in self.result.totals), "", ""]
        return table(["Round", *(f"seat {seat}" for seat in self.deal.seats), "On the table", "Result"], [*rows, sums])

    def counts(self, faces: Sequence[Face]) -> Iterator[str]:
        """How many of each suit lie on the table, and of the rank that may score for itself."""
        for suit, count in Counter(face.suit for face in faces).most_common():
            yield f"{count} {suit}"
        parts = (part for phase in self.rules.phases if isinstance(phase, Evaluate) for part in phase.evaluation)
        for part in dict.fromkeys(part for part in parts if isinstance(part, ExactlyOfRank | AtLeastOfRank)):
            yield f"{part.name}s: {sum(face.rank == part.rank for face in faces)} of {part.number}"


def _hands(plays: Sequence[Played]) -> str:
    """The hands that cards were played from."""
    *most, last = [str(play.hand) for play in plays]
    return f"hands {', '.join(most)} and {last}" if most else f"hand {last}"


def _shown(play: Played) -> str:
    """A card as it was played."""
    return play.card if play.card == str(play.action) else f"{play.card} as {play.action}"


def _sorted(hand: Hand) -> str:
    """The cards of a hand, suit by suit; those of several suits last."""
    cards = sorted(hand.known, key=lambda card: not card.is_plain)
    suits = groupby(cards, key=lambda card: card.faces[0].suit if card.is_plain else None)
    return ", ".join(" ".join(card.text for card in group) for _, group in suits)
