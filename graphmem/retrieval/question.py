"""Parses a question for search: words, people, times, runs of words, the rest as a vector."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from graphmem.errors import InputError
from graphmem.language.keys import entity_key
from graphmem.language.names import names_in, without_names
from graphmem.language.sentences import asks_about_time, asks_for_date
from graphmem.language.time import TimeInterval, parse_question_times, relative_times
from graphmem.language.words import STOP_WORDS, content_words, words
from graphmem.model.base import require_texts
from graphmem.model.ids import UNKNOWN_SPEAKER
from graphmem.model.listing import Participant
from graphmem.model.parse import Parser

_LONGEST = 4  # words of a name that is looked for
_MOST_WORDS = 1_000  # what comes later in a text is not what it asks about
# As `entity_key` reads words: a sign after a letter is part of a name (C++).
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*['’]?")
_POSSESSIVE = re.compile(r"['’]s?$")
_BREAK = re.compile(r"[.!?,;:\n]")


class Run(NamedTuple):
    """Up to four words as they are written, and the word before them (empty at the beginning)."""

    text: str
    before: str


def runs_of_words(text: str) -> Iterator[Run]:
    """Every run that neither begins nor ends with a stop word, the longer first at each place.

    None goes over a comma, a full stop or the like.
    """
    found = list(_WORD.finditer(text))[:_MOST_WORDS]
    stops = [_POSSESSIVE.sub("", one.group().lower()) in STOP_WORDS for one in found]
    for place, first in enumerate(found):
        if stops[place]:
            continue
        before = found[place - 1].group() if place else ""
        for end in range(min(len(found), place + _LONGEST) - 1, place - 1, -1):
            run = text[first.start() : found[end].end()]
            if not stops[end] and not _BREAK.search(run):
                yield Run(run, before)


# Far under the clauses that Lucene takes; more words than these make no question clearer.
_MOST_TERMS = 200


class ParsedQuestion(NamedTuple):
    """A question, read against the people of its scope.

    ``neutral`` is the question without their names; ``terms`` are its words for full text;
    ``times`` are those that it names, ``about_time`` whether it asks for one; ``unresolved`` are
    relative ones, as written, that only a moment of asking would make times.
    """

    text: str
    neutral: str
    terms: tuple[str, ...]
    people: tuple[Participant, ...]
    times: tuple[TimeInterval, ...] = ()
    about_time: bool = False
    unresolved: tuple[str, ...] = ()


def read_question(
    text: str,
    participants: Iterable[Participant],
    *,
    now: datetime | None = None,
    parse: Parser | None = None,
) -> ParsedQuestion:
    """Find the people named, and take their names out; `InputError` for no text or an empty one.

    Relative times ("last May") are resolved against ``now``; without it they are only told.
    ``parse`` is asked only where a word may be a name in small letters, or a date that is asked
    for.
    """
    require_texts(question=text)
    # A lone surrogate (an undecodable byte of a command line) is no character of any turn.
    text = text.encode("utf-8", "replace").decode("utf-8")
    if not text.strip():
        raise InputError("The question is empty.", next_step="Ask with at least one word.")
    by_name: dict[str, list[Participant]] = {}
    for participant in participants:
        for name in participant.names:
            if name != UNKNOWN_SPEAKER:
                by_name.setdefault(name, []).append(participant)
    named = names_in(text, by_name, parse=parse)
    neutral = without_names(text, named, parse=parse) or text
    terms = dict.fromkeys(content_words(neutral) or words(neutral))
    people = dict.fromkeys(person for name in named for person in by_name[name])
    return ParsedQuestion(
        text,
        neutral,
        tuple(terms)[:_MOST_TERMS],
        tuple(people),
        tuple(
            found.interval
            for found in parse_question_times(neutral, now=now)
            if found.interval is not None
        ),
        asks_about_time(text) or (parse is not None and asks_for_date(text, parse)),
        relative_times(neutral) if now is None else (),
    )


def keys_in(neutral: str) -> tuple[str, ...]:
    """The exact keys of every run of words in a question that may be the name of a thing."""
    return tuple(dict.fromkeys(entity_key(run.text) for run in runs_of_words(neutral)))
