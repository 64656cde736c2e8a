"""Several things of one sort: the objects of the question's verb that are of that sort."""

import math
import re
from collections.abc import Callable, Sequence

from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import read_asked
from graphmem.answering.telling.objects import Object, objects
from graphmem.answering.telling.told import Told
from graphmem.model.routing import QuestionKind
from graphmem.retrieval.question import Question

# The cosine from which an object counts as of the sort: nearer to the same (1) than to what has
# nothing to do with it (0). Set beforehand, by no question's score.
_OF_SORT = 0.5
_FEWEST, _MOST = 2, 6
_SORT = re.compile(
    r"\W*(?:what|which) (?:(?:kinds?|types?|sorts?) of )?(?P<sort>.+?) "
    r"(?:do|does|did|has|have|had|is|are|was|were)\b",
    re.IGNORECASE,
)

Encode = Callable[[Sequence[str]], list[list[float]]]


def list_of_sort(question: Question, passages: Sequence[Passage], encode: Encode) -> Told | None:
    """What those named by the question say that its verb was said of, kept to its sort.

    Only for a question that says no more than who, which verb and which sort ("What instruments
    does Ana play?"), and where two or more are found: where it says more, or of when, not every
    object of the verb is meant.
    """
    asked = read_asked(question)
    match = _SORT.match(question.text)
    more = asked.stems - asked.focus - asked.verbs
    if match is None or not asked.focus or not asked.verbs or more or question.times:
        return None
    if len({person.name for person in question.people}) != 1:
        return None
    found = objects(asked, passages)
    if len(found) < _FEWEST:
        return None
    kept = _of_sort(match["sort"], found, encode)
    if len(kept) < _FEWEST:
        return None
    proofs = tuple(dict.fromkeys(one.proof for one, _ in kept))
    return Told(
        ", ".join(one.text for one, _ in kept),
        QuestionKind.LIST,
        proofs,
        chance=min(1.0, sum(cosine for _, cosine in kept) / len(kept)),
    )


def _of_sort(sort: str, found: Sequence[Object], encode: Encode) -> list[tuple[Object, float]]:
    """The objects of a sort with their cosines, nearest first; of equals the first found."""
    wanted, *vectors = encode([sort, *(one.text for one in found)])
    near = [
        (one, cosine)
        for one, vector in zip(found, vectors, strict=True)
        if (cosine := _cosine(wanted, vector)) >= _OF_SORT
    ]
    return sorted(near, key=lambda pair: -pair[1])[:_MOST]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    length = math.hypot(*one) * math.hypot(*other)
    return math.fsum(a * b for a, b in zip(one, other, strict=True)) / length if length else 0.0
