"""Query expansion: up to three further wordings of a question, by rules or by a model."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel
from graphmem.agents.rewording import write_questions
from graphmem.errors import LlmError
from graphmem.language.time import Precision, TimeExpression, parse_question_times
from graphmem.language.time.intervals import write_month
from graphmem.language.words import add_s, content_words, past_form
from graphmem.retrieval.question import ParsedQuestion

_PRONOUN = r"(?:I|you|he|she|it|we|they)"
_NAME = r"[A-Z][\w-]*(?:['’]s)?(?:\s+[A-Z][\w-]*(?:['’]s)?)*"
_NOUN = r"(?:the|a|an|my|your|his|her|our|their|this|that)\s+[a-z][\w-]*"
_AUXILIARY = r"is|are|was|were|has|have|had|will|would|can|could|should|might|did|does|do"
_OPENING = (
    r"(?:when|where|why|how|how long|how often|since when|until when|what|who|whom|which|"
    r"(?P<asked>(?:what|which|how many|how much|whose)\s+(?:(?!\b(?:"
    + _AUXILIARY
    + r")\b)[\w’'-]+\s+){1,5}?))"
)
_MADE_FINITE: Mapping[str, Callable[[str], str]] = {
    "did": past_form,
    "does": add_s,
    "do": lambda verb: verb,
}
_LEAST_WORDS = 2
_NO_VERBS = "not ever also always usually first really of in on at and or"
_NOT_VERBS = frozenset(_NO_VERBS.split())
_WORD = re.compile(r"(?<![\w'’-])[a-z]+(?![\w'’-])")
_VOWELS = "aeiou"
_ING = {"begin": "beginning"}


def answering_statement(question: str, names: Sequence[str] = ()) -> str | None:
    """The statement that would answer a question; None where its form is not known.

    ``names`` are names that are no capitalised words, or hold other words ("Bank of the Bay").
    """
    subject = "|".join([*(re.escape(name) for name in sorted(names, key=len, reverse=True)), _NAME])
    # A possessive is no subject without what is possessed.
    one = rf"(?:(?:{subject})(?:(?<=['’]s)\s+[a-z][\w-]*|(?<!['’]s))|{_PRONOUN}\b|{_NOUN})"
    pattern = (
        rf"^(?:(?i:{_OPENING})\s*\b)?(?P<aux>(?i:{_AUXILIARY}))\s+"
        rf"(?P<subject>{one}(?:\s+and\s+{one})?)(?:\s+(?P<rest>\S.*))?$"
    )
    found = re.match(pattern, question.strip().rstrip("?!. "), re.DOTALL)
    if found is None:
        return None
    auxiliary = found["aux"].lower()
    asked = re.sub(r"(?i)^(?:what|which|how many|how much|whose)\s+", "", found["asked"] or "")
    rest = found["rest"] or ""
    if auxiliary in _MADE_FINITE:
        verb, _, after = rest.partition(" ")
        if not verb.isalpha() or not verb.islower() or verb in _NOT_VERBS:
            return None
        make = _MADE_FINITE[auxiliary]
        made = "did" if (auxiliary, verb) == ("did", "do") else make(verb)
        words = [found["subject"], made, asked, after]
    else:
        words = [found["subject"], auxiliary, rest, asked]
    made_of = " ".join(words)
    # "he did" says nothing that could be found.
    return " ".join(made_of.split()) if len(content_words(made_of)) >= _LEAST_WORDS else None


_PREPOSITION = re.compile(r"(in|on|at|by|during|before|after|since|until)\s+", re.IGNORECASE)
_USUAL = {Precision.DAY: "on", Precision.WEEK: "from", Precision.WEEKEND: "from"}
_MOST = 3
_MOST_CHARACTERS = 1_000  # a longer text is no question that other words make clearer


class Alias(NamedTuple):
    """A name that a question may hold, and what else bears it is called."""

    name: str
    others: tuple[str, ...]


class Expanded(NamedTuple):
    """Further questions; ``notes`` say why there is none, or why the rules wrote them."""

    questions: tuple[str, ...]
    notes: tuple[str, ...] = ()


def further_questions(
    asked: ParsedQuestion, names: Sequence[Alias], now: datetime | None
) -> tuple[str, ...]:
    """Up to three further wordings by rules: pure, and none that only repeats the question.

    The statement that would answer it, its names by another name, its dates spelled otherwise
    (those that depend on ``now`` are left without it), and words of the same sense.
    """
    text = asked.text.strip()
    if len(text) > _MOST_CHARACTERS:
        return ()
    known = [name for person in asked.people for name in person.names]
    statement = answering_statement(text, known)
    wordings = [
        *_renamed(text, names),
        _redated(text, now),
        statement,
        with_synonyms(text),
        None if statement is None else with_synonyms(statement),
    ]
    return _distinct(text, wordings)


def expand(
    asked: ParsedQuestion, names: Sequence[Alias], now: datetime | None, model: LanguageModel | None
) -> Expanded:
    """Further wordings by a model; by rules without one, or where it fails.

    That a model failed, and that no wording could be made, is noted.
    """
    if model is None:
        return _noted(further_questions(asked, names, now), "The rules")
    try:
        written = write_questions(model, asked.text, now=now)
    except LlmError as error:
        by_rules = _noted(further_questions(asked, names, now), "The rules")
        failed = f"The rules worded further questions, since {model.name} did not: {error.problem}"
        return by_rules._replace(notes=(failed, *by_rules.notes))
    return _noted(_distinct(asked.text, written), model.name)


def _noted(questions: tuple[str, ...], who: str) -> Expanded:
    if questions:
        return Expanded(questions)
    return Expanded((), (f"{who} found no other wording, so the question was asked alone.",))


def _distinct(text: str, wordings: Sequence[str | None]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for wording in wordings:
        if wording is not None and _same(wording) and _same(wording) != _same(text):
            found.setdefault(_same(wording), wording.strip())
    return tuple(found.values())[:_MOST]


def _same(text: str) -> str:
    return " ".join(text.casefold().rstrip("?!. ").split())


def _renamed(text: str, names: Sequence[Alias]) -> Iterator[str]:
    """The question with one name replaced by the first other name of what bears it."""
    for name, others in names:
        if not name.strip():
            continue
        for other in others[:1]:
            article = r"(?:the\s+)?" if other[:1].isupper() else ""
            pattern = rf"(?i)(?<!\w){article}{re.escape(name)}(?!\w)"
            yield other.join(re.split(pattern, text))


def _redated(text: str, now: datetime | None) -> str | None:
    """The question with every date spelled otherwise; None where none can be."""
    parts: list[str] = []
    begin = 0
    for found in parse_question_times(text, now=now):
        other = _other_spelling(found)
        if other is None or other.casefold() == found.text.casefold():
            continue
        parts += [text[begin : found.start], other]
        begin = found.end
    return "".join([*parts, text[begin:]]) if parts else None


def _other_spelling(found: TimeExpression) -> str | None:
    """A date for what depends on today, the month for a day, and a month without its year."""
    interval = found.interval
    if interval is None or interval.open_start or interval.open_end:
        return None
    before = _PREPOSITION.match(found.text)
    month = write_month(interval.start)
    if str(interval.start.year) not in found.text:
        usual = _USUAL.get(interval.precision, "in")
        return found.date_phrase and f"{before[1] if before else usual} {found.date_phrase}"
    if interval.precision is Precision.DAY:
        return f"in {month}" if before else month
    if interval.precision is Precision.MONTH:
        return f"{before[0] if before else ''}{month.split()[0]}"
    return None


def with_synonyms(text: str) -> str:
    """The text with every word of the table replaced by another of its sense.

    Capitalised words stay: they may be names. The same text where the table has none of its words.
    """
    table = _table()
    return _WORD.sub(lambda match: table.get(match.group(), match.group()), text)


@cache
def _table() -> dict[str, str]:
    """Each form of each word, and what it is replaced by."""
    table: dict[str, str] = {}
    lines = files("graphmem.retrieval").joinpath("synonyms.txt").read_text("utf-8").splitlines()
    for line in lines:
        sort, *words = line.split()
        if sort == "#":
            continue
        for word in words:
            instead = words[1] if word == words[0] else words[0]
            for form, other in zip(_forms(sort, word), _forms(sort, instead), strict=True):
                table.setdefault(form, other)
    return table


def _forms(sort: str, word: str) -> tuple[str, ...]:
    match sort:
        case "v":
            return word, add_s(word), past_form(word), _ing_form(word)
        case "n":
            return word, "children" if word == "child" else add_s(word)
        case _:
            return (word,)


def _ing_form(verb: str) -> str:
    """As in "playing", "making", "getting"."""
    if verb in _ING:
        return _ING[verb]
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    short = len(verb) <= 4 and verb[-1] not in f"{_VOWELS}wxy" and verb[-2:-1] in _VOWELS
    if short and verb[-3:-2] not in _VOWELS:
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
