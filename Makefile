# Everything runs in a virtual environment of its own; PYTHON makes it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup train test lint browser bench docs atlas ladder clean

help:  ## show what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (a minute or two, once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; try: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt hatchling
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		--no-build-isolation --editable '.[all,dev]'
	@touch $(READY)

setup: $(READY)  ## create the virtual environment with exact versions

train: setup  ## train a player of Jū Mai (about five minutes), and say how good it is
	$(BIN)/hanafuda train configs/ju_mai_quick.yaml $(ARGS)

lint: setup  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of the table in a browser take the system's chromium, and fonts for both languages.
browser:
	@command -v chromium >/dev/null || { \
		if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
			echo "Installing chromium for the tests in a browser ..."; \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
				--no-install-recommends chromium fonts-noto-cjk; } >/dev/null 2>&1 || true; \
		fi; \
		command -v chromium >/dev/null || \
			echo "There is no chromium here: the tests in a browser are left out."; }

test: setup lint browser  ## check style and types, and run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

bench: setup  ## measure speed against other libraries (installs them beside, in .venv-peers)
	$(BIN)/python benchmarks/bench.py $(ARGS)

docs: setup  ## write the pages of games, cards and players and the pictures anew
	$(BIN)/python docs/make.py
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/players.py

atlas: setup  ## paint the cards anew for pictures in pixels, after a change in their art
	$(BIN)/python tools/make_atlas.py

ladder: setup  ## prove the order of the players anew (a quarter of an hour)
	$(BIN)/python docs/ladder.py

clean:  ## remove the virtual environments and everything that was built
	rm -rf .venv .venv-peers build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
