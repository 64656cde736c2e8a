from time import perf_counter

import pytest

from graphmem.chunking import chunk_turns
from graphmem.model.chunk import ChunkSettings
from tests.unit.chunking.talk import characters, talk, turn


def test_a_long_turn_is_split_at_sentences() -> None:
    sentences = [f"Sentence number {place} says very little." for place in range(10, 30)]
    whole = turn(0, "  ".join(sentences))
    chunks = chunk_turns([whole], settings=ChunkSettings(max_characters=100))
    assert [chunk[0].text.rstrip() for chunk in chunks] == [
        "  ".join(pair) for pair in zip(sentences[::2], sentences[1::2], strict=True)
    ]
    assert [chunk[0].offset for chunk in chunks] == [
        whole.text.index(sentence) for sentence in sentences[::2]
    ]


def test_a_sentence_over_the_limit_is_split_between_words() -> None:
    whole = turn(0, "word " * 100)
    chunks = chunk_turns([whole], settings=ChunkSettings(max_characters=103))
    assert {len(chunk[0].text) for chunk in chunks} == {100}
    endless = turn(0, "x" * 250)
    cut = chunk_turns([endless], settings=ChunkSettings(max_characters=100))
    assert [len(chunk[0].text) for chunk in cut] == [100, 100, 50]


def test_in_a_run_of_questions_that_is_too_long_each_keeps_its_answer() -> None:
    turns = talk(*(f"I have {place} cats. And how many do you have?" for place in range(20)))
    chunks = chunk_turns(turns, settings=ChunkSettings(max_characters=200))
    assert len(chunks) > 1
    for chunk in chunks[1:]:
        assert chunk[0].text == "And how many do you have?"
        assert characters(chunk) <= 200


def test_turns_stay_whole_where_there_is_room() -> None:
    turns = talk("Short.", "A bit. " * 30, "Short.", "Short.")
    chunks = chunk_turns(turns, settings=ChunkSettings(max_characters=150))
    pieces = [piece for chunk in chunks for piece in chunk]
    assert sum(piece.text == "Short." for piece in pieces) == 3


@pytest.mark.slow
def test_a_very_long_session_takes_time_by_its_length_only() -> None:
    def seconds(count: int) -> float:
        turns = talk(*(f"We saw {place} birds. Did you?" for place in range(count)))
        embeddings = {one.uid: [1.0, float(place % 7)] for place, one in enumerate(turns)}
        begun = perf_counter()
        chunks = chunk_turns(turns, embeddings=embeddings)
        assert sum(map(characters, chunks)) == sum(len(one.text) for one in turns)
        return perf_counter() - begun

    seconds(500)
    short, long = seconds(5_000), seconds(40_000)  # 150,000 and 1,200,000 characters
    assert long < 8 * short * 4


@pytest.mark.slow
def test_a_turn_of_a_million_characters_goes_through() -> None:
    begun = perf_counter()
    chunks = chunk_turns([turn(0, "It rained again. " * 60_000)])
    assert sum(map(characters, chunks)) == 17 * 60_000
    assert perf_counter() - begun < 20
