"""Coreference: which referents there are to choose from, and what is remembered of a choice."""

from collections.abc import Sequence

import numpy as np
import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.coreference import Antecedent, AntecedentChoice, Resolution, resolve
from graphmem.extraction.local.discourse import Discourse, MentionContext, ReferentKind, phrase
from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.extraction.local.network import (
    DIMENSION,
    Array,
    DenseNetwork,
    TurnVectors,
    pack,
    unpack,
)
from tests.unit.extraction.lines import chunk


def by_form(
    mention: MentionSpan, place: MentionContext, _: Array, candidates: Sequence[Antecedent]
) -> AntecedentChoice:
    """What bears the mention's words, else something new; a pronoun means who was named last."""
    known = [one for one in candidates if one.referent is not None and one.referent.seen]
    if mention.type is MentionType.PRONOUN:
        return AntecedentChoice(known[-1] if known else None, 1.0, 0.5)
    for one in candidates:
        if one.referent is not None and phrase(place.text).lower() in one.referent.forms:
            return AntecedentChoice(one, 1.0, 1.0)
    return AntecedentChoice(candidates[-1], 1.0, 1.0)


def read(
    *lines: str, people: tuple[str, ...] = ("Ana", "Bo")
) -> tuple[Discourse, list[Resolution]]:
    talk = chunk(*lines, people=people)
    parsed = load_parser()([turn.text for turn in talk.turns])
    vectors = [
        TurnVectors([(0, len(turn.text))], *[np.ones((1, DIMENSION), dtype=np.float32)] * 2)
        for turn in talk.turns
    ]
    discourse, found = resolve(talk, parsed, vectors, choose=by_form, agreement=None)
    return discourse, [one for turn in found for sentence in turn for one in sentence]


def test_i_is_who_speaks_and_a_name_is_who_takes_part() -> None:
    _, found = read("Ana: I met Bo.")
    assert [one.referent and one.referent.name for one in found] == ["Ana", "Bo"]


def test_what_is_somebodys_is_known_by_whose_it_is() -> None:
    discourse, _ = read("Ana: My sister lives in Ghent.")
    assert [one.label() for one in discourse.entities] == ["Ana's sister", "Ghent"]


def test_a_thing_named_again_is_the_same_and_learns_no_second_node() -> None:
    discourse, _ = read("Ana: The kiln broke.", "Bo: The kiln again?")
    (kiln,) = discourse.entities
    assert (kiln.label(), len(kiln.seen)) == ("the kiln", 2)


def test_we_may_mean_everybody_or_some_of_those_who_take_part() -> None:
    groups: list[str] = []

    def choose(
        mention: MentionSpan, place: MentionContext, _: Array, candidates: Sequence[Antecedent]
    ) -> AntecedentChoice:
        groups.extend(
            one.referent.label()
            for one in candidates
            if one.referent is not None and one.referent.kind is ReferentKind.GROUP
        )
        return AntecedentChoice(None, 0.0, 1.0)

    talk = chunk("Cy: Morning.", "Ana: We start on Monday.", people=("Ana", "Bo", "Cy"))
    parsed = load_parser()([turn.text for turn in talk.turns])
    empty = TurnVectors([], *[np.zeros((0, DIMENSION), dtype=np.float32)] * 2)
    resolve(talk, parsed, [empty, empty], choose=choose, agreement=None)
    assert {"Ana, Bo and Cy", "Ana and Cy"} <= set(groups)


def test_a_pronoun_means_no_thing_that_is_likely_none_in_particular() -> None:
    offered: list[str] = []

    def choose(
        mention: MentionSpan, place: MentionContext, _: Array, candidates: Sequence[Antecedent]
    ) -> AntecedentChoice:
        if mention.type is MentionType.PRONOUN:
            offered.extend(one.referent.name for one in candidates if one.referent is not None)
            return AntecedentChoice(None, 0.0, 1.0)
        return AntecedentChoice(candidates[-1], 0.9 if mention.head.low == "van" else 0.3, 1.0)

    talk = chunk("Ana: The rain ruined the van.", "Bo: Will it start?")
    parsed = load_parser()([turn.text for turn in talk.turns])
    vectors = [TurnVectors([], *[np.zeros((0, DIMENSION), dtype=np.float32)] * 2)] * 2
    resolve(talk, parsed, vectors, choose=choose, agreement=None)
    assert "van" in offered
    assert "rain" not in offered


def test_every_candidate_has_the_same_features() -> None:
    sizes: set[int] = set()

    def choose(
        mention: MentionSpan, place: MentionContext, _: Array, candidates: Sequence[Antecedent]
    ) -> AntecedentChoice:
        sizes.update(len(one.features) for one in candidates)
        return by_form(mention, place, _, candidates)

    talk = chunk("Ana: We sold the van to my sister.", "Bo: She will love it.")
    parsed = load_parser()([turn.text for turn in talk.turns])
    vectors = [TurnVectors([], *[np.zeros((0, DIMENSION), dtype=np.float32)] * 2)] * 2
    resolve(talk, parsed, vectors, choose=choose, agreement=None)
    assert len(sizes) == 1


def test_a_network_packed_and_unpacked_gives_the_same() -> None:
    random = np.random.default_rng(1)
    network = DenseNetwork(
        mean=np.zeros(3, dtype=np.float32),
        scale=np.ones(3, dtype=np.float32),
        weights=(random.random((3, 4), dtype=np.float32), random.random((4, 2), dtype=np.float32)),
        biases=(np.zeros(4, dtype=np.float32), np.zeros(2, dtype=np.float32)),
        labels=("fact", "plan"),
    )
    again = unpack(pack({"kind": network}), "kind")
    rows = random.random((5, 3), dtype=np.float32)
    assert again.labels == network.labels
    assert again.distribution(rows) == pytest.approx(network.distribution(rows), abs=1e-2)
    assert again.distribution(rows).sum(axis=1) == pytest.approx(np.ones(5), abs=1e-5)
