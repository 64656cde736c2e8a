"""Ids: unique keys of nodes, one-token keys for full text, and how a turn is printed."""

from hashlib import blake2b
from typing import Literal

NodeKind = Literal[
    "person",
    "conversation",
    "session",
    "turn",
    "chunk",
    "entity",
    "role",
    "state",
    "question",
    "answer",
    "decision",
    "ledger",
    "lease",
    "portrait",
    "retraction",
    "forgotten",
]

UNKNOWN_SPEAKER = "unknown"


def _digest(*parts: str, size: int) -> str:
    # Each part tells its length, so that ("ab", "c") and ("a", "bc") stay apart.
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return blake2b(joined.encode(errors="surrogatepass"), digest_size=size).hexdigest()


def uid(space: str, kind: NodeKind, *natural: str) -> str:
    """The unique key of a node: ``kind:`` and 32 hexadecimal digits of its space and natural ids.

    Two spaces never share a uid, so both can hold ``conv-26``.
    """
    return f"{kind}:{_digest(space, kind, *natural, size=16)}"


def token(*natural: str) -> str:
    """One full-text token that stands for an id; equal ids, and only those, give equal tokens.

    It begins with a letter and ends with a digit, so no analyzer splits or stems it.
    """
    return f"k{_digest(*natural, size=10)}0"


def content_digest(*parts: str) -> str:
    """32 hexadecimal digits that change when any of ``parts`` does."""
    return _digest(*parts, size=16)


def person_uid(space: str, *, conversation_id: str, name: str, person_id: str | None) -> str:
    """The uid of a speaker.

    With a ``person_id`` from the caller a person is one across conversations; without one, a
    name is a person of its own in each conversation.
    """
    if person_id is not None:
        return uid(space, "person", "id", person_id)
    return uid(space, "person", "name", conversation_id, name)


def turn_reference(conversation_id: str, dia_id: str) -> str:
    """A turn as people read it: ``conv-26/D2:1``."""
    return f"{conversation_id}/{dia_id}"
