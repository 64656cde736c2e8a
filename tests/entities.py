"""Entities of the upper layers with no more than a test needs to say of them."""

from datetime import datetime
from typing import Any

from graphmem.model.decision import LayerEntity

_LONG_AGO = datetime(2000, 1, 1)
_PLAIN: dict[str, Any] = {
    "aliases": (),
    "proper": False,
    "owner_uids": (),
    "shared_with": (),
    "tags": (),
    "profile": (),
    "units": (),
    "keys": (),
    "proper_keys": (),
    "blocks": (),
    "crowd": (),
    "named": False,
    "mentions": 1,
    "mentioned_by": (),
    "first_said_at": _LONG_AGO,
    "last_said_at": _LONG_AGO,
    "first_turn": "D1:1",
    "evidence_digest": "",
}


def plain_entity(**fields: Any) -> LayerEntity:
    """An entity of these fields, plain in all else."""
    return LayerEntity.model_validate(_PLAIN | fields)
