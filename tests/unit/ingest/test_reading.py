"""Chunks that a model reads: names of the talk before go along, times are read in context."""

import json
from datetime import datetime
from typing import Any

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.adapters.parser import load_parser
from graphmem.ingest.reading import ChunkReader, ReadChunk, ReadingOptions
from graphmem.model.chunk import Chunk, KnownName
from graphmem.model.parse import Parser
from graphmem.model.workspace import EntityType
from graphmem.testing import ChatRequest, LoopbackModel, Reply, Responder
from graphmem.testing.extraction import asked_chunk
from tests.unit.adapters.test_llm import connect
from tests.unit.extraction.llm.chunks import make_chunk


def no_encoder() -> OnnxEncoder:
    raise AssertionError("the networks were asked")


def writes(written: Any) -> Responder:
    """A model that writes, for a chunk, what a function of its first turn gives."""

    def respond(request: ChatRequest) -> Reply:
        return Reply(json.dumps(written(asked_chunk(request))))

    return respond


def told(time: str, **more: Any) -> Any:
    def written(chunk: Chunk) -> dict[str, Any]:
        turn = chunk.turns[0]
        said = {
            "evidence": [{"turn": turn.dia_id, "text": turn.text}],
            "speaker": turn.speaker,
            "subject": turn.speaker,
            "predicate": "hear",
            "text": f"{turn.speaker} hears of it.",
            "time": time,
            **more,
        }
        return {"answers": [said]}

    return written


def read(chunks: list[Chunk], server: LoopbackModel, **more: Any) -> list[ReadChunk]:
    reading = ReadingOptions(load_parser, no_encoder, model=connect(server), parallel=1)
    return list(ChunkReader(reading, **more).read(chunks))


def interval_of(text: str, time: str, **more: Any) -> tuple[datetime, datetime] | None:
    with LoopbackModel(writes(told(time, **more))) as server:
        (done,) = read([make_chunk(("Nadia", text))], server)
    (answer,) = done.workspace.answers
    assert answer.time_text == time
    return None if answer.interval is None else (answer.interval.start, answer.interval.end)


def test_the_words_of_a_model_are_dated_by_the_clause_that_they_stand_in() -> None:
    middle = (datetime(2024, 6, 11), datetime(2024, 6, 21))
    text = "I applied to the fund. We print the book in the middle of June."
    assert interval_of(text, "in the middle of June") == middle
    assert interval_of("The paint gasses for five weeks.", "for five weeks") is None
    change = "They moved it from Monday to Wednesday."
    assert interval_of(change, "from Monday to Wednesday") is None
    on = interval_of("From 3 April on I work at Ostrel.", "From 3 April on")
    assert on == (datetime(2024, 4, 3), datetime.max)


def test_what_is_planned_is_still_to_come() -> None:
    gone = (datetime(2024, 2, 29), datetime(2024, 3, 1))
    coming = (datetime(2024, 3, 7), datetime(2024, 3, 8))
    assert interval_of("They settled on Thursday.", "on Thursday") == gone
    assert interval_of("They settled on Thursday.", "on Thursday", modality="planned") == coming


def test_when_somebody_was_asked_is_told_by_the_clause() -> None:
    gone = (datetime(2024, 2, 29), datetime(2024, 3, 1))
    coming = (datetime(2024, 3, 7), datetime(2024, 3, 8))
    asked = "I asked her on Thursday to come."
    assert interval_of(asked, "on Thursday", modality="requested") == gone
    assert interval_of("Come on Thursday.", "on Thursday", modality="requested") == coming


def test_a_turn_that_cannot_be_parsed_costs_its_time_alone() -> None:
    def broken() -> Parser:
        raise ValueError("no words")

    with LoopbackModel(writes(told("in June"))) as server:
        reader = ChunkReader(ReadingOptions(broken, no_encoder, model=connect(server)))
        (done,) = reader.read([make_chunk(("Nadia", "It was in June."))])
    (answer,) = done.workspace.answers
    assert (answer.time_text, answer.interval) == ("in June", None)
    assert reader.notes == ["pond/D1:1: not dated, since reading its times failed (ValueError)."]


def test_what_one_chunk_names_goes_with_the_next() -> None:
    def written(chunk: Chunk) -> dict[str, Any]:
        if chunk.session_id != "S1":
            return rings_again
        rui = {"name": "Rui", "type": "person", "aliases": ["brother"], "owner": "Nadia",
               "proper": True, "mentions": ["D1:1"]}  # fmt: skip
        return {"entities": [rui]}

    rings_again = {
        "answers": [
            {
                "evidence": [{"turn": "D2:1", "text": "He rang again."}],
                "speaker": "Nadia",
                "subject": {"name": "Rui", "owner": "Nadia"},
                "predicate": "ring",
                "text": "Rui rang again.",
            }
        ]
    }
    chunks = [
        make_chunk(("Nadia", "My brother Rui rang."), number=1),
        make_chunk(("Nadia", "He rang again."), number=2),
    ]
    with LoopbackModel(writes(written)) as server:
        done = read(chunks, server, load_names=lambda _: [KnownName("Keel", EntityType.ORG)])
        known = [json.loads(request.texts("user")[0])["known"] for request in server.requests]
    keel = {"name": "Keel"}
    assert known == [[keel], [{"name": "Rui", "owner": "Nadia", "also": ["brother"]}, keel]]
    # So "he" of the second, whose turns do not name him, is him.
    (again,) = done[1].workspace.answers
    (rui,) = done[1].workspace.entities
    assert (again.subject_uid, rui.name, rui.type) == (rui.uid, "Rui", EntityType.PERSON)
