# Each target is one command that you can also type yourself.
FUZZTIME  ?= 20s
POSITIONS ?= 1000000
GAMES     ?= 1000
ARGS      ?= games
# Packages that are not in the way of a move are compiled without inlining: the program is 3.4 MB smaller.
SMALL     := $(shell cat release/small.flags)

.DEFAULT_GOAL := help
.PHONY: help build run test lint gen perft fuzz bench differential speed suites wasm fast-games shuffles records levels judge-games site ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build the program as bin/kydai
	CGO_ENABLED=0 go build -trimpath -o bin/kydai ./cmd/kydai

.PHONY: dev
dev: ui/node_modules ## client and server for development, both reloading: open http://127.0.0.1:5173 (needs Node)
	cd ui && node scripts/dev.mjs

ui/node_modules: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund && touch node_modules

run: ## run the program without building bin/kydai: make run ARGS="help"
	@go run ./cmd/kydai $(ARGS)

test: ## run all tests
	go test ./...

.PHONY: test-shard
test-shard: ## run the tests of the store with every match moving to a shard
	KYDAI_TEST_SHARD=1 go test -count 1 -run '/postgres' ./internal/store

lint: ## run gofmt, go vet and golangci-lint
	.ci/run lint

gen: ## regenerate the OpenAPI document, the clients, the codec of internal/desk and the TypeScript types (needs Node)
	go generate ./internal/...
	go generate ./clients/gen
	cd ui && npm run types

.PHONY: asm
asm: ## write the assembly of the nets again by its generator (needs the network the first time)
	cd engine/nnue/asm && go run . -kernels int -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg nnue
	cd engine/nnue/asm && go run . -kernels float -out ../../../lab/train/kernels_amd64.s -stubs ../../../lab/train/stubs_amd64.go -pkg train
	cd engine/nnue/asm && go run . -kernels wasm -out ../browser/kernels.wasm

perft: ## run perft to the full depth of games/*/testdata (takes a while)
	KYDAI_TEST_PERFT=full go test -run '^TestPerft$$' -v -timeout 4h ./games/...

.PHONY: refusals
REFUSALS ?= 10000
refusals: ## undo the cause of every refused move in REFUSALS positions per game (some minutes)
	KYDAI_TEST_REFUSALS=$(REFUSALS) go test -run '^TestRefusedMoves$$' -count 1 -v -timeout 1h ./games/...

.PHONY: ideas
IDEAS ?= 300
ideas: ## count in how many of IDEAS positions per game a hint has an idea (some minutes)
	KYDAI_TEST_IDEAS=$(IDEAS) KYDAI_TEST_SEED=$(SEED) go test -run '^TestIdeas$$' -count 1 -v -timeout 1h ./games/words

.PHONY: reasons
REASONS ?= 200
SEED    ?= 1
reasons: ## print REASONS sentences per game drawn by lot, to read them (some minutes)
	KYDAI_TEST_REASONS=$(REASONS) KYDAI_TEST_SEED=$(SEED) go test -run '^TestLot$$' -count 1 -v -timeout 1h ./games/words

fuzz: ## run every fuzz target for FUZZTIME: make fuzz FUZZTIME=10m
	FUZZ=all FUZZTIME=$(FUZZTIME) .ci/run fuzz

bench: ## print the node counts of the engines, and run the benchmarks of move generation
	go run ./cmd/kydai bench
	go test -run '^$$' -bench . -benchmem ./games/...

differential: ## compare legal moves with other programs on POSITIONS positions per game
	test/differential/run.sh $(POSITIONS)

speed: ## compare the CPU time of perft with stockfish and fairy-stockfish
	test/speed/run.sh

suites: ## count the mates and best moves that the engines find in 1 s of CPU time
	test/suites/run.sh

fast-games: ## play GAMES games of 100 ms over each protocol; none may be lost on time or by an illegal move
	KYDAI_TEST_FAST_GAMES=$(GAMES) go test -run '^TestFastGames$$' -count 1 -v -timeout 4h ./lab/duel

PROOFS ?= 300000
OTHERS ?= 812
MATES ?= 2574
.PHONY: proof proof-mates
proof-mates: ## prove MATES mates of self-play in chess and in xiangqi, and find 500 planted second solutions
	KYDAI_TEST_PROOF=1 KYDAI_TEST_PROOF_MATES=$(MATES) go test -count 1 -run '^Test(MatesOfSelfPlay|PlantedSeconds)$$' -v -timeout 4h ./search/proof | grep --line-buffered -v '^=== '

proof: ## check the prover: the collection of mates, MATES of self-play, PROOFS random positions by full search, OTHERS hard positions for 10 s each
	KYDAI_TEST_PROOF=$(PROOFS) KYDAI_TEST_PROOF_MATES=$(MATES) KYDAI_TEST_PROOF_OTHERS=$(OTHERS) go test -count 1 -v -timeout 8h ./search/proof | grep -v '^=== '

SHUFFLES ?= 10000000
shuffles: ## test SHUFFLES fair deals for a uniform distribution of pieces on squares (some minutes)
	KYDAI_TEST_SHUFFLES=$(SHUFFLES) go test -run '^TestShuffleIsFair$$' -count 1 -v -timeout 4h ./fair

RATINGS ?= 100000
.PHONY: ratings
ratings: ## RATINGS simulated games rated twice, by the package and by a second computation; no fused instruction on any processor
	KYDAI_TEST_RATINGS=$(RATINGS) go test -count 1 -run '^Test(SecondComputation|NoFusedInstruction)$$' -v -timeout 4h ./rating/glicko
	GOAMD64=v3 go test -count 1 -run '^TestGoldenBits$$' -v ./rating/glicko

RECORDS ?= 10000
records: ## convert RECORDS games per game through every format and notation, read a PGN of 1 GB, compare the speed with ffish
	KYDAI_TEST_RECORDS=$(RECORDS) go test -run '^(TestCorpus|TestStream)$$' -count 1 -v -timeout 4h ./record/formats
	test/records/run.sh

PICTURES ?= 1000
.PHONY: pictures
pictures: ## PICTURES positions a game drawn by the server and by Chromium, compared cell by cell (needs Node and bin/kydai)
	cd ui && POSITIONS=$(PICTURES) node e2e/pictures.mjs

wasm: ## build the browser modules, run them under Node and measure them
	test/wasm/run.sh

.PHONY: wasm-pairs
wasm-pairs: ## compare the node rate of the browser modules with those of REVISION, in 15 pairs a game
	test/wasm/pairs.sh $(REVISION)

.PHONY: wasm-net
wasm-net: ## compare the node rate of the browser module of GAME with the net NET and by hand
	test/wasm/net.sh $(GAME) $(NET)

ifneq ($(filter module,$(MAKECMDGOALS)),)
unexport PATH # in this target PATH is the module path, not the search path for programs
endif
.PHONY: new-game
new-game: ## create a new game as a copy of Othello: make new-game NAME=x
	@scripts/new-game.sh "$(NAME)"

.PHONY: module
module: ## change the module path in imports, flags and docs: make module PATH=github.com/someone/kydai
	@/bin/sh scripts/module.sh "$(PATH)"

ci: ## run everything that CI runs
	.ci/run

REVIEWS ?= 20
.PHONY: review
review: ## measure reviews in the browser's modules over REVIEWS games of each kind: CPU of the graph, blunders found (takes an hour)
	cd ui && npm run wasm && KYDAI_TEST_REVIEW=$(REVIEWS) npx vitest run test/review.measure.test.ts
	KYDAI_TEST_REVIEW=1 go test -count 1 -run '^TestReview$$/laptop' -v ./test/live

FIT ?= 200
.PHONY: fit
fit: ## play real games against the opponent that fits, FIT that count for players of two strengths, in each game (ONLY=GAME for one; an hour)
	cd ui && npm run wasm && KYDAI_TEST_FIT=$(FIT) KYDAI_TEST_FIT_KIND=$(ONLY) npx vitest run test/fit.measure.test.ts

LESSON ?= 45
.PHONY: lesson
lesson: ## a teacher and ten children in real browsers hold a lesson of LESSON minutes (build bin/kydai with make site)
	cd ui && KYDAI_TEST_LESSON=$(LESSON) KYDAI_TEST_PATIENCE=3 npm run e2e -- --project=details lessonday

STEP ?= 1
SEED ?= 21
# 400 games up to 20,000 nodes a move, 100 above: the last step goes by the clock.
LADDER_GAMES = $(or $(GAMES),$(if $(filter 8,$(STEP)),100,400))
.PHONY: ladder
ladder: build ## play level STEP+1 of GAME against level STEP, and write the row into docs/strength.md (GAMES= and SEED= override; minutes)
	bin/kydai lab ladder $(GAME) --step $(STEP) --games $(LADDER_GAMES) --seed $(SEED) --write .
	node ui/scripts/measured.mjs

levels: build ## play all steps of the ladder of each game (takes hours)
	for game in $$(bin/kydai bench 2>/dev/null | cut -d ' ' -f 1); do for step in 1 2 3 4 5 6 7; do \
		$(MAKE) ladder GAME=$$game STEP=$$step || exit 1; done; done

CHANCE ?= 1200
ONLY   ?=
.PHONY: chance
chance: build ## fit the winning chance of each game to CHANCE games; writes engine/fitted.go, docs/chance and docs/chance.md (ONLY=GAME for one; takes an hour)
	mkdir -p docs/chance
	bin/kydai fit chance $(ONLY) --games $(CHANCE) --data out/chance --write .
	go test ./games/engines -run TestFitted

GAME      ?= chess
NET_NODES ?= 200
NET_SEED  ?= 1
NET_WIDTH ?= 64
NET_MATCH ?= 400
NET_JOBS  ?= $(shell nproc)
NET        = out/net/$(GAME)-$(POSITIONS)
.PHONY: net
net: build ## make a net of GAME from nothing: self-play, POSITIONS positions, training, and 400 games against the hand-crafted evaluation (an hour)
	mkdir -p out/net
	$(MAKE) $(if $(filter caro,$(GAME)),net-values,net-layers)

.PHONY: net-layers
net-layers:
	bin/kydai datagen $(GAME) --out $(NET).games --positions $$(($(POSITIONS) / 4)) --nodes $(NET_NODES) --seed $(NET_SEED) --threads $(NET_JOBS)
	bin/kydai positions $(GAME) --data $(NET).games --out $(NET).trees --every 2 --count 8 --positions $(POSITIONS) --threads $(NET_JOBS)
	bin/kydai train $(GAME) --data $(NET).games --data $(NET).trees --asides 0 --corrects --width $(NET_WIDTH) --epochs 6 --decay 0.3 \
		--out $(NET).net --svg $(NET).svg --seed $(NET_SEED) --threads $(NET_JOBS)
	bin/kydai match kydai:net=$(NET).net,nodes=8000,hash=16 kydai:net=hand,nodes=8000,hash=16 --game $(GAME) --games $(NET_MATCH) --seed $(NET_SEED) \
		--adjudicate resign=600x4,draw=10x8@80

# Two generations: games by the hand-made values, and games by the values learnt from them.
.PHONY: net-values
net-values:
	bin/kydai datagen $(GAME) --out $(NET).first --net hand --positions $$(($(POSITIONS) / 2)) --balance 500 --nodes 500 --seed $(NET_SEED) --threads $(NET_JOBS)
	bin/kydai tune fit --game $(GAME) $(NET).first --from hand --lambda 0.7 --pull 0 --held 0.05 --seed $(NET_SEED) -o $(NET).first.go
	bin/kydai datagen $(GAME) --out $(NET).second --net $(NET).first.go --positions $$(($(POSITIONS) / 2)) --balance 500 --nodes 500 --seed $$(($(NET_SEED) + 1)) \
		--threads $(NET_JOBS)
	bin/kydai tune fit --game $(GAME) $(NET).first $(NET).second --from $(NET).first.go --lambda 0.7 --pull 0 --held 0.05 --seed $(NET_SEED) -o $(NET).go
	bin/kydai match kydai:net=$(NET).go,nodes=2000,hash=16 kydai:net=hand,nodes=2000,hash=16 --game $(GAME) --games $(NET_MATCH) --seed $(NET_SEED) \
		--concurrency $(NET_JOBS) --adjudicate plies=100

ACCURACY ?= 60
.PHONY: accuracy
accuracy: build ## measure the accuracy and the blunders of the levels of each game in 4 positions of each of ACCURACY games (takes an hour)
	mkdir -p out
	for game in $(or $(ONLY),$$(bin/kydai bench 2>/dev/null | cut -d ' ' -f 1)); do \
		bin/kydai lab accuracy $$game --games $(ACCURACY) --seed 4 --csv out/accuracy-$$game.csv --svg out/accuracy-$$game.svg || exit 1; done

CHARACTERS ?= 12
PAIRS      ?= 12
.PHONY: book characters opponents
book: ## make the opening book of GAME with our engine: the same file each time (a minute)
	KYDAI_TEST_BOOK=$(GAME) go test -count 1 -run '^TestWriteBook$$' -v -timeout 1h ./lab/opponents

characters: ## measure the trait of every character over CHARACTERS openings, three games each (ONLY=GAME for one; takes an hour)
	KYDAI_TEST_CHARACTERS=$(CHARACTERS) KYDAI_TEST_GAMES=$(ONLY) go test -count 1 -run '^TestCharacters$$' -timeout 6h -v ./lab/opponents

opponents: ## play each level with its character against the same level without, two games of each of PAIRS openings (ONLY=GAME for one; an hour)
	KYDAI_TEST_STRENGTH_PAIRS=$(PAIRS) KYDAI_TEST_GAMES=$(ONLY) go test -count 1 -run '^TestStrength$$' -timeout 6h -v ./lab/opponents

RECORDING ?= $(shell date +%Y-%m-%d)
.PHONY: record-calls
record-calls: ## record calls and frames of today's clients beside the older recordings, which CI replays
	go test ./cmd/kydai -run '^TestRecordCalls$$' -count 1 -record $(RECORDING)
	go test ./cmd/kydai -run '^TestRecordedCalls$$' -count 1

.PHONY: race
race: ## run all tests of concurrent packages under the race detector, including long tests (some minutes)
	go test -race -gcflags=modernc.org/...=-race=false -timeout 1h ./game/... ./cmd/... ./match/... ./fair/... ./internal/... ./test/live ./test/secrecy
	go test -race -short -timeout 1h -run Conformance ./games/...

.PHONY: browser-all
browser-all: site ## run all browser tests, also those with the tag @long that CI leaves out (needs Node and Chromium)
	cd ui && KYDAI_TEST_PATIENCE=2 npm run e2e -- --workers 2

CHAOS ?= 15m
.PHONY: chaos chaos-million chaos-short ratios growth
chaos: ## run each chaos campaign for CHAOS (kills, clock steps, full disk), then the controls that must fail
	KYDAI_TEST_CHAOS=$(CHAOS) go test -count 1 -run '^TestChaos(Clock|Disk|SQLite)?$$' -v -timeout 4h ./test/chaos
	KYDAI_TEST_CHAOS=$(CHAOS) go test -count 1 -run '^Test(Controls|NodeDies|Calm|RollingRestart|Flags|WorkersDie)$$' -v -timeout 2h ./test/chaos

MILLION ?= 20m
chaos-million: ## run the four campaigns for MILLION each: at least 1,000,000 acknowledged moves in total, none lost
	KYDAI_TEST_CHAOS=$(MILLION) KYDAI_TEST_CHAOS_MOVES=1000000 go test -count 1 -run '^TestChaos(Clock|Disk|SQLite)?$$' -v -timeout 4h ./test/chaos

chaos-short: ## run short chaos campaigns on PostgreSQL and on SQLite (some minutes)
	KYDAI_TEST_CHAOS=75s go test -count 1 -run '^Test(Chaos|ChaosSQLite|Controls)$$' -v -timeout 30m ./test/chaos

.PHONY: chaos-shards
chaos-shards: ## the short campaign with half of the matches on a shard, whose PostgreSQL is killed too
	KYDAI_TEST_CHAOS=75s go test -count 1 -run '^TestChaosShards$$' -v -timeout 15m ./test/chaos

.PHONY: chaos-pooler pitr standby versions far syncs watchers reconnect
chaos-pooler: ## the short campaign through PgBouncer in transaction mode, which is killed too (installs pgbouncer by apt if needed)
	command -v pgbouncer >/dev/null || apt-get install -y -qq pgbouncer
	KYDAI_TEST_CHAOS=75s go test -count 1 -run '^TestChaosPooler$$' -v -timeout 15m ./test/chaos

pitr: ## lose PostgreSQL while matches are played, restore it as of a second by pgBackRest: no move before it lost (installs pgbackrest by apt if needed)
	command -v pgbackrest >/dev/null || apt-get install -y -qq pgbackrest
	KYDAI_TEST_PITR=1 go test -count 1 -run '^TestPITR$$' -v -timeout 15m ./test/chaos

standby: ## lose PostgreSQL while matches are played and promote its synchronous standby: no acknowledged move lost
	KYDAI_TEST_STANDBY=1 go test -count 1 -run '^TestStandby$$' -v -timeout 15m ./test/chaos

OLDER ?= $(shell git log -1 --format=%h -- internal/store/schema)^
versions: ## replace nodes of the revision OLDER by this program and back, one after the other, on one PostgreSQL under matches
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && git archive "$(OLDER)" | tar -x -C "$$dir" && (cd "$$dir" && go build -o kydai ./cmd/kydai) && \
		KYDAI_TEST_OLDER=$$dir/kydai go test -count 1 -run '^TestVersions$$' -v -timeout 15m ./test/chaos

FAR ?= 200ms
far: ## what players wait if every round trip between node and database takes FAR longer
	KYDAI_TEST_FAR=$(FAR) go test -count 1 -run '^TestFar$$' -v -timeout 15m ./test/chaos

syncs: ## count the changes that share one wait for the disk on SQLite with 500 matches in flight: at least 16 (needs strace)
	KYDAI_TEST_SYNCS=1 go test -count 1 -run '^TestSyncs$$' -v -timeout 15m ./test/chaos

WATCHERS ?= 10000
watchers: ## CPU time of a bare broadcast to that of a node for WATCHERS sockets of one match: at least 0.7; p99 of other matches at most 2 times
	KYDAI_TEST_WATCHERS=$(WATCHERS) go test -count 1 -run '^TestWatchers$$' -v -timeout 30m ./test/chaos

SOCKETS ?= 10000
reconnect: ## drop SOCKETS sockets at once by killing their node: all back within 30 s, no move lost
	KYDAI_TEST_RECONNECT=$(SOCKETS) go test -count 1 -run '^TestReconnect$$' -v -timeout 30m ./test/chaos

FAULT ?= 1
.PHONY: alerts
alerts: ## break one thing after another; its alert must fire within 30 s in a real Prometheus, and no other (10 minutes; FAULT="disk full" for one)
	command -v promtool >/dev/null || apt-get install -y -qq prometheus
	promtool test rules deploy/alerts_test.yml
	KYDAI_TEST_ALERTS="$(FAULT)" go test -count 1 -run '^TestAlerts$$' -v -timeout 30m ./test/chaos

.PHONY: outage
outage: ## break a site without saying how; find it by dashboard and runbook (docs/testing.md; out/outage/address)
	command -v prometheus >/dev/null || apt-get install -y -qq prometheus
	mkdir -p out/outage
	KYDAI_TEST_OUTAGE=$(CURDIR)/out/outage go test -count 1 -run '^TestOutage$$' -v -timeout 4h ./test/chaos

SEEKERS ?= 1000,5000
.PHONY: pairing
pairing: ## SEEKERS accounts seek over two nodes, one is killed: all paired once, in 10 s, at most 3 ms of CPU each; sides of 1,000 over 20 games
	KYDAI_TEST_PAIRING=$(SEEKERS) KYDAI_TEST_PAIRING_COST=3 go test -count 1 -run '^TestPairing$$' -v -timeout 1h ./test/chaos
	go test -count 1 -run '^TestColours$$' -v ./pairing

ENTRANTS ?= 200
ROUNDS   ?= 9
.PHONY: tourney
tourney: ## a Swiss event of ENTRANTS with categories and teams runs ROUNDS rounds by itself while nodes are killed: nothing stuck, lost or counted twice
	KYDAI_TEST_TOURNEY=$(ENTRANTS) KYDAI_TEST_TOURNEY_ROUNDS=$(ROUNDS) go test -count 1 -run '^TestTourney$$' -v -timeout 2h ./test/chaos

TOURNAMENTS ?= 5000
BBP         ?=
.PHONY: swiss
swiss: ## compare every round of TOURNAMENTS random Swiss tournaments with the program BBP (bbpPairings), as many small ones with all pairings; CPU of 500 players (an hour)
	KYDAI_TEST_BBP=$(BBP) KYDAI_TEST_TOURNAMENTS=$(TOURNAMENTS) KYDAI_TEST_SEED=$(SEED) go test -count 1 -run '^(TestAgainstReference|TestSieve|TestWhyNotForced|TestLargeField)$$' -v -timeout 12h ./tourney/swiss

RATED ?= 10000
ROWS := $(CURDIR)/out/rated.txt
.PHONY: rated
rated: ## end RATED rated games while nodes and PostgreSQL are killed; ratings computed again from the rows, also as amd64 v3 and arm64 (needs qemu-user), must be equal to the bit
	mkdir -p out
	KYDAI_TEST_RATED=$(RATED) KYDAI_TEST_RATED_ROWS=$(ROWS) go test -count 1 -run '^TestRated$$' -v -timeout 2h ./test/chaos
	KYDAI_TEST_RATED_ROWS=$(ROWS) GOAMD64=v3 go test -count 1 -run '^TestRows$$' -v ./rating
	KYDAI_TEST_RATED_ROWS=$(ROWS) GOARCH=arm64 go test -exec qemu-aarch64 -count 1 -run '^TestRows$$' -v ./rating

GUESTS ?= 1000
.PHONY: guests
guests: ## GUESTS guests become accounts, a fifth with two devices, while nodes and PostgreSQL are killed: no game lost or doubled, no old cookie good
	KYDAI_TEST_GUESTS=$(GUESTS) go test -count 1 -run '^TestGuests$$' -v -timeout 1h ./test/chaos

.PHONY: profile
profile: ## measure the CPU of a profile with 10,000 games and of a leaderboard of 100,000 accounts: at most 50 ms
	KYDAI_TEST_PROFILE=1 go test -count 1 -run '^TestProfileCost$$' -v -timeout 20m ./test/chaos

.PHONY: doors
doors: ## measure the engine time and CPU time that one address can use in a minute, and a class of 30 behind one address
	KYDAI_TEST_DOORS=1 go test -count 1 -run '^Test(EngineTimeIsShared|ClassBehindOneAddress|CostOfAddress)$$' -v -timeout 20m ./cmd/kydai

.PHONY: locked
locked: ## compare moves per second before, while and after the table of finished matches is locked for LOCK (30s)
	KYDAI_TEST_LOCK=$(or $(LOCK),30s) go test -count 1 -run '^TestLockedArchive$$' -v -timeout 30m ./internal/store

.PHONY: archive-size
archive-size: ## measure what a finished match takes on PostgreSQL, and the list of a player among MATCHES (100000)
	KYDAI_TEST_ARCHIVE=$(or $(MATCHES),100000) go test -count 1 -run '^TestArchive(Size|List|Steps)$$' -v -timeout 2h ./internal/store | grep -vE '^(=== |\?)'

.PHONY: shards
shards: ## compare ways to keep matches on two PostgreSQL; CITUS names the programs of a PostgreSQL that has Citus
	KYDAI_TEST_SHARDS=$(or $(SECONDS_EACH),3) KYDAI_TEST_CITUS=$(CITUS) go test -count 1 -run '^TestShard(s|Away)$$' -v -timeout 1h ./internal/store | grep -vE '^(=== |\?)'

ratios: nodes-ratio ## compare live play with pgbench, single SQLite commits, plain NATS and the plain library; medians of 3
	KYDAI_TEST_RATIOS=1 go test -count 1 -run '^Test(Ratios|IdleMemory)$$' -v -timeout 1h -p 1 ./internal/store ./internal/bus/natsbus ./internal/web ./test/chaos | grep -vE '^(=== |\?)'

.PHONY: lobby
lobby: ## measure the bytes that a lobby of 500 offers with 20 changes per second sends to 2,000 clients
	KYDAI_TEST_LOBBY=2000 go test -count 1 -run '^TestLobby(Traffic|TellsChanges|Sockets)$$' -v ./internal/web

.PHONY: nodes nodes-ratio
nodes: ## simulate the cost of cluster messages: 80 nodes with 12,500 players each, a rolling deploy and the hour after it
	KYDAI_TEST_NODES=1h go test -count 1 -run '^TestNodes(Grow)?$$' -v -timeout 1h ./internal/cluster | grep -vE '^(=== |\?)'

nodes-ratio: ## compare the CPU time per move of two nodes with one node, in pairs
	KYDAI_TEST_RATIOS=1 go test -count 1 -run '^TestRatiosNodes$$' -v -timeout 1h ./test/chaos | grep -vE '^(=== |\?)'

BEFORE ?= bin/kydai-before
.PHONY: before
before: ## CPU time per move against the older program BEFORE, median of 7 pairs in turns: at most 1.05
	KYDAI_TEST_BEFORE=$(abspath $(BEFORE)) go test -count 1 -run '^TestBefore$$' -v -timeout 1h ./test/chaos

.PHONY: cost
COST ?= 5
cost: ## CPU time of a node per acknowledged move against a bare relay with the same library, median of COST pairs in turns: at most 3.0; profile in out/cost.pprof
	KYDAI_TEST_COST=$(CURDIR)/out KYDAI_TEST_RATIOS_ROUNDS=$(COST) go test -count 1 -run '^TestCost$$' -v -timeout 30m ./test/chaos | grep -vE '^(=== |\?)'

GROWTH ?= 10m
growth: ## measure the cost of a move at 100 to 5,000 live matches; hold the last for GROWTH with 10,000 connections
	KYDAI_TEST_GROWTH=$(GROWTH) KYDAI_TEST_GROWTH_PLOT=$(CURDIR)/docs/growth.svg go test -count 1 -run '^TestGrowth$$' -v -timeout 2h ./test/chaos

JUDGE_GAMES ?= 200000
judge-games: ## play JUDGE_GAMES games with repetitions under every law, and compare them with their mirror images
	KYDAI_TEST_JUDGE_GAMES=$(JUDGE_GAMES) go test -run '^TestJudgedGames$$' -count 1 -v -timeout 4h ./games/...

site: ## build the web client and bin/kydai with the client embedded (needs Node)
	cd ui && npm ci --no-audit --no-fund && npm run build
	CGO_ENABLED=0 go build -trimpath $(SMALL) -ldflags '-s -w' -o bin/kydai ./cmd/kydai

.PHONY: sizes
sizes: ## print what each part of bin/kydai costs in bytes, as the table of docs/performance.md (build it with make site)
	mkdir -p out
	CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -trimpath $(SMALL) -o out/kydai-symbols ./cmd/kydai
	CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -trimpath $(SMALL) -ldflags '-s -w' -o out/kydai-stripped ./cmd/kydai
	cd release && go run ./parts ../out/kydai-stripped ../out/kydai-symbols ..

.PHONY: release release-snapshot
release: ## make and publish the release of the current tag; SIGNING_KEY names an OpenSSH key, GITHUB_TOKEN allows the upload
	@test -n "$(SIGNING_KEY)" || { echo "say SIGNING_KEY=FILE, the OpenSSH key that signs"; exit 2; }
	rm -rf out/packages
	SIGNING_KEY=$(abspath $(SIGNING_KEY)) $$(release/tools.sh goreleaser) release --clean

release-snapshot: ## make all files of a release in dist/ and out/packages, without a tag and without publishing (needs Node)
	rm -rf out/packages
	$$(release/tools.sh goreleaser) release --snapshot --clean --skip $(if $(SIGNING_KEY),publish,sign)

.PHONY: release-check
release-check: ## try a release on a bare Debian: packages, image, TLS by pebble, equal bytes (as root, after make site; takes long)
	release/check.sh $(STEPS)

.PHONY: cross
TARGETS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
cross: ## build the program for every system, without cgo, into out/
	for t in $(TARGETS); do CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} go build -trimpath $(SMALL) -ldflags '-s -w' -o out/kydai-$${t%/*}-$${t#*/} ./cmd/kydai || exit 1; done

.PHONY: screens
screens: ## take screenshots of every page at four sizes, light and dark, vi and en, into out/screens (build bin/kydai with make site)
	cd ui && npm run screens

.PHONY: journeys journey-faults
journeys: ## run browser visits across pages and check each step against the rules (build bin/kydai with make site)
	cd ui && npm run e2e -- journeys --workers 2

journey-faults: ## inject each fault of ui/e2e/journeys/faults into a copy; a visit must detect it (takes half an hour)
	cd ui && node e2e/journeys/faults/run.mjs

.PHONY: lighthouse web-budgets
lighthouse: ## run Lighthouse for phones against bin/kydai: performance 95, accessibility 100
	.ci/lighthouse

web-budgets: ## check the time budgets of the pages with a CPU slowed down four times (needs an idle machine)
	cd ui && KYDAI_TEST_QUIET=1 npm run e2e -- budget
