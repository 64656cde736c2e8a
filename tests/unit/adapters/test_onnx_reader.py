"""The packaged reader on ONNX Runtime."""

from datetime import datetime

import numpy as np
import pytest

from graphmem.adapters import onnx_reader
from graphmem.adapters.onnx_reader import OnnxReader, load_reader, whole_words
from graphmem.errors import ModelError
from graphmem.reader import ReaderTurn, ReadTurn
from graphmem.settings import load_settings


@pytest.fixture(scope="module")
def reader() -> OnnxReader:
    return load_reader(load_settings())


def said(speaker: str, text: str) -> ReaderTurn:
    return ReaderTurn(speaker, datetime(2025, 5, 3, 10), text)


OLGA = ReadTurn(said("Ana", "My sister Olga lives in Porto, she is a nurse there."))
CLARA = ReadTurn(said("Clara", "I started a new job at the Lisbon aquarium last Monday."))
YES = ReadTurn(said("Ben", "Yes, since May!"), (said("Ana", "Have you moved to Leeds?"),))


def test_the_turn_that_answers_is_told_from_one_that_does_not(reader: OnnxReader) -> None:
    olga, clara = reader.read("What is Olga's job?", [OLGA, CLARA])
    assert olga.answers > 0 > clara.answers
    assert olga.supported > 0 > clara.supported
    assert olga.spans[0].text == "a nurse"


def test_words_are_characters_of_the_turn_and_each_is_given_once(reader: OnnxReader) -> None:
    [found] = reader.read("Where does Olga live?", [OLGA])
    assert found.spans[0].text == "Porto"
    text = OLGA.said.text
    places = [(span.begin, span.end) for span in found.spans]
    assert len(set(places)) == len(places) > 5
    for span in found.spans:
        if span.begin >= 0:
            assert text[span.begin : span.end] == span.text
    chances = [span.log_probability for span in found.spans]
    assert chances == sorted(chances, reverse=True)
    assert max(chances) <= 0


@pytest.mark.parametrize(
    ("tokens", "word"),
    [("s import", "Bergmann's import"), ("Bergmann", "Bergmann"), ("940", "2,940")],
)
def test_words_are_whole(tokens: str, word: str) -> None:
    text = "2,940 lines of Bergmann's import broke"
    begin = text.index(tokens)
    first, last = whole_words(text, begin, begin + len(tokens))
    assert text[first:last] == word


def test_a_turn_reads_alike_alone_and_in_company(reader: OnnxReader) -> None:
    [alone] = reader.read("Where does Olga live?", [OLGA])
    long = ReadTurn(said("Ben", "And then we talked about the weather. " * 40), (OLGA.said,) * 9)
    among = reader.read("Where does Olga live?", [long, CLARA, OLGA] + [YES] * 20)[2]
    assert among.answers == pytest.approx(alone.answers, abs=1e-3)
    assert among.spans[0].text == alone.spans[0].text


def test_what_led_up_to_a_turn_counts(reader: OnnxReader) -> None:
    [after] = reader.read("Has Ben moved to Leeds?", [YES])
    [bare] = reader.read("Has Ben moved to Leeds?", [YES._replace(before=())])
    assert after.answers > bare.answers
    assert after.yes > 0


def test_nothing_is_read_of_nothing(reader: OnnxReader) -> None:
    assert reader.read("Where does Olga live?", []) == []
    assert reader.judge([]) == []
    [found] = reader.read("", [ReadTurn(said("", ""))])
    assert np.isfinite(found.answers)


def test_a_rubbled_sentence_is_likelier_wrong(reader: OnnxReader) -> None:
    good, bad = reader.judge(
        [("Olga is a nurse in Porto.", OLGA), ("Ana does she is a nurse there it.", OLGA)]
    )
    assert good > bad


def test_a_network_that_is_not_the_shipped_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(onnx_reader, "_GRAPH_SHA256", "0" * 64)
    onnx_reader._load.cache_clear()
    with pytest.raises(ModelError, match="SHA-256"):
        load_reader(load_settings())
