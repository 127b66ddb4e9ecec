"""Values of the library in notebooks."""

from __future__ import annotations

from functools import singledispatch
from html import escape

from trickkit.model.deal import Deal
from trickkit.model.hands import Hand
from trickkit.pictures.cards import hand
from trickkit.pictures.deals import deal
from trickkit.pictures.pages import page
from trickkit.pictures.tables import table
from trickkit.play.view import View
from trickkit.record import GameRecord

__all__: list[str] = []


@singledispatch
def in_html(value: object) -> str:
    """A value as HTML; its repr if it has no picture."""
    return f"<pre>{escape(repr(value))}</pre>"


@in_html.register
def _(value: View) -> str:
    return table(value).svg


@in_html.register
def _(value: Hand) -> str:
    return hand(value).svg


@in_html.register
def _(value: Deal) -> str:
    return deal(value).svg


@in_html.register
def _(value: GameRecord) -> str:
    if value.redacted:
        return f"<pre>{escape(str(value))}</pre>"
    return f'<iframe title="a record" width="100%" height="760" srcdoc="{escape(page(value))}"></iframe>'
