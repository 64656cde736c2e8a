"""The whole: determinism, the door, the sample."""

import json
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from itertools import groupby

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.admit import admit
from graphmem.extraction.rules import extract_by_rules
from graphmem.model.chunk import Chunk, ChunkTurn, Speaker
from graphmem.model.ids import uid
from tests.unit.extraction.rules.talk import chunk

NAMES = ("john-maria", "tim-john", "james-john", "dana-alex", "priya-owen", "sofia-assistant")


def _sessions(name: str) -> Iterator[Chunk]:
    text = (files("graphmem.sample") / f"{name}.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    people = tuple(
        Speaker(uid=f"person:{speaker}", name=speaker)
        for speaker in dict.fromkeys(row["speaker"] for row in rows)
    )
    for session_id, turns in groupby(rows, key=lambda row: row["session_id"]):
        yield Chunk(
            space="s",
            conversation_id=name,
            session_id=session_id,
            people=people,
            turns=tuple(
                ChunkTurn(
                    uid=uid("s", "turn", name, row["turn_id"]),
                    session_id=session_id,
                    dia_id=row["turn_id"],
                    speaker=row["speaker"],
                    speaker_uid=f"person:{row['speaker']}",
                    text=row["text"],
                    caption=row.get("caption"),
                    said_at=datetime.fromisoformat(row["said_at"]),
                )
                for row in turns
            ),
        )


def _roles(name: str) -> set[tuple[str, str, str, str]]:
    """Turn, entity, name and states of every role of a sample conversation."""
    found = set()
    for session in _sessions(name):
        for role in extract_by_rules(session, load_parser()).roles:
            states = " ".join(state.name for state in role.states)
            found.add((role.evidence[-1].turn_id, role.entity.name, role.name, states))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_door_lets_nearly_everything_of_the_sample_in(name: str) -> None:
    proposed = refused = 0
    for session in _sessions(name):
        found = extract_by_rules(session, load_parser())
        kept = admit(found, session, extracted_by="rules").workspace
        proposed += len(found.answers)
        refused += len(found.answers) - len(kept.answers)
    assert refused <= 0.01 * proposed


def test_john_is_the_man_of_the_example() -> None:
    assert ("D4:7", "job", "software_engineer", "works_at_TechCorp") in _roles("john-maria")
    assert ("D2:8", "relationship", "dating", "dating_Sarah") in _roles("john-maria")
    assert ("D4:9", "job", "senior_position", "promoted") in _roles("john-maria")
    assert ("D2:3", "job", "team_lead", "") in _roles("tim-john")
    roles = _roles("james-john")
    assert ("D1:4", "job", "startup_founder", "left_job") in roles
    assert ("D8:2", "relationship", "married", "married_to_Lisa") in roles
    assert ("D4:2", "home", "resident", "lives_in_Austin") in roles


def test_the_same_chunk_gives_the_same_proposals() -> None:
    given = chunk("Ana: My sister Nina sold the van.", "Bo: Did you like the van?", "Ana: Yes.")
    parse = load_parser()
    first = extract_by_rules(given, parse)
    parse(["Something else altogether."])
    assert extract_by_rules(given, parse) == first


def test_an_empty_turn_is_no_trouble() -> None:
    assert extract_by_rules(chunk("Ana: …", "Bo:  "), load_parser()).answers == ()
