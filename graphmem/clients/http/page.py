"""The web page: files of the package, under a policy that lets nothing else in."""

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

_PREFIX = "/web"
_START = "index.html"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
# What people said is shown on it: nothing is fetched from elsewhere, nothing within the page is
# run, and no other site may frame it.
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # Kept, and asked about each time: a new version is seen at once.
    "Cache-Control": "no-cache",
}


class _File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    media_type: str
    etag: str


def page_routes() -> list[Route]:
    """The page at ``/``, and its scripts and styles below ``/web``."""
    known = _read(files("graphmem.clients").joinpath("web"))

    async def start(request: Request) -> Response:
        return _sent(known[_START], request)

    async def part(request: Request) -> Response:
        found = known.get(request.path_params["path"])
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return _sent(found, request)

    async def icon(_: Request) -> Response:
        return RedirectResponse(f"{_PREFIX}/icon.svg", HTTPStatus.MOVED_PERMANENTLY)

    return [
        Route("/", start),
        Route("/favicon.ico", icon),
        Route(f"{_PREFIX}/{{path:path}}", part),
    ]


def _read(folder: Traversable, place: str = "") -> Mapping[str, _File]:
    """Every file below the folder by its path: what is not among them cannot be asked for."""
    found: dict[str, _File] = {}
    for item in folder.iterdir():
        if item.is_dir():
            found |= _read(item, f"{place}{item.name}/")
        elif media_type := _TYPES.get(item.name[item.name.rfind(".") :]):
            content = item.read_bytes()
            etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            found[place + item.name] = _File(content, media_type, etag)
    return found


def _sent(file: _File, request: Request) -> Response:
    headers = _HEADERS | {"ETag": file.etag}
    held = [tag.strip().removeprefix("W/") for tag in _tags(request)]
    if file.etag in held:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


def _tags(request: Request) -> list[str]:
    return request.headers.get("if-none-match", "").split(",")
