"""`python -m training.fit_gists`: fits which questions ask for a gist of what was said.

On the questions of `corpus/gists`, which say it of each, and on those of the training part and of
the short talks, whose answers are short; read without the names of who takes part, as they are
asked. Of the development part it is measured, and fitted whether anything was said of what a
question for a gist asks: of its own conversation it was, of any other it was not.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from graphmem.adapters.factory import make_token_encoder
from graphmem.answering import gists as package
from graphmem.answering.answer import Encode
from graphmem.answering.gists import GistWeights, Line, nearness
from graphmem.answering.telling.gist import stated_sentences
from graphmem.evaluation.corpus import GoldConversation
from graphmem.language.names import without_names
from graphmem.settings import load_settings
from training.gists import asked_of_talk, gist_examples
from training.short_talks import short_talks
from training.talk import Split, conversations

_STRENGTH = 0.4  # of the fit; less is smoother
# What an example counts beside a question of a talk, of which there are fifty times as many.
_OF_A_GIST, _OF_ANOTHER = 12.0, 6.0
_PARTS = 5
_DIGITS = 3


def main() -> None:
    """Fit, measure and write."""
    encode = make_token_encoder(load_settings()).encode
    examples = gist_examples()
    short = list(_asked([*conversations(Split.TRAIN), *short_talks()]))
    vectors = np.array(encode([*(one.question for one in examples), *short]))
    gists = np.array([*(one.gist for one in examples), *(False for _ in short)])
    counts = np.ones(len(gists))
    counts[: len(examples)] = [_OF_A_GIST if one.gist else _OF_ANOTHER for one in examples]
    model = LogisticRegression(C=_STRENGTH, max_iter=1_000)
    unseen = cross_val_predict(
        model, vectors, gists, cv=_PARTS, params={"sample_weight": counts}, method="predict"
    )
    model.fit(vectors, gists, sample_weight=counts)
    developed = model.predict(np.array(encode(list(_asked(conversations(Split.DEVELOPMENT))))))
    told, rightly = _told(encode)
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
            "told, and not, rightly": rightly,
        },
        told=told,
        bias=round(float(model.intercept_[0]), _DIGITS),
        weights=tuple(round(float(one), _DIGITS) for one in model.coef_[0]),
    )
    package._SHIPPED.write_text(found.model_dump_json() + "\n", encoding="utf-8")
    print(json.dumps(found.origin, indent=2))


def _told(encode: Encode) -> tuple[Line, tuple[float, float]]:
    """The odds that a gist is told, and the percent that they tell rightly of both."""
    asked = asked_of_talk()
    vectors = encode([one.question for one in asked])
    near, own = [], []
    for talk in conversations(Split.DEVELOPMENT):
        texts = [one for turn in talk.turns for one in stated_sentences(turn.text)]
        said = encode(texts)
        near += [[nearness(vector, said)] for vector in vectors]
        own += [one.conversation == talk.header.id for one in asked]
    model = LogisticRegression(class_weight="balanced", C=100.0).fit(near, own)
    right = model.predict(near) == np.array(own)
    line = Line(
        bias=round(float(model.intercept_[0]), _DIGITS),
        weight=round(float(model.coef_[0][0]), _DIGITS),
    )
    return line, (_percent(right[np.array(own)]), _percent(right[~np.array(own)]))


def _asked(talks: Iterable[GoldConversation]) -> Iterator[str]:
    for talk in talks:
        names = sorted({one.speaker for one in talk.header.people.values()})
        for one in talk.questions:
            yield without_names(one.question, names) or one.question


def _percent(values: Sequence[bool] | Any) -> float:
    return round(100.0 * float(np.mean(values)), 1)


if __name__ == "__main__":
    main()
