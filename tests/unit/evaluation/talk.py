"""Small label files in the official formats, all of it invented."""

import json
from pathlib import Path
from typing import Any


def turn(speaker: str, dia_id: str, text: str) -> dict[str, Any]:
    return {"speaker": speaker, "dia_id": dia_id, "text": text}


def qa(question: str, category: int, evidence: list[str], answer: Any = "figs") -> dict[str, Any]:
    key = "adversarial_answer" if category == 5 else "answer"
    return {"question": question, "category": category, "evidence": evidence, key: answer}


def locomo_record(name: str = "conv-1", **given: Any) -> dict[str, Any]:
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                turn("Ana", "D1:1", "My figs are ripe at last."),
                turn("Ben", "D1:2", "Mine fell to the wasps."),
            ],
            "session_2_date_time": "2:10 pm on 9 May, 2023",
            "session_2": [turn("Ana", "D2:1", "I baked a fig cake with walnuts.")],
        },
        "qa": [
            qa("What does Ana grow?", 4, ["D1:1"]),
            qa("What did Ana do with figs?", 1, ["D:1:1; D2:01"], "grow them, bake a cake"),
            qa("When did Ana bake?", 2, ["D2:1", "D9:9"], 2023),
            qa("Would Ana like jam?", 3, ["D"], "Yes; she likes figs"),
            qa("What cake did Ben bake?", 5, ["D2:1"], "a fig cake"),
        ],
    } | given


def written(folder: Path, *records: dict[str, Any]) -> Path:
    file = folder / "labels.json"
    file.write_text(json.dumps(list(records)), encoding="utf-8")
    return file


def haystack(name: str = "q-1", **given: Any) -> dict[str, Any]:
    return {
        "question_id": name,
        "question_type": "single-session-user",
        "question": "What does the user grow?",
        "answer": 7,
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["answer_1f", "ultra_22"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 23:59"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "My figs are ripe.", "has_answer": True},
                {"role": "assistant", "content": "Lovely.", "has_answer": False},
            ],
            [{"role": "user", "content": "How do I prune?"}],
        ],
        "answer_session_ids": ["answer_1f"],
    } | given
