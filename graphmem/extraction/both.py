"""What the rules propose of a chunk, and of turns of which they tell nothing the networks; pure."""

from collections.abc import Iterable

from graphmem.model.workspace import (
    Part,
    ProposedAnswer,
    ProposedStatement,
    ProposedWorkspace,
)

_QUOTES = "say"


def filled_up(rules: ProposedWorkspace, networks: ProposedWorkspace) -> ProposedWorkspace:
    """The rules' proposals with the networks' of silent turns, and with what those name."""
    told = _turns((*rules.answers, *rules.roles))
    kept = [place for place, one in enumerate(networks.answers) if states_in(one).isdisjoint(told)]
    places = {place: len(rules.answers) + number for number, place in enumerate(kept)}
    answers = [_without_names(networks.answers[place]) for place in kept]
    roles = [one for one in networks.roles if states_in(one).isdisjoint(told)]
    questions = [
        one.model_copy(update={"answers": tuple(places[place] for place in one.answers)})
        for one in networks.questions
        if places.keys() >= set(one.answers)
    ]
    named = {
        (reference.name, reference.owner)
        for one in (*answers, *roles)
        for reference in (one.subject, *one.names)
    }
    known = {(one.name.casefold(), one.owner) for one in rules.entities}
    entities = [
        one
        for one in networks.entities
        if (one.name, one.owner) in named and (one.name.casefold(), one.owner) not in known
    ]
    return ProposedWorkspace(
        entities=(*rules.entities, *entities),
        roles=(*rules.roles, *roles),
        questions=(*rules.questions, *questions),
        answers=(*rules.answers, *answers),
    )


def _without_names(one: ProposedAnswer) -> ProposedAnswer:
    """Of a quotation only who said it is sure: whom its names mean, no sentence bears out."""
    return one.model_copy(update={"names": ()}) if one.predicate == _QUOTES else one


def states_in(one: ProposedStatement) -> frozenset[str]:
    """The turns that state it; the question that it answers is none of them."""
    return frozenset(quote.turn_id for quote in one.evidence if quote.part is Part.STATEMENT)


def _turns(every: Iterable[ProposedStatement]) -> frozenset[str]:
    return frozenset(turn for one in every for turn in states_in(one))
