"""`trickkit serve`: it listens, and ends when it is told to."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from processes import PATIENCE


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def test_it_serves_until_it_is_interrupted(tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "trickkit", "serve", "--port", str(port), "--data", str(tmp_path)]
    # Whoever runs the tests may ignore interrupts, which children inherit.
    preset = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout.readline() == f"Tables: http://127.0.0.1:{port}/  (Ctrl-C ends it)\n"
                assert {"pikoko", "pikinni", "5211"} <= {game["key"] for game in asked(port)}
            finally:
                server.send_signal(signal.SIGINT)
                _, said = server.communicate(timeout=PATIENCE)
    finally:
        signal.signal(signal.SIGINT, preset)
    assert (server.returncode, said) == (130, "\nInterrupted.\n")
    assert (tmp_path / "tables.sqlite").exists()


def asked(port):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=PATIENCE) as answer:
                return json.load(answer)
        except OSError:
            assert time.monotonic() < end


def test_a_port_in_use_is_refused(refused, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"the server cannot listen on 127.0.0.1:{port}" in refused("serve", "--port", port, "--data", tmp_path)


def test_a_folder_that_cannot_be_used_is_refused(refused, tmp_path):
    (tmp_path / "file").write_text("mine", "utf-8")
    assert "tables cannot be kept there" in refused("serve", "--data", tmp_path / "file")


def test_a_missing_extra_is_named(refused, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'trickkit[serve]'" in refused("serve", "--data", tmp_path)


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_wrong_port_is_refused(refused, port):
    assert "--port" in refused("serve", "--port", port)
