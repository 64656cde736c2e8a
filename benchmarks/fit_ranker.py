"""`python -m benchmarks.fit_ranker`: fits the weights that graphmem ships.

On the packaged sample and the LoCoMo development file; nothing of their text goes into the weights.
Where that file is not at hand, the sample alone gives weights only for a file that is named:
`python -m benchmarks.fit_ranker weights.json`.
"""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.workload import LOCOMO
from graphmem.adapters.factory import make_encoder
from graphmem.evaluation.fitting import fit_files
from graphmem.evaluation.ranker import write_weights
from graphmem.evaluation.readers import QUESTIONS
from graphmem.evaluation.writing import ready_file
from graphmem.retrieval import weights
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

SHIPPED = Path(weights.__file__).with_name("weights.json")


def main(out: Path | None = None) -> None:
    """Fit, and write the weights into ``out``; the shipped ones where none is named."""
    files = files_at_hand(named=out is not None)
    out = out or SHIPPED
    ready_file(out)
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        encoder = make_encoder(settings)
        try:
            fitted = fit_files(
                files, settings, encoder, date=datetime.now(UTC).date().isoformat(), progress=_line
            )
        finally:
            EmbeddedServer(settings).stop(force=True)
    write_weights(fitted, out)
    print(fitted.origin)


def files_at_hand(*, named: bool) -> list[Path]:
    """What is fitted on; without the development file only where an output file is ``named``."""
    if LOCOMO.is_file():
        return [QUESTIONS, LOCOMO]
    if not named:
        raise SystemExit(
            f"{LOCOMO} is not at hand, and the shipped weights are fitted on it. Put it there, or "
            "name an output file to fit on the packaged sample alone."
        )
    print(f"{LOCOMO} is not at hand: fitted on the sample alone.", file=sys.stderr)
    return [QUESTIONS]


def _line(stage: str, done: int, total: int | None, /) -> None:
    if done % 100 == 0 or done == total:
        print(f"{stage}: {done}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
