"""Collects the names in a conversation, for a model that reads a stretch of it."""

from collections.abc import Callable, Iterable

from graphmem.language.words import content_stems, stem, words
from graphmem.model.chunk import Chunk, KnownName
from graphmem.model.workspace import Entity, EntityType, Workspace

_BUDGET = 600  # characters of names that go with a chunk

_Named = tuple[str | None, str]  # whose it is, and its name in small letters


class KnownNames:
    """The names of conversations, from what stands in the graph and what was read since.

    ``load`` gives those that stand of a conversation, and is asked once for each.
    """

    def __init__(self, load: Callable[[str], Iterable[KnownName]]) -> None:
        self._load = load
        self._known: dict[str, dict[_Named, KnownName]] = {}

    def of(self, chunk: Chunk) -> tuple[KnownName, ...]:
        """The names that matter to a chunk, at most some hundred characters of them.

        First those of which it has a word, then people, then what is spoken of most.
        """
        said = {
            stem(word)
            for turn in chunk.turns
            for word in words(f"{turn.text} {turn.caption or ''}")
        }

        def rank(one: KnownName) -> tuple[bool, bool, int]:
            named = any(not said.isdisjoint(content_stems(name)) for name in _names(one))
            return not named, one.type is not EntityType.PERSON, -one.mentions

        taken: list[KnownName] = []
        room = _BUDGET
        for one in sorted(self._of(chunk.conversation_id).values(), key=rank):
            length = sum(map(len, _names(one)))
            if length <= room:  # else perhaps the next: one of many other names hides no other
                room -= length
                taken.append(one)
        return tuple(taken)

    def all(self, conversation_id: str) -> tuple[KnownName, ...]:
        """Every name that is known of a conversation."""
        return tuple(self._of(conversation_id).values())

    def add(self, conversation_id: str, workspace: Workspace) -> None:
        """Take in what a chunk was found to name."""
        known = self._of(conversation_id)
        for entity in workspace.entities:
            if entity.proper or (entity.type is EntityType.PERSON and entity.aliases):
                _merge(known, _known(entity))

    def _of(self, conversation_id: str) -> dict[_Named, KnownName]:
        if conversation_id not in self._known:
            known: dict[_Named, KnownName] = {}
            for one in self._load(conversation_id):
                _merge(known, one)
            self._known[conversation_id] = known
        return self._known[conversation_id]


def _merge(known: dict[_Named, KnownName], one: KnownName) -> None:
    place = (one.owner_uid, one.name.casefold())
    before = known.get(place)
    if before is not None:
        one = before._replace(
            type=one.type if before.type is EntityType.THING else before.type,
            aliases=tuple(dict.fromkeys((*before.aliases, *one.aliases))),
            mentions=before.mentions + one.mentions,
        )
    known[place] = one


def _known(entity: Entity) -> KnownName:
    return KnownName(
        name=entity.name,
        type=entity.type,
        owner_uid=entity.owner_uid,
        aliases=entity.aliases,
        mentions=len(entity.mention_uids),
    )


def _names(one: KnownName) -> tuple[str, ...]:
    return one.name, *one.aliases
