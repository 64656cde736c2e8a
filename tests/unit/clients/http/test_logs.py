import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from graphmem.clients.http.logs import JsonFormatter, event


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("graphmem.test-of-logs")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    yield logger, stream
    logger.removeHandler(handler)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_a_line_with_its_fields(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, stream = log
    event(logger, "request", route="/v1/ask", status=200)
    (line,) = lines(stream)
    assert (line["event"], line["route"], line["status"]) == ("request", "/v1/ask", 200)
    assert line["level"] == "info"


def test_neither_arguments_nor_messages_of_errors_are_told(
    log: tuple[logging.Logger, io.StringIO],
) -> None:
    logger, stream = log
    try:
        raise ValueError("I planted forty tulips yesterday.")
    except ValueError:
        logger.exception("could not keep %s", "forty tulips")
    (line,) = lines(stream)
    assert "tulips" not in stream.getvalue()
    assert line["exception"] == "ValueError"
    assert line["places"][0].startswith("test_logs.py:")
