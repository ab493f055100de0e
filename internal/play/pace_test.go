package play

import (
	"context"
	"testing"
	"time"

	"kydai/engine/character"
	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// levelMatch is a match of a level against a person.
func levelMatch(t *testing.T) *match.Match {
	t.Helper()
	r, _ := find("chess")
	seats := [2]match.Seat{{Kind: match.Level, Level: 1}, {Kind: match.Human, Player: "b"}}
	m, err := match.New(r, match.Terms{Game: "chess", Seats: seats}, now)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPacedSeats checks that only answers of levels to people are delayed, and only if the server
// is configured so. It also checks that a request for a delayed turn is repeated later by the
// longest possible delay.
func TestPacedSeats(t *testing.T) {
	at := now
	s := clockwork(&at, nil)
	m := levelMatch(t)
	level := match.Seat{Kind: match.Level, Level: 1}
	before := s.tables.flags.checkAt(m)
	for _, paced := range []bool{false, true} {
		s.machines.options.Paced = paced
		if got := s.machines.paced(level, false); got != paced {
			t.Errorf("paced %v: a level against a person %v", paced, got)
		}
		for _, seat := range []match.Seat{{Kind: match.Algorithm, Spec: "greedy"}, {Kind: match.Engine, Spec: "fish"}} {
			if s.machines.paced(seat, false) {
				t.Errorf("%v is held back", seat.Kind)
			}
		}
		if s.machines.paced(level, true) {
			t.Error("a match between machines is held back")
		}
	}
	if later := s.tables.flags.checkAt(m).Sub(before); later != character.Longest {
		t.Errorf("the turn is repeated %v later, want %v", later, character.Longest)
	}
}

// TestHoldBack checks that an answer waits for the rest of the time that a person would take. It
// does not wait if this time or the turn is already over.
func TestHoldBack(t *testing.T) {
	at := now
	s := clockwork(&at, nil)
	s.machines.options.Paced = true
	m := levelMatch(t)
	j, _ := m.Job()
	snap := &Snapshot{ID: "x", match: m, began: now}
	v := m.View(game.First)
	began := time.Now()
	if !s.machines.holdBack(t.Context(), snap, j, v, "e2e4") || time.Since(began) < 50*time.Millisecond {
		t.Errorf("an answer was held back for %v", time.Since(began))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s.machines.holdBack(ctx, snap, j, v, "e2e4") {
		t.Error("a turn that is over was answered")
	}
	began, at = time.Now(), now.Add(character.Longest)
	if !s.machines.holdBack(t.Context(), snap, j, v, "e2e4") || time.Since(began) > character.Longest/2 {
		t.Error("an answer that is late already was held back")
	}
}

// TestPaceTurn checks that paceTurn uses the clock of the side to move.
func TestPaceTurn(t *testing.T) {
	r, _ := find("chess")
	terms := match.Terms{
		Game: "chess", Clock: clock.Control{Kind: clock.Fischer, Base: time.Minute, Increment: time.Second},
		Seats: [2]match.Seat{{Kind: match.Human, Player: "a"}, {Kind: match.Human, Player: "b"}},
	}
	m, err := match.New(r, terms, now)
	if err != nil {
		t.Fatal(err)
	}
	turn := paceTurn(m.View(game.First), "e2e4")
	if turn.Choices != 20 || !turn.Timed || turn.Left != time.Minute || turn.Inc != time.Second || turn.Obvious {
		t.Errorf("%+v", turn)
	}
}
