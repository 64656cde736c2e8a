"""What a caller asks of assembly: messages and a scope to a text for a prompt."""

from collections.abc import Callable, Sequence

from graphmem.adapters.tokens import token_counter
from graphmem.assembly.assemble import assemble
from graphmem.assembly.messages import Messages, read_messages
from graphmem.assembly.sources import StoredSources
from graphmem.model.assembly import Assembled, AssemblySettings
from graphmem.model.search import SearchOptions, SearchResult
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.scope import Moment, names
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.store.database import Database


class Assembler:
    """Assembles texts from one space; thread-safe."""

    def __init__(
        self,
        database: Database,
        encode: Callable[[Sequence[str]], list[list[float]]],
        searcher: Searcher,
    ) -> None:
        self._database = database
        self._encode = encode
        self._searcher = searcher

    def assemble(
        self,
        messages: Messages,
        token_budget: int,
        where: Where,
        *,
        model: str | None = None,
        settings: AssemblySettings | None = None,
        options: SearchOptions | None = None,
        now: Moment = None,
        at_hand: str | None = None,
    ) -> Assembled:
        """What the scope holds for the talk at hand, never over ``token_budget`` tokens.

        ``model`` says whose tokens; ``at_hand`` is the recorded conversation that goes on, whose
        last turns are told again (else that of ``where``, if it names one). Raises `InputError`
        and `NotFoundError` as a search does.
        """
        told = read_messages(messages)
        where = self._searcher.heard(where, at_hand)
        settings = settings or AssemblySettings()
        _, scope, asked_at = self._searcher.read(told[-1].text, where, now=now)
        talk = scope
        if at_hand is not None:
            going_on = where._replace(conversation=at_hand, session=None, person=None)
            _, talk, _ = self._searcher.read(told[-1].text, going_on)

        def search(asked: ParsedQuestion, limit: int) -> SearchResult:
            return self._searcher.search(
                asked.text, where, limit=limit, options=options, now=now, at_hand=at_hand
            )

        return assemble(
            told,
            StoredSources(self._database, scope, talk, search=search, encode=self._encode),
            self._searcher.look_for_people(names(where.conversation)),
            token_budget=token_budget,
            counter=token_counter(model),
            settings=settings,
            now=asked_at,
            at_hand=at_hand,
        )
