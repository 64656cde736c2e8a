"""A labelled file → result files, with everything that the numbers rest on written down."""

from pathlib import Path
from typing import Any, NamedTuple

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_language_model
from graphmem.evaluation.provenance import (
    code_digest,
    file_digest,
    model_digest,
    settings_in_force,
    versions,
)
from graphmem.evaluation.readers import CATEGORIES, GROUPS, READERS
from graphmem.evaluation.report import write_reports
from graphmem.evaluation.run import EvaluationPlan, evaluate
from graphmem.evaluation.scoring import AnswerJudge
from graphmem.evaluation.spaces import opener
from graphmem.evaluation.summary import KINDS, Summary
from graphmem.model.progress import Progress, silent
from graphmem.model.search import SearchOptions
from graphmem.retrieval.weights import read_weights
from graphmem.sample import sample_files
from graphmem.settings import Settings

# Each question is asked of its own space, so there is no other conversation to leave out.
_ALONE = frozenset({"longmemeval"})


class Choices(NamedTuple):
    """What a caller may choose: ``keep`` leaves the spaces, ``ablate`` adds that table."""

    keep: bool = False
    ablate: bool = False
    options: SearchOptions = SearchOptions()


def evaluate_file(
    benchmark: str,
    file: Path,
    out: Path,
    settings: Settings,
    encoder: Encoder | None,
    *,
    choices: Choices = Choices(),  # noqa: B008 - immutable
    progress: Progress = silent,
) -> Summary:
    """Evaluate questions of the benchmark ``locomo``, ``longmemeval`` or ``sample``.

    Results and reports go into the folder ``out``. The weights of the settings rank, and each
    conversation that they were fitted on is ranked by those fitted without it; weights in the
    options rank everything instead. With a language model in the settings it also judges the
    answers. Raises `InputError` where the file is not what it should be, or ``out`` cannot be
    written in, before anything is ingested.
    """
    data = file_digest(file, *(sample_files() if benchmark == "sample" else ()))
    shipped = read_weights(settings.weights)
    locomo = benchmark == "locomo"
    plan = EvaluationPlan(
        benchmark=benchmark,
        shipped=shipped,
        names=CATEGORIES if locomo else {},
        groups=GROUPS if locomo else KINDS,
        options=choices.options,
        keep=choices.keep,
        second_row=benchmark not in _ALONE,
        ablate=choices.ablate,
        judge=_judge(settings),
        basis=_basis(file, data, settings, choices.options),
    )
    open_batch = opener(
        settings,
        encoder,
        benchmark=benchmark,
        data_digest=data,
        keep=choices.keep,
        progress=progress,
    )
    summary = evaluate(READERS[benchmark](file), open_batch, out, plan, progress=progress)
    write_reports(summary, out)
    return summary


def _basis(file: Path, data: str, settings: Settings, options: SearchOptions) -> dict[str, Any]:
    return {
        "file": file.name,
        "sha256": {
            "data": data,
            "embedding_model": model_digest(settings),
            "code": code_digest(),
        },
        "versions": dict(versions()),
        "settings": dict(settings_in_force(settings)),
        "options": _sorted(options.model_dump(mode="json")),
    }


def _sorted(options: dict[str, Any]) -> dict[str, Any]:
    # A set has no order of its own, and the same numbers are to be the same file.
    return options | {"paths": sorted(options["paths"])}


def _judge(settings: Settings) -> AnswerJudge | None:
    model = make_language_model(settings)
    return AnswerJudge(model) if model else None
