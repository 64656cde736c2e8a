"""The pairs of statements for training: every line is whole, none twice, none of a test kind."""

import json
from collections import Counter
from pathlib import Path

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.corpus_parts import CorpusSplit, splits
from training.change_pairs import FOLDER, PairLink, change_pairs
from training.talk import CORPUS


def test_every_line_is_read_and_half_of_them_are_linked() -> None:
    links = Counter(one.link for one in change_pairs())
    assert set(links) == set(PairLink)
    assert 0.45 < links[PairLink.NONE] / links.total() < 0.55


def test_no_pair_stands_twice() -> None:
    said = Counter((one.earlier.text, one.later.text) for one in change_pairs())
    assert [texts for texts, count in said.items() if count > 1] == []


def test_none_is_of_a_kind_that_is_kept_for_the_test() -> None:
    fitted, kept = (
        {name.partition("/")[0] for name, part in splits(CORPUS).items() if part is one}
        for one in (CorpusSplit.TRAIN, CorpusSplit.TEST)
    )
    assert kept - fitted
    assert {one.kind for one in change_pairs()}.isdisjoint(kept - fitted)


@pytest.mark.parametrize("fault", [{"quote": "never said"}, {"at": "2030-01-01T10:00"}])
def test_a_quote_that_does_not_stand_and_a_wrong_order_are_told(
    tmp_path: Path, fault: dict[str, str]
) -> None:
    line = json.loads((FOLDER / "a.jsonl").read_text(encoding="utf-8").splitlines()[0])
    line["earlier"] |= fault
    (tmp_path / "x.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(InputError):
        list(change_pairs(tmp_path))
