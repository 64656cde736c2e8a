"""What is wrong in an annotated conversation: its header, its turns and their statements."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from graphmem.evaluation.corpus import GoldConversation, GoldStatement, GoldTurn
from scripts.corpus.mentions import said
from scripts.corpus.pointing import faults_of_mentions, unknown
from scripts.corpus.questions import faults_of_questions

LEAST_SESSIONS, MOST_SESSIONS, LEAST_TURNS = 6, 10, 92
# The share of turns that state nothing.
SILENT = (0.15, 0.45)

_WORD = re.compile(r"\w+")
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I'll|I've|me|my|mine|myself|we|us|our|ours)\b")
_POINTING = re.compile(r"\b(?:yesterday|tomorrow|today|tonight|last night|ago)\b", re.IGNORECASE)
_OPENING = re.compile(r"(?:he|she|it|they|this|that|these|those|you|there|here)\b", re.IGNORECASE)
_MODAL = re.compile(
    r"(?:will|would|shall|should|can|could|may|might|must|cannot)\b|.*\bnot\b", re.IGNORECASE
)


def faults(talk: GoldConversation) -> Iterator[str]:
    """What is wrong in one conversation."""
    yield from _faults_of_header(talk)
    turns = {turn.id: turn for turn in talk.turns}
    statements: dict[str, GoldStatement] = {}
    for number, session in enumerate(talk.sessions, start=1):
        for place, turn in enumerate(session, start=1):
            if turn.id != f"{number}:{place}":
                yield f"{turn.id} should be {number}:{place}"
            for fault in _faults_of_turn(talk, turn, turns, statements):
                yield f"{turn.id}: {fault}"
            statements |= {statement.id: statement for statement in turn.statements}
    yield from _faults_of_names(talk)
    moments = [turn.at for turn in talk.turns]
    if moments != sorted(moments):
        yield "its turns are not in the order of time"
    yield from faults_of_questions(talk, turns)


def missing(talk: GoldConversation) -> Iterator[str]:
    """What a finished conversation has, and this one does not."""
    turns = list(talk.turns)
    if not LEAST_SESSIONS <= len(talk.sessions) <= MOST_SESSIONS:
        yield f"{len(talk.sessions)} sessions, not {LEAST_SESSIONS} to {MOST_SESSIONS}"
    if len(turns) < LEAST_TURNS:
        yield f"{len(turns)} turns, not {LEAST_TURNS}"
    least, most = SILENT
    silent = sum(not turn.statements for turn in turns)
    if not least * len(turns) <= silent <= most * len(turns):
        yield f"{silent} of {len(turns)} turns state nothing, not {least:.0%} to {most:.0%}"
    days = [_day(session) for session in talk.sessions if session]
    if len(set(days)) != len(days):
        yield "two of its sessions are on one day"


def _day(session: Sequence[GoldTurn]) -> datetime:
    return session[0].at.replace(hour=0, minute=0, second=0)


def _faults_of_header(talk: GoldConversation) -> Iterator[str]:
    header, folder = talk.header, talk.folder
    if (header.kind, header.id) != (folder.parent.name, folder.name):
        yield f"it is {header.kind}/{header.id} in the folder {folder.parent.name}/{folder.name}"
    known = {*header.people, *header.entities}
    if twice := set(header.people) & set(header.entities):
        yield f"people and entities at once: {', '.join(sorted(twice))}"
    for name, entity in header.entities.items():
        if entity.owner is not None and entity.owner not in known:
            yield f"{name} is owned by {entity.owner}, whom nobody names"
    for name in sorted(set(header.entities) - set(_needed(talk))):
        yield f"nothing needs the entity {name}"


def _faults_of_names(talk: GoldConversation) -> Iterator[str]:
    """Names that only the header knows, of people of whom others are said."""
    unsaid = _unsaid(talk)
    told = [(one.id, one.text) for turn in talk.turns for one in turn.statements]
    told += [(one.id, one.answer) for one in talk.questions if one.answer]
    for uid, text in told:
        for name in sorted(unsaid & set(_words(text))):
            yield f"{uid}: it tells the name {name!r}, which nobody says: {text}"


def _unsaid(talk: GoldConversation) -> set[str]:
    people = talk.header.people.values()
    entities = talk.header.entities.values()
    said_words = {word for turn in talk.turns for word in _words(said(turn))}
    said_words |= {word for person in people for word in _words(person.speaker)}
    others = {word for one in entities if one.type != "person" for word in _words(one.name)}
    called = [one.name for one in people]
    called += [one.name for one in entities if one.type == "person"]
    found: set[str] = set()
    for name in called:
        names = {word.casefold() for word in _WORD.findall(name) if word[0].isupper()}
        unsaid = {part for part in names if not any(word.startswith(part) for word in said_words)}
        if unsaid != names:
            found |= unsaid - others
    return found


def _needed(talk: GoldConversation) -> Iterator[str]:
    yield from (entity.owner for entity in talk.header.entities.values() if entity.owner)
    for question in talk.questions:
        yield from question.candidates
        words = f"{question.question} {question.answer}".casefold()
        for uid, entity in talk.header.entities.items():
            if any(name.casefold() in words for name in (entity.name, *entity.also)):
                yield uid
    for turn in talk.turns:
        for meant in turn.mentions.values():
            yield from _ids(meant)
        for statement in turn.statements:
            for field in (statement.subject, statement.to, statement.according_to):
                yield from _ids(field or [])


def _faults_of_turn(
    talk: GoldConversation,
    turn: GoldTurn,
    turns: Mapping[str, GoldTurn],
    earlier: Mapping[str, GoldStatement],
) -> Iterator[str]:
    known = {*talk.header.people, *talk.header.entities}
    if turn.speaker not in talk.header.people:
        yield f"{turn.speaker} takes no part"
    yield from faults_of_mentions(turn, known)
    for statement in turn.statements:
        for fault in _faults_of_statement(talk, turn, statement, turns, earlier):
            yield f"{statement.id}: {fault}"
        earlier = {**earlier, statement.id: statement}


def _faults_of_statement(
    talk: GoldConversation,
    turn: GoldTurn,
    statement: GoldStatement,
    turns: Mapping[str, GoldTurn],
    earlier: Mapping[str, GoldStatement],
) -> Iterator[str]:
    known = {*talk.header.people, *talk.header.entities}
    if statement.id[:-1] != turn.id or statement.id in earlier:
        yield "its id is not that of its turn and a letter of its own"
    for field in (statement.subject, statement.to or [], statement.according_to or []):
        yield from (f"{one} is nobody" for one in unknown(field, known))
    if statement.quote not in turn.text and statement.quote not in (turn.caption or ""):
        yield f"its quote does not stand in the turn: {statement.quote!r}"
    places = [said(turn)]
    order = list(turns)
    for proof in statement.also:
        other = turns.get(proof.turn)
        if other is None or proof.quote not in said(other):
            yield f"its quote does not stand in {proof.turn}: {proof.quote!r}"
            continue
        if order.index(proof.turn) > order.index(turn.id):
            yield f"its proof {proof.turn} is said later"
        places.append(said(other))
    if statement.time is not None and not any(statement.time.words in place for place in places):
        yield f"its time does not stand in the turn: {statement.time.words!r}"
    for link in ("supersedes", "corrects", "contradicts", "confirms"):
        yield from (
            f"{link} {uid}, which nobody said before"
            for uid in getattr(statement, link)
            if uid not in earlier
        )
    yield from _faults_of_text(talk, statement)


def _faults_of_text(talk: GoldConversation, statement: GoldStatement) -> Iterator[str]:
    text = statement.text
    if _MODAL.match(statement.predicate):
        yield f"its predicate is not in the base form: {statement.predicate}"
    if not text.endswith("."):
        yield "its text does not end with a full stop"
    if found := _FIRST_PERSON.search(text):
        yield f"its text says {found[0]!r}"
    if _OPENING.match(text):
        yield f"its text does not stand alone: {text}"
    if found := _POINTING.search(text):
        yield f"its text says {found[0]!r}, not when"
    words = set(_words(text))
    subjects = _ids(statement.subject)
    if subjects and not any(words & set(_names(talk, one)) for one in subjects):
        yield f"its text names none of its subjects ({', '.join(subjects)}): {text}"


def _names(talk: GoldConversation, uid: str) -> Iterator[str]:
    person, entity = talk.header.people.get(uid), talk.header.entities.get(uid)
    if person is not None:
        yield from _words(" ".join((person.name, person.speaker, *person.also)))
    if entity is not None:
        yield from _words(" ".join((entity.name, *entity.also)))
        if entity.owner is not None:
            yield from _names(talk, entity.owner)


def _ids(field: str | Sequence[str]) -> list[str]:
    return [field] if isinstance(field, str) else list(field)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
