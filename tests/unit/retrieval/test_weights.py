import json
import os
from pathlib import Path

import pytest

from graphmem.errors import SettingsError
from graphmem.model.search import FITTED, SearchWeights
from graphmem.retrieval.weights import conversation_digest, read_weights


def test_the_shipped_weights_are_the_fitted_ones_and_tell_their_origin() -> None:
    shipped = read_weights()
    assert len(FITTED) == 15
    assert any(getattr(shipped.weights, name) for name in FITTED)
    unfitted = set(SearchWeights.model_fields) - set(FITTED)
    assert all(getattr(shipped.weights, name) == 0 for name in unfitted)
    assert shipped.origin


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"origin": {"by": "me"}, "weights": {"meaning": 2.0}}))
    assert read_weights(path).weights == SearchWeights(meaning=2.0)


def test_a_file_that_is_written_again_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    for value in (2.0, 3.0, 4.25):
        path.write_text(json.dumps({"origin": {}, "weights": {"meaning": value}}))
        os.utime(path, ns=(0, int(value)))
        assert read_weights(path).weights == SearchWeights(meaning=value)
    assert read_weights(path) is read_weights(path)


@pytest.mark.parametrize("text", ["", "[]", '{"weights": {"magic": 1}}'])
def test_a_file_that_holds_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match=r"weights\.json"):
        read_weights(path)
    with pytest.raises(SettingsError):
        read_weights(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"origin": {}, "weights": {"magic": 1}}', "magic: there is no such field"),
        ('{"origin": {}, "weights": {"words": "much"}}', "words: input should be a valid number"),
        ("{}", "origin: it is missing; weights: it is missing"),
        ("{", r"it is not JSON \(line 1, column 2\)"),
        (None, "there is no such file"),
    ],
)
def test_the_reason_is_told_plainly(tmp_path: Path, text: str | None, reason: str) -> None:
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingsError, match=f"holds no weights: {reason}") as raised:
        read_weights(path)
    assert "validation error" not in raised.value.problem
    assert "pydantic" not in raised.value.problem
    assert "GRAPHMEM_WEIGHTS" in raised.value.next_step
    with pytest.raises(SettingsError) as raised:
        read_weights(path, named_by="--weights")
    assert "without --weights" in raised.value.next_step


def test_a_conversation_is_known_by_what_it_says() -> None:
    turns = [("D1:1", "Ana", "Hello"), ("D1:2", "Ben", "Hi")]
    assert conversation_digest(turns) == conversation_digest(reversed(turns))
    assert conversation_digest(turns) != conversation_digest(turns[:1])
    assert conversation_digest([("a", "b", "c")]) != conversation_digest([("ab", "", "c")])
