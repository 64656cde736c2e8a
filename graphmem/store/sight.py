"""Visibility in a space: from when to when, and in which conversations."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.model.memory import KnownEntity, KnownPerson, KnownTelling
from graphmem.model.scope import EARLIEST, LATEST, Scope
from graphmem.store.database import Work
from graphmem.store.layers import canonical_people
from graphmem.store.memory_snapshot import known_people


class Sight(NamedTuple):
    """What was said, and had begun, by ``until``, in these conversations; None for all.

    Nothing is in sight that was said before ``since``, or in another session than the one named.
    """

    until: datetime = LATEST
    conversations: frozenset[str] | None = None
    since: datetime = EARLIEST
    session: str | None = None

    @classmethod
    def of(cls, scope: Scope) -> "Sight":
        """The sight of a scope; whom it narrows to is not asked, since tools look at others too."""
        places = None if scope.reach is None else frozenset(scope.reach.conversations)
        return cls(scope.said_to, places, scope.said_from, scope.session)

    def in_sight(self, conversation_id: str) -> bool:
        """Tells whether the conversation may be seen."""
        return self.conversations is None or conversation_id in self.conversations

    def sees(self, entity: KnownEntity) -> bool:
        """Tells whether an entity was spoken of in sight."""
        return (
            self.in_sight(entity.conversation_id)
            and entity.first_said_at <= self.until
            and self.since <= entity.last_said_at
            and self.session in (None, entity.session_id)
        )

    @property
    def parameters(self) -> dict[str, object]:
        """As the queries take it."""
        places = None if self.conversations is None else sorted(self.conversations)
        return {
            "since": self.since,
            "until": self.until,
            "conversation_ids": places,
            "session": self.session,
        }


EVERYTHING = Sight()


class PeopleInSight(NamedTuple):
    """Who talks in sight, and who stands for whom among them (uids)."""

    people: tuple[KnownPerson, ...]
    canonical: Mapping[str, str]
    humans: Mapping[str, str]
    everyone: Mapping[str, str]

    @property
    def spoken(self) -> list[str]:
        """Every name of people."""
        return sorted({name for one in self.people for name in (one.name, *one.names)})

    @property
    def conversations(self) -> set[str]:
        """Every conversation in which they talk."""
        return {place for one in self.people for place in one.conversation_ids}

    def standing(self, person_uid: str) -> str | None:
        """The Person in sight for the human of this one; None where nobody of them talks."""
        return self.humans.get(self.everyone.get(person_uid, person_uid))


def people_in_sight(work: Work, space: str, sight: Sight) -> PeopleInSight:
    """The people of a space with the conversations in sight."""
    everyone = canonical_people(work, space)
    people = tuple(
        person._replace(conversation_ids=places)
        for person in known_people(work, space)
        if (places := tuple(one for one in person.conversation_ids if sight.in_sight(one)))
    )
    humans: dict[str, str] = {}
    for person in people:
        human = everyone.get(person.uid, person.uid)
        # Who stands for the others of a human may be out of sight: then the first who is not.
        if person.uid == human or human not in humans:
            humans[human] = person.uid
    canonical = {
        person.uid: stands
        for person in people
        if (stands := humans[everyone.get(person.uid, person.uid)]) != person.uid
    }
    return PeopleInSight(people, canonical, humans, everyone)


def tellings(
    work: Work, space: str, uids: Sequence[str], sight: Sight
) -> dict[str, tuple[KnownTelling, ...]]:
    """By uid of these answers, as far as they are said again in sight, all that say the same there.

    What lies out of sight joins nothing that lies in it.
    """
    records = work.run("tellings_of_answers", space=space, uids=sorted(uids), **sight.parameters)
    return {
        record["uid"]: tuple(
            KnownTelling(
                uid, conversation_id, turn_id, speaker_uid, datetime.fromisoformat(said_at)
            )
            for uid, conversation_id, turn_id, speaker_uid, said_at in record["tellings"]
        )
        for record in records
    }
