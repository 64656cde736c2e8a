"""A summary as sections of text and tables, for any kind of report; pure."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graphmem.evaluation.ablation import FIGURES
from graphmem.evaluation.results import Summary
from graphmem.evaluation.summary import Row, Table

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
}
_ANSWERS = {"f1": "F1", "bleu1": "BLEU-1", "judge": "judged right"}
NONE = "–"


class Section(NamedTuple):
    """A heading, paragraphs, and a table (its first row the headings) that may be empty."""

    title: str
    text: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


def sections(summary: Summary) -> tuple[Section, ...]:
    """Everything that a report tells, in order."""
    made = [
        _retrieval("Retrieval, the conversation given", summary.with_conversation),
        *_bare(summary),
        _answers(summary),
        *_abstention(summary),
        *_ablation(summary),
        _left_out(summary),
        _weights(summary),
        _basis(summary),
        _seconds(summary),
    ]
    return tuple(made)


def rows_of(table: Table) -> tuple[Row, ...]:
    """Categories, then those with an answer together, those without, and all."""
    last = () if table.adversarial is None else (table.adversarial, table.together)
    return (*table.by_category, table.answerable, *last)


def label(row: Row) -> str:
    """A row's name: with its number where categories are numbered."""
    return f"{row.category} {row.name}" if isinstance(row.category, int) else row.name


def number(value: float | None) -> str:
    """A figure in percent with one decimal."""
    return NONE if value is None else f"{value:.1f}"


def _retrieval(title: str, table: Table) -> Section:
    head = ("questions", "n", "scored", *_RETRIEVAL.values())
    return Section(
        title,
        (
            "Percent. R@k is the share of a question's evidence turns among the first k turns, "
            "averaged over the questions that have valid evidence (scored). For questions to be "
            "refused, evidence is the turns that tempt: finding them is no merit.",
            f"Turns of a conversation that was not asked about: {table.foreign_turns:,}.",
        ),
        (head, *_figures(rows_of(table), _RETRIEVAL)),
    )


def _figures(rows: Iterable[Row], names: Mapping[str, str]) -> Iterable[tuple[str, ...]]:
    for row in rows:
        figures = (number(row.percent.get(name)) for name in names)
        yield (label(row), f"{row.questions:,}", f"{row.scored:,}", *figures)


def _bare(summary: Summary) -> tuple[Section, ...]:
    table = summary.without_conversation
    if table is None:
        return ()
    section = _retrieval("Retrieval, no conversation given", table)
    why = "The same questions over all conversations at once; a turn of another one is wrong."
    return (section._replace(text=(why,)),)


def _answers(summary: Summary) -> Section:
    rows = rows_of(summary.with_conversation)
    names = {
        name: short for name, short in _ANSWERS.items() if any(name in row.percent for row in rows)
    }
    body = [
        (
            label(row),
            f"{row.questions:,}",
            *(number(row.percent.get(name)) for name in names),
            number(row.abstained),
        )
        for row in rows
    ]
    text = [
        "Token F1 as LoCoMo counts it: stems; category 1 by its parts between commas; category 3 "
        "up to the semicolon; a question to be refused scores 100 where the answer abstains. "
        "BLEU-1 has a brevity penalty.",
    ]
    if summary.judge is not None:
        text.append(
            f"Judged by {summary.judge.model}; {summary.judge.failed:,} could not be judged."
        )
    return Section(
        "Answers", tuple(text), (("questions", "n", *names.values(), "abstained"), *body)
    )


def _abstention(summary: Summary) -> tuple[Section, ...]:
    found = summary.abstention
    if not found.curve:
        return ()
    own = found.curve[0]
    body = [
        (f"at most {item.allowed:.0f} % falsely abstained", number(item.right))
        for item in found.operating
    ]
    return (
        Section(
            "Abstaining",
            (
                f"On its own it refuses {own.right:.1f} % of the questions to be refused and "
                f"{own.false:.1f} % of those that have an answer. Refusing everything would give "
                "100 % of both.",
                "Where answers of low confidence are withheld as well:",
            ),
            (("threshold chosen for", "rightly abstained"), *body),
        ),
    )


def _ablation(summary: Summary) -> tuple[Section, ...]:
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
            f"{row.milliseconds:.1f}",
        )
        for row in summary.ablation
    ]
    text = "Each path and each signal off in turn, weights as they are and not fitted anew."
    return (Section("Ablation", (text,), (head, *body)),)


def _left_out(summary: Summary) -> Section:
    found = summary.left_out
    counts = ", ".join(f"{count} of {name}" for name, count in found.by_category.items())
    ids = ", ".join(found.ids)
    text = [
        f"Questions without valid evidence, not scored on retrieval: {len(found.questions):,}"
        + (f" ({counts})." if counts else "."),
        f"Evidence ids that name no turn: {ids or 'none'}.",
        f"Refused of the file: {len(summary.refused):,}.",
        *summary.refused[:10],
    ]
    return Section("Left out", tuple(text))


def _weights(summary: Summary) -> Section:
    weights = summary.weights
    text = []
    if weights.left_out:
        text.append(
            "Ranked by weights that were fitted without their own conversation: "
            f"{', '.join(weights.left_out)}."
        )
    if weights.as_given:
        shown = weights.as_given[:10]
        more = f" and {len(weights.as_given) - len(shown):,} more" * (
            len(weights.as_given) > len(shown)
        )
        text.append(
            "Ranked by the weights as they are, which have not seen them: "
            f"{', '.join(shown)}{more}."
        )
    body = [(name, str(value)) for name, value in weights.origin.items() if name != "files"]
    files = [
        (f"file {item.get('name')}", f"{item.get('questions')} questions, {item.get('sha256')}")
        for item in weights.origin.get("files", ())
        if isinstance(item, Mapping)
    ]
    return Section("Weights", tuple(text), (("origin", ""), *files, *body))


def _basis(summary: Summary) -> Section:
    basis = dict(summary.basis)
    rows = [("file", str(basis.pop("file", "")))]
    for name, values in basis.items():
        if isinstance(values, Mapping):
            rows += [(f"{name}: {key}", str(value)) for key, value in values.items()]
    spaces = summary.spaces
    fate = "kept" if spaces.kept else "dropped afterwards"
    text = f"{spaces.count:,} space(s) of its own, {fate}; the first was {spaces.first}."
    return Section("What the numbers rest on", (text,), (("what", "value"), *rows))


def _seconds(summary: Summary) -> Section:
    rows = [(name.replace("_", " "), f"{value:g}") for name, value in summary.seconds.items()]
    return Section("Seconds", (), (("what", "seconds"), *rows))
