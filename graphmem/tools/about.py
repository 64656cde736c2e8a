"""Subjects and things of statements, after reconciliation."""

from collections.abc import Mapping

from graphmem.model.memory import KnownStatement
from graphmem.tools.index import Index


class About:
    """What statements are about, by what reconciliation makes of it."""

    def __init__(self, index: Index, meant: Mapping[str, str]) -> None:
        self._index = index
        self._meant = meant

    def one(self, uid: str) -> str:
        """The uid of what a Person or a session-layer entity is in the end."""
        uid = self._meant.get(uid, uid)
        return self._index.human(uid) or uid

    def subject(self, statement: KnownStatement) -> str:
        """Of whom or what it is said."""
        return self.one(statement.subject_uid)

    def things(self, statement: KnownStatement) -> tuple[str, ...]:
        """What it names besides its subject and those who talk, each once, in order."""
        return tuple(self.named(statement))

    def named(self, statement: KnownStatement) -> dict[str, str]:
        """The `things` of a statement, each with the uid by which it is named first."""
        subject, people = self.subject(statement), self._index.people
        found: dict[str, str] = {}
        for uid in statement.names:
            thing = self.one(uid)
            if thing != subject and thing not in people:
                found.setdefault(thing, uid)
        return found

    def called(self, statement: KnownStatement, thing: str) -> str:
        """What a statement calls one of its `things`."""
        return self._index.name(self.named(statement)[thing])
