"""`python -m training.weigh`: fits the ranker, and what checks and words answers by rules alone.

On the training part of the corpus and on the packaged sample. Turns are ranked with weights that
have not seen the conversation. The server is one of its own.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, cast

from graphmem.adapters.factory import make_encoder
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.telling import weights as spans
from graphmem.answering.verification import weights as verifier
from graphmem.evaluation.asking import last_turn
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.origin import file_digest
from graphmem.evaluation.ranker import Labelled, fit_ranker, gather, write_weights
from graphmem.evaluation.readers import QUESTIONS, sample_cases
from graphmem.evaluation.spaces import Opened, opener
from graphmem.evaluation.teller import fit_teller, gather_spans, write_teller
from graphmem.evaluation.verifier import Asked, examples_of, fit_verifier, write_verifier
from graphmem.evaluation.weighing import left_out_of, scopes_of
from graphmem.memory import Memory
from graphmem.retrieval import weights as ranker
from graphmem.retrieval.searcher import Where
from graphmem.retrieval.weights import Shipped, read_weights
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from training.questions import batch_of
from training.talk import CORPUS, Split, conversations

RANKER = Path(ranker.__file__).with_name("weights.json")
VERIFIER = Path(verifier.__file__).with_name("verifier.json")
SPANS = Path(spans.__file__).with_name("weights.json")


class Part(NamedTuple):
    """Conversations with their questions, and what is told of where they come from."""

    batch: Batch
    digest: str
    opened: Opened

    def labelled(self, questions: int) -> Labelled:
        """How many conversations and questions a fit has of it."""
        return Labelled(
            name=self.batch.name,
            sha256=self.digest,
            conversations=len(self.batch.conversations),
            questions=questions,
        )


def main() -> None:
    """Fit all three, and write them where they ship."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            date = datetime.now(UTC).date().isoformat()
            ranked = rank(parts(settings), date=date)
            write_weights(ranked, RANKER)
            print(ranked.origin)
            weigh_answers(parts(settings), ranked, date=date)
        finally:
            EmbeddedServer(settings).stop(force=True)


def parts(settings: Settings) -> list[Part]:
    """The training part of the corpus, and the sample; each in a space that is kept."""
    encoder = make_encoder(settings)
    (sample,) = sample_cases(QUESTIONS)
    corpus = batch_of("corpus", list(conversations(Split.TRAIN)))
    found = []
    for batch, digest in ((sample, file_digest(QUESTIONS)), (corpus, _digest(CORPUS))):
        opened = opener(settings, encoder, benchmark="fit", data_digest=digest, keep=True)
        found.append(Part(batch, digest, opened(batch)))
    return found


def rank(every: Sequence[Part], *, date: str) -> Shipped:
    """The ranker's weights; those that are not fitted stay as they ship."""
    base = read_weights(None).weights
    gathered = []
    for part in every:
        with part.opened as (memory, _):
            gathered.append(gather(part.batch, memory, base))
    labelled = [
        part.labelled(len(some.examples)) for part, some in zip(every, gathered, strict=True)
    ]
    return fit_ranker(gathered, base, labelled, date=date)


def weigh_answers(every: Sequence[Part], ranked: Shipped, *, date: str) -> None:
    """Fit and write what doubts a claim and what chooses words, on turns so ranked."""
    checked, worded = [], []
    scopes: dict[str, frozenset[str]] = {}
    for part in every:
        with part.opened as (subject, _):
            asked = list(ask_all(part.batch, cast(Memory, subject), ranked))
        examples = examples_of(part.batch, asked)
        found = {
            item.case.query: (item.question, item.passages, item.participants) for item in asked
        }
        spoken = gather_spans(part.batch, found.__getitem__)
        scopes |= scopes_of(part.batch)
        checked.append((part.labelled(len(examples)), examples))
        worded.append((part.labelled(len(spoken.examples)), spoken))
    doubts = fit_verifier(checked, scopes, date=date)
    write_verifier(doubts, VERIFIER)
    print(doubts.origin)
    chosen = fit_teller([one for _, one in worded], [told for told, _ in worded], date=date)
    write_teller(chosen, SPANS)
    print(chosen.origin)


def ask_all(batch: Batch, memory: Memory, ranked: Shipped) -> Iterator[Asked]:
    """Every question of a batch with what `Memory.ask` reads for it."""
    left_out, last = left_out_of(batch, ranked.left_out), last_turn(batch)
    for done, case in enumerate(batch.cases, 1):
        query = case.query
        read = memory._answerer.read(
            query.question,
            Where(query.conversation),
            now=query.asked_at or last(query.conversation),
            settings=AnswerSettings(
                search_weights=left_out.get(query.conversation, ranked.weights), reader=False
            ),
        )
        yield Asked(case, read.question, read.passages, read.participants)
        if done % 100 == 0 or done == len(batch.cases):
            print(f"questions: {done} of {len(batch.cases)}", file=sys.stderr, flush=True)


def _digest(folder: Path) -> str:
    """Of every file of a folder."""
    found = sha256()
    for file in sorted(folder.rglob("*.json")):
        found.update(file.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    main()
