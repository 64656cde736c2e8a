"""`python -m training`: fits the networks on the corpus's training part and writes them.

It prints what they give on the development part, and writes that beside them as the model's card.
The test part is not read.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import GoldConversation
from graphmem.extraction.local import model as package
from graphmem.extraction.local.model import Model, load_model, read_model, write_model
from graphmem.extraction.local.network import DenseNetwork, word_vectors
from graphmem.settings import load_settings
from training.exchanges import exchanges
from training.figures import figures
from training.fit_asides import fit_asides, said_by, said_in
from training.fit_right import fit_readers, fit_right
from training.fit_types import fit_types
from training.short_talks import read_short_talks
from training.talk import CorpusSplit, Talk, conversations, talks

_ABOUT = {
    "what": (
        "Networks for coreference, salience, entity types, roles, asides and which wording is "
        "right, on frozen vectors and syntax."
    ),
    "vectors": DEFAULT_MODEL,
    "fitted_on": (
        "corpus/ (CC BY 4.0): its training part of 24 conversations, its short exchanges and, for "
        "roles, the sentences of told/, for types, the turns of types/ with the talks of talks/ "
        "that these are of, for asides, all of talks/; which wording is right is told by the "
        "matcher; nothing else"
    ),
    "measured_on": (
        "its development part; before a mention stands what the networks read there, and a pronoun "
        "that is neither right nor wrong is left open"
    ),
    "made_by": "python -m training",
}
_PACKAGE = Path(package.__file__).parent


def main() -> None:
    """Fit, measure and write."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--output", type=Path, default=_PACKAGE, help="the folder to write to")
    parser.add_argument(
        "--only", choices=("types", "asides"), help="fit this network, and keep the others"
    )
    given = parser.parse_args()
    output: Path = given.output
    path = output / "networks.npz"
    if given.only == "types":
        known = load_model()
        types = fit_types(read(conversations(CorpusSplit.TRAIN)), known.reference)
        write_model(known._replace(types=types), path)
    elif given.only == "asides":
        write_model(load_model()._replace(aside=asides()), path)
    else:
        write_model(fit(read(conversations(CorpusSplit.TRAIN)), read(exchanges())), path)
    # What is told is what the written weights give, which are rounded.
    card = _ABOUT | figures(read_model(path), read(conversations(CorpusSplit.DEVELOPMENT)))
    (output / "networks.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(card, indent=2))


def read(annotated: Iterable[GoldConversation]) -> list[Talk]:
    """Every chunk of these, parsed and encoded."""
    encoder = make_token_encoder(load_settings())
    parse = load_parser()
    return [one for talk in annotated for one in talks(talk, parse, encoder)]


def fit(examples: list[Talk], short: list[Talk]) -> Model:
    """All networks, on conversations and on short exchanges."""
    aside = asides()
    return fit_readers(examples, short, aside)._replace(right=fit_right(examples, short, aside))


def asides() -> DenseNetwork:
    """The network of asides, on the training part and the short talks."""
    turns = (turn for talk in conversations(CorpusSplit.TRAIN) for turn in talk.turns)
    said = (*said_by(turns), *said_in(read_short_talks()))
    return fit_asides(said, load_parser(), word_vectors(make_token_encoder(load_settings())))


if __name__ == "__main__":
    main()
