"""What pages show of the library itself: how a deal flows, tables of options, and deals move by move from records.

The pages call these functions while the documentation is built, in blocks marked `exec="on"`; each returns Markdown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path

from attrs import fields, frozen

from trickkit import UNKNOWN, Card, Deal, Event, Face, Hand, Result, Rules, Suit, View, load, pictures, playout, record
from trickkit.catalog.options import Option
from trickkit.catalog.options import options as options_of
from trickkit.catalog.registry import builder
from trickkit.lab.metrics.games import DEAL, DECISION
from trickkit.model.actions import Play
from trickkit.model.cards import Unknown
from trickkit.model.chance import Chance
from trickkit.model.events import DealScored, GameEnded
from trickkit.phases import Evaluate, Phase, PowerTricks, Run, Tricks
from trickkit.phases.dealing import Dealt
from trickkit.phases.evaluate import TableScored
from trickkit.phases.reveal import Revealed
from trickkit.phases.stock import ThrownAway
from trickkit.phases.tricks.calling import Called
from trickkit.phases.tricks.powered import Powers
from trickkit.phases.tricks.record import Played, TrickTaken
from trickkit.pictures import Picture
from trickkit.policies.ending import AfterDeals
from trickkit.policies.evaluation import AtLeastOfRank, ExactlyOfRank
from trickkit.policies.schedule import SameSize

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


def on_site(picture: Picture) -> str:
    """A picture in the colours of the theme that the reader of a page has chosen."""
    return re.sub("<style>.*?</style>", "", str(picture).replace("trickkit-auto", "trickkit-site"), flags=re.DOTALL)


# How a deal flows

GREY, GREEN = "#78909c", "#009688"
STEP = 60
"""From the top of a box to the top of the next one."""


def flow(key: str, *, size: int, **chosen: object) -> str:
    """A figure: the first deal of a game from phase to phase, with what each of them changes, as HTML.

    All take the first of their legal actions.

    Args:
        key: of the game.
        size: how many cards a hand is dealt.
        chosen: the options of the game.
    """
    rules = load(key, **chosen)
    deal = Deal.fresh(rules.deck, players=rules.players, size=size, chance=Chance(7))
    drawn = [*_box(4, "Deal.fresh", "all cards in the stock", GREY), *_arrow(4, "hands are empty")]
    for top, phase in enumerate(rules.phases, start=1):
        after, decisions = _through(phase, deal)
        changed = [field.name for field in fields(Deal) if getattr(deal, field.name) != getattr(after, field.name)]
        common = ", ".join(name for name in changed if name not in ("records", "events", "chance"))
        record_type = type(after.get(type(phase))).__name__
        drawn += _box(4 + top * STEP, type(phase).__name__, decisions, GREEN)
        drawn += _arrow(4 + top * STEP, f"changes {common or 'no common field'}", f"adds its record, {record_type}")
        deal = after
    end = 4 + (len(rules.phases) + 1) * STEP
    lines = sum(len(scoring.lines(deal)) for scoring in rules.scoring)
    drawn += [*_box(end, "Rules.scoring", "reads the records", GREY), _text(222, end + 27, 14, f"{lines} score lines")]
    words = "Phases one after the other; each changes fields of the deal and adds its record; the scoring reads them"
    image = f'<svg viewBox="0 0 460 {end + 52}" role="img" aria-label="{words}">{"".join(drawn)}</svg>'
    return f'<div class="figure">{image}</div>'


def _through(phase: Phase, deal: Deal) -> tuple[Deal, str]:
    """The deal after a phase, and how many decisions that took, in words."""
    begun = phase.begin(deal)
    if not isinstance(begun, Run):
        return begun, "nobody decides"
    progress, decisions = begun.start(), 0
    while progress.actors:
        seat = progress.actors[0]
        progress, decisions = begun.play(progress, seat, begun.legal(progress, seat)[0]), decisions + 1
    return begun.record(progress), f"{decisions} decisions"


def _box(top: int, title: str, note: str, fill: str) -> tuple[str, ...]:
    frame = f'<rect x="4" y="{top}" width="200" height="44" rx="8" fill="{fill}" fill-opacity=".25" stroke="{fill}"/>'
    centred = 'text-anchor="middle"'
    return frame, _text(104, top + 19, 16, title, centred), _text(104, top + 36, 13, note, centred)


def _arrow(top: int, *notes: str) -> tuple[str, ...]:
    line = f'<path d="M104 {top + 44} v14 m-5 -6 l5 6 l5 -6" fill="none" stroke="currentColor"/>'
    return line, *(_text(222, top + 17 + 18 * row, 14, note) for row, note in enumerate(notes))


def _text(x: int, y: int, size: int, words: str, anchor: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="currentColor" {anchor}>{words}</text>'


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
    """The games as cards: a hand, how many play with how many cards, how long, what is special, and a link to play.

    Args:
        said: by the key of each game, who sees what, and what is unusual.
    """
    shown = []
    for key, (sees, unusual) in said.items():
        counts = players(key)
        decks = {count: len(load(key, **({"players": count} if len(counts) > 1 else {})).deck) for count in counts}
        sizes = [f"{cards} for {count}" for count, cards in decks.items()]
        cards = ", ".join(sizes) if len({*decks.values()}) > 1 else str(decks[counts[0]])
        seats = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        time = duration(key)
        dealt = on_site(pictures.hand(most_seen(load(key).start(seed=7).view(0))))
        shown.append(
            f"-   {dealt}\n\n    **[{load(key).name}]({key}.md)** (`{key}`): {seats} players, {cards} cards\n\n"
            f"    *{time[0].upper()}{time[1:]}*\n\n"
            f"    {unusual[0].upper()}{unusual[1:]}. Each sees {sees}.\n\n"
            f"    [Play {load(key).name}](../play/index.html?game={key}){{ .md-button }}"
        )
    return '<div class="grid cards games" markdown>\n\n' + "\n\n".join(shown) + "\n\n</div>"


def duration(key: str) -> str:
    """About how long people take for a game, or for a deal where the play decides how many deals there are.

    As many decisions are taken as in the record on the game's page; if its deals differ in size, or it is one of fewer
    players, as in a game that is played at random.

    Args:
        key: of the game.

    >>> duration("pikoko"), duration("skat"), duration("bridge")
    ('3 deals, about 12 minutes', '36 deals, about 2 hours', 'about 5 minutes a deal')
    """
    rules = load(key)
    recorded = record.load(FOLDER / "records" / f"{key}.jsonl")
    alike = isinstance(rules.schedule.hand_sizes, SameSize) and recorded.rules.players == rules.players
    end = recorded.replay() if alike else playout(rules, seed=7)
    deals = rules.ending.deals if isinstance(rules.ending, AfterDeals) else 1
    minutes = round(deals * (DEAL + DECISION * len(end.moves) / len(end.results)) / 60)
    time = f"about {minutes} minutes" if minutes < 90 else f"about {round(minutes / 60)} hours"
    if not isinstance(rules.ending, AfterDeals):
        return f"{time} a deal"
    return f"{deals} deals, {time}" if deals > 1 else f"one deal, {time}"


def most_seen(view: View) -> tuple[Card | Unknown, ...]:
    """Some cards of a hand that a seat sees best: its own one, or another where it does not see that."""
    hands = [hand for hand in view.deal.hands if len(hand) and UNKNOWN not in [*hand]] or [*view.deal.hands]
    return tuple(hands[0])[:7]


def moving(seen: Sequence[View]) -> str:
    """What a seat sees, one view after the other, as a picture that moves where readers want that.

    Args:
        seen: two views or more; only the first one is described in words.
    """
    frames = [on_site(pictures.table(view)).replace("\n", " ") for view in seen]
    hidden = [frame.replace('role="img"', 'aria-hidden="true"') for frame in frames[1:]]
    return f'<div class="moving">{frames[0]}{"".join(hidden)}</div>'


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
    """A deal of a recorded game: a picture, hands as dealt, bids and calls, every trick, and the scores with reasons.

    Args:
        name: of the record, in the folder `records`, without its ending.
        deal: its number, from 0; the record must reach at least its end.
    """
    game = record.load(FOLDER / "records" / f"{name}.jsonl")
    end = game.replay()
    scored = [index for index, event in enumerate(end.events) if isinstance(event, DealScored)][deal]
    # What comes next: the next deal with its starter, or the end of the game.
    after = [f"*{event}*" for event in end.events[scored + 1 : scored + 2]]
    drawn = f"<div>{on_site(pictures.deal(end.results[deal].deal))}</div>"
    where = "The cards of hand 0 lie at the bottom, those of the other hands clockwise from there."
    return styled("deal", drawn, where, *Story(game.rules, end.results[deal], _choices(game, deal)).parts(), *after)


def _choices(game: record.GameRecord, deal: int) -> tuple[int, ...]:
    """For each card played to a trick of the deal, how many were legal."""
    before = zip(game.states(), game.moves, strict=False)
    return tuple(
        len([one for one in state.legal(seat) if isinstance(one, Play)])
        for state, (seat, action) in before
        if state.deal.number == deal and isinstance(state.phase, Tricks) and isinstance(game.rules.action(action), Play)
    )


@frozen
class Row:
    """A trick: its plays in order, the hand that took it, and notes."""

    plays: tuple[Played, ...]
    taker: int | None
    notes: tuple[str, ...]


@frozen
class Story:
    """Tells a finished deal.

    Args:
        rules: of the game.
        result: the deal with its scores.
        choices: for each card played to a trick, how many were legal.
    """

    rules: Rules
    result: Result
    choices: tuple[int, ...]

    @property
    def deal(self) -> Deal:
        """The deal at its end."""
        return self.result.deal

    def parts(self) -> Iterator[str]:
        """The parts of the story, in order."""
        events = [event for event in self.deal.events if not isinstance(event, DealScored | GameEnded)]
        shown = [index for index, event in enumerate(events) if isinstance(event, Played | Revealed)]
        first = shown[0] if shown else len(events)
        # Calls of several seats in turn make one line.
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
        """The cards dealt to each seat; later ones follow a plus sign."""
        dealt = [event.hands for event in self.deal.events if isinstance(event, Dealt)]
        rows = [(f"seat {seat}", " + ".join(_sorted(hands[seat]) for hands in dealt)) for seat in self.deal.seats]
        return table(["Dealt to", "Cards"], rows)

    def tricks(self, events: Sequence[Event]) -> str:
        """Every trick as a row: the cards by hand, the hand that took it, and notes."""
        rows = list(self.rows(events))
        chooser = {play.hand: play.seat for row in rows for play in row.plays}
        others = [hand for hand in self.deal.seats if chooser.get(hand, hand) != hand]
        heads = [f"hand {hand}{f', played by {chooser[hand]}' * (hand in others)}" for hand in self.deal.seats]
        cells = []
        for number, row in enumerate(rows):
            shown = {play.hand: _shown(play) for play in row.plays}
            shown[row.plays[0].hand] = f"**{shown[row.plays[0].hand]}**"
            cards = [shown.get(hand, "") for hand in self.deal.seats]
            taker = "nobody" if row.taker is None else f"hand&nbsp;{row.taker}"
            cells.append([str(number), *cards, taker, " ".join(row.notes)])
        return table(["Trick", *heads, "Taken by", "What happened"], cells)

    def rows(self, events: Sequence[Event]) -> Iterator[Row]:
        """The tricks, each with the events that follow it and the calls before its lead; the last one with all that is
        left."""
        choices, plays, told, taken = iter(self.choices), dict[Played, int](), list[str](), TrickTaken(None, 0)
        said: list[str] | None = None
        for event in events:
            if said is not None and isinstance(event, Played):
                yield Row(tuple(plays), taken.hand, (*self.notes(plays), *told))
                plays, told, said = {}, said, None
            if isinstance(event, Played):
                plays[event] = next(choices)
            elif isinstance(event, TrickTaken):
                taken, said = event, []
                told += [str(event)] * bool(event.others or event.moved)
            elif said is not None and (said or isinstance(event, Called)):
                said.append(str(event))
            else:
                told.append(str(event))
        yield Row(tuple(plays), taken.hand, (*self.notes(plays), *told, *(said or ())))

    def notes(self, plays: Mapping[Played, int]) -> Iterator[str]:
        """Notes on cards that do not simply follow: cards of several suits, and voids."""
        first, *others = plays
        led = self.led(plays)
        if led is None:
            return
        for play, choices in plays.items():
            if play.card != str(play.action) and play is first:
                yield f"{play.card} is led as {led}."
            elif play.card != str(play.action) and self.suit(play) == led and choices == 1:
                yield f"{play.card} has to follow."
        shown = [self.deal.events[void.event] for phase in self.phases for void in phase.voids(self.deal)]
        voids = [play for play in others if self.suit(play) != led and play in shown]
        trump = self.trump(plays)
        trumps = [play for play in voids if self.suit(play) == trump]
        thrown = [play for play in voids if self.suit(play) != trump]
        said = [(trumps, "trumps", "trump"), (thrown, "throws off", "throw off")]
        parts = [f"{_hands(cards)} {verb if len(cards) == 1 else verbs}" for cards, verb, verbs in said if cards]
        if parts:
            yield f"No {led}: {', '.join(parts)}."

    @property
    def phases(self) -> list[Tricks]:
        """The different phases of tricks."""
        return [*dict.fromkeys(phase for phase in self.rules.phases if isinstance(phase, Tricks))]

    def led(self, plays: Iterable[Played]) -> Suit | None:
        """The suit that was to be followed in a trick; None where there was none."""
        deck = self.deal.deck
        node = self.phases[0].tables_of(self.deal).root
        for play in plays:
            face = deck.kinds[play.action.face]
            node = node[face & -face]
        return node.led

    def trump(self, plays: Iterable[Played]) -> Suit | None:
        """The trump when a trick was taken."""
        powers: Powers | None = self.deal.get(PowerTricks)
        if powers is None:
            return self.deal.trump
        last = [*plays][-1]
        cards = [event for event in self.deal.events if isinstance(event, Played)]
        return powers.trump_after(cards.index(last) + 1)

    def suit(self, play: Played) -> Suit:
        """The suit to which a played card belongs."""
        face = next(face for face in self.deal.deck.faces if face.text == str(play.action))
        return self.phases[0].ranking.of(self.deal).suit(face, self.deal.trump)

    def scores(self) -> str:
        """By seat, the points of the deal, the total, and each score with its reason."""
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
        """Every evaluation as a row: the cards that each seat laid, turn by turn, and the cards that score."""
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
