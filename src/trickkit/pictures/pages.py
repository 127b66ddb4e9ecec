"""A self-contained page of HTML that steps through a record."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from trickkit.pictures.svg import SPACE
from trickkit.pictures.tables import table, table_at_end

if TYPE_CHECKING:
    from trickkit.model.events import Event
    from trickkit.pictures.svg import Picture
    from trickkit.play.state import State
    from trickkit.record import GameRecord

__all__ = ["page", "strips"]

PAGE = Template(
    """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; }
body { margin: 1rem auto; max-width: 56rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3rem; }
.steps > li { display: none; list-style: none; }
.steps > li.shown { display: block; }
.steps { padding: 0; }
svg { max-width: 100%; height: auto; }
button { font: inherit; padding: 0.3rem 0.9rem; }
nav { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
input[type=range] { flex: 1; min-width: 8rem; }
p { min-height: 3rem; margin: 0.3rem 0; white-space: pre-line; }
</style>
</head>
<body>
<h1>$title</h1>
<nav aria-label="Moves">
<label>Seen by <select id="seat">$seats</select></label>
<button id="back" type="button">Back</button>
<button id="on" type="button">Next</button>
<input id="at" type="range" min="0" max="$last" value="0" aria-label="Move">
<output id="number" for="at">0 of $last</output>
</nav>
<noscript><style>.steps:first-of-type > li { display: block; }</style></noscript>
$shapes
$steps
<script>
const lists = [...document.querySelectorAll(".steps")].map(list => [...list.children]);
const at = document.getElementById("at"), number = document.getElementById("number");
const seat = document.getElementById("seat"), last = $last;
let shown = null;
function show(step) {
  const now = Math.max(0, Math.min(last, step));
  if (shown) shown.classList.remove("shown");
  shown = lists[seat.selectedIndex][now];
  shown.classList.add("shown");
  at.value = now;
  number.textContent = now + " of " + last;
}
document.getElementById("back").onclick = () => show(+at.value - 1);
document.getElementById("on").onclick = () => show(+at.value + 1);
at.oninput = seat.onchange = () => show(+at.value);
document.addEventListener("keydown", event => {
  if (event.target === at || event.target === seat) return;
  if (event.key === "ArrowLeft") show(+at.value - 1);
  if (event.key === "ArrowRight") show(+at.value + 1);
});
show(0);
</script>
</body>
</html>
"""
)


def page(game: GameRecord) -> str:
    """A self-contained page of HTML that steps through a record, with all cards or as each seat saw it.

    Args:
        game: a complete record; a redacted one does not determine the states.

    Raises:
        InvalidRecord: the record is redacted, or its rules do not allow the game.

    >>> from trickkit import playout, record
    >>> from trickkit.policies.ending import AfterDeals
    >>> from trickkit.variants import pikoko
    >>> html = page(record.of(playout(pikoko.rules(players=3).replace(ending=AfterDeals(deals=1)), seed=7)))
    >>> html.count("<li>"), len(html) < 400_000
    (148, True)
    """
    states, shared = list(game.states()), _Shared()
    lists = [_steps(states, None, shared)]
    lists += [_steps(states, seat, shared) for seat in range(game.rules.players)]
    names = game.header.names
    who = [f"seat {seat}{f' ({names[seat]})' if names else ''}" for seat in range(game.rules.players)]
    options = [f"<option>{escape(words)}</option>" for words in ("everybody's cards", *who)]
    return PAGE.substitute(
        title=escape(", ".join([game.rules.name, *names])),
        last=len(states) - 1,
        seats="".join(options),
        shapes=shared.defined(),
        steps="\n".join(lists),
    )


def strips(deals: Sequence[Sequence[State]]) -> tuple[str, list[str]]:
    """Pictures of deals with all cards open, as a page steps through them, and the shapes that they share.

    Args:
        deals: the states of each, from its first decision to its end.

    Returns:
        Returns the shapes and their colours, which the page must contain once; and for each deal a list of class
        `steps`, with a picture and the events of each state.

    >>> from trickkit import bots, load
    >>> states = list(bots.states(load("pikinni", players=2), [bots.Random()] * 2, seed=7))[:3]
    >>> shapes, (steps,) = strips([states])
    >>> steps.count("<li>"), shapes[:7]
    (3, '<style>')
    """
    shared = _Shared()
    lists = [_deal(states, shared) for states in deals]
    return shared.defined(), lists


def _steps(states: Sequence[State], seat: int | None, shared: _Shared) -> str:
    """Pictures of a game as a seat saw it, each with the events since the previous one."""
    steps, seen = [], 0
    for state in states:
        shown = state if seat is None else state.view(seat)
        steps.append(_step(table(shown), shown.events[seen:], shared))
        seen = len(shown.events)
    return _listed(steps)


def _deal(states: Sequence[State], shared: _Shared) -> str:
    before, steps, seen = len(states[0].results), [], 0
    for state in states:
        is_done = len(state.results) > before
        events = state.results[before].deal.events if is_done else state.deal.events
        steps.append(_step(table_at_end(state) if is_done else table(state), events[seen:], shared))
        seen = len(events)
    return _listed(steps)


def _step(picture: Picture, news: Sequence[Event], shared: _Shared) -> str:
    text = escape("\n".join(map(str, news)))
    return f"<li>{shared.shortened(picture.svg)}<p>{text}</p></li>"


def _listed(steps: Sequence[str]) -> str:
    return f'<ol class="steps">{"".join(steps)}</ol>'


class _Shared:
    """The shapes that many pictures of a page share, stored once: cards, hands and whole tricks."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.style = ""

    def shortened(self, svg: str) -> str:
        """A picture with references in place of the stored shapes."""
        root = ElementTree.fromstring(svg)
        self._share(root)
        style = root.find(f"{{{SPACE}}}style")
        if style is not None:
            # A referenced shape is styled only by its own class, wherever it is used.
            self.style = (style.text or "").replace(".trickkit-auto ", "")
            root.remove(style)
        return _as_text(root)

    def _share(self, parent: Element) -> None:
        for index, child in enumerate(parent):
            self._share(child)
            if child.tag == f"{{{SPACE}}}g":
                moved = child.attrib.pop("transform", None)
                text = _as_text(child)
                name = self.names.setdefault(text, f"s{len(self.names)}")
                reference = Element(f"{{{SPACE}}}use", {"href": f"#{name}"})
                if moved:
                    reference.set("transform", moved)
                parent[index] = reference

    def defined(self) -> str:
        """The definitions of the stored shapes and of the colours."""
        shapes = "".join(text.replace("<g", f'<g id="{name}"', 1) for text, name in self.names.items())
        hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
        return f'<style>{self.style}</style><svg xmlns="{SPACE}" {hidden}><defs>{shapes}</defs></svg>'


ElementTree.register_namespace("", SPACE)


def _as_text(shape: Element) -> str:
    """A shape as text, without a namespace, as the page declares it."""
    return ElementTree.tostring(shape, encoding="unicode").replace(f' xmlns="{SPACE}"', "")
