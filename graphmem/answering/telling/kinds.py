"""What kind of answer a question asks for."""

import re

from graphmem.language.asking import asks_how_long, asks_when
from graphmem.language.keys import singular
from graphmem.model.routing import QuestionKind

_OPENINGS = (
    (QuestionKind.HOW_MANY, r"(?:in |on |at |for )?how (?:many|much)\b|what number of\b"),
    (
        QuestionKind.WHY,
        r"why\b|how come\b|for what reason\b|what (?:is|was|are|were) .*\breasons?\b",
    ),
    (
        QuestionKind.COMPARISON,
        r".*\b(?:differ(?:s|ed|ence|ences)?|compared?|in common)\b"
        r"|what do(?:es)? \w+ and \w+ each\b",
    ),
    (
        QuestionKind.YES_NO,
        r"(?:do|does|did|is|are|was|were|has|have|had|would|could|can|will|should|might)(?:n['’]t)?\b",
    ),
)  # fmt: skip
_KINDS = tuple((kind, re.compile(rf"\W*(?:{text})", re.IGNORECASE)) for kind, text in _OPENINGS)
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)
_NAMES_ALL = re.compile(r"\W*(?:list|name all|what are (?:the |all )*names)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\W*(?:in |on |at |for |with )?(?:what|which)"
    r"(?: (?:is|are|were) (?:some|all|the) (?:of the )?)?"
    r"(?P<noun>(?: [\w'’+-]+){1,4}?) (?:do|does|did|has|have|had|are|were|is|that)\b",
    re.IGNORECASE,
)
# "What has Ana painted?" asks for everything up to now, "What did Ana paint?" for one thing.
_UP_TO_NOW = re.compile(r"\W*(?:what|where|who|whom) (?:has|have)\b(?!.* been\b)", re.IGNORECASE)
_SINGULAR_S = ("ss", "us", "is", "ics", "news", "series")


def kind_of(question: str) -> QuestionKind:
    """What sort of answer a question asks for, by its opening words; a fact where none tells."""
    if asks_when(question):
        return QuestionKind.WHEN
    if asks_how_long(question):
        return QuestionKind.HOW_LONG
    for kind, pattern in _KINDS:
        if pattern.match(question):
            either = kind is QuestionKind.YES_NO and _EITHER.search(question)
            return QuestionKind.FACT if either else kind
    return QuestionKind.LIST if _asks_for_several(question) else QuestionKind.FACT


def _asks_for_several(question: str) -> bool:
    if _NAMES_ALL.match(question) or _UP_TO_NOW.match(question):
        return True
    match = _SEVERAL.match(question)
    if match is None:
        return False
    # "kinds of cheese" are several, and so are the things of "kind of boats".
    parts = [part.split() for part in match["noun"].lower().split(" of ")]
    return any(_is_plural(part[-1]) for part in parts if part)


def _is_plural(noun: str) -> bool:
    return len(noun) > 3 and singular(noun) != noun and not noun.endswith(_SINGULAR_S)
