"""How people name a person or a thing to the tools: by name, by place, or by whose it is."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from graphmem.language.keys import split_owner

_JOINED = re.compile(r"[^\W_]+(?:_[^\W_]+)+")


class EntityReference(NamedTuple):
    """``conversation`` and ``owner`` only where they were named; without an owner, also ""
    tells that nobody owns it (``CONVERSATION//NAME``).
    """

    name: str
    owner: str | None = None
    conversation: str | None = None


def read_reference(
    written: str, people: Iterable[str], conversations: Iterable[str]
) -> EntityReference:
    """What was written: ``job``, ``Ana's job``, ``ana_job``, ``garden/Ana`` or ``garden/Ana/job``.

    ``people`` and ``conversations`` are the names and ids that there are.
    """
    known = sorted(people)
    for conversation in sorted(conversations, key=len, reverse=True):
        if written.startswith(f"{conversation}/"):
            whose, slash, name = written[len(conversation) + 1 :].rpartition("/")
            return EntityReference(name, whose if slash else None, conversation)
    owner, name = split_owner(written, known)
    if owner is None and _JOINED.fullmatch(written):
        owner, name = split_owner(written.replace("_", "'s ", 1).replace("_", " "), known)
    return EntityReference(written) if owner is None else EntityReference(name, owner)
