"""Prints the figures of `graphmem eval corpus` and `graphmem eval prompts`."""

from collections.abc import Mapping, Sequence

from graphmem.clients.cli.output import console, print_table, shown
from graphmem.evaluation.changes import LinkFigures
from graphmem.evaluation.extraction import Extraction, table
from graphmem.evaluation.extraction import shown as percent
from graphmem.evaluation.matching.matcher import Agreement
from graphmem.evaluation.prompt_coverage import Prompts
from graphmem.evaluation.prompt_coverage import table as prompts_table

_SORTS = {"kind": "gold kind", "modality": "modality", "worth": "worth"}
_DECISIONS = {"right": "a stored statement is right", "held": "a gold statement is held"}


def print_extraction(found: Extraction) -> None:
    """Precision and recall by kind of talk, recall by what is stated, reasons, agreement."""
    console().print(shown(f"Statements by {found.reader}, {found.part}", "bold"))
    print_table(table((*found.kinds, *found.totals)))
    for sort, name in _SORTS.items():
        console().print()
        rows = [
            (one.name, f"{one.gold:,}", f"{one.held:,}", percent(one.recall))
            for one in found.recall.get(sort, ())
        ]
        print_table(((name, "gold", "held", "recall"), *rows))
    console().print()
    reasons = [(name, f"{number:,}") for name, number in found.reasons.items()]
    print_table((("not right for", "statements"), *reasons))
    console().print()
    console().print(shown("Links between what two turns say", "bold"))
    _print_links(found.links)
    for decision, agreement in found.agreement.items():
        console().print()
        console().print(shown(f"Matcher and people, whether {_DECISIONS[decision]}", "bold"))
        _print_agreement(agreement)


def print_prompts(found: Prompts) -> None:
    """Prints what prompts are handed by kind of talk, and how many facts could not be judged."""
    title = f"Prompts within {found.budget} tokens ({found.counted_by}), {found.part}; percent"
    console().print(shown(title, "bold"))
    print_table(prompts_table(found))
    if found.unknown:
        told = "fact of them was" if found.unknown == 1 else "facts of them were"
        console().print(shown(f"{found.unknown:,} {told} not judged.", "dim"))


def _print_links(links: Sequence[LinkFigures]) -> None:
    head = ("sort", "gold", "within reach", "held", "recall", "stored", "right", "precision")
    rows = [
        (
            one.name,
            f"{one.gold:,}",
            f"{one.within_reach:,}",
            f"{one.held:,}",
            percent(one.recall),
            f"{one.stored:,}",
            f"{one.right:,}",
            percent(one.precision),
        )
        for one in links
    ]
    print_table((head, *rows))


def _print_agreement(agreement: Mapping[str, Agreement]) -> None:
    head = ("judged", "n", "agree", "kappa", "yes by hand", "by matcher")
    rows = [
        (
            name,
            f"{one.judged:,}",
            percent(100 * one.accuracy),
            f"{one.kappa:.2f}",
            percent(100 * one.by_hand),
            percent(100 * one.by_matcher),
        )
        for name, one in agreement.items()
    ]
    print_table((head, *rows))
