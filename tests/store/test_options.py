"""Options of a search in a live Neo4j: what a call switches on changes what it finds."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from graphmem.adapters import sentence_models
from graphmem.agents.passage_judge import PassageOrder
from graphmem.agents.rewording import FurtherQuestions
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.search import (
    BASE_PATHS,
    Expansion,
    Recency,
    SearchOptions,
    SearchResult,
    SearchWeights,
)
from graphmem.retrieval import searcher
from graphmem.testing import LoopbackModel, answers, fails
from tests.conftest import OpenMemory
from tests.talk import BEGIN, GARDEN, make_conversation, make_session
from tests.unit.retrieval.crossencoder import save_tiny

MODEL = "openai/loopback"
YEARS = make_conversation(
    "years",
    *(
        make_session(number, [("Ana", "I planted tulips."), ("Ben", "Fine.")], day=day)
        for number, day in enumerate(
            (BEGIN, BEGIN.replace(year=2025), BEGIN.replace(year=2026)), start=1
        )
    ),
)


def ids(result: SearchResult) -> list[str]:
    return [hit.turn_id for hit in result.hits]


def with_model(open_memory: OpenMemory, server: LoopbackModel) -> Memory:
    return open_memory(llm_model=MODEL, llm_api_base=server.base_url, llm_api_key=SecretStr("none"))


@pytest.mark.parametrize("mode", [Recency.DECAY, Recency.BOOST])
def test_recency_lifts_what_was_said_last(memory: Memory, mode: Recency) -> None:
    memory.ingest(YEARS, record_only=True)
    asked = "Who planted tulips?"
    plain = memory.search(asked, now="2026-03-03", options=SearchOptions(paths=BASE_PATHS))
    options = SearchOptions(paths=BASE_PATHS, recency=mode)
    lifted = memory.search(asked, now="2026-03-03", options=options)
    assert ids(plain)[0] == "years/D1:1"
    assert ids(lifted)[0] == "years/D3:1"
    assert [part.name for part in lifted.hits[0].parts if part.name == "recency"]


def test_what_can_have_no_effect_is_noted(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    (note,) = memory.search("What did Ana plant last May?").notes
    assert '"last May"' in note
    assert "`now`" in note
    assert memory.search("What did Ana plant last May?", now="2026-03-03").notes == ()
    assert memory.search("What did Ana plant recently?").notes == ()
    (note,) = memory.search("tulips", options=SearchOptions(weights=SearchWeights())).notes
    assert note.startswith("Every weight is 0")


def test_the_talk_at_hand_counts(memory: Memory) -> None:
    again = GARDEN.model_copy(update={"conversation_id": "late"})
    memory.ingest(GARDEN, again, record_only=True)
    asked = "Who planted tulips?"
    assert ids(memory.search(asked))[0] == "garden/D1:1"
    assert ids(memory.search(asked, at_hand="late"))[0] == "late/D1:1"


def test_expansion_by_rules_counts_and_says_what_it_asked(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    options = SearchOptions(expansion=Expansion.RULES)
    found = memory.search("When did Ana purchase tulips?", options=options)
    assert "Ana purchased tulips" in found.further
    assert any(part.name == "expanded" for part in found.hits[0].parts)
    assert found.notes == ()
    none = memory.search("Spike?", options=options)
    assert none.further == ()
    assert "no other wording" in none.notes[0]


def test_expansion_by_a_model_counts_and_its_failure_is_noted(open_memory: OpenMemory) -> None:
    options = SearchOptions(paths=BASE_PATHS, expansion=Expansion.LLM)
    asked = "What about the plants?"
    told = FurtherQuestions(questions=("The cactus is called Spike",))
    with LoopbackModel(answers(told)) as server:
        memory = with_model(open_memory, server)
        memory.ingest(GARDEN, record_only=True)
        plain, found = memory.search(asked), memory.search(asked, options=options)
    assert found.further == ("The cactus is called Spike",)
    before = {hit.turn_id: hit.score for hit in plain.hits}
    gained = {hit.turn_id: hit.score - before[hit.turn_id] for hit in found.hits}
    assert max(gained, key=lambda turn: gained[turn]) == "garden/D1:4"
    assert all(gain > 0 for gain in gained.values())
    with LoopbackModel(fails(400)) as server:
        memory = with_model(open_memory, server)
        memory.ingest(GARDEN, record_only=True)
        failed = memory.search("When did Ana buy tulips?", options=options)
        assembled = memory.assemble("When did Ana buy tulips?", 500, options=options)
    assert failed.hits
    assert failed.notes[0].startswith("The rules worded further questions, since openai/loopback")
    assert assembled.notes[0] == failed.notes[0]


@pytest.mark.sentence_transformers
def test_a_cross_encoder_has_the_last_word_and_is_loaded_once(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []

    def load(name: str, *, threads: int | None = None) -> sentence_models.CrossEncoderReranker:
        loaded.append(name)
        return sentence_models.load_reranker(name, threads=threads)

    monkeypatch.setattr(searcher, "load_reranker", load)
    memory.ingest(GARDEN, record_only=True)
    options = SearchOptions(paths=BASE_PATHS, rerank=str(save_tiny(tmp_path)))
    found = memory.search("Who planted tulips?", options=options)
    given = [part.value for hit in found.hits for part in hit.parts if part.name == "rerank"]
    assert len(given) == len(found.hits) == 6
    assert given == sorted(given, reverse=True)
    memory.assemble("Who planted tulips?", 500, options=options)
    assert len(loaded) == 1


def test_a_model_reranks_and_its_failure_is_noted(open_memory: OpenMemory) -> None:
    options = SearchOptions(paths=BASE_PATHS, rerank="llm")
    with LoopbackModel(answers(PassageOrder(order=(3, 1)))) as server:
        memory = with_model(open_memory, server)
        memory.ingest(GARDEN, record_only=True)
        plain = memory.search("Who planted tulips?", options=SearchOptions(paths=BASE_PATHS))
        found = memory.search("Who planted tulips?", options=options)
    assert ids(found)[:2] == [ids(plain)[2], ids(plain)[0]]
    with LoopbackModel(fails(400)) as server:
        memory = with_model(open_memory, server)
        memory.ingest(GARDEN, record_only=True)
        failed = memory.search("Who planted tulips?", options=options)
    assert ids(failed) == ids(plain)
    assert failed.notes[0].startswith("Not reranked, since openai/loopback failed")


def test_a_model_that_is_not_there_is_an_error(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    for options in (SearchOptions(expansion=Expansion.LLM), SearchOptions(rerank="llm")):
        with pytest.raises(InputError, match="language model"):
            memory.search("Who planted tulips?", options=options)


def test_who_takes_part_is_known_at_once_to_assembly_too(memory: Memory) -> None:
    memory.ingest(GARDEN, record_only=True)
    assert memory.assemble("What did Zoe say?", 300).people == ()
    memory.add_turn("garden", "I am Zoe.", speaker="Zoe", said_at="2024-03-09T10:00")
    assert memory._assembler._searcher._people is memory._searcher._people
    assert memory.search("What did Zoe say?").people == ("Zoe",)
    assert memory.assemble("What did Zoe say?", 300).people == ("Zoe",)
