"""What the corpus holds, counted."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from graphmem.evaluation.corpus import Expected, GoldConversation, GoldStatement
from scripts.corpus.times import Outcome, timed

LINKS = ("supersedes", "corrects", "contradicts", "confirms")

_WORD = re.compile(r"\w+")


def sizes(talks: Iterable[GoldConversation]) -> Counter[str]:
    """How much there is of everything."""
    found: Counter[str] = Counter()
    for talk in talks:
        found["conversations"] += 1
        found["people"] += len(talk.header.people)
        found["entities"] += len(talk.header.entities)
        found["sessions"] += len(talk.sessions)
        found["questions"] += len(talk.questions)
        for turn in talk.turns:
            found["turns"] += 1
            found["words"] += len(_WORD.findall(turn.text))
            found["silent turns"] += not turn.statements
            found["mentions"] += len(turn.mentions)
            found["statements"] += len(turn.statements)
    return found


def statements_by(
    talks: Iterable[GoldConversation], feature: Callable[[GoldStatement], str]
) -> Counter[str]:
    """How many statements have each value of a feature."""
    return Counter(
        feature(statement) for talk in talks for turn in talk.turns for statement in turn.statements
    )


def links(talks: Iterable[GoldConversation]) -> Mapping[str, int]:
    """How many links of each sort there are."""
    found = dict.fromkeys(LINKS, 0)
    for talk in talks:
        for turn in talk.turns:
            for statement in turn.statements:
                for name in LINKS:
                    found[name] += len(getattr(statement, name))
    return found


def questions_by_kind(talks: Iterable[GoldConversation]) -> Mapping[str, Counter[Expected]]:
    """How many questions of each kind are to be answered, refused and asked back."""
    found: dict[str, Counter[Expected]] = {}
    for talk in talks:
        for question in talk.questions:
            found.setdefault(question.kind, Counter())[question.status] += 1
    return found


def refused_by_reason(talks: Iterable[GoldConversation]) -> Counter[str]:
    """How many questions are to be refused for each reason."""
    return Counter(
        question.why for talk in talks for question in talk.questions if question.why is not None
    )


def times(talks: Sequence[GoldConversation]) -> Counter[Outcome]:
    """What the calendar says of the times that have an interval."""
    return Counter(found.outcome for talk in talks for found in timed(talk))
