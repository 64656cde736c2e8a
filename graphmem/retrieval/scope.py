"""Builds a `Scope` from names of people, by a pure look-up among those of a space."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

from graphmem.errors import InputError, NotFoundError
from graphmem.model.listing import Participant
from graphmem.model.scope import EARLIEST, LATEST, Reach, Scope
from graphmem.model.workspace import Network

_SLASHES = re.compile(r"\d+[/.]\d+[/.]\d+")
_CLOCK = re.compile(r"\d:\d|\d\s*[ap]\.?m", re.IGNORECASE)

Names = str | Iterable[str] | None
Moment = str | date | datetime | None


def names(given: Names) -> tuple[str, ...]:
    """One name or several, as a tuple without repeats; none for None."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else tuple(dict.fromkeys(given))


def make_scope(
    space: str,
    participants: Sequence[Participant],
    *,
    conversations: tuple[str, ...] = (),
    people: tuple[str, ...] = (),
    session: str | None = None,
    since: Moment = None,
    until: Moment = None,
    as_of: Moment = None,
    network: Network | str | None = None,
) -> Scope:
    """The scope that a caller names; ``participants`` are those of ``conversations``.

    A person is named by uid, person_id or name; a name means all who bear it. Raises
    `NotFoundError` for what the space does not hold and `InputError` for a network or dates that
    are none, or between which nothing can lie.
    """
    held = {place for participant in participants for place in participant.conversation_ids}
    for conversation in conversations:
        if conversation not in held:
            raise NotFoundError(
                f"The space {space!r} holds no conversation {conversation!r}.",
                next_step="`graphmem conversations` lists those that it holds.",
            )
    if session is not None and len(conversations) != 1:
        raise InputError(
            "A session was named without its conversation.",
            next_step="Name the one conversation that it belongs to.",
        )
    said_from, said_to = _said(since, until, as_of)
    uids = tuple(dict.fromkeys(uid for name in people for uid in _uids(name, participants)))
    narrowed = bool(conversations or uids or network)
    return Scope(
        space=space,
        conversations=conversations,
        people=uids,
        session=session,
        reach=_reach(participants, conversations, uids) if narrowed else None,
        said_from=said_from,
        said_to=said_to,
        network=_network(network),
    )


def _network(given: Network | str | None) -> Network | None:
    try:
        return None if given is None else Network(given)
    except ValueError as error:
        raise InputError(
            f"{given!r} is no network of statements.",
            next_step=f"Give one of: {', '.join(Network)}.",
        ) from error


def _said(since: Moment, until: Moment, as_of: Moment) -> tuple[datetime, datetime]:
    """The first and the last moment; `InputError` where nothing can lie between them."""
    first = moment("since", since, end=False) or EARLIEST
    ends = {
        name: moment(name, given, end=True) or LATEST
        for name, given in (("until", until), ("as_of", as_of))
    }
    for name, last in ends.items():
        if first > last:
            raise InputError(
                f"since is {first.isoformat(' ', 'seconds')}, which is later than {name}, "
                f"{last.isoformat(' ', 'seconds')}: nothing can lie between them.",
                next_step=f"Give a since that is not later than {name}.",
            )
    return first, min(ends.values())


def _reach(
    participants: Sequence[Participant], conversations: tuple[str, ...], uids: tuple[str, ...]
) -> Reach:
    named = set(uids)
    reached = [person for person in participants if not named or person.uid in named]
    places = {place for person in reached for place in person.conversation_ids}
    return Reach(
        conversations=conversations or tuple(sorted(places)),
        people=tuple(person.uid for person in reached),
    )


def _uids(person: str, participants: Sequence[Participant]) -> list[str]:
    wanted = person.casefold()
    # A uid or an id tells one human; only where it is neither, a name is looked for.
    found = (
        [one.uid for one in participants if one.uid == person]
        or [one.uid for one in participants if one.person_id == person]
        or [one.uid for one in participants if wanted in {name.casefold() for name in one.names}]
    )
    if not found:
        known = ", ".join(dict.fromkeys(participant.name for participant in participants))
        raise NotFoundError(
            f"Nobody called {person!r} takes part in these conversations.",
            next_step=f"Known are: {known or 'nobody yet'}.",
        )
    return found


def moment(name: str, given: Moment, *, end: bool) -> datetime | None:
    """A local wall time; a day without a time means its beginning, or as an end its last moment."""
    if given is None:
        return None
    if isinstance(given, str):
        given = _parse(name, given)
    if not isinstance(given, date):
        raise InputError(f"{name}={given!r} is no date.", next_step="Give a date or a datetime.")
    if not isinstance(given, datetime):
        day = datetime.combine(given, time.min)
        return day + timedelta(days=1, microseconds=-1) if end else day
    if given.tzinfo is not None:
        raise InputError(
            f"{name} has a time zone; conversations are dated in local wall time.",
            next_step="Give it without a zone.",
        )
    return given


def _parse(name: str, given: str) -> date | datetime:
    try:
        return date.fromisoformat(given) if len(given) <= 10 else datetime.fromisoformat(given)
    except ValueError:
        pass  # not ISO 8601: read as people write dates
    import dateparser

    found: datetime | None = dateparser.parse(
        given,
        # What depends on today would mean something else tomorrow, so it is not taken; nor is
        # 5/6/2023, which is May to some and June to others.
        settings={"STRICT_PARSING": True, "PARSERS": ["absolute-time"]},
    )
    if found is None or _SLASHES.search(given):
        raise InputError(
            f"{name}={given!r} is no date that can be read in one way only.",
            next_step="Write it as 2023-05-08, 8 May 2023 or 2023-05-08T13:56:00.",
        )
    return found if _CLOCK.search(given) else found.date()
