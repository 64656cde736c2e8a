import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extraction.llm.extract import read_transcript, write_transcript
from tests.unit.extraction.llm.chunks import make_chunk

texts = st.text(min_size=1, max_size=40)


@given(
    lines=st.lists(st.tuples(st.sampled_from(["Nadia", "Otto"]), texts), min_size=1, max_size=4),
    caption=st.none() | texts,
    behind=texts,
)
def test_what_is_written_is_read_again(
    lines: list[tuple[str, str]], caption: str | None, behind: str
) -> None:
    chunk = make_chunk(*lines, captions=(caption,))
    again = read_transcript(f"{write_transcript(chunk)}\n\n{behind}")
    shown = {"dia_id", "speaker", "text", "caption", "said_at"}
    assert [turn.model_dump(include=shown) for turn in again.turns] == [
        turn.model_dump(include=shown) for turn in chunk.turns
    ]
    assert [(person.name, person.names) for person in again.people] == [
        ("Nadia", ("Nadia", "Nad")),
        ("Otto", ("Otto",)),
    ]
    assert (again.conversation_id, again.session_id) == ("pond", "S1")


def test_speakers_are_the_people() -> None:
    again = read_transcript(write_transcript(make_chunk(("Nadia", "Hm."), ("Otto", "Well."))))
    assert [turn.speaker_uid for turn in again.turns] == [person.uid for person in again.people]


def test_a_turn_takes_one_line() -> None:
    chunk = make_chunk(("Nadia", "One.\nTwo."), ("Otto", "Three."))
    lines = [line for line in write_transcript(chunk).splitlines() if '"id"' in line]
    assert len(lines) == 2


def test_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        read_transcript("Hello there.")
