# Lodeboard. `make` lists the targets.
#
# `make play` and `make test` are enough for most work. Each installs what it needs.

SHELL = /bin/sh
PYTHON ?=
ARGS ?=
WORKERS ?= 3
export SKIP

venv = .venv/bin/python
# Let processes cache compiled modules: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE =
provision = @python=$$(sh host_tools/setup/find_python.sh "$(PYTHON)") && \
	"$$python" host_tools/setup/provision.py
hardware = nice env PYTHONPATH=.:firmware .cache/hardware/bin/python
pytest = $(venv) -m pytest --numprocesses $(WORKERS)
# Each test file runs in one process, so that its fixtures are prepared once. Files start
# in the order of tests/conftest.py, not those with most tests first.
by_file = --dist loadfile --no-loadscope-reorder
long = $(pytest) --dist worksteal --timeout 3600

.DEFAULT_GOAL = help
.PHONY: help setup site release reliability mutate play setup-board setup-chip setup-check setup-test test test-slow check verify verify-doors setup-hardware hardware verify-hardware prove bench bench-chip solve flash clean

help: ## List the targets
	@echo "make TARGET, where TARGET is one of"
	@LC_ALL=C sed -n 's/^\([a-z-]*\):.*## /  \1|/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo 'Settings: PYTHON=/path/to/python3.13   ARGS="--port 9000" (play)'
	@echo '          SKIP="browser chip" (tests: leave these out)   WORKERS=2 (test)'

setup: ## Prepare .venv for playing (done by play)
	$(provision) play

play: setup ## Play: start the simulated board and open its page
	@.venv/bin/lodeboard play $(ARGS)

setup-board: ## Prepare .venv also for a board on a cable
	$(provision) board

setup-chip: ## Prepare .venv also for the emulated board
	$(provision) chip

solve: setup ## Compute the exact value of every position of flip tiles (ARGS=--report), GAME=kono: of Kono, GAME=xtic: continue the proof
	@.venv/bin/lodeboard solve $(or $(GAME),flip) $(ARGS)

site: setup-board ## Build the page as static files, including a simulated board, into dist/site
	@.venv/bin/lodeboard site dist/site

release: setup-board ## Write all files to publish of this version into dist/release
	@.venv/bin/lodeboard release

flash: setup-board ## Put the firmware on the board that is plugged in
	@.venv/bin/lodeboard flash $(ARGS)

setup-check: ## Prepare .venv for checks and measurements
	$(provision) check

setup-test: ## Prepare .venv for everything, with browser and MicroPython image
	$(provision) test

test: setup-test ## Run all checks and all fast tests
	@$(venv) -m host_tools.build.check
	@$(pytest) $(by_file)

test-slow: setup-test ## Run the tests that are too slow for make test
	@$(pytest) $(by_file) -m "slow and not verify and not reliability and not hardware" $(ARGS)

check: setup-check ## Check style, layers and types, compile all firmware, try each game on the emulated chip
	@$(venv) -m host_tools.build.check

verify: setup-test ## Run longer tests of properties, scenarios and ladders; resumes
	@$(long) -m "verify and not reliability" --long-run verify

reliability: setup-test ## Try many more boards, hands, games, power cuts and hostile inputs (ARGS=--write)
	@nice .venv/bin/lodeboard lab sensing $(ARGS)
	@nice .venv/bin/lodeboard lab hands $(ARGS)
	@nice .venv/bin/lodeboard lab games $(ARGS)
	@nice .venv/bin/lodeboard lab power $(ARGS)
	@nice .venv/bin/lodeboard lab hostile $(ARGS)
	@nice .venv/bin/lodeboard lab damage $(ARGS)
	@$(long) -m reliability --long-run reliability

mutate: setup-check ## Test the tests: change the code in one place at a time and see whether a test fails (ARGS=--write)
	@nice .venv/bin/lodeboard lab mutate $(ARGS)

setup-hardware: ## Install KiCad, ngspice, and a Python that can use them
	@python=$$(sh host_tools/setup/find_python.sh "$(PYTHON)") && "$$python" -m hardware.setup

hardware: setup-hardware ## Build circuit board, drawings and prints into build/hardware
	@$(hardware) -m hardware.build $(ARGS)
	@$(hardware) -m hardware.prints $(ARGS)
	@$(hardware) -m hardware.bom.cost

verify-hardware: setup-hardware ## Check the hardware: rules, nets, fabrication files, prints, margins
	@echo "checks the hardware: about 5 min, 1 GB in the folder for temporary files, on two idle cores"
	@# -vv: each test by name as it starts, with the percentage done; at the end the seconds of each file.
	@$(hardware) -m pytest -vv --numprocesses 2 $(by_file) --timeout 3600 -m "hardware and not routing" $(ARGS) tests/hardware

verify-doors: setup-test ## Test each entry point in its own environment: clone and package
	@$(pytest) --dist loadfile --numprocesses 2 -m doors -vv tests/doors

prove: setup-test ## Verify the board's tables with the solution (ARGS=--write), then run verify
	@.venv/bin/lodeboard tables verify $(ARGS)
	@$(long) -m "verify and not reliability" --long-run verify

bench: setup-test ## Measure: ticks, perft, evaluations, magnet to light, the emulated chip's speed
	@.venv/bin/lodeboard lab bench $(ARGS)

bench-chip: setup-test ## Measure the firmware on the emulated chip, in cycles, against its budgets
	@.venv/bin/lodeboard lab bench-chip $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-flip $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-xtic $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-magician $(ARGS)

clean: ## Remove .venv, caches and build products
	rm -rf .venv .cache build dist lodeboard.egg-info .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache .grimp_cache
	find firmware hardware host_tools tests -name __pycache__ -type d -prune -exec rm -rf {} +
