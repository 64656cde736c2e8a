"""The workspace that is being drawn up: each thing once, and answers in order."""

from collections.abc import Iterable, Sequence

from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.setting import Setting
from graphmem.model.chunk import ChunkTurn
from graphmem.model.workspace import (
    EntityType,
    ProposedAnswer,
    ProposedEntity,
    ProposedQuestion,
    ProposedRole,
    ProposedWorkspace,
    Quote,
    Reference,
)

_MOST_ANSWERS = 6  # of one question


class Draft:
    """What has been found so far; `workspace` gives it as proposals."""

    def __init__(self) -> None:
        self.known: dict[str, Reference] = {}
        self._entities: dict[tuple[str, str | None], ProposedEntity] = {}
        self._roles: list[ProposedRole] = []
        self._said: set[tuple[Reference, str, tuple[str, ...], str | None]] = set()
        self._questions: list[ProposedQuestion] = []
        self._answers: list[ProposedAnswer] = []

    @property
    def roles(self) -> int:
        """How many roles there are."""
        return len(self._roles)

    def slots_since(self, place: int) -> set[str]:
        """The slots (``job``, ``relationship``) of the roles from this place on."""
        return {role.entity.name for role in self._roles[place:]}

    @property
    def count(self) -> int:
        """How many answers there are."""
        return len(self._answers)

    def answers_since(self, place: int) -> Sequence[ProposedAnswer]:
        """The answers from this place on."""
        return self._answers[place:]

    def add_answers(self, answers: Iterable[ProposedAnswer]) -> None:
        """Take answers up, in order."""
        self._answers.extend(answers)

    def add_roles(self, roles: Iterable[tuple[ProposedRole, ProposedEntity | None]]) -> None:
        """Take roles up, each with the entity whose role it is where the text names none.

        What is said twice in the same words of the same time is taken up once.
        """
        for role, entity in roles:
            states = tuple(state.name for state in role.states)
            key = (role.entity, role.name, states, role.time)
            if key in self._said:
                continue
            self._said.add(key)
            self._roles.append(role)
            if entity is not None:
                self._add_entity(entity)

    def add_questions(self, questions: Iterable[ProposedQuestion], *, since: int) -> None:
        """Take questions up, answered by what was taken up from place ``since`` on."""
        places = tuple(range(since, min(self.count, since + _MOST_ANSWERS)))
        if places:
            self._questions.extend(q.model_copy(update={"answers": places}) for q in questions)

    def add_things(self, setting: Setting) -> None:
        """Take up the things of a sentence."""
        for thing in setting.things:
            self._add_entity(_entity(thing, setting.turn, setting))
            for alias in thing.aliases:
                self.known.setdefault(alias.lower(), thing.reference)

    def learn_name(self, reference: Reference, name: str) -> None:
        """Remember that a thing has been given a name."""
        self.known.setdefault(name.lower(), reference)
        known = self._entities.get(_key(reference))
        if known is not None and name not in known.aliases and name != known.name:
            self._entities[_key(reference)] = known.model_copy(
                update={"aliases": (*known.aliases, name)}
            )

    def workspace(self) -> ProposedWorkspace:
        """Everything, as proposals; what a statement names is among the entities."""
        return ProposedWorkspace(
            entities=tuple(self._entities.values()),
            roles=tuple(self._roles),
            questions=tuple(self._questions),
            answers=tuple(self._answers),
        )

    def _add_entity(self, entity: ProposedEntity) -> None:
        key = (entity.name.lower(), entity.owner)
        known = self._entities.get(key)
        if known is None:
            self._entities[key] = entity
            return
        aliases = tuple(dict.fromkeys((*known.aliases, *entity.aliases)))
        evidence = tuple(dict.fromkeys((*known.evidence, *entity.evidence)))
        kind = known.type if known.type is not EntityType.THING else entity.type
        self._entities[key] = known.model_copy(
            update={"aliases": aliases, "evidence": evidence, "type": kind}
        )


def _key(reference: Reference) -> tuple[str, str | None]:
    return (reference.name.lower(), reference.owner)


def _entity(thing: Thing, turn: ChunkTurn, setting: Setting) -> ProposedEntity:
    sentence = setting.sentence
    start, end = sentence[thing.first].start, sentence[thing.last].end
    return ProposedEntity(
        name=thing.reference.name,
        type=thing.type,
        aliases=tuple(a for a in thing.aliases if a != thing.reference.name),
        owner=thing.reference.owner,
        proper=thing.proper,
        evidence=(Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start),),
    )
