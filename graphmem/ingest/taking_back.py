"""Retracts statements: kept apart from the readings, and upheld whenever something is read."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial

from graphmem.errors import InputError, NotFoundError
from graphmem.ingest.correcting import read_correction
from graphmem.ingest.encoding import Encode
from graphmem.ingest.reading import ReadingOptions
from graphmem.model.ids import content_digest, uid
from graphmem.model.retraction import BY_HAND, Retraction
from graphmem.model.workspace import Polarity, Workspace
from graphmem.reconciliation.taken_back import taken_back
from graphmem.store import retractions
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.lock import count_change, lock_space
from graphmem.store.retractions import Aside, RetractableStatement
from graphmem.store.sessions import session_turns
from graphmem.store.workspace import add_facts, mark_stale
from graphmem.store.workspace_writing import StoredChunk, write_chunks

_MOST_CHARACTERS = 2_000  # of a correction, as of what any statement says


def uphold(work: Work, space: str, conversation_ids: Iterable[str]) -> dict[str, Retraction]:
    """Set aside what stands in these conversations and was taken back; by statement uid by what.

    In the transaction of whatever was just written, so that nobody ever finds it.
    """
    places = sorted(set(conversation_ids))
    standing = retractions.standing_retractions(work, space, places)
    if not standing:
        return {}
    taken = taken_back(standing, retractions.stated_there(work, space, places))
    retractions.set_aside(work, taken)
    by_uid = {item.uid: item for item in standing}
    return {statement: by_uid[retraction] for statement, retraction in taken.items()}


def told(retraction: Retraction) -> str:
    """That something was taken back, by whom, when and why, as a reason for not stating it."""
    word = "corrected" if retraction.corrected_to else "taken back"
    day = retraction.recorded_at.date().isoformat()
    why = f": {retraction.reason}" if retraction.reason else ""
    return f"{word} by {retraction.by or 'hand'} on {day}{why} ({retraction.uid})"


class TakingBack:
    """Retracts, corrects and undoes in one space; the layers are its caller's to bring up to date.

    ``reading`` reads the text of a correction.
    """

    def __init__(
        self,
        database: Database,
        encode: Encode,
        reading: Callable[[], ReadingOptions],
        *,
        space: str,
        embedding_model: str,
    ) -> None:
        self._database = database
        self._encode = encode
        self._reading = reading
        self._space = space
        self._embedding_model = embedding_model

    def retract(self, statement_uid: str, *, reason: str, by: str) -> Retraction:
        """Take a statement back; what is taken back already stays so, as it was put first."""
        return self._written(partial(self._retract, statement_uid, reason, by))

    def correct(self, statement_uid: str, text: str, *, reason: str, by: str) -> Retraction:
        """Put a text in the place of a statement; the same correction again is the one there."""
        wanted = " ".join(text.split())
        if not wanted or len(wanted) > _MOST_CHARACTERS:
            raise InputError(
                "A correction has between 1 and 2,000 characters.",
                next_step="Say in a sentence what holds instead.",
            )
        found = self._database.read(
            lambda work: retractions.find_statement(work, self._space, statement_uid)
        )
        if found.retraction_uid is not None:
            return self._corrected_before(found.retraction_uid, wanted)
        if wanted == found.properties["text"]:
            raise InputError(
                f"{statement_uid} says this already.", next_step="Say what holds instead."
            )
        conversation_id = found.properties["conversation_id"]
        [session] = session_turns(
            self._database, self._space, conversation_id, [found.properties["session_id"]]
        )
        instead = read_correction(self._reading(), self._space, session, found, wanted)
        vectors = self._encode([item.text for item in instead.answers])
        embeddings = {
            item.uid: vector for item, vector in zip(instead.answers, vectors, strict=True)
        }

        def write(work: Work) -> Retraction:
            again = retractions.find_statement(work, self._space, statement_uid)
            if again.retraction_uid is not None:
                return self._standing(work, again, again.retraction_uid)
            chunk = self._chunk(session.turns[0].dia_id, again, wanted, instead, embeddings)
            place = (conversation_id, again.properties["session_id"])
            add_facts(work, self._space, *place, chunk, embedding_model=self._embedding_model)
            made = self._made(work, again, reason, by).model_copy(
                update={
                    "corrected_to": wanted,
                    "corrected_uids": tuple(
                        item.uid for item in (*instead.answers, *instead.roles)
                    ),
                    "chunk_uid": chunk.uid,
                }
            )
            taken = self._keep(work, made)
            for statement in made.corrected_uids:
                if statement in taken:
                    raise InputError(
                        f"That was {told(taken[statement])}.",
                        next_step=f"Undo {taken[statement].uid} first.",
                    )
            retractions.link_corrections(work, made)
            return made

        return self._written(write)

    def undo(self, retraction_uid: str) -> Retraction:
        """Let a retraction or a correction hold no longer: what it took back stands again.

        Raises `InputError` where it was undone already, or what it put there was taken back itself.
        """
        made = retractions.get_retraction(self._database, self._space, retraction_uid)
        now = datetime.now(UTC)

        def write(work: Work) -> Retraction:
            places = [made.conversation_id]
            standing = retractions.standing_retractions(work, self._space, places)
            if made.uid not in {item.uid for item in standing}:
                raise InputError(
                    f"{made.uid} was undone already.",
                    next_step="`graphmem decisions list --past` shows what became of it.",
                )
            for later in standing:
                if later.statement_uid in made.corrected_uids:
                    raise InputError(
                        f"What stands in its place was {told(later)}.",
                        next_step=f"Undo {later.uid} first.",
                    )
            if made.chunk_uid is not None:
                write_chunks(work, self._space, gone=[made.chunk_uid], moved=[], new=[])
            aside = retractions.kept_aside(work, made.uid)
            retractions.end_retraction(work, made.uid, at=now)
            retractions.put_back(work, [item.uid for item in aside])
            self._embed(work, aside)
            self._changed(work, made.conversation_id)
            return made.model_copy(update={"in_force": False, "undone_at": now})

        return self._written(write)

    def _retract(self, statement_uid: str, reason: str, by: str, work: Work) -> Retraction:
        try:
            found = retractions.find_statement(work, self._space, statement_uid)
        except NotFoundError:
            # No reading gives it any more; it was taken back all the same.
            for item in retractions.all_standing(work, self._space):
                if item.statement_uid == statement_uid:
                    return item
            raise
        if found.retraction_uid is not None:
            return self._standing(work, found, found.retraction_uid)
        made = self._made(work, found, reason, by)
        self._keep(work, made)
        return made

    def _written(self, write: Callable[[Work], Retraction]) -> Retraction:
        def locked(work: Work) -> Retraction:
            lock_space(work, self._space, embedding_model=self._embedding_model)
            return write(work)

        written: Retraction = self._database.write(locked)
        return written

    def _keep(self, work: Work, made: Retraction) -> dict[str, Retraction]:
        retractions.write_retraction(work, self._space, made)
        return self._changed(work, made.conversation_id)

    def _changed(self, work: Work, conversation_id: str) -> dict[str, Retraction]:
        taken = uphold(work, self._space, [conversation_id])
        count_change(work, self._space)
        mark_stale(work, self._space, [conversation_id])
        return taken

    def _made(self, work: Work, found: RetractableStatement, reason: str, by: str) -> Retraction:
        said = found.properties
        return Retraction(
            uid=retractions.next_uid(work, self._space, found),
            statement_uid=said["uid"],
            conversation_id=said["conversation_id"],
            session_id=said["session_id"],
            speaker_uid=said["speaker_uid"],
            subject_uid=said["subject_uid"],
            predicate=said["predicate"],
            object=said.get("object", ""),
            polarity=Polarity(said["polarity"]),
            text=said["text"],
            quote=said["quote"],
            words=found.stating,
            said_at=local_time(said["said_at"]),
            reason=reason,
            by=by,
            recorded_at=datetime.now(UTC),
        )

    def _standing(self, work: Work, found: RetractableStatement, retraction_uid: str) -> Retraction:
        places = [found.properties["conversation_id"]]
        standing = retractions.standing_retractions(work, self._space, places)
        return next(item for item in standing if item.uid == retraction_uid)

    def _corrected_before(self, retraction_uid: str, text: str) -> Retraction:
        before = retractions.get_retraction(self._database, self._space, retraction_uid)
        if before.corrected_to == text:
            return before
        instead = f", or correct {before.corrected_uids[0]}" if before.corrected_uids else ""
        raise InputError(
            f"That statement was {told(before)}.", next_step=f"Undo {before.uid} first{instead}."
        )

    def _chunk(
        self,
        first_dia_id: str,
        found: RetractableStatement,
        text: str,
        instead: Workspace,
        embeddings: dict[str, list[float]],
    ) -> StoredChunk:
        said = found.properties
        digest = content_digest(said["uid"], text)
        return StoredChunk(
            uid=uid(self._space, "chunk", said["conversation_id"], BY_HAND, digest),
            digest=digest,
            extracted_by=BY_HAND,
            first_dia_id=first_dia_id,
            last_dia_id=first_dia_id,
            place=-1,
            workspace=instead,
            embeddings=embeddings,
        )

    def _embed(self, work: Work, aside: Iterable[Aside]) -> None:
        """Give answers that stand again vectors of the present model, which may be another."""
        answers = [item for item in aside if item.stood_as == "Answer"]
        vectors = self._encode([item.text for item in answers]) if answers else []
        retractions.embed(
            work, {item.uid: vector for item, vector in zip(answers, vectors, strict=True)}
        )
