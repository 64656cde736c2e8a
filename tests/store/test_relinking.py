"""Links derived where something changed: after every step those that the whole space would have."""

import random
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from neo4j import Record

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation, Turn
from graphmem.model.conversation import Session as Talk
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.workspace import (
    Entity,
    EntityType,
    Kind,
    Modality,
    Network,
    Polarity,
    Workspace,
)
from graphmem.settings import Settings
from graphmem.store.answer_links import Relinked, relink, standing_links
from graphmem.store.database import Database, Work
from graphmem.store.memory_snapshot import load_snapshot
from graphmem.store.record import conversation_uid
from graphmem.store.workspace import add_facts
from graphmem.tools import Index
from graphmem.tools.links import answer_links
from tests.store.workspaces import MODEL, Session, rows

BEGIN = datetime(2024, 3, 1, 18)
TALKS, SESSIONS, TURNS = 3, 2, 8
PLACES = ("Lund", "Malmo", "Ystad")
THINGS = ("boat", "oboe", "Tern", "Keel", *PLACES)
SAID = (
    ("live_in", PLACES, Kind.FACT),
    ("work_at", ("Keel", "Tern"), Kind.FACT),
    ("play", ("oboe",), Kind.FACT),
    ("love", ("boat", "oboe"), Kind.OPINION),
    ("hate", ("boat", "oboe"), Kind.OPINION),
    ("paint", ("boat", "Tern"), Kind.EVENT),
)
TITLES = ("welder", "cook")
PLACES_HELD = """
    MATCH (s:Statement {space: $space})-[r:SUBJECT|NAMES]->(named)
    WHERE s:Answer OR s:Role
    RETURN s.uid, named.uid, s.order_key, s.link_digest,
           r.slot_at, r.again_at, r.subject_at, r.predicate_at, r.thing_at, r.pair_at,
           r.opinion_at
    ORDER BY s.uid, named.uid
"""
UNPLACE = """
    MATCH (s:Statement {space: $space})-[r:SUBJECT|NAMES]->()
    REMOVE s.order_key, s.link_digest, r.slot_at, r.again_at, r.subject_at, r.predicate_at,
           r.thing_at, r.pair_at, r.opinion_at
"""


class OneVector:
    """Encodes everything alike: no link depends on a vector."""

    dimension = 384

    def __init__(self, model: str) -> None:
        self.model = model

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] + [0.0] * 383 for _ in texts]


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def memory(live_settings: Settings, request: pytest.FixtureRequest) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": f"relinking-{random.random()}"})
    with Memory(settings, encoder=OneVector(settings.embedding_model)) as opened:
        yield opened
        opened.delete_space()


class History:
    """A space in which sessions are read anew, and things and people become one and two again."""

    def __init__(
        self, memory: Memory, database: Database, seed: int, *, in_order: bool = False
    ) -> None:
        self.chance = random.Random(seed)
        self.memory = memory
        self.database = database
        self.space = memory.space
        count = TALKS * SESSIONS
        self.days = list(range(count)) if in_order else self.chance.sample(range(60), count)
        memory.ingest(*(self.talk(number) for number in range(TALKS)), record_only=True)
        self.one: set[str] = set()
        self.apart: set[str] = set()
        self.spoken_of: str | None = None

    def talk(self, number: int) -> Conversation:
        return Conversation(
            conversation_id=f"talk {number}",
            source="test",
            sessions=tuple(
                Talk(
                    session_id=f"S{session}",
                    turns=tuple(
                        Turn(
                            dia_id=f"D{session}:{place}",
                            speaker=("Ana", f"Bo {number}")[place % 2],
                            text="Well, so it is with all of that.",
                            said_at=BEGIN
                            + timedelta(days=self.days[number * SESSIONS + session], minutes=place),
                        )
                        for place in range(TURNS)
                    ),
                )
                for session in range(SESSIONS)
            ),
        )

    def read_session(self) -> None:
        """One session says other things from now on, or nothing at all."""
        talk, session = self.chance.randrange(TALKS), self.chance.randrange(SESSIONS)
        read = Session(self.database, self.space, f"talk {talk}", f"S{session}")
        half = TURNS // 2
        turns = list(read.turns)
        parts = [turns[:half], turns[half:]]
        read.write(
            *(
                read.chunk(
                    part[0], part[-1], self.said(read, part), digest=str(self.chance.random())
                )
                for part in self.chance.sample(parts, self.chance.choice([0, 1, 2, 2, 2]))
            )
        )

    def add_fact(self) -> None:
        """A caller states something of a turn, beside what it was read to say."""
        talk, session = self.chance.randrange(TALKS), self.chance.randrange(SESSIONS)
        read = Session(self.database, self.space, f"talk {talk}", f"S{session}")
        turn = self.chance.choice(list(read.turns))
        chunk = read.chunk(turn, turn, self.said(read, [turn]), digest="fact")
        chunk = chunk._replace(uid=f"{chunk.uid} fact {self.chance.randrange(2)}")
        self.database.write(
            lambda work: add_facts(
                work, self.space, f"talk {talk}", f"S{session}", chunk, embedding_model=MODEL
            )
        )

    def said(self, read: Session, turns: Sequence[str]) -> Workspace:
        chance = self.chance
        entities: dict[str, Entity] = {}

        def thing(name: str, turn: str, *, owner: str | None = None) -> Entity:
            kind = EntityType.PLACE if name in PLACES else EntityType.ORG
            kind = EntityType.THING if name.islower() else kind
            found = read.entity(name, turn, type=kind, owner=owner)
            entities.setdefault(found.uid, found)
            return entities[found.uid]

        answers, roles = [], []
        for turn in turns:
            proof = read.evidence(turn, "so it is")
            for number in range(chance.randrange(3)):
                verb, objects, kind = chance.choice(SAID)
                what = chance.choice(objects)
                polarity = chance.choice([Polarity.POSITIVE, Polarity.POSITIVE, Polarity.NEGATIVE])
                named = [thing(name, turn) for name in chance.sample(THINGS, chance.randrange(3))]
                about = chance.choice([None, None, thing("Tern", turn).uid])
                text = f"{verb} {what} truly {number}, the role of {chance.choice(TITLES)}"
                answers.append(
                    read.answer(
                        text, proof, subject=about, names=[thing(what, turn), *named]
                    ).model_copy(
                        update={
                            "predicate": verb,
                            "object": what,
                            "polarity": polarity,
                            "kind": kind,
                            "network": Network.OPINION if kind is Kind.OPINION else Network.WORLD,
                            "modality": Modality.SAID,
                        }
                    )
                )
            if chance.random() < 0.4:
                job = thing("job", turn, owner=self.speaker(read, turn))
                title = chance.choice(TITLES)
                role = read.role(title, job, proof, states=[f"works_at_{chance.choice(THINGS)}"])
                roles.append(role)
        return Workspace(
            entities=tuple(entities.values()), answers=tuple(answers), roles=tuple(roles)
        )

    def speaker(self, read: Session, turn: str) -> str:
        uid = read.turns[turn].speaker_uid
        return next(name for name, person in read.people.items() if person == uid)

    def reconcile(self) -> set[str]:
        """A few things and people are one, or no longer; the uids of what has moved."""
        before = self.meant()
        self.run("MATCH (e:Entity {space: $space}) WHERE e.layer <> 'session' DETACH DELETE e")
        self.run("MATCH (:Person {space: $space})-[link:SAME_PERSON_AS]->() DELETE link")
        sessions = self.run("MATCH (e:Entity {space: $space}) RETURN e.uid AS uid, e.key AS key")
        people = self.run("MATCH (p:Person {space: $space}) RETURN p.uid AS uid ORDER BY uid")
        first, *others = (person["uid"] for person in people)
        for uid in self.chance.sample(others, 1):
            self.one ^= {uid}
        for thing in self.chance.sample(sessions, min(2, len(sessions))):
            self.apart ^= {thing["uid"]}
        self.run(
            "UNWIND $some AS one MATCH (p:Person {uid: one}), (q:Person {uid: $other}) "
            "CREATE (p)-[:SAME_PERSON_AS]->(q)",
            some=sorted(self.one),
            other=first,
        )
        self.run(
            "UNWIND $rows AS row MERGE (a:Entity {uid: $space + row.key}) "
            "SET a.space = $space, a.layer = 'conversation', a.name = row.key "
            "WITH a, row MATCH (e:Entity {uid: row.uid}) CREATE (e)-[:RECONCILED_INTO]->(a)",
            rows=[
                {"uid": one["uid"], "key": one["uid" if one["uid"] in self.apart else "key"]}
                for one in sessions
            ],
        )
        if self.chance.random() < 0.2:
            self.spoken_of = self.chance.choice([None, first, *others])
        self.run(
            "MATCH (a:Entity {uid: $space + 'tern'}), (p:Person {uid: $person}) "
            "CREATE (a)-[:IS_PERSON]->(p)",
            person=self.spoken_of,
        )
        after = self.meant()
        return {uid for uid in before.keys() | after.keys() if before.get(uid) != after.get(uid)}

    def meant(self) -> dict[str, str]:
        """What session-layer entities and people are in the end, by the links of the layers."""
        found: dict[str, str] = {}
        for record in self.run(
            "MATCH (e:Entity {space: $space, layer: 'session'}) "
            "OPTIONAL MATCH (e)-[:RECONCILED_INTO]->(a) OPTIONAL MATCH (a)-[:IS_PERSON]->(p) "
            "RETURN e.uid AS uid, coalesce(p.uid, a.uid, e.uid) AS meant"
        ):
            found[record["uid"]] = record["meant"]
        human = self.humans()
        people = self.run("MATCH (p:Person {space: $space}) RETURN p.uid AS uid")
        found |= {record["uid"]: record["uid"] for record in people}
        return {uid: human.get(meant, meant) for uid, meant in found.items()}

    def humans(self) -> dict[str, str]:
        return {
            record["uid"]: record["human"]
            for record in self.run(
                "MATCH (p:Person {space: $space})-[:SAME_PERSON_AS]->(q) "
                "RETURN p.uid AS uid, q.uid AS human"
            )
        }

    def run(self, query: str, **parameters: Any) -> list[dict[str, str]]:
        records = self.database.driver.execute_query(
            query, space=self.space, database_=self.database.name, **parameters
        ).records
        return [dict(record) for record in records]

    def expected(self) -> set[StatementLink]:
        snapshot = self.database.read(lambda work: load_snapshot(work, self.space))
        index = Index(snapshot, self.humans())
        # Every answer has the same vector.
        return set(answer_links(index, self.meant(), lambda pairs: dict.fromkeys(pairs, 1.0)))

    def linked(self) -> set[StatementLink]:
        return set(self.database.read(lambda work: standing_links(work, self.space)))


def link(work: Work, space: str, moved: Collection[str] = ()) -> Relinked:
    """As after a plan: conversations that wait for one keep their sessions unlinked."""
    stale = work.run("stale_conversations", space=space, uids=[], most=100)
    places = [
        {"uid": conversation_uid(space, one["conversation_id"]), "changes": one["changes"]}
        for one in stale
    ]
    work.run("settle_conversations", rows=places)
    return relink(work, space, moved=moved)


@pytest.mark.parametrize("seed", range(6))
def test_after_every_change_the_links_are_those_of_the_whole(
    memory: Memory, database: Database, seed: int
) -> None:
    history = History(memory, database, seed)
    kinds: set[LinkKind] = set()
    for _ in range(12):
        moved: set[str] = set()
        for _ in range(history.chance.choice([1, 1, 2])):
            history.chance.choice([history.read_session, history.add_fact])()
        if history.chance.random() < 0.5:
            moved = history.reconcile()
        database.write(partial(link, space=memory.space, moved=moved))
        found = history.linked()
        assert found == history.expected()
        kinds |= {link.kind for link in found}
    assert kinds >= {LinkKind.SUPERSEDES, LinkKind.SUPPORTS, LinkKind.FOLLOWS, LinkKind.RELATED}

    def from_nothing(work: Work) -> Relinked:
        return relink(work, memory.space, all=True)

    held = rows(memory, PLACES_HELD)
    assert database.write(from_nothing) == Relinked(0, 0)
    assert rows(memory, PLACES_HELD) == held
    history.run(UNPLACE)
    assert database.write(from_nothing) == Relinked(0, 0)
    assert rows(memory, PLACES_HELD) == held


def test_without_a_change_nothing_is_looked_at(memory: Memory, database: Database) -> None:
    history = History(memory, database, 1)
    history.read_session()
    asked: list[tuple[str, int]] = []

    def counted(work: Work) -> Relinked:
        def run(name: str, **given: Any) -> list[Record]:
            found = work.run(name, **given)
            asked.append((name, len(found)))
            return found

        return relink(Work(run), memory.space)

    database.write(partial(link, space=memory.space))
    assert database.write(counted) == Relinked(0, 0)
    assert sum(count for _, count in asked) == 0


def test_an_answer_that_says_better_what_a_role_does_takes_its_place(
    memory: Memory, database: Database
) -> None:
    history = History(memory, database, 1, in_order=True)

    def says(session: int, turn: str, title: str, text: str) -> None:
        read = Session(database, memory.space, "talk 0", f"S{session}")
        proof = read.evidence(turn, "so it is")
        job = read.entity("job", turn, owner="Ana")
        role = read.role(title, job, proof, states=["busy"])
        said = Workspace(entities=(job,), roles=(role,), answers=(read.answer(text, proof),))
        read.write(read.chunk(turn, turn, said))

    says(0, "D0:0", "welder", "as a welder")
    says(1, "D1:0", "cook", "as a cook")
    database.write(partial(link, space=memory.space))
    (found,) = history.linked()
    assert found.kind is LinkKind.SUPERSEDES
    read = Session(database, memory.space, "talk 0", "S0")
    better = read.answer("the role of welder", read.evidence("D0:0", "so it is"))
    # It stands in no group itself, so the role alone can lead to what was said later.
    better = better.model_copy(update={"kind": Kind.EVENT})
    chunk = read.chunk("D0:0", "D0:0", Workspace(answers=(better,)))._replace(uid="chunk:fact")
    database.write(
        lambda work: add_facts(work, memory.space, "talk 0", "S0", chunk, embedding_model=MODEL)
    )
    database.write(partial(link, space=memory.space))
    assert any(better.uid in (one.source, one.target) for one in history.linked())
    assert history.linked() == history.expected()
