"""Names of people in a text."""

import re
from collections.abc import Iterable, Iterator

from graphmem.language.words import STOP_WORDS
from graphmem.model.parse import SUBJECTS, Parser

_TELLING = frozenset({"det", "amod", "nummod", "poss", "compound"})


def names_in(text: str, names: Iterable[str], *, parse: Parser | None = None) -> tuple[str, ...]:
    """Those of ``names`` that stand in the text as whole words, in order of their first place.

    Where one name holds another ("Peter Lang", "Peter"), the longer one is read. Letters count
    as written ("May" is a name, "may" is not), unless the text has no capital letter at all, or
    ``parse`` tells that a word in small letters is used as a name is.
    """
    return tuple(dict.fromkeys(name for name, _ in _found(text, names, parse)))


def without_names(text: str, names: Iterable[str], *, parse: Parser | None = None) -> str:
    """The text with these names (and their possessives) taken out, as `names_in` finds them.

    Left in, a name pulls the turns in which somebody else addresses that person.
    """
    kept, begin = [], 0
    for _, match in _found(text, names, parse):
        kept.append(text[begin : match.start()])
        begin = match.end()
    return " ".join(" ".join([*kept, text[begin:]]).split())


def _found(
    text: str, names: Iterable[str], parse: Parser | None
) -> Iterator[tuple[str, re.Match[str]]]:
    careless = text == text.lower()
    by_written: dict[str, str] = {}
    small: dict[str, str] = {}
    for name in names:
        if not careless:
            by_written[name] = name
        if (careless or parse) and name.lower() not in STOP_WORDS:
            small.setdefault(name.lower(), name)
    by_written = small | by_written
    if not by_written:
        return
    longest_first = sorted(by_written, key=len, reverse=True)
    any_name = "|".join(re.escape(name) for name in longest_first)
    pattern = re.compile(rf"(?<!\w)(?P<name>{any_name})(?:['’]s|['’])?(?!\w)")
    for match in pattern.finditer(text):
        written = match["name"]
        if (
            careless
            or parse is None
            or by_written[written] == written
            or _is_used_as_name(text, match.start("name"), match.end("name"), parse)
        ):
            yield by_written[written], match


def _is_used_as_name(text: str, start: int, end: int, parse: Parser) -> bool:
    """Whether the words that end here are one noun with nothing that tells which, as a name is."""
    for sentence in parse([text])[0].sentences:
        for token in sentence:
            if token.end == end:
                told = [it for it in sentence.children(token, *_TELLING) if it.start < start]
                named = token.dep in (*SUBJECTS, "poss")  # what is spoken of may be "faith"
                return token.tag in ("NN", "NNP") and named and not told
    return False
