"""Whom a question is about, where that is nobody who takes part."""

import re
from collections.abc import Iterable

from graphmem.language.words import STOP_WORDS

_AUXILIARY = r"(?:did|does|do|has|have|had|is|was|were|are|will|would|can|could|should)(?:n['’]t)?"
_SUBJECT = re.compile(rf"\b{_AUXILIARY}\s+(?P<name>[A-Z]\w+)(?:['’]s)?\b", re.IGNORECASE)


def unknown_subject(question: str, participants: Iterable[str]) -> str | None:
    """The capitalised name that a question asks about, if it is no participant's; else None."""
    match = _SUBJECT.search(question)
    if match is None or not match["name"][0].isupper() or match["name"].lower() in STOP_WORDS:
        return None
    known = {word for name in participants for word in name.split()}
    return None if match["name"] in known else match["name"]
