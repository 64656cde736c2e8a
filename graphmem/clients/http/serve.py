"""The server process: it listens, and stops without losing anything that it accepted."""

import logging
import signal
from collections.abc import Callable
from types import FrameType

import uvicorn

from graphmem.clients.http.app import create_app
from graphmem.clients.http.logs import event, write_logs
from graphmem.clients.http.options import ServeOptions
from graphmem.settings import Settings

_log = logging.getLogger(__name__)


class _Server(uvicorn.Server):
    """Tells the jobs when it is to stop: their streams would keep it from ending."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop accepting, end the streams, and let what is under way be answered."""
        event(_log, "stopping", signal=signal.Signals(sig).name)
        self._stop()
        super().handle_exit(sig, frame)


def serve(settings: Settings, options: ServeOptions) -> None:
    """Serve until SIGINT or SIGTERM; raises what opening the memory raises."""
    write_logs()
    app = create_app(settings, options)
    config = uvicorn.Config(
        app,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=options.grace,
    )
    # uvicorn raises a signal again when it has ended in order, which is no failure.
    signal.signal(signal.SIGTERM, lambda *_: None)
    _Server(config, app.state.jobs.stop).run()
    if app.state.failure is not None:
        raise app.state.failure
