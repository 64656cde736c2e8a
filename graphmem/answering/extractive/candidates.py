"""Ranks candidate answers in one list with one probability, and chooses; pure."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.attribution import Whose, whose
from graphmem.answering.evidence import ExtractedAnswer, Passage, Proof, trimmed
from graphmem.answering.extractive.apposition import owned
from graphmem.answering.extractive.lexical import best_sentence, stems_of
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.time_resolution import TimesOf, dated, plain_times, resolved_times
from graphmem.language.numbers import counts
from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.language.sentences import asks, sentences
from graphmem.language.time import Relation
from graphmem.language.words import words
from graphmem.model.answer import QuestionKind, ResolvedTime
from graphmem.model.workspace import SAYS, Modality
from graphmem.reader import AnswerSpan, TurnReading

Readings = Mapping[str, TurnReading]
"""What the reader says of turns, by their ids."""

# All below was chosen on the corpus's development part. Beside the log odds that a turn answers:
_OF_SEARCH = 0.3
# The log odds of the day on which a turn was said, beside a date that stands within the answer.
_OWN_DAY = -2.0
# That of the name of who speaks, where they ask: who asks a thing seldom is the one who does it.
_ASKER = -2.0
_ELSEWHERE = 0.05  # what counts as the probability of words that no likely span holds
# How far the spans of a turn are made alike where an answer is more than a name or a number.
_EVEN = 2.0
_OF_SEVERAL = frozenset({QuestionKind.LIST, QuestionKind.WHY})
_MOST_LISTED = 5
_FIRST = 8  # turns that may answer where no reader reads
_LISTED = 0.35  # of the best turn's probability, that a turn with a further member has

_ARTICLE = re.compile(r"(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_UNIT = re.compile(
    r"\b(?:second|minute|hour|day|week|fortnight|month|year|decade)s?\b", re.IGNORECASE
)
_MINE = re.compile(r"\b(?:my|our)\s+$", re.IGNORECASE)
_MY = re.compile(r"\bmy\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)


class AnswerCandidate(NamedTuple):
    """Words that may answer, their turn and the sentence that they are in.

    ``chance`` is the probability of turn and words among all that were read; ``own`` tells that
    the words are not the turn's (its day, its speaker's name).
    """

    text: str
    passage: Passage
    quote: str
    chance: float
    time: ResolvedTime | None = None
    own: bool = False


def answer_from(
    frame: QuestionFrame,
    passages: Sequence[Passage],
    readings: Readings,
    *,
    now: datetime | None = None,
    times_of: TimesOf = plain_times,
) -> ExtractedAnswer:
    """The likeliest answer to a question, with no text where nothing was read.

    Yes or no is what the turns say together, each as far as it answers. Else the turn is chosen
    first and then its words: those that share most with all that may be its answer. ``times_of``
    finds the times of a turn.
    """
    turns = weighed(passages, readings)
    if not turns:
        return ExtractedAnswer("", frame.kind)
    if frame.kind is QuestionKind.YES_NO and any(one.reading.yes for one in turns):
        return _yes_or_no(frame, turns)
    ranked = _ranked(frame, turns, now, times_of)
    # Where the likeliest is of another sort, those after it were seldom right.
    if not ranked or not _is_told(frame, ranked[0]):
        return ExtractedAnswer("", frame.kind)
    if frame.kind is QuestionKind.COMPARISON and (sides := _side_by_side(frame, ranked)):
        return _told(
            frame, sides, "; ".join(f"{one.passage.hit.speaker}: {one.text}" for one in sides)
        )
    if frame.options and (chosen := _chosen_option(frame, ranked, turns)):
        return chosen
    if frame.kind is QuestionKind.LIST:
        least = _LISTED * ranked[0].chance
        near = (one for one in ranked[1:] if one.chance >= least)
        further = [one for one in near if not _is_anothers(frame, one)]
        members = [ranked[0], *further][:_MOST_LISTED]
        texts = dict.fromkeys(_words(one, who=frame.who) for one in members)
        return _told(frame, members, ", ".join(texts))
    text = _words(ranked[0], who=frame.who, alone=True)
    return _told(frame, ranked[:1], text)


def event_of(
    frame: QuestionFrame, passages: Sequence[Passage], readings: Readings, times_of: TimesOf
) -> AnswerCandidate | None:
    """The likeliest date of what a question asks when it was; None where nothing was read."""
    return next(iter(_ranked(frame, weighed(passages, readings), None, times_of)), None)


def by_search(frame: QuestionFrame, passages: Sequence[Passage]) -> Readings:
    """Readings made of search scores where no reader reads: a turn's fit, its best sentence."""
    found = {}
    for one in passages[:_FIRST]:
        sentence = best_sentence(one.hit.text or one.hit.caption or "", frame.question.neutral)
        begin = one.hit.text.find(sentence) if one.hit.text else -1
        span = AnswerSpan(sentence, begin, begin + len(sentence), 0.0)
        found[one.hit.turn_id] = TurnReading(one.hit.score, 0.0, 0.0, (span,))
    return found


class ReadPassage(NamedTuple):
    """A turn that was read, with the probability that it is the one that answers."""

    passage: Passage
    reading: TurnReading
    chance: float

    @property
    def spans(self) -> tuple[AnswerSpan, ...]:
        """Candidate spans of the turn, best first."""
        return self.reading.spans

    @property
    def quote(self) -> str:
        """The sentence with its best span; the whole turn where there is none."""
        return quote_of(self.passage, self.spans[0]) if self.spans else self.passage.hit.text


def weighed(passages: Sequence[Passage], readings: Readings) -> list[ReadPassage]:
    """The turns that were read, in order; their chances add up to one."""
    read = [(one, readings[one.hit.turn_id]) for one in passages if one.hit.turn_id in readings]
    chances = _shares([found.answers + _OF_SEARCH * one.hit.score for one, found in read])
    return [
        ReadPassage(one, found, chance) for (one, found), chance in zip(read, chances, strict=True)
    ]


def _yes_or_no(frame: QuestionFrame, turns: Sequence[ReadPassage]) -> ExtractedAnswer:
    yes = sum(one.chance * one.reading.yes for one in turns)
    best = max(turns, key=lambda one: one.chance)
    chosen = AnswerCandidate("", best.passage, best.quote, best.chance)
    return _told(frame, [chosen], "Yes" if yes > 0 else "No")


def _ranked(
    frame: QuestionFrame, turns: Sequence[ReadPassage], now: datetime | None, times_of: TimesOf
) -> list[AnswerCandidate]:
    """The best candidate of each turn, likeliest first; the first of equals."""
    best = (_best_of(frame, turn, now, times_of) for turn in turns)
    return sorted((one for one in best if one is not None), key=lambda one: -one.chance)


def _best_of(
    frame: QuestionFrame, turn: ReadPassage, now: datetime | None, times_of: TimesOf
) -> AnswerCandidate | None:
    if not turn.spans:
        return None
    shares = _shares([span.log_probability for span in turn.spans])
    timed = _timed(frame, turn, shares, now, times_of)
    if timed is not None:
        return timed
    so = [one for one in turn.spans if not (frame.slot and _is_only_planned(one, turn.passage))]
    if not so:
        return None
    spans = [one for one in so if _may_answer(frame, one, turn.passage)] or so
    if frame.kind in _OF_SEVERAL:
        shares = _shares([span.log_probability / _EVEN for span in turn.spans])
    common = [
        sum(share * _common(span, other) for other, share in zip(turn.spans, shares, strict=True))
        for span in spans
    ]
    span = spans[max(range(len(common)), key=common.__getitem__)]
    own = span.begin < 0
    chance = turn.chance * (math.exp(_ASKER) if own and asks(turn.passage.hit.text) else 1.0)
    if frame.kind is QuestionKind.WHEN:
        chance *= math.exp(_OWN_DAY)  # no time is named: another turn may name one
    return AnswerCandidate(span.text, turn.passage, quote_of(turn.passage, span), chance, own=own)


def _may_answer(frame: QuestionFrame, span: AnswerSpan, passage: Passage) -> bool:
    """Whether words are of the sort that is asked for and say more than the question does.

    Pronouns alone name nothing.
    """
    persons = {PRONOUNS.get(word) for word in words(span.text)}
    if span.begin >= 0 and persons.isdisjoint((None, GrammaticalPerson.THIS)):
        return False
    new = span.begin < 0 or bool(frame.options) or not stems_of(span.text) <= stems_of(frame.text)
    return new and _is_of_sort(frame, span.text, passage)


def _is_only_planned(span: AnswerSpan, passage: Passage) -> bool:
    """Whether words are told of what somebody plans alone, which says nothing of what is so."""
    told = [
        one
        for one in passage.statements
        if one.predicate != SAYS
        and (begin := passage.hit.text.find(one.quote)) >= 0
        and begin < span.end
        and span.begin < begin + len(one.quote)
    ]
    return bool(told) and all(one.modality is Modality.PLANNED for one in told)


def _is_of_sort(frame: QuestionFrame, text: str, passage: Passage) -> bool:
    """Whether words can answer how many, or how long: by a number, and not by a point in time."""
    if frame.kind is QuestionKind.HOW_MANY:
        return counts(text)
    if frame.kind is not QuestionKind.HOW_LONG or frame.ago or frame.since or frame.until:
        return True
    times = plain_times(text, passage.hit.said_at)
    until = any(one.relation is Relation.UNTIL for one in times)
    lasts = until or counts(text) or _UNIT.search(text) is not None
    return lasts and all(one.relation in (Relation.FOR, Relation.UNTIL) for one in times)


def _timed(
    frame: QuestionFrame,
    turn: ReadPassage,
    shares: Sequence[float],
    now: datetime | None,
    times_of: TimesOf,
) -> AnswerCandidate | None:
    """The date or length of a turn that lies where its answer is likeliest."""
    hit = turn.passage.hit
    found = []
    for one in dated(frame, hit, now=now, times_of=times_of):
        within = sum(
            share
            for span, share in zip(turn.spans, shares, strict=True)
            if span.begin < one.end and one.begin < span.end
        )
        likely = _OWN_DAY if one.begin < 0 else math.log(_ELSEWHERE + within)
        found.append((likely, one))
    if not found:
        return None
    likely, one = max(found, key=lambda pair: pair[0])
    inside = AnswerSpan(hit.text[one.begin : one.end], one.begin, one.end, likely)
    quote = turn.quote if one.begin < 0 else quote_of(turn.passage, inside)
    return AnswerCandidate(
        one.text, turn.passage, quote, turn.chance * math.exp(likely), one.time, True
    )


def _common(one: AnswerSpan, other: AnswerSpan) -> float:
    """What two spans of a turn have in common, from 0 to 1: twice their overlap over both."""
    if one.begin < 0 or other.begin < 0:
        return float(one.begin == other.begin)
    overlap = min(one.end, other.end) - max(one.begin, other.begin)
    return max(0, 2 * overlap) / (one.end - one.begin + other.end - other.begin)


def _is_anothers(frame: QuestionFrame, one: AnswerCandidate) -> bool:
    return whose(Proof(one.passage, one.quote), frame.claim) is Whose.ANOTHERS


def _is_told(frame: QuestionFrame, one: AnswerCandidate) -> bool:
    """Whether a candidate is of the sort that is asked for, and a number one of what is asked."""
    if not one.own and not _is_of_sort(frame, one.text, one.passage):
        return False
    return frame.kind is not QuestionKind.HOW_MANY or _shares_words(frame, one)


def _shares_words(frame: QuestionFrame, one: AnswerCandidate) -> bool:
    """Whether a turn has a word of the question: of what a bare number is one, none tells."""
    asked = stems_of(" ".join(frame.question.terms))
    return not asked.isdisjoint(stems_of(one.passage.hit.text))


def _side_by_side(frame: QuestionFrame, ranked: Iterable[AnswerCandidate]) -> list[AnswerCandidate]:
    """The best of each of several people; who said nothing that was read is left out."""
    found: dict[str, AnswerCandidate] = {}
    people = sorted(frame.question.people, key=lambda one: frame.text.find(one.name))
    uids = [person.uid for person in people]
    for one in ranked:
        if one.passage.hit.speaker_uid in uids:
            found.setdefault(one.passage.hit.speaker_uid, one)
    return [found[uid] for uid in uids if uid in found] if len(found) > 1 else []


def _chosen_option(
    frame: QuestionFrame, ranked: Sequence[AnswerCandidate], turns: Sequence[ReadPassage]
) -> ExtractedAnswer | None:
    """The option that the likely spans hold, and not the other; None where they hold neither."""
    one, other = (stems_of(option) for option in frame.options)
    apart = [one - other, other - one]
    held = [0.0, 0.0]
    for turn in turns:
        shares = _shares([span.log_probability for span in turn.spans])
        for span, share in zip(turn.spans, shares, strict=True):
            said = stems_of(span.text)
            for at, own in enumerate(apart):
                if own:
                    held[at] += turn.chance * share * len(own & said) / len(own)
    if held[0] == held[1]:
        return None
    return _told(frame, ranked[:1], frame.options[held.index(max(held))])


def _words(one: AnswerCandidate, *, who: bool, alone: bool = False) -> str:
    """The words without an article; what the speaker calls theirs is told by their name.

    So is whose relative they name where a person is asked for. What is ``alone`` only called theirs
    stays so: its name may stand in the talk (`apposition.py`).
    """
    if one.own:
        return one.text
    found = trimmed(one.text)
    text = found[opening.end() :] if (opening := _ARTICLE.match(found)) else found
    if alone and not who and owned(text):
        return text
    hit = one.passage.hit
    whose_it_is = f"{hit.speaker}'s"
    told, mine = (_OURS if who else _MY).subn(lambda _: whose_it_is, text)
    before = f"{hit.text} {hit.caption or ''}".partition(one.text)[0]
    return f"{whose_it_is} {text}" if who and not mine and _MINE.search(before) else told


def quote_of(passage: Passage, span: AnswerSpan) -> str:
    """The sentence that the words are in, what the image shows, or all that was said."""
    text, caption = passage.hit.text, passage.hit.caption
    if caption and (not text or span.begin >= len(text)):
        return caption
    return next((part for part in sentences(text) if span.text in part), text)


def _told(frame: QuestionFrame, chosen: Sequence[AnswerCandidate], text: str) -> ExtractedAnswer:
    best = chosen[0]
    times = (best.time,) if best.time else resolved_times(best.quote, best.passage.hit.said_at)
    proofs = tuple(Proof(one.passage, one.quote) for one in chosen)
    return ExtractedAnswer(text, frame.kind, proofs, times)


def _shares(log_odds: Sequence[float]) -> list[float]:
    """Probabilities that add up to one."""
    top = max(log_odds, default=0.0)
    odds = [math.exp(one - top) for one in log_odds]
    return [one / sum(odds) for one in odds]
