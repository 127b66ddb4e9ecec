"""A table for friends: one small server, a page in the browser, and a secret link for each seat.

* `game` is a game in progress at a table: moves by seat, undo by agreement, who is asked.
* `games` are those that a table offers, and the chosen rules.
* `store` keeps tables: SQLite for who sits where, a record for each game; `expiry` says for how long.
* `rooms` is who is connected, and what they receive.
* `thinking` is where bots decide, in `workers` that take `turns`.
* `server` speaks HTTP, and `sockets` WebSocket; `static/` is the page.
* `limits` are what guests may do; `connections` enforces them before a request is complete; `logs` cannot be filled.

Nobody receives more than the JSON of their own view. `trickkit serve` runs it.
"""
