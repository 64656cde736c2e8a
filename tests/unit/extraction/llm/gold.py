"""What annotated talk states, as a model would propose it that misses nothing."""

from collections.abc import Iterator, Sequence

from graphmem.evaluation.corpus import GoldConversation, GoldStatement, GoldTurn, Ids
from graphmem.evaluation.corpus import Modality as GoldModality
from graphmem.extraction.admission.quotes import find_words
from graphmem.language.words import content_stems
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import person_uid, uid
from graphmem.model.workspace import (
    Kind,
    Modality,
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedState,
    ProposedWorkspace,
    Quote,
    Reference,
    network_of,
)

_SPACE = "gold"


def chunk_of(gold: GoldConversation, turns: Sequence[GoldTurn]) -> Chunk:
    """These turns of one session."""
    talk = gold.header.id

    def person(one: str) -> str:
        name = gold.header.people[one].speaker
        return person_uid(_SPACE, conversation_id=talk, name=name, person_id=None)

    return Chunk(
        space=_SPACE,
        conversation_id=talk,
        session_id="S1",
        turns=tuple(
            ChunkTurn(
                uid=uid(_SPACE, "turn", talk, turn.id),
                session_id="S1",
                dia_id=turn.id,
                speaker=gold.header.people[turn.speaker].speaker,
                speaker_uid=person(turn.speaker),
                text=turn.text,
                caption=turn.caption,
                said_at=turn.at,
            )
            for turn in turns
        ),
        people=tuple(
            ChunkParticipant(uid=person(one), name=who.speaker, names=(who.speaker, who.name))
            for one, who in gold.header.people.items()
        ),
    )


def proposed_of(gold: GoldConversation, turns: Sequence[GoldTurn]) -> ProposedWorkspace:
    """Every statement, role, entity and answered question of these turns."""
    told = [(turn, one) for turn in turns for one in turn.statements]
    answers = [_answer(gold, turn, one) for turn, one in told]
    return ProposedWorkspace(
        entities=tuple(_entities(gold, turns)),
        roles=tuple(
            ProposedRole(
                **dict(answer),
                entity=Reference(name=one.role.of, owner=answer.subject.name),
                name=_slot(one.role.name),
                states=(
                    ProposedState(
                        name=_slot(f"{one.predicate} {one.role.name}"),
                        time=answer.time,
                        evidence=answer.evidence,
                    ),
                ),
            )
            for answer, (_, one) in zip(answers, told, strict=True)
            if one.role is not None
        ),
        questions=tuple(_questions(gold, told, answers, {turn.id: turn for turn in turns})),
        answers=tuple(answers),
    )


def _answer(gold: GoldConversation, turn: GoldTurn, one: GoldStatement) -> ProposedAnswer:
    modality = (
        Modality.SAID if one.modality is GoldModality.ACTUAL else Modality(one.modality.value)
    )
    speaker = gold.header.people[turn.speaker].speaker
    subject, *others = _references(gold, one.subject, turn.speaker)
    named = [
        _reference(gold, other)
        for other in (*gold.header.people, *gold.header.entities)
        if any(find_words(name, one.text) for name in gold.header.names(other))
    ]
    return ProposedAnswer(
        speaker=speaker,
        subject=subject,
        text=one.text,
        predicate=_slot(one.predicate),
        object=one.object,
        kind=Kind(one.kind.value),
        network=network_of(Kind(one.kind.value)),
        polarity=one.polarity,
        modality=modality,
        time=one.time.words if one.time else None,
        names=tuple(dict.fromkeys(who for who in (*others, *named) if who != subject)),
        evidence=(
            Quote(turn_id=turn.id, text=one.quote),
            *(Quote(turn_id=also.turn, text=also.quote, part=Part.CONTEXT) for also in one.also),
        ),
    )


def _questions(
    gold: GoldConversation,
    told: Sequence[tuple[GoldTurn, GoldStatement]],
    answers: Sequence[ProposedAnswer],
    turns: dict[str, GoldTurn],
) -> Iterator[ProposedQuestion]:
    """What another asked in the words that a statement needs as context."""
    for place, (turn, one) in enumerate(told):
        answer = answers[place]
        for also in one.also:
            asker = turns.get(also.turn)
            if asker is None or asker.speaker == turn.speaker or "?" not in asker.text:
                continue
            yield ProposedQuestion(
                speaker=answer.speaker,
                subject=answer.subject,
                asked_by=gold.header.people[asker.speaker].speaker,
                text=f"Does {answer.text[0].lower()}{answer.text[1:-1]}?",
                predicate=answer.predicate,
                object=answer.object,
                names=answer.names,
                evidence=(
                    Quote(turn_id=also.turn, text=also.quote, part=Part.CONTEXT),
                    answer.evidence[0],
                ),
                answers=(place,),
            )


def _entities(gold: GoldConversation, turns: Sequence[GoldTurn]) -> Iterator[ProposedEntity]:
    for one, entity in gold.header.entities.items():
        quotes = [
            Quote(turn_id=turn.id, text=phrase.partition("#")[0])
            for turn in turns
            for phrase, meant in turn.mentions.items()
            if one == meant and _by_name(phrase, gold.header.names(one))
        ]
        if quotes:
            reference = _reference(gold, one)
            yield ProposedEntity(
                name=entity.name,
                type=entity.type,
                aliases=tuple(
                    name for name in entity.also if any(find_words(name, one.text) for one in turns)
                ),
                owner=reference.owner,
                proper=entity.proper,
                evidence=tuple(dict.fromkeys(quotes)),
            )


def _by_name(phrase: str, names: Sequence[str]) -> bool:
    return any(not content_stems(phrase).isdisjoint(content_stems(name)) for name in names)


def _references(gold: GoldConversation, ids: Ids, speaker: str) -> list[Reference]:
    meant = [ids] if isinstance(ids, str) else sorted(ids, key=lambda one: one != speaker)
    return [_reference(gold, one) for one in meant]


def _reference(gold: GoldConversation, one: str) -> Reference:
    person = gold.header.people.get(one)
    if person is not None:
        return Reference(name=person.speaker)
    entity = gold.header.entities[one]
    owner = gold.header.people.get(entity.owner or "")
    return Reference(name=entity.name, owner=None if owner is None else owner.speaker)


def _slot(words: str) -> str:
    return "_".join(words.split())
