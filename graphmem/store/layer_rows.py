"""Layers and decisions as properties, and back; pure."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.model.decision import Decision, Layer, LayerEntity, ProfileLine
from graphmem.model.ids import content_digest, token
from graphmem.store.workspace_rows import Row

FREE = "free"
"""In place of an owner, of what nobody owns."""

_JSON = ("left", "right", "parts", "tools", "transcript")


def entity_digest(entity: LayerEntity) -> str:
    """Changes when anything of the entity does."""
    return content_digest(entity.model_dump_json())


def profile_digest(entity: LayerEntity) -> str:
    """Changes when the text that is encoded does."""
    return content_digest(entity.profile_text)


def entity_tokens(space: str, entity: LayerEntity) -> str:
    """The full text by which an entity of the conversation layer is found, of one-token keys."""
    owners = entity.owner_uids or (FREE,)
    return " ".join(
        [
            *(token(space, "block", block) for block in entity.blocks),
            *(token(space, "owner", owner) for owner in owners),
            *(token(space, "part", part) for part in (*entity.units, *entity.members)),
        ]
    )


def entity_properties(space: str, entity: LayerEntity) -> Row:
    """The properties of an entity of the upper layers, its vector apart."""
    owner = next(iter(entity.owner_uids), None)
    conversation = entity.conversation_id
    return {
        "space": space,
        "layer": entity.layer.value,
        "conversation_id": conversation,
        "key": entity.key,
        "name": entity.name,
        "type": entity.type.value,
        "aliases": list(entity.aliases),
        "proper": entity.proper,
        "owner_uid": owner,
        "owner_uids": list(entity.owner_uids),
        "shared_uids": list(entity.shared_with),
        "members": list(entity.members),
        "units": list(entity.units),
        "keys": list(entity.keys),
        "proper_keys": list(entity.proper_keys),
        "block_names": list(entity.blocks),
        "crowd": list(entity.crowd),
        "named": entity.named,
        "mentions": entity.mentions,
        "mentioned_by": list(entity.mentioned_by),
        "first_said_at": entity.first_said_at,
        "last_said_at": entity.last_said_at,
        "first_turn": entity.first_turn,
        "evidence_digest": entity.evidence_digest,
        "blocks": entity_tokens(space, entity) if conversation is not None else None,
        "tags": list(entity.tags),
        "profile": [line.text for line in entity.profile],
        "profile_statements": [line.statement_uid for line in entity.profile],
        "profile_turns": [line.turn_id for line in entity.profile],
        "profile_dates": [line.said_at.isoformat() for line in entity.profile],
        "profile_weights": [line.weight for line in entity.profile],
        "profile_text": entity.profile_text,
        "digest": entity_digest(entity),
        "profile_digest": profile_digest(entity),
        "space_key": token(space),
        "conversation_key": None if conversation is None else token(space, conversation),
        "owner_key": None if owner is None else token(owner),
        "layer_key": token(entity.layer.value),
    }


def read_entity(properties: Mapping[str, Any]) -> LayerEntity:
    """An entity of the upper layers from what `entity_properties` wrote."""
    return LayerEntity(
        uid=properties["uid"],
        layer=Layer(properties["layer"]),
        conversation_id=properties["conversation_id"],
        key=properties["key"],
        name=properties["name"],
        type=properties["type"],
        aliases=tuple(properties["aliases"]),
        proper=properties["proper"],
        owner_uids=tuple(properties["owner_uids"]),
        shared_with=tuple(properties["shared_with"]),
        tags=tuple(properties["tags"]),
        profile=read_profile(properties),
        members=tuple(properties["members"]),
        units=tuple(properties["units"]),
        keys=tuple(properties["keys"]),
        proper_keys=tuple(properties["proper_keys"]),
        blocks=tuple(properties["block_names"]),
        crowd=tuple(properties["crowd"]),
        named=properties["named"],
        mentions=properties["mentions"],
        mentioned_by=tuple(properties["mentioned_by"]),
        first_said_at=datetime.fromisoformat(properties["first_said_at"]),
        last_said_at=datetime.fromisoformat(properties["last_said_at"]),
        first_turn=properties["first_turn"],
        evidence_digest=properties["evidence_digest"],
    )


def read_profile(properties: Mapping[str, Any]) -> tuple[ProfileLine, ...]:
    """The profile of an entity, whose lines are kept field by field."""
    lines = zip(
        properties["profile"],
        properties["profile_statements"],
        properties["profile_turns"],
        properties["profile_dates"],
        properties["profile_weights"],
        strict=True,
    )
    return tuple(
        ProfileLine(
            text=text,
            statement_uid=statement,
            turn_id=turn,
            said_at=datetime.fromisoformat(said_at),
            weight=weight,
        )
        for text, statement, turn, said_at, weight in lines
    )


def decision_properties(space: str, decision: Decision) -> Row:
    """The properties of a Decision node; what is nested is JSON."""
    content = decision.model_dump(mode="json")
    nested = {name: json.dumps(content[name], ensure_ascii=False) for name in _JSON}
    return {
        **content,
        **nested,
        "space": space,
        "left_uid": decision.left.uids[0],
        "right_uid": decision.right.uids[0],
        "conversation_id": _conversation(decision),
        "left_uids": list(decision.left.uids),
        "right_uids": list(decision.right.uids),
        "digest": decision_digest(decision),
        "in_force": not decision.is_withdrawal,
    }


def _conversation(decision: Decision) -> str | None:
    """The conversation within which things were compared."""
    if not decision.left.kind == decision.right.kind == "entity":
        return None
    if decision.layer is Layer.PERSON:
        return None
    return decision.left.conversation_ids[0]


def decision_digest(decision: Decision) -> str:
    """Changes when anything of the decision does."""
    return content_digest(decision.model_dump_json())


def read_decision(properties: Mapping[str, Any]) -> Decision:
    """A decision from what `decision_properties` wrote."""
    content = {name: properties.get(name) for name in Decision.model_fields}
    content |= {name: json.loads(properties[name]) for name in _JSON}
    # A property that is null is not there; only fields that may be None are ever null.
    return Decision.model_validate(content)
