"""Whether words make a statement: what a text must have beside its subject and its object."""

import re
from collections import Counter
from collections.abc import Sequence

from graphmem.extraction.admission.refusal import Refused
from graphmem.language.words import content_stems, words

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_A_WORD = re.compile(r"[\W_]+")
_SMALL_WORDS = """
a an the this that these those my our your his her its their of in at on for and or with to from by
"""
_NO_VERB = frozenset(_SMALL_WORDS.split())
_LEFT = "he she it they this that these those something everything"
_PRONOUNS = frozenset(_LEFT.split())


def predicate_of(given: str) -> str:
    """The slot in lower case with ``_`` between words; `Refused` where no letter is in it."""
    found = _NOT_A_WORD.sub("_", _HUMP.sub("_", given).lower()).strip("_")
    if not any(letter.isalpha() for letter in found):
        raise Refused("it has no verb: its predicate is empty")
    return found


def check_text(text: str, *, subject: str, owner: str, filler: str) -> None:
    """Raise `Refused` for a text that is not more than its subject and its object, ``filler``.

    What is left beside these and beside articles and prepositions is its verb.
    """
    found = words(text)
    if not any(word.isalnum() for word in found):
        raise Refused("its text has no word")
    left = Counter(found) - Counter([*words(subject), *words(owner), *words(filler)])
    if left.keys() <= _NO_VERB:
        raise Refused("it has no verb: its text names things only")


def pronoun_left(text: str) -> str | None:
    """The pronoun that a text leaves in place of its subject ("She is ill"), where it does."""
    first = next(iter(words(text)), "")
    return first if first in _PRONOUNS else None


def check_named(text: str, called: Sequence[str]) -> None:
    """Raise `Refused` where no word of what the subject is called stands in the text."""
    found = content_stems(text)
    if all(found.isdisjoint(content_stems(name)) for name in called):
        raise Refused(f"its text does not name its subject {called[0]!r}")
