"""Chunks and what they say, in a live Neo4j."""

from collections.abc import Iterator

import pytest

from graphmem.connection import connect
from graphmem.errors import ModelMismatchError, StoreError
from graphmem.memory import Memory
from graphmem.model.workspace import EntityType, Part, Polarity, Workspace
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.lock import ConflictError
from graphmem.store.sessions import pending_sessions, stored_chunks
from graphmem.store.waiting import ExtractedSession, close_sessions
from graphmem.store.workspace import SessionChunks, add_facts, replace_chunks
from tests.conftest import OpenMemory
from tests.graph import snapshot
from tests.store.workspaces import MODEL, SPRING, Session, rows
from tests.talk import make_conversation, make_session

TALK = make_conversation(
    "band",
    make_session(
        1,
        [
            ("Ana", "\N{VIOLIN}\N{MUSICAL SYMBOL G CLEF} My violin hangs in the attic."),
            ("Ben", "Do you play it?"),
            ("Ana", "Every day. The violin belongs to the Night Owls."),
            ("Ben", "I drum for them in spring."),
        ],
    ),
    make_session(2, [("Ben", "The attic is too small for a drum.")]),
)


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def band(memory: Memory, database: Database) -> Session:
    memory.ingest(TALK, record_only=True)
    return Session(database, memory.space, "band", "S1")


def whole(band: Session) -> tuple[Workspace, Workspace]:
    """What the session says, in two chunks that share the violin."""
    violin = band.entity("violin", "D1:1", owner="Ana", aliases=("fiddle",))
    attic = band.entity("attic", "D1:1", type=EntityType.PLACE)
    again = band.entity("Violin", "D1:3", owner="Ana", type=EntityType.SYSTEM, key="violin")
    owls = band.entity("Night Owls", "D1:3", type=EntityType.ORG)
    hangs = band.answer(
        "Ana's violin hangs in the attic",
        band.evidence("D1:1", "My violin hangs in the attic"),
        subject=violin.uid,
        names=(attic,),
        mentioned_by=["Ben"],
    )
    belongs = band.answer(
        "Ana's violin belongs to the Night Owls",
        band.evidence("D1:3", "The violin belongs"),
        subject=violin.uid,
        names=(owls,),
        interval=SPRING,
    )
    plays = band.answer(
        "Ana plays the violin every day",
        band.evidence("D1:3", "Every day"),
        band.evidence("D1:2", "Do you play it?", Part.CONTEXT),
        names=(again,),
    )
    asked = band.question(
        "Does Ana play the violin?",
        "Ben",
        [plays],
        band.evidence("D1:3", "Every day"),
        band.evidence("D1:2", "Do you play it?", Part.CONTEXT),
    )
    drummer = band.role(
        "drummer", owls, band.evidence("D1:4", "I drum"), states=["drums_for_Night_Owls"]
    )
    return (
        Workspace(entities=(violin, attic), answers=(hangs,)),
        Workspace(
            entities=(again, owls),
            answers=(belongs, plays),
            questions=(asked,),
            roles=(drummer,),
        ),
    )


def write_whole(band: Session) -> None:
    first, second = whole(band)
    band.write(band.chunk("D1:1", "D1:1", first), band.chunk("D1:2", "D1:4", second))


LINKS = "MATCH ({space: $space})-[r]->() WHERE NOT type(r) IN $record RETURN type(r), count(*)"
RECORD = ["PARTICIPATED_IN", "HAS_SESSION", "HAS_TURN", "NEXT", "SPOKEN_BY"]


def counted(memory: Memory) -> dict[str, int]:
    found = memory.cypher(LINKS, parameters={"space": memory.space, "record": RECORD}).rows
    return dict(found)


def test_everything_hangs_together(memory: Memory, band: Session) -> None:
    write_whole(band)
    assert counted(memory) == {
        "HAS_CHUNK": 2,
        "MENTIONS": 4,
        "MENTIONED_IN": 4,
        "BELONGS_TO": 1,
        "GAVE": 6,
        "STATED_BY": 6,
        "ASKED_BY": 1,
        "SUBJECT": 5,
        "NAMES": 3,
        "MENTIONED_BY": 1,
        "EVIDENCED_BY": 8,
        "ABOUT": 1,
        "ANSWERED_BY": 1,
        "HAS_ROLE": 1,
        "HAS_STATE": 1,
        "RELATES_TO": 2,
    }
    wrong = rows(
        memory,
        "MATCH (s:Statement {space: $space})-[:EVIDENCED_BY {part: 'statement'}]->(t) "
        "WHERE NOT EXISTS { (s)-[:STATED_BY]->(:Person)<-[:SPOKEN_BY]-(t) } RETURN s.text",
    )
    assert not wrong


def test_a_quote_is_cut_by_characters_as_people_count_them(memory: Memory, band: Session) -> None:
    write_whole(band)
    found = rows(
        memory,
        "MATCH (a:Answer {space: $space})-[e:EVIDENCED_BY {part: 'statement'}]->(t) "
        "RETURN a.quote, a.evidence_turn_ids, a.statement_turns, e.quote_end - e.quote_start "
        "ORDER BY a.text",
    )
    assert found == [
        ("Every day", ["D1:3", "D1:2"], ["D1:3"], 9),
        ("The violin belongs", ["D1:3"], ["D1:3"], 18),
        ("My violin hangs in the attic", ["D1:1"], ["D1:1"], 28),
    ]


def test_an_entity_is_what_all_its_chunks_say(memory: Memory, band: Session) -> None:
    write_whole(band)
    query = (
        "MATCH (e:Entity {space: $space, key: 'violin'}) "
        "RETURN e.name, e.type, e.aliases, e.mention_turns, size(e.name_keys)"
    )
    assert rows(memory, query) == [("violin", "system", ["fiddle"], ["D1:1", "D1:3"], 2)]
    first, _ = whole(band)
    change = band.write(band.chunk("D1:1", "D1:1", None))
    assert change == (0, 1, 1)
    assert rows(memory, query) == [("violin", "thing", ["fiddle"], ["D1:1"], 2)]
    assert not rows(memory, "MATCH (e:Entity {space: $space, key: 'night owls'}) RETURN e")
    assert counted(memory)["MENTIONED_IN"] == 2
    assert first.answers[0].uid in {uid for (uid,) in _answers(memory)}


def _answers(memory: Memory) -> list[tuple[object, ...]]:
    return rows(memory, "MATCH (a:Answer {space: $space}) RETURN a.uid")


def test_the_same_again_changes_nothing(memory: Memory, band: Session) -> None:
    write_whole(band)
    before = snapshot(memory)
    first, second = whole(band)
    change = band.write(band.chunk("D1:1", "D1:1", first), band.chunk("D1:2", "D1:4", second))
    assert change == (0, 2, 0)
    assert snapshot(memory) == before


def test_a_changed_chunk_takes_only_its_own_along(memory: Memory, band: Session) -> None:
    write_whole(band)
    first, second = whole(band)
    less = Workspace(entities=second.entities[1:], answers=())
    change = band.write(
        band.chunk("D1:1", "D1:1", None), band.chunk("D1:2", "D1:4", less, digest="two")
    )
    assert change == (1, 1, 1)
    assert _answers(memory) == [(first.answers[0].uid,)]
    links = rows(memory, "MATCH ({space: $space})-[r:RELATES_TO]->() RETURN r.answer_uid")
    assert links == [(first.answers[0].uid,)]
    assert not rows(memory, "MATCH (n:Role|State|Question {space: $space}) RETURN n")


def test_nothing_is_left_when_the_chunks_are_gone(memory: Memory, band: Session) -> None:
    before = snapshot(memory)
    write_whole(band)
    band.write(complete=False)
    nodes, links = snapshot(memory)
    read = [
        node.replace("('waits', False)", "('waits', True)").replace("('relink', True), ", "")
        for node in nodes
    ]
    assert [node for node in read if "Ledger" not in node] == before[0]
    assert links == before[1]


def test_a_statement_lives_as_long_as_a_chunk_gives_it(memory: Memory, band: Session) -> None:
    first, _ = whole(band)
    one, other = band.chunk("D1:1", "D1:1", first), band.chunk("D1:2", "D1:4", first)
    band.write(one, other)
    assert len(_answers(memory)) == 1
    assert counted(memory)["GAVE"] == 2
    assert counted(memory)["EVIDENCED_BY"] == 1
    band.write(other)
    assert len(_answers(memory)) == 1
    band.write()
    assert not _answers(memory)


def unread(database: Database, space: str) -> list[str]:
    """The sessions that are still to be extracted."""
    found = pending_sessions(database, space)
    return [item.session_id for item in found if not item.extracted]


def test_sessions_wait_until_they_are_extracted(memory: Memory, band: Session) -> None:
    assert unread(band.database, memory.space) == ["S1", "S2"]
    assert memory.waiting().turns == 5
    first, second = whole(band)
    band.write(band.chunk("D1:1", "D1:1", first), complete=False)
    assert unread(band.database, memory.space) == ["S1", "S2"]
    band.write(band.chunk("D1:1", "D1:1", None), band.chunk("D1:2", "D1:4", second))
    assert unread(band.database, memory.space) == ["S2"]
    assert memory.waiting().turns == 5  # the layers do not know them yet


def test_what_is_extracted_waits_until_the_layers_know_it(memory: Memory, band: Session) -> None:
    band.write()
    (first, _) = pending_sessions(band.database, memory.space)
    assert first.extracted
    close_sessions(band.database, memory.space, [ExtractedSession(first.place, first.revision - 1)])
    assert len(pending_sessions(band.database, memory.space)) == 2  # it has changed since
    assert memory.waiting().turns == 5
    close_sessions(
        band.database, memory.space, [ExtractedSession(first.place, first.revision - 1, 3)]
    )
    assert memory.waiting().turns == 2
    close_sessions(band.database, memory.space, [ExtractedSession(first.place, first.revision)])
    assert memory.waiting().turns == 1
    (second,) = pending_sessions(band.database, memory.space)
    assert second.session_id == "S2"


def test_a_turn_in_between_makes_a_session_wait_again(memory: Memory, database: Database) -> None:
    turns = TALK.sessions[0].turns
    gap = TALK.sessions[0].model_copy(update={"turns": (turns[0], turns[1], turns[3])})
    memory.ingest(make_conversation("band", gap), record_only=True)
    session = Session(database, memory.space, "band", "S1")
    session.write()
    assert unread(database, memory.space) == []
    memory.ingest(make_conversation("band", TALK.sessions[0]), record_only=True)
    assert unread(database, memory.space) == ["S1"]
    session.write()  # who speaks meanwhile keeps nothing from being written
    assert unread(database, memory.space) == ["S1"]
    again = Session(database, memory.space, "band", "S1")
    assert [turn.dia_id for turn in again.read.turns] == ["D1:1", "D1:2", "D1:3", "D1:4"]
    assert len(again.read.embeddings[again.read.turns[0].uid]) == 384
    again.write()
    assert unread(database, memory.space) == []
    with pytest.raises(ConflictError):
        session.write()  # what is older takes the place of nothing


def test_who_joins_later_makes_every_session_wait(memory: Memory, band: Session) -> None:
    band.write()
    late = make_conversation("band", make_session(3, [("Cleo", "May I join?")]))
    memory.ingest(late, record_only=True)
    assert unread(band.database, memory.space) == ["S1", "S2", "S3"]


def test_a_chunk_that_another_client_has_taken_away_is_missed(band: Session) -> None:
    write_whole(band)
    band.write()
    with pytest.raises(ConflictError, match="chunk"):
        band.write(band.chunk("D1:1", "D1:1", None))


def test_facts_outlive_every_extraction(memory: Memory, band: Session) -> None:
    first, second = whole(band)
    chunk = band.chunk("D1:1", "D1:1", first)._replace(uid="chunk:by-hand")

    def add() -> None:
        band.database.write(
            lambda work: add_facts(work, memory.space, "band", "S1", chunk, embedding_model=MODEL)
        )

    add()
    add()
    write_whole(band)
    assert len(_answers(memory)) == 3
    band.write()
    assert _answers(memory) == [(first.answers[0].uid,)]
    assert counted(memory)["EVIDENCED_BY"] == 1
    standing = band.database.read(lambda work: stored_chunks(work, memory.space, [("band", "S1")]))
    assert [(item.uid, item.facts) for item in standing["band", "S1"]] == [("chunk:by-hand", True)]
    assert second.answers
    kept = "MATCH (e:Entity {space: $space}) RETURN e.key, e.mention_turns ORDER BY e.key"
    assert rows(memory, kept) == [("attic", ["D1:1"]), ("violin", ["D1:1"])]


def test_facts_outlive_a_session_that_grows(memory: Memory, database: Database) -> None:
    turns = TALK.sessions[0].turns
    memory.ingest(
        make_conversation("band", TALK.sessions[0].model_copy(update={"turns": turns[:1]})),
        record_only=True,
    )
    session = Session(database, memory.space, "band", "S1")
    violin = session.entity("violin", "D1:1", owner="Ana")
    hangs = session.answer(
        "Ana's violin hangs in the attic",
        session.evidence("D1:1", "My violin hangs"),
        subject=violin.uid,
    )
    workspace = Workspace(entities=(violin,), answers=(hangs,))
    fact = session.chunk("D1:1", "D1:1", workspace)._replace(uid="chunk:by-hand-too")
    database.write(
        lambda work: add_facts(work, memory.space, "band", "S1", fact, embedding_model=MODEL)
    )
    session.write(session.chunk("D1:1", "D1:1", workspace))
    memory.ingest(TALK, record_only=True)
    write_whole(Session(database, memory.space, "band", "S1"))
    given = rows(
        memory,
        "MATCH (c:Chunk {space: $space})-[:GAVE]->(a:Answer {text: 'Ana\\'s violin hangs in the "
        "attic'}) RETURN c.uid = 'chunk:by-hand-too' AS by_hand, count(*) ORDER BY by_hand",
    )
    assert given == [(False, 1), (True, 1)]
    memory.delete_space()
    assert not rows(memory, "MATCH (n {space: $space}) RETURN n")


def test_what_links_to_nothing_is_refused_whole(memory: Memory, band: Session) -> None:
    first, _ = whole(band)
    before = snapshot(memory)
    nobody = first.answers[0].model_copy(update={"mentioned_by": ("person:nobody",)})
    with pytest.raises(StoreError, match="link_mentioned_by wrote 0 of 1"):
        band.write(band.chunk("D1:1", "D1:1", first.model_copy(update={"answers": (nobody,)})))
    nowhere = first.entities[0].model_copy(update={"mention_uids": ("turn:nowhere",)})
    with pytest.raises(ConflictError, match="turn:nowhere"):
        band.write(band.chunk("D1:1", "D1:1", first.model_copy(update={"entities": (nowhere,)})))
    assert snapshot(memory) == before


def test_only_what_is_affirmed_relates_two_entities(memory: Memory, band: Session) -> None:
    first, _ = whole(band)
    denied = first.answers[0].model_copy(update={"polarity": Polarity.NEGATIVE})
    band.write(band.chunk("D1:1", "D1:1", first.model_copy(update={"answers": (denied,)})))
    assert "RELATES_TO" not in counted(memory)
    assert counted(memory)["NAMES"] == 1


def test_two_spaces_hold_the_same_talk_apart(open_memory: OpenMemory, database: Database) -> None:
    for memory in (one := open_memory(), other := open_memory()):
        memory.ingest(TALK, record_only=True)
        write_whole(Session(database, memory.space, "band", "S1"))
    assert not rows(one, "MATCH (a {space: $space})--(b) WHERE b.space <> $space RETURN a, b")
    assert len(_answers(one)) == len(_answers(other)) == 3
    Session(database, one.space, "band", "S1").write()
    assert (len(_answers(one)), len(_answers(other))) == (0, 3)


def test_another_embedding_model_is_refused(memory: Memory, band: Session) -> None:
    session = SessionChunks("band", "S1", band.read.revision, 4, ())
    with pytest.raises(ModelMismatchError):
        band.database.write(
            lambda work: replace_chunks(work, memory.space, [session], embedding_model="another")
        )
