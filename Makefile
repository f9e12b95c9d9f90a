# SPDX-License-Identifier: Apache-2.0
#
#   make demo      walk the demo server and see items, a retry and the summary
#   make test      build everything and run all tests
#   make build     the release binary, .build/release/pagewalk
#   make install   put it into PREFIX/bin (default /usr/local)
#   make lint      formatting, warnings as errors, what the binary links, the scripts
#   make bench     side by side with curl, jq and the peers
#   make clean     remove all that was built
#
# Each of them first installs what is missing on this machine (scripts/set-up).

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
release := -c release --static-swift-stdlib
binary := .build/release/pagewalk
scripts := .ci/run $(wildcard scripts/* examples/demo examples/scripts/* Benchmarks/run)

.DEFAULT_GOAL := build
.PHONY: build demo test install uninstall lint lint-format lint-build lint-linkage lint-scripts \
	bench clean set-up set-up-tests

build: set-up
	$(SWIFT) build $(release) --product pagewalk

demo: build
	$(SWIFT) build $(release) --product demo-server
	examples/demo

# The tests run the release binary, as users do.
test: set-up-tests build
	PAGEWALK_BIN="$${PAGEWALK_BIN:-$(CURDIR)/$(binary)}" $(SWIFT) test

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(binary) "$(DESTDIR)$(PREFIX)/bin/pagewalk"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/pagewalk"

lint: lint-format lint-build lint-linkage lint-scripts

lint-format:
	$(SWIFT) format lint --strict --recursive Sources Tests examples Package.swift

# In a folder of its own: other flags would make the everyday build start anew.
lint-build: set-up
	$(SWIFT) build --build-tests --scratch-path .build/lint -Xswiftc -warnings-as-errors

lint-linkage: build
	scripts/check-linkage $(binary)

lint-scripts:
	scripts/check-scripts $(scripts)

bench: build
	$(SWIFT) build $(release) --product demo-server
	Benchmarks/run

clean:
	$(SWIFT) package clean
	rm -rf .build/lint dist

set-up:
	@scripts/set-up build

set-up-tests:
	@scripts/set-up tests
