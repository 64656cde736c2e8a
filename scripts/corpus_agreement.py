"""How far the second annotation of a tenth of the corpus agrees with the first.

    python -m scripts.corpus_agreement [--check]

Compares `corpus/second/<kind>/<id>/sessions/` with `corpus/<kind>/<id>/`, prints a table by
conversation and over all, and writes the figures to `corpus/agreement.json`; ``--check`` writes
nothing and ends with 1 where that file is not current. Mentions are the same where the same
characters of a turn mean the same. `scripts/corpus/matching.py` says which statements are the
same; subject, kind, modality, polarity, time and worth are compared over those, and links where
both their ends are among them. Intervals are compared where both annotations have one.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from graphmem.evaluation.corpus import GoldTurn, read_sessions
from scripts.corpus.agreement import Compared, Figure, agreement

CORPUS = Path(__file__).parents[1] / "corpus"
WRITTEN = CORPUS / "agreement.json"


def measured() -> dict[str, dict[str, Figure]]:
    """The figures of every conversation annotated twice, and of all together."""
    talks = {}
    for second in sorted(path.parent for path in CORPUS.glob("second/*/*/sessions")):
        first = CORPUS / second.relative_to(CORPUS / "second")
        talks[second.name] = Compared(_turns(first), _turns(second))
        _same_talk(second.name, talks[second.name])
    found = {name: agreement([talk]) for name, talk in talks.items()}
    return found | {"all": agreement(list(talks.values()))}


def written(figures: Mapping[str, Mapping[str, Figure]]) -> str:
    """The figures as `corpus/agreement.json` holds them."""
    rounded = {
        name: {
            key: round(value, 3) if isinstance(value, float) else value
            for key, value in found.items()
        }
        for name, found in figures.items()
    }
    return json.dumps(rounded, indent=1) + "\n"


def _turns(folder: Path) -> Sequence[GoldTurn]:
    return [turn for session in read_sessions(folder) for turn in session]


def _same_talk(name: str, talk: Compared) -> None:
    ours, theirs = (
        [(turn.id, turn.speaker, turn.at, turn.text, turn.caption) for turn in turns]
        for turns in talk
    )
    if ours != theirs:
        raise SystemExit(f"{name}: the second annotation is not of the same turns")


def _table(figures: Mapping[str, Mapping[str, Figure]]) -> str:
    names = list(figures)
    rows = [["", *names]]
    for key in figures["all"]:
        rows.append([key, *(_cell(figures[name][key]) for name in names)])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _cell(value: Figure) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    figures = measured()
    print(_table(figures))
    if options.check:
        current = WRITTEN.exists() and WRITTEN.read_text("utf-8") == written(figures)
        return 0 if current else 1
    WRITTEN.write_text(written(figures), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
