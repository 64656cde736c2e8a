"""Parses references to people and things, and words the question back where several fit."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.errors import AmbiguousNameError, NameCandidate
from graphmem.language.keys import split_owner
from graphmem.model.memory import KnownStatement
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import turn_of

_MOST_NAMED = 12


class Meant(NamedTuple):
    """One of the things that a name may mean, and the uid that tells it from the others."""

    uid: str
    found: EntityLookup


def which(written: str, meant: Sequence[Meant], index: Index) -> AmbiguousNameError:
    """Asks back, with whatever is spoken of most first; at most 12 are named."""
    told = [(item, index.statements_about(item.found.uids)) for item in meant]
    told.sort(key=lambda pair: -len(pair[1]))
    named = f", the {_MOST_NAMED} most spoken of" if len(meant) > _MOST_NAMED else ""
    return AmbiguousNameError(
        f"Which {written}? The name fits {len(meant)}{named}:",
        next_step="Ask again with the uid of the one that is meant.",
        candidates=[_candidate(*pair, index) for pair in told[:_MOST_NAMED]],
    )


def listed(places: Iterable[str]) -> str:
    """Conversations as reasons and errors print them."""
    return ", ".join(sorted(places))


def _candidate(item: Meant, statements: Sequence[KnownStatement], index: Index) -> NameCandidate:
    apart = _places(item.found, index)
    if not statements:
        return NameCandidate(item.uid, item.found.label, apart, _first_mention(item.found))
    # A role says what it is; whatever was said first says at least something.
    telling = next((one for one in statements if one.name is not None), statements[0])
    example = f"{turn_of(telling)}: “{telling.quote}”"
    return NameCandidate(item.uid, item.found.label, f"{apart}: {telling.text}", example)


def _places(found: EntityLookup, index: Index) -> str:
    if found.people:
        places = {place for uid in found.people for place in index.people[uid].conversation_ids}
        return f"takes part in {listed(places)}"
    return f"spoken of in {listed({entity.conversation_id for entity in found.entities})}"


def _first_mention(found: EntityLookup) -> str:
    for entity in found.entities:
        if entity.mention_turns:
            return f"{entity.conversation_id}/{entity.mention_turns[0]}"
    return ""


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
    """Parses ``job``, ``Ana's job``, ``ana_job``, ``garden/Ana`` or ``garden/Ana/job``.

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
