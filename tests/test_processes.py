"""Workers whose parent is killed end, too."""

from __future__ import annotations

import signal

import pytest
from processes import python

KILLED = "import os, signal, time\ndef killed(_):\n    os.kill(os.getppid(), signal.SIGKILL)\n    time.sleep(1000)\n"
POOLS = {
    "bots of a server": "from trickkit.table.workers import Process\nprocess = Process()\n"
    "process.ask(os.getpid)\nos.kill(os.getpid(), signal.SIGKILL)",
    "deals that are not compiled": "from trickkit.batch.run.fallback import spread\n"
    "list(spread(killed, range(4), 4, 2))",
    "studies": "import trickkit.lab.running as running\n"
    "running._block = killed\nwith running.workers(None, 2) as blocks:\n    list(blocks(range(2)))",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)
def test_workers_end_with_their_parent(pool: str) -> None:
    # What they print into is closed only when all of them have ended.
    assert python(KILLED + pool, timeout=60).returncode == -signal.SIGKILL
