"""Options, results and traces of a search."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, computed_field, field_validator

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen, UserInput
from graphmem.model.ids import turn_reference


class Link(StrEnum):
    """What activation spreads along."""

    ENTITY = "entity"
    ANSWER = "answer"
    MEANING = "meaning"
    TIME = "time"


class Outcome(StrEnum):
    """What became of a link: followed, or pruned and why.

    ``SPENT`` links are followed too, to a turn that passes nothing on since the budget was spent.
    """

    FOLLOWED = "followed"
    VISITED = "already reached better"
    FAINT = "activation too low"
    SPENT = "budget spent"


class EntryPoint(Frozen):
    """A turn at which activation starts, with its cosine to the question."""

    turn_id: str
    similarity: float


class Step(Frozen):
    """A link that was looked at, from a turn (its parent) to another."""

    parent: str
    turn_id: str
    link: Link
    weight: float
    activation: float
    outcome: Outcome


class Weighed(Frozen):
    """A candidate with its score, every signal's value and contribution, and who found it."""

    turn_id: str
    score: float
    values: Mapping[str, float]
    contributions: Mapping[str, float]
    paths: tuple[str, ...]


class Trace(Frozen):
    """A search explained; ``found`` counts the turns that each path brought.

    Those of words, meaning and neighbours are counted among the candidates in scope.
    """

    question: str
    neutral: str
    terms: tuple[str, ...]
    found: Mapping[str, int]
    entry_points: tuple[EntryPoint, ...] = ()
    steps: tuple[Step, ...] = ()
    candidates: tuple[Weighed, ...] = ()
    milliseconds: Mapping[str, float]


Share = Annotated[float, Field(ge=0.0, le=1.0)]


class SearchPath(StrEnum):
    """A way to turns, each with places of its own among the candidates."""

    WORDS = "words"
    MEANING = "meaning"
    NEIGHBOURS = "neighbours"
    ANSWERS = "answers"
    QUESTIONS = "questions"
    ENTITIES = "entities"
    CONCEPTS = "concepts"
    PROCESSES = "processes"
    TALK = "talk"
    ACTIVATION = "activation"


# Who brought a turn: a path, or a further question that expansion made.
FoundBy = SearchPath | Literal["expansion"]
BASE_PATHS = frozenset({SearchPath.WORDS, SearchPath.MEANING, SearchPath.NEIGHBOURS})


class SearchWeights(UserInput):
    """How much each signal adds to a turn's score: ``weight * value``, summed.

    The first fifteen are fitted (`graphmem train-ranker`); `graphmem.retrieval.weights` ships
    them with their origin. Cosines are of the question without names of people:

    - ``meaning``, ``meaning_before``, ``meaning_after``: of the turn, the one before, the one after
    - ``words``, ``words_around``: BM25 of the turn, and of the turn with its neighbours, among the
      candidates, as a share of the most that the question's words can reach
    - ``speaker``: the question names who speaks; ``asks``: the turn is a question itself;
      ``length``: 1 from thirty words on
    - ``session``: how good the best turns of its session are, 0 for the best session, else less
    - ``date``: it was said at, or tells of, the time that the question names; ``dated``: it tells
      of a date and the question asks for one
    - ``answers``, ``questions``: the best cosine of an Answer or Question that rests on it
    - ``entities``: how near the nearest entity is that it mentions; ``activation``: what reached it

    The rest are 0 in the shipped weights and nobody has fitted them: the paths ``concepts`` and
    ``processes`` (valued like entities and answers) add candidates and nothing to a score, and
    ``frequency`` (how many turns bear out what it says) counts only where a caller weighs it. What
    a call switches on counts without that, unless the caller gave weights (`SearchOptions`):
    ``recency``, ``talk`` (the last turns of the conversation at hand, the latest 1), and
    ``expanded`` (by its best rank for a further question, the first 1).
    """

    meaning: float = 0.0
    meaning_before: float = 0.0
    meaning_after: float = 0.0
    words: float = 0.0
    words_around: float = 0.0
    speaker: float = 0.0
    asks: float = 0.0
    length: float = 0.0
    session: float = 0.0
    date: float = 0.0
    dated: float = 0.0
    answers: float = 0.0
    questions: float = 0.0
    entities: float = 0.0
    activation: float = 0.0
    concepts: float = 0.0
    processes: float = 0.0
    talk: float = 0.0
    recency: float = 0.0
    frequency: float = 0.0
    expanded: float = 0.0

    @classmethod
    def spreading(cls) -> Self:
        """The published formula of spreading activation, without anything that was fitted.

        Recency takes part where `SearchOptions.recency` says how.
        """
        return cls(activation=0.30, meaning=0.30, recency=0.25, frequency=0.15)


FITTED = tuple(SearchWeights.model_fields)[:15]


class Recency(StrEnum):
    """What being recent is worth: nothing, a share that decays over years, or a small boost.

    ``DECAY`` is ``1 / (1 + ln(1 + days / 365))``; ``BOOST`` 0.15 under 7 days, 0.08 under 30 and
    0.03 under 90. What was said after the moment of asking is worth nothing.
    """

    NONE = "none"
    DECAY = "decay"
    BOOST = "boost"


class Expansion(StrEnum):
    """Who words up to three further questions: nobody, rules, or the language model."""

    NONE = "none"
    RULES = "rules"
    LLM = "llm"


class ActivationSettings(UserInput):
    """How activation spreads from the nearest turns over the graph.

    It starts at up to ``entries`` turns of a cosine of ``least_similarity`` and more, with that
    cosine, and loses ``decay`` and the link's weight at each step; ``budget`` bounds the turns
    that pass it on. Links: by shared entity (``entity``), by answers (``answer``), by meaning
    (cosine of ``like_least`` and more, the ``like_most`` nearest) and by time
    (``max(least_time, 1 - hours apart / hours)``). Time links the turns of one session that are at
    most two apart and said within ``hours``; it reaches no other session and no other conversation.
    """

    entries: int = Field(default=3, ge=1, le=20)
    least_similarity: Share = 0.5
    decay: Share = 0.8
    budget: int = Field(default=20, ge=1, le=1_000)
    least_activation: Share = 0.1
    entity: Share = 1.0
    answer: Share = 1.0
    like_least: Share = 0.7
    like_most: int = Field(default=5, ge=0, le=50)
    hours: float = Field(default=24.0, gt=0.0)
    least_time: Share = 0.3


class SearchOptions(UserInput):
    """Everything about a search that can be set per call.

    ``weights`` None means the shipped ones, and that what this call switches on counts: where they
    have 0 for it, recency, the talk at hand and further questions get the weights of
    `graphmem.retrieval.weights`. Weights that are given count as they are.

    ``depth`` is how many turns each path may bring. ``recency`` needs a moment of asking.
    ``attention`` weighs dated answers where the question is about time. ``rerank`` names a
    sentence-transformers CrossEncoder (or ``llm``), which orders the first ``rerank_depth`` anew.
    """

    paths: frozenset[SearchPath] = frozenset(SearchPath)
    weights: SearchWeights | None = None
    depth: int = Field(default=30, ge=1, le=1_000)
    activation: ActivationSettings = ActivationSettings()
    recency: Recency = Recency.NONE
    attention: float = Field(default=1.5, ge=0.0)
    expansion: Expansion = Expansion.NONE
    rerank: str | None = None
    rerank_depth: int = Field(default=20, ge=2, le=200)

    @field_validator("paths")
    @classmethod
    def _check_paths(cls, paths: frozenset[SearchPath]) -> frozenset[SearchPath]:
        if not paths:
            raise ValueError("no path is given, and without one nothing is found")
        return paths


class ScorePart(Frozen):
    """One addend of a score: ``contribution = weight * value``."""

    name: str
    value: float
    weight: float

    @property
    def contribution(self) -> float:
        """Its addend in the score."""
        return self.weight * self.value


class SearchHit(Frozen):
    """One turn that was found, who found it, and the parts of its score.

    ``paths`` has the paths, and ``expansion`` where a further question found it.
    """

    conversation_id: str
    session_id: str
    dia_id: str
    speaker: str
    speaker_uid: str
    said_at: datetime
    zone: str
    text: str
    caption: str | None = None
    score: float
    parts: tuple[ScorePart, ...] = ()
    paths: tuple[FoundBy, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def turn_id(self) -> str:
        """The turn as people read it: ``conv-26/D2:1``."""
        return turn_reference(self.conversation_id, self.dia_id)


class SearchResult(WhileWaiting):
    """Hits, best first, and the people that the question names.

    ``milliseconds`` by phase; ``further`` the questions that expansion added; ``notes`` tell what
    was asked for and could not be done, by a model, by rules or by a path whose index failed, which
    relative times were left out for want of a moment of asking, and that all weights are 0;
    ``trace`` only where an explanation was asked for.
    """

    question: str
    space: str
    hits: tuple[SearchHit, ...]
    people: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    milliseconds: Mapping[str, float] = Field(default_factory=dict)
    trace: Trace | None = None
