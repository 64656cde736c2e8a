"""`python -m training.fit_gists`: fits which questions ask for a gist of what was said.

On the questions of `corpus/gists`, which say it of each, and on those of the training part and of
the short talks, whose answers are short. On the development part it is measured; and there it is
fitted whether anything was said of what a question for a gist asks: of its own conversation it was,
of any other it was not.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.answering.answer import Encode
from graphmem.answering.extractive import gist as package
from graphmem.answering.extractive.gist import (
    NEARNESS,
    GistWeights,
    form_of,
    nearness,
    stated_sentences,
)
from graphmem.evaluation.corpus import GoldConversation
from graphmem.model.odds import Odds
from graphmem.settings import load_settings
from training.gists import asked_of_talk, gist_examples
from training.short_talks import short_talks
from training.talk import CorpusSplit, conversations

_STRENGTH = 0.45  # of the fit; less is smoother
_COUNTS = 6.0  # an example beside a question of a talk, of which there are fifty times as many
_PARTS = 5
_DIGITS = 3


def main() -> None:
    """Fit, measure and write."""
    encoder = make_token_encoder(load_settings())
    examples = gist_examples()
    short = list(_asked([*conversations(CorpusSplit.TRAIN), *short_talks()]))
    forms = _forms(encoder, [*(one.question for one in examples), *short])
    gists = np.array([*(one.gist for one in examples), *(False for _ in short)])
    counts = np.ones(len(gists))
    counts[: len(examples)] = _COUNTS
    model = LogisticRegression(C=_STRENGTH, max_iter=1_000)
    unseen = cross_val_predict(
        model, forms, gists, cv=_PARTS, params={"sample_weight": counts}, method="predict"
    )
    model.fit(forms, gists, sample_weight=counts)
    developed = model.predict(_forms(encoder, list(_asked(conversations(CorpusSplit.DEVELOPMENT)))))
    asked = model.predict(_forms(encoder, [one.question for one in asked_of_talk()]))
    told, rightly = _told(encoder.encode)
    found = GistWeights(
        origin={
            "fitted_on": "corpus/gists, the questions of the training part of corpus/ and of its "
            "short talks (CC BY 4.0)",
            "made_by": "python -m training.fit_gists",
            "date": datetime.now(UTC).date().isoformat(),
            "gists": int(gists.sum()),
            "others": int((~gists).sum()),
            "left_out": {
                "gists found": _percent(unseen[gists]),
                "others of corpus/gists taken for one": _percent(
                    unseen[: len(examples)][~gists[: len(examples)]]
                ),
                "questions of talks taken for one": _percent(unseen[len(examples) :]),
            },
            "of the development part taken for one": _percent(developed),
            "gists of the development part found": _percent(asked),
            "told, and not, rightly": rightly,
        },
        told=told,
        bias=round(float(model.intercept_[0]), _DIGITS),
        weights=tuple(round(float(one), _DIGITS) for one in model.coef_[0]),
    )
    package._SHIPPED.write_text(found.model_dump_json() + "\n", encoding="utf-8")
    print(json.dumps(found.origin, indent=2))


def _told(encode: Encode) -> tuple[Odds, tuple[float, float]]:
    """The odds that a gist is told, and the percent that they tell rightly of both."""
    asked = asked_of_talk()
    vectors = encode([one.question for one in asked])
    near, own = [], []
    for talk in conversations(CorpusSplit.DEVELOPMENT):
        texts = [one for turn in talk.turns for one in stated_sentences(turn.text)]
        said = encode(texts)
        near += [[nearness(vector, said)] for vector in vectors]
        own += [one.conversation == talk.header.id for one in asked]
    model = LogisticRegression(class_weight="balanced", C=100.0).fit(near, own)
    right = model.predict(near) == np.array(own)
    odds = Odds(
        bias=round(float(model.intercept_[0]), _DIGITS),
        weights={NEARNESS: round(float(model.coef_[0][0]), _DIGITS)},
    )
    return odds, (_percent(right[np.array(own)]), _percent(right[~np.array(own)]))


def _forms(encoder: OnnxEncoder, questions: Sequence[str]) -> Any:
    return np.array([form_of(one) for one in encoder.token_vectors(questions)])


def _asked(talks: Iterable[GoldConversation]) -> Iterator[str]:
    return (one.question for talk in talks for one in talk.questions)


def _percent(values: Sequence[bool] | Any) -> float:
    return round(100.0 * float(np.mean(values)), 1)


if __name__ == "__main__":
    main()
