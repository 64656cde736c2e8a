"""Fits the salience networks: whether a clause states something, and as what."""

from collections.abc import Callable, Sequence

import numpy as np

from graphmem.evaluation.corpus import GoldStatement
from graphmem.extraction.local.network import DenseNetwork
from graphmem.extraction.local.salience import Salience
from training.fit import classifier
from training.leaning import Leaning
from training.statements import ClauseExample

_HIDDEN = (64,)
_PENALTY = 10.0


def fit_salience(examples: Sequence[ClauseExample]) -> Salience:
    """All of them, from the clauses of the corpus."""
    features = np.stack([one.features for one in examples])
    stating = [one for one in examples if one.statements]
    of_stating = np.stack([one.features for one in stating])

    def of_first(label: Callable[[GoldStatement], str]) -> DenseNetwork:
        labels = [label(one.statements[0]) for one in stating]
        return classifier(of_stating, labels, hidden=_HIDDEN, penalty=_PENALTY)

    def of_leaning(label: Callable[[Leaning], bool]) -> DenseNetwork:
        labels = [one.leaning is not None and label(one.leaning) for one in stating]
        return classifier(of_stating, labels, hidden=_HIDDEN, penalty=_PENALTY)

    bare = [one for one in stating if one.clause.subject is None and one.clause.shared is None]
    return Salience(
        states=classifier(
            features,
            [bool(one.statements) for one in examples],
            hidden=_HIDDEN,
            penalty=_PENALTY,
        ),
        kind=of_first(lambda statement: statement.kind.value),
        modality=of_first(lambda statement: statement.modality.value),
        negated=classifier(
            of_stating,
            [one.statements[0].polarity.value == "negative" for one in stating],
            hidden=_HIDDEN,
            penalty=_PENALTY,
        ),
        worth=of_first(lambda statement: str(statement.worth)),
        elided=classifier(
            np.stack([one.features for one in bare]),
            [one.statements[0].subject == one.turn.speaker for one in bare],
            hidden=_HIDDEN,
            penalty=_PENALTY,
        ),
        leans_on_sentence=of_leaning(lambda one: one.on_sentence),
        leans_on_turn=of_leaning(lambda one: one.on_turn),
    )
