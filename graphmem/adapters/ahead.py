"""What is made of texts, made of many at once: parses, vectors."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Ahead(Generic[Made]):
    """Makes something of texts all at once, which is faster, and hands it out as asked for.

    Of a text that was not among them it is made when it is asked for.
    """

    def __init__(
        self, make: Callable[[Sequence[str]], Sequence[Made]], texts: Sequence[str] = ()
    ) -> None:
        self._make = make
        self._made: dict[str, Made] = {}
        self(texts)

    def __call__(self, texts: Sequence[str]) -> list[Made]:
        """One result for each text, in order."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._made]
        if missing:
            self._made.update(zip(missing, self._make(missing), strict=True))
        return [self._made[text] for text in texts]
