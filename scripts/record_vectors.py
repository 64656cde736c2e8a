"""Record what sentence-transformers makes of some texts, which the encoder's tests compare with.

Needs `graphmem[sentence-transformers]`; run it only where the texts or the model change.

    python scripts/record_vectors.py
"""

import json
from pathlib import Path

import numpy as np

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.sentence_models import load_sentence_encoder
from graphmem.adapters.weights import model_folder
from graphmem.sample import sample_files
from graphmem.settings import load_settings

TARGET = Path(__file__).parents[1] / "tests" / "unit" / "adapters" / "vectors.npz"
_TURNS = 48
_HARD = (
    "",
    " ",
    "\n\t",
    "x",
    "!?",
    "tulips " * 100,
    "I planted forty tulips yesterday. " * 200,
    "a" * 5_000,
    "[CLS] in the text, [SEP] and [PAD] and [MASK] too",
    "Ünïcödé naïve café, straße, ŁÓDŹ",
    "チューリップを四十本植えました。",
    "Я посадила сорок тюльпанов.",
    "زرعت أربعين زنبقة",
    "🎉🎉 we did it 👩‍👩‍👧‍👦!",
    "zero\u200bwidth, soft\u00adhyphen, no\u00a0break, \u202eturned\u202c",
    "control \x00\x07 characters",
)


def main() -> None:
    settings = load_settings()
    encoder = load_sentence_encoder(
        DEFAULT_MODEL, model_folder(settings.cache), batch_size=16, threads=1
    )
    texts = [*_HARD, *_sample_turns()]
    vectors = np.array(encoder.encode(texts), dtype=np.float32)
    np.savez_compressed(TARGET, texts=np.array(json.dumps(texts)), vectors=vectors)
    print(f"{TARGET}: {len(texts)} texts")


def _sample_turns() -> list[str]:
    lines = [
        line
        for file in sample_files()
        if file.suffix == ".jsonl"
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    step = max(1, len(lines) // _TURNS)
    return [json.loads(line)["text"] for line in lines[::step][:_TURNS]]


if __name__ == "__main__":
    main()
