"""What a view shows about the cards of hands: voids, cards they do not hold, claims, and when their cards arrived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trickkit.model.chance import HOLE
from trickkit.model.deal import Deal
from trickkit.phases.base import Claim, Phase, Void, lacking
from trickkit.worlds.arrivals import Arrivals
from trickkit.worlds.traces import Transfer


def arrivals_of(
    hand: int,
    steps: Sequence[Transfer],
    voids: Sequence[tuple[int, frozenset[str]]],
    excluded: frozenset[str],
    texts: Sequence[str],
) -> Arrivals | None:
    """Bounds on a hand's arrival times; None unless cards arrived after it had shown to lack others.

    A hand that cards left unseen, or for another hand, has no such constraints; rejection sampling handles it.

    Args:
        hand: its number.
        steps: the steps of all cards.
        voids: the numbers of the events with which the hand showed that it lacked some cards, and their texts.
        excluded: the texts of the cards that it does not hold now.
        texts: the texts of the cards whose whereabouts are unknown.
    """
    mine = [step for step in steps if hand in (step.source, step.target)]
    came = [step for step in mine if step.source is None]
    left = [step for step in mine if step.source is not None]
    if any(step.target is not None or step.text == HOLE for step in left):
        return None
    if not came or all(event > came[-1].event and cards <= excluded for event, cards in voids):
        return None
    return Arrivals.of(
        came=[(step.place, step.event) for step in came],
        left=[(step.text, step.event) for step in left],
        voids=voids,
        texts=texts,
    )


def claims_of(phases: Iterable[Phase], deal: Deal) -> Iterator[tuple[Claim, tuple[str, ...]]]:
    """The claims of hands to hold certain cards, each with the known cards that the hand held then.

    Claims made before another card came to the hand, or left it unseen, are omitted; rejection sampling handles them.
    """
    for phase in phases:
        for claim in phase.claims(deal):
            later = deal.events[claim.event + 1 :]
            came = any(claim.hand in event.receivers for event in later)
            left = [
                text
                for event in later
                for hand, text in (*event.out_of_hands, *((source, card) for source, _, card in event.passed))
                if hand == claim.hand
            ]
            if not came and HOLE not in left:
                yield claim, (*left, *(card.text for card in deal.hands[claim.hand].known))


def voids_of(deal: Deal, shown: Mapping[Phase, Sequence[Void]]) -> list[list[tuple[int, frozenset[str]]]]:
    """By hand, the voids that it has shown: the number of the event, and the texts of the missing cards."""
    voids: list[list[tuple[int, frozenset[str]]]] = [[] for _ in deal.seats]
    for void in (void for of_phase in shown.values() for void in of_phase):
        voids[void.hand].append((void.event, _among(deal, void.faces)))
    return voids


def excluded_by(deal: Deal, shown: Mapping[Phase, Sequence[Void]]) -> list[frozenset[str]]:
    """By hand, the texts of the cards that it cannot hold now."""
    masks = [0] * deal.players
    for phase, voids in shown.items():
        # Phases that know only of voids need not be asked for them again.
        lacking_masks = lacking(deal, voids) if type(phase).ruled_out is Phase.ruled_out else phase.ruled_out(deal)
        masks = [mask | more for mask, more in zip(masks, lacking_masks, strict=True)]
    return [_among(deal, mask) for mask in masks]


def _among(deal: Deal, mask: int) -> frozenset[str]:
    if not mask:
        return frozenset()
    pairs = zip(deal.deck.cards, deal.deck.masks, strict=True)
    return frozenset([card.text for card, faces in pairs if faces & mask])
