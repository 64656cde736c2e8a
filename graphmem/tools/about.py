"""What statements are about, by what reconciliation makes of it."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping

from graphmem.model.memory import KnownStatement
from graphmem.tools.index import Index


class About:
    """What statements are about, by what reconciliation makes of it."""

    def __init__(self, index: Index, meant: Mapping[str, str]) -> None:
        self._index = index
        self._meant = meant
        self._names: dict[str, str] = {}
        for entity in index.entities.values():
            self._names.setdefault(self.one(entity.uid), entity.name)

    def name(self, thing: str) -> str:
        """What a thing was called first."""
        return self._names.get(thing, thing)

    def one(self, uid: str) -> str:
        """The uid of what a Person or a session-layer entity is in the end."""
        uid = self._meant.get(uid, uid)
        return self._index.human(uid) or uid

    def subject(self, statement: KnownStatement) -> str:
        """Of whom or what it is said."""
        return self.one(statement.subject_uid)

    def things(self, statement: KnownStatement) -> tuple[str, ...]:
        """What it names besides its subject and those who talk, each once, in order."""
        subject, people = self.subject(statement), self._index.people
        named = (self.one(uid) for uid in statement.names)
        return tuple(dict.fromkeys(uid for uid in named if uid != subject and uid not in people))

    def by_subject(self) -> list[list[KnownStatement]]:
        """All statements, those of one subject together."""
        return _grouped((self.subject(item), item) for item in self._index.statements)

    def by_thing(self) -> list[list[KnownStatement]]:
        """The statements that name each thing."""
        return _grouped((uid, item) for item in self._index.statements for uid in self.things(item))


def _grouped(items: Iterable[tuple[Hashable, KnownStatement]]) -> list[list[KnownStatement]]:
    groups: defaultdict[Hashable, list[KnownStatement]] = defaultdict(list)
    for key, item in items:
        groups[key].append(item)
    return list(groups.values())
