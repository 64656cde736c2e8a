"""Questions, and of each whether it asks for a gist of what was said: `corpus/gists`."""

from graphmem.evaluation.corpus import Id, Words
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from training.talk import CORPUS

FOLDER = CORPUS / "gists"


class GistExample(Frozen):
    """A question, and whether it asks for a gist; one of ``conversation`` is told there."""

    question: Words
    gist: bool
    conversation: Id | None = None


def gist_examples() -> list[GistExample]:
    """Those to learn from, of no conversation."""
    return list(read_lines(FOLDER / "questions.jsonl", GistExample))


def asked_of_talk() -> list[GistExample]:
    """Questions for a gist of conversations of the development part."""
    return list(read_lines(FOLDER / "development.jsonl", GistExample))
