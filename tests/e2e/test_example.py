"""The worked example of the source document, in the packaged sample; and three real Johns."""

from graphmem.memory import Memory
from graphmem.model.decision import Decision, Verdict
from tests.e2e.conftest import Ingested

JOHNS = ("john-maria", "tim-john", "james-john")

ROLES = """
    MATCH (top:Entity {space: $space, layer: 'person', key: $key})
    WHERE (top)-[:BELONGS_TO]->(:Person {name: 'John'})
    MATCH (e:Entity {layer: 'session'})-[:RECONCILED_INTO*1..6]->(top)
    MATCH (e)-[:HAS_ROLE]->(r:Role)
    OPTIONAL MATCH (r)-[:HAS_STATE]->(s:State)
    WITH top, r, collect(DISTINCT s.name) AS states
    RETURN top.uid, collect({
      name: r.name, conversation: r.conversation_id, states: states,
      since: CASE WHEN r.precision IS NULL THEN r.said_at ELSE r.valid_from END
    })
"""


def roles(memory: Memory, key: str) -> list[list[dict[str, object]]]:
    """The roles of each of John's things of this name in the person layer.

    ``since`` is when a role began, or else when it was said to be so.
    """
    found = memory.cypher(ROLES, parameters={"space": memory.space, "key": key}).rows
    return [each for _, each in found]


def between(memory: Memory, name: str) -> list[Decision]:
    """The decisions across conversations about things, or people, of this name."""
    return [
        item.decision
        for item in memory.decisions()
        if item.decision.layer == "person"
        and {item.decision.left.name, item.decision.right.name} == {name}
    ]


def test_john_is_one_man(sample: Ingested) -> None:
    (people,) = sample.memory.cypher(
        """
        MATCH (p:Person {space: $space, name: 'John'})
        OPTIONAL MATCH (p)-[:SAME_PERSON_AS]->(canonical)
        RETURN count(DISTINCT p), count(DISTINCT coalesce(canonical, p))
        """,
        parameters={"space": sample.memory.space},
    ).rows
    assert people == (3, 1)
    made = between(sample.memory, "John")
    assert len(made) == 3
    for decision in made:
        assert (decision.verdict, decision.confident) == (Verdict.MERGE, True)
        # What only one man would share, and where he says so.
        assert any(name in decision.reason for name in ("Nina", "Amara", "Lisa", "Sarah"))
        assert all(side in decision.reason for side in decision.left.conversation_ids)
        assert decision.tools
        assert decision.parts


def test_his_job_is_one_with_three_dated_roles(sample: Ingested) -> None:
    jobs = roles(sample.memory, "job")
    assert len(jobs) == 1, "John has one job entity in the person layer"
    (job,) = jobs
    assert {role["conversation"] for role in job} == set(JOHNS)
    engineer = next(role for role in job if "engineer" in str(role["name"]))
    lead = next(role for role in job if "lead" in str(role["name"]))
    founders = [role for role in job if "founder" in str(role["name"])]
    founder = min(founders, key=month)
    assert engineer["conversation"] == "john-maria"
    assert "works_at_TechCorp" in list_of(engineer, "states")
    assert lead["conversation"] == "tim-john"
    # Three dated roles, in time: May, July and September of 2023.
    assert [month(role) for role in (engineer, lead, founder)] == ["2023-05", "2023-07", "2023-09"]


def list_of(role: dict[str, object], key: str) -> list[str]:
    found = role[key]
    assert isinstance(found, list)
    return found


def month(role: dict[str, object]) -> str:
    return str(role["since"])[:7]


def test_the_merge_of_his_job_says_why(sample: Ingested) -> None:
    made = between(sample.memory, "John's job")
    merged = [one for one in made if one.verdict is Verdict.MERGE]
    places = [place for one in merged for place in conversations(one)]
    assert set(places) == set(JOHNS)
    told = " ".join(one.reason for one in merged)
    assert "TechCorp" in told
    assert "software engineer" in told.replace("_", " ")
    assert "team lead" in told.replace("_", " ")
    for one in merged:
        assert {call.tool for call in one.tools} >= {
            "get_entity_timeline",
            "compare_entities_across_conversations",
        }
        assert abs(sum(part.contribution for part in one.parts) - one.score) < 0.01


def conversations(made: Decision) -> tuple[str, ...]:
    return (*made.left.conversation_ids, *made.right.conversation_ids)


def test_sarah_and_lisa_stay_two_relationships(sample: Ingested) -> None:
    below = sample.memory.cypher(
        """
        MATCH (s:State {space: $space}) WHERE s.name IN ['dating_Sarah', 'married_to_Lisa']
        MATCH (s)<-[:HAS_STATE]-(:Role)<-[:HAS_ROLE]-(e:Entity)
        MATCH (e)-[:RECONCILED_INTO*1..6]->(top) WHERE NOT (top)-[:RECONCILED_INTO]->()
        RETURN s.name, collect(DISTINCT top.uid)
        """,
        parameters={"space": sample.memory.space},
    ).rows
    tops = {name: set(uids) for name, uids in below}
    assert tops.keys() == {"dating_Sarah", "married_to_Lisa"}
    assert not tops["dating_Sarah"] & tops["married_to_Lisa"]
    apart = [
        one
        for one in between(sample.memory, "John's relationship")
        if one.verdict is Verdict.SEPARATE and one.confident
    ]
    assert any("Sarah" in one.reason and "Lisa" in one.reason for one in apart)


def test_every_decision_has_a_reason_and_what_it_rests_on(sample: Ingested) -> None:
    recorded = sample.memory.decisions()
    assert len(recorded) > 20
    for item in recorded:
        made = item.decision
        assert len(made.reason) > 20
        assert made.decided_by == "rule"
        assert made.parts or "bear two names" in made.reason, made.reason
        if made.layer == "person" and made.left.kind == made.right.kind == "entity":
            assert made.tools, made.reason
