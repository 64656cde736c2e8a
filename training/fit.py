"""Fits one small network with scikit-learn."""

from collections.abc import Sequence

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from graphmem.extraction.local.network import Array, Network

_SEED = 0
_LEAST_SCALE = 1e-3


def classifier(
    features: Array,
    labels: Sequence[bool] | Sequence[str],
    *,
    hidden: tuple[int, ...],
    penalty: float,
    rounds: int = 60,
) -> Network:
    """A classifier of two classes (yes and no) or of several, stopped where it no longer gains."""
    scaler = StandardScaler().fit(features)
    scale = np.where(scaler.scale_ < _LEAST_SCALE, 1.0, scaler.scale_)
    model = MLPClassifier(
        hidden,
        alpha=penalty,
        early_stopping=True,
        max_iter=rounds,
        random_state=_SEED,
    ).fit((features - scaler.mean_) / scale, np.array(labels))
    two = model.classes_.dtype == np.bool_
    return Network(
        mean=scaler.mean_.astype(np.float32),
        scale=scale.astype(np.float32),
        weights=tuple(weight.astype(np.float32) for weight in model.coefs_),
        biases=tuple(bias.astype(np.float32) for bias in model.intercepts_),
        labels=() if two else tuple(str(label) for label in model.classes_),
    )
