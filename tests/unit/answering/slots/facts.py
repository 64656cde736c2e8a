"""An invented life: Ana's roles, as she and others tell of them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.answering.slots.asked import SlotAsked, read_slot_question
from graphmem.answering.slots.facts import SlotFacts, slot_facts
from graphmem.model.assembly import RecordedTurn
from graphmem.model.memory import KnownEntity, KnownState, KnownStatement
from graphmem.model.people import Participant
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.workspace import EntityType, Kind, Modality, Network, Polarity
from graphmem.retrieval.question import read_question

ANA = Participant(uid="person:ana", name="Ana", names=("Ana",), conversation_ids=("c", "d"))
BEN = Participant(uid="person:ben", name="Ben", names=("Ben",), conversation_ids=("c",))
PEOPLE = (ANA, BEN)
NAMES = {"Oakline": EntityType.ORG, "Graz": EntityType.PLACE, "Turin": EntityType.PLACE}


def on(text: str, precision: Precision = Precision.DAY, *, days: int = 1) -> TimeInterval:
    start = datetime.fromisoformat(text)
    return TimeInterval(start=start, end=start + timedelta(days=days), precision=precision)


def role(
    key: str,
    name: str,
    said: str,
    *states: str,
    names: Sequence[str] = (),
    interval: TimeInterval | None = None,
    predicate: str = "be",
    modality: Modality = Modality.SAID,
    speaker: str = "person:ana",
    conversation: str = "c",
) -> KnownStatement:
    """A role of Ana's, said on a day in a turn of that day."""
    said_at = datetime.fromisoformat(said)
    return KnownStatement(
        uid=f"role:{key}:{name}:{said}:{conversation}",
        conversation_id=conversation,
        session_id="S1",
        speaker_uid=speaker,
        subject_uid="person:ana",
        text=f"Ana is {name}",
        predicate=predicate,
        object=name,
        kind=Kind.FACT,
        network=Network.WORLD,
        polarity=Polarity.POSITIVE,
        modality=modality,
        interval=interval,
        said_at=said_at,
        turn_ids=(f"D1:{said}",),
        quote=f"I am {name}",
        names=tuple(f"entity:{one}" for one in names),
        confidence=0.9,
        entity_uid=f"entity:{key}",
        name=name,
        states=tuple(KnownState(f"state:{one}:{said}", one, interval) for one in states),
    )


def facts(*roles: KnownStatement, texts: dict[str, str] | None = None) -> SlotFacts:
    """What is known of Ana; ``texts`` gives the words of the turn of a day."""
    texts = texts or {}
    turns = {
        (one.conversation_id, one.turn_ids[0]): RecordedTurn(
            one.conversation_id,
            one.turn_ids[0],
            "Ana",
            texts.get(f"{one.said_at:%Y-%m-%d}", one.quote),
            None,
            one.said_at,
        )
        for one in roles
    }
    keys = ("job", "home", "relationship", "family", "pet", "membership")
    entities = [
        *(_entity(key, key, EntityType.CONCEPT, proper=False) for key in keys),
        *(_entity(name, name.lower(), kind, proper=True) for name, kind in NAMES.items()),
        _entity("bens_job", "job", EntityType.CONCEPT, proper=False)._replace(owner_uid=BEN.uid),
    ]
    return slot_facts(roles, entities, turns, PEOPLE, {}, human="person:ana", name="Ana")


def asked(text: str) -> SlotAsked:
    found = read_slot_question(read_question(text, PEOPLE))
    assert found is not None, text
    return found


def _entity(uid: str, key: str, kind: EntityType, *, proper: bool) -> KnownEntity:
    moment = datetime(2020, 1, 1)
    return KnownEntity(
        f"entity:{uid}", "c", "S1", key, uid, kind, (), None, proper, (), (), moment, moment
    )


WORKED = role("job", "software_engineer", "2023-05-06", "works_at_Oakline", names=("Oakline",))
LEADS = role("job", "team_lead", "2023-07-12", interval=on("2023-07-06"), predicate="become")
LEFT = role(
    "job", "former_employee", "2023-10-01", "left_Oakline", names=("Oakline",),
    interval=on("2023-09-15"), predicate="leave",
)  # fmt: skip
BAKES = role("job", "baker", "2023-10-02", interval=on("2023-09-15"), predicate="become")
LIFE = (WORKED, LEADS, LEFT, BAKES)
