"""How much memory the embedded server takes: what is set, else its share of what there is."""

from pathlib import Path, PurePosixPath

from graphmem.server.model import ServerMemory, missing_package
from graphmem.settings import Settings

_MEBIBYTE = 1 << 20
# Of so many parts of the memory one, in mebibytes from and to. A heap is what Java takes by itself;
# beyond 2g a collector is needed that costs a tenth of the processor.
_HEAP = (4, 512, 2_048)
_PAGECACHE = (8, 128, 4_096)
_LIMITS = ("memory.max", "memory.limit_in_bytes")


def memory_of(settings: Settings) -> ServerMemory:
    """The heap and the page cache of the settings, by the machine's memory where they leave it."""
    if settings.server_heap and settings.server_pagecache:
        return ServerMemory(heap=settings.server_heap, pagecache=settings.server_pagecache)
    share = shares(memory_at_hand())
    return ServerMemory(
        heap=settings.server_heap or share.heap,
        pagecache=settings.server_pagecache or share.pagecache,
    )


def shares(memory: int) -> ServerMemory:
    """What the server takes of so many bytes of memory."""

    def share(parts: int, least: int, most: int) -> str:
        return f"{min(most, max(least, memory // _MEBIBYTE // parts))}m"

    return ServerMemory(heap=share(*_HEAP), pagecache=share(*_PAGECACHE))


def memory_at_hand() -> int:
    """The bytes of memory that this process may use: the machine's, or its container's."""
    try:
        import psutil
    except ImportError as error:
        raise missing_package("psutil") from error
    machine: int = psutil.virtual_memory().total
    limit = container_limit()
    return machine if limit is None else min(machine, limit)


def container_limit(
    groups: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> int | None:
    """The least limit of the control groups that this process is in; None without one."""
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None  # no Linux
    found = []
    for line in lines:
        _, controllers, place = line.split(":", 2)
        # Of version 1 each controller has a tree of its own; of version 2 there is one.
        if controllers and "memory" not in controllers.split(","):
            continue
        tree = groups / "memory" if controllers else groups
        inside = PurePosixPath(place.lstrip("/"))
        # In a container the path may be that of the machine outside: then only the root is there.
        for folder in (inside, *inside.parents):
            found += [_limit(tree / folder / name) for name in _LIMITS]
    return min((limit for limit in found if limit is not None), default=None)


def _limit(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):  # none there, or "max"
        return None
