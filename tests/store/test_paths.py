"""The paths over the workspace, in a live Neo4j: what they bring, and what they never bring."""

from datetime import datetime

import pytest

from graphmem.errors import IndexFaultError
from graphmem.memory import Memory
from graphmem.model.scope import Scope
from graphmem.model.search import (
    ActivationSettings,
    Expansion,
    Link,
    SearchOptions,
    SearchPath,
    SearchWeights,
)
from graphmem.retrieval.question import keys_in
from graphmem.store.paths import dated_statements, things_near, turn_ids
from graphmem.store.record import turn_uid
from tests.conftest import OpenMemory
from tests.talk import make_conversation, make_session

DOG = make_conversation(
    "dogs",
    make_session(
        1,
        [
            ("Ana", "I adopted a dog called Rufus last week."),
            ("Ben", "Lovely! Do you play any instruments?"),
            ("Ana", "Yeah, violin."),
            ("Ben", "We drove to the sea on Sunday."),
        ],
    ),
    make_session(
        2,
        [
            ("Ben", "How is life?"),
            ("Ana", "Rufus chewed my left shoe."),
            ("Ana", "First I soak the beans, then I boil them for an hour."),
        ],
    ),
)


@pytest.fixture
def dogs(memory: Memory) -> Memory:
    memory.ingest(DOG)
    return memory


def by(path: SearchPath, **more: object) -> SearchOptions:
    """Only this path, and the score is what it found."""
    signal = "meaning_after" if path is SearchPath.NEIGHBOURS else path.value
    weights = SearchWeights.model_validate({signal: 1.0})
    return SearchOptions(paths=frozenset({path}), weights=weights, **more)


def found(memory: Memory, question: str, options: SearchOptions, **scope: str) -> list[str]:
    hits = memory.search(question, options=options, **scope).hits  # type: ignore[arg-type]
    return [hit.dia_id for hit in hits if hit.score > 0]


def test_answers_bring_the_turns_that_state_them(dogs: Memory) -> None:
    assert found(dogs, "Who adopted a dog?", by(SearchPath.ANSWERS))[0] == "D1:1"


def test_questions_bring_the_turn_that_answers_them(dogs: Memory) -> None:
    assert found(dogs, "Which instruments does Ana play?", by(SearchPath.QUESTIONS))[0] == "D1:3"


def test_a_named_thing_brings_its_turns(dogs: Memory) -> None:
    turns = found(dogs, "Rufus", by(SearchPath.ENTITIES))
    assert {"D1:1", "D2:2"} <= set(turns)


def test_the_talk_at_hand_brings_its_last_turns_first(dogs: Memory) -> None:
    hits = dogs.search("shoes", options=by(SearchPath.TALK), at_hand="dogs").hits
    assert [hit.dia_id for hit in hits][:3] == ["D2:3", "D2:2", "D2:1"]
    assert found(dogs, "shoes", by(SearchPath.TALK)) == []


def test_activation_spreads_over_what_turns_share(dogs: Memory) -> None:
    options = by(SearchPath.ACTIVATION, activation=ActivationSettings(entries=1))
    result = dogs.search("Ana adopted a dog called Rufus", options=options, explain=True)
    trace = result.trace
    assert trace is not None
    (entry,) = trace.entry_points
    assert entry.turn_id == "dogs/D1:1"
    steps = {(step.parent, step.turn_id): step.link for step in trace.steps}
    assert steps["dogs/D1:1", "dogs/D2:2"] is Link.ENTITY
    assert steps["dogs/D1:1", "dogs/D1:2"] is Link.TIME
    reached = {hit.turn_id: hit.score for hit in result.hits}
    assert reached["dogs/D1:1"] > reached["dogs/D2:2"] > 0


def test_every_activation_is_the_one_before_times_decay_and_weight(dogs: Memory) -> None:
    settings = ActivationSettings(decay=0.5, least_activation=0.0, least_similarity=0.3)
    options = by(SearchPath.ACTIVATION, activation=settings)
    trace = dogs.search("the dog Rufus", options=options, explain=True).trace
    assert trace is not None
    assert trace.steps
    begun = {entry.turn_id: entry.similarity for entry in trace.entry_points}
    best = dict(begun)
    for step in trace.steps:
        if step.parent in begun:
            best[step.turn_id] = max(step.activation, best.get(step.turn_id, 0.0))
            assert step.activation == pytest.approx(begun[step.parent] * 0.5 * step.weight)
    # A second step starts from the best that the first brought there, entry points among them.
    for step in trace.steps:
        if step.parent not in begun:
            assert step.activation == pytest.approx(best[step.parent] * 0.5 * step.weight)


@pytest.mark.parametrize("path", SearchPath)
def test_no_path_leaves_the_space_or_the_conversation(
    open_memory: OpenMemory, path: SearchPath
) -> None:
    mine, other = open_memory(), open_memory()
    mine.ingest(DOG, make_conversation("walks", make_session(1, [("Ana", "We walk at dawn.")])))
    other.ingest(DOG.model_copy(update={"conversation_id": "foreign"}))
    for question in ("What breed is Rufus?", "How do you cook beans?"):
        hits = mine.search(question, options=by(path), at_hand="dogs", limit=50).hits
        assert {hit.conversation_id for hit in hits} <= {"dogs", "walks"}
        within = mine.search(
            question, options=by(path), conversation="walks", at_hand="dogs", limit=50
        ).hits
        assert {hit.conversation_id for hit in within} <= {"walks"}


@pytest.mark.parametrize("path", SearchPath)
def test_no_path_tells_what_was_said_later(dogs: Memory, path: SearchPath) -> None:
    hits = dogs.search(
        "Rufus chewed a shoe", options=by(path), at_hand="dogs", as_of="2024-03-01", limit=50
    ).hits
    assert {hit.session_id for hit in hits} <= {"S1"}


@pytest.mark.parametrize("path", SearchPath)
def test_no_path_leaves_the_session_or_the_person(dogs: Memory, path: SearchPath) -> None:
    for question in ("What did Rufus chew?", "How do you cook beans?", "Who plays the violin?"):
        asked = {"options": by(path), "conversation": "dogs", "at_hand": "dogs", "limit": 50}
        of_session = dogs.search(question, session="S2", **asked).hits  # type: ignore[arg-type]
        assert {hit.session_id for hit in of_session} <= {"S2"}
        of_person = dogs.search(question, person="Ben", **asked).hits  # type: ignore[arg-type]
        assert {hit.speaker for hit in of_person} <= {"Ben"}


WALKS = make_conversation(
    "walks",
    make_session(1, [("Ana", "I walk Rufus at dawn."), ("Eva", "And my dog chewed a shoe.")]),
)


def scores(memory: Memory, question: str, **given: object) -> dict[str, float]:
    hits = memory.search(question, limit=50, **given).hits  # type: ignore[arg-type]
    return {hit.turn_id: hit.score for hit in hits}


def test_what_is_out_of_scope_changes_no_score(dogs: Memory) -> None:
    dogs.ingest(WALKS)
    weights = SearchWeights(meaning=1.0, words=1.0, words_around=1.0, session=1.0, length=0.5)
    asked = {"options": SearchOptions(weights=weights), "conversation": "dogs"}
    question = "Which shoe did the dog chew at dawn?"
    assert scores(dogs, question, **asked) == scores(dogs, question, at_hand="walks", **asked)
    one = {**asked, "session": "S1"}
    assert scores(dogs, question, **one) == scores(dogs, question, at_hand="dogs", **one)


def test_meaning_that_is_switched_off_brings_nothing(dogs: Memory) -> None:
    paths = frozenset({SearchPath.WORDS, SearchPath.NEIGHBOURS})
    options = SearchOptions(paths=paths, weights=SearchWeights(words=1.0))
    assert dogs.search("xylophone", options=options).hits == ()
    found = dogs.search("violin", options=options).hits
    assert {hit.dia_id for hit in found} == {"D1:2", "D1:3", "D1:4"}
    assert found[0].paths == (SearchPath.WORDS,)


def test_as_of_things_are_found_by_what_they_were_called(dogs: Memory) -> None:
    options = by(SearchPath.ENTITIES)
    assert found(dogs, "Who chews things?", options)
    assert found(dogs, "Who chews things?", options, as_of="2024-03-01") == []
    assert "D1:1" in found(dogs, "Rufus", options, as_of="2024-03-01")


def test_a_statement_of_later_is_no_bridge_and_no_date(dogs: Memory) -> None:
    asked = "Do you play any instruments? The violin."
    options = by(SearchPath.ACTIVATION, activation=ActivationSettings(entries=1))

    def bridges() -> set[str]:
        trace = dogs.search(asked, options=options, as_of="2024-03-05", explain=True).trace
        assert trace is not None
        return {step.turn_id for step in trace.steps if step.link is Link.ANSWER}

    turns = [turn_uid(dogs.space, "dogs", dia_id) for dia_id in ("D1:1", "D1:2", "D1:3")]
    scope = Scope(space=dogs.space, said_to=datetime(2024, 3, 5))
    assert bridges()
    assert dated_statements(dogs._database, scope, turns)
    later = "MATCH (s:Statement {space: $space}) SET s.said_at = localdatetime('2024-03-06T00:00')"
    dogs._database.driver.execute_query(later, {"space": dogs.space}, database_=dogs._database.name)
    assert bridges() == set()
    assert dated_statements(dogs._database, scope, turns) == []


def test_many_bearers_of_a_name_leave_room_and_come_in_their_order(memory: Memory) -> None:
    lines = [("Ana", "My job is dull."), ("Ben", "My job is dull, too.")]
    for name in [f"c{number:02}" for number in range(12)]:
        memory.ingest(make_conversation(name, make_session(1, lines)))
    memory.ingest(DOG)
    options = SearchOptions(
        paths=frozenset({SearchPath.ENTITIES}), weights=SearchWeights(entities=1.0)
    )
    question = "Did the puppy Rufus, who chews shoes, get in the way of a job?"
    keys = keys_in(question)
    vector = memory._encoder.encode([question])[0]
    scope = Scope(space=memory.space)
    near = things_near(memory._database, scope, vector, keys=keys, things=5, limit=10)
    assert "Rufus" in {thing.name for thing in near}
    jobs = [thing for thing in near if thing.name == "job"]
    assert len(jobs) <= 10
    again = things_near(memory._database, scope, vector, keys=keys, things=5, limit=10)
    assert near == again
    assert {hit.conversation_id for hit in memory.search(question, options=options).hits} >= {
        "dogs"
    }


def test_of_alike_bearers_those_of_the_scope_are_found(memory: Memory) -> None:
    lines = [("Ana", "My job is dull."), ("Ben", "Indeed.")]
    memory.ingest(
        *(make_conversation(f"c{number:02}", make_session(1, lines)) for number in range(8))
    )
    for name in ("c00", "c07"):
        hits = memory.search("job", options=by(SearchPath.ENTITIES), conversation=name).hits
        assert hits[0].turn_id == f"{name}/D1:1"
        assert hits[0].score > 0
    turns = [
        turn
        for thing in things_near(
            memory._database,
            Scope(space=memory.space),
            memory._encoder.encode(["job"])[0],
            keys=("job",),
            things=3,
            limit=1,
        )
        if thing.cosine == 1.0
        for turn in thing.turns
    ]
    places = turn_ids(memory._database, memory.space, turns)
    assert [places[turn] for turn in turns] == ["c00/D1:1", "c01/D1:1", "c02/D1:1"]


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("statements_near", "answers and questions"),
        ("things_near", "entities and concepts"),
        ("activation", "activation"),
    ],
)
def test_a_path_whose_index_fails_is_noted(
    dogs: Memory, monkeypatch: pytest.MonkeyPatch, query: str, what: str
) -> None:
    run = dogs._database.query

    def faulty(name: str, /, **parameters: object) -> object:
        if name == query:
            raise IndexFaultError("out of bounds", next_step="again")
        return run(name, **parameters)

    monkeypatch.setattr(dogs._database, "query", faulty)
    result = dogs.search("Rufus chewed a shoe")
    assert result.hits
    assert result.notes == (f"Found without {what}, since their index failed: out of bounds",)


def test_the_trace_names_whoever_found_a_turn(dogs: Memory) -> None:
    options = SearchOptions(expansion=Expansion.RULES)
    result = dogs.search("When did Ana buy a dog called Rufus?", options=options, explain=True)
    assert result.further
    assert result.trace is not None
    traced = {one.turn_id: one.paths for one in result.trace.candidates}
    assert all(hit.paths == traced[hit.turn_id] != () for hit in result.hits)
    assert any("expansion" in hit.paths for hit in result.hits)
    assert result.trace.found["expansion"] > 0


def test_a_search_writes_nothing(dogs: Memory) -> None:
    query = "MATCH (n {space: $space}) RETURN count(n), sum(size(keys(n)))"
    before = dogs.cypher(query, parameters={"space": dogs.space}).rows
    dogs.search("What breed is Rufus?", at_hand="dogs", now="2024-05-01", explain=True)
    assert dogs.cypher(query, parameters={"space": dogs.space}).rows == before


def test_the_parts_of_a_score_add_up_and_the_trace_agrees(dogs: Memory) -> None:
    result = dogs.search("What breed is Rufus?", explain=True)
    assert result.trace is not None
    traced = {one.turn_id: one for one in result.trace.candidates}
    for hit in result.hits:
        total = sum(part.contribution for part in hit.parts)
        assert hit.score == pytest.approx(total)
        assert sum(traced[hit.turn_id].contributions.values()) == pytest.approx(total)
    assert set(result.milliseconds) >= {"encode", "statements", "things", "activation", "turns"}
