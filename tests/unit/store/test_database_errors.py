"""What the driver tells, in graphmem's own words; and what is tried again before it is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import TransientError

from graphmem.errors import InputError
from graphmem.store import database
from graphmem.store.database import Database, translated_errors


def test_half_of_a_character_is_the_callers_to_mend() -> None:
    with pytest.raises(InputError, match="half of a character"), translated_errors():
        "\ud800".encode()  # as the driver does with every text


def test_what_writes_at_once_waits_for_whoever_holds_its_lock() -> None:
    asked = 0

    class Locked:
        """A session that is refused a lock for longer than its driver tries."""

        def run(self, *_: object) -> list[object]:
            raise TransientError("others hold a lock")

        def execute_write(self, _: object) -> list[object]:
            nonlocal asked
            asked += 1
            if asked < 4:
                raise TransientError("others hold a lock")
            return []

    class Busy(Database):
        @contextmanager
        def session(self, *_: object, **__: object) -> Iterator[Any]:
            with database.translated_errors():
                yield Locked()

    with GraphDatabase.driver("bolt://127.0.0.1:1") as driver:
        done = Busy(driver, name="neo4j").write_at_once("finish_tombstones", uids=[])
    assert done == ([], True)
    assert asked == 4
