"""The extracted answer and the citations that prove it."""

from typing import NamedTuple

from graphmem.answering.evidence import Proof
from graphmem.model.answer import QuestionKind, ResolvedTime

_MARKS = " \"'“”‘’.,;:!?-–—"


class ExtractedAnswer(NamedTuple):
    """The answer's text, short, with its proofs, best first; ``text`` is empty only without any."""

    text: str
    kind: QuestionKind
    proofs: tuple[Proof, ...] = ()
    times: tuple[ResolvedTime, ...] = ()


def trimmed(text: str) -> str:
    """Words without the marks around them; quotation marks that they open and close stay."""
    if text[:1] in '"“' and text[-1:] in '"”' and len(text) > 1:
        return text
    return text.strip(_MARKS) or text
