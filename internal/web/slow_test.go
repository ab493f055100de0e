package web_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// fakeLink is a connection that a test controls.
type fakeLink struct {
	in     chan []byte
	out    chan []byte
	pings  chan []byte
	ended  chan int
	block  sync.Mutex // while a test holds it, writes block
	onPong func([]byte)
	once   sync.Once
}

func newFakeLink() *fakeLink {
	return &fakeLink{in: make(chan []byte, 100), out: make(chan []byte, 1000), pings: make(chan []byte, 100), ended: make(chan int, 1)}
}

func (f *fakeLink) Read() ([]byte, error) {
	data, ok := <-f.in
	if !ok {
		return nil, errors.New("closed")
	}
	return data, nil
}

func (f *fakeLink) Write(data []byte) error {
	f.block.Lock()
	defer f.block.Unlock()
	f.out <- data
	return nil
}

func (f *fakeLink) Ping(payload []byte) error { f.pings <- payload; return nil }
func (f *fakeLink) OnPong(pong func([]byte))  { f.onPong = pong }
func (f *fakeLink) Close(code int, _ string)  { f.once.Do(func() { f.ended <- code; close(f.in) }) }
func (f *fakeLink) send(m any)                { f.in <- wire.Encode(m) }

func (f *fakeLink) next(t *testing.T) (kind string, data []byte) {
	t.Helper()
	select {
	case data = <-f.out:
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
	var head struct{ T string }
	if err := json.Unmarshal(data, &head); err != nil {
		t.Fatal(err)
	}
	return head.T, data
}

// TestSlowSpectator checks that a spectator that reads slowly gets the latest state and not every
// state in between.
func TestSlowSpectator(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	l := newFakeLink()
	s.web.Attach(l, play.Player{ID: "spectator", Name: "x"})
	l.send(wire.Watch{T: wire.AskWatch, ID: id})
	for kind := ""; kind != wire.TellMatch; {
		kind, _ = l.next(t)
	}
	l.block.Lock()
	codes := []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"}
	for ply, code := range codes {
		[]*guest{a, b}[ply%2].post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
	}
	time.Sleep(100 * time.Millisecond) // wait until the moves have reached the spectators, which get them later than the players
	l.block.Unlock()
	var got []string
	frames := 0
	for len(got) < len(codes) {
		kind, data := l.next(t)
		if kind != wire.TellEvents {
			continue
		}
		var e wire.Events
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		frames++
		got = append(got[:e.At:e.At], e.Codes...)
	}
	if !slices.Equal(got, codes) || frames > 2 {
		t.Errorf("he was told %v in %d frames", got, frames)
	}
}

func TestLag(t *testing.T) {
	s := newSite(t)
	a, _, id := s.pair("chess", nil)
	l := newFakeLink()
	c := s.web.Attach(l, play.Player{ID: a.id, Name: "x"})
	payload := <-l.pings
	l.onPong([]byte("12345678"))
	l.onPong(nil)
	if c.Lag() != 0 {
		t.Errorf("answers to no ping of ours make a lag of %v", c.Lag())
	}
	const trip = 60 * time.Millisecond
	time.Sleep(trip)
	l.onPong(payload)
	lag := c.Lag()
	if lag < trip/2 || lag > trip {
		t.Errorf("a round trip of %v makes a lag of %v", trip, lag)
	}
	l.onPong(payload)
	if c.Lag() != lag {
		t.Error("an answer counts twice")
	}
	m := a.connect().watch(id)
	l.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "e2e4"})
	if e := m.events(); len(e.Lag) != 1 || e.Lag[0] != lag.Milliseconds() {
		t.Errorf("the move shows the lag %v; it was %v", e.Lag, lag)
	} else if len(e.Lost) != 1 || e.Lost[0] != lag.Milliseconds() {
		t.Errorf("no clock ran, so nothing was given back; %v of %v were not", e.Lost, lag)
	}
}

func TestSilentConnection(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.PingEvery = 64 * time.Millisecond })
	talking, silent := newFakeLink(), newFakeLink()
	s.web.Attach(talking, play.Player{ID: "a"})
	s.web.Attach(silent, play.Player{ID: "b"})
	deadline := time.After(patience)
	for {
		select {
		case p := <-talking.pings:
			talking.onPong(p)
		case code := <-silent.ended:
			if code != 1001 {
				t.Errorf("who is silent is dismissed with %d", code)
			}
			return
		case <-talking.ended:
			t.Fatal("who answers pings is dismissed")
		case <-deadline:
			t.Fatal("who is silent is kept")
		}
	}
}

func TestHere(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.PingEvery = 200 * time.Millisecond })
	a, b, id := s.pair("chess", nil)
	m := a.connect().watch(id)
	other := b.connect()
	wait := func(want [2]bool) {
		t.Helper()
		for h := (wire.Here{}); h.Here != want; {
			m.s.next(wire.TellHere, &h)
		}
	}
	wait([2]bool{true, true})
	_ = other.c.Close()
	wait([2]bool{true, false})
	looksOn := func(want int) {
		t.Helper()
		for n := -1; n != want; {
			var h wire.Here
			m.s.next(wire.TellHere, &h)
			n = h.Watching
		}
	}
	onlooker := s.guest().connect()
	onlooker.watch(id)
	looksOn(1)
	_ = onlooker.c.Close()
	looksOn(0)
	var p wire.Presence
	a.get("/api/presence", &p)
	if p.Nodes == 0 || p.Players == 0 {
		t.Errorf("%+v are there", p)
	}
	if status, _ := a.ask(http.MethodPost, "/api/presence", nil); status != http.StatusMethodNotAllowed && status != http.StatusNotFound {
		t.Errorf("presence can be posted: %d", status)
	}
}
