package play

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/bus"
	"kydai/match"
)

// TestIDs checks that ids are valid bus tokens and all different. It also checks that the id of a
// rematch, and the seed sent to workers, depend only on the match and the site's key.
func TestIDs(t *testing.T) {
	l := random{from: &stream{seed: "test"}}
	seen := map[string]bool{}
	for range 1000 {
		id, err := l.id()
		if err != nil || len(id) != idLength || bus.CheckGroup(id) != nil || seen[id] {
			t.Fatalf("the id is %q, %v", id, err)
		}
		seen[id] = true
	}
	s, same, other := &random{key: []byte("a key")}, &random{key: []byte("a key")}, &random{key: []byte("another key")}
	end := time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC)
	a, _ := s.nextID("x", end)
	b, _ := same.nextID("x", end)
	c, _ := s.nextID("y", end)
	d, _ := other.nextID("x", end)
	if a != b || a == c || a == d || len(a) != matchIDLength {
		t.Errorf("rematches are %s, %s, %s and with another key %s", a, b, c, d)
	}
	if s.seedOf("x") != same.seedOf("x") || s.seedOf("x") == s.seedOf("y") || s.seedOf("x") == other.seedOf("x") {
		t.Error("the seed of machines does not follow from the match and the key")
	}
	v := viewOf(t, "chess", "none")
	for _, l := range []*random{s, other} {
		j := (&machines{random: l}).newJob(v, "x", match.Seat{Kind: match.Level, Level: 1}, engine.Limits{Nodes: 1}, time.Second)
		if j.Seed != l.seedOf("x") {
			t.Errorf("the seed of a job is %d", j.Seed)
		}
	}
	if _, err := (&random{from: bytes.NewReader([]byte("short"))}).id(); err == nil {
		t.Error("an id was drawn from nothing")
	}
}

// TestDealFails checks that nothing is dealt if the random source fails.
func TestDealFails(t *testing.T) {
	r, _ := find("jieqi")
	l := random{from: bytes.NewReader(make([]byte, 3))}
	if s, err := l.deal(r); err == nil || !s.Empty() {
		t.Error("it was dealt without random")
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

// TestSnapshotFrames checks that a frame is built only once for viewers who need the same frame.
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

// TestWorkerKeepsFew checks that idle engines are reused, and that a worker keeps at most the
// allowed number of idle engines.
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
	w.opts.Make = func(string, match.Seat, uint64) (engine.Engine, error) {
		return panics{counted{closed: &closed}}, nil
	}
	if _, err := w.work(t.Context(), "", job("8")); err == nil || closed != 3 {
		t.Errorf("an engine that panics gave an answer or is not closed: %d closed, %v", closed, err)
	}
	if err := w.close(); err != nil || closed != 5 {
		t.Errorf("%d were closed in the end, %v", closed, err)
	}
}

type counted struct {
	first
	closed *int
}

func (c counted) Close() error { *c.closed++; return nil }

type panics struct{ counted }

func (panics) Think(context.Context, *game.Line, engine.Limits, func(engine.Thought)) (engine.Thought, error) {
	panic("no idea")
}

// clockwork returns a service whose clock shows the time in the given variable. Tests use only the
// parts of it that need the time.
func clockwork(at *time.Time, store Store) *Service {
	o := Options{Clock: func() time.Time { return *at }, Store: store}
	o.defaults()
	log := slog.New(slog.DiscardHandler)
	keeper := newTimekeeper(timeOptions{Store: store, Clock: o.Clock}, log)
	keeper.at.Store(&anchor{local: now, db: now})
	return assemble(o, log, &random{}, keeper)
}

// TestArrivals checks that the method first finds a message that arrived before a given time and is
// still being processed, whether the match of the message is known or not.
func TestArrivals(t *testing.T) {
	at := now
	s := clockwork(&at, nil)
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
	waits("a", false) // the last message arrived at the deadline, not before it, so it does not count
	late.Done()
	if s.arrivals.size() != 0 {
		t.Errorf("%d are left", s.arrivals.size())
	}
}

// looked is a store without matches that calls load when a match is loaded.
type looked struct {
	Store
	load func()
}

func (l looked) Load(context.Context, string) (Row, error) { l.load(); return Row{}, ErrNotFound }

// TestOneArrival checks that exactly one arrival is registered while a move is processed, whether
// the receiver of the message has registered it or Move does so. Move ends only an arrival that it
// has registered itself.
func TestOneArrival(t *testing.T) {
	at := now
	under := 0
	var s *Service
	s = clockwork(&at, looked{load: func() { under = s.arrivals.size() }})
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

// TestCheckAt checks that a player's flag is checked after the grace time, and an engine's turn
// after the engine's time limit without the grace time.
func TestCheckAt(t *testing.T) {
	at := now
	s := clockwork(&at, nil)
	r, _ := find("chess")
	for _, c := range []struct {
		seat  match.Seat
		clock clock.Control
		want  time.Duration
	}{
		{match.Seat{Kind: match.Human, Player: "a"}, clock.Control{Kind: clock.Fischer, Base: time.Minute}, time.Minute + s.options.Grace},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{Kind: clock.Fischer, Base: time.Minute}, levelTime + s.options.Slack + s.options.Sweep},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{}, levelTime + s.options.Slack + s.options.Sweep},
		{match.Seat{Kind: match.Level, Level: 1}, clock.Control{Kind: clock.Fischer, Base: time.Second}, time.Second + s.options.Grace},
	} {
		m, err := match.New(r, match.Terms{Game: "chess", Clock: c.clock, Seats: [2]match.Seat{c.seat, {Kind: match.Human, Player: "b"}}}, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.tables.flags.checkAt(m).Sub(now); got != c.want {
			t.Errorf("%v with %v is looked at after %v, want %v", c.seat.Kind, c.clock, got, c.want)
		}
	}
}

// slowClock is a store whose database clock answers slowly. Nearly all of the delay is on the way
// back.
type slowClock struct {
	Store
	at  *time.Time
	way time.Duration
	set time.Duration // by how much the test has changed the database's clock
	by  time.Duration // correction of the database's clock, as stored by a node
}

func (c *slowClock) Reading(context.Context) (time.Time, time.Duration, error) {
	db := c.at.Add(time.Hour + c.set + c.by)
	*c.at = c.at.Add(c.way)
	return db, c.by, nil
}

func (c *slowClock) Uncorrected(now time.Time, correction time.Duration) time.Time {
	return now.Add(-correction)
}

func (c *slowClock) Correct(_ context.Context, old, by time.Duration) error {
	if old != c.by {
		return ErrConflict
	}
	c.by = by
	return nil
}

// TestMeasure checks that slow responses do not make the time jump, that a fast response
// is trusted, and that a change of the database's clock is corrected, forward and back.
func TestMeasure(t *testing.T) {
	at := now
	db := &slowClock{at: &at}
	s := clockwork(&at, db).base.time
	s.at.Store(nil)
	measure := func(way, pause time.Duration) {
		t.Helper()
		db.way = way
		if err := s.measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		at = at.Add(pause)
	}
	off := func() time.Duration { return s.Now().Sub(at.Add(time.Hour)).Abs() }
	measure(2*time.Millisecond, 0)
	for range 5 {
		measure(600*time.Millisecond, 9*time.Second)
		if off() > 2*time.Millisecond {
			t.Errorf("after a slow answer the time is off by %v", off())
		}
	}
	s.at.Store(&anchor{local: at, db: at.Add(time.Hour + 5*time.Millisecond), within: time.Millisecond})
	measure(time.Millisecond, 0)
	if off() > time.Millisecond {
		t.Errorf("after a quick answer the time is off by %v", off())
	}
	for _, step := range []time.Duration{time.Second, -time.Second, 30 * time.Second, -30 * time.Second, 2 * time.Hour, -4 * time.Hour} {
		db.set += step
		db.way = time.Millisecond
		s.keep(t.Context())
		if off() > 2*time.Millisecond || (db.set+db.by).Abs() > 2*time.Millisecond {
			t.Errorf("set by %v: the time is off by %v, the database's by %v", step, off(), db.set+db.by)
		}
		at = at.Add(3 * time.Second)
	}
}

// TestSlowStep changes the database's clock while responses are too slow to measure it. It checks
// that the site's time does not follow, and that the first fast response leads to a correction.
func TestSlowStep(t *testing.T) {
	at := now
	db := &slowClock{at: &at, set: 1300 * time.Millisecond}
	s := clockwork(&at, db).base.time
	s.at.Store(&anchor{local: at, db: at.Add(time.Hour), within: 400 * time.Millisecond})
	off := func() time.Duration { return s.Now().Sub(at.Add(time.Hour)).Abs() }
	for _, way := range []time.Duration{time.Second, 1200 * time.Millisecond, time.Second} {
		db.way = way
		s.keep(t.Context())
		if off() > 0 || db.by != 0 {
			t.Errorf("after an answer of %v the time is off by %v, the correction %v", way, off(), db.by)
		}
	}
	db.way = time.Millisecond
	s.keep(t.Context())
	if off() > 0 || (db.set+db.by).Abs() > time.Millisecond {
		t.Errorf("after a quick answer the time is off by %v, the database's by %v", off(), db.set+db.by)
	}
}

// TestTimeOfOthers checks that a node adopts a time correction that another node has stored. It
// also checks that players are compensated for the jump of the time.
func TestTimeOfOthers(t *testing.T) {
	at := now
	db := &slowClock{at: &at, way: time.Millisecond}
	s := clockwork(&at, db).base.time
	s.at.Store(nil)
	keepTimeOf(t, s)
	db.by = 20 * time.Minute // another node has stored a correction
	keepTimeOf(t, s)
	if off := s.Now().Sub(at.Add(time.Hour + 20*time.Minute)).Abs(); off > 2*time.Millisecond {
		t.Errorf("off by %v", off)
	}
	lost := s.lost("anna", s.Now())
	if len(lost) != 1 || (lost[0].To.Sub(lost[0].From)-20*time.Minute).Abs() > 5*time.Millisecond {
		t.Errorf("lost: %v", lost)
	}
}

func keepTimeOf(t *testing.T, s *timekeeper) {
	t.Helper()
	if err := s.measure(t.Context()); err != nil {
		t.Fatal(err)
	}
}
