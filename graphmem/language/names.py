"""Names of people in a text."""

import re
from collections.abc import Iterable, Iterator

from graphmem.language.words import STOP_WORDS


def names_in(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those of ``names`` that stand in the text as whole words, in order of their first place.

    Where one name holds another ("Peter Lang", "Peter"), the longer one is read. Letters count
    as written ("May" is a name, "may" is not), unless the text has no capital letter at all.
    """
    return tuple(dict.fromkeys(name for name, _ in _found(text, names)))


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with these names (and their possessives) taken out.

    Left in, a name pulls the turns in which somebody else addresses that person.
    """
    kept, begin = [], 0
    for _, match in _found(text, names):
        kept.append(text[begin : match.start()])
        begin = match.end()
    return " ".join(" ".join([*kept, text[begin:]]).split())


def _found(text: str, names: Iterable[str]) -> Iterator[tuple[str, re.Match[str]]]:
    careless = text == text.lower()
    by_written: dict[str, str] = {}
    for name in names:
        if not careless:
            by_written[name] = name
        elif name.lower() not in STOP_WORDS:
            by_written.setdefault(name.lower(), name)
    if not by_written:
        return
    longest_first = sorted(by_written, key=len, reverse=True)
    any_name = "|".join(re.escape(name) for name in longest_first)
    pattern = re.compile(rf"(?<!\w)(?P<name>{any_name})(?:['’]s|['’])?(?!\w)")
    for match in pattern.finditer(text):
        yield by_written[match["name"]], match
