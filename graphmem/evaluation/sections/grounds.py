"""What the figures rest on: what was left out, whose weights ranked, data, code and times."""

from collections.abc import Mapping, Sequence

from graphmem.evaluation.results import Summary
from graphmem.evaluation.sections.shape import ReportSection

_SHOWN = 10


def sections(summary: Summary) -> tuple[ReportSection, ...]:
    """What was left out, weights, the basis and seconds."""
    return (_left_out(summary), _weights(summary), _basis(summary), _seconds(summary))


def _left_out(summary: Summary) -> ReportSection:
    found, taken = summary.left_out, summary.ingested
    counts = ", ".join(f"{count} of {name}" for name, count in found.by_category.items())
    ids = ", ".join(found.ids)
    text = [
        f"Questions without valid evidence, not scored on retrieval: {len(found.questions):,}"
        + (f" ({counts})." if counts else "."),
        f"Questions to be refused that have none by their nature: {found.to_refuse:,}.",
        f"Evidence ids that name no turn: {ids or 'none'}.",
        *_listed("Refused of the file", summary.refused),
        *_listed("Refused by ingest", taken.refused),
        *_listed("Turns that a kept space holds with other content", taken.changed),
        *_listed("Read or judged by the rules in place of the model, or left", taken.notes),
        f"Sessions that were not read, since the budget was spent: {taken.sessions_pending:,}.",
    ]
    return ReportSection("Left out", tuple(text))


def _listed(what: str, lines: Sequence[str]) -> tuple[str, ...]:
    return (f"{what}: {len(lines):,}.", *lines[:_SHOWN])


def _some(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _weights(summary: Summary) -> ReportSection:
    weights = summary.weights
    ranked = {
        "Ranked by weights that were fitted without their own conversation": weights.left_out,
        "Ranked by weights that were fitted on it, since none were fitted without it, so that "
        "these figures are too good": weights.fitted_on,
        "Ranked by the weights as they are, which have not seen them": weights.as_given,
    }
    text = [f"{what}: {_some(names)}." for what, names in ranked.items() if names]
    if weights.of_options:
        text.append(
            "The options name the weights, and they rank everything; whether they were fitted on "
            "these conversations is not known."
        )
    body = [(name, str(value)) for name, value in weights.origin.items() if name != "files"]
    files = [
        (f"file {item.get('name')}", f"{item.get('questions')} questions, {item.get('sha256')}")
        for item in weights.origin.get("files", ())
        if isinstance(item, Mapping)
    ]
    return ReportSection("Weights", tuple(text), (("origin", ""), *files, *body))


def _basis(summary: Summary) -> ReportSection:
    basis = dict(summary.basis)
    rows = [("file", str(basis.pop("file", "")))]
    for name, values in basis.items():
        if isinstance(values, Mapping):
            rows += [(f"{name}: {key}", str(value)) for key, value in values.items()]
    spaces = summary.spaces
    fate = "kept" if spaces.kept else "dropped afterwards"
    text = f"{spaces.count:,} space(s) of its own, {fate}; the first was {spaces.first}."
    if spaces.held:
        text += (
            f" {spaces.held:,} held the data already; what the rules then read in place of a model "
            "is not told here."
        )
    return ReportSection("What the numbers rest on", (text,), (("what", "value"), *rows))


def _seconds(summary: Summary) -> ReportSection:
    rows = [(name.replace("_", " "), f"{value:g}") for name, value in summary.seconds.items()]
    return ReportSection("Seconds", (), (("what", "seconds"), *rows))
