"""Whether a span is of the sort that a question wants, told by its words and the one before."""

from graphmem.answering.telling.asked import Asked, Want
from graphmem.answering.telling.spans import Span
from graphmem.answering.telling.wordlists import (
    BEFORE_ACTIONS,
    BEFORE_FEELINGS,
    BEFORE_PLACES,
    BEFORE_REASONS,
    FEELING_ENDINGS,
    FEELINGS,
    KIN,
    NUMBERS,
    OFTEN,
    SMALL,
)

_SHORT = 5  # words: a name that stands for a place
_SHORT_WORD = 5  # letters: "sing" is no feeling in -ing


def fits(asked: Asked, span: Span, telling: float) -> float:
    """How far a span is of the sort, from 0 to 1; ``telling`` counts its words that say something.

    Where the question does not tell, it is what stands behind the preposition that it ends in.
    """
    unit = span.unit
    words = unit.words[span.begin : span.end]
    before = unit.words[span.begin - 1] if span.begin else ""
    match asked.want:
        case Want.PERSON:
            return float(_capitals(span) > 0 or any(word in KIN for word in words))
        case Want.PLACE:
            named = _capitals(span) > 0 and len(words) < _SHORT
            return float(named or before in BEFORE_PLACES)
        case Want.NUMBER:
            return float(any(word in NUMBERS or word[0].isdigit() for word in words))
        case Want.FREQUENCY:
            return float(any(word in OFTEN for word in words))
        case Want.FEELING:
            return 0.5 * (before in BEFORE_FEELINGS) + 0.5 * any(map(_feels, words))
        case Want.REASON:
            return float(before in BEFORE_REASONS or words[0] == "to")
        case Want.NAME:
            return _capitals(span) / telling
        case Want.ACTION:
            return float(before in BEFORE_ACTIONS or words[0].endswith("ing"))
        case Want.MANNER:
            return float(before == "by" or words[0] == "by" or words[0].endswith("ing"))
        case _:
            return float(before != "" and before == asked.stranded)


def _capitals(span: Span) -> int:
    """How many words that say something have a capital that no sentence's beginning gives them."""
    unit = span.unit
    return sum(
        unit.text[unit.begins[at]].isupper()
        for at in range(max(1, span.begin), span.end)
        if unit.words[at] not in SMALL and unit.words[at] not in ("i'm", "i've", "i'd", "i'll")
    )


def _feels(word: str) -> bool:
    by_form = len(word) > _SHORT_WORD and word.endswith(FEELING_ENDINGS)
    return word not in SMALL and (word in FEELINGS or by_form)
