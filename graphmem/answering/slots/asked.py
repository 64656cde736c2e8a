"""Which slot of a life a question asks for, and how; by the question's own words."""

import re
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from graphmem.answering.slots.grammar import PATTERNS, PERSON, Ask
from graphmem.language.names import names_in
from graphmem.language.time import parse_question_times
from graphmem.model.time import TimeInterval
from graphmem.retrieval.question import Question

_LEFT_OPEN = re.compile(r"\s+(?:in|on|at|of|by|around|during|as of|since|back in)$")
_SPACE_BEFORE_MARK = re.compile(r"\s+(?=[,?.!])")
_PAST = re.compile(r"\b(?:did|was|were|had)\b")
_TO_VALUE = re.compile(
    r"^(?:(?:he|she|they|§) )?(?:(?:moved|moving|went|going|relocated|relocating|came|coming|"
    r"lived|living|worked|working|became|becoming|was|were|being|met|meeting|dated|dating|"
    r"married|marrying)\b ?)?(?:(?:to|in|into|at|for|with) )?(?:(?:a|an|the|his|her|their) )?"
)
_LEFT_WORK = re.compile(
    r"^(?:(?:he|she|they|§) )?(?:left|quit|leaving|quitting|resigned|resigning)\b"
)


class Side(StrEnum):
    """Where in time the value lies: now, at a time, or beside another value."""

    NOW = "now"
    AT = "at"
    BEFORE = "before"
    AFTER = "after"


class SlotAsked(NamedTuple):
    """What a question asks of a slot of one person.

    ``stage`` is how far it has come ("married", "dating"), ``member`` which of many (``sister``,
    ``dog``), ``value`` one that the question itself names, ``anchor`` the value beside which
    another lies, ``title`` what the person was at the time that is meant. All are "" where the
    question has none. ``whom`` tells that the value is asked for besides ("and to whom?"),
    ``where`` that the place of it is; ``past`` that the question is in the past tense. ``up_to``
    is what ended it in the question's words ("she left the firm").
    """

    slot: str
    ask: Ask
    side: Side = Side.NOW
    stage: str = ""
    member: str = ""
    value: str = ""
    anchor: str = ""
    title: str = ""
    whom: bool = False
    where: bool = False
    up_to: str = ""
    past: bool = False
    times: tuple[TimeInterval, ...] = ()


def read_slot_question(question: Question, *, now: datetime | None = None) -> SlotAsked | None:
    """The slot that a question asks for; None where it asks for none, or for something more.

    The whole question must be read: a word that says more ("dream job") asks for something else.
    """
    names = {name for person in question.people for name in person.names}
    if not names_in(question.text, names):
        return None
    undated = _without_times(question.text, now)
    written = _with_person(undated, names_in(undated, names))
    for pattern in PATTERNS:
        match = pattern.words.fullmatch(written)
        if match is not None:
            return _asked(pattern.slot, pattern.ask, match, question.times)
    return None


def _asked(slot: str, ask: Ask, match: re.Match[str], times: tuple[TimeInterval, ...]) -> SlotAsked:
    said = {name: (value or "").strip() for name, value in match.groupdict().items()}
    anchor = said.get("anchor", "")
    # "Before he left the company" is when it ended, and no value beside it.
    beside = bool(anchor) and not _LEFT_WORK.match(anchor)
    side = Side(said["side"]) if beside else Side.AT if times or said.get("title") else Side.NOW
    return SlotAsked(
        slot,
        ask,
        side,
        stage=said.get("stage", ""),
        member=said.get("member", ""),
        value=said.get("value", ""),
        anchor=named_value(anchor) if beside else "",
        title=said.get("title", ""),
        whom=bool(said.get("whom")),
        where=bool(said.get("where")),
        up_to=said.get("up_to", ""),
        past=_PAST.search(match.string) is not None,
        times=times,
    )


def named_value(clause: str) -> str:
    """What a clause about a person names: "she became a baker" gives baker."""
    return _TO_VALUE.sub("", clause)


def left_what(clause: str) -> str | None:
    """What somebody left, in a clause that says so ("she left the firm"); else None."""
    match = _LEFT_WORK.match(clause)
    return match and _TO_VALUE.sub("", clause[match.end() :].strip())


def _without_times(text: str, now: datetime | None) -> str:
    kept, begin = [], 0
    for found in parse_question_times(text, now=now):
        kept.append(_LEFT_OPEN.sub("", text[begin : found.start].rstrip()))
        begin = found.end
    joined = " ".join(" ".join([*kept, text[begin:]]).split())
    return _SPACE_BEFORE_MARK.sub("", joined)


def _with_person(text: str, names: tuple[str, ...]) -> str:
    """The question in small letters, with one sign for whoever it is about."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", PERSON, text)
    return text.lower().replace("’", "'").strip(" ?!.").strip()
