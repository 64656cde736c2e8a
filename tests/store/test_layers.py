"""Plans applied to a live Neo4j: the layers, and the ledger that outlives everything."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem.connection import connect
from graphmem.errors import InputError, NotFoundError, StoreError
from graphmem.memory import Memory
from graphmem.model.decision import (
    Decider,
    Decision,
    IsPerson,
    Layer,
    LayerEntity,
    Plan,
    Reconciled,
    SamePerson,
    Side,
    ToolCall,
    Verdict,
)
from graphmem.model.memory import key_uid
from graphmem.model.search import ScorePart
from graphmem.model.workspace import Entity, EntityType, Workspace
from graphmem.settings import Settings
from graphmem.store.about import same_people
from graphmem.store.database import Database
from graphmem.store.layers import (
    Applied,
    Planned,
    apply_plan,
    canonical_people,
    profiles_to_encode,
)
from graphmem.store.ledger import get_decision, list_decisions
from graphmem.store.lock import ConflictError
from graphmem.store.memory_about import load_memory, memory_about
from graphmem.store.memory_snapshot import load_standing
from tests.graph import snapshot
from tests.store.workspaces import MODEL, Session, layer_entity, rows
from tests.talk import GARDEN

VECTOR = [1.0] + [0.0] * 383
BEGIN = "decision:" + "0" * 31


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


class Garden:
    """Two sessions; in one a cactus and a plant, in the other Spike; all are Ben's, and one."""

    def __init__(self, memory: Memory, database: Database) -> None:
        self.space = memory.space
        self.database = database
        self.sessions = [Session(database, memory.space, "garden", name) for name in ("S1", "S2")]
        one, other = self.sessions
        self.cactus = one.entity("cactus", "D1:2", owner="Ben")
        self.plant = one.entity("plant", "D1:3", owner="Ben")
        self.spike = other.entity("Spike", "D2:1", owner="Ben", type=EntityType.PERSON)
        self.extract()
        self.ben = one.people["Ben"]
        self.ana = one.people["Ana"]

    def extract(self) -> None:
        one, other = self.sessions
        one.write(one.chunk("D1:1", "D1:4", Workspace(entities=(self.cactus, self.plant))))
        other.write(other.chunk("D2:1", "D2:2", Workspace(entities=(self.spike,))))

    def side(self, *entities: Entity, layer: Layer = Layer.CONVERSATION) -> Side:
        above = layer is not Layer.SESSION
        uids = [
            key_uid(self.space, item.conversation_id, item.owner_uid, item.key)
            if above
            else item.uid
            for item in entities
        ]
        return Side(
            kind="entity", uids=tuple(uids), name=entities[0].name, conversation_ids=("garden",)
        )

    def decision(self, digit: str, left: Side, right: Side, **changes: object) -> Decision:
        made = Decision(
            uid=BEGIN + digit,
            layer=Layer.CONVERSATION,
            verdict=Verdict.MERGE,
            left=left,
            right=right,
            score=0.9,
            parts=(ScorePart(name="name", value=0.9, weight=1.0),),
            tools=(ToolCall(tool="look", arguments={"at": "cactus"}, result="green"),),
            reason="The cactus is called Spike (D1:4).",
            decided_by=Decider.RULE,
            transcript=("first", "second"),
        )
        return made.model_copy(update=changes)

    def plan(self, *, verdict: Decision | None = None) -> Plan:
        merge = verdict or self.decision("1", self.side(self.cactus), self.side(self.spike))
        absorbed = self.decision(
            "2",
            self.side(self.cactus, layer=Layer.SESSION),
            self.side(self.plant, layer=Layer.SESSION),
            layer=Layer.SESSION,
        )
        above = self.above()
        return Plan(
            decisions=(merge, absorbed),
            entities=(above,),
            reconciled=(
                Reconciled(uid=self.cactus.uid, into=above.uid),
                Reconciled(uid=self.plant.uid, into=self.cactus.uid, decision_uid=absorbed.uid),
                Reconciled(uid=self.spike.uid, into=above.uid, decision_uid=merge.uid),
            ),
            same_person=(SamePerson(uid=self.ana, canonical_uid=self.ben, decision_uid=merge.uid),),
            is_person=(
                IsPerson(entity_uid=above.uid, person_uid=self.ana, decision_uid=merge.uid),
            ),
        )

    def above(self) -> LayerEntity:
        return layer_entity(
            self.space, self.cactus, self.plant, self.spike, shared_with=(self.ana,)
        )

    def apply(
        self,
        plan: Plan,
        *,
        version: int | None = None,
        embeddings: Mapping[str, Sequence[float]] | None = None,
    ) -> Applied:
        now = load_standing(self.database, self.space).version if version is None else version
        vectors = {entity.uid: VECTOR for entity in plan.entities}
        return self.database.write(
            lambda work: apply_plan(
                work,
                self.space,
                plan,
                embeddings=vectors if embeddings is None else embeddings,
                planned=Planned(now, {}, "as ever"),
                embedding_model=MODEL,
            )
        )


@pytest.fixture
def garden(memory: Memory, database: Database) -> Garden:
    memory.ingest(GARDEN, record_only=True)
    return Garden(memory, database)


ON = (
    "MATCH (d:Decision {space: $space})-[on:ON]->(n) "
    "RETURN d.uid, on.side, n.uid ORDER BY d.uid, on.side"
)


def test_a_plan_stands_in_the_graph_and_is_read_back(memory: Memory, garden: Garden) -> None:
    plan = garden.plan()
    applied = garden.apply(plan)
    assert (applied.written, applied.removed, applied.unlinked) == (1, 0, 0)
    assert applied.decisions[:3] == (2, 0, 0)
    memory_of = load_memory(garden.database, garden.space)
    assert memory_of.layers == plan.entities
    assert memory_of.canonical == {garden.ana: garden.ben}
    for either in (garden.ana, garden.ben):
        assert same_people(garden.database, garden.space, [either]) == memory_of.canonical
        assert same_people(garden.database, "elsewhere", [either]) == {}
    assert load_standing(garden.database, garden.space).ledger == plan.decisions
    links = rows(
        memory,
        "MATCH ({space: $space})-[r]->() WHERE type(r) IN ['RECONCILED_INTO', 'IS_PERSON', "
        "'SAME_PERSON_AS', 'SHARED_WITH', 'BELONGS_TO'] RETURN type(r), count(*) ORDER BY type(r)",
    )
    assert links == [
        ("BELONGS_TO", 4),
        ("IS_PERSON", 1),
        ("RECONCILED_INTO", 3),
        ("SAME_PERSON_AS", 1),
        ("SHARED_WITH", 1),
    ]
    above = plan.entities[0].uid
    assert rows(memory, ON) == [
        (BEGIN + "1", "left", above),
        (BEGIN + "1", "right", above),
        (BEGIN + "2", "left", garden.cactus.uid),
        (BEGIN + "2", "right", garden.plant.uid),
    ]


def test_the_same_plan_again_changes_nothing(memory: Memory, garden: Garden) -> None:
    plan = garden.plan()
    garden.apply(plan)
    assert profiles_to_encode(garden.database, garden.space, plan) == []
    before = snapshot(memory)
    assert garden.apply(plan, embeddings={}).nothing
    assert snapshot(memory) == before


def test_only_a_new_profile_is_encoded_again(memory: Memory, garden: Garden) -> None:
    plan = garden.plan()
    (above,) = plan.entities
    assert profiles_to_encode(garden.database, garden.space, plan) == [above]
    garden.apply(plan)
    tagged = above.model_copy(update={"tags": ("prickly",), "shared_with": ()})
    plan = plan.model_copy(update={"entities": (tagged,)})
    assert profiles_to_encode(garden.database, garden.space, plan) == []
    assert garden.apply(plan, embeddings={}).written == 1
    found = "MATCH (e:Entity {space: $space, layer: 'conversation'}) RETURN e.tags, e.embedding"
    assert rows(memory, found) == [(["prickly"], VECTOR)]
    assert not rows(memory, "MATCH ({space: $space})-[r:SHARED_WITH]->() RETURN r")
    renamed = tagged.model_copy(update={"name": "old cactus"})
    assert profiles_to_encode(garden.database, garden.space, Plan(entities=(renamed,))) == [renamed]


def test_what_a_plan_no_longer_holds_goes(memory: Memory, garden: Garden) -> None:
    before = snapshot(memory)
    garden.apply(garden.plan())
    applied = garden.apply(Plan())
    assert (applied.written, applied.removed) == (0, 1)
    assert applied.decisions[:3] == (0, 0, 2)
    after = snapshot(memory)
    aside = ("Ledger", "Decision")
    assert [node for node in after[0] if not any(name in node for name in aside)] == [
        node for node in before[0] if not any(name in node for name in aside)
    ]
    assert [link for link in after[1] if "-ON " not in link] == before[1]


def test_a_plan_of_yesterday_is_refused(memory: Memory, garden: Garden) -> None:
    version = load_standing(garden.database, garden.space).version
    garden.sessions[1].write()
    before = snapshot(memory)
    with pytest.raises(ConflictError, match="Plan again"):
        garden.apply(garden.plan(), version=version)
    assert snapshot(memory) == before


def test_of_two_at_once_one_plans_again(garden: Garden) -> None:
    version = load_standing(garden.database, garden.space).version

    def attempt(_: int) -> bool:
        try:
            garden.apply(garden.plan(), version=version)
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == [False, False, False, True]


def test_a_link_into_nowhere_is_refused_whole(memory: Memory, garden: Garden) -> None:
    before = snapshot(memory)
    plan = garden.plan().model_copy(
        update={"reconciled": (Reconciled(uid=garden.spike.uid, into="entity:nowhere"),)}
    )
    with pytest.raises(StoreError, match="link_reconciled wrote 0 of 1"):
        garden.apply(plan)
    assert snapshot(memory) == before


def test_decisions_are_retired_replaced_and_never_lost(garden: Garden) -> None:
    garden.apply(garden.plan())
    sides = garden.side(garden.cactus), garden.side(garden.spike)
    other = garden.decision(
        "3", *sides, verdict=Verdict.SEPARATE, replaces=BEGIN + "1", score=0.1, confident=False
    )
    applied = garden.apply(Plan(decisions=(other,)))
    assert applied.decisions[:3] == (1, 0, 2)
    assert load_standing(garden.database, garden.space).ledger == (other,)
    listed = list_decisions(garden.database, garden.space, past=True)
    assert {item.decision.uid[-1]: item.in_force for item in listed} == {
        "1": False,
        "2": False,
        "3": True,
    }
    undo = garden.decision("4", *sides, decided_by=Decider.PERSON, undoes=other.uid, tools=())
    garden.apply(Plan(decisions=(undo,)))
    garden.apply(Plan())
    # What a person decided is told to every later plan, in force or not.
    assert load_standing(garden.database, garden.space).ledger == (undo,)
    assert list_decisions(garden.database, garden.space) == ()
    found = garden.database.read(lambda work: canonical_people(work, garden.space))
    assert found == {}
    garden.apply(garden.plan())
    listed = list_decisions(garden.database, garden.space)
    assert [item.decision.uid[-1] for item in listed] == ["1", "2"]


def test_a_decision_links_to_what_it_replaces_and_undoes(memory: Memory, garden: Garden) -> None:
    garden.apply(garden.plan())
    sides = garden.side(garden.cactus), garden.side(garden.spike)
    later = garden.decision("3", *sides, replaces=BEGIN + "1", undoes=BEGIN + "2")
    garden.apply(Plan(decisions=(later,)))
    assert rows(
        memory,
        "MATCH (:Decision {space: $space})-[r:REPLACES|UNDOES]->(d) "
        "RETURN type(r), d.uid ORDER BY type(r)",
    ) == [("REPLACES", BEGIN + "1"), ("UNDOES", BEGIN + "2")]


def test_a_decision_is_found_by_the_beginning_of_its_uid(garden: Garden) -> None:
    plan = garden.plan()
    garden.apply(plan)
    found = get_decision(garden.database, garden.space, BEGIN.removeprefix("decision:") + "1")
    assert (found.decision, found.in_force) == (plan.decisions[0], True)
    assert get_decision(garden.database, garden.space, BEGIN + "2").decision == plan.decisions[1]
    with pytest.raises(InputError, match="Several"):
        get_decision(garden.database, garden.space, "0")
    with pytest.raises(NotFoundError):
        get_decision(garden.database, garden.space, "f")
    with pytest.raises(NotFoundError):
        get_decision(garden.database, "another space", BEGIN + "1")


def test_the_ledger_outlives_what_it_is_on(memory: Memory, garden: Garden) -> None:
    plan = garden.plan()
    garden.apply(plan)
    before = rows(memory, ON)
    for session in garden.sessions:
        session.write()
    standing = load_standing(garden.database, garden.space)
    assert standing.ledger == plan.decisions
    garden.apply(Plan(decisions=plan.decisions))
    assert rows(memory, ON) == []
    garden.extract()
    garden.apply(plan)
    assert rows(memory, ON) == before


def test_decisions_follow_an_entity_that_is_split(memory: Memory, garden: Garden) -> None:
    plan = garden.plan()
    garden.apply(plan)
    one = layer_entity(garden.space, garden.cactus, garden.plant)
    other = layer_entity(garden.space, garden.spike)
    garden.apply(Plan(decisions=plan.decisions, entities=(one, other)))
    on_merge = [row[1:] for row in rows(memory, ON) if row[0] == BEGIN + "1"]
    assert on_merge == [("left", one.uid), ("right", other.uid)]


def test_what_was_reconciled_comes_along(garden: Garden) -> None:
    plan = garden.plan()
    garden.apply(plan)
    for name in ("Spike", "plant", garden.cactus.uid, plan.entities[0].uid):
        found = memory_about(garden.database, garden.space, [name])
        assert {item.key for item in found.snapshot.entities} == {"cactus", "plant", "spike"}, name
        assert found.layers == plan.entities
