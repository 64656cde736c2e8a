"""Precision and recall of links between changes and corrections.

Links are judged by their turns: a gold link is held where a stored link of its sort joins
statements of its two turns, and a stored one is right where the gold links lead from its later
turn to its earlier one, in one step or by way of what was said in between.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation
from graphmem.model.base import Frozen
from graphmem.model.links import LinkKind
from graphmem.model.memory import (
    KnownEntity,
    KnownPerson,
    KnownState,
    KnownStatement,
    Snapshot,
    key_uid,
)
from graphmem.model.workspace import Entity, Part, Role, Statement, Workspace
from graphmem.tools import Index
from graphmem.tools.changes import CHANGING, ChangeKind
from graphmem.tools.links import answer_links

CHANGES = "changes and corrections"
_SORTS: Mapping[str, frozenset[ChangeKind]] = {
    CHANGES: frozenset(CHANGING),
    **{sort.value: frozenset([sort]) for sort in ChangeKind},
}
_STORED = {
    LinkKind.SUPERSEDES: ChangeKind.SUPERSEDES,
    LinkKind.CORRECTS: ChangeKind.CORRECTS,
    LinkKind.CONFLICTS_WITH: ChangeKind.CONTRADICTS,
    LinkKind.SUPPORTS: ChangeKind.CONFIRMS,
}


class Linked(NamedTuple):
    """A link between what two turns say; ``later`` and ``earlier`` are ids of turns."""

    sort: ChangeKind
    later: str
    earlier: str


class LinkFigures(Frozen):
    """Counts of one type of link: gold ones, those held, and stored ones that are right.

    Pairs of turns are counted, however many statements of both are linked. ``within_reach`` are
    the gold ones of whose two turns something is stored at all.
    """

    name: str
    gold: int
    within_reach: int
    held: int
    stored: int
    right: int

    @property
    def precision(self) -> float | None:
        """Percent of the stored links that are right."""
        return 100.0 * self.right / self.stored if self.stored else None

    @property
    def recall(self) -> float | None:
        """Percent of the gold links that are held."""
        return 100.0 * self.held / self.gold if self.gold else None


class LinkCounts:
    """Adds up the links of conversations."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {name: Counter() for name in _SORTS}

    def add(
        self, conversation: GoldConversation, stored: Iterable[Linked], told: Iterable[str]
    ) -> None:
        """Count one conversation; ``told`` are the turns of which a statement is stored."""
        known, links = frozenset(told), tuple(stored)
        gold = gold_links(conversation)
        for name, sorts in _SORTS.items():
            wanted = {one[1:] for one in gold if one.sort in sorts}
            reached = _reached(wanted)
            found = {one[1:] for one in links if one.sort in sorts}
            counts = self._counts[name]
            counts["gold"] += len(wanted)
            counts["within_reach"] += sum(known.issuperset(pair) for pair in wanted)
            counts["held"] += len(wanted & found)
            counts["stored"] += len(found)
            counts["right"] += len(found & reached)

    def rows(self) -> tuple[LinkFigures, ...]:
        """Changes and corrections together, then each sort."""
        return tuple(
            LinkFigures(name=name, **_all(counts)) for name, counts in self._counts.items()
        )


def _all(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in ("gold", "within_reach", "held", "stored", "right")}


def gold_links(conversation: GoldConversation) -> set[Linked]:
    """The annotated links between what different turns say."""
    turn_of = {one.id: turn.id for turn in conversation.turns for one in turn.statements}
    found = set()
    for turn in conversation.turns:
        for one in turn.statements:
            for sort in ChangeKind:
                for earlier in getattr(one, sort.value):
                    if turn_of[earlier] != turn.id:
                        found.add(Linked(sort, turn.id, turn_of[earlier]))
    return found


def _reached(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs and all that follow from them: what replaces a replacement replaces the first."""
    earlier: defaultdict[str, set[str]] = defaultdict(set)
    for later, before in pairs:
        earlier[later].add(before)
    found = set()
    for later in tuple(earlier):
        waiting = list(earlier[later])
        while waiting:
            before = waiting.pop()
            if (later, before) not in found:
                found.add((later, before))
                waiting.extend(earlier.get(before, ()))
    return found


def stored_links(
    workspaces: Sequence[Workspace], conversation: GoldConversation
) -> tuple[Linked, ...]:
    """The links that an ingest of the conversation alone would make without vectors, by turns.

    What is one by its exact key is taken for one thing; no decision is made besides.
    """
    snapshot = snapshot_of(workspaces, conversation)
    meant = {
        one.uid: key_uid(snapshot.space, one.conversation_id, one.owner_uid, one.key)
        for one in snapshot.entities
    }
    turns = {one.uid: one.turn_ids[0] for one in (*snapshot.answers, *snapshot.roles)}
    return tuple(
        Linked(_STORED[link.kind], turns[link.source], turns[link.target])
        for link in answer_links(Index(snapshot), meant)
        if link.kind in _STORED
    )


def snapshot_of(workspaces: Sequence[Workspace], conversation: GoldConversation) -> Snapshot:
    """Makes a snapshot of the workspaces of one conversation."""
    place = conversation.header.id
    begins = {
        session.session_id: session.turns[0].said_at.replace(tzinfo=None)
        for session in conversation.conversation().sessions
    }
    entities = {
        one.uid: _entity(one, begins[one.session_id])
        for workspace in workspaces
        for one in workspace.entities
    }
    return Snapshot(
        space=place,
        people=tuple(
            KnownPerson(uid, one.speaker, (one.speaker,), one.person_id, (place,))
            for uid, one in conversation.header.people.items()
        ),
        entities=tuple(entities.values()),
        roles=tuple(_role(one, conversation) for item in workspaces for one in item.roles),
        answers=tuple(_said(one, conversation) for item in workspaces for one in item.answers),
    )


def _entity(one: Entity, begins: datetime) -> KnownEntity:
    return KnownEntity(
        uid=one.uid,
        conversation_id=one.conversation_id,
        session_id=one.session_id,
        key=one.key,
        name=one.name,
        type=one.type,
        aliases=one.aliases,
        owner_uid=one.owner_uid,
        proper=one.proper,
        mentioned_by=(),
        mention_turns=(),
        first_said_at=begins,
        last_said_at=begins,
        type_scores=one.type_scores,
    )


def _role(one: Role, conversation: GoldConversation) -> KnownStatement:
    return _said(one, conversation)._replace(
        entity_uid=one.entity_uid,
        name=one.name,
        states=tuple(KnownState(item.uid, item.name, item.interval) for item in one.states),
    )


def _said(one: Statement, conversation: GoldConversation) -> KnownStatement:
    states = [piece for piece in one.evidence if piece.part is Part.STATEMENT]
    turns = tuple(dict.fromkeys(piece.dia_id for piece in states))
    turn = next(turn for turn in conversation.turns if turn.id == turns[0])
    text = turn.text if states[0].field == "text" else turn.caption or ""
    return KnownStatement(
        uid=one.uid,
        conversation_id=one.conversation_id,
        session_id=one.session_id,
        speaker_uid=one.speaker_uid,
        subject_uid=one.subject_uid,
        text=one.text,
        predicate=one.predicate,
        object=one.object,
        kind=one.kind,
        network=one.network,
        polarity=one.polarity,
        modality=one.modality,
        interval=one.interval,
        said_at=one.said_at.replace(tzinfo=None),
        turn_ids=turns,
        quote=text[states[0].start : states[0].end],
        names=one.names,
        confidence=one.confidence,
        worth=one.worth,
    )
