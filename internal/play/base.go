package play

import (
	"context"
	"log/slog"
	"sync"

	"kydai/internal/cluster"
)

// base holds the fields that all parts of the play service share.
type base struct {
	log     *slog.Logger
	gate    *gate
	time    *timekeeper
	cluster *cluster.Cluster
}

// claim names the rows that are used up in the transaction that starts a match: an offer, two
// pairing tickets, the board of an event, or no row.
type claim struct {
	offer string
	pair  *Pair
	board bool // the match is for an event board whose two players have agreed to start; the board already holds the match id
}

// gate counts the commands in progress. When it is closed, it admits no further commands.
type gate struct {
	mu      sync.Mutex
	shut    bool
	running int
	idle    chan struct{} // closed when the gate is shut and no command is in progress
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return errDraining
	}
	g.running++
	return nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if g.shut && g.running == 0 {
		close(g.idle)
	}
}

func (g *gate) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut
}

func (g *gate) close(ctx context.Context) error {
	g.mu.Lock()
	if !g.shut {
		g.shut, g.idle = true, make(chan struct{})
		if g.running == 0 {
			close(g.idle)
		}
	}
	idle := g.idle
	g.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
