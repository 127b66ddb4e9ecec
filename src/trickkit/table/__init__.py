"""A table for friends: one small server, a page in the browser, and a secret link for each seat.

* `game` is a game in progress at a table: moves by seat, undo by agreement, open requests. * `games` has the games that
a table offers, and the chosen rules. * `store` keeps tables: the seats in SQLite, and each game in a record; `expiry`
says for how long. * `rooms` has the connected guests, and sends them messages. * `thinking` lets bots decide, in
`workers` that take `turns`. * `server` speaks HTTP, and `sockets` WebSocket; `static/` is the page. * `limits` has what
guests may do; `connections` enforces limits before a request is complete; `logs` keeps guests from filling logs.

Nobody receives more than the JSON of their own view. `trickkit serve` runs the server.
"""
