"""train-ranker: the ranker's weights fitted on labelled questions of one's own."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from graphmem.adapters.chosen import chosen_encoder
from graphmem.clients.cli.evaluate import Keep, print_table
from graphmem.clients.cli.output import Json, console, print_json, progress, shown
from graphmem.evaluation.fitting import fit_files
from graphmem.evaluation.ranker import write_weights
from graphmem.evaluation.writing import ready_file
from graphmem.settings import load_settings


def train_ranker(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Labelled questions in LoCoMo's, LongMemEval's or the sample's format."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file for the weights.")],
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """Fit the ranker's weights on labelled questions of your own."""
    settings = load_settings()
    ready_file(out)  # fitting takes minutes
    with progress(quiet=as_json) as report:
        fitted = fit_files(
            files,
            settings,
            chosen_encoder(settings),
            date=datetime.now(UTC).date().isoformat(),
            keep=keep,
            progress=report,
        )
    write_weights(fitted, out)
    if as_json:
        print_json({"file": str(out), "origin": dict(fitted.origin)})
        return
    weights = [(name, f"{value:+.3f}") for name, value in fitted.weights if value]
    print_table((("signal", "weight"), *weights))
    recall = fitted.origin["recall"]
    console().print(
        shown(
            f"Fitted on {fitted.origin['questions']:,} questions. Recall@10 of conversations left "
            f"out: {_percent(recall['left_out']['10'])}, of those fitted on: "
            f"{_percent(recall['seen']['10'])}."
        )
    )
    console().print(shown(f"Use them: GRAPHMEM_WEIGHTS={out}"))


def _percent(found: float | None) -> str:
    return "not measurable with one conversation" if found is None else f"{found:.1f}"
