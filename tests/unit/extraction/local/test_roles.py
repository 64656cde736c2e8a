"""What roles a sentence tells, what each is called, and its states."""

import numpy as np
import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.network import DenseNetwork, TurnVectors
from graphmem.extraction.local.roles import life_roles, parts_of_life, sentence_vector


@pytest.mark.parametrize(
    ("text", "part", "told"),
    [
        ("Ana lives in Ghent.", None, ("home", "resident", ("lives_in_Ghent",))),
        ("Ana lived in Ghent.", None, ("home", "former_resident", ("lived_in_Ghent",))),
        ("Ana moved to Ghent in 2019.", None, ("home", "resident", ("lives_in_Ghent",))),
        ("Ana left Ghent in 2019.", "home", ("home", "former_resident", ("left_Ghent",))),
        (
            "Ana has been in Seattle for ten years.",
            None,
            ("home", "resident", ("lives_in_Seattle",)),
        ),
        (
            "Ana works at TechCorp as a software engineer.",
            "job",
            ("job", "software_engineer", ("works_at_TechCorp",)),
        ),
        ("Ana works as a nurse at Northgate.", "job", ("job", "nurse", ("works_at_Northgate",))),
        ("Ana just became team lead at their company.", "job", ("job", "team_lead", ())),
        ("Bo left TechCorp on 3 May 2024.", "job", ("job", "former_employee", ("left_TechCorp",))),
        ("Bo quits.", None, ("job", "former_employee", ("left_job",))),
        ("Ana opened a bakery.", "job", ("job", "bakery_founder", ("started_bakery",))),
        ("Bo is married to Lisa.", None, ("relationship", "married", ("married_to_Lisa",))),
        ("Bo asked Lisa to marry Bo.", None, ("relationship", "proposed", ("proposed_to_Lisa",))),
        ("Ana has two sisters.", "family", ("family", "has_two_sisters", ("has_two_sisters",))),
        ("Ana is allergic to nuts.", "health", ("health", "allergic", ("allergic_to_nuts",))),
        ("Ana has a greyhound.", "pet", ("pet", "greyhound", ("has_greyhound",))),
    ],
)
def test_a_frame_or_what_one_is_or_has_tells_a_role(
    text: str, part: str | None, told: tuple[str, str, tuple[str, ...]]
) -> None:
    (parsed,) = load_parser()([text])
    (role,) = life_roles(parsed.sentences[0], part)
    assert (role.part, role.name, role.states) == told


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Ana sings.", None),
        ("Ana left the party.", None),
        ("Bo lost IBM in March.", None),
        ("Ana has lost Ben there.", "job"),
        ("Ana opened the window.", None),
        ("Ana is the winner.", None),
        ("Ana heard about the dog.", "pet"),
        ("Ana drove to Porto.", "family"),
    ],
)
def test_what_happens_once_is_no_role(text: str, part: str | None) -> None:
    (parsed,) = load_parser()([text])
    assert life_roles(parsed.sentences[0], part) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sarah and John broke up.", "separated"),
        ("John and others had their third date.", "dating"),
        ("John and others have been seeing each other since.", "dating"),
        ("Lisa and John got married on 12 October 2024.", "married"),
    ],
)
def test_of_two_the_partner_is_left_open(text: str, name: str) -> None:
    (parsed,) = load_parser()([text])
    (role,) = life_roles(parsed.sentences[0], None)
    assert (role.part, role.name, role.lacks) == ("relationship", name, True)


def seen(*rows: tuple[float, float]) -> TurnVectors:
    spans = [(place, place + 1) for place in range(len(rows))]
    return TurnVectors(spans, np.array(rows, "f4"), np.array(rows, "f4"))


def test_the_part_of_life_is_told_by_the_mean_of_a_sentences_words() -> None:
    weights = np.array([[8.0, 0.0], [0.0, 8.0]], dtype=np.float32)
    plain = np.zeros(2, dtype=np.float32), np.ones(2, dtype=np.float32)
    network = DenseNetwork(*plain, (weights,), (np.zeros(2, dtype=np.float32),), ("", "job"))
    assert parts_of_life(network, [seen((3.0, 0.0)), seen((0.0, 1.0), (1.0, 4.0))]) == [None, "job"]
    assert parts_of_life(network, []) == []
    assert sentence_vector(seen((3.0, 4.0), (3.0, 4.0))).tolist() == pytest.approx([0.6, 0.8])
