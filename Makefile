# Everything runs in .venv, which each target sets up by itself from the hashed requirements files.
# Needed beforehand: make, and Python 3.11 or newer with its venv module.

VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=

RUNTIME := $(VENV)/runtime.stamp
DEVELOPMENT := $(VENV)/development.stamp

# Hundreds of programs are started by the tests: from kept bytecode, whatever the environment says about keeping it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-browser test-ray test-apps check fuzz mutants kills memory format settings help-page requirements requirements-apps clean

help:
	@echo "make demo          inspect the built-in pages: what Leadline does, in a few seconds"
	@echo "make test          the whole test suite (ARGS='-k words' for a part)"
	@echo "make test-browser  the dashboard in a real Chromium: use, keys, contrast, hostile data"
	@echo "make test-ray      a crawl on a Ray cluster of this machine, its actors killed"
	@echo "make fuzz          a hundred thousand broken pages through the parser, ten thousand through everything,"
	@echo "                   two thousand broken answers through the door, hostile pages of 10 MB (the suite runs fewer)"
	@echo "make mutants       break the program on purpose, one line at a time: tests have to notice; a quarter of an hour"
	@echo "make kills         killed at 100 moments, disk full at 50, damaged in 100 ways (the suite does a few)"
	@echo "make memory        a source of 200,000 records (the suite has 4,000); some minutes"
	@echo "make test-apps     harvest real applications, which it installs (docs/apps.md; ARGS='-k name' for one)"
	@echo "make check         linters, formatting, types, and the one-way flow between rooms"
	@echo "make format        put the code into the project's format"
	@echo "make settings      write docs/settings.md anew from the settings classes"
	@echo "make help-page     write the page of \`leadline --help\` anew from the commands"
	@echo "make requirements  recompute requirements*.txt (UPGRADE=--upgrade for newer versions)"
	@echo "make requirements-apps  the same for the applications of tests/apps"
	@echo "make clean         remove .venv and all caches"

demo: $(RUNTIME)
	@$(BIN)/leadline demo $(ARGS)

# Bytecode is written, whatever the environment says: tests start the program hundreds of times.
# In a fresh checkout every test process would compile all of the program for itself: both cores do it once.
test: $(DEVELOPMENT)
	@$(BIN)/python -m compileall -q -j 0 src experiments/src
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder --ignore tests/browser $(ARGS)

# The dashboard in a Chromium found on the system; without one, or without Playwright, its tests are skipped, and say so.
test-browser: $(DEVELOPMENT)
	$(BIN)/python -m pytest -rs tests/browser $(ARGS)

# A crawl on a cluster of this machine, killed three times; a minute, so it is no part of `make test`.
test-ray: $(DEVELOPMENT)
	LEADLINE_RAY=1 $(BIN)/python -m pytest -rs tests/locate/test_ray.py $(ARGS)

fuzz: $(DEVELOPMENT)
	LEADLINE_FUZZ=100000 $(BIN)/python -m pytest --timeout 3600 -s tests/parse/test_fuzz.py tests/parse/test_real_pages.py tests/bounds \
		tests/web/test_fuzz_wire.py tests/web/test_hostile_neighbour.py $(ARGS)

# ARGS='--only gate' for some of them, ARGS=--list for the list, which is in tools/mutants.
mutants: $(DEVELOPMENT)
	@$(BIN)/python tools/mutants.py $(ARGS)

# Programs of others, in an environment and a folder of their own; what cannot be installed is named and skipped.
APPS ?= .venv-apps

test-apps: $(DEVELOPMENT)
	@$(BIN)/python tests/apps/app_install.py $(APPS)
	LEADLINE_APPS=$(APPS) PYTHONPATH=tests/apps $(BIN)/python -m pytest -p app_table tests/apps $(ARGS)

# KILLS, WORKER_KILLS (of crawls on several processes and on Ray), FULL and DAMAGES are how many moments each; all of them take about an hour on two cores.
KILLS ?= 100
WORKER_KILLS ?= 20
FULL ?= 50
DAMAGES ?= 100

kills: $(DEVELOPMENT)
	LEADLINE_KILLS=$(KILLS) $(BIN)/python -m pytest -n 2 --timeout 1800 tests/harvest/test_harvest_plans.py tests/locate/test_kill.py tests/locate/test_kill_learning.py -k "kill" $(ARGS)
	LEADLINE_KILLS=$(WORKER_KILLS) LEADLINE_RAY=1 $(BIN)/python -m pytest --timeout 1800 tests/locate/test_processes.py tests/locate/test_ray.py -k "kill" $(ARGS)
	LEADLINE_FULL=$(FULL) $(BIN)/python -m pytest -n 2 tests/harvest/test_full_disk.py tests/locate/test_full_disk_crawl.py $(ARGS)
	LEADLINE_DAMAGES=$(DAMAGES) $(BIN)/python -m pytest -n 2 --timeout 1800 tests/cli/test_damaged_folder.py $(ARGS)

memory: $(DEVELOPMENT)
	LEADLINE_RECORDS=200000 $(BIN)/python -m pytest tests/harvest/test_harvest_memory.py -s --timeout 7200 $(ARGS)

check: $(DEVELOPMENT)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEVELOPMENT)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

settings: $(DEVELOPMENT)
	$(BIN)/python tools/settings_page.py

help-page: $(DEVELOPMENT)
	$(BIN)/python tools/help_page.py

# The first Python on the path that is new enough and can make environments.
FIND_PYTHON = for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14 python; do \
	if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then break; else python=; fi; done; \
	if [ -z "$$python" ]; then \
	echo "Leadline needs Python 3.11 or newer with its venv module (on Debian: apt install python3-venv)" >&2; \
	exit 1; fi

$(BIN)/python:
	@$(FIND_PYTHON); echo "setting up $(VENV) with $$python"; "$$python" -m venv --clear $(VENV)

# The build backend is in requirements.txt too, so that nothing without a hash is ever installed.
$(RUNTIME): requirements.txt pyproject.toml experiments/pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e experiments
	@touch $@

$(DEVELOPMENT): requirements-dev.txt $(RUNTIME)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# Hashes of all platforms, no index addresses, no paths; versions stay unless UPGRADE=--upgrade is given.
UPGRADE ?=
LOCK = build/compile/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate $(UPGRADE)
# Scrapy is in by its name: an extra of the experiments would ask an index for leadline itself.
COMPILE = $(LOCK) pyproject.toml -

requirements:
	@$(FIND_PYTHON); "$$python" -m venv build/compile
	@build/compile/bin/pip install --quiet --disable-pip-version-check uv
	@sed -n 's/^requires = \["\(.*\)"\]$$/\1/p' pyproject.toml > build/backend.in
	$(COMPILE) -o requirements.txt < build/backend.in
	@cp build/backend.in build/development.in; sed -n 's/^bench = \["\(.*\)"\].*$$/\1/p' experiments/pyproject.toml >> build/development.in
	$(COMPILE) --extra test --extra lint --extra browser --extra parquet --extra postgres --extra ray -c requirements.txt -o requirements-dev.txt < build/development.in

# Extras stay in these files: pip 23 wants `gql[requests]` pinned where a package asks for it, `gql` alone is not enough.
requirements-apps:
	@$(FIND_PYTHON); "$$python" -m venv build/compile
	@build/compile/bin/pip install --quiet --disable-pip-version-check uv
	@for name in requirements requirements-flask requirements-django requirements-mail requirements-forms requirements-scripted requirements-sites requirements-lists requirements-pages requirements-cms requirements-talks requirements-rooms requirements-halls requirements-lofts requirements-decks requirements-yards requirements-barns requirements-attics requirements-cellars requirements-sheds requirements-nooks requirements-crofts requirements-stalls; do \
		$(LOCK) --no-strip-extras tests/apps/$$name.in -o tests/apps/$$name.txt || exit 1; done
	@$(LOCK) --no-strip-extras --override tests/apps/requirements-mews-override.in tests/apps/requirements-mews.in -o tests/apps/requirements-mews.txt

clean:
	rm -rf $(VENV) $(APPS) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
