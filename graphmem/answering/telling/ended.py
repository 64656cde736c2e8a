"""What was so and is no longer: a later turn says so, in words that hold the old answer."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.told import Proof, Told
from graphmem.answering.telling.units import stems_of
from graphmem.language.sentences import asks, sentences
from graphmem.language.words import content_words

_NO_LONGER = re.compile(r"\b(?:any ?more|any longer|no longer)\b", re.IGNORECASE)
_GAVE_UP = re.compile(
    r"\b(?:sold|quit|lost|left|stopped|cancelled|canceled|closed|ended|returned|donated|dropped"
    r"|gave (?:up|away|back|it|them|him|her)|given (?:up|away)|got rid of|moved out|broke up"
    r"|split up|passed away|died|used to)\b",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\b(?:moved|switched|changed|migrated|transferred|went over|gone over)\b[^.;!?]*?"
    r"\b(?:over to|into|onto|to)\s+(?P<now>[^.,;!?]+)",
    re.IGNORECASE,
)
_STILL = re.compile(r"\bstill\b", re.IGNORECASE)
_MOST_WORDS = 6  # of a name; more is a clause


class Ended(NamedTuple):
    """The sentence that says that something is no longer so."""

    passage: Passage
    sentence: str


def what_followed(found: Found, told: Told) -> Told | None:
    """The present answer where a later turn says that ``told`` is so no longer; else None.

    That turn holds the words of the old answer and one of the question's. What is so instead is
    told where it says whereto things moved; else only that the old is over.
    """
    if not told.proofs or not told.text:
        return None
    old = _content(told.text)
    since = told.proofs[0].passage.hit.said_at
    over = [
        one
        for one in _sentences(found)
        if one.passage.hit.said_at > since
        and _NO_LONGER.search(one.sentence)
        and old
        and old <= stems_of(one.sentence)
        and found.asked.stems & (stems_of(one.sentence) - old)
    ]
    if not over:
        return None
    last = max(over, key=lambda one: one.passage.hit.said_at)
    moved = _TO.search(last.passage.hit.text)
    now = "" if moved is None else moved["now"].strip()
    named = bool(now) and len(now.split()) <= _MOST_WORDS and not _content(now) <= old
    return Told(
        f"{now} (before that {told.text})" if named else f"no longer {told.text}",
        told.kind,
        (Proof(last.passage, last.sentence), told.proofs[0]),
        chance=told.chance,
    )


def over_by_now(found: Found) -> Ended | None:
    """The latest sentence that says that what a question asks whether it is so still is over.

    None where the question does not ask that, or nothing of those asked about says so.
    """
    if not _STILL.search(found.question.text):
        return None
    things = found.asked.stems - found.asked.verbs - _content("still")
    told = [
        one
        for one in _sentences(found)
        if (_GAVE_UP.search(one.sentence) or _NO_LONGER.search(one.sentence))
        and things & stems_of(one.sentence)
    ]
    return max(told, key=lambda one: one.passage.hit.said_at, default=None)


def _sentences(found: Found) -> Iterator[Ended]:
    for passage in found.passages:
        for sentence in sentences(passage.hit.text):
            if not asks(sentence) and found.whose.tells(passage, sentence):
                yield Ended(passage, sentence)


def _content(text: str) -> frozenset[str]:
    return stems_of(" ".join(content_words(text)))
