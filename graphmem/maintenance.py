"""Work on a whole database that a `Memory` would refuse to open."""

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.connection import connect
from graphmem.model.progress import Progress, silent
from graphmem.settings import Settings
from graphmem.store.embeddings import replace_embeddings


def reembed(
    settings: Settings, *, encoder: Encoder | None = None, progress: Progress = silent
) -> int:
    """Encode every space again with ``settings.embedding_model``; how many turns there are.

    Turns, answers, questions and the profiles of entities get new vectors, and their indexes are
    made anew. Clients that are open meanwhile cannot write any more; open them again afterwards,
    since they would search with the old model. Safe to run again after it was cut short.
    """
    encoder = encoder or make_encoder(settings)
    with connect(settings, progress=progress) as database:
        return replace_embeddings(
            database,
            encoder.encode,
            model=encoder.model,
            dimension=encoder.dimension,
            progress=progress,
        )
