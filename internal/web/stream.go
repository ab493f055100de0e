package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
)

// aliveEvery is how often a stream says that it is there. A bot cannot ask: what
// it does not hear is all it knows of a node that stands still.
const aliveEvery = 2 * time.Second

// streamWrite is how long a line may take to be sent.
const streamWrite = 10 * time.Second

func (s *Server) streamOperation(a huma.API) {
	op := operation(http.MethodGet, "/api/bot/stream", "botStream",
		"What happens in my matches: a BotEvent in each line, until the connection ends")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Lines of JSON",
		Content: map[string]*huma.MediaType{"application/x-ndjson": {
			Schema: &huma.Schema{Ref: "#/components/schemas/BotEvent"},
		}},
	}}
	handle(s, a, op, func(ctx context.Context, v visitor, _ *none) (*huma.StreamResponse, error) {
		if s.ending.Err() != nil {
			return nil, problemOf(play.Draining, "this server is about to stop; please connect again")
		}
		if !s.conns.enter(v.address, s.o.Limits.Connections) {
			return nil, errTooMany
		}
		b := &botStream{s: s, who: v.Player, wake: make(chan struct{}, 1), matches: map[string]*botMatch{}}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			defer s.conns.leave(v.address)
			b.run(ctx, hc)
		}}, nil
	})
}

// botStream tells a bot what happens in its matches. As for a socket, states
// are not queued: who is slow is told the latest.
type botStream struct {
	s    *Server
	who  play.Player
	wake chan struct{} // holds one: there is something to tell

	mu      sync.Mutex
	matches map[string]*botMatch
	begun   []string // matches that are to be watched
}

type botMatch struct {
	b      *botStream
	handle *play.Watch
	latest *play.Snapshot
	told   *play.Snapshot
}

// Changed is told by play of a new state.
func (m *botMatch) Changed(s *play.Snapshot) {
	m.b.mu.Lock()
	m.latest = s
	m.b.mu.Unlock()
	m.b.rouse()
}

func (b *botStream) rouse() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *botStream) begin(id string) {
	b.mu.Lock()
	b.begun = append(b.begun, id)
	b.mu.Unlock()
	b.rouse()
}

func (b *botStream) run(ctx context.Context, hc huma.Context) {
	s := b.s
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	defer s.o.Play.Enter(b.who.ID)()
	defer b.end()
	cancel, err := s.beginnings(b.who, b.begin)
	if err != nil {
		s.log.Warn("a bot's stream has no subscription", "err", err)
		return
	}
	defer cancel()
	under, err := s.o.Play.Playing(ctx, b.who)
	if err != nil {
		s.log.Warn("a bot's matches could not be read", "err", err)
		return
	}
	for i := len(under) - 1; i >= 0; i-- {
		b.begin(under[i].ID)
	}
	hc.SetHeader("Content-Type", "application/x-ndjson")
	hc.SetHeader("X-Accel-Buffering", "no") // a proxy must not wait for more
	out := &lines{to: hc.BodyWriter()}
	out.control, _ = out.to.(http.ResponseWriter)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	ok := out.write(wire.BotEvent{T: "alive"})
	for ok {
		select {
		case <-ctx.Done():
			return
		case <-s.ending.Done():
			return
		case <-alive.C:
			ok = out.write(wire.BotEvent{T: "alive"})
		case <-b.wake:
			b.watchBegun(ctx)
			ok = b.tell(out)
		}
	}
}

// watchBegun watches what has begun.
func (b *botStream) watchBegun(ctx context.Context) {
	b.mu.Lock()
	begun := b.begun
	b.begun = nil
	b.mu.Unlock()
	for _, id := range begun {
		b.mu.Lock()
		known := b.matches[id] != nil
		b.mu.Unlock()
		if known {
			continue
		}
		m := &botMatch{b: b}
		handle, err := b.s.o.Play.Watch(ctx, b.who, id, m)
		if err != nil {
			b.s.log.Warn("a bot's match cannot be watched", "match", id, "err", err)
			continue
		}
		b.mu.Lock()
		m.handle = handle
		b.matches[id] = m
		b.mu.Unlock()
	}
}

// tell writes a line for every match that has changed, and lets go of those
// that are over.
func (b *botStream) tell(out *lines) bool {
	b.mu.Lock()
	var news []*botMatch
	for _, m := range b.matches {
		if m.latest != m.told {
			news = append(news, m)
		}
	}
	b.mu.Unlock()
	for _, m := range news {
		b.mu.Lock()
		s, first := m.latest, m.told == nil
		m.told = s
		b.mu.Unlock()
		view := wire.NewView(s, s.Side(b.who.ID))
		if first && !out.write(wire.BotEvent{T: "started", Match: view}) {
			return false
		}
		kind := "changed"
		switch {
		case s.Over:
			kind = "ended"
		case s.View(game.NoSide).Turn == s.Side(b.who.ID):
			kind = "turn"
		case first:
			continue
		}
		if !out.write(wire.BotEvent{T: kind, Match: view}) {
			return false
		}
		if s.Over {
			b.mu.Lock()
			delete(b.matches, s.ID)
			b.mu.Unlock()
			m.handle.Close()
		}
	}
	return true
}

func (b *botStream) end() {
	b.mu.Lock()
	all := b.matches
	b.matches = map[string]*botMatch{}
	b.mu.Unlock()
	for _, m := range all {
		m.handle.Close()
	}
}

// lines writes one line at a time and sees to it that it leaves.
type lines struct {
	to interface {
		Write(p []byte) (int, error)
	}
	control http.ResponseWriter
}

func (l *lines) write(e wire.BotEvent) bool {
	if l.control != nil {
		_ = http.NewResponseController(l.control).SetWriteDeadline(time.Now().Add(streamWrite))
	}
	if _, err := l.to.Write(append(wire.Encode(e), '\n')); err != nil {
		return false
	}
	return l.control == nil || http.NewResponseController(l.control).Flush() == nil
}
