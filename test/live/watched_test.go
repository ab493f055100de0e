package live

import (
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// quickly creates the engine for a seat, with a limit of a few nodes per search so that games are
// short.
func quickly(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
	e, err := level(name, seat, seed)
	return quick{e}, err
}

var machinesOnly = play.NewMatch{Deal: play.Deal{Game: "xiangqi"}, Seats: [2]match.Seat{robot(2), robot(1)}}

// TestUnwatched checks that a match between engines makes moves only while a client watches it, on
// any node.
func TestUnwatched(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		s.worker(t, quickly)
		id, err := a.Start(t.Context(), anna, machinesOnly)
		check(t, err)
		time.Sleep(500 * time.Millisecond)
		if snap, _, err := a.Look(t.Context(), anna, id); err != nil || snap.Ply != 0 {
			t.Fatalf("nobody watches, and %d moves were played, %v", snap.Ply, err)
		}
		w := &watching{woken: make(chan struct{}, 1)}
		x, err := b.Watch(t.Context(), bao, id, w)
		check(t, err)
		w.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Ply >= 4 })
		x.Close()
		// A reply that was requested before the last watcher left may still arrive, so wait until
		// no more moves are played.
		var last int
		eventually(t, 20*time.Second, func() bool {
			snap, _, err := a.Look(t.Context(), anna, id)
			check(t, err)
			before := last
			last = snap.Ply
			time.Sleep(400 * time.Millisecond)
			return before == last
		})
	})
}

// TestWatcherMoves kills the node on which an engine match is watched, and checks that
// the match continues when it is watched on another node.
func TestWatcherMoves(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	a, b := s.node(t), s.node(t)
	s.worker(t, quickly)
	id, err := a.Start(t.Context(), anna, machinesOnly)
	check(t, err)
	w := &watching{woken: make(chan struct{}, 1)}
	x, err := a.Watch(t.Context(), anna, id, w)
	check(t, err)
	ply := w.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Ply >= 2 }).Ply
	ctx := t.Context()
	check(t, a.Drain(ctx))
	x.Close()
	watch(t, b, anna, id).until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Ply >= ply+4 })
}

// TestMatchesOfMachines checks how many matches between engines an IP address may have at a time,
// and which terms such a match may have.
func TestMatchesOfMachines(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t)
	s.worker(t, quickly)
	home := func(id string) play.Player { return play.Player{ID: id, Name: id, Address: "192.0.2.7"} }
	clocked := machinesOnly
	clocked.Clock = control("5+1")
	if _, err := n.Start(t.Context(), home("a"), clocked); code(err) != match.BadTerms {
		t.Errorf("a clock is answered with %v", err)
	}
	first, err := n.Start(t.Context(), home("a"), machinesOnly)
	check(t, err)
	_, err = n.Start(t.Context(), home("b"), machinesOnly)
	check(t, err)
	if _, err = n.Start(t.Context(), home("c"), machinesOnly); code(err) != play.TooMany {
		t.Errorf("the third of an address is answered with %v", err)
	}
	if _, err = n.Start(t.Context(), play.Player{ID: "d", Address: "192.0.2.8"}, machinesOnly); err != nil {
		t.Errorf("another address is answered with %v", err)
	}
	// Check that a finished match no longer counts.
	watch(t, n, anna, first).until(t, 3*time.Minute, func(s *play.Snapshot) bool { return s.Over })
	if _, err = n.Start(t.Context(), home("c"), machinesOnly); err != nil {
		t.Errorf("after the end of one: %v", err)
	}
	snap, _, err := n.Look(t.Context(), anna, first)
	check(t, err)
	if why := snap.View(game.NoSide).Outcome.Why; why == match.Abandoned || why == play.EngineFailure {
		t.Errorf("it ended by %v", why)
	}
}
