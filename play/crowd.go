package play

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

const (
	presencePattern = "presence.>"
	silentBeats     = 4      // after so many beats a node that is silent is gone
	deadBeats       = 5      // after so many half beats one that does not answer either is dead
	maxPresence     = 30_000 // players of a node that others are told of
)

// crowd knows who is on this node, and what the other nodes say of theirs.
type crowd struct {
	service *Service

	mu      sync.Mutex
	here    map[string]attendance // by player
	nodes   map[string]neighbour
	outages []outage
	upset   atomic.Bool // there are outages
	joined  atomic.Bool // there are nodes; as the one before it is there for every move to read without the lock
	born    time.Time   // when this node was started
	awake   time.Time   // since when it has not stood still
	leaving time.Time   // when it began to leave; zero: it stays
	pulsed  time.Time   // its last sign of life
	echo    time.Time   // when it last heard its own
}

// attendance is a player's being here.
type attendance struct {
	conns int
	since time.Time
}

// neighbour is another node.
type neighbour struct {
	beat
	who    map[uint32]bool // hashes of its players
	before map[uint32]bool // as they were told before
	heard  time.Time       // when they were told
	last   time.Time       // its last sign of life in the database; zero: not known yet
	sign   time.Time       // and on the bus
	born   int64           // which process it is
	lost   bool            // it does nothing more for its players
}

// beat is what a node says of itself in the database.
type beat struct {
	Players int   `json:"players"`
	Matches int   `json:"matches"`
	Born    int64 `json:"born,omitempty"`  // when it was started, in microseconds
	Awake   int64 `json:"awake,omitempty"` // since when it has done its work without a pause; 0: it does no more
}

func (c *crowd) init(s *Service) {
	c.service, c.here, c.nodes = s, map[string]attendance{}, map[string]neighbour{}
}

// Enter says that a player has come to this node, by one more connection,
// until leave is called.
func (s *Service) Enter(player string) (leave func()) {
	c := &s.crowd
	c.mu.Lock()
	a := c.here[player]
	if a.conns++; a.conns == 1 {
		a.since = s.Now()
		c.cameBack(a.since, func(yield func(uint32) bool) { yield(hashOf(player)) })
	}
	c.here[player] = a
	c.mu.Unlock()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		a := c.here[player]
		if a.conns--; a.conns <= 0 {
			delete(c.here, player)
			return
		}
		c.here[player] = a
	})
}

func hashOf(player string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(player)) // never fails
	return h.Sum32()
}

// Online says which of the players are there, on whatever node, as far as is
// known. Of players on other nodes it may rarely be wrong.
func (s *Service) Online(players []string) map[string]bool {
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[string]bool, len(players))
	for _, p := range players {
		if c.here[p].conns > 0 {
			out[p] = true
			continue
		}
		h := hashOf(p)
		for _, n := range c.nodes {
			out[p] = out[p] || n.who[h]
		}
	}
	return out
}

// Presence counts who is there.
func (s *Service) Presence() Presence {
	own := s.crowd.own()
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	p := Presence{Nodes: 1 + len(c.nodes), Players: own.Players, Matches: own.Matches}
	for _, n := range c.nodes {
		p.Players += n.Players
		p.Matches += n.Matches
	}
	return p
}

func (c *crowd) own() beat {
	var b beat
	for t := range c.service.each {
		if t.players.size() > 0 {
			b.Matches++
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b.Players = len(c.here)
	return b
}

func (c *crowd) body() []byte {
	b := c.own()
	c.mu.Lock()
	b.Born = c.born.UnixMicro()
	if c.leaving.IsZero() {
		b.Awake = c.awake.UnixMicro()
	}
	c.mu.Unlock()
	data, _ := json.Marshal(b) // numbers can be written
	return data
}

// beat says that this node is alive and hears of the others.
func (s *Service) beat(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	if err := s.exchange(ctx); err != nil {
		if ctx.Err() == nil {
			s.log.Warn("the heartbeat was not written", "err", err)
		}
		return
	}
	s.sayWho()
}

// exchange does so by the database.
func (s *Service) exchange(ctx context.Context) error {
	if err := s.o.Store.Beat(ctx, s.o.Node, s.crowd.body()); err != nil {
		return err
	}
	return s.hearBeats(ctx)
}

func (s *Service) hearBeats(ctx context.Context) error {
	nodes, err := s.o.Store.Alive(ctx, silentBeats*s.o.Beat)
	if err == nil {
		s.hear(nodes)
	}
	return err
}

// hear takes the heartbeats of the others.
func (s *Service) hear(nodes []Node) {
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.nodes
	c.nodes = map[string]neighbour{}
	for _, n := range nodes {
		if n.ID == s.o.Node {
			continue
		}
		next := old[n.ID]
		next.last = n.Beat
		if json.Unmarshal(n.Body, &next.beat) != nil {
			continue
		}
		c.clear(n.ID, &next)
		c.nodes[n.ID] = next
	}
	c.joined.Store(len(c.nodes) > 0)
}

// know notes what is known of another node. The crowd is locked.
func (c *crowd) know(node string, n neighbour) {
	c.nodes[node] = n
	c.joined.Store(true)
}

// other is a node that may be asked.
type other struct {
	id   string
	beat time.Time // its last sign of life
}

// others lists the nodes that are or were lately alive, but for this one.
func (c *crowd) others() []other {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]other, 0, len(c.nodes))
	for id, n := range c.nodes {
		list = append(list, other{id, n.last})
	}
	return list
}

// alone reports whether no other node is known. One that is started is heard of
// at once, by its first sign of life.
func (c *crowd) alone() bool { return !c.joined.Load() }

// sayWho tells the other nodes by the bus who is here.
func (s *Service) sayWho() {
	c := &s.crowd
	c.mu.Lock()
	if !c.leaving.IsZero() {
		c.mu.Unlock()
		return // those who were here when it began to leave are its players
	}
	data := binary.BigEndian.AppendUint64(make([]byte, 0, 8+4*min(len(c.here), maxPresence)), uint64(c.born.UnixMicro())) //nolint:gosec // after 1970
	for p := range c.here {
		if len(data) < 8+4*maxPresence {
			data = binary.BigEndian.AppendUint32(data, hashOf(p))
		}
	}
	c.mu.Unlock()
	_ = s.o.Bus.Publish("presence."+s.o.Node, data) // it comes again
}

// hearWho takes what another node says of its players.
func (s *Service) hearWho(subject string, data []byte) {
	node := subject[len("presence."):]
	if node == s.o.Node || len(data) < 8 {
		return
	}
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	c.meet(node, int64(binary.BigEndian.Uint64(data))) //nolint:gosec // as it was written
	data = data[8:]
	n := c.nodes[node]
	n.before, n.heard = n.who, s.Now()
	n.who = make(map[uint32]bool, len(data)/4)
	for ; len(data) >= 4; data = data[4:] {
		n.who[binary.BigEndian.Uint32(data)] = true
	}
	c.know(node, n)
	if !n.lost {
		c.cameBack(n.heard, maps.Keys(n.who))
	}
}

// hashes are the players that are here. The crowd is locked.
func (c *crowd) hashes() map[uint32]bool {
	all := make(map[uint32]bool, len(c.here))
	for p := range c.here {
		all[hashOf(p)] = true
	}
	return all
}

// leave tells the other nodes that this one does nothing more for those who are
// here.
func (c *crowd) leave() {
	s := c.service
	s.sayWho()
	c.mu.Lock()
	if c.leaving.IsZero() {
		c.leaving = s.Now()
	}
	c.mu.Unlock()
	s.pulse(context.Background())
}
