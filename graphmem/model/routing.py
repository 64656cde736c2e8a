"""Routing of a question: how it is understood before it is answered."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval


class QuestionKind(StrEnum):
    """What sort of answer a question asks for."""

    FACT = "fact"
    WHEN = "when"
    HOW_LONG = "how_long"
    HOW_MANY = "how_many"
    LIST = "list"
    YES_NO = "yes_no"
    WHY = "why"
    COMPARISON = "comparison"
    GIST = "gist"


class Routing(Frozen):
    """How a question was read: whom it is about, where to look, when it was, what is asked for.

    ``conversations`` are those that are searched, none meaning all; ``inferred`` tells from what,
    where the caller named none. ``times`` are those that the question names.
    """

    kind: QuestionKind
    people: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()
    inferred: str | None = None
    times: tuple[TimeInterval, ...] = ()
    as_of: datetime | None = None
    known_to: str | None = None

    @property
    def told(self) -> str:
        """The routing in one line."""
        where = ", ".join(self.conversations) or "all conversations"
        parts = [
            self.kind.value.replace("_", " "),
            f"about {' and '.join(self.people)}" if self.people else "about nobody by name",
            f"in {where}" + (f" ({self.inferred})" if self.inferred else ""),
        ]
        parts += [f"at {time.start:%Y-%m-%d} to {time.end:%Y-%m-%d}" for time in self.times]
        if self.as_of is not None:
            parts.append(f"as of {self.as_of:%Y-%m-%d}")
        if self.known_to is not None:
            parts.append(f"known to {self.known_to}")
        return " · ".join(parts)
