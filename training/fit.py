"""Fits one small network with scikit-learn."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from graphmem.extraction.local.network import Array, DenseNetwork

_SEED = 0
_LEAST_SCALE = 1e-3
_MOST_ROUNDS = 300


def linear(features: Array, labels: Sequence[str], *, strength: float) -> DenseNetwork:
    """A logistic model of several classes; the smaller ``strength``, the smaller the weights."""
    mean, scale = _standard(features)
    model = LogisticRegression(C=strength, max_iter=_MOST_ROUNDS)
    model.fit((features - mean) / scale, np.array(labels))
    return DenseNetwork(
        mean=mean.astype(np.float32),
        scale=scale.astype(np.float32),
        weights=(model.coef_.T.astype(np.float32),),
        biases=(model.intercept_.astype(np.float32),),
        labels=tuple(str(label) for label in model.classes_),
    )


def classifier(
    features: Array,
    labels: Sequence[bool] | Sequence[str],
    *,
    hidden: tuple[int, ...],
    penalty: float,
    rounds: int = 60,
) -> DenseNetwork:
    """A classifier of two classes (yes and no) or of several, stopped where it no longer gains."""
    mean, scale = _standard(features)
    model = MLPClassifier(
        hidden,
        alpha=penalty,
        early_stopping=True,
        max_iter=rounds,
        random_state=_SEED,
    ).fit((features - mean) / scale, np.array(labels))
    two = model.classes_.dtype == np.bool_
    return DenseNetwork(
        mean=mean.astype(np.float32),
        scale=scale.astype(np.float32),
        weights=tuple(weight.astype(np.float32) for weight in model.coefs_),
        biases=tuple(bias.astype(np.float32) for bias in model.intercepts_),
        labels=() if two else tuple(str(label) for label in model.classes_),
    )


def _standard(features: Array) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean of each feature, and by what it is divided."""
    scaler = StandardScaler().fit(features)
    return scaler.mean_, np.where(scaler.scale_ < _LEAST_SCALE, 1.0, scaler.scale_)
