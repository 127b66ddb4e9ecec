"""Elements of SVG, and a picture made of them."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Literal, get_args
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from attrs import frozen

from trickkit.errors import InvalidRules, quoted

__all__ = ["Picture", "Theme"]

Theme = Literal["auto", "light", "dark"]
"""The theme: colours for a light or a dark background, or for the one that the reader's system prefers."""

SPACE = "http://www.w3.org/2000/svg"
"""The namespace of SVG."""
COLOURS = {
    # Light and dark. Texts have a contrast of 4.5 to 1 with their background.
    "ground": ("#f4f1ea", "#14181d"),
    "paper": ("#ffffff", "#262c34"),
    "ink": ("#1b1f24", "#eceff4"),
    "red": ("#b00020", "#ff8a8a"),
    "quiet": ("#5a5f66", "#a9b1bb"),
    "back": ("#33547f", "#4a6fa5"),
    "edge": ("#80868e", "#8a939e"),
    "mark": ("#0a6b3d", "#5fd39a"),
}
"""The colours of a picture by the class of its shapes, light and dark."""


@frozen
class Picture:
    """A picture as SVG, which notebooks and browsers display.

    Args:
        svg: the text of the picture.
        width: in pixels, at its natural size.
        height: likewise.
        alt: a description of the picture.

    >>> from trickkit import load, pictures
    >>> picture = pictures.card(load("pikoko").deck.card("M7"))
    >>> picture.alt, str(picture)[:4]
    ('M7: R7, W7 or P7', '<svg')
    """

    svg: str
    width: int
    height: int
    alt: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file.

        Args:
            path: the path of the file, which is overwritten.

        Raises:
            OSError: it cannot be written.
        """
        Path(path).write_text(self.svg, encoding="utf-8")


def element(tag: str, *children: Element, text: str | None = None, **attributes: object) -> Element:
    """An SVG element; `_` in an attribute's name stands for `-`, and a trailing `_` is dropped.

    >>> ElementTree.tostring(element("text", text="R7", x=3, class_="ink", font_size=9.5), encoding="unicode")
    '<text x="3" class="ink" font-size="9.5">R7</text>'
    """
    names = {name.rstrip("_").replace("_", "-"): _number(value) for name, value in attributes.items()}
    made = Element(tag, names)
    made.text = text
    made.extend(children)
    return made


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(children: Iterable[Element], x: float = 0, y: float = 0, turned: float = 0, scale: float = 1) -> Element:
    moves = [f"translate({_number(float(x))} {_number(float(y))})"] if x or y else []
    moves += [f"rotate({_number(float(turned))})"] if turned else []
    moves += [f"scale({_number(float(scale))})"] if scale != 1 else []
    return element("g", *children, **({"transform": " ".join(moves)} if moves else {}))


def text(
    words: str, x: float, y: float, size: float, *, kind: str = "ink", anchor: str = "middle", bold: bool = False
) -> Element:
    weight = {"font_weight": "bold"} if bold else {}
    return element("text", text=words, x=x, y=y, font_size=size, text_anchor=anchor, class_=kind, **weight)


def picture(children: Iterable[Element], width: float, height: float, alt: str, theme: Theme) -> Picture:
    """A picture of shapes, with a colour theme and alternative text.

    Raises:
        InvalidRules: there is no such theme.
    """
    if theme not in get_args(Theme):
        raise InvalidRules(f"theme={quoted(theme)}: a picture is {', '.join(get_args(Theme))}")
    wide, high = round(width), round(height)
    root = element(
        "svg",
        element("title", text=alt),
        element("style", text=_style(theme)),
        *children,
        xmlns=SPACE,
        viewBox=f"0 0 {_number(float(width))} {_number(float(height))}",
        width=wide,
        height=high,
        role="img",
        class_=f"trickkit-{theme}",
        font_family="system-ui, sans-serif",
    )
    return Picture(ElementTree.tostring(root, encoding="unicode"), wide, high, alt)


def _style(theme: Theme) -> str:
    """The CSS of a theme, the same in all pictures, so that those on one page do not affect each other."""
    light, dark = (_rules(theme, index) for index in (0, 1))
    if theme == "auto":
        return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"
    return light if theme == "light" else dark


def _rules(theme: Theme, number: int) -> str:
    rules = [f".trickkit-{theme} .{kind}{{fill:{colours[number]}}}" for kind, colours in COLOURS.items()]
    return "".join([*rules, f".trickkit-{theme} .ring{{fill:none;stroke:{COLOURS['mark'][number]};stroke-width:3}}"])
