# Everything runs in .venv, which these recipes make; run any of them again, and what is installed stays.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-unit test-web lint docs check notebooks bench format wheel clean

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer; name one: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.local: $(VENV)/.made pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[local]'
	@touch $@

$(VENV)/.dev: $(VENV)/.local
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[local,llm,evaluation,http,langgraph]' --group dev --group notebooks
	@touch $@

demo: $(VENV)/.local  ## Start Neo4j, read the sample, answer questions with their evidence
	$(BIN)/graphmem demo

test: $(VENV)/.dev  ## Run all tests: unit, then store and end to end on a live Neo4j
	$(BIN)/python -m pytest

test-unit: $(VENV)/.dev  ## Run the tests that need no database
	$(BIN)/python -m pytest tests/unit

$(VENV)/.web: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group web
	@touch $@

test-web: $(VENV)/.web  ## Run the tests that need a browser (Chromium on PATH, or GRAPHMEM_CHROMIUM)
	$(BIN)/python -m pytest tests/web -o addopts="-ra --strict-markers --strict-config --import-mode=importlib"

lint: $(VENV)/.dev  ## Format, lint, types, import contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy graphmem tests benchmarks scripts examples notebooks
	$(BIN)/lint-imports

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet -c constraints.txt --group docs
	@touch $@

docs: $(VENV)/.docs  ## Build the documentation into build/docs; a broken link ends it
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python scripts/check_site.py build/docs

check: lint docs  ## The same, the documentation, and the unit tests
	$(BIN)/python -m pytest tests/unit -q

format: $(VENV)/.dev  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

notebooks: $(VENV)/.dev  ## Run the notebooks from top to bottom, and keep their outputs
	$(BIN)/python scripts/run_notebooks.py

bench: $(VENV)/.dev  ## Measure ingest and search against encoding alone; writes benchmarks/latest.json
	$(BIN)/python -m benchmarks

wheel: $(VENV)/.dev  ## Build the wheel and try it in an empty environment
	$(BIN)/python scripts/smoke_wheel.py

clean:  ## Remove .venv and what tools left behind; the data folder stays
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
