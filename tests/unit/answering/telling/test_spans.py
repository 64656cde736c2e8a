from graphmem.answering.telling.found import read_found
from graphmem.answering.telling.spans import LONGEST, begins_phrase, spans
from graphmem.answering.telling.units import Unit
from tests.unit.answering.telling.talk import asking, passage


def unit(text: str) -> Unit:
    return read_found(asking("What did Ana see?"), [passage(text)]).units[0]


def test_spans_end_where_a_phrase_does_and_say_something() -> None:
    found = {span.text for span in spans(unit("I saw the red kayak on a beach"))}
    assert {"red kayak", "the red kayak", "red kayak on a beach", "beach"} <= found
    assert "red" not in found  # a phrase goes on
    assert "red kayak on a" not in found
    assert "I" not in found


def test_quotation_marks_may_frame_a_span_and_other_marks_not() -> None:
    found = {span.text for span in spans(unit('I read "Ivanhoe", twice'))}
    assert '"Ivanhoe"' in found
    assert not any(text.endswith(",") for text in found)


def test_when_alone_is_no_answer_in_a_spans_words() -> None:
    assert "last Friday" not in {span.text for span in spans(unit("I rowed last Friday"))}


def test_no_span_is_longer_than_a_phrase() -> None:
    long = unit("kayak and " * 20)
    assert max(span.end - span.begin for span in spans(long)) <= LONGEST


def test_a_phrase_begins_behind_a_verb_a_mark_or_a_small_word() -> None:
    words = unit("We painted red kayaks, at home")
    assert [begins_phrase(words, at) for at in range(6)] == [True, True, True, False, False, True]


def test_a_phrase_keeps_what_denies_it() -> None:
    found = {span.text for span in spans(unit("I don't like rye bread"))}
    assert "like rye bread" not in found
    assert "rye bread" in found
    assert "sold" not in {span.text for span in spans(unit("It was never sold"))}
