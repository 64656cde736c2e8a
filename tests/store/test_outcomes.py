"""What is solid in a live graph: by age, by what contradicts it and by hand, as of a moment."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.workspace import Workspace
from graphmem.settings import Settings
from graphmem.store.database import Database
from tests.store.workspaces import Session, take_links, write_links
from tests.talk import BEGIN, make_conversation, make_session

TEXTS = {
    "D1:1": "Ana rents a shed",
    "D1:2": "Ana has no shed",
    "D2:1": "Ana keeps her boat in a shed",
}
TALK = make_conversation(
    "shed",
    make_session(1, [("Ana", "I rent a shed."), ("Ben", "Ana has no shed.")]),
    make_session(2, [("Ana", "I keep my boat there.")], day=BEGIN + timedelta(days=20)),
    make_session(3, [("Ben", "Good morning!")], day=BEGIN + timedelta(days=40)),
)


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def said(memory: Memory, database: Database) -> dict[str, str]:
    """By turn what is stated there (uid): Ana's word, what speaks against it, and against that."""
    memory.ingest(TALK, record_only=True)
    found: dict[str, str] = {}
    for name, dia_ids in (("S1", ("D1:1", "D1:2")), ("S2", ("D2:1",))):
        session = Session(database, memory.space, "shed", name)
        answers = [
            session.answer(TEXTS[one], session.evidence(one, session.turns[one].text))
            for one in dia_ids
        ]
        session.write(session.chunk(dia_ids[0], dia_ids[-1], Workspace(answers=tuple(answers))))
        found |= dict(zip(dia_ids, (one.uid for one in answers), strict=True))
    memory.reconcile()
    take_links(database, memory.space)
    return found


def solid(memory: Memory, uid: str, as_of: str | None = None) -> bool:
    told = memory.tools.get_conversation_context("shed", "Ana", as_of=as_of).statements
    (found,) = (one for one in told if one.statement_uid == uid)
    return found.solid


def day(number: int) -> str:
    return str((BEGIN + timedelta(days=number)).date())


def test_what_stood_for_a_month_is_solid_by_the_last_turn_or_as_of(
    memory: Memory, said: dict[str, str]
) -> None:
    assert solid(memory, said["D1:1"])
    assert not solid(memory, said["D1:1"], as_of=day(21))
    assert solid(memory, said["D1:1"], as_of=day(31))
    assert not solid(memory, said["D2:1"])  # three weeks before the last turn


def test_what_is_contradicted_is_a_hypothesis_until_that_is_settled(
    memory: Memory, database: Database, said: dict[str, str]
) -> None:
    before = memory.profile("Ana")
    against = StatementLink(said["D1:2"], said["D1:1"], LinkKind.CONFLICTS_WITH, "shed")
    write_links(database, memory.space, [against])
    assert not solid(memory, said["D1:1"])
    contested = memory.profile("Ana")

    settled = StatementLink(said["D2:1"], said["D1:2"], LinkKind.CORRECTS, "shed")
    write_links(database, memory.space, [settled])
    assert solid(memory, said["D1:1"])
    assert not solid(memory, said["D1:1"], as_of=day(19))
    told = [
        next(one.solid for one in found.sentences if one.statement_uid == said["D1:1"])
        for found in (before, contested, memory.profile("Ana"))
    ]
    assert told == [True, False, True]


def test_what_was_replaced_soon_never_grew_old_enough(
    memory: Memory, database: Database, said: dict[str, str]
) -> None:
    later = StatementLink(said["D2:1"], said["D1:1"], LinkKind.SUPERSEDES, "shed")
    write_links(database, memory.space, [later])
    assert not solid(memory, said["D1:1"])


def test_a_correction_by_hand_is_solid_at_once(memory: Memory, said: dict[str, str]) -> None:
    assert not solid(memory, said["D2:1"])
    made = memory.correct(said["D2:1"], "Ana rents a boat.")
    assert solid(memory, made.corrected_uids[0])


def test_a_portrait_is_made_anew_where_a_turn_makes_something_solid(
    memory: Memory, said: dict[str, str]
) -> None:
    first = memory.profile("Ana").version
    assert first is not None
    for days, changed in ((41, 0), (51, 1), (52, 1)):
        memory.add_turn("shed", "Good evening!", speaker="Ben", said_at=BEGIN + timedelta(days))
        found = memory.profile("Ana")
        assert found.version == first + changed
    (boat,) = (one for one in found.sentences if one.statement_uid == said["D2:1"])
    assert boat.solid
