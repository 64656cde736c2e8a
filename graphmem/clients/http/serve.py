"""The server process: it listens, and stops without losing anything that it accepted."""

import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from graphmem import telemetry
from graphmem.clients.http.app import create_app
from graphmem.clients.http.logs import event, write_logs
from graphmem.clients.http.options import ServeOptions
from graphmem.errors import SettingsError
from graphmem.settings import Settings

_log = logging.getLogger(__name__)


class _HttpServer(uvicorn.Server):
    """Says when it answers, and tells streams and worker when it is to stop: they would keep it."""

    def __init__(
        self, config: uvicorn.Config, *, started: Callable[[], None], stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._tell_started = started
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the memory, and begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._tell_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop accepting, end the streams, and let what is under way be answered."""
        self._stop()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way be answered."""
        event(_log, "stopping")
        await super().shutdown(sockets)


def serve(
    settings: Settings, options: ServeOptions, *, started: Callable[[str], None] = lambda _: None
) -> None:
    """Serve until SIGINT or SIGTERM; ``started`` is called with the address when it answers.

    Raises `SettingsError` where it cannot listen, and what opening the memory raises.
    """
    listening = _bound(options.host, options.port)
    write_logs()
    tell_the_rest = telemetry.start()
    app = create_app(settings, options)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=options.grace,
    )
    # uvicorn raises a signal again when it has ended in order, which is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)

    def tell_started() -> None:
        address = _address(listening)
        event(_log, "serving", address=address)
        started(address)

    server = _HttpServer(config, started=tell_started, stop=app.state.stop)
    with listening:
        try:
            server.run([listening])
        except SystemExit:  # as uvicorn ends where the application could not begin
            if app.state.failure is not None:
                raise app.state.failure from None
            raise
        finally:
            tell_the_rest()


def _bound(host: str, port: int) -> socket.socket:
    """A socket of that address, on which nobody listens yet."""
    try:
        # A name may mean both: whoever asks for ::1 in vain goes on to 127.0.0.1, and not back.
        family, kind, protocol, _, address = min(
            socket.getaddrinfo(host, port, type=socket.SOCK_STREAM),
            key=lambda found: found[0] is not socket.AF_INET,
        )
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _unusable(host, port, error) from error
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _unusable(host, port, error) from error
    return bound


def _unusable(host: str, port: int, error: OSError) -> SettingsError:
    return SettingsError(
        f"{host}, port {port}, cannot be listened on: {error.strerror}.",
        next_step="Give --host an address of this machine, and --port one that is free (0: any).",
    )


def _address(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
