"""Logs as one JSON object a line, in which nothing stands that anybody said or asked."""

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any

_FIELDS = "fields"
# What these fill in from WARNING on are seconds, ports, and words of the driver or of the server
# about connections, locks and memory. Not neo4j.notifications: they quote the query.
_OF_THE_DRIVER = frozenset({"neo4j.io", "neo4j.pool", "neo4j.session"})
_CHATTY = (
    "neo4j",
    "sentence_transformers",
    "httpx",
    "mcp",
    "sse_starlette",
    "LiteLLM",
    "LiteLLM Router",
    "LiteLLM Proxy",
)


class JsonFormatter(logging.Formatter):
    """Time, level, logger and event, with the fields of `event`.

    An exception is told by its type and the places it passed: its message may quote a turn.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _event(record),
        }
        told |= getattr(record, _FIELDS, {})
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, traceback = record.exc_info
            told["exception"] = kind.__name__
            told["places"] = [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in extract_tb(traceback)
            ]
        return json.dumps(told, ensure_ascii=False, default=str)


def _event(record: logging.LogRecord) -> str:
    """The first line of what is logged, as it stands in the code: its arguments may be a turn.

    The web server's are addresses and numbers, and those of the driver's connections are filled in
    as well, so that whoever runs it reads why it tries again. A further line may be of a traceback.
    What another library logs without arguments may have been put together before, so only its place
    is told; of a warning the place and the category.
    """
    if record.name == "py.warnings":
        return ": ".join(record.getMessage().split(": ", 2)[:2])
    of_the_driver = record.name in _OF_THE_DRIVER and record.levelno >= logging.WARNING
    if record.name.startswith("uvicorn") or of_the_driver:
        return _first_line(record.getMessage())
    if record.name.startswith("graphmem") or record.args:
        return _first_line(str(record.msg))
    return f"{record.filename}:{record.lineno}"


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")


def write_logs() -> None:
    """Let everything that this process logs go to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    logging.captureWarnings(capture=True)
    # Each query of the driver, and each model that is loaded or asked, would be a line.
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


def event(log: logging.Logger, name: str, **fields: Any) -> None:
    """Log that something happened, with its fields."""
    log.info(name, extra={_FIELDS: fields})
