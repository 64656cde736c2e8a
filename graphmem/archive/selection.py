"""Which nodes and relationships of a space go into an archive: all, or those of one person."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from graphmem.archive.uids import Uids, uids_on_disk
from graphmem.model.decision import Decider
from graphmem.store.archive import ArchivedNode, nodes_of
from graphmem.store.archive_schema import NODE_SORTS
from graphmem.store.database import Database
from graphmem.store.record import conversation_uid

# Of several conversations together; the next reconciliation makes them of what is there.
_MADE_ANEW = frozenset({"SAME_PERSON_AS", "IS_PERSON", "SHARED_WITH"})
_OF_THE_SPACE = frozenset({"Forgotten", "ForgottenTurn", "Ledger", "Portrait"})
_SESSION_LAYER = "session"


class Selection:
    """Takes everything; ``seen`` counts the nodes that were asked about, ``left_out`` those that
    were not taken, by label.
    """

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def take(self, label: str, node: ArchivedNode) -> ArchivedNode | None:
        """The node as it goes into the archive; None where it does not."""
        self.seen[label] += 1
        taken = self._as_taken(label, node)
        if taken is None:
            self.left_out[label] += 1
        return taken

    def _as_taken(self, _: str, node: ArchivedNode) -> ArchivedNode | None:
        return node


class OfConversations(Selection):
    """Takes what is of these conversations alone, of whom takes part there, and what a person
    decided of these; no layer above the session, as it may tell of other conversations.
    """

    def __init__(self, space: str, conversations: Collection[str], kept: Uids) -> None:
        super().__init__()
        self._conversations = frozenset(conversations)
        self._places = {conversation_uid(space, one) for one in conversations}
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._kept = kept

    def note(self, label: str, node: ArchivedNode) -> None:
        """Look at a node before any is taken: which stand, and what people are called there."""
        if self._is_theirs(label, node):
            self._kept.add([node.uid])
            if label == "Turn":
                self._names[node.properties["speaker_uid"]].add(node.properties["speaker"])

    def _as_taken(self, label: str, node: ArchivedNode) -> ArchivedNode | None:
        if node.uid not in self._kept:
            return None
        links = tuple(
            link for link in node.links if link.type not in _MADE_ANEW and link.target in self._kept
        )
        properties = self._as_called(node) if label == "Person" else node.properties
        return node._replace(properties=properties, links=links)

    def _is_theirs(self, label: str, node: ArchivedNode) -> bool:
        held = node.properties
        if label == "Person":
            return any(link.target in self._places for link in node.links)
        if label == "Decision":
            sides = [json.loads(held[side])["conversation_ids"] for side in ("left", "right")]
            decided = held["decided_by"] == Decider.PERSON
            return decided and all(self._conversations.issuperset(side) for side in sides)
        if label == "Entity" and held["layer"] != _SESSION_LAYER:
            return False
        return label not in _OF_THE_SPACE and held["conversation_id"] in self._conversations

    def _as_called(self, node: ArchivedNode) -> dict[str, object]:
        """A person under the names of these conversations alone; reconciling adds the rest."""
        held = dict(node.properties)
        for made_of_all in ("blocks", "linked_name"):
            held.pop(made_of_all, None)
        names = sorted(self._names[node.uid]) or [held["name"]]
        held["names"] = names
        if held["name"] not in names:
            held["name"] = names[0]
        return held


@contextmanager
def selecting(
    database: Database, space: str, conversations: Collection[str] | None
) -> Iterator[Selection]:
    """What is taken of a space: what is of these conversations, None for everything."""
    if conversations is None:
        yield Selection()
        return
    with uids_on_disk() as kept:
        chosen = OfConversations(space, conversations, kept)
        for label in NODE_SORTS:
            for node in nodes_of(database, space, label):
                chosen.note(label, node)
        yield chosen
