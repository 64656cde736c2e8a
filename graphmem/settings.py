"""All settings: one frozen object, read once, passed down."""

from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from graphmem.errors import SettingsError
from graphmem.model.base import faults
from graphmem.model.chunk import ChunkSettings, ChunkStrategy
from graphmem.model.decision import MergePolicy, MergeWeights
from graphmem.model.usage import Budget

CONFIG_FILE = Path("graphmem.toml")


class EmbeddingRuntime(StrEnum):
    """What runs the embedding model; vectors of one model by either are the same."""

    AUTO = "auto"
    ONNX = "onnx"
    SENTENCE_TRANSFORMERS = "sentence-transformers"


class Settings(BaseSettings):
    """Settings of one `Memory`: arguments first, then ``GRAPHMEM_*``, then ``graphmem.toml``.

    The file is looked for in the working folder. Every field below is a key of it, and with the
    prefix ``GRAPHMEM_`` a variable of the environment.
    """

    model_config = SettingsConfigDict(
        env_prefix="GRAPHMEM_",
        frozen=True,
        extra="forbid",
        toml_file=CONFIG_FILE,
        env_ignore_empty=True,
        env_nested_delimiter="__",
    )

    home: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("graphmem", appauthor=False),
        description="Data folder: the embedded server's databases, its password and its logs.",
    )
    cache: Path = Field(
        default_factory=lambda: platformdirs.user_cache_path("graphmem", appauthor=False),
        description="What can be fetched again: the server's jars.",
    )
    space: str = Field(
        default="default",
        min_length=1,
        max_length=200,
        description="Tenant that this client reads and writes; no query crosses it.",
    )

    uri: str | None = Field(
        default=None,
        description="Bolt address of a Neo4j to use instead of the embedded one.",
    )
    user: str = "neo4j"
    password: SecretStr | None = None
    database: str = "neo4j"

    bolt_port: int = Field(default=7687, ge=1, le=65535, description="Usual Bolt port.")
    http_port: int = Field(default=7474, ge=1, le=65535, description="Usual Browser port.")
    server_heap: str | None = Field(
        default=None,
        pattern=r"^\d+[mg]$",
        description="The embedded server's heap; a quarter of the machine's memory (512m to 2g).",
    )
    server_pagecache: str | None = Field(
        default=None,
        pattern=r"^\d+[mg]$",
        description="What it keeps of its files in memory; an eighth of it (128m to 4g).",
    )
    server_start_seconds: float = Field(default=180, gt=0)

    audit: Path | None = Field(
        default=None,
        description="The audit log: what is decided and forgotten, and all that `serve` and `mcp` "
        "are asked.",
    )

    embedding_model: str = Field(
        default="all-MiniLM-L6-v2",
        description="The packaged default, or name or folder of a sentence-transformers model.",
    )
    embedding_runtime: EmbeddingRuntime = Field(
        default=EmbeddingRuntime.AUTO,
        description="What runs the model: onnx (the default model only), sentence-transformers "
        "(also on a GPU), or auto: onnx where it can.",
    )
    embedding_batch_size: int = Field(default=64, ge=1)
    embedding_threads: int | None = Field(default=None, ge=1)

    weights: Path | None = Field(
        default=None,
        description="Weights of the ranker, as `graphmem train-ranker` writes them; else its own.",
    )

    chunk_strategy: ChunkStrategy = Field(
        default=ChunkStrategy.HYBRID, description="How sessions are cut: fixed, gap or hybrid."
    )
    chunks: ChunkSettings = Field(default_factory=ChunkSettings)

    background: bool = Field(
        default=True,
        description="Whether `serve` and `mcp` extract by themselves what was said.",
    )
    quiet_seconds: float = Field(
        default=2.0, ge=0, description="The pause in the talk after which it is extracted."
    )
    most_waiting: int = Field(
        default=48, ge=1, description="So many turns are extracted without a pause."
    )
    queue: str | None = Field(
        default=None,
        description="A Redis or Valkey URL: what is recorded is handed out to workers by it.",
    )
    lease_seconds: float = Field(
        default=10.0,
        ge=0.5,
        description="How long a process that was killed while it extracted keeps others from it.",
    )

    llm_model: str | None = Field(
        default=None,
        description="A litellm model name; then it reads the turns and judges merges.",
    )
    llm_api_base: str | None = None
    llm_api_key: SecretStr | None = Field(
        default=None, description="Else the provider's own variable of the environment."
    )
    llm_timeout: float = Field(default=120, gt=0, description="Seconds for one attempt.")
    llm_attempts: int = Field(default=5, ge=1)
    llm_parallel: int = Field(default=4, ge=1, le=64, description="Chunks read at once.")
    llm_budget: str | None = Field(
        default=None, description='For one ingest: dollars ("2.50") or tokens ("200k tokens").'
    )

    merge_policy: MergePolicy = Field(
        default=MergePolicy.DECIDE,
        description="People of one name: decide on the evidence, by_name, by_id, or ask.",
    )
    merge_weights: MergeWeights = Field(default_factory=MergeWeights)

    @field_validator("llm_budget")
    @classmethod
    def _check_budget(cls, budget: str | None) -> str | None:
        if budget:
            try:
                Budget.parse(budget)
            except SettingsError as error:
                raise ValueError(f"{error.problem} {error.next_step}") from error
        return budget

    @field_validator("space")
    @classmethod
    def _check_space(cls, space: str) -> str:
        if space.startswith("_"):
            raise ValueError("must not begin with _, which graphmem keeps for itself")
        if not space.isprintable():
            raise ValueError("must not hold control characters")
        return space

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments win over the environment, the environment over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(**overrides: Any) -> Settings:
    """Read the settings; ``overrides`` that are not None win over environment and file.

    Raises `SettingsError` naming each setting that cannot be used, and for a budget among the
    ``overrides`` that no model would spend.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    settings = _read(given)
    if given.get("llm_budget") and settings.llm_model is None:
        raise SettingsError(
            "A budget was given, but no model that it is for: the rules cost nothing.",
            next_step="Name the model as well (--llm, or GRAPHMEM_LLM_MODEL).",
        )
    return settings


def _read(given: dict[str, Any]) -> Settings:
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(
            f"These settings cannot be used: {faults(error)}.",
            next_step="Correct them in GRAPHMEM_* or in graphmem.toml.",
        ) from error
    except ValueError as error:
        raise SettingsError(
            f"{CONFIG_FILE} cannot be read: {error}.", next_step="Correct the file or remove it."
        ) from error
