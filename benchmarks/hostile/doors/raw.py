"""The door of HTTP, byte by byte: requests within requests, and what is no HTTP at all."""

import random
import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from benchmarks.hostile.corpus import Hostile
from benchmarks.hostile.verdict import Answered, Case
from benchmarks.hostile.world import PRIVATE_WORDS, WITNESS_WORDS, World

_DOOR = "smuggling"
_FIRST, _SILENCE = 2.0, 0.3  # seconds for its first word, and for more
_MOST = 1 << 20
_BODY = b'{"question":"What did Ana plant?"}'


def cases(world: World, seed: int) -> Iterator[Case]:
    """Without a key, whatever is sent: nothing of the memory may come back."""
    hostile = Hostile(seed, longest=2_000)
    host = urlsplit(world.keyed).netloc.encode()
    while True:
        for kind, make in _KINDS:
            sent = make(hostile.chance, host, hostile)
            yield Case(_DOOR, kind, repr(sent[:200]), lambda sent=sent: _send(world, sent))  # type: ignore[misc]


def _send(world: World, sent: bytes) -> Answered:
    place = urlsplit(world.keyed)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        came = b""
        try:
            connection.sendall(sent)
            connection.settimeout(_FIRST)
            while len(came) < _MOST and (some := connection.recv(65_536)):
                came += some
                connection.settimeout(_SILENCE)
        except (TimeoutError, ConnectionError):
            pass  # it says no more
    faults = []
    statuses = [int(line.split()[1]) for line in came.split(b"\r\n") if _is_status(line)]
    if came and not statuses:
        faults.append(f"an answer that is no HTTP: {came[:100]!r}")
    if b'"answer"' in came or b'"hits"' in came or b"tulips" in came:
        faults.append("an answer of the memory without a key")
    worst = max(statuses, default=None)
    text = came.decode("utf-8", "replace")
    return Answered(text, WITNESS_WORDS + PRIVATE_WORDS, worst, faults=tuple(faults))


def _is_status(line: bytes) -> bool:
    parts = line.split()
    return len(parts) > 1 and parts[0].startswith(b"HTTP/1.") and parts[1].isdigit()


def _ask(host: bytes, *headers: bytes, body: bytes = _BODY) -> bytes:
    told = b"".join(header + b"\r\n" for header in headers)
    return b"POST /v1/ask HTTP/1.1\r\nHost: " + host + b"\r\n" + told + b"\r\n" + body


def _lengths(chance: random.Random, host: bytes, _: Hostile) -> bytes:
    """Two lengths, or one that is none."""
    one = chance.choice(
        (
            b"0",
            b"-1",
            b"+5",
            b"5, 6",
            b"0x10",
            b"1e3",
            b"5 5",
            b"\xb2",
            b"",
            b"9" * 30,
            b"9" * 5_000,
        )
    )
    given = [b"Content-Length: " + one]
    if chance.random() < 0.5:
        given.append(b"Content-Length: " + str(len(_BODY)).encode())
    chance.shuffle(given)
    return _ask(host, *given) + _within(host)


def _codings(chance: random.Random, host: bytes, _: Hostile) -> bytes:
    """A length and a coding, or a coding that is written oddly."""
    coding = chance.choice(
        (
            b"Transfer-Encoding: chunked", b"Transfer-Encoding : chunked",
            b"Transfer-Encoding: xchunked", b"Transfer-Encoding:\tchunked",
            b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding: identity, chunked",
            b"X: x\nTransfer-Encoding: chunked", b" Transfer-Encoding: chunked",
            b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x", b"Transfer-Encoding: CHUNKED",
            b"Transfer-Encoding: \x0bchunked", b"Transfer-Encoding: gzip, chunked",
            b"Transfer_Encoding: chunked", b"Transfer-Encoding\x00: chunked",
        )
    )  # fmt: skip
    length = str(chance.choice((0, 4, len(_BODY), 9_999))).encode()
    given = [coding, b"Content-Length: " + length]
    chance.shuffle(given)
    return _ask(host, *given, body=b"0\r\n\r\n" + _within(host))


def _chunks(chance: random.Random, host: bytes, _: Hostile) -> bytes:
    """Chunks whose sizes lie."""
    size = chance.choice(
        (
            b"ffffffffffffffff",
            b"-1",
            b"0x5",
            b"5;a=" + b"b" * 9_000,
            b" 5",
            b"",
            b"g",
            b"1\n",
            b"5\r",
        )
    )
    body = size + b"\r\n" + _BODY + b"\r\n0\r\n" + b"X: y\r\n" * chance.choice((0, 500)) + b"\r\n"
    return _ask(host, b"Transfer-Encoding: chunked", body=body) + _within(host)


def _lines(chance: random.Random, host: bytes, hostile: Hostile) -> bytes:
    """A request line that is none."""
    text = hostile.any().encode("utf-8", "surrogatepass")
    return chance.choice(
        (
            text, text + b"\r\n\r\n", b"GET " + text + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n",
            b"\x16\x03\x01\x02",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x00" * 1_000, b"GET " + b"/" * 100_000,
            b"A" * 100_000, b"GET http://evil.example/v1/ask HTTP/1.1\r\nHost: a\r\n\r\n",
            b"CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", b"* * *\r\n\r\n",
            b"OPTIONS * HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", b"\r\n" * 10_000,
            b"GET /v1/../v1/people HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET /health/%2e%2e/v1/people HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET //v1/people HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET /V1/people HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET /%761/people HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
            b"GET /v1%2fpeople HTTP/1.1\r\nHost: " + host + b"\r\n\r\n",
        )
    )  # fmt: skip


def _headers(chance: random.Random, host: bytes, hostile: Hostile) -> bytes:
    """Too many headers, too large ones, and ones that are none."""
    text = hostile.any().encode("utf-8", "surrogatepass")
    odd = chance.choice(
        (
            b"X: " + b"a" * 200_000, b"X: y\r\n" * 5_000 + b"Z: z", b"X" * 70_000 + b": y",
            text + b": x", b"X: " + text, b": empty", b"no colon", b" folded", b"X : y",
            b"X:\x00", b"X: \xff\xfe", b"Host: evil.example", b"X: a\rb", b"X: a\n b",
            b"Expect: 100-continue", b"Connection: Authorization, close", b"Upgrade: websocket",
            b"Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
            b"Authorization: Bearer \xff", b"Authorization: Bearer " + b"a" * 60_000,
            b"Authorization:\r\nAuthorization: Bearer x", b"X-Request-Id: " + text[:100],
        )
    )  # fmt: skip
    return _ask(host, odd, b"Content-Length: " + str(len(_BODY)).encode())


def _halves(chance: random.Random, host: bytes, _: Hostile) -> bytes:
    """A request that breaks off."""
    whole = _ask(host, b"Content-Length: " + str(len(_BODY)).encode())
    return whole[: chance.randint(1, len(whole))]


def _within(host: bytes) -> bytes:
    return b"GET /v1/people?x= HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"


_Make = Callable[[random.Random, bytes, Hostile], bytes]
_KINDS: tuple[tuple[str, _Make], ...] = (
    ("lengths", _lengths),
    ("codings", _codings),
    ("chunks", _chunks),
    ("lines", _lines),
    ("headers", _headers),
    ("halves", _halves),
)
