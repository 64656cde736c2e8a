"""How much a model reads and writes for annotated talk, at four characters a token."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.evaluation.corpus import GoldConversation, read_conversation
from graphmem.extraction.llm import extract_by_llm
from graphmem.model.chunk import Chunk
from graphmem.model.workspace import ProposedWorkspace
from graphmem.testing import LoopbackModel, extracts
from graphmem.testing.extraction import as_written, to_json
from tests.unit.adapters.test_llm import connect
from tests.unit.extraction.llm.gold import chunk_of, proposed_of

CORPUS = Path(__file__).parents[4] / "corpus"
_MOST_TURNS = 16  # of a chunk, unless settings say otherwise
_TALKS = ("meeting/housing_board", "work_chat/clinic_rollout", "family/sunday_lunch",
          "assistant/thesis_helper", "two_friends/night_bus")  # fmt: skip


def chunks_of(gold: GoldConversation) -> Iterator[tuple[Chunk, ProposedWorkspace]]:
    for session in gold.sessions:
        for begin in range(0, len(session), _MOST_TURNS):
            turns = session[begin : begin + _MOST_TURNS]
            yield chunk_of(gold, turns), proposed_of(gold, turns)


@pytest.mark.parametrize("talk", _TALKS)
def test_all_that_a_turn_states_is_written_in_220_tokens(talk: str) -> None:
    gold = read_conversation(CORPUS / talk)
    written = whole = 0
    for _, proposed in chunks_of(gold):
        written += len(to_json(as_written(proposed)))
        whole += len(proposed.model_dump_json())
    tokens = written / 4 / sum(1 for _ in gold.turns)
    assert 100 < tokens <= 220
    assert written < 0.6 * whole


def test_what_changes_from_chunk_to_chunk_is_the_talk_alone() -> None:
    gold = read_conversation(CORPUS / "work_chat/clinic_rollout")
    chunk, proposed = next(chunks_of(gold))
    with LoopbackModel(extracts(lambda _: proposed)) as server:
        extract_by_llm(chunk, connect(server, structured="schema"))
        (request,) = server.requests
    (instructions,), (talk,) = request.texts("system"), request.texts("user")
    assert len(instructions) < 10_000
    said = sum(len(json.dumps(turn.text, ensure_ascii=False)) for turn in chunk.turns)
    assert len(talk) < said + 120 * len(chunk.turns) + 500
