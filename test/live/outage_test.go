package live

import (
	"context"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
	"kydai/match"
	"kydai/test/timing"
)

// mortal starts a node of a site. The test can kill this node.
func mortal(t testing.TB, s site, with ...func(*play.Options)) (n *play.Service, kill func()) {
	t.Helper()
	o := play.Options{Store: s.openStore(t), Bus: s.openBus(t), Rules: rules, Games: games.All}
	o.Beat = 400 * time.Millisecond
	for _, w := range with {
		w(&o)
	}
	n, err := play.New(o)
	check(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := goDone(func() { _ = n.Run(ctx) })
	t.Cleanup(func() { stop(); <-done })
	return n, func() {
		o.Bus.Close()
		stop()
		<-done
	}
}

// given returns the total time that a side has been given back in a match.
func given(s *play.Snapshot, side game.Side) (sum time.Duration) {
	for _, e := range s.Notices(game.NoSide, 0) {
		if e.Kind == match.Given && e.Side == side {
			sum += e.Gave
		}
	}
	return sum
}

// inTurn starts a match between Anna and Bảo and plays the first two moves, so that Anna is to
// move.
func inTurn(t testing.TB, home, other *play.Service, clock string) string {
	t.Helper()
	id := between(t, home, other, play.Deal{Game: "chess", Clock: control(clock)})
	for ply, code := range []string{"e2e4", "e7e5"} {
		_, err := other.Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code})
		check(t, err)
	}
	return id
}

func known(t testing.TB, n *play.Service, p play.Player) {
	t.Helper()
	eventually(t, 10*time.Second, func() bool { return n.Online([]string{p.ID})[p.ID] })
	time.Sleep(300 * time.Millisecond) // wait until the nodes have exchanged heartbeats
}

// TestNodeIsLost checks a player whose node dies or shuts down. The time until the player has
// connected to another node must be given back. If the player was connected to both nodes, no time
// is given back.
func TestNodeIsLost(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"dies", "leaves", "dies beside another"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s := laptop(t)
			beat := func(o *play.Options) {
				if how == "dies beside another" {
					o.Beat = time.Second // long, so that a pause of a shared machine is rarely as long as a heartbeat interval
				}
			}
			a, _ := mortal(t, s, beat)
			b, kill := mortal(t, s, beat)
			leave := b.Enter(anna.ID)
			if how == "dies beside another" {
				defer a.Enter(anna.ID)()
				time.Sleep(time.Second)
			} else {
				known(t, a, anna)
			}
			time.Sleep(500 * time.Millisecond)
			id := inTurn(t, b, a, "1+0")
			began := a.Now()
			if how == "leaves" {
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				check(t, b.Drain(ctx))
			} else {
				kill()
			}
			leave()
			time.Sleep(1500 * time.Millisecond)
			defer a.Enter(anna.ID)()
			back := a.Now()
			client := watch(t, a, anna, id)
			if how == "dies beside another" {
				time.Sleep(500 * time.Millisecond)
				if sum := given(client.now(), game.First); sum != 0 {
					t.Errorf("%v were given for nothing", sum)
				}
				return
			}
			snap := client.until(t, 10*time.Second, func(s *play.Snapshot) bool { return given(s, game.First) > 0 })
			// The player was disconnected for 1.5 s. The limits allow for the heartbeat interval
			// and for pauses of a shared machine.
			if sum := given(snap, game.First); sum < 1300*time.Millisecond || sum > back.Sub(began)+time.Second {
				t.Errorf("%v were given for %v", sum, back.Sub(began))
			}
			_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
			check(t, err)
			snap = client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == 3 })
			if spent, took := snap.View(game.NoSide).Timing.At(2).Spent, a.Now().Sub(began); spent > took-1200*time.Millisecond {
				t.Errorf("%v were charged of %v, in most of which she could not play", spent, took)
			}
		})
	}
}

// TestFlagOfTheLost checks when a player whose node died loses on time: not before the player has
// had time to reconnect, and not much later.
func TestFlagOfTheLost(t *testing.T) {
	t.Parallel()
	for _, returns := range []bool{true, false} {
		t.Run(map[bool]string{true: "back", false: "gone"}[returns], func(t *testing.T) {
			t.Parallel()
			timing.Trials(t, 3, func(t *testing.T, tooSlow func(string, ...any)) {
				s := laptop(t)
				a, _ := mortal(t, s)
				b, kill := mortal(t, s)
				leave := b.Enter(anna.ID)
				known(t, a, anna)
				id := inTurn(t, b, a, "0.02+0")
				client := watch(t, a, bao, id)
				deadline := client.now().View(game.NoSide).Clock.Deadline
				kill()
				leave()
				if !returns {
					end := client.until(t, 30*time.Second, func(s *play.Snapshot) bool { return s.Over })
					if late := a.Now().Sub(deadline); late < 8*time.Second {
						t.Errorf("the flag of one who is gone fell %v after the deadline", late)
					} else if late > 14*time.Second {
						tooSlow("the flag of one who is gone fell %v after the deadline", late)
					}
					if out := end.View(game.NoSide).Outcome; out != game.Win(game.Second, game.ByTime) {
						t.Errorf("it ended by %v", out)
					}
					return
				}
				time.Sleep(deadline.Sub(a.Now()) + 700*time.Millisecond)
				defer a.Enter(anna.ID)()
				_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
				check(t, err)
			})
		})
	}
}

// TestMoveIsStuck sends a move to a node that needs several seconds to store it. The player then
// sends the same move through another node. The player may be charged only until the first arrival
// of the move.
func TestMoveIsStuck(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	var lazy *tardy
	a, _ := mortal(t, s)
	b, _ := mortal(t, s, func(o *play.Options) {
		lazy = &tardy{Store: o.Store, by: 6 * time.Second}
		o.Store = lazy
	})
	defer b.Enter(anna.ID)()
	known(t, a, anna)
	id := inTurn(t, b, a, "1+0")
	began := a.Now()
	lazy.times.Store(1)
	done := goDone(func() {
		if _, err := b.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"}); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(1500 * time.Millisecond)
	defer a.Enter(anna.ID)()
	client := watch(t, a, anna, id)
	client.until(t, 10*time.Second, func(s *play.Snapshot) bool { return given(s, game.First) >= time.Second })
	_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	check(t, err)
	snap := client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == 3 })
	if spent, took := snap.View(game.NoSide).Timing.At(2).Spent, a.Now().Sub(began); spent > took-1200*time.Millisecond {
		t.Errorf("%v were charged of %v, most of which the server took", spent, took)
	}
	<-done
}

// TestAllWereAway checks that time without any running node is not charged to a player.
func TestAllWereAway(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	var id string
	var deadline time.Time
	t.Run("before", func(t *testing.T) {
		n := s.node(t, func(o *play.Options) { o.Beat = 200 * time.Millisecond })
		id = inTurn(t, n, n, "0.1+0")
		snap, _, err := n.Look(t.Context(), anna, id)
		check(t, err)
		deadline = snap.View(game.NoSide).Clock.Deadline
		time.Sleep(500 * time.Millisecond) // wait until the node has written heartbeats
	})
	time.Sleep(7 * time.Second) // longer than the 6 s on Anna's clock, so the time of this pause must not be charged
	n := s.node(t)
	time.Sleep(600 * time.Millisecond) // long enough that the node would end the game if Anna had lost on time
	_, err := n.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"})
	check(t, err)
	if !n.Now().After(deadline) {
		t.Error("nothing was shown: the deadline was not past")
	}
}
