"""A short description of the rules of a table's game, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickkit.catalog.described import gist, house_rules
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, sheet
from trickkit.errors import TrickkitError
from trickkit.phases.tricks.phase import Tricks
from trickkit.play.sorting import Group, groups
from trickkit.table.points import worths, worths_in

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["about"]


def about(view: View) -> dict[str, Any]:
    """The rules described in short, with the order and the points of the cards in the deal of a view.

    Args:
        view: the view of a seat or a spectator; only the trump and the contract of its deal are read.

    Returns:
        The `summary`; the `options` that differ from their defaults, with `name`, `value` and `meaning`; the changes of
        `house` rules; the `order` of the cards, the highest first, by suits of equal ranking; their `points`, by the
        texts of the cards that count, or None; the gist of the `phases`, the `scoring`, the `schedule` and the
        `ending`, as pairs of a depth and a text; the `source`; and as the `page` the key of the game, which identifies
        any page about it, None for a sheet.

    >>> from trickkit import load
    >>> said = about(load("skat", seeger_fabian=True).start(seed=7).view(0))
    >>> said["summary"][:21], said["options"][0]["name"], said["points"]["TS"], said["phases"][0][1][:20]
    ('One plays against two', 'seeger_fabian', 10, 'Deal every seat its ')
    """
    rules = view.rules
    return {
        "summary": rules.summary,
        "options": _options(rules),
        "house": house_rules(rules, sheet(rules.sheet, "the sheet")) if rules.sheet else [],
        "order": _order(view),
        "points": worths_in(rules, view.deal) or worths(rules),
        "phases": gist(*rules.phases),
        "scoring": gist(*rules.scoring),
        "schedule": gist(rules.schedule.hand_sizes, rules.schedule.starter),
        "ending": gist(rules.ending),
        "source": rules.source,
        "page": None if rules.sheet else rules.key,
    }


def _options(rules: Rules) -> list[dict[str, Any]]:
    """The options that differ from their defaults; [] for a sheet, whose changes include them."""
    if rules.sheet:
        return []
    try:
        known = options(builder(rules.key))
    except TrickkitError:
        return []
    given = rules.options
    return [
        {"name": option.name, "value": given[option.name], "meaning": option.meaning}
        for option in known
        if option.name in given and given[option.name] != option.default
    ]


def _order(view: View) -> list[dict[str, Any]]:
    """The faces of each suit, highest first, trumps first; suits of equal ranking are merged."""
    if not any(isinstance(phase, Tricks) for phase in view.rules.phases):
        return []
    alike: dict[tuple[bool, tuple[object, ...]], list[Group]] = {}
    for group in groups(view):
        ranks = tuple(face.rank if face.suit == group.suit else face.text for face in group.faces)
        alike.setdefault((group.is_trump, ranks), []).append(group)
    return [
        {
            "suits": [group.suit.letter for group in same if group.suit is not None],
            "trump": is_trump,
            "faces": [face.text for face in same[0].faces],
        }
        for (is_trump, _), same in alike.items()
    ]
