"""Every operation over HTTP, with arguments that mean something and answers as promised."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.job import JobStatus
from graphmem.clients.http.routes import path_of
from graphmem.operations import OPERATIONS, operation
from graphmem.sample import sample_folder
from graphmem.testing import LoopbackModel, answers
from tests.conftest import OpenMemory
from tests.e2e.models import settings_for
from tests.e2e.serving import served

Do = Callable[..., Any]

# Of turns, questions, statements, reasons, topics and names that are sent or answered below.
SAID = ("tulips", "TechCorp", "lighthouse", "One man", "Two men", "A slip", "job", "John", "Maria")

TAUGHT = "".join(
    json.dumps(
        {
            "conversation_id": "tim-john",
            "session_id": "S90",
            "turn_id": f"D90:{number}",
            "speaker": "Tim",
            "said_at": f"2024-06-01T10:0{number}:00",
            "text": text,
        }
    )
    + "\n"
    for number, text in enumerate(
        (
            "Let me tell you how to varnish a deck.",
            "Sand the deck with fine paper.",
            "Apply the varnish with a wide brush.",
        )
    )
)


THOUGHT = {
    "steps": ["He means to."],
    "found": True,
    "answer": "Yes, John is going to start a company.",
    "confidence": 0.6,
    "citations": [
        {
            "turn_id": "john-maria/D7:7",
            "speaker": "John",
            "quote": "I'm going to start a company",
            "stance": "for",
        }
    ],
}


@pytest.fixture
def asked() -> set[str]:
    return set()


def doing(client: httpx2.Client, asked: set[str]) -> Do:
    """Asks for an operation, and gives its answer, whose fields are attributes."""

    def do(name: str, /, **given: Any) -> Any:
        item = operation(name)
        asked.add(name)
        response = (
            client.get(path_of(item), params=given)
            if item.listing
            else client.post(path_of(item), json=given)
        )
        assert response.status_code == (202 if item.long else 200), (name, response.text)
        return response.json(object_hook=lambda fields: SimpleNamespace(**fields))

    return do


def test_every_operation_does_over_http_what_its_definition_says(
    open_memory: OpenMemory, encoder: Encoder, tmp_path: Path, asked: set[str]
) -> None:
    memory = open_memory()
    audit = tmp_path / "audit.jsonl"
    with (
        served(memory.settings, encoder, audit=audit) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):
        do = doing(client, asked)
        for name in ("john-maria", "tim-john"):
            document = (sample_folder() / f"{name}.jsonl").read_text(encoding="utf-8")
            job = do("ingest", document=document + (TAUGHT if name == "tim-john" else ""))
            with client.stream("GET", f"/v1/ingest/{job.job_id}/events") as stream:
                *_, end = (line for line in stream.iter_lines() if line.startswith("data: "))
            done = JobStatus.model_validate_json(end.removeprefix("data: "))
            assert done.receipt is not None
            assert done.receipt.complete
        record_and_ask(do)
        look(do)
        take_back(do)
        decide(do)
    with LoopbackModel(answers(json.dumps(THOUGHT))) as model:
        settings = memory.settings.model_copy(update=dict(settings_for(model)))
        with (
            served(settings, encoder, audit=audit) as (address, _),
            httpx2.Client(base_url=address, timeout=180) as client,
        ):
            think(doing(client, asked))
    assert asked == {item.name for item in OPERATIONS}
    told_in_ids(audit, memory.space)


def told_in_ids(audit: Path, space: str) -> None:
    """Each operation has its lines in the audit log, which tell whom it was about in no word."""
    kept = audit.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in kept.splitlines()]
    assert {one["space"] for one in lines} == {space}
    assert {one["key"] for one in lines} == {"local"}
    ended = {one["operation"] for one in lines if one["outcome"] == "done"}
    assert ended == {item.name for item in OPERATIONS} | {"ingest_events"}
    begun = {one["operation"] for one in lines if one["outcome"] == "begun"}
    assert begun == {item.name for item in OPERATIONS if item.writes}
    assert not [word for word in SAID if word in kept]
    found = {one["operation"]: one["found"] for one in lines if one["outcome"] == "done"}
    assert all(found[item.name] for item in OPERATIONS)
    assert "john-maria/D7:7" in found["ask"]
    assert any(one.startswith("entity:") for one in found["timeline"])
    for name in ("merge", "separate", "people", "dialogue"):
        assert any(one.startswith("person:") for one in found[name]), name


def record_and_ask(do: Do) -> None:
    said = {"conversation_id": "shed", "turn_id": "D1:1", "speaker": "Ana"}
    assert do("add_turn", text="I planted forty tulips.", **said).stored
    assert do("search", question="Who planted tulips?").hits[0].turn_id == "shed/D1:1"
    assert do("trace", question="Who planted tulips?").trace is not None
    notice = "When did John hand in his notice at TechCorp?"
    answer = do("ask", question=notice)
    assert answer.status == "answered"
    assert [one.turn_id for one in answer.evidence] == ["john-maria/D7:7"]
    talk = [{"speaker": "user", "text": "Does John still work at TechCorp?"}]
    assert "TechCorp" in do("assemble", messages=talk, token_budget=400).text
    assert [one.turn_id for one in do("dialogue", conversation="shed").turns] == ["shed/D1:1"]
    assert do("turn", turn_id="shed/D1:1").turn.speaker == "Ana"
    held = do("conversations", limit=1)
    assert (len(held.conversations), held.total) == (1, 3)


def look(do: Do) -> None:
    job = {"entity_name": "job", "person_id": "John"}
    assert len(do("timeline", **job).entries) > 2
    assert do("context", conv_id="john-maria", entity_id="John's job").statements
    sides = do("compare", entity_name="job", conv_A="john-maria", conv_B="tim-john")
    assert sides.a.conversation_id == "john-maria"
    assert do("contradictions", entity_id="John's job").findings
    assert do("compare_people", topic="job", person_A="John", person_B="Maria").a.person == "John"
    assert do("profile", name="tim-john/John", token_budget=400).tokens <= 400
    assert do("story", about="tim-john/John").sentences
    assert do("think", question="Should John leave TechCorp?", agent="Maria").considerations
    steps = do("process", name="varnish a deck").tellings[0].steps
    assert [one.turn_id for one in steps] == ["tim-john/D90:1", "tim-john/D90:2"]
    (entity, *_) = do("entities", person="John", named="job").entities
    assert do("entity", uid=entity.uid).entity.name == entity.name
    assert do("graph", uid=entity.uid, limit=5).links


def decide(do: Do) -> None:
    people = do("people", conversation="tim-john")
    assert people.total == 2
    decided = do("decisions").decisions
    john = next(one.decision for one in decided if one.decision.left.kind == "person")
    assert do("decision", uid=john.uid).in_force
    assert do("undo", uid=john.uid).undoes == john.uid
    assert not do("decision", uid=john.uid).in_force
    sides = {"left": "tim-john/John", "right": "john-maria/John"}
    assert do("merge", reason="One man.", **sides).verdict == "merge"
    assert do("separate", reason="Two men.", **sides).verdict == "separate"
    assert not do("reconcile", dry_run=True).applied
    assert do("forget", turn="shed/D1:1", dry_run=True).turns == 1
    assert do("forget", turn="shed/D1:1").people == 1


def think(do: Do) -> None:
    kept = do("keep_opinion", question="Should John start a company?", agent="Maria")
    assert kept.turn_id.startswith("john-maria/opinion:")
    assert "john-maria/D7:7" in do("turn", turn_id=kept.turn_id).turn.text


def take_back(do: Do) -> None:
    job = do("context", conv_id="john-maria", entity_id="John's job").statements[0]
    text = "John works at the lighthouse."
    made = do("correct", uid=job.statement_uid, text=text, by="Maria")
    assert (made.corrected_to, made.by) == (text, "Maria")
    assert [one.uid for one in do("retractions").retractions] == [made.uid]
    assert not do("undo", uid=made.uid).in_force
    assert do("retract", uid=job.statement_uid, reason="A slip.").reason == "A slip."
    assert do("retractions", past=True).total == 2


def test_a_turn_with_half_a_character_is_refused_alone(
    open_memory: OpenMemory, encoder: Encoder, tmp_path: Path
) -> None:
    memory = open_memory()
    said = {"conversation_id": "shed", "said_at": "2024-03-01T18:00:00"}
    texts = ("I planted forty tulips.", "half \ud83d")
    body = json.dumps({"turns": [said | {"text": text} for text in texts]})
    with (
        served(memory.settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):
        headers = {"Content-Type": "application/json"}
        accepted = client.post("/v1/ingest", content=body, headers=headers)
        assert accepted.status_code == 202
        with client.stream("GET", f"{accepted.headers['location']}/events") as stream:
            *_, end = (line for line in stream.iter_lines() if line.startswith("data: "))
        receipt = JobStatus.model_validate_json(end.removeprefix("data: ")).receipt
        assert receipt is not None
        assert receipt.turns_stored == 1
        (refusal,) = receipt.refused
        assert "lone surrogate" in str(refusal)
        question = json.dumps({"question": "half \ud83d"})
        refused = client.post("/v1/search", content=question, headers=headers)
        assert refused.status_code == 422
