"""Loads litellm, once, without what it does on import; which key and provider a model needs."""

import importlib
import importlib.util
import ipaddress
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

from graphmem.errors import LlmSetupError, MissingExtraError

T = TypeVar("T")
# The first takes prices from the package, not from the network; the second leaves the caller's
# .env file alone, which would otherwise be read into the environment of the whole process.
_QUIET = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_LOADING = Lock()
# These let nobody in but by one of these variables. Others know further ways (an account of the
# machine, a second name of the variable), and tell themselves what they lack.
_BY_ONE_KEY: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "gemini": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "xai": ("XAI_API_KEY",),
}
_NO_KEY = "none"  # clients refuse to ask without any, also a server that wants none


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


def usable_key(
    litellm: Any, model: str, *, api_base: str | None, api_key: str | None
) -> str | None:
    """The key to ask with, None for litellm's own; a server on this machine needs none."""
    if _is_blank(api_key):
        api_key = None
    if api_key is None and _is_on_loopback(api_base) and _missing_keys(litellm, model):
        return _NO_KEY
    return api_key


def check_setup(litellm: Any, model: str, *, api_key: str | None) -> None:
    """Raise `LlmSetupError` for a model of no provider, and for one whose key is not set."""
    provider = provider_of(litellm, model)
    if provider is None:
        raise LlmSetupError(
            f"No provider is known for the model {model!r}.",
            next_step='Name it as litellm does, with the provider first: "openai/gpt-4o-mini".',
        )
    missing = _missing_keys(litellm, model) if provider in _BY_ONE_KEY else []
    if missing and _is_blank(api_key):
        raise LlmSetupError(
            f"{model} needs a key, and none is set.",
            next_step=f"Set {' or '.join(missing)}, or GRAPHMEM_LLM_API_KEY.",
        )


def provider_of(litellm: Any, model: str) -> str | None:
    """The provider of a model as litellm names it; None for a model of none."""
    try:
        return str(litellm.get_llm_provider(model=model)[1])
    except litellm.BadRequestError:
        return None


def _missing_keys(litellm: Any, model: str) -> list[str]:
    """The variables of which one has to be set, as far as it can be known."""
    if litellm.api_key or litellm.openai_key or litellm.anthropic_key:  # set in the process
        return []
    variables = _BY_ONE_KEY.get(provider_of(litellm, model) or "")
    if variables is None:
        return list(litellm.validate_environment(model)["missing_keys"])
    # Not by litellm, which takes a variable that is there and blank for a key.
    return list(variables) if all(_is_blank(os.environ.get(name)) for name in variables) else []


def _is_blank(key: str | None) -> bool:
    return key is None or not key.strip()


def _is_on_loopback(address: str | None) -> bool:
    """Whether an address is of a server on this machine."""
    host = urlsplit(address or "").hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
