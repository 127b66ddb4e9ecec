"""What was imported from a module before it moved can be imported from there for good."""

from __future__ import annotations

import pickle
from importlib import import_module

import pytest
from processes import python

import trickkit
from trickkit.former import FORMER
from trickkit.phases import LayAway
from trickkit.policies.discarding import DiscardRestriction, KeepFaceUp
from trickkit.policies.participants import Everyone, Participants
from trickkit.scoring.summary import DealSummary

NAMES = {
    "trickkit.actions": "Action Back Bid BidFor Call Change Name Pass Play bids_up_to",
    "trickkit.cards": "UNKNOWN Card Deck Face Suit Unknown bits french piquet",
    "trickkit.chance": "HOLE Chance Roll Stacked",
    "trickkit.deal": "Deal DealScored DealStarted Event GameEnded Later Move Outcome Record Result ScoreLine heard",
    "trickkit.fields": "each_is_a is_a one_of whole",
    "trickkit.hands": "Hand Pile hands_seen",
    "trickkit.options": "Builder Examples Option check options variant",
    "trickkit.phases.choosing": "Choosing ChoosingRun Faces",
    "trickkit.phases.dealing": "Cut CutTrump TrumpCut TrumpTurned TurnTrump Turned",
    "trickkit.phases.polls": "Answers Poll PollRun",
    "trickkit.phases.seating": "Plays Seating",
    "trickkit.phases.simultaneous": "Commitments SimultaneousRun Turn",
    "trickkit.phases.trick_table": "Exposed Played Trick TrickTable TrickTaken",
    "trickkit.phases.tricks": "Tricks",
    "trickkit.playout": "playout states",
    "trickkit.policies.keeping": "KeepFaceUp KeepNothing Keeping",
    "trickkit.policies.who": "Declarer Everyone Starter Who taking_part",
    "trickkit.rules": "Rules",
    "trickkit.scoring.outline": "Outline",
    "trickkit.state": "State",
    "trickkit.symmetry": "Symmetry",
    "trickkit.variants.registry": "ENTRY_POINTS builder keys line_in load sheet",
    "trickkit.view": "View",
}
"""The public names of each module when it moved."""


@pytest.mark.parametrize(("module", "names"), NAMES.items())
def test_every_name_is_found_where_it_was(module: str, names: str) -> None:
    former = import_module(module)
    for name in names.split():
        value = getattr(former, name)
        if isinstance(value, type):
            assert getattr(import_module(value.__module__), value.__name__) is value


@pytest.mark.parametrize("module", FORMER)
def test_a_star_takes_the_public_names(module: str) -> None:
    found: dict[str, object] = {}
    exec(f"from {module} import *", found)
    assert set(NAMES[module].split()) <= set(found)


def test_a_function_is_not_hidden_by_the_module_that_had_its_name() -> None:
    import_module("trickkit.playout")
    assert callable(trickkit.playout)


def test_what_was_pickled_under_a_former_name_is_read() -> None:
    text = pickle.dumps(trickkit.UNKNOWN.__class__, protocol=0)
    former = text.replace(b"trickkit.model.cards", b"trickkit.cards")
    assert former != text
    assert pickle.loads(former) is trickkit.UNKNOWN.__class__


def test_policies_pickled_under_a_former_name_are_read() -> None:
    text = pickle.dumps(LayAway(cards=2, who=Everyone(), keeping=KeepFaceUp()), protocol=0)
    former = text.replace(b"policies.participants", b"policies.who").replace(
        b"policies.discarding", b"policies.keeping"
    )
    assert former != text
    assert pickle.loads(former) == LayAway(cards=2, who=Everyone(), keeping=KeepFaceUp())


def test_a_name_that_changed_with_its_module_is_the_present_one() -> None:
    assert import_module("trickkit.policies.keeping").Keeping is DiscardRestriction
    assert import_module("trickkit.policies.who").Who is Participants


def test_a_record_is_known_by_its_former_name() -> None:
    assert trickkit.record.Game is import_module("trickkit.record.game").Game is trickkit.record.GameRecord


def test_a_name_that_never_was_there_is_refused_with_the_new_place() -> None:
    with pytest.raises(AttributeError, match=r"'trickkit.cards', now trickkit.model.cards, has no attribute 'nothing'"):
        _ = import_module("trickkit.cards").nothing


def test_the_summary_of_a_deal_has_its_former_name() -> None:
    assert import_module("trickkit.scoring.outline").Outline is DealSummary
    assert pickle.loads(b"ctrickkit.scoring.outline\nOutline\n.") is DealSummary


def test_former_names_load_nothing_by_themselves() -> None:
    program = "import sys, trickkit, trickkit.phases.seating; print('trickkit.phases.tricks.seating' in sys.modules)"
    done = python(program, check=True)
    assert done.stdout.strip() == "False"


def test_former_names_of_functions_and_methods_go_on_working() -> None:
    from trickkit.phases import dealing

    assert dealing.dealt_again is dealing.stacked_deal
    assert trickkit.Deal.having is trickkit.Deal.with_record
