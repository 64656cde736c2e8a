"""Runs searches as callers ask: names to a scope, a text to a question, and the weights."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, Self

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import parse
from graphmem.adapters.sentence_models import Reranker, load_reranker
from graphmem.agents.passage_judge import PassageJudge
from graphmem.errors import InputError, NotFoundError
from graphmem.model.listing import Participant, empty_space
from graphmem.model.scope import Scope
from graphmem.model.search import (
    Expansion,
    Recency,
    SearchOptions,
    SearchResult,
    SearchWeights,
)
from graphmem.model.workspace import Network
from graphmem.retrieval.expansion import Alias, Expanded, expand
from graphmem.retrieval.question import ParsedQuestion, keys_in, read_question
from graphmem.retrieval.ranking import RankRequest
from graphmem.retrieval.rerank import rerank
from graphmem.retrieval.scope import (
    Moment,
    Names,
    make_scope,
    moment,
    names,
)
from graphmem.retrieval.search import Encode, search_turns
from graphmem.retrieval.ttl_cache import TtlCache
from graphmem.retrieval.weights import read_weights, switched_on
from graphmem.store import about, directory, record
from graphmem.store.database import Database
from graphmem.store.memory_about import people_of
from graphmem.store.waiting import waiting_turns
from graphmem.tools import AskingTools, Index

_BY_MODEL = "llm"  # what ``SearchOptions.rerank`` names instead of a CrossEncoder


class Where(NamedTuple):
    """A caller's filter of a question; see `Memory.search`."""

    conversation: Names = None
    session: str | None = None
    person: Names = None
    since: Moment = None
    until: Moment = None
    as_of: Moment = None
    known_to: str | None = None
    network: Network | str | None = None


class Searcher:
    """Searches one space; thread-safe."""

    def __init__(
        self,
        database: Database,
        encode: Encode,
        *,
        space: str,
        weights: Path | None = None,
        model: Callable[[], LanguageModel | None] = lambda: None,
        threads: int | None = None,
    ) -> None:
        self._database = database
        self._encode = encode
        self._space = space
        self._weights = weights
        self._model = model
        self._cross_encoder = cache(lambda name: load_reranker(name, threads=threads))
        self._people = TtlCache(self.look_for_people)
        self._waiting = TtlCache(partial(waiting_turns, database))

    def encoding_by(self, encode: Encode) -> Self:
        """The same searcher with another encoder: they share who takes part, and the rerankers."""
        other = copy(self)
        other._encode = encode
        return other

    def forget(self) -> None:
        """Look up anew who takes part, and what waits: this client has just written."""
        self._people.forget()
        self._waiting.forget()

    @contextmanager
    def renewed(self) -> Iterator[None]:
        """Looks up anew whatever the block, which writes, may have changed."""
        try:
            yield
        finally:
            self.forget()

    def look_for_people(self, conversations: Sequence[str]) -> tuple[Participant, ...]:
        """Who takes part in these conversations; in all of the space when empty."""
        return directory.participants(self._database, self._space, conversation_ids=conversations)

    def participants(self, conversations: tuple[str, ...]) -> tuple[Participant, ...]:
        """Who takes part in these conversations, or in any when empty; at most a second old."""
        return self._people.of(conversations)

    def waiting(self, where: Where) -> int:
        """How many turns of a scope wait for extraction; at most a second old."""
        if not self._waiting.of(Scope(space=self._space)):
            return 0
        _, scope = self._seen(where)
        return self._waiting.of(scope)

    def weights(self) -> SearchWeights:
        """The weights in force where a call gives none."""
        return read_weights(self._weights).weights

    def heard(self, where: Where, at_hand: str | None = None) -> Where:
        """The same with the conversations named that ``known_to`` took part in, which then is None.

        Raises `NotFoundError` where there are none or ``at_hand`` is none of them, and
        `AmbiguousNameError` for a name that two people bear.
        """
        if where.known_to is None:
            return where
        if at_hand is not None:
            self._conversations(where._replace(conversation=at_hand))
        return where._replace(conversation=self._conversations(where), known_to=None)

    def heard_by(self, person: str) -> tuple[str, ...]:
        """The conversations in which somebody took part, whoever is the same human included.

        Raises `NotFoundError` for nobody, `AmbiguousNameError` for a name that two people bear.
        """
        exact = directory.heard_by(self._database, self._space, person)
        if exact:
            return exact
        known = people_of(self._database, self._space)
        # Read as the tools read it: whom two bear the name of is asked back, never both.
        tools = AskingTools(Index(known.snapshot, known.canonical), {}, {})
        return tuple(sorted(tools.heard_by(person)))

    def read(
        self, question: str, where: Where, *, now: Moment = None
    ) -> tuple[ParsedQuestion, Scope, datetime | None]:
        """The question read against the people of its scope, the scope, and the moment of asking.

        Raises `NotFoundError` for a conversation, session or person that the space does not hold,
        and `AmbiguousNameError` for a ``known_to`` that two people bear.
        """
        participants, scope = self._seen(where)
        if where.session is not None:
            self._require_session(scope.conversations[0], where.session)
        asked_at = moment("now", now, end=True)
        return read_question(question, participants, now=asked_at, parse=parse), scope, asked_at

    def _seen(self, where: Where) -> tuple[Sequence[Participant], Scope]:
        conversations = self._conversations(where)
        participants = self._people.of(conversations)
        if where.person or not participants:
            participants = self.look_for_people(conversations)
        return participants, make_scope(
            self._space,
            participants,
            conversations=conversations,
            people=names(where.person),
            session=where.session,
            since=where.since,
            until=where.until,
            as_of=where.as_of,
            network=where.network,
        )

    def search(
        self,
        question: str,
        where: Where,
        *,
        limit: int,
        options: SearchOptions | None = None,
        now: Moment = None,
        at_hand: str | None = None,
        explain: bool = False,
    ) -> SearchResult:
        """The best turns of the scope for a question; expanded and reranked where asked for.

        Raises `InputError` where a language model should help and the settings name none, and for
        recency without ``now``; `NotFoundError` as `read` does, and for ``at_hand``.
        """
        options = options or SearchOptions()
        where = self.heard(where, at_hand)
        asked, scope, asked_at = self.read(question, where, now=now)
        if options.recency is not Recency.NONE and asked_at is None:
            raise InputError(
                "Recency is to count, and no moment of asking is given.",
                next_step="Give `now` (--now), the moment from which it counts.",
            )
        if at_hand is not None:
            self._require_conversation(at_hand)
        expanded = self._expanded(asked, scope, options, asked_at)
        asking = RankRequest(
            question=asked,
            scope=scope,
            options=options,
            weights=options.weights
            or switched_on(
                self.weights(),
                options,
                at_hand=at_hand is not None,
                expanded=bool(expanded.questions),
            ),
            further=tuple(
                read_question(text, asked.people, now=asked_at) for text in expanded.questions
            ),
            at_hand=at_hand,
            now=asked_at,
        )
        depth = limit if options.rerank is None else max(limit, options.rerank_depth)
        found = search_turns(self._database, self._encode, asking, limit=depth, explain=explain)
        notes = [*_notes(asked, options), *expanded.notes, *found.notes]
        if not found.hits and directory.is_empty(self._database, self._space):
            # What failed on the way to nothing is not told.
            notes = [empty_space(self._space)]
        if options.rerank is not None:
            judged = rerank(
                question, found.hits, self._judge(options.rerank), depth=options.rerank_depth
            )
            notes += [judged.note] if judged.note else []
            found = found.model_copy(update={"hits": judged.hits[:limit]})
        return found.model_copy(update={"notes": tuple(notes), "waiting": self.waiting(where)})

    def _conversations(self, where: Where) -> tuple[str, ...]:
        """Those that are named, as far as ``known_to`` took part; all of theirs where none is."""
        named = names(where.conversation)
        if where.known_to is None:
            return named
        heard = self.heard_by(where.known_to)
        kept = tuple(place for place in heard if not named or place in named)
        if not kept:
            raise NotFoundError(
                f"{where.known_to} takes part in none of: {', '.join(named)}.",
                next_step=f"Ask about what they heard: {', '.join(heard)}.",
            )
        return kept

    def _expanded(
        self, asked: ParsedQuestion, scope: Scope, options: SearchOptions, now: datetime | None
    ) -> Expanded:
        if options.expansion is Expansion.NONE:
            return Expanded(())
        keys = keys_in(asked.neutral)
        vector = self._encode([asked.neutral])[0]
        names = [
            Alias(thing.name, thing.aliases)
            for thing in about.things_named(self._database, scope, keys, vector)
        ]
        model = self._required_model() if options.expansion is Expansion.LLM else None
        return expand(asked, names, now, model)

    def _judge(self, name: str) -> Reranker:
        return (
            PassageJudge(self._required_model()) if name == _BY_MODEL else self._cross_encoder(name)
        )

    def _required_model(self) -> LanguageModel:
        model = self._model()
        if model is None:
            raise InputError(
                "A language model is to help with this search, and none is named.",
                next_step="Set GRAPHMEM_LLM_MODEL; or expand by rules, rerank by a CrossEncoder.",
            )
        return model

    def _require_conversation(self, name: str) -> None:
        if not (self._people.of((name,)) or self.look_for_people((name,))):
            raise NotFoundError(
                f"The space {self._space!r} holds no conversation {name!r} that could go on.",
                next_step="`graphmem conversations` lists those that it holds.",
            )

    def _require_session(self, conversation: str, session: str) -> None:
        if not directory.session_exists(
            self._database, record.session_uid(self._space, conversation, session)
        ):
            raise NotFoundError(
                f"The conversation {conversation!r} has no session {session!r}.",
                next_step="`graphmem search` without --session shows which sessions there are.",
            )


def _notes(asked: ParsedQuestion, options: SearchOptions) -> list[str]:
    """What of the question and the options can have no effect."""
    notes = []
    if asked.unresolved:
        left_out = ", ".join(f'"{words}"' for words in dict.fromkeys(asked.unresolved))
        notes.append(
            f"Left out as a time: {left_out}, which depends on the moment of asking; "
            "`now` (--now) resolves it."
        )
    if options.weights is not None and not any(options.weights.model_dump().values()):
        notes.append("Every weight is 0, so the turns come in the order in which they were said.")
    return notes
