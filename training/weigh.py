"""`python -m training.weigh`: fits the ranker.

On the training part of the corpus and on the packaged sample. The server is one of its own.
"""

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from graphmem.adapters.factory import make_encoder
from graphmem.evaluation.cases import Batch
from graphmem.evaluation.provenance import file_digest
from graphmem.evaluation.ranker import Labelled, fit_ranker, gather, write_weights
from graphmem.evaluation.readers import QUESTIONS, sample_cases
from graphmem.evaluation.spaces import Opened, opener
from graphmem.retrieval import weights as ranker
from graphmem.retrieval.weights import Shipped, read_weights
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from training.questions import batch_of
from training.talk import CORPUS, CorpusSplit, conversations

_OUTPUT = Path(ranker.__file__).with_name("weights.json")


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
    """Fit it, and write it where it ships."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            date = datetime.now(UTC).date().isoformat()
            ranked = rank(parts(settings), date=date)
            write_weights(ranked, _OUTPUT)
            print(ranked.origin)
        finally:
            EmbeddedServer(settings).stop(force=True)


def parts(settings: Settings) -> list[Part]:
    """The training part of the corpus, and the sample; each in a space that is kept."""
    encoder = make_encoder(settings)
    (sample,) = sample_cases(QUESTIONS)
    corpus = batch_of("corpus", list(conversations(CorpusSplit.TRAIN)))
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


def _digest(folder: Path) -> str:
    """Of every file of a folder."""
    found = sha256()
    for file in sorted(folder.rglob("*.json")):
        found.update(file.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    main()
