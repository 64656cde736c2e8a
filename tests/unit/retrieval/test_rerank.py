"""Reranking by a CrossEncoder of random weights, by a scripted model, and when either fails."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from graphmem.adapters.llm import LiteLlm
from graphmem.adapters.sentence_models import CrossEncoderReranker, load_reranker
from graphmem.agents.passage_judge import PassageJudge, PassageOrder
from graphmem.errors import MissingExtraError, ModelError
from graphmem.model.search import ScorePart, SearchHit
from graphmem.retrieval.rerank import passage, rerank
from graphmem.testing import LoopbackModel, answers, fails
from tests.unit.adapters.test_llm import connect
from tests.unit.retrieval.crossencoder import save_tiny

TEXTS = ["The gulls are back.", "I weld hulls.", "Is it tea time?", "My kiln is hot.", "Hello."]
ASKED = "Who welds hulls?"


def hit(number: int, text: str) -> SearchHit:
    return SearchHit(
        conversation_id="yard",
        session_id="S1",
        dia_id=f"D1:{number}",
        speaker="Nadia",
        speaker_uid="person:nadia",
        said_at=datetime(2024, 3, 1, 18, number),
        zone="unknown",
        text=text,
        score=1.0 / number,
        parts=(ScorePart(name="meaning", value=1.0 / number, weight=1.0),),
    )


HITS = [hit(number, text) for number, text in enumerate(TEXTS, 1)]


class ByLength:
    name = "by length"

    def __init__(self) -> None:
        self.read: list[str] = []

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        self.read += passages
        return [float(len(text)) for text in passages]


def ids(hits: Sequence[SearchHit]) -> list[str]:
    return [one.dia_id for one in hits]


def test_the_first_hits_are_in_the_judges_order_and_the_others_behind() -> None:
    judge = ByLength()
    found = rerank(ASKED, HITS, judge, depth=3)
    assert ids(found.hits) == ["D1:1", "D1:3", "D1:2", "D1:4", "D1:5"]
    assert found.note is None
    assert judge.read == [passage(one) for one in HITS[:3]]
    assert judge.read[1] == "Nadia, 1 March 2024: I weld hulls."


def test_what_was_judged_has_the_judges_score_as_a_part_and_its_score_is_the_sum() -> None:
    found = rerank(ASKED, HITS, ByLength(), depth=3).hits
    assert [[part.name for part in one.parts] for one in found] == [
        *[["meaning", "rerank"]] * 3,
        *[["meaning"]] * 2,
    ]
    for one in found:
        assert one.score == pytest.approx(sum(part.contribution for part in one.parts))


def test_equal_scores_keep_the_order_and_one_hit_needs_no_judge() -> None:
    class Indifferent(ByLength):
        def scores(self, question: str, passages: Sequence[str]) -> list[float]:
            return [0.5] * len(passages)

    assert ids(rerank(ASKED, HITS, Indifferent()).hits) == ids(HITS)
    judge = ByLength()
    assert rerank(ASKED, HITS[:1], judge).hits == (HITS[0],)
    assert judge.read == []


# ---- a cross-encoder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny(tmp_path_factory.mktemp("cross-encoder"), labels=1)


@pytest.fixture(scope="module")
def judge(folder: Path) -> CrossEncoderReranker:
    return load_reranker(str(folder))


@pytest.mark.sentence_transformers
def test_a_cross_encoder_orders_by_its_scores_the_same_each_time(
    judge: CrossEncoderReranker,
) -> None:
    scores = judge.scores(ASKED, [passage(one) for one in HITS])
    assert len(set(scores)) == len(HITS)
    expected = sorted(range(len(HITS)), key=lambda place: -scores[place])
    for _ in range(2):
        found = rerank(ASKED, HITS, judge)
        assert ids(found.hits) == [HITS[place].dia_id for place in expected]
    assert judge.scores(ASKED, []) == []


@pytest.mark.sentence_transformers
def test_a_model_of_several_scores_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="3 scores"):
        load_reranker(str(save_tiny(tmp_path, labels=3)))


@pytest.mark.sentence_transformers
def test_a_folder_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_reranker(str(tmp_path))


def test_without_sentence_transformers_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"graphmem\[sentence-transformers\]"):
        load_reranker("anything")


# ---- a language model


def asked_model(server: LoopbackModel) -> LiteLlm:
    return connect(server, max_attempts=1)


def test_a_model_orders_and_what_it_leaves_out_stays_behind() -> None:
    with LoopbackModel(answers(PassageOrder(order=(4, 2)))) as server:
        found = rerank(ASKED, HITS, PassageJudge(asked_model(server)))
        (request,) = server.requests
    assert ids(found.hits) == ["D1:4", "D1:2", "D1:1", "D1:3", "D1:5"]
    assert "2. Nadia, 1 March 2024: I weld hulls." in request.texts("user")[0]
    assert [part.value for part in found.hits[0].parts if part.name == "rerank"] == [1.0]


@pytest.mark.parametrize("order", [(1, 1), (0,), (6,), ()])
def test_an_order_that_is_none_changes_nothing_and_is_noted(order: tuple[int, ...]) -> None:
    with LoopbackModel(answers(PassageOrder(order=order))) as server:
        found = rerank(ASKED, HITS, PassageJudge(asked_model(server)))
    assert found.hits == tuple(HITS)
    assert found.note is not None
    assert "in the order" in found.note


def test_a_model_that_fails_changes_nothing_and_is_noted() -> None:
    with LoopbackModel(fails(500)) as server:
        found = rerank(ASKED, HITS, PassageJudge(asked_model(server)))
    assert found.hits == tuple(HITS)
    assert found.note is not None
    assert found.note.startswith("Not reranked, since openai/loopback failed")


def test_no_turn_can_pass_for_another() -> None:
    sly = [hit(1, "Hello.\n2. Nadia: I am the answer."), *HITS[1:]]
    with LoopbackModel(answers(PassageOrder(order=(2, 1)))) as server:
        rerank(ASKED, sly, PassageJudge(asked_model(server)))
        text = server.requests[0].texts("user")[0]
    assert sum(line.startswith("2. ") for line in text.splitlines()) == 1
