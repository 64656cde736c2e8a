"""How answers stand to each other, in a live graph: derived anew, only what differs is written."""

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.workspace import Workspace
from graphmem.settings import Settings
from graphmem.store.answer_links import relink
from graphmem.store.database import Database, Work
from graphmem.store.memory_about import load_memory
from graphmem.store.outcomes import tellings
from graphmem.store.schema import Mark
from graphmem.store.sight import EVERYTHING, Sight
from graphmem.tools.links import FOLLOWS_CAP, RELATED_CAP
from tests.conftest import OpenMemory
from tests.graph import snapshot
from tests.store.workspaces import Session, rows, take_links, write_links
from tests.talk import GARDEN, HARBOUR, HILLS

LINKS = """
    MATCH (a:Answer {space: $space})
          -[r:SUPERSEDES|CORRECTS|CONFLICTS_WITH|SUPPORTS|FOLLOWS|RELATED]->(b:Answer)
    RETURN type(r), r.about, a.text, b.text ORDER BY type(r), r.about, a.text, b.text
"""


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def links(memory: Memory) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in rows(memory, LINKS)]


def test_answers_are_linked_as_they_are_ingested(memory: Memory) -> None:
    memory.ingest(HARBOUR, HILLS)
    found = links(memory)
    assert {kind for kind, *_ in found} >= {"FOLLOWS", "RELATED"}
    texts = {text for _, _, *both in found for text in both}
    assert any("oboe" in text for text in texts)
    # Both stay: what is superseded is still an answer with its evidence.
    unproved = "MATCH (a:Answer {space: $space}) WHERE NOT (a)-[:EVIDENCED_BY]->() RETURN a"
    assert rows(memory, unproved) == []


def test_again_with_the_same_it_changes_nothing(memory: Memory) -> None:
    memory.ingest(HARBOUR)
    before = snapshot(memory)
    memory.ingest(HARBOUR)
    memory.reconcile()
    assert snapshot(memory) == before


def test_in_any_order_the_links_are_the_same(open_memory: OpenMemory) -> None:
    whole = open_memory()
    whole.ingest(HARBOUR, HILLS)
    expected = links(whole)
    parts: list[Conversation] = [
        talk.model_copy(update={"sessions": (session,)})
        for talk in (HARBOUR, HILLS)
        for session in talk.sessions
    ]
    for seed in (1, 2):
        piecemeal = open_memory()
        for part in random.Random(seed).sample(parts, len(parts)):
            piecemeal.ingest(part)
        assert links(piecemeal) == expected


def test_links_that_others_took_away_or_made_are_put_right(
    memory: Memory, database: Database
) -> None:
    memory.ingest(HARBOUR)
    expected = links(memory)
    uids = sorted(item.uid for item in load_memory(database, memory.space).snapshot.answers)
    wrong = [StatementLink(uids[0], uids[1], LinkKind.CORRECTS, "weather")]
    take_links(database, memory.space)
    write_links(database, memory.space, wrong)
    assert len(links(memory)) == 1
    memory.reconcile(anew=True)
    assert links(memory) == expected


def test_a_dry_run_links_nothing(memory: Memory, database: Database) -> None:
    memory.ingest(HARBOUR)
    take_links(database, memory.space)
    memory.reconcile(dry_run=True)
    assert links(memory) == []


def test_no_answer_has_more_than_its_share(memory: Memory) -> None:
    memory.ingest(HARBOUR, HILLS)
    ends = rows(
        memory,
        "MATCH (a:Answer {space: $space})-[r:FOLLOWS|RELATED]->(b) RETURN type(r), a.uid, b.uid",
    )
    follows = Counter(str(row[1]) for row in ends if row[0] == "FOLLOWS")
    related = Counter(str(row[1]) for row in ends if row[0] == "RELATED")
    assert max(follows.values()) <= FOLLOWS_CAP
    assert max(related.values()) <= RELATED_CAP


def test_another_space_keeps_its_links(open_memory: OpenMemory, database: Database) -> None:
    one, other = open_memory(), open_memory()
    one.ingest(HARBOUR)
    other.ingest(HARBOUR)
    expected = links(other)
    take_links(database, one.space)
    assert links(one) == []
    assert links(other) == expected != []


def told_again(memory: Memory, database: Database) -> list[str]:
    """Ana plants her tulips twice, in two sessions and in vectors as near as need be."""
    memory.ingest(GARDEN, record_only=True)
    uids = []
    for name, dia_id, words, text, angle in (
        ("S1", "D1:1", "I planted forty tulips", "Ana planted forty tulips", 0.0),
        ("S2", "D2:2", "tulips", "Forty bulbs went into Ana's ground", 0.6),
    ):
        session = Session(database, memory.space, "garden", name)
        answer = session.answer(text, session.evidence(dia_id, words))
        chunk = session.chunk(dia_id, dia_id, Workspace(answers=(answer,)))
        vector = [math.cos(angle), math.sin(angle)] + [0.0] * 382
        session.write(chunk._replace(embeddings={answer.uid: vector}))
        uids.append(answer.uid)
    memory.reconcile()
    return uids


def test_what_is_near_in_meaning_supports_what_was_said_before(
    memory: Memory, database: Database
) -> None:
    first, again = told_again(memory, database)
    found = [link for link in links(memory) if link[0] == "SUPPORTS"]
    assert found == [
        ("SUPPORTS", "have", "Forty bulbs went into Ana's ground", "Ana planted forty tulips")
    ]
    before = snapshot(memory)
    relinked = database.write(lambda work: relink(work, memory.space, all=True))
    assert (relinked, snapshot(memory)) == ((0, 0), before)

    said = {
        one.statement_uid: one
        for one in memory.tools.get_conversation_context("garden", "Ana").statements
    }
    assert {said[one].times_told for one in (first, again)} == {2}
    assert {said[one].last_told_at for one in (first, again)} == {said[again].said_at}
    early = memory.tools.get_conversation_context("garden", "Ana", as_of="2024-03-02").statements
    assert [(one.statement_uid, one.times_told) for one in early] == [(first, 1)]
    (sentence,) = memory.profile("Ana").sentences
    assert (sentence.statement_uid, sentence.times_told) == (again, 2)


def test_vectors_of_another_encoder_link_nothing(memory: Memory, database: Database) -> None:
    told_again(memory, database)

    def relink_as_another(work: Work) -> None:
        mark = Mark.read(work.run("read_mark")[0])
        work.run("write_mark", **mark._replace(embedding_model="another")._asdict())
        relink(work, memory.space, all=True)
        work.run("write_mark", **mark._asdict())

    assert [link for link in links(memory) if link[0] == "SUPPORTS"] != []
    database.write(relink_as_another)
    assert [link for link in links(memory) if link[0] == "SUPPORTS"] == []


def test_what_is_out_of_sight_joins_nothing_that_is_in_it(
    memory: Memory, database: Database
) -> None:
    memory.ingest(GARDEN, record_only=True)
    said: dict[str, str] = {}
    for name, tellings_of in (("S1", ("D1:1", "D1:2")), ("S2", ("D2:2",))):
        session = Session(database, memory.space, "garden", name)
        answers = [
            session.answer(f"Told at {turn}", session.evidence(turn, session.turns[turn].text))
            for turn in tellings_of
        ]
        chunk = session.chunk(tellings_of[0], tellings_of[-1], Workspace(answers=tuple(answers)))
        session.write(chunk)
        said |= dict(zip(tellings_of, (one.uid for one in answers), strict=True))
    one, other, between = said.values()
    pairs = ((between, one), (between, other))
    write_links(
        database,
        memory.space,
        [StatementLink(*pair, LinkKind.SUPPORTS, "tulips") for pair in pairs],
    )

    def told(sight: Sight) -> dict[str, set[str]]:
        found = database.read(lambda work: tellings(work, memory.space, list(said.values()), sight))
        return {uid: {telling.uid for telling in some} for uid, some in found.items()}

    assert told(EVERYTHING) == {uid: {one, other, between} for uid in said.values()}
    assert told(Sight(session="S1")) == {}


def test_other_vectors_make_other_links(memory: Memory, database: Database) -> None:
    _, again = told_again(memory, database)
    opposite = [{"uid": again, "embedding": [0.0, 1.0] + [0.0] * 382}]
    database.write(lambda work: work.run("set_answer_embeddings", rows=opposite))
    database.write(lambda work: relink(work, memory.space, all=True))
    assert [link for link in links(memory) if link[0] == "SUPPORTS"] == []
