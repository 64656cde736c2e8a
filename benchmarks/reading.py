"""Answers to the questions of the annotated corpus, with and without the reader.

    python -m benchmarks.reading [--part development]

Each question is asked within its conversation, by rules alone and with the reader. For each it
prints, and writes into ``reading.json``: the share of the questions with an answer that get one,
token F1 over all of these, the share whose evidence is cited, and of the questions to be refused
the share that is, by the reason.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphmem.answering.settings import AnswerSettings
from graphmem.evaluation import corpus_parts
from graphmem.evaluation.corpus import Expected, GoldConversation, GoldQuestion
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.metrics import token_f1
from graphmem.memory import Memory
from graphmem.model.answer import Answer, Status
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

LATEST = Path(__file__).with_suffix(".json")
CORPUS = Path(__file__).parents[1] / "corpus"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument(
        "--part", type=CorpusSplit, choices=list(CorpusSplit), default=CorpusSplit.DEVELOPMENT
    )
    part: CorpusSplit = parser.parse_args().part
    talks = list(corpus_parts.conversations(CORPUS, part))
    with tempfile.TemporaryDirectory(prefix="graphmem-reading-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            with Memory(settings) as memory:
                memory.ingest(*(talk.conversation() for talk in talks))
                found = {
                    name: figures(ask_all(memory, talks, AnswerSettings(reader=reader)))
                    for name, reader in (("rules", False), ("reader", True))
                }
        finally:
            EmbeddedServer(settings).stop(force=True)
    held = json.loads(LATEST.read_text(encoding="utf-8")) if LATEST.exists() else {}
    written = json.dumps(held | {part.value: found}, indent=2)
    LATEST.write_text(written + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))


def ask_all(
    memory: Memory, talks: Sequence[GoldConversation], settings: AnswerSettings
) -> Iterator[tuple[GoldQuestion, Answer]]:
    for talk in talks:
        for question in talk.questions:
            yield (
                question,
                memory.ask(
                    question.question,
                    conversation=talk.header.id,
                    now=question.asked_at,
                    settings=settings,
                ),
            )


def figures(asked: Iterator[tuple[GoldQuestion, Answer]]) -> dict[str, float]:
    """In percent."""
    found: dict[str, list[float]] = defaultdict(list)
    for question, answer in asked:
        answered = answer.status is Status.ANSWERED
        if question.status is Expected.ANSWERED:
            found["answered"].append(answered)
            found["f1"].append(token_f1(answer.text, question.answer or "") if answered else 0.0)
            cited = {turn.split("/", 1)[-1] for turn in answer.evidence_turn_ids}
            found["cited"].append(answered and not cited.isdisjoint(question.evidence))
        elif question.why is not None:
            refused = answer.status is Status.ABSTAINED
            found["refused"].append(refused)
            found[f"refused {question.why.value}"].append(refused)
    return {name: round(100.0 * sum(ones) / len(ones), 1) for name, ones in sorted(found.items())}


if __name__ == "__main__":
    main()
