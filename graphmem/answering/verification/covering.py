"""Whether a text says a word, in any form of it; pure."""

from collections.abc import Collection

_SHORTEST_COMMON = 4  # letters that "auto" and "automobile" must share to be one word


def says(forms: Collection[str], text: Collection[str]) -> bool:
    """Whether a text has one of a word's forms, or a word that begins like one; both are stems."""
    if any(form in text for form in forms):
        return True
    long = [form for form in forms if len(form) >= _SHORTEST_COMMON]
    return any(
        len(other) >= _SHORTEST_COMMON and (other.startswith(form) or form.startswith(other))
        for form in long
        for other in text
    )
