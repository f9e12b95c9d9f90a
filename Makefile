# SPDX-License-Identifier: Apache-2.0
#
#   make demo      walk the demo server and see items, a retry and the summary
#   make demo-server  the demo server at http://localhost:8080, for walks of your own, until ^C
#   make test      build everything and run all tests
#   make build     the release binary, .build/release/pagewalk
#   make install   put it, its manual and its completions below PREFIX (default /usr/local)
#   make lint      formatting, warnings as errors, what the binary links, scripts, documents
#   make torture   kill 300 walks at random moments, resume them, compare what they wrote
#   make bench     side by side with curl, jq and the peers
#   make fuzz      libFuzzer on all that reads foreign bytes, SECONDS=60 for each
#   make sanitize  the tests under the address and thread sanitizers
#   make docs      the manual page, dist/pagewalk.1, and the library's pages, dist/docs
#   make help-blocks  write the help into README.md and docs/ anew
#   make dist      a tarball and a Debian package, below dist/; dist-check tries them
#   make clean     remove all that was built
#
# Each of them first installs what is missing on this machine (scripts/set-up).

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# More flags for the build of the tests.
TEST_FLAGS ?=
release := -c release --static-swift-stdlib
binary := .build/release/pagewalk
scripts := .ci/run $(filter-out %.md,$(wildcard scripts/* examples/demo examples/scripts/*)) Benchmarks/run Fuzz/run

.DEFAULT_GOAL := build
.PHONY: build demo demo-server test install uninstall lint lint-light lint-format lint-build \
	lint-linkage lint-scripts lint-help lint-links torture bench docs help-blocks dist dist-check fuzz sanitize \
	clean set-up set-up-tests

build: set-up
	$(SWIFT) build $(release) --product pagewalk

demo: build
	$(SWIFT) build $(release) --product demo-server
	examples/demo

demo-server: set-up
	$(SWIFT) build $(release) --product demo-server
	.build/release/demo-server --port 8080

# The tests run the release binary, as users do. One after the other: side by side all of them
# begin at once, and on a busy machine one that waits for its turn would pass its time limit.
test: set-up-tests build
	PAGEWALK_BIN="$${PAGEWALK_BIN:-$(CURDIR)/$(binary)}" \
	  scripts/run-tests $(SWIFT) test --no-parallel $(TEST_FLAGS)

install: build
	scripts/install-files $(binary) "$(DESTDIR)" "$(PREFIX)"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/pagewalk" \
	  "$(DESTDIR)$(PREFIX)/share/man/man1/pagewalk.1.gz" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/pagewalk" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_pagewalk" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/pagewalk.fish"

# A tarball, and a Debian package where the tools for it are there.
dist: build
	scripts/dist

# Both are unpacked or installed below a temporary folder, run, and removed again.
dist-check: dist
	scripts/check-dist

# The manual page, to look at: man dist/pagewalk.1
docs: build
	scripts/make-docs

help-blocks: build
	PAGEWALK_BIN=$(binary) scripts/doc-blocks

lint: lint-light lint-build

# All that needs no build of its own.
lint-light: lint-format lint-linkage lint-scripts lint-help lint-links

lint-format:
	$(SWIFT) format lint --strict --recursive Sources Tests examples Package.swift

# In a folder of its own: other flags would make the everyday build start anew.
lint-build: set-up
	$(SWIFT) build --build-tests --scratch-path .build/lint -Xswiftc -warnings-as-errors

lint-linkage: build
	scripts/check-linkage $(binary)

lint-scripts: set-up-tests
	scripts/check-scripts $(scripts)

lint-help: build
	PAGEWALK_BIN=$(binary) scripts/doc-blocks --check

lint-links: set-up-tests
	scripts/check-links

# It takes some minutes: a walk saves its state once a second, and has to live that long.
torture: build
	$(SWIFT) build $(release) --product torture
	.build/release/torture $(binary) $(TORTURE)

bench: build
	$(SWIFT) build $(release) --product demo-server
	Benchmarks/run

# What reads foreign bytes, under libFuzzer: SECONDS for each target.
SECONDS ?= 60
fuzz: set-up
	Fuzz/run $(SECONDS)

# The tests under the sanitizers of addresses and of threads.
sanitize: set-up-tests
	scripts/sanitize

clean:
	$(SWIFT) package clean
	rm -rf .build/lint dist

set-up:
	@scripts/set-up build

set-up-tests:
	@scripts/set-up tests
