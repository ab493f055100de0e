// Package cluster tracks the nodes of a site: which nodes are alive, which players are connected
// to which node, and which players could not play because a node was down. It also asks other
// nodes whether they are still processing a move. Nodes communicate over the message bus;
// heartbeats are also written to the database.
package cluster

import (
	"context"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"kydai/internal/bus"
	"kydai/internal/trace"
)

// Store keeps the heartbeats of all nodes.
type Store interface {
	// Beat writes a heartbeat for the node with this id. body is data for the other nodes.
	Beat(ctx context.Context, id string, body []byte) error
	// Alive lists the nodes whose last heartbeat is not older than the given duration.
	Alive(ctx context.Context, within time.Duration) ([]Node, error)
}

// Node is a row in the store: a node and its last heartbeat.
type Node struct {
	ID   string
	Body []byte    // data for the other nodes: the JSON of a heartbeat
	Beat time.Time // database time of the node's last heartbeat
}

// Options configure a Cluster. All fields are required.
type Options struct {
	Node  string // name of this node
	Store Store
	Bus   bus.Bus
	Now   func() time.Time // time that all nodes of the site share, based on the database clock
	Clock func() time.Time // time of this machine's own clock
	Log   *slog.Logger
	// Heartbeat is the interval between two heartbeats.
	Heartbeat time.Duration
	// Matches returns the number of watched matches on this node.
	Matches func() int
	// FirstMove returns when this node received the oldest message that arrived before the given
	// time, is still being processed and may be a move of the match. If sure is true, only messages
	// known to be moves of the match count.
	FirstMove func(match string, before time.Time, sure bool) (at time.Time, ok bool)
	// AtTable reports whether a player watches a match on this node.
	AtTable func(match, player string) bool
	// Deaf is called repeatedly while this node receives no messages over the bus. The function
	// must reload this node's matches from the store.
	Deaf func()
	// Resumed observes, for each player whose node was lost or drained, the seconds until the
	// player is connected to this node. nil observes nothing.
	Resumed interface{ Observe(seconds float64) }
}

// Cluster is one node's knowledge of the cluster. It is safe for concurrent
// use.
type Cluster struct {
	options Options
	health  health
	queries *Queries

	mu      sync.Mutex
	here    map[string]attendance // connections to this node, by player
	roll    roll                  // the same players by hash, in the form sent to other nodes
	peers   peers
	outages outages
	born    time.Time // start time of this node
	awake   time.Time // start of the time in which this process has run without a pause
	leaving time.Time // when this node began to drain; zero if the node is not draining
	sent    time.Time // time when this node last sent a signal, which shows other nodes that it is alive
	echo    time.Time // time when this node last received its own signal over the bus

	dismissed dismissals
	lost      uint64 // number of nodes that disappeared without announcing it
}

// attendance holds the number of connections of a player to this node and the time when the first
// of them was opened.
type attendance struct {
	conns int
	since time.Time
}

// New creates a cluster that knows only this node. Call Listen and Run to
// exchange data with other nodes.
func New(o Options) *Cluster {
	c := &Cluster{
		options: o, here: map[string]attendance{},
		roll: roll{all: map[uint32]attendance{}, changed: map[uint32]bool{}},
	}
	c.peers.all, c.peers.places = map[string]*peer{}, map[uint32]int{}
	c.outages.of, c.outages.unsure = map[uint32][]*outage{}, map[string][]*outage{}
	c.queries = &Queries{options: o, peers: c.Peers, gone: c.Gone, here: c.Here}
	c.born = o.Now()
	c.awake, c.echo = c.born, c.born
	c.health.note(c.born, o.Clock(), nil)
	return c
}

// Listen subscribes to the messages and queries of other nodes, until the caller calls the returned
// function cancel.
func (c *Cluster) Listen() (cancel func(), err error) {
	var subs []bus.Subscription
	cancel = func() {
		for _, s := range subs {
			s.Cancel()
		}
	}
	noGap := func(bus.Gap) {}
	for pattern, hear := range map[string]func(string, []byte){
		presencePattern: c.hearPresence, whoRoot + c.options.Node + ".>": c.hearPresence, signalPattern: c.hearSignal,
	} {
		s, err := c.options.Bus.Subscribe(pattern, bus.Handler{Message: hear, Gap: noGap})
		if err != nil {
			cancel()
			return nil, err
		}
		subs = append(subs, s)
	}
	s, err := c.queries.serve()
	if err != nil {
		cancel()
		return nil, err
	}
	subs = append(subs, s)
	return cancel, nil
}

// Run sends heartbeats and signals and detects silent nodes, until ctx ends.
func (c *Cluster) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, loop := range []struct {
		every time.Duration
		do    func(context.Context)
	}{
		{c.options.Heartbeat, c.heartbeat},
		{c.signalEvery(), c.signal},
		{c.signalEvery(), c.checkSignals},
	} {
		wg.Go(func() {
			tick := time.NewTicker(loop.every)
			defer tick.Stop()
			for {
				loop.do(trace.Begin(ctx))
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
	wg.Wait()
}

// Queries returns the object that sends queries about moves and players to other nodes.
func (c *Cluster) Queries() *Queries { return c.queries }

// Enter records one more connection of a player to this node, until leave is
// called.
func (c *Cluster) Enter(player string) (leave func()) {
	c.mu.Lock()
	a := c.here[player]
	if a.conns++; a.conns == 1 {
		a.since = c.options.Now()
		h := hashOf(player)
		c.roll.enter(h, a.since)
		c.outages.resumed(a.since, h, c.options.Resumed)
		c.outages.back(a.since, []uint32{h})
	}
	c.here[player] = a
	c.mu.Unlock()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		a := c.here[player]
		if a.conns--; a.conns <= 0 {
			delete(c.here, player)
			c.roll.leave(hashOf(player))
			return
		}
		c.here[player] = a
	})
}

func hashOf(player string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(player)) // Write of a hash never fails
	return h.Sum32()
}

// Here reports whether a player is connected to this node.
func (c *Cluster) Here(player string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.here[player].conns > 0
}

// Online reports which of the players are connected to any node. For players on
// other nodes it may rarely be wrong.
func (c *Cluster) Online(players []string) map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[string]bool, len(players))
	for _, p := range players {
		if c.here[p].conns > 0 {
			out[p] = true
			continue
		}
		h := hashOf(p)
		if c.peers.places[h] == 0 {
			continue
		}
		for _, n := range c.peers.all {
			out[p] = out[p] || n.who[h]
		}
	}
	return out
}

// Count returns how many nodes, connected players and watched matches there are on all nodes
// together.
func (c *Cluster) Count() (nodes, players, matches int) {
	matches = c.options.Matches()
	c.mu.Lock()
	defer c.mu.Unlock()
	players = len(c.here)
	for _, n := range c.peers.all {
		players += n.Players
		matches += n.Matches
	}
	return 1 + len(c.peers.all), players, matches
}

// Alone reports whether this node knows no other node. A node becomes known with the first signal
// that arrives from it.
func (c *Cluster) Alone() bool { return !c.peers.some.Load() }

// Leave tells the other nodes that this node is about to stop serving its players.
func (c *Cluster) Leave() {
	c.sayPresence()
	c.mu.Lock()
	if c.leaving.IsZero() {
		c.leaving = c.options.Now()
	}
	c.mu.Unlock()
	c.signal(context.Background())
}
