"""Infers the conversations a question is about, where none is named; pure but for one look."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from graphmem.model.listing import Participant
from graphmem.model.time import TimeInterval
from graphmem.retrieval.question import ParsedQuestion

_OF_TALK = re.compile(
    r"\b(?:say|says|said|tell|tells|told|talk(?:ed|ing|s)?|mention(?:ed|s)?|discuss(?:ed|es)?|"
    r"speak|spoke|ask(?:ed|s)?|conversations?|chat(?:ted)?|session)\b",
    re.IGNORECASE,
)
_ONE_DAY = timedelta(days=1)

Between = Callable[[TimeInterval], Sequence[str]]


class Inferred(NamedTuple):
    """Conversations that the question itself points to, and from what; none means all."""

    conversations: tuple[str, ...] = ()
    why: str | None = None


def infer_conversations(
    asked: ParsedQuestion, participants: Iterable[Participant], between: Between
) -> Inferred:
    """From two names, those in which both take part; from a day of talk, those of that day.

    ``between`` looks up in which conversations something was said in an interval; it is asked only
    where the question speaks of talk on a day.
    """
    everywhere = {place for person in participants for place in person.conversation_ids}
    places = _places_by_name(asked)
    if len(places) > 1:
        shared = set.intersection(*places.values())
        if shared and shared != everywhere:
            return Inferred(tuple(sorted(shared)), f"{_listed(tuple(places))} take part")
    days = [time for time in asked.times if time.width <= _ONE_DAY]
    if len(days) == 1 and _OF_TALK.search(asked.neutral):
        found = tuple(between(days[0]))
        if found and set(found) != everywhere:
            return Inferred(found, f"talk of {days[0].start:%Y-%m-%d}")
    return Inferred()


def _places_by_name(asked: ParsedQuestion) -> dict[str, set[str]]:
    """Where whoever bears a name of the question takes part, by name."""
    places: dict[str, set[str]] = {}
    for person in asked.people:
        places.setdefault(person.name, set()).update(person.conversation_ids)
    return places


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"
