"""Annotated talk made by hand, as small as a test needs it."""

from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.evaluation.corpus import (
    GoldConversation,
    GoldEntity,
    GoldHeader,
    GoldPerson,
    GoldQuestion,
    GoldStatement,
    GoldTurn,
)

AT = datetime(2025, 3, 4, 18, 22)


def statement(uid: str = "1:1a", **fields: Any) -> GoldStatement:
    """A statement of the first turn."""
    told = {
        "subject": "rui",
        "predicate": "lend",
        "object": "his tiller",
        "text": "Rui will lend Bo his tiller.",
        "kind": "commitment",
        "quote": "he'll lend us his tiller",
        "worth": 2,
    }
    return GoldStatement.model_validate({"id": uid, **told, **fields})


def turn(
    uid: str = "1:1", text: str = "Rui says he'll lend us his tiller", **fields: Any
) -> GoldTurn:
    """A turn of Inês."""
    return GoldTurn.model_validate({"id": uid, "speaker": "ines", "at": AT, "text": text, **fields})


def conversation(*turns: GoldTurn, **fields: Any) -> GoldConversation:
    """A conversation of one session, of Inês and Bo about Rui and his tiller."""
    entities = {
        "rui": GoldEntity.model_validate({"name": "Rui", "type": "person", "proper": True}),
        "tiller": GoldEntity.model_validate({"name": "tiller", "type": "thing", "owner": "rui"}),
    }
    questions = [
        GoldQuestion.model_validate(
            {
                "id": "q1",
                "question": "Who lends a tiller?",
                "kind": "one_turn",
                "wants": "person",
                "status": "answered",
                "answer": "Rui",
                "evidence": ["1:1"],
            }
            | fields
        )
    ]
    return GoldConversation(
        folder=Path("corpus/club/plot"),
        header=GoldHeader(
            id="plot",
            kind="club",
            title="A plot",
            people={
                "ines": GoldPerson(name="Inês Faria", speaker="Inês"),
                "bo": GoldPerson(name="Bo", speaker="Bo"),
            },
            entities=entities,
        ),
        sessions=(turns,),
        questions=tuple(questions),
    )
