"""`python -m training.fit_relevance`: fits which of the found turns a message needs.

On the last messages of the training part of `corpus/`, each asked of a memory of its conversation
as of its moment; the development part chooses how smooth the fit is, and is measured. The server is
one of its own.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from graphmem.assembly import relevance as package
from graphmem.assembly.relevance import RelevanceWeights, signals
from graphmem.connection import connect
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.last_messages import last_messages
from graphmem.evaluation.prompt_coverage import messages_of
from graphmem.memory import Memory
from graphmem.model.assembly import AssemblySettings
from graphmem.model.odds import Odds
from graphmem.model.scope import Scope
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings
from graphmem.store.about import answers_of_turns
from training.talk import CORPUS, conversations

OUTPUT = Path(package.__file__).with_name("relevance.json")
_STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
_DIGITS = 4
_TAKEN = 10  # turns, about as many as a prompt of 600 tokens has


class Case(NamedTuple):
    """A turn that was found for a message; ``welcome`` ones may stand there, and teach nothing."""

    message: str
    values: dict[str, float]
    needed: bool
    welcome: bool


def main() -> None:
    """Ask, fit and write."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            with Memory(settings) as memory:
                train, developed = (
                    list(gather(memory, part))
                    for part in (CorpusSplit.TRAIN, CorpusSplit.DEVELOPMENT)
                )
        finally:
            EmbeddedServer(settings).stop(force=True)
    found = fit(train, developed)
    OUTPUT.write_text(found.model_dump_json(indent=1) + "\n", encoding="utf-8")
    print(found.model_dump_json(indent=1))


def gather(memory: Memory, part: CorpusSplit) -> Iterator[Case]:
    """Every turn that is found for every message of a part."""
    of, turns = last_messages(CORPUS), AssemblySettings().turns
    for talk in conversations(part):
        memory.ingest(talk.conversation())
        name = talk.header.id
        said = {one.id: turn.id for turn in talk.turns for one in turn.statements}
        with closing(connect(memory.settings)) as database:
            for line in of.get(name, ()):
                asked = messages_of(line, talk)[-1]
                hits = memory.search(
                    asked.text, conversation=name, limit=turns, as_of=line.at, now=line.at
                ).hits
                places = [(hit.conversation_id, hit.dia_id) for hit in hits]
                scope = Scope(space=memory.space, said_to=line.at)
                facts = answers_of_turns(database, scope, places)
                must, welcome = ({said[uid] for uid in ids} for ids in (line.must, line.welcome))
                measured = signals(hits, facts, asked_by=asked.speaker, now=line.at)
                for hit, values in zip(hits, measured, strict=True):
                    needed = hit.dia_id in must
                    beside = hit.dia_id in welcome and not needed
                    yield Case(f"{name}/{line.id}", values, needed, beside)


def fit(train: Sequence[Case], developed: Sequence[Case]) -> RelevanceWeights:
    """The weights under which the development part's needed turns come first, fitted on train."""
    names = list(train[0].values)
    taught = [case for case in train if not case.welcome]
    rows = _rows(taught, names)
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread == 0] = 1.0
    needed = np.array([case.needed for case in taught])
    fitted = {
        strength: LogisticRegression(C=strength, max_iter=2_000).fit((rows - mean) / spread, needed)
        for strength in _STRENGTHS
    }
    found = {
        strength: _odds(names, model.coef_[0] / spread, model.intercept_[0], mean)
        for strength, model in fitted.items()
    }
    best = max(found, key=lambda strength: recall(developed, found[strength]))
    searched = Odds(bias=0.0, weights={"rank": 1.0})
    return RelevanceWeights(
        origin={
            "fitted_on": "corpus/last_messages of the training part of corpus/ (CC BY 4.0)",
            "made_by": "python -m training.fit_relevance",
            "date": datetime.now(UTC).date().isoformat(),
            "messages": len({case.message for case in train}),
            "turns": len(taught),
            "needed": int(needed.sum()),
            f"needed turns among the first {_TAKEN}, percent": {
                "training": _percent(train, found[best]),
                "development": _percent(developed, found[best]),
                "development, as searched": _percent(developed, searched),
            },
        },
        needed=found[best],
    )


def recall(cases: Sequence[Case], odds: Odds) -> float:
    """The share of the needed turns that are among the first of their message."""
    of: dict[str, list[Case]] = {}
    for case in cases:
        of.setdefault(case.message, []).append(case)
    first = [
        case
        for found in of.values()
        for case in sorted(found, key=lambda one: -odds.log_odds(one.values))[:_TAKEN]
    ]
    return sum(case.needed for case in first) / max(1, sum(case.needed for case in cases))


def _percent(cases: Sequence[Case], odds: Odds) -> float:
    return round(100 * recall(cases, odds), 1)


def _rows(cases: Sequence[Case], names: Sequence[str]) -> Any:
    return np.array([[case.values[name] for name in names] for case in cases])


def _odds(names: Sequence[str], weights: Any, bias: float, mean: Any) -> Odds:
    return Odds(
        bias=round(float(bias - weights @ mean), _DIGITS),
        weights={
            name: round(float(weight), _DIGITS)
            for name, weight in zip(names, weights, strict=True)
            if round(float(weight), _DIGITS)
        },
    )


if __name__ == "__main__":
    main()
