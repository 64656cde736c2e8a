"""Sentences of a text, and which of them ask."""

import re

_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|e\.g|i\.e|a\.m|p\.m|[A-Z])\.$")
_LOOK_BACK = 12  # characters: any abbreviation and what stands before it
_BOUNDARY = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|\n+")


def sentences(text: str) -> list[str]:
    """The sentences in order; together they hold every word of the text."""
    found: list[str] = []
    begin = 0
    for boundary in _BOUNDARY.finditer(text):
        # Not from `begin`: after abbreviations that stays, and this would be quadratic.
        near = max(begin, boundary.start() - _LOOK_BACK)
        if _ABBREVIATION.search(text, near, boundary.start()) and boundary.group().strip("\n"):
            continue
        found.append(text[begin : boundary.end()].strip())
        begin = boundary.end()
    found.append(text[begin:].strip())
    return [sentence for sentence in found if sentence]


def asks(text: str) -> bool:
    """Whether the text mostly asks: it ends in a question, or every sentence of it is one."""
    return text.rstrip().rstrip("\"'”’)").endswith("?")
