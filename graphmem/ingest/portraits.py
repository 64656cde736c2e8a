"""Portraits of people and things: as they are stored while nothing changes, else made anew."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from graphmem.adapters.tokens import TokenCounter
from graphmem.errors import (
    AmbiguousNameError,
    LlmError,
    LlmOutputError,
    LlmRequestError,
    NotFoundError,
)
from graphmem.model.assembly import require_budget
from graphmem.model.backlog import waiting_note
from graphmem.model.base import require_texts
from graphmem.model.ids import content_digest
from graphmem.model.listing import empty_space
from graphmem.model.memory import KnownOutcome, Snapshot
from graphmem.model.portrait import Portrait, Worded, Wording
from graphmem.model.progress import Progress, silent
from graphmem.model.scope import LATEST
from graphmem.model.workspace import EntityType
from graphmem.portraits import (
    Drawn,
    Material,
    Wordable,
    draw,
    in_their_place,
    portray,
    within_budget,
    wordable,
    write,
)
from graphmem.store.database import Database, Work
from graphmem.store.directory import is_empty
from graphmem.store.memory_about import memory_about, memory_named
from graphmem.store.memory_part import LayeredMemory, MemoryPart
from graphmem.store.outcomes import outcomes
from graphmem.store.portraits import (
    Input,
    StoredPortrait,
    entities_named,
    portrait_inputs,
    portrait_uid,
    portraits_to_word,
    portraits_touched,
    put_off_wording,
    read_portrait,
    statements_known,
    word_portrait,
    write_portrait,
)
from graphmem.store.sight import EVERYTHING, Sight
from graphmem.store.waiting import waiting_in_sight
from graphmem.tools import Index
from graphmem.tools.clarifying_lookup import AskingLookup
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.solidity import is_solid

# Counts up with what changes the portraits of the same statements.
_RULES = "4"
_WORDED_AT_ONCE = 8  # a request each, while no other process can extract the space


class FullPortrait(NamedTuple):
    """A portrait without a budget; ``version`` is None where it is not kept.

    ``wording`` is None where no model worded it; else ``drawn`` has the model's sentences.
    """

    uid: str
    of: str
    name: str
    drawn: Drawn
    version: int | None
    inputs_digest: str
    wording: Wording | None = None


class _StoredPortrait(NamedTuple):
    """Whom or what a name means, what is stored of it, and what it would be made from now."""

    memory: LayeredMemory
    found: EntityLookup
    of: str
    inputs: tuple[Input, ...]
    outcomes: Mapping[str, KnownOutcome]
    stored: StoredPortrait | None


class Portraits:
    """The portraits of one space; thread-safe."""

    def __init__(self, database: Database, space: str) -> None:
        self._database = database
        self._space = space

    def whole(
        self, name: str, *, sight: Sight = EVERYTHING, now: datetime | None = None
    ) -> FullPortrait:
        """The portrait of whom or what a name or uid means.

        It is kept, unless it tells of another moment than the present. Raises `NotFoundError` where
        nothing bears the name, `AmbiguousNameError` where several do.
        """
        kept = now is None and sight == EVERYTHING
        moment = now or (datetime.now() if sight.until == LATEST else sight.until)
        known = self._database.read(
            lambda work: self._known(work, MemoryPart(work, self._space, sight), name, sight)
        )
        made = self._made(known, moment) if kept else None
        if made is not None:
            return made
        drawn = self._database.read(lambda work: self._drawn(work, known, sight, moment))
        if not kept:
            return self._whole(known, drawn, None, moment)
        version = self._database.write(lambda work: self._write(work, known, drawn, moment))
        return self._whole(known, drawn, version, moment)

    def material(self, name: str, *, sight: Sight, now: datetime) -> tuple[str, Material]:
        """Whom or what a name or uid means (its uid), and what is stored of it at a moment.

        Raises what `whole` raises.
        """

        def read(work: Work) -> tuple[str, Material]:
            known = self._known(work, MemoryPart(work, self._space, sight), name, sight)
            return known.of, self._material(work, known, sight, now)

        return self._database.read(read)

    def refresh(self, conversations: Iterable[str], uids: Iterable[str]) -> int:
        """Bring the stored portraits up to date that a change there reaches; how many changed.

        ``uids`` are of people and session-layer entities that stand for something else now.
        """
        touched = portraits_touched(self._database, self._space, conversations, uids)
        if not touched:
            return 0
        now = datetime.now()

        def read(work: Work) -> list[tuple[_StoredPortrait, Drawn]]:
            part = MemoryPart(work, self._space, EVERYTHING)
            known = (self._known(work, part, of, EVERYTHING) for of in touched)
            changed = [one for one in known if self._made(one, now) is None]
            return [(one, self._drawn(work, one, EVERYTHING, now)) for one in changed]

        drawn = self._database.read(read)
        if drawn:
            # One commit for all: each waits for the disk.
            self._database.write(
                lambda work: [self._write(work, known, one, now) for known, one in drawn]
            )
        return len(drawn)

    def word(
        self, write: Callable[[Wordable], Worded], *, progress: Progress = silent
    ) -> tuple[str, ...]:
        """Have a model word some of the portraits that wait for it; a note for each failure.

        What failed is not tried again for some minutes: that one portrait where the model could not
        do it, all of them where it cannot be asked.
        """
        notes: dict[str, None] = {}
        waiting = portraits_to_word(self._database, self._space, most=_WORDED_AT_ONCE)
        for number, of in enumerate(waiting):
            progress("wording profiles", number, len(waiting))
            try:
                self._word(of, write)
            except (LlmOutputError, LlmRequestError, NotFoundError, AmbiguousNameError) as error:
                notes[f"A profile keeps its own words. {error.problem}"] = None
                put_off_wording(self._database, self._space, of)
            except LlmError as error:
                notes[f"Profiles keep their own words. {error.problem}"] = None
                put_off_wording(self._database, self._space)
                break
        return tuple(notes)

    def _word(self, of: str, write: Callable[[Wordable], Worded]) -> None:
        self.whole(of)  # brought up to date
        found = self._database.read(lambda work: self._wordable(work, of))
        if found is not None:
            digest, asked = found
            worded = write(asked)
            if word_portrait(self._database, self._space, of, worded, inputs_digest=digest):
                return
        # Else it would be due at once, and each time a request would be paid for.
        put_off_wording(self._database, self._space, of)

    def _wordable(self, work: Work, of: str) -> tuple[str, Wordable] | None:
        """What a stored portrait is made from, and of what.

        None where that has changed, or where it is part of another whole by now.
        """
        now = datetime.now()
        known = self._known(work, MemoryPart(work, self._space, EVERYTHING), of, EVERYTHING)
        stored, digest = known.stored, _digest(known, now)
        if known.of != of or stored is None or stored.inputs_digest != digest:
            return None
        drawn = Drawn(stored.sentences, stored.left_out)
        material = self._material(work, known, EVERYTHING, now)
        return digest, wordable(known.found.label, drawn, material)

    def _made(self, known: _StoredPortrait, now: datetime) -> FullPortrait | None:
        """The portrait that is stored, where it is made from what is known now."""
        stored = known.stored
        if stored is None or stored.inputs_digest != _digest(known, now):
            return None
        worded = stored.worded
        if worded is None:
            drawn = Drawn(stored.sentences, stored.left_out)
            return self._whole(known, drawn, stored.version, now)
        wording = Wording(model=worded.model, version=stored.version, refused=worded.refused)
        drawn = Drawn(in_their_place(stored.sentences, worded.sentences), stored.left_out)
        return self._whole(known, drawn, stored.version, now)._replace(wording=wording)

    def _whole(
        self, known: _StoredPortrait, drawn: Drawn, version: int | None, now: datetime
    ) -> FullPortrait:
        uid = portrait_uid(self._space, known.of)
        name, digest = known.found.label, _digest(known, now)
        return FullPortrait(uid, known.of, name, drawn, version, digest)

    def _drawn(self, work: Work, known: _StoredPortrait, sight: Sight, now: datetime) -> Drawn:
        return draw(portray(self._material(work, known, sight, now)))

    def _known(self, work: Work, part: MemoryPart, name: str, sight: Sight) -> _StoredPortrait:
        memory = memory_named(part, name)
        lookup = _lookup(memory)
        try:
            found = lookup.entity(name)
        except AmbiguousNameError:
            # Asked back with what tells the candidates apart.
            found = _lookup(memory_about(self._database, self._space, [name], sight=sight)).entity(
                name
            )
        except NotFoundError:
            if not memory.snapshot.people and is_empty(self._database, self._space):
                raise NotFoundError(
                    empty_space(self._space),
                    next_step="Record a conversation first, or use another space.",
                ) from None
            raise
        if found.slot is not None:
            raise NotFoundError(
                f"{name!r} is a part of a life, and has no profile of its own.",
                next_step="Ask for the profile of whose it is, or for its timeline.",
            )
        of = lookup.uid(found)
        named = () if _is_person(found) else [one.uid for one in found.entities]
        inputs = portrait_inputs(work, self._space, found.uids, named, sight)
        return _StoredPortrait(
            memory,
            # Called the same by whatever name it was asked for.
            found._replace(label=_called(memory, found, of)),
            of,
            inputs,
            outcomes(work, self._space, [one.uid for one in inputs], sight),
            read_portrait(work, self._space, portrait_uid(self._space, of)),
        )

    def _material(
        self, work: Work, known: _StoredPortrait, sight: Sight, now: datetime
    ) -> Material:
        about = {one.uid for one in known.inputs}
        links = tuple(link for one in known.inputs for link in one.links)
        statements = statements_known(
            work, self._space, about | {link.source for link in links}, until=sight.until
        )
        snapshot = Snapshot(
            self._space,
            known.memory.snapshot.people,
            entities_named(work, self._space, statements, known.found.entities),
            tuple(one for one in statements if one.name is not None),
            tuple(one for one in statements if one.name is None),
            outcomes=known.outcomes,
        )
        index = Index(snapshot, known.memory.canonical)
        return Material(
            known.found,
            index,
            tuple(one for one in index.statements if one.uid in about),
            tuple(one for one in index.statements if one.uid not in about),
            links,
            now,
        )

    def _write(self, work: Work, known: _StoredPortrait, drawn: Drawn, now: datetime) -> int | None:
        return write_portrait(
            work,
            self._space,
            known.of,
            name=known.found.label,
            text=write(known.found.label, drawn),
            sentences=drawn.sentences,
            left_out=drawn.left_out,
            inputs_digest=_digest(known, now),
        )


def profile(
    database: Database,
    space: str,
    name: str,
    *,
    token_budget: int,
    counter: TokenCounter,
    sight: Sight,
    now: datetime | None,
) -> Portrait:
    """The portrait of whom or what a name means, within a budget; see `Portraits.whole`.

    Raises `InputError` for a name or a budget that is none.
    """
    require_texts(person_or_thing=name)
    require_budget(token_budget)
    with while_waiting(database, space, sight):
        whole = Portraits(database, space).whole(name, sight=sight, now=now)
    fitted = within_budget(whole.name, whole.drawn, budget=token_budget, count=counter.count)
    return Portrait(
        uid=whole.uid,
        of=whole.of,
        name=whole.name,
        text=fitted.text,
        tokens=fitted.tokens,
        budget=token_budget,
        counted_by=counter.name,
        sentences=fitted.drawn.sentences,
        left_out=fitted.drawn.left_out,
        version=whole.version,
        inputs_digest=whole.inputs_digest,
        wording=whole.wording,
        waiting=waiting_in_sight(database, space, sight, None),
    )


@contextmanager
def while_waiting(database: Database, space: str, sight: Sight) -> Iterator[None]:
    """What nothing bears may be told of in turns that wait: the error says so."""
    try:
        yield
    except NotFoundError as error:
        note = waiting_note(waiting_in_sight(database, space, sight, None))
        if note is None:
            raise
        raise NotFoundError(f"{error.problem} {note}.", next_step=error.next_step) from error


def _lookup(memory: LayeredMemory) -> AskingLookup:
    layers = {layer.uid: layer for layer in memory.layers}
    return AskingLookup(Index(memory.snapshot, memory.canonical), layers, memory.is_person)


def _called(memory: LayeredMemory, found: EntityLookup, of: str) -> str:
    index = Index(memory.snapshot, memory.canonical)
    if found.people:
        return index.person_name(of)
    named = next((layer.name for layer in memory.layers if layer.uid == of), None)
    entity = found.entities[0]
    return index.entity_name(entity._replace(name=named or entity.name))


def _is_person(found: EntityLookup) -> bool:
    return bool(found.people) or found.entities[0].type is EntityType.PERSON


def _digest(known: _StoredPortrait, now: datetime) -> str:
    """What a portrait is made from: the statements, their links, and which times are past."""
    called = (known.found.label, *_names(known.memory, known.found))
    parts: Sequence[str] = [
        part
        for one in known.inputs
        for part in (
            *one.content,
            *("past" if edge <= now else "" for edge in one.edges),
            *_solidity(known.outcomes.get(one.uid)),
        )
    ]
    return content_digest(_RULES, known.of, *called, *parts)


def _solidity(outcome: KnownOutcome | None) -> Iterator[str]:
    """What became of a statement, as far as it counts, alone and told again: not until when."""
    found = [outcome] if outcome is not None else []
    return ("solid" if is_solid(times, found) else "" for times in (1, 2))


def _names(memory: LayeredMemory, found: EntityLookup) -> list[str]:
    people = {one.name for one in memory.snapshot.people if one.uid in found.people}
    return sorted(people | {one.name for one in found.entities})
