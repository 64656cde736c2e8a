"""A chunk to a proposed workspace, by syntax and the fitted networks, and what that leaves out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extraction.local.clauses import clauses
from graphmem.extraction.local.discourse import PriorMention, Referent, ReferentKind
from graphmem.extraction.local.entities import names, reference_to, type_of
from graphmem.extraction.local.fluency import encode_fluent, listen, parse_fluent
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import ReadVectors
from graphmem.extraction.local.options import ClauseWording
from graphmem.extraction.local.role_proposals import propose_roles
from graphmem.extraction.local.statements import ChunkReading, read_statements
from graphmem.model.chunk import Chunk
from graphmem.model.parse import Parsed, Parser, Sentence, Token
from graphmem.model.receipt import Skipped, SkipSort
from graphmem.model.workspace import (
    SAYS,
    Kind,
    Modality,
    Part,
    Polarity,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedWorkspace,
    Quote,
    Reference,
    network_of,
)

_COMPLEMENTS = ("dobj", "attr", "acomp", "oprd", "xcomp", "ccomp", "prep", "agent", "dative")
_Place = tuple[int, int, int]


class Slot(NamedTuple):
    """The verb in its base form with particle or preposition (``work_at``), and what fills it."""

    predicate: str
    object: str


def slot_of(parsed: Parsed) -> Slot:
    """The slot of a text of one clause; a text without a verb says itself."""
    sentence = parsed.sentences[0]
    root = sentence.root
    passive = sentence.child(root, "auxpass")
    words = [root.lemma.lower()] if passive is None else [passive.lemma.lower(), root.low]
    particle = sentence.child(root, "prt")
    if particle is not None:
        words.append(particle.low)
    at = root
    complement = _complement(sentence, at)
    # "Be allergic to", "ask to cancel": what completes the verb belongs to the predicate.
    while complement is not None and complement.dep in ("acomp", "prep", "xcomp"):
        if complement.dep == "xcomp" and any(
            token.tag == "TO" for token in sentence.children(complement, "aux")
        ):
            words.append("to")
        words.append(complement.lemma.lower() if complement.dep == "xcomp" else complement.low)
        at = complement
        complement = sentence.child(at, "pobj") or _complement(sentence, at)
    rest = sentence.subtree(complement) if complement is not None else ()
    return Slot("_".join(words), _text(parsed, rest))


def _complement(sentence: Sentence, verb: Token) -> Token | None:
    for relation in _COMPLEMENTS:
        found = sentence.child(verb, relation)
        if found is not None and found.i > verb.i:
            return found
    return None


def _text(parsed: Parsed, tokens: Sequence[Token]) -> str:
    if not tokens:
        return ""
    return parsed.text[tokens[0].start : tokens[-1].end].strip(" .")


_KEPT = 0.5  # from this chance on, what a phrase means is worth a node
_ANSWERED = 0.7


class ChunkProposals(NamedTuple):
    """What a chunk says, as proposals, and the words that were judged to say nothing to keep."""

    proposed: ProposedWorkspace
    skipped: tuple[Skipped, ...] = ()


def extract(chunk: Chunk, parse: Parser, encode: ReadVectors, model: Model) -> ChunkProposals:
    """Everything that the chunk says, as proposals; depends on nothing but the chunk."""
    heard = listen([turn.text for turn in chunk.turns])
    parsed = parse_fluent(heard, parse)
    reading = read_statements(chunk, parsed, encode_fluent(heard, encode), model, parse)
    proposed = propose(chunk, reading, parse, encode, model)
    return ChunkProposals(proposed, skipped_words(chunk, parsed, reading))


def propose(
    chunk: Chunk, reading: ChunkReading, parse: Parser, encode: ReadVectors, model: Model
) -> ProposedWorkspace:
    """Makes proposals of a read chunk."""
    told = [one.wording.text for one in reading.stated if not one.quoted]
    parsed = parse(told)
    sentences = iter(parsed)
    answers = [
        _answer(chunk, one, slot_of(next(sentences)) if not one.quoted else Slot(SAYS, ""))
        for one in reading.stated
    ]
    return ProposedWorkspace(
        entities=tuple(_entities(chunk, reading, model)),
        roles=tuple(propose_roles(chunk, reading, answers, parsed, encode, model)),
        questions=tuple(_questions(chunk, reading, answers)),
        answers=tuple(answers),
    )


def _entities(chunk: Chunk, reading: ChunkReading, model: Model) -> Iterator[ProposedEntity]:
    told = {id(one) for stated in reading.stated for one in stated.wording.names}
    for referent in reading.discourse.entities:
        named = [seen for seen in referent.seen if names(seen)]
        if not named or (referent.confidence < _KEPT and id(referent) not in told):
            continue
        reference = reference_to(referent)
        typed = type_of(referent, model.types)
        yield ProposedEntity(
            name=reference.name,
            type=typed.type,
            type_scores=typed.scores,
            aliases=tuple(dict.fromkeys(one.text for one in named if one.text != reference.name)),
            owner=reference.owner,
            proper=referent.proper,
            evidence=tuple(_mention(chunk, seen) for seen in named),
        )


def _mention(chunk: Chunk, seen: PriorMention) -> Quote:
    turn = chunk.turns[seen.turn]
    start, end = seen.mention.start, seen.mention.end
    return Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start)


def _answer(chunk: Chunk, one: ClauseWording, slot: Slot) -> ProposedAnswer:
    turn = chunk.turns[one.turn]
    subject, *others = _single(one)
    given = one.judgement
    start, end = one.evidence
    kind = Kind(given.kind)
    return ProposedAnswer(
        speaker=turn.speaker,
        subject=subject,
        text=one.wording.text,
        predicate=slot.predicate,
        object=one.fluent if one.quoted else slot.object,
        kind=kind,
        network=network_of(kind),
        polarity=Polarity.NEGATIVE if one.negated else Polarity.POSITIVE,
        modality=_modality(given.modality),
        time=turn.text[one.time.start : one.time.end] if one.time else None,
        interval=one.time.interval if one.time else None,
        names=tuple(others),
        confidence=round(one.right, 3),
        worth=round(given.worth, 2),
        evidence=(
            *_context(chunk, one),
            Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start),
        ),
    )


def _questions(
    chunk: Chunk, reading: ChunkReading, answers: Sequence[ProposedAnswer]
) -> Iterator[ProposedQuestion]:
    """The question with which one turn ends, where the next, by another, states something."""
    for number in range(1, len(chunk.turns)):
        asker, turn = chunk.turns[number - 1], chunk.turns[number]
        asked = reading.asked[number - 1]
        places = [place for place, one in enumerate(reading.stated) if one.turn == number]
        if asked is None or not places or asker.speaker_uid == turn.speaker_uid:
            continue
        yield ProposedQuestion(
            speaker=turn.speaker,
            asked_by=asker.speaker,
            subject=Reference(name=turn.speaker),
            text=f"{asker.speaker} asks {turn.speaker}: “{asked.line}”",
            predicate="ask",
            object=asked.fluent,
            confidence=_ANSWERED,
            evidence=(
                Quote(turn_id=asker.dia_id, text=asked.words, part=Part.CONTEXT),
                *dict.fromkeys(answers[place].evidence[-1] for place in places),
            ),
            answers=tuple(places),
        )


def _single(one: ClauseWording) -> list[Reference]:
    """The subject, of several together the speaker or the first; then whom else it names."""
    everybody: list[Referent] = []
    for referent in (one.wording.subject, *one.wording.names):
        group = referent.kind is ReferentKind.GROUP
        everybody += referent.members if group else [referent]
    return list(dict.fromkeys(reference_to(referent) for referent in everybody))


def _context(chunk: Chunk, one: ClauseWording) -> tuple[Quote, ...]:
    if one.before is None:
        return ()
    turn = chunk.turns[one.turn - 1]
    return (Quote(turn_id=turn.dia_id, text=one.before.words, part=Part.CONTEXT),)


def _modality(label: str) -> Modality:
    """The corpus's name for what is said as so is "actual"."""
    return Modality.SAID if label == "actual" else Modality(label)


def skipped_words(
    chunk: Chunk, parsed: Sequence[Parsed], reading: ChunkReading
) -> tuple[Skipped, ...]:
    """Every clause that no statement holds, in the order of the talk.

    What stands within the evidence of a statement is kept with it, and what stands within a
    longer clause that is skipped is told with that one.
    """
    found = {
        (one.turn, one.clause.start, one.clause.end): Skipped(
            turn_id=_turn_id(chunk, one.turn),
            words=_words(chunk, one.turn, one.clause.start, one.clause.end),
            sort=one.sort,
            kind=Kind(one.judgement.kind) if one.sort is not SkipSort.STATES_NOTHING else None,
            score=round(one.score, 3),
        )
        for one in reading.skipped
    }
    kept = [(one.turn, *one.evidence) for one in reading.stated]
    found |= dict(_without_clause(chunk, parsed))
    return tuple(
        found[place]
        for place in sorted(found)
        if not any(_within(place, other) for other in kept)
        and not any(place != other and _within(place, other) for other in found)
    )


def _without_clause(chunk: Chunk, parsed: Sequence[Parsed]) -> Iterator[tuple[_Place, Skipped]]:
    """The sentences that are nothing but interjections, or marks."""
    for turn, text in enumerate(parsed):
        for sentence in text.sentences:
            words = _words(chunk, turn, sentence.start, sentence.end)
            if words and not clauses(sentence):
                yield (
                    (turn, sentence.start, sentence.end),
                    Skipped(
                        turn_id=_turn_id(chunk, turn),
                        words=words,
                        sort=SkipSort.NO_CLAUSE,
                        score=0.0,
                    ),
                )


def _within(place: _Place, other: _Place) -> bool:
    return place[0] == other[0] and other[1] <= place[1] and place[2] <= other[2]


def _turn_id(chunk: Chunk, turn: int) -> str:
    return f"{chunk.conversation_id}/{chunk.turns[turn].dia_id}"


def _words(chunk: Chunk, turn: int, start: int, end: int) -> str:
    return " ".join(chunk.turns[turn].text[start:end].split())
