import asyncio
from http import HTTPStatus

import pytest
from starlette.exceptions import HTTPException
from starlette.types import Message

from graphmem.clients.http.access import RateLimit, bounded, too_large


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_then_so_many_a_second() -> None:
    clock = Clock()
    limit = RateLimit(2.0, 3, clock=clock)
    assert [limit.wait("ana") for _ in range(3)] == [0.0, 0.0, 0.0]
    assert limit.wait("ana") == pytest.approx(0.5)
    assert limit.wait("ben") == 0.0
    clock.now = 0.5
    assert limit.wait("ana") == 0.0
    assert limit.wait("ana") > 0


def test_being_refused_costs_nothing() -> None:
    clock = Clock()
    limit = RateLimit(1.0, 1, clock=clock)
    limit.wait("ana")
    for _ in range(50):
        limit.wait("ana")
    clock.now = 1.0
    assert limit.wait("ana") == 0.0


def test_a_caller_may_have_limits_of_their_own() -> None:
    limit = RateLimit(1.0, 1, clock=Clock())
    assert [limit.wait("ana", rate=4.0, burst=2) for _ in range(3)] == [0.0, 0.0, 0.25]
    assert [limit.wait("ben") for _ in range(2)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("length", "large"),
    [(b"10", False), (b"11", True), (b"-5", True), (b"ten", True), (b"9" * 5_000, True)],
)
def test_a_body_that_calls_itself_too_large_is(length: bytes, large: bool) -> None:
    assert too_large({"headers": [(b"content-length", length)]}, 10) is large


def test_a_body_that_is_larger_than_it_said_is_stopped() -> None:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"123456", "more_body": True}

    async def read() -> None:
        taken = bounded(receive, 10)
        await taken()
        await taken()

    with pytest.raises(HTTPException) as raised:
        asyncio.run(read())
    assert raised.value.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
