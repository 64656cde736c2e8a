"""Fits the network that judges wordings, on what readers tell of talk that they never saw."""

from collections.abc import Iterator, Sequence

import numpy as np

from graphmem.adapters.factory import make_token_encoder
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.settings import load_settings
from training.fit import classifier
from training.fit_references import fit_reference
from training.fit_roles import fit_roles, role_examples
from training.fit_salience import fit_salience
from training.fit_types import fit_types
from training.statements import clause_examples
from training.talk import Talk
from training.wordings import judged_wordings

_PARTS = 2
_HIDDEN = (32,)
_PENALTY = 30.0


def fit_right(
    talks: Sequence[Talk], exchanges: Sequence[Talk], aside: DenseNetwork
) -> DenseNetwork:
    """The chance that a wording is right, as the matcher of the corpus judges it.

    Each part of the conversations is read by networks that are fitted on the others: of talk that
    they know they tell more rightly.
    """
    names = sorted({one.conversation.header.id for one in talks})
    found: list[tuple[Array, bool]] = []
    for part in range(_PARTS):
        unseen = set(names[part::_PARTS])
        known = [one for one in talks if one.conversation.header.id not in unseen]
        readers = fit_readers(known, exchanges, aside)
        found += right_examples(
            [one for one in talks if one.conversation.header.id in unseen], readers
        )
    return classifier(
        np.stack([features for features, _ in found]),
        [right for _, right in found],
        hidden=_HIDDEN,
        penalty=_PENALTY,
    )


def fit_readers(talks: Sequence[Talk], exchanges: Sequence[Talk], aside: DenseNetwork) -> Model:
    """All other networks with that of asides; what stands for this one finds nothing right.

    Of exchanges it is known what their clauses state, not what their mentions mean.
    """
    clauses = [clause for one in (*talks, *exchanges) for clause in clause_examples(one)]
    none = np.zeros(1, dtype=np.float32)
    nothing = DenseNetwork(mean=none, scale=none, weights=(), biases=())
    reference = fit_reference(talks)
    return Model(
        reference,
        fit_salience(clauses),
        fit_types(talks, reference),
        nothing,
        fit_roles(list(role_examples([*talks, *exchanges])), make_token_encoder(load_settings())),
        aside,
    )


def right_examples(talks: Sequence[Talk], model: Model) -> Iterator[tuple[Array, bool]]:
    """The features of every wording of every clause, and whether the matcher finds it right."""
    for one in judged_wordings(talks, model):
        yield one.features, one.right
