"""The exports of other products that tests read: invented people, small, with the odd cases."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from graphmem.model.conversation import Conversation, LeftOut, Refusal, SourceItem, Turn

EXPORTS = Path(__file__).parent / "data" / "exports"


class Taken(NamedTuple):
    """What reading gave, sort by sort."""

    talks: list[Conversation]
    refused: list[Refusal]
    left: dict[str, int]

    @property
    def talk(self) -> Conversation:
        """The one conversation."""
        (only,) = self.talks
        return only


def taken(items: Iterable[SourceItem]) -> Taken:
    """The items of `read`; what is left out is counted by its reason."""
    listed = list(items)
    left: dict[str, int] = {}
    for item in listed:
        if isinstance(item, LeftOut):
            left[item.reason] = left.get(item.reason, 0) + item.count
    return Taken(
        [item for item in listed if isinstance(item, Conversation)],
        [item for item in listed if isinstance(item, Refusal)],
        left,
    )


def turns_of(talk: Conversation) -> list[Turn]:
    """Its turns, session after session."""
    return [turn for session in talk.sessions for turn in session.turns]


def said(talk: Conversation) -> list[tuple[str, str]]:
    """Who says what."""
    return [(turn.speaker, turn.text) for turn in turns_of(talk)]
