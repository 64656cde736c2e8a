import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from graphmem.clients.http.logs import JsonFormatter, event


@contextmanager
def listening(name: str) -> Iterator[tuple[logging.Logger, io.StringIO]]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger(name)
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    yield logger, stream
    logger.removeHandler(handler)


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    with listening("graphmem.test-of-logs") as opened:
        yield opened


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


def test_what_another_library_put_together_is_told_by_its_place() -> None:
    said = "forty tulips"
    with listening("another.library") as (logger, stream):
        logger.warning(f"no answer to {said}")
        logger.warning("\nno answer to %s", said)
    first, second = lines(stream)
    assert "tulips" not in stream.getvalue()
    assert first["event"].startswith("test_logs.py:")
    assert second["event"] == "no answer to %s"


def test_a_warning_is_told_by_its_place_and_category() -> None:
    with listening("py.warnings") as (logger, stream):
        logger.warning("%s", "/lib/some.py:12: UserWarning: forty tulips\n  warn(text)")
    (line,) = lines(stream)
    assert line["event"] == "/lib/some.py:12: UserWarning"


def test_why_the_driver_tries_again_is_told_and_no_query() -> None:
    with listening("neo4j.session") as (logger, stream):
        logger.warning("Transaction failed and will be retried in %ss (%s)", 0.2, "no server")
        logger.info("sends %s", "forty tulips")
    retried, sent = lines(stream)
    assert retried["event"] == "Transaction failed and will be retried in 0.2s (no server)"
    assert sent["event"] == "sends %s"
    with listening("neo4j.notifications") as (logger, stream):
        logger.warning("Received notification from DBMS server: %s", "forty tulips")
    assert "tulips" not in stream.getvalue()
