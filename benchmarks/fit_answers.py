"""`python -m benchmarks.fit_answers`: fits what verifies and words the answers that graphmem ships.

On the packaged sample and the LoCoMo development file; nothing of their text goes into the weights.
Turns are ranked with weights that have not seen the conversation, so `fit_ranker` comes first.
"""

import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from benchmarks.workload import LOCOMO
from graphmem.adapters.factory import make_encoder
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.telling import weights as spans
from graphmem.answering.verification import weights as verifier
from graphmem.evaluation.asking import last_turn
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.origin import file_digest
from graphmem.evaluation.ranker import Labelled
from graphmem.evaluation.readers import QUESTIONS, READERS, benchmark_of
from graphmem.evaluation.spaces import opener
from graphmem.evaluation.teller import SpanExamples, fit_teller, gather_spans, write_teller
from graphmem.evaluation.verifier import Asked, examples_of, fit_verifier, write_verifier
from graphmem.evaluation.verifier_train import Example
from graphmem.evaluation.weighing import left_out_of, scopes_of
from graphmem.memory import Memory
from graphmem.retrieval.searcher import Where
from graphmem.retrieval.weights import read_weights
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings

VERIFIER = Path(verifier.__file__).with_name("verifier.json")
SPANS = Path(spans.__file__).with_name("weights.json")


def main() -> None:
    """Fit both, and write them where they ship."""
    if not LOCOMO.is_file():
        sys.exit(f"{LOCOMO} is not at hand, and the shipped weights are fitted on it.")
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            fit([QUESTIONS, LOCOMO], settings)
        finally:
            EmbeddedServer(settings).stop(force=True)


def fit(files: list[Path], settings: Settings) -> None:
    """Ask the questions of every file, and fit on what was found for them."""
    encoder = make_encoder(settings)
    faults: list[tuple[Labelled, list[Example]]] = []
    worded: list[tuple[Labelled, SpanExamples]] = []
    scopes: dict[str, frozenset[str]] = {}
    for file in files:
        benchmark, digest = benchmark_of(file), file_digest(file)
        open_batch = opener(settings, encoder, benchmark=benchmark, data_digest=digest, keep=False)
        for batch in READERS[benchmark](file):
            with open_batch(batch) as (subject, _):
                asked = list(ask_all(batch, cast(Memory, subject)))
            examples = examples_of(batch, asked)
            found = {
                item.case.query: (item.question, item.passages, item.participants) for item in asked
            }
            spoken = gather_spans(batch, found.__getitem__)
            scopes |= scopes_of(batch)
            told = Labelled(
                name=file.name,
                sha256=digest,
                conversations=len(batch.conversations),
                questions=len(examples),
            )
            faults.append((told, examples))
            questions = len(spoken.examples)
            worded.append((told.model_copy(update={"questions": questions}), spoken))
    date = datetime.now(UTC).date().isoformat()
    checked = fit_verifier(faults, scopes, date=date)
    write_verifier(checked, VERIFIER)
    print(checked.origin)
    chosen = fit_teller([one for _, one in worded], [told for told, _ in worded], date=date)
    write_teller(chosen, SPANS)
    print(chosen.origin)


def ask_all(batch: Batch, memory: Memory) -> Iterator[Asked]:
    """Every question of a batch with what `Memory.ask` reads for it."""
    left_out, last = left_out_of(batch, read_weights(None).left_out), last_turn(batch)
    for done, case in enumerate(batch.cases, 1):
        query = case.query
        read = memory._answerer.read(
            query.question,
            Where(query.conversation),
            now=query.asked_at or last(query.conversation),
            settings=AnswerSettings(search_weights=left_out.get(query.conversation)),
        )
        yield Asked(case, read.question, read.passages, read.participants)
        if done % 100 == 0 or done == len(batch.cases):
            print(f"questions: {done} of {len(batch.cases)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
