"""The queue in the graph: leases, what waits and is due, and failures that are told."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from graphmem.connection import connect
from graphmem.ingest.lease import SpaceLease, StoppedError
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.lock import note_stage, release_lease, renew_lease, take_lease
from graphmem.store.queries import packaged_queries
from graphmem.store.sessions import due_sessions, pending_sessions
from graphmem.store.waiting import (
    begin_extraction,
    due_spaces,
    end_extraction,
    fail_extraction,
)
from tests.conftest import OpenMemory
from tests.talk import ALIKE, GARDEN

PLACE = ("garden", "S1")


@pytest.fixture
def database(live_settings: Settings, memory: Memory) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def test_of_two_owners_one_has_the_lease(database: Database, memory: Memory) -> None:
    space = memory.space
    assert take_lease(database, space, "one", seconds=30)
    assert not take_lease(database, space, "other", seconds=30)
    assert take_lease(database, space, "one", seconds=30)  # it is theirs
    release_lease(database, space, "other")  # not theirs to give back
    assert not take_lease(database, space, "other", seconds=30)
    release_lease(database, space, "one")
    assert take_lease(database, space, "other", seconds=30)
    assert take_lease(database, f"{space}-2", "one", seconds=30)  # each space has its own
    release_lease(database, f"{space}-2", "one")


def test_how_far_the_owner_of_a_lease_is_can_be_read_by_all(
    database: Database, memory: Memory
) -> None:
    space, lease = memory.space, SpaceLease(database, memory.space, seconds=30)
    told: list[tuple[object, ...]] = []
    with lease.held(database):
        report = lease.noted(lambda *step: told.append(step))
        report("extracted", 2, 5)
        report("extracted", 3, 5)  # within a second, so it is not kept
        assert memory.waiting().progress == ("extracted", 2, 5)
        note_stage(database, space, "another", "reconciled", 1, None)  # not theirs to tell
        assert memory.waiting().progress == ("extracted", 2, 5)
    assert told == [("extracted", 2, 5), ("extracted", 3, 5)]
    assert memory.waiting().progress is None
    report("extracted", 5, 5)  # it holds nothing any more
    assert memory.waiting().progress is None


def test_a_lease_that_nobody_renews_runs_out(database: Database, memory: Memory) -> None:
    assert take_lease(database, memory.space, "killed", seconds=0.5)
    assert renew_lease(database, memory.space, "killed", seconds=0.5)
    time.sleep(0.7)
    assert take_lease(database, memory.space, "next", seconds=30)
    assert not renew_lease(database, memory.space, "killed", seconds=30)


def test_a_lease_is_renewed_while_it_is_held(database: Database, memory: Memory) -> None:
    with SpaceLease(database, memory.space, seconds=0.6).held(database):
        time.sleep(1.5)
        with SpaceLease(database, memory.space, seconds=0.6).held_if_free() as taken:
            assert not taken
    with SpaceLease(database, memory.space, seconds=0.6).held_if_free() as taken:
        assert taken


def test_why_a_run_failed_is_told_and_it_is_put_off(
    database: Database, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.store.lock._RETRY_SECONDS", 600)
    memory.ingest(GARDEN, record_only=True)
    lease = SpaceLease(database, memory.space, seconds=5)
    with pytest.raises(ValueError, match="said"), lease.held_if_free():
        raise ValueError("what somebody said")
    assert memory.waiting().failure == "ValueError"
    assert not memory.wait(timeout=30)  # at once: it is tried again later
    assert due_spaces(database, [memory.space], most=9) == []
    with pytest.raises(StoppedError), lease.held_if_free():
        raise StoppedError("Stop.", next_step="")
    assert memory.waiting().failure is None
    memory.ingest()
    assert memory.waiting().empty


def test_what_waits_is_due_by_space(database: Database, open_memory: OpenMemory) -> None:
    one, other, quiet = open_memory(), open_memory(), open_memory()
    spaces = [one.space, other.space, quiet.space]
    one.ingest(GARDEN, record_only=True)
    other.add_turn("shed", "I planted tulips.", speaker="Ana")
    found = {due.space: due for due in due_spaces(database, spaces, most=5)}
    assert found.keys() == {one.space, other.space}
    assert (found[one.space].turns, found[other.space].turns) == (5, 1)
    assert all(due.quiet is not None and 0 <= due.quiet < 60 for due in found.values())
    assert not found[one.space].taken
    with SpaceLease(database, one.space, seconds=5).held(database):
        assert [due.taken for due in due_spaces(database, [one.space], most=5)] == [True]


def test_who_joins_makes_sessions_wait_without_turns(database: Database, memory: Memory) -> None:
    memory.add_turn("shed", "I planted tulips.", speaker="Ana", session_id="S1")
    memory.ingest()
    assert memory.waiting().empty
    memory.add_turn("shed", "May I join?", speaker="Cleo", session_id="S2")
    found = memory.waiting()
    assert (found.turns, found.sessions) == (1, 2)
    memory.ingest()
    assert memory.waiting().empty


def test_a_name_more_of_a_person_makes_all_their_talks_wait(memory: Memory) -> None:
    for place, name in (("one", "Pete"), ("two", "Pete"), ("three", "Peter")):
        memory.add_turn(place, "I run.", speaker=name, person_id="p", session_id="S")
        if place == "two":
            memory.ingest()
    assert (memory.waiting().turns, memory.waiting().sessions) == (1, 3)


def test_a_session_that_fails_keeps_no_other_waiting(
    database: Database, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.ingest import workspace
    from graphmem.store.workspace import replace_chunks as real

    monkeypatch.setattr("graphmem.store.waiting._RETRY_SECONDS", 600)
    memory.ingest(GARDEN, ALIKE, record_only=True)

    def fails(work: object, space: str, sessions: list[object], **given: object) -> object:
        if any(getattr(one, "conversation_id", "") == "garden" for one in sessions):
            raise ValueError("what somebody said")
        return real(work, space, sessions, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(workspace, "replace_chunks", fails)
    receipt = memory.extract()
    assert receipt is not None
    assert receipt.workspace is not None
    assert any("garden/S1" in note for note in receipt.workspace.notes)
    assert "somebody said" not in receipt.model_dump_json()
    left = memory.waiting()
    assert {item.conversation_id for item in left.failed} == {"garden"}
    assert left.stuck
    assert left.failed[0].reason == "ValueError"
    assert left.failed[0].retry_at is not None
    assert due_spaces(database, [memory.space], most=9) == []  # not until it is time
    assert all(item.attempts == 1 for item in pending_sessions(database, memory.space))
    monkeypatch.undo()
    memory.ingest()  # asks for all of it now
    assert memory.waiting().empty


def test_what_was_said_last_is_read_first(
    database: Database, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.ingest.ingester._SOME", 3)
    for number in range(6):  # an import, whose names come before
        for turn in ("I planted tulips.", "I watered them."):
            memory.add_turn(f"import-{number}", turn, speaker="Ana", session_id="S1")
    memory.add_turn("kitchen", "I baked bread.", speaker="Ben", session_id="S1")

    def first(turns: int) -> list[str]:
        found = due_sessions(database, memory.space, turns=turns)
        return [item.conversation_id for item in found]

    # And the one that has waited longest.
    assert first(3) == first(4) == ["import-0", "import-5", "kitchen"]
    assert first(5) == ["import-0", "import-4", "import-5", "kitchen"]
    memory.extract()
    waiting = [item.conversation_id for item in pending_sessions(database, memory.space)]
    assert waiting == [f"import-{number}" for number in range(1, 5)]
    assert first(1) == ["import-1", "import-4"]  # larger than asked for, and read all the same
    while memory.extract() and not memory.waiting().empty:
        pass
    assert memory.waiting().empty


def test_a_session_that_waits_already_comes_first_when_it_is_told_more(
    database: Database, memory: Memory
) -> None:
    for place in ("early", "late"):
        memory.add_turn(place, "I planted tulips.", speaker="Ana")
    since = {item: _told(database, memory, item) for item in ("early", "late")}
    memory.add_turn("early", "And I watered them.", speaker="Ana")
    memory.add_turn("between", "I baked bread.", speaker="Ben")
    memory.add_turn("early", "They smell.", speaker="Ana")
    found = due_sessions(database, memory.space, turns=3)
    assert [item.conversation_id for item in found] == ["early", "late"]  # and what waited longest
    assert _told(database, memory, "early") == since["early"]  # waits no shorter for it


def _told(database: Database, memory: Memory, place: str) -> object:
    (found,) = database.driver.execute_query(
        "MATCH (s:Session {space: $space, conversation_id: $place}) "
        "RETURN s.waiting_since AS since",
        space=memory.space,
        place=place,
        database_=database.name,
    ).records
    return found["since"]


def test_a_long_session_that_grows_leaves_room_for_the_rest(
    database: Database, memory: Memory
) -> None:
    for number in range(8):
        memory.add_turn("long", f"I planted tulip {number}.", speaker="Ana")
    memory.extract()
    memory.add_turn("import", "I baked bread.", speaker="Ben")
    memory.add_turn("long", "And I watered them.", speaker="Ana")
    found = due_sessions(database, memory.space, turns=4)
    assert [item.conversation_id for item in found] == ["import", "long"]


def test_who_joins_does_not_push_the_past_before_what_was_said(
    database: Database, memory: Memory
) -> None:
    for number in range(3):
        memory.add_turn("garden", "I planted tulips.", speaker="Ana", session_id=f"S{number}")
    memory.extract()
    memory.add_turn("kitchen", "I baked bread.", speaker="Ben")
    memory.add_turn("garden", "I joined.", speaker="Cem", session_id="S9")
    found = due_sessions(database, memory.space, turns=2)
    newest = {item.place for item in found} - {("garden", "S0")}
    assert newest == {("garden", "S9"), ("kitchen", found[-1].session_id)}


def test_a_look_reads_no_more_than_it_takes(database: Database, memory: Memory) -> None:
    for number in range(40):
        memory.add_turn(f"talk-{number}", "I planted tulips.", speaker="Ana")
    query = packaged_queries()["newest_pending_sessions"]
    with database.driver.session(database=database.name) as session:
        plan = (
            session.run(f"PROFILE {query.text}", {"space": memory.space, "most": 5})
            .consume()
            .profile
        )
    assert plan is not None
    assert max(rows(plan)) <= 6


def rows(plan: Mapping[str, Any]) -> Iterator[int]:
    yield int(plan["rows"])
    for child in plan.get("children", ()):
        yield from rows(child)


def test_what_is_extracted_waits_until_a_plan_takes_it_in(
    database: Database, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphmem.ingest.reconcile import Reconciler

    def fails(*_: object, **__: object) -> None:
        raise ValueError("what somebody said")

    memory.ingest(GARDEN, record_only=True)
    with monkeypatch.context() as patched:
        patched.setattr(Reconciler, "reconcile", fails)
        with pytest.raises(ValueError, match="said"):
            memory.extract()
    assert all(item.extracted for item in pending_sessions(database, memory.space))
    assert memory.waiting().turns == 6
    assert memory.search("tulips").waiting == 6
    assert memory.tools.compare_people("tulips", "Ana", "Ben").waiting == 6
    assert not memory.wait(timeout=0)
    memory.reconcile()
    assert memory.waiting().empty
    assert memory.search("tulips").waiting == 0


def test_what_ends_the_process_again_and_again_is_put_off(
    database: Database, memory: Memory
) -> None:
    memory.ingest(GARDEN, record_only=True)
    for _ in range(3):
        begin_extraction(database, memory.space, [PLACE])
    assert memory.waiting().failed == ()
    begin_extraction(database, memory.space, [PLACE])
    (failed,) = memory.waiting().failed
    assert "the process ended" in failed.reason
    assert PLACE not in [item.place for item in due_sessions(database, memory.space, turns=99)]
    assert PLACE in [item.place for item in pending_sessions(database, memory.space)]


def test_an_attempt_that_ends_in_order_does_not_count(database: Database, memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    for _ in range(9):
        begin_extraction(database, memory.space, [PLACE])
        end_extraction(database, memory.space, [PLACE])
    assert memory.waiting().failed == ()
    fail_extraction(database, memory.space, PLACE, "ValueError")
    assert len(memory.waiting().failed) == 1
