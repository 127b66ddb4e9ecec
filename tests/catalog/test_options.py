"""Options, read off a signature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest

from trickkit import InvalidRules, Rules, variant
from trickkit.catalog.options import Examples, Option, options
from trickkit.variants import pikoko


def free(*, name: str = "x", size: Annotated[int, range(1, 3), "how large"] = 1, tie_break: bool = False) -> None: ...


def test_examples_of_an_option_that_takes_others_too() -> None:
    def ranked(*, ranks: Annotated[int, "how many ranks", Examples([13, 7])] = 13) -> None: ...

    (option,) = options(ranked)
    assert option == Option("ranks", 13, "how many ranks", None, (13, 7))
    assert (option.read("8"), option.check(9)) == (8, None)


def test_name_default_meaning_and_values() -> None:
    assert options(free) == (
        Option("name", "x", "name", None),
        Option("size", 1, "how large", (1, 2)),
        Option("tie_break", False, "tie break", (True, False)),
    )
    (lead,) = (option for option in options(pikoko.rules) if option.name == "next_lead")
    assert lead.values == ("winning_peacock", "winning_owner", "start_player")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 2}, "players=2 is not one of 3, 4, 5"),
        ({"players": True}, "players=True is not one of 3, 4, 5"),
        ({"players": "3"}, "players='3'"),
        ({"self_confidence": 1}, "self_confidence=1 is not one of True, False"),
        ({"start_tie": "next_set"}, "did you mean 'next_seat'"),
        ({"next": 3}, r"no option 'next' \(did you mean 'next_lead'\?\); options: players, next_lead, "),
    ],
)
def test_a_wrong_option_names_what_is_right(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        pikoko.rules(**given)


def test_options_are_given_by_name() -> None:
    with pytest.raises(InvalidRules, match="options are given by name"):
        pikoko.rules(3)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("function", "parameter"),
    [
        (lambda **kw: kw, r"\*\*kw"),
        (lambda *texts: texts, r"\*texts"),
        (lambda players: players, "players"),
        (lambda players=4, /: players, "players=4"),
    ],
)
def test_options_are_named_keyword_parameters(function: Callable[..., Any], parameter: str) -> None:
    with pytest.raises(InvalidRules, match=rf"rules\({parameter}\): options are named keyword parameters, as in def "):
        options(function)


def test_a_bool_is_known_by_its_default() -> None:
    (option,) = options(lambda *, loud=True: loud)
    assert option.values == (True, False)
    assert option.read("false") is False


def test_rules_remember_their_options_and_their_expression() -> None:
    rules = pikoko.rules(players=3, next_lead="winning_owner")
    assert rules.options["next_lead"] == "winning_owner"
    assert rules.options["start_basis"] == "total"
    assert repr(rules) == "pikoko.rules(players=3, next_lead='winning_owner')"
    assert eval(repr(rules)) == rules


def test_a_variant_returns_rules() -> None:
    @variant
    def rules(*, kind: Literal["a"] = "a") -> Rules:
        return kind  # type: ignore[return-value]

    with pytest.raises(InvalidRules, match="returned 'a', which are not Rules"):
        rules()


@pytest.mark.parametrize(
    ("values", "text", "value"),
    [
        ((True, False), "False", False),
        ((True, False), "TRUE", True),
        ((True, False), "Yes", True),
        ((True, False), "on", True),
        ((True, False), "no", False),
        ((False, True), "OFF", False),
        ((3, 4), "4", 4),
        (("a",), "A", "a"),
        (None, "any", "any"),
    ],
)
def test_texts_are_read(values: tuple[object, ...] | None, text: str, value: object) -> None:
    assert Option("o", None, "what", values).read(text) == value


@pytest.mark.parametrize("values", [(True, False), (3, 4), ("yes", "no")])
def test_texts_that_stand_for_no_value_are_refused(values: tuple[object, ...]) -> None:
    with pytest.raises(InvalidRules, match="o='maybe'"):
        Option("o", None, "what", values).read("maybe")


@pytest.mark.parametrize(("default", "text", "value"), [(500, "300", 300), (0.5, "2.5", 2.5), ("x", "300", "300")])
def test_without_listed_values_a_text_is_read_like_the_default(default: object, text: str, value: object) -> None:
    assert Option("o", default, "what").read(text) == value


def test_a_text_that_is_no_number_where_one_is_needed() -> None:
    with pytest.raises(InvalidRules, match="o='many' is not a number; the default is 4"):
        Option("o", 4, "what").read("many")


def test_an_option_has_no_name_that_house_rules_need() -> None:
    def rules(*, name: Annotated[bool, "whether trump is named"] = True) -> Rules:
        return pikoko.rules().replace(name=str(name))

    with pytest.raises(InvalidRules, match="an option cannot be called 'name', because house rules have their own"):
        variant(rules)
