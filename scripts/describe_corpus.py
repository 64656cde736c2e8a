"""Writes what is made of the corpus: its JSON Schema, and the counts in its README and datasheet.

    python -m scripts.describe_corpus [--check]

`corpus/schema.json` is made from the types in `graphmem/evaluation/corpus.py`; what stands between
the markers of a document is counted in the corpus's files and in `corpus/agreement.json`.
``--check`` writes nothing and ends with 1 where something is not current.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from scripts.corpus import schema
from scripts.corpus.tables import CORPUS, filled

DOCUMENTS = (CORPUS / "README.md", CORPUS / "DATASHEET.md")
SCHEMA = CORPUS / "schema.json"


def made() -> Mapping[Path, str]:
    """What each file should hold."""
    documents = {file: filled(file.read_text("utf-8")) for file in DOCUMENTS}
    return {SCHEMA: schema.written(), **documents}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = []
    for file, text in made().items():
        if not file.exists() or file.read_text("utf-8") != text:
            stale.append(file)
            if not check:
                file.write_text(text, "utf-8")
    if stale:
        print(*(f"{'stale' if check else 'written'}: {file.name}" for file in stale), sep="\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
