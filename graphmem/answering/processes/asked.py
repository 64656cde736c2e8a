"""Whether somebody asks how a thing is done, or asks for it to be done."""

import re

from graphmem.language.asking import asks_how_long, asks_when
from graphmem.language.words import STOP_WORDS

_HOW = re.compile(
    r"\W*(?:how (?:do|should|can|could|must|would) (?:i|we|you|one|people|somebody|someone)\b"
    r"|how (?:is|are) .+ (?:done|made|run|\w+ed)\b"
    r"|what (?:is|are|'s) the (?:steps?|process|procedure|routine|way)\b"
    r"|what (?:has|have|needs?) to (?:be done|happen)\b"
    r"|what (?:must|should) be done\b|what (?:do|should) (?:i|we|you) (?:do|have to do)\b)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\W*(?:please )?(?P<word>[A-Za-z]+) (?P<rest>.+)", re.DOTALL | re.IGNORECASE)
_NOT_FIRST = frozenset({"name", "list", "tell", "describe", "explain", "give", "say", "summarize"})
_WH = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "why", "how"})
_THINGS = re.compile(r"(?:the|a|an|if|whether|that|our|my|your|this|these|those|[A-Z])")


def asks_how_done(text: str) -> bool:
    """Whether a question asks for a way to do something, or is a request to do it.

    A request ("Check whether the bread is done.") opens with a verb and asks nothing; one to tell
    something ("List the boats.") asks for facts.
    """
    if _HOW.match(text):
        return True
    first = _FIRST.match(text)
    if first is None or text.rstrip().endswith("?") or asks_when(text) or asks_how_long(text):
        return False
    word = first["word"].lower()
    opens = word not in STOP_WORDS and word not in _WH and word not in _NOT_FIRST
    return opens and _THINGS.match(first["rest"]) is not None
