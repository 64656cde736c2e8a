"""Words of one sense in a hand-made table, each in the form in which the text has it; pure."""

import re
from functools import cache
from importlib.resources import files

from graphmem.language.inflection import add_s, past_form

_WORD = re.compile(r"(?<![\w'’-])[a-z]+(?![\w'’-])")
_VOWELS = "aeiou"
_ING = {"begin": "beginning"}


def with_synonyms(text: str) -> str:
    """The text with every word of the table replaced by another of its sense.

    Capitalised words stay: they may be names. The same text where the table has none of its words.
    """
    table = _table()
    return _WORD.sub(lambda match: table.get(match.group(), match.group()), text)


@cache
def _table() -> dict[str, str]:
    """Each form of each word, and what it is replaced by."""
    table: dict[str, str] = {}
    lines = files("graphmem.retrieval").joinpath("synonyms.txt").read_text("utf-8").splitlines()
    for line in lines:
        sort, *words = line.split()
        if sort == "#":
            continue
        for word in words:
            instead = words[1] if word == words[0] else words[0]
            for form, other in zip(_forms(sort, word), _forms(sort, instead), strict=True):
                table.setdefault(form, other)
    return table


def _forms(sort: str, word: str) -> tuple[str, ...]:
    match sort:
        case "v":
            return word, add_s(word), past_form(word), _ing_form(word)
        case "n":
            return word, "children" if word == "child" else add_s(word)
        case _:
            return (word,)


def _ing_form(verb: str) -> str:
    """As in "playing", "making", "getting"."""
    if verb in _ING:
        return _ING[verb]
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    short = len(verb) <= 4 and verb[-1] not in f"{_VOWELS}wxy" and verb[-2:-1] in _VOWELS
    if short and verb[-3:-2] not in _VOWELS:
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
