"""Spoken turns are parsed without their disfluencies, at the places of what was spoken."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.fluency import (
    Fluent,
    encode_fluent,
    find_fluent_times,
    listen,
    parse_fluent,
)
from graphmem.extraction.local.network import DIMENSION, TurnVectors

SPOKEN = "Um, we need we need to, uh, order ti- tiles by last, um, Friday."


def test_what_is_left_is_spaced_as_before() -> None:
    (heard,) = listen([SPOKEN])
    assert heard.spoken == SPOKEN
    assert heard.text == "we need to order tiles by last Friday."


def test_words_keep_their_places_in_what_was_spoken() -> None:
    (parsed,) = parse_fluent(listen([SPOKEN]), load_parser())
    (sentence,) = parsed.sentences
    assert parsed.text == SPOKEN
    assert [token.text for token in sentence] == [
        SPOKEN[token.start : token.end] for token in sentence
    ]
    assert parsed.fluent(sentence.start, sentence.end) == "we need to order tiles by last Friday."
    assert SPOKEN[sentence.start : sentence.end] == SPOKEN.removeprefix("Um, we need ")


def test_vectors_are_of_what_is_left_at_the_places_of_what_was_spoken() -> None:
    encoded: list[str] = []

    def encode(texts: Sequence[str]) -> list[TurnVectors]:
        encoded.extend(texts)
        one = np.ones((1, DIMENSION), dtype=np.float32)
        return [TurnVectors([(0, len(text))], one, one) for text in texts]

    (seen,) = encode_fluent(listen(["It's, um, warm, uh."]), encode)
    assert encoded == ["It's warm."]
    assert seen.spans == [(0, 19)]


def test_a_time_is_found_across_a_pause() -> None:
    (parsed,) = parse_fluent(listen([SPOKEN]), load_parser())
    (time,) = find_fluent_times(parsed, said_at=datetime(2024, 5, 8, 13))
    assert time.date_phrase == "3 May 2024"
    assert SPOKEN[time.start : time.end].endswith("last, um, Friday")


def test_talk_that_is_not_english_is_kept_whole() -> None:
    talk = ["Um dia vamos os dois a Lisboa para ver o mar.", "Um abraço da tua irmã!"]
    assert [one.text for one in listen(talk)] == talk


def test_a_turn_without_disfluency_is_parsed_as_it_is() -> None:
    text = "The kiln is cold."
    (parsed,), (plain,) = parse_fluent(listen([text]), load_parser()), load_parser()([text])
    assert (parsed.text, parsed.removed) == (text, ())
    assert [one.tokens for one in parsed.sentences] == [one.tokens for one in plain.sentences]


@given(st.text(min_size=1), st.data())
def test_a_span_goes_there_and_back(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), unique=True, max_size=6).map(sorted))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    heard = Fluent(text, tuple(pairs))
    if not heard.text:
        return
    start = data.draw(st.integers(0, len(heard.text) - 1))
    end = data.draw(st.integers(start + 1, len(heard.text)))
    first, last = heard.spoken_span(start, end)
    assert heard.fluent_span(first, last) == (start, end)
    assert text[first] == heard.text[start]
    assert text[last - 1] == heard.text[end - 1]
