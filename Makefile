# make setup          the environment in .venv, with everything in it
# make run            the main job on a bundled page, or on URL=https://...
# make demo           the demo in a browser
# make test           everything: style, types, tests; ARGS="..." for pytest
# make pins           what changed in the results of whole pages; ARGS=--accept writes it
# make test-anywhere  the tests in every environment that they must pass in; a table at the end
# make bench          speed and memory against rivals, in one run each
# make genre          the shipped genre models from the corpora in DATA, and figures with each source left out
# make docs           the site of docs/ in build/site
# make figures        the registered figures of README and docs, on the corpora in DATA (goes on where it stopped)
# make lock           newer versions of all that is installed, into requirements.lock

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --constraint requirements.lock
URL ?= app/samples/shop.html
OUT ?= runs/latest
SITES ?= ../shared/data/sites
CORPUS ?= ../shared/data/wcxb_dev.parquet
ARGS ?=
DATA ?= ../shared/data
WEIGHTS := vision/weights
# Corpora with pictures, and what the models learn from besides; $(call each,OPTION,FILES).
# gathered.parquet is not at hand with the others: tests/studies/genre/gather_pages.py makes it.
GATHERED = $(wildcard $(DATA)/gathered.parquet)
LABELLED = $(sort $(wildcard $(DATA)/genre/*.parquet))
PICTURED = $(LABELLED) $(sort $(wildcard $(DATA)/styled/*.parquet))
FURTHER = $(addprefix $(DATA)/,$(addsuffix .parquet,wcxb_dev $(addprefix extract/,l3s_gn1 \
	utomo_big9_chaos newspaper4k_articles fundus harvest_forum zyte_product)))
each = $(foreach file,$(2),$(1) "$(file)")

.PHONY: setup run demo test pins test-anywhere lint types bench genre docs figures lock clean
setup: .venv/ready
run: .venv/browser
	$(BIN)/pagesight extract "$(URL)" --out "$(OUT)"
demo: .venv/browser
	$(BIN)/pagesight demo
test: .venv/browser lint types
	$(BIN)/pytest $(ARGS)
pins: .venv/ready
	$(BIN)/python tests/pages/update.py $(ARGS)
test-anywhere:
	"$(PYTHON)" tests/anywhere.py $(ARGS)
lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
types: .venv/ready
	$(BIN)/mypy
	$(BIN)/mypy tests/bench tests/studies docs
bench: .venv/browser
	$(BIN)/python tests/bench/bench_extract.py "$(CORPUS)"
	$(BIN)/python tests/bench/bench_render.py --sites "$(SITES)"
genre: .venv/ready
	$(BIN)/pagesight train genre $(call each,--data,$(PICTURED) $(GATHERED)) --out $(WEIGHTS)/screenshot
	$(BIN)/pagesight train genre-html $(call each,--data,$(PICTURED) $(FURTHER) $(GATHERED)) --out $(WEIGHTS)/html
	$(BIN)/pagesight train genre-svm $(call each,--data,$(LABELLED)) --out $(WEIGHTS)/svm
	$(BIN)/pagesight train genre-fusion $(call each,--data,$(PICTURED) $(FURTHER) $(GATHERED)) --out $(WEIGHTS)/fusion
	$(BIN)/pagesight evaluate --task genre --systems screenshot,html,both,cascade --folds-by source \
		--inputs given,no-address $(call each,--corpus,$(PICTURED)) \
		$(call each,--extra-training,$(FURTHER) $(GATHERED)) --out runs/genre
	$(BIN)/python tests/studies/genre/compare_fusions.py runs/genre/predictions.jsonl.gz $(call each,,$(PICTURED))
	$(BIN)/python tests/studies/genre/confident_errors.py runs/genre/predictions.jsonl.gz $(call each,,$(PICTURED)) \
		--page runs/genre/errors.html
docs: .venv/ready
	$(BIN)/mkdocs build --strict
figures: .venv/ready
	$(BIN)/python tests/studies/figures.py make "$(DATA)" runs/figures
	$(BIN)/python tests/studies/figures.py check
lock: .venv/ready
	$(BIN)/uv pip compile pyproject.toml --output-file requirements.lock --upgrade --quiet \
		--all-extras --universal --python-version 3.11 --fork-strategy fewest \
		--no-emit-index-url --annotation-style line --custom-compile-command "make lock"
clean:
	rm -rf .venv build runs *.egg-info

# The lock says which version of each package, the extras which packages: those of a torch with
# CUDA come with that torch only. What installs and builds is locked too, so it comes first.
.venv/ready: pyproject.toml requirements.lock
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer with venv is needed; \
	install it (on Debian: apt-get install python3 python3-venv) or run make PYTHON=path/to/python" >&2; exit 1; }
	"$(PYTHON)" -m venv .venv
	$(PIP) pip setuptools
	$(PIP) --no-build-isolation --editable '.[all,dev]'
	@touch $@

# Playwright's own Chromium; where its download fails, the system's; where there is none, Debian's.
.venv/browser: .venv/ready
	@$(BIN)/playwright install chromium > .venv/browser.log 2>&1 \
	|| { command -v chromium || command -v chromium-browser || command -v google-chrome; } > /dev/null \
	|| { echo "Installing Debian's chromium" >&2; SUDO=$$(test $$(id -u) = 0 || echo sudo); \
	$$SUDO apt-get update -q && $$SUDO apt-get install -y -q chromium fonts-noto-core fonts-noto-cjk; } \
	|| { echo "error: no Chromium could be had (.venv/browser.log has Playwright's reason); \
	install one and put it on PATH" >&2; exit 1; }
	@touch $@
