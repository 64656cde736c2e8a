"""The layout of a row: its parts in order, their segments, and what is cut."""

from datetime import datetime

from graphmem.reader import (
    CLS,
    MAX_CLAIM,
    MAX_CONTEXT,
    MAX_HEAD,
    MAX_QUESTION,
    MAX_ROW,
    MAX_TEXT,
    SEP,
    Segment,
    TurnTokens,
    claim_row,
    head_of,
    question_row,
)

TURN = TurnTokens([11, 12], [13, 14, 15])


def test_the_parts_stand_in_order_with_their_segments() -> None:
    row = question_row([1, 2], TURN, [TurnTokens([21], [22]), TurnTokens([31], [32, 33])])
    assert row.ids == (CLS, 1, 2, SEP, 21, 22, SEP, 31, 32, 33, SEP, 11, 12, 13, 14, 15, SEP)
    assert row.segments == (Segment.QUESTION,) * 4 + (Segment.CONTEXT,) * 7 + (Segment.TURN,) * 6
    assert row.ids[row.turn : row.text] == (11, 12)
    assert row.ids[row.text : row.end] == (13, 14, 15)


def test_a_claim_has_a_segment_and_a_length_of_its_own() -> None:
    asked = range(1, 100)
    claim, question = claim_row(asked, TURN, []), question_row(asked, TURN, [])
    assert claim.segments.count(Segment.CLAIM) == MAX_CLAIM + 2
    assert question.segments.count(Segment.QUESTION) == MAX_QUESTION + 2
    assert Segment.QUESTION not in claim.segments


def test_the_nearest_turns_are_kept_and_each_whole() -> None:
    before = [TurnTokens([n], [n] * 40) for n in (1, 2, 3)]
    row = question_row([9], TURN, before)
    context = [one for one, part in zip(row.ids, row.segments, strict=True) if part == 1]
    assert context == [2] * 41 + [SEP] + [3] * 41 + [SEP]
    assert len(context) <= MAX_CONTEXT


def test_no_row_is_longer_than_the_network_takes() -> None:
    long = TurnTokens([7] * 50, [8] * 500)
    for row in (question_row([1] * 99, long, [long] * 9), claim_row([1] * 99, long, [long] * 9)):
        assert len(row.ids) == len(row.segments) <= MAX_ROW
        assert row.text - row.turn == MAX_HEAD
        assert row.end - row.text == MAX_TEXT
        assert row.ids[-1] == SEP


def test_a_head_says_who_and_when() -> None:
    assert head_of("Inês", datetime(2025, 5, 3, 18, 22)) == "Inês, 3 May 2025:"
