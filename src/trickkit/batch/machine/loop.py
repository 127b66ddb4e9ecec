"""Many rows at once: whole deals, deals played on from somewhere, and rows that wait for decisions from outside."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import STRIDE, below, compiled, lowest, merged, nth, seeded, size, within
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import column, look1, look2, look3
from trickkit.batch.machine.dispatch import advance, begin, decide, decided
from trickkit.batch.steps.tableau.run import lay_out, seen_slots
from trickkit.batch.steps.tricks.run import play_out


@merged
def _play_on(s: Numbers, cards: Any, t: Numbers, seats: Any, actions: Any) -> None:
    """Decide at random until the deal is over; write down who decides what, where there is room for it."""
    while s[at.ACTOR] >= 0:
        kind = look1(t, at.T_KIND, s[at.STEP])
        step = s[at.STEP] + 1
        if kind == at.TRICKS:
            play_out(s, t, seats, actions)
        elif kind == at.REVEAL and not s[at.FORCING]:
            step = lay_out(s, cards, t, seats, actions)
        elif not decided(s, t, kind, _option(s, t, seats, actions)):
            continue
        s[at.STEP] = step
        advance(s, cards, t)


@merged
def _option(s: Numbers, t: Numbers, seats: Any, actions: Any) -> int:
    """What is given beforehand, which is neither counted nor written down, or else an option at random."""
    given = s[at.FORCED + s[at.ACTOR]] if s[at.FORCING] else 0
    if given:
        s[at.FORCED + s[at.ACTOR]] = given >> 7
        s[at.FORCING] -= 1
        return (given & 127) - 1
    s[at.RNG] += STRIDE
    option = nth(s[at.MASK], below(s[at.RNG], size(s[at.MASK])))
    if actions.shape[0]:
        seats[s[at.DECISIONS]] = s[at.ACTOR]
        actions[s[at.DECISIONS]] = look2(t, at.T_CODE, s[at.STEP], option)
    s[at.DECISIONS] += 1
    return option


@merged
def _write(s: Numbers, t: Numbers, facts: Any, won: Any, points: Any) -> None:
    """Write down what came of a deal."""
    _write_facts(s, t, facts)
    for seat in range(t[at.PLAYERS]):
        points[seat] = s[at.POINTS + seat]
        if won.shape[0]:
            won[seat] = s[at.WON + seat]


@merged
def _write_facts(s: Numbers, t: Numbers, facts: Any) -> None:
    """Write down where a deal stands, but for the cards."""
    players = t[at.PLAYERS]
    facts[at.F_NUMBER] = s[at.NUMBER]
    facts[at.F_SIZE] = s[at.SIZE]
    facts[at.F_STARTER] = s[at.STARTER]
    facts[at.F_TRUMP] = s[at.TRUMP]
    facts[at.F_OPENER] = s[at.OPENER]
    facts[at.F_DOUBLES] = s[at.DOUBLES]
    facts[at.F_BUYER] = s[at.BUYER]
    facts[at.F_DECISIONS] = s[at.DECISIONS]
    for seat in range(players):
        facts[column(at.B_TRICKS, seat, players)] = s[at.TAKEN + seat]
        facts[column(at.B_ESTIMATES, seat, players)] = s[at.ESTIMATES_MADE + seat]
        facts[column(at.B_BACKS, seat, players)] = s[at.BACKS + seat]
        facts[column(at.B_PILES, seat, players)] = s[at.PILES + seat]
    if facts.shape[0] > column(at.B_BIDS, 0, players):
        for seat in range(players):
            for subject in range(players):
                facts[column(at.B_BIDS + seat, subject, players)] = s[at.BIDS_MADE + seat * at.SEATS + subject]


@merged
def set_out(
    s: Numbers, cards: Any, t: Numbers, seed: Any, deal: int, number: int, cards_each: int, starter: int, totals: Any
) -> None:
    """Set out one deal, up to its first decision."""
    s[at.RNG] = seeded(seed, deal)
    s[at.NUMBER] = number
    s[at.SIZE] = cards_each
    s[at.STARTER] = starter
    if starter < 0:
        s[at.RNG] += STRIDE
        s[at.STARTER] = below(s[at.RNG], t[at.PLAYERS])
    for seat in range(t[at.PLAYERS]):
        s[at.TOTALS + seat] = totals[seat]
    begin(s, cards, t)


@compiled
def play_deals(
    t: Numbers,
    s: Numbers,
    cards: Any,
    seed: Any,
    games: Any,
    sizes: Any,
    numbers: Any,
    starters: Any,
    totals: Any,
    rows: Any,
    decks: Any,
    facts: Any,
    won: Any,
    points: Any,
    dealt: Any,
    seats: Any,
    actions: Any,
) -> None:
    """Play deals at random: whole ones, or from where states stand, again and again, one after the other.

    Args:
        t: the tables.
        s: a row to work in.
        cards: a deck to work in.
        seed: of all deals: its lower and its upper 64 bits.
        games: by deal, the number that its random numbers follow from.
        sizes: by number of a deal in its game, the size of the hands.
        numbers: by deal, its number in its game.
        starters: by deal, the starter; -1 for one at random.
        totals: by deal and seat, the points before; one row for all where they are the same.
        rows: where deals stand that are played on; none for whole ones. Their sizes, numbers, starters and totals are
            in them.
        decks: by row, the cards as they were shuffled.
        facts, won, points, dealt, seats, actions: by deal, what is written down; `won`, `dealt`, `seats` and `actions`
            may have no second dimension to speak of, and then are not.
    """
    s[at.STACKED] = 0
    s[at.FORCING] = 0
    for deal in range(games.shape[0]):
        if rows.shape[0]:
            row = games[deal] % rows.shape[0]
            for place in range(rows.shape[1]):
                s[place] = rows[row, place]
            for place in range(decks.shape[1]):
                cards[place] = decks[row, place]
            s[at.RNG] = seeded(seed, games[deal])
        else:
            number = numbers[deal]
            before = totals[deal if totals.shape[0] > 1 else 0]
            set_out(s, cards, t, seed, games[deal], number, sizes[number], starters[deal], before)
        _play_on(s, cards, t, seats[deal], actions[deal])
        _write(s, t, facts[deal], won[deal], points[deal])
        if dealt.shape[1]:
            dealt[deal, 0] = s[at.SHOWN]
            for place in range(dealt.shape[1] - 1):
                dealt[deal, place + 1] = cards[place]


@compiled
def step_rows(t: Numbers, rows: Any, decks: Any, options: Any, over: Any) -> int:
    """Make one decision in every row; how many deals are over then.

    Args:
        t: the tables.
        rows: where the deals stand.
        decks: by row, the cards as they were shuffled.
        options: by row, the option, which is legal.
        over: where the numbers of the rows are written whose deals are over.
    """
    count = 0
    for row in range(rows.shape[0]):
        decide(rows[row], decks[row], t, options[row])
        if rows[row, at.ACTOR] < 0:
            over[count] = row
            count += 1
    return count


@compiled
def first_illegal(rows: Any, inverse: Any, actions: Any, options: Any, made: Any) -> int:
    """The first row in which an action is not legal; -1 where all are. Finds the options that the actions are.

    Args:
        rows: where the deals stand.
        inverse: by phase and number of an action, the option; -1 for none.
        actions: by row, the number of an action.
        options: by row, where the option is written.
        made: by row, where it is written down who decides what in which phase, as `layout` packs it.
    """
    for row in range(rows.shape[0]):
        action = actions[row]
        if action < 0 or action >= inverse.shape[1]:
            return row
        option = inverse[rows[row, at.STEP], action]
        if option < 0 or not (rows[row, at.MASK] >> option) & 1:
            return row
        options[row] = option
        made[row] = rows[row, at.STEP] << at.NOTED_STEP | rows[row, at.ACTOR] << at.NOTED_SEAT | action
    return -1


@compiled
def legal_actions(t: Numbers, rows: Any, found: Any) -> None:
    """By row and number of an action, whether it is legal."""
    for row in range(rows.shape[0]):
        for action in range(found.shape[1]):
            found[row, action] = 0
        mask, step = rows[row, at.MASK], rows[row, at.STEP]
        while mask:
            found[row, look2(t, at.T_CODE, step, lowest(mask))] = 1
            mask &= mask - 1


@compiled
def random_actions(t: Numbers, rows: Any, found: Any) -> None:
    """By row, the legal action that random play would choose."""
    for row in range(rows.shape[0]):
        mask = rows[row, at.MASK]
        state = rows[row, at.RNG] + STRIDE * (rows[row, at.DECISIONS] + 1)
        found[row] = look2(t, at.T_CODE, rows[row, at.STEP], nth(mask, below(state, size(mask))))


@compiled
def seen_cards(t: Numbers, rows: Any, kinds: Any, hands: Any, out: Any, table: Any, committed: Any) -> None:
    """What the seats that decide see of the cards, in arrays that are 0.

    Args:
        t: the tables.
        rows: where the deals stand.
        kinds: by face, the number of its kind.
        hands: by row, hand and kind, how many the seat knows to be there.
        out: by row and kind, how many were played, laid or turned up.
        table: by row, hand and kind, how many lie in front of that hand, face up.
        committed: by row and kind, how many the seat has chosen in secret.
    """
    for row in range(rows.shape[0]):
        s = rows[row]
        if s[at.ACTOR] < 0:
            continue
        if t[at.SLOTTED]:
            seen_slots(s, t, hands[row], out[row], table[row], committed[row])
            continue
        for hand in range(t[at.PLAYERS]):
            _count(s[at.HANDS + hand] & s[at.KNOWN + s[at.ACTOR]], kinds, hands[row, hand])
            if s[at.PLAYED] >> hand & 1:
                table[row, hand, kinds[s[at.TABLE] >> 8 * hand & 255]] += 1
        _count(s[at.OUT] | s[at.LAID], kinds, out[row])
        if look1(t, at.T_KIND, s[at.STEP]) == at.PASS:
            _count(s[at.CHOSEN + s[at.ACTOR]], kinds, committed[row])


@within
def _count(cards: int, kinds: Any, found: Any) -> None:
    while cards:
        found[kinds[lowest(cards)]] += 1
        cards &= cards - 1


@compiled
def seen_facts(t: Numbers, rows: Any, facts: Any) -> None:
    """What the seats that decide know besides the cards: what `_write_facts` has, less what others chose in secret."""
    players = t[at.PLAYERS]
    for row in range(rows.shape[0]):
        s = rows[row]
        seat, kind = s[at.ACTOR], look1(t, at.T_KIND, s[at.STEP]) if s[at.ACTOR] >= 0 else at.NOTHING
        _write_facts(s, t, facts[row])
        place = look1(t, at.T_PLACE, s[at.STEP]) if seat >= 0 else 0
        for other in range(players):
            if other != seat:
                facts[row, column(at.B_BACKS, other, players)] = -1
                if kind == at.ESTIMATES:
                    facts[row, column(at.B_ESTIMATES, other, players)] = -1
        if kind == at.BIDS:
            for turn in range(look3(t, at.T_BID_GROUP, place, s[at.STARTER], s[at.TURN]), s[at.TURN]):
                other = look3(t, at.T_BID_SEAT, place, s[at.STARTER], turn)
                subject = look3(t, at.T_BID_SUBJECT, place, s[at.STARTER], turn)
                if other != seat:
                    facts[row, column(at.B_BIDS + other, subject, players)] = -1


@compiled
def set_out_rows(
    t: Numbers,
    rows: Any,
    decks: Any,
    lanes: Any,
    seed: Any,
    deals: Any,
    numbers: Any,
    sizes: Any,
    starters: Any,
    totals: Any,
) -> None:
    """Set out new deals in some rows.

    Args:
        t: the tables.
        rows: where the deals stand.
        decks: by row, the cards as they are shuffled.
        lanes: which rows.
        seed: of all deals: its lower and its upper 64 bits.
        deals, numbers, sizes, starters: for each of those rows, as in `play_deals`.
        totals: by seat, the points before.
    """
    for place in range(lanes.shape[0]):
        row = lanes[place]
        set_out(rows[row], decks[row], t, seed, deals[place], numbers[place], sizes[place], starters[place], totals)


@compiled
def write_rows(t: Numbers, rows: Any, lanes: Any, facts: Any, won: Any, points: Any) -> None:
    """Write down what came of the deals of some rows, which are over."""
    for place in range(lanes.shape[0]):
        _write(rows[lanes[place]], t, facts[place], won[place], points[place])
