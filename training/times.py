"""How often the times of the corpus are read as they were annotated.

    python -m training.times [--show NUMBER] [--unparsed]

Prints for each kind of talk, over the training and development parts: the annotated times that
have an interval, how many of them are read exactly, by an interval that overlaps, by none and by a
wrong one; the recurring ones, and how many of them got an interval; the intervals that were read
where no time is annotated. ``--show`` prints so many of the faults of the training part.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import GoldTime, GoldTurn
from graphmem.language.time import Relation, TimeExpression, find_times
from graphmem.language.time.syntax import Syntax
from graphmem.model.parse import Parsed
from training.talk import CorpusSplit, conversations
from training.time_matching import interval_of, is_exactly, overlaps


class Verdict(StrEnum):
    """What became of an annotated time, or of one that was read without."""

    EXACT = "exact"
    OVERLAPS = "overlaps"
    ABSENT = "absent"
    WRONG = "wrong"
    RECURS = "recurs"
    RECURS_WRONG = "recurs, wrong"
    SPURIOUS = "spurious"


class Case(NamedTuple):
    """One time, what was read at its words, and the verdict."""

    verdict: Verdict
    kind: str
    split: CorpusSplit
    turn: GoldTurn
    gold: GoldTime | None
    read: tuple[TimeExpression, ...]


def cases(split: CorpusSplit, *, parsed: bool) -> Iterator[Case]:
    """Every time of a part of the corpus."""
    for talk in conversations(split):
        turns = [turn for turn in talk.turns if turn.language is None]
        parses = load_parser()([turn.text for turn in turns])
        for turn, parse in zip(turns, parses, strict=True):
            found = _read(turn, parse if parsed else None)
            for verdict, gold, read in judge(turn, found):
                yield Case(verdict, talk.header.kind, split, turn, gold, tuple(read))


def judge(
    turn: GoldTurn, found: Sequence[TimeExpression]
) -> Iterator[tuple[Verdict, GoldTime | None, list[TimeExpression]]]:
    """The verdict on each time of a turn."""
    golds = {
        (statement.time.words, statement.time.edtf): statement.time
        for statement in turn.statements
        if statement.time is not None and statement.time.words in turn.text
    }
    touched: set[int] = set()
    for gold in golds.values():
        start = turn.text.find(gold.words)
        end = start + len(gold.words)
        beside = [one for one in found if one.start < end and start < one.end]
        touched.update(one.start for one in beside)
        yield _verdict(gold, beside), gold, beside
    for one in found:
        if one.start not in touched and one.interval and one.relation is not Relation.FOR:
            yield Verdict.SPURIOUS, None, [one]


def _verdict(gold: GoldTime, beside: Sequence[TimeExpression]) -> Verdict:
    read = [span for one in beside if (span := interval_of(one)) is not None]
    if gold.edtf is None:
        dated = [one for one in beside if one.interval and one.relation is not Relation.FOR]
        return Verdict.RECURS_WRONG if dated else Verdict.RECURS
    if any(is_exactly(one, gold.edtf) for one in read):
        return Verdict.EXACT
    if any(overlaps(one, gold.edtf) for one in read):
        return Verdict.OVERLAPS
    return Verdict.WRONG if read else Verdict.ABSENT


def _read(turn: GoldTurn, parse: Parsed | None) -> tuple[TimeExpression, ...]:
    syntax = Syntax(parse.sentences) if parse else None
    return find_times(turn.text, said_at=turn.at, syntax=syntax)


def report(found: Sequence[Case]) -> Iterator[str]:
    """A line for each kind of talk and one for all."""
    yield f"{'':12}" + "".join(f"{verdict:>15}" for verdict in Verdict)
    for kind in [*sorted({case.kind for case in found}), "all"]:
        counted = Counter(case.verdict for case in found if kind in (case.kind, "all"))
        yield f"{kind:12}" + "".join(f"{counted[verdict]:15}" for verdict in Verdict)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--show", type=int, default=0, help="so many faults of the training part")
    parser.add_argument("--unparsed", action="store_true", help="without the grammar of a parse")
    arguments = parser.parse_args()
    for split in (CorpusSplit.TRAIN, CorpusSplit.DEVELOPMENT):
        found = list(cases(split, parsed=not arguments.unparsed))
        print(split, *report(found), sep="\n")
        if split is CorpusSplit.TRAIN:
            faults = [case for case in found if case.verdict not in (Verdict.EXACT, Verdict.RECURS)]
            print(*map(_line, faults[: arguments.show]), sep="\n")


def _line(case: Case) -> str:
    read = [f"{one.text} = {_plain(one)}" for one in case.read]
    gold = f"{case.gold.words} = {case.gold.edtf}" if case.gold else ""
    return f"{case.verdict} | {case.turn.at:%a %Y-%m-%d} | {gold} | {read} | {case.turn.text}"


def _plain(one: TimeExpression) -> str:
    span = interval_of(one)
    return "/".join(str(edge)[:16] if edge else ".." for edge in span) if span else one.relation


if __name__ == "__main__":
    main()
