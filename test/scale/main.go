// Command scale computes the resources that a given number of players needs: cores, memory, disk,
// traffic and euros per month (docs/scaling.md). It uses measured costs, and prices that the user
// can change.
//
//	go run ./test/scale -core 7 -memory 2 -disk 60 -traffic 1
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

// Measured costs. Each value comes from docs/performance.md or docs/scaling.md.
const (
	nodeMove     = 385e-6  // core seconds of a node per move; from make growth, 5,000 matches for 10 minutes
	databaseMove = 315e-6  // core seconds of PostgreSQL per move; from make growth
	logMove      = 667     // bytes of the write-ahead log per move; from make growth
	socketMemory = 56e3    // bytes of a node's memory per socket; from make growth, 560 MB with 10,000 sockets
	frameBytes   = 340     // mean bytes of a frame for a chess move; "What a move costs a node" in docs/performance.md
	archived     = 970     // bytes of a finished match of 65 plies, with indexes; source: make archive-size
	plies        = 65      // length in plies of the match measured for archived
	watchFrame   = 16.1e-6 // core seconds for sending a frame to a spectator; source: make watchers
	watchBytes   = 202     // bytes of a frame to a spectator; from make watchers
	back         = 0.30e-3 // core seconds for a socket that reconnects; source: make reconnect
	twoNodes     = 1.54    // cost of a move whose players are on two nodes, relative to one node; source: make nodes-ratio
)

// assumptions are values that were not measured: how people play, and how many spare cores and how
// much spare memory there should be.
type assumptions struct {
	pause float64 // seconds between two moves of a match
	mean  float64 // mean number of players over time, as a fraction of the largest number
	spare float64 // available cores and memory, as a multiple of the use at the peak
}

// prices are in euros per month: per core, per GB of memory, per TB of disk and per TB of
// traffic.
type prices struct{ core, memory, disk, traffic float64 }

// need holds the resources that a number of players needs.
type need struct {
	players         int
	moves           float64 // moves per second at the peak
	nodes, database float64 // number of cores to provide
	memory          float64 // memory to provide, in GB
	log             float64 // write-ahead log, in TB per month
	traffic         float64 // network traffic, in TB per month
	archive         float64 // archive of finished matches, in TB after five years
	storm           float64 // cores needed to accept all players again within 30 s if all sockets are closed
}

const month = 30 * 24 * 3600

func needs(players int, a assumptions) need {
	matches := float64(players) / 2
	moves := matches / a.pause
	// With more than 10,000 players there are several nodes, and the players of most matches are on
	// different nodes.
	cost := nodeMove
	if players > 10_000 {
		cost *= twoNodes
	}
	perMonth := moves * a.mean * month
	return need{
		players: players, moves: moves,
		// twice, because a standby server needs as many cores as the primary
		nodes: moves * cost * a.spare, database: 2 * moves * databaseMove * a.spare,
		memory: float64(players) * socketMemory * a.spare / 1e9,
		log:    perMonth * logMove / 1e12, traffic: perMonth * 2 * frameBytes / 1e12,
		archive: perMonth / plies * archived * 60 / 1e12,
		storm:   float64(players) * back / 30,
	}
}

func (n need) euros(p prices) float64 {
	return (n.nodes+n.database)*p.core + n.memory*p.memory + n.archive*p.disk + n.traffic*p.traffic
}

// viewers returns the cores needed to deliver a move to n viewers within a second, and
// the bytes sent.
func viewers(n int) (cores, bytes float64) {
	return float64(n) * watchFrame, float64(n) * watchBytes
}

func write(w io.Writer, a assumptions, p prices) {
	_, _ = fmt.Fprintf(w, "| players at once | moves/s | cores of nodes | cores of PostgreSQL, with a standby | memory of nodes, GB | log, TB a month | traffic, TB a month | archive of five years, TB | cores if all come back in 30 s | euros a month |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, players := range []int{10_000, 100_000, 1_000_000} {
		n := needs(players, a)
		_, _ = fmt.Fprintf(w, "| %d | %.0f | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f | %.1f | %.0f |\n",
			n.players, n.moves, n.nodes, n.database, n.memory, n.log, n.traffic, n.archive, n.storm, n.euros(p))
	}
	cores, bytes := viewers(100_000)
	_, _ = fmt.Fprintf(w, "\nA final with 100000 viewers: %.1f cores for each move that all see within a second, %.1f MB a move.\n", cores, bytes/1e6)
}

func main() {
	var a assumptions
	var p prices
	flag.Float64Var(&a.pause, "pause", 5, "`seconds` between two moves of a match")
	flag.Float64Var(&a.mean, "mean", 0.4, "players at an average time, by players at the peak")
	flag.Float64Var(&a.spare, "spare", 2, "cores and memory to have, by those in use at the peak")
	flag.Float64Var(&p.core, "core", 6, "`euros` a month for a core")
	flag.Float64Var(&p.memory, "memory", 2, "`euros` a month for a GB of memory")
	flag.Float64Var(&p.disk, "disk", 50, "`euros` a month for a TB of disk")
	flag.Float64Var(&p.traffic, "traffic", 1, "`euros` for a TB of traffic")
	flag.Parse()
	write(os.Stdout, a, p)
}
