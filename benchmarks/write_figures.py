"""Writes the measured figures into README and documentation: `python -m benchmarks.write_figures`.

The figures are in ``figures.json``, ``ablation.json``, ``corpus_rules.json``,
``corpus_networks.json``, ``reading.json``, those of ``peers/`` and the matcher's own file, and
nowhere else: what stands between the markers of a document is made of them. ``--check`` writes
nothing and fails where it differs.
"""

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from benchmarks.peers import table as peers
from graphmem.evaluation.matching.matcher import shipped

ROOT = Path(__file__).parents[1]
DOCUMENTS = (ROOT / "README.md", ROOT / "docs" / "evaluation.md", ROOT / "docs" / "peers.md")

_WIDTH = 100
_BLOCK = re.compile(
    r"(?P<begin><!-- figures: (?P<name>[a-z ]+) -->\n).*?(?P<end><!-- end of figures -->)",
    re.DOTALL,
)
_WITHOUT = {
    "everything": "nothing",
    "base paths alone": "all paths but words, meaning, neighbours",
    "without the path words": "words",
    "without the path meaning": "meaning",
    "without the path neighbours": "neighbours",
    "without the path answers": "answers",
    "without the path questions": "questions",
    "without the path entities": "entities",
    "without the path activation": "activation",
    "without the signal speaker": "the speaker's signal",
    "without the signal session": "the session's",
    "without the signal date": "the date's",
}

Row = Sequence[float | None]


def rendered(name: str) -> str:
    """The block of a name, as it stands in a document."""
    return f"\n{_BLOCKS[name]().strip()}\n\n"


def filled(text: str) -> str:
    """A document with every block made anew."""
    return _BLOCK.sub(lambda found: found["begin"] + rendered(found["name"]) + found["end"], text)


def _table(first: str, columns: Sequence[str], rows: Mapping[str, Row]) -> str:
    head = [_line([first, *columns]), "|---" * (len(columns) + 1) + "|"]
    return "\n".join([*head, *(_line([name, *map(_written, row)]) for name, row in rows.items())])


def _line(cells: Sequence[str]) -> str:
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def _written(value: float | None) -> str:
    # As people round: half goes up, which binary fractions do not.
    return "" if value is None else str(Decimal(str(value)).quantize(Decimal("0.1"), ROUND_HALF_UP))


def _figures(name: str) -> Any:
    return json.loads((ROOT / "benchmarks" / "figures.json").read_text("utf-8"))[name]


def _measured(name: str, first: str) -> str:
    held = dict(_figures(name))
    titles = held.pop("columns")
    return _table(first, titles, held)


def _in_short() -> str:
    """The one table of the README: of each sort of figure the one that says most."""
    recall, answers, shipped_at = _figures("recall"), _figures("answers"), _figures("shipped")
    at = recall["columns"].index
    rows = {
        "evidence among the first ten turns, asked with its conversation": (
            recall["with its conversation"][at("R@10")]
        ),
        "the same, with none of the five conversations named": (
            recall["with none of the five named"][at("R@10")]
        ),
        "sessions of the evidence among the first ten": (
            recall["with its conversation"][at("session R@10")]
        ),
        "token F1 of answers, as LoCoMo counts it": answers["1–4"][0],
        "the same, of questions about time": answers["2 temporal"][0],
        "questions that are rightly refused": shipped_at["refused"],
        "the same, where it was somebody else": shipped_at["refused_of_somebody_else"],
        "questions with an answer that are not answered": shipped_at["not_answered"],
    }
    return _table("measured", ["%"], {name: [value] for name, value in rows.items()})


def _ablation() -> str:
    found = json.loads((ROOT / "benchmarks" / "ablation.json").read_text("utf-8"))
    by_name = {row["name"]: row for row in found}
    rows = {
        told: [by_name[name]["percent"][f"recall@{k}"] for k in (5, 10)] + [by_name[name]["trap"]]
        for name, told in _WITHOUT.items()
    }
    return _table("without", ["R@5", "R@10", "tempting R@10"], rows)


def _shipped() -> str:
    told = (
        "By the threshold that ships, which was fitted on the corpus alone, {refused} % of "
        "category 5 are refused ({refused_of_somebody_else} of somebody else's, "
        "{refused_of_altered} of altered details) while {not_answered} % of the others are. "
        "Without the conversation "
        "{refused_without_conversation} % and {not_answered_without_conversation} %, of which "
        "{asked_back_of_refused} and {asked_back_of_not_answered} are asked which person of that "
        "name is meant."
    )
    return textwrap.fill(told.format(**_figures("shipped")), _WIDTH, break_on_hyphens=False)


def _matcher() -> str:
    agreement = shipped().agreement
    rows = {
        told: [100 * one.accuracy, 100 * one.kappa, 100 * one.by_hand, 100 * one.by_matcher]
        for decision, told in _DECISIONS.items()
        for one in (agreement[decision]["all"],)
    }
    return _table("decision", ["agree", "kappa × 100", "yes by hand", "by matcher"], rows)


def _extraction(reader: str) -> str:
    found = json.loads((ROOT / "benchmarks" / f"corpus_{reader}.json").read_text("utf-8"))
    rows = {}
    for kind, test in found["test"]["talk"].items():
        development = found["development"]["talk"].get(kind, {})
        rows[kind] = [
            part.get(figure)
            for part in (development, test)
            for figure in ("precision", "corrected", "recall")
        ]
    columns = ["precision", "corrected", "recall"]
    return _table("talk", [*columns, *(f"{column}, test" for column in columns)], rows)


def _with_reader() -> str:
    found = json.loads((ROOT / "benchmarks" / "reading.json").read_text("utf-8"))
    rows = {
        f"{part}, {_ANSWERED_BY[name]}": [figures[figure] for figure in _OF_ANSWERS]
        for part, by in found.items()
        for name, figures in by.items()
    }
    return _table("part of the corpus", list(_OF_ANSWERS.values()), rows)


_ANSWERED_BY = {"rules": "by rules", "reader": "with the reader"}
_OF_ANSWERS = {
    "answered": "answered",
    "cited": "evidence cited",
    "f1": "F1",
    "refused": "rightly refused",
}
_DECISIONS = {"right": "a stored statement is right", "held": "a gold statement is held"}
_BLOCKS: dict[str, Callable[[], str]] = {
    "measured": _in_short,
    "recall": lambda: _measured("recall", "asked"),
    "ablation": _ablation,
    "answers": lambda: _measured("answers", "questions"),
    "refusals": lambda: _measured("refusals", "falsely"),
    "shipped": _shipped,
    "answers with the reader": _with_reader,
    "matcher and people": _matcher,
    "extraction by rules": lambda: _extraction("rules"),
    "extraction by networks": lambda: _extraction("networks"),
    "peers": lambda: peers.table(peers.results("corpus")),
    "peers locomo": lambda: peers.table(peers.results("locomo")),
}


def main() -> None:
    """Write the documents, or say which are not as the figures are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where it differs")
    check = parser.parse_args().check
    differing = []
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        if (anew := filled(text)) != text:
            differing.append(document.name)
            if not check:
                document.write_text(anew, "utf-8")
    if check and differing:
        sys.exit(f"{', '.join(differing)}: run python -m benchmarks.write_figures")


if __name__ == "__main__":
    main()
