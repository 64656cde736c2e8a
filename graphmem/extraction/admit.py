"""The door: the one place where statements come into being.

Rules, a language model and callers propose; what they propose is checked against the turns that
were really said. Who said it, where it stands and when it was are never taken on trust.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from graphmem.extraction.admission import ProposalRejected
from graphmem.extraction.admission.check import StatementValidator, slot_name
from graphmem.extraction.admission.things import Saying, Things
from graphmem.extraction.admission.times import Dates
from graphmem.extraction.admission.turns import ParticipantNames, Turns
from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn, KnownName
from graphmem.model.workspace import (
    Admission,
    Answer,
    EntityType,
    EvidenceSpan,
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedStatement,
    ProposedWorkspace,
    Question,
    Reference,
    Role,
    Workspace,
)

Made = TypeVar("Made", Role, Answer, Question)
_SHOWN = 80


def admit(
    proposed: ProposedWorkspace,
    chunk: Chunk,
    *,
    extracted_by: str,
    dates: Dates | None = None,
    known: Iterable[KnownName] = (),
) -> Admission:
    """Validates proposals for a chunk against its turns; rejects the rest with the reason.

    ``dates`` resolves time words that come without an interval; else their sentence alone does.
    ``known`` is what the talk before called by name, which a pronoun of the turns may mean.
    """
    return admit_facts(
        proposed,
        chunk.turns,
        space=chunk.space,
        conversation_id=chunk.conversation_id,
        people=chunk.people,
        extracted_by=extracted_by,
        dates=dates,
        known=known,
    )


def admit_facts(
    proposed: ProposedWorkspace,
    turns: Sequence[ChunkTurn],
    *,
    space: str,
    conversation_id: str,
    people: Sequence[ChunkParticipant],
    extracted_by: str,
    dates: Dates | None = None,
    known: Iterable[KnownName] = (),
) -> Admission:
    """The same for a caller's facts, over any turns of one conversation.

    A statement is of the session of its first statement turn. Equal statements are one. Raises
    `InputError` for turns that are not of the conversation.
    """
    participants = ParticipantNames(people, turns)
    cited = Turns(turns, space=space, conversation_id=conversation_id)
    things = Things(
        space=space, conversation_id=conversation_id, turns=cited, people=participants, known=known
    )
    check = StatementValidator(
        space=space,
        conversation_id=conversation_id,
        people=participants,
        turns=cited,
        things=things,
        extracted_by=extracted_by,
        dates=dates,
    )
    for place, entity in enumerate(proposed.entities):
        _take_entity(entity, check, what=_what("entity", place, entity.name))
    roles: dict[str, Role] = {}
    for place, role in enumerate(proposed.roles):
        what = _what("role", place, role.text)
        made_role = _checked(_role, role, check, what=what)
        if made_role:
            roles.setdefault(made_role.uid, made_role)
    answers: dict[str, Answer] = {}
    by_place: dict[int, Answer] = {}
    for place, answer in enumerate(proposed.answers):
        made = _checked(_answer, answer, check, what=_what("answer", place, answer.text))
        if made:
            by_place[place] = answers.setdefault(made.uid, made)
    questions: dict[str, Question] = {}
    for place, question in enumerate(proposed.questions):
        what = _what("question", place, question.text)
        asked = _checked(_question, question, check, what=what)
        if asked:
            answer_uids = _answers_of(question, asked, by_place, check, what=what)
            whole = asked.model_copy(update={"answer_uids": answer_uids})
            questions.setdefault(whole.uid, whole)
    workspace = Workspace(
        entities=things.entities(),
        roles=tuple(roles.values()),
        questions=tuple(questions.values()),
        answers=tuple(answers.values()),
    )
    return Admission(workspace=workspace, rejected=tuple(check.rejected))


def _checked(
    make: Callable[..., Made], given: ProposedStatement, check: StatementValidator, *, what: str
) -> Made | None:
    """What is made of a proposal; None, and a line, where the check refuses it."""
    try:
        return make(given, check, what=what)
    except ProposalRejected as refused:
        check.refuse(what, refused.reason)
        return None


def _take_entity(given: ProposedEntity, check: StatementValidator, *, what: str) -> None:
    """Its mentions stand or fall one by one; it needs one."""
    evidence: list[EvidenceSpan] = []
    for quote in given.evidence:
        try:
            evidence.append(check.turns.cite(quote))
        except ProposalRejected as refused:
            check.refuse(f"mention of {what}", refused.reason)
    try:
        if not evidence:
            raise ProposalRejected("none of its mentions stands")
        aliases = tuple(alias for alias in given.aliases if check.turns.tell_of(alias))
        for alias in given.aliases:
            if alias not in aliases:
                check.refuse(f"alias {alias!r} of {what}", "no turn tells of it")
        check.things.add(given.model_copy(update={"aliases": aliases}), evidence)
    except ProposalRejected as refused:
        check.refuse(what, refused.reason)


def _role(given: ProposedRole, check: StatementValidator, *, what: str) -> Role:
    name = slot_name(given.name)
    if check.people.find(given.entity.name) is not None:
        raise ProposalRejected(
            f"a role is of a thing (a job, a home), not of {given.entity.name!r}"
        )
    checked = check.statement(given, what=what)
    fields = checked.fields
    saying = Saying(fields["speaker_uid"], fields["session_id"], fields["evidence"])
    entity = _entity_of_role(given.entity, fields["subject_uid"], check)
    entity_uid = check.things.find_thing(entity, saying, sort=EntityType.CONCEPT)
    uid = check.uid("role", *checked.natural, entity_uid, name)
    states = check.states(given.states, fields, uid, what=what)
    return Role(uid=uid, entity_uid=entity_uid, name=name, states=states, **fields)


def _entity_of_role(given: Reference, subject_uid: str, check: StatementValidator) -> Reference:
    """Of a person's role the thing is that person's: a job of nobody would be everybody's."""
    if given.owner is not None or not check.people.name_of(subject_uid):
        return given
    return given if check.things.is_named(given) else Reference(name=given.name, owner=subject_uid)


def _answer(given: ProposedAnswer, check: StatementValidator, *, what: str) -> Answer:
    checked = check.statement(given, what=what)
    return Answer(uid=check.uid("answer", *checked.natural), **checked.fields)


def _question(given: ProposedQuestion, check: StatementValidator, *, what: str) -> Question:
    """A question without its answers; who is said to ask must have spoken in its turns."""
    asked_by_uid = check.people.require(given.asked_by, what="asked_by")
    turns = [check.turns.get(quote.turn_id) for quote in given.evidence]
    if all(quote.part is Part.CONTEXT for quote in given.evidence):
        raise ProposalRejected("no turn answers it: all of its evidence is context")
    if all(turn.speaker_uid != asked_by_uid for turn in turns):
        raise ProposalRejected(
            f"{given.asked_by} speaks in none of its turns, so did not ask there"
        )
    checked = check.statement(given, what=what)
    uid = check.uid("question", *checked.natural)
    return Question(uid=uid, asked_by_uid=asked_by_uid, **checked.fields)


def _answers_of(
    given: ProposedQuestion,
    question: Question,
    answers: Mapping[int, Answer],
    check: StatementValidator,
    *,
    what: str,
) -> tuple[str, ...]:
    """The answers that stand and that the one who answers gave."""
    found: dict[str, None] = {}
    for place in given.answers:
        answer = answers.get(place)
        if answer is None:
            check.refuse(f"answer {place} of {what}", "there is no such answer, or it was refused")
        elif answer.speaker_uid != question.speaker_uid:
            name = check.people.name_of(question.speaker_uid)
            check.refuse(f"answer {place} of {what}", f"it was not given by {name}")
        else:
            found[answer.uid] = None
    return tuple(found)


def _what(kind: str, place: int, words: str) -> str:
    return f"{kind} {place} ({words if len(words) <= _SHOWN else words[: _SHOWN - 1] + '…'})"
