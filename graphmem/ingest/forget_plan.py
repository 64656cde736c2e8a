"""Plans what stays of sessions and people without some turns: a pure comparison."""

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple


class TurnPlace(NamedTuple):
    """Where a recorded turn stands, and who spoke it."""

    session_id: str
    uid: str
    position: int
    said_at: datetime
    speaker_uid: str


class SpeakerLeft(NamedTuple):
    """Somebody whose turns go: what they are called, where they take part, and what is left.

    ``names_left`` are those under which other turns are spoken, ``places_left`` the conversations
    of those.
    """

    uid: str
    names: tuple[str, ...]
    places: tuple[str, ...]
    names_left: tuple[str, ...]
    places_left: tuple[str, ...]


class SessionLeft(NamedTuple):
    """A session that loses turns, or whose people change; ``last`` is None where nothing is left.

    ``moved`` are the new places of turns, ``link`` the pairs that follow each other from now on.
    """

    conversation_id: str
    session_id: str
    moved: tuple[tuple[str, int], ...]
    link: tuple[tuple[str, str], ...]
    started_at: datetime | None
    last: str | None

    @property
    def empty(self) -> bool:
        """True if no turn of it is left."""
        return self.last is None


class PersonLeft(NamedTuple):
    """Somebody who loses turns: what they are called now, and which conversations they leave.

    Of one who is ``gone`` no turn is left anywhere.
    """

    uid: str
    names: tuple[str, ...]
    left: tuple[str, ...]
    gone: bool


class ForgettingPlan(NamedTuple):
    """What becomes of everything that holds the turns.

    ``sessions`` lose turns or are read again, since who takes part in them is others than before;
    ``emptied`` are conversations of which nothing is left, ``stale`` those whose layers, and in
    ``people`` those whose names and conversations, are no longer as they were.
    """

    turns: frozenset[str]
    sessions: tuple[SessionLeft, ...]
    people: tuple[PersonLeft, ...]
    emptied: tuple[str, ...]
    stale: tuple[str, ...]


def plan_forgetting(
    conversations: Mapping[str, Sequence[TurnPlace]],
    speakers: Iterable[SpeakerLeft],
    gone: Set[str],
) -> ForgettingPlan:
    """Take turns out of the conversations that hold them.

    ``conversations`` are given by id, with all of their turns in order: those of the turns, and
    those in which somebody is to be called otherwise (`renamed_in`).
    """
    changed = [item for item in speakers if _is_changed(item)]
    people = tuple(_person(item) for item in changed)
    # Who takes part, and under which names, is read with every chunk.
    others_than_before = {
        place
        for item, person in zip(changed, people, strict=True)
        for place in (item.places if person.gone or not _same_names(item) else person.left)
    }
    sessions: list[SessionLeft] = []
    emptied = []
    for conversation_id, turns in sorted(conversations.items()):
        whole = conversation_id in others_than_before
        left = _sessions(conversation_id, turns, gone, whole=whole)
        sessions += left
        if not any(turn.uid not in gone for turn in turns):
            emptied.append(conversation_id)
    stale = {item.conversation_id for item in sessions}
    stale |= {place for item in changed for place in item.places}
    return ForgettingPlan(
        turns=frozenset(
            turn.uid for turns in conversations.values() for turn in turns if turn.uid in gone
        ),
        sessions=tuple(sessions),
        people=people,
        emptied=tuple(emptied),
        stale=tuple(sorted(stale)),
    )


def renamed_in(speakers: Iterable[SpeakerLeft]) -> frozenset[str]:
    """The conversations in which somebody is called otherwise from now on, or takes no part."""
    return frozenset(place for item in speakers if _is_changed(item) for place in item.places)


def _sessions(
    conversation_id: str, turns: Sequence[TurnPlace], gone: Set[str], *, whole: bool
) -> list[SessionLeft]:
    by_session: dict[str, list[TurnPlace]] = {}
    for turn in turns:
        by_session.setdefault(turn.session_id, []).append(turn)
    return [
        _session(conversation_id, session_id, held, gone)
        for session_id, held in by_session.items()
        if whole or any(turn.uid in gone for turn in held)
    ]


def _session(
    conversation_id: str, session_id: str, held: Sequence[TurnPlace], gone: Set[str]
) -> SessionLeft:
    left = [turn for turn in held if turn.uid not in gone]
    before = set(pairwise(turn.uid for turn in held))
    return SessionLeft(
        conversation_id=conversation_id,
        session_id=session_id,
        moved=tuple((turn.uid, place) for place, turn in enumerate(left) if turn.position != place),
        link=tuple(pair for pair in pairwise(turn.uid for turn in left) if pair not in before),
        started_at=min((turn.said_at for turn in left), default=None),
        last=left[-1].uid if left else None,
    )


def _is_changed(item: SpeakerLeft) -> bool:
    return not _same_names(item) or set(item.places_left) != set(item.places)


def _same_names(item: SpeakerLeft) -> bool:
    return set(item.names_left) == set(item.names)


def _person(item: SpeakerLeft) -> PersonLeft:
    gone = not item.places_left
    left = () if gone else tuple(sorted(set(item.places) - set(item.places_left)))
    return PersonLeft(item.uid, tuple(sorted(item.names_left)), left, gone)
