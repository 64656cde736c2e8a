"""Lays out a summary as sections of text and tables, for any kind of report; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.evaluation.ablation import FIGURES
from graphmem.evaluation.metrics import DEPTH
from graphmem.evaluation.summary import MetricRow, MetricTable, Summary

NONE = "–"


class ReportSection(NamedTuple):
    """A heading, paragraphs, and a table (its first row the headings) that may be empty."""

    title: str
    text: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


def rows_of(table: MetricTable) -> tuple[MetricRow, ...]:
    """Categories, then those with an answer together, the other kinds, and all."""
    others = tuple(row for row in (table.adversarial, table.to_clarify) if row is not None)
    return (*table.by_category, table.answerable, *others, *((table.together,) if others else ()))


def label(row: MetricRow) -> str:
    """A row's name: with its number where categories are numbered."""
    return f"{row.category} {row.name}" if isinstance(row.category, int) else row.name


def number(value: float | None) -> str:
    """A figure in percent with one decimal."""
    return NONE if value is None else f"{value:.1f}"


_RETRIEVAL = {
    "recall@1": "R@1",
    "recall@5": "R@5",
    "recall@10": "R@10",
    "recall@20": "R@20",
    "recall@30": "R@30",
    "hit@10": "hit@10",
    "mrr": "MRR",
    "ndcg@10": "nDCG@10",
    "session_recall@10": "session R@10",
    "session_recall_of_10_turns": "sessions of 10 turns",
}
_ANSWERS = {"f1": "F1", "bleu1": "BLEU-1", "judge": "judged right", "asked_back": "asked back"}


def result_sections(summary: Summary) -> tuple[ReportSection, ...]:
    """Retrieval, answers, abstaining and ablation."""
    return (
        _given(summary.with_conversation),
        *_bare(summary),
        _answers(summary),
        *_abstention(summary),
        *_ablation(summary),
    )


def _given(table: MetricTable) -> ReportSection:
    text = (
        "Percent. R@k is the share of a question's evidence turns among the first k turns, "
        "averaged over the questions that have valid evidence (scored). For questions to be "
        "refused, evidence is the turns that tempt: finding them is no merit.",
        "Session R@10 is the share of the evidence's sessions among the first ten different "
        f"sessions of the {DEPTH} turns found; sessions of 10 turns is the share among the "
        "sessions of the first ten turns alone, which are fewer.",
        f"Turns of a conversation that was not asked about: {table.foreign_turns:,}.",
    )
    return ReportSection("Retrieval, the conversation given", text, _retrieval(table))


def _retrieval(table: MetricTable) -> tuple[tuple[str, ...], ...]:
    head = ("questions", "n", "scored", *_RETRIEVAL.values())
    return (head, *_figures(rows_of(table), _RETRIEVAL))


def _figures(rows: Iterable[MetricRow], names: Mapping[str, str]) -> Iterable[tuple[str, ...]]:
    for row in rows:
        figures = (number(row.percent.get(name)) for name in names)
        yield (label(row), f"{row.questions:,}", f"{row.scored:,}", *figures)


def _bare(summary: Summary) -> tuple[ReportSection, ...]:
    table = summary.without_conversation
    if table is None:
        return ()
    text = (
        "The same questions over all conversations at once; a turn of another one is wrong.",
        f"Turns of other conversations than the question's own: {table.foreign_turns:,}.",
    )
    return (ReportSection("Retrieval, no conversation given", text, _retrieval(table)),)


def _answers(summary: Summary) -> ReportSection:
    rows = rows_of(summary.with_conversation)
    names = {
        name: short for name, short in _ANSWERS.items() if any(name in row.percent for row in rows)
    }
    body = [
        (
            label(row),
            f"{row.questions:,}",
            *(number(row.percent.get(name)) for name in names),
            number(row.words),
            number(row.abstained),
            number(row.asked_back),
        )
        for row in rows
    ]
    text = [
        "Token F1 as LoCoMo counts it: stems; category 1 by its parts between commas; category 3 "
        "up to the semicolon; a question to be refused scores 100 where the answer abstains. "
        "BLEU-1 has a brevity penalty. Words is the mean length of an answer; not answered are all "
        "that got none, those that were asked back among them.",
    ]
    if summary.with_conversation.to_clarify is not None:
        text.append("A question to be asked back has no F1: it scores 100 where it was asked back.")
    if summary.judge is not None:
        text.append(
            f"Judged by {summary.judge.model}; {summary.judge.failed:,} could not be judged."
        )
    return ReportSection(
        "Answers",
        tuple(text),
        (("questions", "n", *names.values(), "words", "not answered", "asked"), *body),
    )


def _abstention(summary: Summary) -> tuple[ReportSection, ...]:
    found = summary.abstention
    if found.own is None:
        return ()
    rows = [("as it stands", found.own)]
    rows += [(f"at most {one.allowed:.0f} % falsely", one) for one in found.by_doubt]
    body = [
        (name, *map(number, (one.false, one.right, one.somebody_else, one.altered)))
        for name, one in rows
    ]
    return (
        ReportSection(
            "Abstaining",
            (
                "Percent not answered: of the questions that have an answer (falsely), of those "
                "to be refused (rightly), and of these apart where somebody else said or did it, "
                "and where a detail is altered. Refusing everything would give 100 everywhere.",
                "The first row is as it stands; the others choose the threshold of doubt on these "
                "very questions: they tell what one is traded for the other, and are no forecast.",
            ),
            (("threshold", "falsely", "rightly", "somebody else", "altered"), *body),
        ),
    )


def _ablation(summary: Summary) -> tuple[ReportSection, ...]:
    if not summary.ablation:
        return ()
    full = summary.ablation[0]
    head = ("search", *(_RETRIEVAL[name] for name in FIGURES), "R@10 lost", "trap R@10", "ms")
    body = [
        (
            row.name,
            *(number(row.percent[name]) for name in FIGURES),
            number(full.percent["recall@10"] - row.percent["recall@10"]),
            number(row.trap),
            number(row.milliseconds),
        )
        for row in summary.ablation
    ]
    text = (
        "Each path and each signal off in turn, weights as they are and not fitted anew. Without a "
        "path everything is searched again; without a signal the same candidates are ranked anew."
    )
    return (ReportSection("Ablation", (text,), (head, *body)),)


_SHOWN = 10


def basis_sections(summary: Summary) -> tuple[ReportSection, ...]:
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


def sections(summary: Summary) -> tuple[ReportSection, ...]:
    """Lays out everything that a report tells, in order."""
    return (*result_sections(summary), *basis_sections(summary))
