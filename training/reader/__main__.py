"""`python -m training.reader`: fits the reader on the corpus's training part and writes it.

It prints what it gives on the development part, and writes that beside the weights as their card.
The test part is not read.
"""

import argparse
import json
import os
from pathlib import Path

import numpy as np
import torch

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.weights import model_folder
from graphmem.settings import load_settings
from training.reader.batches import Steps
from training.reader.figures import figures
from training.reader.fit import Fitting, fit, judgements, new_network
from training.reader.gather import development_examples, training_examples
from training.reader.network import read_base
from training.reader.rows import Rows, load_tokeniser

OUTPUT = Path("build/reader.npz")
EPOCHS = 3
_MOST_WORKERS = 6
_ABOUT = {
    "what": "A network that reads a question or a claim beside one turn with what came before.",
    "begun_from": DEFAULT_MODEL,
    "fitted_on": (
        "corpus/ (CC BY 4.0), its training part of 24 conversations, what is derived of them, "
        "its short exchanges and its short talks, and nothing else"
    ),
    "measured_on": "its development part",
    "made_by": "python -m training.reader",
}


def main() -> None:
    """Fit, measure and write."""
    arguments = _arguments()
    fitting = Fitting(
        seed=arguments.seed, device=_device(arguments.device), workers=_workers(arguments.device)
    )
    folder = model_folder(load_settings().cache)
    tokenise = load_tokeniser(folder)
    network = new_network(read_base(folder), fitting)
    examples = training_examples(seed=arguments.seed)
    rows = Rows(examples, tokenise)
    losses = fit(
        network, Steps(examples, rows, epochs=arguments.epochs, seed=arguments.seed), fitting
    )
    output: Path = arguments.output
    output.parent.mkdir(parents=True, exist_ok=True)
    np.savez(output, **network.written())  # type: ignore[arg-type]
    # What is told is what the written weights give, which are rounded.
    with np.load(output) as weights:
        network.read(weights)
    examples = development_examples(seed=arguments.seed)
    rows = Rows(examples, tokenise)
    card = _ABOUT | {
        "seed": arguments.seed,
        "epochs": arguments.epochs,
        "steps": len(losses),
        **figures(lambda some: judgements(network, some, fitting.device), examples, rows),
    }
    told = json.dumps(card, indent=2)
    output.with_suffix(".json").write_text(told + "\n", encoding="utf-8")
    print(told)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m training.reader",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="how often all is gone through")
    parser.add_argument("--seed", type=int, default=0, help="draws what is shown, and when")
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto", help="what it runs on"
    )
    return parser.parse_args()


def _device(name: str) -> str:
    if name != "auto":
        return name
    return "cuda" if torch.cuda.is_available() else "cpu"


def _workers(device: str) -> int:
    """Processes that make batches: beside a GPU as many as there are cores to spare."""
    cores = os.cpu_count() or 1
    return min(_MOST_WORKERS, cores - 1) if _device(device) == "cuda" else 0


if __name__ == "__main__":
    main()
