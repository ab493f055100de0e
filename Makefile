# Thin on purpose: each target is a command you could type yourself.
FUZZTIME  ?= 20s
POSITIONS ?= 1000000
GAMES     ?= 1000
ARGS      ?= games

.DEFAULT_GOAL := help
.PHONY: help build run test lint gen perft fuzz bench differential speed suites wasm fast-games shuffles records levels judge-games site ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## the command line program, as bin/kydai
	CGO_ENABLED=0 go build -trimpath -o bin/kydai ./cmd/kydai

.PHONY: dev
dev: ui/node_modules ## client and server for development, both reloading: open http://127.0.0.1:5173 (needs Node)
	cd ui && node scripts/dev.mjs

ui/node_modules: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund && touch node_modules

run: ## run it without installing: make run ARGS="help"
	@go run ./cmd/kydai $(ARGS)

test: ## all tests
	go test ./...

lint: ## gofmt, vet and golangci-lint
	.ci/run lint

gen: ## write what is generated again: OpenAPI, the desk's codec, TypeScript (needs Node)
	go generate ./...
	cd ui && npm run types

perft: ## count moves to the full depth of games/*/testdata (takes a while)
	KYDAI_TEST_PERFT=full go test -run '^TestPerft$$' -v -timeout 4h ./games/...

fuzz: ## every fuzz target for FUZZTIME each: make fuzz FUZZTIME=10m
	FUZZTIME=$(FUZZTIME) .ci/run fuzz

bench: ## node counts of the engines, and benchmarks of move generation
	go run ./cmd/kydai bench
	go test -run '^$$' -bench . -benchmem ./games/...

differential: ## legal moves against other programs on POSITIONS positions a game
	test/differential/run.sh $(POSITIONS)

speed: ## perft against stockfish and fairy-stockfish, as a ratio of CPU time
	test/speed/run.sh

suites: ## mates and best moves that the engines find in 1 s of the processor
	test/suites/run.sh

fast-games: ## GAMES games of 100 ms through each protocol: none lost on time, none by an illegal move
	KYDAI_TEST_FAST_GAMES=$(GAMES) go test -run '^TestFastGames$$' -count 1 -v -timeout 4h ./lab/duel

SHUFFLES ?= 10000000
shuffles: ## SHUFFLES fair deals: each piece on each square as often as it should be (some minutes)
	KYDAI_TEST_SHUFFLES=$(SHUFFLES) go test -run '^TestShuffleIsFair$$' -count 1 -v -timeout 4h ./fair

RATINGS ?= 100000
.PHONY: ratings
ratings: ## RATINGS simulated games rated twice, by the package and by a second computation; no fused instruction on any processor
	KYDAI_RATINGS=$(RATINGS) go test -count 1 -run '^Test(SecondComputation|NoFusedInstruction)$$' -v -timeout 4h ./rating/glicko
	GOAMD64=v3 go test -count 1 -run '^TestGoldenBits$$' -v ./rating/glicko

RECORDS ?= 10000
records: ## RECORDS games a game through every format and notation, a PGN of 1 GB, and a race with ffish
	KYDAI_TEST_RECORDS=$(RECORDS) go test -run '^(TestCorpus|TestStream)$$' -count 1 -v -timeout 4h ./record/formats
	test/records/run.sh

wasm: ## the modules for the browser: build them, run them under node, measure them
	test/wasm/run.sh

ifneq ($(filter module,$(MAKECMDGOALS)),)
unexport PATH # here it is the path of the module, not where programs are
endif
.PHONY: new-game
new-game: ## begin a game as a copy of Othello: make new-game NAME=x
	@scripts/new-game.sh "$(NAME)"

.PHONY: module
module: ## another path for the module, in imports, flags and docs: make module PATH=github.com/someone/kydai
	@/bin/sh scripts/module.sh "$(PATH)"

ci: ## everything that CI runs
	.ci/run

LEVELS ?= 1 2 3 4 5 6 7
levels: build ## each level against the one below it, 200 games a step and game (takes hours)
	for game in $$(bin/kydai bench | cut -d ' ' -f 1); do for n in $(LEVELS); do \
		bin/kydai match kydai:level=$$((n + 1)) kydai:level=$$n --game $$game --games 200 --grace 5s --seed 9; done; done

.PHONY: race
race: ## all tests of what runs concurrently under the race detector, the long ones too (some minutes)
	go test -race -timeout 1h ./game/... ./cmd/... ./match/... ./fair/... ./internal/... ./test/live ./test/secrecy

CHAOS ?= 15m
.PHONY: chaos chaos-million chaos-short ratios growth
chaos: ## play for CHAOS each while parts are killed, the clock is set, the disk is full; then the controls that must fail
	KYDAI_TEST_CHAOS=$(CHAOS) go test -count 1 -run '^TestChaos(Clock|Disk|SQLite)?$$' -v -timeout 4h ./test/chaos
	KYDAI_TEST_CHAOS=$(CHAOS) go test -count 1 -run '^Test(Controls|NodeDies|Calm|RollingRestart|Flags|WorkersDie)$$' -v -timeout 2h ./test/chaos

MILLION ?= 20m
chaos-million: ## the four campaigns for MILLION each: at least 1,000,000 moves acknowledged in all, none lost
	KYDAI_TEST_CHAOS=$(MILLION) KYDAI_TEST_CHAOS_MOVES=1000000 go test -count 1 -run '^TestChaos(Clock|Disk|SQLite)?$$' -v -timeout 4h ./test/chaos

chaos-short: ## the same in some minutes, on PostgreSQL and on SQLite
	KYDAI_TEST_CHAOS=75s go test -count 1 -run '^Test(Chaos|ChaosSQLite|Controls)$$' -v -timeout 30m ./test/chaos

.PHONY: doors
doors: ## what engine time and processor one address can buy in a minute, and a class of 30 behind one address
	KYDAI_TEST_DOORS=1 go test -count 1 -run '^Test(EngineTimeIsShared|ClassBehindOneAddress|CostOfAddress)$$' -v -timeout 20m ./cmd/kydai

.PHONY: locked
locked: ## moves a second while the table of finished matches is locked for LOCK (30s), against before and after
	KYDAI_TEST_LOCK=$(or $(LOCK),30s) go test -count 1 -run '^TestLockedArchive$$' -v -timeout 30m ./internal/store

ratios: nodes-ratio ## live play against pgbench, SQLite one by one, bare NATS and the bare library; medians of 3
	KYDAI_TEST_RATIOS=1 go test -count 1 -run '^Test(Ratios|IdleMemory)$$' -v -timeout 1h -p 1 ./internal/store ./internal/bus/natsbus ./internal/web ./test/chaos | grep -vE '^(=== |\?)'

.PHONY: lobby
lobby: ## bytes that a lobby of 500 offers and 20 changes a second costs 2,000 clients, also over real sockets
	KYDAI_TEST_LOBBY=2000 go test -count 1 -run '^TestLobby(Traffic|TellsChanges|Sockets)$$' -v ./internal/web

.PHONY: nodes nodes-ratio
nodes: ## what other nodes cost a node: 80 nodes of 12,500 players simulated, a rolling deploy and the hour after it
	KYDAI_TEST_NODES=1h go test -count 1 -run '^TestNodes(Grow)?$$' -v -timeout 1h ./internal/cluster | grep -vE '^(=== |\?)'

nodes-ratio: ## the processor's time of nodes for a move: two nodes against one, in pairs
	KYDAI_TEST_RATIOS=1 go test -count 1 -run '^TestRatiosNodes$$' -v -timeout 1h ./test/chaos | grep -vE '^(=== |\?)'

GROWTH ?= 10m
growth: ## what a move costs at 100 to 5,000 live matches; the last held for GROWTH with 10,000 connections
	KYDAI_TEST_GROWTH=$(GROWTH) KYDAI_TEST_GROWTH_PLOT=$(CURDIR)/docs/growth.svg go test -count 1 -run '^TestGrowth$$' -v -timeout 2h ./test/chaos

JUDGE_GAMES ?= 200000
judge-games: ## JUDGE_GAMES games back and forth under every law, beside their mirror images
	KYDAI_TEST_JUDGE_GAMES=$(JUDGE_GAMES) go test -run '^TestJudgedGames$$' -count 1 -v -timeout 4h ./games/...

site: ## the pages and the program with them inside, as bin/kydai (needs Node)
	cd ui && npm ci --no-audit --no-fund && npm run build
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/kydai ./cmd/kydai

.PHONY: cross
TARGETS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
cross: ## the program for every system, without cgo, into out/
	for t in $(TARGETS); do CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} go build -trimpath -ldflags '-s -w' -o out/kydai-$${t%/*}-$${t#*/} ./cmd/kydai || exit 1; done

.PHONY: screens
screens: ## a picture of every page at two sizes, light and dark, into out/screens (bin/kydai by make site)
	cd ui && npm run screens

.PHONY: journeys journey-faults
journeys: ## visits that cross pages, each step checked against the rules; bin/kydai must be built by make site
	cd ui && npm run e2e -- journeys --workers 2

journey-faults: ## each fault of ui/e2e/journeys/faults seeded into a copy: a visit must find it (takes half an hour)
	cd ui && node e2e/journeys/faults/run.mjs

.PHONY: lighthouse web-budgets
lighthouse: ## Lighthouse as of a phone against bin/kydai: performance 95, accessibility 100
	.ci/lighthouse

web-budgets: ## the budgets of the pages by the clock, slowed down four times (wants a machine of its own)
	cd ui && KYDAI_TEST_QUIET=1 npm run e2e -- budget
