package live

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

const (
	leftAfter  = 2 * time.Second
	leftAgain  = 500 * time.Millisecond
	leftCommon = 1500 * time.Millisecond // after an absence that is shorter than this, a claim must always be refused
)

func leaving(o *play.Options) {
	o.Beat, o.Left, o.LeftAgain = 400*time.Millisecond, leftAfter, leftAgain
}

func claim(t testing.TB, n *play.Service, by play.Player, id string, draw bool) error {
	t.Helper()
	c := play.Command{Kind: play.ClaimLeft}
	if draw {
		c.What = match.Draw
	}
	_, err := n.Do(t.Context(), by, id, c)
	return err
}

// stays connects a player to a node and lets the player watch a match. It returns the player's
// watch, and a function leave that ends both.
func stays(t testing.TB, n *play.Service, by play.Player, id string) (w *play.Watch, leave func()) {
	t.Helper()
	gone := n.Enter(by.ID)
	w, err := n.Watch(t.Context(), by, id, &watching{player: by.ID, woken: make(chan struct{}, 1)})
	check(t, err)
	return w, func() { w.Close(); gone() }
}

// begun starts a match in which both players have moved.
func begun(t testing.TB, a, b *play.Service) string {
	t.Helper()
	id := between(t, a, b, play.Deal{Game: "chess", Clock: control("5+0")})
	for ply, code := range []string{"e2e4", "e7e5"} {
		_, err := a.Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code})
		check(t, err)
	}
	return id
}

// TestClaimOfTheLeft checks that a player may claim a win or a draw when the opponent has been
// absent for a given time, which both players can see, and not earlier. If the opponent returns in
// time, no claim is possible.
func TestClaimOfTheLeft(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.node(t, leaving)
		for _, draw := range []bool{false, true} {
			id := begun(t, n, n)
			hers, goHome := stays(t, n, anna, id)
			_, leave := stays(t, n, bao, id)
			// The node may have looked for absent players before Bảo connected. Wait until the node
			// knows that Bảo is present.
			eventually(t, 5*time.Second, func() bool { a, ok := hers.Absence(); return ok && a.Away == game.NoSide })
			if a, _ := hers.Absence(); a.Limits != [2]time.Duration{leftAfter, leftAfter} {
				t.Errorf("while both are there: %+v", a)
			}
			if err := claim(t, n, anna, id, draw); code(err) != play.NotLeft {
				t.Errorf("while both are there: %v", err)
			}
			leave()
			eventually(t, 5*time.Second, func() bool { a, _ := hers.Absence(); return a.Away == game.Second })
			if err := claim(t, n, anna, id, draw); code(err) != play.NotLeft {
				t.Errorf("a moment later: %v", err)
			}
			_, again := stays(t, n, bao, id)
			eventually(t, 5*time.Second, func() bool { a, _ := hers.Absence(); return a.Away == game.NoSide })
			again()
			left := n.Now()
			if err := claim(t, n, bao, id, draw); code(err) != play.NotLeft {
				t.Errorf("the one who left: %v", err)
			}
			if err := claim(t, n, chi, id, draw); code(err) != play.NotLeft {
				t.Errorf("a stranger: %v", err)
			}
			eventually(t, 10*time.Second, func() bool { return claim(t, n, anna, id, draw) == nil })
			if took := n.Now().Sub(left); took < leftCommon {
				t.Errorf("it was claimed after %v", took)
			}
			snap, _, err := n.Look(t.Context(), anna, id)
			check(t, err)
			want := game.Win(game.First, match.Left)
			if draw {
				want = game.Draw(match.Left)
			}
			if out := snap.View(game.NoSide).Outcome; out != want {
				t.Errorf("it ended with %v, want %v", out, want)
			}
			goHome()
		}
	})
}

// TestRepeatedLeaver checks that a player who has often lost by leaving (two of the last ten games)
// may be absent for a shorter time than other players.
func TestRepeatedLeaver(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.node(t, leaving)
		for i := range 3 {
			id := begun(t, n, n)
			hers, goHome := stays(t, n, anna, id)
			eventually(t, 5*time.Second, func() bool { a, ok := hers.Absence(); return ok && a.Away == game.Second })
			want := [2]time.Duration{leftAfter, leftAfter}
			if i == 2 {
				want[1] = leftAgain
			}
			if a, _ := hers.Absence(); a.Limits != want {
				t.Errorf("game %d: %v, want %v", i+1, a.Limits, want)
			}
			eventually(t, 10*time.Second, func() bool { return claim(t, n, anna, id, false) == nil })
			goHome()
		}
	})
}

// TestConnectedElsewhere checks claims against a player who is connected only to another node. The
// player must count as present, even if the player connected a moment ago, and even if the other
// node does not respond to queries.
func TestConnectedElsewhere(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		wire := &loose{Bus: s.openBus(t)}
		a := s.node(t, leaving)
		b := s.node(t, leaving, func(o *play.Options) { o.Bus = wire })
		eventually(t, 5*time.Second, func() bool { return a.Presence().Nodes == 2 && b.Presence().Nodes == 2 })
		id := begun(t, a, b)
		hers, goHome := stays(t, a, anna, id)
		defer goHome()
		ready := func() bool { x, _ := hers.Absence(); return x.Away == game.Second && !a.Now().Before(x.Claim) }
		eventually(t, 10*time.Second, ready)
		for range 5 { // several times, because node a may not yet know that Bảo has connected to node b
			gone := b.Enter(bao.ID)
			if err := claim(t, a, anna, id, false); code(err) != play.NotLeft {
				t.Fatalf("he is connected to the other node: %v", err)
			}
			gone()
			eventually(t, 20*time.Second, ready)
		}
		w, err := b.Watch(t.Context(), bao, id, &watching{player: bao.ID, woken: make(chan struct{}, 1)})
		check(t, err)
		if err := claim(t, a, anna, id, false); code(err) != play.NotLeft {
			t.Fatalf("he watches on the other node: %v", err)
		}
		w.Close()
		wire.cut.Store(true)
		if err := claim(t, a, anna, id, false); code(err) != play.NotLeft {
			t.Fatalf("the other node cannot be asked: %v", err)
		}
	})
}

// dead is a store that can refuse heartbeats, as if the database were down.
type dead struct {
	play.Store
	off atomic.Bool
}

func (d *dead) Beat(ctx context.Context, id string, body []byte) error {
	if d.off.Load() {
		return errors.New("no database")
	}
	return d.Store.Beat(ctx, id, body)
}

// TestOutageIsNoAbsence checks that time without the bus or the database does not count as absence,
// and that no player can claim a win or a draw during it.
func TestOutageIsNoAbsence(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"bus", "database"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := laptop(t)
			wire, rows := &loose{Bus: s.openBus(t)}, &dead{}
			n := s.node(t, leaving, func(o *play.Options) {
				rows.Store = o.Store
				o.Bus, o.Store = wire, rows
			})
			off := func(on bool) {
				if what == "bus" {
					wire.cut.Store(on)
				} else {
					rows.off.Store(on)
				}
			}
			id := begun(t, n, n)
			hers, goHome := stays(t, n, anna, id)
			defer goHome()
			eventually(t, 5*time.Second, func() bool { a, _ := hers.Absence(); return a.Away == game.Second })
			off(true)
			began := n.Now()
			for n.Now().Sub(began) < 2*leftAfter {
				if err := claim(t, n, anna, id, false); code(err) != play.NotLeft {
					t.Fatalf("%v after the %s was lost: %v", n.Now().Sub(began), what, err)
				}
				time.Sleep(50 * time.Millisecond)
			}
			off(false)
			back := n.Now()
			eventually(t, 20*time.Second, func() bool { return claim(t, n, anna, id, false) == nil })
			// The opponent must be absent for the full time after the outage. The test allows for
			// the absence counted before the outage, and for one and a half heartbeats at its start
			// or end.
			if took := n.Now().Sub(back); took < leftAfter-1200*time.Millisecond {
				t.Errorf("it was claimed %v after the %s was back", took, what)
			}
		})
	}
}
