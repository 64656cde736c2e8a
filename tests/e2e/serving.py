"""The API on a loopback port, in this process or in one of its own."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import httpx2
import uvicorn
from fastapi import FastAPI

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.app import create_app
from graphmem.clients.http.options import ServeOptions
from graphmem.settings import Settings
from tests.e2e.conftest import environment

_SECONDS = 120


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def served(
    settings: Settings, encoder: Encoder, **options: object
) -> Iterator[tuple[str, FastAPI]]:
    """The address of an API in this process, and its application."""
    app = create_app(settings, ServeOptions.of(settings, **options), encoder=encoder)
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, access_log=False)
    )
    thread = Thread(target=server.run)
    thread.start()
    try:
        wait_until_ready(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}", app
    finally:
        app.state.stop()
        server.should_exit = True
        thread.join(_SECONDS)


@contextmanager
def process(
    settings: Settings, space: str, *arguments: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of `graphmem serve` in a process of its own; killed if it still runs."""
    port = free_port()
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port), *arguments]
    variables = environment(settings) | {"GRAPHMEM_SPACE": space}
    with subprocess.Popen(
        command, env=variables, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as running:
        try:
            wait_until_ready(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}", running
        finally:
            if running.poll() is None:
                running.kill()


def wait_until_ready(address: str) -> None:
    until = time.monotonic() + _SECONDS
    while True:
        try:
            if httpx2.get(f"{address}/ready").status_code == 200:
                return
        except httpx2.TransportError:
            pass  # it does not listen yet
        if time.monotonic() > until:
            raise TimeoutError(address)
        time.sleep(0.1)
