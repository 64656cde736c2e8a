"""`python -m training.propositions`: fits the adapter with which SmolLM2 writes what turns state.

It learns on the corpus's training part, its exchanges and its short talks for as long as it is told
(``--minutes``), and writes build/propositions.npz; with ``--from`` it goes on from such a file.
Then it tells how likely what the development part states is to it, in nats a token.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from graphmem.adapters.parser import load_parser
from graphmem.adapters.weights import model_folder
from graphmem.settings import load_settings
from training.propositions.examples import own_passages, passages, short_passages, stated_in
from training.propositions.fit import Fitting, fit, loss_of, write_adapter
from training.propositions.network import AdaptedNetwork
from training.propositions.sequences import sequences
from training.propositions.smollm2 import FILE, SMOLLM2, base_weights, tokenizer_of
from training.talk import CorpusSplit, conversations

OUTPUT = Path("build/propositions.npz")


def main() -> None:
    """Fit, measure and write."""
    parser = argparse.ArgumentParser(prog="python -m training.propositions", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--from", dest="begun", type=Path, help="an adapter to go on from")
    parser.add_argument("--minutes", type=float, default=240, help="how long it learns")
    parser.add_argument("--rate", type=float, default=8e-4, help="the learning rate at first")
    parser.add_argument("--seed", type=int, default=0, help="draws what is shown when")
    given = parser.parse_args()
    output: Path = given.output
    output.parent.mkdir(parents=True, exist_ok=True)
    parse = load_parser()
    file = model_folder(load_settings().cache, SMOLLM2) / FILE
    tokenizer = tokenizer_of(file)

    def encode(text: str) -> list[int]:
        tokens: list[int] = tokenizer.encode(text).ids
        return tokens

    own, others = (
        [one for passage in some for one in sequences(passage, encode)]
        for some in (own_passages(parse), short_passages(parse))
    )
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(given.seed)
    network = AdaptedNetwork(base_weights(file), device=device)
    if given.begun:
        with np.load(given.begun) as held:
            network.read(held)
    fit(
        network,
        own,
        others,
        Fitting(given.minutes, given.rate, given.seed),
        keep=lambda: write_adapter(network, output),
    )
    unseen = [
        one
        for talk in conversations(CorpusSplit.DEVELOPMENT)
        for passage in passages(talk, stated_in(talk), parse)
        for one in sequences(passage, encode)
    ]
    with torch.inference_mode():
        loss = sum(float(loss_of(network, one)) for one in unseen)
    tokens = sum(int((one.branch > 0).sum()) for one in unseen)
    print(f"{output}: {loss / tokens:.3f} nats a token of the development part")


if __name__ == "__main__":
    main()
