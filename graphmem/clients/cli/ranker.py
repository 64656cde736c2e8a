"""train-ranker: the ranker's weights fitted on labelled questions of one's own."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem.adapters.factory import make_encoder
from graphmem.clients.cli.evaluate import Keep
from graphmem.clients.cli.output import (
    Json,
    console,
    error_console,
    print_json,
    print_table,
    progress,
    shown,
)
from graphmem.evaluation.provenance import ready_file
from graphmem.evaluation.ranker import fit_files, write_weights
from graphmem.operations.rendering import counted
from graphmem.settings import load_settings

_NOT_AMONG = "with evidence that is not among the candidates"
_DROPPED = {
    "to_be_refused": "to be refused",
    "without_valid_evidence": "without valid evidence",
    "without_evidence_among_candidates": _NOT_AMONG,
}
_ENOUGH = 30  # questions; two for each weight


def train_ranker(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Labelled questions in LoCoMo's, LongMemEval's or the sample's format.",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The file for the weights.")
    ],
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
            make_encoder(settings),
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
    _print_origin(fitted.origin)
    console().print(shown(f"Use them: GRAPHMEM_WEIGHTS={out}"))


def _print_origin(origin: Mapping[str, Any]) -> None:
    dropped = {what: int(origin.get(f"questions_{key}", 0)) for key, what in _DROPPED.items()}
    taught = origin["questions"] - dropped[_NOT_AMONG]
    recall = origin["recall"]
    console().print(
        f"Fitted on {counted(taught, 'question')}. Recall@10 of conversations left "
        f"out: {_percent(recall['left_out']['10'])}, of those fitted on: "
        f"{_percent(recall['seen']['10'])}."
    )
    if any(dropped.values()):
        reasons = ", ".join(f"{number:,} {what}" for what, number in dropped.items() if number)
        console().print(f"Questions that taught nothing: {reasons}.")
    if taught < _ENOUGH:
        error_console().print(
            f"warning: weights fitted on fewer than {_ENOUGH} questions say little about others; "
            "label more, or keep the weights that ship.",
            style="yellow",
        )


def _percent(found: float | None) -> str:
    return "not measurable with one conversation" if found is None else f"{found:.1f}"
