"""Resolves names of what is to be forgotten to the turns that are meant."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from graphmem.errors import InputError, NotFoundError
from graphmem.language.names import names_in
from graphmem.model.ids import UNKNOWN_SPEAKER, person_uid
from graphmem.model.listing import Participant
from graphmem.model.retraction import ForgetSort
from graphmem.store import directory, forgetting
from graphmem.store.around import whole_of
from graphmem.store.database import Database
from graphmem.store.forgetting import Called, FoundTurn
from graphmem.store.memory_snapshot import humans_of
from graphmem.store.record import turn_uid
from graphmem.store.workspace_rows import is_person

_ONE = (
    "Name one thing: a turn, a conversation (with a session of it), a person, a thing or a "
    "statement."
)


class Named(NamedTuple):
    """What is to be forgotten, by sort, and its turns."""

    sort: ForgetSort
    turns: tuple[FoundTurn, ...]


def find_turns(
    database: Database,
    space: str,
    *,
    turn: str | None,
    conversation: str | None,
    session: str | None,
    person: str | None,
    thing: str | None,
    statement: str | None,
) -> Named:
    """The turns that go with exactly one of these.

    Raises `InputError` where none or several are given, `NotFoundError` where the space holds
    none of it.
    """
    given = {
        ForgetSort.TURN: turn,
        ForgetSort.CONVERSATION: conversation,
        ForgetSort.PERSON: person,
        ForgetSort.THING: thing,
        ForgetSort.STATEMENT: statement,
    }
    named = {sort: what for sort, what in given.items() if what is not None}
    if len(named) != 1:
        told = ", ".join(named) or "nothing"
        raise InputError(f"What is to be forgotten is not clear: {told} was named.", next_step=_ONE)
    [(sort, what)] = named.items()
    if session is not None:
        if sort is not ForgetSort.CONVERSATION:
            raise InputError(
                "A session was named without its conversation.",
                next_step="Name the conversation with the session.",
            )
        sort = ForgetSort.SESSION
    if sort is ForgetSort.TURN:
        found = _turn(database, space, what)
    elif sort is ForgetSort.PERSON:
        found = _person(database, space, what)
    elif sort is ForgetSort.THING:
        found = _thing(database, space, what)
    elif sort is ForgetSort.STATEMENT:
        found = forgetting.turns_of_statement(database, space, what)
    else:
        found = forgetting.turns_of(database, space, conversation_id=what, session_id=session)
    if not found:
        place = what if session is None else f"{what}, session {session}"
        raise NotFoundError(
            f"The space {space!r} holds no {sort.value} {place!r}.",
            next_step="`graphmem conversations`, `graphmem people` and `graphmem entities` list "
            "what it holds.",
        )
    return Named(sort, tuple(sorted(set(found))))


def _turn(database: Database, space: str, reference: str) -> list[FoundTurn]:
    # Ids of conversations and turns may hold slashes themselves, so each way is tried.
    parts = reference.split("/")
    uids = [
        turn_uid(space, "/".join(parts[:cut]), "/".join(parts[cut:]))
        for cut in range(1, len(parts))
    ]
    if reference.startswith("turn:"):
        uids.append(reference)
    found = forgetting.turns_of(database, space, turn_uids=uids)
    if not found:
        gone: Mapping[str, datetime] = database.read(
            lambda work: forgetting.forgotten_at(work, space, uids)
        )
        for moment in gone.values():
            raise NotFoundError(
                f"The turn {reference!r} was forgotten on {moment:%d %b %Y}.",
                next_step="Nothing is left to do.",
            )
    return found[:1]


def _person(database: Database, space: str, reference: str) -> list[FoundTurn]:
    uid = _person_named(database, space, reference)
    if uid is None:
        return []
    people = database.read(lambda work: humans_of(work, space, [uid]))[uid]
    called = forgetting.people_called(database, space, people)
    found = forgetting.turns_about(database, space, people, called.entities)
    return [*found, *_saying(database, space, called, people)]


def _person_named(database: Database, space: str, reference: str) -> str | None:
    """The Person that a uid, a person_id or ``CONVERSATION/NAME`` stands for."""
    by_id = person_uid(space, conversation_id="", name="", person_id=reference)
    parts = reference.split("/")
    cuts = [("/".join(parts[:cut]), "/".join(parts[cut:])) for cut in range(1, len(parts))]
    people: list[Participant] = []
    if cuts:
        places = [place for place, _ in cuts]
        people += directory.participants(database, space, conversation_ids=places)
    found = {
        one.uid
        for one in people
        for place, name in cuts
        if place in one.conversation_ids
        and name.casefold() in {known.casefold() for known in (one.name, *one.names)}
    }
    known = database.read(lambda work: humans_of(work, space, [reference, by_id]))
    found |= known.keys()
    if len(found) > 1:
        listed = ", ".join(sorted(found)[:5])
        raise InputError(
            f"{reference!r} fits {len(found)} people: {listed}.", next_step="Give one of the uids."
        )
    return next(iter(found), None)


def _thing(database: Database, space: str, uid: str) -> list[FoundTurn]:
    whole = whole_of(database, space, uid)
    if is_person(whole.node.uid):
        raise InputError(f"{uid!r} is a person.", next_step="Name it as a person.")
    called = forgetting.thing_called(database, space, whole.parts)
    found = forgetting.turns_about(database, space, (), called.entities)
    return [*found, *_saying(database, space, called, ())]


def _saying(
    database: Database, space: str, called: Called, people: Iterable[str]
) -> list[FoundTurn]:
    """The turns that say one of the names, in the conversations that may mean them by it."""
    found: list[FoundTurn] = []
    for place in sorted(called.places):
        others = [
            one
            for one in directory.participants(database, space, conversation_ids=[place])
            if one.uid not in set(people)
        ]
        said = spoken_names(called.names, [name for one in others for name in one.names])
        held = {name for one in others for name in one.names} - said
        for uid, content in forgetting.words_of(database, space, place):
            if said.intersection(names_in(content, [*said, *sorted(held)])):
                found.append(FoundTurn(uid, place))
    return found


def spoken_names(names: Iterable[str], others: Iterable[str]) -> frozenset[str]:
    """Spoken forms of these names: they, and the first word of one.

    Not by a first word that somebody else who takes part (``others``) is called by as well.
    """
    taken = {word.casefold() for name in others for word in (name, *name.split()[:1])}
    whole = {name.strip() for name in names} - {"", UNKNOWN_SPEAKER}
    firsts = {name.split()[0] for name in whole}
    spoken = whole | {first for first in firsts if first.casefold() not in taken}
    return frozenset(form for name in spoken for form in (name, name.upper()))
