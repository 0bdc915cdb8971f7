# Every target sets up what it needs in .venv; nothing is done by hand. `make` lists the targets.
#
# PYTHON  the interpreter that .venv is made with (default: the first of 3.11, 3.12, 3.13, 3 that is >= 3.11)
# LIMIT   how many reviews `make audit` reads (default 2000)
# OUT     the run folder of `make audit` (default runs/audit)

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LIMIT ?= 2000
OUT ?= runs/audit

# A name on the PATH may be a shim that runs nothing, so each candidate is asked for its version.
FIND_PYTHON = for p in python3.11 python3.12 python3.13 python3 python; do \
	  if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; exit 0; fi; \
	done; echo "Python 3.11 or later was not found: install it, or name one: make PYTHON=/path/to/python" >&2; exit 1

NOTEBOOKS = $(wildcard notebooks/*.ipynb)

.PHONY: help audit test test-all lab lint bench figures neural lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
	  while IFS=$$'\t' read -r name text; do printf '  make %-9s %s\n' "$$name" "$$text"; done

audit: $(VENV)/.base ## find gender bias in real reviews (LIMIT=2000 OUT=runs/audit)
	$(BIN)/fairnlp audit --limit $(LIMIT) --out $(OUT)

test: $(VENV)/.dev ## the default tests, in a few minutes
	$(BIN)/python -m pytest

test-all: $(VENV)/.dev $(VENV)/.neural ## every test but the gpu ones: also slow, notebook and browser
	$(BIN)/python -m pytest -m "not gpu and not bench"

lab: $(VENV)/.dev ## JupyterLab in notebooks/
	$(BIN)/jupyter lab --notebook-dir=notebooks

lint: $(VENV)/.dev ## ruff, mypy, the import contract, notebooks without outputs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(if $(NOTEBOOKS),$(BIN)/nbstripout --verify $(NOTEBOOKS))

bench: $(VENV)/.dev ## the benchmarks: ratios measured in one run
	$(if $(wildcard benchmarks/__main__.py),$(BIN)/python -m benchmarks,\
	  for script in benchmarks/bench_*.py; do $(BIN)/python $$script; done)

figures: $(VENV)/.dev ## draw every figure in figures/ again
	$(BIN)/fairnlp reproduce biasfinder --kept --figures figures
	$(BIN)/fairnlp reproduce biasrv --kept --figures figures
	$(BIN)/fairnlp reproduce eec --kept --figures figures
	$(BIN)/fairnlp reproduce ceec --kept --figures figures
	$(BIN)/fairnlp reproduce high-stakes --kept --figures figures
	$(BIN)/fairnlp reproduce high-stakes --corpus movies --kept --figures figures

neural: $(VENV)/.neural ## add torch and transformers to .venv

lock: $(VENV)/.lock ## resolve pyproject.toml again into requirements/*.txt
	$(COMPILE) --extra reviews --extra lexicons -o requirements/base.txt pyproject.toml
	$(COMPILE) --extra reviews --extra lexicons --extra notebooks --extra monitor --extra dev \
	  -c requirements/base.txt -o requirements/dev.txt pyproject.toml
	$(COMPILE) --extra neural \
	  -c requirements/dev.txt -c requirements/neural.in -o requirements/neural.txt pyproject.toml
	# A local build ("+cpu") is one machine's; the lock names the release.
	sed -i -E 's/^([A-Za-z0-9._-]+==[^+ ]+)\+[A-Za-z0-9.]+/\1/' requirements/*.txt

# UPGRADE=1 takes the newest versions; without it, pins that still fit stay.
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(VENV)/lock/bin/pip-compile --quiet --strip-extras --allow-unsafe \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host $(if $(UPGRADE),--upgrade)

clean: ## remove .venv, caches and build outputs (not runs/)
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up: a stamp for each lock file, so that it is done once and again when the lock changes ---

$(VENV)/pyvenv.cfg:
	@python=$${PYTHON:-$$($(FIND_PYTHON))}; \
	echo "Making $(VENV) with $$($$python --version)"; \
	$$python -m venv --clear $(VENV)

$(VENV)/.base: requirements/base.txt pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing requirements/base.txt (some minutes the first time)"
	@$(PIP) -r requirements/base.txt
	@$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.base
	@echo "Installing requirements/dev.txt (some minutes the first time)"
	@$(PIP) -r requirements/dev.txt
	@touch $@

$(VENV)/.neural: requirements/neural.txt $(VENV)/.base
	@echo "Installing requirements/neural.txt (some minutes the first time)"
	@$(PIP) -r requirements/neural.txt
	@touch $@

# pip-tools has requirements of its own, so it stays out of the locked set.
$(VENV)/.lock: | $(VENV)/pyvenv.cfg
	@$(BIN)/python -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip pip-tools
	@touch $@
