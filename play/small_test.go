package play

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"kydai/bus"
	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// TestIDs: ids are tokens of a bus, differ, and that of a rematch follows from
// its match alone.
func TestIDs(t *testing.T) {
	l := luck{from: &stream{seed: "test"}}
	seen := map[string]bool{}
	for range 1000 {
		id, err := l.id()
		if err != nil || len(id) != idLength || bus.CheckGroup(id) != nil || seen[id] {
			t.Fatalf("the id is %q, %v", id, err)
		}
		seen[id] = true
	}
	a, _ := nextID("x")
	b, _ := nextID("x")
	c, _ := nextID("y")
	if a != b || a == c || len(a) != idLength {
		t.Errorf("rematches are %s, %s and %s", a, b, c)
	}
	if _, err := (&luck{from: bytes.NewReader([]byte("short"))}).id(); err == nil {
		t.Error("an id was drawn from nothing")
	}
}

// TestDealFails: where no luck is to be had nothing is dealt.
func TestDealFails(t *testing.T) {
	r, _ := find("jieqi")
	l := luck{from: bytes.NewReader(make([]byte, 3))}
	if s, err := l.deal(r); err == nil || !s.Empty() {
		t.Error("it was dealt without luck")
	}
}

func TestQuota(t *testing.T) {
	var q quota
	at := now
	for i := range 3 {
		if got := q.take("a", 2, at, time.Minute); got != (i < 2) {
			t.Errorf("take %d: %v", i, got)
		}
	}
	if !q.take("b", 1, at, time.Minute) {
		t.Error("somebody else's quota is used up")
	}
	q.give("a")
	if !q.take("a", 2, at, time.Minute) {
		t.Error("what was given back is not there")
	}
	if at = at.Add(time.Minute); !q.take("a", 2, at, time.Minute) || len(q.until["a"]) != 1 {
		t.Error("old ones count still")
	}
	if at = at.Add(2 * time.Minute); !q.take("c", 1, at, time.Minute) || len(q.until) != 1 {
		t.Errorf("%d players are remembered", len(q.until))
	}
}

func TestGate(t *testing.T) {
	var g gate
	if err := g.enter(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := g.close(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it closed with %v while something was under way", err)
	}
	if codeOf(g.enter()) != Draining {
		t.Error("it lets in after it was closed")
	}
	g.leave()
	if err := g.close(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestSnapshotFrames: a frame is built once for those who need the same.
func TestSnapshotFrames(t *testing.T) {
	r, _ := find("chess")
	m, err := match.New(r, match.Terms{Game: "chess", Seats: [2]match.Seat{{Kind: match.Human, Player: "a"}, {Kind: match.Human, Player: "a"}}}, now)
	if err != nil {
		t.Fatal(err)
	}
	s := newSnapshot("id", m)
	built := 0
	build := func() []byte { built++; s.View(game.First); return []byte{byte(built)} }
	for range 3 {
		for from := range 2 {
			s.Frame(FrameKey{Side: game.First, From: from}, build)
		}
		s.Frame(FrameKey{}, build)
	}
	if built != 3 {
		t.Errorf("%d frames were built, want 3", built)
	}
	for from := range 1000 {
		s.Frame(FrameKey{Side: game.First, From: from}, build)
	}
	if len(s.frames) > maxFrames {
		t.Errorf("%d frames are kept", len(s.frames))
	}
	if s.Side("a") != game.First || s.Side("b") != game.NoSide || s.Side("") != game.NoSide || s.Plays("", game.First) {
		t.Error("sides are wrong")
	}
}

// TestWorkerKeepsFew: engines are used again, and no more are kept than
// allowed.
func TestWorkerKeepsFew(t *testing.T) {
	made, closed := 0, 0
	w := newWorker(WorkerOptions{Rules: find, Idle: 2, Make: func(string, match.Seat, uint64) (engine.Engine, error) {
		made++
		return counted{closed: &closed}, nil
	}})
	job := func(level string) []byte {
		return []byte(`{"game":"chess","within":10,"seat":{"kind":"level","level":` + level + `}}`)
	}
	for _, level := range []string{"1", "1", "2", "1", "3", "2"} {
		if _, err := w.work(t.Context(), "", job(level)); err != nil {
			t.Fatal(err)
		}
	}
	if made != 4 || closed != 2 {
		t.Errorf("%d were made and %d closed, want 4 and 2", made, closed)
	}
	w.o.Make = func(string, match.Seat, uint64) (engine.Engine, error) { return panics{}, nil }
	if _, err := w.work(t.Context(), "", job("8")); err == nil {
		t.Error("an engine that panics gave an answer")
	}
	if err := w.close(); err != nil || closed != 4 {
		t.Errorf("%d were closed in the end, %v", closed, err)
	}
}

type counted struct {
	first
	closed *int
}

func (c counted) Close() error { *c.closed++; return nil }

type panics struct{ first }

func (panics) Think(context.Context, *game.Line, engine.Limits, func(engine.Info)) (engine.Info, error) {
	panic("no idea")
}

// clockwork is a service of which only the time matters.
func clockwork(at *time.Time) *Service {
	s := &Service{log: slog.New(slog.DiscardHandler)}
	s.o.defaults()
	s.o.Clock = func() time.Time { return *at }
	s.time.at.Store(&anchor{local: now, db: now})
	return s
}

// TestArrivals: what came before a moment and is under way is known, of a match
// or of one that is not known yet.
func TestArrivals(t *testing.T) {
	at := now
	s := clockwork(&at)
	deadline := now.Add(time.Second)
	waits := func(id string, want bool) {
		t.Helper()
		if _, got := s.arrivals.first(id, deadline, false); got != want {
			t.Errorf("a move of %s is under way: %v", id, got)
		}
	}
	waits("a", false)
	a := s.Arrive("")
	waits("a", true)
	waits("b", true)
	a.For("a")
	waits("a", true)
	waits("b", false)
	at = now.Add(time.Millisecond)
	again := s.Arrive("a")
	at = deadline
	late := s.Arrive("a")
	if first, _ := s.arrivals.first("a", deadline.Add(time.Second), true); !first.Equal(now) || !late.At.Equal(deadline) {
		t.Errorf("the first came at %v, the last at %v", first, late.At)
	}
	a.Done()
	waits("a", true)
	again.Done()
	again.Done()
	waits("a", false) // the late one does not count
	late.Done()
	if s.arrivals.size() != 0 {
		t.Errorf("%d are left", s.arrivals.size())
	}
}

// looked is a store without matches that says when it is asked for one.
type looked struct {
	Store
	load func()
}

func (l looked) Load(context.Context, string) (Row, error) { l.load(); return Row{}, ErrNotFound }

// TestOneArrival: while a move is dealt with it is noted once, by whoever took
// it in or else by Move, and ended by the same.
func TestOneArrival(t *testing.T) {
	at := now
	s := clockwork(&at)
	s.tables = map[string]*table{}
	under := 0
	s.o.Store = looked{load: func() { under = s.arrivals.size() }}
	a := s.Arrive("")
	for _, mv := range []Move{{Arrival: a}, {}} {
		under = 0
		if _, err := s.Move(t.Context(), Player{ID: "a"}, "a", mv); codeOf(err) != NotFound || under != 1 {
			t.Errorf("%d arrivals of one move, which was answered with %v", under, err)
		}
		if left := s.arrivals.size(); (left == 1) != (mv.Arrival != nil) {
			t.Errorf("%d arrivals are left", left)
		}
		a.Done()
	}
}

// TestInquiry: a node answers that nothing came before a moment only when the
// moment is past there.
func TestInquiry(t *testing.T) {
	at := now
	s := clockwork(&at)
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // nobody waits for the time to come
	ask := func(before time.Time) int64 {
		return s.inquired(ctx, inquiry{Match: "a", Before: before.UnixMicro()}).First
	}
	if ask(now) != 0 || ask(now.Add(time.Millisecond)) == 0 {
		t.Error("it knows what has not happened yet")
	}
	a := s.Arrive("")
	at = now.Add(time.Second)
	if got := ask(now.Add(time.Millisecond)); got != now.UnixMicro() {
		t.Errorf("the first came at %d", got)
	}
	a.Done()
	if ask(at) != 0 {
		t.Error("what is done is under way")
	}
}

// TestCheckAt: a flag is looked at after its grace, a machine's turn without.
func TestCheckAt(t *testing.T) {
	at := now
	s := clockwork(&at)
	r, _ := find("chess")
	for _, c := range []struct {
		seat  match.Seat
		clock clock.Control
		want  time.Duration
	}{
		{match.Seat{Kind: match.Human, Player: "a"}, clock.Control{Kind: clock.Fischer, Base: time.Minute}, time.Minute + s.o.Grace},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{Kind: clock.Fischer, Base: time.Minute}, levelTime + s.o.Slack + s.o.Sweep},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{}, levelTime + s.o.Slack + s.o.Sweep},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{Kind: clock.Fischer, Base: time.Second}, time.Second + s.o.Grace},
	} {
		m, err := match.New(r, match.Terms{Game: "chess", Clock: c.clock, Seats: [2]match.Seat{c.seat, {Kind: match.Human, Player: "b"}}}, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.checkAt(m).Sub(now); got != c.want {
			t.Errorf("%v with %v is looked at after %v, want %v", c.seat.Kind, c.clock, got, c.want)
		}
	}
}

// slowClock answers what time it is after a while, of which the way back takes
// most.
type slowClock struct {
	Store
	at  *time.Time
	way time.Duration
}

func (c slowClock) Now(context.Context) (time.Time, error) {
	db := c.at.Add(time.Hour)
	*c.at = c.at.Add(c.way)
	return db, nil
}

// TestMeasure: answers that come late do not make time jump, a quick one is
// believed, and one that proves the clock wrong always.
func TestMeasure(t *testing.T) {
	at := now
	s := clockwork(&at)
	s.time.at.Store(nil)
	measure := func(way, pause time.Duration) {
		t.Helper()
		s.o.Store = slowClock{at: &at, way: way}
		if err := s.measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		at = at.Add(pause)
	}
	off := func() time.Duration { return s.Now().Sub(at.Add(time.Hour)) }
	measure(2*time.Millisecond, 0)
	for range 5 {
		measure(600*time.Millisecond, 9*time.Second)
		if got := off().Abs(); got > 2*time.Millisecond {
			t.Errorf("after a slow answer the time is off by %v", got)
		}
	}
	s.time.at.Store(&anchor{local: at, db: at.Add(2 * time.Hour), within: time.Millisecond})
	measure(600*time.Millisecond, 0)
	if got := off().Abs(); got > 300*time.Millisecond {
		t.Errorf("a clock that is wrong by an hour is believed: off by %v", got)
	}
	measure(time.Millisecond, 0)
	if got := off().Abs(); got > time.Millisecond {
		t.Errorf("after a quick answer the time is off by %v", got)
	}
}
