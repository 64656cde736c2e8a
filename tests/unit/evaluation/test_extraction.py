"""Counts of an extraction, worked out by hand on a made-up conversation."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.evaluation.changes import Linked
from graphmem.evaluation.corpus import GoldConversation, Modality
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.extracted_statements import ExtractedStatement, Quoted, Telling
from graphmem.evaluation.extraction import Extraction, ExtractionTally, measure, table
from graphmem.evaluation.matching.matcher import MatchResult, MatchVerdict, Reason
from graphmem.model.chunk import Chunk
from graphmem.settings import load_settings
from graphmem.tools.changes import ChangeKind
from tests.unit.evaluation.gold import conversation, corpus

WISH = ExtractedStatement(
    text="Rui wants to paint the green shed.",
    subjects=("rui",),
    modality=Modality.PLANNED,
    quotes=(Quoted(turn="1:1", text="Rui wants to paint it"),),
)
VAGUE = ExtractedStatement(
    text="She does not like them.",
    negative=True,
    quotes=(Quoted(turn="1:3", text="I don't like tulips"),),
)


def counted(folder: Path) -> ExtractionTally:
    counts = ExtractionTally()
    judged = MatchResult(
        (
            MatchVerdict(True, None),
            MatchVerdict(False, Reason.TIME),
            MatchVerdict(False, Reason.TIME),
        ),
        frozenset({"1:1a", "1:3a"}),
    )
    counts.add(conversation(folder), judged)
    return counts


def test_precision_is_of_what_is_stored_and_recall_of_gold(tmp_path: Path) -> None:
    (row,) = counted(tmp_path).rows()
    assert (row.name, row.turns, row.stored, row.gold) == ("club", 3, 3, 3)
    assert row.precision == pytest.approx(100 / 3)
    assert row.recall == pytest.approx(200 / 3)
    assert row.f1 == pytest.approx(400 / 9)


def test_recall_is_told_by_kind_modality_and_worth(tmp_path: Path) -> None:
    slices = counted(tmp_path).slices()
    assert {one.name: one.recall for one in slices["kind"]} == {
        "event": 100.0,
        "plan": 0.0,
        "preference": 100.0,
    }
    assert [(one.name, one.gold, one.held) for one in slices["modality"]] == [
        ("actual", 2, 2),
        ("planned", 1, 0),
    ]
    assert [(one.name, one.recall) for one in slices["worth"]] == [("1", 100.0), ("2", 0.0)]


def test_reasons_are_counted(tmp_path: Path) -> None:
    assert counted(tmp_path).reasons() == {"time": 2}


def test_kinds_that_nothing_is_fitted_on_stand_apart(tmp_path: Path) -> None:
    counts = counted(tmp_path / "one")
    talk = conversation(tmp_path / "two")
    header = talk.header.model_copy(update={"kind": "trade"})
    counts.add(talk._replace(header=header), MatchResult((), frozenset()))
    rows = {row.name: row for row in counts.totals(frozenset({"club"}))}
    assert rows["never trained on"].held == 0
    assert rows["the others"].held == 2
    assert (rows["all"].gold, rows["all"].held) == (6, 2)
    assert [row.name for row in counts.totals(frozenset({"club", "trade"}))] == ["all"]


def test_nothing_stored_has_no_precision(tmp_path: Path) -> None:
    counts = ExtractionTally()
    counts.add(conversation(tmp_path), MatchResult((), frozenset()))
    (row,) = counts.rows()
    assert (row.precision, row.recall, row.f1) == (None, 0.0, None)
    assert table([row])[1][4:] == ("–", "–", "0.0", "–")


def measured(folder: Path, *told: ExtractedStatement, links: tuple[Linked, ...] = ()) -> Extraction:
    def read(_: GoldConversation, chunks: Sequence[Chunk]) -> Telling:
        assert [turn.dia_id for chunk in chunks for turn in chunk.turns] == ["1:1", "1:2", "1:3"]
        return Telling(told, links)

    return measure(
        folder,
        CorpusSplit.DEVELOPMENT,
        read,
        reader="by hand",
        parser=load_parser(),
        encoder=make_encoder(load_settings()),
    )


def test_any_reader_is_measured_without_a_database(tmp_path: Path) -> None:
    found = measured(corpus(tmp_path), WISH, VAGUE)
    (row,) = found.kinds
    assert (row.stored, row.right, row.gold, row.held) == (2, 1, 3, 1)
    assert found.reasons == {"does not stand alone": 1}
    assert found.totals[0].corrected is not None
    assert found.agreement.keys() == {"right", "held"}


def test_a_part_without_conversations_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no conversation of the part development"):
        measured(corpus(tmp_path, part="train"), WISH)


def test_links_are_counted_beside_what_is_told(tmp_path: Path) -> None:
    wrong = Linked(ChangeKind.SUPERSEDES, "1:3", "1:1")
    found = measured(corpus(tmp_path), WISH, links=(wrong,))
    rows = {row.name: row for row in found.links}
    assert (rows["supersedes"].stored, rows["supersedes"].right) == (1, 0)
    assert rows["corrects"].stored == 0
