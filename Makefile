# Lodeboard. `make` lists what there is to make.
#
# Two of these are all one needs: `make play` and `make test`. Each gets ready by itself.

SHELL = /bin/sh
PYTHON ?=
ARGS ?=
WORKERS ?= 4
export SKIP

venv = .venv/bin/python
# A process that may keep what it compiled need not compile it again: tests start hundreds of them.
export PYTHONDONTWRITEBYTECODE =
provision = @python=$$(sh host_tools/setup/find_python.sh "$(PYTHON)") && \
	"$$python" host_tools/setup/provision.py
hardware = nice env PYTHONPATH=.:firmware .cache/hardware/bin/python
pytest = $(venv) -m pytest --numprocesses $(WORKERS)
# A test file stays in one process, so that what it prepares is prepared once,
# and the longest come first (tests/durations.py), not those with most tests.
by_file = --dist loadfile --no-loadscope-reorder
long = $(pytest) --dist worksteal --timeout 3600

.DEFAULT_GOAL = help
.PHONY: help setup site release reliability mutate play setup-board setup-chip setup-check setup-test test test-slow check verify verify-doors setup-hardware hardware verify-hardware prove bench bench-chip solve flash clean

help: ## List what there is to make
	@echo "make TARGET, where TARGET is one of"
	@LC_ALL=C sed -n 's/^\([a-z-]*\):.*## /  \1|/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo 'Settings: PYTHON=/path/to/python3.13   ARGS="--port 9000" (play)'
	@echo '          SKIP="browser chip" (tests: leave these out)   WORKERS=2 (test)'
	@echo '          LIMIT=1800 (verify: leave out what takes one process longer)'

setup: ## Make .venv ready for playing (play does this by itself)
	$(provision) play

play: setup ## Play: start the simulated board and open its page
	@.venv/bin/lodeboard play $(ARGS)

setup-board: ## Make .venv ready for a board on a cable too
	$(provision) board

setup-chip: ## Make .venv ready for the emulated board too
	$(provision) chip

solve: setup ## Compute the exact value of every position of flip tiles (ARGS=--report), GAME=kono: of Kono, GAME=xtic: go on proving
	@.venv/bin/lodeboard solve $(or $(GAME),flip) $(ARGS)

site: setup-board ## Build the page as static files, with the board in it, into dist/site
	@.venv/bin/lodeboard site dist/site

release: setup-board ## Make all that is handed out of this version into dist/release
	@.venv/bin/lodeboard release

flash: setup-board ## Put the firmware on the board that is plugged in
	@.venv/bin/lodeboard flash $(ARGS)

setup-check: ## Make .venv ready for checks and measurements
	$(provision) check

setup-test: ## Make .venv ready for everything, with browser and MicroPython image
	$(provision) test

test: setup-test ## Check everything, and test all that needs no long time
	@$(venv) -m host_tools.build.check
	@$(pytest) $(by_file)

test-slow: setup-test ## The tests that are too long for make test
	@$(pytest) $(by_file) -m "slow and not verify and not reliability and not hardware"

check: setup-check ## Style, layers, types, and all firmware through its compiler
	@$(venv) -m host_tools.build.check

verify: setup-test ## Longer runs of properties, scenarios and ladders: those not known to pass yet
	@$(long) -m "verify and not reliability" --long-run verify $(if $(LIMIT),--long-seconds $(LIMIT))

reliability: setup-test ## The same with many more boards, hands and updates (ARGS=--write)
	@nice .venv/bin/lodeboard lab sensing $(ARGS)
	@nice .venv/bin/lodeboard lab hands $(ARGS)
	@nice .venv/bin/lodeboard lab games $(ARGS)
	@nice .venv/bin/lodeboard lab games-on-chip $(ARGS)
	@nice .venv/bin/lodeboard lab power $(ARGS)
	@nice .venv/bin/lodeboard lab hostile $(ARGS)
	@$(long) -m reliability --long-run reliability

mutate: setup-check ## Change the code in one place after another and see whether the tests notice (ARGS=--write)
	@nice .venv/bin/lodeboard lab mutate $(ARGS)

setup-hardware: ## Get KiCad, ngspice, and a Python that can use them
	@python=$$(sh host_tools/setup/find_python.sh "$(PYTHON)") && "$$python" -m hardware.setup

hardware: setup-hardware ## Build circuit board, drawings and prints into build/hardware
	@$(hardware) -m hardware.build $(ARGS)
	@$(hardware) -m hardware.prints $(ARGS)
	@$(hardware) -m hardware.bom.cost

verify-hardware: setup-hardware ## Check the hardware: rules, nets, files to order, prints, margins
	@echo "checks the hardware: about 5 min, 1 GB in the folder for temporary files"
	@# Twice louder than -q: each test by its name, with the percentage of all.
	@$(hardware) -m pytest -vv --numprocesses 2 $(by_file) -m "hardware and not routing" $(ARGS) tests/hardware

verify-doors: setup-test ## Open each door in an environment made for it alone: clone and package
	@$(pytest) --dist loadfile --numprocesses 2 -m doors -vv tests/doors

prove: setup-test ## Prove by the solution that the board plays perfectly (ARGS=--write); then all of verify
	@.venv/bin/lodeboard tables verify $(ARGS)
	@$(long) -m "verify and not reliability" --long-run prove

bench: setup-test ## Measure: ticks, perft, evaluations, magnet to light, the emulated chip's speed
	@.venv/bin/lodeboard lab bench $(ARGS)

bench-chip: setup-test ## Measure the firmware on the emulated chip, in cycles, against its budgets
	@.venv/bin/lodeboard lab bench-chip $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-flip $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-xtic $(ARGS)
	@.venv/bin/lodeboard lab bench-chip-magician $(ARGS)

clean: ## Remove what was made here: .venv, caches, build products
	rm -rf .venv .cache build dist lodeboard.egg-info .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache .grimp_cache
	find firmware hardware host_tools tests -name __pycache__ -type d -prune -exec rm -rf {} +
