"""What an error says of the function of the game that raised it."""

import pytest

from trickkit.model.actions import Bid
from trickkit.testing.law import told


def test_an_error_in_a_generated_method_is_told_with_the_line_that_called_it() -> None:
    with pytest.raises(AttributeError) as caught:
        Bid(3).value  # noqa: B018
    assert "(test_told.py, line 11)" in told(caught.value)
