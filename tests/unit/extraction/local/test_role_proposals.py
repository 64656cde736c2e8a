"""Whose roles, relatives and names are, told by the networks that ship."""

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import word_vectors
from graphmem.model.workspace import ProposedWorkspace, Reference
from graphmem.settings import load_settings
from tests.unit.extraction.lines import chunk


def told(*lines: str, people: tuple[str, ...] = ("Ana", "Bo")) -> ProposedWorkspace:
    encode = word_vectors(make_token_encoder(load_settings()))
    return extract(chunk(*lines, people=people), load_parser(), encode, load_model()).proposed


def test_each_ones_sister_is_their_own() -> None:
    found = told("Ana: My sister Nina works as a vet.", "Bo: My sister Nina works as a vet too!")
    sisters = {(one.name, one.owner) for one in found.entities}
    assert sisters >= {("sister", "Ana"), ("sister", "Bo")}
    assert [one.subject for one in found.answers] == [
        Reference(name="sister", owner="Ana"),
        Reference(name="sister", owner="Bo"),
    ]
    families = {(one.entity.owner, *(state.name for state in one.states)) for one in found.roles
                if one.entity.name == "family"}  # fmt: skip
    assert families == {("Ana", "sister_Nina"), ("Bo", "sister_Nina")}


@pytest.mark.parametrize(
    ("said", "name", "owner", "alias"),
    [
        ("Ana: My dog is called Bruno and he likes the sea.", "dog", "Ana", "Bruno"),
        ("Ana: I adopted a dog called Rufus last week.", "Rufus", None, "a dog"),
    ],
)
def test_what_is_called_by_a_name_bears_it(
    said: str, name: str, owner: str | None, alias: str
) -> None:
    found = {(one.name, one.owner): one.aliases for one in told(said).entities}
    assert alias in found[name, owner]


def test_who_shares_an_end_is_the_partner() -> None:
    (role,) = told("Ana: Carla and I broke up two weeks ago.").roles
    assert (role.entity, role.name) == (Reference(name="relationship", owner="Ana"), "separated")
    assert [state.name for state in role.states] == ["split_up_with_Carla"]


def test_a_role_begins_when_the_next_sentence_says_so() -> None:
    (role,) = told(
        "Ana: I just became team lead at my company! It was announced last Thursday."
    ).roles
    assert (role.name, role.time) == ("team_lead", "last Thursday")


def test_what_only_answers_is_kept_with_its_question() -> None:
    found = told("Bo: Do you play any instruments?", "Ana: Yeah, violin.")
    (answer,) = found.answers
    assert answer.text == "Asked “Do you play any instruments?”, Ana said: “Yeah, violin.”"
    assert [one.answers for one in found.questions] == [(0,)]
