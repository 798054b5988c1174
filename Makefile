# Each command does its own set-up; scripts/run.py holds the work.
# A Python of your choice: make lab PYTHON=python3.12
PYTHON ?= python3

.PHONY: help lab book offline bench check test lint rehearse clean

help:
	@echo "make lab       open the book in JupyterLab"
	@echo "make book      build the HTML book and serve it"
	@echo "make offline   pack the book as one archive and one PDF"
	@echo "make bench     measure the book beside others that do the same"
	@echo "make check     run the tests that need no book, in a minute"
	@echo "make test      check, build the book, and test that as well"
	@echo "make lint      say what the house rules would have otherwise"
	@echo "make rehearse  run the slow rehearsals: Colab, Lighthouse, clocks"
	@echo "make clean     remove what the other commands made"

lab book offline bench check test lint rehearse clean:
	@command -v "$(PYTHON)" >/dev/null || { \
	echo "There is no '$(PYTHON)' here: install Python 3.11 or newer," \
	"or name yours, as in 'make $@ PYTHON=/path/to/python'." >&2; exit 1; }
	@"$(PYTHON)" scripts/run.py $@
