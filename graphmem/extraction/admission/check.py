"""The check of one statement: what every Role, Question and Answer must pass."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from graphmem.extraction.admission import ProposalRejected
from graphmem.extraction.admission.things import Saying, Things
from graphmem.extraction.admission.times import Dates, When, read_time
from graphmem.extraction.admission.turns import ParticipantNames, Turns
from graphmem.language.words import content_stems, words
from graphmem.model.ids import NodeKind, uid
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import (
    EvidenceSpan,
    Kind,
    Modality,
    Network,
    Polarity,
    ProposedQuestion,
    ProposedState,
    ProposedStatement,
    Reference,
    Rejection,
    State,
)

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_A_WORD = re.compile(r"[\W_]+")
_SMALL_WORDS = """
a an the this that these those my our your his her its their of in at on for and or with to from by
"""
_NO_VERB = frozenset(_SMALL_WORDS.split())
_LEFT = "he she it they this that these those something everything"
_PRONOUNS = frozenset(_LEFT.split())


def predicate_of(given: str) -> str:
    """The slot in lower case with ``_`` for space; `ProposalRejected` where it has no letter."""
    found = _NOT_A_WORD.sub("_", _HUMP.sub("_", given).lower()).strip("_")
    if not any(letter.isalpha() for letter in found):
        raise ProposalRejected("it has no verb: its predicate is empty")
    return found


def check_text(text: str, *, subject: str, owner: str, filler: str) -> None:
    """Raise `ProposalRejected` for a text that is no more than subject and object, ``filler``.

    What is left beside these and beside articles and prepositions is its verb.
    """
    found = words(text)
    if not any(word.isalnum() for word in found):
        raise ProposalRejected("its text has no word")
    left = Counter(found) - Counter([*words(subject), *words(owner), *words(filler)])
    if left.keys() <= _NO_VERB:
        raise ProposalRejected("it has no verb: its text names things only")


def pronoun_left(text: str) -> str | None:
    """The pronoun that a text leaves in place of its subject ("She is ill"), where it does."""
    first = next(iter(words(text)), "")
    return first if first in _PRONOUNS else None


def check_named(text: str, called: Sequence[str]) -> None:
    """Raise `ProposalRejected` where no word of what the subject is called stands in the text."""
    found = content_stems(text)
    if all(found.isdisjoint(content_stems(name)) for name in called):
        raise ProposalRejected(f"its text does not name its subject {called[0]!r}")


class Fields(TypedDict):
    """The fields of a checked statement, but for its uid."""

    conversation_id: str
    session_id: str
    speaker_uid: str
    mentioned_by: tuple[str, ...]
    subject_uid: str
    text: str
    predicate: str
    object: str
    kind: Kind
    network: Network
    polarity: Polarity
    modality: Modality
    interval: TimeInterval | None
    time_text: str | None
    place: str | None
    names: tuple[str, ...]
    confidence: float
    said_at: datetime
    evidence: tuple[EvidenceSpan, ...]
    extracted_by: str
    worth: float | None


class ValidStatement(NamedTuple):
    """A statement that passed, with what its uid is made of."""

    fields: Fields
    natural: tuple[str, ...]


class StatementValidator:
    """Checks statements against the turns; writes down what it refuses."""

    def __init__(
        self,
        *,
        space: str,
        conversation_id: str,
        people: ParticipantNames,
        turns: Turns,
        things: Things,
        extracted_by: str,
        dates: Dates | None = None,
    ) -> None:
        self.space = space
        self.conversation_id = conversation_id
        self.people = people
        self.turns = turns
        self.things = things
        self.extracted_by = extracted_by
        self.dates = dates
        self.rejected: list[Rejection] = []

    def refuse(self, what: str, reason: str) -> None:
        """Write down what is not let through."""
        self.rejected.append(Rejection(what=what, reason=reason))

    def statement(self, given: ProposedStatement, *, what: str) -> ValidStatement:
        """All that the kinds of statement share; `ProposalRejected` where it is not borne out.

        Time words, people and names that are not there are left out and written down; the rest
        of the statement stands without them.
        """
        predicate = predicate_of(given.predicate)
        check_text(
            given.text,
            subject=given.subject.name,
            owner=given.subject.owner or "",
            # Not every language has a verb in each sentence ("Anna is a doctor").
            filler=given.object if self.turns.english else "",
        )
        if not 0 <= given.confidence <= 1:
            raise ProposalRejected(f"its confidence {given.confidence} is not between 0 and 1")
        if given.worth is not None and not 0 <= given.worth <= 3:
            raise ProposalRejected(f"its worth {given.worth} is not between 0 and 3")
        speaker_uid = self.people.require(given.speaker, what="speaker")
        evidence = self.turns.cite_all(given.evidence)
        first = self.turns.check_stated(evidence, speaker_uid=speaker_uid, people=self.people)
        saying = Saying(speaker_uid, first.session_id, evidence)
        # A question may be as short as it was asked ("Which one?").
        if self.turns.english and not isinstance(given, ProposedQuestion):
            self._check_sentence(given, saying)
        # From here on nothing but the subject can fail, so no entity is made for nothing.
        subject_uid = self.things.find(given.subject, saying)
        when = self.time(given.time, given.interval, evidence, given.modality, what=what)
        fields = Fields(
            conversation_id=self.conversation_id,
            session_id=first.session_id,
            speaker_uid=speaker_uid,
            mentioned_by=self._mentioned_by(given.mentioned_by, what=what),
            subject_uid=subject_uid,
            text=_plain(given.text),
            predicate=predicate,
            object=_plain(given.object),
            kind=given.kind,
            network=given.network,
            polarity=given.polarity,
            modality=given.modality,
            interval=when.interval,
            time_text=when.words,
            place=_plain(given.place or "") or None,
            names=self._names(given.names, saying, subject_uid, what=what),
            confidence=given.confidence,
            said_at=first.said_at,
            evidence=evidence,
            extracted_by=self.extracted_by,
            worth=given.worth,
        )
        natural = (
            self.conversation_id,
            first.dia_id,
            speaker_uid,
            subject_uid,
            predicate,
            fields["object"],
            fields["text"],
        )
        return ValidStatement(fields, natural)

    def uid(self, kind: NodeKind, *natural: str) -> str:
        """The uid of a node of this space."""
        return uid(self.space, kind, *natural)

    def time(
        self,
        words: str | None,
        interval: TimeInterval | None,
        evidence: Sequence[EvidenceSpan],
        modality: Modality,
        *,
        what: str,
    ) -> When:
        """Resolves time words; words that are not there are written down and left out."""
        try:
            return read_time(
                words,
                interval=interval,
                evidence=evidence,
                turns=self.turns,
                modality=modality,
                dates=self.dates,
            )
        except ProposalRejected as refused:
            self.refuse(f"time of {what}", refused.reason)
            return When(interval, None)

    def states(
        self, given: Iterable[ProposedState], role: Fields, role_uid: str, *, what: str
    ) -> tuple[State, ...]:
        """The states of a role; each stands or falls by itself."""
        made: dict[str, State] = {}
        for place, state in enumerate(given):
            name = f"state {place} of {what}"
            try:
                found = self._state(state, role, role_uid, what=name)
            except ProposalRejected as refused:
                self.refuse(name, refused.reason)
            else:
                made.setdefault(found.uid, found)
        return tuple(made.values())

    def _state(self, given: ProposedState, role: Fields, role_uid: str, *, what: str) -> State:
        speaker_uid = role["speaker_uid"]
        evidence = self.turns.cite_all(given.evidence)
        first = self.turns.check_stated(evidence, speaker_uid=speaker_uid, people=self.people)
        places = (*evidence, *role["evidence"])
        when = self.time(given.time, given.interval, places, role["modality"], what=what)
        name = slot_name(given.name)
        natural = (self.conversation_id, first.dia_id, speaker_uid, role_uid, name)
        return State(
            uid=self.uid("state", *natural), name=name, interval=when.interval, evidence=evidence
        )

    def _check_sentence(self, given: ProposedStatement, saying: Saying) -> None:
        called = self.things.called(given.subject, saying)
        left = pronoun_left(given.text)
        # Where nobody was sure whom "she" means, she stays; but only as a turn has it.
        if left is None or not self.turns.tell_of(left, saying.dia_ids):
            check_named(given.text, called)

    def _mentioned_by(self, given: Iterable[str], *, what: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name in given:
            try:
                found[self.people.require(name, what="mentioned_by")] = None
            except ProposalRejected as refused:
                self.refuse(f"mentioned_by of {what}", refused.reason)
        return tuple(found)

    def _names(
        self, given: Iterable[Reference], saying: Saying, subject_uid: str, *, what: str
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for reference in given:
            try:
                found[self.things.find(reference, saying)] = None
            except ProposalRejected as refused:
                self.refuse(f"name {reference.name!r} in {what}", refused.reason)
        found.pop(subject_uid, None)
        return tuple(found)


def slot_name(given: str) -> str:
    """A role's or state's name with ``_`` for space; `ProposalRejected` where it has no letter."""
    found = "_".join(given.split())
    if not any(letter.isalpha() for letter in found):
        raise ProposalRejected("its name has no letter")
    return found


def _plain(text: str) -> str:
    return " ".join(text.split())
