"""Layers and decisions as properties, and back; pure."""

import json
from collections.abc import Mapping
from typing import Any

from graphmem.model.decision import Decision, Layer, LayerEntity, ProfileLine
from graphmem.model.ids import content_digest, token
from graphmem.store.workspace_rows import Row

_JSON = ("left", "right", "parts", "tools", "transcript")


def entity_digest(entity: LayerEntity) -> str:
    """Changes when anything of the entity does."""
    return content_digest(entity.model_dump_json())


def profile_digest(entity: LayerEntity) -> str:
    """Changes when the text that is encoded does."""
    return content_digest(entity.profile_text)


def entity_properties(space: str, entity: LayerEntity) -> Row:
    """The properties of an entity of the upper layers, its vector apart."""
    owner = min(entity.owner_uids, default=None)
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
        "tags": list(entity.tags),
        "profile": [line.text for line in entity.profile],
        "profile_statements": [line.statement_uid for line in entity.profile],
        "profile_turns": [line.turn_id for line in entity.profile],
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
    lines = zip(
        properties["profile"],
        properties["profile_statements"],
        properties["profile_turns"],
        strict=True,
    )
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
        profile=tuple(
            ProfileLine(text=text, statement_uid=statement, turn_id=turn)
            for text, statement, turn in lines
        ),
        members=tuple(properties["members"]),
    )


def decision_properties(space: str, decision: Decision) -> Row:
    """The properties of a Decision node; what is nested is JSON."""
    content = decision.model_dump(mode="json")
    nested = {name: json.dumps(content[name], ensure_ascii=False) for name in _JSON}
    return {
        **content,
        **nested,
        "space": space,
        "left_uids": list(decision.left.uids),
        "right_uids": list(decision.right.uids),
        "digest": decision_digest(decision),
        "in_force": not decision.is_withdrawal,
    }


def decision_digest(decision: Decision) -> str:
    """Changes when anything of the decision does."""
    return content_digest(decision.model_dump_json())


def read_decision(properties: Mapping[str, Any]) -> Decision:
    """A decision from what `decision_properties` wrote."""
    content = {name: properties.get(name) for name in Decision.model_fields}
    content |= {name: json.loads(properties[name]) for name in _JSON}
    # A property that is null is not there; only fields that may be None are ever null.
    return Decision.model_validate(content)
