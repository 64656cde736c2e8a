"""All operations, in the order in which clients list them, and what of them one person may ask."""

from graphmem.errors import NotAllowedError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.ids import person_uid
from graphmem.model.listing import Participant
from graphmem.model.operation import Operation, Right
from graphmem.operations import deciding, directory, querying, recording
from graphmem.operations.querying import ASK, ASSEMBLE, PROFILE
from graphmem.operations.recording import ADD_TURN, AddTurnRequest
from graphmem.tools import definitions

_NARROWED = "known_to"
_MODULES = (recording, querying, definitions, deciding, directory)
OPERATIONS: tuple[Operation[Frozen], ...] = tuple(
    item
    for module in _MODULES
    for name, item in vars(module).items()
    if isinstance(item, Operation) and not name.startswith("_")
)
"""Each public one of these modules, in the order in which it stands there."""
FOR_MODELS: tuple[Operation[Frozen], ...] = tuple(
    item for item in OPERATIONS if item.for_models and item.right is not Right.FORGET
)
"""Operations for a language model unless more is allowed: none takes away for good."""
FORGETTING: tuple[Operation[Frozen], ...] = tuple(
    item for item in OPERATIONS if item.right is Right.FORGET
)
"""Operations that take away for good."""
RECALL: tuple[Operation[Frozen], ...] = (ADD_TURN, ASK, ASSEMBLE, PROFILE)
"""The few that an assistant needs who only remembers and recalls; their schemas are short."""
_BY_NAME = {item.name: item for item in OPERATIONS}


def may_ask(item: Operation[Frozen]) -> bool:
    """Tells whether an operation can be kept within what one person heard and says."""
    return item.name == ADD_TURN.name or _NARROWED in item.request.model_fields


ALLOWED: tuple[Operation[Frozen], ...] = tuple(item for item in OPERATIONS if may_ask(item))


def run_bound(memory: Memory, item: Operation[Frozen], asked: Frozen, person: str) -> Frozen:
    """Do an operation as one person (a ``person_id``) may: reading what they heard, saying turns.

    Raises `NotAllowedError` for every other operation, for another's memory, and for a turn in
    somebody else's conversation; else what `Operation.run` raises.
    """
    return item.run(memory, _bound(memory, item, asked, person))


def require_allowed(item: Operation[Frozen]) -> None:
    """Raise `NotAllowedError` for an operation that is not for one person alone."""
    if not may_ask(item):
        raise NotAllowedError(
            f"{item.name} sees more than one person's memory, and this access is for one alone.",
            next_step="Ask with a key of the whole space; this one may "
            f"{', '.join(one.name for one in ALLOWED)}.",
        )


def _bound(memory: Memory, item: Operation[Frozen], asked: Frozen, person: str) -> Frozen:
    require_allowed(item)
    if isinstance(asked, AddTurnRequest):
        _require_their_own(memory, asked, person)
        return asked.model_copy(update={"person_id": person})
    if getattr(asked, _NARROWED) not in (None, person):
        raise NotAllowedError(
            f"This access is for {person!r} alone, not for {getattr(asked, _NARROWED)!r}.",
            next_step="Leave known_to out.",
        )
    # By uid: an id that nobody has yet must not be read as the name of somebody else.
    uid = person_uid(memory.space, conversation_id="", name="", person_id=person)
    return asked.model_copy(update={_NARROWED: uid})


def _require_their_own(memory: Memory, asked: AddTurnRequest, person: str) -> None:
    others = memory.people(conversation=asked.conversation_id)
    if asked.person_id not in (None, person) or (others and not _takes_part(others, person)):
        raise NotAllowedError(
            f"This access says turns of {person!r} alone, in conversations of theirs.",
            next_step="Leave person_id out, and name a conversation of theirs or a new one.",
        )


def _takes_part(people: tuple[Participant, ...], person: str) -> bool:
    return any(person in (one.person_id, one.uid) for one in people)


def operation(name: str) -> Operation[Frozen]:
    """One operation by its name; raises `KeyError` for a name that none has."""
    return _BY_NAME[name]
