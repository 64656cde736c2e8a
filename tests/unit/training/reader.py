"""A few examples for the reader, made by hand, and a tokeniser of whole words."""

import re
from datetime import datetime
from typing import Any

from graphmem.evaluation.corpus import AnswerType, Expected
from training.reader.examples import (
    Asked,
    Asking,
    Claimed,
    Examples,
    Source,
    Span,
    SpokenTurn,
    Worded,
)
from training.reader.rows import Tokens

WORDS = 500
_FIRST = 103  # behind the marks
_AT = datetime(2025, 3, 4, 18, 22)


def tokenise(text: str) -> Tokens:
    """Each word and each mark is a token."""
    found = list(re.finditer(r"\w+|[^\w\s]", text))
    ids = tuple(_FIRST + sum(map(ord, one[0])) % (WORDS - _FIRST) for one in found)
    return Tokens(ids, tuple(one.span() for one in found))


def asked(question: str, **fields: Any) -> Asked:
    """A question that the first turn answers."""
    made = Asked(
        conversation="plot",
        source=Source.ASKED,
        question=question,
        expected=Expected.ANSWERED,
        asking=Asking.ANSWERED,
        wants=AnswerType.THING,
        answer="the tiller",
        yes=None,
        evidence=(0,),
        spans={0: (Span(0, 10),)},
        near=(1, 0, 2),
    )
    return made._replace(**fields)


def examples() -> Examples:
    """Five questions, two claims and two wordings about three turns of two sessions."""
    turns = (
        SpokenTurn("1:1", "1", "Inês", _AT, "The tiller is Rui's"),
        SpokenTurn("1:2", "1", "Bo", _AT, "Ask him"),
        SpokenTurn("2:1", "2", "Inês", _AT, "He lends it to us"),
    )
    refused: dict[str, Any] = {"expected": Expected.REFUSED, "answer": None, "spans": {}}
    return Examples(
        {"plot": turns},
        [
            asked("What is Rui's?"),
            asked("Who says so?", wants=AnswerType.PERSON, spans={0: (Span(0, 4, in_head=True),)}),
            asked("Is it lent?", wants=AnswerType.YES_NO, answer="Yes", yes=True, evidence=(2,)),
            asked("What is Bo's?", asking=Asking.OTHER_PERSON, **refused),
            asked("What is his?", **refused | {"expected": Expected.ASK_BACK}),
        ],
        [
            Claimed("plot", "The tiller is Rui's.", 0, True, Span(0, 19)),
            Claimed("plot", "The tiller is Bo's.", 0, False),
        ],
        [Worded("plot", "Rui's tiller.", 0, True), Worded("plot", "Bo asks.", 1, False)],
    )
