"""Pictures: what is drawn, how it reads, and that it shows no more than the value that it is drawn of."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from blocks import ROOT

from trickkit import UNKNOWN, Hand, InvalidRecord, InvalidRules, load, pictures, playout, record
from trickkit.catalog.registry import keys
from trickkit.model.cards import Card, Suit, french
from trickkit.phases import Tricks
from trickkit.pictures.cards import SYMBOLS
from trickkit.pictures.colours import NAMED, OTHERS, colour_of, contrast, letters_on
from trickkit.pictures.svg import COLOURS, SPACE, Picture, picture, text
from trickkit.play.playout import states
from trickkit.play.state import State
from trickkit.policies.ending import AfterDeals
from trickkit.variants import game5211, pikoko

ENOUGH = 4.5
"""The contrast of text with what is behind it."""


@cache
def game(key: str) -> list[State]:
    """The beginning of a game, state by state."""
    return [*islice(states(load(key), seed=5), 120)]


def words(shown: Picture) -> list[str]:
    """The texts that stand in a picture."""
    return [element.text or "" for element in ElementTree.fromstring(shown.svg).iter(f"{{{SPACE}}}text")]


def count(shown: Picture, kind: str) -> int:
    return len(re.findall(rf'class="{kind}"', shown.svg))


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", keys())
def test_the_table_of_every_game_is_drawn(key: str) -> None:
    rng = Random(key)
    for state in (game(key)[0], *rng.sample(game(key), 2), game(key)[-1]):
        for seat in (rng.randrange(state.rules.players), None):
            shown = pictures.table(state.view(seat))
            root = ElementTree.fromstring(shown.svg)
            assert root.get("role") == "img"
            assert root[0].tag == f"{{{SPACE}}}title"
            assert root[0].text == shown.alt
            assert state.rules.name in shown.alt
            # A card in a hand is drawn as what it is, or face down where the seat does not know it.
            hands = state.view(seat).deal.hands
            assert count(shown, "back") == sum(one is UNKNOWN for hand in hands for one in hand)


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", keys())
def test_each_deal_is_drawn(key: str) -> None:
    state = game(key)[-1]
    for seat in range(state.rules.players):
        assert pictures.deal(state.view(seat).deal, seat=seat).alt


def test_a_table_says_who_acts_what_is_asked_and_what_may_be_played() -> None:
    state = next(state for state in states(pikoko.rules(players=3), seed=7) if isinstance(state.phase, Tricks))
    seat = state.actors[0]
    hand = (seat + 1) % 3
    shown = pictures.table(state.view(seat))
    assert f"Lead a card out of hand {hand}." in words(shown)
    assert words(shown).count("to act") == 1
    assert shown.alt.endswith(f"Lead a card out of hand {hand}.")
    other = pictures.table(state.view(hand))
    assert "to act" in words(other)
    assert not any("card" in each for each in words(other))


def test_a_state_is_drawn_with_all_cards() -> None:
    state = game("pikoko")[0]
    assert count(pictures.table(state), "back") == 0
    assert count(pictures.table(state.view(0)), "back") == 8


def test_the_end_of_a_game_says_why_it_ended() -> None:
    end = playout(pikoko.rules(players=3), seed=7)
    assert end.outcome is not None
    assert end.outcome.reason in words(pictures.table(end.view(0)))


@pytest.mark.parametrize("key", keys())
def test_letters_can_be_read_on_the_colours_of_every_suit(key: str) -> None:
    suits = load(key).deck.suits
    colours = [colour_of(suit, suits) for suit in suits]
    assert all(contrast(letters_on(colour), colour) >= ENOUGH for colour in colours)
    assert len({*colours}) == len(colours)


@pytest.mark.parametrize("number", [0, 1], ids=["light", "dark"])
def test_words_can_be_read_in_both_themes(number: int) -> None:
    ground, paper = COLOURS["ground"][number], COLOURS["paper"][number]
    for kind in ("ink", "quiet", "mark"):
        assert contrast(COLOURS[kind][number], ground) >= ENOUGH
    for kind in ("ink", "red", "quiet"):
        assert contrast(COLOURS[kind][number], paper) >= ENOUGH


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ffffff", "#777777") == contrast("#777777", "#ffffff")


def test_cards_show_what_they_are() -> None:
    deck = pikoko.rules().deck
    assert words(pictures.card(deck.card("R2"))) == ["2", "R", "2"]
    assert words(pictures.card(deck.card("M7"))) == ["7", "R", "7", "W", "7", "P", "M7"]
    as_white = pictures.card(deck.card("M7"), face=deck.card("M7").faces[1])
    assert words(as_white) == ["7", "W", "7", "M7"]
    assert as_white.alt == "M7 as W7"
    assert words(pictures.card(french().card("TH"))) == ["10"]
    assert words(pictures.card(UNKNOWN)) == []
    assert words(pictures.card(load("wizard").deck.card("W"))) == ["W", "W", "W"]


def test_a_hand_is_sorted_and_what_is_not_known_comes_last() -> None:
    deck = pikoko.rules().deck
    hand = pictures.hand(Hand.of(deck, ["M7", "P2", "R9", "R2"], hidden=2))
    assert hand.alt == "a hand: R2 R9 P2 M7 and 2 cards face down"
    assert pictures.hand(Hand(deck)).alt == "a hand: no card"
    assert pictures.hand([deck.card("P2"), deck.card("R9")]).alt == "a hand: P2 R9"


def test_raised_cards_lie_higher() -> None:
    hand = Hand.of(french(), ["2C", "3C", "4C"])
    flat, raised = pictures.hand(hand), pictures.hand(hand, raised=["3C"])
    assert raised.height == flat.height + 9
    assert raised.svg.count("translate(-25 -9)") == 1


def test_a_trick_is_marked_where_it_was_led_and_where_it_is_won() -> None:
    deal = playout(pikoko.rules(players=3), seed=7).deal
    for number, trick in enumerate(deal[Tricks].tricks):
        shown = pictures.trick(deal, number, seat=1)
        assert shown.svg.count('class="ring"') == 1
        assert shown.alt.startswith(f"trick {number}: hand {trick.plays[0].hand} leads ")
        assert shown.alt.endswith(f"hand {trick.taker} wins")


def test_the_trick_on_the_table_is_won_so_far() -> None:
    state = next(state for state in states(pikoko.rules(players=3), seed=7) if isinstance(state.phase, Tricks))
    assert pictures.trick(state.deal).alt == "trick 0: nobody has played"
    (seat,) = state.actors
    after = state.play(seat, state.legal(seat)[0])
    assert pictures.trick(after.deal).alt.endswith(f"; hand {(seat + 1) % 3} wins")


def test_nobody_wins_a_trick_that_nobody_takes() -> None:
    rules = load("skull_king", players=3, kraken=True)
    tricks = (
        pictures.trick(state.deal, number).alt
        for seed in range(40)
        for state in (playout(rules.replace(ending=AfterDeals(deals=4)), seed=seed),)
        for number, trick in enumerate(state.deal[Tricks].tricks)
        if trick.taker is None
    )
    assert next(tricks).endswith("; nobody wins")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: pictures.card(UNKNOWN, theme="blue"),  # type: ignore[arg-type]
        lambda: pictures.trick(game("pikoko")[0].deal),
        lambda: pictures.trick(playout(pikoko.rules(players=3), seed=7).deal, 8),
        lambda: pictures.trick(playout(pikoko.rules(players=3), seed=7).deal, -1),
        lambda: pictures.trick(playout(pikoko.rules(players=3), seed=7).deal, seat=3),
    ],
    ids=["theme", "no trick", "number", "negative", "seat"],
)
def test_what_cannot_be_drawn_is_refused(wrong: Any) -> None:
    with pytest.raises(InvalidRules, match=r"theme=|no trick|number=|seat="):
        wrong()


def test_what_stands_in_a_picture_is_no_markup() -> None:
    evil = Suit("<evil>&", "<")
    shown = pictures.card(Card.plain(evil, 1, "<1&"))
    assert ElementTree.fromstring(shown.svg)[0].text == "<1&"
    assert "<evil" not in shown.svg


def test_themes_do_not_disturb_each_other() -> None:
    light, dark, both = (picture([text("x", 0, 0, 9)], 9, 9, "x", theme) for theme in ("light", "dark", "auto"))
    assert "prefers-color-scheme" not in light.svg + dark.svg
    assert COLOURS["ink"][0] in light.svg
    assert COLOURS["ink"][0] not in dark.svg
    assert "@media (prefers-color-scheme:dark){.trickkit-auto .ground" in both.svg


def test_the_site_has_the_same_colours() -> None:
    css = (ROOT / "docs" / "assets" / "extra.css").read_text(encoding="utf-8")
    for kind, (light, dark) in COLOURS.items():
        assert f".trickkit-site .{kind} {{ fill: light-dark({light}, {dark}); }}" in css


def test_the_page_of_a_table_draws_all_suits_that_pictures_draw() -> None:
    script = (ROOT / "src" / "trickkit" / "table" / "static" / "faces.js").read_text(encoding="utf-8")
    for suit in SYMBOLS:
        assert f'{suit}: "M' in script
    for name in NAMED:
        assert f'{name}: "#' in script
    assert ", ".join(f'"{colour}"' for colour in OTHERS) in script


def test_a_picture_is_written_to_a_file(tmp_path: Any) -> None:
    shown = pictures.card(UNKNOWN)
    shown.save(tmp_path / "back.svg")
    assert (tmp_path / "back.svg").read_text("utf-8") == str(shown)


@cache
def short() -> record.GameRecord:
    """A record of one deal."""
    rules = pikoko.rules(players=3).replace(ending=AfterDeals(deals=1))
    return record.of(playout(rules, seed=7), names=["Ada", "<Ben>", "Cyd"])


@cache
def page() -> str:
    return pictures.page(short())


@pytest.mark.sample(0)
def test_a_page_has_a_picture_for_each_move_and_seat() -> None:
    game = short()
    html = page()
    assert html.count("<li>") == (len(game.moves) + 1) * 4
    assert "<option>seat 1 (&lt;Ben&gt;)</option>" in html
    assert "<Ben>" not in html
    assert "http" not in html.replace(SPACE, "")
    used, defined = ({*re.findall(rf'{name}="#?(s\d+)"', html)} for name in ("href", "id"))
    assert used == defined


def test_a_page_tells_each_seat_what_it_saw() -> None:
    lists = page().split('<ol class="steps">')[1:]
    for seat, told in zip([None, 0, 1, 2], lists, strict=True):
        backs = [step.count("face down") for step in told.split("<li>")[1:]]
        assert bool(backs[0]) == (seat is not None)
        assert f"hand {seat}: ??" not in told if seat is None else f"hand {seat}: ??" in told


def test_a_redacted_record_has_no_page() -> None:
    with pytest.raises(InvalidRecord, match="only what seat 1 saw"):
        pictures.page(short().redact(1))


def test_notebooks_show_pictures() -> None:
    state = game("pikoko")[0]
    view = state.view(1)
    assert view._repr_html_() == str(pictures.table(view))
    assert view.deal.hands[0]._repr_html_() == str(pictures.hand(view.deal.hands[0]))
    end = playout(game5211.rules(players=2), seed=7)
    assert end.deal._repr_html_() == str(pictures.deal(end.deal))
    begun = record.of(view.rules.start(seed=7))
    assert begun._repr_html_().startswith("<iframe")
    assert short().redact(1)._repr_html_().startswith("<pre>{&quot;trickkit&quot;")
    assert pictures.card(UNKNOWN)._repr_svg_() == str(pictures.card(UNKNOWN))
