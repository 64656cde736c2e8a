"""Extracted statements of any reader, in the one shape that is judged on the corpus."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.evaluation.changes import Linked, stored_links
from graphmem.evaluation.corpus import (
    GoldConversation,
    GoldHeader,
    GoldTurn,
    HalfOpenInterval,
    Modality,
)
from graphmem.ingest.reading import ChunkReader, ReadingOptions
from graphmem.language.keys import entity_key
from graphmem.model.base import Frozen
from graphmem.model.chunk import Chunk
from graphmem.model.memory import Snapshot
from graphmem.model.parse import Parser
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import (
    Entity,
    EvidenceSpan,
    Part,
    Polarity,
    Statement,
    Workspace,
)
from graphmem.model.workspace import Modality as StoredModality

# What is "not so after all" is a plain statement that the polarity denies.
_MODALITIES = {
    StoredModality.SAID: Modality.ACTUAL,
    StoredModality.DENIED: Modality.ACTUAL,
    StoredModality.HYPOTHETICAL: Modality.POSSIBLE,
}


class Quoted(Frozen):
    """Words of a turn; ``states`` tells those that state it from those that it needs beside."""

    turn: str
    text: str
    states: bool = True


class ExtractedStatement(Frozen):
    """A statement that a reader would store.

    ``subjects`` are ids of the conversation's header, none where the subject is nobody and
    nothing that it knows. ``open`` tells that words of a turn stand in the text for something
    that has no name.
    """

    text: str
    subjects: tuple[str, ...] = ()
    negative: bool = False
    modality: Modality = Modality.ACTUAL
    interval: HalfOpenInterval | None = None
    quotes: tuple[Quoted, ...]
    open: bool = False

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that state it, each once."""
        return tuple(dict.fromkeys(quote.turn for quote in self.quotes if quote.states))


class Telling(NamedTuple):
    """All that a reader would store of a conversation, and how what turns say is linked."""

    told: tuple[ExtractedStatement, ...]
    links: tuple[Linked, ...] = ()


Read = Callable[[GoldConversation, Sequence[Chunk]], Telling]


def by_networks(parser: Parser, encoder: Callable[[], OnnxEncoder]) -> Read:
    """Extracts a conversation as an ingest does without a language model."""

    def read(conversation: GoldConversation, chunks: Sequence[Chunk]) -> Telling:
        reader = ChunkReader(ReadingOptions(lambda: parser, encoder))
        workspaces = [done.workspace for done in reader.read(chunks)]
        return Telling(
            tuple(one for space in workspaces for one in told_by(space, conversation)),
            stored_links(workspaces, conversation),
        )

    return read


def told_by(workspace: Workspace, conversation: GoldConversation) -> list[ExtractedStatement]:
    """The statements of a workspace, each text once; a question tells nothing of itself."""
    header = conversation.header
    turns = {turn.id: turn for turn in conversation.turns}
    entities = {entity.uid: entity for entity in workspace.entities}
    known = named(header)
    found: dict[str, ExtractedStatement] = {}
    for one in (*workspace.answers, *workspace.roles):
        quotes = tuple(_quoted(piece, turns) for piece in one.evidence)
        found.setdefault(
            one.text,
            ExtractedStatement(
                text=one.text,
                subjects=_subjects(one, entities, known, header),
                negative=one.polarity is Polarity.NEGATIVE,
                modality=_modality(one.modality),
                interval=one.interval and as_gold(one.interval),
                quotes=quotes,
                open=any(not quote.states and quote.text in one.text for quote in quotes),
            ),
        )
    return list(found.values())


def told_in(snapshot: Snapshot, conversation: GoldConversation) -> list[ExtractedStatement]:
    """The statements that a memory of the conversation alone holds, as far as it keeps them.

    Of a statement's words only the first that prove it are kept, and none that it needs beside.
    """
    header = conversation.header
    speakers = {person.speaker: key for key, person in header.people.items()}
    people = {one.uid: speakers[one.name] for one in snapshot.people if one.name in speakers}
    entities = {one.uid: one for one in snapshot.entities}
    known = named(header)

    def subjects(uid: str) -> tuple[str, ...]:
        if uid in people:
            return (people[uid],)
        entity = entities.get(uid)
        if entity is None:
            return ()
        owner = people.get(entity.owner_uid or "")
        return _owned(known.get(entity_key(entity.name), ()), owner, header)

    return [
        ExtractedStatement(
            text=one.text,
            subjects=subjects(one.subject_uid),
            negative=one.polarity is Polarity.NEGATIVE,
            modality=_modality(one.modality),
            interval=one.interval and as_gold(one.interval),
            quotes=tuple(Quoted(turn=turn, text=one.quote) for turn in one.turn_ids),
        )
        for one in (*snapshot.answers, *snapshot.roles)
    ]


def _modality(stored: StoredModality) -> Modality:
    return _MODALITIES.get(stored) or Modality(stored.value)


def named(header: GoldHeader) -> Mapping[str, tuple[str, ...]]:
    """Whom and what each name of a conversation can mean, by the name's key."""
    found: dict[str, tuple[str, ...]] = {}
    people = [(key, (one.name, one.speaker, *one.also)) for key, one in header.people.items()]
    things = [(key, (one.name, *one.also)) for key, one in header.entities.items()]
    for identity, names in (*people, *things):
        for key in dict.fromkeys(map(entity_key, names)):
            found[key] = (*found.get(key, ()), identity)
    return found


def _quoted(piece: EvidenceSpan, turns: Mapping[str, GoldTurn]) -> Quoted:
    turn = turns[piece.dia_id]
    whole = turn.text if piece.field == "text" else turn.caption or ""
    return Quoted(
        turn=piece.dia_id,
        text=whole[piece.start : piece.end],
        states=piece.part is Part.STATEMENT,
    )


def _subjects(
    one: Statement,
    entities: Mapping[str, Entity],
    known: Mapping[str, tuple[str, ...]],
    header: GoldHeader,
) -> tuple[str, ...]:
    if one.subject_uid in header.people:
        return (one.subject_uid,)
    entity = entities.get(one.subject_uid)
    if entity is None:
        return ()
    return _owned(known.get(entity_key(entity.name), ()), entity.owner_uid, header)


def _owned(found: tuple[str, ...], owner: str | None, header: GoldHeader) -> tuple[str, ...]:
    """Those of this owner, where there are some."""
    owned = tuple(
        identity
        for identity in found
        if identity in header.entities and header.entities[identity].owner == owner
    )
    return owned or found


def as_gold(interval: TimeInterval) -> HalfOpenInterval:
    """An interval as the corpus has it, open edges as None."""
    return HalfOpenInterval(
        None if interval.open_start else interval.start,
        None if interval.open_end else interval.end,
    )
