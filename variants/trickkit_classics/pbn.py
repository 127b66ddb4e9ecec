"""Bridge deals as PBN, the *Portable Bridge Notation*: reads what other programs wrote, and writes what they read.

Format: *Portable Bridge Notation*, version 2.1 (Tis Veugen, Kaj G Backas). Each deal is a separate game with the rules
of `bridge`: hands, dealer and vulnerability, and the auction and the play as far as they go. North is seat 0, then
clockwise east, south and west. Anything that these rules do not have, such as names of players, stays in the tags.

>>> (read,) = from_pbn('''
... [Dealer "N"]
... [Vulnerable "EW"]
... [Deal "N:AJ4.T7.AT652.KJ2 K73.A985432.Q9.7 985..KJ84.AQT654 QT62.KQJ6.73.983"]
... [Auction "N"]
... 1D 2H 3C 3H
... 3S AP
... ''')
>>> str(read.state.deal.hands[2]), read.state.deal[bridge.Board].seats, str(read.state.deal[Auction].contract)
('4C 5C 6C TC QC AC 4D 8D JD KD 5S 8S 9S', (1, 3), '3S by seat 0')
>>> print(*to_pbn(read).splitlines()[-3:], sep="\\n")
[Auction "N"]
1D 2H 3C 3H
3S Pass Pass Pass
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from attrs import field, frozen

from trickkit import Deal, IllegalAction, InvalidRecord, Rules, Stacked, State, TrickkitError
from trickkit.phases import Auction, Tricks
from trickkit.phases.auction import Contract
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.tricks.record import TrickTable
from trickkit_classics import bridge
from trickkit_classics.pbn_text import Tag, Word, blocks, quoted

__all__ = ["PbnDeal", "from_pbn", "to_pbn"]

COMPASS, SUITS, RANKS = "NESW", "SHDC", "AKQJT98765432"
CALLS = {"pass": "pass", "p": "pass", "x": "double", "xx": "redouble"}
SAID = {"pass": "Pass", "double": "X", "redouble": "XX"}
VULNERABLE = {
    "": ("None", "Love", "-"),
    "NS": ("NS",),
    "EW": ("EW",),
    "NSEW": ("All", "Both"),
}
"""By the sides that are vulnerable, the words for it, the usual one first."""

FIRST = ("Event", "Site", "Date", "Board", "West", "North", "East", "South")
THEN = ("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result")
SECTIONS = ("Auction", "Play", "Note")
MANDATORY = (*FIRST, *THEN)
DERIVED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS)
HAND, TRICKS, ROW = 13, 13, 4
UNKNOWN_HAND, NO_CARD = "-", "-"
ENDS, GOES_ON, ALL_PASS = "*", "+", "AP"


def _pairs(tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in dict(tags).items())


@frozen
class PbnDeal:
    """A Bridge deal from a PBN text.

    Args:
        state: a game of one deal, as far as the text plays it.
        tags: the other tags by name, such as `Event`, `West` and `Score`; also `Result` if the play is not complete.

    >>> dealt = PbnDeal(bridge.rules(match="duplicate", deals=1).start(seed=7, first=0), {"Event": "Practice"})
    >>> from_pbn(to_pbn(dealt))[0].state.deal.hands == dealt.state.deal.hands, dealt.tags
    (True, (('Event', 'Practice'),))
    """

    state: State
    tags: tuple[tuple[str, str], ...] = field(default=(), converter=_pairs)


@lru_cache(maxsize=4)
def _rules(vulnerable: Literal["nobody", "dealer", "others", "all"]) -> Rules:
    return bridge.rules(match="duplicate", deals=1, vulnerable=vulnerable)


def from_pbn(text: str, *, seed: int | None = None) -> tuple[PbnDeal, ...]:
    """The deals in a PBN text.

    The play may end early, as after a claim; then the state is in the middle of it. Contract, declarer and result must
    agree with the auction and the play.

    Args:
        text: in PBN, import or export format.
        seed: draws the hands that the text leaves open; with None the text must give all but one.

    Raises:
        InvalidRecord: with the line: the text is not PBN, or contains something that the rules refuse.
    """
    return tuple([_Reader(tags, seed).read() for tags in blocks(text)])


def to_pbn(*games: State | PbnDeal) -> str:
    """The deals of games of Bridge, finished ones and the current one, as PBN in export format.

    Args:
        games: games of `bridge`, with any options.

    Raises:
        InvalidRecord: a game is not Bridge, or a tag cannot be written.

    >>> to_pbn(bridge.rules().start(seed=7, first=2)).splitlines()[7:9]
    ['[West "?"]', '[North "?"]']
    """
    lines = ["% PBN 2.1", "% EXPORT", "%"]
    for game in games:
        state, tags = (game.state, dict(game.tags)) if isinstance(game, PbnDeal) else (game, {})
        if not isinstance(state, State) or state.rules.key != "bridge":
            raise InvalidRecord(f"{game!r} is not a state of a game of Bridge, and no PbnDeal")
        for deal in (*[result.deal for result in state.results], *([] if state.is_over else [state.deal])):
            lines += [*_written(deal, tags), ""]
    return "\n".join(lines[:-1]) + "\n"


class _Reader:
    """Reads the tags of one deal."""

    def __init__(self, tags: dict[str, Tag], seed: int | None) -> None:
        self.tags, self.seed = tags, seed
        self.line = next(iter(tags.values())).line

    def read(self) -> PbnDeal:
        for tag in self.tags.values():
            if tag.words and tag.name not in SECTIONS and not tag.name.endswith("Table"):
                raise InvalidRecord(f"{tag.words[0].text!r} stands outside of a section", line=tag.words[0].line)
        dealer = self._seat(self._needed("Dealer"))
        state = self._dealt(dealer)
        if "Auction" in self.tags:
            state = self._auction(state, dealer)
            self._agrees(state)
            state = self._play(state)
        elif "Play" in self.tags and self.tags["Play"].words:
            raise InvalidRecord("cards are played, but no Auction says which contract", line=self.tags["Play"].line)
        derived = {*DERIVED, *(["Result"] if state.results else [])}
        if "Auction" not in self.tags:
            derived -= {"Declarer", "Contract"}
        return PbnDeal(state, {name: tag.value for name, tag in self.tags.items() if name not in derived})

    def _needed(self, name: str) -> Tag:
        if name not in self.tags:
            raise InvalidRecord(f"the deal that begins here has no {name}", line=self.line)
        return self.tags[name]

    def _seat(self, tag: Tag, value: str | None = None) -> int:
        letter = (tag.value if value is None else value).upper()
        if len(letter) != 1 or letter not in COMPASS:
            raise InvalidRecord(f"{tag.name}: {tag.value!r} is not a seat; write N, E, S or W", line=tag.line)
        return COMPASS.index(letter)

    def _dealt(self, dealer: int) -> State:
        """The state after the deal."""
        deal, sides = self._needed("Deal"), self._sides()
        mine = COMPASS[dealer] in sides
        words: dict[tuple[bool, bool], Literal["nobody", "dealer", "others", "all"]] = {
            (False, False): "nobody",
            (True, False): "dealer",
            (False, True): "others",
            (True, True): "all",
        }
        rules = _rules(words[mine, COMPASS[(dealer + 1) % 4] in sides])
        hands = self._hands(deal)
        if hands.count(None) > 1 and self.seed is None:
            raise InvalidRecord("Deal: more than one hand is unknown; give a seed to draw them", line=deal.line)
        try:
            return rules.start(first=dealer, deals=[Stacked(hands=hands)], seed=0 if self.seed is None else self.seed)
        except TrickkitError as error:
            raise InvalidRecord(f"Deal: {error.message}", line=deal.line) from None

    def _sides(self) -> str:
        tag = self.tags.get("Vulnerable")
        if tag is None:
            return ""
        for sides, words in VULNERABLE.items():
            if tag.value.lower() in (word.lower() for word in words):
                return sides
        known = ", ".join(word for words in VULNERABLE.values() for word in words)
        raise InvalidRecord(f"Vulnerable: {tag.value!r} is none of {known}", line=tag.line)

    def _hands(self, tag: Tag) -> list[list[str] | None]:
        """By seat, the cards in the tag of a deal; None for an unknown hand."""
        first, colon, rest = tag.value.partition(":")
        texts = rest.split()
        if not colon or len(texts) != 4:
            raise InvalidRecord("Deal: it has a seat, a colon and four hands", line=tag.line)
        seat, hands = self._seat(tag, first.strip()), list[list[str] | None]([None] * 4)
        for step, text in enumerate(texts):
            if text != UNKNOWN_HAND:
                hands[(seat + step) % 4] = self._hand(tag, text.upper())
        return hands

    def _hand(self, tag: Tag, text: str) -> list[str]:
        suits = text.split(".")
        if len(suits) != len(SUITS) or any(rank not in RANKS for rank in text.replace(".", "")):
            raise InvalidRecord(f"Deal: {text!r} is not a hand, as AJ4.T7.AT652.KJ2, spades first", line=tag.line)
        cards = [rank + suit for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]
        if len(cards) != HAND:
            raise InvalidRecord(f"Deal: the hand {text} has {len(cards)} cards; it has {HAND}", line=tag.line)
        return cards

    def _auction(self, state: State, dealer: int) -> State:
        tag = self.tags["Auction"]
        if self._seat(tag) != dealer:
            raise InvalidRecord(f"Auction: it begins with the dealer, {COMPASS[dealer]}", line=tag.line)
        for word in _words(tag):
            over = not isinstance(state.phase, Auction) or state.is_over
            if word.text in (ENDS, GOES_ON) or (over and word.text == NO_CARD):
                break
            if word.text.upper() == ALL_PASS and not over:
                while not state.is_over and isinstance(state.phase, Auction):
                    state = self._acted(state, "pass", word)
                continue
            if over:
                raise InvalidRecord(f"{word.text} is called after the auction is over", line=word.line)
            call = CALLS.get(word.text.lower())
            state = self._acted(state, f"bid {word.text.upper()}" if call is None else call, word)
        return state

    def _acted(self, state: State, action: str, word: Word) -> State:
        try:
            return state.play(state.actors[0], action)
        except IllegalAction as error:
            raise InvalidRecord(f"{word.text}: {error.rule}", line=word.line) from None
        except TrickkitError as error:
            raise InvalidRecord(f"{word.text}: {error.message}", line=word.line) from None

    def _agrees(self, state: State) -> None:
        """Refuse a contract or a declarer that disagrees with the auction."""
        if isinstance(state.phase, Auction) and not state.is_over:
            return
        for name, value in _contract(state.results[0].deal if state.results else state.deal).items():
            tag = self.tags.get(name)
            if tag is not None and tag.value.upper() not in (value.upper(), "", "?"):
                raise InvalidRecord(f"{name}: {tag.value!r}, but the auction leads to {value!r}", line=tag.line)

    def _play(self, state: State) -> State:
        tag = self.tags.get("Play")
        if tag is not None and tag.words:
            if state.is_over or isinstance(state.phase, Auction):
                raise InvalidRecord("Play: cards are played, but there is no contract", line=tag.words[0].line)
            state = self._tricks(state, tag)
        result = self.tags.get("Result")
        if state.results and result is not None and result.value not in ("", "?"):
            taken = _result(state.results[0].deal)
            if result.value != taken:
                raise InvalidRecord(f"Result: {result.value!r}, but the play gives {taken!r} tricks", line=result.line)
        return state

    def _tricks(self, state: State, tag: Tag) -> State:
        """The state after the play section: rows with one card for each seat, in a fixed order of seats."""
        words, first = [*_words(tag)], self._seat(tag)
        end = next((index for index, word in enumerate(words) if word.text == ENDS), len(words))
        if end > TRICKS * ROW:
            raise InvalidRecord(f"a deal has {TRICKS * ROW} cards", line=words[TRICKS * ROW].line)
        # Seats that have not played may have placeholder signs.
        cards = {index: word for index, word in enumerate(words[:end]) if word.text not in (NO_CARD, GOES_ON)}
        while cards and not state.is_over:
            index = len(state.deal[Tricks].tricks) * ROW + (_to_play(state) - first) % 4
            if index not in cards:
                word, turn = next(iter(cards.values())), COMPASS[_to_play(state)]
                raise InvalidRecord(f"{word.text} is played out of turn: it is the turn of {turn}", line=word.line)
            word = cards.pop(index)
            state = self._acted(state, word.text.upper()[::-1], word)
        return state


def _words(tag: Tag) -> Iterator[Word]:
    """The calls or cards of a section, without notes and comments on them."""
    for word in tag.words:
        text = word.text.rstrip("!?")
        if text and text[0] not in "=$":
            if text[0] == "^":
                raise InvalidRecord(f"{text}: irregularities are not played here", line=word.line)
            yield Word(text, word.line)


def _to_play(state: State) -> int:
    """The hand whose turn it is to play; that may be dummy's."""
    table: TrickTable = state.deal[Tricks]
    if table.current.plays:
        return (table.current.plays[-1].hand + 1) % 4
    return table.tricks[-1].counted_taker if table.tricks else state.actors[0]


def _contract(deal: Deal) -> dict[str, str]:
    """The tags of an auction's result; "?" during the auction."""
    calls = deal.get(Auction)
    contract: Contract | None = calls.contract if calls else None
    if deal.declarer is not None and contract is not None:
        risk = "X" * contract.doubled
        return {
            "Declarer": COMPASS[contract.declarer],
            "Contract": f"{contract.level}{contract.denomination}{risk}",
        }
    return {"Declarer": "", "Contract": "Pass"} if deal.closed else {"Declarer": "?", "Contract": "?"}


def _result(deal: Deal) -> str:
    """The tricks of the declarer's side, as text; empty if all passed."""
    if deal.declarer is None:
        return ""
    return str(sum(deal[Tricks].taken[seat] for seat in (deal.declarer, (deal.declarer + 2) % 4)))


def _written(deal: Deal, tags: Mapping[str, str]) -> Iterator[str]:
    """The lines of a deal in PBN."""
    calls = [str(call) for _, call in deal[Auction].calls]
    dealer, vulnerable = deal.begun_by, deal[bridge.Board].seats
    sides = "".join(side for side, seat in (("NS", 0), ("EW", 1)) if seat in vulnerable)
    own = {
        **dict.fromkeys(MANDATORY, "?"),
        "Board": str(deal.number + 1),
        **tags,
        "Dealer": COMPASS[dealer],
        "Vulnerable": VULNERABLE[sides][0],
        "Deal": f"{COMPASS[dealer]}:{' '.join(_hands_written(deal, dealer))}",
    }
    if calls or not {"Contract", "Declarer"} & tags.keys():
        own |= _contract(deal)
    if deal.scored:
        own["Result"] = _result(deal)
    for name in (*MANDATORY, *(name for name in own if name not in MANDATORY)):
        if not name.isidentifier() or name in SECTIONS or not name.isascii():
            raise InvalidRecord(f"{name!r} is not a name of a tag that a deal can have")
        yield f"[{name} {quoted(own[name])}]"
    if calls:
        going_on = [] if deal.declarer is not None or deal.closed else [GOES_ON]
        yield f'[Auction "{COMPASS[dealer]}"]'
        yield from _rows([*(SAID.get(call) or call.split(" ")[1] for call in calls), *going_on])
    table: TrickTable | None = deal.get(Tricks)
    if table is not None and (table.tricks or table.current.plays):
        yield f'[Play "{COMPASS[table.opener]}"]'
        yield from _play_written(table)


def _hands_written(deal: Deal, dealer: int) -> Iterator[str]:
    hands: Any = stacked_deal(deal).hands
    for step in range(4):
        hand = hands[(dealer + step) % 4]
        yield ".".join("".join(rank for rank in RANKS if rank + suit in hand) for suit in SUITS)


def _rows(words: Sequence[str]) -> Iterator[str]:
    return (" ".join(words[start : start + ROW]) for start in range(0, len(words), ROW))


def _play_written(table: TrickTable) -> Iterator[str]:
    """The rows of the play section, one card for each seat, beginning with the opening leader."""
    order = [(table.opener + step) % 4 for step in range(4)]
    for trick in (*table.tricks, *([table.current] if table.current.plays else [])):
        cards = {play.hand: play.card[::-1] for play in trick.plays}
        yield " ".join(cards.get(seat, NO_CARD) for seat in order)
    if len(table.tricks) < TRICKS:
        yield ENDS
