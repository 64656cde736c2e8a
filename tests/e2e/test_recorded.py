"""Runs of questions through a model, played by a person: what leaves is what was judged right."""

from pathlib import Path

import pytest

from benchmarks.by_hand import CORPUS, RECORDED, again
from benchmarks.replays import RecordedQuestion, read_recorded, replays
from graphmem.evaluation.corpus import read_conversation
from graphmem.testing import LoopbackModel
from tests.conftest import OpenMemory
from tests.e2e.models import settings_for

pytest.importorskip("litellm")

pytestmark = pytest.mark.long

FOLDERS = sorted({file.parent for file in RECORDED.glob("*/*/*.json")})
_MOST_LOST = 0.03  # of the answers that are right, the share that may be withheld
_LEAST_RIGHT = 0.9


def told(question: RecordedQuestion) -> tuple[str, ...]:
    return (question.id, question.status.value, question.text, *question.withheld)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_recorded_run_comes_to_the_same(folder: Path, open_memory: OpenMemory) -> None:
    talk = read_conversation(CORPUS / folder.relative_to(RECORDED))
    kept = read_recorded(folder)
    memory = open_memory()
    memory.ingest(talk.conversation())
    with LoopbackModel(replays(kept)) as server:
        asking = open_memory(memory.space, **settings_for(server))
        now = [again(asking, talk, one) for one in kept]
    assert [told(one) for one in now] == [told(one) for one in kept]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_is_right_is_not_withheld(folder: Path) -> None:
    kept = read_recorded(folder)
    judged = [one for one in kept if one.right is not None]
    assert sum(bool(one.right) for one in judged) >= _LEAST_RIGHT * len(judged)
    right = [one for one in kept if one.model_right]
    assert sum(one.right is False for one in right) <= _MOST_LOST * len(right)
