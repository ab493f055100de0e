package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// aliveEvery is the interval between heartbeats in a bot's stream. If heartbeats are missing, the
// bot knows that its node is dead.
const aliveEvery = 2 * time.Second

// streamWrite is the time limit for sending one line to a bot.
const streamWrite = 10 * time.Second

func (s *Server) streamOperation(a huma.API) {
	op := operation(http.MethodGet, "/api/bot/stream", "botStream",
		"Stream the events of the caller's matches: one BotEvent per line, until the connection ends")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Lines of JSON, one event each",
		Content: map[string]*huma.MediaType{"application/x-ndjson": {
			Schema: &huma.Schema{Ref: "#/components/schemas/BotEvent"},
		}},
	}}
	handle(s, a, op, func(ctx context.Context, v visitor, _ *none) (*huma.StreamResponse, error) {
		if s.leaving.Err() != nil {
			return nil, problemOf(play.Draining, "this server is shutting down; please connect again")
		}
		if !s.admit(v) {
			return nil, errTooMany
		}
		b := &botStream{server: s, who: v.Player, wake: make(chan struct{}, 1), matches: map[string]*botMatch{}}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			defer s.release(v)
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer s.hold(v, cancel)()
			b.run(ctx, hc)
		}}, nil
	})
}

// botStream sends a bot the events of its matches. As with sockets, the states of matches are not
// queued: a slow client gets only the latest state.
type botStream struct {
	server *Server
	who    play.Player
	wake   chan struct{} // capacity 1; a value means that there is something to send

	mu      sync.Mutex
	matches map[string]*botMatch
	begun   []string // ids of started matches that are not watched yet
	events  []wire.BotEvent
}

// maxChallenges is the maximum number of challenges that are queued for a bot that reads slowly.
const maxChallenges = 100

// challenged queues a message about a new or withdrawn challenge.
func (b *botStream) challenged(ch play.Challenge) {
	offer := wire.OfferOf(&ch.Seek)
	e := wire.BotEvent{T: "challenge", Offer: &offer}
	if ch.Gone {
		e.T = "unchallenge"
	}
	b.mu.Lock()
	if len(b.events) < maxChallenges {
		b.events = append(b.events, e)
	}
	b.mu.Unlock()
	b.rouse()
}

type botMatch struct {
	stream *botStream
	handle *play.Watch
	latest *play.Snapshot
	told   *play.Snapshot
}

// Changed receives a new state of the match from package play and wakes the goroutine that sends it
// to the bot.
func (m *botMatch) Changed(s *play.Snapshot) {
	m.stream.mu.Lock()
	m.latest = s
	m.stream.mu.Unlock()
	m.stream.rouse()
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
	s := b.server
	closing, leave, ok := s.hub.addStream(b)
	if !ok {
		return // the server began to shut down meanwhile
	}
	defer leave()
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	defer s.opts.Play.Enter(b.who.ID)()
	defer b.end()
	cancel, err := s.beginnings(b.who, b.begin)
	if err != nil {
		s.log.WarnContext(ctx, "the event stream of a bot could not subscribe", "err", err)
		return
	}
	defer cancel()
	under, err := s.opts.Play.Playing(ctx, b.who)
	if err != nil {
		s.log.WarnContext(ctx, "a bot's matches could not be read", "err", err)
		return
	}
	for i := len(under) - 1; i >= 0; i-- {
		b.begin(under[i].ID)
	}
	seeks, err := s.opts.Play.Lobby().Challenges(ctx, b.who)
	if err != nil {
		s.log.WarnContext(ctx, "a bot's challenges could not be read", "err", err)
		return
	}
	for _, seek := range seeks {
		b.challenged(play.Challenge{Seek: seek})
	}
	hc.SetHeader("Content-Type", "application/x-ndjson")
	hc.SetHeader("X-Accel-Buffering", "no") // tells nginx and similar proxies not to buffer the response
	out := &lines{to: hc.BodyWriter()}
	out.control, _ = out.to.(http.ResponseWriter)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	ok = out.write(wire.BotEvent{T: "alive"})
	for ok {
		select {
		case <-ctx.Done():
			return
		case <-closing:
			s.opts.Play.Dismiss(b.who.ID)
			return
		case <-alive.C:
			ok = out.write(wire.BotEvent{T: "alive"})
		case <-b.wake:
			b.watchBegun(ctx)
			ok = b.tell(out)
		}
	}
}

// watchBegun starts to watch the matches that started since its last call.
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
		m := &botMatch{stream: b}
		handle, err := b.server.opts.Play.Watch(ctx, b.who, id, m)
		if err != nil {
			b.server.log.WarnContext(ctx, "a bot's match cannot be watched", "match", id, "err", err)
			continue
		}
		b.mu.Lock()
		m.handle = handle
		b.matches[id] = m
		b.mu.Unlock()
	}
}

// tell writes the queued events and a line for every match that has changed. It stops watching
// matches that are over. It returns false if a write has failed.
func (b *botStream) tell(out *lines) bool {
	b.mu.Lock()
	events := b.events
	b.events = nil
	var news []*botMatch
	for _, m := range b.matches {
		if m.latest != m.told {
			news = append(news, m)
		}
	}
	b.mu.Unlock()
	for _, e := range events {
		if !out.write(e) {
			return false
		}
	}
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

// lines is the output of a stream. It flushes each line after writing it.
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
