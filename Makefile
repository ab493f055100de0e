# Thin on purpose: each target is a command you could type yourself.
FUZZTIME  ?= 20s
POSITIONS ?= 1000000
ARGS      ?= games

.DEFAULT_GOAL := help
.PHONY: help build run test lint gen perft fuzz bench differential speed wasm ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## the command line program, as bin/kydai
	CGO_ENABLED=0 go build -trimpath -o bin/kydai ./cmd/kydai

run: ## run it without installing: make run ARGS="help"
	@go run ./cmd/kydai $(ARGS)

test: ## all tests
	go test ./...

lint: ## gofmt, vet and golangci-lint
	.ci/run lint

gen: ## write the generated files again (today there are none)
	go generate ./...

perft: ## count moves to the full depth of data/perft (takes a while)
	KYDAI_PERFT=full go test -run '^TestPerft$$' -v -timeout 4h ./games/...

fuzz: ## every fuzz target for FUZZTIME each: make fuzz FUZZTIME=10m
	FUZZTIME=$(FUZZTIME) .ci/run fuzz

bench: ## node counts of the engines, and benchmarks of move generation
	go run ./cmd/kydai bench
	go test -run '^$$' -bench . -benchmem ./games/...

differential: ## legal moves against other programs on POSITIONS positions a game
	test/differential/run.sh $(POSITIONS)

speed: ## perft against stockfish and fairy-stockfish, as a ratio of CPU time
	test/speed/run.sh

wasm: ## the module for the browser: build it, run it under node, measure it
	test/wasm/run.sh

ci: ## everything that CI runs
	.ci/run
