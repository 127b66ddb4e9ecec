"""The verdict on a rule: in words of the rules, with whether it came up, and whether the players play."""

from __future__ import annotations

from collections import Counter

import pytest

from trickkit import lab, load
from trickkit.lab.certificate import Certificate
from trickkit.lab.evidence import ALIKE, partings
from trickkit.lab.observed import Observed
from trickkit.lab.playing import Table
from trickkit.phases import Tricks
from trickkit.policies.follow import MustFollow
from trickkit.variants import pikinni

STRICT = pikinni.rules(players=2)
FREE = STRICT.replace(Tricks, follow=MustFollow())


@pytest.fixture(scope="module")
def freed() -> lab.Found:
    return lab.compare(STRICT, FREE, bots="random", deals=3000, metrics=["bids exact", "skill"])


def test_a_verdict_names_the_rule_and_what_it_does_to_the_dealer() -> None:
    """In Oh Hell the dealer bids last, and the hook forbids it the bid that would add up."""
    with_hook, without = (load("oh_hell", players=3, cards=3, deals=2, hook=hook) for hook in (True, False))
    ask = {"bots": "greedy", "deals": 60, "metrics": ["bids exact", "points by place"]}
    (found,) = lab.compare(with_hook, without, **ask).verdicts  # type: ignore[arg-type]
    (turned,) = lab.compare(without, with_hook, **ask).verdicts  # type: ignore[arg-type]
    assert "the hook" in found.headline.lower()
    # It is about what the hook does, whichever of the rules is named first.
    assert found.headline == turned.headline
    assert "Hook" not in " ".join(found.sentences())
    assert found.found.sums.counts[1, "open"] == found.found.kept == 60


def test_deals_in_which_a_rule_comes_up_are_counted() -> None:
    """Players who draw alike part only where a rule gives them something else to choose from."""
    old, new = (
        Observed.of(Table(rules, ("random",) * rules.players, seed=3), range(60), traced=60) for rules in (FREE, STRICT)
    )
    went = [*partings(old, new, 60)]
    assert [one.number for one in went] == [*range(60)]
    for one, before, after in zip(went, old.traces, new.traces, strict=True):
        moves = [[move[:2] for move in trace.states[-1].results[-1].moves] for trace in (before, after)]
        assert (one.situation == ALIKE) == (moves[0] == moves[1])
        assert one.open or one.situation == ALIKE
        assert one.open or not one.used
        assert not one.scored
    assert 0 < sum(one.used for one in went) < sum(one.open for one in went) < 60


@pytest.mark.sample(0)
def test_rules_that_only_score_otherwise_come_up_in_the_scores() -> None:
    found = lab.compare("hearts", load("hearts", jack_of_diamonds=True), bots="random", deals=64, metrics=["points"])
    counts = found.sums.counts
    assert counts[1, "watched"] == counts[1, "scored"] == counts[1, "came up"]
    assert counts[1, "open"] == counts[1, "used"] == counts[1, "parted"] == 0
    assert found.verdicts[0].headline.startswith(
        "The rule “jack of diamonds” lowers the points of a seat in a deal by "
    )


def test_what_gave_no_number_is_said(freed: lab.Found) -> None:
    assert freed.missing == ("skill, which needs players that differ",)
    assert "not measured: skill, which needs players that differ" in freed.method()


def test_parts_add_up_to_what_was_looked_at(freed: lab.Found) -> None:
    parts = [sums for key, sums in freed.sums.parts.items() if key[2] == "bids exact"]
    bids = [sum(column) for column in zip(*parts, strict=True)]
    assert bids[1] == bids[3] == 2 * freed.sums.counts[1, "watched"]
    assert len(parts) == 2


@pytest.mark.parametrize(
    ("contracts", "passed", "won", "alike", "warnings"),
    [
        (95, 5, 50, 0, ()),
        (7, 0, 3, 0, ()),
        (20, 80, 10, 80, ("80 % of the deals are passed out",)),
        (90, 10, 3, 0, ("declarers win 3 % of their contracts",)),
        (90, 10, 90, 0, ("declarers win 100 % of their contracts",)),
        (0, 100, 0, 100, ("100 % of the deals are passed out",)),
        (None, 0, 0, 95, ("all seats score alike in 95 % of the deals",)),
    ],
)
def test_players_that_hardly_play_are_warned_about(
    contracts: int | None, passed: int, won: int, alike: int, warnings: tuple[str, ...]
) -> None:
    assert Certificate(100, contracts, passed, won, 0, 0, alike).warnings == warnings


@pytest.mark.sample(0)
def test_players_that_always_pass_are_seen_in_a_study() -> None:
    """Random players of Skat overbid, and lose."""
    found = lab.profile("skat", bots="random", deals=100, metrics=["points"])
    (certificate,) = found.certificates
    assert certificate.contracts is not None
    assert certificate.contracts > 90
    assert any("declarers win" in warning for warning in certificate.warnings)
    assert Certificate.of(found.study.rules[0], 0, Counter({(0, "played"): 50, (0, "passed"): 50})).warnings == (
        "100 % of the deals are passed out",
    )


@pytest.mark.sample(0)
def test_players_that_learned_the_game_are_named_instead() -> None:
    skat = load("skat")
    found = lab.compare(skat, skat, bots="random", deals=20, metrics=["points"])
    assert any(one.endswith('. The bots "learned" have learned to play it.') for one in found.verdicts[0].warnings)
    pikoko = lab.compare("pikoko", "pikoko", bots="random", deals=20, metrics=["points"])
    assert not any("learned" in one for one in pikoko.verdicts[0].warnings)


def test_a_rule_that_players_do_not_use_is_warned_about() -> None:
    found = lab.compare(STRICT, FREE, bots="random", deals=50, metrics=["ties"])
    counts = Counter({(1, "watched"): 50, (1, "came up"): 40, (1, "open"): 40, (1, "used"): 2, (1, "parted"): 2})
    few = lab.Found(found.study, lab.Sums(50, 50, found.sums.moments, counts=counts))
    assert few.verdicts[0].headline == "The change made a difference in only 2 of 50 deals: too few to judge it by."
    assert "in 40 deals they could have, in 2 they did" in few.verdicts[0].warnings[0]
