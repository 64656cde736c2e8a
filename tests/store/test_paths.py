"""The paths over the workspace, in a live Neo4j: what they bring, and what they never bring."""

import pytest

from graphmem.memory import Memory
from graphmem.model.search import (
    ActivationSettings,
    SearchOptions,
    SearchPath,
    SearchWeights,
)
from graphmem.model.trace import Link
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


@pytest.mark.parametrize("path", [path for path in SearchPath if path is not SearchPath.TALK])
def test_no_path_leaves_the_space_or_the_conversation(
    open_memory: OpenMemory, path: SearchPath
) -> None:
    mine, other = open_memory(), open_memory()
    mine.ingest(DOG, make_conversation("walks", make_session(1, [("Ana", "We walk at dawn.")])))
    other.ingest(DOG.model_copy(update={"conversation_id": "foreign"}))
    for question in ("What breed is Rufus?", "How do you cook beans?"):
        hits = mine.search(question, options=by(path), limit=50).hits
        assert {hit.conversation_id for hit in hits} <= {"dogs", "walks"}
        within = mine.search(question, options=by(path), conversation="walks", limit=50).hits
        assert {hit.conversation_id for hit in within} <= {"walks"}


@pytest.mark.parametrize("path", [path for path in SearchPath if path is not SearchPath.TALK])
def test_no_path_tells_what_was_said_later(dogs: Memory, path: SearchPath) -> None:
    hits = dogs.search("Rufus chewed a shoe", options=by(path), as_of="2024-03-01", limit=50).hits
    assert {hit.session_id for hit in hits} <= {"S1"}


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
