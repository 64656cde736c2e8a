"""The door of HTTP: every route with hostile arguments, odd JSON, odd headers, odd paths."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

import httpx2

from benchmarks.hostile.corpus import Hostile, odd_json
from benchmarks.hostile.doors.arguments import Arguments, HostileArguments
from benchmarks.hostile.verdict import Answered, Case
from benchmarks.hostile.world import PRIVATE_WORDS, WITNESS_WORDS, World
from graphmem.clients.http.routes import path_of

_DOOR, _PAGE, _KEY = "http", "page", "key"
_LONGEST = 200_000  # of most bodies; the sizes of the corpus go by Python
_POLICY = "default-src 'self'"
_HEADERS = (
    "Host", "Origin", "Referer", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
    "X-Original-URL", "X-Rewrite-URL", "X-HTTP-Method-Override", "Forwarded", "Content-Type",
    "Accept", "Accept-Encoding", "Content-Encoding", "Cookie", "User-Agent", "Range",
    "If-None-Match", "Connection", "Upgrade", "Expect", "Via", "Last-Event-ID", "traceparent",
    "Graphmem-Bookmark",
)  # fmt: skip
_FOREIGN_HOSTS = (
    "evil.example", "127.0.0.1.evil.example", "evil.example#127.0.0.1", "localhost.evil.example",
    "127.0.0.1@evil.example", "evil.example:127.0.0.1", "0.0.0.0", "[::]", "[::ffff:1.2.3.4]",
    "2130706433.evil.example", "evil.example\t127.0.0.1", "null", "", "*", "localhost evil",
    "10.0.0.1", "169.254.169.254", "metadata.google.internal", "[fe80::1]", "0", "evil",
)  # fmt: skip
_ROUTES = (
    "/", "/health", "/ready", "/metrics", "/openapi.json", "/v1/ingest/", "/v1/ingest/x/events",
    "/v1/", "/v1", "/mcp", "/web/", "/web/index.html", "/favicon.ico", "/docs", "/v1/spaces",
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "FOO")


def cases(world: World, seed: int) -> Iterator[Case]:
    """Requests with and without keys, to the server with keys and to the one without."""
    made = _Requests(world, seed)
    kinds = (made.operation, made.operation, made.json, made.header, made.path)
    while True:
        for make in kinds:
            yield make()


def page_cases(world: World, seed: int) -> Iterator[Case]:
    """Files of the page by odd paths, and what a page of another site could send."""
    made = _Requests(world, seed)
    while True:
        yield made.file()
        yield made.origin()


def key_cases(world: World, seed: int) -> Iterator[Case]:
    """Keys that are none."""
    made = _Requests(world, seed)
    while True:
        yield made.key()


class _Requests:
    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._hostile = Hostile(seed, longest=_LONGEST)
        self._asked = HostileArguments(
            self._hostile, own=world.own_uids, foreign=world.foreign_uids
        )
        self._client = httpx2.Client(timeout=None)

    @property
    def _chance(self) -> random.Random:
        return self._hostile.chance

    def operation(self) -> Case:
        """An operation with hostile arguments, as JSON or in the address."""
        item, kind, given = arguments = self._asked.next()
        told = f"{item.name} {str(given)[:200]!r}"
        if item.listing:
            query = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in given.items())
            return self._case(_DOOR, kind, told, "GET", f"{path_of(item)}?{query}")
        return self._case(_DOOR, kind, told, "POST", path_of(item), content=_body(arguments))

    def json(self) -> Case:
        """An operation with a body that is almost JSON."""
        item, _, given = self._asked.next()
        kind, text = odd_json(self._hostile, given)
        body = text.encode("utf-8", "surrogatepass")
        if self._chance.random() < 0.2:
            kind, body = "bytes", body.replace(b'"', self._chance.choice(_BYTES), 1)
        told = f"{item.name} {text[:200]!r}"
        return self._case(_DOOR, f"json {kind}", told, "POST", path_of(item), content=body)

    def header(self) -> Case:
        """A search with an odd header."""
        _, text = self._hostile.next()
        name = self._chance.choice(_HEADERS)
        headers = {name: _for_header(text)}
        body = b'{"question":"Who planted tulips?"}'
        return self._case(
            _DOOR, "header", f"{name}: {text[:200]!r}", "POST", "/v1/search", content=body,
            headers=headers,
        )  # fmt: skip

    def path(self) -> Case:
        """A route that there is, or almost, by any method."""
        kind, text = self._hostile.next()
        route = self._chance.choice(_ROUTES)
        if self._chance.random() < 0.7:
            route += _quoted(text[:2_000])
        if self._chance.random() < 0.3:
            route += f"?{_quoted(self._hostile.any()[:200])}"
        method = self._chance.choice(_METHODS)
        return self._case(_DOOR, "path", f"{method} {route[:200]} ({kind})", method, route)

    def file(self) -> Case:
        """A file below ``/web``; what is there comes with its policy, and nothing else comes."""
        text = self._hostile.any() if self._chance.random() < 0.5 else self._chance.choice(_FILES)
        path = "/web/" + (_quoted(text[:2_000]) if self._chance.random() < 0.6 else _plain(text))

        def check(response: httpx2.Response) -> Iterator[str]:
            if response.status_code == 200:
                if not response.headers.get("content-security-policy", "").startswith(_POLICY):
                    yield "a file without the page's policy"
                if "secret of the operator" in response.text or "root:x:" in response.text:
                    yield "a file of the machine's was sent"
                if response.headers.get("x-content-type-options") != "nosniff":
                    yield "a file whose type may be guessed"

        return self._case(_PAGE, "file", path[:200], "GET", path, check=check, open_=True)

    def origin(self) -> Case:
        """What a browser on this machine could send for another site, to a server without keys."""
        name = self._chance.choice(("Host", "Origin"))
        host = self._chance.choice(_FOREIGN_HOSTS)
        if self._chance.random() < 0.3:
            host = _for_header(self._hostile.any()[:200]).decode("latin-1")
            if host.strip() in ("localhost", "127.0.0.1"):
                host = "evil.example"
        value = f"{self._chance.choice(('http', 'https'))}://{host}" if name == "Origin" else host

        def check(response: httpx2.Response) -> Iterator[str]:
            if response.status_code not in (400, 403):
                yield f"{name}: {value!r} is answered with {response.status_code}"

        return self._case(
            _PAGE, name, f"{name}: {value[:200]!r}", "POST", "/v1/ask", check=check, open_=True,
            content=b'{"question":"What did Ana plant?"}', headers={name: value.encode("latin-1")},
        )  # fmt: skip

    def key(self) -> Case:
        """A request whose key does not hold."""
        kind, text = self._hostile.next()
        good = self._world.key
        shown = self._chance.choice(
            (
                text, f"Bearer {text}", f"Bearer {good[:-1]}", f"Bearer {good}x", f"Basic {good}",
                f"Bearer {good[:11]}_{text}", f"Bearer gm_{text}_{text}", f"Bearer {good} {good}",
                "Bearer  ", f"Bearer {good.upper()}", f"Bearer\t{good[:20]}", f"bearer {good[3:]}",
            )
        )  # fmt: skip

        def check(response: httpx2.Response) -> Iterator[str]:
            if response.status_code not in (400, 401, 431):
                yield f"a key that does not hold is answered with {response.status_code}"

        return self._case(
            _KEY, f"header, {kind}", repr(shown[:200]), "POST", "/v1/ask", check=check,
            content=b'{"question":"What did Ana plant?"}',
            headers={"Authorization": _for_header(shown)},
        )  # fmt: skip

    def _case(
        self,
        door: str,
        kind: str,
        told: str,
        method: str,
        path: str,
        *,
        content: bytes = b"",
        headers: Mapping[str, bytes] | None = None,
        check: Callable[[httpx2.Response], Iterator[str]] = lambda _: iter(()),
        open_: bool = False,
    ) -> Case:
        world = self._world
        address = world.open if open_ else world.keyed
        hidden: tuple[str, ...] = WITNESS_WORDS
        sent: dict[bytes, bytes] = {b"Content-Type": b"application/json"}
        if not open_:
            for_ana = self._chance.random() < 0.3
            sent[b"Authorization"] = (
                b"Bearer " + (world.person_key if for_ana else world.key).encode()
            )
            hidden += PRIVATE_WORDS if for_ana else ()
        sent |= {name.encode(): value for name, value in (headers or {}).items()}

        def send() -> Answered:
            url = httpx2.URL(address).copy_with(raw_path=path.encode("ascii", "replace"))
            try:
                response = self._client.request(
                    method, url, content=content, headers=[*sent.items()]
                )
            except (httpx2.LocalProtocolError, httpx2.InvalidURL, ValueError):
                return Answered("the client cannot send it")
            except httpx2.TransportError as error:
                return Answered(faults=(f"no answer: {type(error).__name__} {error}",))
            media_type = response.headers.get("content-type", "")
            return Answered(
                response.text, hidden, response.status_code, media_type,
                problem=_is_ours(response), faults=tuple(check(response)),
            )  # fmt: skip

        return Case(door, kind, told, send)


def _is_ours(response: httpx2.Response) -> bool:
    """Whether the application answers, not the web server before it, which has words of its own."""
    return (
        "x-request-id" in response.headers
        and response.request.method != "HEAD"
        and (not response.request.url.path.startswith("/mcp"))
    )


def _body(arguments: Arguments) -> bytes:
    return json.dumps(arguments.given).encode()


def _quoted(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return quote(text[:4_000].encode("utf-8", "surrogatepass"), safe="")


def _plain(text: str) -> str:
    """As it is, as far as a request line can hold it."""
    return "".join(one for one in text[:2_000] if "!" <= one <= "~") or "x"


def _for_header(text: str) -> bytes:
    cleaned = text[:8_000].encode("utf-8", "surrogatepass")
    return bytes(byte for byte in cleaned if byte not in b"\r\n\x00").strip()


_BYTES = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"\xf4\x90\x80\x80")
_FILES = (
    "index.html", "js/main.js", "js/../../http/keys.py", "..%2f..%2fcli/app.py",
    "%2e%2e/cli/app.py", "../cli/app.py", "js/%2e%2e/index.html",
    "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd",
    "..%5c..%5ccli", "js%2fmain.js", "index.html%00", "index.html/", "icon.svg?x=<script>",
    "....//....//etc/passwd", "../../../../../../../../etc/passwd",
)  # fmt: skip
