"""Asking on a live Neo4j: who is meant, what is in sight, and a model with checks around it."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.answering.settings import AnswerSettings
from graphmem.memory import Memory
from graphmem.model.answer import Answer, Source, Status
from graphmem.model.scope import Reach, Scope
from graphmem.settings import Settings
from graphmem.testing import (
    ChatRequest,
    LoopbackModel,
    Responder,
    answers,
    fails,
    in_turn,
    uses_tool,
)
from graphmem.toolbox import tools_within
from tests.e2e.conftest import Ingested


@pytest.mark.parametrize(
    ("question", "conversation"),
    [
        ("Where does Peter work?", None),
        ("What did Peter complain about?", "dana-alex"),
        ("Where is Peter based?", "dana-alex"),
    ],
)
def test_which_peter(sample: Ingested, question: str, conversation: str | None) -> None:
    answer = sample.memory.ask(question, conversation=conversation)
    assert answer.status is Status.NEEDS_CLARIFICATION
    assert answer.text.startswith("Which Peter: ")
    writer, officer = sorted(answer.candidates, key=lambda one: len(one.name))
    assert (writer.name, officer.name) == ("Peter", "Falcon Peter")
    for one in (writer, officer):
        assert one.apart
        assert one.evidence[0].conversation_id == "dana-alex"
    assert writer.apart != officer.apart


def test_what_is_asked_tells_which_peter(sample: Ingested) -> None:
    answer = sample.memory.ask("Why did the writer Peter reduce his working week?")
    assert answer.status is not Status.NEEDS_CLARIFICATION
    assert any("taken for Peter" in step for step in answer.steps)


def test_two_names_give_the_conversation(sample: Ingested) -> None:
    answer = sample.memory.ask("What did John tell Maria about his startup?")
    assert answer.routing is not None
    assert answer.routing.conversations == ("john-maria",)
    assert "take part" in (answer.routing.inferred or "")
    assert {item.conversation_id for item in answer.evidence} <= {"john-maria"}


def test_with_the_reader_the_answer_is_in_its_words(sample: Ingested) -> None:
    asked, reading = "What is John's dog called?", AnswerSettings(reader=True)
    answer = sample.memory.ask(asked, conversation="james-john", settings=reading)
    assert answer.status is Status.ANSWERED
    [proof, *_] = answer.evidence
    assert answer.text in proof.quote
    strict = AnswerSettings(reader=True, most_doubt=0.5)
    never = sample.memory.ask(
        "How many submarines did James buy in Paris?", conversation="james-john", settings=strict
    )
    assert never.status is Status.ABSTAINED
    assert never.confidence > 0.5


def test_known_to_sees_only_what_somebody_heard(sample: Ingested) -> None:
    asked = "When did John propose?"
    proposed = "james-john/D6:1"
    assert proposed in sample.memory.ask(asked, known_to="James").evidence_turn_ids
    unheard = sample.memory.ask(asked, known_to="Maria")
    assert proposed not in unheard.evidence_turn_ids
    assert {item.conversation_id for item in unheard.evidence} == {"john-maria"}
    assert unheard.routing is not None
    assert unheard.routing.known_to == "Maria"
    told_her = sample.memory.ask("Where does John work?", known_to="Maria")
    assert {item.conversation_id for item in told_her.evidence} == {"john-maria"}


def test_as_of_sees_only_what_was_said_by_then(sample: Ingested) -> None:
    asked = "Where does John work?"
    then, now = sample.memory.ask(asked, as_of="2023-08-01"), sample.memory.ask(asked)
    assert "TechCorp" in then.text
    assert then.evidence
    assert all(item.said_at.isoformat() < "2023-08-02" for item in then.evidence)
    assert any(item.said_at.isoformat() > "2023-08-02" for item in now.evidence)


def test_a_candidate_answers_the_question_back(sample: Ingested) -> None:
    asked = "Where is Peter based?"
    back = sample.memory.ask(asked, conversation="dana-alex")
    writer, officer = sorted(back.candidates, key=lambda one: len(one.name))
    assert writer.uid != officer.uid
    for one in (writer, officer):
        assert sample.memory.tools.detect_contradictions(one.uid).entity
        context = sample.memory.tools.get_conversation_context("dana-alex", one.uid)
        assert context.statements
        answer = sample.memory.ask(asked, conversation="dana-alex", about=one.uid)
        assert answer.status is not Status.NEEDS_CLARIFICATION
        assert any(f"taken for {one.name}, as told" in step for step in answer.steps)
    officers = sample.memory.ask(asked, conversation="dana-alex", about=officer.uid)
    assert "Leeds" not in officers.text


CANOE = "When did Tim's canoe go into the water?"


def with_model(sample: Ingested, respond: Responder, **settings: Any) -> tuple[Any, list[str]]:
    answer, requests = asked_of_model(
        sample, respond, CANOE, settings=AnswerSettings(**settings), conversation="tim-john"
    )
    return answer, [" ".join(request.texts("user")) for request in requests]


def asked_of_model(
    sample: Ingested, respond: Responder, question: str, **given_to_ask: Any
) -> tuple[Answer, tuple[ChatRequest, ...]]:
    with LoopbackModel(respond) as server:
        given = sample.memory.settings.model_copy(
            update={
                "llm_model": "openai/loopback",
                "llm_api_base": server.base_url,
                "llm_attempts": 1,
            }
        )
        with Memory(given, encoder=sample.memory._encoder.loaded()) as memory:
            answer = memory.ask(question, **given_to_ask)
        return answer, tuple(server.requests)


def says(answer: str, turn_id: str, speaker: str, quote: str) -> Responder:
    citation = {"number": None, "turn_id": turn_id, "speaker": speaker, "quote": quote}
    written = {"steps": ["So."], "found": True, "answer": answer, "citations": [citation]}
    return answers(json.dumps(written))


NOT_FOUND = answers(
    json.dumps({"steps": ["Nobody says."], "found": False, "answer": "", "citations": []})
)


@pytest.fixture(autouse=True)
def a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def test_a_model_that_finds_nothing_looks_further_once(sample: Ingested) -> None:
    answer, prompts = with_model(sample, NOT_FOUND)
    assert answer.status is Status.ABSTAINED
    assert len(prompts) == 2
    assert len(prompts[1].splitlines()) > len(prompts[0].splitlines())
    assert "looked further" in answer.steps
    assert answer.model == "openai/loopback"


def shown_to(prompt: str) -> list[str]:
    """The turns of a prompt's evidence, in order."""
    return re.findall(r"^\[\d+\] ([^\s,]+),", prompt, re.MULTILINE)


def test_a_model_is_shown_other_turns_and_first_what_it_looks_for(sample: Ingested) -> None:
    sought = "I asked Lisa to marry me last Saturday"
    written = {
        "steps": ["Nobody says."],
        "found": False,
        "answer": "",
        "citations": [],
        "look_for": [sought],
    }
    given = AnswerSettings(read=3)
    _, requests = asked_of_model(sample, answers(json.dumps(written)), CANOE, settings=given)
    first, second = (shown_to(request.texts("user")[0]) for request in requests)
    assert set(first) < set(second)
    assert sought in requests[1].texts("user")[0]
    assert sought not in requests[0].texts("user")[0]
    assert len(set(second) - set(first)) >= 3


def test_evidence_stands_in_the_order_of_talk(sample: Ingested) -> None:
    _, [prompt, _] = with_model(sample, NOT_FOUND)
    turns = [tuple(map(int, re.findall(r"\d+", turn.split("/")[1]))) for turn in shown_to(prompt)]
    assert turns == sorted(turns)
    assert len(turns) > 5


def test_a_question_about_anybody_is_shown_what_different_people_state(sample: Ingested) -> None:
    def speakers(question: str) -> set[str]:
        _, requests = asked_of_model(sample, NOT_FOUND, question, settings=AnswerSettings(read=1))
        [evidence, *_] = [request.texts("user")[0] for request in requests]
        return set(re.findall(r"^\[\d+\] [^,]+, [^,]+, ([^:]+):", evidence, re.MULTILINE))

    assert len(speakers("Who asked somebody to marry them?")) >= 3


def test_turns_of_a_change_come_together_as_far_as_the_scope_sees(sample: Ingested) -> None:
    [(later, earlier, said_on)] = sample.memory.cypher(
        "MATCH (a:Answer {space: $space})-[:SUPERSEDES {about: 'work'}]->(b:Answer), "
        "(a)-[:EVIDENCED_BY]->(at:Turn), (b)-[:EVIDENCED_BY]->(bt:Turn) "
        "WHERE a.text CONTAINS 'team lead' AND b.text CONTAINS 'engineer' "
        "RETURN DISTINCT at.text, bt.text, toString(date(bt.said_at)) LIMIT 1",
        parameters={"space": sample.memory.space},
    ).rows
    question = f"Who said “{earlier}”?"
    for as_of, seen in ((None, True), (said_on, False)):
        _, requests = asked_of_model(
            sample, NOT_FOUND, question, settings=AnswerSettings(read=1), as_of=as_of
        )
        prompt = requests[0].texts("user")[0]
        assert earlier in prompt
        assert (later in prompt) is seen
        assert ("see also [" in prompt) is seen


def test_a_model_that_was_withheld_is_told_of_which_citation(sample: Ingested) -> None:
    made_up = says("3 June 2023", "tim-john/D3:1", "Tim", "We launched the rowing boat")
    answer, [_, again] = with_model(sample, made_up)
    assert answer.status is Status.ABSTAINED
    assert "You answered before: 3 June 2023" in again
    assert "the turn does not say so" in again


def test_a_model_uses_the_tools_itself(sample: Ingested) -> None:
    look = uses_tool("detect_contradictions", entity_id="tim-john/Tim")
    answer, prompts = with_model(sample, in_turn(look, NOT_FOUND, NOT_FOUND), max_steps=2)
    assert any(step.startswith("tool: detect_contradictions") for step in answer.steps)
    assert len(prompts) == 3


def test_where_the_model_fails_the_rules_answer(sample: Ingested) -> None:
    answer, _ = with_model(sample, fails(500))
    assert answer.model is None
    assert any("the rules answered" in step for step in answer.steps)


def test_a_model_cites_the_turn_that_a_tool_told(sample: Ingested) -> None:
    look = uses_tool("get_conversation_context", conv_id="tim-john", entity_id="Hannah")
    launched = says("12 August 2023", "tim-john/D3:1", "Tim", "We launched the canoe last Saturday")
    asked = {"conversation": "tim-john", "settings": AnswerSettings(max_steps=2, depth=1, read=1)}
    answer, requests = asked_of_model(sample, in_turn(look, launched), CANOE, **asked)
    assert "tim-john/D3:1" in " ".join(requests[-1].texts("tool"))
    assert answer.status is Status.ANSWERED, answer.steps
    assert answer.text == "12 August 2023"
    assert answer.evidence_turn_ids == ("tim-john/D3:1",)
    assert not any("tim-john/tim-john" in step for step in answer.steps)


@pytest.mark.parametrize(
    ("turn_id", "speaker", "quote"),
    [
        ("james-john/D6:1", "John", "I asked Lisa to marry me last Saturday"),
        ("tim-john/D3:1", "Tim", "We launched the canoe last Saturday"),
    ],
)
def test_tools_and_citations_keep_to_what_is_asked_about(
    sample: Ingested, turn_id: str, speaker: str, quote: str
) -> None:
    look = in_turn(
        uses_tool("get_entity_timeline", entity_name="Lisa", person_id="John"),
        uses_tool("get_conversation_context", conv_id="james-john", entity_id="Lisa"),
        uses_tool("get_conversation_context", conv_id="tim-john", entity_id="Hannah"),
        uses_tool("detect_contradictions", entity_id="tim-john/John"),
        says("15 June 2024", turn_id, speaker, quote),
    )
    answer, requests = asked_of_model(
        sample,
        look,
        "When did John ask Lisa to marry him?",
        conversation="tim-john",
        until="2023-08-01",
        settings=AnswerSettings(max_steps=6),
    )
    told = " ".join(text for request in requests for text in request.texts("tool"))
    assert "tim-john/D1:3" in told
    assert "james-john/D" not in told
    assert "tim-john/D3" not in told
    assert answer.status is Status.ABSTAINED
    assert any("no such evidence" in step for step in answer.steps)


def test_the_tools_of_a_session_tell_of_it_alone(sample: Ingested) -> None:
    scope = Scope(
        space=sample.memory.space,
        conversations=("tim-john",),
        reach=Reach(conversations=("tim-john",), people=()),
        session="S3",
    )
    every = sample.memory.tools.get_conversation_context("tim-john", "Hannah")
    told = tools_within(sample.memory._database, scope).get_conversation_context(
        "tim-john", "Hannah"
    )
    assert told.mentions
    assert {mention.turn_id.split(":")[0] for mention in told.mentions} == {"tim-john/D3"}
    assert len(told.mentions) < len(every.mentions)
    later = scope.model_copy(update={"session": None, "said_from": datetime(2023, 8, 1)})
    since = tools_within(sample.memory._database, later).get_conversation_context(
        "tim-john", "Hannah"
    )
    assert set(told.mentions) <= set(since.mentions) < set(every.mentions)


@pytest.fixture(scope="module")
def talk(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    """Who did what among the relatives of two who talk."""
    settings = live_settings.model_copy(update={"space": f"relatives-{uuid4().hex}"})
    turns = (
        ("Nora", "My brother Sam ran the Berlin marathon last September. I have never run one."),
        ("Bethan", "I collect stamps, that is exercise enough for me."),
        ("Nora", "My sister Ida is allergic to peanuts. I went to Ghent with my aunt in January."),
        ("Bethan", "My mother and I went to Lisbon in April. My car broke down yesterday."),
    )
    with Memory(settings, encoder=encoder) as memory:
        for number, (speaker, text) in enumerate(turns, 1):
            memory.add_turn(
                "relatives",
                text,
                speaker=speaker,
                turn_id=f"D1:{number}",
                said_at=datetime(2024, 5, 8, 10, number),
            )
        memory.ingest()
        yield memory
        memory.delete_space()


def test_what_somebody_denies_of_themselves_is_answered_with_no(talk: Memory) -> None:
    answer = talk.ask("Has Nora ever run a marathon?")
    assert (answer.status, answer.text) == (Status.ANSWERED, "No")
    assert answer.evidence[0].dia_id == "D1:1"


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("When did Nora run the Berlin marathon?", "My brother Sam ran the Berlin marathon"),
        ("Is Nora allergic to peanuts?", "My sister Ida is allergic to peanuts"),
    ],
)
def test_what_a_relative_did_is_not_told_of_who_says_so(
    talk: Memory, question: str, quote: str
) -> None:
    answer = talk.ask(question)
    assert answer.status is Status.ABSTAINED
    assert answer.text.startswith("I found nothing of the kind about Nora.")
    assert answer.evidence[0].quote.startswith(quote)
    assert answer.evidence[0].source is Source.REPORTED


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When did Nora's brother run the Berlin marathon?", "September 2023"),
        ("When did Bethan go to Lisbon?", "April 2024"),
        ("When did Bethan's car break down?", "7 May 2024"),
        ("Who ran the Berlin marathon?", "Nora's brother Sam"),
        ("Who collects stamps?", "Bethan"),
        ("Who is allergic to peanuts?", "Nora's sister Ida"),
        ("Who did Nora go to Ghent with?", "Nora's aunt"),
    ],
)
def test_who_it_was_is_told_by_name(talk: Memory, question: str, text: str) -> None:
    answer = talk.ask(question)
    assert (answer.status, answer.text) == (Status.ANSWERED, text)
