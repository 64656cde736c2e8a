"""What is one person's is never another's: over the whole graph, and where all looks the same."""

import pytest

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.decision import MergePolicy
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested
from tests.talk import ALIKE, BEGIN, make_conversation, make_session

# The human behind a Person is the canonical one. Whatever stands in something of an upper layer,
# by whatever path, must have no owner or the one whose that is.
STRANGERS = """
    MATCH (e:Entity {layer: 'session'})-[:BELONGS_TO]->(p:Person)
    OPTIONAL MATCH (p)-[:SAME_PERSON_AS]->(canonical:Person)
    WITH e, coalesce(canonical, p) AS owner
    MATCH (e)-[:RECONCILED_INTO*1..6]->(above:Entity)
    WITH above, collect(DISTINCT owner.uid) AS humans
    OPTIONAL MATCH (above)-[:BELONGS_TO]->(q:Person)
    OPTIONAL MATCH (q)-[:SAME_PERSON_AS]->(canonical:Person)
    WITH above, humans, [uid IN collect(DISTINCT coalesce(canonical, q).uid)
                         WHERE NOT uid IN humans] AS strangers
    WHERE size(humans) > 1 OR size(strangers) > 0
    RETURN above.uid, above.name, humans, strangers
"""

# Between things of one layer, too: what absorbed another must not be somebody else's.
ABSORBED = """
    MATCH (a:Entity)-[:RECONCILED_INTO]->(b:Entity)
    MATCH (a)-[:BELONGS_TO]->(p:Person), (b)-[:BELONGS_TO]->(q:Person)
    OPTIONAL MATCH (p)-[:SAME_PERSON_AS]->(cp:Person)
    OPTIONAL MATCH (q)-[:SAME_PERSON_AS]->(cq:Person)
    WITH a, b, collect(DISTINCT coalesce(cp, p).uid) AS owners,
         collect(DISTINCT coalesce(cq, q).uid) AS others
    WHERE none(uid IN owners WHERE uid IN others)
    RETURN a.name, b.name
"""

# Two who talk to each other, and are one all the same: by whatever way that came about.
TALKING = """
    MATCH (p:Person)-[:PARTICIPATED_IN]->(c:Conversation)<-[:PARTICIPATED_IN]-(q:Person)
    WHERE p.uid < q.uid
    OPTIONAL MATCH (p)-[:SAME_PERSON_AS]->(cp:Person)
    OPTIONAL MATCH (q)-[:SAME_PERSON_AS]->(cq:Person)
    WITH p, q, c, coalesce(cp, p) AS one, coalesce(cq, q) AS other
    WHERE one = other
    RETURN c.conversation_id, p.name, q.name
"""

OWNED = """
    MATCH (e:Entity {space: $space})-[:BELONGS_TO]->(p:Person {name: $name})
    WHERE e.layer = $layer RETURN e.uid, e.key
"""


def owned(memory: Memory, name: str, layer: str) -> dict[str, str]:
    parameters = {"space": memory.space, "name": name, "layer": layer}
    return dict(memory.cypher(OWNED, parameters=parameters).rows)


def assert_nothing_is_mixed(memory: Memory) -> None:
    """In all spaces that the database holds."""
    assert memory.cypher(STRANGERS).rows == ()
    assert memory.cypher(ABSORBED).rows == ()
    assert memory.cypher(TALKING).rows == ()


def test_nothing_of_the_sample_is_mixed(sample: Ingested) -> None:
    assert_nothing_is_mixed(sample.memory)


def test_two_people_of_whom_all_is_the_same(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(ALIKE)
    assert_nothing_is_mixed(memory)
    for layer in ("session", "conversation"):
        omar, rosa = owned(memory, "Omar", layer), owned(memory, "Rosa", layer)
        assert {"job", "sister", "dog"} <= set(omar.values()) & set(rosa.values())
        assert not omar.keys() & rosa.keys()
    rows = memory.cypher(
        """
        MATCH (a:Answer {space: $space})-[:STATED_BY]->(p:Person)
        WHERE a.predicate IN ['adopt', 'break', 'leave', 'promote']
        MATCH (a)-[:SUBJECT|NAMES]->(e:Entity)-[:BELONGS_TO]->(owner:Person)
        RETURN DISTINCT p.name, owner.name
        """,
        parameters={"space": memory.space},
    ).rows
    assert rows
    assert all(speaker == owner for speaker, owner in rows)


def test_no_person_may_merge_what_two_people_own(open_memory: OpenMemory) -> None:
    memory = open_memory()
    memory.ingest(ALIKE)
    for thing in ("sister", "job", "dog"):
        with pytest.raises(InputError, match=r"two people, (Omar and Rosa|Rosa and Omar)"):
            memory.merge(f"alike/Omar/{thing}", f"alike/Rosa/{thing}")
    with pytest.raises(InputError, match="two people"):
        memory.merge(owned_uid(memory, "Omar"), owned_uid(memory, "Rosa"))
    assert memory.decisions(past=True) == ()
    assert_nothing_is_mixed(memory)


def owned_uid(memory: Memory, name: str) -> str:
    by_key = {key: uid for uid, key in owned(memory, name, "session").items()}
    return by_key["sister"]


def test_two_of_one_name_with_everything_alike_but_told_apart_by_the_caller(
    open_memory: OpenMemory,
) -> None:
    """Two Saras of two person_ids, in two talks, whatever the policy."""
    lines = [
        ("Sara", "My sister Nina came by with her dog Bruno. I work at Steelhaven as a welder."),
        ("Ida", "Nice! How is your sister?"),
        ("Sara", "My sister Nina is well. I love my job at Steelhaven."),
    ]
    talks = [
        make_conversation(name, make_session(1, lines, day=BEGIN)) for name in ("north", "south")
    ]
    identified = [
        talk.model_copy(
            update={
                "sessions": tuple(
                    session.model_copy(
                        update={
                            "turns": tuple(
                                turn.model_copy(
                                    update={"person_id": f"{turn.speaker}-{talk.conversation_id}"}
                                )
                                for turn in session.turns
                            )
                        }
                    )
                    for session in talk.sessions
                )
            }
        )
        for talk in talks
    ]
    for policy in MergePolicy:
        memory = open_memory(merge_policy=policy)
        memory.ingest(*identified)
        assert_nothing_is_mixed(memory)
        rows = memory.cypher(
            "MATCH (:Person {space: $space})-[r:SAME_PERSON_AS]->() RETURN r",
            parameters={"space": memory.space},
        ).rows
        assert rows == ()
        jobs = [key for key in owned(memory, "Sara", "person").values() if key == "job"]
        assert len(jobs) in {0, 2}, "a job of one Sara was merged into the other's"


def test_two_who_talk_are_not_one_by_somebody_who_goes_by_both_names(
    open_memory: OpenMemory,
) -> None:
    together = make_conversation(
        "quay",
        make_session(
            1,
            [
                ("Bob", "I work as a welder. My mother is Ruth."),
                ("Rob", "I work as a baker. My mother is Tess."),
            ],
            day=BEGIN,
        ),
    )
    known = make_conversation(
        "mill",
        make_session(1, [("Bob", "I have a dog called Rex."), ("Zed", "Good for you.")], day=BEGIN),
        make_session(2, [("Rob", "I work at Keel."), ("Zed", "Good for you.")], day=BEGIN),
    )
    identified = known.model_copy(
        update={
            "sessions": tuple(
                session.model_copy(
                    update={
                        "turns": tuple(
                            turn.model_copy(update={"person_id": "b-or-r"})
                            if turn.speaker in {"Bob", "Rob"}
                            else turn
                            for turn in session.turns
                        )
                    }
                )
                for session in known.sessions
            )
        }
    )
    for policy in MergePolicy:
        memory = open_memory(merge_policy=policy)
        memory.ingest(together, identified)
        assert_nothing_is_mixed(memory)
    memory = open_memory()
    memory.ingest(together, identified)
    memory.merge("quay/Bob", "mill/Bob")
    with pytest.raises(InputError, match="who talk to each other in quay"):
        memory.merge("quay/Rob", "mill/Rob")
    assert_nothing_is_mixed(memory)
