"""The page about a study: what it says, and that it needs nothing from outside."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

import pytest
from attrs import evolve
from tiny_games import TWO_CARDS

from trickkit import lab
from trickkit.catalog.registry import sheet
from trickkit.lab.changes import changes
from trickkit.variants import pikinni, pikoko

RULES = (
    pikinni.rules(players=2),
    sheet('base = "pikinni"\nphases.Tricks.follow = "MustFollow"', "loose.toml")(players=2),
)


@pytest.fixture(scope="module")
def found() -> lab.Found:
    return lab.compare(*RULES, bots="random", deals=3000, metrics=["wins", "bids exact"])


@pytest.fixture(scope="module")
def page(found: lab.Found) -> str:
    return lab.page(found)


class Tags(HTMLParser):
    """The tags of a page, and whether each is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
        self.fetched += [
            value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")
        ]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_it_needs_nothing_from_outside_and_closes_its_tags(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.fetched == []
    assert "http" not in page.replace("http://www.w3.org", "")
    assert not re.search(r"url\(['\"]?[^#'\")]|@import", page)


def test_it_says_what_was_found_and_how(found: lab.Found, page: str) -> None:
    (verdict,) = found.verdicts
    for said in (verdict.headline, *verdict.others, verdict.came_up, *verdict.ruled_out, *found.method()):
        assert escape(said) in page
    assert page.index(verdict.headline) < page.index("<svg") < page.index("The rules</h2>")
    assert "tricks, follow: Follow the led suit if you can, otherwise play anything" in page
    assert "MustFollow" not in page


def test_names_of_shapes_are_not_shared_by_plots(page: str) -> None:
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) > 50
    assert len(names) == len(set(names))


def test_deals_that_differ_most_are_shown_step_by_step(found: lab.Found, page: str) -> None:
    apart = found.sums.apart[1]
    assert [points for points, _ in apart] == sorted((points for points, _ in apart), reverse=True)
    points, deal = apart[0]
    old, new = (table.trace(deal).states[-1].results[-1].scores for table in found.study.tables)
    assert sum(abs(one - other) for one, other in zip(old, new, strict=True)) == points
    assert f"Deal {deal}: all seats together differ by {points} points" in page
    assert page.count('<ol class="steps">') == 6


def test_deals_begin_where_they_part_and_end_with_their_scores(found: lab.Found, page: str) -> None:
    _, deal = found.sums.apart[1][0]
    went = [table.trace(deal).states for table in found.study.tables]
    told, parted = re.search(r"<p>(The deals part after (\d+) moves .*?)</p>", page).groups()  # type: ignore[union-attr]
    before, after = ([one[-1].moves[: int(parted) + more] for one in went] for more in (0, 1))
    assert before[0] == before[1]
    assert after[0] != after[1]
    assert all(f"seat {moves[-1][0]}, {moves[-1][1]}" in told for moves in after)
    ends = re.findall(r"<p>([^<]*)</p></li></ol>", page)
    assert len(ends) == page.count('<ol class="steps">')
    assert all("Totals: " in end for end in ends)
    assert page.count("begins; seat") == len(ends)


@pytest.mark.sample(0)
def test_deals_that_are_alike_do_not_part() -> None:
    soft = sheet('base = "pikinni"\nscoring.ScoreEstimates.off = -5', "soft.toml")(players=2)
    page = lab.page(lab.compare(RULES[0], soft, bots="random", deals=20, metrics=["points"]))
    assert "All moves are alike; what differs is what they score." in page


def test_it_says_what_the_numbers_are(page: str) -> None:
    assert "<dt>bids exact</dt><dd>Share of the bids on numbers of tricks that are exactly right. Worked" in page


@pytest.mark.sample(0)
def test_a_portrait_and_many_rules_have_pages_as_well() -> None:
    assert "A portrait of Small" in lab.page(lab.profile(TWO_CARDS, bots="random", deals=50, metrics=["points"]))
    over = {"players": [2], "trick": [10, 20, 30]}
    found = lab.sweep("pikinni", over=over, bots="random", deals=50, metrics=["points"])
    page = lab.page(found)
    assert '<th scope="rowgroup" rowspan="3">points</th><td>trick=10</td>' in page
    assert page.count("<td>trick=30</td>") == 1
    tags = Tags()
    tags.feed(page)
    assert tags.open == []


def test_a_name_is_no_markup() -> None:
    odd = TWO_CARDS.replace(name="<b>&", summary="<script>")
    assert "<b>&" not in lab.page(lab.profile(odd, bots="random", deals=20, metrics=["points"]))


def test_differences_are_said_in_words() -> None:
    rules = pikoko.rules(players=3)
    assert changes(pikoko.rules(players=3, next_lead="start_player"), rules) == [
        "next lead: start player instead of winning peacock (who leads the next trick)"
    ]
    assert changes(pikinni.rules(), rules) == ["Pikinni XXIV is another game than Pikoko"]
    assert changes(evolve(rules, name="House"), rules) == []
