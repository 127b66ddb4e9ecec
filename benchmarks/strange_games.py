"""Small games with phases of their own that no table holds, of the kinds that people write."""

from __future__ import annotations

from itertools import pairwise

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, Record, Rules, ScoreLine
from trickkit.model.actions import Call, CallFor, Pass, Play
from trickkit.model.cards import Suit, piquet
from trickkit.model.events import Outcome
from trickkit.model.hands import Hand, Pile
from trickkit.phases import DealOut, DiscardDown, Phase, Tricks
from trickkit.phases.base import Run
from trickkit.phases.kinds.polls import PollRun
from trickkit.phases.kinds.simultaneous import SimultaneousRun
from trickkit.phases.stock import Drawn
from trickkit.phases.tricks.run import TricksRun
from trickkit.policies.ending import AfterDeals, Ending
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Scoring

PASS, TRUMP = Pass(), Call("trump")
PLAYERS = 4


def game(
    key: str, *phases: Phase, scoring: tuple[Scoring, ...] = (), size: int = 8, ending: Ending | None = None
) -> Rules:
    """Rules of a game for four with 32 cards."""
    return Rules(
        key=key,
        name=key.capitalize(),
        summary=f"A game with {key}.",
        source="made up",
        players=PLAYERS,
        deck=piquet(),
        phases=(DealOut(), *phases),
        scoring=scoring or (PointPerTrick(),),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=ending or AfterDeals(deals=4),
    )


@frozen
class PointPerTrick(Scoring):
    """A point for each trick."""

    reads = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(
            ScoreLine(seat, f"{count} tricks", count) for seat, count in enumerate(deal[Tricks].taken) if count
        )


# 1. An auction: only a suit of which a seat holds three may be bid, and each bid is higher than the last


@frozen
class Sold(Record):
    """Who bought the trump for how many tricks."""

    calls: tuple[tuple[int, str], ...]
    seat: int | None = None
    level: int = 0


@frozen
class Haggle(Phase):
    """Seats bid in turn until three in a row pass."""

    record = Sold

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Call(f"{level}{suit.letter}") for level in range(1, 6) for suit in deck.suits), PASS)

    def begin(self, deal: Deal) -> HaggleRun:
        return HaggleRun(deal)


@frozen(slots=False)
class HaggleRun(PollRun):
    """The auction at work."""

    def asked(self, answers):
        said = [action for _, action in answers]
        if len(said) >= PLAYERS and all(action is PASS for action in said[-3:]):
            return ()
        if len(said) > 3 and all(action is PASS for action in said[-4:]):
            return ()
        return ((self.deal.starter + len(said)) % PLAYERS,)

    def choices(self, answers, seat):
        level = max([int(str(action)[0]) for _, action in answers if action is not PASS], default=0)
        if level == 5:
            return (PASS,)
        suits = [face.suit for card in self.deal.hands[seat] for face in card.faces]
        long = [suit for suit in self.deal.deck.suits if suits.count(suit) >= 3]
        return (*(Call(f"{level + 1}{suit.letter}") for suit in long), PASS)

    def refusal(self, at, seat, action):
        return f"{action} is no suit of three cards, or too low"

    def record(self, at):
        bids = [(seat, str(action)) for seat, action in at.answers if action is not PASS]
        calls = tuple((seat, str(action)) for seat, action in at.answers)
        if not bids:
            return self.deal.with_record(Sold(calls), trump=None, declarer=None)
        seat, bid = bids[-1]
        suit = next(one for one in self.deal.deck.suits if one.letter == bid[1])
        return self.deal.with_record(Sold(calls, seat, int(bid[0])), trump=suit, declarer=seat)


@frozen
class AsBid(Scoring):
    """The buyer scores what it bid, or loses it."""

    reads = (Haggle, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        sold = deal[Haggle]
        if sold.seat is None:
            return ()
        taken = deal[Tricks].taken[sold.seat]
        made = taken >= sold.level
        return (ScoreLine(sold.seat, f"bid {sold.level}, took {taken}", sold.level if made else -sold.level),)


# 2. Cards dealt between tricks: the taker draws the best of the top cards


@frozen
class Refill(Phase):
    """The four top cards go to the hands, the highest one to the seat that took the last trick."""

    def begin(self, deal: Deal) -> Deal:
        order = deal.stock.order[:PLAYERS]
        if len(order) < PLAYERS:
            return deal
        cards = sorted(order, key=lambda number: -number % 8)
        tricks = deal[Tricks].tricks
        taker = tricks[-1].taker if tricks else deal.starter
        hands, known, into = [*deal.held], [*deal.known], [Hand(deal.deck)] * PLAYERS
        for turn, number in enumerate(cards):
            seat, mask = (taker + turn) % PLAYERS, deal.deck.masks[number]
            hands[seat] |= mask
            known = [one | mask for one in known]
            into[seat] = Hand(deal.deck, mask)
        seats = tuple(next(seat for seat in deal.seats if into[seat].mask == deal.deck.masks[one]) for one in order)
        return deal.changed(
            Drawn(tuple(into), tuple(known), seats),
            held=tuple(hands),
            known=tuple(known),
            stock=Pile(deal.deck, deal.stock.order[PLAYERS:]),
        )


# 3. A hook after a card: whoever plays a seven scores at once


@frozen
class SevenPays(Event):
    """A seven was played."""

    seat: int

    def __str__(self) -> str:
        return f"Seat {self.seat} played a seven."


@frozen
class HookedTricks(Tricks):
    """Tricks in which each seven that is played is worth a point."""

    def begin(self, deal: Deal):
        begun = super().begin(deal)
        return (
            HookedRun(**{one.alias: getattr(begun, one.name) for one in begun.__attrs_attrs__ if one.init})
            if isinstance(begun, Run)
            else begun
        )


@frozen(slots=False)
class HookedRun(TricksRun):
    """The tricks at work."""

    def record(self, at):
        deal = super().record(at)
        plays = [play for trick in (*deal[Tricks].tricks, deal[Tricks].current) for play in trick.plays]
        lines = [ScoreLine(play.seat, "a seven", 1) for play in plays if play.action.face.startswith("7")]
        return deal.changed(lines=(*self.deal.lines, *lines))


# 4. Bids laid openly: everybody lays a card, the highest one makes its suit trump


@frozen
class Laid(Record):
    """The cards, by the order in which they were laid."""

    cards: tuple[str, ...]
    seat: int = 0


@frozen
class CardLaid(Event):
    """A seat laid a card."""

    seat: int
    card: str

    @property
    def out_of_hands(self):
        return ((self.seat, self.card),)

    def __str__(self) -> str:
        return f"Seat {self.seat} bids with {self.card}."


@frozen
class BidByCard(Phase):
    """Clockwise, each seat lays a card of its hand for all to see."""

    record = Laid

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def begin(self, deal: Deal) -> BidByCardRun:
        return BidByCardRun(deal)


@frozen(slots=False)
class BidByCardRun(PollRun):
    """The bidding at work."""

    def asked(self, answers):
        return ((self.deal.starter + len(answers)) % PLAYERS,) if len(answers) < PLAYERS else ()

    def choices(self, answers, seat):
        return tuple(Play(card.text) for card in self.deal.hands[seat])

    def refusal(self, at, seat, action):
        return f"{action} is not in the hand"

    def record(self, at):
        deal, deck = self.deal, self.deal.deck
        held, texts = [*deal.held], []
        for seat, action in at.answers:
            held[seat] &= ~deck.kinds[action.face]
            texts.append(action.face)
        laid = deck.mask(texts)
        changes = {
            "held": tuple(held),
            "out": Hand(deck, deal.out.mask | laid),
            "known": tuple(one | laid for one in deal.known),
        }
        if at.actors or len(texts) < PLAYERS:
            return deal.with_record(
                Laid(tuple(texts)), *(CardLaid(seat, text.face) for seat, text in at.answers), **changes
            )
        best = max(range(PLAYERS), key=lambda place: (deck.card(texts[place]).faces[0].rank, -place))
        seat = at.answers[best][0]
        return deal.with_record(
            Laid(tuple(texts), seat), *(CardLaid(one, text.face) for one, text in at.answers),
            trump=deck.card(texts[best]).faces[0].suit, declarer=seat, **changes,
        )  # fmt: skip


# 5. Memory: whoever scored most for tricks in earlier deals names no trump


@frozen
class LongMemory(Phase):
    """Trump moves on by the number of score lines of earlier deals; after a deal without any there is none."""

    def begin(self, deal: Deal) -> Deal:
        lines = [line for before in deal.earlier for line in before]
        return deal.changed(trump=deal.deck.suits[len(lines) % 4] if len(deal.earlier) % 2 == 0 else None)


# 6. Passing to several seats


@frozen
class Gave(Record):
    """By seat, the card that it gave; "" in a view of another seat."""

    cards: tuple[str, ...]

    def seen_by(self, seat, *, scored):
        if scored:
            return self
        return Gave(tuple(card if giver == seat else "" for giver, card in enumerate(self.cards)))


@frozen
class CardsGiven(Event):
    """Every seat gave a card to another one."""

    steps: tuple[tuple[int, int, str], ...]

    @property
    def passed(self):
        return self.steps

    def seen_by(self, seat, *, scored):
        if scored:
            return self
        return CardsGiven(tuple((giver, to, card if seat in (giver, to) else "??") for giver, to, card in self.steps))

    def __str__(self) -> str:
        return "Everybody gave a card."


@frozen
class GiveCard(Phase):
    """Everybody chooses in secret a card for another seat.

    Args:
        further: how many seats further.
    """

    record = Gave

    further: int

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == (mover + self.further) % PLAYERS

    def begin(self, deal: Deal) -> GiveCardRun:
        return GiveCardRun(deal, turns=(tuple(deal.seats),), further=self.further)


@frozen(slots=False)
class GiveCardRun(SimultaneousRun):
    """The passing at work."""

    further: int = field(kw_only=True)

    def choices(self, revealed, seat, committed):
        return tuple(Play(card.text) for card in self.deal.hands[seat])

    def refusal(self, at, seat, action):
        return f"{action} is not in the hand"

    def record(self, at):
        deal, deck = self.deal, self.deal.deck
        if not at.revealed:
            return deal.with_record(Gave(("",) * PLAYERS))
        given = tuple(action.face for (action,) in at.revealed[0])
        held, known, steps = [*deal.held], [*deal.known], []
        for seat, text in enumerate(given):
            to, mask = (seat + self.further) % PLAYERS, deck.mask([text])
            held[seat] ^= mask
            held[to] |= mask
            known = [one if viewer in (seat, to) else one & ~mask for viewer, one in enumerate(known)]
            known[to] |= mask
            steps.append((seat, to, text))
        return deal.with_record(Gave(given), CardsGiven(tuple(steps)), held=tuple(held), known=tuple(known))


# 7. Declarations that look at hands


@frozen
class Declared(Record):
    """By seat, how many cards of a sequence it has."""

    longest: tuple[int, ...]


@frozen
class Declare(Phase):
    """Everybody shows how many cards its longest suit has; the longest scores at once."""

    record = Declared

    def begin(self, deal: Deal) -> Deal:
        longest = []
        for hand in deal.hands:
            suits = [card.faces[0].suit for card in hand]
            longest.append(max([suits.count(suit) for suit in deal.deck.suits], default=0))
        best = max(longest)
        lines = [ScoreLine(seat, f"{best} of a suit", best) for seat in deal.seats if longest[seat] == best]
        return deal.with_record(Declared(tuple(longest)), lines=(*deal.lines, *lines))


@frozen
class TrickForLength(Scoring):
    """A point for each trick more than cards of the longest suit."""

    reads = (Declare, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        both = zip(deal[Tricks].taken, deal[Declare].longest, strict=True)
        return tuple(
            ScoreLine(seat, "more than its suit", 2) for seat, (taken, long) in enumerate(both) if taken > long
        )


# 8. A contract that names a partner by a card


@frozen
class Partnership(Record):
    """Who called which card."""

    seat: int
    card: str | None = None


@frozen
class CallAce(Phase):
    """The starter calls an ace that it does not hold, and the suit of its longest suit is trump."""

    record = Partnership

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(CallFor(f"A{suit.letter}") for suit in deck.suits), PASS)

    def begin(self, deal: Deal) -> CallAceRun:
        return CallAceRun(deal)


@frozen(slots=False)
class CallAceRun(PollRun):
    """The call at work."""

    def asked(self, answers):
        return () if answers else (self.deal.starter,)

    def choices(self, answers, seat):
        mine = {card.text for card in self.deal.hands[seat]}
        calls = [CallFor(f"A{suit.letter}") for suit in self.deal.deck.suits if f"A{suit.letter}" not in mine]
        return tuple(calls) or (PASS,)

    def refusal(self, at, seat, action):
        return "an ace that is not in the hand is called"

    def record(self, at):
        if not at.answers:
            return self.deal.with_record(Partnership(self.deal.starter))
        action = at.answers[0][1]
        card = None if action is PASS else action.card
        suit = self.deal.deck.suits[0] if card is None else self.deal.deck.card(card).faces[0].suit
        return self.deal.with_record(Partnership(self.deal.starter, card), trump=suit, declarer=self.deal.starter)


@frozen
class ByPartners(Scoring):
    """The caller and the holder of the card score a point each where they take more than half of the tricks."""

    reads = (CallAce, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        record, table = deal[CallAce], deal[Tricks]
        side = {record.seat}
        for trick in table.tricks:
            side |= {play.hand for play in trick.plays if play.action.face == record.card}
        if sum(table.taken[seat] for seat in side) * 2 <= sum(table.taken):
            return ()
        return tuple(ScoreLine(seat, "the side of the call", 1) for seat in sorted(side))


# 9. A market that draws by itself


@frozen
class Bought(Record):
    """The seats in the order of the market, and who made the suit of its card trump last."""

    order: tuple[int, ...]
    seat: int | None = None


@frozen
class Market(Phase):
    """In an order that is drawn, each seat gets the top card of the stock openly, and may make its suit trump."""

    record = Bought

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (TRUMP, PASS)

    def begin(self, deal: Deal) -> MarketRun:
        order, chance = deal.chance.order(PLAYERS)
        held, into, shown = [*deal.held], [Hand(deal.deck)] * PLAYERS, 0
        for seat, number in zip(order, deal.stock.order[:PLAYERS], strict=True):
            mask = deal.deck.masks[number]
            held[seat] |= mask
            shown |= mask
            into[seat] = Hand(deal.deck, mask)
        known = tuple(one | shown for one in deal.known)
        after = deal.changed(
            Drawn(tuple(into), (shown,) * (PLAYERS + 1), tuple(order)),
            held=tuple(held), known=known, stock=Pile(deal.deck, deal.stock.order[PLAYERS:]), chance=chance,
        )  # fmt: skip
        return MarketRun(after, order=tuple(order), suits=tuple(next(iter(hand)).faces[0].suit for hand in into))


@frozen(slots=False)
class MarketRun(PollRun):
    """The market at work."""

    order: tuple[int, ...] = field(kw_only=True)
    suits: tuple[Suit, ...] = field(kw_only=True)

    def asked(self, answers):
        return (self.order[len(answers)],) if len(answers) < PLAYERS else ()

    def choices(self, answers, seat):
        return (TRUMP, PASS)

    def refusal(self, at, seat, action):
        return "a seat makes the suit of its card trump, or passes"

    def record(self, at):
        named = [seat for seat, action in at.answers if action is TRUMP]
        if not named:
            return self.deal.with_record(Bought(self.order))
        return self.deal.with_record(Bought(self.order, named[-1]), trump=self.suits[named[-1]], declarer=named[-1])


# 10. An ending that looks at lists


@frozen
class TwiceInARow(Ending):
    """The game ends when the same seat was ahead in two deals in a row, or after six deals."""

    def most_deals(self) -> int | None:
        return 6

    def outcome(self, results):
        best = [max(range(PLAYERS), key=result.scores.__getitem__) for result in results]
        if len(results) < 6 and not any(one == other for one, other in pairwise(best)):
            return None
        return Outcome(((best[-1],), tuple(seat for seat in range(PLAYERS) if seat != best[-1])), "ahead twice")


# 11. Three cards are given away at once, one to each other seat


@frozen
class Presents(Record):
    """By seat, the cards that it gave to its left, across and to its right; () in a view of another seat."""

    cards: tuple[tuple[str, ...], ...]

    def seen_by(self, seat, *, scored):
        if scored:
            return self
        return Presents(tuple(cards if giver == seat else () for giver, cards in enumerate(self.cards)))


@frozen
class GiveAround(Phase):
    """Everybody chooses in secret a card for each other seat: the first for the left, the last for the right."""

    record = Presents

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return False

    def begin(self, deal: Deal) -> GiveAroundRun:
        return GiveAroundRun(deal, turns=(tuple(seat for seat in deal.seats for _ in range(PLAYERS - 1)),))


@frozen(slots=False)
class GiveAroundRun(SimultaneousRun):
    """The giving at work."""

    def choices(self, revealed, seat, committed):
        chosen = {action.face for action in committed}
        return tuple(Play(card.text) for card in self.deal.hands[seat] if card.text not in chosen)

    def refusal(self, at, seat, action):
        return f"{action} is not in the hand"

    def record(self, at):
        deal, deck = self.deal, self.deal.deck
        if not at.revealed:
            return deal.with_record(Presents(((),) * PLAYERS))
        given = tuple(tuple(action.face for action in actions) for actions in at.revealed[0])
        held, known, steps = [*deal.held], [*deal.known], []
        for giver, cards in enumerate(given):
            for further, text in enumerate(cards, start=1):
                steps.append((giver, (giver + further) % PLAYERS, text))
        for giver, to, text in steps:
            mask = deck.mask([text])
            held[giver] ^= mask
            held[to] |= mask
            known = [one | mask if viewer in (giver, to) else one & ~mask for viewer, one in enumerate(known)]
        return deal.with_record(Presents(given), CardsGiven(tuple(steps)), held=tuple(held), known=tuple(known))


# 12. Bids of laid-away cards: two cards are laid face down and turned up after the tricks have begun


@frozen
class FaceDown(Record):
    """By seat, the cards that it laid face down; () in a view of another seat, until they are turned up."""

    cards: tuple[tuple[str, ...], ...]
    shown: bool = False

    def seen_by(self, seat, *, scored):
        if scored or self.shown:
            return self
        return FaceDown(tuple(cards if giver == seat else () for giver, cards in enumerate(self.cards)))


@frozen
class LaidFaceDown(Event):
    """Every seat laid cards face down."""

    cards: tuple[tuple[int, str], ...]

    @property
    def out_of_hands(self):
        return self.cards

    def seen_by(self, seat, *, scored):
        return self if scored else LaidFaceDown(tuple((one, card if one == seat else "??") for one, card in self.cards))

    def __str__(self) -> str:
        return "Everybody lays two cards face down."


@frozen
class TurnedUp(Event):
    """The cards that lay face down."""

    cards: tuple[tuple[int, str], ...]

    @property
    def uncovered(self):
        return self.cards

    def __str__(self) -> str:
        return f"The bids are {' '.join(card for _, card in self.cards)}."


@frozen
class LayBids(Phase):
    """Everybody lays two cards of the hand face down."""

    record = FaceDown

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return False

    def begin(self, deal: Deal) -> LayBidsRun:
        return LayBidsRun(deal, turns=(tuple(seat for seat in deal.seats for _ in range(2)),))


@frozen(slots=False)
class LayBidsRun(SimultaneousRun):
    """The laying at work."""

    def choices(self, revealed, seat, committed):
        chosen = {action.face for action in committed}
        return tuple(Play(card.text) for card in self.deal.hands[seat] if card.text not in chosen)

    def refusal(self, at, seat, action):
        return f"{action} is not in the hand"

    def record(self, at):
        deal, deck = self.deal, self.deal.deck
        if not at.revealed:
            return deal.with_record(FaceDown(((),) * PLAYERS))
        laid = tuple(tuple(action.face for action in actions) for actions in at.revealed[0])
        masks = [deck.mask(cards) for cards in laid]
        event = LaidFaceDown(tuple((seat, card) for seat, cards in enumerate(laid) for card in cards))
        return deal.with_record(
            FaceDown(laid), event,
            held=tuple(hand & ~mask for hand, mask in zip(deal.held, masks, strict=True)),
            out=Hand(deck, deal.out.mask | sum(masks)),
            known=tuple(one & ~sum(masks) | mask for one, mask in zip(deal.known, [*masks, 0], strict=True)),
        )  # fmt: skip


@frozen
class TurnUpBids(Phase):
    """All see the cards that were laid face down."""

    def begin(self, deal: Deal) -> Deal:
        laid = deal[LayBids]
        cards = tuple((seat, card) for seat, cards in enumerate(laid.cards) for card in cards)
        mask = deal.deck.mask([card for _, card in cards])
        return deal.with_record(
            FaceDown(laid.cards, shown=True), TurnedUp(cards), known=tuple(one | mask for one in deal.known)
        )


@frozen
class AsLaid(Scoring):
    """Ten points for as many tricks as the laid cards have red ones."""

    reads = (LayBids, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        bids = [sum(card[-1] in "HD" for card in cards) for cards in deal[LayBids].cards]
        taken = deal[Tricks].taken
        return tuple(ScoreLine(seat, "as many as laid", 10) for seat in range(PLAYERS) if bids[seat] == taken[seat])


# 13. Contracts each once: the dealer chooses one that it has not chosen in an earlier deal


@frozen
class Contract(Record):
    """The contract of the starter."""

    name: str


@frozen
class ContractLine(ScoreLine):
    """A score that says in which contract."""


@frozen
class ChooseContract(Phase):
    """The starter chooses one of the contracts that are not in the score lines of its earlier deals."""

    record = Contract

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Call(name) for name in ("tricks", "hearts", "none"))

    def begin(self, deal: Deal) -> ChooseContractRun:
        return ChooseContractRun(deal)


@frozen(slots=False)
class ChooseContractRun(PollRun):
    """The choice at work."""

    def asked(self, answers):
        return () if answers else (self.deal.starter,)

    def choices(self, answers, seat):
        made = {line.reason for lines in self.deal.earlier for line in lines if line.seat == seat}
        left = [name for name in ("tricks", "hearts", "none") if name not in made]
        return tuple(Call(name) for name in left or ("tricks",))

    def refusal(self, at, seat, action):
        return f"{action} was chosen before"

    def record(self, at):
        return self.deal.with_record(Contract(str(at.answers[0][1]) if at.answers else "tricks"))


@frozen
class ByContract(Scoring):
    """Tricks count for or against, or cards of hearts do; the starter's line says the contract."""

    reads = (ChooseContract, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        name, table = deal[ChooseContract].name, deal[Tricks]
        worth = {"tricks": 1, "none": -1, "hearts": 0}[name]
        hearts = [sum(face.endswith("H") for face in table.captured(seat)) for seat in range(PLAYERS)]
        points = [worth * taken - (hearts[seat] if name == "hearts" else 0) for seat, taken in enumerate(table.taken)]
        return tuple(ScoreLine(seat, name, number) for seat, number in enumerate(points))


# 14. A hidden kitty: the starter takes cards that nobody has seen, and lays as many away


@frozen
class TakeKitty(Phase):
    """The starter takes two cards off the stock in secret."""

    def begin(self, deal: Deal) -> Deal:
        top, seat = deal.stock.order[:2], deal.starter
        mask = sum(deal.deck.masks[number] for number in top)
        held = tuple(hand | mask if one == seat else hand for one, hand in enumerate(deal.held))
        known = tuple(one | mask if viewer == seat else one for viewer, one in enumerate(deal.known))
        into = tuple(Hand(deal.deck, mask if one == seat else 0) for one in deal.seats)
        return deal.changed(
            Drawn(into, known, (seat,)), held=held, known=known, stock=Pile(deal.deck, deal.stock.order[2:]),
            declarer=seat,
        )  # fmt: skip


# 15. A card that has been played comes back: the taker of a trick may lay a card aside for the one that won it


@frozen
class Salvaged(Record):
    """How many cards came back so far."""

    count: int


@frozen
class CardSalvaged(Event):
    """A hand has openly laid a card aside and taken one up."""

    hand: int
    laid: str
    taken: str

    @property
    def out_of_hands(self):
        return ((self.hand, self.laid),)

    @property
    def taken_up(self):
        return ((self.hand, self.taken),)

    def __str__(self) -> str:
        return f"Hand {self.hand} lays {self.laid} aside and takes up {self.taken}."


@frozen
class Salvage(Phase):
    """The taker of the last trick may lay a card aside for the one that won it."""

    record = Salvaged

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Play(text) for text in deck.kinds), PASS)

    def begin(self, deal: Deal) -> Deal | SalvageRun:
        earlier, tricks = deal.get(Salvage) or Salvaged(0), deal[Tricks].tricks
        if not tricks:
            return deal.with_record(earlier)
        won = next(play.card for play in tricks[-1].plays if play.hand == tricks[-1].taker)
        return SalvageRun(deal, earlier.count, tricks[-1].taker, won)


@frozen(slots=False)
class SalvageRun(PollRun):
    """The decision of the taker."""

    count: int
    taker: int
    won: str

    def asked(self, answers):
        return () if answers else (self.taker,)

    def choices(self, answers, seat):
        return (*(Play(str(card)) for card in self.deal.hands[seat]), PASS)

    def refusal(self, at, seat, action):
        return f"a card of the hand is laid aside for {self.won}, or none"

    def record(self, at):
        deal = self.deal
        if not at.answers or at.answers[0][1] is PASS:
            return deal.with_record(Salvaged(self.count))
        laid = at.answers[0][1].face
        moved = deal.deck.mask([laid, self.won])
        return deal.with_record(
            Salvaged(self.count + 1),
            CardSalvaged(self.taker, laid, self.won),
            held=tuple(cards ^ moved if hand == self.taker else cards for hand, cards in enumerate(deal.held)),
            out=Hand(deal.deck, deal.out.mask ^ moved),
            known=tuple(known | moved for known in deal.known),
        )


def interrupted() -> tuple[Phase, ...]:
    """Three single tricks, each followed by cards from the stock, and the others."""
    phases: list[Phase] = []
    for _ in range(3):
        phases += [Tricks(until=AfterTricks(1)), Refill()]
    return (*phases, Tricks())


# 16. Hands of many sizes: every seat throws off its sevens before the tricks


@frozen
class ThrownOff(Event):
    """Cards were thrown off, for all to see."""

    cards: tuple[tuple[int, str], ...]

    @property
    def out_of_hands(self):
        return self.cards

    def __str__(self) -> str:
        return "All sevens are thrown off."


@frozen
class ThrowOffSevens(Phase):
    """Every seat shows its sevens and throws them off."""

    def begin(self, deal: Deal) -> Deal:
        gone = [(seat, card.text) for seat in deal.seats for card in deal.hands[seat] if card.text.startswith("7")]
        mask = deal.deck.mask(text for _, text in gone)
        return deal.changed(
            ThrownOff(tuple(gone)),
            held=tuple(cards & ~mask for cards in deal.held),
            out=Hand(deal.deck, deal.out.mask | mask),
            known=tuple(known | mask for known in deal.known),
        )


GAMES = {
    "an auction": lambda: game("auction", Haggle(), Tricks(), scoring=(AsBid(),)),
    "cards between tricks": lambda: game("refills", *interrupted(), size=5),
    "a hook after a card": lambda: game("hook", HookedTricks(until=AfterTricks(2)), Tricks()),
    "bids by cards": lambda: game("card-bids", BidByCard(), Tricks()),
    "memory": lambda: game("memory", LongMemory(), Tricks()),
    "passing to several": lambda: game("gifts", GiveCard(1), GiveCard(2), Tricks()),
    "declarations": lambda: game("declarations", Declare(), Tricks(), scoring=(PointPerTrick(), TrickForLength())),
    "a partner by a card": lambda: game("partner", CallAce(), Tricks(), scoring=(ByPartners(),)),
    "a market": lambda: game("market", Market(), Tricks(), size=5),
    "three ways at once": lambda: game("presents", GiveAround(), Tricks()),
    "bids face down": lambda: game(
        "face-down", LayBids(), Tricks(until=AfterTricks(1)), TurnUpBids(), Tricks(), scoring=(AsLaid(),)
    ),
    "contracts each once": lambda: game(
        "contracts", ChooseContract(), Tricks(), scoring=(ByContract(),), ending=AfterDeals(deals=12)
    ),
    "a hidden kitty": lambda: game("kitty", TakeKitty(), DiscardDown(), Tricks(), size=7),
    "a card taken up again": lambda: game("salvage", *(Tricks(until=AfterTricks(1)), Salvage()) * 4, Tricks(), size=5),
    "hands of many sizes": lambda: game("sevens", ThrowOffSevens(), Tricks(may_differ=True)),
    "an ending that looks back": lambda: game("twice", Tricks(), ending=TwiceInARow()),
}
"""By what is special about it, what makes the rules of each game."""
