"""Questions and the replies to them: "You play anything?" "Yeah, violin" says that Ana plays it."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extraction.rules.asking import question_text, tags_on
from graphmem.extraction.rules.clauses import clauses
from graphmem.extraction.rules.ellipsis import Fragment, complete, fragment_of
from graphmem.extraction.rules.interrogatives import Asked, asked_in, context, is_open
from graphmem.extraction.rules.setting import Setting
from graphmem.model.workspace import (
    ProposedAnswer,
    ProposedQuestion,
    Reference,
)

_LOOKED_AT = 2  # sentences at the start of a reply that may be elliptical
_MOST_QUESTIONS = 3
_CONFIDENCE = 0.7


class Reply(NamedTuple):
    """What elliptical sentences yield, and where those sentences start."""

    answers: tuple[ProposedAnswer, ...]
    taken: frozenset[int]


def questions_in(settings: Sequence[tuple[Setting, bool]]) -> tuple[Asked, ...]:
    """The questions with which a turn ends; the flag tells which sentences ask.

    One sentence that does not ask may stand between or behind them.
    """
    found: list[Asked] = []
    others = 0
    for setting, is_question in reversed(settings):
        if is_question:
            asked = None if tags_on(setting.sentence) else asked_in(setting)
            if asked:
                found.insert(0, asked)
        else:
            others += 1
            if others > 1:
                break
    return tuple(found[-_MOST_QUESTIONS:])


def reply(asked: Sequence[Asked], settings: Sequence[tuple[Setting, bool]]) -> Reply:
    """The full answers that the elliptical sentences at the start of a reply stand for.

    ``settings`` are the reply's sentences, flagged where they ask themselves.
    """
    answers: list[ProposedAnswer] = []
    taken: set[int] = set()
    for setting, is_question in settings[:_LOOKED_AT]:
        if is_question or clauses(setting.sentence):
            break
        fragment = fragment_of(setting)
        if fragment is None:
            continue
        question = _fitting(asked, fragment)
        made = complete(question, fragment) if question else ()
        if made:
            answers.extend(made)
            taken.add(setting.sentence.start)
    return Reply(tuple(answers), frozenset(taken))


def _fitting(asked: Sequence[Asked], fragment: Fragment) -> Asked | None:
    """The question that the fragment answers; None where several of the sort were asked."""
    if fragment.says is not None and not fragment.words:
        return next((one for one in reversed(asked) if not is_open(one)), None)
    fitting = [one for one in asked if is_open(one) or fragment.says]
    return fitting[0] if len(fitting) == 1 else None


def proposed_questions(
    asked: Sequence[Asked], replied: Sequence[Setting], answers: Sequence[ProposedAnswer]
) -> list[ProposedQuestion]:
    """The questions as the reply's speaker answered them; ``answers`` are what it yields."""
    if not answers or not replied:
        return []
    speaker = replied[0].scene.speaker
    quotes = tuple(dict.fromkeys(a.evidence[-1] for a in answers if _own(a, replied)))
    if not quotes:
        return []
    return [
        ProposedQuestion(
            speaker=speaker,
            asked_by=one.setting.scene.speaker,
            subject=one.about or Reference(name=speaker),
            text=question_text(one.setting.sentence, one.setting.meant, asked=speaker),
            predicate=one.slot.predicate,
            object=one.slot.object,
            names=tuple(
                dict.fromkeys(t.reference for t in one.setting.things if t.reference != one.about)
            ),
            confidence=_CONFIDENCE,
            evidence=(context(one), *quotes[:3]),
        )
        for one in asked
        if one.about is None or one.setting.scene.speaker != speaker
    ]


def _own(answer: ProposedAnswer, replied: Sequence[Setting]) -> bool:
    return answer.evidence[-1].turn_id == replied[0].turn.dia_id
