"""The workspace of the packaged sample: what is in it, and that every way there ends the same."""

from datetime import timedelta

import pytest

from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.sample import sample_files
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested
from tests.graph import differences, snapshot, whole_graph
from tests.talk import GARDEN, HARBOUR, HILLS, make_conversation, make_session

# What must be nowhere in the database, whatever the space: each gives the offenders.
NEVER = {
    "a statement without a speaker": """
        MATCH (s:Statement) WHERE NOT (s)-[:STATED_BY]->(:Person) OR s.speaker_uid IS NULL
        RETURN s.uid
    """,
    "a statement whose speaker is told in two ways": """
        MATCH (s:Statement)-[:STATED_BY]->(p:Person) WHERE p.uid <> s.speaker_uid RETURN s.uid
    """,
    "a statement without a conversation": """
        MATCH (s:Statement) WHERE NOT EXISTS {
          MATCH (c:Conversation {space: s.space, conversation_id: s.conversation_id})
            -[:HAS_SESSION]->(:Session)-[:HAS_CHUNK]->(:Chunk)-[:GAVE]->(s)
        } RETURN s.uid
    """,
    "a statement without a statement turn": """
        MATCH (s:Statement) WHERE NOT (s)-[:EVIDENCED_BY {part: 'statement'}]->(:Turn)
        RETURN s.uid
    """,
    "a statement turn that somebody else spoke": """
        MATCH (s:Statement)-[:EVIDENCED_BY {part: 'statement'}]->(t:Turn)-[:SPOKEN_BY]->(p)
        WHERE p.uid <> s.speaker_uid OR NOT (s)-[:STATED_BY]->(p) RETURN s.uid
    """,
    "evidence from another conversation or space": """
        MATCH (s:Statement)-[:EVIDENCED_BY]->(t:Turn)
        WHERE t.conversation_id <> s.conversation_id OR t.space <> s.space RETURN s.uid
    """,
    "evidence turns that are told in two ways": """
        MATCH (s:Statement)-[:EVIDENCED_BY]->(t:Turn)
        WITH s, collect(DISTINCT t.dia_id) AS turns
        WHERE any(turn IN turns WHERE NOT turn IN s.evidence_turn_ids)
          OR size(turns) <> size(s.evidence_turn_ids) RETURN s.uid
    """,
    "a quote outside its turn": """
        MATCH (s:Statement)-[e:EVIDENCED_BY]->(t:Turn)
        WITH s, e, CASE e.field WHEN 'text' THEN t.text ELSE t.caption END AS said
        WHERE said IS NULL OR e.quote_start < 0 OR e.quote_end <= e.quote_start
          OR e.quote_end > size(said) RETURN s.uid
    """,
    "a claim without a subject or a verb": """
        MATCH (s:Statement) WHERE NOT s:State
          AND (s.predicate = '' OR s.text = '' OR NOT (s)-[:SUBJECT|ABOUT]->())
        RETURN s.uid
    """,
    "an entity that no turn mentions": """
        MATCH (e:Entity {layer: 'session'}) WHERE NOT (e)-[:MENTIONED_IN]->(:Turn) RETURN e.uid
    """,
    "an entity of an upper layer that nothing stands in": """
        MATCH (e:Entity) WHERE e.layer <> 'session' AND NOT (:Entity)-[:RECONCILED_INTO]->(e)
        RETURN e.uid
    """,
    "a relationship between two spaces": """
        MATCH (a)-[r]->(b) WHERE a.space <> b.space RETURN type(r)
    """,
    "an empty interval": """
        MATCH (s:Statement) WHERE s.valid_from >= s.valid_to RETURN s.uid
    """,
}

CARRIED = {
    *("speaker_id", "conversation_id", "evidence_turn_ids", "mentioned_by", "subject_uid"),
    *("kind", "polarity", "modality", "network", "predicate", "object", "text", "confidence"),
    *("valid_from", "valid_to"),
}


def count(memory: Memory, label: str, where: str = "") -> int:
    query = f"MATCH (n:{label} {{space: $space}}) {where} RETURN count(n)"
    found: int = memory.cypher(query, parameters={"space": memory.space}).rows[0][0]
    return found


def grown(conversation: Conversation, turns: int) -> Conversation:
    """The conversation as it was after so many turns of its last session."""
    *before, last = conversation.sessions
    begun = last.model_copy(update={"turns": last.turns[:turns]})
    return conversation.model_copy(update={"sessions": (*before, begun)})


def test_the_sample_gives_every_part_of_a_workspace(sample: Ingested) -> None:
    memory, receipt = sample
    workspace = receipt.workspace
    assert workspace is not None
    assert receipt.reconciled is not None
    assert (workspace.sessions, workspace.sessions_pending) == (42, 0)
    assert workspace.notes == ()
    assert len(workspace.rejected) < 0.01 * workspace.answers
    assert count(memory, "Chunk") == workspace.chunks >= 42
    assert count(memory, "Answer") == workspace.answers > 651
    assert count(memory, "Question") == workspace.questions > 60
    assert count(memory, "Role") == workspace.roles > 25
    assert count(memory, "State") > 15
    assert 500 < count(memory, "Entity", "WHERE n.layer = 'session'") <= workspace.entities
    upper = count(memory, "Entity", "WHERE n.layer <> 'session'")
    assert upper == receipt.reconciled.entities > 300
    assert count(memory, "Decision", "WHERE n.in_force") == len(memory.decisions())
    assert receipt.reconciled.merges > 10


def test_every_turn_is_in_one_chunk_and_most_say_something(sample: Ingested) -> None:
    memory, _ = sample
    (chunks, turns, proving), *_ = memory.cypher(
        """
        MATCH (s:Session {space: $space})-[:HAS_CHUNK]->(c:Chunk)
        MATCH (s)-[:HAS_TURN]->(first:Turn {dia_id: c.first_dia_id})
        MATCH (s)-[:HAS_TURN]->(last:Turn {dia_id: c.last_dia_id})
        WITH count(c) AS chunks, sum(last.position - first.position + 1) AS turns
        MATCH (t:Turn {space: $space}) WHERE (t)<-[:EVIDENCED_BY]-(:Statement)
        RETURN chunks, turns, count(t)
        """,
        parameters={"space": memory.space},
    ).rows
    assert chunks == count(memory, "Chunk")
    assert turns == 651
    assert proving > 0.8 * 651


@pytest.mark.parametrize("offence", NEVER)
def test_nowhere_in_the_database_is(sample: Ingested, offence: str) -> None:
    found = sample.memory.cypher(NEVER[offence])
    assert found.rows == ()


@pytest.mark.parametrize("label", ["Role", "Answer"])
def test_every_claim_carries_what_it_must(sample: Ingested, label: str) -> None:
    rows = sample.memory.cypher(
        f"MATCH (s:{label} {{space: $space}}) WHERE any(key IN $wanted WHERE s[key] IS NULL) "
        "RETURN s.text",
        parameters={"space": sample.memory.space, "wanted": list(CARRIED)},
    ).rows
    assert rows == ()


def test_every_reconciled_entity_has_a_cited_profile_and_its_vector(sample: Ingested) -> None:
    rows = sample.memory.cypher(
        """
        MATCH (e:Entity {space: $space}) WHERE e.layer <> 'session'
        RETURN e.name, e.profile, e.profile_statements, e.profile_turns, e.tags,
               size(e.embedding)
        """,
        parameters={"space": sample.memory.space},
        limit=10_000,
    ).rows
    assert len(rows) > 300
    assert any(len(profile) > 3 for _, profile, *_ in rows)
    for name, profile, statements, turns, tags, width in rows:
        assert len(profile) == len(statements) == len(turns), name
        assert tags is not None
        assert width == 384, name


def test_every_entity_of_a_session_has_the_profile_of_what_it_is_reconciled_into(
    sample: Ingested,
) -> None:
    rows = sample.memory.cypher(
        """
        MATCH (e:Entity {space: $space, layer: 'session'})
        OPTIONAL MATCH (e)-[:RECONCILED_INTO*1..2]->(whole {layer: 'conversation'})
        WHERE whole.embedding IS NOT NULL AND whole.profile IS NOT NULL
        WITH e, count(DISTINCT whole) AS profiled
        RETURN count(e), sum(profiled), count(e.profile)
        """,
        parameters={"space": sample.memory.space},
    ).rows
    ((entities, profiled, of_its_own),) = rows
    assert entities > 900
    assert (profiled, of_its_own) == (entities, 0)


def test_the_same_input_again_changes_nothing(sample: Ingested) -> None:
    memory, first = sample
    before = snapshot(memory)
    again = memory.ingest(*sample_files())
    assert (again.turns_stored, again.turns_skipped, again.complete) == (0, 651, True)
    assert again.workspace is not None
    assert (again.workspace.chunks, again.workspace.sessions) == (0, 0)
    assert again.reconciled is not None
    assert again.reconciled.new_decisions == 0
    assert first.reconciled is not None
    assert again.reconciled.merges == first.reconciled.merges
    assert snapshot(memory) == before


def test_recorded_first_and_extracted_later_is_the_same(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    at_once = whole_graph(memory)
    memory.delete_space()
    recorded = memory.ingest(HARBOUR, HILLS, record_only=True)
    assert (recorded.workspace, recorded.reconciled) == (None, None)
    assert count(memory, "Chunk") == count(memory, "Entity") == 0
    later = memory.ingest()
    assert later.workspace is not None
    assert (later.turns_stored, later.workspace.sessions) == (0, 4)
    assert differences(whole_graph(memory), at_once) == []
    memory.reconcile()
    assert differences(whole_graph(memory), at_once) == []


@pytest.mark.parametrize("by", ["turn", "ingest"])
def test_a_session_that_grows_is_as_if_told_at_once(open_memory: OpenMemory, by: str) -> None:
    memory = open_memory()
    memory.ingest(HILLS, HARBOUR)
    at_once = whole_graph(memory)
    memory.delete_space()
    memory.ingest(HILLS, grown(HARBOUR, 1))
    partly = whole_graph(memory)
    assert differences(partly, at_once) != []
    session = HARBOUR.sessions[-1]
    for count_, turn in enumerate(session.turns[1:], start=2):
        if by == "ingest":
            receipt = memory.ingest(grown(HARBOUR, count_))
        else:
            told = memory.add_turn(
                "harbour",
                turn.text,
                speaker=turn.speaker,
                said_at=turn.said_at,
                session_id=session.session_id,
                turn_id=turn.dia_id,
            )
            assert told.stored
            receipt = memory.ingest()
        assert receipt.workspace is not None
        # What stands of the session is read again, and nothing else is.
        assert (receipt.workspace.sessions, receipt.workspace.chunks) == (1, 1)
    assert differences(whole_graph(memory), at_once) == []


def test_a_turn_said_live_is_extracted_by_the_next_run(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(GARDEN)
    before = count(memory, "Answer")
    last = GARDEN.sessions[-1].turns[-1].said_at
    memory.add_turn(
        "garden",
        "Ben bought a second cactus yesterday, and I sold my bicycle.",
        speaker="Ana",
        said_at=last + timedelta(days=1),
        session_id="S3",
    )
    assert count(memory, "Answer") == before
    memory.ingest()
    rows = memory.cypher(
        "MATCH (a:Answer {space: $space, session_id: 'S3'})-[:STATED_BY]->(p) "
        "RETURN p.name, a.predicate",
        parameters={"space": memory.space},
    ).rows
    assert {name for name, _ in rows} == {"Ana"}
    assert {"buy", "sell"} <= {predicate for _, predicate in rows}


def test_a_turn_over_the_limit_is_read_to_its_end(open_memory: OpenMemory) -> None:
    memory = open_memory()
    place = "down the long wooden stairs behind the old customs house to the boat"
    said = " ".join(f"I carried crate number {number} {place}." for number in range(1, 101))
    assert len(said) > memory.settings.chunks.max_characters
    memory.ingest(make_conversation("crates", make_session(1, [("Ana", said), ("Ben", "Why?")])))
    rows = memory.cypher(
        "MATCH (a:Answer {space: $space})-[e:EVIDENCED_BY {part: 'statement'}]->(t:Turn) "
        "RETURN substring(t.text, e.quote_start, e.quote_end - e.quote_start)",
        parameters={"space": memory.space},
    ).rows
    quotes = {quote for (quote,) in rows}
    # Some of a hundred sentences that are one but for a number are judged to state nothing.
    told = [n for n in range(1, 101) if any(f"crate number {n} " in quote for quote in quotes)]
    assert len(told) > 90
    assert told[-1] == 100
    assert count(memory, "Chunk") > 1
