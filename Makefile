# `make demo` and `make test` set up everything themselves: Python 3.11, make and a package index are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test lint unit slow bench clean

setup: $(READY)

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[studio,community,bench,baselines,dev]'
	touch $(READY)

demo: $(READY)
	$(BIN)/socrates-rag demo
	rm -rf runs/demo
	$(BIN)/socrates-bench worlds make runs/demo/worlds --set evaluation --condition hidden
	$(BIN)/socrates-bench run --worlds runs/demo/worlds/evaluation --out runs/demo/run
	$(BIN)/socrates-bench report runs/demo/run --brief

test: lint unit slow

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest -q -n 2 -m "not slow and not studio"

slow: $(READY)
	$(BIN)/pytest -q -n 2 -m "slow or studio"

bench: $(READY)
	$(BIN)/python -m benchmarks.orchestration
	$(BIN)/python -m benchmarks.signatures
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.chat_throughput

clean:
	rm -rf $(VENV)
