package play

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"kydai/bus"
	"kydai/match"
)

const (
	lobbySubject    = "lobby.all"
	presencePattern = "presence.>"
	silentBeats     = 4      // after so many beats a node that is silent is gone
	maxPresence     = 30_000 // players of a node that others are told of
)

// lobby knows the open offers while somebody watches them.
type lobby struct {
	service *Service

	mu       sync.Mutex
	watchers map[int]func([]Seek)
	next     int
	sub      bus.Subscription
	last     []Seek
	known    bool

	telling sync.Mutex // one call at a time
}

func (l *lobby) init(s *Service) { l.service, l.watchers = s, map[int]func([]Seek){} }

// WatchLobby calls f with the lobby as it is and whenever it has changed, one
// call at a time, until cancel is called. f must not wait for anything and
// must not cancel.
func (s *Service) WatchLobby(f func([]Seek)) (cancel func()) {
	l := &s.lobby
	l.telling.Lock()
	l.mu.Lock()
	l.next++
	key := l.next
	l.watchers[key] = f
	if l.sub == nil {
		l.sub, _ = s.o.Bus.Subscribe(lobbySubject, bus.Handler{ // without it check looks now and then
			Message: func(string, []byte) { l.look() },
			Gap:     func(bus.Gap) { l.look() },
		})
	}
	last, known := l.last, l.known
	l.mu.Unlock()
	if known {
		f(last)
	}
	l.telling.Unlock()
	if !known {
		go l.look()
	}
	return func() {
		l.telling.Lock()
		defer l.telling.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, key)
		if len(l.watchers) == 0 && l.sub != nil {
			l.sub.Cancel()
			l.sub, l.known, l.last = nil, false, nil
		}
	}
}

// changed tells all nodes that the lobby has changed.
func (l *lobby) changed() {
	_ = l.service.o.Bus.Publish(lobbySubject, nil) // if it is lost, check finds out
	go l.look()
}

// check looks at the lobby if somebody watches it.
func (l *lobby) check(context.Context) { l.look() }

// look reads the lobby and tells of it if it has changed.
func (l *lobby) look() {
	l.telling.Lock()
	defer l.telling.Unlock()
	l.mu.Lock()
	watched := len(l.watchers) > 0
	l.mu.Unlock()
	if !watched {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	seeks, err := l.service.Lobby(ctx)
	if err != nil {
		return
	}
	l.mu.Lock()
	same := l.known && slices.EqualFunc(l.last, seeks, func(a, b Seek) bool { return a.ID == b.ID })
	l.last, l.known = seeks, true
	var tell []func([]Seek)
	for _, f := range l.watchers {
		tell = append(tell, f)
	}
	l.mu.Unlock()
	if same {
		return
	}
	for _, f := range tell {
		f(seeks)
	}
}

func playerSubject(player string) (string, error) { return bus.Subject("u", player, "new") }

// tellPlayers tells the players of a new match, on whatever node they are.
func (s *Service) tellPlayers(id string, m *match.Match) {
	terms := m.Terms()
	for i, seat := range terms.Seats {
		if seat.Player == "" || i == 1 && seat.Player == terms.Seats[0].Player {
			continue
		}
		if subject, err := playerSubject(seat.Player); err == nil {
			_ = s.o.Bus.Publish(subject, []byte(id)) // Playing tells as well
		}
	}
}

// WatchPlayer calls f with the id of every match that begins for a player, on
// whatever node, until cancel is called. A message may get lost: gap is called
// when that may have happened, and it is time to ask Playing.
func (s *Service) WatchPlayer(player string, f func(matchID string), gap func()) (cancel func(), err error) {
	subject, err := playerSubject(player)
	if err != nil {
		return nil, err
	}
	sub, err := s.o.Bus.Subscribe(subject, bus.Handler{
		Message: func(_ string, data []byte) { f(string(data)) },
		Gap:     func(bus.Gap) { gap() },
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}

// crowd knows who is on this node, and what the other nodes say of theirs.
type crowd struct {
	service *Service

	mu    sync.Mutex
	here  map[string]int // connections by player
	nodes map[string]neighbour
}

// neighbour is another node.
type neighbour struct {
	beat
	who map[uint32]bool // hashes of its players
}

// beat is what a node says of itself.
type beat struct {
	Players int   `json:"players"`
	Matches int   `json:"matches"`
	Commit  int64 `json:"commit"` // its longest commit of late, in microseconds
}

func (c *crowd) init(s *Service) {
	c.service, c.here, c.nodes = s, map[string]int{}, map[string]neighbour{}
}

// Enter says that a player has come to this node, by one more connection,
// until leave is called.
func (s *Service) Enter(player string) (leave func()) {
	c := &s.crowd
	c.mu.Lock()
	c.here[player]++
	c.mu.Unlock()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.here[player]--; c.here[player] <= 0 {
			delete(c.here, player)
		}
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
		out[p] = c.here[p] > 0
		for _, n := range c.nodes {
			out[p] = out[p] || n.who[hashOf(p)]
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
	b := beat{Commit: c.service.latency.own().Microseconds()}
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
	data, _ := json.Marshal(c.own()) // numbers can be written
	return data
}

// beat says that this node is alive and hears of the others.
func (s *Service) beat(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	c := &s.crowd
	if err := s.o.Store.Beat(ctx, s.o.Node, c.body()); err != nil {
		if ctx.Err() == nil {
			s.log.Warn("the heartbeat was not written", "err", err)
		}
		return
	}
	nodes, err := s.o.Store.Alive(ctx, silentBeats*s.o.Beat)
	if err != nil {
		return
	}
	s.sayWho()
	s.hear(nodes)
}

// hear takes the heartbeats of the others.
func (s *Service) hear(nodes []Node) {
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.nodes
	c.nodes = map[string]neighbour{}
	var commit time.Duration
	for _, n := range nodes {
		if n.ID == s.o.Node {
			continue
		}
		next := neighbour{who: old[n.ID].who}
		if json.Unmarshal(n.Body, &next.beat) != nil {
			continue
		}
		commit = max(commit, time.Duration(next.Commit)*time.Microsecond)
		c.nodes[n.ID] = next
	}
	s.latency.mu.Lock()
	defer s.latency.mu.Unlock()
	s.latency.others = commit
}

// sayWho tells the other nodes by the bus who is here.
func (s *Service) sayWho() {
	c := &s.crowd
	c.mu.Lock()
	data := make([]byte, 0, 4*min(len(c.here), maxPresence))
	for p := range c.here {
		if len(data) < 4*maxPresence {
			data = binary.BigEndian.AppendUint32(data, hashOf(p))
		}
	}
	c.mu.Unlock()
	_ = s.o.Bus.Publish("presence."+s.o.Node, data) // it comes again
}

// hearWho takes what another node says of its players.
func (s *Service) hearWho(subject string, data []byte) {
	node := subject[len("presence."):]
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	n, ok := c.nodes[node]
	if !ok {
		return // its heartbeat has not been seen yet
	}
	n.who = make(map[uint32]bool, len(data)/4)
	for ; len(data) >= 4; data = data[4:] {
		n.who[binary.BigEndian.Uint32(data)] = true
	}
	c.nodes[node] = n
}
