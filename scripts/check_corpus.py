"""Checks annotated talk: ids, quotes, times, references, names, counts; copies of other data.

    python -m scripts.check_corpus [FOLDER …]

Without folders the whole corpus is checked, also across conversations. Prints one line for each
fault and, after ``?``, for each doubt: a time that the calendar reads otherwise, a date on another
weekday, words that a conversation says twice, a mention that may be no word. A reader decides
doubts, and `corpus/decided.txt` holds those that are right; a fault, a doubt that is not decided,
and a decision about nothing end it with 1.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from graphmem.errors import InputError
from graphmem.evaluation.corpus import GoldConversation, folders, read_conversation
from graphmem.evaluation.last_messages import last_messages
from graphmem.sample import sample_files, sample_folder
from scripts.corpus.copies import Text, copies, own_texts, texts_of, words_of
from scripts.corpus.doubts import doubts
from scripts.corpus.faults import faults, missing
from scripts.corpus.last_messages import faults_of_last_messages
from scripts.corpus.questions import missing_questions
from scripts.corpus.splits import faults_of_splits, read_splits
from training.change_pairs import change_pairs

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "corpus"
# Data that must not be copied, where it is at hand.
FOREIGN = (ROOT.parent / "shared" / "locomo", ROOT.parent / "shared" / "meetings")


def found_faults(talks: Sequence[GoldConversation]) -> Iterator[str]:
    """What is wrong in these conversations, and what in them is copied from elsewhere."""
    for talk in talks:
        for line in (*faults(talk), *missing(talk), *missing_questions(talk)):
            yield f"{talk.header.id} {line}"
    texts = list(own_texts(talks))
    yield from map(str, copies(texts, list(_foreign())))
    for copy in copies([text for text in texts if text.said]):
        if copy.here.source != copy.there.source:
            yield str(copy)


def faults_of_pairs(talks: Sequence[GoldConversation]) -> Iterator[str]:
    """What is wrong in the pairs of statements for training, and what in them is copied."""
    try:
        pairs = list(change_pairs())
    except InputError as error:
        yield str(error)
        return
    texts = [
        Text("changes", side.at.isoformat(), words_of(side.text))
        for pair in pairs
        for side in (pair.earlier, pair.later)
    ]
    yield from map(str, copies(texts, [*own_texts(talks), *_foreign()]))


def copied_last_messages(talks: Sequence[GoldConversation]) -> Iterator[str]:
    """What in the last messages is copied, from the talk or from elsewhere."""
    texts = [
        Text("last_messages", f"{name} {line.id}", words_of(message.text))
        for name, lines in last_messages(CORPUS).items()
        for line in lines
        for message in line.messages
    ]
    yield from map(str, copies(texts, [*own_texts(talks), *_foreign()]))


def found_doubts(talks: Sequence[GoldConversation]) -> Iterator[str]:
    """What a reader has to decide of these conversations."""
    for talk in talks:
        yield from doubts(talk)
        yield from map(str, copies([text for text in own_texts([talk]) if text.said]))


def decided() -> frozenset[str]:
    """The doubts that a reader has found to be right."""
    return frozenset((CORPUS / "decided.txt").read_text("utf-8").splitlines())


def _foreign() -> Iterable[Text]:
    yield from texts_of("the sample", [*sample_files(), *sorted(sample_folder().glob("*.json"))])
    for folder in FOREIGN:
        yield from texts_of(f"{folder.name}/", sorted(folder.glob("*.json*")))


def _read(chosen: Sequence[Path]) -> tuple[list[GoldConversation], list[str]]:
    talks, broken = [], []
    for folder in chosen:
        try:
            talks.append(read_conversation(folder))
        except InputError as error:
            broken.append(str(error))
    return talks, broken


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    chosen = parser.parse_args().folders
    talks, lines = _read(chosen or folders(CORPUS))
    lines += found_faults(talks)
    doubted = list(found_doubts(talks))
    lines += [f"? {line}" for line in doubted if line not in decided()]
    if not chosen:
        lines += faults_of_pairs(talks)
        lines += faults_of_splits(CORPUS / "splits.json", talks)
        broken = list(faults_of_last_messages(CORPUS, talks, read_splits(CORPUS / "splits.json")))
        lines += broken or copied_last_messages(talks)
        lines += [f"decided, but no doubt: {line}" for line in sorted(decided() - {*doubted})]
    print("\n".join([*lines, f"{len(talks)} conversations, {len(lines)} faults and open doubts"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
