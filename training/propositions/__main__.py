"""`python -m training.propositions`: fits the network that writes what turns state.

It learns on the corpus's training part, its exchanges and its short talks, and writes weights into
build/propositions.npz, and beside them what they give on the development part, which also tells
when to stop; the test part is not read. Nothing that ships uses them yet: too much of what it
writes is of the wrong thing where a pronoun could mean several.

With --prepare it only writes rows.npz and base.npz beside the weights, for a fit elsewhere:
`python -m training.propositions.fit rows.npz base.npz propositions.npz` needs torch alone. With
--measure it only measures weights that are there.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from graphmem.adapters.parser import load_parser
from graphmem.adapters.weights import TOKENIZER, WEIGHTS, model_folder
from graphmem.settings import load_settings
from training.propositions.examples import development_passages, training_passages
from training.propositions.measure import figures
from training.propositions.prepare import prepared
from training.propositions.writer import tokenise_with
from training.weights import write_weights

OUTPUT = Path("build/propositions.npz")


def main() -> None:
    """Prepare, and fit."""
    parser = argparse.ArgumentParser(
        prog="python -m training.propositions",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--prepare", action="store_true", help="write what the fit reads, no more")
    parser.add_argument("--measure", action="store_true", help="measure what was fitted, no more")
    parser.add_argument("--seed", type=int, default=0, help="draws names, and what is shown when")
    given = parser.parse_args()
    output: Path = given.output
    output.parent.mkdir(parents=True, exist_ok=True)
    if not given.measure:
        _fit(output, seed=given.seed, prepare=given.prepare)
    if not given.prepare:
        told = json.dumps(figures(output), indent=2)
        output.with_suffix(".json").write_text(told + "\n", encoding="utf-8")
        print(told)


def _fit(output: Path, *, seed: int, prepare: bool) -> None:
    rows, base = output.with_name("rows.npz"), output.with_name("base.npz")
    folder = model_folder(load_settings().cache)
    parse, tokenizer = load_parser(), Tokenizer.from_file(str(folder / TOKENIZER))
    np.savez_compressed(
        rows,
        **prepared(
            list(training_passages(parse)),
            list(development_passages(parse)),
            tokenise_with(tokenizer),
            seed=seed,
        ),
    )
    write_base(folder / WEIGHTS, base)
    if not prepare:
        fit = [sys.executable, "-m", "training.propositions.fit", rows, base, output]
        subprocess.run([*map(str, fit), "--seed", str(seed)], check=True)


def write_base(packaged: Path, output: Path) -> None:
    """The packaged model's weights, but for the layer that nothing here reads."""
    from safetensors.numpy import load_file

    found = {
        name: values.astype(np.float16) if "position" in name else values
        for name, values in load_file(str(packaged)).items()
        if "pooler" not in name and values.ndim
    }
    write_weights(found, output)


if __name__ == "__main__":
    main()
