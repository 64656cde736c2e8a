"""Whether words to be quoted tell what they are of, or themselves point at other words."""

from graphmem.extraction.rules.clauses import clauses
from graphmem.extraction.rules.pointers import names_something, open_pointers
from graphmem.extraction.rules.quoting import leans
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.wordlists import words_of
from graphmem.model.parse import Token

_LEANING = words_of("it they them that this these those he she him their its there")
_POINTING_TAGS = frozenset({"PRP", "PRP$", "DT", "RB"})


def points_back(setting: Setting, tokens: list[Token]) -> bool:
    """Whether the words themselves point at what only other words name."""
    if leans(tokens) or any(_points_alone(setting, tokens, token) for token in tokens):
        return True
    inside = {t.i for t in tokens}
    found = clauses(setting.sentence)
    return any(
        pointer.token.i in inside
        and pointer.token.tag in _POINTING_TAGS
        and pointer.token.dep != "det"
        for clause in found
        for pointer in open_pointers(clause, setting)
    ) or any(_is_bare_pointer(setting, token) for token in tokens if not found)


def _points_alone(setting: Setting, tokens: list[Token], token: Token) -> bool:
    """As "it" in "What's the story behind it?": nothing before it but what it belongs to."""
    if token.tag != "PRP" or token.low not in _LEANING or token.i in setting.meant:
        return False
    above = {token.head, setting.sentence.head(token).head}
    return token.dep == "pobj" and not any(
        names_something(t) and t.i not in above for t in tokens if t.i < token.i
    )


def _is_bare_pointer(setting: Setting, token: Token) -> bool:
    """As "it" and "there" in a question, which no clause is told of."""
    if token.i in setting.meant or token.i in setting.fuller:
        return False
    return token.low in _LEANING and token.dep not in ("det", "expl", "mark")
