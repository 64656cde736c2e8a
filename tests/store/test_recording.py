"""Recording into a live Neo4j."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation, Session, Turn
from tests.conftest import OpenMemory
from tests.graph import farthest, snapshot, vectors
from tests.talk import GARDEN, make_conversation, make_session


def test_a_conversation_is_recorded_with_speaker_order_and_time(memory: Memory) -> None:
    receipt = memory.ingest(GARDEN, record_only=True)
    assert (receipt.turns_stored, receipt.sessions_written, receipt.complete) == (6, 2, True)
    rows = memory.cypher(
        "MATCH (c:Conversation {space: $space})-[:HAS_SESSION]->(s)-[:HAS_TURN]->(t)"
        "-[:SPOKEN_BY]->(p:Person)-[:PARTICIPATED_IN]->(c) "
        "OPTIONAL MATCH (t)-[:NEXT]->(n) "
        "RETURN t.dia_id, p.name, n.dia_id, t.said_at ORDER BY t.said_at",
        parameters={"space": memory.space},
    ).rows
    assert [row[:3] for row in rows] == [
        ("D1:1", "Ana", "D1:2"),
        ("D1:2", "Ben", "D1:3"),
        ("D1:3", "Ana", "D1:4"),
        ("D1:4", "Ben", None),
        ("D2:1", "Ben", "D2:2"),
        ("D2:2", "Ana", None),
    ]
    assert rows[0][3] == "2024-03-01T18:01:00"


def test_the_same_again_changes_nothing(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    before = snapshot(memory)
    again = memory.ingest(GARDEN, record_only=True)
    assert (again.turns_stored, again.sessions_written, again.turns_skipped) == (0, 0, 6)
    assert snapshot(memory) == before


def test_what_grew_adds_only_what_is_new(memory: Memory) -> None:
    first = Session(session_id="S1", turns=GARDEN.sessions[0].turns[:2])
    memory.ingest(make_conversation("garden", first), record_only=True)
    receipt = memory.ingest(GARDEN, record_only=True)
    assert (receipt.turns_stored, receipt.turns_skipped) == (4, 2)


def test_a_changed_turn_is_reported_and_kept(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    before = snapshot(memory)
    other = make_conversation("garden", make_session(1, [("Ana", "I planted forty roses.")]))
    receipt = memory.ingest(other, record_only=True)
    assert [change.dia_id for change in receipt.changed] == ["D1:1"]
    assert not receipt.complete
    assert snapshot(memory) == before


@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_parts_in_any_order_end_in_the_same_graph(
    open_memory: OpenMemory, data: st.DataObject
) -> None:
    whole, parts = open_memory(), open_memory()
    whole.ingest(GARDEN, record_only=True)
    turns = [(session.session_id, turn) for session in GARDEN.sessions for turn in session.turns]
    cut = data.draw(st.lists(st.booleans(), min_size=len(turns), max_size=len(turns)))
    pieces = [
        _only(GARDEN, {turn.dia_id for (_, turn), keep in zip(turns, cut, strict=True) if keep})
    ]
    sessions = data.draw(st.permutations(GARDEN.sessions))
    for piece in [*pieces, *(make_conversation("garden", session) for session in sessions)]:
        parts.ingest(piece, record_only=True)
    assert snapshot(parts) == snapshot(whole)
    assert farthest(vectors(parts), vectors(whole)) < 1e-5


def _only(conversation: Conversation, kept: set[str]) -> Conversation:
    sessions = [
        Session(session_id=session.session_id, turns=turns)
        for session in conversation.sessions
        if (turns := tuple(turn for turn in session.turns if turn.dia_id in kept))
    ]
    return make_conversation(conversation.conversation_id, *sessions)


def test_clients_that_record_the_same_at_once_end_in_one_record(open_memory: OpenMemory) -> None:
    alone, shared = open_memory(), open_memory()
    alone.ingest(GARDEN, record_only=True)
    with ThreadPoolExecutor(4) as pool:
        receipts = list(pool.map(lambda _: shared.ingest(GARDEN, record_only=True), range(4)))
    assert sum(receipt.turns_stored for receipt in receipts) == 6
    assert snapshot(shared) == snapshot(alone)


def test_live_turns_are_numbered_and_never_lost(memory: Memory) -> None:
    said_at = datetime(2024, 5, 1, 9)
    with ThreadPoolExecutor(4) as pool:
        receipts = list(
            pool.map(
                lambda number: memory.add_turn(
                    "live", f"message {number}", speaker="Ana", said_at=said_at
                ),
                range(12),
            )
        )
    assert {receipt.turn_id for receipt in receipts} == {
        f"live/2024-05-01:{number}" for number in range(1, 13)
    }
    assert memory.conversations()[0].turns == 12


def test_a_live_turn_with_an_id_is_recorded_once(memory: Memory) -> None:
    def say(text: str) -> tuple[bool, bool]:
        receipt = memory.add_turn(
            "live", text, speaker="Ana", said_at=datetime(2024, 5, 1, 9), turn_id="m1"
        )
        return receipt.stored, receipt.changed is not None

    assert say("hello") == (True, False)
    assert say("hello") == (False, False)
    assert say("something else") == (False, True)


@pytest.mark.parametrize("text", ["", "   ", "a\x00b", "\ud800"])
def test_a_live_turn_that_cannot_be_kept_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(InputError):
        memory.add_turn("live", text, speaker="Ana")
    assert memory.conversations() == ()


def test_bad_input_is_refused_and_the_rest_goes_in(memory: Memory, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('[{"conversation": ')
    good = tmp_path / "good.jsonl"
    good.write_text(
        '{"conversation_id": "g", "speaker": "Ana", "said_at": "2024-01-01T10:00", "text": "hi"}\n'
        "not json\n"
        '{"conversation_id": "g", "said_at": "2024-01-01T10:01", "text": "who am I?"}\n'
    )
    receipt = memory.ingest(bad, good, tmp_path / "absent.json", record_only=True)
    assert receipt.turns_stored == 2
    assert [(Path(item.path).name, item.line) for item in receipt.refused] == [
        ("bad.json", 1),
        ("good.jsonl", 2),
        ("absent.json", None),
    ]
    assert {person.name for person in memory.people()} == {"Ana", "unknown"}


def test_the_same_talk_in_two_spaces_is_two_records(open_memory: OpenMemory) -> None:
    one, two = open_memory(), open_memory()
    one.ingest(GARDEN, record_only=True)
    two.ingest(GARDEN, record_only=True)
    assert snapshot(one) == snapshot(two)
    crossing = one.cypher("MATCH (a)-[r]->(b) WHERE a.space <> b.space RETURN count(r) AS n")
    assert crossing.rows == ((0,),)
    two.delete_space()
    assert one.conversations()[0].turns == 6


def test_a_person_id_makes_one_person_with_all_names(memory: Memory) -> None:
    for conversation, name in (("c1", "Pete"), ("c2", "Peter")):
        memory.add_turn(
            conversation, "hello", speaker=name, person_id="p-1", said_at=datetime(2024, 1, 1)
        )
    (person,) = memory.people()
    assert person.names == ("Pete", "Peter")
    assert person.conversation_ids == ("c1", "c2")


def test_a_batch_that_contradicts_itself_says_so(memory: Memory) -> None:
    one = make_conversation("c", make_session(1, [("Ana", "I have a dog.")]))
    other = make_conversation("c", make_session(1, [("Ana", "I have a cat."), ("Ben", "Oh?")]))
    receipt = memory.ingest(one, other, record_only=True)
    assert receipt.turns_stored == 2
    assert [change.dia_id for change in receipt.changed] == ["D1:1"]


def test_one_batch_may_hold_the_same_twice(memory: Memory) -> None:
    receipt = memory.ingest(GARDEN, GARDEN, record_only=True)
    assert (receipt.turns_stored, receipt.turns_skipped) == (6, 6)
    assert receipt.complete


def test_all_names_of_a_person_are_kept_in_one_write(memory: Memory) -> None:
    turns = tuple(
        Turn(
            dia_id=f"D1:{n}", speaker=name, person_id="u1", text="hi", said_at=datetime(2024, 1, 1)
        )
        for n, name in enumerate(["Sandy", "Al", "Alexandra"])
    )
    memory.ingest(make_conversation("c", Session(session_id="S1", turns=turns)), record_only=True)
    (person,) = memory.people()
    assert person.names == ("Al", "Alexandra", "Sandy")
    assert memory.search("hi", person="Sandy").hits


def test_a_number_that_another_session_bears_is_not_given(memory: Memory) -> None:
    memory.ingest(make_conversation("c", make_session(1, [("Ana", "hello")])))
    receipt = memory.add_turn("c", "I won", speaker="Ana", session_id="D1")
    assert receipt.stored
    assert receipt.turn_id == "c/D1:2"


def test_telling_a_live_turn_again_without_a_time_is_the_same_turn(memory: Memory) -> None:
    receipts = [
        memory.add_turn("c", "hello", speaker="Ana", session_id="S1", turn_id="m1")
        for _ in range(2)
    ]
    assert [receipt.stored for receipt in receipts] == [True, False]
    assert all(receipt.changed is None for receipt in receipts)


def test_an_object_is_checked_as_a_file_is(memory: Memory) -> None:
    bad = make_conversation("bad", make_session(1, [("Ana", "a\x00b"), ("Ana", "fine")]))
    receipt = memory.ingest(bad, GARDEN, record_only=True)
    assert receipt.turns_stored == 7
    assert [refusal.where for refusal in receipt.refused] == ["bad/D1:1"]


@pytest.mark.parametrize("said_at", ["tomorrow", "2024-02-30T10:00", "2024-01-01"])
def test_a_live_turn_needs_a_time_that_exists(memory: Memory, said_at: str) -> None:
    with pytest.raises(InputError):
        memory.add_turn("c", "hello", speaker="Ana", said_at=said_at)
