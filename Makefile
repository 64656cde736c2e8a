# Everything runs in .venv, which these recipes make; run any of them again, and what is installed stays.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-fast test-unit test-web test-torch lint docs check corpus train notebooks bench hostile fuzz nightly format wheel lock sbom audit clean

# Processes that share the tests, each with a Neo4j of its own; 0 runs them all in one.
WORKERS ?= 2
PYTEST  := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer; name one: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.local: $(VENV)/.made pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[local]'
	@# pip compiles what it installs, but not what it links to.
	@$(BIN)/python -m compileall -q graphmem
	@touch $@

$(VENV)/.dev: $(VENV)/.local
	@# Dependency groups need it.
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[local,llm,evaluation,http,langgraph,otel,queue]' --group dev --group notebooks
	@touch $@

demo: $(VENV)/.local  ## Start Neo4j, read the sample, answer questions with their evidence
	$(BIN)/graphmem demo

test: $(VENV)/.dev  ## Run all tests but those of the page: unit, store and end to end, on a live Neo4j
	$(PYTEST)

test-fast: $(VENV)/.dev  ## Run what a minute has room for: the unit tests, and a few on a live Neo4j
	$(PYTEST) --hypothesis-profile fast -m 'not slow and not sentence_transformers' \
	  tests/unit tests/e2e/test_who_is_meant.py

test-unit: $(VENV)/.dev  ## Run the tests that need no database
	$(PYTEST) tests/unit

# sentence-transformers brings PyTorch, gigabytes of it: only what compares with it needs them.
$(VENV)/.torch: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[sentence-transformers]'
	@touch $@

test-torch: $(VENV)/.torch  ## Run the tests that need sentence-transformers or PyTorch
	$(BIN)/python -m pytest tests/unit tests/store -m sentence_transformers
	$(BIN)/python -m pytest tests/unit/training/test_reader_fit.py tests/unit/training/test_propositions_fit.py

$(VENV)/.web: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group web
	@touch $@

test-web: $(VENV)/.web  ## Run the tests that need a browser (Chromium on PATH, or GRAPHMEM_CHROMIUM)
	$(BIN)/python -m pytest tests/web

lint: $(VENV)/.dev  ## Format, lint, types, import contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy graphmem tests benchmarks scripts training examples notebooks
	$(BIN)/lint-imports

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group docs
	@touch $@

docs: $(VENV)/.docs  ## Build the documentation into build/docs; a broken link ends it
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python scripts/check_site.py build/docs

check: lint docs corpus  ## The same, the documentation, the corpus, and the unit tests
	$(PYTEST) tests/unit -q

corpus: $(VENV)/.dev  ## Check the annotated talk, and what is made of it
	$(BIN)/python -m scripts.check_corpus
	$(BIN)/python -m scripts.corpus_agreement --check
	$(BIN)/python -m scripts.describe_corpus --check

# PyTorch from PyPI brings CUDA along, gigabytes of it: only what fits the reader needs it.
$(VENV)/.training: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group training
	@touch $@

train: $(VENV)/.training  ## Fit the networks on the corpus; the reader, best on a GPU, into build/reader.npz
	$(BIN)/python -m training
	$(BIN)/python -m training.fit_changes
	$(BIN)/python -m training.fit_gists
	$(BIN)/python -m training.fit_relevance
	$(BIN)/python -m training.reader

format: $(VENV)/.dev  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

notebooks: $(VENV)/.dev  ## Run the notebooks from top to bottom, and keep their outputs
	$(BIN)/python scripts/run_notebooks.py

bench: $(VENV)/.torch  ## Measure ingest and search against encoding alone; writes benchmarks/latest.json
	$(BIN)/python -m benchmarks

hostile: $(VENV)/.dev  ## Send 10,000 hostile things by every door; writes benchmarks/hostile.json
	$(BIN)/python -m benchmarks.hostile

# Seconds; a nightly run has ten minutes for it.
FUZZ_SECONDS ?= 600

$(VENV)/.fuzz: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group fuzz
	@touch $@

fuzz: $(VENV)/.fuzz  ## Run the readers of files under a coverage-guided fuzzer for FUZZ_SECONDS
	$(BIN)/python -m benchmarks.hostile.fuzz -max_total_time=$(FUZZ_SECONDS)

nightly: fuzz audit  ## Run what takes a night's time: the fuzzers for FUZZ_SECONDS, and the audit

wheel: $(VENV)/.dev  ## Build the wheel twice, alike, and try it in an empty environment
	$(BIN)/python scripts/smoke_wheel.py

# In an environment of its own, so that neither is part of what they look at.
AUDIT := $(VENV)/audit
$(AUDIT)/.made: pyproject.toml constraints.txt $(VENV)/.made
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(AUDIT)/bin/python -m pip install --quiet -c constraints.txt --group audit
	@touch $@

EXTRAS := cli embeddings fast http llm otel queue
lock: $(AUDIT)/.made  ## Write deploy/requirements.lock: what the image installs, with the SHA-256 of each file
	$(AUDIT)/bin/uv pip compile pyproject.toml $(EXTRAS:%=--extra %) --constraint constraints.txt \
	  --python-version 3.11.14 --python-platform linux --generate-hashes --no-header --no-annotate \
	  --quiet --output-file deploy/requirements.lock

sbom: $(VENV)/.dev $(AUDIT)/.made  ## List what is installed, with licences, in build/sbom.json (CycloneDX)
	@mkdir -p build
	$(AUDIT)/bin/cyclonedx-py environment --output-reproducible --output-format JSON \
	  --pyproject pyproject.toml --output-file build/sbom.json $(BIN)/python

# Strict: what the database could not be asked about is no "nothing found".
audit: $(AUDIT)/.made  ## Ask the Python advisory database for known faults of what constraints.txt pins
	$(AUDIT)/bin/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

clean:  ## Remove .venv and what tools left behind; the data folder stays
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
