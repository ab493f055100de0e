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

// Whereabouts is the combined knowledge of all nodes about a player.
type Whereabouts int

// The values of Whereabouts. If the nodes give different answers, the greatest value counts.
const (
	Away      Whereabouts = iota // the player is connected to no node
	Unsure                       // the player is on none of the nodes that answered, but at least one node did not answer
	Connected                    // the player is connected to a node, or watches the match there
)

// hereWord answers a query about a player: yes if the player is connected to this node or watches
// the match here, otherwise no.
func (q *Queries) hereWord(match, player string) string {
	if q.here(player) || q.options.AtTable(match, player) {
		return yes
	}
	return no
}

// Present queries all nodes, including this one, whether a player is connected or watches
// a match.
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

// Sound returns the last time at which this node certainly reached both the database and the bus.
// While a node that may have players does not respond, Sound returns the zero time.
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

// Rhythm returns the interval between two heartbeats.
func (c *Cluster) Rhythm() time.Duration { return c.options.Heartbeat }
