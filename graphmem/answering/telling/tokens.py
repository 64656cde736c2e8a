"""The tokens of a sentence: words, numbers as they are written, and single marks."""

import re
from collections.abc import Iterator

# A comma within "1,200" and a point within "2.5" are part of the number.
_TOKEN = re.compile(
    r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?!\w)|[0-9]+\.[0-9]+(?![\w.])"
    r"|[^\W_]+(?:['’&+-][^\W_]+)*\+?|[^\w\s]"
)


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Every token in order, with its place."""
    return _TOKEN.finditer(text)


def lower(token: re.Match[str]) -> str:
    """A token in lower case, its apostrophe straight."""
    return token.group().lower().replace("’", "'")
