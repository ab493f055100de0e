package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"kydai/internal/bus"
)

const (
	yes = "yes"
	no  = "no"
)

// Whereabouts is what all nodes together know of a player.
type Whereabouts int

// The whereabouts; of several answers the greatest counts.
const (
	Away      Whereabouts = iota // no node has the player
	Unsure                       // a node cannot be asked
	Connected                    // a node has the player
)

// hereWord answers whether a player is connected to this node or watches a
// match here.
func (q *Queries) hereWord(match, player string) string {
	if q.here(player) || q.options.AtTable(match, player) {
		return yes
	}
	return no
}

// Present asks all nodes, including this one, whether a player is connected or
// watches a match.
func (q *Queries) Present(ctx context.Context, match, player string) Whereabouts {
	if q.hereWord(match, player) == yes {
		return Connected
	}
	nodes := q.peers()
	answers := make([]Whereabouts, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() {
			a, err := q.sendQuery(ctx, n.ID, pendingQuery{Match: match, Player: player})
			if errors.Is(err, bus.ErrNobody) {
				q.gone(ctx, n.ID)
			}
			switch {
			case err == nil && a.Here == yes:
				answers[i] = Connected
			case err != nil || a.Here != no:
				answers[i] = Unsure
			}
		})
	}
	wg.Wait()
	worst := Away
	for _, a := range answers {
		worst = max(worst, a)
	}
	return worst
}

// Sound is the last time at which this node certainly reached the database and
// the bus. It is zero while a node is missing that may have players.
func (c *Cluster) Sound() time.Time {
	h := &c.health
	h.mu.Lock()
	written := h.began
	h.mu.Unlock()
	now := c.options.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.peers.misses(now, c.deadAfter()):
		return time.Time{}
	case c.echo.Before(written):
		return c.echo
	}
	return written
}

// Rhythm is the time between two heartbeats.
func (c *Cluster) Rhythm() time.Duration { return c.options.Heartbeat }
