"""What was told in answer to a question, and what proves it."""

import re
from typing import NamedTuple

from graphmem.answering.passages import Proof
from graphmem.language.pronouns import persons_in
from graphmem.model.answer import ResolvedTime
from graphmem.model.routing import QuestionKind

_OWNED = re.compile(r"(?:my|our)\s+(?P<what>\w+(?:[\s-]\w+){0,3})", re.IGNORECASE)
_MARKS = " \"'“”‘’.,;:!?-–—"


class Told(NamedTuple):
    """The answer's text, short, with its proofs, best first; ``text`` is empty only without any."""

    text: str
    kind: QuestionKind
    proofs: tuple[Proof, ...] = ()
    times: tuple[ResolvedTime, ...] = ()


def as_theirs(told: Told) -> Told:
    """An answer that is only the speaker's thing ("my home town") as theirs ("Ana's home town")."""
    found = _OWNED.fullmatch(told.text)
    if found is None or not found["what"].islower() or persons_in(found["what"]):
        return told
    return told._replace(text=f"{told.proofs[0].passage.hit.speaker}'s {found['what']}")


def trimmed(text: str) -> str:
    """Words without the marks around them; quotation marks that they open and close stay."""
    if text[:1] in '"“' and text[-1:] in '"”' and len(text) > 1:
        return text
    return text.strip(_MARKS) or text
