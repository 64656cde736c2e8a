"""Counting tokens: by the model's own tokenizer, or with care."""

import base64
import importlib.util
import random
import string
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.llm.library import load_litellm
from graphmem.adapters.tokens import count_carefully, token_counter

TALK = (
    "Nadia, 1 March 2024: I welded 14 hulls at Keel & Co — and you? [yard/D1:3]\n"
    "Äpfel und Öl, naïve façade, 東京 and a 🦊; unbelievably thoroughgoing characterisations!\n"
)


@pytest.mark.parametrize("model", ["gpt-4o", "openai/gpt-4o-mini", "azure/gpt-4"])
def test_models_of_openai_are_counted_by_their_own_tokenizer(model: str) -> None:
    import tiktoken

    counter = token_counter(model)
    encoding = tiktoken.encoding_for_model(model.rpartition("/")[2])
    assert counter.count(TALK) == len(encoding.encode(TALK))
    assert counter.count("") == 0
    assert counter.name == f"tokenizer of {model.rpartition('/')[2]}"


@pytest.mark.parametrize("model", [None, "ollama/llama3", "openai/loopback", "meta/llama-3-8b"])
def test_others_are_counted_with_care_and_without_the_network(model: str | None) -> None:
    assert token_counter(model) == ("careful count", count_carefully)


def test_without_litellm_the_count_is_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert token_counter("gpt-4o").name == "careful count"


def dense_strings() -> list[str]:
    """What nobody says aloud: hashes, keys, ids, and random letters, the same each time."""
    draw = random.Random(0)
    strings = []
    for size in (6, 12, 24, 48, 96):
        raw = draw.randbytes(size)
        strings += [raw.hex(), raw.hex().upper(), base64.b64encode(raw).decode()]
        strings += [base64.urlsafe_b64encode(raw).decode(), base64.b32encode(raw).decode()]
        strings.append("".join(draw.choices(string.ascii_uppercase, k=size)))
        strings.append("".join(draw.choices(string.digits, k=size)))
        strings.append(str(uuid.UUID(int=draw.getrandbits(128))))
        strings.append("".join(draw.choices(string.punctuation, k=size)))
    return strings


@pytest.mark.skipif(importlib.util.find_spec("litellm") is None, reason="litellm is an extra")
@pytest.mark.parametrize("encoding", ["cl100k_base", "o200k_base"])
def test_the_careful_count_holds_for_strings_that_are_no_words(encoding: str) -> None:
    load_litellm()  # brings the vocabularies
    import tiktoken

    tokenizer = tiktoken.get_encoding(encoding)
    for text in dense_strings():
        assert len(tokenizer.encode(text)) <= count_carefully(text), text


def test_ordinary_words_cost_a_third_of_their_letters_and_others_all() -> None:
    assert count_carefully("Boats float") == 2
    assert count_carefully("strength") == 3
    assert count_carefully("sQzX9") == count_carefully("WXYZQ") == count_carefully("bcdfg") == 5


def test_the_careful_count_is_above_that_of_common_tokenizers() -> None:
    load_litellm()
    import tiktoken

    for name in ("cl100k_base", "o200k_base"):
        encoding = tiktoken.get_encoding(name)
        assert len(encoding.encode(TALK)) <= count_carefully(TALK)


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_is_never_fewer_tokens(one: str, other: str) -> None:
    assert count_carefully(one + other) >= max(count_carefully(one), count_carefully(other))
    assert len(one.split()) <= count_carefully(one) or not one.isascii()
