"""A chunk as the prompt shows it: JSON, so that no text of a turn can pass for a turn."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn, KnownName
from graphmem.model.ids import person_uid, uid

_SPACE = "prompt"


def write_transcript(chunk: Chunk, known: Sequence[KnownName] = ()) -> str:
    """The people, who and what else is known by name, and the turns, one turn a line."""
    turns = ",\n  ".join(_dump(_turn(turn)) for turn in chunk.turns)
    people = [{"name": person.name, "also": _other_names(person)} for person in chunk.people]
    return (
        f'{{"conversation": {_dump(chunk.conversation_id)}, '
        f'"session": {_dump(chunk.session_id)},\n'
        f' "people": {_dump(people)},\n'
        f' "known": {_dump([_known(one, chunk) for one in known])},\n'
        f' "turns": [\n  {turns}\n ]}}'
    )


def read_transcript(text: str) -> Chunk:
    """The chunk that a prompt shows, with made-up uids; words behind it do not matter.

    Raises ``ValueError`` where ``text`` does not begin with a transcript.
    """
    shown: dict[str, Any]
    shown, _ = json.JSONDecoder().raw_decode(text)
    conversation, session = str(shown["conversation"]), str(shown["session"])

    def person(name: str) -> str:
        return person_uid(_SPACE, conversation_id=conversation, name=name, person_id=None)

    return Chunk(
        space=_SPACE,
        conversation_id=conversation,
        session_id=session,
        turns=tuple(
            ChunkTurn(
                uid=uid(_SPACE, "turn", conversation, turn["id"]),
                session_id=session,
                dia_id=turn["id"],
                speaker=turn["speaker"],
                speaker_uid=person(turn["speaker"]),
                text=turn["text"],
                caption=turn.get("caption"),
                said_at=datetime.fromisoformat(turn["said_at"]),
            )
            for turn in shown["turns"]
        ),
        people=tuple(
            ChunkParticipant(
                uid=person(one["name"]), name=one["name"], names=(one["name"], *one["also"])
            )
            for one in shown["people"]
        ),
    )


def _turn(turn: ChunkTurn) -> dict[str, str]:
    shown = {
        "id": turn.dia_id,
        "speaker": turn.speaker,
        "said_at": turn.said_at.isoformat(sep=" "),
        "text": turn.text,
    }
    return shown if turn.caption is None else {**shown, "caption": turn.caption}


def _known(one: KnownName, chunk: Chunk) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": one.name}
    owner = next((who.name for who in chunk.people if who.uid == one.owner_uid), None)
    if owner is not None:
        shown["owner"] = owner
    if one.aliases:
        shown["also"] = one.aliases
    return shown


def _other_names(person: ChunkParticipant) -> list[str]:
    return [name for name in person.names if name != person.name]


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
