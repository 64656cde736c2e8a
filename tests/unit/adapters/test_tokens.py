"""Counting tokens: by the model's own tokenizer, or with care."""

import importlib.util

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_the_careful_count_is_above_that_of_common_tokenizers() -> None:
    import tiktoken

    for name in ("cl100k_base", "o200k_base"):
        encoding = tiktoken.get_encoding(name)
        assert len(encoding.encode(TALK)) <= count_carefully(TALK)


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_is_never_fewer_tokens(one: str, other: str) -> None:
    assert count_carefully(one + other) >= max(count_carefully(one), count_carefully(other))
    assert len(one.split()) <= count_carefully(one) or not one.isascii()
