"""What the driver tells, in graphmem's own words; and what is tried again before it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError, SessionExpired, TransientError

from graphmem.errors import BusyError, InputError, OutcomeUnknownError, StoreError
from graphmem.store import database
from graphmem.store.database import Database, translated_errors


def test_half_of_a_character_is_the_callers_to_mend() -> None:
    with pytest.raises(InputError, match="half of a character"), translated_errors():
        "\ud800".encode()  # as the driver does with every text


LOCKED = TransientError("others hold a lock")


class Answers:
    """A session that gives these, one after the other, and the last of them again and again."""

    def __init__(self, *answers: list[object] | Exception) -> None:
        self.left = list(answers)
        self.asked = 0

    def run(self, *_: object) -> list[object]:
        self.asked += 1
        answer = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    execute_write = run


def write_at_once(answers: Answers) -> tuple[list[Any], bool]:
    class Answered(Database):
        @contextmanager
        def session(self, *_: object, **__: object) -> Iterator[Any]:
            with translated_errors():
                yield answers

    with GraphDatabase.driver("bolt://127.0.0.1:1") as driver:
        return Answered(driver, name="neo4j").write_at_once("finish_tombstones", uids=[])


def test_what_writes_at_once_waits_for_whoever_holds_its_lock() -> None:
    answers = Answers(LOCKED, LOCKED, LOCKED, LOCKED, [])
    assert write_at_once(answers) == ([], True)
    assert answers.asked == 5


def test_a_lock_that_is_held_for_too_long_is_told_and_nothing_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "_CONFLICT_SECONDS", 0.0)
    with pytest.raises(BusyError, match="Nothing was done"):
        write_at_once(Answers(LOCKED))
    # The first may be done: it is that one, unanswered, which may hold the lock.
    with pytest.raises(OutcomeUnknownError):
        write_at_once(Answers(SessionExpired("lost"), LOCKED))
    out_of_memory = Neo4jError._hydrate_neo4j(code=database._OUT_OF_MEMORY, message="too much")
    with pytest.raises(StoreError, match="too little memory"):
        write_at_once(Answers(out_of_memory))
