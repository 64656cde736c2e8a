"""eval: how good the memory is on labelled questions."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from graphmem.adapters.factory import make_encoder, make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.clients.cli.corpus_figures import print_extraction, print_prompts
from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import (
    Json,
    console,
    error_console,
    print_json,
    print_table,
    progress,
    shown,
)
from graphmem.evaluation import compare as comparing
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.extracted_statements import by_networks
from graphmem.evaluation.extraction import measure
from graphmem.evaluation.files import Choices, evaluate_file
from graphmem.evaluation.prompt_coverage import BUDGET, measure_prompts
from graphmem.evaluation.provenance import ready_file, ready_folder, write_text
from graphmem.evaluation.readers import QUESTIONS
from graphmem.evaluation.report import can_draw
from graphmem.evaluation.sections import sections
from graphmem.evaluation.spaces import talk_opener
from graphmem.evaluation.summary import Summary
from graphmem.model.base import Frozen
from graphmem.model.workspace import NETWORKS
from graphmem.operations.rendering import counted
from graphmem.retrieval.weights import read_weights
from graphmem.settings import load_settings

R = TypeVar("R", bound=Frozen)

app = App(
    help="Labelled questions: what is found and answered, and how good that is.",
)

Out = Annotated[
    Path, typer.Option("--out", "-o", metavar="FOLDER", help="The folder for results and reports.")
]
Keep = Annotated[
    bool, typer.Option("--keep/--drop", help="Keep the space that it makes, for another run.")
]
Ablation = Annotated[
    bool,
    typer.Option("--ablation", help="Search again without each path and signal in turn; slow."),
]
Weights = Annotated[
    Path | None,
    typer.Option("--weights", metavar="FILE", help="Weights of `graphmem train-ranker`."),
]

Corpus = Annotated[Path, typer.Option("--corpus", metavar="FOLDER", help="The annotated corpus.")]
Figures = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="A file for the figures.")
]

_SHOWN = 3  # sections: retrieval with and without a conversation, answers


@app.command(
    "locomo",
    short_help="Measure on a file in LoCoMo's format",
    examples=("graphmem eval locomo locomo10.json --out results/",),
)
def locomo(
    file: Annotated[Path, typer.Argument(help="A file in LoCoMo's format.")],
    out: Out,
    keep: Keep = False,
    ablation: Ablation = False,
    weights: Weights = None,
    as_json: Json = False,
) -> None:
    """Measure on LoCoMo: its conversations in a space of their own, then its questions."""
    _evaluate("locomo", file, out, keep, ablation, weights, as_json)


@app.command("longmemeval", short_help="Measure on a file in LongMemEval's format")
def longmemeval(
    file: Annotated[Path, typer.Argument(help="A file in LongMemEval's format.")],
    out: Out,
    keep: Keep = False,
    ablation: Ablation = False,
    weights: Weights = None,
    as_json: Json = False,
) -> None:
    """Measure on LongMemEval: each question with its haystack in a space of its own."""
    _evaluate("longmemeval", file, out, keep, ablation, weights, as_json)


@app.command(
    "sample",
    short_help="Measure on the packaged conversations",
    examples=("graphmem eval sample --out results/",),
)
def sample(
    out: Out,
    file: Annotated[
        Path,
        typer.Argument(
            help="Questions about the packaged conversations; else its own.", show_default=False
        ),
    ] = QUESTIONS,
    keep: Keep = False,
    ablation: Ablation = False,
    weights: Weights = None,
    as_json: Json = False,
) -> None:
    """Measure on the packaged sample."""
    _evaluate("sample", file, out, keep, ablation, weights, as_json)


@app.command(
    "corpus",
    short_help="Measure extraction on the annotated corpus",
    examples=("graphmem eval corpus --part development",),
)
def corpus(
    folder: Corpus = Path("corpus"),
    part: Annotated[
        CorpusSplit,
        typer.Option("--part", metavar="PART", help="Its train, development or test part."),
    ] = CorpusSplit.DEVELOPMENT,
    out: Figures = None,
    as_json: Json = False,
) -> None:
    """Measure how much of what is said is stored, and how much of what is stored is right.

    Needs no database. What is right and what is held a matcher decides; how far it agrees with
    people is printed with it.
    """
    if out is not None:
        ready_file(out)
    parser, settings = load_parser(), load_settings()
    read = by_networks(parser, lambda: make_token_encoder(settings))
    with progress(quiet=as_json) as report:
        found = measure(
            folder,
            part,
            read,
            reader=NETWORKS,
            parser=parser,
            encoder=make_encoder(settings),
            progress=report,
        )
    _tell(found, print_extraction, out, as_json=as_json)


@app.command(
    "prompts",
    short_help="Measure what is handed to a prompt on the annotated corpus",
    examples=("graphmem eval prompts --part development",),
)
def prompts(
    folder: Corpus = Path("corpus"),
    part: Annotated[
        CorpusSplit, typer.Option("--part", metavar="PART", help="Its development or test part.")
    ] = CorpusSplit.DEVELOPMENT,
    budget: Annotated[
        int,
        typer.Option("--tokens", metavar="N", min=1, help="The most tokens that a text may have."),
    ] = BUDGET,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="TEXT", help="Whose tokens count; else a careful count."),
    ] = None,
    out: Figures = None,
    keep: Keep = False,
    as_json: Json = False,
) -> None:
    """Measure how much of what an assistant needs stands in its prompt, and what must not.

    Each conversation is taken into a space of its own; each message is asked as of its moment.
    """
    if out is not None:
        ready_file(out)
    settings = load_settings()
    encoder = make_encoder(settings)
    with progress(quiet=as_json) as report:
        found = measure_prompts(
            folder,
            part,
            talk_opener(settings, encoder, keep=keep),
            parser=load_parser(),
            encoder=encoder,
            budget=budget,
            model=model,
            progress=report,
        )
    _tell(found, print_prompts, out, as_json=as_json)


@app.command(
    "compare",
    short_help="Compare two measurements, question by question",
    examples=("graphmem eval compare before/ after/",),
)
def compare(
    a: Annotated[Path, typer.Argument(help="A folder that `graphmem eval` wrote.")],
    b: Annotated[Path, typer.Argument(help="Another one, of the same questions.")],
    as_json: Json = False,
) -> None:
    """Compare two measurements question by question, with 95 % intervals."""
    found = comparing.compare(a, b)
    if as_json:
        print_json(found)
        return
    rows = [
        (
            item.metric,
            f"{item.questions:,}",
            f"{item.a:.1f}",
            f"{item.b:.1f}",
            f"{item.difference:+.1f}",
            _interval(item.by_question),
            _interval(item.by_conversation),
        )
        for item in found.differences
    ]
    head = ("percent", "n", "A", "B", "B − A", "by question", "by conversation")
    print_table((head, *rows))
    console().print("Intervals are 95 %, by resampling questions, and whole conversations.")
    if found.unmatched:
        console().print(f"{found.unmatched:,} questions are in one of them alone, and left out.")


def _tell(found: R, print_figures: Callable[[R], None], out: Path | None, *, as_json: bool) -> None:
    if out is not None:
        write_text(out, found.model_dump_json(indent=2) + "\n")
    if as_json:
        print_json(found)
    else:
        print_figures(found)


def _evaluate(
    benchmark: str,
    file: Path,
    out: Path,
    keep: bool,
    ablation: bool,
    weights: Path | None,
    as_json: bool,
) -> None:
    settings = load_settings(weights=weights)
    ready_folder(out)  # loading the model takes seconds
    if weights is not None:
        read_weights(weights, named_by="--weights")
    with progress(quiet=as_json) as report:
        summary = evaluate_file(
            benchmark,
            file,
            out,
            settings,
            make_encoder(settings),
            choices=Choices(keep=keep, ablate=ablation),
            progress=report,
        )
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary, out)
        _print_losses(summary)
    if _refused(summary):
        raise typer.Exit(1)


def _print_summary(summary: Summary, out: Path) -> None:
    for section in sections(summary)[:_SHOWN]:
        console().print(shown(f"\n{section.title}", "bold"))
        print_table(section.table)
    kept = "is kept" if summary.spaces.kept else "was dropped; --keep keeps it"
    console().print(shown(f"\nThe space {summary.spaces.first} {kept}."))
    console().print(shown(f"Results and reports: {out}"))
    if not can_draw():
        console().print('Plots need: pip install "graphmem[evaluation]"', style="dim")


def _refused(summary: Summary) -> int:
    """How much is not in the spaces as the file has it: as much as makes an ingest fail."""
    taken = summary.ingested
    return len(summary.refused) + len(taken.refused) + len(taken.changed)


def _print_losses(summary: Summary) -> None:
    if refused := _refused(summary):
        error_console().print(
            f"{counted(refused, 'turn or session was', 'turns or sessions were')} refused, or kept "
            "as recorded before; the report lists them under Left out, summary.json in full."
        )
    if lost := len(summary.left_out.ids):
        error_console().print(
            f"{counted(lost, 'evidence id names', 'evidence ids name')} no turn that was taken in; "
            "the report lists them under Left out."
        )


def _interval(found: comparing.ConfidenceInterval | None) -> str:
    return "–" if found is None else f"{found.low:+.1f} … {found.high:+.1f}"
