"""Whether words say that something is not so."""

import re

_DENIES = re.compile(r"\b(?:never|not|cannot)\b|n['’]t\b", re.IGNORECASE)
# "Not only I", "can't wait": so all the same.
_TOO = re.compile(r"\bnot (?:only|just)\b|\bcan['’]?t (?:wait|believe)\b", re.IGNORECASE)


def denies(text: str) -> bool:
    """Whether a text says that something is not so, or never was."""
    return _DENIES.search(_TOO.sub("", text)) is not None
