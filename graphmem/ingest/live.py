"""One turn at a time, as it is said."""

from collections.abc import Sequence
from itertools import count

from graphmem.ingest.encoding import Encode
from graphmem.ingest.pipeline import plan_sessions
from graphmem.model.conversation import Conversation, Session, Turn
from graphmem.model.ids import turn_reference
from graphmem.model.receipt import TurnReceipt
from graphmem.store import record
from graphmem.store.database import Database, Work

LIVE = "live"


def add_turn(
    database: Database,
    encode: Encode,
    space: str,
    *,
    embedding_model: str,
    conversation_id: str,
    session_id: str,
    turn: Turn,
    numbered: bool,
    undated: bool,
) -> TurnReceipt:
    """Record one turn at the end of its session.

    ``numbered`` gives it the session's next number as ``dia_id``, under the conversation's lock,
    so that two clients never take the same. ``undated`` says that its time is merely now: told
    again, it is the same turn.
    """
    embedding = encode([turn.content])[0]

    def write(work: Work) -> TurnReceipt:
        conversation = Conversation(conversation_id=conversation_id, source=LIVE, sessions=())
        record.lock_conversation(work, space, conversation, embedding_model=embedding_model)
        known = record.known_turns(work, space, conversation_id, [session_id])
        said = turn
        if numbered:
            dia_id = _free_dia_id(work, space, conversation_id, session_id, known)
            said = turn.model_copy(update={"dia_id": dia_id})
        elif undated:
            said = _dated_as_known(turn, known)
        session = Session(session_id=session_id, turns=(said,))
        plan = plan_sessions(work, space, conversation_id, [session])[0]
        if plan.change is not None:
            record.write_sessions(
                work, space, conversation_id, [plan.change], embeddings={said.dia_id: embedding}
            )
        return TurnReceipt(
            turn_id=turn_reference(conversation_id, said.dia_id),
            stored=plan.change is not None,
            changed=plan.changed[0] if plan.changed else None,
        )

    return database.write(write)


def _free_dia_id(
    work: Work,
    space: str,
    conversation_id: str,
    session_id: str,
    known: Sequence[record.KnownTurn],
) -> str:
    """The first ``<session>:<number>`` after the session's turns that no turn bears."""
    taken = {turn.dia_id for turn in known}
    for number in count(len(known) + 1):
        dia_id = f"{session_id}:{number}"
        if dia_id not in taken and not record.known_elsewhere(
            work, space, conversation_id, [(session_id, dia_id)]
        ):
            return dia_id
    raise AssertionError("unreachable")


def _dated_as_known(turn: Turn, known: Sequence[record.KnownTurn]) -> Turn:
    for recorded in known:
        if recorded.dia_id == turn.dia_id:
            return turn.model_copy(update={"said_at": recorded.said_at, "zone": recorded.zone})
    return turn
