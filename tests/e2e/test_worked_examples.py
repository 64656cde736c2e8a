"""The worked examples of the source documents, held against the talk that they come from."""

import json
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import Ingested

EXAMPLES = ROOT.parent / "shared" / "eval" / "worked-examples.json"

pytestmark = pytest.mark.locomo


def examples() -> list[Any]:
    if not EXAMPLES.is_file():
        return []
    held = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return [
        pytest.param(held["conversation"], example, id=f"example-{number}")
        for number, example in enumerate(held["examples"])
    ]


@pytest.mark.parametrize(("conversation", "example"), examples())
def test_example(dev: Ingested, conversation: str, example: dict[str, Any]) -> None:
    answer = dev.memory.ask(example["question"], conversation=conversation)
    status = answer.status.value
    if example["status"] == "answered_or_abstained":
        assert status in ("answered", "abstained")
    else:
        assert status == example["status"], answer.text
    if status == "answered":
        said = answer.text.lower()
        for part in example.get("answer_contains", ()):
            assert part.lower() in said
        wanted = example.get("answer_contains_any", ())
        assert not wanted or any(part.lower() in said for part in wanted), answer.text
        for part in example.get("answer_lacks", ()):
            assert part.lower() not in said
    for name in example.get("reason_names", ()):
        assert name in (answer.reason or ""), answer.reason
    cited = {item.dia_id for item in answer.evidence}
    any_of = set(example.get("evidence_any", ()))
    assert not any_of or cited & any_of, cited
    assert set(example.get("evidence_all", ())) <= cited
