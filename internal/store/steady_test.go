package store

import (
	"context"
	"path/filepath"
	"testing"
	"time"
)

// TestSteady checks that setting the machine's clock changes neither the site's
// time nor its speed, also in a process that is started afterwards.
func TestSteady(t *testing.T) {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	at := reading{day: noon, passed: 3 * time.Hour, start: "monday"}
	read := func() reading { return at }
	file := filepath.Join(t.TempDir(), "kydai.db")
	process := func() *Store {
		s := must(OpenFile(context.Background(), file, Options{clocks: read}))(t)
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	first := process()
	_, by, err := first.Reading(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	began := must(first.Now(t.Context()))(t)
	passed := at.passed
	for _, set := range []time.Duration{0, time.Second, -time.Second, 30 * time.Second, -30 * time.Second, 2 * time.Hour, -2 * time.Hour} {
		at.passed += time.Second
		at.day = noon.Add(at.passed - passed + set)
		for i, s := range []*Store{first, process()} {
			now := must(s.Now(t.Context()))(t)
			var us int64
			if err := s.reads.QueryRow(s.sql(`SELECT @NOW`)).Scan(&us); err != nil {
				t.Fatal(err)
			}
			if got := now.Sub(began); got != at.passed-passed || us != now.UnixMicro() {
				t.Errorf("process %d, set by %v: %v have passed, not %v; in SQL it is %v", i, set, got, at.passed-passed, fromMicros(us))
			}
		}
	}
	if _, now, _ := first.Reading(t.Context()); now != by {
		t.Errorf("the base changed from %v to %v", by, now)
	}
	if err := first.Rebase(t.Context(), time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if now := must(first.Now(t.Context()))(t); !now.Equal(at.day) {
		t.Errorf("rebased it is %v, not %v", now, at.day)
	}
	at.start, at.passed = "tuesday", time.Minute // the machine was rebooted
	if now := must(process().Now(t.Context()))(t); !now.Equal(at.day) {
		t.Errorf("after a start of the machine it is %v, not %v", now, at.day)
	}
}

// TestClockOfFile checks that a database in a file starts with the time of this machine.
func TestClockOfFile(t *testing.T) {
	s, err := OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "kydai.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	before := time.Now()
	now, err := s.Now(t.Context())
	if err != nil || now.Before(before.Add(-time.Second)) || now.After(time.Now().Add(time.Second)) {
		t.Errorf("it is %v and the database says %v, %v", before, now, err)
	}
}

// TestCorrect checks that only one of two nodes that correct the clock at the
// same time succeeds, and that every statement then uses the corrected time.
func TestCorrect(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b := p.open(t), p.open(t)
		was, by, err := a.Reading(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Correct(t.Context(), by, by+time.Hour); err != nil {
			t.Fatal(err)
		}
		if err := b.Correct(t.Context(), by, by-time.Hour); err == nil {
			t.Error("the clock was corrected twice")
		}
		now, now2, err := b.Reading(t.Context())
		if d := now.Sub(was); err != nil || now2 != by+time.Hour || d < time.Hour || d > 2*time.Hour {
			t.Errorf("corrected by %v: %v later, %v", now2-by, d, err)
		}
		shown := time.Now()
		if b.steady != nil {
			shown = now
		}
		if d := b.Uncorrected(now, now2).Sub(shown); d.Abs() > time.Minute {
			t.Errorf("the clock of the database shows %v more than it should", d)
		}
		if err := a.Beat(t.Context(), "a", nil); err != nil {
			t.Fatal(err)
		}
		if nodes := must(b.Alive(t.Context(), time.Minute))(t); len(nodes) != 1 || nodes[0].Beat.Before(now) {
			t.Errorf("%v", nodes)
		}
		rebase := func() {
			t.Helper()
			if err := b.Rebase(t.Context(), 300*time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		stop, done := make(chan struct{}), make(chan struct{})
		go func() { // node a sends heartbeats, so Rebase must not change the time
			defer close(done)
			for {
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
					_ = a.Beat(context.Background(), "a", nil)
				}
			}
		}()
		rebase()
		close(stop)
		<-done
		if now := must(a.Now(t.Context()))(t); now.Sub(was) < 30*time.Minute {
			t.Errorf("rebased while a node lived: it is %v, and was %v", now, was)
		}
		rebase()
		if now := must(a.Now(t.Context()))(t); now.Sub(was) > 30*time.Minute {
			t.Errorf("rebased it is %v, and was %v", now, was)
		}
	})
}
