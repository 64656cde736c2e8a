"""The part of `Memory` that decides, takes back, and takes a space along in a file."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.browsing import Browsing
from graphmem.ingest import curate
from graphmem.ingest.background import Background
from graphmem.ingest.encoding import Remembered
from graphmem.ingest.lease import SpaceLease
from graphmem.language.words import content_stems, stem, stems
from graphmem.model.archive import ArchiveReceipt
from graphmem.model.decision import Decision, Verdict
from graphmem.model.progress import Progress, silent
from graphmem.model.retraction import ForgetReceipt, Retraction
from graphmem.model.thought import KeptOpinion
from graphmem.retrieval.ranking import stems_of
from graphmem.retrieval.scope import Moment, Names, make_scope, moment
from graphmem.store import around, ledger
from graphmem.store.ledger import RecordedDecision
from graphmem.store.retractions import is_retraction, list_retractions

if TYPE_CHECKING:
    from graphmem.ingest.ingester import Ingester

# Functions that remember the texts and the words that they were given.
_REMEMBERING = (stem, stems, content_stems, stems_of)


class Curating(Browsing):
    """Merges, retractions, corrections, their undo; opinions; forgetting, for good; archives."""

    _background: Background
    _remembered: Remembered

    @property
    def _ingester(self) -> "Ingester":
        raise NotImplementedError

    def decisions(
        self, *, past: bool = False, about: str | None = None
    ) -> tuple[RecordedDecision, ...]:
        """Every merge and separation in force with its reason; ``past`` adds what no longer is.

        ``about`` narrows to those on one person or entity, by its uid or that of a part of it;
        raises `NotFoundError` where the space holds no such one.
        """
        recorded = ledger.list_decisions(self._database, self.space, past=past)
        if about is None:
            return recorded
        on = around.decisions_on(self._database, self.space, about)
        return tuple(item for item in recorded if item.decision.uid in on)

    def decision(self, uid: str) -> RecordedDecision:
        """One decision by its uid or the beginning of it; raises `NotFoundError`."""
        return ledger.get_decision(self._database, self.space, uid)

    def undo(self, uid: str) -> Decision | Retraction:
        """Take a decision back, for good: no later run makes it again. Gives the new decision.

        A person's own separation is withdrawn; what a retraction or a correction (``retraction:…``)
        took back stands again, and that retraction is given. Raises `NotFoundError`, and
        `InputError` where it is not in force, which names what is.
        """
        if is_retraction(uid):
            return self._ingester.take_back(lambda person: person.undo(uid))
        return self._ingester.decide(curate.undo(self.decision(uid).decision))

    def merge(
        self, left: str, right: str, *, reason: str = "", allow_same_conversation: bool = False
    ) -> Decision:
        """Decide that two people or two things are one; no later run overrules it.

        Each is a uid, ``CONVERSATION/NAME`` for a person or ``CONVERSATION/OWNER/NAME`` for a
        thing. Raises `InputError` where that would mix what belongs to two people, and, unless it
        is allowed, `SameConversationError` for two people who talk to each other.
        """
        made = curate.by_hand(Verdict.MERGE, left, right, reason, allow_same_conversation)
        return self._ingester.decide(made)

    def separate(self, left: str, right: str, *, reason: str = "") -> Decision:
        """Decide that two people or two things are not one; named as for `merge`."""
        return self._ingester.decide(curate.by_hand(Verdict.SEPARATE, left, right, reason))

    def keep_opinion(
        self,
        question: str,
        agent: str,
        *,
        conversation: Names = None,
        said_in: str | None = None,
        now: Moment = None,
    ) -> KeptOpinion:
        """Think about a question as `think` does, and keep the opinion as the agent's own.

        It rests on what the agent heard alone, and is said by them in the conversation ``said_in``
        (without it the one that it rests on), ``now`` or by the clock. What they held on the
        question before stays, and is followed by it; the same again is kept once. Raises
        `OpinionError` where none is formed or kept, `NotFoundError` for an agent who takes no part
        there, and what `think` raises.
        """
        from graphmem.ingest import opinions

        opinions.require_model(self.settings.llm_model)
        question = " ".join(question.split())
        thought = self.think(
            question, agent=agent, conversation=conversation, known_to=agent, now=now
        )
        opinion = opinions.formed(thought)
        place = opinions.said_in(opinion, said_in, agent)
        people = self.people(conversation=place)
        [uid, *_] = make_scope(self.space, people, people=(agent,)).people
        speaker = next(one for one in people if one.uid == uid)
        said_at = moment("now", now, end=True)
        held = opinions.HeldOpinion(question, opinion, speaker, place, said_at)
        with self._searcher.renewed():
            return self._ingester.keep_opinion(held)

    def retract(self, statement_uid: str, *, reason: str = "", by: str = "") -> Retraction:
        """Take a statement (an answer or a role, by its uid) back: it is never stated again.

        It stays on record, and no later reading states it anew. ``by`` names who says so. Taken
        back twice it is taken back once, as it was put first. Raises `NotFoundError`.
        """
        return self._ingester.take_back(
            lambda person: person.retract(statement_uid, reason=reason, by=by)
        )

    def correct(
        self, statement_uid: str, text: str, *, reason: str = "", by: str = ""
    ) -> Retraction:
        """Take a statement back, and put what ``text`` states of its subject in its place.

        The text is read as talk is, and stands at the turn of what it corrects. Raises
        `NotFoundError`, and `InputError` for what was taken back already and for a text that states
        nothing of the subject.
        """
        return self._ingester.take_back(
            lambda person: person.correct(statement_uid, text, reason=reason, by=by)
        )

    def retractions(self, *, past: bool = False) -> tuple[Retraction, ...]:
        """What was taken back or corrected, by when; ``past`` adds what was undone."""
        return list_retractions(self._database, self.space, past=past)

    def forget(
        self,
        *,
        turn: str | None = None,
        conversation: str | None = None,
        session: str | None = None,
        person: str | None = None,
        thing: str | None = None,
        statement: str | None = None,
        by: str | None = None,
        dry_run: bool = False,
        progress: Progress = silent,
    ) -> ForgetReceipt:
        """Take back what was said: whole turns and all that rests on them, for good.

        Exactly one of a turn (``CONVERSATION/TURN`` or uid), a conversation, a ``session`` of it,
        a person (uid, person_id or ``CONVERSATION/NAME``), a thing (uid) and a statement (uid); a
        dry run counts what would go, and writes nothing. What is left is made anew before it
        returns; nothing brings the turns back but `ingest` with ``restore``. ``by`` is kept with
        the tombstone. Raises `InputError` unless exactly one is named, `NotFoundError`.
        """
        with self._searcher.renewed():
            receipt = self._ingester.forget(
                turn=turn,
                conversation=conversation,
                session=session,
                person=person,
                thing=thing,
                statement=statement,
                by=by,
                dry_run=dry_run,
                progress=progress,
            )
        if not dry_run:
            # What was read and encoded lately is kept in memory, by its words.
            self._remembered.forget()
            for reading in _REMEMBERING:
                reading.cache_clear()
        return receipt

    def export_archive(
        self,
        path: str | PathLike[str],
        *,
        person: str | None = None,
        progress: Progress = silent,
    ) -> ArchiveReceipt:
        """Write all that the space holds into one new file, which `import_archive` reads.

        With ``person`` (person_id, uid or name) only what they said, and what was said in the
        conversations that they took part in, as `Memory.for_person` sees it. The same graph gives
        the same file, apart from its date. Whoever extracts the space is
        waited for. Raises `InputError` for a file that exists, `NotFoundError` for an empty space,
        and `ConflictError` where somebody writes into the space meanwhile; there is no file then.
        """
        from graphmem.archive.exporting import OnePerson, export_space

        database = self._database.patient()
        with self._archive_lease().held(database, progress=progress):
            of = None if person is None else OnePerson(person, self._searcher.heard_by(person))
            return export_space(database, self.settings.space, Path(path), of=of, progress=progress)

    def import_archive(
        self, path: str | PathLike[str], *, progress: Progress = silent
    ) -> ArchiveReceipt:
        """Bring an archive of this space into it, node for node; what stands is left as it is.

        All of it is checked before anything is written; run again after it was cut short, it ends
        in the same graph. Raises `ArchiveError`, with part and line, for an archive that is
        damaged, of another space or model, or has something otherwise than it stands here.
        """
        from graphmem.archive.importing import import_space

        database = self._database.patient()
        with self._searcher.renewed(), self._archive_lease().held(database, progress=progress):
            receipt = import_space(database, self.settings.space, Path(path), progress=progress)
        self._background.told()
        return receipt

    def _archive_lease(self) -> SpaceLease:
        return SpaceLease(self._database, self.settings.space, seconds=self.settings.lease_seconds)
