"""`trickkit new NAME`: the first files of a game of your own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from string import Template
from textwrap import fill

import click

from trickkit.catalog.options import Option, options
from trickkit.catalog.parts import about, parts
from trickkit.catalog.registry import builder, keys
from trickkit.cli.games import built, guarded
from trickkit.cli.output import printer
from trickkit.errors import InvalidRules, quoted

__all__ = ["new"]

GAME = '''\
"""$title: follow suit, the highest trump or else the highest card of the suit led wins, and each trick is a point.

Write the rules of your game on this page. A deal is a series of phases, in order; you can replace the policies of each,
which `trickkit rules $file` lists. The scoring is a class below.

For a policy that depends on a bid, use `ByContract`, as in `Tricks(until=ByContract({"misere": DeclarerTakes()},
HandsEmpty()))`; for a whole phase use `InContracts`, and for points `ScoreByContract`. For cards that have an effect
when they are played, replace `Tricks()` by `PowerTricks(after_card=ChooseTrump("QS"))`. For what later deals remember,
use `Rules(memory=...)`, for example with `ContractsPlayed()`.

Steps that a deal may have, all in `trickkit.phases`, each with an example in its docstring:

- the pack: DealOut, FillHands, GiveTop, RemoveCards, ThrowAway, Draw, DrawAfterTrick, DrawInTurn, CloseStock
- trump: TurnTrump, CutTrump, DealersCard, ShowTop, ShowBottom, FixedTrump, NameTrump, BuyTrump, CalledSuitIsTrump
- auctions: LadderAuction, for nearly all; its short forms Auction, BidContracts, BidOnce, BidAndHold; AskReservations
- bids: Bids, BidWithCards, Estimates, CallEstimates, EstimatePoints, Confidence, CallDouble, DoubleParts, Announce
- sides: CallPartner, DeclarerByCard, GoAlone
- cards that move: PassCards, PassBetweenPartners, ExchangeNumbers with ExchangeCards, TakeStock, TakePart, LayAway,
  DiscardDown, Reveal
- melds: DeclareMelds, ShowMelds
- play: Tricks, PowerTricks, BoardTricks, CallingTricks, BuildSequences, Evaluate
- ends: AnnulDeal, EndDeal

Whatever may differ in a step is a policy: who leads, what must be followed, and so on. `trickkit new --parts` lists all
steps, policies and scorings, with a line for each; `trickkit new --parts lead` lists those about leading.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import Scoring


@frozen
class PointPerTrick(Scoring):
    """Each trick is a point."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat that took a trick."""
        return tuple(
            ScoreLine(seat, f"took {tricks}", tricks) for seat, tricks in enumerate(deal[Tricks].taken) if tricks
        )


@variant
def rules(*, players: Annotated[int, range(2, 7), "how many play"] = 4) -> Rules:
    """The rules of $title: every seat deals once."""
    return Rules(
        key="$key",
        name="$title",
        summary="Each trick is a point.",
        players=players,
        deck=french(),
        phases=(DealOut(), TurnTrump(), Tricks(opening=LeftOfStarter())),
        scoring=PointPerTrick(),
        schedule=Schedule(hand_sizes=SameSize(7), starter=NextSeat()),
        ending=AfterDeals(deals=players),
    )
'''

HOUSE = '''\
"""$title: a house rule of $base."""

from __future__ import annotations

$imports


@variant
def rules($signature) -> Rules:
    """The rules of $title."""
    game = load($given)
    # Change what you like: a policy as in `game.replace(Tricks, follow=MustFollow())`, or what `before`, `after` and
    # `without` say of whole phases. `trickkit rules $file` lists both.
    return game.replace(key="$key", name="$title", summary="A house rule of $base.")
'''

SHEET = """\
# A house rule of $base, without a line of Python.
# `trickkit rules $file` lists what may be changed: its options, and the policies of its phases.
base = $game
key = "$key"
name = "$title"
summary = "A house rule of $base."

[options]
$chosen
# [phases.Tricks]
# follow = "MustFollow"
"""

TESTS = '''\
"""$title keeps the laws that every game keeps, and what its own rules say."""

from pathlib import Path

from trickkit import load, playout, testing

GAME = str(Path(__file__).with_name("$file"))

TestLaws = testing.laws(GAME, examples=20)


def test_a_game_is_played_to_its_end() -> None:
    assert playout(load(GAME), seed=7).is_over
'''


def _list_parts(context: click.Context, _option: click.Parameter, word: str | None) -> None:
    """Print the parts of which games are built, and end the command."""
    if word is None or context.resilient_parsing:
        return
    by_module, console = parts(word), printer()
    if not by_module:
        raise InvalidRules(f"no part mentions {quoted(word)}; 'trickkit new --parts' lists all")
    for module, lines in by_module.items():
        console.print(f"{module}: {about(module)}", soft_wrap=True)
        for name, line in lines.items():
            text = fill(f"{name}: {line}", console.width, initial_indent="  ", subsequent_indent="      ")
            console.print(text, soft_wrap=True)
    context.exit()


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("--from", "base", metavar="KEY", help="The game that yours changes: a key, or a .py or .toml file.")
@click.option("--sheet", is_flag=True, help="Write a sheet, a .toml file, instead of Python; needs --from.")
@click.option(
    "--parts", is_flag=False, flag_value="", default=None, metavar="[WORD]", is_eager=True, expose_value=False,
    callback=_list_parts, help="List the parts of games, or those that mention a word, and exit.",
)  # fmt: skip
def new(name: str, base: str | None, sheet: bool) -> None:
    """Begin a game of your own.

    Writes two files here, and prints the next commands: a game that already plays, and a test file that checks it
    against the laws of all games. An existing file is never overwritten.

    NAME is the name of the game, in letters, digits and spaces; its key and its files are named after it.

    \b
    Example:
      trickkit new "Last Penny" --from pikinni
      trickkit new --parts trump
    """
    title, key = _named(name)
    if sheet and base is None:
        raise InvalidRules("a sheet changes an existing game: say which with --from KEY; 'trickkit list' names them")
    file = Path(f"{key}{'.toml' if sheet else '.py'}")
    values = {"title": title, "key": key, "file": file.name}
    template = GAME
    if base is not None:
        template = SHEET if sheet else HOUSE
        values |= _sheet(base) if sheet else _house(base)
    tests = Path(f"test_{key}.py")
    _write({file: Template(template).substitute(values), tests: Template(TESTS).substitute(values)})
    lines = (f"trickkit play {file}", f"trickkit check {file}", f"python -m pytest {tests}")
    printer().print(f"Wrote {file} and {tests}. Next:", *(f"  {line}" for line in lines), sep="\n", soft_wrap=True)


def _named(name: str) -> tuple[str, str]:
    """A new game's name and key.

    >>> _named("Last Penny"), _named("last_penny")
    (('Last Penny', 'last_penny'), ('Last penny', 'last_penny'))
    """
    words = re.split(r"[\s_-]+", name.strip())
    key = "_".join(words).lower()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        raise InvalidRules(
            f"{quoted(name)} is not a name for a game: it begins with a letter from a to z, followed by letters, "
            "digits and spaces"
        )
    if key in keys():
        raise InvalidRules(f"{key} is an installed game; choose another name, or change that game with --from {key}")
    title = " ".join(words)
    return title[0].upper() + title[1:], key


def _house(base: str) -> dict[str, str]:
    game = f'"{base}"' if base in keys() else f"str(Path(__file__).parent / {base!r})"
    players = _players(base)
    imports = [] if base in keys() else ["from pathlib import Path"]
    signature = ""
    if players is not None:
        imports.append("from typing import Annotated, Literal")
        values = ", ".join(map(repr, players.values or ()))
        meaning = json.dumps(players.meaning, ensure_ascii=False)
        signature = f"*, players: Annotated[Literal[{values}], {meaning}] = {players.default!r}"
    return {
        "base": _plain(built(base).name),
        "imports": "\n".join([*imports, *([""] if imports else []), "from trickkit import Rules, load, variant"]),
        "signature": signature,
        "given": game if players is None else f"{game}, players=players",
    }


def _sheet(base: str) -> dict[str, str]:
    players = _players(base)
    chosen = "" if players is None else f"players = {players.default}\n"
    return {"base": _plain(built(base).name), "game": json.dumps(base), "chosen": chosen}


def _plain(text: str) -> str:
    """A text that can stand in double quotes, with its own quotes and backslashes replaced.

    >>> _plain('The "Penny"')
    "The 'Penny'"
    """
    return text.replace("\\", "/").replace('"', "'")


def _players(base: str) -> Option | None:
    """The possible numbers of players of a game; None if there is no choice."""
    with guarded(base):
        return next((option for option in options(builder(base)) if option.name == "players" and option.values), None)


def _write(texts: Mapping[Path, str]) -> None:
    written: list[Path] = []
    try:
        for path, text in texts.items():
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except OSError as error:
        for done in written:
            with suppress(OSError):
                done.unlink()
        if isinstance(error, FileExistsError):
            raise InvalidRules(
                f"{path} exists, and is not overwritten; move it away, or choose another name"
            ) from error
        raise InvalidRules(f"cannot write {path}: {error.strerror}") from error
