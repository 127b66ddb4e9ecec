"""A log that cannot be filled."""

from __future__ import annotations

import logging

from processes import python

from trickkit.table.logs import Seldom


def records(*messages: str, line: int = 1) -> list[logging.LogRecord]:
    return [logging.LogRecord("trickkit", logging.ERROR, "here.py", line, text, (), None) for text in messages]


def test_the_same_place_is_heard_a_few_times_an_hour() -> None:
    time = 0.0
    seldom = Seldom(lambda: time)
    texts = records(*map(str, range(100)))
    assert [record.getMessage() for record in texts if seldom.filter(record)] == [
        *"0123",
        "4 (this is not said again for an hour)",
    ]
    assert all(map(seldom.filter, records("elsewhere", line=2)))
    time = 4000.0
    assert all(map(seldom.filter, records("again")))


SERVER = """
import logging.config
from trickkit.table.logs import settings
logging.config.dictConfig(settings())
for _ in range(100):
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("asyncio").error("out of files")
"""


def test_the_settings_hold_for_all_that_a_server_says() -> None:
    said = python(SERVER, check=True).stderr
    assert said.count("out of files") == 5
    assert "Invalid HTTP" not in said
