"""Rows of tokens for the fit of the network that writes propositions."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np

from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.model.workspace import Polarity
from training.propositions.examples import Passage
from training.propositions.proposition import KINDS, MODALITIES
from training.propositions.rows import END, MAX_WRITTEN, SEP, Tokenise, rows
from training.short_talks import ShortStatement

LABELS = {"kind": len(KINDS), "modality": len(MODALITIES), "polarity": 2, "worth": 4}
_SEEN = 2  # so often a token must have been written without being copied
_VARIANTS = 4
_RENAMED = 0.7


def prepared(
    training: Sequence[Passage], development: Sequence[Passage], tokenise: Tokenise, *, seed: int
) -> dict[str, Any]:
    """All arrays that the fit needs."""
    draw = Random(seed)
    names = genders(training)
    found: dict[str, Any] = {"label_sizes": json.dumps(LABELS)}
    written: Counter[int] = Counter()
    parts = {
        "train": [
            (version, one if version == 0 else renamed(one, names, draw))
            for version in range(_VARIANTS)
            for one in training
        ],
        "development": [(-1, one) for one in development],
    }
    for part, passages in parts.items():
        ids: list[int] = []
        segments: list[int] = []
        bounds = [0]
        row, first, last, target, ends, labels, variant = [], [], [], [], [0], [], []
        for version, passage in passages:
            for one in rows(passage.turns, passage.people, tokenise):
                ids += one.ids
                segments += one.segments
                bounds.append(len(ids))
                read = set(one.ids)
                for place, (begin, end) in enumerate(one.places):
                    stated = passage.states[one.turn][one.sentence + place]
                    tokens, told = _target(stated, tokenise)
                    if version == 0:
                        written.update(token for token in tokens if token not in read)
                    row.append(len(bounds) - 2)
                    first.append(begin)
                    last.append(end)
                    target += tokens
                    labels += told
                    ends.append(len(target))
                    variant.append(version)
        arrays = {
            "ids": np.array(ids, np.int32),
            "segments": np.array(segments, np.int8),
            "bounds": np.array(bounds),
            "row": np.array(row),
            "first": np.array(first),
            "last": np.array(last),
            "target": np.array(target, np.int32),
            "ends": np.array(ends),
            "labels": np.array(labels, np.int8),
            "variant": np.array(variant, np.int8),
        }
        found |= {f"{part}_{name}": values for name, values in arrays.items()}
    known = sorted({END, SEP, *(token for token, n in written.items() if n >= _SEEN)})
    found["tokens"] = np.array(known)
    return found


def genders(passages: Sequence[Passage]) -> dict[str, str]:
    """The names of those who take part, with "m", "f" or "" by the pronouns that take them up."""
    found: dict[str, Counter[str]] = {
        name: Counter() for one in passages for name in one.people if name.isalpha()
    }
    for passage in passages:
        for one in (one for turn in passage.states for some in turn for one in some):
            first, *rest = _WORD.findall(one.text)
            if first in found:
                meant = (PRONOUNS.get(word) for word in rest)
                found[first].update(_GENDERS[one] for one in meant if one in _GENDERS)
    return {
        name: next((it for it, n in counts.items() if n > 0.8 * counts.total()), "")
        for name, counts in found.items()
    }


_WORD = re.compile(r"\w+")
_GENDERS = {GrammaticalPerson.HE: "m", GrammaticalPerson.SHE: "f"}


def renamed(passage: Passage, names: Mapping[str, str], draw: Random) -> Passage:
    """The same talk between people of other names of the same gender."""
    free: dict[str, list[str]] = {}
    for name, gender in names.items():
        if name not in passage.people:
            free.setdefault(gender, []).append(name)
    given = {
        name: draw.choice(free[names[name]])
        for name in passage.people
        if names.get(name) in free and draw.random() < _RENAMED
    }
    if not given:
        return passage
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, given)) + r")\b")

    def put(text: str) -> str:
        return pattern.sub(lambda match: given[match[0]], text)

    turns = []
    for turn in passage.turns:
        cuts = sorted(
            {
                0,
                len(turn.text),
                *(at for span in turn.sentences for at in span),
                *(one.end for one in turn.dates),
            }
        )
        moved, text = {0: 0}, ""
        for begin, end in pairwise(cuts):
            text += put(turn.text[begin:end])
            moved[end] = len(text)
        turns.append(
            turn._replace(
                speaker=put(turn.speaker),
                text=text,
                sentences=tuple((moved[begin], moved[end]) for begin, end in turn.sentences),
                dates=tuple(one._replace(end=moved[one.end]) for one in turn.dates),
            )
        )
    states = tuple(
        tuple(
            tuple(one.model_copy(update={"text": put(one.text)}) for one in some) for some in turn
        )
        for turn in passage.states
    )
    people = tuple(put(name) for name in passage.people)
    return Passage(people, tuple(turns), states)


def _target(
    stated: Sequence[ShortStatement], tokenise: Tokenise
) -> tuple[list[int], list[list[int]]]:
    """The tokens to be written, and at the end of each sentence what it is."""
    tokens: list[int] = []
    labels: list[list[int]] = []
    for one in stated:
        own = [token.id for token in tokenise(one.text.rstrip("."))]
        if len(own) > MAX_WRITTEN or len(tokens) + len(own) > 2 * MAX_WRITTEN:
            continue
        tokens += [*own, SEP]
        labels += [[-1] * len(LABELS)] * len(own)
        labels.append(
            [
                KINDS.index(one.kind),
                MODALITIES.index(one.modality),
                int(one.polarity is Polarity.NEGATIVE),
                one.worth,
            ]
        )
    return [*tokens, END], [*labels, [-1] * len(LABELS)]
