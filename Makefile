# Everything runs out of .venv, which `make` builds from the lock and rebuilds when the lock changes.

PYTHON ?= python3
RUN := .venv/bin/python
STAMP := .venv/.complete
NODE_STAMP := tests/clients/node_modules/.complete
SOURCES := manage.py kobana_finance finance_api mcp_gateway tests deploy/gunicorn.conf.py

# The clients of the Python world walk in `make test` too, and keep what was seen of them in var/clients.
JOURNEYS ?= $(addprefix tests/journeys/,test_mcp_1.py test_mcp_2.py test_fastmcp.py)

# Something like production, for the checks that ask what production would be.
PRODUCTION := DEBUG=0 SECRET_KEY=$$($(RUN) -c 'import secrets; print(secrets.token_urlsafe(50))') \
	PUBLIC_URL=https://finance.example.com ALLOWED_HOSTS=finance.example.com \
	REDIS_URL=redis://127.0.0.1:6379/0 BANK_SANDBOX=1

.DEFAULT_GOAL := help
.PHONY: help run test fuzz books browser clients check lint format types imports django docs tokens snapshots messages bench lock venv clean

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1@\2/p' Makefile | column -t -s @ 2>/dev/null \
		|| grep '##' Makefile

run: venv ## Serve the product with demonstration data on PORT (8000), from nothing, until Ctrl-C
	@exec $(RUN) -m kobana_finance.run --with-parent

test: venv ## Run the tests, on a database of their own
	$(RUN) -m pytest -n 3

browser: venv $(NODE_STAMP) ## Walk through the pages in a real browser, and keep what is seen under var/shots/
	rm -rf var/shots
	$(RUN) -m pytest -n 2 tests/browser

clients: venv $(NODE_STAMP) ## Walk through the product with every real MCP client, and write docs/clients.md
	$(if $(JOURNEYS),rm -rf var/clients)
	$(RUN) -m pytest -n 2 tests/clients $(JOURNEYS)
	$(RUN) -m tests.clients.page

fuzz: venv ## Call every operation with what a machine makes up, longer and differently each time
	FUZZ=$${FUZZ:-25} $(RUN) -m pytest -n 2 tests/fuzz

books: venv ## Look for a fault of the books in random work, BOOKS_EXAMPLES (100) times
	BOOKS_EXAMPLES=$${BOOKS_EXAMPLES:-100} $(RUN) -m pytest tests/books/test_state_machine.py

check: lint types imports django test ## Everything that must hold before a commit

lint: venv ## Style and format
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

format: venv ## Rewrite the code in the house's format
	$(RUN) -m ruff check --fix-only --quiet .
	$(RUN) -m ruff format .

messages: venv ## Compile the texts that people read, after a change of django.po
	$(RUN) -m babel.messages.frontend compile --domain django --directory finance_api/locale

types: venv ## Check the types
	@# The Django plugin reads the settings, and these ask for a little; nothing is connected to.
	SECRET_KEY=types DATABASE_URL=postgres://nobody@nowhere/nothing $(RUN) -m mypy $(SOURCES)

imports: venv ## Check that imports point down only
	.venv/bin/lint-imports

django: venv ## Check for missing migrations, and what production would complain of
	$(RUN) manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(RUN) manage.py check --deploy --fail-level WARNING

docs: venv ## Write the pages of docs/ that the code writes about itself
	SECRET_KEY=docs DATABASE_URL=postgres://nobody@nowhere/nothing $(RUN) -m kobana_finance.reference

bench: venv ## Measure lists, totals and calls on 200,000 payables; takes some minutes
	$(RUN) -m tests.bench

tokens: venv ## Measure what the tools and their answers take up of a model's context
	@$(RUN) -m pytest -q -n 0 tests/tokens.py

snapshots: venv ## Record the schema, the tools and the query counts anew
	SNAPSHOTS=write $(RUN) -m pytest tests/surface

lock: venv ## Resolve the dependencies anew
	$(RUN) -m piptools compile --output-file=requirements.txt pyproject.toml
	$(RUN) -m piptools compile --extra=embedded --extra=dev --constraint=requirements.txt \
		--output-file=requirements-dev.txt pyproject.toml

venv: $(STAMP) ## Build .venv from the lock

$(STAMP): requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) \
		and "Python 3.11 or later is needed: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv .venv
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes \
		--requirement requirements-dev.txt
	@touch $(STAMP)

# A package may want a newer Node than the system's: the tests then bring one that runs it.
$(NODE_STAMP): tests/clients/package-lock.json
	@node -e 'process.exitCode = process.versions.node.split(".")[0] < 20 ? 1 : 0' 2>/dev/null \
		|| { echo "Node 20 or later is needed, with npm"; exit 1; }
	cd tests/clients && npm ci --loglevel=error
	@touch $(NODE_STAMP)

clean: ## Remove what was built; var/, with the database in it, stays
	rm -rf .venv .venvs tests/clients/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis \
		.coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
