"""`python -m training.reader.further WEIGHTS`: fits a fitted reader further, on what it gets wrong.

An hour of two cores does what else takes a GPU: every question of the short talks and some of the
claims are read once, and those that the reader misjudges are drawn oftener then, each beside four
turns. It writes the weights (`--output`) and prints what they give on the development part, as
`python -m training.reader` does.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from graphmem.adapters.weights import model_folder
from graphmem.settings import load_settings
from training.reader.batches import Array, Shown, Sizes, Steps, Weights, beside, by_source
from training.reader.examples import Asked, Examples, Source
from training.reader.figures import figures
from training.reader.fit import Fitting, fit, judgements, new_network
from training.reader.gather import development_examples, training_examples
from training.reader.network import ReaderNetwork, read_base
from training.reader.rows import Rows, load_tokeniser

OUTPUT = Path("build/reader.npz")
_SHOWN = Shown(turns=4, right=2, tempting=2)
_SIZES = Sizes(asked=16, claimed=14, worded=2)
_TALKS = 0.75  # of the questions drawn are of short talks
_CLAIMS = 24_000  # that are read before the fit
_MOST_LOSS, _LEAST_LOSS = 3.0, 0.1  # what one cannot be judged by anyway is not drawn ever oftener
_FROZEN = 2  # layers
_MINUTES = 55.0
_RATE = 4e-5


def main() -> None:
    """Read, fit, measure and write."""
    arguments = _arguments()
    fitting = Fitting(
        rate=_RATE, seed=arguments.seed, warm_up=30, heads_faster=2.0,
        minutes=arguments.minutes, half=True,
    )  # fmt: skip
    folder = model_folder(load_settings().cache)
    tokenise = load_tokeniser(folder)
    network = new_network(read_base(folder), fitting)
    with np.load(arguments.weights) as weights:
        network.read(weights)
    examples = training_examples(seed=arguments.seed)
    rows = Rows(examples, tokenise)
    weights = weigh(network, examples, rows, seed=arguments.seed)
    network.freeze(_FROZEN)
    network.without_dropout()
    steps = Steps(
        examples, rows, epochs=1, seed=arguments.seed, sizes=_SIZES, shown=_SHOWN, weights=weights
    )
    taken = len(fit(network, steps, fitting))
    output: Path = arguments.output
    output.parent.mkdir(parents=True, exist_ok=True)
    np.savez(output, **network.written())  # type: ignore[arg-type]
    with np.load(output) as written:
        network.read(written)
    examples = development_examples(seed=arguments.seed)
    rows = Rows(examples, tokenise)
    measured = figures(lambda some: judgements(network, some, fitting.device), examples, rows)
    print(json.dumps({"steps": taken, **measured}, indent=2))


def weigh(network: ReaderNetwork, examples: Examples, rows: Rows, *, seed: int) -> Weights:
    """How often each example is drawn: more often the less likely the network has what is right."""
    drawn = np.random.default_rng(seed)
    asked = by_source(examples.asked)
    talks = [n for n, one in enumerate(examples.asked) if one.source is Source.TALK]
    if talks:
        losses = _asked_losses(network, [examples.asked[n] for n in talks], rows, drawn)
        asked[talks] = _oftener(losses) * _TALKS
        others = np.ones(len(asked), np.bool_)
        others[talks] = False
        asked[others] *= (1 - _TALKS) / max(asked[others].sum(), 1e-9)
    claimed = np.zeros(len(examples.claimed))
    if len(claimed):
        read = drawn.permutation(len(claimed))[:_CLAIMS]
        judged = judgements(network, [rows.of_claim(examples.claimed[n]) for n in read], "cpu")
        right = np.array([examples.claimed[n].borne_out for n in read])
        odds = np.array([one.claim for one in judged])
        claimed[read] = _oftener(np.logaddexp(0, np.where(right, -odds, odds)))
    return Weights(asked / asked.sum(), claimed if len(claimed) else None)


def _asked_losses(
    network: ReaderNetwork, every: Sequence[Asked], rows: Rows, drawn: np.random.Generator
) -> Array:
    """How unlikely it is that a turn is chosen that answers, or none where none does."""
    shown = [beside(one, drawn, _SHOWN) for one in every]
    made = [rows.of_question(one, n) for one, some in zip(every, shown, strict=True) for n in some]
    judged = iter(judgements(network, made, "cpu"))
    losses = []
    for one, some in zip(every, shown, strict=True):
        scores = np.array([*(next(judged).answers for _ in some), 0.0])
        right = np.array([*(n in one.answered_by for n in some), False])
        right[-1] = not right.any()
        losses.append(np.logaddexp.reduce(scores) - np.logaddexp.reduce(scores[right]))
    return np.array(losses)


def _oftener(losses: Array) -> Array:
    weights = np.clip(losses, 0.0, _MOST_LOSS) + _LEAST_LOSS
    return weights / weights.sum()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m training.reader.further",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("weights", type=Path, help="what `python -m training.reader` wrote")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--minutes", type=float, default=_MINUTES, help="the most that it learns")
    parser.add_argument("--seed", type=int, default=0, help="draws what is shown, and when")
    return parser.parse_args()


if __name__ == "__main__":
    main()
