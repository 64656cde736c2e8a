"""Who said what, when: the graph held against LoCoMo's labels and its own record.

`python -m benchmarks.attribution FILE --space S` on a database into which FILE was ingested. The
labels of the file (`observation`, `qa`) are read here and nowhere else; its text goes to stdout
only, and only with `--sample`.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.gold_times import gold_times
from graphmem.language.words import words
from graphmem.memory import Memory
from graphmem.model.time import Precision, TimeInterval

_ROWS = 1_000_000
_RECORD_TYPES = "PARTICIPATED_IN HAS_SESSION HAS_TURN NEXT SPOKEN_BY HAS_CHUNK GAVE MENTIONS"
_RECORD = frozenset(_RECORD_TYPES.split())
_LINKS = frozenset(["SIMILAR_TO", "NEAR_IN_TIME"])

_RELATIONSHIPS = """
MATCH (a {space: $space})-[r]->() RETURN type(r) AS type, count(*) AS count ORDER BY count DESC
"""
_TURNS = """
MATCH (c:Conversation {space: $space})-[:HAS_SESSION]->(s:Session)-[:HAS_TURN]->(t:Turn)
MATCH (t)-[:SPOKEN_BY]->(p:Person)
RETURN c.conversation_id, t.dia_id, p.name, t.text, t.said_at,
       t.waiting_since IS NULL AS processed
"""
# Every answer and role: has it its speaker, its conversation, and a turn that states it?
COMPLETE = """
MATCH (x:Answer|Role {space: $space})
RETURN count(x) AS total, sum(CASE WHEN
  EXISTS { (x)-[:STATED_BY]->(p:Person {space: $space}) WHERE p.uid = x.speaker_uid }
  AND EXISTS { (:Conversation {space: $space, conversation_id: x.conversation_id}) }
  AND size(x.evidence_turn_ids) > 0
  AND EXISTS { (x)-[:EVIDENCED_BY {part: 'statement'}]->(:Turn {space: $space}) }
THEN 1 ELSE 0 END) AS sound
"""
# Every statement turn: was it spoken, in that conversation, by whom the statement is stated?
SPOKEN = """
MATCH (x:Answer|Role|State|Question {space: $space})
      -[:EVIDENCED_BY {part: 'statement'}]->(t:Turn)
RETURN count(*) AS total, sum(CASE WHEN
  EXISTS { (x)-[:STATED_BY]->(:Person)<-[:SPOKEN_BY]-(t) }
  AND COUNT { (x)-[:STATED_BY]->(:Person) } = 1
  AND t.conversation_id = x.conversation_id AND t.space = $space
THEN 1 ELSE 0 END) AS sound
"""
_STATED = """
MATCH (x:Answer|Role {space: $space})-[:EVIDENCED_BY {part: 'statement'}]->(t:Turn)
OPTIONAL MATCH (x)-[:SUBJECT]->(p:Person)
RETURN DISTINCT x.uid, labels(x), x.conversation_id, t.dia_id, p.name, x.text,
       x.valid_from, x.valid_to, x.precision
"""

Pair = tuple[str, str]  # conversation_id, dia_id


class Turn(NamedTuple):
    speaker: str
    text: str
    said_at: datetime
    processed: bool


class Stated(NamedTuple):
    """An answer or a role with one of its statement turns; ``subject`` is a person's name."""

    uid: str
    kind: str
    turn: Pair
    subject: str | None
    text: str
    interval: TimeInterval | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--space", required=True)
    parser.add_argument("--sample", type=int, default=0, help="print so many answers to read")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    records: list[dict[str, Any]] = json.loads(asked.file.read_text(encoding="utf-8"))
    with Memory(space=asked.space) as memory:
        turns = read_turns(memory)
        stated = read_stated(memory)
        if asked.sample:
            sample(stated, turns, seed=asked.seed, count=asked.sample)
            return
        figures = {
            **graph_figures(memory, turns),
            **attribution_figures(memory),
            **observation_figures(records, turns, stated),
            **answer_figures(turns, stated),
            **time_figures(records, turns, stated),
        }
    print(json.dumps(figures, indent=2))


# ---- reading the graph


def query(memory: Memory, text: str) -> tuple[tuple[Any, ...], ...]:
    table = memory.cypher(text, parameters={"space": memory.space}, limit=_ROWS)
    assert not table.truncated
    return table.rows


def read_turns(memory: Memory) -> dict[Pair, Turn]:
    return {
        (row[0], row[1]): Turn(row[2], row[3], datetime.fromisoformat(row[4]), row[5])
        for row in query(memory, _TURNS)
    }


def read_stated(memory: Memory) -> list[Stated]:
    return [
        Stated(
            uid=row[0],
            kind="answer" if "Answer" in row[1] else "role",
            turn=(row[2], row[3]),
            subject=row[4],
            text=row[5],
            interval=_interval(row[6], row[7], row[8]),
        )
        for row in sorted(query(memory, _STATED), key=lambda row: (row[0], row[3]))
    ]


def _interval(start: str, end: str, precision: str | None) -> TimeInterval | None:
    """Without a precision the dates are the sentinels of a statement without a time."""
    if precision is None:
        return None
    return TimeInterval(
        start=datetime.fromisoformat(start),
        end=datetime.fromisoformat(end),
        precision=Precision(precision),
    )


# ---- what it must show


def graph_figures(memory: Memory, turns: Mapping[Pair, Turn]) -> dict[str, Any]:
    types = dict(query(memory, _RELATIONSHIPS))
    content = sum(count for name, count in types.items() if name not in _RECORD | _LINKS)
    return {
        "turns": len(turns),
        "turns_processed": sum(turn.processed for turn in turns.values()),
        "relationships": types,
        "relationships_of_content": content,
    }


def attribution_figures(memory: Memory) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name, text in (("complete", COMPLETE), ("spoken_by_speaker", SPOKEN)):
        ((total, sound),) = query(memory, text)
        figures[name] = {"right": sound, "of": total, "cypher": " ".join(text.split())}
    return figures


def observed(records: Sequence[Mapping[str, Any]]) -> set[tuple[str, Pair]]:
    """The (person, turn) pairs of the file's observations."""
    return {
        (person, (record["sample_id"], dia_id))
        for record in records
        for session in record["observation"].values()
        for person, notes in session.items()
        for _, ids in notes
        for dia_id in re.findall(r"D\d+:\d+", " ".join([ids] if isinstance(ids, str) else ids))
    }


def observation_figures(
    records: Sequence[Mapping[str, Any]], turns: Mapping[Pair, Turn], stated: Sequence[Stated]
) -> dict[str, Any]:
    subjects: dict[Pair, set[str | None]] = {}
    for one in stated:
        subjects.setdefault(one.turn, set()).add(one.subject)
    pairs = [pair for pair in observed(records) if pair[1] in turns]
    own = [pair for pair in pairs if turns[pair[1]].speaker == pair[0]]
    others = [pair for pair in pairs if turns[pair[1]].speaker != pair[0]]
    return {
        f"observations{name}": {
            "pairs": len(chosen),
            "with_a_statement": sum(turn in subjects for _, turn in chosen),
            "about_that_person": sum(person in subjects.get(turn, ()) for person, turn in chosen),
        }
        for name, chosen in (("", pairs), ("_of_the_speaker", own), ("_of_another", others))
    }


def answer_figures(turns: Mapping[Pair, Turn], stated: Sequence[Stated]) -> dict[str, Any]:
    answers = {one.uid: one for one in stated if one.kind == "answer"}
    copies = sum(words(one.text) == words(turns[one.turn].text) for one in answers.values())
    return {
        "answers": len(answers),
        "roles": len({one.uid for one in stated if one.kind == "role"}),
        "answers_per_turn": round(len(answers) / max(1, len(turns)), 3),
        "answers_that_copy_their_turn": round(copies / max(1, len(answers)), 4),
        "turns_with_a_statement": len({one.turn for one in stated}),
    }


def dated_questions(
    records: Sequence[Mapping[str, Any]], turns: Mapping[Pair, Turn]
) -> Iterator[tuple[list[Pair], list[TimeInterval]]]:
    """Of category 2 questions with a date or period as gold, their gold turns and its readings."""
    for record in records:
        for item in record["qa"]:
            ids = re.findall(r"D\d+:\d+", " ".join(item["evidence"]))
            gold_turns = [(record["sample_id"], dia_id) for dia_id in ids]
            gold_turns = [turn for turn in gold_turns if turn in turns]
            if item["category"] != 2 or not gold_turns:
                continue
            gold = gold_times(str(item["answer"]), said_at=turns[gold_turns[0]].said_at)
            if gold:
                yield gold_turns, gold


def _holds(outer: TimeInterval, inner: TimeInterval) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _whole_days(interval: TimeInterval) -> TimeInterval:
    """The days that an interval touches: "last night" is of yesterday, to the day."""
    first, last = (_midnight(one) for one in (interval.start, interval.end))
    if last < interval.end and interval.end.year < datetime.max.year:
        last += timedelta(days=1)
    return interval.model_copy(update={"start": first, "end": max(last, interval.end)})


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def time_figures(
    records: Sequence[Mapping[str, Any]], turns: Mapping[Pair, Turn], stated: Sequence[Stated]
) -> dict[str, Any]:
    intervals: dict[Pair, list[TimeInterval]] = {}
    for one in stated:
        if one.kind == "answer" and one.interval:
            intervals.setdefault(one.turn, []).append(one.interval)
    outcomes: Counter[str] = Counter()
    missed: list[str] = []
    for gold_turns, golds in dated_questions(records, turns):
        given = [one for turn in gold_turns for one in intervals.get(turn, ())]
        narrow = [(one, gold) for one in given for gold in golds if one.width <= 2 * gold.width]
        contained = any(_holds(one, gold) for one, gold in narrow)
        within = any(_holds(gold, one) for one in given for gold in golds)
        outcomes["questions"] += 1
        outcomes["any_time"] += bool(given)
        outcomes["contains"] += contained
        by_days = any(_holds(_whole_days(one), gold) for one, gold in narrow)
        outcomes["contains_by_whole_days"] += by_days
        outcomes["contains_or_lies_within"] += contained or within
        outcomes["overlaps"] += any(one.overlaps(gold) for one, gold in narrow)
        if not contained:
            missed.append(", ".join("/".join(turn) for turn in gold_turns))
    asked = max(1, outcomes["questions"])
    return {
        "times": {
            **outcomes,
            "share_that_contain": round(outcomes["contains"] / asked, 3),
            "share_that_contain_by_whole_days": round(
                outcomes["contains_by_whole_days"] / asked, 3
            ),
            "share_contained_or_within": round(outcomes["contains_or_lies_within"] / asked, 3),
            "missed": missed,
        }
    }


# ---- reading by hand


def sample(stated: Sequence[Stated], turns: Mapping[Pair, Turn], *, seed: int, count: int) -> None:
    """Print answers drawn at random, each with its turn; the same for the same graph and seed."""
    answers = sorted({one.uid: one for one in stated if one.kind == "answer"}.values())
    for number, one in enumerate(random.Random(seed).sample(answers, count), 1):
        turn = turns[one.turn]
        print(f"{number}. {one.uid} {'/'.join(one.turn)} ({turn.said_at:%d %b %Y})")
        print(f"   {turn.speaker}: {turn.text}")
        print(f"   -> [{one.subject or 'a thing'}] {one.text}")
        if one.interval:
            print(f"      {one.interval.start:%d %b %Y} to {one.interval.end:%d %b %Y}")


if __name__ == "__main__":
    main()
