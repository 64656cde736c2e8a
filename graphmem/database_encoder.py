"""The encoder of a database: loaded with the first text, and held against the vectors there."""

from collections.abc import Sequence
from threading import Lock

from graphmem.adapters.encoder import DEFAULT_DIMENSION, DEFAULT_MODEL, Encoder
from graphmem.adapters.factory import make_encoder, make_token_encoder
from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.settings import Settings
from graphmem.store import schema
from graphmem.store.database import Database


class DatabaseEncoder:
    """Encodes texts by the model of a database's vectors; thread-safe.

    An ``encoder`` that is given is used as it is; without one that of the settings is loaded with
    the first text. ``model`` is its name.
    """

    def __init__(self, database: Database, settings: Settings, encoder: Encoder | None) -> None:
        self.model = encoder.model if encoder else settings.embedding_model
        self._database = database
        self._settings = settings
        self._encoder = encoder
        self._lock = Lock()
        self._fits = encoder is not None

    @property
    def dimension(self) -> int:
        """Length of its vectors."""
        if self._encoder is None and self.model == DEFAULT_MODEL:
            return DEFAULT_DIMENSION
        return self.loaded().dimension

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text, in order.

        Raises `ModelMismatchError` where the database holds vectors of another model.
        """
        return self.loaded().encode(texts)

    def encode_patiently(self, texts: Sequence[str]) -> list[list[float]]:
        """The same, for work that goes on after half a minute in which no database answers."""
        return self.loaded(self._database.patient()).encode(texts)

    def loaded(self, database: Database | None = None) -> Encoder:
        """The encoder itself."""
        # Loading takes seconds, so it waits for the first text.
        with self._lock:
            if self._encoder is None:
                self._encoder = make_encoder(self._settings)
            encoder = self._encoder
        # Not under the lock: whoever adds a turn must not wait for a patient ingest.
        if not self._fits:
            found = schema.read_mark(database or self._database)
            if found.schema_version:
                schema.check_mark(found, self.model, encoder.dimension)
            self._fits = True
        return encoder

    def tokens(self) -> OnnxEncoder:
        """The packaged model with vectors of words, which is the same one where that encodes."""
        encoder = self.loaded(self._database.patient())
        return encoder if isinstance(encoder, OnnxEncoder) else make_token_encoder(self._settings)
