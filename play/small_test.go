package play

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"kydai/bus"
	"kydai/engine"
	"kydai/game"
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
			s.Frame(game.First, from, build)
		}
		s.Frame(game.NoSide, 0, build)
	}
	if built != 3 {
		t.Errorf("%d frames were built, want 3", built)
	}
	for from := range 1000 {
		s.Frame(game.First, from, build)
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

// TestGrace: it follows the slowest commit of late, here or elsewhere, within
// bounds.
func TestGrace(t *testing.T) {
	s := &Service{}
	s.o.Grace = 50 * time.Millisecond
	want := func(d time.Duration) {
		t.Helper()
		if got := s.grace(); got != d {
			t.Errorf("the grace is %v, want %v", got, d)
		}
	}
	want(50 * time.Millisecond)
	s.latency.note(now, 100*time.Millisecond)
	want(200 * time.Millisecond)
	s.latency.others = 300 * time.Millisecond
	want(600 * time.Millisecond)
	s.latency.others = time.Minute
	want(maxGrace)
	s.latency.others = 0
	for i := range 3 {
		s.latency.note(now.Add(time.Duration(i)*20*time.Second), time.Millisecond)
	}
	want(50 * time.Millisecond)
}
