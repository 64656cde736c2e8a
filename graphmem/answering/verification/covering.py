"""Whether a text says a word of a claim; pure."""

from collections.abc import Collection

from graphmem.answering.verification.claim import ClaimWord

_SHORTEST_COMMON = 4  # letters that "auto" and "automobile" must share to be one word


def says(word: ClaimWord, text: Collection[str]) -> bool:
    """Whether a text, given by its stems, has the word, or one that begins like it."""
    if any(form in text for form in word.forms):
        return True
    long = [form for form in word.forms if len(form) >= _SHORTEST_COMMON]
    return any(
        len(other) >= _SHORTEST_COMMON and (other.startswith(form) or form.startswith(other))
        for form in long
        for other in text
    )
