"""What a role is called, and its states, by the words that complete a verb."""

import numpy as np
import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.network import Network
from graphmem.extraction.local.roles import parts_of_life, role_words, sentence_vector
from graphmem.extraction.local.vectors import TurnVectors


@pytest.mark.parametrize(
    ("text", "name", "states"),
    [
        ("Ana lives in Ghent.", "Ghent", ["lives in Ghent"]),
        (
            "Ana works at TechCorp as a software engineer.",
            "software engineer",
            ["works at TechCorp", "works as software engineer"],
        ),
        ("Bo is married to Lisa.", "Lisa", ["married to Lisa"]),
        ("Bo left TechCorp on 3 May 2024.", "TechCorp", ["left TechCorp"]),
        ("Bo handed in the keys.", "keys", ["handed in keys"]),
        ("Ana has been a nurse since 2019.", "nurse", ["nurse"]),
        (
            "Ana is a software engineer at TechCorp.",
            "software engineer",
            ["software engineer", "software engineer at TechCorp"],
        ),
    ],
)
def test_what_completes_the_verb(text: str, name: str, states: list[str]) -> None:
    (parsed,) = load_parser()([text])
    found = role_words(parsed)
    assert found is not None
    assert (found.name, list(found.states)) == (name, states)


def test_a_verb_alone_tells_no_role() -> None:
    (parsed,) = load_parser()(["Ana sings."])
    assert role_words(parsed) is None


def seen(*rows: tuple[float, float]) -> TurnVectors:
    return TurnVectors([(place, place + 1) for place in range(len(rows))], np.array(rows, "f4"))


def test_the_part_of_life_is_told_by_the_mean_of_a_sentences_words() -> None:
    weights = np.array([[8.0, 0.0], [0.0, 8.0]], dtype=np.float32)
    plain = np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)
    network = Network(*plain, (weights,), (np.zeros(2, dtype=np.float32),), ("", "job"))
    assert parts_of_life(network, [seen((3.0, 0.0)), seen((0.0, 1.0), (1.0, 4.0))]) == [None, "job"]
    assert parts_of_life(network, []) == []
    assert sentence_vector(seen((3.0, 4.0), (3.0, 4.0))).tolist() == pytest.approx([0.6, 0.8])
