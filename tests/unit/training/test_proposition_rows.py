"""Turns as rows of tokens: what came before, dates beside words, and pieces of long turns."""

import re
from datetime import datetime

from training.propositions.rows import (
    CLS,
    MAX_ROW,
    MAX_TEXT,
    SEP,
    Dated,
    ReadTurn,
    Row,
    Segment,
    Token,
    rows,
)


def tokenise(text: str) -> list[Token]:
    """One token for each word and mark."""
    found = re.finditer(r"\w+|[^\w\s]", text)
    return [
        Token(
            1000 + sum(map(ord, match[0].lower())) % 1000,
            (" " if not match.start() or text[match.start() - 1].isspace() else "") + match[0],
        )
        for match in found
    ]


def turn(speaker: str, *sentences: str, dates: tuple[Dated, ...] = ()) -> ReadTurn:
    text = " ".join(sentences)
    places, done = [], 0
    for sentence in sentences:
        places.append((done, done + len(sentence)))
        done += len(sentence) + 1
    return ReadTurn(speaker, datetime(2025, 3, 4, 10), text, tuple(places), dates)


def shown(row: Row, segment: Segment | None = None) -> str:
    kept = [
        token.text
        for token, own in zip(row.tokens, row.segments, strict=True)
        if segment is None or own is segment
    ]
    return "".join(kept).strip()


def test_a_row_has_who_takes_part_what_came_before_and_the_turn_with_its_day() -> None:
    first, second = rows(
        [turn("Ana", "Where is the van?"), turn("Bo", "In Ghent.")], ["Ana", "Bo"], tokenise
    )
    assert shown(first, Segment.BEFORE) == ""
    assert shown(second, Segment.PEOPLE) == "Ana, Bo"
    assert shown(second, Segment.BEFORE) == "Ana: Where is the van?"
    assert shown(second, Segment.TURN) == "Bo, 4 March 2025: In Ghent."
    assert second.ids[0] == CLS
    assert second.ids[-1] == SEP
    assert len(second.ids) == len(second.segments)


def test_a_sentence_is_where_its_tokens_are() -> None:
    (row,) = rows([turn("Bo", "It broke.", "I sold it.")], ["Bo"], tokenise)
    words = ["".join(one.text for one in row.tokens[begin:end]) for begin, end in row.places]
    assert [one.strip() for one in words] == ["It broke.", "I sold it."]


def test_a_date_stands_behind_the_words_that_mean_it() -> None:
    said = turn("Bo", "I left yesterday, late.", dates=(Dated(16, "3 March 2025"),))
    (row,) = rows([said], ["Bo"], tokenise)
    assert shown(row, Segment.DATE) == "[3 March 2025]"
    (place,) = row.places
    assert "".join(it.text for it in row.tokens[slice(*place)]).startswith(
        " I left yesterday [3 March 2025]"
    )


def test_a_long_turn_is_read_in_pieces_that_lead_up_to_each_other() -> None:
    sentences = [f"Number {number} is a plain little sentence here." for number in range(40)]
    found = list(rows([turn("Bo", *sentences)], ["Bo"], tokenise))
    assert len(found) > 2
    numbers = [row.sentence + at for row in found for at in range(len(row.places))]
    assert numbers == list(range(40))
    assert "Number" in shown(found[1], Segment.BEFORE)
    assert all(len(row.tokens) <= MAX_ROW for row in found)


def test_one_endless_sentence_is_cut() -> None:
    (row,) = rows([turn("Bo", "word " * 400)], ["Bo"], tokenise)
    ((begin, end),) = row.places
    assert end - begin == MAX_TEXT
