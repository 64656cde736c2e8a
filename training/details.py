"""Details of a question, and others of the same sort that the same conversation speaks of."""

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldHeader
from graphmem.model.workspace import EntityType
from training.derived import Detail

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DAY = re.compile(rf"\b\d{{1,2}} {_MONTH} \d{{4}}\b")
OF_YEAR = re.compile(rf"(?<!\d )\b{_MONTH} \d{{4}}\b")
_NUMBER = re.compile(r"(?<![\w£$€.,:/’'-])\d{1,3}(?![\w.,:/%’'-])")
_TITLES = ("Mr", "Mrs", "Ms", "Dr", "Cllr", "Herr", "Frau", "Mme")
_NOT_COUNTED = re.compile(r"[A-Z]\w*|at|to|until|after|before|from|by")
_ON = re.compile(r"\b(?:on|in)(?: \w+day,?)? $")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? (?=\d)")


class Altered(NamedTuple):
    """What was put for what."""

    detail: Detail
    was: str
    put: str


class Details:
    """What a conversation speaks of: dates, numbers, and the proper names of people and things."""

    def __init__(self, header: GoldHeader, texts: Sequence[str]) -> None:
        self._header = header
        self._text = "\n".join(texts)
        self._patterns = (
            (Detail.DATE, DAY, sorted(set(DAY.findall(self._text)))),
            (Detail.DATE, OF_YEAR, sorted(set(OF_YEAR.findall(self._text)))),
            (Detail.NUMBER, _NUMBER, sorted({one for _, one in self._numbers(self._text)})),
        )
        self._names = {
            key: (self.name(key), type_)
            for key, type_, proper in (
                *((key, EntityType.PERSON, True) for key in header.people),
                *((key, one.type, one.proper) for key, one in header.entities.items()),
            )
            if proper
        }

    def name(self, key: str) -> str:
        """The name by which the statements call somebody or something most."""
        names = dict.fromkeys(self._header.names(key))
        person = self._header.people.get(key)
        if person is not None:
            # Some sign by their office ("Chair"), which is no name of theirs.
            own = person.name.split()
            first = [own[0]] if own[0] not in _TITLES else []
            names = dict.fromkeys([*(one for one in names if set(one.split()) & set(own)), *first])
        return max(names, key=lambda name: (self.proper(name), self._count(name), -len(name)))

    def proper(self, name: str) -> bool:
        """Whether it is written as a name, and is no common noun in these texts."""
        return name[:1].isupper() and not re.search(
            rf"(?<!\w){re.escape(name.lower())}(?!\w)", self._text
        )

    def altered(
        self,
        question: str,
        drawn: random.Random,
        *,
        without: str,
        never_in: Sequence[str],
        dated: bool,
    ) -> Iterator[Altered]:
        """One change of each sort that the question allows; nothing within ``without``.

        What is put is in none of the texts ``never_in``. Only what is ``dated`` happens once, so
        that another date is wrong.
        """
        told = "\n".join(never_in)
        asked = _blanked(question, without)
        for detail, pattern, others in self._patterns:
            places = (
                [match.group() for match in pattern.finditer(asked)]
                if detail is Detail.DATE
                else [one for _, one in self._numbers(asked)]
            )
            if len(places) != 1 or question.count(places[0]) != 1:
                continue
            (was,) = places
            fit = [
                one
                for one in others
                if one != was and not _stands(one, told) and not _stands(one, question)
            ]
            if detail is Detail.DATE and not (dated and _ON.search(question.partition(was)[0])):
                continue
            if detail is Detail.NUMBER:
                fit = [one for one in fit if len(one) == len(was) and int(one) > 1 and int(was) > 1]
            if fit:
                yield Altered(detail, was, drawn.choice(fit))
        yield from self._other_name(question, asked, drawn, told)

    def _other_name(
        self, question: str, asked: str, drawn: random.Random, told: str
    ) -> Iterator[Altered]:
        for was, type_ in self._names.values():
            if not _alone(was, asked) or question.count(was) != 1 or not self.proper(was):
                continue
            article = f"the {was}" in question
            fit = [
                name
                for name, other in self._names.values()
                if other is type_
                and name != was
                and not _stands(name, told)
                and not _stands(name, question)
                and self._count(name)
                and self.proper(name)
                and (self._count(f"the {name}") + self._count(f"The {name}") > 0) == article
                and not set(name.split()) & set(was.split())
                and not name.endswith(("'s", "’s"))
            ]
            if fit:
                detail = Detail.PLACE if type_ is EntityType.PLACE else Detail.NAME
                yield Altered(detail, was, drawn.choice(sorted(fit)))
                return

    def _count(self, words: str) -> int:
        return len(re.findall(rf"(?<!\w){re.escape(words)}(?!\w)", self._text))

    def _numbers(self, text: str) -> Iterator[tuple[int, str]]:
        """Numbers that count something: none of a date, a time, a sum or a name."""
        for match in _NUMBER.finditer(text):
            after = text[match.end() : match.end() + 30]
            before = text[: match.start()].rsplit(None, 1)
            counts = re.match(r" (?!to |or |and |am |pm |at |in |on )[a-z]", after)
            if counts and not (before and _NOT_COUNTED.fullmatch(before[-1])):
                yield match.start(), match.group()


def put(question: str, was: str, other: str) -> str:
    """The question with one thing put for another, without a day of the week that fits no more."""
    at = question.index(was)
    before = question[:at]
    if DAY.fullmatch(was):
        weekday = list(_WEEKDAY.finditer(question))
        if weekday and weekday[-1].end() == at:
            before = question[: weekday[-1].start()]
    if ", " in was:  # an apposition goes with what it is said of
        question = question[: at + len(was)] + question[at + len(was) :].removeprefix(",")
    changed = before + other + question[at + len(was) :]
    return changed[:1].upper() + changed[1:]


def _stands(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _alone(name: str, question: str) -> bool:
    """Whether it stands there, and is no part of a longer name."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question)
    if found is None:
        return False
    before = question[: found.start()].split()[1:]  # the first word has a capital anyway
    after = question[found.end() :]
    return not (before and before[-1][:1].isupper()) and not re.match(r"[ -][A-Z]", after)


def _blanked(question: str, words: str) -> str:
    return question.replace(words, " " * len(words)) if words else question
