"""The exact key of an entity's name: what two mentions share that are surely one thing."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# A sign after a letter is part of a name: C++ and C# are not C.
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*")
_POSSESSIVE = re.compile(r"['’]s$")
_LEADING_WORDS = "a an the this that these those some any my our your his her its their own"
_LEADING = frozenset(_LEADING_WORDS.split())
_IRREGULAR = {
    "buses": "bus", "children": "child", "feet": "foot", "geese": "goose", "knives": "knife",
    "lives": "life", "men": "man", "mice": "mouse", "teeth": "tooth", "wives": "wife",
    "wolves": "wolf", "women": "woman",
}  # fmt: skip
_NOT_PLURAL = ("ss", "us", "is")
_SIBILANTS = ("sse", "she", "che", "xe", "zze", "oe")


def entity_key(name: str, *, owners: Iterable[str] = ()) -> str:
    """Lower-case singular words joined by ``_``: "my Support Groups" gives ``support_group``.

    Leading articles and pronouns fall away, and so does a leading possessive of one of
    ``owners``: "John's job" is ``job`` where John is one, but "Mother's Day" keeps its mother.
    Only plurals are folded, since what has one key is one thing without a further look, and
    stems would make one of "market" and "marketing". Never empty.
    """
    _, owned = split_owner(name, owners)
    written = _WORD.findall(_folded(owned))
    begin = 0
    while begin < len(written) - 1 and written[begin] in _LEADING:
        begin += 1
    found = [singular(_plain(word)) for word in written[begin:]]
    return "_".join(found) or "_".join(name.casefold().split()) or "_"


def split_owner(name: str, owners: Iterable[str]) -> tuple[str | None, str]:
    """Splits off the owner, a leading possessive of one of ``owners``, and the name without it.

    "John's job" gives ("John", "job"); (None, name) where none of them stands there.
    """
    for owner in owners:
        match = _possessive(owner).match(name)
        if match and _WORD.search(name, match.end()):
            return owner, name[match.end() :]
    return None, name


@lru_cache(maxsize=5_000)
def _possessive(owner: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, owner.split()))
    return re.compile(rf"\s*{words}['’]s?\s+(?=\S)", re.IGNORECASE)


def _plain(word: str) -> str:
    return re.sub("['’]", "", _POSSESSIVE.sub("", word))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=50_000)
def singular(word: str) -> str:
    """One form for singular and plural of a lower-case word; not always a word itself."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith(_NOT_PLURAL):
        word = word[:-1]
    if word.endswith(_SIBILANTS):
        return word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        return f"{word[:-2]}y"
    return word
