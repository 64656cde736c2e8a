"""Proposals for one chunk, by one question to a language model, which is shown it as JSON."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from graphmem.adapters.llm import LanguageModel, prompted
from graphmem.adapters.llm.protocol import JsonObject, strict_schema
from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.admission.turns import ParticipantNames
from graphmem.extraction.llm.wire import (
    WireAnswer,
    WireEntity,
    WireMention,
    WireQuestion,
    WireQuote,
    WireRole,
    WireState,
    WireThing,
    WireWorkspace,
)
from graphmem.language.words import content_stems, stem, words
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn, KnownName
from graphmem.model.ids import person_uid, uid
from graphmem.model.workspace import (
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
    TurnField,
    network_of,
)

_SPACE = "prompt"


def read_wire(written: WireWorkspace, chunk: Chunk) -> ProposedWorkspace:
    """The proposals that a model wrote for a chunk; unchecked, like all proposals."""
    seen = _ChunkNames(chunk)
    answers = tuple(_answer(one, seen) for one in written.answers)
    return ProposedWorkspace(
        entities=tuple(_entity(one, seen) for one in written.entities),
        roles=tuple(
            _role(told, one.role, seen)
            for told, one in zip(answers, written.answers, strict=True)
            if one.role is not None
        ),
        questions=tuple(
            made for one in written.questions for made in _questions(one, answers, seen)
        ),
        answers=answers,
    )


class _ChunkNames:
    """The turns and people of a chunk, by what a model calls them."""

    def __init__(self, chunk: Chunk) -> None:
        self._turns: dict[str, list[ChunkTurn]] = {}
        for turn in chunk.turns:
            self._turns.setdefault(turn.dia_id, []).append(turn)
        self.people = ParticipantNames(chunk.people, chunk.turns)

    def quote(self, given: WireQuote, *, part: Part | None = None) -> Quote:
        """The quote, of the caption where its words stand there alone."""
        field: TurnField = "text"
        if self._holds(given.turn, given.text, "caption") and not self._holds(
            given.turn, given.text, "text"
        ):
            field = "caption"
        return Quote(turn_id=given.turn, text=given.text, part=part or given.part, field=field)

    def mention(self, given: WireMention, names: Sequence[str]) -> Quote:
        """The words by which a turn mentions something: a name of it, else a word of one."""
        named = [given.text] if given.text else [*names, *self._forms(given.turn, names)]
        fields: tuple[TurnField, ...] = ("text", "caption")
        for words_ in named:
            for field in fields:
                if self._holds(given.turn, words_, field):
                    return Quote(turn_id=given.turn, text=words_, field=field)
        return Quote(turn_id=given.turn, text=named[0])

    def _forms(self, turn_id: str, names: Sequence[str]) -> Iterator[str]:
        """Words of the turn that are forms of a word of the names ("tulips" of "tulip")."""
        wanted = {one for name in names for one in content_stems(name)}
        for turn in self._turns.get(turn_id, ()):
            for word in words(f"{turn.text} {turn.caption or ''}"):
                if stem(word) in wanted:
                    yield word

    def _holds(self, turn_id: str, text: str, field: TurnField) -> bool:
        return any(
            find_words(text, turn.text if field == "text" else turn.caption or "") is not None
            for turn in self._turns.get(turn_id, ())
        )


def _entity(given: WireEntity, seen: _ChunkNames) -> ProposedEntity:
    names = (given.name, *given.aliases)
    return ProposedEntity(
        name=given.name,
        type=given.type,
        aliases=given.aliases,
        owner=given.owner,
        proper=given.proper,
        evidence=tuple(seen.mention(one, names) for one in given.mentions),
    )


def _answer(given: WireAnswer, seen: _ChunkNames) -> ProposedAnswer:
    return ProposedAnswer(
        speaker=given.speaker,
        subject=_reference(given.subject),
        text=given.text,
        predicate=given.predicate,
        object=given.object,
        kind=given.kind,
        network=network_of(given.kind),
        polarity=given.polarity,
        modality=given.modality,
        time=given.time,
        place=given.place,
        mentioned_by=given.mentioned_by,
        names=tuple(map(_reference, given.names)),
        confidence=given.confidence,
        worth=given.worth,
        evidence=tuple(seen.quote(one) for one in given.evidence),
    )


def _role(told: ProposedAnswer, given: WireRole, seen: _ChunkNames) -> ProposedRole:
    """The role of an answer's subject: a slot of a participant, of somebody else their own."""
    who = told.subject
    own = who.owner is None and seen.people.bears(who.name)
    return ProposedRole(
        **dict(told),
        entity=Reference(name=given.of, owner=who.name) if own else who,
        name=given.name,
        states=tuple(_state(one, told, seen) for one in given.states),
    )


def _state(given: WireState, told: ProposedAnswer, seen: _ChunkNames) -> ProposedState:
    if not given.evidence:
        time = told.time if given.time is None else given.time
        return ProposedState(name=given.name, time=time, evidence=told.evidence)
    evidence = tuple(seen.quote(one) for one in given.evidence)
    return ProposedState(name=given.name, time=given.time, evidence=evidence)


def _questions(
    given: WireQuestion, answers: Sequence[ProposedAnswer], seen: _ChunkNames
) -> Iterator[ProposedQuestion]:
    """The question once for each who answers it, with what their answers tell.

    Places where there is no answer go with the first, so that their refusal is told; without any
    answer the question is proposed for the same reason.
    """
    asked = tuple(seen.quote(one, part=Part.CONTEXT) for one in given.evidence)
    by_speaker: dict[str, list[int]] = {}
    for place in given.answers:
        if 0 <= place < len(answers):
            by_speaker.setdefault(answers[place].speaker, []).append(place)
    nowhere = [place for place in given.answers if not 0 <= place < len(answers)]
    if not by_speaker:
        yield ProposedQuestion(
            speaker=given.asked_by,
            asked_by=given.asked_by,
            subject=Reference(name=given.asked_by),
            text=given.text,
            predicate="ask",
            evidence=asked,
            answers=given.answers,
        )
    for speaker, places in by_speaker.items():
        told = [answers[place] for place in places]
        quotes = (one for answer in told for one in answer.evidence if one.part is Part.STATEMENT)
        first = told[0]
        yield ProposedQuestion(
            speaker=speaker,
            asked_by=given.asked_by,
            subject=first.subject,
            text=given.text,
            predicate=first.predicate,
            kind=first.kind,
            network=first.network,
            names=tuple(one for one in first.names if find_words(one.name, given.text)),
            confidence=min(answer.confidence for answer in told),
            evidence=tuple(dict.fromkeys((*asked, *quotes))),
            answers=(*places, *nowhere),
        )
        nowhere = []


def _reference(given: WireThing) -> Reference:
    return Reference(name=given.name, owner=given.owner)


def extract_by_llm(
    chunk: Chunk, model: LanguageModel, known: Sequence[KnownName] = ()
) -> ProposedWorkspace:
    """Propose what the chunk says; unchecked, like all proposals.

    ``known`` is what the talk before it called by name. Raises an `LlmError`.
    """
    messages = prompted("graphmem.extraction.llm", "extract", write_transcript(chunk, known))
    return read_wire(model.complete(messages, WireWorkspace, schema=_schema()), chunk)


@cache
def _schema() -> JsonObject:
    return strict_schema(WireWorkspace, optional=True)


def write_transcript(chunk: Chunk, known: Sequence[KnownName] = ()) -> str:
    """The people, who and what else is known by name, and the turns, one turn a line."""
    turns = ",\n  ".join(_dump(_turn(turn)) for turn in chunk.turns)
    people = [{"name": person.name, "also": _other_names(person)} for person in chunk.people]
    return (
        f'{{"conversation": {_dump(chunk.conversation_id)}, '
        f'"session": {_dump(chunk.session_id)},\n'
        f' "people": {_dump(people)},\n'
        f' "known": {_dump([_known(one, chunk) for one in known])},\n'
        f' "turns": [\n  {turns}\n ]}}'
    )


def read_transcript(text: str) -> Chunk:
    """The chunk that a prompt shows, with made-up uids; words behind it do not matter.

    Raises ``ValueError`` where ``text`` does not begin with a transcript.
    """
    shown: dict[str, Any]
    shown, _ = json.JSONDecoder().raw_decode(text)
    conversation, session = str(shown["conversation"]), str(shown["session"])

    def person(name: str) -> str:
        return person_uid(_SPACE, conversation_id=conversation, name=name, person_id=None)

    return Chunk(
        space=_SPACE,
        conversation_id=conversation,
        session_id=session,
        turns=tuple(
            ChunkTurn(
                uid=uid(_SPACE, "turn", conversation, turn["id"]),
                session_id=session,
                dia_id=turn["id"],
                speaker=turn["speaker"],
                speaker_uid=person(turn["speaker"]),
                text=turn["text"],
                caption=turn.get("caption"),
                said_at=datetime.fromisoformat(turn["said_at"]),
            )
            for turn in shown["turns"]
        ),
        people=tuple(
            ChunkParticipant(
                uid=person(one["name"]), name=one["name"], names=(one["name"], *one["also"])
            )
            for one in shown["people"]
        ),
    )


def _turn(turn: ChunkTurn) -> dict[str, str]:
    shown = {
        "id": turn.dia_id,
        "speaker": turn.speaker,
        "said_at": turn.said_at.isoformat(sep=" "),
        "text": turn.text,
    }
    return shown if turn.caption is None else {**shown, "caption": turn.caption}


def _known(one: KnownName, chunk: Chunk) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": one.name}
    owner = next((who.name for who in chunk.people if who.uid == one.owner_uid), None)
    if owner is not None:
        shown["owner"] = owner
    if one.aliases:
        shown["also"] = one.aliases
    return shown


def _other_names(person: ChunkParticipant) -> list[str]:
    return [name for name in person.names if name != person.name]


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
