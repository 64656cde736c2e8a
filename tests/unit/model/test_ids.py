import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.model.ids import content_digest, person_uid, token, turn_reference, uid

names = st.text(
    st.characters() | st.characters(categories=["Cs"]) | st.sampled_from("\x1f:0123"), min_size=1
)


@given(names, names, names)
def test_a_uid_tells_spaces_apart(first: str, second: str, natural: str) -> None:
    same = uid(first, "turn", natural) == uid(second, "turn", natural)
    assert same == (first == second)


def test_fields_that_join_alike_stay_apart() -> None:
    assert uid("a", "turn", "bc", "d") != uid("a", "turn", "b", "cd")
    assert uid("s", "turn", "x") != uid("s", "session", "x")


@given(st.lists(names), st.lists(names))
def test_a_digest_tells_parts_apart(first: list[str], second: list[str]) -> None:
    assert (content_digest(*first) == content_digest(*second)) == (first == second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["a\x1fb"], ["a", "b"]),
        (["a", ""], ["a"]),
        (["1:a"], ["a"]),
        (["a1:b"], ["a", "b"]),
        (["\ud83e\uded6"], ["\U0001fad6"]),
        (["\ud800"], ["\udc00"]),
    ],
)
def test_parts_that_join_alike_stay_apart(first: list[str], second: list[str]) -> None:
    assert content_digest(*first) != content_digest(*second)


@given(names)
def test_a_token_is_one_word_that_no_stemmer_changes(name: str) -> None:
    made = token(name)
    assert made.isalnum()
    assert made == made.lower()
    assert made[0] == "k"
    assert made[-1] == "0"


def test_a_caller_s_id_makes_one_person_across_conversations() -> None:
    def person(conversation: str, person_id: str | None) -> str:
        return person_uid("s", conversation_id=conversation, name="John", person_id=person_id)

    assert person("a", "p1") == person("b", "p1")
    assert person("a", None) != person("b", None)
    assert person("a", None) != person("a", "John")


def test_a_turn_is_printed_with_its_conversation() -> None:
    assert turn_reference("conv-26", "D2:1") == "conv-26/D2:1"
