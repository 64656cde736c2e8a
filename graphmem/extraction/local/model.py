"""The fitted networks of the package, read once from what `python -m training` writes."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.coreference import CoreferenceModel
from graphmem.extraction.local.network import DenseNetwork, pack, unpack
from graphmem.extraction.local.salience import Salience

_FILE = "networks.npz"


class Model(NamedTuple):
    """What reads talk: networks for coreference, for salience, and for the types of entities.

    ``right`` judges a wording: the chance that it tells rightly what was said. ``role`` tells by a
    sentence's vector of which part of a person's life it tells a role, "" for none. ``aside``
    tells of an adverb at the edge of a clause that it says nothing of what the clause states.
    """

    reference: CoreferenceModel
    salience: Salience
    types: DenseNetwork
    right: DenseNetwork
    role: DenseNetwork
    aside: DenseNetwork


@cache
def load_model() -> Model:
    """The networks that ship with the package."""
    with as_file(files(__package__) / _FILE) as path:
        return read_model(path)


def read_model(path: Path) -> Model:
    """The networks of a file; raises `KeyError` where one is missing."""
    with np.load(path) as arrays:
        return Model(
            CoreferenceModel(*(unpack(arrays, name) for name in CoreferenceModel._fields)),
            Salience(*(unpack(arrays, name) for name in Salience._fields)),
            unpack(arrays, "types"),
            unpack(arrays, "right"),
            unpack(arrays, "role"),
            unpack(arrays, "aside"),
        )


def write_model(model: Model, path: Path) -> None:
    """Write the networks, weights in half precision."""
    networks = {
        **model.reference._asdict(),
        **model.salience._asdict(),
        "types": model.types,
        "right": model.right,
        "role": model.role,
        "aside": model.aside,
    }
    np.savez_compressed(path, **pack(networks))  # type: ignore[arg-type]
