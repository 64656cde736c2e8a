"""A question turned into the statement that would answer it, as far as its words allow; pure.

"When did Ana buy the boat?" gives "Ana bought the boat". No parser: a subject is a name, a
pronoun, or an article or possessive with the word after it; anything else is left alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from graphmem.language.inflection import add_s, past_form
from graphmem.language.words import content_words

_PRONOUN = r"(?:I|you|he|she|it|we|they)"
_NAME = r"[A-Z][\w-]*(?:['’]s)?(?:\s+[A-Z][\w-]*(?:['’]s)?)*"
_NOUN = r"(?:the|a|an|my|your|his|her|our|their|this|that)\s+[a-z][\w-]*"
_AUXILIARY = r"is|are|was|were|has|have|had|will|would|can|could|should|might|did|does|do"
_OPENING = (
    r"(?:when|where|why|how|how long|how often|since when|until when|what|who|whom|which|"
    r"(?P<asked>(?:what|which|how many|how much|whose)\s+(?:(?!\b(?:"
    + _AUXILIARY
    + r")\b)[\w’'-]+\s+){1,5}?))"
)
_MADE_FINITE: Mapping[str, Callable[[str], str]] = {
    "did": past_form,
    "does": add_s,
    "do": lambda verb: verb,
}
_LEAST_WORDS = 2
_NO_VERBS = "not ever also always usually first really of in on at and or"
_NOT_VERBS = frozenset(_NO_VERBS.split())


def answering_statement(question: str, names: Sequence[str] = ()) -> str | None:
    """The statement that would answer a question; None where its form is not known.

    ``names`` are names that are no capitalised words, or hold other words ("Bank of the Bay").
    """
    subject = "|".join([*(re.escape(name) for name in sorted(names, key=len, reverse=True)), _NAME])
    # A possessive is no subject without what is possessed.
    one = rf"(?:(?:{subject})(?:(?<=['’]s)\s+[a-z][\w-]*|(?<!['’]s))|{_PRONOUN}\b|{_NOUN})"
    pattern = (
        rf"^(?:(?i:{_OPENING})\s*\b)?(?P<aux>(?i:{_AUXILIARY}))\s+"
        rf"(?P<subject>{one}(?:\s+and\s+{one})?)(?:\s+(?P<rest>\S.*))?$"
    )
    found = re.match(pattern, question.strip().rstrip("?!. "), re.DOTALL)
    if found is None:
        return None
    auxiliary = found["aux"].lower()
    asked = re.sub(r"(?i)^(?:what|which|how many|how much|whose)\s+", "", found["asked"] or "")
    rest = found["rest"] or ""
    if auxiliary in _MADE_FINITE:
        verb, _, after = rest.partition(" ")
        if not verb.isalpha() or not verb.islower() or verb in _NOT_VERBS:
            return None
        make = _MADE_FINITE[auxiliary]
        made = "did" if (auxiliary, verb) == ("did", "do") else make(verb)
        words = [found["subject"], made, asked, after]
    else:
        words = [found["subject"], auxiliary, rest, asked]
    made_of = " ".join(words)
    # "he did" says nothing that could be found.
    return " ".join(made_of.split()) if len(content_words(made_of)) >= _LEAST_WORDS else None
