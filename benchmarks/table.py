"""How many tables one server holds, how fast it answers, and what a killed one has lost.

    python benchmarks/table.py [TABLES [MOVES [BUSY [PARTIES]]]]

A server is started on this machine by `trickkit serve`. TABLES tables (1,000 if nothing is said) of Pikoko with one
person and two random bots are opened, each with one connection. Then MOVES moves (500) are made, one table after the
other, and BUSY tables (50) play at once, each person a move a second. Then the server is killed while people play. At
last, PARTIES tables (200) of two people and two greedy bots play at another server, each person a move a second.

* memory: of the server's process when all tables are open;
* work: its processor time for a person's move with all moves of bots that follow;
* answers: the time from a move to its answer at busy tables, in milliseconds;
* killed: at how many tables a move that was answered is lost, and the seconds from starting the server again until the
  first table, the BUSY tables and all TABLES are seen again; the server's processor time until then;
* frames: how many were received, and in how many cards stood that the seat may not see;
* parties: the seconds from the first connection to a new server until a bot has moved; the time from a person's move
  to its answer, the share of decisions in which a quick bot stood in, the processor time of the server and of its
  workers for a person's move, in milliseconds, and frames as above.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from attrs import define, field
from websockets.asyncio.client import ClientConnection, connect

from trickkit.table.store import Store

SEATS = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}]
PARTY = [{"name": "Ada"}, {"bot": "greedy"}, {"name": "Ben"}, {"bot": "greedy"}]
PORT = 8765
TICK = os.sysconf("SC_CLK_TCK")


@define
class Person:
    """Somebody at a seat of a table, who keeps what they are sent."""

    table: str
    secret: str
    seat: int = 0
    socket: ClientConnection | None = None
    sight: dict[str, Any] = field(factory=dict)
    moves: int = 0
    frames: int = 0
    leaks: int = 0
    hurried: int = 0

    async def sit(self) -> None:
        """Connect, or connect again."""
        self.socket = await connect(f"ws://127.0.0.1:{PORT}/api/tables/{self.table}", max_size=None, compression=None)
        await self.socket.send(json.dumps({"secret": self.secret}))
        await self.hear()

    async def hear(self) -> None:
        """Wait for the next message that shows the table."""
        assert self.socket is not None
        text = await self.socket.recv()
        self.sight = json.loads(text)
        self.frames += 1
        if self.sight["kind"] != "sight":
            raise AssertionError(self.sight)
        # In Pikoko nobody sees the own hand, and a secret is only what the seat itself has decided.
        self.leaks += any(card != "??" for card in self.sight["view"]["hands"][self.seat])
        self.leaks += self.sight["view"]["seat"] != self.seat
        self.hurried += any(seat["hurried"] for seat in self.sight["seats"])

    async def to_act(self) -> bool:
        """Wait until it is this seat's turn; whether the game goes on."""
        while not self.sight["view"]["over"] and not self.sight["view"]["legal"]:
            await self.hear()
        return not self.sight["view"]["over"]

    async def move(self, rng: Random) -> float:
        """Decide at random; the seconds until the answer."""
        assert self.socket is not None
        number, action = self.sight["number"], rng.choice(self.sight["view"]["legal"])
        began = perf_counter()
        await self.socket.send(json.dumps({"do": "play", "number": number, "action": action}))
        while self.sight["number"] == number:
            await self.hear()
        self.moves += 1
        return perf_counter() - began


def started(folder: str) -> subprocess.Popen[bytes]:
    """A server."""
    command = [sys.executable, "-m", "trickkit", "serve", "--port", str(PORT), "--data", folder]
    command += ["--connections-by-address", "100000", "--requests", "1000000"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


async def ready(person: Person) -> float:
    """Sit down as soon as the server lets one; the seconds that took."""
    began = perf_counter()
    while perf_counter() - began < 60:
        with suppress(OSError):
            await person.sit()
            return perf_counter() - began
        await asyncio.sleep(0.02)
    raise TimeoutError("the server does not answer")


def memory(server: subprocess.Popen[bytes]) -> float:
    """What the process of the server holds, in MB."""
    lines = Path(f"/proc/{server.pid}/status").read_text("utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1000


def work(server: subprocess.Popen[bytes]) -> float:
    """The processor time of the process of the server so far, in seconds."""
    return spent(server.pid)


def children(process: int) -> list[int]:
    """The processes that one has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text("utf-8").split()]


def spent(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(") ")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICK


async def play(person: Person, rng: Random, moves: int, pause: float) -> list[float]:
    """So many moves of a person; how long each answer took."""
    times = []
    await asyncio.sleep(rng.uniform(0, pause))
    for _ in range(moves):
        if not await person.to_act():
            break
        times.append(await person.move(rng))
        await asyncio.sleep(pause)
    return times


async def killed(server: subprocess.Popen[bytes], people: list[Person], busy: int, rng: Random, folder: str) -> str:
    """Kill the server while some people play; what is lost, and when tables are back."""
    playing = [asyncio.create_task(play(person, rng, 1000, 0.05)) for person in people[:busy]]
    await asyncio.sleep(2)
    server.send_signal(signal.SIGKILL)
    server.wait()
    await asyncio.gather(*playing, return_exceptions=True)
    before = [person.sight["number"] for person in people]
    began = perf_counter()
    again = started(folder)
    try:
        back = []
        await ready(people[0])
        for some in ([], people[1:busy], people[busy:]):
            await asyncio.gather(*(person.sit() for person in some))
            back.append(f"{perf_counter() - began:.1f} s ({work(again):.1f})")
        lost = sum(person.sight["number"] < number for person, number in zip(people, before, strict=True))
        return (
            f"{lost} of {busy} tables lost a move that was answered; the first is back after {back[0]}, "
            f"{busy} after {back[1]}, {len(people)} after {back[2]}"
        )
    finally:
        again.terminate()
        again.wait(timeout=30)


async def parties(tables: int, rng: Random) -> str:
    """Two people and two bots at each table; how fast they are answered."""
    with TemporaryDirectory() as folder:
        with Store(folder) as store:
            made = [store.make("pikoko", {"players": 4}, PARTY) for _ in range(tables)]
        people = [Person(table.id, links[seat], seat) for table, links in made for seat in (0, 2)]
        server = started(folder)
        try:
            await ready(people[0])
            began, first = perf_counter(), people[0].sight["view"]["events"]["next"]
            while people[0].sight["view"]["actors"] == [1, 3] or people[0].sight["view"]["events"]["next"] == first:
                if set(people[0].sight["view"]["actors"]) <= {0, 2}:
                    break
                await people[0].hear()
            moved = perf_counter() - began
            await asyncio.gather(*(person.sit() for person in people[1:]))
            before = {process: spent(process) for process in (server.pid, *children(server.pid))}
            played = await asyncio.gather(*(play(person, rng, 10, 1.0) for person in people))
            times = [time for each in played for time in each]
            after = {process: spent(process) for process in (server.pid, *children(server.pid))}
            took = [1000 * (now - before.get(process, 0)) for process, now in after.items()]
            hurried = sum(person.hurried for person in people) / sum(person.frames for person in people)
            return (
                f"first move of a bot after {1000 * moved:.0f} ms; {len(people)} people at {tables} tables: median "
                f"{1000 * median(times):.0f} ms, p95 {1000 * quantiles(times, n=20)[-1]:.0f} ms of {len(times)} moves; "
                f"{100 * hurried:.1f} % hurried; server {took[0] / len(times):.1f} ms a move, workers "
                f"{sum(took[1:]) / len(times):.1f} ms; {sum(person.frames for person in people)} frames, of which "
                f"{sum(person.leaks for person in people)} show more than the view"
            )
        finally:
            server.terminate()
            server.wait(timeout=60)


async def main(tables: int, moves: int, busy: int, party: int) -> None:
    """Measure and print."""
    rng = Random(7)
    with TemporaryDirectory() as folder:
        with Store(folder) as store:
            made = [store.make("pikoko", {"players": 3}, SEATS) for _ in range(tables)]
        people = [Person(table.id, links[0]) for table, links in made]
        server = started(folder)
        try:
            await ready(people[0])
            for person in people[1:]:
                await person.sit()
            for person in people:
                await person.to_act()
            print(f"load     {os.getloadavg()[0]:.1f} at the beginning, on {os.cpu_count()} processors")
            print(f"memory   {memory(server):.0f} MB with {tables} tables")
            began, made_moves = work(server), 0
            for person in people[:moves]:
                made_moves += len(await play(person, rng, 1, 0))
                await person.to_act()
            print(f"work     {1000 * (work(server) - began) / made_moves:.2f} ms a move, of {made_moves} moves")
            played = await asyncio.gather(*(play(person, rng, 20, 1.0) for person in people[:busy]))
            times = [time for each in played for time in each]
            p95 = quantiles(times, n=20)[-1]
            print(
                f"answers  median {1000 * median(times):.1f} ms, p95 {1000 * p95:.1f} ms, of {len(times)} moves at "
                f"{busy} tables"
            )
            print(f"killed   {await killed(server, people, busy, rng, folder)}")
            frames, leaks = (sum(getattr(one, name) for one in people) for name in ("frames", "leaks"))
            print(f"frames   {frames}, of which {leaks} show more than the view")
        finally:
            if server.poll() is None:
                server.kill()
    print(f"parties  {await parties(party, rng)}")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    asyncio.run(main(*given, *(1000, 500, 50, 200)[len(given) :]))
