"""A game without cards to play for the tests of the command line: every seat says two words, in secret."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from attrs import frozen

from trickkit import Action, Deal, Event, Record, Rules, ScoreLine
from trickkit.model.cards import Deck, french
from trickkit.phases import DealOut, Phase, Run
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring


@frozen(eq=False)
class Say(Action):
    word: str

    def __str__(self) -> str:
        return self.word


WORDS = tuple(Say(word) for word in ("Aye", "no", "NO", "Q", "may be"))


@frozen
class Said(Event):
    words: tuple[tuple[Action, ...], ...]

    def __str__(self) -> str:
        return "All is said [loud]."


@frozen
class Words(Record):
    words: tuple[tuple[Action, ...], ...]

    def __str__(self) -> str:
        return "heard" if self.words else "silence"


class At(NamedTuple):
    actors: tuple[int, ...]
    words: tuple[tuple[Action, ...], ...]


@frozen
class Whisper(Phase):
    record: ClassVar[type[Record]] = Words

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return WORDS

    def begin(self, deal: Deal) -> Run[Any]:
        return WhisperRun(deal)


@frozen(slots=False)
class WhisperRun(Run[At]):
    def start(self) -> At:
        return At(tuple(self.deal.seats), ((),) * self.deal.players)

    def legal(self, at: At, seat: int) -> tuple[Action, ...]:
        return WORDS if not at.words[seat] else WORDS[:1]

    def play(self, at: At, seat: int, action: Action) -> At | None:
        if action not in self.legal(at, seat):
            return None
        words = (*at.words[:seat], (*at.words[seat], action), *at.words[seat + 1 :])
        return At(tuple(one for one in self.deal.seats if len(words[one]) < 2), words)

    def refusal(self, at: At, seat: int, action: Action) -> str:
        return "the second word is aye"

    def committed(self, at: At, seat: int) -> tuple[Action, ...]:
        return at.words[seat] if at.actors else ()

    def record(self, at: At) -> Deal:
        if at.actors:
            return self.deal.with_record(Words(()))
        return self.deal.with_record(Words(at.words), Said(at.words))


@frozen
class Nothing(Scoring):
    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return ()


def rules(
    *,
    points: Annotated[int, range(1, 31), "how much a word is worth"] = 5,
    motto="hush",
) -> Rules:
    return Rules(
        key="whisper",
        name=f"Whisper [{motto}] {points}",
        summary="Say it twice.",
        players=2,
        deck=french("QKA"),
        phases=(DealOut(), Whisper()),
        scoring=Nothing(),
        schedule=Schedule(hand_sizes=SameSize(1)),
        ending=AfterDeals(deals=1),
    )
