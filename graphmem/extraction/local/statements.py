"""Statements of a chunk's turns: clauses judged, put together, and worded."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.asides import find_asides
from graphmem.extraction.local.clauses import Clause, ClauseType, clauses
from graphmem.extraction.local.coreference import Resolution, resolve
from graphmem.extraction.local.discourse import Discourse, Referent, ReferentKind
from graphmem.extraction.local.fluency import find_fluent_times
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import DIMENSION, Array, TurnVectors
from graphmem.extraction.local.options import Before, ClauseWording, Stating, TurnSentences, options
from graphmem.extraction.local.salience import ClauseScores, Position, clause_features, judge
from graphmem.extraction.local.wording import Spoken
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.language.words import content_stems
from graphmem.model.chunk import Chunk, ChunkTurn
from graphmem.model.parse import Parsed, Parser, Sentence
from graphmem.model.receipt import SkipSort

STATES = 0.5
"""From this chance on a clause is taken to state something."""
RIGHT, RIGHT_TO_THE_LETTER = 0.1, 0.15
"""From these chances on a wording is kept: one that is told or answers, and one that is quoted."""
_QUOTED_LESS = 0.1  # what is told can be asked by its parts, so a quote must be so much likelier
_TOLD = 0.5  # of the words of a clause: from here on a quote would only say again what is told
_SURE = 0.5  # from here on a pronoun is taken to mean what it most likely does
_FEW = 30  # words of a turn that is quoted beside the next


class SkippedClause(NamedTuple):
    """A clause that gave no statement of its own, why, and the chance that decided."""

    turn: int
    clause: Clause
    judgement: ClauseScores
    sort: SkipSort
    score: float


class ClauseOptions(NamedTuple):
    """What a chunk may state: for each clause the wordings among which to choose.

    ``resolutions`` are by turn and sentence; ``asked`` is the last question of each turn.
    """

    discourse: Discourse
    asked: Sequence[Before | None]
    resolutions: Sequence[Sequence[Sequence[Resolution]]]
    options: Sequence[Sequence[ClauseWording]]
    skipped: Sequence[SkippedClause]


class ChunkReading(NamedTuple):
    """What was read of a chunk; ``asked`` is the last question of each turn."""

    discourse: Discourse
    asked: Sequence[Before | None]
    resolutions: Sequence[Sequence[Sequence[Resolution]]]
    stated: tuple[ClauseWording, ...]
    skipped: tuple[SkippedClause, ...]


def read_statements(
    chunk: Chunk,
    parsed: Sequence[Parsed],
    vectors: Sequence[TurnVectors],
    model: Model,
    parse: Parser,
) -> ChunkReading:
    """Statements of each turn, in order, each in the wording that is likeliest right."""
    found = find_statements(chunk, parsed, vectors, model, parse)
    chosen: list[ClauseWording] = []
    skipped = list(found.skipped)
    every = [one for some in found.options for one in some]
    rows = np.stack([one.features for one in every]) if every else None
    chances = iter(model.right.probability(rows)) if rows is not None else iter(())
    for some in found.options:
        judged = [one._replace(right=float(next(chances))) for one in some]
        best = max(judged, key=lambda one: one.right - _QUOTED_LESS * one.quoted)
        replies = best.before is not None and best.before.asks
        if best.right < (RIGHT_TO_THE_LETTER if best.quoted and not replies else RIGHT):
            skipped.append(_skipped(best, SkipSort.NOT_RIGHT))
        else:
            chosen.append(best)
    stated, again = _once(chosen)
    skipped += [_skipped(one, SkipSort.TOLD) for one in again]
    return ChunkReading(
        found.discourse, found.asked, found.resolutions, tuple(stated), tuple(skipped)
    )


def _skipped(one: ClauseWording, sort: SkipSort) -> SkippedClause:
    return SkippedClause(one.turn, one.clause, one.judgement, sort, one.right)


def _once(chosen: Sequence[ClauseWording]) -> tuple[list[ClauseWording], list[ClauseWording]]:
    """Each passage once; and apart the clauses of which what is told of their turn says most."""
    told: dict[int, set[str]] = defaultdict(set)
    for one in chosen:
        if not one.quoted:
            told[one.turn] |= content_stems(one.wording.text)
    stated: list[ClauseWording] = []
    again: list[ClauseWording] = []
    quoted: set[tuple[int, tuple[int, int]]] = set()
    for one in chosen:
        place = (one.turn, one.evidence)
        words = content_stems(" ".join(token.text for token in one.clause.tokens))
        if not one.quoted:
            stated.append(one)
        elif len(words & told[one.turn]) >= _TOLD * len(words):
            again.append(one)
        elif place not in quoted:
            quoted.add(place)
            stated.append(one)
    return stated, again


def find_statements(
    chunk: Chunk,
    parsed: Sequence[Parsed],
    vectors: Sequence[TurnVectors],
    model: Model,
    parse: Parser,
) -> ClauseOptions:
    """Every wording of every clause that is judged to state something."""
    reference = model.reference
    discourse, resolutions = resolve(
        chunk, parsed, vectors, choose=reference.choose, agreement=reference.agreement
    )
    turns: list[TurnSentences] = []
    skipped: list[SkippedClause] = []
    asked = [_question(discourse.speaker(number), text) for number, text in enumerate(parsed)]
    previous = np.zeros(DIMENSION, dtype=np.float32)
    before: Before | None = None
    for number, (turn, text, seen) in enumerate(zip(chunk.turns, parsed, vectors, strict=True)):
        times = find_fluent_times(text, said_at=turn.said_at)
        judged = _judged(model, text, seen, previous)
        kept = _carriers(judged) or _reply(judged, before, discourse.speaker(number))
        skipped += [
            SkippedClause(
                number, one.clause, one.judgement, SkipSort.STATES_NOTHING, one.judgement.states
            )
            for one in judged
            if one.clause not in kept
        ]
        speaker = discourse.speaker(number)
        addressee = _addressee(discourse, number, turn)
        spoken = [
            Spoken(sentence, speaker, addressee, _sure(resolutions[number][place], speaker), times)
            for place, sentence in enumerate(text.sentences)
        ]
        own = before is not None and before.speaker is speaker
        stating = [
            kept[one.clause]._replace(
                clause=one.clause, asides=find_asides(one.clause, seen, model.aside)
            )
            for one in judged
            if one.clause in kept
        ]
        turns.append(TurnSentences(number, text, spoken, None if own else before, stating))
        previous = seen.of(0, len(turn.text))
        before = _before(speaker, text, asked[number])
    found = tuple(options(turns, parse))
    worded = {(some[0].turn, id(some[0].clause)) for some in found}
    skipped += [
        SkippedClause(
            said.number, one.clause, one.judgement, SkipSort.NO_WORDING, one.judgement.states
        )
        for said in turns
        for one in said.stating
        if (said.number, id(one.clause)) not in worded
    ]
    return ClauseOptions(discourse, asked, resolutions, found, skipped)


def _sure(resolutions: Sequence[Resolution], speaker: Referent) -> dict[int, Resolution]:
    """By the head of the mention; a pronoun only where it is likely enough whom it means.

    Whom else "we" means may stay open: the speaker is among them.
    """
    found = {}
    for one in resolutions:
        mention = one.mention
        sure = one.referent is not None and one.confidence >= _SURE
        if mention.type is not MentionType.PRONOUN or sure:
            found[mention.head.i] = one
        elif mention.person is GrammaticalPerson.WE:
            group = Referent(ReferentKind.GROUP, "", members=(speaker,), open=True, plural=True)
            found[mention.head.i] = Resolution(mention, group, 1.0)
    return found


def _judged(model: Model, text: Parsed, seen: TurnVectors, before: Array) -> list[Stating]:
    found = [
        (place, clause)
        for place, sentence in enumerate(text.sentences)
        for clause in clauses(sentence)
    ]
    if not found:
        return []
    words = len(text.fluent(0, len(text.text)).split())
    features = [
        clause_features(clause, Position(place, len(text.sentences), words, before), seen)
        for place, clause in found
    ]
    judged = judge(model.salience, np.stack(features))
    return [
        Stating(clause, given, row)
        for (_, clause), given, row in zip(found, judged, features, strict=True)
    ]


def _carriers(judged: Sequence[Stating]) -> dict[Clause, Stating]:
    """The clauses to tell, with the judgement that speaks for each.

    What a complement or a condition states is told with the clause that it completes: alone it
    would claim more than was said.
    """
    found: dict[Clause, Stating] = {}
    for one in judged:
        if one.judgement.states < STATES:
            continue
        carrier = _carrier(one.clause, [other.clause for other in judged])
        known = found.get(carrier)
        if known is None or one.judgement.states > known.judgement.states:
            found[carrier] = one
    return found


def _reply(
    judged: Sequence[Stating], before: Before | None, speaker: Referent
) -> dict[Clause, Stating]:
    """Of a turn that states nothing by itself, what answers a question: "Yeah, violin"."""
    if before is None or not before.asks or before.speaker is speaker:
        return {}
    named = [one for one in judged if any(token.pos in _NAMING for token in one.clause.tokens)]
    if not named:
        return {}
    best = max(named, key=lambda one: one.judgement.states)
    given = best.judgement._replace(leans_on_turn=1.0)
    return {best.clause: best._replace(judgement=given)}


_NAMING = ("NOUN", "PROPN", "NUM")
_DEPENDENT = (ClauseType.COMPLEMENT, ClauseType.ADVERBIAL, ClauseType.OTHER)


def _carrier(clause: Clause, others: Sequence[Clause]) -> Clause:
    while clause.type in _DEPENDENT or (
        # "The tin that I found": what is found stands in the main clause.
        clause.type is ClauseType.RELATIVE and clause.subject is not None
    ):
        around = [
            one
            for one in others
            if one is not clause
            and one.sentence is clause.sentence
            and any(token.i == clause.head.i for token in one.tokens)
        ]
        if not around:
            break
        clause = min(around, key=lambda one: len(one.tokens))
    return clause


def _addressee(discourse: Discourse, number: int, turn: ChunkTurn) -> Referent | None:
    """Whom a turn talks to: the one whom it names, or the other of two, or who spoke before."""
    speaker = discourse.speaker(number)
    called = [one for one in discourse.called(turn) if one is not speaker]
    if len(called) == 1:
        return called[0]
    others = [one for one in discourse.participants.values() if one is not speaker]
    if len(others) == 1:
        return others[0]
    return discourse.neighbour(number, -1)


def _before(speaker: Referent, text: Parsed, asked: Before | None) -> Before | None:
    """What of a turn the next may take up: its last question, or all of it where it is short."""
    if asked is not None:
        return asked
    said = Before(speaker, text.text, text.fluent(0, len(text.text)), asks=False)
    return said if 0 < len(said.fluent.split()) <= _FEW else None


def _question(speaker: Referent, text: Parsed) -> Before | None:
    """The last question of a turn, with its mark or by its interrogative word."""
    for sentence in reversed(text.sentences):
        if any(token.text.startswith("?") for token in sentence) or _asks(sentence):
            start, end = sentence.start, sentence.end
            return Before(speaker, text.text[start:end], text.fluent(start, end), asks=True)
    return None


def _asks(sentence: Sentence) -> bool:
    first = next((token for token in sentence if token.pos not in _OPENING), None)
    if first is None or first.tag not in ("WP", "WRB", "WDT"):
        return False
    # "Whoever bakes it wants notice": the word belongs to a clause inside the main one.
    verb = sentence.head(first)
    while verb.head != verb.i and verb.pos not in ("VERB", "AUX"):
        verb = sentence.head(verb)
    return verb.head == verb.i


_OPENING = ("INTJ", "CCONJ", "PUNCT")
