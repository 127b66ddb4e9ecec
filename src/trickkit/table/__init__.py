"""A table for friends: one small server, a page in the browser, and a secret link for each seat.

* `game` is a game in progress as a table has it: moves by seat, undo by agreement, who is asked.
* `games` are those that a table offers, and the rules that somebody chose.
* `store` keeps tables: SQLite for who sits where, a record for each game; `expiry` says for how long.
* `rooms` is who is connected, and what they are sent.
* `thinking` is where bots decide, in `workers` that take `turns`.
* `server` speaks HTTP, and `sockets` WebSocket; `static/` is the page.
* `limits` are what guests may do, which `connections` keep where a request is none yet; `logs` cannot be filled.

Nobody is sent more than the JSON of their own view. `trickkit serve` runs it.
"""
