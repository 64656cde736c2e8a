"""The analytics on a small memory of our own: what they find, and that they find what is broken."""

from collections.abc import Iterator
from typing import Any

import pytest

from graphmem.connection import connect
from graphmem.errors import AmbiguousNameError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.workspace import (
    Kind,
    Polarity,
    ProposedAnswer,
    ProposedWorkspace,
    Quote,
    Reference,
)
from graphmem.settings import Settings
from graphmem.store.analytics import analytics_queries
from graphmem.store.database import Database
from tests.talk import make_conversation, make_session

ORCHARD = make_conversation(
    "orchard",
    make_session(
        1,
        [
            ("Ida", "I like figs."),
            ("Tom", "Ida does not like figs at all."),
            ("Tom", "I keep bees."),
        ],
    ),
    make_session(2, [("Ida", "I do not like figs any more."), ("Tom", "I keep geese.")]),
)
# Two women who talk twice, one of them under another name; and a namesake of the other.
PIER = make_conversation(
    "pier", make_session(1, [("Elizabeth", "I keep bees."), ("Karen", "I keep geese.")])
)
QUAY = make_conversation(
    "quay", make_session(1, [("Karen", "I like figs."), ("Liz", "I like plums."), ("Karen", "So.")])
)
BARN = make_conversation(
    "barn", make_session(1, [("Karen", "I keep goats."), ("Hal", "I keep hens.")])
)
QUERIES = analytics_queries()


def told(
    turn_id: str, speaker: str, subject: str, text: str, predicate: str, thing: str, words: str
) -> ProposedAnswer:
    return ProposedAnswer(
        speaker=speaker,
        subject=Reference(name=subject),
        text=text,
        predicate=predicate,
        object=thing,
        kind=Kind.PREFERENCE if predicate == "like" else Kind.FACT,
        polarity=Polarity.NEGATIVE if " not " in text else Polarity.POSITIVE,
        evidence=(Quote(turn_id=turn_id, text=words),),
    )


FACTS = ProposedWorkspace(
    answers=(
        told("D1:1", "Ida", "Ida", "Ida likes figs", "like", "figs", "I like figs"),
        told(
            *("D1:2", "Tom", "Ida", "Ida does not like figs", "like", "figs"),
            "Ida does not like figs at all",
        ),
        told("D1:3", "Tom", "Tom", "Tom keeps bees", "keep", "bees", "I keep bees"),
        told(
            *("D2:1", "Ida", "Ida", "Ida does not like figs any more", "like", "figs"),
            "I do not like figs any more",
        ),
        told("D2:2", "Tom", "Tom", "Tom keeps geese", "keep", "geese", "I keep geese"),
    )
)


@pytest.fixture(scope="module")
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def orchard(memory: Memory) -> Memory:
    memory.ingest(ORCHARD, record_only=True)
    admitted = memory.add_facts("orchard", FACTS)
    assert not admitted.rejected
    return memory


@pytest.fixture
def namesakes(database: Database, memory: Memory) -> Memory:
    """Elizabeth is Liz, and Karen of the pier is Karen of the quay, but not Karen of the barn."""
    memory.ingest(PIER, QUAY, BARN, record_only=True)
    for place, turn, speaker, does, what in (
        ("pier", "D1:1", "Elizabeth", "keep", "bees"),
        ("pier", "D1:2", "Karen", "keep", "geese"),
        ("quay", "D1:1", "Karen", "like", "figs"),
        ("quay", "D1:2", "Liz", "like", "plums"),
        ("barn", "D1:1", "Karen", "keep", "goats"),
    ):
        text, words = f"{speaker} {does}s {what}", f"I {does} {what}"
        answer = told(turn, speaker, speaker, text, does, what, words)
        assert not memory.add_facts(place, ProposedWorkspace(answers=(answer,))).rejected
    write(
        database,
        memory,
        "MATCH (human:Person {space: $space})-[:PARTICIPATED_IN]->({conversation_id: 'pier'}), "
        "(other:Person {space: $space})-[:PARTICIPATED_IN]->({conversation_id: 'quay'}) "
        "WHERE human.name = other.name OR human.name = 'Elizabeth' AND other.name = 'Liz' "
        "CREATE (other)-[:SAME_PERSON_AS]->(human)",
    )
    return memory


def rows(memory: Memory, name: str, **given: Any) -> list[dict[str, Any]]:
    found = memory.analytics(name, **given)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def write(database: Database, memory: Memory, query: str) -> None:
    """Change the memory's graph behind its back."""
    with database.driver.session(database=database.name) as session:
        session.run(query, {"space": memory.space}).consume()


def test_one_day_or_two_people_contradict_and_a_change_of_mind_does_not(orchard: Memory) -> None:
    (found,) = rows(orchard, "most_contradicted")
    # Not Ida against herself a week later.
    assert found == {
        "subject": "Ida",
        "contradictions": 1,
        "first_said": "orchard/D1:1: Ida likes figs",
        "then_said": "orchard/D1:2: Ida does not like figs",
    }
    assert rows(orchard, "most_contradicted", person="Tom") == []


def test_what_is_marked_as_conflicting_counts_too(database: Database, orchard: Memory) -> None:
    write(
        database,
        orchard,
        "MATCH (bees:Answer {space: $space, object: 'bees'}), "
        "(geese:Answer {space: $space, object: 'geese'}) CREATE (geese)-[:CONFLICTS_WITH]->(bees)",
    )
    assert [
        (row["subject"], row["contradictions"]) for row in rows(orchard, "most_contradicted")
    ] == [
        ("Ida", 1),
        ("Tom", 1),
    ]


def test_an_answer_in_the_place_of_another_is_a_change(database: Database, orchard: Memory) -> None:
    assert rows(orchard, "what_changed") == []
    write(
        database,
        orchard,
        "MATCH (bees:Answer {space: $space, object: 'bees'}), "
        "(geese:Answer {space: $space, object: 'geese'}) "
        "CREATE (geese)-[:SUPERSEDES {about: 'keep'}]->(bees)",
    )
    (change,) = rows(orchard, "what_changed", person="tom", conversation="orchard")
    assert (change["whose"], change["what"]) == ("Tom", "keep")
    assert (change["was"], change["became"]) == ("Tom keeps bees", "Tom keeps geese")
    assert (change["since"], change["turn"]) == ("2024-03-08", "orchard/D2:2")
    assert rows(orchard, "what_changed", person="Ida") == []


def test_a_statement_without_what_it_comes_from_is_found(
    database: Database, orchard: Memory
) -> None:
    assert rows(orchard, "orphan_check") == []
    write(
        database,
        orchard,
        "MATCH (:Answer {space: $space, object: 'bees'})-[link:EVIDENCED_BY|STATED_BY]->() "
        "DELETE link",
    )
    write(
        database,
        orchard,
        "MATCH (turn:Turn {space: $space, dia_id: 'D2:1'})<-[link:HAS_TURN]-() DELETE link",
    )
    assert [
        (row["node"], row["what"], row["missing"]) for row in rows(orchard, "orphan_check")
    ] == [
        ("Answer", "Tom keeps bees", "a turn that states it"),
        ("Answer", "Tom keeps bees", "who said it"),
        ("Turn", "I do not like figs any more.", "its session"),
    ]


def test_words_in_the_mouth_of_another_are_found(database: Database, orchard: Memory) -> None:
    assert rows(orchard, "attribution_check") == []
    write(
        database,
        orchard,
        "MATCH (turn:Turn {space: $space, dia_id: 'D1:1'})-[spoken:SPOKEN_BY]->(), "
        "(tom:Person {space: $space, name: 'Tom'}) "
        "DELETE spoken CREATE (turn)-[:SPOKEN_BY]->(tom)",
    )
    assert rows(orchard, "attribution_check", conversation="orchard") == [
        {
            "what": "Ida likes figs",
            "stated_by": "Ida",
            "spoken_by": "Tom",
            "turn": "orchard/D1:1",
        }
    ]


def test_a_pair_is_one_row_whatever_each_is_called(namesakes: Memory) -> None:
    def known(**given: Any) -> list[tuple[Any, ...]]:
        return [
            (row["person"], row["knows"], row["conversations"], row["turns"])
            for row in rows(namesakes, "who_knows_whom", **given)
        ]

    assert known() == [("Elizabeth", "Karen", 2, 5), ("Hal", "Karen", 1, 2)]
    assert known(person="Liz") == [("Elizabeth", "Karen", 2, 5)]


def test_a_name_of_two_humans_asks_back_and_a_uid_means_the_whole_human(
    namesakes: Memory,
) -> None:
    with pytest.raises(AmbiguousNameError, match="Which karen") as raised:
        namesakes.analytics("person_timeline", person="karen")
    apart = {one.told_apart: one.uid for one in raised.value.candidates}
    assert set(apart) == {"takes part in barn", "takes part in pier, quay"}

    def whats(person: str, **given: Any) -> set[str]:
        found = rows(namesakes, "person_timeline", person=person, **given)
        return {row["what"] for row in found}

    both = {"Karen keeps geese", "Karen likes figs"}
    assert whats(apart["takes part in barn"]) == {"Karen keeps goats"}
    bearers = [one.uid for one in namesakes.people() if one.name == "Karen"]
    bearers.remove(apart["takes part in barn"])
    assert len(bearers) == 2
    assert [whats(uid) for uid in bearers] == [both, both]
    # One conversation leaves one of them.
    assert whats("Karen", conversation="quay") == {"Karen likes figs"}
    assert whats("Karen", conversation="barn") == {"Karen keeps goats"}
    assert whats("Liz") == {"Elizabeth keeps bees", "Liz likes plums"}


@pytest.mark.parametrize(
    "query",
    [query for query in QUERIES if "person" in query.parameters],
    ids=lambda query: query.name,
)
def test_every_person_of_one_human_narrows_alike(namesakes: Memory, query: Any) -> None:
    found = [
        namesakes.analytics(query.name, person=one.uid).rows
        for one in namesakes.people()
        if one.name in {"Elizabeth", "Liz"}
    ]
    assert len(found) == 2
    assert found[0] == found[1] == namesakes.analytics(query.name, person="liz").rows


def test_a_name_of_two_who_are_elsewhere_is_not_found(namesakes: Memory) -> None:
    namesakes.ingest(ORCHARD, record_only=True)
    with pytest.raises(NotFoundError, match="'Karen' takes no part in orchard"):
        namesakes.analytics("person_timeline", person="Karen", conversation="orchard")


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_nothing_of_another_space_is_seen(orchard: Memory, open_memory: Any, query: Any) -> None:
    assert orchard.analytics("busiest_days").rows  # there is something to be seen
    assert open_memory().analytics(query.name).rows == ()


def test_a_table_tells_that_there_is_more(orchard: Memory) -> None:
    found = orchard.analytics("evidence_chains", limit=4)
    assert (len(found.rows), found.truncated) == (4, True)
    assert not orchard.analytics("evidence_chains", limit=5).truncated


def test_no_query_multiplies_what_has_nothing_in_common(
    database: Database, orchard: Memory
) -> None:
    def operators(plan: dict[str, Any]) -> Iterator[str]:
        yield plan["operatorType"].partition("@")[0]
        for child in plan.get("children", ()):
            yield from operators(child)

    for query in QUERIES:
        with database.driver.session(database=database.name) as session:
            plan = (
                session.run(f"EXPLAIN {query.text}", dict.fromkeys(query.parameters) | {"limit": 5})
                .consume()
                .plan
            )
        assert plan is not None
        assert "CartesianProduct" not in set(operators(dict(plan))), query.name
