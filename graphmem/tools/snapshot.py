"""The four tools over a snapshot in memory."""

from collections.abc import Iterable, Mapping

from graphmem.model.decision import LayerEntity
from graphmem.model.memory import Snapshot
from graphmem.model.tools import Comparison, Contradictions, ConversationContext, EntityTimeline
from graphmem.tools.comparison import compare, of_shared_owners
from graphmem.tools.context import context
from graphmem.tools.contradictions import contradictions
from graphmem.tools.index import Index
from graphmem.tools.lookup import Lookup, require_conversation
from graphmem.tools.timeline import timeline


class SnapshotTools:
    """`graphmem.model.tools.MemoryTools` over a whole snapshot or a part of one.

    ``layers`` make the uids of conversation- and person-layer entities known, ``canonical`` which
    Person nodes are one human (uid to the uid that stands for it).
    """

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        layers: Iterable[LayerEntity] = (),
        canonical: Mapping[str, str] | None = None,
    ) -> None:
        self._index = Index(snapshot, canonical)
        self._layers: Mapping[str, LayerEntity] = {layer.uid: layer for layer in layers}
        self._lookup = Lookup(self._index, self._layers)

    @classmethod
    def over(
        cls,
        index: Index,
        layers: Mapping[str, LayerEntity] | None = None,
        focus: frozenset[str] = frozenset(),
    ) -> "SnapshotTools":
        """The tools over lookups that are there already.

        ``focus``: session-layer uids that are supposed to be one entity; a name of any means all.
        """
        tools = cls.__new__(cls)
        tools._index, tools._layers = index, layers or {}
        tools._lookup = Lookup(index, tools._layers, focus)
        return tools

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        """Roles, states and facts of the entity in all conversations of the person, in time."""
        people = self._lookup.person(person_id)
        return timeline(self._lookup.entity(entity_name, owners=people), people, self._index)

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        """Statements, mentions and answered questions of one conversation about the entity."""
        require_conversation(conv_id, self._index)
        found = self._lookup.entity(entity_id).within([conv_id])
        return context(conv_id, found, self._index)

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        """Both conversations side by side; of several owners, whoever takes part in both."""
        require_conversation(conv_A, self._index)
        require_conversation(conv_B, self._index)
        found = self._lookup.entity(entity_name).within([conv_A, conv_B])
        shared = of_shared_owners(found, conv_A, conv_B, self._index)
        return compare(shared, conv_A, conv_B, self._index)

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        """Pairs of statements about the entity or person that do not say the same."""
        return contradictions(self._lookup.entity(entity_id), self._index)
