"""Fifty spaces in one database: ``python -m benchmarks.isolation LOCOMO.json [--spaces 50]``.

Every space holds one conversation, whose two people are called the same everywhere. First each
conversation is measured in a database that holds it alone, then in the full one; then questions
that belong to another space, and to another conversation of the same space, are asked. Prints JSON;
``isolation.json`` holds the last run.
"""

import argparse
import json
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.evaluation.metrics import recall
from graphmem.evaluation.readers.locomo import locomo_cases
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.search import SearchHit
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings

_NAMES = ("Ana", "Ben")
_FOREIGN = 1_000
_SEED = 7


class Asked(NamedTuple):
    """A question and the ``dia_id`` of its evidence."""

    text: str
    evidence: tuple[str, ...]


class Talk(NamedTuple):
    """A conversation between Ana and Ben, and its questions."""

    conversation: Conversation
    questions: tuple[Asked, ...]


class RememberingEncoder:
    """Encodes every text once: the same turns are recorded in ten spaces."""

    def __init__(self, encoder: Encoder) -> None:
        self.model, self.dimension = encoder.model, encoder.dimension
        self._encoder = encoder
        self._known: dict[str, list[float]] = {}

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in order."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._encoder.encode(new), strict=True)
        return [self._known[text] for text in texts]


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("file", type=Path)
    options.add_argument("--spaces", type=int, default=50)
    given = options.parse_args()
    talks = list(renamed(given.file))
    with tempfile.TemporaryDirectory(prefix="graphmem-isolation-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        encoder = RememberingEncoder(make_encoder(settings))
        try:
            print(json.dumps(run(settings, encoder, talks, spaces=given.spaces), indent=1))
        finally:
            EmbeddedServer(settings).stop(force=True)


def renamed(file: Path) -> Iterator[Talk]:
    """The conversations of a LoCoMo file, each between Ana and Ben."""
    (batch,) = locomo_cases(file)
    for talk in batch.conversations:
        speakers = dict.fromkeys(turn.speaker for part in talk.sessions for turn in part.turns)
        names = dict(zip(speakers, _NAMES, strict=True))
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")

        def told(
            text: str, pattern: re.Pattern[str] = pattern, names: dict[str, str] = names
        ) -> str:
            return pattern.sub(lambda match: names[match[0]], text)

        sessions = tuple(
            part.model_copy(
                update={
                    "turns": tuple(
                        turn.model_copy(
                            update={"speaker": names[turn.speaker], "text": told(turn.text)}
                        )
                        for turn in part.turns
                    )
                }
            )
            for part in talk.sessions
        )
        yield Talk(
            talk.model_copy(update={"sessions": sessions}),
            tuple(
                Asked(
                    told(case.query.question),
                    tuple(turn.split("/", 1)[1] for turn in case.gold.evidence),
                )
                for case in batch.cases
                if case.query.conversation == talk.conversation_id
                and case.gold.evidence
                and not case.gold.adversarial
            ),
        )


def run(
    settings: Settings, encoder: Encoder, talks: Sequence[Talk], *, spaces: int
) -> dict[str, object]:
    """Recall alone and together, in percent, and how many foreign turns came back."""
    alone = []
    for talk in talks:
        with _opened(settings, encoder, "alone") as memory:
            memory.ingest(talk.conversation)
            alone.append(_recall(memory, talk))
            memory.delete_space()
    held = list(islice(cycle(enumerate(talks)), spaces))
    for number, (_, talk) in enumerate(held):
        with _opened(settings, encoder, f"space-{number}") as memory:
            memory.ingest(_of_space(talk, number))
    differences, together = [], []
    for number, (which, talk) in enumerate(held):
        with _opened(settings, encoder, f"space-{number}") as memory:
            together.append(_recall(memory, talk))
            differences.append(together[-1] - alone[which])
    asked, foreign = _foreign(settings, encoder, held)
    return {
        "spaces": spaces,
        "recall@10_alone": [round(value, 2) for value in alone],
        "recall@10_together": round(fmean(together), 2),
        "largest_difference": round(max(map(abs, differences)), 3),
        "foreign_questions": asked,
        "foreign_turns": foreign,
        **_other_conversations(settings, encoder, talks),
    }


def _foreign(
    settings: Settings, encoder: Encoder, held: Sequence[tuple[int, Talk]]
) -> tuple[int, int]:
    chance = random.Random(_SEED)
    asked = turns = 0
    for _ in range(_FOREIGN):
        number, other = chance.sample(range(len(held)), 2)
        question = chance.choice(held[other][1].questions)
        with _opened(settings, encoder, f"space-{number}") as memory:
            hits = memory.search(question.text, limit=30).hits
        asked += 1
        turns += sum(hit.conversation_id != _name(number) for hit in hits)
    return asked, turns


def _other_conversations(
    settings: Settings, encoder: Encoder, talks: Sequence[Talk]
) -> dict[str, int]:
    """All conversations in one space, and questions asked of the wrong one."""
    chance = random.Random(_SEED)
    turns = 0
    with _opened(settings, encoder, "one-space") as memory:
        memory.ingest(*(_of_space(talk, number) for number, talk in enumerate(talks)))
        for _ in range(_FOREIGN):
            here, there = chance.sample(range(len(talks)), 2)
            question = chance.choice(talks[there].questions)
            hits = memory.search(question.text, limit=30, conversation=_name(here)).hits
            turns += sum(hit.conversation_id != _name(here) for hit in hits)
    return {"questions_of_another_conversation": _FOREIGN, "turns_of_another_conversation": turns}


def _recall(memory: Memory, talk: Talk) -> float:
    def found(hits: Sequence[SearchHit]) -> list[str]:
        return [hit.dia_id for hit in hits]

    return 100 * fmean(
        recall(found(memory.search(asked.text, limit=10).hits), asked.evidence, 10)
        for asked in talk.questions
    )


def _of_space(talk: Talk, number: int) -> Conversation:
    return talk.conversation.model_copy(update={"conversation_id": _name(number)})


def _name(number: int) -> str:
    return f"talk-{number}"


def _opened(settings: Settings, encoder: Encoder, space: str) -> Memory:
    return Memory(settings.model_copy(update={"space": space}), encoder=encoder)


if __name__ == "__main__":
    main()
