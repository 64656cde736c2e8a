"""Searching in a live Neo4j: scope, isolation, hostile questions."""

from typing import Any

import pytest
from neo4j.exceptions import Neo4jError

from graphmem.adapters.encoder import Encoder
from graphmem.errors import InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.ids import token
from graphmem.model.scope import EARLIEST, LATEST
from graphmem.model.search import Recency, SearchOptions, SearchPath
from graphmem.store.database import as_vector, is_index_fault
from graphmem.store.turns import StoredTurn
from tests.conftest import OpenMemory
from tests.talk import GARDEN, make_conversation, make_session

HOSTILE = [
    'tulips") OR space_key:* OR (content:"',
    "+tulips -cactus",
    "content:tulips AND space_key:[* TO *]",
    "tulips^100 ~2 \\",
    "*:*",
    "}) RETURN n //",
    "/.*/",
    '!(){}[]^"~*?:\\/ tulips',
    "' OR 1=1 --",
]


@pytest.fixture
def neighbours(open_memory: OpenMemory) -> tuple[Memory, Memory]:
    """Two spaces: a garden, and one whose every turn speaks of tulips."""
    garden, other = open_memory(), open_memory()
    garden.ingest(GARDEN, record_only=True)
    other.ingest(
        make_conversation(
            "secret", make_session(1, [("Zed", f"tulips tulips number {n}") for n in range(40)])
        ),
        record_only=True,
    )
    return garden, other


def test_both_paths_find_the_turn(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    best = memory.search("Who planted tulips?", explain=True).hits[0]
    assert best.turn_id == "garden/D1:1"
    parts = {part.name: part.contribution for part in best.parts}
    assert {SearchPath.MEANING, SearchPath.WORDS} <= set(best.paths)
    assert parts["meaning"] > 0
    assert parts["words_around"] > 0
    assert best.score == pytest.approx(sum(parts.values()))


@pytest.mark.parametrize("question", [*HOSTILE, "tulips"])
def test_no_question_reaches_another_space(
    neighbours: tuple[Memory, Memory], question: str
) -> None:
    garden, other = neighbours
    planted = question.replace("space_key:*", f"space_key:{token(other.space)}")
    for asked in (question, planted):
        found = garden.search(asked, limit=50)
        assert {hit.conversation_id for hit in found.hits} <= {"garden"}


def test_a_scoped_search_is_not_starved_by_what_is_nearer_elsewhere(memory: Memory) -> None:
    crowd = [("Zed", f"tulips and tulips, {n}") for n in range(300)]
    memory.ingest(GARDEN, make_conversation("crowd", make_session(1, crowd)), record_only=True)
    found = memory.search("tulips", conversation="garden", limit=6)
    assert len(found.hits) == 6
    assert found.hits[0].conversation_id == "garden"
    by_ben = memory.search("tulips", conversation="garden", person="Ben")
    assert {hit.speaker for hit in by_ben.hits} == {"Ben"}
    assert len(by_ben.hits) == 3


def test_dates_sessions_and_as_of_narrow(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)

    def found(**scope: str) -> set[str]:
        return {hit.dia_id for hit in memory.search("Spike the cactus", **scope).hits}  # type: ignore[arg-type]

    first, second = {f"D1:{n}" for n in range(1, 5)}, {"D2:1", "D2:2"}
    assert found() == first | second
    assert found(as_of="2024-03-01") == first
    assert found(since="2024-03-02") == second
    assert found(conversation="garden", session="S2") == second
    assert found(until="2024-02-28") == set()


def test_scores_do_not_depend_on_other_spaces(open_memory: OpenMemory) -> None:
    alone = open_memory()
    alone.ingest(GARDEN, record_only=True)
    question = "What is the cactus called?"
    before = [(hit.turn_id, hit.score) for hit in alone.search(question).hits]
    crowd = open_memory()
    crowd.ingest(
        make_conversation("c", make_session(1, [("Z", "cactus called cactus")] * 50)),
        record_only=True,
    )
    assert [(hit.turn_id, hit.score) for hit in alone.search(question).hits] == before


def test_no_id_is_out_of_reach(memory: Memory) -> None:
    names = ["🏠 home", "~", "é", "zz", "🦊" * 120, "\uffee", "a'b\"c/d"]
    memory.ingest(
        *(make_conversation(name, make_session(1, [("Ana", "the cat died")])) for name in names)
    )
    found = memory.search("Which cat died?", limit=20)
    assert {hit.conversation_id for hit in found.hits} == set(names)
    for name in names:
        scoped = memory.search("Which cat died?", conversation=name, session="S1")
        assert [hit.conversation_id for hit in scoped.hits] == [name]


def test_a_name_in_many_conversations_is_one_scope(memory: Memory) -> None:
    memory.ingest(
        *(
            make_conversation(f"c{n}", make_session(1, [("user", f"cat {n}"), ("bot", "a cat")]))
            for n in range(500)
        ),
        record_only=True,
    )
    found = memory.search("cat", person="user", limit=30)
    assert len(found.hits) == 30
    assert {hit.speaker for hit in found.hits} == {"user"}
    some = [f"c{n}" for n in range(450)]
    narrowed = memory.search("cat", person="bot", conversation=some, limit=30)
    assert {hit.speaker for hit in narrowed.hits} == {"bot"}


def test_a_question_may_be_long(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    words = " ".join(f"word{n}" for n in range(5_000))
    assert memory.search(f"tulips {words}").hits
    assert memory.search("tulips \udcff").hits


def test_who_and_what_is_unknown_is_an_error(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    with pytest.raises(NotFoundError):
        memory.search("tulips", conversation="nowhere")
    with pytest.raises(NotFoundError, match="Ana, Ben"):
        memory.search("tulips", person="Zoe")
    with pytest.raises(NotFoundError, match="no session"):
        memory.search("tulips", conversation="garden", session="S9")
    with pytest.raises(InputError):
        memory.search("  ")
    with pytest.raises(InputError):
        memory.search("tulips", limit=0)
    with pytest.raises(NotFoundError, match="nowhere"):
        memory.search("tulips", at_hand="nowhere")
    with pytest.raises(InputError, match="moment of asking"):
        memory.search("tulips", options=SearchOptions(recency=Recency.BOOST))


def test_an_empty_space_finds_nothing(memory: Memory) -> None:
    assert memory.search("tulips").hits == ()
    assert memory.ask("Who planted tulips?").status == "abstained"


def test_without_the_index_the_same_turns_are_found(memory: Memory, encoder: Encoder) -> None:
    memory.ingest(GARDEN, record_only=True)
    vector = encoder.encode(["Who planted tulips?"])[0]
    asked = {
        "vector": as_vector(vector),
        "lucene": [],
        "limit": 4,
        "looked_at": 8,
        "meaning": True,
        "further": [],
        "space": memory.space,
        "said_from": EARLIEST,
        "said_to": LATEST,
    }
    everywhere: dict[str, Any] = {"conversations": None, "people": None, "network": None}
    everywhere |= {"session_from": "", "session_to": "Z"}
    database = memory._database

    fields = (*StoredTurn._fields, "cosine", "paths")

    def turns(query: str, **parameters: Any) -> list[dict[str, Any]]:
        [row] = database.query(query, **parameters)
        return [dict(zip(fields, turn, strict=True)) for turn in row["turns"]]

    def found(turns: list[dict[str, Any]]) -> set[str]:
        return {turn["uid"] for turn in turns if turn["paths"]}

    by_index = turns("candidates", **asked)
    one_by_one = turns("candidates_exact", **asked, **everywhere)
    (ana,) = {row["speaker_uid"] for row in by_index if row["speaker"] == "Ana"}
    of_ana = turns("candidates_exact", **asked | everywhere | {"people": [ana]})
    assert found(one_by_one) == found(by_index)
    assert len(found(one_by_one)) == 4
    assert {row["speaker"] for row in of_ana if row["paths"]} == {"Ana"}


def test_only_a_fault_inside_the_index_is_taken_for_one() -> None:
    code = "Neo.DatabaseError.Statement.ExecutionFailed"
    faults = {
        message: Neo4jError._hydrate_neo4j(code=code, message=message)
        for message in ("Index 33554431 out of bounds for length 21", "disk full")
    }
    assert is_index_fault(faults["Index 33554431 out of bounds for length 21"])
    assert not is_index_fault(faults["disk full"])
    assert not is_index_fault(ValueError("Index 1 out of bounds for length 1"))
