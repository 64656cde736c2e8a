from collections.abc import Iterator
from itertools import islice
from threading import current_thread, main_thread

import pytest

from graphmem.errors import LlmSetupError
from graphmem.extraction.llm import ChunkExtraction, extract_chunks
from graphmem.model.chunk import Chunk
from graphmem.model.usage import Budget
from graphmem.model.workspace import ProposedWorkspace
from graphmem.testing import (
    ChatRequest,
    LoopbackModel,
    Reply,
    Responder,
    answers,
    cut_off,
    extracts,
    fails,
    hangs_up,
    rate_limited,
    slowly,
)
from graphmem.testing.extraction import asked_chunk
from tests.unit.adapters.test_llm import connect
from tests.unit.extraction.llm.chunks import each_turn, make_chunk

GOOD = extracts(each_turn)
CHUNKS = [make_chunk(("Nadia", f"This is newt {n}."), number=n) for n in range(1, 13)]


def by_networks(chunk: Chunk) -> ProposedWorkspace:
    assert current_thread() is main_thread()
    return ProposedWorkspace()


def unwanted(chunk: Chunk) -> ProposedWorkspace:
    raise AssertionError(f"the networks were asked for {chunk.session_id}")


def in_sessions(responders: dict[str, Responder]) -> Responder:
    """Answer a chunk of these sessions as told, and all others well."""

    def respond(request: ChatRequest) -> Reply:
        return responders.get(asked_chunk(request).session_id, GOOD)(request)

    return respond


def by_session(extractions: Iterator[ChunkExtraction]) -> dict[str, ChunkExtraction]:
    return {extraction.chunk.session_id: extraction for extraction in extractions}


def test_every_chunk_is_extracted_at_most_so_many_at_once() -> None:
    with LoopbackModel(slowly(GOOD, 0.05)) as server:
        found = list(extract_chunks(CHUNKS, connect(server), fallback=unwanted, parallel=3))
        assert server.most_at_once == 3
    assert sorted(one.chunk.uid for one in found) == sorted(chunk.uid for chunk in CHUNKS)
    for one in found:
        assert one.proposed is not None
        assert one.proposed.answers[0].evidence[0].text == one.chunk.turns[0].text
        assert (one.extracted_by, one.note) == ("llm:openai/loopback", None)


def test_chunks_of_one_conversation_come_in_their_order_and_hold_up_no_other() -> None:
    script = in_sessions({"S1": slowly(GOOD, 0.5)})
    pond = CHUNKS[:3]
    lake = [chunk.model_copy(update={"conversation_id": "lake"}) for chunk in CHUNKS[4:6]]
    with LoopbackModel(script) as server:
        found = list(extract_chunks([*pond, *lake], connect(server), fallback=unwanted, parallel=2))
    assert [one.chunk.session_id for one in found] == ["S5", "S6", "S1", "S2", "S3"]


def test_no_more_is_asked_than_little_can_be_held_back() -> None:
    script = in_sessions({"S1": slowly(GOOD, 1.0)})
    with LoopbackModel(script) as server:
        found = extract_chunks(CHUNKS, connect(server), fallback=unwanted, parallel=2)
        assert next(found).chunk.session_id == "S1"
        assert len(server.requests) <= 4
        assert len(list(found)) == len(CHUNKS) - 1


def test_what_the_model_cannot_do_the_networks_do_with_a_note() -> None:
    script = in_sessions(
        {
            "S2": answers('{"answers": 1}'),
            "S3": cut_off(GOOD),
            "S4": fails(500),
            "S5": rate_limited(),
            "S6": hangs_up(),
            "S7": fails(400, "too long"),
            "S8": slowly(GOOD, 5),
        }
    )
    with LoopbackModel(script) as server:
        model = connect(server, max_attempts=2, timeout=0.3)
        found = by_session(extract_chunks(CHUNKS, model, fallback=by_networks))
    assert len(found) == len(CHUNKS)
    bad = {session for session, one in found.items() if one.extracted_by == "networks"}
    assert bad == {f"S{number}" for number in range(2, 9)}
    for session in bad:
        note = found[session].note
        assert found[session].proposed == ProposedWorkspace()
        assert note is not None
        assert note.startswith(f"pond/D{session[1:]}:1: by networks, since openai/loopback")
    assert "too long" in (found["S7"].note or "")


def test_a_model_that_is_down_is_not_asked_for_every_chunk() -> None:
    with LoopbackModel(fails(503)) as server:
        model = connect(server, max_attempts=1)
        found = list(extract_chunks(CHUNKS, model, fallback=by_networks, parallel=2))
        assert len(server.requests) <= 7
    assert {one.chunk.uid for one in found} == {chunk.uid for chunk in CHUNKS}
    assert {one.extracted_by for one in found} == {"networks"}
    assert sum("had stopped answering" in (one.note or "") for one in found) >= 5


def test_once_the_budget_is_spent_the_rest_stays_pending() -> None:
    with LoopbackModel(GOOD) as server:
        model = connect(server, budget=Budget(tokens=1))
        found = list(extract_chunks(CHUNKS, model, fallback=unwanted, parallel=2))
        asked = len(server.requests)
    done = [one for one in found if one.proposed is not None]
    left = [one for one in found if one.proposed is None]
    assert len(done) == asked <= 2
    assert len(done) + len(left) == len(CHUNKS)
    assert {one.chunk.uid for one in found} == {chunk.uid for chunk in CHUNKS}
    for one in left:
        assert one.extracted_by is None
        assert "budget of 1 tokens is spent" in (one.note or "")


def test_a_later_run_goes_on_with_what_was_left() -> None:
    done: set[str] = set()
    waiting = CHUNKS
    with LoopbackModel(GOOD) as server:
        for _ in range(len(CHUNKS)):
            model = connect(server, budget=Budget(tokens=1))
            found = list(extract_chunks(waiting, model, fallback=unwanted, parallel=1))
            done |= {one.chunk.uid for one in found if one.proposed is not None}
            waiting = [one.chunk for one in found if one.proposed is None]
        assert len(server.requests) == len(CHUNKS)
    assert waiting == []
    assert done == {chunk.uid for chunk in CHUNKS}


def test_a_wrong_key_stops_everything_at_once() -> None:
    with LoopbackModel(GOOD, api_key="right") as server:
        model = connect(server, api_key="wrong")
        with pytest.raises(LlmSetupError):
            list(extract_chunks(CHUNKS, model, fallback=unwanted))


def test_what_is_under_way_when_all_fails_is_given_first() -> None:
    script = in_sessions({"S1": slowly(GOOD, 0.3), "S2": fails(401)})
    with LoopbackModel(script) as server:
        given = extract_chunks(CHUNKS, connect(server), fallback=unwanted, parallel=2)
        assert next(given).chunk.session_id == "S1"
        with pytest.raises(LlmSetupError):
            next(given)
        assert len(server.requests) == 2


def test_a_mistake_of_the_networks_is_not_hidden() -> None:
    with LoopbackModel(answers("no")) as server:
        extractions = extract_chunks(CHUNKS, connect(server), fallback=unwanted)
        with pytest.raises(AssertionError, match="the networks were asked"):
            list(extractions)


def test_a_caller_who_stops_early_leaves_the_rest_unasked() -> None:
    with LoopbackModel(GOOD) as server:
        extractions = extract_chunks(CHUNKS, connect(server), fallback=unwanted, parallel=1)
        assert len(list(islice(extractions, 2))) == 2
        assert isinstance(extractions, Iterator)
        extractions.close()  # type: ignore[attr-defined]
        assert len(server.requests) <= 3


def test_chunks_are_read_no_faster_than_they_are_extracted() -> None:
    read: list[str] = []

    def reading() -> Iterator[Chunk]:
        for chunk in CHUNKS:
            read.append(chunk.uid)
            yield chunk

    with LoopbackModel(GOOD) as server:
        extractions = extract_chunks(reading(), connect(server), fallback=unwanted, parallel=2)
        next(extractions)
        assert len(read) <= 3
        assert len(list(extractions)) == len(CHUNKS) - 1


def test_no_chunks_ask_nothing() -> None:
    with LoopbackModel(GOOD) as server:
        assert list(extract_chunks([], connect(server), fallback=unwanted)) == []
        assert server.requests == ()
