"""Turns that speak of an entity without a statement about it, as mentions beside the others."""

from collections.abc import Iterable, Mapping, Sequence

from graphmem.language.sentences import sentences
from graphmem.model.ids import turn_reference
from graphmem.model.tools import ConversationContext, Mention, MentioningTurn
from graphmem.tools.ordering import by_number


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
