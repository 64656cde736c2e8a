from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from graphmem.chunking import chunk_turns, make_chunks
from graphmem.model.chunk import ChunkParticipant, ChunkSettings, ChunkStrategy, ChunkTurn
from tests.unit.chunking.talk import MINUTE, START, characters, places, talk, turn

PHRASES = (
    "We went home.",
    "Nice!",
    "How was it?",
    "I swam. And you?",
    "Fine? I hope so.",
    "Was it? We ate. We slept. It rained.",
    "Tell me about your trip.",
    "Ha " * 70,
)
talks = st.lists(
    st.tuples(st.sampled_from("ABC"), st.sampled_from(PHRASES), st.sampled_from([1, 90])),
    max_size=40,
)
strategies = st.sampled_from(list(ChunkStrategy))


def spoken(lines: Sequence[tuple[str, str, int]]) -> list[ChunkTurn]:
    clock = START
    made = []
    for place, (speaker, text, minutes) in enumerate(lines):
        clock += minutes * MINUTE
        made.append(turn(place, text, speaker=speaker, said_at=clock))
    return made


def vectors(turns: Sequence[ChunkTurn]) -> dict[str, list[float]]:
    return {one.uid: [float(len(one.text)), 20.0, -1.0] for one in turns}


# ---- what holds for every strategy


@given(talks, strategies, st.integers(1, 12))
def test_chunks_hold_every_turn_in_order(
    lines: list[tuple[str, str, int]], strategy: ChunkStrategy, turns: int
) -> None:
    given_turns = spoken(lines)
    settings = ChunkSettings(turns=turns, min_turns=1, max_turns=turns)
    chunks = chunk_turns(
        given_turns, strategy=strategy, embeddings=vectors(given_turns), settings=settings
    )
    assert [one for chunk in chunks for one in chunk] == given_turns
    assert all(chunks)


@given(talks, strategies, st.integers(1, 12))
def test_no_question_is_split_from_its_answer(
    lines: list[tuple[str, str, int]], strategy: ChunkStrategy, turns: int
) -> None:
    given_turns = spoken(lines)
    settings = ChunkSettings(
        turns=turns, min_turns=1, max_turns=turns, max_characters=100_000, topic_shift=0
    )
    chunks = chunk_turns(
        given_turns, strategy=strategy, embeddings=vectors(given_turns), settings=settings
    )
    chunk_of = {one.uid: place for place, chunk in enumerate(chunks) for one in chunk}
    for place, asked in enumerate(given_turns):
        if "?" not in asked.text and "Tell me" not in asked.text:
            continue
        answers = (one for one in given_turns[place:] if one.speaker_uid != asked.speaker_uid)
        answer = next(answers, None)
        if answer is not None:
            assert chunk_of[asked.uid] == chunk_of[answer.uid]


@given(
    st.lists(st.tuples(st.sampled_from("AB"), st.text(), st.none() | st.text(max_size=120))),
    strategies,
)
def test_every_character_is_in_one_chunk_and_no_chunk_is_too_long(
    lines: list[tuple[str, str, str | None]], strategy: ChunkStrategy
) -> None:
    given_turns = [
        turn(place, text * 9, speaker=speaker, caption=caption)
        for place, (speaker, text, caption) in enumerate(lines)
    ]
    limit = 100
    chunks = chunk_turns(
        given_turns, strategy=strategy, settings=ChunkSettings(max_characters=limit)
    )
    pieces = [piece for chunk in chunks for piece in chunk]
    for one in given_turns:
        mine = [piece for piece in pieces if piece.uid == one.uid]
        assert "".join(piece.text for piece in mine) == one.text
        assert [piece.caption for piece in mine if piece.caption] == [one.caption] * bool(
            one.caption
        )
        for piece in mine:
            assert one.text[piece.offset : piece.offset + len(piece.text)] == piece.text
    for chunk in chunks:
        captions_only = len(chunk) == 1 and not chunk[0].text
        assert characters(chunk) <= limit or captions_only
    firsts = [(chunk[0].dia_id, chunk[0].offset) for chunk in chunks]
    assert len(set(firsts)) == len(firsts)


@given(talks, strategies)
def test_the_same_turns_give_the_same_chunks(
    lines: list[tuple[str, str, int]], strategy: ChunkStrategy
) -> None:
    given_turns = spoken(lines)
    one, other = (
        chunk_turns(given_turns, strategy=strategy, embeddings=vectors(given_turns))
        for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize("strategy", list(ChunkStrategy))
def test_nothing_gives_no_chunk(strategy: ChunkStrategy) -> None:
    assert chunk_turns([], strategy=strategy) == []


# ---- the strategies


def test_fixed_counts_turns() -> None:
    turns = talk(*["Yes."] * 7)
    chunks = chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=3))
    assert places(chunks) == [["0", "1", "2"], ["3", "4", "5"], ["6"]]


def test_fixed_waits_for_the_answer() -> None:
    turns = talk("Hello.", "Hello.", "Do you ski?", "I do.", "Good.")
    chunks = chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=3))
    assert places(chunks) == [["0", "1", "2", "3"], ["4"]]


def test_a_question_that_goes_on_waits_too() -> None:
    turns = [
        turn(0, "Do you ski? I was wondering."),
        turn(1, "You looked tanned."),
        turn(2, "I do.", speaker="Ben"),
        turn(3, "Good."),
    ]
    chunks = chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=1))
    assert places(chunks) == [["0", "1", "2"], ["3"]]


@pytest.mark.parametrize(
    "question",
    [
        "What do you play? I always wondered. My brother plays drums. He is good.",
        "Tell me about your job.",
        "So, Ben, please tell me about your job!",
        "I would love to hear about your job.",
        "Let me know how it went.",
        "I was wondering what you play.",
        "what do you play",
        "do you play anything",
    ],
)
def test_whatever_wants_an_answer_waits_for_it(question: str) -> None:
    turns = talk("Hello.", "Hello.", question, "The violin.", "Good.")
    chunks = chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=1))
    assert places(chunks) == [["0"], ["1"], ["2", "3"], ["4"]]


@pytest.mark.parametrize(
    "told", ["I told her what I play.", "Tell him yes.", "I wonder.", "We do. You know how it is."]
)
def test_what_wants_no_answer_does_not_wait(told: str) -> None:
    chunks = chunk_turns(
        talk(told, "Good."), strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=1)
    )
    assert places(chunks) == [["0"], ["1"]]


def one_by_one(*lines: tuple[str, str]) -> list[list[str]]:
    turns = [turn(place, text, speaker=speaker) for place, (speaker, text) in enumerate(lines)]
    fixed = ChunkSettings(turns=1)
    return places(chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=fixed))


def test_who_asks_back_still_owes_the_answer() -> None:
    chunks = one_by_one(
        ("Ana", "What do you play?"),
        ("Ben", "Why do you ask?"),
        ("Ana", "We need a fiddler."),
        ("Ben", "Violin."),
        ("Ana", "Good."),
    )
    assert chunks == [["0", "1", "2", "3"], ["4"]]
    # Who answers and then asks owes nothing.
    chunks = one_by_one(
        ("Ana", "What do you play?"),
        ("Ben", "Violin. And you?"),
        ("Ana", "Drums."),
        ("Ben", "Good."),
    )
    assert chunks == [["0", "1", "2"], ["3"]]


def test_who_is_called_by_name_answers() -> None:
    for question in ("Cy, what do you play?", "What do you play, Cy?", "Hi Ben. Cy! You play?"):
        chunks = one_by_one(
            ("Ana", question), ("Ben", "Ha."), ("Cy Lund", "Violin."), ("Ana", "Good.")
        )
        assert chunks == [["0", "1", "2"], ["3"]], question
    # Who is only spoken of is not asked; who does not speak soon is not waited for.
    about = one_by_one(("Ana", "What does Cy play?"), ("Ben", "Violin."), ("Cy", "Right."))
    assert about == [["0", "1"], ["2"]]
    never = one_by_one(
        ("Ana", "Cy, what do you play?"), *[("Ben", "Hm.")] * 6, ("Cy", "Sorry, violin.")
    )
    assert never[0] == ["0", "1"]


def test_a_question_that_nobody_answers_waits_for_nobody() -> None:
    turns = [turn(0, "Is anybody there?"), turn(1, "It is me."), turn(2, "Never mind.")]
    chunks = chunk_turns(turns, strategy=ChunkStrategy.FIXED, settings=ChunkSettings(turns=1))
    assert places(chunks) == [["0"], ["1"], ["2"]]


def test_gap_cuts_where_talk_pauses() -> None:
    minutes = [0, 1, 2, 60, 61, 300]
    turns = [turn(place, "Hm.", said_at=START + at * MINUTE) for place, at in enumerate(minutes)]
    chunks = chunk_turns(turns, strategy=ChunkStrategy.GAP, settings=ChunkSettings(gap_minutes=30))
    assert places(chunks) == [["0", "1", "2"], ["3", "4"], ["5"]]


def test_an_answer_may_come_after_a_pause() -> None:
    turns = [
        turn(0, "Did it rain?"),
        turn(1, "It did.", speaker="Ben", said_at=START + 90 * MINUTE),
    ]
    assert len(chunk_turns(turns, strategy=ChunkStrategy.GAP)) == 1


def topics(*counts: int) -> tuple[list[ChunkTurn], Mapping[str, Sequence[float]]]:
    """So many turns about each of some topics, with vectors that say so."""
    about = [topic for topic, count in enumerate(counts) for _ in range(count)]
    turns = talk(*["Well."] * len(about))
    axes = {
        one.uid: [1.0 if topic == axis else 0.1 for axis in range(len(counts))]
        for one, topic in zip(turns, about, strict=True)
    }
    return turns, axes


def test_hybrid_cuts_where_the_topic_shifts() -> None:
    turns, axes = topics(8, 7, 9)
    chunks = chunk_turns(turns, embeddings=axes)
    assert [len(chunk) for chunk in chunks] == [8, 7, 9]


def test_hybrid_without_vectors_counts_turns() -> None:
    turns, _ = topics(30)
    settings = ChunkSettings(min_turns=2, max_turns=9)
    assert [len(chunk) for chunk in chunk_turns(turns, settings=settings)] == [9, 9, 9, 3]


def test_hybrid_makes_no_chunk_of_two_goodbyes() -> None:
    turns, axes = topics(16, 2)
    assert [len(chunk) for chunk in chunk_turns(turns, embeddings=axes)] == [18]


def test_a_session_that_grows_keeps_its_first_chunks() -> None:
    turns, axes = topics(8, 7, 9, 6, 12)
    whole = chunk_turns(turns, embeddings=axes)
    for count in range(len(turns)):
        part = chunk_turns(turns[:count], embeddings=axes)
        assert part[:-2] == whole[: max(0, len(part) - 2)]


# ---- chunks as values


def test_chunks_stay_within_their_session() -> None:
    people = (
        ChunkParticipant(uid="person:A", name="A"),
        ChunkParticipant(uid="person:B", name="B"),
    )
    turns = [
        *talk("Hello.", "Is it late?"),
        turn(2, "It is.", session_id="S2"),
    ]
    chunks = make_chunks(turns, space="s", conversation_id="c", people=people)
    assert [(chunk.session_id, len(chunk.turns)) for chunk in chunks] == [("S1", 2), ("S2", 1)]
    assert len({chunk.uid for chunk in chunks}) == 2
    assert all(one.people == people for one in chunks)


def test_a_chunk_keeps_its_uid_and_changes_its_digest_when_it_grows() -> None:
    turns = talk("Hello.", "Hello.", "Bye.")
    (before,) = make_chunks(turns[:2], space="s", conversation_id="c", people=())
    (after,) = make_chunks(turns, space="s", conversation_id="c", people=())
    assert before.uid == after.uid
    assert before.digest != after.digest


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValidationError, match="min_turns"):
        ChunkSettings(min_turns=9, max_turns=3)


def test_all_pairs_of_neighbours_stay_neighbours() -> None:
    turns = talk(*(f"{place}?" if place % 3 else "So." for place in range(50)))
    flat = [one.uid for chunk in chunk_turns(turns) for one in chunk]
    assert list(pairwise(flat)) == list(pairwise([one.uid for one in turns]))
