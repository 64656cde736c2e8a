"""Runs the question-answering pipeline of one space: route, search, read, verify, answer."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel, Tool
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.adapters.parser import load_parser, parse
from graphmem.answering.answer import (
    Encode,
    Read,
    answer_between,
    answer_by_rules,
    answer_from_identity,
    answer_in_gist,
    answered_by_model,
    ask_back,
    check,
    dated_event,
    nothing_recorded,
    refused_as_taken_back,
    tell_answer,
    withheld,
)
from graphmem.answering.clarification import Clarifier, Meaning
from graphmem.answering.events import events_asked
from graphmem.answering.evidence import Passage
from graphmem.answering.evidence_selection import Gatherer, infer_conversations
from graphmem.answering.extractive.apposition import identity_of, name_of, owned
from graphmem.answering.extractive.candidates import Readings
from graphmem.answering.extractive.gist import asks_for_gist, form_of
from graphmem.answering.frame import QuestionFrame, read_frame
from graphmem.answering.instructions import answer_from_process
from graphmem.answering.model_answer import Checks, answer_by_model
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.statement_answers import answer_from_name, answer_from_slots
from graphmem.answering.time_resolution import times_where_likely
from graphmem.errors import LlmError, LlmSetupError
from graphmem.model.answer import Answer, QuestionKind, Routing, Status
from graphmem.model.scope import LATEST, Scope
from graphmem.model.search import Expansion, SearchHit, SearchOptions
from graphmem.model.time import TimeInterval
from graphmem.reader import Reader, ReaderTurn, ReadTurn
from graphmem.retrieval.background import in_background
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.retractions import AsItStands, AsSaid, refusal
from graphmem.retrieval.scope import Moment, Names, names
from graphmem.retrieval.search import hit_of
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.store import about, directory, turns
from graphmem.store.database import Database

_READ = 6  # turns of each question, each of which costs time
_READ_FOR_LIST = 16  # whose members stand in several turns
_LIKELY = 0.5  # confidence from which another turn answers in the place of what was taken back
_WIDER = 2  # times the depth, where a model finds nothing at first


class AnswerRequest(NamedTuple):
    """A question on its way to an answer."""

    frame: QuestionFrame
    where: Where
    scope: Scope
    now: datetime | None
    routing: Routing
    meaning: Meaning
    settings: AnswerSettings
    steps: tuple[str, ...]
    stands: AsItStands

    @property
    def question(self) -> ParsedQuestion:
        """The question, read against the people of its scope."""
        return self.frame.question


class Answerer:
    """Answers the questions of one space; thread-safe.

    ``encode`` remembers what it was asked for last, as the searcher's does. ``model`` gives the
    language model of a question, None to answer by rules; ``tools`` what it may use, within the
    scope. ``reader`` gives the model that reads the turns found, None to answer without one.
    ``packaged`` gives the packaged model, without which no gist is told.
    """

    def __init__(
        self,
        database: Database,
        searcher: Searcher,
        encode: Encode,
        *,
        model: Callable[[], LanguageModel | None] = lambda: None,
        tools: Callable[[Scope], Sequence[Tool]] = lambda _: (),
        reader: Callable[[], Reader | None] = lambda: None,
        packaged: Callable[[], OnnxEncoder] | None = None,
    ) -> None:
        self._database = database
        self._searcher = searcher
        self._encode = encode
        self._clarifier = Clarifier(database, encode)
        self._model = model
        self._tools = tools
        self._reader = reader
        self._packaged = packaged

    def ask(
        self,
        question: str,
        where: Where,
        *,
        now: Moment = None,
        about: Names = None,
        settings: AnswerSettings | None = None,
    ) -> Answer:
        """Answer from evidence that is checked against who said it, abstain, or ask back.

        ``about`` are uids of candidates (`Answer.candidates`) that are meant. Raises what a search
        raises, `NotFoundError` for an ``about`` that no name of the question can mean, and
        `LlmSetupError` where a language model is set that cannot be used.
        """
        answer = self._answer(question, where, now, settings or AnswerSettings(), names(about))
        return answer.model_copy(update={"waiting": self._searcher.waiting(where)})

    def _answer(
        self,
        question: str,
        where: Where,
        now: Moment,
        settings: AnswerSettings,
        about: tuple[str, ...],
    ) -> Answer:
        model = self._model()  # first: one that cannot be asked is told before anything is read
        asking = self._route(question, where, now, settings, about=about)
        scope = asking.scope
        anybody = self._searcher.participants(scope.conversations)
        if not anybody and directory.is_empty(self._database, scope.space):
            return nothing_recorded(asking.question, asking.routing, scope.space)
        if asking.meaning.candidates:
            return ask_back(asking.question, asking.routing, asking.meaning, asking.steps)
        if model is None:
            answer = self._by_rules(asking)
        else:
            read = self._found(asking, asking.settings.depth)
            answer = self._with_model(asking, read, model)
        return self._or_taken_back(asking, answer)

    def _or_taken_back(self, asking: AnswerRequest, answer: Answer) -> Answer:
        """A refusal that says so where what was taken back would have been the answer.

        What another turn says is told where it is more likely right than not. What is left of the
        same turn answers something else, unless it says the same, or is its correction.
        """
        seen, given = asking.stands.seen, next(iter(answer.evidence_turn_ids), "")
        told = answer.status is Status.ANSWERED
        whole = asking.frame.process or asking.frame.kind in (QuestionKind.GIST, QuestionKind.LIST)
        elsewhere = given not in seen and answer.confidence >= _LIKELY
        if not seen or (told and (elsewhere or whole)):
            return answer
        as_said = asking._replace(stands=AsSaid(self._database, asking.scope.space))
        would = answer_by_rules(self._found(as_said, asking.settings.depth))
        turn_id = next(iter(would.evidence_turn_ids), "")
        taken = seen.get(turn_id)
        if would.status is not Status.ANSWERED or taken is None:
            return answer
        if told and (would.text == answer.text or any(one.corrected_to for one in taken)):
            return answer
        return refused_as_taken_back(answer, refusal(turn_id, taken))

    def read(
        self,
        question: str,
        where: Where,
        *,
        now: Moment = None,
        settings: AnswerSettings | None = None,
    ) -> Read:
        """What `ask` answers from; a name that several bear is left as it is."""
        settings = settings or AnswerSettings()
        return self._found(self._route(question, where, now, settings), settings.depth)

    def _route(
        self,
        question: str,
        where: Where,
        now: Moment,
        settings: AnswerSettings,
        *,
        about: tuple[str, ...] = (),
    ) -> AnswerRequest:
        asked, scope, asked_at = self._searcher.read(question, where, now=now)
        steps, inferred = list[str](), None
        if scope.reach is None:
            found = infer_conversations(
                asked, self._searcher.participants(()), lambda time: self._between(scope, time)
            )
            if found.conversations:
                inferred = found.why
                where = where._replace(conversation=found.conversations)
                asked, scope, asked_at = self._searcher.read(question, where, now=now)
                steps.append(f"looked in {', '.join(found.conversations)}: {found.why}")
        participants = self._searcher.participants(scope.conversations)
        neutral = asked.neutral
        # Neither needs the other, and the search finds the vector remembered. A space of nobody is
        # not searched.
        with in_background(lambda: self._encode([neutral] if participants else [])):
            meaning = self._clarifier.read(
                asked, scope, participants, clear_by=settings.clear_by, about=about
            )
        if meaning.chosen is not None:
            why = "as told" if meaning.chosen.is_one_of(about) else "by what is asked"
            steps.append(f"“{meaning.name}” is taken for {meaning.chosen.name}, {why}")
            places = set(meaning.chosen.places)
            places &= set(scope.conversations) or places
            where = where._replace(conversation=tuple(sorted(places)))
            asked, scope, _ = self._searcher.read(question, where, now=now)
            asked = meaning.narrow(asked)
        gist = bool(participants) and settings.reader and self._asks_for_gist(asked.text)
        frame = read_frame(asked, participants, parse=parse, gist=gist)
        routing = Routing(
            kind=frame.kind,
            people=tuple(dict.fromkeys(person.name for person in asked.people)),
            conversations=scope.conversations,
            inferred=inferred,
            times=asked.times,
            as_of=None if scope.said_to == LATEST else scope.said_to,
            known_to=where.known_to,
        )
        stands = AsItStands(self._database, scope.space)
        return AnswerRequest(
            frame, where, scope, asked_at, routing, meaning, settings, tuple(steps), stands
        )

    def _asks_for_gist(self, question: str) -> bool:
        if self._packaged is None:
            return False
        [tokens] = self._packaged().token_vectors([question])
        # Of characters that are none of its vocabulary a question has no form.
        return len(tokens.inner) > 0 and asks_for_gist(form_of(tokens))

    def _between(self, scope: Scope, time: TimeInterval) -> Sequence[str]:
        return directory.conversations_between(self._database, scope.space, time.start, time.end)

    def _found(
        self, asking: AnswerRequest, depth: int, expansion: Expansion = Expansion.NONE
    ) -> Read:
        settings = asking.settings
        hits = self._hits(asking, asking.question.text, depth, expansion)
        stated = self._stated(asking, hits[: settings.read])
        most = _READ_FOR_LIST if asking.frame.kind is QuestionKind.LIST else _READ
        return Read(
            frame=asking.frame,
            routing=asking.routing,
            passages=(*stated, *map(Passage, hits[settings.read :])),
            participants=self._searcher.participants(asking.scope.conversations),
            now=asking.now,
            settings=settings,
            steps=(*asking.steps, f"found {len(hits)} turns, read {min(len(hits), settings.read)}"),
            readings=self._read(asking, hits[:most]),
            times_of=times_where_likely(load_parser),
        )

    def _read(self, asking: AnswerRequest, hits: Sequence[SearchHit]) -> Readings:
        """What the reader says of each turn, by its id, with what led up to it."""
        reader = self._reader() if asking.settings.reader and hits else None
        if reader is None:
            return {}
        places = [(hit.conversation_id, hit.dia_id) for hit in hits]
        before = turns.leading_up(self._database, asking.scope.space, places)
        read = [
            ReadTurn(
                _said(hit.speaker, hit.said_at, hit.text, hit.caption),
                tuple(_said(*one) for one in before.get(place, ())),
            )
            for hit, place in zip(hits, places, strict=True)
        ]
        found = reader.read(asking.question.text, read)
        return {hit.turn_id: one for hit, one in zip(hits, found, strict=True)}

    def _by_rules(self, asking: AnswerRequest, read: Read | None = None) -> Answer:
        """A part of a life; else a gist; else who bears a name; else the turns (``read``)."""
        known = answer_from_slots(
            self._database,
            asking.frame,
            asking.scope,
            self._searcher.participants(asking.scope.conversations),
            asking.routing,
            asking.steps if read is None else read.steps,
            now=asking.now,
        )
        if known is not None:
            return known
        if self._packaged is not None and asking.frame.kind is QuestionKind.GIST:
            found = read or self._found(asking, asking.settings.depth)
            return answer_in_gist(found, self._packaged().encode)
        if (name := asking.frame.name) is not None:
            bearer = self._clarifier.describe(
                name,
                asking.question,
                asking.scope,
                self._searcher.participants(asking.scope.conversations),
                meant=asking.meaning.chosen if asking.meaning.name == name else None,
            )
            who = bearer and answer_from_name(asking.question, asking.routing, bearer, asking.steps)
            if who and bearer and bearer.identifies:
                return who
            read = read or self._found(asking, asking.settings.depth)
            if (identity := identity_of(name, read.passages, load_parser())) is not None:
                return answer_from_identity(read, identity)
            if who:
                return who
        if (between := self._between_events(asking)) is not None:
            return between
        read = read or self._found(asking, asking.settings.depth)
        described = asking.meaning.described
        process = answer_from_process(
            self._database, asking.scope, read, whose=described, stands=asking.stands
        )
        return process or answer_by_rules(self._named(asking, read))

    def _between_events(self, asking: AnswerRequest) -> Answer | None:
        """How long it was between two events, or which was first, where both are dated."""
        if not asking.settings.reader or self._reader() is None:
            return None
        frame = asking.frame
        if frame.kind is not QuestionKind.HOW_LONG and not frame.options:
            return None
        names = [one.name for one in asking.question.people]
        [parsed] = parse([frame.text])
        asked = events_asked(parsed, names=names, options=frame.options)
        if asked is None:
            return None
        events = []
        for text in (asked.first, asked.second):
            one, _, _ = self._searcher.read(text, asking.where, now=asking.now)
            everybody = self._searcher.participants(asking.scope.conversations)
            event = asking._replace(frame=read_frame(one, everybody, parse=parse))
            if (found := dated_event(self._found(event, asking.settings.depth))) is None:
                return None
            events.append(found)
        return answer_between(asking.frame, asking.routing, asked, events, asking.steps)

    def _named(self, asking: AnswerRequest, read: Read) -> Read:
        """With the name of what would be answered, where that is only called somebody's."""
        told = tell_answer(read)
        if (what := owned(told.text)) is None or not told.proofs:
            return read
        hit = told.proofs[0].passage.hit
        found = self._sought(asking, f"{hit.speaker}'s {what}")
        passages = (*read.passages, *found)
        return read._replace(naming=name_of(what, hit.speaker_uid, passages, load_parser()))

    def _sought(self, asking: AnswerRequest, text: str) -> Sequence[Passage]:
        """The turns that a text other than the question finds in its place."""
        return [Passage(hit) for hit in self._hits(asking, text, asking.settings.read)]

    def _hits(
        self,
        asking: AnswerRequest,
        text: str,
        limit: int,
        expansion: Expansion = Expansion.NONE,
    ) -> Sequence[SearchHit]:
        """The turns that a text finds, but for those that tell of who is not meant."""
        settings = asking.settings
        found = self._searcher.search(
            text,
            asking.where,
            limit=limit,
            options=SearchOptions(
                paths=settings.paths, weights=settings.search_weights, expansion=expansion
            ),
            now=asking.now,
        )
        meant = [hit for hit in found.hits if hit.turn_id not in asking.meaning.not_meant]
        return asking.stands.read(meant)

    def _with_model(self, asking: AnswerRequest, read: Read, model: LanguageModel) -> Answer:
        """The model's answer where its proof holds; it may look further once, then abstains.

        The second time it sees other turns as well, first those that it looks for, and what was
        withheld of its first answer.
        """
        found, before = check(read), None
        look_for: tuple[str, ...] = ()
        look_up = partial(self._called, asking)
        gather = Gatherer(self._database, asking.scope, asking.question, look_up)
        vector = self._encode([asking.question.neutral])[0]
        shown = gather.first(read.passages, vector, read=read.settings.read)
        try:
            for attempt in range(2):
                if attempt:
                    wider = self._found(asking, asking.settings.depth * _WIDER, Expansion.RULES)
                    seen = read.steps
                    read = wider._replace(steps=(*seen, "looked further", *wider.steps))
                    found = check(read)
                    sought = [self._sought(asking, text) for text in look_for]
                    shown = gather.further(shown, read.passages, sought, read=read.settings.read)
                checks = Checks(
                    found,
                    read.participants,
                    read.now,
                    look_up,
                    load_parser(),
                    self._encode,
                    lambda passages: self._read(asking, [one.hit for one in passages]),
                )
                told = answer_by_model(
                    model,
                    read.frame,
                    shown,
                    checks,
                    tools=self._tools(asking.scope),
                    max_steps=read.settings.max_steps,
                    before=before,
                )
                before, look_for = told.withheld, told.look_for
                read = read._replace(steps=(*read.steps, *told.steps))
                if told.text is not None:
                    return answered_by_model(read, told, found, model.name)
        except LlmSetupError:
            raise
        except LlmError as error:
            answer = self._by_rules(asking, read)
            note = f"the model failed, so the rules answered: {error.problem}"
            return answer.model_copy(update={"steps": (*answer.steps, note)})
        return withheld(read, found, model.name)

    def _called(self, asking: AnswerRequest, turn_ids: Sequence[str]) -> dict[str, Passage]:
        """The turns of these ids ("garden/D2:1") that may answer the question."""
        wanted = [one for one in turn_ids if one not in asking.meaning.not_meant]
        found = turns.turns_called(self._database, asking.scope, wanted)
        hits = asking.stands.read([hit_of(turn) for turn in found.values()])
        return {one.hit.turn_id: one for one in self._stated(asking, hits)}

    def _stated(self, asking: AnswerRequest, hits: Sequence[SearchHit]) -> list[Passage]:
        """Turns with what they state."""
        places = [(hit.conversation_id, hit.dia_id) for hit in hits]
        stated = about.answers_of_turns(self._database, asking.scope, places)
        return [
            Passage(hit, stated.get(place, ())) for hit, place in zip(hits, places, strict=True)
        ]


def _said(speaker: str, said_at: datetime, text: str, caption: str | None) -> ReaderTurn:
    return ReaderTurn(speaker, said_at, f"{text} [photo: {caption}]" if caption else text)
