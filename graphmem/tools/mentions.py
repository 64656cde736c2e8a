"""Finds turns that speak of an entity without a statement about it, also those that wait."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.pronouns import first_person
from graphmem.language.sentences import sentences
from graphmem.language.words import content_stems, stem, words
from graphmem.model.ids import turn_reference
from graphmem.model.tools import ConversationContext, Mention, MentioningTurn
from graphmem.tools.ordering import by_number

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


def with_mentions(
    context: ConversationContext,
    turns: Iterable[MentioningTurn],
    names: Mapping[str, str],
    unread: Iterable[Mention] = (),
) -> ConversationContext:
    """The context with those turns among its mentions that it does not quote yet, in time.

    ``names`` are of people, by uid; ``unread`` are mentions in turns that wait.
    """
    mentions = {item.turn_id: item for item in context.mentions}
    for turn in turns:
        turn_id = turn_reference(context.conversation_id, turn.dia_id)
        mentions.setdefault(
            turn_id,
            Mention(
                turn_id=turn_id,
                speaker=names.get(turn.speaker_uid, turn.speaker_uid),
                said_at=turn.said_at,
                quote=_quote(turn.text, turn.caption, turn.names),
            ),
        )
    for mention in unread:
        mentions.setdefault(mention.turn_id, mention)
    in_time = sorted(mentions.values(), key=lambda item: (item.said_at, by_number(item.turn_id)))
    return context.model_copy(update={"mentions": tuple(in_time)})


def _quote(text: str, caption: str, names: Sequence[str]) -> str:
    """The first sentence that says one of the names; the picture's caption, or else all."""
    called = [name.casefold() for name in names]
    found = [*sentences(text), *([caption] if caption else [])]
    saying = (one for one in found if any(name in one.casefold() for name in called))
    return next(saying, text)
