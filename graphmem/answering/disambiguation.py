"""Disambiguates names of a question by what is known of each candidate; pure.

A name alone never decides, nor how often or how lately somebody was spoken of: only what is known
of each beside the rest of the question (docs: entity-centric memory).
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.language.words import STOP_WORDS, stems
from graphmem.model.assembly import Thing
from graphmem.model.listing import Participant
from graphmem.model.workspace import EntityType
from graphmem.store.bearers import Member, StatementHit, Unread

_CAPITALISED = re.compile(r"\b[A-Z][\w&]*(?:['’][A-Z]\w*)?(?: [A-Z][\w&]*)*")
_NOT_NAMES = """
i monday tuesday wednesday thursday friday saturday sunday january february march april may june
july august september october november december christmas easter
"""
_NO_NAMES = frozenset(_NOT_NAMES.split())
_NAMED = frozenset({EntityType.PERSON, EntityType.ORG, EntityType.PROJECT})
COMPARED = 3
"""Statements of each bearer whose likeness to the question counts."""
_CONTEXT = 2  # words of a question beside the name
_LEAD = 2  # turns before a distinguishing name is first used, in which its bearer was introduced

Place = tuple[str, str]


class Bearer(NamedTuple):
    """One of those that a name may mean.

    ``people`` are Person uids, ``members`` session-layer entities, ``places`` the conversations
    in which these take part or are spoken of. Of two namesakes in one
    conversation, one has ``begins``: the sessions that speak of it, and from which position on;
    the other ``ends``: up to which position these speak of it, as all other sessions do.
    """

    uid: str
    name: str
    people: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    begins: Mapping[Place, int] | None = None
    ends: Mapping[Place, int] | None = None

    def is_one_of(self, uids: Collection[str]) -> bool:
        """Tells whether one of these uids means this one; parts of two namesakes mean neither."""
        parts = self.members if self.begins is None and self.ends is None else frozenset()
        return not {self.uid, *self.people, *parts}.isdisjoint(uids)

    def holds(self, place: Place, position: int) -> bool:
        """Tells whether a position in a session speaks of this one rather than of its namesake."""
        if self.begins is not None:
            return place in self.begins and position >= self.begins[place]
        return self.ends is None or place not in self.ends or position < self.ends[place]


class Known(NamedTuple):
    """A bearer with what is said of it, best first, and how well that fits the question.

    ``unread`` are turns of theirs that wait for extraction, best first.
    """

    bearer: Bearer
    told: tuple[StatementHit, ...]
    fit: float
    unread: tuple[Unread, ...] = ()


def names_to_look_up(text: str) -> tuple[str, ...]:
    """Capitalised names of a question, those of several words with each part of them."""
    found: dict[str, None] = {}
    for match in _CAPITALISED.finditer(text):
        parts = match.group().split()
        while parts and (parts[0].lower() in STOP_WORDS or parts[0].lower() in _NO_NAMES):
            parts = parts[1:]
        for size in range(len(parts), 0, -1):
            for begin in range(len(parts) - size + 1):
                name = " ".join(parts[begin : begin + size])
                if name.lower() not in _NO_NAMES:
                    found.setdefault(name)
    return tuple(found)


def humans_named(name: str, people: Iterable[Participant], same: Mapping[str, str]) -> list[Bearer]:
    """Those who take part and bear this name, one for each human."""
    nodes: dict[str, list[Participant]] = {}
    for person in people:
        if name in person.names:
            nodes.setdefault(same.get(person.uid, person.uid), []).append(person)
    return [
        Bearer(
            uid,
            name,
            people=frozenset(person.uid for person in found),
            places=frozenset(place for person in found for place in person.conversation_ids),
        )
        for uid, found in nodes.items()
    ]


def things_named(name: str, things: Iterable[Thing]) -> list[Thing]:
    """Somebody or something called just so that is spoken of and does not take part.

    "My brother Peter" is called Peter as well, though a brother is no name.
    """
    wanted = name.casefold()
    return [
        thing
        for thing in things
        if thing.type in _NAMED
        and not thing.people
        and (
            wanted in {one.casefold() for one in (thing.name, *thing.aliases)}
            if thing.proper
            else name in thing.aliases
        )
    ]


def means_participant(thing: Thing, members: Iterable[Member], places: Collection[str]) -> bool:
    """Whether a bare name means who bears it in that talk: ``places`` are where such a one is.

    Whoever is somebody's ("my brother Peter") is another.
    """
    if not thing.proper or thing.owner_uids:
        return False
    spoken = {member.conversation_id for member in members if member.thing == thing.uid}
    return bool(spoken) and spoken.issubset(places)


def different(
    things: Sequence[Thing],
    members: Iterable[Member],
    participants: Iterable[Participant],
    same: Mapping[str, str],
    apart: Collection[frozenset[str]],
) -> list[tuple[Thing, ...]]:
    """Things of one name by what they may be: one unless somebody else speaks of them.

    Whom the same human speaks of in two conversations is taken for one, merged or not, unless a
    sure decision keeps them ``apart``.
    """
    humans: dict[str, set[str]] = {}
    for person in participants:
        for place in person.conversation_ids:
            humans.setdefault(place, set()).add(same.get(person.uid, person.uid))
    spoken: dict[str, set[str]] = {}
    for member in members:
        spoken.setdefault(member.thing, set()).update(humans.get(member.conversation_id, ()))
    groups: list[list[Thing]] = []
    for thing in things:
        fitting = [
            group
            for group in groups
            if any(spoken.get(one.uid, set()) & spoken.get(thing.uid, set()) for one in group)
            and not any(frozenset((one.uid, thing.uid)) in apart for one in group)
        ]
        if fitting:
            fitting[0].append(thing)
        else:
            groups.append([thing])
    return [tuple(group) for group in groups]


def qualified_names(name: str, thing: Thing) -> tuple[str, ...]:
    """Names of a thing that put one word before the name, as in "Falcon Peter" for "Peter"."""
    found = []
    for alias in dict.fromkeys((thing.name, *thing.aliases)):
        parts = re.sub(r"['’]s$", "", alias).split()
        if len(parts) == len(name.split()) + 1 and " ".join(parts[1:]) == name:
            found.append(parts[0])
    return tuple(dict.fromkeys(found))


def qualifies(word: str, things: Iterable[Thing]) -> bool:
    """Whether a word is the name of anything but a person: "Falcon Peter", not "Uncle Peter"."""
    key = entity_key(word)
    return any(
        thing.proper
        and thing.type is not EntityType.PERSON
        and key in {entity_key(n) for n in (thing.name, *thing.aliases)}
        for thing in things
    )


def bearers_of(
    name: str, things: Sequence[Thing], members: Sequence[Member], words: Sequence[str]
) -> list[Bearer]:
    """Things that are one as one bearer, or as two where a word tells two namesakes apart.

    A session in which the qualified name is used speaks of that one, from shortly before it is
    first used on; all else speaks of the other.
    """
    of = {thing.uid for thing in things}
    mine = [member for member in members if member.thing in of]
    uids = frozenset(member.uid for member in mine)
    places = frozenset(member.conversation_id for member in mine)
    called = things[0].name if things[0].proper else name
    if not words:
        return [Bearer(things[0].uid, called, members=uids, places=places)]
    qualified = f"{words[0]} {name}"
    first: dict[Place, int] = {}
    own: list[str] = []
    for member in mine:
        if any(one.startswith(qualified) for one in (member.name, *member.aliases)):
            own.append(member.uid)
            place = (member.conversation_id, member.session_id)
            first[place] = min(first.get(place, member.position), member.position)
    first = {place: max(0, position - _LEAD) for place, position in first.items()}
    return [
        # The memory holds both as one thing: a part of it that is called so stands for this one.
        Bearer(
            next(iter(own), things[0].uid), qualified, members=uids, places=places, begins=first
        ),
        Bearer(things[0].uid, name, members=uids, places=places, ends=first),
    ]


def known_of(
    bearers: Sequence[Bearer], told: Sequence[StatementHit], unread: Sequence[Unread] = ()
) -> tuple[Known, ...]:
    """Statements about each, and what they said that waits, the best fitting candidate first."""
    found = []
    for bearer in bearers:
        mine: dict[str, StatementHit] = {}
        for one in told:
            statement = one.statement
            if one.bearer in bearer.people or (
                one.bearer in bearer.members
                and bearer.holds((statement.conversation_id, statement.session_id), one.position)
            ):
                mine.setdefault(statement.uid, one)
        best = tuple(mine.values())
        # Of whom more is told, more may happen to fit: a few are compared, not the best of all.
        waiting = tuple(one for one in unread if one.turn.speaker_uid in bearer.people)
        near = [one.cosine for one in best if one.cosine is not None]
        cosines = sorted([*near, *(one.cosine for one in waiting)], reverse=True)
        fit = fmean(cosines[:COMPARED]) if cosines else 0.0
        found.append(Known(bearer, best, fit, waiting))
    return tuple(sorted(found, key=lambda known: (-known.fit, known.bearer.name)))


def meant(known: Sequence[Known], neutral: str, clear_by: float) -> Known | None:
    """The one that the context tells, or None where it could be either.

    A single word beside the name is what is asked, not context. Else it must fit better by
    ``clear_by``, or be the only one of whom anything is told in words of the question.
    """
    asked = stems(neutral)
    if len(known) == 1:
        return known[0]
    if not known or len(asked) < _CONTEXT:
        return None
    if known[0].fit - known[1].fit >= clear_by:
        return known[0]
    shared = [asked & {stem for text in _texts(each) for stem in stems(text)} for each in known]
    telling = [each for each, words in zip(known, shared, strict=True) if words]
    return telling[0] if len(telling) == 1 else None


def _texts(known: Known) -> list[str]:
    return [
        *(one.statement.text for one in known.told),
        *(f"{one.turn.text} {one.turn.caption}" for one in known.unread),
    ]
