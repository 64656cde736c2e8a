"""Loads litellm, once, without what it does on import: reading a .env file, fetching prices."""

import importlib
import importlib.util
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread
from typing import Any, TypeVar

from graphmem.errors import MissingExtraError

T = TypeVar("T")

# The first takes prices from the package, not from the network; the second leaves the caller's
# .env file alone, which would otherwise be read into the environment of the whole process.
_QUIET = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_LOADING = Lock()


def load_litellm() -> Any:
    """The litellm module. Raises `MissingExtraError` where it is not installed.

    Where the caller has imported it before, it stays as they set it up.
    """
    with _LOADING:
        loaded: Any = sys.modules.get("litellm")
        if loaded is not None:
            return loaded
        if importlib.util.find_spec("litellm") is None:
            raise MissingExtraError(
                "litellm is not installed.", next_step='Install it: pip install "graphmem[llm]".'
            )
        with _environment(_QUIET):
            litellm: Any = importlib.import_module("litellm")
        # It would print advice on standard output at every error.
        litellm.suppress_debug_info = True
        litellm.telemetry = False
        # It would print every line by itself; whoever wants them has set up logging.
        for name in _LOGGERS:
            logging.getLogger(name).handlers.clear()
        return litellm


def off_main_thread(call: Callable[[], T]) -> T:
    """Give what ``call`` gives, from a thread that is not the main one.

    A call of litellm leaves an open event loop behind in the main thread, or adds tasks to the
    caller's; in any other thread it closes what it opens.
    """
    if current_thread() is not main_thread():
        return call()
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="graphmem-llm")
    try:
        return pool.submit(call).result()
    finally:
        pool.shutdown(wait=False)


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
