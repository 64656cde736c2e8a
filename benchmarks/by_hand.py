"""An annotated conversation's questions through a model that a person plays, or a recorded one.

    python -m benchmarks.by_hand KIND/ID --folder FOLDER [--questions q1,q7] [--first N]
    python -m benchmarks.by_hand KIND/ID --replay [--keep]

The conversation is read by the networks, then each question is asked as a user would ask it. The
first form writes each request of the model to a file and waits for the reply (benchmarks/README.md
tells how to write one), and keeps what came of it in ``recorded/KIND/ID/qN.json``. The second form
asks the recorded questions again with the recorded replies, and tells where what is answered is no
longer what it was; with ``--keep`` it writes that down.
"""

import argparse
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import Any

from pydantic import SecretStr

from benchmarks.by_file import waits_for_files
from benchmarks.replays import (
    RecordedQuestion,
    RecordedReply,
    question_of,
    read_recorded,
    replays,
    write_recorded,
)
from graphmem.evaluation.corpus import Expected, GoldConversation, GoldQuestion, read_conversation
from graphmem.memory import Memory
from graphmem.model.answer import Answer
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from graphmem.testing import ChatRequest, LoopbackModel, Responder

CORPUS = Path(__file__).parents[1] / "corpus"
RECORDED = Path(__file__).parent / "recorded"
_A_DAY = 86_400.0  # seconds that a person may take for a reply
_WITHHELD = re.compile(r"^(?P<why>.*), so the answer is withheld$")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.by_hand", description=__doc__)
    parser.add_argument("conversation", help="a folder of the corpus: two_friends/postcards")
    parser.add_argument("--folder", type=Path, help="where requests and replies are written")
    parser.add_argument("--questions", help="ids, with commas between; else all")
    parser.add_argument("--first", type=int, help="only as many")
    parser.add_argument("--at-once", type=int, default=4, help="questions asked side by side")
    parser.add_argument("--replay", action="store_true", help="with the recorded replies")
    parser.add_argument("--keep", action="store_true", help="write what a replay answers")
    asked = parser.parse_args()
    if not asked.replay and asked.folder is None:
        parser.error("--folder is needed where nothing is replayed")
    talk = read_conversation(CORPUS / asked.conversation)
    kept = RECORDED / asked.conversation
    with tempfile.TemporaryDirectory(prefix="graphmem-by-hand-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            if asked.replay:
                before = read_recorded(kept)
                now = replay(settings, talk, before)
                tell_changes(before, now)
                for one in now if asked.keep else ():
                    write_recorded(kept, one)
            else:
                questions = wanted(talk, asked.questions, asked.first)
                record_by_hand(settings, talk, questions, asked.folder, kept, asked.at_once)
        finally:
            EmbeddedServer(settings).stop(force=True)
    tell(read_recorded(kept))


def wanted(talk: GoldConversation, ids: str | None, first: int | None) -> list[GoldQuestion]:
    """The questions of these ids, or the first so many."""
    named = None if ids is None else set(ids.split(","))
    return [one for one in talk.questions if named is None or one.id in named][:first]


def record_by_hand(
    settings: Settings,
    talk: GoldConversation,
    questions: Sequence[GoldQuestion],
    folder: Path,
    kept: Path,
    at_once: int,
) -> None:
    """Ask the questions, and keep each as soon as it is answered."""
    replies: defaultdict[str, list[RecordedReply]] = defaultdict(list)
    lock, stop = Lock(), Event()

    def keep(request: ChatRequest, reply: RecordedReply) -> None:
        with lock:
            replies[question_of(request)].append(reply)

    respond = waits_for_files(folder, kept=keep, stop=stop)
    with asking(settings, talk, respond) as memory, ThreadPoolExecutor(at_once) as threads:
        print(f"Requests come to {folder / 'pending'}, replies go to {folder / 'replies'}.")

        def one(question: GoldQuestion) -> None:
            answer = ask(memory, talk, question.question, question.asked_at)
            with lock:
                found = recorded(question, answer, replies[question.question])
            file = write_recorded(kept, found)
            print(f"{question.id} {answer.status.value}: {answer.text} -> {file.name}", flush=True)

        try:
            list(threads.map(one, questions))
        finally:
            stop.set()


def replay(
    settings: Settings, talk: GoldConversation, questions: Sequence[RecordedQuestion]
) -> list[RecordedQuestion]:
    """Ask recorded questions again with the recorded replies; what a person judged is kept.

    Where another text is answered than the one that was judged, ``right`` is None.
    """
    with asking(settings, talk, replays(questions)) as memory:
        return [again(memory, talk, one) for one in questions]


def again(memory: Memory, talk: GoldConversation, kept: RecordedQuestion) -> RecordedQuestion:
    """One recorded question asked again; the memory's model replays its replies."""
    answer = ask(memory, talk, kept.question, kept.asked_at)
    same = (answer.status, answer.text) == (kept.status, kept.text)
    update = {
        "status": answer.status,
        "text": answer.text,
        "withheld": withheld_in(answer),
        "right": kept.right if same else None,
    }
    return kept.model_copy(update=update)


@contextmanager
def asking(settings: Settings, talk: GoldConversation, respond: Responder) -> Iterator[Memory]:
    """A memory that holds the conversation, read without a model, and asks this one."""
    with Memory(settings) as memory:
        memory.ingest(talk.conversation())
    with LoopbackModel(respond) as server:
        given: dict[str, Any] = {
            "llm_model": "openai/loopback",
            "llm_api_base": server.base_url,
            "llm_api_key": SecretStr("none"),
            "llm_attempts": 1,
            "llm_timeout": _A_DAY,
        }
        with Memory(settings.model_copy(update=given)) as memory:
            yield memory


def ask(memory: Memory, talk: GoldConversation, question: str, asked_at: Any) -> Answer:
    return memory.ask(question, conversation=talk.header.id, now=asked_at)


def recorded(
    question: GoldQuestion, answer: Answer, replies: Sequence[RecordedReply]
) -> RecordedQuestion:
    return RecordedQuestion(
        id=question.id,
        question=question.question,
        asked_at=question.asked_at.isoformat() if question.asked_at else None,
        gold=question.answer if question.status is Expected.ANSWERED else None,
        replies=tuple(replies),
        status=answer.status,
        text=answer.text,
        withheld=withheld_in(answer),
    )


def withheld_in(answer: Answer) -> tuple[str, ...]:
    """Why answers of the model did not leave."""
    found = (_WITHHELD.match(step) for step in answer.steps)
    return tuple(one["why"] for one in found if one is not None)


def tell_changes(before: Sequence[RecordedQuestion], now: Sequence[RecordedQuestion]) -> None:
    for old, new in zip(before, now, strict=True):
        if (old.status, old.text, old.withheld) != (new.status, new.text, new.withheld):
            print(f"{old.id} {old.question}")
            print(f"  was {old.status.value}: {old.text} {list(old.withheld)}")
            print(f"  is  {new.status.value}: {new.text} {list(new.withheld)}")


def tell(questions: Sequence[RecordedQuestion]) -> None:
    """How many were judged right, and how many answers that are right were withheld."""
    judged = Counter(one.right for one in questions)
    lost = [one.id for one in questions if one.model_right and one.right is False]
    print(
        f"{len(questions)} recorded: {judged[True]} right, {judged[False]} not, "
        f"{judged[None]} not judged"
    )
    print(f"right and withheld: {', '.join(lost) or 'none'}")


if __name__ == "__main__":
    main()
