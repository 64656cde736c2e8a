"""Precision and recall of extraction on the annotated corpus."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from graphmem.adapters.encoder import Encoder
from graphmem.errors import InputError
from graphmem.evaluation.changes import LinkCounts, LinkFigures
from graphmem.evaluation.corpus import GoldConversation
from graphmem.evaluation.corpus_parts import CorpusSplit, chunks_of, conversations, splits
from graphmem.evaluation.extracted_statements import Read
from graphmem.evaluation.matching.matcher import (
    Agreement,
    MatcherModel,
    MatchResult,
    judge,
    shipped,
)
from graphmem.evaluation.matching.parsing import SceneReader
from graphmem.model.base import Frozen
from graphmem.model.parse import Parser
from graphmem.model.progress import Progress, silent

ALL = "all"
UNSEEN = "never trained on"
SEEN = "the others"


class ExtractionFigures(Frozen):
    """Counts of one kind of talk: how many stored statements are right, how many gold ones held.

    ``corrected`` is the precision without the matcher's known errors.
    """

    name: str
    turns: int
    stored: int
    right: int
    gold: int
    held: int
    corrected: float | None = None

    @property
    def precision(self) -> float | None:
        """Percent of the stored statements that are right."""
        return _percent(self.right, self.stored)

    @property
    def recall(self) -> float | None:
        """Percent of the gold statements that are held."""
        return _percent(self.held, self.gold)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


class Slice(Frozen):
    """Recall of gold statements of one type."""

    name: str
    gold: int
    held: int

    @property
    def recall(self) -> float | None:
        """Percent of them that are held."""
        return _percent(self.held, self.gold)


class Extraction(Frozen):
    """What a reader makes of a part of the corpus, and how far its judge agrees with people."""

    reader: str
    part: CorpusSplit
    conversations: int
    kinds: tuple[ExtractionFigures, ...]
    totals: tuple[ExtractionFigures, ...]
    recall: Mapping[str, tuple[Slice, ...]]
    reasons: Mapping[str, int]
    links: tuple[LinkFigures, ...]
    agreement: Mapping[str, Mapping[str, Agreement]]


class ExtractionTally:
    """Adds up conversations."""

    def __init__(self) -> None:
        self._rows: dict[str, Counter[str]] = {}
        self._slices: dict[str, dict[str, Counter[str]]] = {}
        self._reasons: Counter[str] = Counter()
        self.conversations = 0

    def add(self, conversation: GoldConversation, judged: MatchResult) -> None:
        """Count one conversation, with what was judged of all that is told of it."""
        self.conversations += 1
        row = self._rows.setdefault(conversation.header.kind, Counter())
        row["stored"] += len(judged.verdicts)
        row["right"] += sum(verdict.right for verdict in judged.verdicts)
        self._reasons.update(
            verdict.reason.value for verdict in judged.verdicts if verdict.reason is not None
        )
        for turn in conversation.turns:
            row["turns"] += 1
            for one in turn.statements:
                held = one.id in judged.held
                row["gold"] += 1
                row["held"] += held
                sorts = {"kind": one.kind, "modality": one.modality, "worth": str(one.worth)}
                for sort, name in sorts.items():
                    counter = self._slices.setdefault(sort, {}).setdefault(name, Counter())
                    counter["gold"] += 1
                    counter["held"] += held

    def rows(self) -> tuple[ExtractionFigures, ...]:
        """One row for each kind of talk, by name."""
        return tuple(_row(kind, [self._rows[kind]]) for kind in sorted(self._rows))

    def totals(self, trained: frozenset[str]) -> tuple[ExtractionFigures, ...]:
        """The whole; beside it the kinds that nothing is fitted on, where there are some."""
        unseen = [row for kind, row in self._rows.items() if kind not in trained]
        seen = [row for kind, row in self._rows.items() if kind in trained]
        whole = _row(ALL, [*seen, *unseen])
        if not unseen or not seen:
            return (whole,)
        return _row(UNSEEN, unseen), _row(SEEN, seen), whole

    def slices(self) -> Mapping[str, tuple[Slice, ...]]:
        """Recall by what the gold statements are, the most frequent sort first; worth upwards."""
        return {
            sort: tuple(
                Slice(name=name, gold=counter["gold"], held=counter["held"])
                for name, counter in sorted(
                    found.items(),
                    key=_by_name if sort == "worth" else _by_number,
                )
            )
            for sort, found in self._slices.items()
        }

    def reasons(self) -> Mapping[str, int]:
        """What is amiss with what is not right, the most frequent first."""
        return dict(self._reasons.most_common())


def measure(
    corpus: Path,
    part: CorpusSplit,
    read: Read,
    *,
    reader: str,
    parser: Parser,
    encoder: Encoder,
    progress: Progress = silent,
) -> Extraction:
    """Read a part of the corpus and judge what comes of it; raises `InputError` for none."""
    of = splits(corpus)
    talks = list(conversations(corpus, part))
    if not talks:
        raise InputError(
            f"{corpus} has no conversation of the part {part}.",
            next_step="Name the folder of the annotated corpus with --corpus.",
        )
    matcher = shipped()
    scenes = SceneReader(parser, encoder)
    counts, links = ExtractionTally(), LinkCounts()
    for number, conversation in enumerate(talks, start=1):
        told, linked = read(conversation, chunks_of(conversation))
        counts.add(conversation, judge(scenes.read(conversation, told), matcher))
        links.add(conversation, linked, {turn for one in told for turn in one.turns})
        progress("conversations", number, len(talks))
    trained = frozenset(
        name.partition("/")[0] for name, split in of.items() if split is CorpusSplit.TRAIN
    )
    return Extraction(
        reader=reader,
        part=part,
        conversations=counts.conversations,
        kinds=counts.rows(),
        totals=tuple(_corrected(row, matcher) for row in counts.totals(trained)),
        recall=counts.slices(),
        reasons=counts.reasons(),
        links=links.rows(),
        agreement=matcher.agreement,
    )


def table(rows: Iterable[ExtractionFigures]) -> list[tuple[str, ...]]:
    """The rows as people read them, with headings."""
    head = ("talk", "turns", "stored", "gold", "precision", "corrected", "recall", "F1")
    return [
        head,
        *(
            (
                row.name,
                f"{row.turns:,}",
                f"{row.stored:,}",
                f"{row.gold:,}",
                shown(row.precision),
                shown(row.corrected),
                shown(row.recall),
                shown(row.f1),
            )
            for row in rows
        ),
    ]


def shown(percent: float | None) -> str:
    """A percentage with one digit behind the point, a dash for none."""
    return "–" if percent is None else f"{percent:.1f}"


def _row(name: str, rows: Sequence[Counter[str]]) -> ExtractionFigures:
    added: Counter[str] = Counter()
    for row in rows:
        added.update(row)
    return ExtractionFigures(
        name=name,
        turns=added["turns"],
        stored=added["stored"],
        right=added["right"],
        gold=added["gold"],
        held=added["held"],
    )


def _corrected(row: ExtractionFigures, matcher: MatcherModel) -> ExtractionFigures:
    if row.precision is None:
        return row
    return row.model_copy(update={"corrected": round(matcher.errors.corrected(row.precision), 1)})


def _percent(part: int, whole: int) -> float | None:
    return 100.0 * part / whole if whole else None


def _by_name(item: tuple[str, Counter[str]]) -> tuple[int, str]:
    return 0, item[0]


def _by_number(item: tuple[str, Counter[str]]) -> tuple[int, str]:
    return -item[1]["gold"], item[0]
