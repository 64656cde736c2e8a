"""What `benchmarks.forgetting` measures, of a little talk; and that it would see what is left."""

from pathlib import Path

import pytest

from benchmarks.forgetting.__main__ import measure
from benchmarks.forgetting.searched import by_vectors, by_words, vectors_of
from benchmarks.forgetting.talks import PERSON, cast, turns_of
from benchmarks.forgetting.written import properties
from tests.conftest import OpenMemory
from tests.talk import GARDEN, HARBOUR, HILLS

TALKS = (GARDEN, HARBOUR, HILLS)


@pytest.mark.timeout(600)
def test_nothing_is_left_of_one_who_was_forgotten(tmp_path: Path) -> None:
    found = measure(tmp_path, cast(TALKS, places=2), most_words=12)
    assert found["nothing_left"], found
    assert found["seen_before"]
    assert found["turns_gone"] >= found["turns_spoken_by_them"] > 0
    assert found["words_only_they_said"] >= 10
    assert {one["hits"] for one in found["paths"].values()} == {0}
    assert all(one["asked"] for one in found["paths"].values())
    assert found["properties"]["values"] > 1_000
    right_after = found["files"]["after it was forgotten"]
    # What Neo4j has not yet written over; else the search of files finds nothing at all.
    assert right_after["transaction logs"]["words"] > 0


def test_what_is_left_would_be_seen(open_memory: OpenMemory) -> None:
    memory, never = open_memory(), open_memory()
    memory.ingest(*TALKS)
    never.ingest(GARDEN, HILLS)
    words = ["boat", "piano", "drums"]
    places = [f"harbour/{turn.dia_id}" for turn in turns_of(HARBOUR)]
    found = by_words(memory, never, words, places)
    for path in ("search", "assemble", "entities", "full text: turn_text"):
        assert found[path].hits, path
    before = vectors_of(memory)
    assert any(one.hits for one in by_vectors(memory, before).values())
    assert properties(memory, words, space=memory.space).found
    assert not properties(never, words, space=never.space).found


def test_one_person_speaks_in_as_many_talks_as_wanted() -> None:
    made = cast(TALKS, places=2)
    named = [
        {turn.speaker for turn in turns_of(talk) if turn.person_id == PERSON} for talk in made.talks
    ]
    assert sorted(map(len, named)) == [0, 1, 1]
    assert len(made.spoken) == sum(
        turn.person_id == PERSON for talk in made.talks for turn in turns_of(talk)
    )
