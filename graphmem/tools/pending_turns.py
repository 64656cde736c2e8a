"""Finds mentions in turns that wait for extraction."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from graphmem.language.pronouns import first_person
from graphmem.language.sentences import sentences
from graphmem.language.words import content_stems, stem, words
from graphmem.model.ids import turn_reference
from graphmem.model.tools import Mention

MOST_MENTIONS = 40


class UnreadTurn(NamedTuple):
    """A turn that waits, as it was said."""

    conversation_id: str
    dia_id: str
    speaker_uid: str
    said_at: datetime
    text: str
    caption: str


class Sought(NamedTuple):
    """A filter of turns: those that name one of ``names``, or where ``people`` (uids) say "I".

    With ``of_names`` they must also name one of these, or be said by one of ``of_people``.
    """

    names: tuple[str, ...]
    people: frozenset[str] = frozenset()
    of_names: tuple[str, ...] = ()
    of_people: frozenset[str] = frozenset()

    @property
    def parts(self) -> list[list[str]]:
        """Of each name the letters that any form of its words holds."""
        return [[_any_form(one) for one in sorted(content_stems(name))] for name in self.names]

    def in_text(self, turn: UnreadTurn) -> str | None:
        """The words of the turn that speak of it; None where none do."""
        said = words(f"{turn.text} {turn.caption}")
        heard = frozenset(map(stem, said))
        theirs = not self.of_people or turn.speaker_uid in self.of_people
        if not theirs and not any(content_stems(name) <= heard for name in self.of_names):
            return None
        wanted = [found for name in self.names if (found := content_stems(name)) <= heard]
        of_themselves = turn.speaker_uid in self.people and first_person(turn.text)
        if not wanted and not of_themselves:
            return None
        spoken = [*sentences(turn.text), *([turn.caption] if turn.caption else [])]
        saying = (
            one for one in spoken for name in wanted if name <= frozenset(map(stem, words(one)))
        )
        return next(saying, turn.text)


def unread_mentions(
    turns: Iterable[UnreadTurn], sought: Sought, speakers: Iterable[tuple[str, str]]
) -> tuple[Mention, ...]:
    """The last of these turns that speak of what is sought, in time.

    ``speakers`` are uids with names.
    """
    called = dict(speakers)
    found = [
        Mention(
            turn_id=turn_reference(turn.conversation_id, turn.dia_id),
            speaker=called.get(turn.speaker_uid, turn.speaker_uid),
            said_at=turn.said_at,
            quote=quote,
        )
        for turn in turns
        if (quote := sought.in_text(turn)) is not None
    ]
    return tuple(sorted(found, key=lambda item: item.said_at)[-MOST_MENTIONS:])


def _any_form(stemmed: str) -> str:
    # The last letter is not of every form: "citi" stands for city, "hope" for hoping.
    return stemmed[:-1] if len(stemmed) > 2 else stemmed
