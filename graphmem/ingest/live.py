"""One turn at a time, as it is said: encoded, then recorded in one trip to the database."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock

from graphmem.errors import ForgottenError, OutcomeUnknownError
from graphmem.ingest.encoding import Encode
from graphmem.ingest.plan import plan_session
from graphmem.model.conversation import Session, Turn
from graphmem.model.ids import turn_reference
from graphmem.model.receipt import TurnReceipt
from graphmem.sources import checked_id, new_turn
from graphmem.store import record
from graphmem.store.database import Database

LIVE = "live"

_AS_OFTEN = "Then add the turn again: under this turn_id it is recorded once."
_LOOK_FIRST = (
    "Look whether the turn is there before you add it again; one with a turn_id of its own is "
    "recorded once, however often it is sent."
)

_REMEMBERED = 1_000  # sessions whose number of turns is known without asking

_Place = tuple[str, str]


class LiveRecorder:
    """Records turns of one space as they are said; thread-safe.

    It remembers how many turns the last sessions have, so that the next number is known without
    a look; the database refuses what does not fit, and tells what does.
    """

    def __init__(
        self, database: Database, encode: Encode, *, space: str, embedding_model: str
    ) -> None:
        self._database = database
        self._encode = encode
        self._space = space
        self._embedding_model = embedding_model
        self._lock = Lock()
        self._turns: OrderedDict[_Place, int] = OrderedDict()

    def add(
        self,
        conversation_id: str,
        text: str,
        *,
        said_at: datetime | str | None,
        session_id: str | None,
        turn_id: str | None,
        **said: str | None,
    ) -> TurnReceipt:
        """Record one turn at the end of its session; see `Memory.add_turn`."""
        turn = new_turn(
            turn_id="0" if turn_id is None else turn_id,
            text=text,
            said_at=datetime.now().astimezone() if said_at is None else said_at,
            **said,
        )
        session = turn.said_at.date().isoformat() if session_id is None else session_id
        place = (
            checked_id(conversation_id, name="conversation_id"),
            checked_id(session, name="session_id"),
        )
        return self._add(place, turn, numbered=turn_id is None, undated=said_at is None)

    def _add(self, place: _Place, turn: Turn, *, numbered: bool, undated: bool) -> TurnReceipt:
        """Record it.

        ``numbered`` gives it as ``dia_id`` the first ``<session>:<number>`` after the session's
        turns that no turn bears. ``undated`` says that its time is merely now: told again, it is
        the same turn.
        """
        embedding = self._encode([turn.content])[0]

        def write(said: Turn, expected: int | None) -> record.Added:
            try:
                return record.add_turn(
                    self._database,
                    self._space,
                    place,
                    said,
                    source=LIVE,
                    embedding=embedding,
                    embedding_model=self._embedding_model,
                    expected=expected,
                )
            except OutcomeUnknownError as error:
                raise OutcomeUnknownError(
                    f"{error.problem} It may have recorded the turn before.",
                    next_step=f"{error.next_step} {_LOOK_FIRST if numbered else _AS_OFTEN}",
                ) from error

        if not numbered:
            added = write(turn, None)
            if added.forgotten is not None:
                # The query begins with the conversation, which may be gone as a whole.
                record.remove_if_empty(self._database, self._space, place[0])
                raise ForgottenError(
                    f"The turn {turn_reference(place[0], turn.dia_id)!r} was forgotten on "
                    f"{added.forgotten:%d %b %Y}.",
                    next_step="Give another turn_id, or have it back by `ingest` with restore.",
                )
            return _receipt(place, turn, added, undated=undated)
        turns = self._known(place)
        number = turns + 1
        while True:
            said = turn.model_copy(update={"dia_id": f"{place[1]}:{number}"})
            found = write(said, turns)
            if found.stored:
                self._remember(place, turns + 1)
                return _receipt(place, said, found, undated=undated)
            if found.turns != turns:  # others write too
                turns = found.turns
                number = turns + 1
            else:  # a turn was given this very id
                number += 1

    def _known(self, place: _Place) -> int:
        with self._lock:
            return self._turns.get(place, 0)

    def _remember(self, place: _Place, turns: int) -> None:
        with self._lock:
            self._turns[place] = turns
            self._turns.move_to_end(place)
            if len(self._turns) > _REMEMBERED:
                self._turns.popitem(last=False)


def _receipt(place: _Place, turn: Turn, found: record.Added, *, undated: bool) -> TurnReceipt:
    conversation_id, session_id = place
    reference = turn_reference(conversation_id, turn.dia_id)
    known = found.known
    if found.stored or known is None:
        return TurnReceipt(turn_id=reference, stored=True)
    if undated:
        turn = turn.model_copy(update={"said_at": known.said_at, "zone": known.zone})
    here = known.session_id == session_id
    plan = plan_session(
        conversation_id,
        Session(session_id=session_id, turns=(turn,)),
        known=[known] if here else [],
        elsewhere={} if here else {known.dia_id: known.session_id},
    )
    return TurnReceipt(
        turn_id=reference, stored=False, changed=plan.changed[0] if plan.changed else None
    )
