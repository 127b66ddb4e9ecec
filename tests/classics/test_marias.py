"""Auction Mariáš, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from lockstep import is_followed
from trickkit_classics import marias

from trickkit import IllegalAction, InvalidRules, Stacked, State, batch, testing
from trickkit.phases import CallingTricks, DoubleParts, LadderAuction, LayAway
from trickkit.policies.ladders import Words

OPTIONS: list[dict[str, Any]] = [
    {},
    {
        "nobody": "thrown_in",
        "hold": False,
        "lead": "declarer",
        "growth": "double",
        "betl": 5,
        "doubles": 2,
        "limit": 750,
    },
    {"hundred": "all", "silent": False, "betl": 10, "doubles": 6},
]

TestLaws = testing.laws(marias.rules, examples=2, moves=60)


# The oracle

BIDS = ["game", "seven", "red seven", "hundred", "hundred seven", "red hundred", "red hundred seven", "betl", "durch"]
NAMES = [
    ["game C", "game D", "game H", "game S"],
    ["7 C", "7 D", "7 S"],
    ["7 H"],
    ["100 C", "100 D", "100 S"],
    ["100 7 C", "100 7 D", "100 7 S"],
    ["100 H"],
    ["100 7 H"],
    ["betl"],
    ["durch"],
]


def strength(card: str, led: str, trump: str) -> int:
    """How strong a card is in a trick; 0 never wins."""
    order = "789JQKTA" if trump else "789TJQKA"
    if card[1] not in (led, trump):
        return 0
    return 1 + order.index(card[0]) + 100 * (card[1] == trump)


def playable(hand: set[str], trick: list[tuple[int, str]], trump: str, kept: str) -> set[str]:
    """The cards that may be played; one that is kept, "" for none, only if there is no other."""
    allowed = hand
    if trick:
        led = trick[0][1][1]
        best = max(strength(card, led, trump) for _, card in trick)
        same = {card for card in hand if card[1] == led}
        candidates = same or {card for card in hand if card[1] == trump} or hand
        higher = {card for card in candidates if strength(card, led, trump) > best}
        allowed = (higher or candidates) if same or candidates != hand or all(c[1] == trump for c in hand) else hand
    return allowed - {kept} or allowed


def due(
    word: str, tricks: list[tuple[list[tuple[int, str]], int]], shown: dict[str, int], declarer: int,
    doubled: dict[str, int], options: dict[str, Any],
) -> int:  # fmt: skip
    """What each opponent pays the declarer."""
    betl, limit = options.get("betl", 15), options.get("limit", 500)
    if word in ("betl", "durch"):
        taken = sum(taker == declarer for _, taker in tricks)
        won = taken == 0 if word == "betl" else taken == 10
        total = (betl if word == "betl" else 2 * betl) * 2 ** doubled.get(word, 0) * (1 if won else -1)
        return max(-limit, min(limit, total))
    trump, red, silent = word[-1], 2 if word[-1] == "H" else 1, options.get("silent", True)
    cards = [0, 0]
    for plays, taker in tricks:
        cards[taker != declarer] += sum(10 for _, card in plays if card[0] in "AT")
    cards[tricks[-1][1] != declarer] += 10
    married: list[list[int]] = [[], []]
    for suit, seat in shown.items():
        married[seat != declarer].append(40 if suit == trump else 20)
    mine, theirs = (points + sum(pairs) for points, pairs in zip(cards, married, strict=True))
    double = options.get("growth") == "double"
    total = 0
    if word.startswith("100"):
        reached = cards[0] + (sum if options.get("hundred") == "all" else max)([0, *married[0]])
        steps = 1 + (mine - 100) // 10 if reached >= 100 else (100 - reached) // 10 + sum(married[1]) // 10
        steps = 2 ** (steps - 1) if double else steps
        total += 4 * red * 2 ** doubled.get("100", 0) * steps * (1 if reached >= 100 else -1)
    else:
        won, most = mine > theirs, max(mine, theirs)
        hundred = silent and most >= 100
        points = red * 2 ** doubled.get("game", 0) * (2 if hundred else 1)
        if hundred and most > 100:
            more = (most - 100) // 10
            points += 2 * red * (2 ** (more - 1) if double else more)
        total += points if won else -points
    last, taker = tricks[-1]
    holder = {card: seat for seat, card in last}.get("7" + trump)
    if "7" in word.split():
        value = 2 * red * 2 ** doubled.get("7", 0)
        total += value if holder == declarer == taker else -value
    elif silent and holder is not None:
        good = holder == declarer if taker == holder else holder != declarer
        total += red if good else -red
    return max(-limit, min(limit, total))


class Player:
    """Decides at random, and compares what is legal with what the oracle says."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.random = state, Random(seed)

    def decide(self, seat: int, expected: set[str], *, likely: str = "", chance: float = 0.0) -> str:
        assert self.state.actors == (seat,)
        assert {str(action) for action in self.state.legal(seat)} == expected
        action = self.random.choice(sorted(expected))
        if likely in expected and self.random.random() < chance:
            action = likely
        self.state = self.state.play(seat, action)
        return action


def auction(player: Player, forehand: int, hold: bool, must: bool) -> tuple[int, int] | None:
    """The declarer, and the place of its bid; None if all pass."""
    order = [(forehand + step) % 3 for step in range(3)]
    standing, bidder, out, turn = 0, -1, set[int](), 0
    while len(out) < (2 if bidder >= 0 else 3):
        turn += 1
        seat = order[turn % 3]
        if seat in out:
            continue
        lowest = standing + 1
        if hold and bidder >= 0 and order.index(seat) < order.index(bidder):
            lowest = standing
        if must and len(out) == 2:
            bid = player.decide(seat, {*BIDS}, likely="game", chance=0.5)
            return seat, BIDS.index(bid)
        said = player.decide(seat, {*BIDS[lowest:], "pass"}, likely="pass", chance=0.45)
        if said == "pass":
            out.add(seat)
        else:
            standing, bidder = BIDS.index(said), seat
    return (bidder, standing) if bidder >= 0 else None


def doubling(player: Player, declarer: int, parts: list[str], most: int) -> dict[str, int]:
    """By part, how often it is doubled."""
    levels, open_, turn = dict.fromkeys(parts, 0), [*parts], 0
    while open_:
        raised: list[str] = []
        for seat in [declarer] if turn % 2 else [(declarer + 1) % 3, (declarer + 2) % 3]:
            said = ""
            while open_ and said != "pass":
                said = player.decide(seat, {f"double {part}" for part in open_} | {"pass"})
                if said != "pass":
                    part = said.removeprefix("double ")
                    levels[part] += 1
                    raised.append(part)
                    open_.remove(part)
        open_ = [part for part in raised if levels[part] < most]
        turn += 1
    return levels


@pytest.mark.sample(5)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [3, 11, 12, 13])
def test_whole_games_agree_with_the_oracle(options: dict[str, Any], seed: int) -> None:
    player = Player(marias.rules(**options).start(seed=seed), seed)
    while not player.state.is_over:
        deal = player.state.deal
        number, forehand = deal.number, (deal.starter + 1) % 3
        hands = [{str(card) for card in hand} for hand in deal.hands]
        talon = {str(card) for card in deal.stock}
        won = auction(player, forehand, options.get("hold", True), options.get("nobody") != "thrown_in")
        if won is None:
            assert player.state.results[number].scores == (0, 0, 0)
            continue
        declarer, bid = won
        low = f"name {NAMES[bid][0]}"
        word = player.decide(
            declarer, {f"name {name}" for names in NAMES[bid:] for name in names}, likely=low, chance=0.7
        ).removeprefix("name ")
        trump = "" if word in ("betl", "durch") else word[-1]
        seven = f"7{trump}" if trump and "7" in word.split() else ""
        hands[declarer] |= talon
        for _ in range(2):
            free = {card for card in hands[declarer] if not trump or (card[0] not in "AT" and card != seven)}
            hands[declarer].remove(player.decide(declarer, free))
        parts = {"game": ["game"], "7": ["game", "7"], "100": ["100"], "100 7": ["100", "7"]}.get(word[:-2], [word])
        doubled = doubling(player, declarer, parts, options.get("doubles", 4))
        leader = forehand if trump and options.get("lead") != "declarer" else declarer
        tricks: list[tuple[list[tuple[int, str]], int]] = []
        shown: dict[str, int] = {}
        while len(tricks) < 10:
            trick: list[tuple[int, str]] = []
            for turn in range(3):
                seat = (leader + turn) % 3
                allowed = playable(hands[seat], trick, trump, seven if seat == declarer else "")
                pairs = {suit: {f"K{suit}", f"Q{suit}"} for suit in "CDHS" if trump}
                open_ = {suit for suit, pair in pairs.items() if pair <= hands[seat] and pair & allowed}
                card = player.decide(seat, allowed | {f"marriage {suit}" for suit in open_})
                if card.startswith("marriage"):
                    shown[card[-1]] = seat
                    card = player.decide(seat, allowed & pairs[card[-1]])
                hands[seat].remove(card)
                trick.append((seat, card))
            led = trick[0][1][1]
            leader = max(trick, key=lambda play: strength(play[1], led, trump))[0]
            tricks.append((trick, leader))
            if word == {True: "betl", False: "durch"}[leader == declarer]:
                break
        paid = due(word, tricks, shown, declarer, doubled, options)
        scores = tuple(2 * paid if seat == declarer else -paid for seat in range(3))
        assert player.state.results[number].scores == scores, (word, doubled, shown, tricks)


# Single rules

HANDS = "7H 8H AH TH KH QH JH AS TS KS/AC TC KC QC 7C 8C 9C JC AD TD/KD QD 7D 8D 9D JD 7S 8S 9S JS"
TALON = ("QS", "9H")


def after(moves: str = "", **options: Any) -> State:
    """A deal of these hands, in which seat 0 is forehand, after some moves of whoever is to act."""
    hands = [hand.split() for hand in HANDS.split("/")]
    state = marias.rules(**options).start(seed=1, first=2, deals=[Stacked(hands=hands, stock=TALON)])
    for move in moves.split(", ") if moves else ():
        state = state.play(state.actors[0], move)
    return state


BOUGHT = "pass, pass, red hundred seven, name 100 7 H"
LAID = f"{BOUGHT}, 8H, JH, pass, pass"


def words(state: State) -> list[str]:
    return [str(action) for action in state.legal(state.actors[0])]


def test_forehand_plays_at_least_a_game_if_nobody_bids() -> None:
    assert words(after("pass, pass"))[:2] == ["game", "seven"]
    assert "pass" not in words(after("pass, pass"))
    assert "game" not in words(after("pass"))
    assert "name game H" in words(after("pass, pass, game"))


def test_a_deal_in_which_all_pass_may_not_be_played() -> None:
    assert after("pass, pass, pass", nobody="thrown_in").results[0].scores == (0, 0, 0)


def test_an_earlier_seat_may_hold_a_bid() -> None:
    state = after("hundred, betl")
    assert (state.actors, words(state)) == ((0,), ["betl", "durch", "pass"])
    assert words(after("hundred, betl", hold=False)) == ["durch", "pass"]
    assert words(after("hundred, betl, betl")) == ["durch", "pass"]


def test_a_declarer_names_its_bid_or_a_higher_game() -> None:
    state = after("pass, pass, red hundred")
    assert words(state) == ["name 100 H", "name 100 7 H", "name betl", "name durch"]


def test_aces_tens_and_an_announced_seven_stay_in_the_hand() -> None:
    assert {"AH", "TH", "AS", "TS", "7H"}.isdisjoint(words(after(BOUGHT)))
    assert "7H" in words(after("pass, pass, hundred, name 100 S"))
    assert "AH" in words(after("pass, pass, betl, name betl"))


def test_sides_double_in_turn_and_only_what_was_doubled_before() -> None:
    moves = f"{BOUGHT}, 8H, JH, double 7, pass"
    assert (after(moves).actors, words(after(moves))) == ((2,), ["double 100", "pass"])
    state = after(f"{moves}, pass, double 7")
    assert (state.actors, words(state)) == ((1,), ["double 7", "pass"])
    with pytest.raises(IllegalAction, match="seat 1 may double 7 now; double 100 is none of these"):
        state.play(1, "double 100")
    end = after(f"{moves}, pass, double 7, double 7, double 7")
    assert end.deal[DoubleParts].times("7") == 16
    assert isinstance(end.phase, CallingTricks)


def test_an_announced_seven_is_kept_to_the_last_trick() -> None:
    state = after(LAID)
    assert "7H" not in words(state)
    with pytest.raises(IllegalAction, match="7H is kept to the last trick"):
        state.play(0, "7H")


def test_a_marriage_is_shown_as_one_of_its_cards_is_played() -> None:
    state = after(f"{LAID}, marriage H")
    assert words(state) == ["QH", "KH"]
    assert "shows QH KH" in str(state.view(1).events[-1])
    # Seat 1 has neither hearts nor trumps: it may throw off what it likes.
    assert words(after(f"{LAID}, AH, marriage C")) == ["QC", "KC"]


def test_a_marriage_may_not_be_shown_where_none_of_its_cards_may_be_played() -> None:
    # Spades are led: seat 0 follows, and its king and queen of hearts wait.
    state = after("pass, seven, pass, name 7 S, JD, 9D, pass, pass, 8S", lead="declarer")
    with pytest.raises(IllegalAction, match="none of the cards that it shows may be played now"):
        state.play(0, "marriage H")


def test_forehand_leads_with_a_trump_and_the_declarer_without() -> None:
    moves = "seven, pass, pass, name {}, 8C, 9C, pass, pass"
    assert after(moves.format("7 C")).actors == (0,)
    assert after(moves.format("7 C"), lead="declarer").actors == (1,)
    assert after(moves.format("betl")).actors == (1,)


def test_betl_is_over_with_the_first_trick_of_the_declarer() -> None:
    moves = "pass, betl, pass, name betl, 9H, QS, double betl, pass, KD, 7H, AD"
    assert not after(moves).results
    assert after(f"{moves}, TD, JD, 8H").results[0].scores == (30, 30, -60)


def test_who_bid_betl_may_play_durch() -> None:
    state = after("pass, betl, pass, name durch, 9H, QS, double durch, pass, KD, 7H, AD")
    assert state.results[0].scores == (60, 60, -120)


def test_nobody_sees_what_was_laid_away() -> None:
    state = after(f"{BOUGHT}, 8H, JH")
    assert "??" in str(state.view(1).deal[LayAway].hands[0])


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(InvalidRules, match="no option 'limits'"):
        marias.rules(limits=500)


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_of_it_is_compiled(options: dict[str, Any]) -> None:
    rules = marias.rules(**options)
    assert batch.supports(rules).why == ""
    is_followed(rules, 4, seed=5)


@pytest.mark.sample(0)
def test_games_with_a_trump_are_compiled() -> None:
    low = marias.rules(deals=12).replace(LadderAuction, ladder=Words(["game", "seven"]))
    is_followed(low, 6, seed=6)
