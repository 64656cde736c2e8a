"""`graphmem search` and `graphmem explain` with everything that can be set, end to end."""

import pytest

from graphmem.memory import Memory
from graphmem.testing import LoopbackModel, fails
from tests.conftest import OpenMemory
from tests.e2e.conftest import Outcome, Run
from tests.talk import GARDEN

ASKED = "When did Ana purchase tulips?"


@pytest.fixture
def gardens(open_memory: OpenMemory) -> Memory:
    """The same talk twice."""
    memory = open_memory()
    memory.ingest(GARDEN, GARDEN.model_copy(update={"conversation_id": "late"}))
    return memory


def turns(ended: Outcome) -> list[str]:
    assert ended.code == 0, ended.err
    return [hit["turn_id"] for hit in ended.objects]


def parts(ended: Outcome) -> set[str]:
    return {part["name"] for hit in ended.objects for part in hit["parts"]}


def test_every_option_changes_the_ranking(graphmem: Run, gardens: Memory) -> None:
    def search(*options: str) -> Outcome:
        return graphmem("search", ASKED, "--json", *options, space=gardens.space)

    plain = search()
    assert turns(plain)[0] == "garden/D1:1"
    assert turns(search("--at-hand", "late"))[0] == "late/D1:1"
    assert "recency" in parts(search("--recency", "boost", "--now", "2024-03-09"))
    assert "expanded" in parts(search("--expand", "rules"))
    assert parts(search("--weights", "spreading")) <= {"activation", "meaning", "frequency"}
    by_words = turns(search("--path", "words", "-c", "late"))
    assert set(by_words[:2]) == {"late/D1:1", "late/D2:2"}  # both tell of tulips
    assert all(turn.startswith("late/") for turn in by_words)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--recency", "boost"), "--now"),
        (("--at-hand", "nowhere"), "nowhere"),
        (("--rerank", "llm"), "GRAPHMEM_LLM_MODEL"),
    ],
)
def test_what_an_option_lacks_is_told(
    graphmem: Run, gardens: Memory, options: tuple[str, ...], told: str
) -> None:
    ended = graphmem("search", ASKED, *options, space=gardens.space)
    assert ended.code == 1
    assert told in ended.err


def test_what_failed_is_told_beside_the_json(graphmem_process: Run, gardens: Memory) -> None:
    with LoopbackModel(fails(400)) as server:
        model = {
            "GRAPHMEM_LLM_MODEL": "openai/loopback",
            "GRAPHMEM_LLM_API_BASE": server.base_url,
            "OPENAI_API_KEY": "none",
        }
        options = ("--rerank", "llm", "--expand", "llm", "--json")
        found = graphmem_process("search", ASKED, *options, space=gardens.space, **model)
        explained = graphmem_process("explain", ASKED, *options, space=gardens.space, **model)
    assert turns(found)
    for ended in (found, explained):
        assert "note: The rules worded further questions" in ended.err
        assert "note: Not reranked" in ended.err
    assert len(explained.objects[0]["notes"]) == 2


def test_a_search_explained_is_one_object(graphmem: Run, gardens: Memory) -> None:
    ended = graphmem("explain", ASKED, "--expand", "rules", "--json", space=gardens.space)
    (found,) = ended.objects
    assert found["further"]
    assert found["notes"] == []
    assert found["hits"][0]["turn_id"] == "garden/D1:1"
    traced = {one["turn_id"]: one for one in found["trace"]["candidates"]}
    for hit in found["hits"]:
        assert hit["paths"] == traced[hit["turn_id"]]["paths"] != []
    assert found["trace"]["steps"]


def test_a_search_explained_is_a_tree(graphmem_process: Run, gardens: Memory) -> None:
    ended = graphmem_process("explain", ASKED, "--expand", "rules", space=gardens.space)
    assert ended.code == 0, ended.err
    lines = [line.strip("│├└─ ") for line in ended.out.splitlines()]
    assert lines[0] == ASKED
    for told in ("read as", "paths", "activation", "also asked: Ana purchased tulips"):
        assert told in lines
    assert any(line.startswith("people: Ana") for line in lines)
    assert any("entry point" in line for line in lines)
    assert any(line.startswith("the best 5 of") for line in lines)
    assert any(line.startswith("found by words, meaning") for line in lines)
    assert any(line.endswith("ms") for line in lines)
