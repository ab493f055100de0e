package live

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// shedding is a store that refuses changes, as an overloaded server does, while the field on is
// true.
type shedding struct {
	play.Store
	on atomic.Bool
}

func (s *shedding) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if s.on.Load() {
		return time.Time{}, play.ErrBusy
	}
	return s.Store.Commit(ctx, c)
}

// TestBusy sends a move that the overloaded server refuses, and then sends a move again. If it is
// the same move, the player is charged only until the first arrival of the move. If it is a
// different move, the player is charged until its own arrival.
func TestBusy(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]string{"the same": "g1f3", "another": "b1c3"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := laptop(t)
			shed := &shedding{}
			n := s.node(t, func(o *play.Options) {
				shed.Store = o.Store
				o.Store = shed
			})
			id := inTurn(t, n, n, "0.05+0") // a time control of 3 s per side
			shed.on.Store(true)
			_, err := n.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
			if got := code(err); got != play.Busy {
				t.Fatalf("got %v", err)
			}
			time.Sleep(1500 * time.Millisecond)
			shed.on.Store(false)
			_, err = n.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: second})
			check(t, err)
			snap, _, err := n.Look(t.Context(), anna, id)
			check(t, err)
			spent := snap.View(game.NoSide).Timing.At(2).Spent
			if given := second == "g1f3"; given != (spent < 1400*time.Millisecond) {
				t.Errorf("%s move: %v were charged", name, spent)
			}
		})
	}
}

// TestBusyFlag checks that a player does not lose on time if a move arrived in time and was refused
// because the server was overloaded: the player may still send the move again.
func TestBusyFlag(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	shed := &shedding{}
	n := s.node(t, func(o *play.Options) {
		shed.Store = o.Store
		o.Store = shed
	})
	id := inTurn(t, n, n, "0.05+0")
	shed.on.Store(true)
	_, err := n.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	if code(err) != play.Busy {
		t.Fatalf("got %v", err)
	}
	shed.on.Store(false)
	time.Sleep(4 * time.Second) // longer than the 3 s on Anna's clock
	_, err = n.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	check(t, err)
	snap, _, err := n.Look(t.Context(), anna, id)
	check(t, err)
	if snap.Over || snap.Ply != 3 {
		t.Errorf("over %v at ply %d", snap.Over, snap.Ply)
	}
}

// TestBusyElsewhere lets an overloaded node refuse a player's move. The player then connects to
// another node. This node queries the first node and gives the time since the first arrival of the
// move back to the player, who can then send the move again.
func TestBusyElsewhere(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	shed := &shedding{}
	a := s.node(t, func(o *play.Options) {
		shed.Store = o.Store
		o.Store = shed
	})
	b := s.node(t)
	id := inTurn(t, a, b, "1+0")
	leave := a.Enter(anna.ID)
	watch(t, a, anna, id)
	eventually(t, 20*time.Second, func() bool { return b.Online([]string{anna.ID})[anna.ID] })
	shed.on.Store(true)
	_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	if code(err) != play.Busy {
		t.Fatalf("got %v", err)
	}
	before := time.Now()
	leave()
	time.Sleep(1500 * time.Millisecond)
	leave = b.Enter(anna.ID)
	defer leave()
	client := watch(t, b, anna, id)
	eventually(t, 10*time.Second, func() bool { return len(gifts(client.now())) > 0 })
	if gave := gifts(client.now())[0].Gave; gave < 1400*time.Millisecond || gave > time.Since(before) {
		t.Errorf("%v were given back after %v", gave, time.Since(before))
	}
	_, err = b.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	check(t, err)
}
