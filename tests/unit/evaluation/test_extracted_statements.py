"""What readers tell of a conversation, in the shape that is judged."""

from datetime import datetime
from pathlib import Path

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.evaluation.corpus import HalfOpenInterval, Modality
from graphmem.evaluation.corpus_parts import CorpusSplit, chunks_of, conversations
from graphmem.evaluation.extracted_statements import (
    ExtractedStatement,
    Quoted,
    by_networks,
    told_in,
)
from graphmem.model.memory import KnownEntity, KnownPerson, KnownStatement, Snapshot
from graphmem.model.workspace import EntityType, Kind, Network, Polarity
from graphmem.model.workspace import Modality as StoredModality
from graphmem.settings import load_settings
from tests.unit.evaluation.gold import conversation, corpus


def encoder() -> OnnxEncoder:
    return make_token_encoder(load_settings())


@pytest.fixture
def told(tmp_path: Path) -> dict[str, ExtractedStatement]:
    talk = conversation(tmp_path)
    read = by_networks(load_parser(), encoder)
    return {one.text: one for one in read(talk, chunks_of(talk)).told}


def test_networks_tell_who_did_what_and_when(told: dict[str, ExtractedStatement]) -> None:
    planted = told["Ana planted forty tulips behind the shed on 3 March 2025."]
    assert planted.subjects == ("ana",)
    assert planted.interval == HalfOpenInterval(datetime(2025, 3, 3), datetime(2025, 3, 4))
    assert planted.turns == ("1:1",)
    assert planted.quotes[0].text == "I planted forty tulips behind the shed yesterday"
    assert not planted.negative
    assert not planted.open


def test_a_denial_is_negative_and_actual(told: dict[str, ExtractedStatement]) -> None:
    (denied,) = [one for one in told.values() if one.subjects == ("bo",)]
    assert denied.negative
    assert denied.modality is Modality.ACTUAL


def test_only_conversations_of_the_part_are_read(tmp_path: Path) -> None:
    folder = corpus(tmp_path, part="test")
    assert [talk.header.id for talk in conversations(folder, CorpusSplit.TEST)] == ["tulips"]
    assert list(conversations(folder, CorpusSplit.TRAIN, CorpusSplit.DEVELOPMENT)) == []


def test_a_folder_without_parts_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"splits\.json names no parts"):
        list(conversations(tmp_path / "nowhere", CorpusSplit.TEST))


def known(**given: object) -> KnownStatement:
    fields = {
        "uid": "s1",
        "conversation_id": "tulips",
        "session_id": "S1",
        "speaker_uid": "p1",
        "subject_uid": "p1",
        "text": "Ana planted forty tulips behind the shed.",
        "predicate": "plant",
        "object": "forty tulips",
        "kind": Kind.EVENT,
        "network": Network.WORLD,
        "polarity": Polarity.NEGATIVE,
        "modality": StoredModality.DENIED,
        "interval": None,
        "said_at": datetime(2025, 3, 4, 18),
        "turn_ids": ("1:1",),
        "quote": "I planted forty tulips",
        "names": (),
        "confidence": 1.0,
    }
    return KnownStatement(**{**fields, **given})  # type: ignore[arg-type]


def test_a_memory_tells_what_it_holds(tmp_path: Path) -> None:
    thing = KnownEntity(
        uid="e1",
        conversation_id="tulips",
        session_id="S1",
        key="rui",
        name="Rui",
        type=EntityType.PERSON,
        aliases=(),
        owner_uid="p1",
        proper=True,
        mentioned_by=(),
        mention_turns=(),
        first_said_at=datetime(2025, 3, 4),
        last_said_at=datetime(2025, 3, 4),
    )
    stored = Snapshot(
        space="space",
        people=(KnownPerson("p1", "Ana", ("Ana",), None, ("tulips",)),),
        entities=(thing,),
        roles=(known(subject_uid="e1", text="Rui is Ana's friend."),),
        answers=(known(), known(subject_uid="nobody", text="It rained.")),
    )
    planted, rained, rui = told_in(stored, conversation(tmp_path))
    assert planted == ExtractedStatement(
        text="Ana planted forty tulips behind the shed.",
        subjects=("ana",),
        negative=True,
        modality=Modality.ACTUAL,
        quotes=(Quoted(turn="1:1", text="I planted forty tulips"),),
    )
    assert (rained.subjects, rui.subjects) == ((), ("rui",))
