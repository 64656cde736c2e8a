"""Sentences of a text, and what those that ask or want an answer ask for."""

import re

from graphmem.model.parse import SUBJECTS, Parser

_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|e\.g|i\.e|a\.m|p\.m|[A-Z])\.$")
_LOOK_BACK = 12  # characters: any abbreviation and what stands before it
_BOUNDARY = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|\n+")
_OPENING = r"(?:(?:so|and|but|well|oh|ok|okay|hey|now|please|also|anyway|by the way)\b[\s,]*)*"
_REQUEST = re.compile(
    _OPENING + r"(?:(?:[^\W_]+,\s*)?(?:please\s+)?(?:just\s+)?"
    r"(?:tell (?:me|us)|let (?:me|us) know|remind (?:me|us)|describe|explain|walk me through"
    r"|give me (?:an?|the|your))\b"
    r"|(?:i|we)(?:['’]d| would) (?:love|like) to (?:hear|know)\b"
    r"|(?:i['’]m|i am|i was|i['’]ve been) (?:\w+ )?(?:curious|wondering)"
    r" (?:about|how|what|where|when|who|why|if|whether|which)\b"
    r"|i wonder(?:ed)? (?:how|what|where|when|who|why|if|whether|which)\b)",
    re.IGNORECASE,
)
_UNMARKED = re.compile(
    _OPENING
    + r"(?:(?:what|where|when|why|who|how|which)(?: \w+)? (?:do|does|did|are|were|have|will|would)"
    r" (?:you|we|they|he|she|it)|(?:do|did|are|were|have|can|could|will|would) you)\b",
    re.IGNORECASE,
)


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
    """Tells whether the text mostly asks: it ends in a question, or every sentence of it is one."""
    return text.rstrip().rstrip("\"'”’)").endswith("?")


def wants_answer(sentence: str) -> bool:
    """Tells whether a sentence asks for an answer: a question, also without its mark, or a request.

    "Tell me about your job." does, and "what do you play".
    """
    return asks(sentence) or any(
        pattern.match(sentence.lstrip("\"'“‘(")) for pattern in (_REQUEST, _UNMARKED)
    )


_BEFORE = (
    r"^\W*(?:(?:on|in|around|about|by|at|for|from|to|over|within|after)\s+)?"
    r"(?:(?:approximately|roughly|exactly)\s+)?"
)
# "Which night did …", "What starting date was …"; of "What evening class did …" it is no date, nor
# of what is so again and again ("Which evening does …").
_ONCE = r"(?:in|did|was|were|is|has|have|had|will|would|could|can|should)"
_WHICH = r"(?:what|which)"
_DATED = r"(?:date|day|year|month)"
_WHEN = re.compile(
    _BEFORE + rf"(?:when\b|{_WHICH} (?:(?:was|is) the )?{_DATED}\b|"
    rf"{_WHICH} (?:\w+ )?"
    r"(?:(?:date|day|morning|afternoon|evening|night|week|month|year)s?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day) "
    rf"{_ONCE}\b)",
    re.I,
)
_DATE = re.compile(r"\bdates?\b", re.I)
_EDGE = rf"(?:when|{_WHICH} (?:\w+ )?{_DATED})"
_HOW_LONG = re.compile(
    _BEFORE + rf"(?:how long|how much time|(?:since|until|till) {_EDGE}|"
    r"how many (?:days|weeks|months|years)(?! (?:an?|per)\b))\b",
    re.I,
)


def asks_when(question: str) -> bool:
    """Tells whether the question asks for a date."""
    return _WHEN.match(question) is not None


def asks_how_long(question: str) -> bool:
    """Tells whether the question asks for a duration, or for one of its ends."""
    return _HOW_LONG.match(question) is not None


def asks_about_time(question: str) -> bool:
    """Tells whether the question asks for a date or a duration."""
    return asks_when(question) or asks_how_long(question)


def asks_for_date(question: str, parse: Parser) -> bool:
    """Tells whether a question asks what a date is: "What is the end date of …"."""
    if not _DATE.search(question):
        return False
    for sentence in parse([question])[0].sentences[:1]:
        root = sentence.root
        asking, subject = sentence.child(root, "attr", "dep"), sentence.child(root, *SUBJECTS)
        if root.lemma == "be" and asking and asking.tag == "WP" and subject:
            return subject.lemma == "date"
    return False
