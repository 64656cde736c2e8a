"""A gist on a live Neo4j: whole sentences of the talk, and a refusal where nothing was said."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.answering.settings import AnswerSettings
from graphmem.memory import Memory
from graphmem.model.answer import QuestionKind, Status
from graphmem.settings import Settings
from tests.talk import make_conversation, make_session

ROOF = (
    ("Ana", "The roof leaks on the north side since the storm. It drips into the attic."),
    ("Ben", "How bad is it?"),
    ("Ana", "Two buckets a night. The roofer wants four thousand for new tiles."),
    ("Ben", "I would patch the roof first and wait with the tiles until spring."),
    ("Ana", "A patch on the roof will not survive another winter, the roofer said."),
    ("Ben", "By the way, my sister has bought a greyhound called Otto."),
)
ASKED = "Summarise what was said about the roof."


@pytest.fixture(scope="module")
def memory(live_settings: Settings, encoder: Encoder) -> Iterator[Memory]:
    settings = live_settings.model_copy(update={"space": "gist"})
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(make_conversation("attic", make_session(1, ROOF, day=datetime(2024, 11, 4))))
        yield memory
        memory.delete_space()


def test_a_gist_is_whole_sentences_in_the_order_of_the_talk_each_cited(memory: Memory) -> None:
    answer = memory.ask(ASKED)
    assert (answer.status, answer.kind) == (Status.ANSWERED, QuestionKind.GIST)
    said = {turn: text for turn, (_, text) in enumerate(ROOF, start=1)}
    places = [int(one.dia_id.rpartition(":")[2]) for one in answer.evidence]
    assert 3 <= len(places) <= 6
    assert places == sorted(places)
    for place, one in zip(places, answer.evidence, strict=True):
        assert one.quote in said[place]
        assert one.quote in answer.text
    assert "roof" in answer.text


def test_nothing_is_told_of_what_nobody_spoke_of(memory: Memory) -> None:
    answer = memory.ask("Summarise what was said about the violin lessons.")
    assert (answer.status, answer.kind) == (Status.ABSTAINED, QuestionKind.GIST)


def test_without_the_reader_no_gist_is_told(memory: Memory) -> None:
    assert memory.ask(ASKED, settings=AnswerSettings(reader=False)).kind is not QuestionKind.GIST
