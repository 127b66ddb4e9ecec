"""The layout of a deal as a row of numbers, and of a game's tables as an array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

SEATS = 8
"""The number of seats for which a row has room."""
SLOTS = 16
"""The number of cards in a hand, or in front of a seat, for which a row has room if hands are stored card by card."""

FORCED_OPTION, FORCED_ACTION = 6, 16
"""The number of bits of a queued decision: for an option, to which one is added per number of a mask; for an action."""
MOST_NUMBERS = 64
"""The most deals, or deals with a score, that a phase may distinguish by their numbers."""
MOST_REMEMBERED = 64
"""The most questions about the memory of the game whose answers a row can store."""
NOTES = 24
"""The number of labels for which a row can store the seat that first said something."""

# The places in a row. An entry that the next one follows by SEATS has a place for each seat. The places that a play
# reads are adjacent, since many rows do not fit into the processor's cache.
COUNTER = 0  # the program counter: the index of the phase; the number of phases when the deal is over
ACTOR = 1  # the seat that decides now; -1 when the deal is over
MASK = 2  # the options that are legal, as bits
RNG = 3  # the state of the random numbers
DECISIONS = 4  # the number of decisions made
TRUMP = 5  # the number of the suit; as many as there are suits for none
HAND = 6  # the hand that plays
LED = 7  # the led suit, or the led face if tricks are folded; -1 for none
BINDS = 8  # the index of the cascade that says what the next hand may play
RANKS = 9  # the index of the strengths that decide the trick; if tricks are folded, the hands that played to it, 4 bits
#            each
WINNING = 10  # the best card of the trick so far: its strength above 16 bits, its face above 8 bits, and the hand that
#               played it; if tricks are folded, the value of the trick
LAID = 11  # the cards in the trick, as a mask
COUNT = 12  # the number of cards in the trick
CONTEXT = 13  # what else the follow policy reads: 2 in the first trick, plus 1 if a suit is broken
TRICK = 14  # the number of the current trick, as a bit
PLAYED = 15  # the hands that have played to the trick, as bits
TABLE = 16  # the faces that these hands played: by hand, 8 bits each
PLAYING = 17  # the number of hands that play to a trick
EXPOSING = 18  # while a hand is still to be exposed, 1 plus the number of cards played; otherwise 0
OUT = 19  # the faces that are neither in a hand nor in the stock, as far as they were seen
FORCING = 20  # the number of queued decisions
TURN = 21  # the progress of a phase that asks seats in order
WAITING = 22  # the seats that have not answered, as bits
NUMBER = 23  # the number of the deal in its game
HANDS = 24
ROUND = HANDS + SEATS  # by hand: its chooser; the hand after it; who leads next and who takes if its card is best; and
#                        the number of tricks of that taker that ends the tricks, 0 for never
SIZE = 40  # the hand size
STARTER = 41
DECLARER = 42  # -1 if there is none
TOP = 43  # the number of cards taken off the top of the stock
END = 44  # the number of cards of the deck, as dealt, that are in the game
DEALT = 45  # the number of cards that each hand was dealt
SHOWN = 46  # the card that was turned up or cut; -1 for none, less than -1 for one that is still to be cut
CLOSED = 47  # 1 if a phase ended the deal; STUCK + hand if a hand could play none of its cards
OPENER = 48  # the hand that led the first trick; -1 before that
DOUBLES = 49  # the number of doubles called
BUYER = 50  # the seat that bought the trump; -1 for none
STACKED = 51  # 1 if the order of the cards is given
NODE = 52  # the node of the phase's diagram at which a decision is pending
RESTING = 53  # the hands that take no part in the tricks, as bits
SCORED = 54  # the number of earlier deals of the game with a score, up to 63
SEATING = 55  # the number of the seating: who chooses for which hand, and who leads
TAKEN = 56  # by hand, the tricks that it took, their numbers as bits
WON = TAKEN + SEATS  # by hand, the faces in the tricks that it took
KNOWN = WON + SEATS  # by seat, the faces whose place it knows; after the seats, those that a spectator knows
POINTS = KNOWN + SEATS + 1  # by seat, the points scored before the end of the deal
PILES = POINTS + SEATS
TOTALS = PILES + SEATS
BACKS = TOTALS + SEATS  # by seat, the seat that it trusts; -1 before it has chosen
ESTIMATES_MADE = BACKS + SEATS  # -1 before an estimate is made
SPENT = ESTIMATES_MADE + SEATS
CHOSEN = SPENT + SEATS
OPENS = CHOSEN + SEATS  # by hand, the number of cards played before it is exposed; -1 for never
FORCED = OPENS + SEATS  # by seat, its queued decisions, the first in the lowest bits: each is 1 plus its option, in 7
#                         or 8 bits; in an explored phase, 1 plus its action, in 16 bits
BIDS_MADE = FORCED + SEATS  # by seat and by the seat bid upon; -1 for none
OUTCOMES = BIDS_MADE + SEATS * SEATS  # by explored phase with a record, the number of its outcome; -1 before that
NOTED = OUTCOMES + SEATS  # by thing that may be said, the first seat that said it; -1 before that
AWAY = NOTED + NOTES  # the faces that were laid away, face down
KEPT = AWAY + 1  # the faces that may not be laid away; on a layout, the faces that lie on it
TRICKS_END = KEPT + 1  # the bit of the first trick after those of the phase
HELD_FIRST = TRICKS_END + 1  # by hand, the faces that it held when the tricks began
LAST = HELD_FIRST + SEATS  # the faces that are laid away, face up, only if a hand has too few others; on a layout, the
#                            faces that fit and are not on it yet
CALLS = LAST + 1  # the number that stands for the calls made in tricks
MAY_CALL = CALLS + 1  # the number that stands for what the hand to play may call
CALLS_SHOW = MAY_CALL + 1  # the number that stands for what calls show
SHOWS = CALLS_SHOW + 1  # the cards that a call shows
LEADS = SHOWS + 1  # the faces led to the first tricks, 8 bits each, if calls depend on them
PLACE = LEADS + 1  # by phase and follow policy, the number of the trick tables that apply in the deal
UNTIL = PLACE + 1  # the node that decides after a trick whether the tricks are over; 0 if that depends on the number of
#                    tricks alone
ENDED = UNTIL + 1  # 1 if the tricks are over
MOVES = ENDED + 1  # the node at which the next cards of the stock are moved; 0 for none
LAYING = MOVES + 1  # when seats choose cards: how many each chooses, in the order of the queue, 7 bits each
HOLDS = LAYING + 1  # when melds are declared: those that the hand has not shown yet, as bits of two numbers
CHOICES = HOLDS + 2  # the melds among which the seat chooses, likewise
WORD = CHOICES + 2  # the announcement of its best meld, from 1; 0 for none
BEST = WORD + 1  # the rank of the best meld announced so far; -1 for none
BEST_SEAT = BEST + 1  # the seat that announced it
SAID = BEST_SEAT + 1  # by seat, whether it has announced anything
TASKS = SAID + SEATS  # by seat, the tasks that it has taken on, as bits
BOTTOM = TASKS + SEATS  # the card that lies face up under the stock, as a mask; 0 for none
MUST = BOTTOM + 1  # the cards of which the hand must play one after a call, as a mask; 0 for any
CHANGED = MUST + 1  # whether a call has changed hands or the stock
PASSES = CHANGED + 1  # the phases, as bits, in which a seat that decides at random passes whenever it may
QUEUE = PASSES + 1  # the seats that choose or lay cards, counted from 1, 4 bits each
GOES = QUEUE + 1  # by chosen card, the number of seats further that it goes, 4 bits each; 0 for cards that are laid
#                   away. On a layout, the number of seats without cards that end it
SERVED = GOES + 1  # the number of seats of the queue that have chosen all their cards
STAGE = SERVED + 1  # the number of times that cards were chosen or drawn in the phase; while a power is carried out,
#                     the top card of the stock; on a layout, the node that says which faces fit
GIFTS = STAGE + 1  # by seat, the chosen faces that go to it
REMEMBERED = GIFTS + SEATS  # the answers to questions about the memory of the game, 8 bits each
WIDTH = REMEMBERED + MOST_REMEMBERED // 8
HELD = WIDTH  # by seat, PACKED numbers: first the cards of its hand, packed in two as in `slots`; then, as many places
#               on:
KNOWN_TO = 2  # the seats that know each of those cards, packed likewise
IN_FRONT = 4  # the cards in front of the seat
LAID_KNOWN_TO = 6  # the seats that knew each of those before it was laid
PACKED = 8
LAID_KINDS = HELD + SEATS * PACKED  # by kind, the number of cards laid, 8 bits each
THROWN = LAID_KINDS + 16  # by seat, two numbers: the cards thrown out of its hand, packed likewise
SLOTTED_WIDTH = THROWN + 2 * SEATS
"""The length of a row if hands are stored card by card; otherwise it is WIDTH."""
UPPER = SLOTTED_WIDTH
"""The distance from a mask to its upper 64 bits, in decks of more than 64 faces."""
LONGEST = UPPER + WIDTH
"""The length of a row for such a deck."""

# Notes of tricks and calls, at the end of a row: the number of tricks and the number of calls. Then for each trick: who
# led, who took it, and who counts as its taker, the last two from 1, in 8 bits each; by hand, the face that it played,
# from 1, in 8 bits; and these faces as a mask. After the room for all tricks, for each call: the word, the hand and the
# seat, in 8 bits each.
N_TRICKS, N_CALLS, N_FIRST = range(3)
N_WHO, N_FACES, N_MASK = range(3)
N_LEADER, N_TAKER, N_COUNTED = 0, 8, 16
N_WORD, N_HAND, N_SEAT = 0, 8, 16


# A decision, packed into one number: the action, above it the seat, above both the counter.
NOTED_SEAT, NOTED_COUNTER = 16, 24
NOTED_ACTION = (1 << NOTED_SEAT) - 1
WAIT = -(1 << 62)
"""In place of an action: no decision is made."""
HEARING = (COUNTER, ACTOR, DECISIONS, TURN, NUMBER, STARTER, NODE)
"""The places in a row that determine what the deciding seat has heard."""

# The opcodes: what a phase does. Its operand is the index of the row that it reads in its tables. At PYTHON, where the
# phase itself is run, rows stop, with no seat to decide and a counter that is not at the end.
NOTHING, DEAL, TURN_UP, CUT, DEALERS, REMOVE, DRAW, THROW, EVALUATE = range(9)
BIDS, CALLED, EXPLORED, REVEAL, SHOW_TOP, SHOW_BOTTOM, TAKE, DRAW_AFTER, DRAW_IN_TURN, FILL = range(9, 19)
PYTHON, CHOOSE, LAY, TRICKS, POWERS, POWER = range(19, 25)
"""POWERS plays tricks in which cards have powers; POWER is a single power about which a seat decides. Its counter is
the number of phases, plus 1, plus the number of the power; its operand is the phase."""
CHOOSING = CHOOSE
"""From this opcode on, a seat chooses a face of its hand, the first of equal copies."""

# The nodes of diagrams, each with the number that begins it, and then its contents. A decision begins with the deciding
# seat, 0 or more. Then come the number of its options, the node for the next seat that may decide instead (0 for none),
# the seats with secret decisions, as bits, and the number of those decisions; finally the numbers of the actions of its
# options, and the node after each.
OVER = -1  # the phase is over
WRITE = -2  # a place in the row, the number to write there, the next node
NOTE = -3  # a place that stores which seat comes here first; by that seat, the next node
ASK = -4  # how to look, the place in the row to look at, an operand; by answer, the next node
SHOW = -5  # a place in the row, the index of the mask to add there, the next node
SHOW_HELD = -6  # the place of a hand, the index of a mask: everybody sees these cards of the hand; the next node
MOVE = -7  # a place in the row, the first of some cards of the stock, and the one after the last: they are added there;
#            the next node. For EVERYBODY all seats see them; for TOP they leave the stock. For DRAWN, tasks are drawn:
#            how many, and of how many
EVERYBODY, DRAWN = -1, -2
FIND = -8  # a seat, the index of a table of statements: finds those that its hand can make; the next node
LIKE_FIRST = -9  # the index of the table: the seat chooses among the statements with the same words as its best; the
#                  next node
BETTER = -10  # a seat, the rank of its best statement: it becomes the best of all if it beats the earlier ones; the
#               next node
TALLY = -11  # the index of a list of nodes, by seat and task, preceded by the number of tasks; a place in the row,
#              which receives how many of the tasks taken on are fulfilled, failed and undecided; the next node
SAYS = -12  # the state of a task: 0, 1 or 2 in that order
EXCHANGE = -13  # a hand, the index of a mask: the hand's first card in the mask is exchanged for the BOTTOM; the next
#                 node
CLOSE_STOCK = -14  # the index of the mask of all cards: those in the stock go out of play; the next node
REFUSES = -15  # the phase refuses to go on after such earlier deals
SHOW_MELDS = -16  # a seat, the index of a table of combinations, a place in the row: the score of the combinations in
#                   the hand is written there, and everybody sees their cards; the next node
OFFERS = -17  # the number of one of the CHOICES, which is added to them; the next node; its action
SOME_LEFT = -18  # the next node; if there are no CHOICES, the phase REFUSES to go on
ACTOR_OF, COUNT_OF, OTHER_OF, SECRET_OF, PENDING_OF, OPTIONS_OF = range(6)
CHOSEN_FROM = -1  # in place of the number of options: they are the CHOICES in the row. Instead of options there follow
SET_OF, PASS_OF, PICKED_OF, PASSED_OF, POINTS_OF = range(5, 10)
"""The index of the table of statements; the action of passing, or -1; the node after a choice, 0 for the same decision
again; the node after passing; and the place in the row to which the points of a choice are added."""
ADDED, CLASSED, MEETS, COUNTED, LED_CLASSED, SUMMED, LEFT = range(7)
"""How an ASK node looks at a place. ADDED: adds the operand. CLASSED: looks up the class of the number in the table at
the operand. MEETS: whether it has a bit of the mask at the operand. COUNTED: how many of these bits it has.
LED_CLASSED: looks up the class of 8 bits, which the lowest 8 bits of the operand name. SUMMED: evaluates the sum at the
operand: how it is examined, a number, the number of its parts, and for each part its type, a place in the row, a
factor, and the index of its mask, or the mask. LEFT: how many cards the stock has."""
VALUE, LESS, IS, REST = range(4)
"""How a sum is examined: how much more than the number it is, whether it is less, whether it is equal, or the remainder
when it is divided by the number."""
S_NUMBER, S_TRICKS, S_CARDS, S_PLAYED, S_ALL_PLAYED, S_CALLED = range(6)
"""The types of the parts of a sum: a number in the row; how many tricks of a mask it has; how many cards of a mask it
has; how many of these cards the hand at a place has played; 1 if it has played all of them; how many calls of a mask a
seat has made."""

STUCK = 2
"""The offset of the hand that could play none of its cards, in CLOSED."""
COUNTS = 1 << 30
"""The offset of the index of a cascade whose steps say how many faces a hand must hold."""

# The columns of the facts recorded about a deal. From FACTS on come blocks with one column for each seat.
F_NUMBER, F_SIZE, F_STARTER, F_TRUMP, F_OPENER, F_DOUBLES, F_BUYER, F_DECISIONS, F_DECLARER, F_SHOWN = range(10)
F_STUCK, FACTS = range(10, 12)
# The blocks. The last one has the bids of the first seat, by the seat bid upon; those of the other seats follow.
B_TRICKS, B_ESTIMATES, B_BACKS, B_PILES, B_BIDS = range(5)


def fact_column(block: int, seat: int, players: int) -> int:
    """The column of a seat within a block of facts."""
    return FACTS + block * players + seat


class Columns(NamedTuple):
    """The columns of the facts recorded about a deal.

    Args:
        players: the number of seats.
        bids: whether seats bid on each other's tricks.
        outcomes: the number of phases whose outcome is recorded, in the last columns.
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
"""When several resolutions are folded at once: the number of bits for the value of each, and the most resolutions."""
NOBODY = 255
"""Stands for the taker of a trick that nobody takes."""
MOST = 255
"""The most cards of a deck."""
MOST_FACES = 128
"""The most faces of a deck in tricks; if cards are laid on the table, the most kinds of cards."""


# All tables of a game form one array, which begins with these numbers.
PLAYERS = 0
CARDS = 1  # the number of cards of the deck
SUITS = 2  # the number of suits of the deck
SLOTTED = 3  # 1 if hands are stored card by card
STOCK = 4  # the number of cards of the stock that may come into play
PHASES = 5
CUTS = 6  # 1 if the deck is cut
RECORDED = 7  # the number of explored phases with a record
COPIED = 8  # the number of kinds of cards with equal copies
FIRSTS = 9  # the first face of every card, as a mask
NOTED_AT = 11  # the index in a row of the notes of tricks and calls, if a scoring looks at them; otherwise 0
CALLS_AT = 12  # the index in a row of the notes of calls; 0 for none
LOTS = 13  # how many numbers are drawn besides the cards, each from a range one smaller than the last
LOTS_OF = 14  # the size of the range of the first of them
PASSING = 15  # the number of the action "pass", from 1; 0 for none
BY_SEAT = 16  # 1 if CHOSEN keeps until the end of a deal which of the cards AWAY each seat laid away
MUTUAL = 17  # 1 if the explored phase ESTIMATING has bids on others, too high for the usual tables
ESTIMATING = 18  # the number of the phase, from 1, whose bids or estimates are explored; 0 for none
FRESH = 19  # the answers before the first deal to the questions about the memory of the game, as in a row
HEADER = FRESH + MOST_REMEMBERED // 8
"""The index of the heads of the tables: for each table its own index, and the strides of its first dimensions."""
HEAD = 4
# The tables: the answers of phases and policies. In a table whose comment names an opcode, the first index is the
# operand.
(
    T_OPCODE,  # by phase: its opcode
    T_OPERAND,  # by phase: its operand, the row in the tables that its opcode reads
    T_CARD_MASK,  # by card: its faces
    T_FACE_CARD,  # by face: the faces of its card
    T_COPIES,  # by kind of card with equal copies: their faces
    T_ALIKE,  # by face: itself and its equal copies
    T_KIND_OF,  # by card: the number of its kind, if hands are stored card by card
    T_DEAL_CARDS,  # DEAL: by hand size and number of cards dealt before, the number of further cards
    T_DEAL_SEES,  # DEAL: by hand, the viewers that see it, as bits
    T_TRUMP_OF,  # TURN_UP, CUT, DEALERS: by card, the trump
    T_TRUMP_FIXED,  # CUT: by hand size, the trump; -1 for a cut
    T_REMOVED,  # REMOVE: the number of cards
    T_BID_TURNS,  # BIDS: by starter, the number of bids
    T_BID_SEAT,  # BIDS: by starter and turn, the bidder
    T_BID_SUBJECT,  # BIDS: by starter and turn, the seat bid upon
    T_BID_GROUP,  # BIDS: by starter and turn, the first of the turns whose bids are revealed together with this one
    T_BID_MASK,  # BIDS: by hand size and by what was spent, the open bids
    T_ORDER,  # CALLED: by starter and waiting seats, the seats that may answer, as bits
    T_LIMIT_WAY,  # CALLED: 0 for no limit, 1 if only the sum matters, 2 if all estimates do, 3 if nodes ask
    T_LIMIT_START,  # CALLED: by hand size, the index of the table of the limits
    T_LIMITS,  # CALLED: the numbers that may be said; or for each number a node, which asks for what it depends on
    T_NODES,  # EXPLORED: the nodes of all diagrams
    T_TALON,  # TAKE: the node that asks which seat takes cards, how many, whether the seat may leave them, the place of
    #           the outcome, whether everybody sees them; FILL: the number of cards in a hand afterwards
    T_TOLD,  # by phase: the viewers that hear what each seat decides in it, as bits, 8 bits per seat
    T_CHOOSE,  # CHOOSE: the node that asks who chooses how many cards and where they go; whether cards that all have
    #            seen must be kept, whether everybody sees the chosen ones, whether several are chosen before they go,
    #            and whether the seats then draw as many, and may choose fewer than they said
    T_HEARS,  # CHOOSE: by number of the deal, the viewers that hear what a seat has chosen, as in T_TOLD
    T_OPENS,  # TRICKS: by seating, the hand that leads first, the most tricks, the hands that play
    T_SEATED,  # TRICKS: the node that asks for the seating
    T_OPENS_WITH,  # TRICKS: the card whose holder leads first, or 0
    T_ROUND,  # TRICKS: by seating, opener and hand, the entry for ROUND
    T_EXPOSED,  # TRICKS: by seating and hand, the number of cards played before it is exposed; -1 for never
    T_READS,  # TRICKS: whether the follow policy reads the best face, the first trick, or what a trick changes, or
    #           tricks may end early; whether tricks are folded; the number of hands if it reads whose play is winning,
    #           otherwise 0; if calls may be made, the number of faces, above which calls are options, and the number of
    #           calls; the number of the trick tables under the first trump; whether the follow policy distinguishes the
    #           declarer's hand; the calls, as bits, that may be made only if a card that they show may be played;
    #           whether the hands may differ in size; whether a hand that can play nothing ends the deal
    T_BREAKERS,  # by trick tables: the faces that break a suit
    T_SUIT,  # by trick tables and face: the suit of the face
    T_STRENGTH,  # by trick tables, led suit, and face: its strength
    T_CASCADE,  # by trick tables, led suit (from 1), and the rest of the context: the index of the cascade's steps; if
    #             tricks are folded, by their value instead of the suit
    T_STEPS,  # the steps of all cascades: which faces bind, which are allowed and, in a cascade whose index has
    #           `COUNTS` added, how many faces bind; the last step of a cascade binds any hand
    T_REVEAL_CARDS,  # REVEAL: the number of cards
    T_EVALUATIONS,  # EVALUATE: the indices at which its evaluations begin and end
    T_CLOSING,  # EVALUATE: the points that close the deal (0 for never), and the first deal to which that applies
    T_RADIX,  # by evaluation and kind of card (from 1; 0 for none): its step in the table of awards
    T_AWARD_START,  # by evaluation: the index of its table
    T_AWARD,  # the award, by how many cards of each class there are; 0 for nothing
    T_AWARD_CARDS,  # by award and kind of card (from 1; 0 for none): how many times it goes into the score pile
    T_AWARD_POINTS,  # by award and kind of card likewise: how many points it is worth
    T_CODE,  # by phase and option: the number of the action among those of the rules
    T_FOLD,  # by trick tables, value of a trick, and face: the value after it; only if tricks are folded
    T_CALLING,  # TRICKS: the node that writes down what may be called before the first call; -1 for nothing
    T_TURNS,  # by what was called, and by hand: the node that writes down what may be called now; after the hands, the
    #           number of what was called once the card is played; -1 if nothing changes
    T_MAY_CALL,  # by what may be called now: the calls as bits above the faces
    T_CALLS,  # by what may be called now, and by call: the number of what was called afterwards
    T_SHOWN,  # by what calls show, by hand and call: the node that writes down the cards; after them, likewise, the
    #           node with the effect of the call; 0 for nothing
    T_WINS,  # by trick tables and value: 1 plus the index of the winning play, 0 for none; above 8 bits the play that
    #          leads
    T_PARTS,  # by trick tables: how many resolutions are folded at once, 0 for one; then the index of each part's
    #           values, and the index in T_WINS of the results, which are looked up by the sum of those of the parts
    T_POWERS,  # POWERS: by phase, the number of its first power; then by face its powers as bits, from that one on, and
    #            whether a losing hand leads with it: see `steps.tricks.powered`
    T_POWER,  # by power: what is chosen, the number of faces, whether a seat may pass, whether the hand must have
    #           drawn, whether others learn of the face-up card, the operand for its trump, the moves: see there
) = range(56)

TABLES_OF = {name[2:].lower(): table for name, table in list(globals().items()) if name.startswith("T_")}
"""The number of every table by its name."""
LAST_TABLE = len(TABLES_OF) - 1
"""The number of the last table in the array."""


def round_of(chooser: int, after: int, leads: int, takes: int, ends: int) -> int:
    """The number in a row that describes a hand in tricks: see `ROUND`."""
    return chooser | after << 8 | leads << 16 | takes << 24 | ends << 32


def signed(mask: int) -> int:
    """A mask of at most 64 bits as a signed number with the same bits."""
    return mask - (1 << 64) if mask >> 63 else mask


def halves(number: int) -> tuple[int, int]:
    """The lower and upper 64 bits of a 128-bit number, as signed numbers."""
    return signed(number & ((1 << 64) - 1)), signed(number >> 64)
