"""Records of questions in the result files: what was found, and how good it was."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from graphmem.errors import InputError
from graphmem.evaluation.abstention import AbstentionLabel
from graphmem.evaluation.cases import Category
from graphmem.evaluation.provenance import writing
from graphmem.model.answer import Status
from graphmem.model.base import Frozen

QUESTIONS = "questions.jsonl"
WITHOUT_CONVERSATION = "questions_without_conversation.jsonl"
SCORES = "scores.jsonl"
SCORES_WITHOUT = "scores_without_conversation.jsonl"
SUMMARY = "summary.json"


class QuestionRecord(Frozen):
    """A line of ``questions.jsonl``.

    ``ranked_turns``, up to 30, best first, and ``evidence_turns`` are turn ids of the conversation
    (``D2:1``), or ``conversation/D2:1`` where none was given. ``seconds`` are of search and answer
    together.
    """

    conversation: str | None
    index: int
    category: Category
    question: str
    ranked_turns: tuple[str, ...]
    status: Status
    answer: str
    evidence_turns: tuple[str, ...]
    seconds: float


class Scored(Frozen):
    """A line of ``scores.jsonl``: figures of one question, each between 0 and 1.

    ``evidence`` and ``lost`` are its labels, and so are ``adversarial`` (to be refused), its
    ``fault`` and ``to_clarify`` (to be asked back). ``answered`` is any answer that is not empty,
    of so many ``words``; ``doubt`` is how surely the question was taken to have a fault, refused
    or not. ``foreign`` counts turns of other conversations than the question's own among the
    ranked ones, whether or not it was given.
    """

    conversation: str | None
    index: int
    category: Category
    adversarial: bool
    to_clarify: bool = False
    evidence: tuple[str, ...]
    lost: tuple[str, ...] = ()
    fault: AbstentionLabel = AbstentionLabel.NONE
    answered: bool
    asked_back: bool = False
    confidence: float
    doubt: float = 0.0
    words: int = 0
    foreign: int = 0
    scores: Mapping[str, float] = Field(default_factory=dict)

    @property
    def key(self) -> tuple[str, int]:
        """Key of the question."""
        return self.conversation or "", self.index

    @property
    def answerable(self) -> bool:
        """Tells whether the right thing is to answer."""
        return not self.adversarial and not self.to_clarify


class QuestionTiming(Frozen):
    """Seconds of one question."""

    search: float
    ask: float


M = TypeVar("M", bound=Frozen)


def write_lines(file: Path, lines: Iterable[Frozen]) -> None:
    """One JSON object a line; `InputError` where the file cannot be written."""
    with writing(file), file.open("w", encoding="utf-8") as out:
        for line in lines:
            out.write(line.model_dump_json() + "\n")


def read_lines(file: Path, model: type[M]) -> tuple[M, ...]:
    """The lines of a result file; `InputError` where it is missing or not one."""
    try:
        with file.open(encoding="utf-8") as lines:
            return tuple(model.model_validate_json(line) for line in lines)
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise not_a_result(file, error) from error


def not_a_result(file: Path, error: Exception) -> InputError:
    """The error for a file that no evaluation wrote, or none that came to its end."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            missing = f"{file.name} in it" if file.parent.is_dir() else "such folder"
            problem = f"{file.parent} holds no result of an evaluation: there is no {missing}."
        case OSError():
            problem = f"{file} cannot be read: {error.strerror or error}."
        case _:
            problem = f"{file} is no result of an evaluation: it does not hold what one does."
    return InputError(
        problem,
        next_step="Give the folder that `graphmem eval … --out` wrote, of a run that ended.",
    )
