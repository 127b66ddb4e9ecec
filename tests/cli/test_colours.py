"""Cards in the terminal have the colours of their suits."""

from __future__ import annotations

import pytest
from rich.text import Text
from tiers import sampled

from trickkit import load
from trickkit.catalog.registry import keys
from trickkit.cli import screen
from trickkit.cli.colours import SuitColours
from trickkit.cli.output import printer
from trickkit.cli.prompt import meant
from trickkit.pictures.colours import contrast


def styled(game: str, text: str) -> dict[str, str]:
    shown = SuitColours(load(game).deck)(Text(text))
    return {shown.plain[span.start : span.end]: str(span.style) for span in shown.spans}


def test_all_suits_differ_and_are_readable() -> None:
    for key in sampled(keys(), 8):
        deck = load(key).deck
        styles = {face.suit: styled(key, face.text).get(face.text) for face in deck.faces if not face.text.isdigit()}
        assert len({*styles.values()}) == len(styles), key
        for style in filter(None, styles.values()):
            letters, _, ground = style.partition(" on ")
            assert ground == "" or contrast(letters, ground) >= 4.5


def test_words_and_numbers_are_left_as_they_are() -> None:
    assert [*styled("hearts", "Seat 2 plays QS, 10 points; AS2 is none")] == ["QS"]


@pytest.mark.parametrize(("colours", "shown"), [(True, "\x1b["), (False, "")])
def test_colours_are_for_terminals_that_have_them(
    monkeypatch: pytest.MonkeyPatch, colours: bool, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    if colours:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
    rules = load("hearts", passing="none")
    console = printer(SuitColours(rules.deck))
    for part in screen.table(rules.start(seed=1).view(0)):
        console.print(part)
    out = capsys.readouterr().out
    assert ("\x1b[" in out) == colours


def test_french_suits_are_shown_by_symbols_and_understood() -> None:
    rules = load("hearts", passing="none")
    shown = SuitColours(rules.deck, symbols=True)(Text("Seat 2 plays QS, 10 points; AS2 is none"))
    assert shown.plain == "Seat 2 plays Q♠, 10 points; AS2 is none"
    state = rules.start(seed=1)
    view = state.view(state.actors[0])
    lead = view.legal()[0]
    symbols = SuitColours(rules.deck, symbols=True)(Text(str(lead))).plain
    assert symbols != str(lead)
    assert (meant(view, symbols), meant(view, symbols.lower())) == (lead, lead)


def test_other_suits_keep_their_letters() -> None:
    assert SuitColours(load("pikoko").deck, symbols=True)(Text("R5, M1")).plain == "R5, M1"
