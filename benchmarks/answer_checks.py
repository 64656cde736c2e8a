"""What the checks of a model's answers withhold of right answers, and let through of others.

    python -m benchmarks.answer_checks [--part development]

No model is asked. For every question of the annotated corpus that has an answer, the gold answer is
held against the gold evidence, quoted where it is marked and else whole: `withheld` is the share of
these that `answering/groundedness.py` would withhold, `not_theirs` the share of which no quote is
found to tell of who is asked about. Then the answer of another question of the same talk and sort
is put in its place, drawn by a seed: `swapped_left` is the share of these that would leave. In
percent, by sort of answer; written into ``answer_checks.json``.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.answering.attribution import Whose, told_to, whose
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.groundedness import unsupported_parts
from graphmem.answering.verification.presupposition import read_claim
from graphmem.evaluation import corpus_parts
from graphmem.evaluation.corpus import AnswerType, Expected, GoldConversation, GoldQuestion
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.model.listing import Participant
from graphmem.model.parse import Parsed
from graphmem.model.search import SearchHit
from graphmem.retrieval.question import read_question
from graphmem.settings import load_settings

LATEST = Path(__file__).with_suffix(".json")
CORPUS = Path(__file__).parents[1] / "corpus"
_SEED = 1
_BEFORE = 2  # turns before an evidence turn that a model sees as well


class Case(NamedTuple):
    """A question with its answer, the evidence as it would be cited, and what was said before."""

    question: GoldQuestion
    answer: str
    talk: str
    people: tuple[Participant, ...]
    proofs: tuple[Proof, ...]
    before: tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answer_checks", description=__doc__)
    parser.add_argument(
        "--part", type=CorpusSplit, choices=list(CorpusSplit), default=CorpusSplit.DEVELOPMENT
    )
    part: CorpusSplit = parser.parse_args().part
    cases = [case for talk in corpus_parts.conversations(CORPUS, part) for case in cases_of(talk)]
    found = figures(cases)
    held = json.loads(LATEST.read_text(encoding="utf-8")) if LATEST.exists() else {}
    LATEST.write_text(json.dumps(held | {part.value: found}, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))


def cases_of(talk: GoldConversation) -> Iterator[Case]:
    header = talk.header
    people = tuple(
        Participant(
            uid=f"person:{key}",
            name=one.name,
            names=tuple(dict.fromkeys((one.name, one.speaker, *one.also))),
            conversation_ids=(header.id,),
        )
        for key, one in header.people.items()
    )
    turns = {turn.id: turn for turn in talk.turns}
    places = {
        turn.id: (session, at) for session in talk.sessions for at, turn in enumerate(session)
    }

    def passage(turn_id: str) -> Passage:
        turn = turns[turn_id]
        return Passage(
            SearchHit(
                conversation_id=header.id,
                session_id=f"S{turn_id.partition(':')[0]}",
                dia_id=turn_id,
                speaker=header.people[turn.speaker].name,
                speaker_uid=f"person:{turn.speaker}",
                said_at=turn.at.replace(tzinfo=None),
                zone="unknown",
                text=turn.text,
                caption=turn.caption,
                score=1.0,
            )
        )

    for question in talk.questions:
        if question.status is not Expected.ANSWERED or not question.answer:
            continue
        marked = {span.turn for span in question.spans}
        quoted = [Proof(passage(span.turn), span.quote) for span in question.spans]
        whole = [
            Proof(passage(one), turns[one].text) for one in question.evidence if one not in marked
        ]
        before = [
            f"{header.people[turn.speaker].name} {turn.text}"
            for session, at in (places[one] for one in question.evidence)
            for turn in session[max(0, at - _BEFORE) : at]
        ]
        proofs = (*quoted, *whole)
        yield Case(question, question.answer, header.id, people, proofs, tuple(before))


def figures(cases: Sequence[Case]) -> dict[str, dict[str, float]]:
    """The three shares, of all and by sort of answer."""
    drawn = random.Random(_SEED)
    judged: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    lost_of = _checks()
    others: dict[tuple[str, AnswerType], list[Case]] = defaultdict(list)
    for case in cases:
        others[case.talk, case.question.wants].append(case)
    for case in cases:
        rows = (judged["all"], judged[case.question.wants.value])
        for row in rows:
            row["withheld"].append(bool(lost_of(case, case.answer)))
            row["not_theirs"].append(not _is_theirs(case))
        alike = [
            other.answer
            for other in others[case.talk, case.question.wants]
            if other.answer.lower() != case.answer.lower()
            and other.answer.lower() not in case.question.question.lower()
        ]
        if alike and case.question.wants is not AnswerType.YES_NO:
            left = not lost_of(case, drawn.choice(alike))
            for row in rows:
                row["swapped_left"].append(left)
    return {
        sort: {name: round(100 * sum(ones) / len(ones), 1) for name, ones in row.items()}
        | {"questions": len(row["withheld"])}
        for sort, row in sorted(judged.items())
    }


def _checks() -> Callable[[Case, str], tuple[str, ...]]:
    encoder = make_encoder(load_settings())

    @cache
    def encoded(text: str) -> list[float]:
        return list(map(float, encoder.encode([text])[0]))

    def lost(case: Case, answer: str) -> tuple[str, ...]:
        now = case.question.asked_at.replace(tzinfo=None) if case.question.asked_at else None
        return unsupported_parts(
            answer,
            read_question(case.question.question, case.people, now=now),
            case.proofs,
            now=now,
            parse=_parse,
            encode=lambda texts: [encoded(text) for text in texts],
            near=case.before,
            participants=case.people,
        )

    return lost


def _is_theirs(case: Case) -> bool:
    asked = read_question(case.question.question, case.people)
    claim = read_claim(asked, case.people)
    to = told_to(_parse([asked.text])[0], claim.people)
    return any(whose(proof, claim, to) is not Whose.ANOTHERS for proof in case.proofs)


@cache
def _parsed(text: str) -> Parsed:
    return load_parser()([text])[0]


def _parse(texts: Sequence[str]) -> list[Parsed]:
    return [_parsed(text) for text in texts]


if __name__ == "__main__":
    main()
