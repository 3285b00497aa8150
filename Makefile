# `make demo` and `make test` set up everything themselves: Python 3.11, make and a package index are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# RAGDefender's own package, which brings PyTorch.
RAGDEFENDER := .venv-ragdefender

.PHONY: setup demo test lint unit slow agreement bench records clean

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

agreement: $(READY) $(RAGDEFENDER)/.ready
	$(BIN)/python -m benchmarks.ragdefender_agreement

$(RAGDEFENDER)/.ready:
	test -x $(RAGDEFENDER)/bin/python || $(PYTHON) -m venv $(RAGDEFENDER)
	$(RAGDEFENDER)/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0 ragdefender==0.2.0
	touch $@

bench: $(READY)
	$(BIN)/python -m benchmarks.embeddings
	$(BIN)/python -m benchmarks.orchestration
	$(BIN)/python -m benchmarks.signatures
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.chat_throughput

# The committed tables of the systems; about half an hour on two processors, and goes on where it was.
RECORDS := benchmark/records
RUNS := runs/records
LOCAL := $(RECORDS)/local-model
# Where guarded socratic wasn't safe on the local model.
FAILED := AE07 AE18 AE26 AE28 AE43

records: $(READY)
	$(BIN)/socrates-bench worlds make $(RUNS)/attacked --set evaluation --condition hidden
	$(BIN)/socrates-bench run --worlds $(RUNS)/attacked/evaluation --out $(RUNS)/attacked-run --baselines
	$(BIN)/socrates-bench report $(RUNS)/attacked-run --markdown $(RECORDS)/evaluation.md
	$(BIN)/socrates-bench worlds make $(RUNS)/clean --set evaluation --condition hidden --no-attack --settled
	$(BIN)/socrates-bench run --worlds $(RUNS)/clean/evaluation --out $(RUNS)/clean-run --baselines
	$(BIN)/socrates-bench report $(RUNS)/clean-run --markdown $(RECORDS)/clean.md
	$(BIN)/socrates-bench worlds make $(RUNS)/local --set evaluation --condition hidden --seed 2027
	$(BIN)/socrates-bench run --worlds $(RUNS)/local/evaluation --out $(RUNS)/embedded-run --policy socratic \
		--policy expansion --policy links --policy expansion-links --protocol guarded --protocol paper
	$(BIN)/socrates-bench report $(RUNS)/embedded-run --markdown $(LOCAL)/embedded.md
	$(BIN)/socrates-bench report $(LOCAL)/evaluation --worlds $(RUNS)/local/evaluation --markdown $(LOCAL)/evaluation/report.md
	$(BIN)/socrates-bench compare $(LOCAL)/evaluation $(RUNS)/embedded-run --worlds $(RUNS)/local/evaluation \
		--markdown $(LOCAL)/compare.md
	for world in $(FAILED); do COLUMNS=150 $(BIN)/socrates-bench trace $(LOCAL)/evaluation $$world \
		--worlds $(RUNS)/local/evaluation --policy socratic --policy links || exit 1; done > $(LOCAL)/traces.txt
	$(BIN)/socrates-bench systems $(RUNS)/systems --record $(RECORDS)/systems.json --markdown $(RECORDS)/systems.md

clean:
	rm -rf $(VENV) $(RAGDEFENDER)
