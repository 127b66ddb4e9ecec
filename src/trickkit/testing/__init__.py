"""For authors of games: laws that every sound game keeps, and strategies for games to check them on.

One line runs all laws in pytest: `TestMyGame = trickkit.testing.laws(my_rules)`. It needs the extra `testing`:
hypothesis.

A law is a documented function that checks one position of a game, with a source of randomness for its experiments. All
laws of a game check the same positions. Hypothesis draws the options, the seed, the decisions and their number as one
string of bytes; if they were drawn separately, it would keep some and vary others, and produce few different games.
When a game breaks a law, every earlier position is tried as well, and the shortest game that breaks it is shown.

Secrecy is tested as non-interference, with twins. A twin of a game differs from it only in what a seat cannot know: it
has other cards in the places that the seat has not seen, other decisions that the seat has not heard, and the same
chance afterwards. As long as every move of the game is possible in the twin, the seat must have equal views of both, by
value and in print, with the same legal actions. A move that is impossible in the twin, for example because a hand would
have to follow suit, reveals the difference to all, and the comparison ends there. A phase that reveals something about
hidden cards must therefore do so explicitly: make the card known, or ask for a decision that only some hands can make.
"""

from trickkit.errors import MissingExtra

try:
    import hypothesis as _hypothesis  # noqa: F401
except ImportError as error:
    raise MissingExtra("trickkit.testing needs hypothesis: pip install 'trickkit[testing]'") from error

from trickkit.testing.counting import (
    cards_are_conserved,
    counts_say_enough,
    everybody_is_placed,
    scores_add_up,
    scores_keep_to_their_bounds,
    tricks_keep_to_their_policies,
)
from trickkit.testing.law import Law, LawBroken, Wrong, expect, law
from trickkit.testing.secrecy import (
    commitments_come_in_any_order,
    commitments_stay_secret,
    nothing_true_is_ruled_out,
    sampled_worlds_agree,
    views_do_not_leak,
    views_show_only_what_is_known,
)
from trickkit.testing.serialization import copies_are_equal, records_replay, texts_read_back
from trickkit.testing.strategies import deals, moves, play, rules, states
from trickkit.testing.suite import LAWS, Verdict, check, laws
from trickkit.testing.symmetries import seats_may_be_rotated, suits_may_be_renamed
from trickkit.testing.transitions import (
    games_end,
    old_states_stay_as_they_were,
    refusals_change_nothing,
    somebody_can_act,
    the_log_only_grows,
    the_same_moves_give_the_same_game,
    what_is_legal_is_accepted,
)

__all__ = [
    "LAWS",
    "Law",
    "LawBroken",
    "Verdict",
    "Wrong",
    "cards_are_conserved",
    "check",
    "commitments_come_in_any_order",
    "commitments_stay_secret",
    "copies_are_equal",
    "counts_say_enough",
    "deals",
    "everybody_is_placed",
    "expect",
    "games_end",
    "law",
    "laws",
    "moves",
    "nothing_true_is_ruled_out",
    "old_states_stay_as_they_were",
    "play",
    "records_replay",
    "refusals_change_nothing",
    "rules",
    "sampled_worlds_agree",
    "scores_add_up",
    "scores_keep_to_their_bounds",
    "seats_may_be_rotated",
    "somebody_can_act",
    "states",
    "suits_may_be_renamed",
    "texts_read_back",
    "the_log_only_grows",
    "the_same_moves_give_the_same_game",
    "tricks_keep_to_their_policies",
    "views_do_not_leak",
    "views_show_only_what_is_known",
    "what_is_legal_is_accepted",
]
