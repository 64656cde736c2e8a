"""What the rules and the networks propose of one chunk, put together."""

from collections.abc import Sequence

from graphmem.extraction.both import filled_up
from graphmem.model.workspace import (
    EntityType,
    Kind,
    Network,
    Part,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedWorkspace,
    Quote,
    Reference,
)


def answer(turn: str, text: str, *names: str) -> ProposedAnswer:
    return ProposedAnswer(
        speaker="Ana",
        subject=Reference(name="Ana"),
        text=text,
        predicate="live_in",
        object="Ghent",
        kind=Kind.FACT,
        network=Network.WORLD,
        names=tuple(Reference(name=name) for name in names),
        evidence=(Quote(turn_id=turn, text=text),),
    )


def role(turn: str, text: str) -> ProposedRole:
    said = answer(turn, text)
    return ProposedRole(**dict(said), entity=Reference(name="home", owner="Ana"), name=text)


def question(asked_in: str, text: str, *answers: int) -> ProposedQuestion:
    said = answer("D1:9", text)
    asked = Quote(turn_id=asked_in, text=text, part=Part.CONTEXT)
    fields = dict(said) | {"evidence": (asked, *said.evidence)}
    return ProposedQuestion(**fields, asked_by="Bo", answers=answers)


def entity(name: str, turn: str = "D1:1") -> ProposedEntity:
    return ProposedEntity(
        name=name, type=EntityType.PLACE, evidence=(Quote(turn_id=turn, text=name),)
    )


def texts(every: Sequence[ProposedAnswer | ProposedRole | ProposedQuestion]) -> list[str]:
    return [one.text for one in every]


def test_the_networks_tell_of_turns_of_which_the_rules_tell_nothing() -> None:
    rules = ProposedWorkspace(answers=(answer("D1:1", "R1"),), roles=(role("D1:2", "RR2"),))
    networks = ProposedWorkspace(
        answers=tuple(answer(f"D1:{n}", f"N{n}") for n in (1, 2, 3)),
        roles=tuple(role(f"D1:{n}", f"NR{n}") for n in (1, 2, 3)),
    )
    found = filled_up(rules, networks)
    assert texts(found.answers) == ["R1", "N3"]
    assert texts(found.roles) == ["RR2", "NR3"]


def test_a_question_comes_with_its_answers_or_not_at_all() -> None:
    rules = ProposedWorkspace(
        answers=(answer("D1:2", "R2"),), questions=(question("D1:1", "RQ1", 0),)
    )
    networks = ProposedWorkspace(
        answers=(answer("D1:2", "N2"), answer("D1:6", "N6")),
        questions=(question("D1:1", "NQ1", 0), question("D1:5", "NQ5", 1)),
    )
    found = filled_up(rules, networks)
    asked = {one.text: [found.answers[it].text for it in one.answers] for one in found.questions}
    assert asked == {"RQ1": ["R2"], "NQ5": ["N6"]}


def test_of_the_networks_entities_those_come_that_are_named() -> None:
    rules = ProposedWorkspace(entities=(entity("Ghent"),))
    networks = ProposedWorkspace(
        entities=(entity("ghent"), entity("Lyon"), entity("Oslo")),
        answers=(answer("D1:1", "N1", "Lyon", "ghent"),),
    )
    found = filled_up(rules, networks)
    assert [one.name for one in found.entities] == ["Ghent", "Lyon"]
