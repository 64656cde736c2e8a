"""Session-layer entities as the sum of what each of their chunks says of them; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import Layer
from graphmem.model.ids import token
from graphmem.model.memory import key_uid
from graphmem.model.scope import Scope
from graphmem.model.workspace import Entity, EntityType, TypeScores, summed_type
from graphmem.store.workspace_rows import Row, SaidTurn

_MOST_KEYS = 400  # Lucene takes 1,024 clauses in a query


class Mentioned(NamedTuple):
    """What one chunk contributes to an entity; ``chunk`` sorts as the chunks of its session do."""

    entity_uid: str
    key: str
    chunk: tuple[bool, int, str]
    name: str
    type: str
    aliases: tuple[str, ...]
    proper: bool
    turn_uids: tuple[str, ...]
    type_scores: TypeScores = ()

    @property
    def properties(self) -> Row:
        """As the relationship between chunk and entity keeps it."""
        return {
            "name": self.name,
            "type": self.type,
            "type_scores": list(self.type_scores),
            "aliases": list(self.aliases),
            "proper": self.proper,
            "turn_uids": list(self.turn_uids),
        }


def mentioned(entity: Entity, chunk: tuple[bool, int, str]) -> Mentioned:
    """Mentions that a workspace of this chunk contributes."""
    return Mentioned(
        entity_uid=entity.uid,
        key=entity.key,
        chunk=chunk,
        name=entity.name,
        type=entity.type.value,
        aliases=entity.aliases,
        proper=entity.proper,
        turn_uids=tuple(dict.fromkeys(entity.mention_uids)),
        type_scores=entity.type_scores,
    )


def fixed_properties(space: str, entity: Entity) -> Row:
    """The properties that follow from the entity's uid, whichever chunk gives it."""
    return {
        "space": space,
        "layer": Layer.SESSION.value,
        "conversation_id": entity.conversation_id,
        "session_id": entity.session_id,
        "key": entity.key,
        "key_uid": key_uid(space, entity.conversation_id, entity.owner_uid, entity.key),
        "owner_uid": entity.owner_uid,
        "space_key": token(space),
        "conversation_key": token(space, entity.conversation_id),
        "owner_key": None if entity.owner_uid is None else token(entity.owner_uid),
        "layer_key": token(Layer.SESSION.value),
    }


def name_key(space: str, key: str) -> str:
    """The one-token key of everything in a space that bears a name of this exact key."""
    return token(space, "name", key)


def names_query(scope: Scope, keys: Sequence[str]) -> str:
    """The full-text query for what bears one of these exact keys in the scope's conversations.

    Tokens only, so that no name can be Lucene syntax.
    """
    names = " ".join(name_key(scope.space, key) for key in dict.fromkeys(keys[:_MOST_KEYS]))
    query = f"+name_keys:({names})"
    conversations = () if scope.reach is None else scope.reach.conversations
    if conversations and len(conversations) <= _MOST_KEYS:
        # Else others who bear the name could fill all places.
        places = " ".join(token(scope.space, one) for one in conversations)
        query += f" +conversation_key:({places})^0"
    return query


def summed_properties(space: str, given: Sequence[Mentioned], said: Sequence[SaidTurn]) -> Row:
    """The properties to which several chunks contribute; ``said`` are their `turns_in_order`.

    The earliest chunk gives the name. The type is what fits best by all of them; where none has
    scores, that of the earliest that knows more than ``thing``.
    """
    ordered = sorted(given, key=lambda item: item.chunk)
    name = ordered[0].name
    told, scores = summed_type(item.type_scores for item in ordered)
    types = (item.type for item in ordered if item.type != EntityType.THING.value)
    names = {alias for item in ordered for alias in (item.name, *item.aliases)}
    aliases = sorted(alias for alias in names if alias.casefold() != name.casefold())
    keys = {ordered[0].key, *(entity_key(alias) for alias in aliases)}
    return {
        "name": name,
        "type": told.value if told else next(types, EntityType.THING.value),
        "type_scores": list(scores),
        "aliases": aliases,
        "name_keys": [name_key(space, one) for one in sorted(keys)],
        "proper": any(item.proper for item in ordered),
        "mentioned_by": sorted({turn.speaker_uid for turn in said}),
        "mention_turns": [turn.dia_id for turn in said],
    }


def turns_in_order(given: Iterable[Mentioned], turns: Mapping[str, SaidTurn]) -> list[SaidTurn]:
    """The turns that mention an entity, each once, as they were said."""
    uids = {uid for item in given for uid in item.turn_uids}
    return sorted(
        (turns[uid] for uid in uids), key=lambda turn: (turn.said_at, turn.position, turn.dia_id)
    )
