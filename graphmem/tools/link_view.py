"""What is seen of a memory from one statement: whatever stands shortly before it."""

from collections.abc import Collection, Hashable, Mapping

from graphmem.model.memory import KnownStatement
from graphmem.tools.about import About
from graphmem.tools.index import Index
from graphmem.tools.link_groups import Before, GroupKind, GroupPosition


class View:
    """Looks back from the places of statements, as far as ``before`` tells what stands there."""

    def __init__(
        self,
        index: Index,
        about: About,
        places: Mapping[str, Collection[GroupPosition]],
        before: Before,
    ) -> None:
        self.index = index
        self.about = about
        self._places = places
        self._before = before
        self._statements = {item.uid: item for item in index.statements}

    def before(
        self, statement: KnownStatement, kind: GroupKind, thing: str | None = None
    ) -> list[KnownStatement]:
        """What stands before it in its group of a kind, about a ``thing``; the nearest last."""
        named = None if thing is None else self.about.named(statement)[thing]
        for place in self._places[statement.uid]:
            if (place.kind, place.named) == (kind, named):
                return [self._statements[uid] for uid in self._before[kind, place.at]]
        return []

    def with_before(
        self, statement: KnownStatement, kind: GroupKind, thing: str | None = None
    ) -> list[KnownStatement]:
        """The same with the statement itself, in the order of the index."""
        found = [*self.before(statement, kind, thing), statement]
        return sorted(found, key=lambda item: self.index.place[item.uid])


def turn(statement: KnownStatement) -> Hashable:
    """The first turn in which it was said."""
    return statement.conversation_id, statement.turn_ids[0]
