"""What readers tell of a conversation, in the shape that is judged."""

from datetime import datetime
from pathlib import Path

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.evaluation.annotated import Split, chunks_of, conversations
from graphmem.evaluation.corpus import Interval, Modality
from graphmem.evaluation.told import Told, by_networks
from graphmem.settings import load_settings
from tests.unit.evaluation.gold import conversation, corpus


def encoder() -> OnnxEncoder:
    return make_token_encoder(load_settings())


@pytest.fixture
def told(tmp_path: Path) -> dict[str, Told]:
    talk = conversation(tmp_path)
    read = by_networks(load_parser(), encoder)
    return {one.text: one for one in read(talk, chunks_of(talk)).told}


def test_networks_tell_who_did_what_and_when(told: dict[str, Told]) -> None:
    planted = told["Ana planted forty tulips behind the shed on 3 March 2025."]
    assert planted.subjects == ("ana",)
    assert planted.interval == Interval(datetime(2025, 3, 3), datetime(2025, 3, 4))
    assert planted.turns == ("1:1",)
    assert planted.quotes[0].text == "I planted forty tulips behind the shed yesterday"
    assert not planted.negative
    assert not planted.open


def test_a_denial_is_negative_and_actual(told: dict[str, Told]) -> None:
    (denied,) = [one for one in told.values() if one.subjects == ("bo",)]
    assert denied.negative
    assert denied.modality is Modality.ACTUAL


def test_only_conversations_of_the_part_are_read(tmp_path: Path) -> None:
    folder = corpus(tmp_path, part="test")
    assert [talk.header.id for talk in conversations(folder, Split.TEST)] == ["tulips"]
    assert list(conversations(folder, Split.TRAIN, Split.DEVELOPMENT)) == []


def test_a_folder_without_parts_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"splits\.json names no parts"):
        list(conversations(tmp_path / "nowhere", Split.TEST))
