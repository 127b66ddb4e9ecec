"""Pictures of cards, hands, tricks, tables and deals, as SVG.

They are drawn from values alone: a picture of a view shows what its seat may know, and no more. Import the names from
`trickkit.pictures`; notebooks display views, deals, hands and records automatically.

* `svg` has the picture itself, elements and themes; `colours` those of suits.
* `cards` draws a card and a hand, `tricks` a trick, `tables` what a seat sees, `deals` a deal trick by trick.
* `pages` makes one page of HTML that steps through a record.

>>> from trickkit import load, pictures
>>> view = load("pikoko", players=3).start(seed=7, first=0).view(1)
>>> pictures.hand(view.deal.hands[0]).alt
'a hand: R2 R3 R4 B5 B6 W1 W3 M7'
"""

from trickkit.pictures.cards import card, hand
from trickkit.pictures.deals import deal
from trickkit.pictures.pages import page
from trickkit.pictures.svg import Picture, Theme
from trickkit.pictures.tables import table
from trickkit.pictures.tricks import trick

__all__ = ["Picture", "Theme", "card", "deal", "hand", "page", "table", "trick"]
