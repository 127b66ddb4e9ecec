"""The layout of a deal as a row of numbers, and of a game's tables as an array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

SEATS = 8
"""How many seats a row has room for."""
SLOTS = 16
"""How many cards of a hand, or in front of a seat, a row has room for where hands are kept card by card."""

FORCED_OPTION, FORCED_ACTION = 6, 16
"""How many bits a decision that is given beforehand takes: an option so many, and one for each number of a mask."""
MOST_NUMBERS = 64
"""So many deals, or deals with a score, a phase may tell apart by their numbers."""
MOST_REMEMBERED = 64
"""So many questions about what is remembered of earlier deals are answered in a row."""
NOTES = 24
"""Of how many things a row can note who was the first to say them."""

# The places in a row. What begins with a number of seats has one place for each of them. Those that a play looks at
# stand together, since many rows are more than the cache of a processor holds.
COUNTER = 0  # the program counter: the index of the phase; the number of phases when the deal is over
ACTOR = 1  # the seat that decides now; -1 when the deal is over
MASK = 2  # the options that are legal, as bits
RNG = 3  # the state of the random numbers
DECISIONS = 4  # how many were made
TRUMP = 5  # the number of the suit; as many as there are suits for none
HAND = 6  # the hand that plays
LED = 7  # the suit that was led, where tricks are folded the face; -1 for none
BINDS = 8  # where the cascade begins that says what the next hand may play
RANKS = 9  # where the strengths begin that decide the trick; where tricks are folded, who played to it, by 4 bits
WINNING = 10  # what wins the trick so far: how strong, above 16 bits; the face, above 8 bits; the hand that played it;
#               where tricks are folded, the value of the trick
LAID = 11  # the cards in the trick, as a mask
COUNT = 12  # how many they are
CONTEXT = 13  # what else the follow policy looks at: 2 in the first trick, and 1 when a suit is broken
TRICK = 14  # the number of the trick that is being played, as a bit
PLAYED = 15  # the hands that have played to the trick, as bits
TABLE = 16  # the faces that they played, by hand in 8 bits
PLAYING = 17  # how many hands play to a trick
EXPOSING = 18  # while a hand is still to be laid open, 1 and how many cards were played; 0 else
OUT = 19  # the faces that are in no hand and not in the stock, as far as they were seen
FORCING = 20  # how many decisions are given beforehand
TURN = 21  # how far a phase has come that asks seats in an order
WAITING = 22  # the seats that have not answered, as bits
NUMBER = 23  # of the deal in its game
HANDS = 24
ROUND = HANDS + SEATS  # by hand, who chooses for it; the next one; who leads next, and who takes, when its card is
#                        best; and with how many tricks of its taker that ends the tricks, 0 for never
SIZE = 40  # of the hands
STARTER = 41
DECLARER = 42  # -1 where there is none
TOP = 43  # how many cards were taken off the top of the stock
END = 44  # how many cards of the deck, as dealt, are in the game
DEALT = 45  # how many cards each hand was dealt
SHOWN = 46  # the card that was turned up or cut; -1 for none, and less for one that is still to be cut
CLOSED = 47  # whether a phase ended the deal; STUCK + hand where a hand could play nothing
OPENER = 48  # the hand that led the first trick; -1 before
DOUBLES = 49  # how many were called
BUYER = 50  # the seat that bought the trump; -1 for none
STACKED = 51  # 1 when the order of the cards is given
NODE = 52  # where in the diagram of the phase the decision stands that is waited for
RESTING = 53  # the hands that take no part in the tricks, as bits
SCORED = 54  # how many earlier deals of the game had a score, up to 63
SEATING = 55  # who chooses for whom and who leads, by its number
TAKEN = 56  # the tricks that a hand took, as the bits of their numbers
WON = TAKEN + SEATS  # the faces of the tricks that a hand took
KNOWN = WON + SEATS  # the faces whose place a seat knows; after the seats, a spectator's
POINTS = KNOWN + SEATS + 1  # scored before the end of the deal
PILES = POINTS + SEATS
TOTALS = PILES + SEATS
BACKS = TOTALS + SEATS  # whom a seat trusts; -1 before it says so
ESTIMATES_MADE = BACKS + SEATS  # -1 before
SPENT = ESTIMATES_MADE + SEATS
CHOSEN = SPENT + SEATS
OPENS = CHOSEN + SEATS  # by hand, after how many cards it is laid open; -1 for never
FORCED = OPENS + SEATS  # the decisions that are given beforehand for a seat, the first lowest, each as one and its
#                         option in 7 or 8 bits; in a phase that was explored as one and its action in 16 bits
BIDS_MADE = FORCED + SEATS  # by seat and by the seat bid upon; -1 for none
OUTCOMES = BIDS_MADE + SEATS * SEATS  # by explored phase that has a record: which outcome it had; -1 before
NOTED = OUTCOMES + SEATS  # who was the first to say something, by what it is; -1 before
AWAY = NOTED + NOTES  # the faces that were laid away, face down
KEPT = AWAY + 1  # the faces that may not be; on a layout, those that lie
TRICKS_END = KEPT + 1  # the bit of the first trick after those of the phase
HELD_FIRST = TRICKS_END + 1  # by hand, the faces that it held when tricks began
LAST = HELD_FIRST + SEATS  # the faces that are laid away only for want of others, and then face up; on a layout, those
#                            that fit, as far as they do not lie yet
CALLS = LAST + 1  # what was called in tricks, as its number
MAY_CALL = CALLS + 1  # what the hand that plays may call, as its number
CALLS_SHOW = MAY_CALL + 1  # what calls show, as its number
SHOWS = CALLS_SHOW + 1  # the cards that a call shows
LEADS = SHOWS + 1  # the faces that were led to the first tricks, in 8 bits each, where calls depend on them
PLACE = LEADS + 1  # which trick tables hold in the deal, by phase and follow policy
UNTIL = PLACE + 1  # the node that finds out after a trick whether they are over; 0 where their number says so
ENDED = UNTIL + 1  # 1 where they are
MOVES = ENDED + 1  # the node of a diagram at which cards of the stock are moved next; 0 for none
LAYING = MOVES + 1  # where seats choose cards: how many each chooses, in the order of their queue, in 7 bits each
HOLDS = LAYING + 1  # where melds are declared: those that the hand has not shown yet, as bits of two numbers
CHOICES = HOLDS + 2  # those among which it chooses, likewise
WORD = CHOICES + 2  # what is said of its best one, from 1; 0 for none
BEST = WORD + 1  # how good the best one is that was said; -1 for none
BEST_SEAT = BEST + 1  # who said it
SAID = BEST_SEAT + 1  # whether a seat has said anything
TASKS = SAID + SEATS  # the tasks that a seat has taken on, as bits
BOTTOM = TASKS + SEATS  # the card that lies face up under the stock, as a mask; 0 for none
MUST = BOTTOM + 1  # the cards of which the hand must play one after what was called, as a mask; 0 for any
CHANGED = MUST + 1  # whether a call has changed hands or the stock
PASSES = CHANGED + 1  # the phases, as bits, in which a seat that decides at random passes wherever it may
QUEUE = PASSES + 1  # where seats choose or lay cards: these seats, counted from 1, in 4 bits each
GOES = QUEUE + 1  # by card, how many seats further it goes, in 4 bits; 0 for cards that are laid away. Where cards
#                    are laid on a layout: how many seats without cards end it
SERVED = GOES + 1  # how many seats of the queue have chosen all their cards
STAGE = SERVED + 1  # how often cards were chosen or drawn in the phase; while a power is carried out, the top card
#                     of the stock; where cards are laid on a layout, where it stands among the nodes which fit
GIFTS = STAGE + 1  # by seat, the chosen faces that go to it
REMEMBERED = GIFTS + SEATS  # the answers to questions about what is remembered of earlier deals, 8 bits each
WIDTH = REMEMBERED + MOST_REMEMBERED // 8
HELD = WIDTH  # by seat, PACKED numbers: the cards of its hand, packed in two as `slots` has it, and what follows
KNOWN_TO = 2  # as many places on: the seats that know each of those cards, packed likewise
IN_FRONT = 4  # the cards in front of the seat
LAID_KNOWN_TO = 6  # the seats that knew each of those before
PACKED = 8
LAID_KINDS = HELD + SEATS * PACKED  # by kind, in 8 bits: how many cards were laid
THROWN = LAID_KINDS + 16  # by seat, two numbers: the cards that were thrown out of its hand, packed likewise
SLOTTED_WIDTH = THROWN + 2 * SEATS
"""How long a row is where hands are kept card by card; else it is WIDTH long."""
UPPER = SLOTTED_WIDTH
"""So many places after a mask its upper 64 bits stand, in decks of more than 64 faces."""
LONGEST = UPPER + WIDTH
"""How long a row is in such a deck."""

# Notes of tricks and calls, behind all else in a row: how many tricks and how many calls there are; then for each trick
# who led, who took it, and who counts as its taker, both from 1, in 8 bits each; by hand, which face it played, from 1,
# in 8 bits; and these faces as a mask. After the most tricks, for each call the word, the hand and the seat, in 8 bits.
N_TRICKS, N_CALLS, N_FIRST = range(3)
N_WHO, N_FACES, N_MASK = range(3)
N_LEADER, N_TAKER, N_COUNTED = 0, 8, 16
N_WORD, N_HAND, N_SEAT = 0, 8, 16


# A decision that was made, in one number: the action, the seat above it, the counter above both.
NOTED_SEAT, NOTED_COUNTER = 16, 24
NOTED_ACTION = (1 << NOTED_SEAT) - 1
WAIT = -(1 << 62)
"""In place of an action: nothing is decided."""
HEARING = (COUNTER, ACTOR, DECISIONS, TURN, NUMBER, STARTER, NODE)
"""The places in a row on which it depends what the seat that decides has heard."""

# The opcodes: what a phase does. Its operand says which of the rows of its tables it reads. Rows stop at PYTHON, where
# the phase itself is run, with nobody to decide and a counter that is not at the end.
NOTHING, DEAL, TURN_UP, CUT, DEALERS, REMOVE, DRAW, THROW, EVALUATE = range(9)
BIDS, CALLED, EXPLORED, REVEAL, SHOW_TOP, SHOW_BOTTOM, TAKE, DRAW_AFTER, DRAW_IN_TURN, FILL = range(9, 19)
PYTHON, CHOOSE, LAY, TRICKS, POWERS, POWER = range(19, 25)
"""In POWERS, tricks are played in which cards have powers; POWER is one of these, about which a seat decides. Its
counter is one more than the number of phases, plus its number, and its operand is the phase."""
CHOOSING = CHOOSE
"""From here on, a seat chooses a face of its hand, of equal copies the first."""

# The nodes of diagrams: what stands first in each. A decision begins with the seat that makes it, 0 or more, then how
# many options it has, where it stands for the next seat that may make it instead (0 for none), the seats that have
# decided something in secret, as bits, and how many such decisions there are; then the numbers of the actions of its
# options, then the nodes after each.
OVER = -1  # the phase is over
WRITE = -2  # a place in the row, what is written there, the node after it
NOTE = -3  # a place where the first to come here is noted; by the seat that is noted there, the node after it
ASK = -4  # how to look, the place in the row that is looked at, an operand; by what is found, the node after it
SHOW = -5  # a place in the row, where the mask stands that is added there, the node after it
SHOW_HELD = -6  # the place of a hand, where a mask stands: all see those cards of the hand; the node after it
MOVE = -7  # a place in the row, the first of some cards of the stock and the one after the last: they are added there;
#            the node after it. For EVERYBODY all see them; for TOP they are no longer in the stock.
#            For DRAWN, tasks are drawn: how many of how many
EVERYBODY, DRAWN = -1, -2
FIND = -8  # a seat, where a table of statements begins: finds which of them its hand can make; the node after it
LIKE_FIRST = -9  # where the table begins: the seat chooses among those said alike with its best; the node after it
BETTER = -10  # a seat, how good its best one is: it is the best of all where it is better than those before; the node
#               after it
TALLY = -11  # where the nodes of tasks begin, by seat and task, after how many tasks there are; a place in the row: how
#              many of those that were taken on are fulfilled, have failed and are undecided is written there; the node
#              after it
SAYS = -12  # what has become of a task: 0, 1 or 2 in that order
EXCHANGE = -13  # a hand, where a mask stands: its first card in it is exchanged for the BOTTOM; the node after it
CLOSE_STOCK = -14  # where the mask of all cards stands: those of the stock are out of play; the node after it
REFUSES = -15  # after such earlier deals the phase refuses to go on
SHOW_MELDS = -16  # a seat, where a table of combinations begins, a place in the row: what those of its hand score is
#                  written there, and all see their cards; the node after it
OFFERS = -17  # the number of one of the CHOICES, which is put among them; the node after it; its action
SOME_LEFT = -18  # the node after it; without any of the CHOICES it REFUSES
ACTOR_OF, COUNT_OF, OTHER_OF, SECRET_OF, PENDING_OF, OPTIONS_OF = range(6)
CHOSEN_FROM = -1  # in place of the number of options: they are the CHOICES in the row. Instead of options there follow
SET_OF, PASS_OF, PICKED_OF, PASSED_OF, POINTS_OF = range(5, 10)
"""Where the table of statements begins; the action of passing, or -1; the node after a choice, 0 for the same decision
once more; the node after passing; and the place in the row to which the points of a choice are added."""
ADDED, CLASSED, MEETS, COUNTED, LED_CLASSED, SUMMED, LEFT = range(7)
"""How an ASK looks at a place: adds the operand, or looks up its class from there on; or asks whether it has a bit of
the mask that stands at the operand, or how many; or looks up the class of 8 bits, which the lowest 8 bits of the
operand name; or adds up a sum, which stands at the operand: how it is looked at, a number, how many parts it has, and
for each what it is, a place in the row, a factor, and where its mask stands, or the mask; or asks how many cards the
stock has."""
VALUE, LESS, IS, REST = range(4)
"""How a sum is looked at: how much more it is than the number, whether it is less, or the same, or what is left over
where it is divided by that."""
S_NUMBER, S_TRICKS, S_CARDS, S_PLAYED, S_ALL_PLAYED, S_CALLED = range(6)
"""What a part of a sum is: a number of the row; how many tricks of a mask it has; how many cards; how many cards a hand
has played, whose place it is; 1 where it has played all of them; how many calls of a mask a seat has made."""

STUCK = 2
"""What is added to the hand that could play nothing, where the row says that the deal was ended."""
COUNTS = 1 << 30
"""What is added to the index of a cascade whose steps say how many faces a hand must hold."""

# The columns of what is written down of a deal. After FACTS come blocks with one column for each seat.
F_NUMBER, F_SIZE, F_STARTER, F_TRUMP, F_OPENER, F_DOUBLES, F_BUYER, F_DECISIONS, F_DECLARER, F_SHOWN = range(10)
F_STUCK, FACTS = range(10, 12)
# The blocks. The last one is the bids of the first seat, by the seat bid upon; those of the other seats follow it.
B_TRICKS, B_ESTIMATES, B_BACKS, B_PILES, B_BIDS = range(5)


def fact_column(block: int, seat: int, players: int) -> int:
    """The column of a seat within a block of facts."""
    return FACTS + block * players + seat


class Columns(NamedTuple):
    """The columns of the facts written about a deal.

    Args:
        players: how many seats the game has.
        bids: whether seats bid on each other's tricks.
        outcomes: for how many phases the outcome is written down, in the last columns.
    """

    players: int
    bids: bool = True
    outcomes: int = 0

    @property
    def width(self) -> int:
        """The number of columns."""
        return fact_column(B_BIDS + self.players if self.bids else B_BIDS, 0, self.players) + self.outcomes

    def of_seats(self, block: int) -> slice:
        """The columns of a block, by seat."""
        return slice(fact_column(block, 0, self.players), fact_column(block + 1, 0, self.players))

    @property
    def of_bids(self) -> slice:
        """The columns of all bids, by seat and by the seat bid upon."""
        return slice(fact_column(B_BIDS, 0, self.players), fact_column(B_BIDS + self.players, 0, self.players))

    def tricks(self, seat: int) -> int:
        """The column of the number of tricks that a hand took."""
        return fact_column(B_TRICKS, seat, self.players)

    def estimate(self, seat: int) -> int:
        """The column of a seat's bid on its own tricks."""
        return fact_column(B_ESTIMATES, seat, self.players)

    def back(self, seat: int) -> int:
        """The column of the seat that a seat backs."""
        return fact_column(B_BACKS, seat, self.players)

    def pile(self, seat: int) -> int:
        """The column of the number of cards in a seat's score pile."""
        return fact_column(B_PILES, seat, self.players)

    def bid(self, seat: int, subject: int) -> int:
        """The column of a seat's bid on another one, if seats bid on each other's tricks."""
        return fact_column(B_BIDS + seat, subject, self.players)


PART_BITS, MOST_PARTS = 20, 3
"""Where several resolutions are folded at once, the value of each takes so many bits of a number; so many there are."""
NOBODY = 255
"""Who takes a trick that nobody takes."""
MOST = 255
"""The most cards of a deck."""
MOST_FACES = 128
"""The most faces of a deck in tricks; where cards are laid on the table, the most kinds of cards."""


# All tables of a game are one array. It begins with these numbers.
PLAYERS = 0
CARDS = 1  # of the deck
SUITS = 2  # of the deck
SLOTTED = 3  # 1 where hands are kept card by card
STOCK = 4  # how many cards of the stock may come into play
PHASES = 5
CUTS = 6  # 1 where the deck is cut
RECORDED = 7  # how many explored phases have a record
COPIED = 8  # how many kinds of cards have equal copies
FIRSTS = 9  # the first face of every card, as a mask
NOTED_AT = 11  # where in a row notes of tricks and calls begin, where a scoring looks at them; else 0
CALLS_AT = 12  # where in a row the notes of calls stand; 0 for none
LOTS = 13  # how many numbers are drawn besides the cards, each of fewer
LOTS_OF = 14  # of how many the first one is
PASSING = 15  # the number of the action "pass", from 1; 0 for none
BY_SEAT = 16  # 1 where CHOSEN keeps to the end of a deal which of the cards AWAY each seat laid away
MUTUAL = 17  # 1 where what is explored in the phase ESTIMATING are bids on others, too high for their tables
ESTIMATING = 18  # the number of the phase, from 1, in which bids or estimates are explored; 0 for none
FRESH = 19  # the answers before the first deal to questions about what is remembered, as in a row
HEADER = FRESH + MOST_REMEMBERED // 8
"""Where the heads of the tables begin: for each where it begins itself, and by how much the first indices move on."""
HEAD = 4
# The tables: what phases and policies answer. Those that name an opcode are by operand first.
(
    T_OPCODE,  # by phase: its opcode
    T_OPERAND,  # by phase: its operand, the row in the tables that its opcode reads
    T_CARD_MASK,  # by card: its faces
    T_FACE_CARD,  # by face: the faces of its card
    T_COPIES,  # by kind of card of which there are equal copies: their faces
    T_ALIKE,  # by face: itself and its equal copies
    T_KIND_OF,  # by card: the number of its kind, where hands are kept card by card
    T_DEAL_CARDS,  # DEAL: by size and by what was dealt, how many more
    T_DEAL_SEES,  # DEAL: by hand, the viewers that see it, as bits
    T_TRUMP_OF,  # TURN_UP, CUT, DEALERS: by card, the trump
    T_TRUMP_FIXED,  # CUT: by size, the trump; -1 for a cut
    T_REMOVED,  # REMOVE: how many
    T_BID_TURNS,  # BIDS: by starter, how many bids
    T_BID_SEAT,  # BIDS: by starter and turn
    T_BID_SUBJECT,  # BIDS: likewise
    T_BID_GROUP,  # BIDS: by starter and turn, the first of the turns whose bids are revealed together with it
    T_BID_MASK,  # BIDS: by size and what was spent, the bids that are open
    T_ORDER,  # CALLED: by starter and the seats that wait, those that may answer, as bits
    T_LIMIT_WAY,  # CALLED: 0 for no limit, 1 where only the sum matters, 2 where all estimates do, 3 where nodes ask
    T_LIMIT_START,  # CALLED: by size, where the table of the limits begins
    T_LIMITS,  # CALLED: the numbers that may be said; or for each a node, which asks for what it depends on
    T_NODES,  # EXPLORED: the nodes of all diagrams
    T_TALON,  # TAKE: the node that asks who does, how many cards, whether they may be left, where the outcome stands,
    #           whether all see them; FILL: how many cards a hand has then
    T_TOLD,  # by phase: the viewers that are told what a seat decided there, as bits, above 8 bits for each seat before
    T_CHOOSE,  # CHOOSE: the node that asks who chooses how many cards, and what becomes of them; whether cards that all
    #            have seen are kept, whether all see the chosen ones, whether several are chosen before they go, and
    #            whether the seats then draw as many, and may choose fewer than they said
    T_HEARS,  # CHOOSE: by number of the deal, the viewers that hear what a seat has chosen, as in T_TOLD
    T_OPENS,  # TRICKS: by seating, the hand that leads first, the most tricks that are played, the hands that play
    T_SEATED,  # TRICKS: the node at which it is asked for the seating
    T_OPENS_WITH,  # TRICKS: the card whose holder leads first, or 0
    T_ROUND,  # TRICKS: by seating, opener and hand, what a row says of the hand
    T_EXPOSED,  # TRICKS: by seating and hand, after how many cards it is laid open; -1 for never
    T_READS,  # TRICKS: whether the follow policy looks at the best face, at the first trick, at what a trick changes,
    #           or tricks may end early; whether tricks are folded; the number of hands where it looks at whose play is
    #           winning, else 0; the number of faces where calls may be made, which are options above them, and that of
    #           the calls; the number of the trick tables under the first trump; whether the follow policy tells the
    #           declarer's hand from others; the calls that may be made only where a card that they show may be played,
    #           as bits; whether the hands may differ in size; whether a hand that can play nothing ends the deal
    T_BREAKERS,  # by trick tables: the faces that break a suit
    T_SUIT,  # by trick tables and face: its suit
    T_STRENGTH,  # by trick tables, suit that was led, and face
    T_CASCADE,  # by trick tables, suit that was led (from 1), and the rest of the context: where its steps begin; where
    #             tricks are folded, by their value instead of the suit
    T_STEPS,  # the steps of all cascades: what binds, what is allowed, and in a cascade whose index has `COUNTS` added
    #           how many faces of it bind; the last one of a cascade binds any hand
    T_REVEAL_CARDS,  # REVEAL: how many
    T_EVALUATIONS,  # EVALUATE: where its evaluations begin, and end
    T_CLOSING,  # EVALUATE: the points that close the deal (0 for never), and from which deal on
    T_RADIX,  # by evaluation and kind of card (from 1; 0 for none): by how much it moves on in the table of awards
    T_AWARD_START,  # by evaluation: where its table begins
    T_AWARD,  # what is awarded, by how many cards of each class there are; 0 for nothing
    T_AWARD_CARDS,  # by award and kind of card (from 1; 0 for none): how often it goes into the score pile
    T_AWARD_POINTS,  # likewise: how many points it is worth
    T_CODE,  # by phase and option: the number of the action among those of the rules
    T_FOLD,  # by trick tables, value of a trick, and face: the value after it; only where tricks are folded
    T_CALLING,  # TRICKS: the node that writes down what may be called before anything is; -1 for nothing
    T_TURNS,  # by what was called, and by hand: the node that writes down what may be called now; after the hands, what
    #           was called stands for this once the card is played; -1 where nothing changes
    T_MAY_CALL,  # by what may be called now: that as bits above the faces
    T_CALLS,  # by what may be called now, and by call: what was called then
    T_SHOWN,  # by what calls show, by hand and call: the node that writes down the cards; after them, likewise, the
    #           node that does what the call does; 0 for nothing
    T_WINS,  # by trick tables and value: 1 and which play is winning, 0 for none; above 8 bits the play that leads
    T_PARTS,  # by trick tables: how many resolutions are folded at once, 0 for one; then where the values of each part
    #           begin, and where in T_WINS those stand that are looked up by the sum of what the parts have there
    T_POWERS,  # POWERS: by phase, the number of its first power; then by face its powers as bits, from that one on, and
    #            whether a losing hand leads with it: see `steps.tricks.powered`
    T_POWER,  # by power: what is chosen, how many faces there are, whether a seat may pass, whether the hand must have
    #           drawn, whether the face-up card is told of, the operand for its trump, the moves: see there
) = range(56)

TABLES_OF = {name[2:].lower(): table for name, table in list(globals().items()) if name.startswith("T_")}
"""The number of every table by its name."""
LAST_TABLE = len(TABLES_OF) - 1
"""The number of the table that stands behind all others."""


def round_of(chooser: int, after: int, leads: int, takes: int, ends: int) -> int:
    """The number in a row that describes a hand in tricks: see `ROUND`."""
    return chooser | after << 8 | leads << 16 | takes << 24 | ends << 32


def signed(mask: int) -> int:
    """A mask of at most 64 bits as a signed number with the same bits."""
    return mask - (1 << 64) if mask >> 63 else mask


def halves(number: int) -> tuple[int, int]:
    """The lower and upper 64 bits of a 128-bit number, as signed numbers."""
    return signed(number & ((1 << 64) - 1)), signed(number >> 64)
