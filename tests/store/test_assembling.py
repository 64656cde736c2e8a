"""Assembly over a live Neo4j: from files of talk to a text for a prompt."""

from collections.abc import Iterator

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.assembly.assembler import Assembler
from graphmem.connection import connect
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.assembly import Category
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.settings import Settings
from graphmem.store.database import Database
from tests.conftest import OpenMemory
from tests.talk import ALIKE, HARBOUR, HILLS


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def assembler(database: Database, encoder: Encoder, space: str) -> Assembler:
    searcher = Searcher(database, encoder.encode, space=space)
    return Assembler(database, encoder.encode, searcher)


def test_years_of_talk_become_a_text_that_cites_it(
    memory: Memory, database: Database, encoder: Encoder
) -> None:
    memory.ingest(HARBOUR, HILLS)
    given = assembler(database, encoder, memory.space)
    found = given.assemble(
        ["Lea is away again.", "Where does her sister Ines live, and what is her dog called?"],
        600,
        Where(),
        model="gpt-4o",
    )
    assert 0 < found.tokens <= 600
    assert found.counted_by == "tokenizer of gpt-4o"
    people, known, _, talk = found.sections
    assert any("Northgate" in line for line in (*people.lines, *known.lines))
    assert any("Almeria" in line for line in (*people.lines, *known.lines))
    assert talk.lines == ("user: Lea is away again.",)
    assert "Lea" in found.people
    assert {turn.partition("/")[0] for turn in found.citations} == {"harbour", "hills"}
    assert all(f"[{turn}]" in found.text for turn in found.citations)
    again = given.assemble("Where does Ines live?", 600, Where())
    assert again == given.assemble("Where does Ines live?", 600, Where())


def test_the_same_talk_gives_the_same_text_in_every_space(
    open_memory: OpenMemory, database: Database, encoder: Encoder
) -> None:
    texts = set()
    for memory in (open_memory(), open_memory(), open_memory()):
        memory.ingest(HARBOUR, HILLS)
        given = assembler(database, encoder, memory.space)
        texts.add(given.assemble("Where does Lea's sister live?", 300, Where()).text)
    assert len(texts) == 1


@pytest.mark.parametrize("budget", [1, 20, 60, 150])
def test_a_small_budget_is_kept(
    memory: Memory, database: Database, encoder: Encoder, budget: int
) -> None:
    memory.ingest(HARBOUR)
    given = assembler(database, encoder, memory.space)
    found = given.assemble("What does Lea play?", budget, Where(conversation="harbour"))
    assert found.tokens <= budget
    assert any(section.left_out for section in found.sections)


def test_the_conversation_at_hand_is_told_again_and_the_rest_is_known(
    memory: Memory, database: Database, encoder: Encoder
) -> None:
    memory.ingest(HARBOUR, HILLS)
    given = assembler(database, encoder, memory.space)
    found = given.assemble("What did Jonas sell?", 800, Where(), at_hand="hills")
    talk = next(one for one in found.sections if one.category is Category.TALK)
    assert talk.lines[-1].endswith("[hills/D2:3]")
    assert "harbour/D2:1" in found.citations
    with pytest.raises(NotFoundError):
        given.assemble("What did Jonas sell?", 800, Where(), at_hand="nowhere")


def test_nothing_of_elsewhere_or_later_is_told(
    open_memory: OpenMemory, database: Database, encoder: Encoder
) -> None:
    memory, other = open_memory(), open_memory()
    memory.ingest(HARBOUR, HILLS)
    other.ingest(ALIKE)
    given = assembler(database, encoder, memory.space)
    asked = "What is Lea's job, and where does Nina live?"
    within = given.assemble(asked, 2_000, Where(conversation="harbour"))
    assert {turn.partition("/")[0] for turn in within.citations} == {"harbour"}
    early = given.assemble(asked, 2_000, Where(as_of="2024-03-05"))
    assert {turn.partition(":")[0] for turn in early.citations} == {"harbour/D1"}
    assert "Porto" not in given.assemble(asked, 2_000, Where()).text
    empty = open_memory()
    assert assembler(database, encoder, empty.space).assemble(asked, 2_000, Where()).text == ""
