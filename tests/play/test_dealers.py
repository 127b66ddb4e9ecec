"""Who is called the dealer, and who starts a deal by leading to it."""

from __future__ import annotations

from trickkit import load
from trickkit.catalog.registry import keys
from trickkit.play.dealers import deals_itself


def test_dealers_are_called_so_where_the_starter_deals() -> None:
    dealers = {"oh_hell", "whist", "spades", "euchre", "bridge", "wizard", "skat", "pikinni", "bid_whist", "marias"}
    assert {key for key in (*dealers, "pikoko", "5211", "hearts") if deals_itself(load(key))} == dealers


def test_a_view_names_the_dealer_or_who_opens_or_nobody_where_a_card_or_nothing_says_who_begins() -> None:
    dealers = {key: load(key).start(seed=7, first=1).view(0).to_json()["deal"] for key in keys()}
    assert all((deal["dealer"], deal["opener"]) in ((1, None), (None, 1), (None, None)) for deal in dealers.values())
    assert {key for key, deal in dealers.items() if deal["dealer"] == deal["opener"]} == {"5211", "hearts"}
    assert {key for key, deal in dealers.items() if deal["opener"] == 1} >= {"pikoko", "king"}
